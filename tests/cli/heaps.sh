#!/bin/sh
# The heap games' plugins through the program: large sizes, sums of several games in both plays, and the same answers without
# plugins. $CGI is the program. POSIX sh; prints TAP lines.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
status=0
verdict() { if [ "$1" = 0 ]; then echo "ok heaps $2"; else echo "not ok heaps $2"; status=1; fi; }
cat >heaps.game <<'END'
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game bash(n) { move take(t in 1..min(3, n)) -> bash(n - t) }
game half(n) { move take(t in 1..(n + 1) / 2) -> half(n - t) }
game sub(n) { move take(t in {2, 5, 7}) where t <= n -> sub(n - t) }
game wy(a, b) { move l(t in 1..a) -> wy(a - t, b); move r(t in 1..b) -> wy(a, b - t); move d(t in 1..min(a, b)) -> wy(a - t, b - t) }
game far(n) { param sizes = {7, 101, 1003, 2500} move take(k in sizes) where k <= n -> far(n - k) }
game row(h: row) { move take(i in 1..len(h), t in 1..min(3, h[i])) -> row(h with { [i] -= t }) }
game free(n) { move take(t in 1..n) where t != 3 -> free(n - t) }
game steps(s: row) {
  move off(t in 1..s[1]) -> steps(s with { [1] -= t })
  move down(i in 2..len(s), t in 1..s[i]) -> steps(s with { [i] -= t, [i - 1] += t })
}
game chips(p: row) where increasing(p) and (len(p) == 0 or p[1] >= 1) {
  move slide(i in 1..len(p), y in p[i - 1] + 1..p[i] - 1) -> chips(p with { [i] = y })
}
game three(h: row) where len(h) == 3 { move take(i in 1..3, t in 1..min(3, h[i])) -> three([ (j == i ? h[j] - t : h[j]) for j in 1..3 ]) }
game moore(h: bag) = upto 2 of (nim(x) for x in h)
game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }
END
# says POSITION PATTERN OPTION...: a line of the answer matches.
says() {
    position=$1 pattern=$2
    shift 2
    "$CGI" analyze heaps.game "$position" "$@" 2>&1 | grep -qE -e "$pattern"
    verdict $? "$position $*: $pattern"
}
# The period of a set whose largest number is far comes long before the heap that is asked about; by choices a value takes one word.
says 'far(100000000)' '^solver +sliding .periodic.: period 3503 from 18541, proved$' --ask sg --no-plugins
says 'far(5000000)' '^SG value +0$' --ask sg --no-plugins --solver choices --memory 300M
# agrees POSITION: outcome and winning moves with plugins and without, in both plays.
agrees() {
    for play in '' --misere; do
        for plugins in '' --no-plugins; do
            "$CGI" analyze heaps.game "$1" $play $plugins 2>&1 | grep -E '^(outcome|winning| {14}[a-z])' >"out$plugins"
        done
        [ -s out ] && cmp -s out out--no-plugins
        verdict $? "$1 $play agrees with search"
    done
}
big=10000000000000000000000000000000000000000000000000000000000000000000000000000000000000
says "half($big)" '^solver +half '
says "half($big) + half(5)" '^winning moves take\(t = '
says "sub($big)" '^solver +subtraction ' --misere
says "sub($big)" '^(winning moves|  +)( |take\(t = [257]\))'
says "row([3, 4, $big])" 'take\(i = 3, t = [123]\)'
says "three([3, 4, $big])" '^winning moves take\(i = 1, t = 3\)'
says "row([3, 4, $big]) + row([7])" '^solver +capped ' --misere
says "moore([3, 4, $big])" '^winning moves take\(t = 1\) in nim\(4\) \(part 2\) and take\(t = 9+7\) in nim\('
says "moore([3, 4, $big])" 'not all: the closed form makes one winning move'
says "moore([1, 1, $big])" '^outcome +N' --misere
says "moore([1, 3, 5, 8, $big])" 'no closed form is known'
says "moore([$big, $big, $big, 1])" '^SG value +1$'
# Searched components beside a heap beyond 64 bits: as beside one of 64, where the whole sum is searched.
# mirrors SUM A B: the components of SUM with heaps of big + A and big + B, or with 64 + A and 64 + B.
mirrors() {
    large=$(printf '%s' "$big" | sed 's/0$//')
    "$CGI" analyze heaps.game "$1 + nim($large$2) + nim($large$3)" --misere 2>&1 | grep -E '^outcome|->' | sed -e "s/.*-> //; s/$large/6/g" |
        sort >large.out
    "$CGI" analyze heaps.game "$1 + nim(6$2) + nim(6$3)" --misere --solver wholesum 2>&1 | grep -E '^outcome|->' | sed 's/.*-> //' |
        sort >small.out
    [ -s large.out ] && cmp -s large.out small.out
    verdict $? "misere $1 beside large heaps that end in $2 and $3"
}
mirrors 'kayles(3)' 5 5
mirrors 'kayles(3)' 5 6
mirrors 'kayles(4) + kayles(2)' 4 7
mirrors 'kayles(4) + kayles(2) + nim(1)' 4 6
mirrors 'kayles(1) + kayles(1)' 0 1
mirrors 'kayles(0) + kayles(4)' 8 8
mirrors 'kayles(1) + bash(2)' 8 9
says "kayles(2) + nim($big)" 'take\(t = 9+8\) in nim' --misere
says "kayles(2) + half($big)" '^solver +misere \(theorem\): tame rule: all 2 components' --misere
says "kayles(5) + nim($big)" 'misere: not every position is tame: kayles\(5\) has SG value 4 and misere value 1' --misere
says "nim($big) + bash($big) + wy(1, $big)" '^solver +nim \+ bash \+ wythoff \+ tame sum ' --misere
says "nim($big) + half(3)" '^SG value +10+2$'
says "wy(3, 5) + wy(0, 1)" '^outcome +N' --misere
says "moore([5, $big]) + wy(2, 2)" '^outcome +N' --misere
# by a proved period
says 'kayles(1000000000000)' 'knock\(t = 2, a = 7\) -> kayles\(7\) \+ kayles\(999999999991\)$' --max-moves 9
says 'kayles(1000000000000)' 'not all: more winning moves than the 9 that' --max-moves 9
says "kayles($big)" '^winning moves knock\(t = [12], a = [0-9]+\) -> kayles\('
says "kayles($big) + nim(9)" 'take\(t = [0-9]\) in nim\(9\) -> kayles\(10+\) \+ nim\(' --max-moves 2000
says "row([-1, $big])" 'natural|negative|E0'
# listed POSITION MOVES OPTION...: these are all the winning moves that the answer lists, each "take(t = T) in GAME;", with "(not
# all" at the end where it says so. The moves are those of a program of its own, from the values' definitions.
listed() {
    position=$1 moves=$2
    shift 2
    found=$("$CGI" analyze heaps.game "$position" "$@" 2>&1 | grep -oE 'take\(t = [0-9]+\) in [a-z]+|\(not all' | tr '\n' ';')
    [ "$found" = "$moves" ]
    verdict $? "$position $* is won by $moves"
}
ten30=1000000000000000000000000000000
listed "nim(${ten30%0}3) + bash(${ten30%0}2)" 'take(t = 1000000000000000000000000000001) in nim;'
listed "nim($ten30) + half($ten30) + bash(${ten30%0}1)" 'take(t = 749999999999999999999999999999) in nim;'
listed "nim(3) + half(999999999999999999999999999998) + sub($ten30)" 'take(t = 207718374857356624064560496640) in half;'
listed "bash(${ten30%0}1) + sub($ten30) + nim(1) + half(1267650600228229401496703205382)" \
    'take(t = 316912650057057350374175801352) in half;'
listed "nim(1) + sub(${ten30%0}1) + bash(${ten30%0}2)" 'take(t = 2) in sub;take(t = 1) in bash;'
listed "nim(1) + sub(${ten30%0}1) + bash(${ten30%0}2)" 'take(t = 2) in sub;(not all;' --max-moves 1
listed "nim(1000000000) + bash(3000000)" 'take(t = 1000000000) in nim;'
"$CGI" analyze heaps.game "moore([$ten30, 7]) + bash(${ten30%0}2)" 2>&1 |
    grep -qF "(which moves in moore([7, $ten30]) win is not known at this size)"
verdict $? 'a component whose moves of a value nobody knows is named'
# the greatest number of 64 bits: (n + 1) / 2 cannot be computed with 64 bits, and need not be
listed 'half(9223372036854775807) + nim(0)' 'take(t = 1) in half;'
listed 'half(9223372036854775807) + half(0)' 'take(t = 1) in half;'
listed 'half(9223372036854775807) + nim(5)' 'take(t = 2882303761517117441) in half;'
says 'half(9223372036854775807)' '^SG value +4611686018427387904$'
says 'half(9223372036854775807) + half(1)' '^winning moves take\(t = 1\) in half\(9223372036854775807\) -> ' --misere
# misere: some other component is no swap in the first sum; in the second all are, and heaps of 0 are left beside a 1
listed "nim(${ten30%0}3) + bash(${ten30%0}2)" 'take(t = 1000000000000000000000000000001) in nim;' --misere
listed "nim($ten30) + bash(${ten30%0}1)" 'take(t = 1000000000000000000000000000000) in nim;' --misere
# a tame game too large for search beside one that is searched: kayles(3) has the value 3 and is no swap
listed "free(1000000000) + kayles(3)" 'take(t = 999999994) in free;take(t = 999999991) in free;' --misere
says "steps([1000000000, 5]) + kayles(3)" '^winning moves off\(t = 999999997\) in steps' --misere
says "chips([3, 1000000000]) + kayles(3)" '^winning moves slide\(i = 2, y = 7\) in chips' --misere
says "free($big) + steps([0, $big]) + chips([$big]) + nim(7)" '^solver .*tame sum' --misere
cat >wrong.game <<'END'
game heap(n) { move take(t in 1..min(3, n)) -> heap(n - t) }
game m(h: bag) = upto 2 of (heap(x) for x in h) { solve moore(2) }
END
for position in 'm([3, 4, 5])' "m([3, 4, $big])"; do
    "$CGI" analyze wrong.game "$position" 2>&1 | grep -q 'E0791'
    verdict $? "$position: a closed form that does not fit is found out"
done
for position in 'nim(2) + bash(5) + half(4)' 'half(1) + half(4) + sub(3)' 'sub(9) + sub(4)' 'wy(0, 1) + wy(1, 2)' 'wy(2, 2) + wy(0, 1) + nim(1)' \
    'wy(1, 4) + bash(2)' 'moore([1, 1, 1])' 'moore([2, 1, 1, 3])' 'moore([1, 1]) + nim(1)' 'moore([2, 3]) + moore([1, 1, 1])' \
    'row([1, 4, 6]) + bash(2)' 'row([]) + nim(0)' 'moore([]) + half(0)' 'moore([0, 0, 1])' 'sub(1) + sub(1)' 'sub(1) + nim(1)' \
    'free(5) + wy(2, 2)' 'free(3) + steps([0, 2])' 'free(7) + chips([2, 4, 5]) + nim(1)' 'steps([1, 3, 1]) + wy(0, 1)' \
    'steps([0, 2, 0, 1]) + half(1)' 'chips([1, 2, 4]) + steps([0, 3])' 'chips([3, 4]) + wy(1, 2)' 'chips([4]) + sub(5)'; do
    agrees "$position"
done
# Without --to the work is bounded where the options of a heap are many, and of many parts of another game each.
cat >many.game <<'END'
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game runs(n) { move cut(t in 1..n) -> sum(nim(x) for x in t - 3..n where x >= 0) }
END
"$CGI" period many.game >bounded.out 2>&1
grep -qE '^computed +heaps 0 to [0-9]{2,3}, by ' bounded.out && grep -qE '^verdict +observed$' bounded.out
verdict $? 'a period whose heaps have many options of many parts each ends by itself'
"$CGI" period many.game --to 200 2>&1 | grep -vE '^computed ' >as_far_as.out
grep -v '^computed ' bounded.out | cmp -s - as_far_as.out
verdict $? 'and is the one that is seen up to 200'
# Where a closed form has the outcome, and nothing else is asked for, no table of values is filled.
cat >double.game <<'END'
game double(n, limit) { move take(t in 1..min(n, limit)) -> double(n - t, 2 * t) }
END
"$CGI" analyze double.game 20000 20000 --ask outcome >closed.out 2>&1
grep -q '^outcome *N' closed.out && grep -q '^solver *fibonacci (closed form)' closed.out
verdict $? 'an outcome of a closed form needs no values'
"$CGI" analyze double.game 2000 20 2>&1 | grep -q '^SG value '
verdict $? 'which are shown where they are not ruled out'
exit $status
