#!/bin/sh
# Games on random trees: tests/oracles/trees.c finds their values, and what becomes of the trees, by itself; every line must hold. The
# rules are those of the gallery, and Hackenbush also as one tree that is not taken apart.
: "${CGI:?the program}" "${CGI_SOURCE:?the checkout}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
. "$CGI_SOURCE/tests/oracles/holds.sh"
"${CGI_CC:-cc}" -std=c17 -O1 -Wall -Wextra -Werror -Wno-unused-function -o "$work/trees" "$CGI_SOURCE/tests/oracles/trees.c" || exit 1
for game in hackenbush hackendot arc_kayles; do
    awk '/^game/ { on = 1 } /tests.oracles/ { if (on) print "}"; on = 0 } on' "$CGI_SOURCE/games/$game.game"
done >"$work/rules"
echo 'game whole(t: tree) { move cut(v in 1..size(t)) -> whole(t - {v}) }' >>"$work/rules"
for seed in 1 2 3; do
    for kind in rules misere; do
        "$work/trees" "$kind" "$seed" >"$work/lines"
        sed -n 's/hackenbush/whole/gp' "$work/lines" >>"$work/lines.whole"
        { [ $kind = rules ] || echo 'play misere'; cat "$work/rules" "$work/lines" "$work/lines.whole"; } >"$work/rules.game"
        rm "$work/lines.whole"
        holds "trees, $kind, seed $seed"
    done
done
exit $status
