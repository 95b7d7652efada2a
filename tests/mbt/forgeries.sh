#!/bin/sh
# All changes of all certificates of the tests, by every reader: more than 10,000 of each kind of change and of each reader together.
#
#   tests/mbt/forgeries.sh build/asan/bin          # the folder of the test programs; TAP, and the sums at the end
here=$(dirname "$0")
bin=${1:?the folder of the test programs}
for kind in heaps:certificates/*.cert book:books/*.book equal:equal/*.cert misere:misere/*.cert automaton:automata/*.cert growth:growth/*.cert; do
    (cd "$here" && "$OLDPWD/$bin/mbt_forged_${kind%%:*}" --all ${kind#*:})
done | awk '{ print } / changes [0-9]+ are refused/ { for (i = 1; i < NF; i++) if ($(i + 1) == "changes") all += $i; else if ($(i + 1) == "are") refused += $i }
    /^not ok/ { bad++ } END { print "# " all " changes, " refused " refused, " bad + 0 " accepted without being true"; exit bad > 0 }'
