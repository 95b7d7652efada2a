#!/bin/sh
# cgi analyze --batch: judges' inputs with their exact answers, every way an input can be wrong, files of any size.
. "$(dirname "$0")/cases.sh"

golden=$CGI_SOURCE/tests/golden/contest
bzoj="games/contest/bzoj1022.game --input counted --map P=Brother,N=John"
poj1067="games/contest/poj1067.game --input pairs --map P=0,N=1"

# answers NAME INPUT ARGUMENT...: what is printed is INPUT.out, byte by byte, read as a file and as a stream.
answers() {
    name=$1 input=$2
    shift 2
    "$CGI" analyze "$@" --batch "$golden/$input.in" >out 2>err
    if [ $? -eq 0 ] && cmp -s out "$golden/$input.out" && [ ! -s err ]; then ok "$name"; else
        not_ok "$name" "$(head -n 3 err)" "$(diff "$golden/$input.out" out | head -n 6)"; fi
    tr '\n' ' ' <"$golden/$input.in" | "$CGI" analyze "$@" --batch - >out 2>err
    if [ $? -eq 0 ] && cmp -s out "$golden/$input.out"; then ok "$name, from one line of standard input"; else
        not_ok "$name, from one line of standard input" "$(head -n 3 err)"; fi
}
# shellcheck disable=SC2086 # the arguments are words
answers 'BZOJ 1022' bzoj1022 $bzoj
# shellcheck disable=SC2086
answers 'POJ 1067' poj1067 $poj1067
answers 'POJ 1704' poj1704 games/contest/poj1704.game --input counted --map 'P=Bob will win,N=Georgia will win'
if "$CGI" explain games/contest/poj1704.game '[1, 4]' --json 2>/dev/null | grep -q '"kind": "closed form"'; then
    answers 'POJ 1704 at its limits' poj1704-large games/contest/poj1704.game --input counted --map 'P=Bob will win,N=Georgia will win'
else
    ok 'POJ 1704 at its limits # SKIP no closed form for it is installed'
fi

# batch CODE NAME INPUT ARGUMENT...: with this standard input (printf), the case holds for the exit code.
batch() {
    wanted=$1 name=$2 input=$3
    shift 3
    # shellcheck disable=SC2059 # the input is a format
    printf "$input" | "$CGI" analyze "$@" --batch - >out 2>err
    code=$?
    if [ $code -ne "$wanted" ]; then not_ok "$name: exit $code, not $wanted" "$(cat err)"
    elif grep -qE 'AddressSanitizer|LeakSanitizer|runtime error' err; then not_ok "$name: sanitizer" "$(cat err)"
    else ok "$name"; fi
}
nim='games/nim.game --input counted'
wythoff='games/wythoff.game --input pairs'
lines() { name="$name: answers"; exactly out "$(printf "$1")"; }

# ---- forms ----------------------------------------------------------------------------------------------------------------
# shellcheck disable=SC2086
{
batch 0 'no positions' '0' $nim && silent out && silent err
batch 0 'no pairs' '' $wythoff && silent out && silent err
batch 0 'blanks alone' ' \n\t\r\n ' $wythoff && silent out
batch 0 'no line end at the end' '1 2\n3 5' $wythoff && lines 'P\nP'
batch 0 'any white space' '\357\273\2771\t2\r\n\r\n\v3\f 5 \n' $wythoff && lines 'P\nP'
batch 0 'leading zeros' '0001 002' $wythoff && lines 'P'
batch 0 'an empty position' '2 0 1 0' $nim && lines 'P\nP'
batch 0 'words for outcomes' '1 2 1 1' $wythoff --map P=lost,N=won --misere && lines 'won\nwon'
batch 0 'words with blanks and signs' '1 2 1 1' $wythoff --map 'P=a=b c,N=' && lines 'a=b c\n\n'
batch 0 'two heaps are a pair' '3 3 1 2' games/nim.game --input pairs && lines 'P\nN'
batch 0 'the largest numbers' '9223372036854775807 9223372036854775807\n9223372036854775806 9223372036854775807' $wythoff && lines 'N\nN'
batch 0 'by search' '2 3 1 2 3 2 5 9' $nim --no-plugins && lines 'P\nN'
batch 0 'pairs by search' '1 2 3 5 6 6 4 7' $wythoff --no-plugins && lines 'P\nP\nN\nP'
}
cat >chips.game <<'END_OF_RULE'
game chips(p: row) where increasing(p) and (len(p) == 0 or p[1] >= 1) {
  move slide(i in 1..len(p), y in p[i - 1] + 1..p[i] - 1) -> chips(p with { [i] = y })
}
END_OF_RULE
cat >ordered.game <<'END_OF_RULE'
game ordered(a, b) where a <= b { move left(t in 1..a) -> ordered(a - t, b) move right(t in 1..b - a) -> ordered(a, b - t) }
END_OF_RULE
cat >moore.game <<'END_OF_RULE'
param k = 2 in 1..
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game moore(h: bag) = upto k of (nim(x) for x in h)
END_OF_RULE
cat >kl.game <<'END_OF_RULE'
game kl(n) { param k = 1; param l = 2 move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl(n - t) }
END_OF_RULE
cat >signed.game <<'END_OF_RULE'
game down(n: int) where n >= -3 { move step where n > -3 -> down(n - 1) }
END_OF_RULE
cat >circle.game <<'END_OF_RULE'
game circle(n) { loopy move on where n < 3 -> circle(n + 1) move back where n > 0 and n < 3 -> circle(n - 1) }
END_OF_RULE
batch 0 'cells in any order' '2 3 3 1 2 2 4 1' chips.game --input counted && lines 'P\nN'
batch 0 'a pair in any order' '3 1 1 3' ordered.game --input pairs && lines 'N\nN'
for order in 'sorted(p)' 'p == sort(p)' 'all(p[i] <= p[i + 1] for i in 1..len(p) - 1)' 'len(p) == 3 and not (p[1] > p[2] or p[2] > p[3])'; do
    printf 'game last(p: row) where %s { move out where p[len(p)] == 20 -> end }\n' "$order" >last.game
    batch 0 "an order in other words: $order" '2 3 3 20 2 3 2 21 2' last.game --input counted && lines 'N\nP'
done
printf 'game last(p: row) where p == reverse(sort(p)) { move out where p[1] == 20 -> end }\n' >last.game
batch 0 'an order that falls' '2 3 3 20 2 3 2 21 2' last.game --input counted && lines 'N\nP'
printf 'game last(p: row) where all(p[i] <= i for i in 1..len(p)) { move out where p[1] == 1 -> end }\n' >last.game
batch 0 'an invariant that asks for no order' '2 2 1 0 3 0 2 1' last.game --input counted && lines 'N\nP'
# what looks like an order among small numbers and short rows need not be one: a position is taken as it is given
printf 'game g(a, b) where a <= b or a >= 5000 { move m where b <= 10 -> end }\n' >late.game
batch 0 'a pair that is a position is not sorted' '6000 5 5 6000 3 4000 4000 3' late.game --input pairs && lines 'N\nP\nP\nP'
printf 'game g(p: row) where len(p) <= 6 and all(p[i] <= p[i + 1] for i in 1..len(p) - 1) or len(p) > 6 {
  move m where len(p) >= 1 and p[1] == 9 -> end\n}\n' >long.game
batch 0 'a row that is a position is not sorted' '3 7 9 8 7 6 5 4 3 7 3 8 7 6 5 4 9 2 10 9' long.game --input counted && lines 'N\nP\nN'
printf 'game g(p: row) where all(p[i] >= p[i + 1] or p[i] == 7777 for i in 1..len(p) - 1) {
  move m where len(p) >= 1 and p[1] == 7777 -> end\n}\n' >falls.game
batch 0 'a row that is a position is not sorted the other way round' '3 2 7777 8000 2 8000 7777 3 1 7777 2' falls.game --input counted &&
    lines 'N\nP\nN'
batch 2 'and is broken' '1 3 2 0 1' last.game --input counted && says err E0672
batch 0 'a compound' '2 3 1 1 1 3 1 2 3' moore.game --input counted && lines 'P\nN'
batch 0 'the mover matters' '1 2 4 5' kl.game --input counted --map loss=first,win=second && lines 'first'
batch 0 'the other mover' '1 2 4 5' kl.game --input counted --mover 2 && lines 'win'
batch 0 'SG values of heaps' '3 2 5 6 1 4 0' games/kayles.game --input counted --ask sg && lines '7\n1\n0'
batch 0 'SG values of sums in words of analyze' '2 3 1 2 3 2 5 9' games/nim.game --input counted --ask sg && lines '0\n12'
batch 0 'SG values of pairs' '1 2 3 3 4 6 2 0' games/wythoff.game --input pairs --ask sg && lines '0\n6\n9\n2'
batch 0 'SG values by search' '1 2 3 3 4 6 2 0' games/wythoff.game --input pairs --ask sg --no-plugins && lines '0\n6\n9\n2'
batch 0 'SG values of cells in any order' '2 3 3 1 2 2 4 1' chips.game --input counted --ask sg && lines '0\n2'
batch 0 'SG values of a compound' '3 3 1 1 1 3 1 2 3 2 4 9' moore.game --input counted --ask sg && lines '0\n6\n13'
batch 0 'no SG value where nobody can force the end' '0 1 3 1' circle.game --input pairs --ask sg && lines 'none\nnone'
batch 0 'an outcome that is asked for' '1 2 3 3' games/wythoff.game --input pairs --ask outcome && lines 'P\nN'
batch 2 'no SG values in misere play' '1 2' games/wythoff.game --input pairs --ask sg --misere && silent out && says err 'misere play has no SG values'
batch 2 'nor where the mover matters' '1 2 4 5' kl.game --input counted --ask sg && silent out && says err 'the mover matters has no SG values'
batch 2 'what is no word' '1 2' games/wythoff.game --input pairs --ask sg,wins && says err "the outcome, or with --ask sg the SG value; not 'sg,wins'"
batch 2 'words for values' '1 2' games/wythoff.game --input pairs --ask sg --map P=0 && says err 'choose one'
batch 0 'negative numbers where the game has them' '2 1 -3 1 0' signed.game --input counted && lines 'P\nN'

# ---- inputs that are wrong: where, what was expected, and the answers before -------------------------------------------------
# shellcheck disable=SC2086
{
batch 2 'half a pair' '1 2\n3 5\n4' $wythoff && lines 'P\nP' && says err '^<stdin>:3:2: error\[E0670\]: expected the second number of the pair, found the end of the file'
batch 2 'half a pair and a line end' '1 2\n3 5\n4\n' $wythoff && lines 'P\nP' && says err '^<stdin>:4:1: error\[E0670\]: expected the second number of the pair, found the end of the file'
batch 2 'a word' '1 2\n3 x5\n' $wythoff && lines 'P' && says err "^<stdin>:2:3: .*found 'x5'" && says err '^    3 x5$' && says err '^      \^\^$'
batch 2 'a number with a word at its end' '1 2\n12abc 3' $wythoff && lines 'P' && says err "2:1: .*found '12abc'"
batch 2 'a negative number' '1 2 -3 4' $wythoff && lines 'P' && says err "1:5: .*found '-3'"
batch 2 'a fraction' '1 2.5' $wythoff && silent out && says err "1:3: .*found '2.5'"
batch 2 'a number beyond 64 bits' '1 2 1 9223372036854775808' $wythoff && lines 'P' && says err '1:7: .*expected a number below 2\^63'
batch 2 'control characters' '1 2 \001\002' $wythoff && lines 'P' && says err "1:5: .*found '\?\?'"
batch 2 'nothing where a count is expected' '' $nim && silent out && says err '1:1: .*expected the number of positions, found the end'
batch 2 'a position too few' '3\n1 5\n2 1 1\n' $nim && lines 'N\nP' && says err 'expected how many numbers position 3 of 3 has, found the end'
batch 2 'a number too few' '2\n1 5\n3 1 1' $nim && lines 'N' && says err 'expected number 3 of the 3 of position 2, found the end'
batch 2 'a number too many' '1\n1 5\n7' $nim && lines 'N' && says err "3:1: .*expected the end of the file after the last position, found '7'"
batch 2 'a negative count' '1\n-1' $nim && silent out && says err "2:1: .*found '-1'"
batch 2 'a count beyond all bounds' '1\n1000000000000000000 5' $nim && silent out && says err 'expected number 2 of the 1000000000000000000'
}
batch 2 'two chips on one cell' '2 2 1 3 2 4 4' chips.game --input counted && lines 'N' && says err "1:13: error\[E0672\]: .*'chips': they break its invariant"
batch 2 'a chip off the strip' '1 2 0 4' chips.game --input counted && silent out && says err 'E0672'
batch 2 'a number below the invariant' '1 1 -4' signed.game --input counted && silent out && says err 'E0672'

# closed forms and search say the same; cells are sorted however many there are and however far apart
awk 'BEGIN { for (a = 0; a < 24; a++) for (b = 0; b < 24; b++) print a, b }' >box.in
for play in '' --misere; do
    for game in nim wythoff bash; do
        "$CGI" analyze "games/$game.game" --batch box.in --input pairs $play >closed 2>err
        "$CGI" analyze "games/$game.game" --batch box.in --input pairs $play --no-plugins >searched 2>>err
        name="$game $play: the closed form and search"
        if cmp -s closed searched && [ "$(wc -l <closed)" -eq 576 ] && [ ! -s err ]; then ok "$name"; else not_ok "$name" "$(head -n 5 err)"; fi
    done
done
printf 'game flat(p: row) where increasing(p) { move out where len(p) == 1 -> end }\n' >flat.game
printf 'game fallen(a: int, b: int) where a > b { move out where a == b + 1 -> end }\n' >fallen.game
for range in 3000 5000000 1000000000; do
    awk -v range=$range 'BEGIN { srand(range); print 3; for (i = 0; i < 3; i++) { print 1500; n = 0
        while (n < 1500) { x = int(rand() * range); if (!(x in seen)) { seen[x] = 1; print x; n++ } } delete seen } }' >shuffled.in
    run 0 "1500 cells below $range in any order" analyze flat.game --no-plugins --input counted --batch shuffled.in && exactly out 'P
P
P'
done
batch 0 'a pair that must fall' '1 2 -5 -4 9 -9' fallen.game --input pairs && lines 'N\nN\nP'

# columns after the line has left the buffer, and inputs larger than it
awk 'BEGIN { for (i = 0; i < 120000; i++) printf "1 2 "; printf "x" }' >long.in
run 2 'a mistake far to the right' analyze games/wythoff.game --input pairs --batch long.in && says err '^long.in:1:480001: error'
name='all answers before it'
if [ "$(grep -cx P out)" -eq 120000 ]; then ok "$name"; else not_ok "$name" "$(wc -l out)"; fi
awk 'BEGIN { for (i = 0; i < 300000; i++) printf "%d %d\n", i % 1000, (i * 7) % 1000 }' >many.in
run 0 '300000 pairs' analyze games/wythoff.game --input pairs --batch many.in
name='as many answers'
if [ "$(wc -l <out)" -eq 300000 ]; then ok "$name"; else not_ok "$name"; fi
awk 'BEGIN { for (i = 0; i < 300000; i++) printf "7"; print " 1" }' >digits.in
run 2 'a number of 300000 digits' analyze games/wythoff.game --input pairs --batch digits.in && silent out && says err '1:1: .*below 2\^63'
awk 'BEGIN { print 1; print 200000; for (i = 0; i < 200000; i++) print 1 }' >heaps.in
run 0 '200000 heaps' analyze games/nim.game --input counted --batch heaps.in && exactly out P
awk 'BEGIN { print 1; print 70000; for (i = 0; i < 70000; i++) print 2 * i + 1 }' >cells.in
run 2 'more cells than a row may have' analyze chips.game --input counted --batch cells.in && says err 'E0672.*too many cells'
head -c 100000 /dev/urandom >noise.in
run 2 'noise' analyze games/wythoff.game --input pairs --batch noise.in
run 4 'a budget' analyze chips.game --no-plugins --input counted --max-states 500 --batch "$golden/poj1704-large.in"

# what a search is sure to meet is refused at once
printf 'game slow(n, z) { move take(t in 1..3) where t <= n and (t + z) %% 4 != 0 -> slow(n - t, min(z, n - t))\n  expect sg(slow(1000000000000, 5)) == 1 }\n' >slow.game
printf 'game slow(n, z) { move take(t in 1..3) where t <= n and (t + z) %% 4 != 0 -> slow(n - t, z) }\n' >beside.game
printf 'game falls(n, z) { move take(t in 1..3) where t <= n and (n + t) %% 3 != 0 -> falls(n - t, min(z, n - t)) }\n' >falls.game
printf '1000000000000 5\n2000000000000 5\n' >far.in
run 4 'a batch that cannot fit' analyze slow.game --memory 100M --input pairs --batch far.in && says err 'E0697.*hashed: it visits at least'
run 4 'a misere batch that cannot fit' analyze falls.game --misere --memory 100M --input pairs --batch far.in && says err 'E0697.*wholesum: it visits at least'
run 4 'a table that cannot fit' table slow.game 1000000000000..1000000000003 5 --memory 100M && says err 'E0697.*hashed: it visits at least'
run 4 'an expectation that cannot fit' test slow.game --memory 100M && says err 'E0697.*hashed: it visits at least'
run 4 'a question that cannot fit, explained' explain slow.game 1000000000000 5 --memory 100M && says err 'E0697.*hashed: it visits at least'
cat >all.game <<'END_OF_RULE'
game g(n) { move all where n > 0 -> g(0)
  move take(t in 1..3) where t <= n and (t * t + n) % 7 != 3 -> g(n - t)
  expect outcome(g(1000000000000)) == N
}
END_OF_RULE
run 0 'an outcome is found where values cannot fit' analyze all.game 1000000000000 --ask outcome --memory 100M && says out '^outcome +N' && silent err
run 0 'and told without the value' analyze all.game 1000000000000 --memory 100M && says out '^outcome +N' && says out '^SG value +none: .*more memory' && says out '^winning moves all -> g\(0\)$'
run 4 'a value that was asked for is refused' analyze all.game 1000000000000 --ask sg --memory 100M && says err 'E0697.*hashed: it visits at least'
run 4 'a named solver of values is refused' analyze all.game 1000000000000 --solver hashed --memory 100M && says err 'E0697.*hashed: it visits at least'
run 0 'an expectation of an outcome' test all.game --memory 100M
# answered_from NAME ARGUMENT...: where so much memory is enough, more of it is: nothing that is optional takes what is needed later.
answered_from() {
    name=$1 enough='' bad=''
    shift
    for kilobytes in 700 750 800 850 900 950 1000 1050 1100 1150 1200 1300 1400 1600 2400; do
        if "$CGI" analyze "$@" --memory "${kilobytes}K" >out 2>err; then enough=yes; elif [ "$enough" ]; then bad="$bad $kilobytes"; fi
    done
    if [ "$enough" ] && [ ! "$bad" ]; then ok "$name"; else not_ok "$name" "not with$bad"; fi
}
answered_from 'a search that remembers less where there is little memory' games/cram.game 4 5 --no-plugins
answered_from 'a misere search that takes boards whole where there is little memory' games/cram.game 4 5 --no-plugins --misere --ask outcome
run 4 'a remoteness that cannot fit' analyze beside.game 1000000000000 5 --misere --ask remoteness --memory 100M && says err 'E0697'

# ---- usage ----------------------------------------------------------------------------------------------------------------------
usage '--batch without --input' 'needs --input pairs or' analyze games/nim.game --batch many.in
usage '--input of another kind' 'needs --input pairs or' analyze games/nim.game --batch many.in --input csv
usage '--batch and a position' 'give none' analyze games/nim.game 3 --batch many.in --input pairs
run 2 '--batch --json' analyze games/nim.game --batch many.in --input pairs --json && says out 'E0695.*omit --json'
usage 'a sweep' 'one setting' analyze games/bash.game --batch many.in --input pairs --set m=1..3
usage 'a map of nothing' "not 'X=1'" analyze games/nim.game --batch many.in --input pairs --map P=0,X=1
usage 'a map without anything' "not ''" analyze games/nim.game --batch many.in --input pairs --map ''
usage 'two words for one outcome' "'P=b' is the second" analyze games/nim.game --batch many.in --input pairs --map P=a,P=b
usage 'a map without a file' 'with --batch FILE' analyze games/nim.game 3 --map P=0,N=1
usage 'a form without a file' 'with --batch FILE' analyze games/nim.game 3 --input pairs
usage 'a map without a word' "not 'P'" analyze games/nim.game --batch many.in --input pairs --map P
usage 'a missing input' 'nowhere.in cannot be read' analyze games/nim.game --batch nowhere.in --input pairs
usage 'a folder as input' 'cannot be read' analyze games/nim.game --batch . --input pairs
usage 'counted for two numbers' "E0671.*'wythoff'" analyze games/wythoff.game --batch many.in --input counted
printf 'graph g { a -> b }\n' >graph.game
usage 'nodes' 'E0671.*nodes of a graph' analyze graph.game --batch many.in --input pairs
printf 'game three(a, b, c) { move left(t in 1..a) -> three(a - t, b, c) }\n' >three.game
usage 'three numbers' 'E0671' analyze three.game --batch many.in --input pairs
exit $status
