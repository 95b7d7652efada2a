#!/bin/sh
# Node Kayles on random graphs: tests/oracles/nodes.c writes whole rule files with what it found, and every line of them must hold,
# also by a second rule in which the set is a row and the graph a grid.
: "${CGI:?the program}" "${CGI_SOURCE:?the checkout}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
"${CGI_CC:-cc}" -std=c17 -O1 -Wall -Wextra -Werror -o "$work/nodes" "$CGI_SOURCE/tests/oracles/nodes.c" || exit 1
for seed in 1 2 3; do
    "$work/nodes" rules "$seed" >"$work/rules.game"
    if "$CGI" test "$work/rules.game" >"$work/out" 2>&1 && grep -q '^[1-9][0-9]* passed, 0 failed$' "$work/out"; then
        echo "ok oracles nodes, seed $seed: $(tail -n 1 "$work/out")"
    else
        echo "not ok oracles nodes, seed $seed"
        grep -v '^passed' "$work/out" | head -n 20 | sed 's/^/# /'
        status=1
    fi
done
exit $status
