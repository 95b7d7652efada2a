#!/bin/sh
# The proofs of verify/coq: checked by coqc without an axiom, and their extracted checker on the certificates that cgi writes. Skipped where
# Coq is not installed (Debian: coq, some 250 MB to fetch and 1 GB on the disk).
. "${0%/*}/cases.sh"
for tool in coqc coqchk ocamlfind; do
    command -v $tool >/dev/null 2>&1 || { echo "ok cli proofs # SKIP $tool is missing"; exit 0; }
done
cp "$CGI_SOURCE"/verify/coq/*.v "$CGI_SOURCE"/verify/coq/*.ml .
for file in Mex Codes Sums extract; do
    if coqc $file.v >$file.out 2>&1; then ok "$file.v is proved"; else not_ok "$file.v" "$(cat $file.out)"; fi
done
asked=$(grep -c '^Print Assumptions' Codes.v Sums.v | awk -F: '{ n += $2 } END { print n }')
if [ "$(cat Codes.out Sums.out | grep -c '^Closed under the global context$')" = "$asked" ] && [ "$asked" -ge 5 ]; then ok 'no theorem needs an axiom'
else not_ok 'axioms' "$(cat Codes.out Sums.out)"; fi
if coqchk -silent -o Codes Sums >check.out 2>&1 && grep -A1 '^\* Axioms:' check.out | grep -q '<none>'; then ok 'coqchk finds no axiom'
else not_ok 'coqchk' "$(cat check.out)"; fi
if ocamlfind ocamlopt -o checked codes.mli codes.ml driver.ml >build.out 2>&1; then ok 'the checker builds'
else not_ok 'the checker builds' "$(cat build.out)"; exit 1; fi

# checked CODE NAME FILE
checked() {
    ./checked "$3" >out 2>&1
    code=$?
    if [ $code = "$1" ]; then ok "$2"; else not_ok "$2: exit $code, not $1" "$(cat out)"; fi
}
for name in kayles dawson subtraction; do
    checked 0 "$name is accepted by the proved checker" "$CGI_SOURCE/tests/mbt/certificates/$name.cert"
done
echo 'game g = octal "4.3"' >rule.game
for position in '' 17 30; do
    # shellcheck disable=SC2086 # none or one
    "$CGI" certify rule.game $position >it.cert 2>/dev/null
    checked 0 "4.3 $position" it.cert
done
"$CGI" certify games/kayles.game 'kayles(1000000000000) + kayles(5)' >it.cert
checked 0 'a sum with a large heap' it.cert
sed 's/^value 5/value 4/' it.cert >changed.cert
cmp -s it.cert changed.cert || checked 1 'another value' changed.cert
for change in s/71/70/ s/71/72/ s/12/24/ s/12/11/ s/0.77/0.76/; do
    sed "$change" "$CGI_SOURCE/tests/mbt/certificates/kayles.cert" >changed.cert
    checked 1 "refused: $change" changed.cert
done
exit $status
