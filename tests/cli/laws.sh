#!/bin/sh
# cgi explain reckons the claims of a file out at a position: each step is written into a rule file as an expectation of its own,
# and what is said of the position is asked of search without plugins.
. "$(dirname "$0")/cases.sh"
if ! command -v jq >/dev/null 2>&1; then
    ok 'claims at positions # SKIP jq is missing'
    exit 0
fi

# at FILE POSITION ARGUMENT...: notes the steps of each claim as expectations in FILE.steps, and that all claims agree.
at() {
    file=$1
    shift
    "$CGI" explain "games/$file.game" "$@" --json --max-moves 1 >out 2>err </dev/null || not_ok "$file $*" "$(cat err)"
    jq -r '.laws[] | select(.steps) | .steps | if contains(", that is, ") then split(", that is, ") else split(" = ") end |
        . as $s | range(0; length - 1) | "expect (\($s[.])) == (\($s[. + 1]))"' out >>"$file.steps"
    jq -r '.laws[] | select(.agrees | not) | .text' out >>"$file.wrong"
    jq -r '.laws[] | .so | select(startswith("so sg(") or startswith("so P(") or startswith("so N("))' out |
        sed 's/^so /expect /; s/ is / == /' >>"$file.said"
}
# checked FILE LEAST: at least so many steps, all true, and what is said of the positions too.
checked() {
    for kind in steps said; do
        sort -u "$1.$kind" >lines
        grep '^play misere' "games/$1.game" >all.game
        echo "import \"games/$1.game\"" | cat - lines >>all.game
        "$CGI" test all.game --no-plugins --tap >tap 2>err </dev/null
        count=$(wc -l <lines)
        good=$(grep -c '^ok ' tap)
        if [ "$good" -eq "$count" ] && [ "$count" -ge "$2" ]; then ok "$1: $kind, all true"
        else not_ok "$1: $kind, $good of $count" "$(grep -A2 '^not ok' tap)" "$(cat err)"; fi
    done
    if [ -s "$1.wrong" ]; then not_ok "$1: claims that disagree" "$(cat "$1.wrong")"; else ok "$1: all claims agree"; fi
}

for n in 0 1 2 3 4 1001; do at lasker "$n"; done
checked lasker 6
for n in 0 3 7 12; do at ruler "$n" && at mock_turtles "$n"; done
checked ruler 4
checked mock_turtles 4
for n in 2 5 7 24; do at turnips "$n"; done
checked turnips 4
for a in 1 8 13; do for b in 5 21; do at euclid "euclid($a, $b)" && at euclid "euclid_positive($a, $b)"; done; done
checked euclid 12
for a in 1 4; do for b in 3; do at end_nim "[$a, $b]" && at welter "[$a, $((a + b))]" && at georgia "[$a, $((a + b))]"; done; done
checked end_nim 2
checked welter 2
checked georgia 2
at wythoff 4 7
at wythoff 2 5
at wythoff 1 40
for a in 0 1 4; do for b in 0 3; do at chess_pieces "king($a, $b)"; done; done
checked wythoff 5
checked chess_pieces 6
for n in 0 2 9; do at half "$n" && at subtraction_misere "$n" && at two_powers "$n"; done
checked half 3
checked subtraction_misere 3
checked two_powers 3

# Values of parameters are put in.
run 0 'a parameter' explain games/bash.game 20 --set m=5
says out '^ +at n = 20, m = 5: 20 % \(5 \+ 1\) = 20 % 6 = 2$'
says out '^ +so sg\(bash\(20\)\) is 2$'
run 0 'players with other moves' explain games/northcott.game 'northcott([1, 2], [2, 5])' --mover 1
says out '^ +at a = 1, b = 2, c = 2, d = 5: 2 - 1 != 5 - 2, that is, 1 != 3, that is, true$'
run 0 'what is proved' explain games/two_powers.game 1000
says out '^ +at n = 1000: 1000 % 3 = 1$'
says out '^ +proved for all n >= 0 \(151 cases\): takes known modulo p: .*; this is beyond its own bounds$'
run 0 'arguments of a start' explain games/cram.game 'cram(2, 3)'
says out '^ +at r = 2, c = 3: even\(2\) and even\(3\), that is, even\(3\), that is, false$'
run 0 'a sum' explain games/capped.game 7 8
says out 'xor\(7 % \(5 \+ 1\), 8 % \(5 \+ 1\)\) = xor\(7 % 6, 8 % 6\) = xor\(1, 2\) = 3$'
run 0 'a state in the other order' explain games/euclid.game 'euclid(21, 13)'
says out '^ +at a = 13, b = 21: '
run 0 'in the other play there is none' explain games/lasker.game 11 --misere
hides out '^law'
run 0 'none beyond 64 bits' explain games/lasker.game 100000000000000000000
hides out '^law'

run 0 'parameters that the claim does not sweep' explain games/kl_nim.game 4 5 --mover 1
hides out '^law'
run 0 'parameters that it does' explain games/kl_nim.game 4 5 --mover 1 --set k=4 --set l=7
says out '^ +so outcome\(kl_nim\(4\) \+ kl_nim\(5\), mover = 1\) == win is (true|false)$'
hides out 'false here'
run 0 'beyond bounds that the claim needs' explain games/kl_equal.game 3
hides out '(false here|line 41)'
# A claim that is false says where; one that holds as far as it was tried is not called proved.
cat >false.game <<'END_OF_RULE'
game pile(n) {
  move take(t in {1, 2, 4}) where t <= n -> pile(n - t)
  claim sg(pile(n)) == n % 3 for n in 0..20
  claim sg(pile(n)) == n % 3 + (n == 7 ? 1 : 0) for n in 0..20 where n != 5
}
game pair(a, b) {
  move left(t in 1..a) -> pair(a - t, b)
  move right(t in 1..b) -> pair(a, b - t)
  claim P(pair(a, b)) iff a == b and a < 1000 / (5 - b) for a in 0..4, b in 0..4
}
END_OF_RULE
run 0 'a false claim' explain false.game 'pile(7)'
says out '^ +but sg\(pile\(7\)\) is 1: the claim is false here$'
says out '^ +refuted at n = 7$'
says out '^ +so sg\(pile\(7\)\) is 1$'
run 0 'a false claim in JSON' explain false.game 'pile(7)' --json
json '[.laws[].agrees] == [true, false]'
run 0 'where excludes it' explain false.game 'pile(5)'
hides out 'line 4\)'
run 0 'what is not evaluated has no value' explain false.game 'pair(5, 5)'
hides out '^law'
run 0 'nor is it needed' explain false.game 'pair(3, 4)'
says out '^ +at a = 3, b = 4: 3 == 4 and 3 < 1000 / \(5 - 4\), that is, false$'
exit $status
