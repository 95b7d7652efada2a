#!/bin/sh
# Every rule file of the gallery and of tests/lang and tests/bugs: all its expectations hold, with plugins and by search.
cd "$CGI_SOURCE" || exit 1
status=0
for file in games/*.game games/*/*.game tests/lang/*.game tests/bugs/*.game; do
    [ -f "$file" ] || continue
    if [ "${CGI_LUA:-ON}" = OFF ] && grep -qw lua "$file"; then
        echo "ok $file # SKIP this build has no Lua"
        continue
    fi
    for how in '' --no-plugins; do
        out=$("$CGI" test --tap --timeout 120 $how "$file" 2>&1)
        code=$?
        printf '%s\n' "$out" | grep -E '^(ok|not ok|#)' | sed "s|\$|${how:+ ($how)}|"
        if [ "$code" -ne 0 ]; then
            printf 'not ok %s %s: exit %s\n%s\n' "$file" "$how" "$code" "$out"
            status=1
        elif ! printf '%s\n' "$out" | grep -q '^ok'; then
            printf 'ok %s %s has nothing to expect\n' "$file" "$how"
        fi
    done
done
exit $status
