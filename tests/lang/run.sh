#!/bin/sh
# Every rule file of the gallery and of tests/lang and tests/bugs: all its expectations hold, with plugins and by search.
cd "$CGI_SOURCE" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
. tests/many.sh
set -- games/*.game games/*/*.game tests/lang/*.game tests/bugs/*.game
needs_lua() { [ "${CGI_LUA:-ON}" = OFF ] && grep -qw lua "$1"; }

number=0
for file; do
    number=$((number + 1))
    needs_lua "$file" && continue
    queue "$number" test --tap "$file"
    queue "$number--no-plugins" test --tap --no-plugins "$file"
done
run_commands

number=0
for file; do
    number=$((number + 1))
    if needs_lua "$file"; then
        echo "ok $file # SKIP this build has no Lua"
        continue
    fi
    for how in '' --no-plugins; do
        out=$work/many/$number$how.out
        exit_of "$number$how"
        [ -f "$out" ] && sed -n "/^ok/s/\$/${how:+ ($how)}/p; /^not ok/s/\$/${how:+ ($how)}/p; /^#/p" "$out"
        if [ "$code" != 0 ]; then
            echo "not ok $file $how: exit $code"
            cat "$work/many/$number$how.err" "$out"
            status=1
        elif ! grep -q '^ok' "$out"; then
            echo "ok $file $how has nothing to expect"
        fi
    done
done
exit $status
