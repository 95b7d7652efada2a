#!/bin/sh
# Files with one defect, named after it: NAME.game with NAME.err, what comes on standard error: the messages, each with the line it
# is about and carets under the place. A first comment `# run: WORDS` says how the file is run (`analyze` with these words
# after the file), else it is checked. Errors must end with exit 1 to 5, files with only warnings or notes with 0.
# UPDATE=1 writes the .err files anew; read the difference.
cd "$CGI_SOURCE/tests/bad" || exit 1
export LC_ALL=C # carets stand below characters in every locale
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
. ../many.sh
lua=$(if [ "${CGI_LUA:-ON}" = OFF ]; then grep -lw lua ./*.game; fi)
line='
'
# Is the name in the list, a line each?
listed() { case "$line$2$line" in *"$line./$1$line"*) return 0 ;; *) return 1 ;; esac; }
skipped() { listed "$1.game" "$lua" && { [ -n "$how" ] || grep -q 'E07' "$1.err"; }; }

# how NAME: sets it to what stands behind `# run: `, and words to what follows its first word
how() {
    how= words=
    while IFS= read -r comment; do
        case $comment in '# run: '*) how=${comment#\# run: } && break ;; esac
    done <"$1.game"
    case $how in *' '*) words=${how#* } how=${how%% *} ;; esac
}

for file in *.game; do
    name=${file%.game}
    how "$name"
    skipped "$name" && continue
    case $how in
    '') queue "$name" check "$file" ;;
    test) queue "$name" test "$file" ;;
    *) queue "$name" "$how" --memory 2G "$file" ${words:+"$words"} ;;
    esac
done
run_commands
if [ -n "${UPDATE:-}" ] && [ $status -eq 0 ]; then
    for file in *.game; do cp "$work/many/${file%.game}.err" "${file%.game}.err"; done
fi

errors=$(grep -l 'error\[' ./*.err)
for file in *.game; do
    name=${file%.game}
    how "$name"
    if skipped "$name"; then
        echo "ok bad $name # SKIP this build has no Lua"
        continue
    fi
    exit_of "$name"
    case $code in
    0) fine=no && listed "$name.err" "$errors" || fine=yes ;;
    [1-5]) fine=no && listed "$name.err" "$errors" && fine=yes ;;
    *) fine=no ;;
    esac
    if [ $fine = yes ] && cmp -s "$work/many/$name.err" "$name.err"; then
        echo "ok bad $name"
    else
        echo "not ok bad $name (exit $code)"
        diff "$name.err" "$work/many/$name.err" 2>&1 | head -n 10 | sed 's/^/# /'
        status=1
    fi
done

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
