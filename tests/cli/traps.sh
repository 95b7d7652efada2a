#!/bin/sh
# Statements that look true for long and are not, each asked for as a user would ask: what holds to N is never called proved, and
# what is refuted names the first place.
. "$(dirname "$0")/cases.sh"

code() { printf 'game code = octal "%s"\n' "$1" >"$1.game"; }
code 0.161
code 0.36
code 0.27
code 0.26
code 0.07

# Equal for 519 heaps, and then not.
run 1 '.161 is not .36' compare 0.161.game 0.36.game
says out '^verdict +differ$'
says out '^first +code\(519\): SG value 2$'
run 0 '.27 is .26' compare 0.27.game 0.26.game
says out '^verdict +same rules'
says out '^proved +the same code of heaps'

# The period of .07 is 34; 12 is that of Kayles, which is 0.77.
run 0 'the period of .07' period 0.07.game
says out '^verdict +proved$'
says out '^period +34$'
cat >dawson.game <<'END_OF_RULE'
game pairs(n) {
  move strike(left in 0..n - 2) -> pairs(left) + pairs(n - 2 - left)
  claim sg(pairs(n + 12)) == sg(pairs(n)) for n in 0..100
  claim sg(pairs(n + 34)) == sg(pairs(n)) for n in 53..300
}
END_OF_RULE
run 1 '.07 has no period of 12' test dawson.game
says out '^FAILED .*n \+ 12'
says out 'refuted at n = 0$'
says out 'shown by: cgi explain dawson\.game'
says out '^passed .*n \+ 34'

# "A set within 1..k that contains k has the period k + 1": so it is with 1..k, not with {1, 3}, {2, 3} or {1, 4}.
cat >sets.game <<'END_OF_RULE'
game s(n) {
  param S = {1, 2, 3, 4}
  param k = 4
  move take(t in S) where t <= n -> s(n - t)
  claim P(s(n)) iff n % (k + 1) == 0 for n in 0..60
}
END_OF_RULE
run 0 'all of 1..4' test sets.game
run 0 'all of 1..4' period sets.game
says out '^period +5$'
run 1 '1 and 3' test sets.game --set 'S={1,3}' --set k=3
says out 'refuted at n = 2$'
run 0 '1 and 3' period sets.game --set 'S={1,3}'
says out '^period +2$'
run 1 '1 and 4: where the period is right, the heaps are not' test sets.game --set 'S={1,4}'
says out 'refuted at n = 2$'

# floor(k phi) in double precision is wrong here: (F_40, F_41) is lost.
cat >wythoff.game <<'END_OF_RULE'
game queen(a, b) {
  move left(t in 1..a) -> queen(a - t, b)
  move down(t in 1..b) -> queen(a, b - t)
  move both(t in 1..min(a, b)) -> queen(a - t, b - t)
}
END_OF_RULE
outcome() {
    run 0 "queen $1 $2 is $3" analyze wythoff.game "$1" "$2"
    says out "^outcome +$3,"
}
outcome 165580140 267914295 P
outcome 165580141 267914296 N
outcome 165580140 267914296 N
outcome 267914295 433494436 N
outcome 433494436 701408732 P

# Factorials: of period 25 until heap 5050.
cat >factorial.game <<'END_OF_RULE'
game fact(n) {
  move take(k in {1, 2, 6, 24, 120, 720, 5040, 40320}) where k <= n -> fact(n - k)
  claim sg(fact(n + 25)) == sg(fact(n)) for n in 0..5024
  claim sg(fact(n + 25)) == sg(fact(n)) for n in 0..6000
}
END_OF_RULE
run 1 'factorials repeat for long' test factorial.game
says out '^passed .*0\.\.5024'
hides out '(proved|of period 25)'
says out 'refuted at n = 5025$'
run 0 'factorials have no law of period 25' law factorial.game --to 19999
says out '^# refuted at n = 5050'
hides out '^claim'

# 0, 1, 0, 1 to heap 15 and otherwise after: no period 2, and no claim of one.
printf 'game late(n) { move a(t in {1, 16}) where t <= n -> late(n - t) }\n' >late.game
run 0 'zero and one for long' period late.game
says out '^period +17$'
run 0 'zero and one for long' law late.game
hides out '^claim .*% 2( |\))'
# The same on positions that begin with a number: what a few of them show is observed, and no more.
printf 'game late(s: row) { start(n) -> late([n, 0]) move a(t in {1, 16}) where t <= s[1] -> late(s with { [1] -= t }) }\n' >row.game
run 0 'zero and one for long, by starts' identify row.game
says out '^values +late\(n\) from 0 on: (0, 1, ){8}2, '
says out '^ +period 17 from 0 on is observed to 59, not proved$'
hides out '(period 2 |: proved)'

# Queens that do not attack each other on n x n, Node Kayles on the queens graph (A344227): 0, 1, 0 from 10 to 12 begin no period. (The 20000 looks of identify end within 14 x 14, after half a minute; tests/unit/test_bounded.c has fewer.)
cat >queens.game <<'END_OF_RULE'
game queens(b: grid) {
  start(n) where n <= 12 -> queens(grid(n, n, 0))
  move put(r in 1..rows(b), c in 1..cols(b))
    where b[r, c] == 0 and not any(b[i, j] == 1 and (i == r or j == c or i - r == j - c or i - r == c - j)
      for i in 1..rows(b), j in 1..cols(b))
    -> queens(b with { [r, c] = 1 })
}
END_OF_RULE
printf 'A344227 ,1,1,2,1,3,1,2,3,1,0,1,0,1,0,1,0,\nA900001 ,1,1,2,1,3,1,2,4,1,0,1,\nA900002 ,1,0,0,0,0,0,0,0,0,0,1,1,\n' >stripped
run 0 'queens on n x n' identify queens.game --oeis stripped
says out '^values +queens\(n\) from 0 on: 0, 1, 1, 2, 1, 3, 1, 2, 3, 1, 0, 1, 0$'
says out '^OEIS +A344227: SG values, without our first 1; [0-9]+ terms agree, no more is known$'
hides out '(A90000|period|proved)'
# By brute force that shares nothing with the program: the free squares of n x n as a word of 0 and 1.
awk 'function value(n, free,    s, t, r, c, i, after, seen, v) {
        if (free in known) return known[free]
        for (s = 0; s < n * n; s++) {
            if (substr(free, s + 1, 1) != 1) continue
            r = int(s / n); c = s % n; after = ""
            for (t = 0; t < n * n; t++) {
                i = int(t / n)
                hit = i == r || t % n == c || i - r == t % n - c || i - r == c - t % n
                after = after (hit ? 0 : substr(free, t + 1, 1))
            }
            seen[value(n, after)] = 1
        }
        for (v = 0; v in seen; v++);
        return known[free] = v
    }
    BEGIN { for (n = 0; n <= 5; n++) { delete known; all = ""; for (t = 0; t < n * n; t++) all = all "1"; printf "%s%d", n ? ", " : "", value(n, all) } print "" }' >brute
says out "^values +queens\(n\) from 0 on: $(cat brute), "

exit $status
