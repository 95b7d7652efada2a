#!/bin/sh
# games/README.md names every file of the gallery and no other; every command in it runs; `cgi check` has no warning.
# Rules of the gallery and of the plugins stand in the one layout.
: "${CGI:?the program}" "${CGI_SOURCE:?the checkout}"
status=0
cd "$CGI_SOURCE" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$CGI" "$work/cgi"
ln -s "$CGI_SOURCE/games" "$work/games"

for file in games/*.game games/*/*.game; do
    name=${file#games/}
    if grep -q "^| \[$name\]($name) |" games/README.md; then echo "ok gallery $name is in the table"; else
        echo "not ok gallery $name is missing in games/README.md"
        status=1
    fi
    if "$CGI" check "$file" >"$work/out" 2>&1 && ! grep -qE 'warning|error' "$work/out"; then echo "ok gallery $name checks"; else
        echo "not ok gallery $name has warnings"
        sed 's/^/# /' "$work/out" | head -n 5
        status=1
    fi
done
if "$CGI" fmt --check games/*.game games/*/*.game plugins/*/*.game >"$work/out" 2>&1; then echo "ok gallery layout"; else
    echo "not ok gallery layout: cgi fmt --write would change"
    sed 's/^/# /' "$work/out"
    status=1
fi
grep -oE '^\| \[[a-z0-9_/]+\.game\]' games/README.md | tr -d '|[] ' | while read -r name; do
    [ -f "games/$name" ] || echo "not ok gallery games/README.md names $name, which is not there"
done
PATH=$work:$PATH
export PATH
sed -n 's/^| \[.*| `\(cgi .*\)` |$/\1/p' games/README.md >"$work/commands"
while IFS= read -r command; do
    if (cd "$work" && sh -c "$command" >out 2>err </dev/null && [ -s out ]); then echo "ok gallery $command"; else
        echo "not ok gallery $command"
        head -n 3 "$work/err" | sed 's/^/# /'
        status=1
    fi
done <"$work/commands"
[ "$(wc -l <"$work/commands")" -eq "$(ls games/*.game games/*/*.game | wc -l)" ] || { echo 'not ok gallery: a file without a command'; status=1; }
exit $status
