#!/bin/sh
# A build without Lua: rules that call it are refused with E0713 at the first use, those that only carry a block are run, and
# everything else is as ever.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI:?the program}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cat >"$work/calls.game" <<'RULE'
lua [[ function prime(n) return n == 2 end ]]
game g(n) { move take(t in 1..n) where lua.prime(t) -> g(n - t) }
RULE
cat >"$work/emits.game" <<'RULE'
lua [[ function next(n) if n > 0 then emit(n - 1) end end ]]
game g(n) { move lua next }
RULE
cat >"$work/carries.game" <<'RULE'
lua [[ function prime(n) return n == 2 end ]]
game g(n) { move take(t in 1..n) -> g(n - t) }
RULE
try() {
    want=$1
    shift
    "$CGI" "$@" >"$work/out" 2>&1 </dev/null
    code=$?
    [ $code -eq "$want" ] || { echo "exit $code, not $want: $*"; cat "$work/out"; }
}
holds() { grep -qE -- "$1" "$work/out" || { echo "'$1' is missing in:"; cat "$work/out"; }; }
claim "a rule that calls Lua is refused where it does" "$(try 3 analyze "$work/calls.game" 3
    holds "calls.game:2:[0-9]+: error\[E0713\]: 'prime' must come from Lua, but this program was built without Lua")"
claim "so is one whose moves come from Lua" "$(try 3 analyze "$work/emits.game" 3; holds 'error\[E0713\]')"
claim "and its tests" "$(try 3 test "$work/calls.game"; holds 'error\[E0713\]')"
claim "a block that is not called is none of this program's business" "$(try 0 analyze "$work/carries.game" 3; holds '^SG value +3')"
claim "checking needs no Lua" "$(try 0 check "$work/calls.game")"
done_testing
