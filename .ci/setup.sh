# Read by ./cgi and ./test: finds out what is missing to build, installs it, configures. POSIX sh; says everything on
# standard error. Callers have set `root` to the checkout.

say() { printf '%s: %s\n' "${me:-cgi}" "$*" >&2; }

has() { command -v "$1" >/dev/null 2>&1; }

# The Debian packages that are missing, judged by what they bring, so that tools from elsewhere count as well.
missing_packages() {
    missing=''
    has cmake || missing="$missing cmake"
    has ninja || has make || missing="$missing ninja-build"
    has gcc || missing="$missing gcc"
    printf '#include <stdlib.h>\n' | gcc -E - >/dev/null 2>&1 || missing="$missing libc6-dev"
    has flex || missing="$missing flex"
    has bison || missing="$missing bison"
    has pkg-config || missing="$missing pkg-config"
    pkg-config --exists gmp 2>/dev/null || missing="$missing libgmp-dev"
    pkg-config --exists lua5.4 2>/dev/null || missing="$missing liblua5.4-dev"
    pkg-config --exists cmocka 2>/dev/null || missing="$missing libcmocka-dev"
    for extra in "$@"; do
        case $extra in
        libxml2-utils) has xmllint || missing="$missing libxml2-utils" ;;
        clang-format) has clang-format || has clang-format-14 || missing="$missing clang-format" ;;
        clang) has clang || missing="$missing clang" ;;
        libclang-rt-14-dev) clang_has_runtime || missing="$missing libclang-rt-14-dev" ;;
        *) has "$extra" || missing="$missing $extra" ;;
        esac
    done
    printf '%s' "${missing# }"
}

clang_has_runtime() {
    has clang || return 1
    for runtime in "$(clang -print-resource-dir)"/lib/linux/libclang_rt.fuzzer-*.a; do
        [ -e "$runtime" ] && return 0
    done
    return 1
}

# Runs a command with its output in the log; shows the end of it when the command fails.
logged() {
    "$@" >>"$log" 2>&1 </dev/null && return 0
    status=$?
    say "failed: $*"
    tail -n 40 "$log" >&2
    say "the whole output is in $log"
    return "$status"
}

# Installs what is missing; extra packages may be named.
install_packages() {
    packages=$(missing_packages "$@")
    [ -n "$packages" ] || return 0
    say "these packages are missing and needed to build: $packages"
    if ! has apt-get; then
        say "there is no apt-get here; please install them (or what they are called here) and try again"
        return 1
    fi
    as_root=''
    if [ "$(id -u)" -ne 0 ]; then
        if ! has sudo; then
            say "installing them needs root, and there is no sudo; please run as root: apt-get install $packages"
            return 1
        fi
        as_root=sudo
        # Without a terminal nobody can type a password.
        [ -t 2 ] || as_root='sudo -n'
    fi
    say "installing them with ${as_root:+$as_root }apt-get (output in $log)"
    $as_root true || { say "sudo was refused; please run as root: apt-get install $packages"; return 1; }
    # Out-of-date lists may still do, so only the installation decides.
    $as_root apt-get -q update >>"$log" 2>&1 </dev/null || say "apt-get update failed; trying with the package lists at hand"
    # shellcheck disable=SC2086 # the packages are words
    logged $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 install \
        --no-install-recommends $packages || return 1
    packages=$(missing_packages "$@")
    [ -z "$packages" ] || { say "still missing after the installation: $packages"; return 1; }
}

generator() { if has ninja; then echo Ninja; else echo 'Unix Makefiles'; fi; }

jobs() { nproc 2>/dev/null || echo 2; }

# build_in FOLDER [-DOPTION...]: configures and builds. A folder that was configured for another place or generator, or
# that no longer configures, is made anew.
build_in() {
    folder=$1
    shift
    if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
        forget_build "$folder"
    fi
    if [ -f "$folder/CMakeCache.txt" ]; then
        cmake -S "$root" -B "$folder" "$@" >>"$log" 2>&1 </dev/null || forget_build "$folder"
    fi
    if [ ! -f "$folder/CMakeCache.txt" ]; then
        logged cmake -S "$root" -B "$folder" -G "$(generator)" "$@" || return 1
    fi
    logged cmake --build "$folder" --parallel "$(jobs)"
}

# What cmake made, but not the caller's log, lock and stamp.
forget_build() {
    rm -rf "$1/CMakeCache.txt" "$1/CMakeFiles" "$1/src" "$1/plugins" "$1/tests" "$1/docs" "$1/bin" "$1/build.ninja" "$1/Makefile"
}
