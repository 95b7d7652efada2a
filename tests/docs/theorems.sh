#!/bin/sh
# docs/theorems.md: what the program says of all sizes of the games in games, and the claims in their files. The page is what
# this script writes, so it cannot say more than the program does:
#
#   CGI=$PWD/cgi CGI_VERIFY=build/run/bin/cgi-verify tests/docs/theorems.sh --write     # writes the page anew
#   CGI=$PWD/cgi tests/docs/theorems.sh                                                 # TAP: the page is what is found now
#
# Work is bounded by counts and never by time: the same page everywhere.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI:?the program}"
command -v jq >/dev/null || { skip "no jq"; done_testing; }
bin=$(dirname "$(readlink -f "$CGI")")
: "${CGI_VERIFY:=$bin/cgi-verify}" "${CGI_VERIFY_AUTOMATON:=$bin/cgi-verify-automaton}" "${CGI_VERIFY_GROWTH:=$bin/cgi-verify-growth}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$CGI_SOURCE" || exit 1
export LC_ALL=C # the order of files
heaps=1000       # periods are looked for so far
positions=20000  # small positions that a proof may learn from after a search
unasked='takeaway' # of these no proof is asked: it is not found, and that takes long

run() { "$CGI" "$@" --threads 1 --no-cache --native never --color never 2>/dev/null </dev/null; }

# claims FILE: two lines a claim, the claim and its verdict.
claims() {
    run test "$1" | awk -v file="$1" '
        function bar(s) { gsub(/\|/, "\\|", s); return s }
        /^passed [^ ]* claim / {text = $0; sub(/^passed [^ ]* claim /, "", text); next}
        text != "" {
            sub(/^ +/, "")
            sub(/; false beyond its own bounds.*$/, "")
            if (match($0, /; proved for all .*$/)) $0 = "proved: decided by automata " substr($0, RSTART + 9)
            word = $0; how = "every case tried"
            if (/^proved/) {word = "proved"; how = $0; sub(/^proved[:,]? */, "", how)} else sub(/ \([0-9]+ cases\)$/, "", word)
            if (!/^(proved|holds)/) {text = ""; next}
            if ($0 != word && !/^proved/) {how = $0; sub(/^.*\(/, "", how); sub(/\)$/, " tried", how)}
            printf "| %s | `%s` | %s | %s | `cgi test %s` | |\n", file, bar(text), word, bar(how), file
            text = ""
        }'
}

# certificate FORMS WORD...: what its verifier says of the certificate, if there is one of these forms.
certificate() {
    forms=$1
    shift
    run certify "$@" >"$work/certificate" || { echo 'none'; return; }
    form=$(sed -n '1s/^cgi-\([a-z]*\) 1$/\1/p' "$work/certificate")
    case " $forms " in *" $form "*) ;; *) echo 'none'; return ;; esac
    case $form in certificate) verifier=$CGI_VERIFY ;; growth) verifier=$CGI_VERIFY_GROWTH ;; *) verifier=$CGI_VERIFY_AUTOMATON ;; esac
    if "$verifier" "$work/certificate" 2>/dev/null | grep -q ': accepted$'; then echo accepted; else echo 'not accepted'; fi
}

period() {
    run period "$1" --to $heaps --json >"$work/period" || return
    said=$(jq -r 'select(.period != null) | .verdict + "|" + .game + "(n + \(.period))" + "|" + .game + "(n)" +
        "|" + (if (.saltus // 0) > 0 then " + \(.saltus)" else "" end) + "|\(.preperiod)|\(.to)|\(.theorem // "")"' "$work/period")
    [ -n "$said" ] || return
    printf '%s\n' "$said" | {
        IFS='|' read -r verdict far near saltus from to theorem
        accepted=
        [ "$verdict" = proved ] && accepted=$(certificate 'certificate growth' "$1")
        [ "$verdict" = proved ] || theorem="heaps to $to"
        echo "| $1 | SG($far) = SG($near)$saltus for n >= $from | $verdict | $theorem | \`cgi period $1\` | $accepted |"
    }
}

proof() {
    case " $unasked " in *" $(basename "$1" .game) "*) return ;; esac
    run prove "$1" --max-states $positions >"$work/proof" || return
    grep -q '^verdict  *proved' "$work/proof" || return
    game=$(run prove "$1" --max-states $positions --json | jq -r '.game + (if .fields then "(" + (.fields | join(", ")) + ")" else "" end) + (if .play == "misere" then " in misere play" else "" end)')
    accepted=
    grep -q '^lost ' "$work/proof" && accepted=$(certificate automaton "$1" --lost --max-states $positions)
    awk -v file="$1" -v game="$game" -v accepted="$accepted" '
        function row(text, how, last) { printf "| %s | %s | proved | %s | `cgi prove %s` | %s |\n", file, text, how, file, last }
        {line = $0; sub(/^[a-z]+ +/, "", line)}
        /^lost / {lost = line}
        /^theorem / {theorem = line}
        /^strategy / {row(game ": " theorem, line, ""); strategies = 1}
        /^premises / {premises = line}
        END {if (lost != "") row(game ": the lost positions are " lost, theorem "; premises: " premises, accepted)}' "$work/proof"
}

page() {
    cat <<'WORDS'
# Theorems of the gallery

What the program says of the games in [games](../games/README.md): claims in their files, periods (`cgi period`), and lost positions of all sizes
(`cgi prove`). A row a statement. `tests/docs/theorems.sh --write` writes this page, and `./test docs/theorems` compares it with what is found now.

**proved**: for all sizes, by the theorem that is named, with its premises. **holds to**: each case so far was tried, and no more is said. **observed**: a
pattern seen so far that no theorem is known to continue. A certificate is what `cgi certify` writes and `cgi-verify`, or of lost positions `cgi-verify-automaton` and of values that grow `cgi-verify-growth`, a program of its own, checks alone
([certificates](manual/certificates.md)); `none` where there is none for such a rule.

Periods and lost positions are of one game of a file, the one that is named, with its parameters as the file has them; periods are looked for in heaps to
1000, so a longer one is not here.

| file | statement | verdict | how | again by | certificate |
|---|---|---|---|---|---|
WORDS
    for file in games/*.game games/contest/*.game; do
        proof "$file"
        period "$file"
        claims "$file"
    done
}

page >"$work/page"
if [ "${1-}" = --write ]; then
    cp "$work/page" docs/theorems.md
    exit
fi
claim 'docs/theorems.md is what is found now' "$(diff docs/theorems.md "$work/page" | head -n 20)"
claim 'every statement of all sizes that is said to be proved names its theorem' "$(grep '| proved | *|' docs/theorems.md)"
claim 'no certificate is refused' "$(grep -h '| not accepted |' docs/theorems.md "$work/page")"
done_testing
