#!/bin/sh
# Tables of 16 bits a value, beside the first value that does not fit: one position has options of all values up to a given one,
# by the machine and compiled. $CGI is the program. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export CGI_NO_CACHE=1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok narrow $2"; else echo "not ok narrow $2"; status=1; fi; }
# A heap of b has the value b; with a = 1 there are options of all values up to 32768 + LAST, and none below b = 32768.
for last in 32765 32766 32767; do
    cat >pile.game <<END
game pile(a, b) {
  move heap(t in 1..b) where a == 0 -> pile(0, b - t)
  move low(t in 0..32767) where a == 1 and b >= 32768 -> pile(0, t)
  move high(t in 0..$last) where a == 1 and b >= 32768 -> pile(0, t) + pile(0, 32768)
  move down(t in 1..b) where a == 2 -> pile(1, b - t)
  move both where a == 2 and b >= 32769 -> pile(1, b - 1) + pile(0, 5)
}
END
    big=$((32768 + last + 1))
    for native in never always; do
        "$CGI" table pile.game 0..2 32766..32770 --csv --ask sg --solver table --no-plugins --native $native 2>err | cut -d, -f1-3 >out
        cat >expected <<END
a,b,sg
0,32766,32766
0,32767,32767
0,32768,32768
0,32769,32769
0,32770,32770
1,32766,0
1,32767,0
1,32768,$big
1,32769,$big
1,32770,$big
2,32766,1
2,32767,1
2,32768,1
2,32769,1
2,32770,1
END
        [ ! -s err ] && cmp -s expected out
        verdict $? "$big, --native $native: the values of a box around it"
        value=$("$CGI" analyze pile.game 1 32768 --ask sg --solver table --no-plugins --native $native 2>&1 |
            sed -n 's/^SG value *//p')
        [ "$value" = $big ]
        verdict $? "$big, --native $native: the value of one position"
    done
done
# Kept values beyond 16 bits: a later run reads those before them, goes on in 32 bits and reads the rest.
export XDG_CACHE_HOME="$work/cache"
for native in never always; do
    set -- 0..32770 --binary u32 --ask sg --solver table --no-plugins --native $native
    "$CGI" table pile.game 0..2 "$@" >expected 2>err
    (unset CGI_NO_CACHE; "$CGI" table pile.game 0..1 "$@" --checkpoint 0 >out 2>err)
    for run in on again; do
        (unset CGI_NO_CACHE; "$CGI" table pile.game 0..2 "$@" --checkpoint 0 --resume >out 2>err)
        cmp -s expected out && grep -q '[0-9] values were kept, and were not computed again' err
        verdict $? "--native $native: values that were kept beyond 16 bits are gone on from, $run"
    done
    rm -rf "$XDG_CACHE_HOME"
done
# Tables of bytes: as many choices as a byte says, and one more; a table that is kept grows in the other number, and has more choices then.
for most in 255 256; do
    echo "game g(a, b) { move x(t in 1..$most) where t <= a -> g(a - t, b) move y where b > 0 and a < 2 -> g(a, b - 1)" >few.game
    echo "  expect sg(g($most, 2)) == $most expect sg(g($((most - 1)), 2)) == $((most - 1)) expect sg(g(0, 1)) == 1 expect sg(g(600, 1)) == $((600 % (most + 1))) }" >>few.game
    "$CGI" test few.game --solver choices --no-plugins >out 2>err && grep -q '^4 passed, 0 failed' out
    verdict $? "$most choices"
done
cat >grows.game <<END
game m(a, b) {
  move l(t in 1..200) where t <= a and (a + t) % 3 != 1 and t % 7 != 2 -> m(a - t, b)
  move r(t in 1..200) where t <= b and (a + b + t) % 5 != 1 and t % 11 != 3 -> m(a, b - t)
  expect sg(m(200, 1)) == 39 expect sg(m(1, 200)) == 6 expect sg(m(150, 150)) == 66 }
END
for solver in choices table; do
    "$CGI" test grows.game --solver $solver --no-plugins >out 2>err && grep -q '^3 passed, 0 failed' out
    verdict $? "a table grows, $solver"
done
echo 1..20
exit $status
