#!/bin/sh
# Certificates of values that grow, and cgi-verify-growth: what is written is accepted and has the values of a table; what is not so is refused.
. "${0%/*}/cases.sh"
: "${CGI_VERIFY_GROWTH:?the verifier}"

checks() {
    wanted=$1 name=$2
    "$CGI_VERIFY_GROWTH" it.cert >out 2>err </dev/null
    code=$?
    if [ "$code" = "$wanted" ] && [ ! -s err ]; then ok "$name"; else not_ok "$name: exit $code, not $wanted" "$(cat out err)"; fi
}
# grown NAME RULE PATTERN: the certificate says so and is accepted; so are the values of a table; each larger by one is refused.
grown() {
    title=$1 pattern=$3
    printf 'game g(n) { %s }\n' "$2" >rule.game
    run 0 "$title" certify rule.game
    says out "$pattern"
    sed '$d' out >text
    "$CGI" table rule.game 0..120 --no-plugins --csv 2>err | awk -F'[ ,]' 'NR > 1 { print "value " $2 " of " $1 }' >values
    { cat text values; echo end; } >it.cert
    checks 0 "$title: the values of a table"
    if [ "$(grep -c 'the position has the SG value' out)" = 121 ]; then ok "$title: all values"; else not_ok "$title" "$(tail -n 3 out)"; fi
    for heap in 1 7 100; do
        { cat text; grep " of $heap\$" values | awk '{ print $1, $2 + 1, $3, $4 }'; echo end; } >it.cert
        checks 1 "$title: another value of $heap"
    done
    for change in 's/^(grows [0-9]+ by [0-9]+ from) [0-9]+/\1 13/' 's/^(grows [0-9]+) by ([0-9]+)/\1 by 1\2/' 's/^grows ([0-9]+)/grows 1\1/' 's/^rule all but modulus 1 from ([0-9]+) near [0-9]+/rule all but modulus 1 from \1 near 0/'; do
        { sed -E "$change" text; echo end; } >it.cert
        cmp -s it.cert text && continue
        [ "$(sed '$d' it.cert)" = "$(cat text)" ] && continue
        "$CGI_VERIFY_GROWTH" it.cert >out 2>&1 && not_ok "$title: $change is accepted" "$(cat it.cert out)" || ok "$title: $change"
    done
}
grown 'any number' 'move t(k in 1..n) -> g(n - k)' '^grows 1 by 1 from 0$'
grown 'any number but 1' 'move t(k in 2..n) -> g(n - k)' '^grows 2 by 1 from 0$'
grown 'any number but 3' 'move t(k in 1..n) where k != 3 -> g(n - k)' '^grows [0-9]+ by [0-9]+ from [0-9]+$'
grown 'any number but 2 and 5' 'move t(k in 1..n) where k != 2 and k != 5 -> g(n - k)' '^grows [0-9]+ by [0-9]+ from [0-9]+$'
grown 'any number but 4, 5 and 6' 'move t(k in 1..n) where k < 4 or k > 6 -> g(n - k)' '^grows [0-9]+ by [0-9]+ from [0-9]+$'
grown 'by residues' 'move t(k in 1..n) where k != 2 or n % 3 == 1 -> g(n - k)' '^rule all but modulus 3 '

run 0 'a large heap' certify games/nim.game 'nim(10000000000000000) + nim(7)'
cp out it.cert
says out '^value 10000000000000007 of 10000000000000000 7$'
checks 0 'a large heap'
run 0 'Nim' certify games/nim.game
cp out it.cert
checks 0 'Nim'
says out 'SG\(n \+ 1\) = SG\(n\) \+ 1 for all heaps n >= 0'

# said CODE LINE PATTERN TEXT
said() {
    printf 'cgi-growth 1\n%b\nend\n' "$4" >it.cert
    checks "$1" "$(printf '%s' "$4" | sed 's/\\n/, /g')"
    says out "^it\.cert:$2: .*$3"
}
nim='rule all but modulus 1 from 0 near 0\nresidue 0 takes\n'
said 1 4 'is a period already' "${nim}grows 2 by 2 from 0"
said 1 4 'begins at heap 0 already' "${nim}grows 1 by 1 from 1"
said 1 4 'heap 0 has the value 0 and heap 1 has 1' "${nim}grows 1 by 2 from 0"
said 1 4 'at least 1' "${nim}grows 0 by 1 from 0"
said 1 4 'the value is 7' "${nim}value 6 of 7"
said 1 3 'no near one' 'rule all but modulus 1 from 0 near 0\nresidue 0 takes 1'
said 2 2 'should be listed' 'rule all but modulus 1 from 0 near 3'
said 2 3 'are missing' 'rule all but modulus 1 from 1 near 0\ngrows 1 by 1 from 0'
said 2 4 'beyond|heaps' "${nim}grows 100000000 by 1 from 0"
said 2 4 'not here' "${nim}period 1 from 0"
exit $status
