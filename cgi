#!/bin/sh
# Runs cgi from a checkout: ./cgi ARGUMENT... builds the program first where that is needed, saying so on standard error,
# and then becomes it: same arguments, same working directory. When nothing changed it starts at once.
set -u
root=$(dirname -- "$(readlink -f -- "$0")")
home=$root/build/run
program=$home/bin/cgi

# Up to date: the stamp of the last build is at least as new as every source and every folder with sources.
current() {
    [ -x "$program" ] && [ -f "$home/stamp" ] &&
        [ -z "$(find "$root/CMakeLists.txt" "$root/src" "$root/include" "$root/plugins" "$root/cmake" "$root/docs/man" \
            -newer "$home/stamp" -print -quit 2>/dev/null)" ]
}

build() {
    me=cgi log=$home/build.log
    . "$root/.ci/setup.sh"
    : >"$log"
    # Sources edited while the build runs must be newer than the stamp.
    : >"$home/stamp.new"
    install_packages || return 1
    say "building (this happens once, and after changes of the sources)"
    build_in "$home" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc -DCGI_BUILD_TESTS=OFF || return 1
    mv -f "$home/stamp.new" "$home/stamp"
}

if ! current; then
    if ! { mkdir -p "$home" && touch "$home/lock"; } 2>/dev/null; then
        printf 'cgi: cannot write to %s, where the program is to be built\n' "$home" >&2
        exit 1
    fi
    # One build at a time; whoever waited finds the work done. The lock ends with this subshell.
    (
        flock 9 || exit 1
        current || build 9>&-
    ) 9>"$home/lock" || exit 1
fi
exec "$program" "$@"
