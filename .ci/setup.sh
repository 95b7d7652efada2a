# Read by ./cgi and ./test: where to build, what is missing for it, installing that, building. POSIX sh; says everything on
# standard error. Callers have set `root` to the checkout, `sources` to what their build reads of it, and `log`.
# shellcheck disable=SC2154,SC3013 # those three; -nt is known to dash, bash and busybox

say() { printf '%s: %s\n' "${me:-cgi}" "$*" >&2; }

has() { command -v "$1" >/dev/null 2>&1; }

# ---- where ------------------------------------------------------------------------------------------------------------
first_base() {
    case ${CGI_BUILD_DIR:-} in
    '') printf '%s' "$root/build" ;;
    /*) printf '%s' "$CGI_BUILD_DIR" ;;
    *) printf '%s' "$PWD/$CGI_BUILD_DIR" ;;
    esac
}

# The user's own, one for each checkout; empty where there can be none or the user named one.
second_base() {
    cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    if [ -n "$cache" ] && [ -z "${CGI_BUILD_DIR:-}" ]; then
        printf '%s' "$cache/cgi/$(printf '%s' "$root" | sha256sum | cut -c 1-16)"
    fi
}

# Made where it is missing; everything in it can be written by this user.
usable() {
    mkdir -p "$1" 2>/dev/null && [ -w "$1" ] && [ -z "$(find "$1" ! -type l ! -writable -print -quit 2>/dev/null)" ]
}

# build_base FOLDER: prints the first base in which FOLDER (`.`: all of it) can be written.
build_base() {
    one=$(first_base) two=$(second_base)
    if usable "$one/$1"; then
        printf '%s' "$one"
    elif [ -n "$two" ] && usable "$two/$1"; then
        say "$(id -un) may not write everything in $one; building in $two"
        printf '%s' "$two"
    else
        say "$(id -un) may not write everything in $one${two:+, nor in $two}; please set CGI_BUILD_DIR to a folder of your own"
        return 1
    fi
}

# ---- what the sources hold --------------------------------------------------------------------------------------------
# A line for each: its hash and its name; and the commit, which the program tells. Of tests/ only what is compiled.
contents() (
    cd "$root" || exit 1
    # shellcheck disable=SC2086 # the sources are words
    find $sources -type f \( ! -path 'tests/*' -o -name '*.[ch]' -o -name CMakeLists.txt \) -print0 2>/dev/null |
        LC_ALL=C sort -z | xargs -0 sha256sum -- || exit 1
    # the commit, where it can be known: git need not be installed, and may not trust the folder
    if [ -e .git ] && has git; then git -c safe.directory="$root" rev-parse -q --verify HEAD 2>/dev/null; fi || :
)

same_contents() { [ -s "$1/contents" ] && contents 2>/dev/null | cmp -s - "$1/contents"; }

# Has a source changed since FOLDER/contents was written without a date that tells? ninja and make compare dates alone.
changed_unseen() {
    [ -s "$1/contents" ] || return 1
    last=$1/contents
    if [ -f "$1/.ninja_log" ]; then last=$1/.ninja_log; fi
    grep -vxFf "$1/contents" "$1/contents.new" | {
        while read -r _ name; do
            if [ -f "$root/$name" ] && ! [ "$root/$name" -nt "$last" ]; then exit 0; fi
        done
        exit 1
    }
}

# ---- running what takes long ------------------------------------------------------------------------------------------
# On a terminal progress stands on one line that is written over; elsewhere it is a line now and then.
show() {
    if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
        printf '\r\033[K%s: %s' "${me:-cgi}" "$1" >&2
    elif [ $(($2 / 10)) -ne $((shown / 10)) ] && [ "$3" -ge 20 ]; then
        say "$1"
        shown=$2
    fi
}

# follow WHAT: adds what it reads to the log and shows how far it is: lines of ninja (`[3/20] ...`), make (`[ 3%] ...`) and
# apt-get's status (`dlstatus:..:3.0:...` while it downloads, `pmstatus:` while it installs).
follow() {
    shown=0 digits='[0-9]'
    while IFS= read -r line || [ -n "$line" ]; do
        printf '%s\n' "$line" 2>/dev/null
        of='' does=$1
        case $line in
        "["$digits*/$digits*"] "*) n=${line#[} n=${n%%]*} of=${n#*/} n=${n%/*} ;;
        "["*$digits"%] "*) n=${line#[} n=${n%%%*} n=${n##* } ;;
        dlstatus:*:*:*) n=${line#*:*:} n=${n%%[.,:]*} does="$1: downloading" ;;
        pmstatus:*:*:*) n=${line#*:*:} n=${n%%[.,:]*} ;;
        *) continue ;;
        esac
        case $n$of in *[!0-9]* | '') continue ;; esac
        if [ -z "$of" ]; then show "$does: $n %" "$n" 100; else show "$does: $n of $of" $((100 * n / of)) "$of"; fi
    done >>"$log"
    if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then printf '\r\033[K' >&2; fi
}

# watched WHAT COMMAND...: its output goes to the log, its progress to standard error, its exit status to the caller.
watched() {
    what=$1
    shift
    return "$({ { "$@" 2>&1 </dev/null 3>&-; echo $? >&3; } | follow "$what"; } 3>&1)"
}

# Ends with the end of the log, or in one sentence where that says enough.
failed() {
    if grep -qiE 'no space left on device' "$log" || [ "$(df -Pk "${log%/*}" | awk 'NR == 2 { print $4 }')" -lt 1000 ]; then
        say "the disk is full: $(df -Ph "${log%/*}" | awk 'NR == 2 { print $4 " are left in " $6 }')"
        return
    fi
    say "failed: $*"
    tail -n 40 "$log" >&2
    say "the whole output is in $log"
}

# ---- packages ---------------------------------------------------------------------------------------------------------
# Judged by what they bring, so that tools from elsewhere count as well.
brings() {
    case $1 in
    ninja-build) has ninja ;;
    libc6-dev) printf '#include <stdlib.h>\n' | gcc -E - >/dev/null 2>&1 ;;
    libgmp-dev) pkg-config --exists gmp 2>/dev/null ;;
    libisl-dev) pkg-config --exists isl 2>/dev/null ;;
    liblua5.4-dev) pkg-config --exists lua5.4 2>/dev/null ;;
    libcmocka-dev) pkg-config --exists cmocka 2>/dev/null ;;
    libxml2-utils) has xmllint ;;
    clang-format) has clang-format || has clang-format-14 ;;
    libclang-rt-14-dev) clang_has_runtime ;;
    *) has "$1" ;;
    esac
}

clang_has_runtime() {
    has clang || return 1
    for runtime in "$(clang -print-resource-dir)"/lib/linux/libclang_rt.fuzzer-*.a; do
        [ -e "$runtime" ] && return 0
    done
    return 1
}

missing() {
    for package in $(printf '%s\n' "$@" | awk '!seen[$1]++'); do brings "$package" || printf '%s ' "$package"; done
}

# What the program cannot be built without; and what `cmake -S . -B build` in README.md takes besides: its own choice of a
# tool that builds, tests, man pages. It comes along when something has to be installed anyway.
needed='cmake gcc libc6-dev flex bison pkg-config libgmp-dev libisl-dev liblua5.4-dev'
welcome='make ninja-build libcmocka-dev scdoc'

# install_packages [PACKAGE...]: installs what is missing; the packages that are named are needed too.
install_packages() {
    # shellcheck disable=SC2086 # the packages are words
    packages=$(missing $needed "$@")
    has ninja || has make || packages="ninja-build $packages"
    [ -n "$packages" ] || return 0
    # shellcheck disable=SC2086
    packages=$(missing $needed $welcome "$@")
    packages=${packages% }
    say "these packages are missing: $packages"
    if ! has apt-get; then
        say "there is no apt-get here; please install them (or what they are called here) and try again"
        return 1
    fi
    as_root=''
    if [ "$(id -u)" -ne 0 ]; then
        as_root=sudo
        # Without a terminal nobody can type a password.
        [ -t 2 ] || as_root='sudo -n'
        if ! has sudo || ! $as_root true 2>/dev/null; then
            say "installing them needs root; please have it done: apt-get install $packages"
            return 1
        fi
    fi
    say "installing them with ${as_root:+$as_root }apt-get"
    # Old lists may still do, so only the installation decides.
    apt_get 'reading package lists' update || :
    # shellcheck disable=SC2086
    if ! apt_get installing install --no-install-recommends $packages; then
        why_not
        return 1
    fi
    # shellcheck disable=SC2086
    packages=$(missing $needed "$@")
    [ -z "$packages" ] || { say "still missing after the installation: $packages"; return 1; }
}

# apt_get WHAT ARGUMENT...: waits for another apt-get, and finishes what one that was killed has left.
apt_get() {
    title=$1 waits=0
    shift
    while :; do
        begin=$(($(wc -c <"$log") + 1))
        # shellcheck disable=SC2086
        watched "$title" $as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
            apt-get -q -y -o DPkg::Lock::Timeout=600 -o APT::Status-Fd=1 "$@" && return 0
        if apt_said 'Could not get lock' && [ $waits -lt 300 ]; then
            [ $waits -gt 0 ] || say 'another apt-get is running; waiting for it'
            waits=$((waits + 1))
            sleep 2
        elif apt_said 'dpkg was interrupted' && [ $waits -lt 300 ]; then
            say 'finishing an installation that was interrupted'
            waits=300
            $as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a >>"$log" 2>&1 </dev/null || return 1
        else
            return 1
        fi
    done
}

apt_said() { tail -c "+$begin" "$log" | grep -q "$1"; }

# One sentence for people.
why_not() {
    if apt_said 'No space left on device\|enough free space'; then why='the disk is full'
    elif apt_said 'Temporary failure resolving\|Could not resolve\|Could not connect\|Network is unreachable\|Unable to locate package'; then
        why='no network, or the package server cannot be reached'
    else why=$(tail -c "+$begin" "$log" | grep '^E: ' | tail -n 1); fi
    say "apt-get could not install them (${why:-it does not say why}); its output is in $log"
}

# ---- building ---------------------------------------------------------------------------------------------------------
generator() { if has ninja; then echo Ninja; else echo 'Unix Makefiles'; fi; }

jobs() { nproc 2>/dev/null || echo 2; }

# build_in FOLDER [-DOPTION...]: configures and builds. A folder that was configured for another place or generator, that no
# longer configures, or whose state the dates do not tell is made anew.
build_in() {
    folder=$1
    shift
    { mkdir -p "$folder" && contents 2>>"$log" >"$folder/contents.new"; } || { failed "writing to $folder"; return 1; }
    if [ -f "$folder/CMakeCache.txt" ]; then
        if ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt" || changed_unseen "$folder"; then
            forget_build "$folder"
        fi
    fi
    mv -f "$folder/contents.new" "$folder/contents"
    if [ -f "$folder/CMakeCache.txt" ]; then
        cmake -S "$root" -B "$folder" "$@" >>"$log" 2>&1 </dev/null || forget_build "$folder"
    fi
    if [ ! -f "$folder/CMakeCache.txt" ]; then
        watched configuring cmake -S "$root" -B "$folder" -G "$(generator)" "$@" || { failed "cmake -S $root -B $folder"; return 1; }
    fi
    watched building cmake --build "$folder" --parallel "$(jobs)" || { failed "cmake --build $folder"; return 1; }
}

# What cmake made, but not the caller's log, lock and lists.
forget_build() {
    rm -rf "$1/CMakeCache.txt" "$1/CMakeFiles" "$1/src" "$1/plugins" "$1/tests" "$1/docs" "$1/bin" "$1/build.ninja" \
        "$1/.ninja_log" "$1/.ninja_deps" "$1/Makefile"
}
