#!/bin/sh
# cgi analyze --batch on random files, right and wrong ones, against a reader in awk that shares no code with it: how many
# positions stand before the first mistake, where that is, and the exit code. What the answers are is held against the same
# positions asked as `expect` in a rule file, which go the way of a single question, and a few against `cgi analyze`.
. "$(dirname "$0")/cases.sh"
rounds=${ROUNDS:-3}

# make FORM SEED WHAT: a random file; WHAT 0 is right, others have a mistake somewhere.
make() {
    awk -v form="$1" -v seed="$2" -v what="$3" '
    function any(n) { return int(rand() * n) }
    function number(  k) {
        k = any(12)
        if (k == 0) return "9223372036854775807"
        if (k == 1) return "922337203685477580" any(8)
        if (k == 2) return "000" any(100)
        if (k == 3) return sprintf("%d%09d", 1 + any(900000000), any(1000000000))
        return k < 9 ? any(8) : any(5000)
    }
    function gap(  k) {
        k = any(16)
        return k == 0 ? "\r\n" : k == 1 ? "\t" : k == 2 ? "  " : k == 3 ? "\n\n" : k == 4 ? "\n" : k == 5 ? " \r\n \v\f" : " "
    }
    function junk(  k) {
        k = any(9)
        if (k == 0) return "-" (1 + any(9))
        if (k == 1) return "9223372036854775808"
        if (k == 2) return "1" "00000000000000000000000000000000000000" any(9)
        if (k == 3) return any(99) "x"
        if (k == 4) return "\001"
        if (k == 5) return "+3"
        if (k == 6) return "1.5"
        if (k == 7) return "-"
        return "18446744073709551617"
    }
    function put(token) { printf "%s%s", token, gap() }
    BEGIN {
        srand(seed)
        tests = any(6) ? any(30) : 4000 + any(300)
        if (form == "pairs") total = 2 * tests
        else { put(what == 2 ? tests + 1 + any(3) : tests); total = tests }
        spoilt = what == 1 ? any(total + 1) : -1
        for (i = 0; i < total; i++) {
            if (i == spoilt) put(junk())
            if (form == "pairs") { put(number()); continue }
            n = any(5) ? any(6) : any(60)
            put(n)
            for (k = 0; k < n; k++) put(what == 3 && !any(200) ? junk() : number())
        }
        if (what == 4) printf "%d", any(5)
        else if (any(2)) printf "\n"
    }'
}

# A number is at most 19 digits beside zeros in front and at most 2^63 - 1, compared as text.
reader='
function fits(token) {
    sub(/^0+/, "", token)
    return length(token) < 19 || (length(token) == 19 && ("x" token) <= "x9223372036854775807")
}
function stop(line, column) { print "mistake " line ":" column; over = 1; exit }
function take(token, line, column) {
    if (token !~ /^[0-9]+$/ || !fits(token)) stop(line, column)
    sub(/^0+/, "", token)
    if (token == "") token = "0"
    if (form == "pairs") {
        held = held " " token
        if (++count == 2) { print "position" held; held = ""; count = 0 }
    } else if (tests == "") tests = token + 0
    else if (done == tests) stop(line, column)
    else if (wanted == "") { wanted = token + 0; held = "" }
    else { held = held " " token; count++ }
    if (form == "counted" && wanted != "" && count == wanted) { print "position" held; done++; wanted = ""; count = 0 }
}
{
    rest = $0
    column = 1
    while (match(rest, /[^ \t\r\v\f]+/)) {
        take(substr(rest, RSTART, RLENGTH), NR, column + RSTART - 1)
        column += RSTART + RLENGTH - 1
        rest = substr(rest, RSTART + RLENGTH)
    }
}
END {
    if (over) exit
    if (form == "pairs" ? count : tests == "" || done < tests) print "mistake"
}'

# compare NAME FILE FORM ARGUMENT...: the input as written.
compare() {
    name=$1 input=$2 form=$3
    shift 3
    LC_ALL=C awk -v form="$form" "$reader" "$input" >wanted
    "$CGI" analyze "$@" --input "$form" --batch "$input" >out 2>err
    code=$?
    positions=$(grep -c '^position' wanted)
    mistake=$(sed -n 's/^mistake *//p' wanted)
    if grep -q '^mistake' wanted; then expected=2; else expected=0; fi
    if grep -qE 'AddressSanitizer|LeakSanitizer|runtime error' err; then not_ok "$name: sanitizer" "$(cat err)"
    elif [ $code -ne $expected ]; then not_ok "$name: exit $code, not $expected" "$(head -n 3 err)"
    elif [ "$(wc -l <out)" -ne "$positions" ]; then not_ok "$name: $(wc -l <out) answers, not $positions" "$(head -n 3 err)"
    elif [ -n "$mistake" ] && ! grep -q "^$input:$mistake: error" err; then not_ok "$name: not at $mistake" "$(head -n 3 err)"
    else ok "$name"; fi
}

# alone NAME RULE TERM: the answers in `out` hold for the positions in `wanted`, each asked on its own. TERM: row or sum.
alone() {
    name=$1 rule=$2 term=$3
    grep '^position' wanted | sed 's/^position *//' | paste -d '|' out - | head -n 120 |
        awk -F '|' -v term="$term" -v rule="$rule" -v game="$(sed -n 's/^game \([a-z_]*\).*/\1/p' "$rule" | tail -n 1)" '
        BEGIN { while ((getline line <rule) > 0) print line }
        {
            count = split($2, cells, " ")
            text = term == "row" ? game "([" : term == "pair" ? game "(" : ""
            for (i = 1; i <= count; i++)
                text = text (i == 1 ? "" : term == "sum" ? " + " : ", ") (term == "sum" ? game "(" cells[i] ")" : cells[i])
            if (term == "sum" && count == 0) text = "end"
            print "expect " $1 "(" text (term == "row" ? "])" : term == "pair" ? ")" : "") ")"
        }' >alone.game
    run 0 "$name, each alone" test alone.game
}

# A rule without comments and expectations, and without what stands deeper than an expectation and continues it.
plain() {
    awk '{ match($0, /^ */) } told && RLENGTH > depth { next } { told = 0 }
        /^ *(expect|claim)/ { told = 1; depth = RLENGTH } told || /^ *(#|$)/ { next } { print }' "$CGI_SOURCE/$1"
}
plain games/nim.game >nim.game
plain games/contest/bzoj1022.game >john.game
plain games/contest/poj1067.game >stones.game
plain games/staircase.game >stairs.game
cat >few.game <<'END_OF_RULE'
game few(n) {
  move take(t in {1, 3, 4}) where t <= n -> few(n - t)
}
END_OF_RULE
i=0
while [ $i -lt "$rounds" ]; do
    i=$((i + 1))
    for what in 0 1 2 3 4; do
        make counted "$i$what" $what >counted.in
        make pairs "$i$what" $what >pairs.in
        compare "counted $i, mistake $what: heaps" counted.in counted nim.game
        if [ $what -eq 0 ] && [ $i -le 6 ]; then alone "nim $i" nim.game sum; fi
        compare "counted $i, mistake $what: a row" counted.in counted stairs.game
        if [ $what -eq 0 ] && [ $i -le 6 ]; then alone "staircase $i" stairs.game row; fi
        compare "pairs $i, mistake $what" pairs.in pairs stones.game
        if [ $what -eq 0 ] && [ $i -le 6 ]; then alone "wythoff $i" stones.game pair; fi
        [ $i -le 6 ] || continue
        compare "pairs $i, mistake $what: misere heaps" pairs.in pairs john.game
        if [ $what -eq 0 ]; then alone "misere nim $i" john.game sum; fi
        compare "pairs $i, mistake $what: values" pairs.in pairs few.game
    done
done

# games that a table, a search or another closed form answers, at numbers that all of these reach
small() { awk -v seed="$1" -v most="$2" -v rises="${3:-0}" 'BEGIN { srand(seed); print 60
    for (i = 0; i < 60; i++) { n = int(rand() * 6); printf "%d", n; at = 0
        for (k = 0; k < n; k++) { at = rises ? at + 1 + int(rand() * most) : int(rand() * most); printf " %d", at } print "" } }'; }
cat >moore.game <<'END_OF_RULE'
param k = 2 in 1..
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game moore(h: bag) = upto k of (nim(x) for x in h)
END_OF_RULE
plain games/contest/poj1704.game >chips.game
plain games/kayles.game >kayles.game
plain games/kayles_misere.game >kayles_misere.game
plain games/bash.game >bash.game
plain games/half.game >half.game
for game in kayles kayles_misere bash half few; do
    if [ $game = kayles_misere ]; then small 7 6 >small.in; else small 7 40 >small.in; fi
    compare "$game" small.in counted $game.game && alone "$game" $game.game sum
done
small 8 7 >small.in
compare 'moore' small.in counted moore.game && alone 'moore' moore.game row
small 8 4 >small.in
compare 'moore by search' small.in counted moore.game --no-plugins && alone 'moore by search' moore.game row
small 9 5 1 >small.in
compare 'chips' small.in counted chips.game && alone 'chips' chips.game row

# and some positions by the command itself
printf '5\n3 1 2 3\n2 7 7\n1 9223372036854775807\n2 40 41\n3 5 9 12\n' >some.in
for game in nim.game john.game; do
    "$CGI" analyze $game --input counted --batch some.in >out 2>err
    n=0
    for cells in '1 2 3' '7 7' 9223372036854775807 '40 41' '5 9 12'; do
        n=$((n + 1))
        # shellcheck disable=SC2086
        word=$("$CGI" analyze $game $cells | sed -n 's/^outcome *\([PN]\),.*/\1/p')
        if [ "$word" = "$(sed -n ${n}p out)" ]; then ok "$game $cells alone"; else not_ok "$game $cells alone" "$word, not $(sed -n ${n}p out)"; fi
    done
done
exit $status
