#!/bin/sh
# cgi explain says why: each number of its sentences is asked for again, by other commands.
. "$(dirname "$0")/cases.sh"

# answers COUNT FILE ARGUMENT...: of the last run; each answer to a move leads to a position that is lost.
answers() {
    least=$1 file=$2
    shift 2
    sed -n 's/.* is answered by .* -> \(.*\)$/\1/p' out >to
    if [ "$(wc -l <to)" -lt "$least" ]; then not_ok "$name: answers" "fewer than $least" "$(cat out)" && return; fi
    while read -r to; do
        if "$CGI" analyze "$file" "$to" --no-plugins "$@" 2>err </dev/null | grep -q '^outcome *P,'; then continue; fi
        not_ok "$name: $to is no lost position" "$(cat err)" && return
    done <to
    ok "$name: its answers lead to lost positions"
}

cat >two.game <<'END_OF_RULE'
game pile(n) { move take(t in {1, 2, 4, 5}) where t <= n -> pile(n - t) }
game break(n) {
  move at(a in 0..n - 2) -> break(a) + break(n - 2 - a)
  move one where n == 1 -> break(0)
}
END_OF_RULE
run 0 'a sum' explain two.game 'pile(5) + pile(4) + pile(7)'
says out '^ +10  pile\(5\) is worth 2$'
says out '^ +01  pile\(4\) is worth 1$'
says out '^ +01  pile\(7\) is worth 1$'
says out '^ +10  their xor is 2: a one where the ones above are odd in number$'
says out 'the column of 2 decides'
says out 'pile\(5\) must become worth 2 xor 2 = 0: take\(t = 2\) in pile\(5\)$'
hides out 'pile\(4\) must become'
run 0 'a sum that is lost' explain two.game 'pile(4) + pile(7)'
says out 'all columns are even; a move changes one part'
answers 4 two.game
run 0 'a sum, in misere play' explain two.game 'pile(4) + pile(7) + break(3)' --misere
says out 'their xor is 0; as all are turned round by misere play, a xor of 1 is lost, so the player to move wins'
hides out 'column'
run 0 'the least that is missing' explain two.game 'pile(8)'
says out '^ +0 by take\(t = 2\)$'
says out '^ +1 by take\(t = 1\)$'
says out '^ +2 by no move: the least value that is missing$'
run 0 'none to move to' explain two.game 'pile(0)'
says out '0 by no move'
hides out 'answered'
run 0 'a lost heap' explain two.game 'pile(6)'
answers 4 two.game
run 0 'a lost heap in misere play' explain two.game 'break(9)' --misere
answers 3 two.game --misere
run 0 'a period' explain games/kayles.game 1000 --max-moves 3
says out '^because +1000 = 76 \+ 77 \* 12, and values repeat with period 12 \(proved\): kayles\(1000\) is worth what kayles\(76\) is, 1$'
"$CGI" analyze games/kayles.game 76 >small
if [ "$(grep '^SG value' out)" = "$(grep '^SG value' small)" ]; then ok "$name: the same value"; else not_ok "$name: another value" "$(cat small)"; fi
run 0 'a huge heap' explain games/kayles.game 100000000000000000000000000000
says out '^because +100000000000000000000000000000 = 76 \+ 8333333333333333333333333327 \* 12, and'
run 0 'a period with more in each' explain games/lasker.game 1001 --max-moves 3
says out '^because +1001 = 1 \+ 250 \* 4, and 4 more in a heap add 4 \(proved\): lasker\(1\) is worth 1, so lasker\(1001\) is worth 1 \+ 250 \* 4 = 1001$'
says out '^ +3 by take\(t = 997\)$'
run 0 'moves that are called alike' explain games/token.game a
says out '^because +0 by step -> token\(c\)$'
says out '^ +1 by step -> token\(d\)$'
run 0 'answers where positions recur come nearer to the end' explain games/northcott.game 'northcott([1, 2], [4, 5])' --mover 1
sed -n 's/.* is answered by .* -> \(northcott(.*)\), from where it takes at most \([0-9]*\) moves$/\1|\2/p' out >to
if [ "$(wc -l <to)" -eq 5 ]; then ok "$name: 5 answers"; else not_ok "$name: answers" "$(cat out)"; fi
while IFS='|' read -r to count; do
    "$CGI" analyze games/northcott.game "$to" --mover 1 --ask outcome,remoteness </dev/null |
        grep -E "^(outcome +the player to move loses|remoteness +$count)\$"
done <to >found
if [ "$(wc -l <found)" -eq 10 ]; then ok "$name: they are lost, in so many moves"; else not_ok "$name: not lost" "$(cat found to)"; fi
run 0 'a move that leaves none, in misere play' explain games/grundy_misere.game 3
says out '^because +split\(a = 1\) leaves grundy\(1\) \+ grundy\(2\), where no move is left, so the other player wins$'
run 0 'no move, in misere play' explain games/grundy_misere.game 2
says out '^because +no move is left, and in misere play who cannot move wins, so the player to move wins$'
run 0 'no move of this player' explain games/northcott.game 'northcott([1], [2])' --mover 1
says out '^because +no move is left, and in normal play who cannot move loses, so the player to move loses$'
run 0 'a draw' explain games/kernels.game a
says out '^because +no move leaves a position that is lost; step -> kernels\(b\) leaves one that nobody can win by force$'
run 0 'a win where there is no value' explain games/grundy_misere.game 8
says out '^because +split\(a = 2\) wins: it leaves grundy\(2\) \+ grundy\(6\), a position that is lost$'
"$CGI" analyze games/grundy_misere.game 'grundy(2) + grundy(6)' --no-plugins >lost
says lost '^outcome +P,'
run 0 'a misere sum by pairs' explain games/lasker_misere.game 3 3
says out '^because +lasker\(3\) is worth 4, and its winner is the same in misere play$'
says out 'their xor is 0; .* so the player to move loses$'
says out 'split\(a = 1\) in lasker\(3\) is answered by'
says out 'and so is each of the other 4 moves$'
run 0 'two heaps' explain games/wythoff.game 4 7
answers 12 games/wythoff.game
says out 'and so is each of the other 3 moves$'
run 0 'two heaps in misere play' explain games/wythoff.game 4 7 --misere
answers 12 games/wythoff.game --misere
run 0 'no list is complete, but all values are known' explain games/wythoff.game 6 9 --max-moves 3
says out '^ +13 by no move: the least value that is missing$'
run 0 'a player who may not take k' explain games/kl_nim.game 4 5 --mover 1
if [ "$(grep -c 'is answered by' out)" -ge 6 ]; then ok "$name: moves are answered"; else not_ok "$name: no answers" "$(cat out)"; fi
sed -n 's/.* is answered by .* -> \(.*\)$/\1/p' out | while read -r to; do
    "$CGI" analyze games/kl_nim.game "$to" --mover 1 --no-plugins </dev/null | grep '^outcome' | grep -v loses
done >won
name='its answers lead to lost positions'
silent won
run 0 'a board' explain games/cram.game 'cram([[1, 1, 1, 1], [1, 1, 1, 1]])'
answers 5 games/cram.game
run 0 'JSON' explain two.game 'pile(6)' --json
json '.because | length >= 4 and (map(select(test("is answered by"))) | length) == 4'
run 0 'JSON of a draw or a cycle' explain games/nim.game 0 --json
json '.because | type == "array"'

# Theorems step by step; unit/steps calculates such lines again for drawn positions.
run 0 'Moore: columns and the move' explain games/moore.game '[3, 5, 6, 12, 9, 2]'
says out 'ones in the column of 8: 2 = 0 \* 3 \+ 2, not divisible by 3$'
says out 'a heap of 12 becomes 12 - 12 = 0$'
says out 'then ones in the column of 4: 3 = 1 \* 3 \+ 0, divisible by 3$'
run 0 'Wythoff: the pair and Fibonacci numbers' explain games/wythoff.game 7 3
says out 'lost pair number 4 .* = 6, and 6 \+ 4 = 10$'
says out '7 = 5 \+ 2, Fibonacci numbers of which the least is F_3, .*: one place down, 3 \+ 1 = 4, is the other$'
run 0 'Fibonacci Nim: parts and the limit' explain games/fibonacci.game 85
says out '85 = 55 \+ 21 \+ 8 \+ 1$'
says out 'the limit 84 >= 1, the least part'
says out '2 \* 9 = 18, and 18 < 21'
run 0 'a rule by another name' explain two.game 'pile(100000000000000000000000000000)'
says out '^because +pile\(100000000000000000000000000000\) is subtraction\(100000000000000000000000000000\) with S = \{1, 2, 4, 5\}$'
says out 'pile\(100000000000000000000000000000\): 100000000000000000000000000000 = [0-9]+ \* 3 \+ [0-9]+$'
run 0 'in misere play' explain games/georgia.game '[2, 5, 9]' --misere
says out 'the edge 0 and the chip on 2 have a gap of 2 - 0 - 1 = 1$'
says out 'misere play: .* it is 2, not 0, so the player to move wins$'
run 0 'without plugins no steps' explain games/fibonacci.game 85 --no-plugins
hides out 'the limit 84'
says out 'since 85 = 55 \+ 21 \+ 8 \+ 1$'
run 0 'by another solver no steps' explain games/nim.game 5 --solver sequence
hides out 'the least number missing'
run 0 'a sum of large values' explain games/nim.game 100000000000000000000 5
says out 'nim\(100000000000000000000\) must become worth 100000000000000000000 xor 100000000000000000005 = 5: take'

# The automaton of the lost positions, where a proof is found: what it reads are the numbers, and it accepts the lost ones.
cat >near.game <<'END_OF_RULE'
game near(a, b) {
  move left(t in 1..a) -> near(a - t, b)
  move right(t in 1..b) -> near(a, b - t)
  move both(t in 1..a, u in 1..b) where t - u <= 1 and u - t <= 1 -> near(a - t, b - u)
}
END_OF_RULE
name='digits that an automaton reads'
for b in 5 8; do
    "$CGI" explain near.game 3 "$b" --no-plugins || echo failed
    "$CGI" explain near.game 7 "$b" --misere --no-plugins || echo failed
    "$CGI" explain near.game "$b" 4 --json --no-plugins >>read.json || echo failed
done >read 2>&1
says read '^proof +the lost positions of all sizes are those that an automaton of 10 states accepts, in Ostrowski \[2\], 1 3 \.\. numeration$'
says read '^ +b  1 0 1  since 8 = 7 \+ 1$'
hides read '^failed$'
awk '/^outcome/ { lost = ($2 == "P,"); seen++ } / +there it / { if (/does not accept/ == lost) print; else told++ }
    / +since / { sub(/.* since /, ""); n = split($0, side, " = "); m = split(side[2], terms, " \\+ "); sum = 0
        for (i = 1; i <= m; i++) { k = split(terms[i], f, " \\* "); sum += k == 2 ? f[1] * f[2] : terms[i] }
        if (n != 2 || sum != side[1]) print }
    END { if (told != seen || seen != 4) print told, "told of", seen }' read >wrong
silent wrong
if command -v jq >/dev/null 2>&1; then
    jq -s 'map(select((.automaton.accepts == (.outcome == "P")) and (.automaton.digits | length) == 2)) | length' read.json >count
    exactly count 2
fi
run 0 'no automaton beside a closed form' explain games/wythoff.game 4 7
hides out '^proof'

# Strategies: half a turn of a board of 28 x 30 takes (i, j) and (i, j + 1) to (29 - i, 31 - j) and (29 - i, 30 - j).
run 0 'answers with the image' explain games/cram.game 'cram(28, 30)'
says out '^because +the position is its own image under half a turn'
if [ "$(sed -n 's/.*across(i = \([0-9]*\), j = \([0-9]*\)) is answered by its image across(i = \([0-9]*\), j = \([0-9]*\))$/\1 \2 \3 \4/p' out |
    awk '$1 + $3 == 29 && $2 + $4 == 30' | wc -l)" -eq 6 ]; then ok "$name: they are the images"; else not_ok "$name: images" "$(grep image out)"; fi
run 0 'a first move, then the image' explain games/cram.game 'cram(7, 8)'
says out '^because +across\(i = 4, j = 4\) leaves a position that is its own image under half a turn'
run 0 'strategy stealing' explain games/chomp.game 'chomp(20, 30)'
says out '^because +whatever can be moved to after bite\(i = 20, j = 30\) can be moved to at once'
run 0 'stealing, in misere play' explain games/chomp.game 'chomp(20, 30)' --misere --solver stealing && hides out 'at once: if'
run 0 'an outcome that a search finds at once, where that of its options would take too long' explain games/chomp.game 'chomp(20, 30)' --misere
says out '^options +\(the outcomes of all options would take too long a search\)$'
says out '^winning moves \(the outcomes of the options would take too long a search\)$'
exit $status
