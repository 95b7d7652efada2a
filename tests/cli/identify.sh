#!/bin/sh
# cgi identify as a caller sees it: what is proved, what only agrees, other spellings, traps.
. "$(dirname "$0")/cases.sh"

code() { printf 'game code = octal "%s"\n' "$1" >"$1.game"; }
cat >row.game <<'END_OF_RULE'
game stones(s: row) {
  move left(i in 2..len(s)) where s[i] == 2 and s[i - 1] == 2 -> stones(s with { [i] = 0, [i - 1] = 2 })
  move right(i in 1..len(s) - 1) where s[i] == 2 and s[i + 1] == 2 -> stones(s with { [i] = 0, [i + 1] = 2 })
}
END_OF_RULE
cat >runs.game <<'END_OF_RULE'
game pins(s: row) {
  move one(i in 1..len(s)) where s[i] == 1 -> pins(s with { [i] = 0 })
  move two(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> pins(s with { [i] = 0, [i + 1] = 0 })
}
END_OF_RULE
cat >inner.game <<'END_OF_RULE'
game inner(s: row) {
  move m(i in 2..len(s) - 2) where s[i - 1] == 1 and s[i] == 1 and s[i + 1] == 1 and s[i + 2] == 1 -> inner(s with { [i] = 0 })
}
END_OF_RULE
printf 'game heap(n) { move capture(i in 1..n) where n >= 2 -> heap(i - 1) + heap(n - i) }\n' >heap.game
printf 'game turns(n) where n >= 1 { move less(k in 1..n - 1) -> turns(n - k) }\n' >up.game
printf 'game g(stones) { move leave(rest in 0..stones - 1) where rest + 7 >= stones -> g(rest) }\n' >bash.game
printf 'game g(n) { move a(t in 1..3) where t <= n -> g(n - t)  move b where n >= 5 -> g(n - 5) }\n' >extra.game
printf 'game g(n) { move a(t in 1..n) where t != 3 and t != 8 -> g(n - t) }\n' >but.game
printf 'game w(y, x) { move a(t in 1..x) -> w(y, x - t)  move b(t in 1..y) -> w(y - t, x)  move c(t in 1..min(x, y)) -> w(y - t, x - t) }\n' >queen.game
printf 'game f(n) { move a(k in {1, 2, 6, 24, 120, 720, 5040}) where k <= n -> f(n - k) }\n' >factorial.game
printf 'game odd(n) { move take(t in 1..n) where n %% t != 0 or t == 1 -> odd(n - t) }\n' >odd.game
printf 'game v(a, b) { move m(t in 1..a) where (a + b * t) %% 7 != 3 -> v(a - t, b + t) }\n' >strange.game
printf 'game d = octal "0.07"\n' >dawson.game
printf 'A900010 ,0,1,5,9,15,21,25,29,35,39,43,55,59,63,73,77,\n' >lost
printf 'game late(n) { move a(t in {1, 16}) where t <= n -> late(n - t) }\n' >late.game
printf 'fn f(n) = n\n' >functions.game

run 0 'a code in words' identify heap.game
says out '^same rules .*officers \(octals.game\); proved: the same code of heaps'
says out ' octal 0\.6; proved: the same code of heaps$'
run 0 'a row of stones' identify row.game
says out 'a run of n cells of s that hold 2, where all others hold [0-9]+, is heap n of octal 0\.6, proved'
says out ' octal 0\.6; proved'
for spelling in 's[i] == 1 and (s[i - 1] == 1 or s[i + 1] == 1)' 's[i] == 1 and s[i - 1] + s[i + 1] >= 1' \
    's[i] > 0 and (s[i + 1] > 0 or s[i - 1] > 0)'; do
    echo "game c(s: row) { move take(i in 1..len(s)) where $spelling -> c(s with { [i] = 0 }) }" >spelt.game
    run 0 "spelt $spelling" identify spelt.game
    says out 'heap n of octal 0\.6, proved'
done
echo 'game c(s: row) { move take(i in 1..len(s)) where s[i] == 1 and (s[i - 1] == 0 or s[i + 1] == 0) -> c(s with { [i] = 0 })  expect sg(c([1])) == 1  expect sg(c([2, 1, 2])) == 0 }' >beside.game
run 0 'a run between other cells is none of these' test beside.game
run 0 'runs between cells that hold 0' identify beside.game
says out 'that hold 1, where all others hold 0, is heap n of octal 0\.3, proved'
run 0 'kayles as a row' identify runs.game
says out 'heap n of octal 0\.77, proved'
run 0 'a move that needs its neighbours is no code of this kind' identify inner.game
hides out 'seen as'
run 0 'a shifted heap' identify up.game
says out '^same rules +nim, heap n as its heap n - 1; proved: turns\(n\) is nim\(n - 1\)'
run 0 'a parameter' identify bash.game
says out '^same rules +bash with m = 7; proved'
run 0 'all but a set' identify but.game
says out 'all but \{3, 8\}; proved'
run 0 'the same values by their periods' identify extra.game
says out '^same rules .*subtraction with S = \{1, 2, 3, 5\}'
says out '^same values +bash.*period 4 from 0 and period 4 from 0, both proved'
run 0 'two heaps' identify queen.game
says out '^same rules +wythoff, wythoff \(wythoff.game\)'
run 0 'compare alone' compare queen.game
says out '^same rules +wythoff'
run 0 'misere' identify queen.game --misere
says out '^same rules .*wythoff'
run 0 'nothing known' identify strange.game
says out '^found +nothing'
says out '^looked at +[0-9]+ documented games, [0-9]+ games of the gallery'
run 0 'lost heaps only' identify odd.game
says out '^losses agree .*heaps 0 to 1199, no more is known'
hides out '^same'

# Traps.
code 0.161
run 0 '0.161 is not 0.36, with which it agrees to heap 518' identify 0.161.game
says out ' octal 0\.161; proved'
hides out '0\.36[^0-9]'
code 0.27
run 0 '0.27 is 0.26' identify 0.27.game
says out ' octal 0\.26, .*proved'
code 0.36
run 0 'a heap that is taken whole' identify 0.36.game
says out '^same values +octal 0\.361; proved: they differ only in single heaps that are taken whole'
code 0.0137
run 0 'treblecross, counted otherwise' identify 0.0137.game
says out 'octal 0\.007, heap n as its heap n \+ 1; proved'
run 0 'factorials have no small set' identify factorial.game
hides out '^(same values|values agree)'
says out '^same rules +subtraction with S = \{1, 2, 6, 24, 120, 720, 5040\}'

run 0 'zero and one up to heap 15 only' identify late.game
hides out 'subtraction \{1\}'
run 0 'the period of 0.07 is no 12' identify dawson.game --draft
says out '^%F a\(n \+ 34\) = a\(n\) for n >= 53 \(proved'

run 0 'JSON' identify heap.game --json
json '.candidates[0].verdict == "same rules" and .candidates[0].proved and .looked.heaps == 1200'
json '[.candidates[] | select(.model == "octal 0.37")] | .[0].offset == -1 and .[0].to == null'
json '[.candidates[] | select(.verdict == "values agree")] | all(.proved == false and .to > 500)'
run 0 'JSON of a sweep' identify games/bash.game --set m=2..3 --json
json '.candidates[0].model == "bash" and (.candidates[0].params | startswith("m = "))'
run 0 'without plugins' identify heap.game --no-plugins
says out 'looked at +0 documented games'
run 4 'a budget' identify heap.game --timeout 0
# Lists of sequences: a made one.
{
    printf '# made for this test\n'
    printf 'A900001 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,\n'         # Kayles
    printf 'A900002 ,9,9,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,\n'     # the same after two terms
    printf 'A900003 ,0,12345678901234567890123,\n'
    printf 'A900004 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,8,\n'         # one term is another
    printf 'A900005 ,0,1,2,3,1,\n'                               # too short to say anything
    printf 'A900006 ,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\n'
    printf 'A900007 ,0,1,5,9,15,21,25,29,35,39,43,49,55,59,63,73,\n' # no lost heaps of Kayles
    printf 'A900008 ,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1,4,6,7,\n' # without our first two
} >stripped
run 0 'a list' identify games/kayles.game --oeis stripped
says out '^OEIS +A900001: SG values; 16 terms agree, no more is known'
says out 'A900002: SG values, without its first 2; 16 terms agree'
says out 'A900008: SG values, without our first 2; 22 terms agree'
hides out 'A90000[34567]'
run 0 'a list, as JSON' identify games/kayles.game --oeis stripped --json
json '.oeis | length == 3 and .[0].id == "A900001" and (.[] | select(.id == "A900002") | .its_from) == 2 and (.[] | select(.id == "A900008") | .ours_from) == 2'
run 0 'lost heaps in a list' identify dawson.game --oeis lost
says out '^OEIS +A900010: lost heaps; [0-9]+ terms agree'
run 0 'nothing in the list' identify heap.game --oeis stripped
says out '^OEIS +none of 8 sequences'
usage 'no list' 'cannot be read' identify heap.game --oeis missing
usage 'no lines of a list' 'has no line such as' identify heap.game --oeis up.game
printf 'A000001 Number of groups of order n.\nA000002 Kolakoski sequence: a(1) = 1, a(2) = 2.\n' >names
usage 'the list of names' 'has no line such as' identify heap.game --oeis names
printf '\037\213\010\000A000027 ,1,2,3,' >stripped.gz
usage 'a list that is packed' 'is compressed; unpack it first' identify heap.game --oeis stripped.gz
usage 'no values for a list' 'no sequence of SG values' identify queen.game --oeis stripped
run 0 'a draft' identify games/kayles.game --draft --oeis stripped
says out '^%S 0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,'
says out '^%F a\(n \+ 12\) = a\(n\) for n >= 71 \(proved: '
says out '^%Y Cf. same rules: .*kayles'
says out '^%Y Cf. A900001 \(SG values; 16 terms agree\)'
says out '^%O 0,3$'
run 0 'a draft without a theorem' identify heap.game --draft
hides out '^%F'
run 0 'a draft from heap 1 on' identify up.game --draft
says out '^%O 1,3$'
run 0 'a b-file with a title' table games/kayles.game 3..5 --bfile --offset 1 --title 'Kayles from heap 3 on'
exactly out '# Kayles from heap 3 on
1 3
2 1
3 4'
for numbers in 0..5+3 1..5+3 3..12+8 9..110+10 95..205+0 0..1+9223372036854775806; do
    low=${numbers%%..*} offset=${numbers#*+} high=${numbers%+*} high=${high#*..}
    run 0 "a b-file of $numbers" table games/kayles.game "$low..$high" --bfile --offset "$offset"
    mv out shifted
    "$CGI" table games/kayles.game "$low..$high" --bfile | cut -d ' ' -f 2 >values
    name="a b-file of $numbers has its values, numbered from $offset"
    cut -d ' ' -f 2 shifted >out && exactly out "$(cat values)"
    name="a b-file of $numbers is numbered from $offset"
    cut -d ' ' -f 1 shifted >out && exactly out "$(for i in $(seq 0 $((high - low))); do echo $((offset + i)); done)"
done
usage 'an offset of which numbers are too large' 'beyond 9223372036854775807' table games/kayles.game 0..2 --bfile --offset 9223372036854775806
usage 'an offset that is too large' 'beyond 9223372036854775807' table games/kayles.game 0..2 --bfile --offset 9223372036854775808
usage 'a title of two lines' 'one line' table games/kayles.game 0..3 --bfile --title 'a
b'
usage 'a title of nothing' 'add it' table games/kayles.game 0..3 --title a
usage 'an offset that is none' 'takes a number' table games/kayles.game 0..3 --bfile --offset x
usage 'two files' 'takes one rule file' identify heap.game up.game
usage 'no game' 'no game' identify functions.game
exit "$status"
