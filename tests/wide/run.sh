#!/bin/sh
# The wide comparisons, by hand: builds them without sanitizers and runs one program after the other. WORD chooses programs
# whose names hold it. usage: sh tests/wide/run.sh [WORD]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
home=$root/build/wide
cmake -S "$root" -B "$home" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCGI_BUILD_TESTS=ON >/dev/null
cmake --build "$home" --target wide --parallel 2 >/dev/null
for program in "$home"/bin/wide_*"${1:-}"*; do
    echo "== ${program##*/}"
    CGI_SOURCE=$root CGI_BUILD=$home CGI_PLUGIN_PATH=$home/bin/plugins CMOCKA_MESSAGE_OUTPUT=TAP "$program"
done
