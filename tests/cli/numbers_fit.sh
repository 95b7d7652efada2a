#!/bin/sh
# Numbers beyond 64 bits: every solver says what a search says, the value or the error, or does not answer. Conditions with huge
# constants that hold always, never, or somewhere, and do or do not leave 64 bits on the way.
. "$(dirname "$0")/cases.sh"

# said SOLVER POSITION: the value, the error, or nothing where the solver does not answer.
said() {
    solver=$1
    shift
    # shellcheck disable=SC2086 # the position is words
    "$CGI" analyze rule.game $1 --ask sg --no-plugins --solver "$solver" >out 2>err
    sed -n 's/^SG value *\([0-9][0-9]*\)$/\1/p' out # `none`: it gives outcomes only
    grep -q 'E0692' err || grep -o 'E0[0-9]*' err | head -n 1
}

# same NAME RULE POSITION SOLVER...
same() {
    name=$1 rule=$2 position=$3
    shift 3
    printf '%s\n' "$rule" >rule.game
    expected=$(said hashed "$position")
    for solver in "$@"; do
        got=$(said "$solver" "$position")
        [ -z "$got" ] || [ "$got" = "$expected" ] || { not_ok "$name" "$solver: $got, a search: $expected" "$rule"; return; }
    done
    if [ -n "$expected" ]; then ok "$name"; else not_ok "$name" 'the search says nothing' "$rule"; fi
}

seed=5
for huge in 4000000000000000000 1000000000000000000 9223372036854775807 400; do
    for form in "(t - 1) * $huge > -1" "t + $huge > 3" "(a - t) * $huge >= 0" "$huge - t * 2 > a" "a * $huge - a * $huge == 0" \
        "(t * $huge) / $huge < 4"; do
        seed=$((seed * 5 % 23 + 1))
        one=$((9 + seed % 4))
        same "$form, two numbers" "game g(a, b) { move x(t in 1..a) where $form -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }" \
            "$one $((seed % 5 + 4))" lines choices
        same "$form, windows" "game g(a) { move x(t in 1..a / 2) where $form -> g(a - t) }" "$((one + 9))" lines windows
        same "$form, takes" "game g(a) { move x(t in 1..6) where t <= a and $form -> g(a - t) }" "$one" sliding sequence
        [ $((seed % 2)) = 0 ] && continue
        same "$form, splits" "game g(a) { move x(t in 1..5, c in 0..a - t) where $form -> g(c) + g(a - t - c) }" "$one" takebreak
        same "$form, the last take" "game g(a, b) { move x(t in 1..a) where t != b and $form -> g(a - t, t) }" "$one 0" dynamic lines
        same "$form, vectors" "game g(a, b) { move x(t in 1..a, s in 1..b) where gcd(s, t) == 1 and $form -> g(a - t, b - s) }" \
            "$one 5" vectors ranked
    done
done
# a number that rises without end leaves what a search reckons with, or does not
same 'a number that doubles' 'game g(n, q) { move m(t in 1..min(n, q)) -> g(n - t, 2 * t) }' '12 12' lines dynamic
same 'one that rises' 'game g(n, q) { move m(t in 1..min(n, q)) where q * 900000000000000000 >= 0 -> g(n - t, q + 1) }' '12 2' lines dynamic
exit $status
