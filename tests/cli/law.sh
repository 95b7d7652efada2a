#!/bin/sh
# `cgi law`: laws found, put into the file and tried again by `cgi test`; and files that have none. $CGI is the program. POSIX sh;
# prints TAP lines.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok law $2"; else echo "not ok law $2"; status=1; fi; }
# rule NAME TEXT: a file.
rule() { printf '%s\n' "$2" >"$1.game"; }
# finds NAME PATTERN WORD...: an answer of which a line matches, and which the file with it passes.
finds() {
    name=$1 pattern=$2
    shift 2
    "$CGI" law "$name.game" "$@" >out 2>err
    code=$?
    [ "$code" = 0 ] && grep -qE -e "$pattern" out
    verdict $? "$name $*: $pattern"
    cat "$name.game" out >both.game
    "$CGI" test both.game >tested 2>&1 && grep -q '^passed' tested && ! grep -q 'not decided' tested
    verdict $? "$name $*: the claims pass in the file"
}
# nothing NAME WORD...: no law is found, and that is no mistake.
nothing() {
    name=$1
    shift
    "$CGI" law "$name.game" "$@" >out 2>err && grep -q '^# no law found to [0-9]' out && ! grep -q '^claim' out
    verdict $? "$name $*: no law found"
}
rule few 'game few(n) { param most = 3; move take(t in 1..min(most, n)) -> few(n - t) }'
rule kayles 'game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }'
rule lasker 'game lasker(n) { move take(t in 1..n) -> lasker(n - t); move split(a in 1..n - 1) -> lasker(a) + lasker(n - a) }'
rule half 'game half(n) { move take(t in 1..(n + 1) / 2) -> half(n - t) }'
rule free 'game free(n) { move take(t in 1..n) where t != 5 -> free(n - t) }'
rule wide 'game wide(n) { move take(t in {2, 5, 7, 13}) where t <= n -> wide(n - t) }'
rule king 'game king(a, b) { move l(t in 0..1, u in 0..1) where t + u > 0 and t <= a and u <= b -> king(a - t, b - u) }'
rule rods 'game rods(s: row, last) { start(n) -> rods([n], 0)
move cut(t in 1..min(3, s[1])) -> rods(s with { [1] -= t }, t) }'
rule pair_row 'game pair_row(s: row, last) { start(a, b) -> pair_row([a, b], 0)
move take(i in 1..len(s), t in 1..s[i]) -> pair_row(s with { [i] -= t }, t) }'
rule steps 'game steps(a, b) { move l(t in 1..min(2, a)) -> steps(a - t, b); move r(t in 1..min(3, b)) -> steps(a, b - t) }'
rule rook 'game rook(x, y) { move l(t in 1..x) -> rook(x - t, y); move r(t in 1..y) -> rook(x, y - t) }'
rule wythoff 'game wythoff(a, b) { move l(t in 1..a) -> wythoff(a - t, b); move r(t in 1..b) -> wythoff(a, b - t)
move d(t in 1..min(a, b)) -> wythoff(a - t, b - t) }'
rule euclid 'game euclid(a, b) { move l(x in 0..a - 1) where b > 0 and (a - x) % max(b, 1) == 0 -> euclid(x, b)
move r(y in 0..b - 1) where a > 0 and (b - y) % max(a, 1) == 0 -> euclid(a, y) }'
rule parts 'game parts(n) { move take(k in divisors(n)) where k < n -> parts(n - k) }'
rule near 'game near(a, b) { move l(t in 1..a) -> near(a - t, b); move r(t in 1..b) -> near(a, b - t)
move d(t in 1..a, u in 1..b) where abs(t - u) <= 3 -> near(a - t, b - u) }'
rule limited 'game limited(n, most) { move take(t in 1..min(n, most)) -> limited(n - t, 2 * t) }'
rule lost 'play misere
game lost(n) { move take(t in 1..min(4, n)) -> lost(n - t) }'
rule pass 'game pass(n, p: bool) { move take(t in 1..n) -> pass(n - t, p); move skip where p and n > 0 -> pass(n, false) }'
rule named 'param n = 3
game named(d) { move take(t in 1..min(n, d)) -> named(d - t) }'
rule officers 'game officers = octal "0.6"'
rule squares 'game squares_taken(n) { move take(t in squares) where t <= n -> squares_taken(n - t) }'
rule factorials 'game fact(n) { move take(t in {1, 2, 6, 24, 120, 720, 5040, 40320}) where t <= n -> fact(n - t) }'
rule row 'game row(s: row) { move take(i in 1..len(s), t in 1..s[i]) -> row(s with { [i] -= t }) }'
finds parts '^claim P\(parts\(n\)\) iff n % 2 == 1 for n in 1'
finds few '^claim sg\(few\(n\)\) == n % 4 for n in 0\.\.[0-9]+$'
finds few '^claim P\(few\(n\)\) iff n % 4 == 0 for n in 0'
finds few '^# proved: '
finds kayles '^claim sg\(kayles\(n\)\) == \[4, 1, 2, 8, .*\]\[n % 12 \+ 1\] for n in 71\.\.'
finds kayles '^claim N\(kayles\(n\)\) for n in 1\.\.'
finds lasker '^claim sg\(lasker\(n\)\) == n \+ \[-1, 0, 0, 1\]\[n % 4 \+ 1\] for n in 1\.\.' --to 600
finds half 'max\(d for d in powers\(2\) where d <= n \+ 2' --to 500
finds wythoff '^# proved: rows of two numbers'
finds euclid '^# proved: rows of two numbers'
finds free '^claim sg\(free\(n\)\) == 5 \* \(n / 10\) \+ n % 10 % 5' --to 400
finds wide '^claim sg\(wide\(n\)\) == '
finds king '^claim P\(king\(a, b\)\) iff gcd\(a, b\) % 2 == 0 for a in 0..40, b in 0..50$' 0..40 0..50
finds steps '^claim sg\(steps\(a, b\)\) == ' 0..60 0..60
finds rook '^claim sg\(rook\(x, y\)\) == xor\(x, y\) for x in 0\.\.63, y in 0\.\.63$' --to 63
finds wythoff '^claim P\(wythoff\(a, b\)\) iff min\(a, b\) == \(abs\(a - b\) \+ isqrt\(5 \* ' --to 150
finds wythoff '^claim sg\(wythoff\(1, b\)\) == b \+ \[1, 1, -2\]\[b % 3 \+ 1\] for b in 0\.\.150$' --to 150
# Its claim has 65536 cases, which take `cgi test` minutes.
"$CGI" law near.game >out 2>err && grep -qE '== isqrt\(5 .*\) - abs\(a - b\) / 4 for a' out
verdict $? 'near: a Beatty pair of every fourth difference'
finds limited '^claim P\(limited\(n, most\)\) iff n == 0 or most <= zeckendorf\(n\)\[1\] - 1 for n' --to 200
finds lost '^claim P\(lost\(n\)\) iff n % 5 == 1 for n in 0'
finds pass '^claim sg\(pass\(n, true\)\) == n \+ ' --to 200
finds named '^claim sg\(named\(d\)\) == d % 4 for d in 0'
finds few '^claim sg\(few\(n\)\) == n % 4 for n in 7\.\.807$' 7..807
# Numbers of a start that give no position are passed over, and nothing is said of them.
rule pond 'game pond(f: row) where increasing(f) { start(n, k) -> pond([n - k + i - 1 for i in 1..k])
  move hop(i in 1..len(f)) where f[i] > 0 and f[i] - 1 not in f -> pond(sort(f with { [i] -= 1 })) }'
"$CGI" law pond.game --to 5 >out 2>err && ! [ -s err ]
verdict $? "starts that are no positions: nothing is said of them"
# Numbers of a start, fewer than fields and as many.
finds rods '^claim sg\(rods\(n\)\) == n % 4 for n in 0\.\.639$'
finds rods '^claim sg\(rods\(n\)\) == n % 4 for n in 1\.\.100$' 1..100
finds pair_row '^claim sg\(pair_row\(a, b\)\) == xor\(a, b\) for a in 0\.\.15, b in 0\.\.15$' 0..15 0..15
nothing officers
nothing squares
nothing factorials
nothing factorials --to 30000
"$CGI" law factorials.game --to 4999 | grep -q '^# holds to 4999$'
verdict $? 'what is not proved only holds to where it was looked at'
"$CGI" law factorials.game --to 19999 | grep -q '^# not a law: .*' && "$CGI" law factorials.game --to 19999 | grep -q '^# refuted at n = 50[0-9][0-9]$'
verdict $? 'what went well for long is said to be refuted, and where'
"$CGI" law few.game --to 400 --json >out &&
    grep -q '"claims": \[{"text": "claim sg(few(n)) == n % 4 for n in 0..400", "verdict": "proved", "to": 400, ' out
verdict $? 'as JSON'
"$CGI" law few.game --to 400 --set most=1..3 >out && [ "$(grep -c 'n % [234] for' out)" = 2 ] && grep -q '^# most = 3$' out
verdict $? 'of a sweep each value'
"$CGI" law row.game >out 2>err
[ $? = 2 ] && ! [ -s out ] && grep -q 'error' err
verdict $? 'a row is no number: a usage error'
# A law with a word that the file gives to something of its own is a comment; the game's own name is none of these.
printf 'fn isqrt(a) = 0\n' | cat - wythoff.game >own.game
"$CGI" law own.game --to 150 >out 2>err && ! grep -q '^claim .*isqrt' out && grep -q '^# no claim for this file: claim P(.*isqrt' out &&
    grep -q "^# 'isqrt' means something else in the file" out && { cat own.game out; } >pasted.game && "$CGI" check pasted.game >out 2>err
verdict $? 'a law with a function that the file hides is no claim'
echo 'param powers = {1} game half(n) { move take(t in 1..(n + 1) / 2) -> half(n - t) }' >own.game
"$CGI" law own.game --to 500 >out 2>err && ! grep -q '^claim .*powers' out && "$CGI" law own.game --to 500 --json 2>err | grep -q '"hidden": "powers"'
verdict $? 'a law with a set that the file hides is no claim'
echo 'game max(n) { move take(t in 1..3) where t <= n -> max(n - t) }' | "$CGI" law - --to 400 | grep -q '^claim sg(max(n)) == n % 4 for'
verdict $? 'a game named like a function has its claims'
"$CGI" law >out 2>err
[ $? = 2 ] && ! [ -s out ]
verdict $? 'without a file: a usage error'
exit $status
