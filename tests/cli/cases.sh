# The cases of the command line tests: read by each script of this folder, which then stands in a scratch folder with games/
# in it. $CGI is the program, $CGI_SOURCE the checkout. POSIX sh; prints `ok ...` and `not ok ...` lines.
: "${CGI:?the program to test}" "${CGI_SOURCE:?the checkout}"
unset NO_COLOR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
ln -s "$CGI_SOURCE/games" games
status=0
ok() { echo "ok cli $1"; }
not_ok() {
    echo "not ok cli $1"
    shift
    printf '%s\n' "$@" | head -n 12 | sed 's/^/# /'
    status=1
}

# run CODE NAME ARGUMENT...: runs cgi; the case holds when it ends with CODE and without a word from a sanitizer. The streams
# are left in $work/out and $work/err for the cases that follow.
run() {
    wanted=$1 name=$2
    shift 2
    "$CGI" "$@" >out 2>err </dev/null
    code=$?
    if [ "$code" -ne "$wanted" ]; then not_ok "$name: exit $code, not $wanted" "$(cat err)"
    elif grep -qE 'AddressSanitizer|LeakSanitizer|runtime error' err; then not_ok "$name: sanitizer" "$(cat err)"
    else ok "$name"; fi
}
# What the last run wrote: to STREAM (out, err) a line that matches, none that matches, nothing at all.
says() { if grep -qE -e "$2" "$1"; then ok "$name: $1 says $2"; else not_ok "$name: $1 does not say $2" "$(cat "$1")"; fi; }
hides() { if grep -qE -e "$2" "$1"; then not_ok "$name: $1 says $2" "$(cat "$1")"; else ok "$name: $1 does not say $2"; fi; }
silent() { if [ -s "$1" ]; then not_ok "$name: $1 is not empty" "$(cat "$1")"; else ok "$name: $1 is empty"; fi; }
exactly() { if [ "$(cat "$1")" = "$2" ]; then ok "$name: $1"; else not_ok "$name: $1" "$(cat "$1")"; fi; }
# usage NAME PATTERN ARGUMENT...: exit 2, nothing on standard output, the reason on standard error.
usage() {
    pattern=$2 title=$1
    shift 2
    run 2 "$title" "$@"
    silent out
    says err "$pattern"
}
if command -v jq >/dev/null 2>&1; then
    # json FILTER: what the last run wrote is JSON of which the filter is true, for each object.
    json() { if jq -e "$1" <out >/dev/null 2>&1; then ok "$name: JSON $1"; else not_ok "$name: JSON $1" "$(cat out)"; fi; }
else
    json() { ok "$name: JSON $1 # SKIP jq is missing"; }
fi

