#!/bin/sh
# Answers, and where a budget of positions ends a run, with one thread and with several. $CGI is the program. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok threads $2"; else echo "not ok threads $2"; status=1; fi; }
# same WHAT CODE WORD...: the same output, which is not empty, and this exit code: 0 with an answer, 4 at the budget of positions.
same() {
    what=$1 code=$2
    shift 2
    "$CGI" "$@" --threads 1 >one 2>&1
    got=$?
    echo "exit $got" >>one
    [ $got = "$code" ] && [ "$(wc -l <one)" -gt 1 ] && ! grep -q 'threads' one
    good=$?
    if [ "$code" = 4 ]; then grep -q 'position budget' one || good=1; fi
    for threads in 2 3; do
        "$CGI" "$@" --threads $threads >several 2>&1
        echo "exit $?" >>several
        cmp -s one several || good=1
    done
    verdict $good "$what"
}
cat >dense.game <<'END'
game dense = octal "0.0007"
END
cat >sparse.game <<'END'
game sparse = octal "0.6"
END
cat >unequal.game <<'END'
game unequal(n) { move split(a in 1..n - 1) where a < n - a -> unequal(a) + unequal(n - a) }
END
cat >three.game <<'END'
game three = octal "0.0009"
END
cat >lines.game <<'END'
game lines(a, b) { move l(t in 1..a) -> lines(a - t, b) move r(t in 1..b) -> lines(a, b - t) move d(t in 1..min(a, b)) -> lines(a - t, b - t) }
END
cat >three_in_line.game <<'END'
fn line(b, r, c, x, y) = b[r, c] == 1 and b[r + x, c + y] == 1 and b[r + 2 * x, c + 2 * y] == 1
fn free(b) = not any(line(b, r, c, 0, 1) or line(b, r, c, 1, 0) or line(b, r, c, 1, 1) or line(b, r, c, 1, -1) for r in 1..rows(b), c in 1..cols(b))
game stones(b: grid) {
  start(r, c) -> stones(grid(r, c, 0))
  move put(r in 1..rows(b), c in 1..cols(b)) where b[r, c] == 0 and free(b with { [r, c] = 1 }) -> stones(b with { [r, c] = 1 })
}
END
# Claims at many settings: passed, refuted at a setting in the middle, refuted at several, and one that a budget ends.
cat >claims.game <<'END'
param K = 2 in 1..
game g(a, b) {
  move l(t in 1..a) -> g(a - t, b)
  move r(t in 1..b) -> g(a, b - t)
  move d(t in 1..min(a, b)) where t % K != 0 -> g(a - t, b - t)
}
claim sg(g(a, b)) == sg(g(b, a)) for a in 0..50, b in 0..50, K in 1..40
claim K != 31 or sg(g(a, b)) != 41 for a in 0..50, b in 0..50, K in 1..40
claim K % 13 != 12 or sg(g(a, 50)) != K for a in 0..50, K in 1..300
claim (K - 37) / (K - 37) == 1 and sg(g(a, b)) <= a + b for a in 0..50, b in 0..50, K in 1..40
END
same 'claims at many settings' 5 test claims.game --no-plugins
same 'claims at many settings, with closed forms' 5 test claims.game
same 'claims at many settings, a budget of positions' 4 test claims.game --no-plugins --max-states 60000
same 'boards of diagrams' 0 analyze three_in_line.game 'stones(4, 6)' --ask sg --no-plugins --no-cache
same 'values of pairs' 0 table dense.game 0..33500 --bfile --no-plugins
same 'three heaps' 0 analyze three.game 1700 --no-plugins --solver takebreak --ask sg
same 'boxes along lines' 0 table lines.game 0..700 0..600 --csv --no-plugins
same 'a square along lines' 0 analyze lines.game 900 900 --no-plugins --ask sg
same 'blocks of heaps' 0 table sparse.game 0..20000 --bfile --no-plugins
same 'unequal heaps' 0 analyze unequal.game 30000 --no-plugins
same 'a budget of positions' 4 analyze unequal.game 30000 --no-plugins --max-states 20000
exit $status
