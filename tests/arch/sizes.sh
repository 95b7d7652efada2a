#!/bin/sh
# Budgets that keep the code readable: lines of a function and of a file. The rest is reported.
. "$(dirname "$0")/tap.sh"
cd "$CGI_SOURCE" || exit 1

# FUNCTION-LENGTH FILE:LINE NAME, for definitions whose braces stand in the first column.
functions() {
    find src plugins -name '*.c' | sort | while read -r file; do
        awk -v file="$file" '
            /^[A-Za-z_].*\(/ { head = $0; start = FNR }
            /^\{/ { open = FNR }
            /^\}/ && open { sub(/\(.*/, "", head); sub(/.*[ *]/, "", head); print FNR - open - 1, file ":" start, head; open = 0 }
        ' "$file"
    done
}
all=$(functions | sort -n)
echo "$all" | awk 'NF { n[++count] = $1 } END { if (count) printf "# %d functions, median %d lines, 90 %% under %d, longest %d\n",
    count, n[int((count + 1) / 2)], n[int(count * 0.9) + (count < 10)] + 1, n[count] }'
claim "no function is longer than 80 lines but the machine's loop" "$(echo "$all" | awk '$1 > 80' | grep -v ' src/code/machine/vm[a-z_]*\.c:')"
claim "nine functions of ten are at most 40 lines long" "$(echo "$all" | awk 'NF { all++; long += $1 > 40 }
    END { if (long * 10 > all) print long " of " all " are longer" }')"
claim "no source is longer than 700 lines" "$(find src plugins include \( -name '*.[chly]' -o -name '*.def' \) | sort |
    while read -r file; do wc -l "$file"; done | awk '$1 > 700')"
claim "no public header is longer than 300 lines" "$(wc -l include/cgi/*.h | awk '$1 > 300 && $2 != "total"')"
done_testing
