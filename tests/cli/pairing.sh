#!/bin/sh
# Answers with the image through the program: large boards, where it is refused, and what is said of it. $CGI is the program,
# $CGI_SOURCE the checkout. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok pairing $2"; else echo "not ok pairing $2"; status=1; fi; }
cat >rules.game <<'END'
game domino(g: grid) {
  start(r, c) -> domino(grid(r, c, 1))
  move across(i in 1..rows(g), j in 1..cols(g) - 1) where g[i, j] == 1 and g[i, j + 1] == 1
    -> domino(g with { [i, j] = 0, [i, j + 1] = 0 })
  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where g[i, j] == 1 and g[i + 1, j] == 1
    -> domino(g with { [i, j] = 0, [i + 1, j] = 0 })
}
game odd(g: grid) {  # not in the columns of even number: no image has the images of the moves
  start(r, c) -> odd(grid(r, c, 1))
  move down(i in 1..rows(g) - 1, j in 1..cols(g)) where j % 2 == 1 and g[i, j] == 1 and g[i + 1, j] == 1
    -> odd(g with { [i, j] = 0, [i + 1, j] = 0 })
}
game pins(s: row) {
  move one(i in 1..len(s)) where s[i] == 1 -> pins(s with { [i] = 0 })
  move two(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> pins(s with { [i] = 0, [i + 1] = 0 })
}
game bite(g: grid) {
  start(r, c) -> bite(grid(r, c, 1))
  move bite(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 1 and (i, j) != (1, 1) -> bite(g with { [i..rows(g), j..cols(g)] = 0 })
}
END
# says POSITION PATTERN OPTION...: a line of the answer matches.
says() {
    position=$1 pattern=$2
    shift 2
    "$CGI" analyze rules.game "$position" "$@" 2>&1 | grep -qE -e "$pattern"
    verdict $? "$position $*: $pattern"
}
says 'domino(30, 30)' '^outcome +P'
says 'domino(30, 30)' '^SG value +0'
says 'domino(30, 30)' 'each move is answered by its image under half a turn'
says 'domino(20, 18)' '^solver +pairing ' # a board that is turned to be valued
says 'domino(20, 18)' '^SG value +0' --ask outcome,sg
says 'domino(20, 18) + domino(1, 4)' '^winning moves across\(i = 1, j = 2\)'
says 'domino(30, 31)' '^outcome +N'
says 'domino(30, 31)' '^winning moves down\(i = 15, j = 16\)'
says 'domino(7, 20)' '^winning moves across\(i = 4, j = 10\)'
says 'domino(30, 31) + domino(8, 8)' '^outcome +N'
says 'domino(9, 11) + domino(9, 11)' '^outcome +P' --solver pairing --ask outcome
says 'domino(9, 11)' 'pairing' --solver pairing --ask outcome
says 'domino(30, 30)' 'which loses in misere play' --misere --solver pairing
says 'odd(4, 4)' 'no answer for this position' --solver pairing
says 'pins([1, 1, 1, 1, 1, 1])' 'one move leaves a position' --solver pairing
says 'pins([1, 1, 0, 0, 1, 1])' 'by its image under the reflection of the row' --solver pairing
says 'pins([1, 1, 1, 0, 0, 1, 1])' 'pairing' --solver pairing
says 'bite(30, 30)' '^outcome +N'
says 'bite(30, 30)' 'does not name the winning move'
says 'bite(30, 30)' 'options are all options already' --misere --ask outcome --solver stealing
says 'bite(1, 2)' 'no answer for this position' --misere --ask outcome --solver stealing
says 'bite([[1, 1, 1], [1, 1, 1], [1, 1, 0]])' 'no answer for this position' --ask outcome --solver stealing
says 'bite(3, 3) + bite(2, 2)' 'it answers for one component' --ask outcome --solver stealing
"$CGI" explain rules.game 'domino(20, 21)' 2>&1 | grep -q 'outcomes of all options would take too long'
verdict $? 'explain lists no options of a large board'
"$CGI" analyze rules.game 'domino(20, 20)' --json 2>&1 | grep -q 'pairing'
verdict $? 'json names the solver'
exit $status
