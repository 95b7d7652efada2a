#!/bin/sh
# Tables written while they are computed: the rows of CSV, `n value` lines and bytes against the table for people, at the borders of
# blocks, and what becomes of them when nobody takes them. What run, says and the like do stands in cases.sh.
. "$(dirname "$0")/cases.sh"
cat >take.game <<'END'
game take(n) { param S = {2, 3, 7} move take(t in S) where t <= n -> take(n - t) }
END
cat >bash.game <<'END'
game bash(n) { param m = 3 in 1.. move take(t in 1..min(m, n)) -> bash(n - t) }
END
cat >rule.game <<'END'
game rule(n) { move take(t in 1..n) where (n + t * t) % 13 < 8 -> rule(n - t) }
END
cat >kayles.game <<'END'
game kayles(n) {
  move one(a in 0..(n - 1) / 2) -> kayles(a) + kayles(n - 1 - a)
  move two(a in 0..(n - 2) / 2) -> kayles(a) + kayles(n - 2 - a)
}
END
cat >pair.game <<'END'
game pair(a: int, b: int) where a >= -12 and b >= -15 and (a + b) % 3 != 1 {
  move left(s in 1..20) where a - 3 * s >= -12 -> pair(a - 3 * s, b)
  move right where b > -13 -> pair(a, b - 3)
}
END
cat >round.game <<'END'
game round(n) { loopy move on where n < 3 -> round(n + 1) move back where n > 1 -> round(n - 1) }
END
# same NAME FILE RANGE...: CSV has the rows of the list for people (some row is missing, or it is one field).
same() {
    name=$1
    shift
    "$CGI" table "$@" 2>/dev/null | awk '{ $1 = $1 } 1' OFS=, >wanted
    run 0 "$name" table "$@" --csv
    if cmp -s wanted out; then ok "$name: the rows are those of the list"; else not_ok "$name" "$(diff wanted out)"; fi
}
# Where a rule fails there is no outcome either, though an option before it wins, or what stands behind it does not hold.
cat >fails.game <<'END'
game fails(n) {
  move a(t in 1..n) where t % 3 != 2 -> fails(n - t)
  move b(t in 1..n) where 6 / (n - 5) > t -> fails(n - t)
}
END
cat >powers.game <<'END'
game powers_of(n, last) {
  move m(t in 1..n) where n > 4 and t in powers(last) and isqrt(n - 5) == 9 -> powers_of(n - t, t)
}
END
cat >divisors.game <<'END'
game divisors_of(n, last) {
  move m(t in 1..n) where n > 4 and t in divisors(last) and isqrt(n - 5) == 9 -> divisors_of(n - t, t)
}
END
run 5 'outcomes of a rule that fails' table fails.game 0..1500 --ask outcome --csv && says err 'E0502'
run 5 'outcomes of a rule that asks powers of 0' table powers.game 0..60 0..60 --ask outcome --csv && says err 'E0514'
run 5 'an outcome of a rule that asks powers of 0' analyze powers.game 85 0 --ask outcome && says err 'E0514'
run 5 'an outcome of a rule that asks divisors of 0' analyze divisors.game 85 0 --ask outcome && says err 'E0515'
same 'a period' take.game 0..120
same 'a period from its middle' take.game 99990..100011
same 'below the states' take.game -12..12
same 'splits' kayles.game 0..1100
same 'a table' rule.game 95..1005
same 'a table of outcomes' rule.game 0..30 --ask outcome
same 'holes and negative numbers' pair.game -14..12 -20..101
same 'misere' kayles.game 0..40 --misere
same 'draws' round.game 0..7

run 0 'n value' table take.game 998..1002 --bfile
exactly out "$("$CGI" table take.game 998..1002 --csv 2>/dev/null | awk -F, 'NR > 1 { print $1, $2 }')"

# Bytes are the values, of every width, across the borders of blocks and whatever the phase of the period.
numbers() { od -An -v -t "u$1" | tr -s ' \n' '\n' | sed '/^$/d'; }
for range in 0..7 5..70003 123457..300001; do
    "$CGI" table take.game $range --csv 2>/dev/null | awk -F, 'NR > 1 { print $2 }' >wanted
    for width in 1 2 4 8; do
        "$CGI" table take.game $range --binary u$((8 * width)) 2>/dev/null | numbers $width >got
        if cmp -s wanted got; then ok "u$((8 * width)) of $range"; else not_ok "u$((8 * width)) of $range"; fi
    done
    "$CGI" table take.game $range --csv --ask outcome 2>/dev/null |
        awk -F, 'NR > 1 { b += ($2 == "N") * 2 ^ k; if (++k == 8) { print b; b = k = 0 } } END { if (k) print b }' >wanted
    "$CGI" table take.game $range --binary bits 2>/dev/null | numbers 1 >got
    if cmp -s wanted got; then ok "bits of $range"; else not_ok "bits of $range"; fi
done
# Bits of a box that is kept, along lines, in another order of its fields, by vectors and by rows, against a search; parts of it too.
cat >third.game <<'END'
game third(b, a) {
  move both(t in 1..min(a, b)) where t % 3 > 0 -> third(b - t, a - t)
  move y(t in 1..b) -> third(b - t, a)
  move x(t in 1..a) -> third(b, a - t)
}
END
cat >limit.game <<'END'
game limit(q, pile) { move go(rest in 0..pile - 1) where pile - rest <= q -> limit(2 * (pile - rest), rest) }
END
cat >cone.game <<'END'
game cone(a, b) { move m(s in 0..a, t in 0..b) where s + t > 0 and (s < 2 * t and t < 2 * s or s * t == 0) -> cone(a - s, b - t) }
END
cat >other.game <<'END'
game other(n, last) { move m(t in 1..n) where t != last and t % 4 > 0 -> other(n - t, t) }
END
for table in 'third.game 0..90 0..77' 'third.game 3..67 64..129' 'limit.game 5..90 1..130' 'cone.game 0..70 7..71' 'other.game 0..400 0..20'; do
    for play in '' --misere; do
        by=$([ "$play" ] && echo wholesum || echo hashed)
        # shellcheck disable=SC2086
        "$CGI" table $table $play --binary bits --ask outcome --no-plugins >got 2>/dev/null
        # shellcheck disable=SC2086
        "$CGI" table $table $play --binary bits --ask outcome --no-plugins --solver $by >wanted 2>/dev/null
        if [ -s wanted ] && cmp -s wanted got; then ok "bits of $table $play"; else not_ok "bits of $table $play"; fi
        # shellcheck disable=SC2086
        "$CGI" table $table $play --csv --ask outcome --no-plugins 2>/dev/null |
            awk -F, 'NR > 1 { b += ($3 == "N") * 2 ^ k; if (++k == 8) { print b; b = k = 0 } } END { if (k) print b }' >rows
        numbers 1 <wanted >got
        if cmp -s rows got; then ok "rows of $table $play"; else not_ok "rows of $table $play"; fi
    done
done
"$CGI" table rule.game 0..400 --csv 2>/dev/null | awk -F, 'NR > 1 { print $2 }' >wanted
"$CGI" table rule.game 0..400 --binary u16 2>/dev/null | numbers 2 >got
if cmp -s wanted got; then ok 'u16 of a table'; else not_ok 'u16 of a table'; fi
"$CGI" table round.game 1..4 --csv 2>/dev/null | awk -F, 'NR > 1 { print $2 == "P" ? 0 : $2 == "N" ? 1 : 2 }' >wanted
"$CGI" table round.game 1..4 --binary u8 --ask outcome 2>/dev/null | numbers 1 >got
if cmp -s wanted got; then ok 'a draw is 2'; else not_ok 'a draw is 2' "$(cat got)"; fi

# What does not fit is said; what comes before it is written.
run 2 'too wide' table rule.game 0..2000 --binary u8
says err 'too large for --binary u8'
if [ -s out ]; then ok 'too wide: the values before it are written'; else not_ok 'too wide: nothing is written'; fi
usage 'no place for what is no position' 'is none' table take.game -1..5 --binary u8
usage 'no SG values' 'add --ask outcome' table kayles.game 0..5 --binary u8 --misere
usage 'draws are no bits' 'which is no bit' table round.game 2..3 --binary bits
usage 'another width' 'u8, u16, u32, u64 or bits' table take.game 0..5 --binary u24
usage 'two forms' 'two forms' table take.game 0..5 --binary u8 --csv
usage 'a sweep' 'one sequence' table bash.game 0..5 --binary u8 --set m=1..2
usage 'moves' 'sg or outcome' table take.game 0..5 --ask wins
run 2 'several fields as n value' table pair.game 0..1 0..1 --bfile
says err 'one field'

# A reader that goes away ends it at once, as does a full disk; either is told by the exit code.
if [ "$("$CGI" table take.game 0..999999999999 --csv 2>/dev/null | head -n 2 | tail -n 1)" = 0,0,P ]; then ok 'a reader that goes away'
else not_ok 'a reader that goes away'; fi
(
    trap '' PIPE
    "$CGI" table take.game 0..999999999999 --binary u8 2>err
    echo $? >code
) | head -c 1 >/dev/null
exactly code 2
says err 'standard output'
if [ -w /dev/full ]; then
    "$CGI" table take.game 0..999999999999 --binary u8 >/dev/full 2>err
    echo $? >code
    name='a full disk'
    exactly code 2
    says err 'standard output'
fi
run 4 'a budget ends it' table rule.game 0..100000000 --csv --max-states 3000 --memory 2G
says out '^2900,'
exit $status
