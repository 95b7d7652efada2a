#!/bin/sh
# Claims for all positions: what is decided, what is left open and why; drawn claims against the machine.
. "$(dirname "$0")/cases.sh"
command -v jq >/dev/null || { ok "claims # SKIP no jq"; exit $status; }

wythoff='game g(a, b) {
  move left(t in 1..a) -> g(a - t, b) move right(t in 1..b) -> g(a, b - t) move both(t in 1..min(a, b)) -> g(a - t, b - t)'
nim='game g(n) { move take(t in 1..n) -> g(n - t)'
bash='param m = 3 game g(n) { move take(t in 1..min(m, n)) -> g(n - t)'
limit='game g(n, q) { start(n) where n >= 1 -> g(n, n - 1) move take(t in 1..min(n, q)) -> g(n - t, 2 * t)'

# decided VERDICT RULE CLAIM [WHAT IT SAYS]
decided() {
    printf '%s\n%s }\n' "$2" "$3" >one.game
    "$CGI" prove one.game >out 2>err
    if grep -q "^claim *$1.*: claim" out && grep -q "${4-.}" out; then ok "$1: $3"; else not_ok "$1: $3" "$(cat out err)"; fi
}
decided proved "$wythoff" 'claim P(g(a, b)) iff min(a, b) == beatty(abs(b - a)) for a in 0..9, b in 0..9' 'for all a >= 0, b >= 0, in Zeckendorf'
decided proved "$wythoff" 'claim P(g(a, b)) iff b == partner(a) for a in 0..9, b in 0..9'
decided proved "$wythoff" 'claim P(g(beatty(k), upper_wythoff(k))) for k in 0..9' 'for all k >= 0'
decided proved "$wythoff" 'claim P(g(a, b)) iff any(min(a, b) == (k + isqrt(5 * k * k)) / 2 and k == abs(a - b) for k in 0..a + b) for a in 0..9, b in 0..9'
decided proved "$wythoff" 'claim N(g(a, b)) for a in 0..9, b in 2 * a + 1..3 * a' 'b in 2 \* a + 1..3 \* a'
decided proved "$wythoff" 'claim any(P(g(a, b)) for b in 0..2 * a + 1) for a in 0..9'
decided proved "$wythoff" 'claim sg(g(a, b)) == 0 iff P(g(b, a)) for a in 0..9, b in 0..9'
decided 'false beyond its own bounds' "$wythoff" 'claim P(g(a, b)) iff min(a, b) == 8 * abs(b - a) / 5 for a in 0..9, b in 0..9' 'at a = 20, b = 33:'
decided refuted "$wythoff" 'claim N(g(a, b)) for a in 3..9, b in 0..9' 'refuted at a = 3, b = 5:'
decided refuted "play misere $wythoff" 'claim P(g(a, b)) iff b == partner(a) for a in 0..9, b in 0..9' 'refuted at a = 0, b = 0'
decided proved "play misere $wythoff" 'claim P(g(a, b)) iff b == partner(a) for a in 0..9, b in 0..9 where a + b > 4'
decided proved "$limit" 'claim P(g(n)) iff n in fib for n in 1..20'
decided proved "$limit" 'claim N(g(n, q)) iff n >= 1 and q >= zeckendorf(n)[1] for n in 0..20, q in 0..20'
decided proved "$nim" 'claim P(g(a) + g(b) + g(c)) iff xor(a, b, c) == 0 for a in 0..3, b in 0..3, c in 0..3'
decided proved "$nim" 'claim sg(g(n)) == n for n in 0..9'
decided proved "$bash" 'claim sg(g(n)) == n % (m + 1) for n in 0..9, m in 1..6' 'for all n >= 0, m in 1..6'
decided refuted "$bash" 'claim sg(g(n)) == n % 4 for n in 0..9, m in 3..4' 'n = 4, m = 4'
decided 'not decided: it multiplies' "$wythoff" 'claim P(g(a, b)) iff a * b == 2 for a in 0..2, b in 0..2'
decided 'not decided: it takes a root' "$nim" 'claim isqrt(n) <= n for n in 0..9'
decided 'not decided: its condition has no value' "$nim" 'claim P(g(n - 1)) iff n == 1 for n in 0..9'
decided proved "$nim" 'claim n >= 1 and P(g(n - 1)) iff n == 1 for n in 0..9'
decided 'not decided: its condition has no value' "$nim" 'claim any(N(g(n - k)) for k in 0..n + 1) for n in 1..9'
decided 'not decided: it has no case' "$nim" 'claim n < 0 for n in 0..9 where n < 0'
decided proved "$nim" 'claim -7 / 2 == -4 and n % -3 <= 0 and (-n) / -2 == n / 2 for n in 0..9'
decided proved "$nim" 'claim popcount(n) % 2 == popcount(2 * n) % 2 and bit(n, 1) == n / 2 % 2 for n in 0..9'
decided proved "$nim" 'claim isqrt(2 * n * n) <= 3 * n / 2 and isqrt(2 * n * n) >= 7 * n / 5 for n in 0..9' 'Ostrowski'
decided proved "$nim" 'claim isqrt(4 * (n - 3) * (n - 3)) == 2 * abs(n - 3) for n in 0..9'
decided proved "$nim" 'claim isqrt(3 * k * k) < 2 * k for k in 1..9'
decided proved "$nim" 'claim xor(n, n - 1) == 2 * max(d for d in powers(2) where n % d == 0 and d <= n) - 1 for n in 1..9'
decided proved "$nim" 'claim any(n % d == 0 and n / d % 2 == 1 for d in powers(2) where d <= n) for n in 1..9' 'in base 2'
decided proved "$nim" 'claim any(n % d == 0 and n % (3 * d) != 0 for d in powers(3) where d <= n) for n in 1..9' 'in base 3'
decided proved "$nim" 'claim odd(n / max(d for d in powers(2) where n % d == 0 and d <= n)) for n in 1..9'
decided proved "$nim" 'claim min(x * 3 - y for x in 0..n, y in 0..3 where x + y >= n) == 3 * n - 12 for n in 3..9'
decided proved 'game h(n) { move one where n >= 1 -> h(n - 1) move half where n >= 2 -> h(n / 2)' 'claim P(h(n)) iff max(d for d in powers(2) where d <= n and n % d == 0) % 3 == 2 for n in 1..100'
decided 'not decided: its condition has no value' "$nim" 'claim max(k for k in 1..n) == n for n in 0..9'
decided 'not decided: its condition has no value' "$nim" 'claim n % (n + 3) <= n for n in 0..9'

# cgi test: behind its own words, and the verdict of what was tried stays
printf '%s\nclaim P(g(a, b)) iff b == partner(a) for a in 0..9, b in 0..9\nclaim P(g(a, b)) iff min(a, b) == 8 * abs(b - a) / 5 for a in 0..8, b in 0..9 }\n' "$wythoff" >both.game
run 0 'test says it' test both.game && says out 'holds to a = 9, b = 9 .100 cases.; proved for all a >= 0, b >= 0, in Zeckendorf numeration$' &&
    says out 'holds to a = 8, b = 9 .90 cases.; false beyond its own bounds, at a = 20, b = 33$'
run 0 'test as JSON' test both.game --json && json '.cases[0].theorem == "proved for all a >= 0, b >= 0, in Zeckendorf numeration" and (.cases[0].verdict | startswith("holds to"))'
run 0 'prove as JSON' prove both.game --json && json '.verdict == "proved" and .claims[0].verdict == "proved" and .claims[0].scope == "for all a >= 0, b >= 0" and .claims[1].verdict == "refuted" and .claims[1].counterexample == "a = 20, b = 33" and .claims[1].beyond'

printf '%s\nclaim N(g(a, b)) for a in 1..2, b in 0..9 }\n' "$wythoff" >wrong.game
run 1 'a claim that is wrong' prove wrong.game && says out 'refuted at a = 1, b = 2'

# Drawn claims: what is proved must hold as far as the machine tries it, what is refuted must fail there.
draw() {
    awk -v seed="$1" -v fields="$2" -v kind="$3" '
    function r(n) { return int(rand() * n) }
    function number(d, k, x) {
        k = d > 0 ? r(12) : r(3)
        if (k == 0) return r(8) - 2
        if (k <= 2) return v[1 + r(count)]
        if (k == 3) return "(" number(d - 1) " + " number(d - 1) ")"
        if (k == 4) return "(" number(d - 1) " - " number(d - 1) ")"
        if (k == 5) return "(" number(d - 1) " / " (r(2) ? 2 + r(3) : -2 - r(2)) ")"
        if (k == 6) return "(" number(d - 1) " % " (r(2) ? 2 + r(4) : -2 - r(3)) ")"
        if (k == 7) return (r(2) ? "min(" : "max(") number(d - 1) ", " number(d - 1) ")"
        if (k == 8) return "abs(" number(d - 1) ")"
        if (k == 9) return "(" condition(d - 1) " ? " number(d - 1) " : " number(d - 1) ")"
        if (k == 10) {
            x = "x" ++made; v[++count] = x
            k = number(d - 1) " for " x " in " r(3) ".." 3 + r(6) " where " condition(d - 1); count--
            return (r(2) ? "max(" : "min(") k ")"
        }
        if (kind == 2 && r(3) == 0) return "(" v[1 + r(count)] " % " v[1 + r(count)] ")"
        if (kind == 2 && r(4) == 0) return "(" v[1 + r(count)] " / " v[1 + r(count)] " % 2)"
        if (kind == 2) return r(2) ? "xor(" number(d - 1) ", " number(d - 1) ")" : "bit(" number(d - 1) ", " r(3) ")"
        if (kind == 1) return r(3) ? "beatty(" number(d - 1) ")" : "zeckendorf(" number(d - 1) ")[" 1 + r(2) "]"
        return "(" number(d - 1) " * " r(6) - 2 ")"
    }
    function condition(d, k, x) {
        k = d > 0 ? r(9) : r(3)
        if (k <= 1) return (r(2) ? "P(g(" : "N(g(") number(d - 1) (fields == 2 ? ", " number(d - 1) : "") "))"
        if (k <= 3) return number(d) " " substr("==!=< <=> >=", 1 + 2 * r(6), 2) " " number(d)
        if (k == 4) return "(" condition(d - 1) (r(2) ? " and " : " or ") condition(d - 1) ")"
        if (k == 5) return "(" condition(d - 1) " iff " condition(d - 1) ")"
        if (k == 6) return "not (" condition(d - 1) ")"
        if (k == 7) return number(d - 1) " in {1, 3, 4}"
        x = "x" ++made; v[++count] = x
        k = condition(d - 1); count--
        if (kind == 2 && r(2)) return (r(2) ? "any(" : "all(") k " for " x " in powers(2) where " x " <= " number(1) ")"
        return (r(2) ? "any(" : "all(") k " for " x " in " number(0) ".." number(1) ")"
    }
    BEGIN { srand(seed); v[1] = "a"; v[2] = "b"; count = fields; condition(1)
        for (i = 0; i < 14; i++) { c = condition(2)
            if (r(2)) c = "P(g(a" (fields == 2 ? ", b" : "") ")) iff " c
            print c } }'
}
# against_machine TITLE SEED FIELDS KIND RULE MOST
against_machine() {
    range="a in 0..$6"
    [ "$3" = 2 ] && range="$range, b in 0..$6"
    : >kept
    draw "$2" "$3" "$4" >drawn
    while read -r c; do
        printf '%s\nclaim %s for %s }\n' "$5" "$c" "$range" >one.game
        "$CGI" check one.game >/dev/null 2>&1 && printf 'claim %s for %s\n' "$c" "$range" >>kept
    done <drawn
    { printf '%s\n' "$5"; cat kept; echo '}'; } >all.game
    "$CGI" prove all.game --json >proof 2>err
    jq -r '.claims[] | select(.verdict == "proved") | .text' proof >proved
    jq -r '.claims[] | select(.verdict == "refuted") | (.text | sub(" for a in 0[.][.].*$"; " for ")) + (.counterexample | gsub(" = (?<n>-?[0-9]+)"; " in \(.n)..\(.n)"))' proof >refuted
    { printf '%s\n' "$5"; cat proved refuted; echo '}'; } >again.game
    "$CGI" test again.game --json --no-plugins >tested 2>>err
    good=$(jq -n --slurpfile t tested --argjson proved "$(wc -l <proved)" '[$t[0].cases[].verdict != "failed"] as $q | [$t[0].cases[] | .passed or .counterexample == "no case was tried"] as $p | ($p[:$proved] | all) and ($q[$proved:] | any | not)')
    if [ "$good" = true ] && [ "$(cat proved refuted | wc -l)" -ge 4 ]; then ok "$1: $(wc -l <proved) proved, $(wc -l <refuted) refuted"
    else not_ok "$1" "$(cat all.game)" "$(cat again.game)" "$(cat tested err)"; fi
}
against_machine 'drawn, Wythoff' 1 2 1 "$wythoff" 20
against_machine 'drawn, misere Wythoff' 2 2 1 "play misere $wythoff" 20
against_machine 'drawn, two numbers in base 2' 3 2 2 'game g(a, b) { move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t)' 20
against_machine 'drawn, one number' 4 1 2 "$bash" 60
against_machine 'drawn, a subtraction set' 5 1 0 'game g(n) { move take(t in {1, 3, 4}) where t <= n -> g(n - t)' 60
exit $status
