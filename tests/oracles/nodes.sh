#!/bin/sh
# Node Kayles on random graphs: tests/oracles/nodes.c writes whole rule files with what it found, and every line of them must hold,
# also by a second rule in which the set is a row and the graph a grid.
: "${CGI:?the program}" "${CGI_SOURCE:?the checkout}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
. "$CGI_SOURCE/tests/oracles/holds.sh"
"${CGI_CC:-cc}" -std=c17 -O1 -Wall -Wextra -Werror -o "$work/nodes" "$CGI_SOURCE/tests/oracles/nodes.c" || exit 1
for seed in 1 2 3; do
    "$work/nodes" rules "$seed" >"$work/rules.game"
    holds "nodes, seed $seed"
done
exit $status
