#!/bin/sh
# `cgi certify FILE --equal OTHER` and cgi-verify-equal: what is written is accepted and states what a table says, whatever the spelling of
# the rules; what is not so is refused with its line.
. "${0%/*}/cases.sh"
: "${CGI_VERIFY_EQUAL:?the verifier}"

# accepted NAME CODE STATEMENT FIRST SECOND WORD...: the certificate of the two rules ends with CODE, has the statement, and is accepted.
accepted() {
    title=$1 wanted=$2 pattern=$3
    printf '%s\n' "$4" >one.game
    case $5 in game* | param*) printf '%s\n' "$5" >other.game && other=other.game ;; *) other=$5 ;; esac
    shift 5
    run "$wanted" "$title" certify one.game --equal "$other" "$@"
    says out "$pattern"
    cp out it.cert
    if "$CGI_VERIFY_EQUAL" it.cert >out 2>&1; then ok "$title is accepted"; else not_ok "$title is not accepted" "$(cat out)"; fi
}
one_or_two='game g(n) { move t(k in 1..2) where k <= n -> g(n - k) }'
accepted 'another spelling' 0 '^same options$' "$one_or_two" 'game heap(h) { move b where h > 1 -> heap(h - 2) move a where h >= 1 -> heap(h - 1) }'
accepted 'by cases of residues' 0 '^same options$' "$one_or_two" 'game g(n) {
  move a(k in 1..2) where n >= k and n % 2 == 0 -> g(n - k)
  move b(k in 1..2) where n >= k and n % 2 == 1 -> g(n - k)
}'
accepted 'a code' 0 '^same options$' "$one_or_two" 0.33
accepted 'a code in moves' 0 '^same options$' 'game g(n) {
  move one where n >= 1 -> g(n - 1)
  move split(a in 1..n - 3) -> g(a) + g(n - 2 - a)
}' 0.34
accepted 'more moves, no other value' 0 '^same values shift 0 period 3 from 0$' 'game g(n) { move t(k in {1, 2, 5}) where k <= n -> g(n - k) }' "$one_or_two"
accepted 'residues, no other value' 0 '^same values shift 0 period 3 from 0$' 'game g(n) {
  move t(k in 1..2) where k <= n -> g(n - k)
  move u where n % 3 == 0 and n >= 4 -> g(n - 4)
}' "$one_or_two"
accepted 'a multiple of both moduli' 0 '^same values shift 0 period 30 from 0$' 'game g(n) {
  move t(k in 1..2) where k <= n -> g(n - k)
  move u where n % 5 == 0 and n >= 7 -> g(n - 7)
}' 'game g(n) {
  move t(k in 1..2) where k <= n -> g(n - k)
  move u where n % 2 == 0 and n >= 4 -> g(n - 4)
}'
accepted 'a cousin' 0 '^same values shift 1 period 34 from 52$' "$(cat games/dawsons_chess.game)" 0.07
accepted 'a cousin the other way' 0 '^same values shift minus 1 period 34 from 52$' 'game d = octal "0.07"' 0.137
accepted 'a parameter' 0 '^same options$' 'param m = 3
game g(n) { move t(k in 1..m) where k <= n -> g(n - k) }' 'game g(n) { move t(k in 1..5) where k <= n -> g(n - k) }' --set m=5
accepted 'a parameter of both' 0 '^same options$' 'param m = 3
game g(n) { move t(k in 1..m) where k <= n -> g(n - k) }' 'param m = 2
game g(n) { move t(k in 1..m) where k <= n -> g(n - k) }' --set m=4
accepted 'two games of a file' 0 '^same options$' 'game a(n) { move t where n >= 1 -> a(n - 1) } game b(n) { move t where n >= 2 -> b(n - 2) }' \
    'game a(n) { move t where n >= 2 -> a(n - 2) }' --game b
accepted 'a difference' 1 '^differ at 2$' "$(cat games/kayles.game)" 0.137
accepted 'a late difference' 1 '^differ at 30$' "$one_or_two" 'game g(n) {
  move t(k in 1..2) where k <= n -> g(n - k)
  move u where n == 30 -> g(28) move v where n == 30 -> g(27)
}'
accepted 'a difference without a period' 1 '^differ at 1$' 'game g = octal "0.6"' 0.77

# none NAME PATTERN FIRST SECOND WORD...
none() {
    title=$1 pattern=$2
    printf '%s\n' "$3" >one.game
    other=$4
    shift 4
    run 2 "$title" certify one.game --equal "$other" "$@"
    silent out
    says err "$pattern"
}
none 'any number taken' 'E0699.*nim.*all but finitely many' "$one_or_two" games/nim.game
none 'misere play' 'E0699.*normal play' "$one_or_two" 0.33 --misere
none 'a position' 'name one file' "$one_or_two" 0.33 3
none 'no such game' "no game 'x'" "$one_or_two" 0.33 --game x
none 'a sweep' 'one setting' 'param m = 3
game g(n) { move t(k in 1..m) where k <= n -> g(n - k) }' 0.33 --set m=1..3
run 0 'as JSON' certify games/kayles.game --equal 0.77 --json
json '.certificate | startswith("cgi-equal 1")'
run 1 'a difference as JSON' certify games/kayles.game --equal 0.137 --json
json '.certificate | contains("differ at 2")'

# refused CODE LINE PATTERN TEXT: after the first line
refused() {
    printf 'cgi-equal 1\n%b\nend\n' "$4" >it.cert
    "$CGI_VERIFY_EQUAL" it.cert >out 2>err </dev/null
    code=$?
    name=$(printf '%s' "$4" | sed 's/\\n/, /g')
    if [ "$code" = "$1" ] && [ ! -s err ]; then ok "refused: $name"; else not_ok "$name: exit $code, not $1" "$(cat out err)"; fi
    says out "^it\.cert:$2: .*$3"
}
dawson='rule code 0.137\nrule code 0.07\n'
refused 1 4 'heap 1 of the first' "${dawson}same values shift 0 period 34 from 53"
refused 1 4 'heap 51 has' "${dawson}same values shift 1 period 34 from 51"
refused 1 4 'heap 1 of the first|has the value' "${dawson}same values shift minus 1 period 34 from 53"
refused 1 4 'has the value' "${dawson}same values shift 1 period 33 from 53"
refused 1 4 'at least 1' "${dawson}same values shift 1 period 0 from 53"
refused 1 4 'not written alike' "${dawson}same options"
refused 1 4 'heap 0 has the values 0 and 0' "${dawson}differ at 0"
refused 1 4 'heap 1 has the values' "${dawson}differ at 2"
refused 1 4 'heap 0 is an option of heap 3' 'rule subtraction 1 2 3\nrule subtraction 1 2\nsame options'
refused 1 4 'heap 0 is an option of heap 1' 'rule code 0.2\nrule code 0.3\nsame options'
refused 1 2 'option of itself' 'rule code 2.3\nrule code 0.3\nsame options'
refused 1 3 'grow' 'rule takes\ntake minus 1 leaves 2\nrule code 0.3\nsame options'
refused 1 3 'no smaller heap' 'rule heaps modulus 1 from 1\nheap 0 to 0\nresidue 0 takes\nrule code 0.3\nsame options'
refused 2 3 'two rules' 'rule code 0.3\nsame options'
refused 2 4 'a third rule' 'rule code 0.3\nrule code 0.3\nrule code 0.3\nsame options'
refused 2 4 'nothing is stated' 'rule code 0.3\nrule code 0.3'
refused 2 5 'no line' 'rule code 0.3\nrule code 0.3\nsame options\ntake 1 leaves 0'
refused 2 5 'no line' 'rule code 0.3\nrule code 0.3\nsame options\nrule code 0.4'
refused 2 3 'are missing' 'rule heaps modulus 1 from 0\nrule code 0.3\nsame options'
refused 2 5 'one too many' 'rule code 0.3\nrule code 0.3\nsame options\nsame options 1'
refused 2 4 'more heaps|more steps' 'rule code 0.3\nrule code 0.3\nsame values shift 0 period 1000000000 from 0'
refused 2 4 'more steps' 'rule code 0.77\nrule code 0.77\nsame values shift 0 period 900000 from 0'
exit $status
