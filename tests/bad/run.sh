#!/bin/sh
# Files with one defect, named after it: NAME.game with NAME.err, the messages that must come, each line
# `file:line:col: error[E0301]: message`. A first comment `# run: WORDS` says how the file is run (`analyze` with these words
# after the file), else it is checked. Errors must end with exit 2, 3, 4 or 5, files with only warnings or notes with 0.
# UPDATE=1 writes the .err files anew; read the difference.
cd "$CGI_SOURCE/tests/bad" || exit 1
status=0
messages() { # the located messages without their pictures
    grep -E '^([^ ]+:[0-9]+:[0-9]+|cgi): (error|warning|note)\[' "$1"
}
out=$(mktemp)
for file in *.game; do
    name=${file%.game}
    command=$(sed -n 's/^# run: //p' "$file" | head -n 1)
    if [ "${CGI_LUA:-ON}" = OFF ] && grep -qw lua "$file" &&
        { [ -n "$command" ] || grep -q 'E07' "$name.err"; }; then
        echo "ok bad $name # SKIP this build has no Lua"
        continue
    fi
    if [ -n "$command" ]; then
        set -- $(printf '%s' "$command" | sed 's/ .*//')
        words=$(printf '%s' "$command" | sed -n 's/^[^ ]* //p')
        if [ "$1" = test ]; then "$CGI" test --timeout 60 "$file" >"$out" 2>&1
        elif [ -n "$words" ]; then "$CGI" "$1" --timeout 60 --memory 2G "$file" "$words" >"$out" 2>&1
        else "$CGI" "$1" --timeout 60 --memory 2G "$file" >"$out" 2>&1; fi
    else
        "$CGI" check "$file" >"$out" 2>&1
    fi
    code=$?
    if [ -n "${UPDATE:-}" ]; then messages "$out" >"$name.err"; fi
    errors=$(grep -c 'error\[' "$name.err")
    fine=no
    case $code in
    0) [ "$errors" -eq 0 ] && fine=yes ;;
    1 | 2 | 3 | 4 | 5) [ "$errors" -gt 0 ] && fine=yes ;;
    esac
    if [ $fine = yes ] && [ "$(messages "$out")" = "$(cat "$name.err")" ]; then
        echo "ok bad $name"
    else
        echo "not ok bad $name (exit $code)"
        messages "$out" | diff "$name.err" - | head -n 10 | sed 's/^/# /'
        grep -E 'AddressSanitizer|runtime error|LeakSanitizer' "$out" | head -n 3 | sed 's/^/# /'
        status=1
    fi
done
rm -f "$out"

# Every message is in one of the files, or elsewhere.txt says where it is tested (the place must name it) or why nothing can
# bring it about; what has a file needs no line there.
name_of() { sed -n "s/^DIAG(\\([A-Z0-9_]*\\), \"$1\".*/\\1/p" ../../src/base/diags.def; }
for id in $(grep -oE '"[EW][0-9]{4}"' ../../src/base/diags.def | tr -d '"'); do
    place=$(sed -n "s/^$id  *\\([^ ]*\\).*/\\1/p" elsewhere.txt)
    if grep -qF "[$id]" ./*.err; then
        if [ -z "$place" ]; then echo "ok bad $id has a file"; else echo "not ok bad $id has a file and a line in elsewhere.txt"; status=1; fi
    elif [ "$place" = - ] || { [ -n "$place" ] && grep -qE "$id|D_$(name_of "$id")" "../../$place"; }; then
        echo "ok bad $id is noted in elsewhere.txt"
    else
        echo "not ok bad $id has no file and no reason in elsewhere.txt that holds"
        status=1
    fi
done
exit $status
