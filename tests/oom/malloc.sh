#!/bin/sh
# Memory that runs out below the program: whatever allocation of the process fails, its own or one of a library, the program
# ends by itself, with an exit code of its own, and never by a signal. Large numbers, so that every plugin calculates.
# SPARSE=n: about n attempts for each factor of e in the number of allocations (default 6).
. "$(dirname "$0")/../arch/tap.sh"
if nm -D "$CGI" 2>/dev/null | grep -q '__asan_init'; then
    echo "ok 1 - the sanitizer has an allocator of its own # SKIP"
    echo "1..1"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$CGI_CC" -shared -fPIC -o "$work/failing.so" "$CGI_SOURCE/tests/oom/failing_malloc.c" || exit 1
games=$CGI_SOURCE/plugins
large=1000000000000000000000000000000000000000000000000000000000000007
larger=12345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890
huge=$(printf '%0900d' 7 | tr 0 3)

sed 's/^  *claim .*//; s/^  *expect .*//' "$games/wythoff/wythoff.game" "$games/half/half.game" >"$work/several.game"

attempt() { # FAIL_AT FAIL_ALL COMMAND...: the exit code
    at=$1 all=$2
    shift 2
    env FAIL_AT="$at" ${all:+FAIL_ALL=1} LD_PRELOAD="$work/failing.so" "$@" >/dev/null 2>"$work/err"
}

signals() { # COMMAND...: the attempts that a signal ended
    FAIL_COUNT="$work/count" LD_PRELOAD="$work/failing.so" "$@" >"$work/err" 2>&1 || sed 's/^/without a failure: /' "$work/err"
    count=$(cat "$work/count")
    for all in '' all; do
        at=1
        while [ "$at" -le "$count" ]; do
            attempt "$at" "$all" "$@"
            code=$?
            echo x >>"$work/attempts"
            [ "$code" -lt 126 ] || echo "allocation $at of $count${all:+ and all after it}: exit $code: $(head -n 1 "$work/err")"
            at=$((at + 1 + at / ${SPARSE:-6}))
        done
    done
}

survives() { # NAME ARGUMENT...
    name=$1
    shift
    : >"$work/attempts"
    found=$(signals "$CGI" "$@")
    claim "$name is never ended by a signal ($(wc -l <"$work/attempts") attempts)" "$found"
}

survives "bash" analyze "$games/bash/bash.game" "bash($larger) + bash($large)"
survives "capped" analyze "$games/capped/capped.game" "capped([$large, $larger, 7])"
survives "fibonacci" analyze "$games/fibonacci/fibonacci.game" "fibonacci($large, $large)"
survives "georgia" analyze "$games/georgia/georgia.game" "georgia([3, $large, $larger])"
survives "half" analyze "$games/half/half.game" "half($huge) + half($larger)"
survives "kl_equal" analyze "$games/kl_equal/kl_equal.game" "kl_equal($larger) + kl_equal($large)"
survives "kl_nim" analyze "$games/kl_nim/kl_nim.game" "kl_nim($larger) + kl_nim(5)"
survives "moore" analyze "$games/moore/moore.game" "moore([$large, $large, $larger])"
survives "moore's larger values" analyze "$games/moore/moore.game" "moore([5, $large, $huge])"
survives "nim" analyze "$games/nim/nim.game" "nim($huge) + nim($larger)"
survives "staircase in misere play" analyze --misere "$games/staircase/staircase.game" "staircase([$large, $larger, 7, $huge])"
survives "subtraction" analyze "$games/subtraction/subtraction.game" "subtraction($huge)"
survives "wythoff" analyze "$games/wythoff/wythoff.game" "wythoff($larger, $huge)"
survives "wythoff at 7200 digits" analyze "$games/wythoff/wythoff.game" "wythoff($huge$huge$huge$huge$huge$huge$huge$huge, $huge)"
survives "a sum of several games" analyze "$work/several.game" "wythoff(2, $large) + half($huge)"
[ "${CGI_LUA:-ON}" = OFF ] || survives "Lua" test "$CGI_SOURCE/tests/lang/scripts.game"
done_testing
