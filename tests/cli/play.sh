#!/bin/sh
# cgi play as a caller sees it: a script of moves gives the same game every time; the end of the input ends it.
. "$(dirname "$0")/cases.sh"

# play CODE NAME MOVES ARGUMENT...: with these lines (printf) on standard input.
play() {
    wanted=$1 name=$2 moves=$3
    shift 3
    # shellcheck disable=SC2059 # the moves are a format
    printf "$moves" | "$CGI" play "$@" >out 2>err
    code=$?
    if [ $code -ne "$wanted" ]; then not_ok "$name: exit $code, not $wanted" "$(cat out err)"
    elif grep -qE 'AddressSanitizer|LeakSanitizer|runtime error' err; then not_ok "$name: sanitizer" "$(cat err)"
    else ok "$name"; fi
}
cat >walk.game <<'END_OF_RULE'
game walk(n) {
  loopy
  move on where n < 3 -> walk(n + 1)
  move back where n > 0 and n < 3 -> walk(n - 1)
}
END_OF_RULE
cat >kl.game <<'END_OF_RULE'
game kl(n) { param k = 1; param l = 2 move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl(n - t) }
END_OF_RULE
printf 'graph way { a -> b c; b -> c; c -> d }\n' >way.game
cat >named.game <<'END_OF_RULE'
game named(n, m) { move shift(a in 1..n, b in 0..1) -> named(n - a, m + b) move quit where n > 0 -> named(n - 1, 0) }
END_OF_RULE
printf 'play misere\ngame last(n) { move take(t in 1..min(2, n)) -> last(n - t) }\n' >misere.game
printf 'game b(h: row) { move take(i in 1..len(h), t in 1..h[i]) -> b(h with { [i] -= t }) }\n' >row.game
printf 'game f(n) { move take(t in 1..n) where 3 / (n - 2) <= 3 -> f(n - t) }\n' >fails.game

# ---- moves, in all their words ------------------------------------------------------------------------------------------------
play 0 'a whole game' '2\n1\n' games/nim.game 1 1 && silent err && says out '^there are moves 1 to 1$|^you: take\(t = 1\) in nim\(1\)' && says out '^no move is left: cgi wins$'
play 0 'a winning game' 'hint\nnim(1) + nim(1)\n1\n' games/nim.game 1 2 && says out '^ +[0-9]  take\(t = 1\) in nim\(2\) -> nim\(1\) \+ nim\(1\): wins$' && says out ': a winning move$' && says out '^no move is left: you win$'
for move in 'take 2 in nim(5)' 'take(t = 2) in nim(5)' 'take(2) in nim( 5 )' 'take t=2 in nim(5)' 'nim(3) + nim(3)' 'nim(3)+nim(3)' 5 ' 5 '; do
    play 0 "the move '$move'" "$move\n" games/nim.game 3 5 && says out '^you: take\(t = 2\) in nim\(5\) -> nim\(3\) \+ nim\(3\): a winning move$'
done
play 4 "more moves than are listed" "" games/bash.game 200000 --set m=200000 && says err "E0700.*bash\(200000\) has more than 100000 moves" && hides err "no closed form"
play 0 'the position in another order' 'nim(5) + nim(1)\n' games/nim.game 3 5 && says out '^you: take\(t = 2\) in nim\(3\)'
play 0 'a move of two heaps' 'take 2\n' games/nim.game 3 5 && says out '^that may be move 2 or 5; give the number$'
play 0 'equal heaps are one' 'take 2\n' games/nim.game 3 3 && says out '^you: take\(t = 2\) in nim\(3\)'
play 0 'values in order and by name' 'shift(b = 1, a = 2)\n' named.game 3 0 && says out '^you: shift\(a = 2, b = 1\) -> named\(1, 1\)'
play 0 'values in order' 'shift 2 1\n' named.game 3 0 && says out '^you: shift\(a = 2, b = 1\)'
play 0 'a value too few' 'shift 2\n' named.game 3 0 && says out 'that is not a move here'
play 0 'a move named like a word' 'quit\n' named.game 3 0 && hides out '^you:'
play 0 'its number does' '7\n' named.game 3 0 && says out '^you: quit -> named\(2, 0\)'
play 0 'edges of a graph' 'way(c)\n' way.game a && says out '^you: step -> way\(c\)'
cat >odd.dot <<'END_OF_GRAPH'
digraph { "a b" -> "c(d)"; "ab" -> "x\"y"; "in" -> "é"; 7 -> "in" }
END_OF_GRAPH
printf 'graph odd from "odd.dot" game nk(s: nodes of odd) { move take(v in s) -> nk(s - {v} - adjacent(v)) }\n' >odd.game
for move in 'take(v = "a b")' 'take "a b"' 'take "a b" in nk( {"a b","c(d)", ab, "x""y", "in", "é", 7} )' 1; do
    play 0 "the node in $move" "$move\n" odd.game 'nk(odd)' && says out '^you: take\(v = "a b"\) ->'
done
play 0 'quotes inside a name' 'take "x""y"\n' odd.game 'nk(odd)' && says out '^you: take\(v = "x""y"\) ->'
play 0 'a node called like the word before the component' 'take "in"\n' odd.game 'nk(odd)' && says out '^you: take\(v = "in"\) ->'
play 0 'quotes that need not be' 'take "7"\n' odd.game 'nk(odd)' && says out '^you: take\(v = 7\) ->'
play 0 'blanks in quotes count' 'take "ab" in nk({"ab", "x""y"})\ntake "a b" in nk({"ab"})\ntake "a b\ntake ""\n' odd.game 'nk({"a b"}) + nk({ab})' && hides out '^you: take'
play 0 'letters of any alphabet in a column' '' odd.game 'nk(odd)' && says out '^    5  take\(v = "in"\)   ->' && says out '^    6  take\(v = "é"\)    ->'
play 0 'a value said twice' 'shift(a = 2, a = 2)\n' named.game 3 0 && says out 'that is not a move here'
play 0 'rows' 'b([0, 2])\n' row.game '[2, 2]' && says out '^you: take\(i = 1, t = 2\)'

# ---- words ----------------------------------------------------------------------------------------------------------------------
play 0 'undo' '1\nundo\n2\n' games/nim.game 2 3 && says out '^you: take\(t = 2\) in nim\(2\)'
play 0 'undo of nothing' 'undo\n' games/nim.game 2 3 && says out '^there is nothing to take back$'
play 0 'undo after the end' '1\nundo\nmoves\n' games/nim.game 1 && says out '^no move is left: you win$'
name='the game goes on after it'
if [ "$(grep -c '    1  take(t = 1) -> nim(0)' out)" -eq 3 ]; then ok "$name"; else not_ok "$name" "$(cat out)"; fi
play 0 'words after the end' '1\nrate\n1\n\nhelp\nundo\nhint\n' games/nim.game 1 && says out '^the game is over; `undo` takes your last move back' && says out '^  moves '
name='and it can still be taken back'
if [ "$(grep -c '^the game is over' out)" -eq 2 ] && [ "$(tail -n 2 out | head -n 1)" = '    1  take(t = 1) -> nim(0): wins' ]; then ok "$name"; else not_ok "$name" "$(cat out)"; fi
play 0 'quit after the end' '1\nquit\nfoo\n' games/nim.game 1 && hides out '^the game is over'
play 0 'undo twice' '1\n1\nundo\nundo\nundo\n' games/nim.game 3 3 && says out '^there is nothing to take back$'
play 0 'rate' 'rate\n' games/nim.game 1 2 && says out '^    2  take\(t = 1\) in nim\(2\) -> nim\(1\) \+ nim\(1\): wins$' && says out '^    1  .*: loses, the best reply is take\(t = 2\) in nim\(2\)$'
play 0 'help' 'help\n' games/nim.game 1 && says out '^  moves '
play 0 'long lists are cut' 'moves\n' games/nim.game 30 && says out 'and 10 more' && says out '^   30  take'
play 0 'a losing move' '1\n' games/nim.game 3 5 && says out 'a losing move; take\(t = 2\) in nim\(5\) -> nim\(3\) \+ nim\(3\) would have won$'
play 0 'every move loses' '1\n' games/nim.game 1 1 && says out ': every move loses$'

# ---- who wins: play, movers, draws --------------------------------------------------------------------------------------------------
play 0 'cgi begins' '1\n' games/nim.game 1 2 --first cgi && says out '^cgi: take\(t = 1\) in nim\(2\) -> nim\(1\) \+ nim\(1\)$' && says out '^no move is left: cgi wins$'
play 0 'misere play' '1\n' misere.game 2 && says out '^last, misere play: you move first' && says out ': a winning move$' && says out '^no move is left: cgi wins$|^no move is left: you win$'
play 0 '--misere' '' games/nim.game 1 --misere --first cgi && says out '^no move is left: you win$'
play 0 'movers' 'kl(2)\n' kl.game 4 --mover 2 && says out '^kl\(4\), player 2 to move$' && says out 'not a move here'
play 0 'a draw is kept' '1\n1\n1\n' walk.game 0 && says out 'the best there is, a draw' && hides out 'no move is left'
play 0 'a draw thrown away' 'walk(2)\n' walk.game 1 && says out 'a losing move; back -> walk\(0\) would have drawn' && says out 'cgi wins'
play 0 'the longest resistance' '1\n' games/bash.game 8 --first cgi && says out '^cgi: take\(t = 1\) -> bash\(7\)$'
play 0 'the end at once' '' games/nim.game 0 && says out '^no move is left: cgi wins$'

# cgi never gives a win away: against numbers drawn at random, from positions that the first player loses
for position in '3 3' '1 2 3' '2 4 6' '1 4 5' '7 7'; do
    # shellcheck disable=SC2086 # the heaps are words
    awk -v seed="${#position}$position" 'BEGIN { srand(length(seed) * 7 + 1); for (i = 0; i < 400; i++) print 1 + int(rand() * 8) }' |
        "$CGI" play games/nim.game $position >out 2>err
    name="cgi wins $position as second player" && says out '^no move is left: cgi wins$'
    awk 'BEGIN { srand(5); for (i = 0; i < 400; i++) print 1 + int(rand() * 5) }' | "$CGI" play games/kayles.game 9 --first cgi >out 2>err
done
name='cgi wins kayles(9) as first player' && says out '^no move is left: cgi wins$'

# ---- ends and mistakes ----------------------------------------------------------------------------------------------------------------
play 0 'the end of the input' '' games/nim.game 3 5 && says out '^> $'
play 0 'no line end' '5' games/nim.game 3 5 && says out ': a winning move$'
play 0 'quit' 'quit\n1\n' games/nim.game 3 5 && hides out '^you:'
play 0 'nonsense' 'foo\n99\n0\n-1\n1 2\nnim(3)\nnim(\n((((\ntake\ntake x\ntake t=\ntake 1 2\n\001\n99999999999999999999999\n' games/nim.game 3 5 && silent err && hides out '^you:'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "x"; print ""; print 5 }' | "$CGI" play games/nim.game 3 5 >out 2>err
name='a line of 100000 characters' && says out ': a winning move$'
awk 'BEGIN { printf "nim(3) + "; for (i = 0; i < 10000; i++) printf " "; print "nim(3)" }' | "$CGI" play games/nim.game 3 5 >out 2>err
name='a move of 10000 characters' && says out ': a winning move$'
awk 'BEGIN { printf "5"; for (i = 0; i < 2000000; i++) printf " "; print "x" }' | "$CGI" play games/nim.game 3 5 >out 2>err
name='a line without end' && says out '^that line is too long' && hides out '^you:'
play 0 'a NUL hides no line' '\000\n5\000\n' games/nim.game 3 5 && says out ': a winning move$'
play 4 'a position too large' '' games/nim.game 100000000000000000000
play 5 'a rule that fails' '1\n' fails.game 3 && says err 'E0502'
usage 'play without a file' 'needs a rule file' play
usage 'play without a position' 'E0684' play games/nim.game
usage '--first of another' "me or cgi, not 'you'" play games/nim.game 3 --first you
usage 'a sweep' 'one setting' play games/bash.game 3 --set m=1..3
play 0 'a game in JSON' 'rate\n2\nfoo\nundo\nhelp\nhint\nmoves\n1\n' games/nim.game 1 2 --json && silent err && hides out '^>'
json '.cgi == 1 and (.event | IN("start", "position", "rated", "move", "message", "moves", "end"))'
jq -s . <out >all 2>/dev/null && mv all out && json '([.[] | select(.event == "move" and .by == "you")][0] | .rating == "wins" and .best.move == .move) and any(.[]; .event == "rated" and .rating == "loses" and .reply != null)'
play 0 'the end of a game in JSON' '1\n' games/nim.game 1 --json && says out '"event": "end", "winner": "you"'
exit $status
