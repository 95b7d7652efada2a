# Read by the scripts that have a program of their own write rule files with what it found. Callers have set $CGI, $work and status.

# holds NAME: every line of $work/rules.game holds, and there is one at least.
holds() {
    if "$CGI" test "$work/rules.game" >"$work/out" 2>&1 && grep -q '^[1-9][0-9]* passed, 0 failed$' "$work/out"; then
        echo "ok oracles $1: $(tail -n 1 "$work/out")"
    else
        echo "not ok oracles $1"
        grep -v '^passed' "$work/out" | head -n 20 | sed 's/^/# /'
        status=1
    fi
}
