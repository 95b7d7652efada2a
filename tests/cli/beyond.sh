#!/bin/sh
# Rules that fail at positions which those asked about need not reach: the planner's choice against a search position by position, which
# sees no others. What can be reached and fails is reported by both. $CGI is the program. POSIX sh; prints TAP lines.
. "$CGI_SOURCE/tests/cli/cases.sh"

# same ARGUMENT...: the planner's choice ends as `--solver hashed` does, with the same answer or the same error.
same() {
    "$CGI" "$@" >out 2>err </dev/null
    first=$?
    "$CGI" "$@" --solver hashed >out.slow 2>err.slow </dev/null
    second=$?
    grep -hE '^(SG value|outcome|winning|[0-9 ])|error\[' out err >said
    grep -hE '^(SG value|outcome|winning|[0-9 ])|error\[' out.slow err.slow >said.slow
    if [ $first = $second ] && cmp -s said said.slow; then ok "$*: exit $first"
    else not_ok "$*: exit $first, searched $second" "$(cat err said said.slow)"; fi
}

# One field or several, in the way of a sequence, a table, lines and numbered bags; a division, an overflow, divisors, a row's end.
cat >divide.game <<'END'
game g(a, b) { move sub(t in 1..12 / a) where t < a -> g(a - t, b) move dec where b > 0 -> g(a, b - 1) }
END
cat >divisors.game <<'END'
game g(b, a) { move down(d in divisors(a)) where d < a -> g(b, a - d) move dec where b > 0 -> g(b - 1, a) }
END
cat >far.game <<'END'
game g(a, b) { move m(t in 1..a) where 7 / (b - 3) <= 7 -> g(a - t, b) move n(t in 1..b / 5) where t % 5 == 0 -> g(a, b - t) }
END
cat >heap.game <<'END'
game h(n) { move odd(t in 1..n) where t % 2 == 0 and 9 / (n % 2) >= 0 -> h(n - t) }
END
cat >next.game <<'END'
game h(n) { move take(t in 1..min(3, n)) where 9 / (n - 40) <= 9 -> h(n - t) }
END
cat >rays.game <<'END'
game w(a, b) { move l(t in 1..a) -> w(a - t, b) move d(t in 1..min(a, b)) where 3 / b > 0 or t > 0 -> w(a - t, b - t) move e where 5 / (b + 1 - a) > 0 and a == 0 and b == 99 -> w(a, b - 1) }
END
cat >large.game <<'END'
game g(a, b) { move m(t in 1..min(a, 2)) where b * b * 500000000000000000 % 7 != 3 -> g(a - t, b) move n where b >= 4 -> g(a, b - 4) }
END
for game in divide divisors far rays large; do
    for at in '7 0' '0 7' '5 4' '12 5' '9 9' '3 3' '1 2' '20 16'; do
        same analyze $game.game $at
        same analyze $game.game $at --ask outcome
    done
    for box in '1..5 1..4' '0..6 0..6' '4..9 4..9' '2..2 0..30'; do
        same table $game.game $box
        same table $game.game $box --csv
    done
    same analyze $game.game 12 5 --native never
done
for at in 5 6 7 20 21 39 40 41 60; do
    same analyze heap.game $at
    same analyze next.game $at
done
for box in 1..9 0..39 1..39 38..42 41..45; do
    same table heap.game $box
    same table next.game $box
    same table next.game $box --binary u8
done

run 5 'a table that is asked for by name' analyze divide.game 12 5 --solver table
silent out
says err 'E0502'
run 0 'why there is no table' explain divide.game 12 5
says out 'table: cannot: the rule fails at a position of its box, which need not be reached'
silent err

# Sums, whose parts are asked one by one, and play where the last to move loses.
run 0 'a sum' analyze divide.game 'g(12, 5) + g(7, 3)'
cp out sum
run 0 'the same sum, searched' analyze divide.game 'g(12, 5) + g(7, 3)' --solver hashed
if [ "$(grep '^SG' out)" = "$(grep '^SG' sum)" ]; then ok 'the value of a sum'; else not_ok 'the value of a sum'; fi
run 0 'the last to move loses' analyze divide.game 12 5 --misere
exit $status
