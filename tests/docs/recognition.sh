#!/bin/sh
# docs/manual/recognition.md, sentence by sentence: rules of which it says that a closed form answers, and rules of which it says
# that none does. A line is the plugin (- for none), the position, and the rule of game g.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI:?the program}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
while IFS='|' read -r plugin position rule; do
    case $rule in *lua*) [ "${CGI_LUA:-ON}" = ON ] || continue ;; esac
    printf '%s\n' "$rule" >rule.game
    "$CGI" explain rule.game "g($position)" --json --timeout 60 >found 2>err
    claim "$plugin: $rule" "$(
        offer=$(tr '{' '\n' <found | sed -n 's/^"solver": "\([a-z_]*\)", "kind": "closed form".*/\1/p' | head -n 1)
        grep -q '"plan"' found && [ "${offer:--}" = "$plugin" ] || { echo "the closed form is ${offer:--}"; head -n 5 err; })"
done <<'RULES'
nim|9|game g(stones) { move leave(rest in 0..stones - 1) -> g(rest) }
nim|9|game g(n) { move one where n >= 1 -> g(n - 1) move more(t in 2..n) -> g(n - t) }
nim|9|game g(n) { move odds(t in 1..n) where odd(t) -> g(n - t) move evens(t in 1..n) where even(t) -> g(n - t) }
bash|9|fn cap(a) = min(7, a) game g(n) { move take(t in 1..cap(n)) where t >= 0 or n > 5 -> g(n - t) }
bash|9|game g(n) { move take(t in 1..n) where t <= 7 and t * 2 <= 2 * n -> g(n - t) }
wythoff|3, 4|game g(y, x) { move c(t in 1..min(x, y)) -> g(y - t, x - t) move a(t in 1..y) -> g(y - t, x) move b(t in 1..x) -> g(y, x - t) }
staircase|[1, 2, 3]|game g(s: row) { move off(t in 1..s[1]) -> g([i == 1 ? s[i] - t : s[i] for i in 1..len(s)]) move down(j in 2..len(s), t in 1..s[j]) -> g([i == j ? s[i] - t : i == j - 1 ? s[i] + t : s[i] for i in 1..len(s)]) }
nim|9|game g(n) { move take(t in 1..n - 1) -> g(n - t) }
half|9|game g(n) { move take(t in 1..n / 2) -> g(n - t) }
bash|9|game g(n) { move add(t in 1..3) where n + t <= 21 -> g(n + t) }
bash|25|game g(n) { move add(t in 1..3) where n + t <= 21 -> g(n + t) }
fibonacci|9, 2|game g(n, last) { move take(t in 1..min(n, 2 * last)) -> g(n - t, t) }
fibonacci|9, 2|game g(n, last) { move take(t in 1..min(n, 3 * last / 2)) -> g(n - t, t) }
wythoff|3, 4|game g(a, b) { move one(t in 1..a) -> g(b, a - t) move two(t in 1..b) -> g(b - t, a) move both(t in 1..min(a, b)) -> g(b - t, a - t) }
wythoff|3, 4|game g(a, b) where a <= b { move one(t in 1..a) -> g(a - t, b) move two(t in 1..b) -> g(min(a, b - t), max(a, b - t)) move both(t in 1..a) -> g(a - t, b - t) }
wythoff|[3, 4]|game g(s: row) where len(s) == 2 { move one(i in 1..2, t in 1..s[i]) -> g(s with { [i] -= t }) move both(t in 1..min(s[1], s[2])) -> g(s with { [1] -= t, [2] -= t }) }
capped|3, 4, 5|game g(x, y, z) { move a(t in 1..min(3, x)) -> g(x - t, y, z) move b(t in 1..min(3, y)) -> g(x, y - t, z) move d(t in 1..min(3, z)) -> g(x, y, z - t) }
staircase|3, 4, 5|game g(x, y, z) { move a(t in 1..x) -> g(x - t, y, z) move b(t in 1..y) -> g(x + t, y - t, z) move d(t in 1..z) -> g(x, y + t, z - t) }
georgia|3, 5, 9|game g(x, y, z) where 1 <= x and x < y and y < z { move a(t in 1..x - 1) -> g(t, y, z) move b(t in x + 1..y - 1) -> g(x, t, z) move d(t in y + 1..z - 1) -> g(x, y, t) }
staircase|[3, 4, 5]|game g(s: row) { move off(t in 1..s[len(s)]) -> g(s with { [len(s)] -= t }) move down(i in 1..len(s) - 1, t in 1..s[i]) -> g(s with { [i] -= t, [i + 1] += t }) }
staircase|[3, 4, 5]|game g(s: row) { move off(t in 1..s[len(s)]) -> g(s with { [len(s)] -= t }) move down(i in 1..len(s) - 1, t in 1..s[len(s) - i]) -> g(s with { [len(s) - i] -= t, [len(s) - i + 1] += t }) }
georgia|[9, 4, 2]|game g(p: row) where all(p[i] > p[i + 1] for i in 1..len(p)) { move slide(i in 1..len(p), y in p[i + 1] + 1..p[i] - 1) -> g(p with { [i] = y }) }
georgia|3, 30|game g(x, y) where x < y and y <= 50 { move one(u in x + 1..y - 1) -> g(u, y) move two(u in y + 1..50) -> g(x, u) }
nim|9|game g(n) { move take(t in 1..n) where 0 * (12 / (n + 5)) == 0 -> g(n - t) }
nim|9|game g(n: int) where n >= -5 { move take(t in 1..n + 5) -> g(n - t) }
-|9|game g(n) { move take(t in 1..n - 1) where t != 4 or n != 6 -> g(n - t) }
-|4|game g(n) { move take(t in 1..n) where 0 * (12 / (n - 5)) == 0 -> g(n - t) }
-|9|lua [[ function ok(t) return t >= 1 end ]] game g(n) { move take(t in 1..n) where lua.ok(t) -> g(n - t) }
nim|9|lua [[ function ok(t) return t >= 1 end ]] game g(n) { solve nim move take(t in 1..n) where lua.ok(t) -> g(n - t) }
-|9|game g(n) { loopy move take(t in 1..n) -> g(n - t) }
-|9|game g(n) { move take(t in 1..n) where popcount(t) >= 1 -> g(n - t) }
-|3, 5|game g(a, b) where a <= b { move up(k in 1..b - a) -> g(a + k, b) }
-|9|game g(n) where n % 3 == 0 { move take(t in 1..n / 3) -> g(n - 3 * t) }
nim|3, 4|game g(a, b) { move x(t in 1..a) -> g(a - t, b) move y(t in 1..b) -> g(a, b - t) }
nim|[3, 4]|game g(s: row) { move x(i in 1..len(s), t in 1..s[i]) -> g(s with { [i] -= t }) }
nim|[3, 4]|game nim(n) { move take(t in 1..n) -> nim(n - t) } game g(s: bag) = sum(nim(x) for x in s)
-|[3, 4, 5]|game g(s: row) where len(s) == 3 { move t(i in 1..3, t in 1..min(3, s[i])) -> g(sort(s with { [i] -= t })) }
capped|[3, 4]|game g(s: row) where len(s) == 2 { move t(i in 1..2, t in 1..min(3, s[i])) -> g(sort(s with { [i] -= t })) }
-|[3, 4]|game g(s: row) { move down(i in 2..len(s), t in 1..s[i]) -> g(s with { [i] -= t, [i - 1] += t }) }
RULES
done_testing
