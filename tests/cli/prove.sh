#!/bin/sh
# cgi prove as a caller sees it: verdicts and exit codes, the automaton against a table by search, the drawing.
. "$(dirname "$0")/cases.sh"

cat >rays.game <<'END_OF_RULE'
game rays(a, b) {
  move left(t in 1..a) -> rays(a - t, b)
  move down(t in 1..a) where 2 * t <= b -> rays(a - t, b - 2 * t)
}
END_OF_RULE
cat >three.game <<'END_OF_RULE'
game three(a, b, c) {
  move one(t in 1..a) -> three(a - t, b, c)
  move two(t in 1..b) -> three(a, b - t, c)
  move last(t in 1..c) -> three(a, b, c - t)
}
END_OF_RULE
cat >near.game <<'END_OF_RULE'
param d = 2
game near(a, b) {
  move left(t in 1..a) -> near(a - t, b)
  move right(t in 1..b) -> near(a, b - t)
  move both(s in 1..a, t in 1..b) where s - t < d and t - s < d -> near(a - s, b - t)
}
END_OF_RULE
cat >spelled.game <<'END_OF_RULE'
game g(small, large) where small <= large {
  move less(t in 1..small) -> g(small - t, large)
  move more(to in 0..large - 1) -> g(min(to, small), max(to, small))
  move both(k in 0..small - 1) -> g(k, large - small + k)
}
END_OF_RULE
printf 'game square(n) { move take(t in squares) where t <= n -> square(n - t) }\n' >square.game
printf 'game walk(n) { loopy move on where n < 3 -> walk(n + 1) move back where n > 0 -> walk(n - 1) }\n' >walk.game

run 0 'Wythoff' prove games/wythoff.game && silent err && says out '^verdict +proved$' && says out 'automaton of 8 states accepts, in Zeckendorf' && says out 'play ends, as a \+ b falls'
run 0 'misere Wythoff' prove games/wythoff_misere.game && says out 'automaton of 14 states' && says out 'misere'
run 0 'misere by an option' prove games/wythoff.game --misere && says out 'automaton of 14 states'
run 0 'Nim on three heaps' prove three.game && says out 'automaton of 2 states accepts, in base 2'
run 0 'an ordered pair' prove spelled.game && says out '^verdict +proved$' && says out Zeckendorf
run 0 'a sweep' prove near.game --set d=1..2 && says out '^set +d = 1$' && says out Zeckendorf && says out '^set +d = 2$' && says out 'Ostrowski \[2\]'
run 0 'Fibonacci Nim' prove games/fibonacci.game && says out Zeckendorf
printf 'game g(n, last: bool) { move one where n >= 1 and not last -> g(n - 1, true) move two(t in 2..3) where t <= n -> g(n - t, false) }\n' >flag.game
printf 'game g(n) { move take(t in powers(10)) where t <= n -> g(n - t) }\n' >tens.game
printf 'game g(a, b) { measure a, b move x(t in 1..b) -> g(a, b - t) move y(t in 0..3) where a >= 1 -> g(a - 1, b + t) }\n' >grows.game
run 0 'a truth value' prove flag.game && says out '^verdict +proved$'
run 0 'powers of ten' prove tens.game && says out 'base 10'
run 0 'a number that grows' prove grows.game && says out 'play ends, as a, then b falls'
run 4 'outcomes that take long' prove grows.game --misere && says out 'too much work' && hides out 'proved'
run 4 'no automaton' prove square.game && says out '^verdict +nothing found$' && says out '^reason +it uses a set that no numeration recognises$'
run 4 'play without an end' prove walk.game && says out 'not proved to end'
run 4 'rows' prove games/end_nim.game && says out 'not natural numbers'
cat >pieces.game <<'END_OF_RULE'
game pieces(s: row) {
  start(n) -> pieces([2 for i in 1..n])
  move put(i in 1..len(s) - 1) where s[i] == 2 and s[i + 1] == 2 -> pieces(s with { [i] = 0, [i + 1] = 0 })
}
END_OF_RULE
run 0 'boards' prove games/cram.game && says out '^verdict +proved$' && says out 'lost if the number of rows and the number of columns are even' && says out 'image under half a turn' && silent err && says out 'rows and columns is odd, and both are at least 1$' && run 0 'a board without cells is lost' analyze games/cram.game 'cram(0, 1)' --ask outcome && says out '^outcome +P'
# boards that are no positions are not asked about
printf 'game g(s: row) where all(x <= 1 for x in s) { move d(i in 1..len(s)) where s[i] >= 1 and s[i + 1] >= 1 -> g(s with { [i] -= 1, [i + 1] -= 1 }) }\n' >kept.game
run 0 'an invariant on cells' prove kept.game && silent err && says out 'cells that all hold 1 is won if its length is even'
printf 'game g(n, s: row, c: row) { move a(i in 1..len(s) - 2) where s[i] == 1 and s[i + 2] == 1 -> g(n, s with { [i] = 0, [i + 2] = 0 }, c) move b(t in 1..n) -> g(n - t, s, c) }\n' >beside.game
run 0 'a number beside a row' prove beside.game && says out 'a row s that is its own image under the reflection of the row is lost if n is 0 and its length is even$'
run 0 'boards as JSON' prove games/cram.game --json && json '.verdict == "proved" and .reason == null and (.strategies | length > 0 and all(.text and .strategy and .source)) and any(.strategies[]; .outcome == "P") and any(.strategies[]; .outcome == "N")'
run 4 'boards in misere play' prove games/cram.game --misere && hides out 'proved' && says out '^reason'
run 0 'a row' prove pieces.game && says out '^theorem +a row of cells that all hold 2 is won if its length is even, and it is at least 1$'
# what is said, against search
against_search() {
    title=$1 outcome=$2
    shift 2
    run 0 "$title" analyze "$@" --solver hashed --ask outcome && says out "^outcome +$outcome,"
}
for n in 2 4 6 8 10; do against_search "a row of $n" N pieces.game "pieces($n)"; done
for size in '1, 2' '2, 1' '2, 3' '3, 2' '1, 6' '3, 4' '4, 3'; do against_search "Cram on $size" N games/cram.game "cram($size)"; done
for size in '2, 2' '2, 4' '4, 2' '4, 4'; do against_search "Cram on $size" P games/cram.game "cram($size)"; done
run 4 'no drawing of a strategy' prove games/cram.game --svg && silent out && says err 'nothing to draw'
# two rules: the same lost positions, the same in another order, the least position where they differ
printf 'game h(x, y) { move both(k in 1..x) where k <= y -> h(x - k, y - k) move one(t in 1..x) -> h(x - t, y) move two(t in 1..y) -> h(x, y - t) move hop(t in 1..x) where 2 * t <= x -> h(x - 2 * t, y) }\n' >more.game
printf 'game up(a, b) { move l(t in 1..a) -> up(a - t, b) move d(t in 1..a) where 2 * t <= b -> up(a - t, b - 2 * t) }\n' >up.game
printf 'game down(x, y) { move l(t in 1..y) -> down(x, y - t) move d(t in 1..y) where 2 * t <= x -> down(x - 2 * t, y - t) }\n' >down.game
run 0 'two rules' prove games/wythoff.game more.game && says out '^verdict +proved$' && says out 'the same positions of both: what an automaton of 8 states accepts, in Zeckendorf numeration'
run 0 'an ordered pair and all pairs' prove games/wythoff.game spelled.game && says out 'proved' && says out 'positions that both have'
run 0 'in another order' prove up.game down.game && says out '^fields +a is y, b is x$'
printf 'game apart(a, b) { move l(t in 1..a) -> apart(a - t, b) move r(t in 1..b) -> apart(a, b - t) move d(t in 1..2) where t <= min(a, b) -> apart(a - t, b - t) }\n' >apart.game
run 1 'two rules that differ' prove games/wythoff.game apart.game && says out '^verdict +refuted$' && says out '^first +\([0-9]+, [0-9]+\) is (lost|won) in wythoff and (lost|won) in apart$'
run 0 'normal and misere' prove games/wythoff.game more.game --misere && says out 'automaton of 14 states'
printf 'game sq(n) { move take(t in squares) where t <= n -> sq(n - t) }\n' >sq.game
run 4 'one has no law' prove games/nim.game sq.game && says out 'of sq: it uses a set that no numeration recognises'
run 4 'other fields' prove games/nim.game games/wythoff.game && says out 'different numbers of fields'
run 1 'two rules as JSON' prove games/wythoff.game apart.game --json && json '.verdict == "refuted" and (.first | length == 2) and .lost[0] != .lost[1]'
run 0 'a model' prove games/wythoff.game wythoff && says out 'proved'
usage 'three files' 'one rule file, or two' prove rays.game near.game more.game
usage 'no drawing of two' 'one rule file' prove rays.game near.game --svg
run 2 'two forms' prove rays.game --svg --json && says out 'choose'

if command -v xmllint >/dev/null 2>&1; then
    run 0 'a drawing' prove games/wythoff.game --svg && if xmllint --noout out 2>err; then ok 'a drawing: well-formed'; else not_ok 'a drawing: not well-formed' "$(cat err)"; fi
fi
run 4 'nothing to draw' prove square.game --svg && silent out && says err 'nothing to draw'

# The automaton, run by awk on the digits that the numbers of a numeration give greedily, against a table by search.
against_table() {
    title=$1 high=$2
    shift 2
    command -v jq >/dev/null || { ok "$title # SKIP no jq"; return; }
    "$CGI" prove "$@" --json >proof && jq -r '"\(.numeration.link) \(.numeration.below) \(.numeration.letters) \(.numeration.a | join(" "))",
        ("accepts " + (.automaton.accepting | join(" "))), (.automaton.next[] | join(" "))' proof >plain
    "$CGI" table "$@" "0..$high" "0..$high" --no-plugins --ask outcome --csv >table 2>err
    if [ "$(awk -F'[ ,]' '
        FNR == NR && FNR == 1 { link = $1; u[0] = 1; before = $2; letters = $3; period = NF - 3
            for (k = 0; k < 20 * period; k++) { u[k + 1] = $(4 + k % period) * u[k] + link * (k ? u[k - 1] : before) }
            for (i = 0; i < period; i++) radix[i] = $(4 + i) + link
            next }
        FNR == NR && FNR == 2 { for (i = 2; i <= NF; i++) good[$i] = 1; next }
        FNR == NR { for (i = 1; i <= NF; i++) to[FNR - 3, i - 1] = $i; next }
        FNR == 1 { next }
        { split("", word); for (f = 1; f <= 2; f++) { rest = $f
                for (k = 10 * period - 1; k >= 0; k--) { d = int(rest / u[k]); rest -= d * u[k]; digit[k] = d }
                for (i = 0; i < 10; i++) { letter = 0; for (k = period - 1; k >= 0; k--) letter = letter * radix[k] + digit[i * period + k]
                    word[i] += letter * (f == 1 ? 1 : letters) } }
          state = 0; for (i = 9; i >= 0; i--) state = to[state, word[i]]
          all++; if ((state in good) != ($3 == "P")) wrong++ }
        END { print all + 0, wrong + 0 }' plain table)" = "$(((high + 1) * (high + 1))) 0" ]; then ok "$title: the automaton agrees with a table"
    else not_ok "$title: the automaton and a table" "$(head -n 5 table)" "$(cat err)"; fi
}
# Rules of many kinds, each proved in normal and in misere play: fields, then moves to g(...).
all_proved() {
    printf 'game g(%s) { %s }\n' "$1" "$2" >one.game
    "$CGI" prove one.game >out 2>err && "$CGI" prove one.game --misere >>out 2>>err
    if [ "$(grep -c '^verdict *proved$' out)" = 2 ]; then ok "proved: $2"; else not_ok "proved: $2" "$(cat out err)"; fi
}
left='move l(t in 1..a) -> g(a - t, b)' right='move r(t in 1..b) -> g(a, b - t)' both='move d(t in 1..min(a, b)) -> g(a - t, b - t)'
all_proved 'n' 'move take(t in {1, 3, 4}) where t <= n -> g(n - t)'
all_proved 'n' 'move take(t in 1..5) where t <= n and (n - t) % 3 != 1 -> g(n - t)'
all_proved 'n' 'move take(t in 1..n / 2) -> g(n - t)'
all_proved 'n' 'move take(t in powers(2)) where t <= n -> g(n - t)'
all_proved 'n' 'move take(t in powers(3)) where t <= n -> g(n - t)'
all_proved 'n' 'move last where n == 1 -> end move take(t in 1..3) where t < n -> g(n - t)'
all_proved 'n, p' 'move t(t in 1..3) where t <= n and p <= 1 -> g(n - t, (p + t) % 2)'
all_proved 'n, q' 'move take(t in 1..min(n, q)) -> g(n - t, t)'
all_proved 'n, q' 'move take(t in 1..min(n, q)) -> g(n - t, 2 * t)'
all_proved 'a, b' "$left $right"
all_proved 'a, b' "$left $right $both"
all_proved 'a, b' "$left $both"
all_proved 'a, b' "$left move d(t in 1..a) where 2 * t <= b -> g(a - t, b - 2 * t)"
all_proved 'a, b' "$both move l(t in 1..b) where 2 * t <= a -> g(a - 2 * t, b - t) move r(t in 1..a) where 2 * t <= b -> g(a - t, b - 2 * t)"
all_proved 'a, b' "$left $right move d(t in 1..min(a, b)) where t % 2 == 1 -> g(a - t, b - t)"
all_proved 'a, b' "$left $right move d(t in 1..2) where t <= min(a, b) -> g(a - t, b - t)"
all_proved 'a, b' "$both move l where a >= 1 -> g(a - 1, b) move r where b >= 1 -> g(a, b - 1)"
all_proved 'a, b' 'move l where a >= 1 and b >= 2 -> g(a - 1, b - 2) move r where b >= 1 and a >= 2 -> g(a - 2, b - 1)'
all_proved 'a, b' 'move l where a >= 1 -> g(a - 1, b) move r where b >= 1 -> g(a, b - 1) move d where min(a, b) >= 1 -> g(a - 1, b - 1)'
all_proved 'a, b' 'move l(t in 1..a) where even(t) -> g(a - t, b) move r(t in 1..b) where odd(t) -> g(a, b - t)'
all_proved 'a, b, c' 'move l(t in 1..a) -> g(a - t, b, c) move r(t in 1..c) -> g(a, b, c - t) move m(t in 1..b) where a == 0 or c == 0 -> g(a, b - t, c)'
all_proved 'a, b, c' 'move l(t in 1..a) -> g(a - t, b, c) move m(t in 1..b) -> g(a + t, b - t, c) move r(t in 1..c) -> g(a, b + t, c - t)'
# Least and greatest over a range, sums and counts over a few constants; tests/mbt/theorems.c draws such claims.
cat >folds.game <<'END_OF_RULE'
game g(n) { move t(t in {1, 2, 4}) where t <= n -> g(n - t) }
claim sg(g(n)) == min(v for v in 0..3 where all(sg(g(n - t)) != v for t in {1, 2, 4} where t <= n)) for n in 0..50
claim sg(g(n)) == count(t for t in {1, 2} where t <= n % 3) for n in 0..50
claim sg(g(n)) == sum(2 * t - 1 for t in {1} where n % 3 == 1) + sum(t for t in 2..2 where n % 3 == 2) for n in 0..50
claim max(k for k in 0..n where P(g(k))) == 3 * (n / 3) for n in 0..50
claim max(k for k in 0..n where P(g(k))) == 3 * (n / 3) + n / 70 for n in 0..50
claim n < 3 or max(k for k in 1..n where P(g(k))) == 3 * (n / 3) for n in 0..50
claim sum(k for k in 0..n) >= 0 for n in 0..50
claim n * n >= n for n in 0..50
END_OF_RULE
run 0 'least, greatest and a few' prove folds.game
says out '^claim +proved for all n >= 0, in base 2: claim sg\(g\(n\)\) == min\(v'
says out '^claim +proved for all n >= 0, in base 2: claim sg\(g\(n\)\) == count'
says out '^claim +proved for all n >= 0, in base 2: claim sg\(g\(n\)\) == sum'
says out '^claim +proved for all n >= 0, in base 2: claim max\(k for k in 0\.\.n where P\(g\(k\)\)\) == 3 \* \(n / 3\) for'
says out '^claim +false beyond its own bounds, at n = 70: claim max'
says out '^claim +proved for all n >= 0, in base 2: claim n < 3 or max\(k for k in 1'
says out '^claim +not decided: it adds up or counts over numbers of the position, or over more than a few: claim sum\(k'
says out '^claim +not decided: it multiplies numbers of the position; a product with a constant is decided: claim n \* n'
against_table 'Wythoff' 60 games/wythoff.game
against_table 'misere Wythoff' 40 games/wythoff_misere.game
against_table 'rays' 40 rays.game
against_table 'near' 40 near.game
exit $status
