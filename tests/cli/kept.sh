#!/bin/sh
# Values of long runs through the program: what is kept, what of it is used, and that no answer depends on it. $CGI is the
# program. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
unset CGI_NO_CACHE
XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME
kept=$work/cache/cgi/values
verdict() { if [ "$1" = 0 ]; then echo "ok kept $2"; else echo "not ok kept $2"; status=1; fi; }
cat >heap.game <<'END'
game heap(n) { move take(t in 1..n) where (n + t * t) % 13 < 8 -> heap(n - t) }
END
cat >pair.game <<'END'
game pair(a, b) { move left(t in 1..a) where (a * t) % 7 != 3 -> pair(a - t, b) move right(t in 1..b) -> pair(a, b - t) }
END
echo 'game code = octal "0.6"' >code.game
size() { cat "$kept"/*.values 2>/dev/null | wc -c; }

# ended_early SIZE ARGUMENTS...: whether the system ends a run at the byte of a file that is beyond SIZE, as it could end anywhere.
ended_early() {
    blocks=$(($1 / 512))
    shift
    (ulimit -f $blocks; exec "$CGI" "$@" --checkpoint 0) >/dev/null 2>&1
    [ $? -gt 128 ]
}
# killed_at_once ARGUMENTS...: kill -9 as soon as files have grown, if the run is not at its end by then.
killed_at_once() {
    before=$(size)
    "$CGI" "$@" --checkpoint 0 >out 2>/dev/null &
    child=$!
    while [ "$(size)" -le "$before" ] && kill -0 $child 2>/dev/null; do :; done
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
}

# question NAME ARGUMENTS...: without files; then ended at ten sizes of the file, and killed between; then twice with what is there.
question() {
    name=$1
    shift
    rm -rf cache
    "$CGI" "$@" --no-cache >expected 2>/dev/null
    [ ! -e "$kept" ] || [ -z "$(ls "$kept")" ]
    verdict $? "$name: --no-cache keeps nothing"
    "$CGI" "$@" --checkpoint 0 --native never >out 2>/dev/null
    whole=$(size) killed=0
    rm -rf cache
    for part in 1 2 3 4 5 6 7 8 9 10; do
        ended_early $((whole * part / 12)) "$@" --native never && killed=$((killed + 1))
        [ $((part % 4)) -ne 0 ] || killed_at_once "$@" --native never
    done
    [ $killed -gt 0 ]
    verdict $? "$name: a run is killed"
    "$CGI" "$@" --checkpoint 0 --resume >out 2>err
    cmp -s expected out && grep -q '^cgi: [0-9]* values were kept, and were not computed again$' err
    verdict $? "$name: and goes on to the same answer"
    before=$(cat "$kept"/* | cksum)
    "$CGI" "$@" --resume >out 2>err
    cmp -s expected out && grep -q 'values were kept' err && [ "$(cat "$kept"/* | cksum)" = "$before" ]
    verdict $? "$name: an equal question is answered from what is kept, which stays as it is"
    for file in "$kept"/*; do
        truncate -s -5 "$file"
        "$CGI" "$@" --checkpoint 0 >out 2>/dev/null
        cmp -s expected out
        verdict $? "$name: a torn file"
        printf 'x' | dd of="$file" bs=1 seek=$(($(wc -c <"$file") / 2)) conv=notrunc 2>/dev/null
        "$CGI" "$@" --checkpoint 0 >out 2>/dev/null
        cmp -s expected out
        verdict $? "$name: a changed byte"
    done
}
question 'one heap' table heap.game 0..4000 --csv
question 'two heaps' table pair.game 0..150 0..150 --csv --solver table
question 'a code' period code.game --to 60000

[ "$(stat -c %a "$kept")" = 700 ] && [ "$(stat -c %a "$kept"/*.values)" = 600 ]
verdict $? 'folder and files are the user alone'"'"'s'
grep -aqF "version $("$CGI" --version | sed 's/^cgi //')" "$kept"/*.values
verdict $? 'a file is of the version that was built, and of its commit'
"$CGI" period code.game --to 60000 >expected 2>/dev/null

rm -rf cache
"$CGI" period code.game --to 60000 --resume --checkpoint 1000 >out 2>err
cmp -s expected out && grep -q '^cgi: nothing that was kept could be used' err
verdict $? '--resume says so where nothing is kept'
"$CGI" period code.game --to 2000 --checkpoint 1000 >out 2>&1 && [ -z "$(ls "$kept")" ]
verdict $? 'short runs are not kept'
CGI_NO_CACHE=1 "$CGI" period code.game --to 60000 --checkpoint 0 >out 2>&1 && [ -z "$(ls "$kept")" ]
verdict $? 'CGI_NO_CACHE is --no-cache'
"$CGI" period code.game --to 60000 --checkpoint 0 --timeout 0.2 >out 2>&1
"$CGI" period code.game --to 60000 >out 2>/dev/null
cmp -s expected out
verdict $? 'a run that a budget ended goes on'

# a killed writer's unfinished file
mkdir -p "$kept" && chmod 700 "$kept" && echo left >"$kept/0123456789abcdef.new"
"$CGI" period code.game --to 60000 --checkpoint 0 >out 2>/dev/null && cmp -s expected out && [ ! -e "$kept/0123456789abcdef.new" ]
verdict $? 'what a killed process left goes'

# two at once
rm -rf cache
"$CGI" period code.game --to 60000 --checkpoint 0 >one 2>/dev/null &
child=$!
"$CGI" period code.game --to 60000 --checkpoint 0 >two 2>/dev/null
wait $child
cmp -s expected one && cmp -s expected two
verdict $? 'two runs of one question at a time'
"$CGI" period code.game --to 60000 --resume >out 2>err
cmp -s expected out && grep -q 'values were kept' err
verdict $? 'and a third one after them'

# where nothing can be kept
rm -rf cache && : >cache
"$CGI" period code.game --to 60000 --checkpoint 0 >out 2>err && cmp -s expected out && [ ! -s err ]
verdict $? 'a folder that cannot be written to'
rm -rf cache
mkdir -p "$kept" && chmod 755 "$kept"
"$CGI" period code.game --to 60000 --checkpoint 0 >out 2>err && cmp -s expected out && [ ! -s err ] && [ -z "$(ls "$kept")" ]
verdict $? 'a folder that others may enter'
chmod 700 "$kept"
(trap '' XFSZ; ulimit -f 1; "$CGI" period code.game --to 60000 --checkpoint 0 >out 2>err) 
[ ! -s err ] && cmp -s expected out
verdict $? 'no room on the disk'
"$CGI" period code.game --to 60000 --checkpoint 0 >out 2>err && cmp -s expected out
verdict $? 'and then room again'
rm -rf cache && mkdir -p cache/cgi && chmod 777 cache/cgi
"$CGI" period code.game --to 60000 --checkpoint 0 >out 2>err && cmp -s expected out && [ ! -s err ] && [ -z "$(ls cache/cgi)" ]
verdict $? 'a folder in which others may put another in its place'
rm -rf cache && mkdir -p cache/cgi && chmod 1777 cache/cgi
"$CGI" period code.game --to 60000 --checkpoint 0 >out 2>err && [ -n "$(ls "$kept")" ]
verdict $? 'one in which each has his own'
rm -rf cache
env -u HOME -u XDG_CACHE_HOME "$CGI" period code.game --to 60000 --checkpoint 0 >out 2>err && cmp -s expected out && [ ! -s err ]
verdict $? 'no home'

# hunts
rm -rf cache
"$CGI" hunt 0.77 0.6 0.156 --until 30000 >out 2>err
[ $? -eq 0 ] && [ ! -s err ] && grep -q '^period *349$' out && grep -q '^preperiod *3479$' out && grep -q '^computed *heaps 0 to 30000$' out
verdict $? 'a hunt finds periods'
grep -A5 '^code *0.6$' out | grep -q '^rare '
verdict $? 'and says how sparse the other codes are'
"$CGI" hunt 0.77 0.6 0.156 --until 30000 >again 2>err && cmp -s out again
verdict $? 'a hunt begun again says the same'
"$CGI" hunt 0.6 --until 20000 --json >out && grep -q '^{"cgi": 1, "code": "0.6", "verdict": "none found", "preperiod": null, "period": null, "to": 20000, "mask": ' out
verdict $? 'a hunt as JSON'
"$CGI" hunt 0.6 --until 30000 --no-cache >out && sed -n '/0\.6/,$p' again | sed '/^$/,$d' | cmp -s - out
verdict $? 'a hunt without files'
rm -rf cache
"$CGI" hunt 0.454 --until 100000 --resume >out 2>err && [ "$(wc -l <err)" -eq 1 ] && grep -q '^cgi: nothing that was kept could be used' err
verdict $? 'what a round of a hunt computed was not kept before'
"$CGI" hunt 0.454 --until 100000 --resume >again 2>err && cmp -s out again && [ "$(wc -l <err)" -eq 1 ] && grep -q '^cgi: [0-9]* values were kept' err
verdict $? 'a hunt says once what was kept'
rm -rf cache
"$CGI" hunt 0.454 0.6 0.77 --until 100000 --resume 2>&1 >out | sort | uniq -c >err && [ "$(wc -l <err)" -eq 1 ] && grep -q '3 cgi: nothing that was kept' err
verdict $? 'and of each code for itself'
for words in '' 'nim' '0.6 --until 0' '0.6 --until 5000000000' '0.6 --resume --no-cache' '0.6 --checkpoint soon'; do
    "$CGI" hunt $words >out 2>err
    [ $? -eq 2 ] && [ -s err ]
    verdict $? "hunt $words: a usage error"
done
"$CGI" hunt 0..6 >out 2>err
[ $? -eq 3 ] && grep -q 'code' err
verdict $? 'hunt 0..6: what is wrong with the code'

# killed NAME ARGUMENTS...: the same for what keeps its values in files that are written anew each time, or in several: killed at each size that is larger than
# the last one, then with what is there, torn and changed.
killed() {
    name=$1
    shift
    rm -rf cache
    "$CGI" "$@" --no-cache >expected 2>/dev/null
    "$CGI" "$@" --checkpoint 0 >out 2>/dev/null
    whole=$(size) killed=0
    rm -rf cache
    for part in 1 2 3 4 5; do
        ended_early $((whole * part / 6)) "$@" && killed=$((killed + 1))
        killed_at_once "$@"
    done
    [ $killed -gt 0 ] && [ "$(size)" -gt 0 ]
    verdict $? "$name: a run is killed"
    "$CGI" "$@" --checkpoint 0 >out 2>/dev/null
    cmp -s expected out
    verdict $? "$name: and goes on to the same answer"
    for file in "$kept"/*.values; do
        truncate -s -5 "$file"
        "$CGI" "$@" --checkpoint 0 >out 2>/dev/null
        cmp -s expected out
        verdict $? "$name: a torn file"
        printf 'x' | dd of="$file" bs=1 seek=$(($(wc -c <"$file") / 2)) conv=notrunc 2>/dev/null
        "$CGI" "$@" --checkpoint 0 >out 2>/dev/null
        cmp -s expected out
        verdict $? "$name: a changed byte"
        : >"$file"
        "$CGI" "$@" --checkpoint 0 >out 2>/dev/null
        cmp -s expected out
        verdict $? "$name: an empty file"
    done
}
cat >board.game <<'END'
game board(g: grid) {
  start(r, c) -> board(grid(r, c, 1))
  move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1 -> board(g with { [i, j] = 0, [i, j + 1] = 0 })
  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1 -> board(g with { [i, j] = 0, [i + 1, j] = 0 })
}
END
killed 'a board' analyze board.game 'board(3, 9)' --ask sg --threads 1 --no-plugins --solver nimbers
cat >corner.game <<'END'
game corner(a, b) {
  move left(t in 1..a) where (a * t) % 7 != 3 -> corner(a - t, b)
  move right(t in 1..b) -> corner(a, b - t)
  move both(t in 1..min(a, b)) where (a + b * t) % 5 != 2 -> corner(a - t, b - t)
}
END
killed 'all positions' analyze corner.game 90 90 --ask sg --no-plugins --solver hashed
cat >steps.game <<'END'
game steps(a, b) {
  move left(t in 1..a) -> steps(a - t, b)
  move right(t in 1..b) -> steps(a, b - t)
  move both(s in 1..a, t in 1..b) where s < 2 * t and t < 2 * s -> steps(a - s, b - t)
}
END
killed 'rows and sets' analyze steps.game 150 140 --ask sg --no-plugins --solver vectors
cat >queen.game <<'END'
game queen(a, b) {
  move left(t in 1..a) -> queen(a - t, b)
  move right(t in 1..b) -> queen(a, b - t)
  move both(t in 1..min(a, b)) -> queen(a - t, b - t)
}
END
killed 'half of a square' analyze queen.game 300 299 --ask sg --no-plugins --solver lines
cat >stones.game <<'END'
game stones(s: row) {
  move left(i in 1..len(s)) where s[i] == 1 and s[i + 1] == 2 -> stones(s with { [i] = 0, [i + 1] = 1 })
  move right(i in 1..len(s)) where s[i] == 2 and s[i + 1] == 1 -> stones(s with { [i] = 1, [i + 1] = 0 })
}
END
killed 'a long row' analyze stones.game "stones([$(printf '1, 2, %.0s' 1 2 3 4 5 6 7 8 9 10 | sed 's/.*/&&&&&&&&&&/')1])" --ask sg --no-plugins --solver families
cat >crosses.game <<'END'
game crosses(s: grid) {
  start(r, c) -> crosses(grid(r, c, 0))
  move fill(i in 1..rows(s), j in 1..cols(s)) where s[i, j] == 0
    and not (s[i, j-1] == 1 and s[i, j+1] == 1 and s[i-1, j] == 1 and s[i+1, j] == 1) -> crosses(s with { [i, j] = 1 })
}
END
killed 'a table of bits' analyze crosses.game 'crosses(4, 4)' --ask sg --no-plugins --solver bits
cat >crowd.game <<'END'
game crowd(a, b) { move take(s in 0..a, t in 0..b) where gcd(s, t) == 1 -> crowd(a - s, b - t) }
END
killed 'marks of a crowd' analyze crowd.game 400 390 --ask outcome --no-plugins --solver vectors
killed 'a hunt' hunt 0.6 0.106 --until 60000

# progress
"$CGI" table pair.game 0..40 0..40 --csv --no-cache >expected 2>err
[ ! -s err ]
verdict $? 'no progress in pipes'
"$CGI" table pair.game 0..40 0..40 --csv --no-cache --progress >out 2>err
cmp -s expected out && grep -q '^[0-9]* of [0-9]* positions' err
verdict $? '--progress shows it'
exit $status
