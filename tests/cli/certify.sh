#!/bin/sh
# `cgi certify` and cgi-verify: what is written is accepted, whatever the spelling of the rule; what is not so is refused with its line.
# $CGI_VERIFY is the verifier.
. "${0%/*}/cases.sh"
: "${CGI_VERIFY:?the verifier}" "${CGI_VERIFY_BOOK:?and that of books}" "${CGI_VERIFY_MISERE:?and that of misere play}" "${CGI_VERIFY_AUTOMATON:?and that of lost positions}"

# checks CODE NAME FILE: the verifier ends with CODE; what it says is in out.
checks() {
    wanted=$1 name=$2
    "$CGI_VERIFY" "$3" >out 2>err </dev/null
    code=$?
    if [ "$code" = "$wanted" ] && [ ! -s err ]; then ok "$name"; else not_ok "$name: exit $code, not $wanted" "$(cat out err)"; fi
}
# certified NAME RULE PATTERN WORD...: the certificate of the rule says so, and is accepted.
certified() {
    title=$1 pattern=$3
    printf '%s\n' "$2" >rule.game
    shift 3
    run 0 "$title" certify rule.game "$@"
    says out "$pattern"
    cp out it.cert
    checks 0 "$title is accepted" it.cert
    says out '^it\.cert: accepted$'
}
# none NAME RULE PATTERN WORD...: there is none, with the reason.
none() {
    title=$1 pattern=$3
    printf '%s\n' "$2" >rule.game
    shift 3
    run 2 "$title" certify rule.game "$@"
    silent out
    says err "$pattern"
}

# otherwise NAME RULE WORD...: no such certificate, but one of the lost positions of all sizes (certify_lost.sh), which is accepted.
otherwise() {
    title=$1
    printf '%s\n' "$2" >rule.game
    shift 2
    run 0 "$title" certify rule.game "$@"
    says out '^cgi-automaton 1$'
    cp out it.cert
    if "$CGI_VERIFY_AUTOMATON" it.cert >out 2>&1; then ok "$title is accepted"; else not_ok "$title" "$(cat out)"; fi
}

for game in kayles:kayles dawsons_chess:dawson subtraction:subtraction; do
    run 0 "$game" certify "games/${game%:*}.game"
    if cmp -s out "$CGI_SOURCE/tests/mbt/certificates/${game#*:}.cert"; then ok "$game as it is kept"; else not_ok "$game" "$(cat out)"; fi
done

certified 'a code in moves' 'game g(n) {
  move one where n >= 1 -> g(n - 1)
  move split(a in 1..n - 3) -> g(a) + g(n - 2 - a)
}' '^rule code 0\.34$'
certified 'three heaps' 'game g = octal "0.008"' '^value [0-9]+ of 130$' 130
certified 'nothing is taken' 'game g = octal "4.3"' '^rule code 4\.3$'
certified 'a set' 'game take(h) { move t(k in {2, 5, 7}) where k <= h -> take(h - k) }' '^rule subtraction 2 5 7$'
certified 'a set of a parameter' 'param S = {1, 3}
game take(h) { move t(k in S) where k <= h -> take(h - k) }' '^rule subtraction 2 6$' --set 'S={2,6}'
certified 'residues' 'game g(n) { move odd(t in {1, 3, 5}) where t <= n and n % 2 == 1 -> g(n - t) move two where n % 2 == 0 and n >= 2 -> g(n - 2) }' \
    '^rule heaps modulus 2 from 7$'
certified 'small heaps that are otherwise' 'game g(n) { move t(k in 1..3) where n >= 6 -> g(n - k) move b where n == 4 -> g(1) }' '^heap 4 to 1$'
certified 'pairs of different heaps' 'game grundy(n) { move s(a in 1..n - 1) where a != n - a -> grundy(a) + grundy(n - a) }' \
    '^take 0 leaves 2 least 1 apart 1 from 0$' --to 3000
certified 'a value' 'game g = octal "0.137"' '^value 5 of 15$' 15
certified 'the value of a sum' 'game g = octal "0.77"' '^value 0 of 5 8 9 1$' 'g(5) + g(8) + g(9) + g(1)'
certified 'the value of a large heap' 'game g = octal "0.77"' '^value 1 of 1000000000000000000000000$' 1000000000000000000000000
certified 'a value without a period' 'game g = octal "0.6"' '^value 9 of 600$' 600
certified 'no period up to a number' 'game g = octal "0.6"' '^none to 97 from to 100 by 200$' --to 200

otherwise 'a period less than that of the rule' 'game g(n) { move t(k in {1, 3}) where k <= n -> g(n - k)  move h where n >= 100 and n % 7 == 0 -> g(n - 5) }'
none 'values that grow' 'game g = octal "0.008"' 'E0699.*saltus'
otherwise 'any even number taken' 'game g(n) { move t(k in 1..n) where even(k) -> g(n - k) }'
otherwise 'two heaps' 'game g(a, b) { move t(k in 1..min(a, 2)) -> g(a - k, b) }'
otherwise 'a period in misere play' 'play misere
game g(n) { move t(k in 1..3) where k <= n -> g(n - k) }'
none 'a period of a code in misere play' 'play misere
game g = octal "0.77"' 'E0699.*in misere play only positions'
none 'a large heap without a period' 'game g = octal "0.6"' 'E0699' 1000000000000000000000000
usage 'without a file' 'needs a rule file' certify
usage 'a sweep' 'one setting' certify games/bash.game --set m=1..3
run 0 'as JSON' certify games/kayles.game --json
json '.certificate | startswith("cgi-certificate 1")'

# refused LINE PATTERN TEXT: after the first line
refused() {
    printf 'cgi-certificate 1\n%b\nend\n' "$3" >it.cert
    checks 1 "refused: $3" it.cert
    says out "^it\.cert:$1: refused: .*$2"
}
unreadable() {
    printf '%b\n' "$3" >it.cert
    checks 2 "cannot be read: $3" it.cert
    says out "^it\.cert:$1: cannot be read: .*$2"
}
refused 3 'heap 70 has the value 6 and heap 82 has 2' 'rule code 0.77\nperiod 12 from 70'
refused 3 'begins at heap 71' 'rule code 0.77\nperiod 12 from 72'
refused 3 '12 is a period already' 'rule code 0.77\nperiod 24 from 71'
refused 3 'heap 71 has' 'rule code 0.77\nperiod 11 from 71'
refused 3 'the value is 4' 'rule code 0.77\nvalue 3 of 5'
refused 3 'the outcome is N' 'rule code 0.77\noutcome P of 5 8'
refused 3 'with period 4' 'rule subtraction 1 2 3\nnone to 9 from to 50 by 100'
refused 5 'multiple of the modulus' 'rule heaps modulus 2 from 0\nresidue 0 takes\nresidue 1 takes\nperiod 1 from 0'
refused 2 'option of itself' 'rule code 1.3\nperiod 1 from 0'
refused 3 'heaps would grow' 'rule takes\ntake minus 1 leaves 2\nperiod 1 from 0'
refused 4 'repeat with period 1' 'rule takes\ntake minus 4000000 leaves 2 least 4000001\nnone to 2 from to 5 by 20'
refused 3 'no smaller heap' 'rule heaps modulus 1 from 1\nheap 0 to 0\nresidue 0 takes\nperiod 1 from 0'
unreadable 1 'cgi-certificate 1' 'cgi-certificate 2\nrule code 0.77\nperiod 12 from 71\nend'
unreadable 4 "'end' is missing" 'cgi-certificate 1\nrule code 0.77\nperiod 12 from 71'
unreadable 5 "after 'end'" 'cgi-certificate 1\nrule code 0.77\nperiod 12 from 71\nend\nperiod 12 from 71'
unreadable 3 'nothing is stated' 'cgi-certificate 1\nrule code 0.77\nend'
unreadable 2 'should come before' 'cgi-certificate 1\nperiod 12 from 71\nend'
unreadable 3 'a second rule' 'cgi-certificate 1\nrule code 0.77\nrule code 0.77\nend'
unreadable 3 'leading zeros' 'cgi-certificate 1\nrule code 0.77\nperiod 012 from 71\nend'
unreadable 3 'no line of a certificate' 'cgi-certificate 1\nrule code 0.77\ntrust me\nend'
unreadable 2 'no digit' 'cgi-certificate 1\nrule code 0.7g\nend'
unreadable 3 'no period was stated' 'cgi-certificate 1\nrule code 0.6\nvalue 3 of 1000000000000\nend'
unreadable 3 'more than 50000000 heaps' 'cgi-certificate 1\nrule code 0.77\nperiod 100000000 from 71\nend'
checks 2 'a file that is not there' nowhere.cert
says out 'cannot be opened'

# booked NAME RULE COUPLES VALUE WORD...: a book of at most so many couples is accepted.
booked() {
    title=$1 most=$3
    printf '%s\n' "$2" >rule.game
    shift 3
    value=$("$CGI" analyze rule.game "$@" --ask sg --no-plugins | sed -n 's/^SG value *//p')
    run 0 "$title" certify rule.game "$@"
    says out '^cgi-book 1$'
    cp out it.book
    if [ "$(grep -c '^couple' it.book)" -le "$most" ]; then ok "$title: so few couples"; else not_ok "$title: $(grep -c '^couple' it.book) couples"; fi
    if "$CGI_VERIFY_BOOK" it.book >out 2>&1; then ok "$title is accepted"; else not_ok "$title" "$(cat out)"; fi
    name=$title
    says out "the position has the SG value $value\$"
}
cram=$(cat games/cram.game)
booked 'dominoes' "$cram" 60 'cram(3, 7)'
booked 'dominoes in other words' 'game d(b: row) { move put(i in 1..len(b), j in 1..len(b)) where abs(i - j) == 1 and b[i] + b[j] == 0 -> d(b with { [i] = 1, [j] = 1 }) }' \
    20 'd([0 for i in 1..14])'
booked 'queens' "$(cat "$CGI_SOURCE/bench/games/queens.game")" 60 'queens(grid(5, 4, 0))'
booked 'a cell that changes twice' 'game fade(s: row) {
  move one(i in 1..len(s)) where s[i] >= 1 and s[i] <= 2 -> fade(s with { [i] = s[i] - 1 })
  move two(i in 1..len(s) - 1) where s[i] == 2 and s[i + 1] == 2 -> fade(s with { [i] = 0, [i + 1] = 0 })
}' 20 'fade([2, 2, 2])'
none 'a mover' 'game g(b: row) { move put(i in 1..len(b)) where b[i] == 0 and (i + mover) % 2 == 0 -> g(b with { [i] = 1 }) }' 'E0699.*whose turn' 'g([0, 0])'
otherwise 'no board' 'game g(a, b) { move l(t in 1..a) -> g(a - t, b) }' 3 4
cp "$CGI_SOURCE/tests/mbt/books/cram.book" it.book
for change in 's/^couple \(1*0*\) 1$/couple \1 2/' '/^move 0:1/d' '/^couple .* 0$/d' 's/weights 1/weights 0/' 's/^value 0/value 1/' 's/^image 1/image 2/'; do
    sed "$change" it.book >changed.book
    "$CGI_VERIFY_BOOK" changed.book >out && not_ok "$change is not refused" "$(cat out)" || ok "$change is refused"
done

# lost_book NAME RULE VERIFIER POSITION...: a book of misere play is accepted, and says what a search says; damaged in any one `lost` line
# it states nothing else, and the other outcome is refused.
lost_book() {
    name=$1 verifier=$3
    printf '%s\n' "$2" >rule.game
    shift 3
    outcome=$("$CGI" analyze rule.game "$@" --misere --ask outcome --no-plugins | sed -n 's/^outcome *//p' | cut -c 1)
    "$CGI" certify rule.game "$@" --misere >it.book 2>err
    "$verifier" it.book >out 2>&1 && grep -q "in misere play the position is $outcome," out && ok "$name: $*" || not_ok "$name: $*" "$outcome" "$(cat out err)"
    sed 'y/PN/NP/' it.book >changed.book
    "$verifier" changed.book >out && not_ok "$name: $*: the other outcome is accepted" "$(cat out)" || ok "$name: $*: the other outcome is refused"
    for line in $(grep -n '^lost' it.book | cut -d : -f 1 | head -n 12); do
        sed "${line}d" it.book >changed.book
        "$verifier" changed.book >out && ! grep -q "is $outcome," out && not_ok "$name: $*: without line $line" "$(cat out)"
    done
}
for code in 0.77 0.137 0.07 4.3 0.008 0.6 0.34; do
    for sum in 0 1 2 9 12 'g(3) + g(4)' 'g(2) + g(5) + g(7)'; do lost_book "$code" "game g = octal \"$code\"" "$CGI_VERIFY_MISERE" "$sum"; done
done
for sum in 'g(21)' 'g(7) + g(8)' 'g(3) + g(5) + g(6)'; do
    lost_book 'residues' 'game g(n) { move odd(t in {1, 3, 5}) where t <= n and n % 2 == 1 -> g(n - t) move two where n % 2 == 0 and n >= 2 -> g(n - 2) }' \
        "$CGI_VERIFY_MISERE" "$sum"
    lost_book 'different heaps' 'game g(n) { move s(a in 1..n - 1) where a != n - a -> g(a) + g(n - a) }' "$CGI_VERIFY_MISERE" "$sum"
done
lost_book 'a board' "$cram" "$CGI_VERIFY_BOOK" 'cram(3, 4)'
lost_book 'a small board' "$cram" "$CGI_VERIFY_BOOK" 'cram(2, 3)'
lost_book 'no move' "$cram" "$CGI_VERIFY_BOOK" 'cram(1, 1)'
lost_book 'a row' 'game d(b: row) { move put(i in 1..len(b) - 2) where b[i] + b[i + 2] == 0 -> d(b with { [i] = 1, [i + 2] = 1 }) }' "$CGI_VERIFY_BOOK" 'd([0 for i in 1..9])'
# forged FORM VERIFIER TEXT: a false book is refused.
forged() {
    printf 'cgi-%s 1\n%b\nend\n' "$1" "$3" >it.book
    "$2" it.book >out && not_ok "accepted: $3" "$(cat out)" || ok "refused: $3"
}
forged misere "$CGI_VERIFY_MISERE" 'rule subtraction 1 2\nlost 2\nmisere P of 2'
forged misere "$CGI_VERIFY_MISERE" 'rule subtraction 1 2\nlost 0\nmisere P of 0'
forged misere "$CGI_VERIFY_MISERE" 'rule subtraction 1 2\nlost 1\nmisere P of 1\nlost 2'
forged book "$CGI_VERIFY_BOOK" 'board 2\nmove 0:1>0\nmove 1:1>0\ncouple 10 1\nvalue 1 of 10\ncouple 01 0'
forged misere "$CGI_VERIFY_MISERE" 'rule subtraction 1 2\nlost\nmisere N of 1'
forged misere "$CGI_VERIFY_MISERE" 'rule subtraction 1 2\nmisere P of 1'
forged misere "$CGI_VERIFY_MISERE" 'rule code 0.77\nlost 3\nmisere P of 3'
forged misere "$CGI_VERIFY_MISERE" 'rule code 1.3\nlost 1\nmisere P of 1'
forged misere "$CGI_VERIFY_MISERE" 'rule subtraction 1\nlost 1\nmisere P of 1\ntake 2 leaves 0 1'
forged book "$CGI_VERIFY_BOOK" 'board 2\nmove 0:1>0\nmove 1:1>0\nlost 11\nmisere P of 11'
forged book "$CGI_VERIFY_BOOK" 'board 2\nmove 0:1>0\ncouple 00 0\nmisere N of 10'
forged book "$CGI_VERIFY_BOOK" 'board 2\nmove 0:1>0\nlost 10\nvalue 0 of 10'
forged book "$CGI_VERIFY_BOOK" 'board 1\nmove 0:1>0\nlost 00\nmisere P of 0'

# All codes of two digits: whatever is said of them is accepted, and each kind of statement occurs.
mkdir all
for code in 0.03 0.05 0.07 0.13 0.15 0.16 0.17 0.2 0.26 0.27 0.33 0.34 0.35 0.37 0.44 0.45 0.51 0.53 0.54 0.57 0.71 0.72 0.75 0.77; do
    echo "game g = octal \"$code\"" >rule.game
    "$CGI" certify rule.game --to 2000 >"all/$code.cert" 2>err || not_ok "$code" "$(cat err)"
done
if "$CGI_VERIFY" all/*.cert >out && [ "$(grep -c ': accepted$' out)" = 24 ]; then ok 'codes of two digits'; else not_ok 'codes of two digits' "$(cat out)"; fi
exit $status
