#!/bin/sh
# What the objects hold: no mutable static data below the command line but the allocator's counters, its list of
# mapped blocks and (of the thread) the heap that isl is in, no exported symbol beyond the public ones, and of GMP only
# what takes no memory.
. "$(dirname "$0")/tap.sh"
: "${CGI_BUILD:?the build folder}"

# Symbols in sections that can be written to (not .data.rel.ro, which relocation alone writes). The sanitizers' own
# bookkeeping is left out (clang's has no names of its own).
core=$CGI_BUILD/src/libcgi_core.a
claim "no static data can change but the allocator's own and the heap of isl" "$(
    objdump -t "$core" | awk '
        /^[^ ].*:[ \t]+file format/ { object = $1; sub(/:$/, "", object) }
        $4 ~ /^\.(data|bss|tdata|tbss)/ && $4 !~ /^\.data\.rel\.ro/ && $NF !~ /^\./ && $NF !~ /asan|ubsan|__sanitizer|__sancov|llvm|__gcov|^__unnamed_[0-9]+$/ { print object ": " $NF }
        $3 ~ /^\.(data|bss|tdata|tbss)/ && $3 !~ /^\.data\.rel\.ro/ && $NF !~ /^\./ && $NF !~ /asan|ubsan|__sanitizer|__sancov|llvm|__gcov|^__unnamed_[0-9]+$/ { print object ": " $NF }
    ' | grep -vE '^(mem\.c\.o: (held|tried|fail_from|mapped)|heap\.c\.o: current)$')"

exported() { nm -D --defined-only "$1" | awk '$2 ~ /[A-Z]/ { print $3 }' | grep -vE '^(_init|_fini|_edata|_end|__bss_start|__odr_asan.*|__start_.*|__stop_.*)$'; }
if [ -e "$CGI_BUILD/src/libcgi.so" ]; then
    claim "the library exports cgi_ names alone" "$(exported "$CGI_BUILD/src/libcgi.so" | grep -v '^cgi_')"
fi
for plugin in "$CGI_BUILD"/bin/plugins/*.so; do
    [ -e "$plugin" ] && claim "$(basename "$plugin") exports its entry alone" "$(exported "$plugin" | grep -vx 'cgi_plugin_entry')"
done

# GMP ends the process when it gets no memory. These functions work in place and ask for none.
in_place='__gmpn_(add|sub|add_n|sub_n|add_1|sub_1|mul_1|addmul_1|submul_1|divrem_1|mod_1|lshift|rshift|cmp|xor_n)'
claim "of GMP only functions that work in place are called" "$(
    for file in "$core" "$CGI_BUILD"/bin/plugins/*.so; do
        [ -e "$file" ] && nm -u "$file" 2>/dev/null | awk '$1 == "U" && $2 ~ /^(__gmp|mp_)/ { print $2 }' | sort -u |
            grep -vxE "$in_place" | sed "s|^|$(basename "$file"): |"
    done)"

# A name that has gone does nothing there, but where many have, bench/order is due.
claim "of the functions that cmake/order.txt lays side by side nine of ten are there" "$(
    awk '$1 != "*" { print $1, $2 }' "$CGI_SOURCE/cmake/order.txt" | while read -r file name; do
        grep -sqw "$name" "$CGI_SOURCE/src/$file" "$CGI_SOURCE/plugins/$file" || echo "$file $name"
    done | awk -v all="$(wc -l <"$CGI_SOURCE/cmake/order.txt")" '{ gone = gone " " $0 ";" } END { if (!all || NR * 10 > all) print "gone:" gone }')"
done_testing
