#!/bin/sh
# Arithmetic periods through the program: proved, used for heaps of any size, for tables and for comparisons; and what is not
# proved says so. $CGI is the program. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok growth $2"; else echo "not ok growth $2"; status=1; fi; }
cat >free.game <<'END'
param k = 3 in 1..
game free(n) { move take(t in 1..n) where t != k -> free(n - t) expect period 6 from 0 saltus 3 }
END
cat >left.game <<'END'
game left(h) { move to(r in 0..h - 1) where r - h < -3 or abs(h - r) in 1..2 -> left(r) }
END
cat >three.game <<'END'
game three = octal "0.9C" { expect period 36 from 28 saltus 16 }
END
cat >rule.game <<'END'
game third(n) { move s(a in 1..n - 1, b in 1..n - 1) where a + b < n - 1 -> third(a) + third(b) + third(n - 1 - a - b) }
END
cat >wide.game <<'END'
game wide(n) {
  move one(a in 1..n - 1, b in 1..n - 1) where a + b < n - 1 -> wide(a) + wide(b) + wide(n - 1 - a - b)
  move last where n == 1 -> wide(0)
  move pair(a in 1..n - 2) where a < n - 2 -> wide(a) + wide(n - 2 - a)
  move three(a in 1..n, b in 1..n) where a + b < n - 2 -> wide(n - 2 - b - a) + wide(b) + wide(a)
}
END
cat >two.game <<'END'
game two = octal "0.4A"
END
cat >open.game <<'END'
game open(n) { move take(t in 1..n) where xor(t, 1) < t -> open(n - t) expect period 2 from 0 }
END
cat >even.game <<'END'
game even_only(n) { move take(t in 1..n) where even(t) -> even_only(n - t) expect period 2 from 0 saltus 1 }
END
cat >odd.game <<'END'
game odd_only(h) { move to(r in 0..h - 1) where (h - r) % 2 != 0 -> odd_only(r) expect period 2 from 0
  claim P(odd_only(h)) iff even(h) for h in 0..100 }
END
cat >part.game <<'END'
game part(n) { move some(t in 0..n, a in 1..3) where t % 2 == 0 and a + t < n -> part(a) + part(n - a - t) }
END
# says PATTERN ARGUMENT...: a line of what it prints matches.
says() {
    pattern=$1
    shift
    "$CGI" "$@" 2>&1 | grep -qE -e "$pattern"
    verdict $? "$*: $pattern"
}
big=1000000000000000000000000000007
says '^verdict +proved' period free.game
says '^saltus +3' period free.game
says '^period +6' period left.game
says '^theorem +all but finitely many' period free.game
says '^theorem +values grow by a constant' period three.game
says '^period +3' period rule.game
says '"saltus": ?1' period rule.game --json
says '^SG value +500000000000000000000000000003$' analyze free.game "free($big)" --no-plugins
says 'period 6 from 0 with saltus 3, proved' analyze free.game "free($big)" --no-plugins
says '^SG value +333333333333333333333333333335$' analyze rule.game "third($big)"
says '^outcome +P' analyze free.game "free($big) + free($big)" --no-plugins
says '^verdict +same rules' compare free.game left.game
says '^passed' test free.game
says '^passed' test three.game
says '^verdict +same rules' compare three.game wide.game
says '^period +36' period wide.game
says '^verdict +same values' compare two.game 'octal 0.4E'
says '^verdict +observed' period open.game --to 1000
# takes and parts by residue
says '^verdict +proved' period even.game
says '^theorem +takes by residue \(after Berlekamp' period even.game
says '^passed' test even.game
says '^SG value +500000000000000000000000000003$' analyze even.game "even_only($big)" --no-plugins
says '^theorem +takes by residue: ' period odd.game
says '^SG value +1$' analyze odd.game "odd_only($big)" --no-plugins
says 'proved for all' test odd.game
says '^verdict +proved' period part.game
says '^verdict +same values' compare odd.game - <<'RULE'
game one(n) { move take where n > 0 -> one(n - 1) }
RULE
says '^automaton 2' certify odd.game
says 'residues, of unbounded numbers' certify part.game
cat >half.game <<'RULE'
game half(n) { move two(a in 1..n) where 2 * a <= n -> half(a) + half(n - 2 * a) + half(a) }
RULE
says '^same values +all but \{1\},.*saltus 1 and period 2 from 0 with saltus 1, both proved' identify half.game
says 'equal heaps that cancel' certify half.game
says 'not proved' test open.game
# rows of two numbers, whichever is held, in any spelling
cat >queen.game <<'END'
game queen(a, b) {
  move l(t in 1..a) -> queen(a - t, b)
  move r(t in 1..b) -> queen(a, b - t)
  move d(t in 1..min(a, b)) -> queen(a - t, b - t)
}
END
cat >cut.game <<'END'
param m = 1
game cut(x, y) {
  move any(u in 0..x, v in 0..y) where u < x and v == y or u == x and v < y or u < x and m * (x - u) == y - v -> cut(u, v)
}
END
for held in '5 _' '_ 5'; do
    for game in queen cut; do
        says '^period +24$' period $game.game $held
        says '^preperiod +27$' period $game.game $held
        says '^saltus +24$' period $game.game $held
        says '^verdict +proved$' period $game.game $held
    done
done
says '^row +cut\(x, 5\)$' period cut.game _ 5
says '"row": "queen\(5, b\)".*"premises": "play ends' period queen.game 5 _ --json
says '^set +m = 2$' period cut.game 2 _ --set m=1..2
says '^verdict +observed' period queen.game 5 _ --to 200
says 'misere play there are no SG values' period - 1 _ <<'END'
play misere
game queen(a, b) { move l(t in 1..a) -> queen(a - t, b) }
END
for words in '3' '3 4' '_ _' '-1 _' '3 _ _' 'x _' '99999999999 _'; do
    # shellcheck disable=SC2086
    "$CGI" period queen.game $words >out 2>err
    [ $? = 2 ] && ! [ -s out ] && grep -q 'takes one rule file' err
    verdict $? "period queen.game $words: a usage error"
done
"$CGI" period queen.game 64 _ >out 2>err
[ $? = 2 ] && grep -q 'up to number 63' err
verdict $? "a row too far"
# moves to other games: the parts that a closed form gives, heaps with a period of their own, and what has none
cat >beside.game <<'END'
game wythoff(a, b) { move l(t in 1..a) -> wythoff(a - t, b) move r(t in 1..b) -> wythoff(a, b - t) move d(t in 1..min(a, b)) -> wythoff(a - t, b - t) }
game kayles(n) { move take(t in 1..2, a in 0..n) where a + t <= n -> kayles(a) + kayles(n - t - a) }
game beside(n) {
  move some(t in 1..3) where t <= n -> beside(n - t)
  move pins(k in 1..n) -> kayles(n - k)
  move both where n > 1 -> beside(n - 2) + kayles(3) + wythoff(3, 5)
}
END
says '^verdict +proved$' period beside.game
says '^theorem +parts of other games are always the same, or repeat too; ' period beside.game
period=$("$CGI" period beside.game --json | sed 's/.*"period": \([0-9]*\).*/\1/')
near=$("$CGI" analyze beside.game 'beside(1000)' --json | sed 's/.*"sg": \([0-9]*\).*/\1/')
far=$("$CGI" analyze beside.game "beside($((1000 + 1000000000000 * period)))" --json | sed 's/.*"sg": \([0-9]*\).*/\1/')
[ -n "$near" ] && [ "$near" = "$far" ]
verdict $? "a heap of another size by the period: $near, $far"
cat >growing.game <<'END'
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game growing(n) { move one where n >= 1 -> growing(n - 1) move all(t in 1..n) -> nim(n - t) }
END
says '^verdict +observed$' period growing.game --to 500
printf 'game one(n) { move take(t in 1..min(2, n)) -> other(n - t) }\ngame other(n) { move take(t in 1..min(3, n)) -> one(n - t) }\n' >turns.game
says '^verdict +observed$' period turns.game --to 500
# tables: beyond the proof they are the rule's own, as a sequence of its own and as a box
for game in free left rule; do
    "$CGI" table $game.game 0..900 --csv --no-plugins >proved.csv
    "$CGI" table $game.game 0..900 --csv --no-plugins --solver sequence >own.csv
    [ -s own.csv ] && cmp -s proved.csv own.csv
    verdict $? "table $game.game agrees with the rule"
done
"$CGI" table free.game 3000000..3000005 --csv --no-plugins | tail -1 | grep -q 1500002
verdict $? "a table beyond what was computed"
exit $status
