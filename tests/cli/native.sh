#!/bin/sh
# Compiled tables through the program: which compiler, what is kept and what of it is believed, and that nothing is said or lost where it does
# not work. A compiler of our own in front of the real one leaves a mark when it runs; the real one may look for another in the path, as
# ccache does, and does not find ours there. $CGI is the program. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok native $2"; else echo "not ok native $2"; status=1; fi; }
cat >heap.game <<'END'
game heap(n) { move take(t in 1..n) where (n + t * t) % 13 < 8 -> heap(n - t) }
END
mkdir bin
real=$work/real
cat >"$real" <<END
#!/bin/sh
PATH="$PATH" exec "$CGI_CC" "\$@"
END
cat >bin/cc <<END
#!/bin/sh
echo ran >>"$work/mark"
exec "$real" "\$@"
END
chmod +x bin/cc "$real"
# asks NAME ENVIRONMENT...: the answer is the machine's, nothing is said, and `mark` tells whether the compiler ran.
"$CGI" analyze heap.game 500 --native never >expected 2>&1
asks() {
    name=$1
    shift
    rm -f mark
    env "$@" "$CGI" analyze heap.game 500 --native always >out 2>err
    code=$?
    [ $code -eq 0 ] && cmp -s expected out && [ ! -s err ]
    verdict $? "$name: the same answer, and nothing is said"
}
ran() { [ -e mark ]; verdict $? "$name: the compiler runs"; }
did_not_run() { [ ! -e mark ]; verdict $? "$name: the compiler does not run"; }
new_cache() { rm -rf cache && mkdir cache; }
here="PATH=$work/bin:$PATH"
kept=$work/cache/cgi/native

new_cache
asks 'the first time' "$here" "XDG_CACHE_HOME=$work/cache" && ran
[ "$(ls "$kept" | wc -l)" -eq 3 ]; verdict $? 'an entry is three files'
[ "$(stat -c %a "$kept")" = 700 ]; verdict $? 'the folder is the user alone'"'"'s'
asks 'the second time' "$here" "XDG_CACHE_HOME=$work/cache" && did_not_run
"$CGI" analyze heap.game 500 --native never >/dev/null; verdict $? '--native never'

# what was kept is believed only if it is whole and the very same
for ending in so c sum; do
    truncate -s -1 "$kept"/*.$ending
    asks "a torn .$ending" "$here" "XDG_CACHE_HOME=$work/cache" && ran
    asks "after a torn .$ending" "$here" "XDG_CACHE_HOME=$work/cache" && did_not_run
done
printf 'x' | dd of="$(echo "$kept"/*.so)" bs=1 seek=4000 conv=notrunc 2>/dev/null
asks 'a changed library' "$here" "XDG_CACHE_HOME=$work/cache" && ran
rm "$kept"/*.sum
asks 'an entry that was not finished' "$here" "XDG_CACHE_HOME=$work/cache" && ran
rm "$kept"/*.sum && mkfifo "$(echo "$kept"/*.so | sed 's/so$/sum/')"
asks 'a pipe in its place' "$here" "XDG_CACHE_HOME=$work/cache" && ran
touch bin/cc
asks 'another compiler' "$here" "XDG_CACHE_HOME=$work/cache" && ran
[ "$(ls "$kept" | wc -l)" -eq 6 ]; verdict $? 'each compiler has its entry'
[ -z "$(ls "$kept" | grep new)" ]; verdict $? 'nothing is left beside the entries'

# the size is bounded: what was used longest ago goes
for key in 0000000000000001 0000000000000002 0000000000000003; do
    truncate -s 30M "$kept/$key.so"
    : >"$kept/$key.c"
    echo x >"$kept/$key.sum"
    touch -d "2001-01-0${key#000000000000000}" "$kept/$key.sum"
done
touch -d 2001-01-01 "$kept/new-1-x.c"
touch bin/cc
asks 'a full folder' "$here" "XDG_CACHE_HOME=$work/cache" && ran
[ ! -e "$kept/0000000000000001.so" ] && [ -e "$kept/0000000000000003.so" ]; verdict $? 'the oldest entries go, the younger stay'
[ ! -e "$kept/new-1-x.c" ]; verdict $? 'what a killed process left goes'

# where nothing can be kept
chmod 755 "$kept"
mkdir passing
asks 'a folder that others may enter' "$here" "XDG_CACHE_HOME=$work/cache" "TMPDIR=$work/passing" && ran
[ -z "$(ls passing)" ]; verdict $? 'a passing folder is removed'
chmod 700 "$kept" && chmod 777 "$work/cache/cgi"
asks 'a folder in which others may put another in its place' "$here" "XDG_CACHE_HOME=$work/cache" "TMPDIR=$work/passing" && ran
[ -z "$(ls passing)" ]; verdict $? 'its passing folder is removed'
asks 'no home' -u HOME -u XDG_CACHE_HOME "$here" "TMPDIR=$work/passing" && ran
asks 'a home that is a file' -u XDG_CACHE_HOME "HOME=$work/heap.game" "$here" "TMPDIR=$work/passing" && ran
asks 'nowhere to write' -u HOME -u XDG_CACHE_HOME "$here" "TMPDIR=$work/none" && did_not_run
[ -z "$(ls passing)" ]; verdict $? 'passing folders are removed'

# compilers that do not work
new_cache
asks 'no compiler' PATH=/nonexistent "XDG_CACHE_HOME=$work/cache"
asks 'no PATH' -u PATH "XDG_CACHE_HOME=$work/cache"
fake() { # NAME BODY
    new_cache
    printf '#!/bin/sh\n%s\n' "$2" >bin/cc
    asks "$1" "$here" "XDG_CACHE_HOME=$work/cache"
    [ -z "$(ls "$kept" | grep -v '^[0-9a-f]\{16\}\.')" ]; verdict $? "$1: nothing is left"
}
last='for last; do :; done; while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done;'
fake 'a compiler that fails' 'exit 1'
fake 'a compiler that crashes' 'kill -SEGV $$'
fake 'a compiler that talks' 'echo hello; echo hello >&2; exit 1'
fake 'a compiler that makes nothing' 'exit 0'
fake 'a compiler that makes rubbish' "$last echo rubbish >\"\$out\""
fake 'a library of another form' "$last echo 'const int cgi_run_form = -1; void cgi_table(void *x) { __builtin_trap(); }' | '$real' -x c -shared -fPIC -o \"\$out\" -"
fake 'a library without the function' "$last echo 'const int cgi_run_form = 1;' | '$real' -x c -shared -fPIC -o \"\$out\" -"

new_cache
trap '' CHLD
asks 'a program that is not told of the end of its children' PATH=/usr/bin:/bin "XDG_CACHE_HOME=$work/cache"
trap - CHLD

# a compiler that is still at work when the answer is there ends with the program
new_cache
echo 'game slow(n) { move take(t in 1..n) where isqrt(n * t) % 13 < 8 -> slow(n - t) }' >slow.game
printf '#!/bin/sh\necho $$ >"%s/child"\nexec sleep 1000\n' "$work" >bin/cc
rm -f child
env "$here" "XDG_CACHE_HOME=$work/cache" "$CGI" analyze slow.game 9000 >out 2>err
verdict $? 'a compiler that does not end is not waited for'
[ -e child ] && ! kill -0 "$(cat child)" 2>/dev/null; verdict $? 'and it ends with the program'
"$CGI" analyze slow.game 9000 --native never | cmp -s - out; verdict $? 'the answer is the same'
[ ! -s err ] && [ -z "$(ls "$kept")" ]; verdict $? 'nothing is said or left'

timeout 60 env "$here" "XDG_CACHE_HOME=$work/cache" "$CGI" analyze slow.game 9000 --native always --timeout 1 >out 2>err
[ $? -eq 4 ] && grep -q 'time budget' err; verdict $? 'a compiler that is waited for is waited for as long as there is time'
! kill -0 "$(cat child)" 2>/dev/null && [ -z "$(ls "$kept")" ]; verdict $? 'it ends too'

for signal in TERM HUP; do
    rm -f child
    env "$here" "XDG_CACHE_HOME=$work/cache" "$CGI" analyze slow.game 9000 --native always >out 2>err &
    waited=0
    while [ ! -s child ] && [ $waited -lt 400 ]; do sleep 0.05; waited=$((waited + 1)); done
    kill -$signal $!
    wait $! 2>/dev/null
    [ $? -gt 128 ] && ! kill -0 "$(cat child)" 2>/dev/null && [ -z "$(ls "$kept")" ]; verdict $? "it ends with a program that is ended by SIG$signal"
done

# a set that grows within a loop over its own elements
cat >grows.game <<'RULE'
game g(a) {
  move m(p in squares, q in squares) where p <= a and q <= 400 * a * a and (p + q + a) % 17 == 3 and q > 390 * p * a -> g(a - p)
}
RULE
"$CGI" table grows.game 0..300 --csv --no-cache --native never >slow && "$CGI" table grows.game 0..300 --csv --no-cache --native always >out
verdict $? 'a loop goes on when the set it runs through has grown'
cmp -s slow out; verdict $? 'with the same elements'

"$CGI" analyze heap.game 5 --native sometimes 2>err; [ $? -eq 2 ] && grep -q "auto, always or never, not 'sometimes'" err; verdict $? 'other words are an error'
exit $status
