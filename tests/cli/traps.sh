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
exit $status
