#!/bin/sh
# `cgi certify --lost` and cgi-verify-automaton: what `cgi prove` proves is accepted, in normal and in misere play, with the outcomes that a
# table has; what is not so is refused with its line. $CGI_VERIFY_AUTOMATON is the verifier.
. "${0%/*}/cases.sh"
: "${CGI_VERIFY_AUTOMATON:?the verifier}"

# checks CODE NAME FILE: the verifier ends with CODE; what it says is in out.
checks() {
    wanted=$1 name=$2
    "$CGI_VERIFY_AUTOMATON" "$3" >out 2>err </dev/null
    code=$?
    if [ "$code" = "$wanted" ] && [ ! -s err ]; then ok "$name"; else not_ok "$name: exit $code, not $wanted" "$(cat out err)"; fi
}
for game in bash capped chess_pieces fibonacci half kl_equal nim pass_nim subtraction turtles two_powers wythoff wythoff_misere bash_misere; do
    run 0 "$game" certify "games/$game.game" --lost
    says out '^lost exactly$'
    cp out it.cert
    checks 0 "$game is accepted" it.cert
    says out 'a position is lost if and only if the automaton accepts it$'
done

# Rules of many kinds, in normal and in misere play: fields, then moves to g(...). The outcomes of a table are asked of the certificate.
accepted() {
    printf 'game g(%s) { %s }\n' "$1" "$2" >rule.game
    high=$3
    shift 3
    for play in '' --misere; do
        name="$(tr '\n' ' ' <rule.game | sed 's/^game //') $play"
        "$CGI" certify rule.game --lost $play >it.cert 2>err || { not_ok "$name" "$(cat err)"; continue; }
        "$CGI" table rule.game "$@" $play --no-plugins --ask outcome --csv 2>err | awk -F'[ ,]' '
            NR > 1 { printf "outcome %s of", $NF; for (i = 1; i < NF; i++) printf " %s", $i; print "" }' >outcomes
        { sed '$d' it.cert; cat outcomes; echo end; } >asked.cert
        "$CGI_VERIFY_AUTOMATON" asked.cert >out 2>&1
        code=$?
        if [ $code = 0 ] && [ "$(wc -l <outcomes)" -ge "$high" ]; then ok "$name"
        else not_ok "$name: exit $code, $(wc -l <outcomes) outcomes" "$(grep -v 'position is' out)"; fi
        # the other outcome of the last position
        { sed '$d' it.cert; tail -n 1 outcomes | sed 's/outcome N/outcome Q/; s/outcome P/outcome N/; s/outcome Q/outcome P/'; echo end; } >asked.cert
        "$CGI_VERIFY_AUTOMATON" asked.cert >out 2>&1
        [ $? = 1 ] && grep -q 'the outcome is' out || not_ok "$name: the other outcome" "$(cat out)"
        # an automaton that accepts one state more, or one less
        last=$(grep -n '^state' it.cert | tail -n 1 | cut -d : -f 1)
        for line in $(grep -n '^state' it.cert | cut -d : -f 1); do
            sed "${line}s/ accepts\$/ Q/; ${line}s/\\([0-9]\\)\$/\\1 accepts/; ${line}s/ Q\$//" it.cert >other.cert
            "$CGI_VERIFY_AUTOMATON" other.cert >out 2>&1
            [ $? = 1 ] || not_ok "$name: changed in line $line of $last" "$(cat out)"
        done
    done
}
left='move l(t in 1..a) -> g(a - t, b)' right='move r(t in 1..b) -> g(a, b - t)' both='move d(t in 1..min(a, b)) -> g(a - t, b - t)'
accepted 'n' 'move take(t in {1, 3, 4}) where t <= n -> g(n - t)' 100 0..100
accepted 'n' 'move take(t in 1..5) where t <= n and (n - t) % 3 != 1 -> g(n - t)' 100 0..100
accepted 'n' 'move take(t in 1..n / 2) -> g(n - t)' 100 0..100
accepted 'n' 'move take(t in powers(2)) where t <= n -> g(n - t)' 100 0..100
accepted 'n' 'move take(t in powers(3)) where t <= n -> g(n - t)' 100 0..100
accepted 'n' 'move take(t in 1..3) where t <= n and not (n - t in powers(2)) -> g(n - t)' 100 0..100
accepted 'n' 'move take(t in 1..4) where t <= n and not (n - t in {3, 5, 11}) -> g(n - t)' 100 0..100
accepted 'n' 'move last where n == 1 -> end move take(t in 1..3) where t < n -> g(n - t)' 100 0..100
accepted 'n, p' 'move t(t in 1..3) where t <= n and p <= 1 -> g(n - t, (p + t) % 2)' 100 0..40 0..3
accepted 'n, p: bool' 'move t(t in 1..2) where t <= n -> g(n - t, not p) move q where p -> g(n, false)' 60 0..40 0..1
accepted 'n, q' 'move take(t in 1..min(n, q)) -> g(n - t, 2 * t)' 100 0..20 0..20
accepted 'a, b' "$left $right" 100 0..20 0..20
accepted 'a, b' "$left $right $both" 100 0..20 0..20
accepted 'a, b' "$left move d(t in 1..a) where 2 * t <= b -> g(a - t, b - 2 * t)" 100 0..20 0..20
accepted 'a, b' "$left $right move d(t in 1..min(a, b)) where t % 2 == 1 -> g(a - t, b - t)" 100 0..20 0..20
accepted 'a, b' 'move l(t in 1..a) where even(t) -> g(a - t, b) move r(t in 1..b) where odd(t) -> g(a, b - t)' 100 0..20 0..20
accepted 'a, b' 'move l(t in 1..a) where xor(a, b) != 0 -> g(a - t, b) move r(t in 1..b) -> g(a, b - t)' 100 0..20 0..20
accepted 'n' 'move up where n < 7 -> g(n + 1)' 20 0..20
accepted 'a, b' 'move l where a > 0 and b < 9 -> g(a - 1, b + 1) move r(t in 1..b) -> g(a, b - t)' 100 0..9 0..9
accepted 'a, b, c' 'move l(t in 1..a) -> g(a - t, b, c) move m(t in 1..b) -> g(a, b - t, c) move r(t in 1..c) -> g(a, b, c - t)' 100 0..6 0..6 0..6
accepted 'small, large) where (small <= large' 'move less(t in 1..small) -> g(small - t, large)
  move more(to in 0..large - 1) -> g(min(to, small), max(to, small))
  move both(k in 0..small - 1) -> g(k, large - small + k)' 100 0..20 0..20

# Without --lost: where nothing else is certified; with the outcome of a position of any size below 10^17.
run 0 'a pair of numbers' certify games/wythoff.game 10000000000000000 16180339887498949
says out '^outcome P of 10000000000000000 16180339887498949$'
cp out it.cert
checks 0 'a pair of numbers is accepted' it.cert
says out 'the position is P, lost by who is to move$'
sed 's/498949$/498948/' it.cert >other.cert
checks 1 'another pair' other.cert
says out 'refused: the outcome is N$'
run 0 'a period is told first' certify games/bash.game
says out '^period 4 from 0$'
run 0 'no period' certify games/half.game
says out '^cgi-automaton 1$'
run 0 'misere play without a position' certify games/bash_misere.game
says out '^play misere$'
run 0 'as JSON' certify games/wythoff.game --json
json '.certificate | startswith("cgi-automaton 1")'
run 2 'a sum of two' certify games/wythoff.game 'wythoff(1, 2) + wythoff(3, 4)'
silent out
run 2 'none' certify games/kayles.game --lost
silent out
says err 'E0699.*a move leads to a sum of positions'
usage 'two at once' 'choose --equal or --lost' certify games/kayles.game --lost --equal 0.77

# said CODE LINE PATTERN TEXT: after these lines
said() {
    printf 'cgi-automaton 1\nnumeration base 2\nplay normal\nfields n\nmeasure n\n%b\nend\n' "$4" >it.cert
    checks "$1" "$(printf '%s' "$4" | sed 's/\\n/, /g')" it.cert
    says out "^it\.cert:$2: .*$3"
}
even='automaton 2\nstate 0 accepts\nby 0 to 0\nby 1 to 1\nstate 1\nby 0 to 0\nby 1 to 1\n'
one="move to n'\nif n = n' + 1\n"
said 0 15 'a position is lost if and only if' "$even${one}lost exactly"
said 1 13 'from a position of the set to one of the set' "${even}move to n'\nif n = n' + 2\nlost exactly"
said 1 16 'not in the set has no move into it' "${even}move to n'\nif n = n' + 1\nif n >= 5\nlost exactly"
said 1 11 'to what is no position' "position\nif n <= 5\nautomaton 1\nstate 0 accepts\nby 0 to 0\nmove to n'\nif n + 1 = n'\nlost exactly"
said 1 13 'makes rise' "${even}move to n'\nif n + 1 = n'\nlost exactly"
said 1 13 'leaves as it is' "${even}move to n'\nif n = n'\nlost exactly"
said 1 13 'ends play' "${even}move end\nlost exactly"
said 1 6 'leading zeros' 'automaton 2\nstate 0\nby 0 to 1\nstate 1 accepts\nby 0 to 1\nmove end\nif n >= 1\nlost exactly'
said 2 8 'should be state 1' 'automaton 2\nstate 0\nstate 0\n'
said 2 9 'is beyond 1' 'automaton 2\nstate 0\nstate 1\nby 0 to 2'
said 2 9 'second state' 'automaton 2\nstate 0 accepts\nby 0 to 0\nby 0 to 1'
said 2 6 'is missing' 'automaton 2\nstate 0\nmove end'
said 2 15 'one too many' "$even${one}lost exactly now"
said 2 15 'not here' "$even${one}automaton 1"
said 2 15 'no number' "$even${one}if m >= 1"
said 2 14 "should be '>='" "${even}move to n'\nif n\n"
said 2 14 'meaning already' "${even}move to n'\nsome n'\n"
said 2 13 'should be a name' "${even}move to 3\n"
said 2 14 'beyond 1000000' "${even}move to n'\nif n >= 10000000\n"
said 2 15 'named twice' "${even}move to n'\nsome t\nif xor n n' n\n"
said 2 6 'not here' 'play misere'
said 2 6 'second numeration' 'numeration base 3'
said 2 6 'not here' 'fields m'
exit $status
