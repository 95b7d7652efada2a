# Read by the scripts beside it: counts cases and prints them as TAP. POSIX sh.
#
#   claim "base includes nothing above it" "$violations"      # passes when the text is empty, else shows it
#   done_testing
: "${CGI_SOURCE:=$(cd "$(dirname "$0")/../.." && pwd)}"
cases=0 failures=0

claim() {
    cases=$((cases + 1))
    if [ -z "$2" ]; then
        echo "ok $cases - $1"
    else
        failures=$((failures + 1))
        echo "not ok $cases - $1"
        printf '%s\n' "$2" | sed 's/^/#   /'
    fi
}

skip() {
    cases=$((cases + 1))
    echo "ok $cases # SKIP $1"
}

done_testing() {
    echo "1..$cases"
    [ "$failures" -eq 0 ]
    exit
}

# C sources of the folders named, with comments, strings and characters blanked out, as FILE:LINE:TEXT.
code_of() {
    find "$@" \( -name '*.[chly]' -o -name '*.def' \) -type f | sort | tr '\n' '\0' |
        xargs -0 awk -v root="$CGI_SOURCE/" -f "$CGI_SOURCE/tests/arch/code.awk"
}
