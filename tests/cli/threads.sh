#!/bin/sh
# Answers, and where a budget of positions ends a run, with one thread and with several. $CGI is the program. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok threads $2"; else echo "not ok threads $2"; status=1; fi; }
# same WHAT WORD...: the same output and exit code, which hold more than nothing.
same() {
    what=$1
    shift
    "$CGI" "$@" --threads 1 >one 2>&1
    echo "exit $?" >>one
    [ "$(wc -l <one)" -gt 1 ] && ! grep -q 'threads' one
    good=$?
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
same 'values of pairs' table dense.game 0..33500 --bfile --no-plugins
same 'blocks of heaps' table sparse.game 0..20000 --bfile --no-plugins
same 'unequal heaps' analyze unequal.game 30000 --no-plugins
same 'a budget of positions' analyze unequal.game 30000 --no-plugins --max-states 20000
exit $status
