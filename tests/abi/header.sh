#!/bin/sh
# The plugin header as C99, C11, C17 and C++, with all warnings as errors, by every compiler that is there; its example and
# the template too. The example is then built as the header says, and asked.
. "$(dirname "$0")/../arch/tap.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
printf '#include <cgi/plugin.h>\n#include <cgi/plugin.h>\n#include <cgi/version.h>\nint use(void);\nint use(void) { return CGI_PLUGIN_MAJOR + (int)sizeof(cgi_plugin); }\n' >"$work/header.c"
# The example at the head of the header, its comment signs taken away.
awk '/^ \*     #include <cgi\/plugin.h>/ { on = 1 } /^ \* Build it with/ { on = 0 } on { sub(/^ \* ? ? ? ? ?/, ""); print }' \
    "$CGI_SOURCE/include/cgi/plugin.h" >"$work/example.c"

compiles() { # COMPILER STANDARD FILE WORDS
    command -v "$1" >/dev/null 2>&1 || return 0
    "$1" "-std=$2" -Wall -Wextra -pedantic -Werror "-I$CGI_SOURCE/include" -fPIC -c "$3" -o "$work/out.o" >"$work/log" 2>&1
    claim "$4 is $2 for $1" "$([ $? -eq 0 ] || cat "$work/log")"
}
for compiler in gcc clang; do
    for standard in c99 c11 c17; do
        compiles $compiler $standard "$work/header.c" "the plugin header"
        compiles $compiler $standard "$CGI_SOURCE/plugins/template/template.c" "the template"
        compiles $compiler $standard "$work/example.c" "the header's example"
    done
done
cp "$work/header.c" "$work/header.cc"
for compiler in g++ clang++; do
    for standard in c++11 c++17 c++20; do compiles $compiler $standard "$work/header.cc" "the plugin header"; done
done

# What the header says of its example: built by that command it answers rules that are its game.
build=$(sed -n 's/^ \* Build it with `cc \(.*\)`.*/\1/p' "$CGI_SOURCE/include/cgi/plugin.h")
mkdir "$work/plugins"
cp "$work/example.c" "$work/plugins/doubles.c"
cat >"$work/pile.game" <<'RULE'
game pile(stones) { move remove(k in powers(2)) where stones - k >= 0 -> pile(stones - k) }
RULE
# shellcheck disable=SC2086 # words of a command
claim "the example builds by the command beside it" "$(cd "$work/plugins" && "${CGI_CC:-cc}" "-I$CGI_SOURCE/include" $build 2>&1)"
asks() { # POSITION OPTION...: does the example answer?
    "$CGI" analyze "$work/pile.game" "$@" --plugin-dir "$work/plugins" >"$work/log" 2>&1
    grep -q '^solver  *doubles (closed form)' "$work/log" || cat "$work/log"
}
claim "the example answers for a rule of its game, beside the shipped plugins" "$(asks 1000000000000000000000000000001; asks 9 4)"
claim "and by its name" "$(asks 1000000000000000000000000000001 --solver doubles; asks 9 4 --solver doubles)"
done_testing
