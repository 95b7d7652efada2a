#!/bin/sh
# Runs cgi from a checkout: ./cgi ARGUMENT... builds the program first where that is needed, saying so on standard error,
# and then becomes it: same arguments, same working directory. When nothing changed it starts at once.
#
# It is built in build/run. Who may not write there gets a folder of their own in ${XDG_CACHE_HOME:-~/.cache}/cgi;
# CGI_BUILD_DIR names another folder in place of build. Where it cannot be built the exit status is 2.
set -u
root=$(readlink -f -- "$0")
root=${root%/*}
sources='CMakeLists.txt cmake docs/man include plugins src verify'

# Names, sizes and dates of the sources and of the checkout's history, quick to read at each start. No date is compared with
# another one: a file may be replaced by an older one.
signature() (
    history=$root/.git
    if [ -f "$history" ]; then read -r _ history <"$history"; fi # a worktree: `gitdir: FOLDER`
    # shellcheck disable=SC2086 # the sources are words
    cd "$root" && exec find $sources "$history/logs/HEAD" -type f -printf '%i %s %T@ %p\n' 2>/dev/null
)

# current FOLDER: the program in it was built, to the end, from files with this signature.
current() { [ -x "$1/bin/cgi" ] && [ -s "$1/signature" ] && signature | cmp -s - "$1/signature"; }

home=${CGI_BUILD_DIR:-$root/build}/run
if current "$home"; then exec "$home/bin/cgi" "$@"; fi

me=cgi
. "$root/.ci/setup.sh"

# The same, judged by what the files hold: they may have been copied or touched.
up_to_date() {
    if current "$1"; then return 0; fi
    { [ -x "$1/bin/cgi" ] && [ -s "$1/signature" ] && same_contents "$1"; } || return 1
    signature 2>/dev/null >"$1/signature" || : # whose folder it is not reads the files again next time
}

build() {
    log=$home/build.log
    : >"$log"
    # Taken first: sources that are edited while the build runs belong to the next one.
    signed=$(signature)
    rm -f "$home/signature"
    install_packages || return 1
    say "building in $home (this happens once, and after changes of the sources)"
    build_in "$home" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc -DCGI_BUILD_TESTS=OFF || return 1
    printf '%s\n' "$signed" >"$home/signature"
}

for base in "$(first_base)" "$(second_base)"; do
    if [ -n "$base" ] && up_to_date "$base/run"; then exec "$base/run/bin/cgi" "$@"; fi
done
base=$(build_base run) || exit 2
home=$base/run
# One build at a time; whoever waited finds the work done. The lock ends with this subshell.
(
    flock -n 9 || { say 'another ./cgi is building here; waiting for it' && flock 9; } || exit 2
    up_to_date "$home" || build 9>&-
) 9>"$home/lock" || exit 2
exec "$home/bin/cgi" "$@"
