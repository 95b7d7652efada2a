#!/bin/sh
# All changes of all certificates of the tests, by every reader: the same in every run.
#
#   tests/mbt/forgeries.sh build/asan/bin          # the folder of the test programs; TAP, and the sums at the end
here=$(dirname "$0")
bin=$(cd "${1:?the folder of the test programs}" && pwd) || exit 1
for kind in heaps:certificates/*.cert book:books/*.book equal:equal/*.cert misere:misere/*.cert automaton:automata/*.cert growth:growth/*.cert; do
    (cd "$here" && "$bin/mbt_forged_${kind%%:*}" --all ${kind#*:})
done | awk '{ print } / changes [0-9]+ are refused/ { for (i = 1; i < NF; i++) if ($(i + 1) == "changes") all += $i; else if ($(i + 1) == "are") refused += $i }
    /^not ok/ { bad++ } END { print "# " all " changes, " refused " refused, " bad + 0 " accepted without being true"; exit bad > 0 }'
