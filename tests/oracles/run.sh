#!/bin/sh
# The numbers of the gallery are nobody's guess and not our own: every expectation and claim in games/ has a source beside it,
# and where that is a program of this folder, the program must print the expectation. The programs share no code with cgi.
#
#   # tests/oracles/heaps                 on a line of its own: for the lines below it, up to an empty line or another comment
#   expect sg(nim(7)) == 7
#   expect P(nim(0))                      # Bouton 1901          beside an expectation: for this one
#
# A source is a program, or a work with its year; a claim, which is tried over its whole range, may also give a reason.
#
# A program prints expectations as the language writes them, `misere: ` before those under `play misere` and `NAME: ` before a
# period; white space does not count.
: "${CGI_SOURCE:?the checkout}"
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$CGI_SOURCE" || exit 1

for source in tests/oracles/*.c; do
    name=$(basename "$source" .c)
    if "${CGI_CC:-cc}" -std=c17 -O1 -Wall -Wextra -Wno-unused-function -Werror -o "$work/$name" "$source" 2>"$work/err" &&
        "$work/$name" >"$work/$name.out" 2>"$work/err" && [ -s "$work/$name.out" ]; then
        echo "ok oracles $name: $(wc -l <"$work/$name.out") lines"
        tr -d ' \t' <"$work/$name.out" | sed "s|^|$name\t|" >>"$work/told"
    else
        echo "not ok oracles $name"
        head -n 5 "$work/err" | sed 's/^/# /'
        status=1
    fi
done

# A statement a line, `NUMBER|` in front: what stands deeper than its expect or claim continues it.
joined() {
    awk '
        function flush() { if (text != "") print text; text = "" }
        { match($0, /^ */) }
        text != "" && RLENGTH > depth && $0 !~ /^ *(#|$)/ { text = text " " $0; next }
        { flush() }
        /^ *(expect|claim)[ \t]/ { match($0, /^ */); depth = RLENGTH; text = FNR "|" $0; next }
        { print FNR "|" $0 }
        END { flush() }' "$1"
}

# FILE:LINE, oracle or `-`, what must be printed: a line for each expectation.
for file in games/*.game games/*/*.game; do
    [ -f "$file" ] || continue
    joined "$file" | awk -v file="$file" '
        { number = $0 + 0; sub(/^[0-9]*[|]/, "") }
        /^[ \t]*play +misere/ { misere = "misere:" }
        /^[ \t]*($|}|move|start|param|symmetric|loopy|fn|game|graph)/ { beside = "" }
        /^[ \t]*(game|graph) / { name = $2; sub(/[^A-Za-z0-9_].*/, "", name) }
        /^[ \t]*#/ { if (above != number - 1) beside = ""; beside = beside $0; above = number; next }
        /^[ \t]*(expect|claim)[ \t]/ {
            text = $0; from = beside
            if (match(text, /#.*/)) { from = substr(text, RSTART); text = substr(text, 1, RSTART - 1) }
            oracle = from == "" ? "" : "-"
            if (match(from, /tests\/oracles\/[a-z_]+/)) oracle = substr(from, RSTART + 14, RLENGTH - 14)
            claim = text ~ /^[ \t]*claim/
            if (oracle == "-" && !claim && from !~ /(1[5-9]|20)[0-9][0-9]|Winning Ways/) oracle = ""
            sub(/^[ \t]*(expect|claim)[ \t]+/, "", text)
            gsub(/[ \t]/, "", text)
            if (text ~ /^period/) text = name ":" text
            print file ":" number "\t" oracle "\t" misere text "\t" claim
        }'
done >"$work/asked"

awk -F '\t' -v told="$work/told" '
    BEGIN { while ((getline line < told) > 0) seen[line] = 1 }
    $2 == "" { print "not ok oracles " $1 " has no source beside it"; bad = 1; next }
    $2 == "-" { cited++; next }
    $4 == 1 { print "not ok oracles " $1 " is a claim, which no oracle can print"; bad = 1; next }
    !(($2 "\t" $3) in seen) { print "not ok oracles " $1 " is not printed by " $2 ": " $3; bad = 1; next }
    { printed++ }
    END {
        if (printed < 400) { print "not ok oracles only " printed + 0 " expectations are printed by oracles"; bad = 1 }
        printf "# %d expectations are printed by oracles, %d expectations and claims cite a source\n", printed, cited
        if (!bad) print "ok oracles every expectation of the gallery has its source"
        exit bad
    }' "$work/asked" || status=1
exit $status
