#!/bin/sh
# `cgi export --c`: what is written is compiled as its comment says, and prints what `cgi table` prints: rules with each kind of loop, condition,
# state and end; and what is refused is refused with its place. $CGI is the program, $CGI_CC the compiler. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok export $2"; else echo "not ok export $2"; status=1; fi; }

# same NAME RULE RANGE...: the program and `cgi table` print the same
same() {
    name=$1
    printf '%s\n' "$2" >rule.game
    shift 2
    "$CGI" export --c rule.game -o rule.c ${set:+--set "$set"} && "$CGI_CC" -O2 -Wall -Wextra -Werror -o rule rule.c 2>warnings &&
        "$CGI" table rule.game "$@" --no-plugins ${set:+--set "$set"} 2>/dev/null >expected && ./rule "$@" >got && cmp -s expected got &&
        "$CGI" table rule.game "$@" --no-plugins --csv ${set:+--set "$set"} 2>/dev/null >expected && ./rule --csv "$@" >got && cmp -s expected got
    verdict $? "$name"
}
# both fail, and the program tells where
fails() {
    name=$1
    printf '%s\n' "$2" >rule.game
    "$CGI" export --c rule.game 2>/dev/null >rule.c && "$CGI_CC" -O2 -o rule rule.c && ! "$CGI" table rule.game "$3" --no-plugins >/dev/null 2>&1 && ! ./rule "$3" >got 2>err &&
        [ ! -s got ] && grep -qF "$4" err
    verdict $? "$name"
}
refused() {
    name=$1
    printf '%s\n' "$2" >rule.game
    "$CGI" export --c rule.game >got 2>err
    [ $? = 2 ] && [ ! -s got ] && grep -q "$3" err && grep -q E0698 err
    verdict $? "refuses $name"
}
set=
same 'a condition on one heap' 'game g(n) { move m(t in 1..n) where (n * t) % 7 != 3 and gcd(n, t) == 1 -> g(n - t) }' 3..90
same 'long ranges' 'game g(n) { move m(t in 1..n) -> g(n - t) move k where n % 100 == 99 -> g(n / 2) }' 0..300
same 'Wythoff' 'game g(a, b) { move both(t in 1..min(a, b)) -> g(a - t, b - t) move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }' 0..12 3..9
same 'two heaps, one value of one' 'game g(a, b) { move l(t in 1..a, s in 0..b) where (t + s) % 3 == 1 -> g(a - t, b - s) }' 7 0..12
same 'three heaps' 'game g(a, b, c) { move l(t in 1..a) where gcd(a, b) <= t -> g(a - t, b, c) move m(t in 1..b) -> g(a, b - t, c) move r(t in 1..c) where odd(t + a) -> g(a, b, c - t) }' 0..4 2..5 1..3
same 'a heap that is split' 'game g(n) { move m(a in 0..n - 2) -> g(a) + g(n - 2 - a) }' 0..150
same 'a heap that is split in three' 'game g(n) { move m(a in 0..n - 2, b in 0..n - 2 - a) -> g(a) + g(b) + g(n - 2 - a - b) }' 0..25
same 'runs' 'game g(n) { move m(t in 1..n) where t <= 2 or t > n - 2 -> g(n - t) move k(t in 1..n) where t % 3 == 1 -> g(n - t) }' 0..60
same 'sets' 'game g(n) { move m(t in {1, 4, 9}) where t <= n and n % 3 != t % 2 -> g(n - t) }' 0..60
same 'sets without an end' 'game g(n) { move s(t in squares) where t <= n -> g(n - t) move p(t in primes) where t <= n and t % 3 != n % 3 -> g(n - t) move f(t in fib) where t <= n and t in primes -> g(n - t) move q(t in powers(3)) where t <= n -> g(n - t) }' 0..90
same 'states that are none' 'game g(n) where n % 4 != 3 { move m(t in 1..n) where (n - t) % 4 != 3 -> g(n - t) }' 0..30
same 'numbers below 0' 'game g(a: int, b) where a >= -9 { move l(t in 1..a + 9) where t % 3 != b % 2 -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }' -12..-5 0..3
same 'truth values' 'game g(n, f: bool) { move m(t in 1..n) where f or t % 2 == 0 -> g(n - t, f) }' 0..6 0..1
same 'folds' 'game g(n) { move m(t in 2..n) where all(t % d != 0 or n % d != 0 for d in 2..t) and count(d for d in 1..t where t % d == 0) < 4 -> g(n - t) }' 0..60
same 'digits of the heap' 'game g(n) { move m(t in 3..n) where xor(n, t) == n - t -> g(n - t) move l(t in 0..n - 1) where xor(t, n - t) == n and t % 5 != 1 -> g(t) }' 0..90
same 'digits by powers' 'game g(n) { move s(p in powers(10)) where p <= n and n / p % 10 > 0 -> g(n - n / p % 10) move q(p in powers(2), q in powers(2)) where p <= n and q <= n and n / p % 2 == 1 and n % q == 0 -> g(n - p) }' 0..130
same 'ends of themselves' 'game g(n) { move t(t in primes) where t <= n and power_of_two(t + 1) -> g(n - t) move one where n > 0 -> end }' 0..40
same 'misere play of a heap' 'play misere
game g(n) { move m(t in 1..n) where (n * t) % 7 != 3 and t % 3 != 0 -> g(n - t) move k where n > 4 -> g(n / 2) }' 0..60
same 'misere play with long ranges' 'play misere
game g(n) { move m(t in 1..n / 2) -> g(n - t) }' 0..90
same 'misere play of two heaps' 'play misere
game g(a, b) { move both(t in 1..min(a, b)) -> g(a - t, b - t) move l(t in 1..a) -> g(a - t, b) move r(t in 1..b) where t % 4 != a % 3 -> g(a, b - t) }' 0..12 3..9
same 'misere play in states that are not all' 'play misere
game g(a, b) where a % 4 != 2 { move l(t in 1..a) where (a - t) % 4 != 2 -> g(a - t, b) move r(t in 1..b) -> g(a, b - t) }' 0..9 0..4
same 'misere play of three heaps' 'play misere
game g(a, b, c) { move l(t in 1..a) where gcd(a, b) <= t -> g(a - t, b, c) move m(t in 1..b) -> g(a, b - t, c) move r(t in 1..c) where odd(t + a) -> g(a, b, c - t) }' 0..4 2..5 1..3
set=k=4
same 'parameters' 'param k = 3 in 1..
param S = {2, 5} in 1..
game g(n) { move m(t in 1..n) where t % k != n % (k + 1) -> g(n - t) move s(t in S) where t <= n -> g(n - t) }' 0..50
set=
fails 'a sum beyond 64 bits' 'game g(n) { move m(t in 1..n) where n * 4611686018427387904 > t or t == 1 -> g(n - t) }' 0..5 'at n = 2: the rule fails in `n * 4611686018427387904`'
fails 'a division by 0' 'game g(n) { move m(t in 1..n) where t % (n - 23) != 1 -> g(n - t) }' 0..40 'at n = 23'
refused 'divisors' 'game g(n) { move m(t in divisors(n)) where t < n -> g(n - t) }' "rule.game:1:.*'divisors' has no C"
refused 'rows' 'game g(r: row) { move m(i in 1..len(r)) where r[i] > 0 -> g(r with {[i] = r[i] - 1}) }' 'has no box of numbers'
refused 'sums in misere play' 'play misere
game g(n) { move m(a in 0..n - 2) -> g(a) + g(n - 2 - a) }' 'in misere play outcomes of sums'
refused 'ends in misere play' 'play misere
game g(n) { move m(t in 1..n) where t != 2 -> g(n - t) move e where n > 0 -> end }' 'in misere play outcomes of sums'
refused 'loopy games' 'game g(n) { move m where n < 3 -> g(n + 1) move k where n > 0 -> g(n - 1) }' 'rule.game:1:'
printf '# a comment */ of /* two \\\n game g(n) { move m(t in 1..n) -> g(n - t) }\n' >rule.game
"$CGI" export --c rule.game --json | grep -q '"c": "/\* Written'; verdict $? 'as JSON'
"$CGI" export --c rule.game -o no/such/file 2>err; [ $? = 2 ] && grep -q 'cannot be written' err; verdict $? 'a file that cannot be written'
"$CGI" export rule.game 2>err; [ $? = 2 ] && grep -q 'needs --c' err; verdict $? 'without a form'
"$CGI" export --c rule.game >rule.c; "$CGI_CC" -O2 -Wall -Wextra -o rule rule.c >err 2>&1 && [ ! -s err ]; verdict $? 'no warnings'
./rule 2>err; [ $? = 2 ] && grep -q '^usage' err && { ./rule 5..3 2>err; [ $? = 2 ]; } && { ./rule 0..99999999999 2>err; [ $? = 2 ]; }; verdict $? 'mistakes of its user'
exit $status
