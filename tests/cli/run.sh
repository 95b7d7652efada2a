#!/bin/sh
# The command line as a caller sees it: exit codes 0 to 5, what goes to which stream, JSON, budgets, options, positions.
# What run, says and the like do stands in cases.sh.
. "$(dirname "$0")/cases.sh"

# ---- files ------------------------------------------------------------------------------------------------------------
cat >bash.game <<'END'
game bash(n) {
  param m = 3 in 1..
  move take(t in 1..min(m, n)) -> bash(n - t)
}
END
cat >two.game <<'END'
game one(n) { param k = 1 in 1.. move take(t in 1..min(k, n)) -> one(n - t) }
game two(n) { param k = 2 in 1.. move take(t in 1..min(k, n)) -> two(n - t) }
END
cat >flags.game <<'END'
param S = {1, 3}
param odd_only = false
game g(n) { move take(t in S) where t <= n and (not odd_only or odd(t)) -> g(n - t) }
END
# A search that no theorem shortens: rows with more states than are numbered, in which not every cell can be lowered to every number, and
# which are no sum of their cells for all that the proof knows.
cat >slow.game <<'END'
game slow(s: row) {
  move take(i in 1..len(s), t in 1..s[i]) where (s[i] + t) % 3 != 1 and t + sum(s) != 200 -> slow(s with { [i] -= t })
  expect P(slow([9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 8]))
}
END
cat >kl.game <<'END'
game kl(n) {
  param k = 1; param l = 2
  move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl(n - t)
}
END
cat >starts.game <<'END'
game fib(n, limit) {
  start -> fib(5, 4)
  start(n) where n >= 1 -> fib(n, n - 1)
  move take(t in 1..min(n, limit)) -> fib(n - t, 2 * t)
}
END
cat >round.game <<'END'
game round(n) {
  move on where n < 3 -> round(n + 1)
  move back where n > 1 -> round(n - 1)
}
END
cat >wrong.game <<'END'
game nim(n) {
  move take(t in 1..n) -> nim(n - t)
  expect sg(nim(3)) == 3
  expect sg(nim(3)) == 4
  claim sg(nim(n)) == n % 5 for n in 0..100
}
END
cat >law.game <<'END'
game law(n) {
  param m = 3 in 1..
  move take(t in 1..min(m, n)) -> law(n - t)
  claim sg(law(n)) == n % (m + 1)   # a comment is no part of it
    for n in 0..20
}
END
cat >words.game <<'END'
game kl(n) {
  param k = 1; param l = 2
  move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl(n - t)
  expect outcome(kl(4), mover = 1) == win
}
game st(s: row) {
  move down(i in 1..len(s), t in 1..s[i]) -> st(s with { [i] -= t })
  claim sg(st(s)) == xor(s[i] for i in 1..len(s)) for s in all_rows(2, 0..2)
  expect wins(st([1])) == { st([2]) }
}
game one(n) { solve nimm() move take(t in 1..n) -> one(n - t) }
END
sed '/^game one/d' words.game >said.game
cat >warns.game <<'END'
game nim(n) {
  param m = 3
  move take(t in 1..n) -> nim(n - t)
}
END
printf 'game nim(n) { move take(t in 1..n) -> nim(n - s) }\n' >broken.game
cat >row.game <<'END'
game row_nim(s: row) { move take(i in 1..len(s), t in 1..s[i]) -> row_nim(s with { [i] -= t }) }
END
cat >signed.game <<'END'
game down(n: int) where n >= -3 { move step where n > -3 -> down(n - 1) }
END
: >empty.game
printf 'game nim(n) { \001\000\377 }\n' >binary.game
printf '\377\376g\000a\000' >utf16.game
mkdir folder

# ---- help and usage -----------------------------------------------------------------------------------------------------
usage 'no command' '^usage: cgi COMMAND'
run 0 'help' help && silent err && says out '^  analyze FILE'
run 0 '--help' --help && says out '^usage: cgi COMMAND'
run 0 'help of a command' help analyze && says out '^usage: cgi analyze' && says out '^  --misere'
run 0 '--help after a command' table --help && says out '^usage: cgi table' && says out '^  --csv'
for topic in positions language exit errors E0301 W0907; do run 0 "help on $topic" help $topic && silent err; done
usage 'help on nothing known' "no help on 'frob'" help frob
run 0 '--version' --version && says out '^cgi [0-9]+\.[0-9]+\.[0-9]+ \(commit (unknown|[0-9a-f]{12}[0-9a-f]*(\+changes)?)\)$'
name='the changelog begins with this version'
if [ "$(sed -n 's/^## \([0-9.]*\).*/\1/p' "$CGI_SOURCE/CHANGELOG.md" | head -n 1)" = "$(sed 's/^cgi \([^ ]*\).*/\1/' out)" ]; then ok "$name"
else not_ok "$name" "$(cat out)"; fi
usage 'unknown command' "no command 'frob'" frob
usage 'unknown option' "no option '--frob'" analyze games/nim.game 3 --frob
usage 'unknown short option' "no option '-x'" analyze games/nim.game 3 -x
usage "another command's option" 'csv does not belong to .cgi analyze' analyze games/nim.game 3 --csv
usage 'option without its argument' 'timeout needs an argument' analyze games/nim.game 3 --timeout
usage 'argument for an option without' 'json takes no argument' analyze games/nim.game 3 --json=yes
for command in analyze table test check explain period; do usage "$command without a file" "(needs|takes) .*file" $command; done
usage 'models with a file' 'takes no file' models games/nim.game
for bad in --timeout=x --timeout=-1 --memory=0 --memory=lots --max-states=0 --max-states=-5 --threads=0 --threads=x --mover=3 --color=blue \
    --max-moves=x --ask=frob --dump=frob; do
    usage "analyze $bad" "${bad%%=*}" analyze games/nim.game 3 $bad
done
usage '--to of no number' '--to' period games/kayles.game --to x
usage 'no such solver' 'E0693' analyze games/nim.game 3 --solver frob
usage 'a solver that cannot' 'E0692' analyze games/nim.game 3 --solver graph
usage 'a solver of boxes for the value of one heap' 'asked for the SG value it said: a single heap has a sequence instead' analyze games/bash.game 9 --solver table --no-plugins
printf 'game pile(n) { move take(t in 1..4) where t <= n and n != 50 -> pile(n - t) }\n' >near.game
usage 'a plugin whose rule is another one' 'the rules differ: bash at m = 4; only bash: take' analyze near.game 9 --solver bash
printf 'game pile(n) { move take(t in 1..min(3, n)) where n * n >= 0 -> pile(n - t) }\n' >same.game
usage 'a plugin whose rule may be the same' "'subtraction' .*: it is not proved that its reference rule is this rule;" analyze same.game 9 --solver subtraction
far=100000000000000000000000000000000000000000003
for play in '' --misere; do
    usage "a plugin that does not fit a large number $play" "E0692.*'nim' .*: its reference rule is not this rule" analyze games/bash.game $far 5 --solver nim $play
    usage "a search of a large number $play" "E0692.*'hashed' .*: a number is too large for search" analyze games/bash.game $far 5 --solver hashed $play
done
usage 'a plugin without the remoteness of a large number' 'E0692' analyze games/bash.game $far --solver bash --ask remoteness
run 0 'the nearest plugin' explain near.game 9 && says out '^nearest +bash at m = 4; only bash: take'
printf 'game f(limit, n) { move take(t in 1..min(n, limit)) where n < 50 or t < 9 -> f(2 * t, n - t) }\n' >near_fields.game
printf 'game w(h: row) where len(h) == 2 { move both(t in 1..min(h[1], h[2])) where t != 4 -> w([h[1] - t, h[2] - t]) move one(i in 1..2, t in 1..h[i]) -> w(h with { [i] -= t }) }\n' >near_row.game
printf 'game r(h: row) { move take(i in 1..len(h), t in 1..min(4, h[i])) where h[i] != 50 or t < 3 -> r(h with { [i] -= t }) }\n' >near_part.game
run 0 'the nearest plugin over fields in another order' explain near_fields.game 6 9 && says out '^nearest +fibonacci at num = 2, den = 1, plus = 0; only fibonacci: take\(t in 9\.\.min\(n, limit\)\) where n >= 50 -> fibonacci\(n - t, 2 \* t\)$'
run 0 'the nearest plugin over fields, of a row' explain near_row.game '[3, 9]' && says out '^nearest +wythoff; only wythoff: both where a >= 4 and b >= 4'
run 0 'the plugin that is nearest to a part' explain near_part.game '[3, 9]' && says out '^nearest +of the part r\.h: bash at m = 4; only bash: take\(t in 46\.\.47\) where n == 50 -> bash\(t\)$'
run 0 'no plugin is near' explain games/grundy.game 9 && hides out '^nearest'
run 0 'one fits' explain games/bash.game 9 && hides out '^nearest'
usage 'a solver that has no remoteness' 'E0692' analyze games/nim.game 3 --solver nim --ask remoteness
# The same reason whoever asks, and a name that nobody has is a mistake before anything is asked.
echo 'play misere game last(n) { move take(t in 1..min(2, n)) -> last(n - t) expect N(last(3)) }' >last.game
echo 1 2 >two.in
for ask in 'analyze games/nim.game 1 2' 'analyze games/nim.game --batch two.in --input pairs' 'explain games/nim.game 1 2' 'table games/nim.game 0..3' \
    'table last.game 0..3' 'compare games/nim.game last.game' 'play games/nim.game 1 2' 'play last.game 3'; do
    # shellcheck disable=SC2086 # the question is words
    usage "$ask --solver graph" "E0692.*solver 'graph' cannot answer this question: (not every component|it answers)" $ask --solver graph
    # shellcheck disable=SC2086
    usage "$ask --solver sum" "E0692.*'sum' .*: it only combines answers of other solvers" $ask --solver sum
    # shellcheck disable=SC2086
    usage "$ask --solver frob" "E0693.*no solver 'frob'" $ask --solver frob
done
for ask in 'compare games/nim.game games/nim.game' 'graph games/nim.game 2' 'period games/kayles.game'; do
    # shellcheck disable=SC2086
    usage "$ask --solver frob" "E0693.*no solver 'frob'" $ask --solver frob
done
run 2 'a test by no solver' test last.game --solver frob && says err 'E0693' && hides out FAILED
run 4 'a test by a solver that cannot' test last.game --solver graph && says err 'E0692.*not every component' && says out '^not decided' && says out '^0 passed, 0 failed, [0-9]* not decided' && hides out FAILED
usage 'the misere rules where they are wrong' 'the least sum on which the rule is wrong is kayles.1. . kayles.5.; omit' analyze games/kayles_misere.game 2 7 --solver misere

# ---- a corner of a large box ------------------------------------------------------------------------------------------------
# Nivasch 2006: the floor of the difference of the quotients. Of 40 million positions play reaches a few dozen.
cp "$CGI_SOURCE/games/euclid.game" euclid.game
cat >large.game <<'END'
import "euclid.game"
claim sg(euclid_positive(a, b)) == abs(a * a - b * b) / (a * b) for a in 1..20, b in 1..20
claim sg(euclid_positive(a, b)) == abs(a * a - b * b) / (a * b) for a in 1999..2001, b in 3233..3236
END
run 0 'a corner of a large table' test large.game --max-states 100000

# ---- a claim is about the reference's numbers -------------------------------------------------------------------------------
cat >restated.game <<'END'
game g(n) { move take(t in 1..n - 1) -> g(n - t) }
game r(k) where k <= 21 { move add(t in 1..3) where k + t <= 21 -> r(k + t) }
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game d(last, n) { move take(t in 1..min(n, 3 * last / 2)) -> d(t, n - t) }
game w(s: row) where len(s) == 2 { move one(i in 1..2, t in 1..s[i]) -> w(s with { [i] -= t }); move both(t in 1..min(s[1], s[2])) -> w(s with { [1] -= t, [2] -= t }) }
game steps(s: row) { move any(i in 1..len(s), t in 1..s[i]) -> steps([s[j] - (j == i ? t : 0) + (j == i + 1 ? t : 0) for j in 1..len(s)]) }
game chips(p: row) where increasing(p) { move slide(i in 1..len(p), y in (i == 1 ? 0 : p[i - 1] + 1)..p[i] - 1) -> chips(p with { [i] = y }) }
END
printf 'game g(n) { move take(t in 1..n - 1) -> g(n - t) }\n' >less.game
is='g\(n\) is nim\(max\(n - 1, 0\)\), where the value of a heap is its size'
for ask in 'analyze less.game 5' 'analyze less.game 5 --misere' 'explain less.game 5'; do
    # shellcheck disable=SC2086 # the question is words
    run 0 "$ask" $ask && says out "^solver +nim \(closed form\): $is"
done
run 0 'a claim in JSON' analyze less.game 5 --json && json '.solver.claim | startswith("g(n) is nim(max(n - 1, 0)), where the value")'
run 0 'a claim in an explanation as JSON' explain less.game 5 --json && json '.solver.claim | startswith("g(n) is nim(")'
run 0 'a claim beside a table' table less.game 0..4 && says err "^nim: $is"
run 0 'a claim in a table as JSON' table less.game 0..4 --json && json '.claim | startswith("g(n) is nim(")'
printf 'game h(n) where n != 3 { move m(t in 1..n / 2) where n - t != 3 -> h(n - t) }\n' >but3.game
for ask in '' '--ask outcome'; do
    # shellcheck disable=SC2086 # the question is words
    run 0 "a table without what the invariant excludes $ask" table but3.game 0..3000 --csv $ask && says out '^4,' && hides out '^3,'
done
run 0 'a b-file without what the invariant excludes' table but3.game 0..3000 --bfile && says out '^4 ' && hides out '^3 '
run 0 'claims of two plugins' analyze restated.game 'g(5) + r(9)' &&
    says out 'nim: g\(n\) is nim\(max\(n - 1, 0\)\), where .*; bash: r\(k\) is bash\(21 - k\), where '
run 0 'a claim about two games' analyze restated.game 'nim(3) + g(5) + g(2)' && says out "^solver +nim \(closed form\): $is"
run 0 'a claim about the reference itself' analyze restated.game 'nim(3)' && says out '^solver +nim \(closed form\): the value of a heap'
run 0 'a claim about numbers in another order' analyze restated.game 'd(3, 9)' --ask outcome && says out 'd\(last, n\) is fibonacci\(n, 3 \* last / 2\), where '
run 0 'a claim about a row as fields' analyze restated.game 'w([3, 4])' && says out 'w\(s\) is wythoff\(s\[1\], s\[2\]\), where '
run 0 'a claim about a row from its other end' analyze restated.game 'steps([3, 4])' && says out 'steps\(s\) is staircase\(s from its other end\), where '
run 0 'a claim about other cells' analyze restated.game 'chips([1, 4])' && says out 'chips\(p\) is georgia\(\[x \+ 1 for x in p\]\), where '

# ---- the plan is what ran -----------------------------------------------------------------------------------------------------
run 0 'the plan of a corner' explain --no-plugins games/euclid.game 1000 1618
says out '^solver +hashed' && says out '^plan +[*] try: .*; a search with a small budget, then the table$' &&
    says out '^ +[*] hashed: ' && hides out '[*] table'
cat >mix.game <<'END'
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game kay(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kay(a) + kay(n - t - a) }
END
run 0 'a plan for each part' explain mix.game 'nim(3) + kay(5)'
says out '^solver +nim [+] takebreak' && says out '^plan +[*] sum: ' && says out '^ +nim\(3\):$' && says out '^ +kay\(5\):$' &&
    says out '^ +[*] nim: ' && says out '^ +[*] takebreak: ' && hides out '[*] (hashed|sequence)'
run 0 'the same as JSON' explain mix.game 'nim(3) + kay(5)' --json &&
    json '[.plan[] | select(.chosen) | .solver] == ["sum", "nim", "takebreak"]'
run 0 'who lists the moves of a heap with a proved period' explain mix.game 'kay(10000000000000000000000) + nim(3)' --max-moves 1
says out '^winning moves knock\(t = 1, a = [0-9]+\) in kay' && says out '^options +\(the position is too large for listing its moves\)$' &&
    says out '^ +moves of kay\(10000000000000000000000\) to SG value 3:$' && says out '^ +[*] takebreak: .*by residues of the proved period$'
usage 'a solver that stands on others' 'only combines answers of other solvers' analyze games/nim.game 3 5 --solver sum
run 0 'a forced search' analyze games/nim.game 3 5 --solver hashed
says out '^checked .*every position computed from all its options$' && hides out 'closed form'
run 0 'a corner of a larger table' analyze games/euclid.game 5000 8089 --max-states 10000

# ---- files that cannot be read --------------------------------------------------------------------------------------------
usage 'missing file' "E0001.*no file 'nowhere.game'" analyze nowhere.game 3
usage 'a folder' 'E0003' analyze folder 3
usage 'no regular file' 'E0002' analyze /dev/zero 3
if [ "$(id -u)" -ne 0 ]; then
    printf 'game g(n) { move take(t in 1..n) -> g(n - t) }\n' >closed.game
    chmod 000 closed.game
    usage 'unreadable file' 'E0002' analyze closed.game 3
else ok 'unreadable file # SKIP everything is readable for root'; fi
run 3 'binary file' analyze binary.game 3 && silent out && says err 'E0005'
printf 'game g(n) { move take(t in 1..n) -> g(n - t) }\n# caf\351\n' >latin.game
run 3 'a letter of an older encoding' analyze latin.game 3 && says err "E0005.*'latin.game' is not text: line 2 holds"
run 3 'UTF-16 file' analyze utf16.game 3 && says err 'E0005'
run 3 'empty file' analyze empty.game 3 && silent out && says err 'empty.game:1:1: error\[E0217\]'
{ cat bash.game; awk 'BEGIN { for (i = 0; i < 300000; i++) print "# a comment that is sixty characters long, with its line end" }'; } >long.game
run 2 'file of more than 16 MiB' analyze long.game 3 && says err 'E0004'
rm -f long.game
{ printf '\357\273\277'; sed 's/$/\r/' bash.game; } >crlf.game
run 0 'byte order mark and CRLF' analyze crlf.game 5 && says out 'SG value +1$'

# ---- exit codes and streams -------------------------------------------------------------------------------------------------
run 0 'an answer' analyze games/nim.game 3 5 6
silent err
says out '^outcome +P, the player to move loses$'
says out '^winning moves none$'
run 0 'all tests hold' test games/nim.game && silent err && says out ', 0 failed$'
run 1 'an expectation fails' test wrong.game && silent err && says out '^1 passed, 2 failed$' && says out 'refuted at n = 5' && says out "shown by: cgi explain wrong.game '"
cat >swept.game <<'END'
param m = 3
game beans(n) { move take(t in 1..m) where t <= n -> beans(n - t)  claim P(beans(n)) iff n % 4 == 0 for m in 3..5, n in 0..30 }
END
run 1 'a counterexample comes with what shows it' test swept.game && says out 'refuted at m = 4, n = 4$' && says out "cgi explain swept.game 'beans\(4\)' --set m=4$"
run 1 'the same as JSON' test swept.game --json && says out '"replay": "'"'beans\(4\)' --set m=4"'"'
run 0 'it is shown' explain swept.game 'beans(4)' --set m=4 && says out '^outcome +N'
{ sed '/expect/,$d' slow.game; echo '  expect sg(slow([2])) == 3; claim P(slow([9, 9, 9, 9, 9, 9, 9, a])) for a in 8..9'; echo '}'; } >undecided.game
run 4 'a law that is not decided has not failed' test undecided.game --max-states 1000 && says out '^not decided undecided.game:3 claim' && says out '^0 passed, 1 failed, 1 not decided$'
run 4 'nor in JSON' test undecided.game --max-states 1000 --json && json '.passed == 0 and .failed == 1 and .open == 1 and .cases[1].verdict == "not decided" and (.cases[1].passed | not)'
run 4 'nor in TAP' test undecided.game --max-states 1000 --tap && says out '^not ok 2 - ' && says out '^# the position budget was reached'
# States that are sums, beyond all search: the moves are those of the rule as it is written.
parts=$CGI_SOURCE/tests/lang/parts.game
run 0 'a row of 10^12' analyze $parts 'row([1000000000000, 500, 900])' && says out '^winning moves take\(i = 1, t = 999999999376\) -> row\(\[624, 500, 900\]\)$'
run 0 'a row of 10^24' analyze $parts 'row([1000000000000000000000000, 500, 900])' && says out '^SG value +1000000000000000000000624$' && says out '-> row\(\[624, 500, 900\]\)$'
run 0 'a pair beside a heap' analyze $parts 'three(3, 5, 99999999998)' && says out '^winning moves right\(t = 1\) -> three\(3, 4, 99999999998\)$' && says out '^ +both\(t = 3\) -> three\(0, 2, 99999999998\)$' && says out '^ +pass_some\(t = 2\) -> three\(3, 5, 99999999996\)$'
run 0 'the parts are shown' explain $parts 'three(3, 5, 9)' && says out '^ +three.a,b\(3, 5\):$' && says out '^ +three.c\(9\):$' && says out 'no move joins \(a, b\) and c: proved from the rule'
run 0 'a kernel is one of the positions as they are written' analyze $parts 'row([1, 2])' --ask kernel && says out '^kernel +\{row\(\[1, 1\]\), '
run 0 'in misere play too' analyze $parts 'row([1, 1, 1])' --misere && says out '^outcome +P'
# Boards that fall apart during play.
boards=$CGI_SOURCE/tests/lang/boards.game
pins60=$(printf '1, %.0s' $(seq 59))1
run 0 'a row of 60 pins' analyze $boards "pins([$pins60])" --solver families && says out '^SG value +4$' && says out 'by its two ends and its length, proved from the rule$'
cat >line.game <<'END'
fn two(a, b) = a + b == 2
game line(g: grid) {                               # no three stones side by side
  start(r, c) -> line(grid(r, c, 0))
  move put(i in 1..rows(g), j in 1..cols(g))
      where g[i, j] == 0 and not two(g[i, j - 1], g[i, j - 2]) and not two(g[i, j - 1], g[i, j + 1])
        and not two(g[i, j + 1], g[i, j + 2]) and not two(g[i - 1, j], g[i - 2, j])
        and not two(g[i - 1, j], g[i + 1, j]) and not two(g[i + 1, j], g[i + 2, j])
    -> line(g with { [i, j] = 1 })
}
END
cat >coins.game <<'END'
game coins(s: row) {
  move turn(i in 1..len(s), j in 1..i) where s[i] == 1 -> coins([j <= k and k <= i ? 1 - s[k] : s[k] for k in 1..len(s)])
}
END
run 0 'many cases of a move are no many positions' analyze line.game 4 5 --ask sg && says out '^SG value +0$' && says out '^solver +nimbers '
run 0 'a row of 60 coins' analyze coins.game "[$pins60]" && says out '^SG value +34$' && says out '^solver +turning \(theorem\): a position is the nim-sum of its heads'
run 0 'a board that has fallen apart' explain $boards 'pins([1, 1, 0, 1])' && says out '^ +pins\(\[1, 1\]\) \+ pins\(\[1\]\):$' && says out 'as cells with 0 never change: proved from the rule'
printf '%s\n' 'game pins(s: row) { move hit(i in 1..len(s) - 1) where s[i] == 0 and s[i + 1] == 0 -> pins(s with { [i] = 3, [i + 1] = 2 }) }' >written.game
run 0 'a value that never changes and stands on the board is named' analyze written.game 'pins([0, 0, 3, 2, 0, 0])' && says out 'as cells with 2 never change: proved from the rule'
run 0 'the kernel is of boards as they are written' analyze $boards 'pins([1, 0, 1])' --ask kernel && says out '^kernel +\{pins\(\[1, 0, 1\]\), '
run 3 'a file that does not compile' analyze broken.game 3
silent out
says err '^broken.game:1:47: error\[E0201\]: '
says err '^ {4}game nim'
says err '^ +\^$'
run 5 'play that comes back' analyze round.game 2 && silent out && says err 'E0590'
run 0 'only warnings' check warns.game && says err 'W0901' && says out 'no error, 1 warning above'
run 0 'remarks that must be taken out of no good file' check "$CGI_SOURCE/tests/lang/guards.game" && silent err
run 3 'check of a broken file' check broken.game && says err 'E0201'
run 3 'several files, the worst code counts' check games/nim.game broken.game && says out 'nim.game: fine'
run 2 'test of a missing file besides' test games/nim.game nowhere.game && says out 'passed games/nim.game'
"$CGI" analyze games/nim.game 3 >/dev/full 2>err
code=$? name='full disk'
if [ $code -ne 0 ]; then ok "$name"; else not_ok "$name: exit 0"; fi
says err 'standard output'

# ---- positions ----------------------------------------------------------------------------------------------------------------
run 0 'a term' analyze games/nim.game 'nim(3) + nim(5)' && says out 'SG value +6$'
run 0 'the empty sum' analyze games/nim.game end && says out '^outcome +P'
run 0 'two fields as bare numbers' analyze games/wythoff.game 3 5 && says out '^position +wythoff\(3, 5\)$' && says out '^outcome +P'
run 0 'the start of the file' analyze starts.game && says out '^position +fib\(5, 4\)$'
run 0 'a start with arguments' analyze starts.game 'fib(8)' && says out '^position +fib\(8, 7\)$'
run 0 'a row' analyze row.game '[1, 2, 3]' && says out 'SG value +0$'
run 0 'a negative number where int is the state' analyze signed.game -1 && says out 'SG value +0$'
usage 'no position and no start' "E0684.*'nim\(3\)'" analyze games/nim.game
usage 'a negative heap' 'E0411' analyze games/nim.game -3
usage 'a negative heap among others' 'E0411' analyze games/nim.game 5 -3
usage 'heaps in one word' "like 'bash\(3\)'; several are words of their own" analyze bash.game '3 5'
usage 'a number too few' "like 'wythoff\(3, 3\)'" analyze games/wythoff.game 3
usage 'a fraction' 'E0112' analyze games/nim.game 3.5
usage 'an unknown game' 'E0201' analyze games/nim.game 'frob(3)'
usage 'an unknown word' 'E0201' analyze games/nim.game x
usage 'too many arguments' 'E0303' analyze games/nim.game 'nim(3, 4)'
usage 'a bracket left open' 'E0101' analyze games/nim.game 'nim(3'
usage 'nothing in it' 'E0101' analyze games/nim.game ''
usage 'a number is no position' 'E0301' analyze games/nim.game 'sg(nim(3))'
usage 'a position and a number' 'E0302' analyze games/nim.game 'nim(3) + 4'
usage 'a position that breaks the invariant' 'E0520' analyze signed.game -4
usage 'a position below zero by arithmetic' 'E0519' analyze games/nim.game 'nim(1 - 2)'
usage 'a position of too large numbers' 'E0501' analyze games/nim.game 'nim(9223372036854775807 + 1)'
usage 'a start that is refused' 'E0518' analyze starts.game 'fib(0)'

printf 'fn twice(a) = a + a\nexpect twice(2) == 4\n' >library.game
usage 'a file without a game' 'E0626' analyze library.game 3
usage 'explain of a file without a game' 'E0626' explain library.game
usage 'table of a file without a game' 'E0626' table library.game 0..3
usage 'period of a file without a game' 'E0626' period library.game
usage 'dump of a file without a game' 'E0626' analyze library.game --dump=graph
run 0 'test of a file without a game' test library.game && says out '^1 passed'
usage 'a position that is no text' 'E0625' analyze games/nim.game "$(printf '\377')"
usage 'a range that is no text' 'E0625' table games/nim.game "$(printf '0..\377')"
usage 'a setting that is no text' 'E0625' analyze bash.game 3 --set "$(printf 'm=\377')"

# numbers of any size
big=100000000000000000000000000000000000000000000000000
cat >flag.game <<'END_OF_RULE'
game flag(n, b: bool) { move take(t in 1..n) -> flag(n - t, b) }
END_OF_RULE
run 4 'a truth value beside a number beyond 64 bits' analyze flag.game "flag($big, true) + flag($big, false)" &&
    says out "^position +flag.$big, true. . flag.$big, false.\$"
run 0 'heaps of 10^50' analyze games/nim.game $big 1 && says out "^SG value +${big%0}1\$" && says out '-> nim\(1\) \+ nim\(1\)$'
run 0 'heaps of 10^50 in JSON' analyze games/nim.game $big 1 --json && json ".sg == \"${big%0}1\" and .outcome == \"N\""
run 0 'pairs of 10^50' analyze games/wythoff.game $big $big && says out '^outcome +N'
run 0 'a start of 10^50' analyze "$CGI_SOURCE"/plugins/fibonacci/fibonacci.game $big && says out '^outcome +N' && says out 'take\(t = '
cat >large.game <<'END'
game nim(n) {
  start(m, k) where xor(m, k) in 1..2 * m and abs(-k) < 9 -> nim(xor(m, k) + sum(i for i in 1..k))
  move take(t in 1..n) -> nim(n - t)
}
END
run 0 'a start of 10^23 computed by functions and folds' analyze large.game 'nim(100000000000000000000000, 7)' &&
    says out '^SG value +100000000000000000000035$'
usage 'a negative start' 'E0411' analyze "$CGI_SOURCE"/plugins/fibonacci/fibonacci.game "fibonacci(-$big)"
run 0 'a row with 10^50' analyze "$CGI_SOURCE"/plugins/staircase/staircase.game "staircase([$big, 5, 7])" && says out '-> staircase\(\[7, 5, 7\]\)$'
run 0 'chips on 10^50' analyze "$CGI_SOURCE"/plugins/georgia/georgia.game "georgia([5, 9, $big])" && says out '-> georgia\(\[5, 9, 14\]\)$'
usage 'chips that do not rise' 'E0690' analyze "$CGI_SOURCE"/plugins/georgia/georgia.game "georgia([5, $big, 9])"
run 0 'K-L-Nim with 10^50' analyze "$CGI_SOURCE"/plugins/kl_nim/kl_nim.game $big 3 --set k=4 --set l=9 && says out '-> kl_nim\(3\) \+ kl_nim\(3\)$'
run 4 'kernels of a position beyond 64 bits' analyze games/nim.game $big --ask kernel && says out '^kernel +.the position is too large' && says out '^partial'
run 0 'options of a position beyond 64 bits' explain games/nim.game $big && says out '^options +.the position is too large'
run 0 'the empty sum has no plan' explain games/nim.game end --misere && says out '^options +none'
run 4 'too large for search' analyze games/grundy.game $big --max-states 2000 && says out '^outcome +not known' && says out '^partial'
run 0 '10^50 without plugins' analyze games/nim.game $big --no-plugins && says out "^SG value +$big\$" && says out 'period 1 from 0 with saltus 1, proved'
usage 'arithmetic with 10^50' 'E0306' analyze games/nim.game "nim($big - 1)"
run 2 'more digits than are read' analyze games/nim.game "1$(awk 'BEGIN { for (i = 0; i < 110000; i++) printf "0" }')" && says err 'E0113|too long'

# ---- play, mover, questions -----------------------------------------------------------------------------------------------------
run 0 'misere play' analyze games/nim.game 1 1 --misere && says out '^outcome +N' && says out '^play +misere' && says out '^SG value +none'
run 0 'misere play, one token' analyze games/nim.game 1 --misere && says out '^outcome +P'
run 0 'the mover matters' analyze kl.game 'kl(4) + kl(5)' --mover 1 && says out 'player 1 to move' && says out '^outcome +the player to move loses'
run 0 'the other mover' analyze kl.game 1 --mover 2 --json && json '.mover == 2 and .outcome == "win" and .sg == null and .sg_reason != null'
run 0 'the first player by default' analyze kl.game 1 --json && json '.mover == 1 and .outcome == "loss"'
run 0 '--ask remoteness' analyze games/nim.game 'nim(3) + nim(3)' --ask remoteness && says out '^remoteness +6$' && hides out '^SG value'
run 0 '--ask with a list' analyze games/nim.game 3 --ask sg,outcome && says out '^SG value +3' && hides out '^winning'
for solver in nimbers hashed sequence; do
    run 0 "what JSON has follows from the question: $solver" analyze games/nim.game 3 --no-plugins --solver $solver --ask outcome,wins --json &&
        json '.outcome == "N" and (.wins | length) == 1 and .sg == null and .sg_reason == "not asked for"'
done
run 0 'a P-position whose value nobody asked for' analyze games/nim.game 0 --ask outcome --json && json '.outcome == "P" and .sg == null'
run 0 '--max-moves' analyze row.game '[3, 3, 3]' --max-moves 1 --json && json '(.wins | length) == 1 and .wins_complete == false and .wins_reason != null'
usage '--ask of no question' '^cgi: --ask takes .* not .foo.' analyze games/nim.game 3 --ask foo
says err '^try'
if [ "$(wc -l <err)" -eq 2 ]; then ok "$name: two lines"; else not_ok "$name: more than two lines" "$(cat err)"; fi
usage '--ask of nothing' 'ask takes' analyze games/nim.game 3 --ask ''
usage '--ask with a comma too many' 'ask takes' analyze games/nim.game 3 --ask sg,
usage '--max-moves 0' 'from 1 on' analyze games/nim.game 3 --max-moves 0
usage '--to 0' 'from 1 on' period games/kayles.game --to 0
usage '--plugin-dir that is not there' 'no such folder' analyze games/nim.game 3 --plugin-dir nowhere
usage '--plugin-dir that is a file' 'not a folder' analyze games/nim.game 3 --plugin-dir bash.game
(export CGI_PLUGIN_PATH=nowhere; run 0 'a search path that is not there' analyze games/nim.game 3; silent err; exit $status) || status=1
run 1 'a test as it is written' test said.game && says out '== win$' && says out 'holds to s in all_rows\(2, 0..2\) \(9 cases\)'
run 3 'a plugin misspelt' analyze words.game 'one(3)' && says err 'E0704' && says err "did you mean 'nim'"
run 0 'help on a message' help E0301 && says out '^E0301: \.\.\. must be' && hides out '%'
run 0 'help on a message in small letters' help w0901 && says out '^W0901: '
usage 'help on nothing' "did you mean 'analyze'" help analyse
run 4 'more than the memory, --json' analyze games/wythoff.game 1000000 1000000 --solver table --memory 200M --json &&
    json '.partial == "the memory budget was reached"' && says err 'error\[E0697\].*table: it needs about 4 TB' &&
    if [ "$(wc -l <out)" -eq 1 ]; then ok "$name: one object"; else not_ok "$name: one object" "$(cat out)"; fi
run 4 'nothing known' analyze games/nim.game 3 --timeout 0 && says out '^solver +none: no solver finished' && hides out '^checked'
for solver in sequence table hashed wholesum; do
    "$CGI" analyze games/kayles.game 7 --solver $solver --json >out 2>err; code=$?; name="--solver $solver"
    if [ $code -eq 0 ]; then json ".solver.name == \"$solver\""; elif grep -q E0692 err out; then ok "$name says why it cannot"; else
        not_ok "$name: exit $code" "$(cat err)"; fi
done
run 0 '--no-plugins' analyze games/nim.game 3 5 --no-plugins && hides out 'closed form' && says out 'SG value +6$'
for stage in ast model code plan graph; do run 0 "--dump=$stage" analyze games/kayles.game 5 --dump=$stage && says out .; done

# ---- parameters -------------------------------------------------------------------------------------------------------------------
run 0 '--set of a number' analyze bash.game 9 --set m=4 && says out '^SG value +4$'
run 0 '--set twice, the later one counts' analyze bash.game 9 --set m=2 --set m=4 && says out '^SG value +4$'
run 0 '--set with the game' analyze bash.game 9 --set bash.m=4 && says out '^SG value +4$'
run 0 '--set of a set' analyze flags.game 2 --set 'S={2}' && says out '^SG value +1$'
run 0 '--set of a truth value' analyze flags.game 2 --set odd_only=true --set 'S={1,2}' && says out '^SG value +0$'
run 0 'a sweep' analyze bash.game 9 --set m=2..4 && says out '^set +m = 2$' && says out '^set +m = 4$'
run 0 'a sweep in JSON' analyze bash.game 9 --set m=2..4 --json && json '.set != null'
run 0 'two sweeps' table bash.game 3 --set m=1..2 --json
[ "$(wc -l <out)" -eq 2 ] && ok 'a sweep gives an object a setting' || not_ok 'a sweep gives an object a setting' "$(cat out)"
cat >who.game <<'RULE'
game kl(n) { param k = 1; param l = 2; move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl(n - t) }
RULE
usage '--ask sg where the mover matters' 'E0640' analyze who.game 4 5 --ask sg
run 0 'equal numbers make it impartial' analyze who.game 4 7 8 12 --set k=3 --set l=3 && says out '^SG value +6$' && says out 'normal form'
run 0 'so do small heaps' analyze who.game 1 2 3 --set k=4 --set l=5 --json && json '.sg == 0 and (.impartial | test("compared at all 3"))'
run 0 'a player may be named all the same' analyze who.game 1 2 3 --set k=4 --set l=5 --mover 2 --json && json '.mover == 2 and .outcome == "loss"'
cat >shared.game <<'RULE'
game shared(n) {
  move any(t in 1..n) where mover == 1 or odd(t)    -> shared(n - t)
  move rest(t in 1..n) where mover == 2 and even(t) -> shared(n - t)
}
RULE
run 0 'a move has the name that the player knows it by' analyze shared.game 3 3 2 --mover 2 --json &&
    json '[.wins[].name] == ["rest", "rest", "rest"] and (.impartial | test("proves$"))'
run 0 'the other player knows it by another' analyze shared.game 3 3 2 --json && json '[.wins[].name] == ["any", "any", "any"]'
run 0 'so it is at any size' analyze shared.game 100000000000000000000 --mover 2 --json && json '[.wins[].name] == ["rest"]'
run 0 'in a game each player is shown his own' play shared.game 4 </dev/null && says out 'any\(t = 2\)'
run 0 'and the one who begins may be player 2' play shared.game 4 --mover 2 </dev/null && says out 'rest\(t = 2\)'
run 0 'equal numbers leave the moves of large heaps named' analyze who.game 100000000000000000000 7 --set k=3 --set l=3 --json &&
    json '.wins_complete and [.wins[].to] == ["kl(7) + kl(7)", "kl(10) + kl(7)"]'
cat >tame.game <<'RULE'
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> kayles(a) + kayles(n - t - a) }
game wythoff(a, b) {
  move left(t in 1..a) -> wythoff(a - t, b)
  move right(t in 1..b) -> wythoff(a, b - t)
  move both(t in 1..min(a, b)) -> wythoff(a - t, b - t)
}
RULE
# kayles(4) alone is lost in misere play; nim(6) is worth what wythoff(4, 5) is, and of its options only wythoff(0, 1) is worth 1
run 0 'misere play: a large heap beside a searched game' analyze tame.game 'kayles(4) + nim(1000000000000)' --misere --json &&
    json '.wins_complete and [.wins[].to] == ["kayles(4) + nim(0)"]'
run 0 'misere play: beside a game whose values are searched' analyze tame.game 'wythoff(4, 5) + nim(1000000000000)' --misere --json &&
    json '.wins_complete and [.wins[].to] == ["wythoff(4, 5) + nim(6)"]'
run 0 'misere play: the searched game moves' analyze tame.game 'nim(9000000000000000001) + wythoff(4, 5) + nim(9000000000000000000)' \
    --misere --json && json '.wins_complete and [.wins[].move] == ["both(t = 4) in wythoff(4, 5)"]'
usage '--set without a value' 'E0101' analyze bash.game 3 --set m=
usage '--set without a name' 'E0680' analyze bash.game 3 --set =5
usage '--set of a bare word' 'E0680' analyze bash.game 3 --set m
usage '--set of no parameter' 'E0620' analyze bash.game 3 --set k=5
usage '--set outside the domain' 'E0409' analyze bash.game 3 --set m=0
usage '--set of an unknown word' 'E0201' analyze bash.game 3 --set m=x
usage '--set of a set for a number' 'E0622' analyze bash.game 3 --set 'm={1,2}'
usage '--set of a number for a set' 'E0622' analyze flags.game 3 --set S=3
usage '--set of a set that a shell took apart' 'put a set in quotes: --set .S=\{1, 3\}' analyze flags.game 3 --set S=3 S=4
usage '--set of a set without braces' 'put a set in quotes' analyze flags.game 3 --set S=3,4
usage '--set where two games have one' 'E0621' analyze two.game 3 --set k=5
run 0 '--set of one of two' analyze two.game 3 --set two.k=5 && says out '^SG value +3$'
usage 'a sweep backwards' 'E0623' analyze bash.game 3 --set m=5..1
usage 'a sweep without end' 'E0101' analyze bash.game 3 --set m=1..
usage 'a sweep of too many values' 'E0623' analyze bash.game 3 --set m=1..100000000
usage 'sweeps of too many settings' 'E0681' analyze kl.game 3 --set k=1..90000 --set l=1..90000

# ---- tables, periods, models --------------------------------------------------------------------------------------------------------
run 0 'table --csv' table games/wythoff.game 0..1 0..2 --csv && silent err && exactly out 'a,b,sg,outcome
0,0,0,P
0,1,1,N
0,2,2,N
1,0,1,N
1,1,2,N
1,2,0,P'
run 0 'table --bfile' table games/grundy.game 0..8 --bfile && silent err && exactly out '0 0
1 0
2 0
3 1
4 0
5 2
6 1
7 0
8 2'
run 0 'table --json' table games/wythoff.game 0..1 0..2 --json && json '.columns == ["a", "b", "sg", "outcome"] and (.rows | length) == 6 and .rows[5] == [1, 2, 0, "P"]'
run 0 'table of one value' table games/nim.game 5 --csv && exactly out 'n,sg,outcome
5,5,N'
cat >boards.game <<'RULE'
game pins(s: row) {
  start(n) where n != 2 -> pins([1 for i in 1..n])
  start(r, c) -> pins([1 for i in 1..r * c])
  move one(i in 1..len(s)) where s[i] == 1 -> pins(s with { [i] = 0 })
  move two(i in 1..len(s) - 1) where s[i] == 1 and s[i + 1] == 1 -> pins(s with { [i] = 0, [i + 1] = 0 })
}
RULE
run 0 'table of starts' table boards.game 0..4 --csv && exactly out 'n,sg,outcome
0,0,P
1,1,N
3,3,N
4,1,N'
run 0 'table of starts of two numbers' table boards.game 0..1 2..3 && exactly out 'r\c 2 3
0   0 0
1   2 3'
run 0 'table of starts in misere play' table boards.game 0..1 --misere --csv && exactly out 'n,outcome
0,N
1,P'
usage 'table of starts, ranges that no start has' 'E0687.*1 range,' table boards.game 1 2 3
run 0 'table in misere play' table games/nim.game 0..2 --misere --csv && exactly out 'n,outcome
0,N
1,P
2,N'
run 0 'where search answers no closed form is named' analyze games/nim.game 3 5 --solver hashed &&
    says out '^checked +mex over all 8 options, and every position computed' && hides out 'closed form'

# `symmetric` false far away: what rests on it says in every form that it is not proved
cat >far.game <<'END_OF_RULE'
game far(x, y) { symmetric
  move left(t in 1..x) -> far(x - t, y)
  move right(t in 1..y) -> far(x, y - t)
  move jump where x == 59 and y == 60 and x * y == 3540 -> far(7, 0)
  claim P(far(x, x)) for x in 0..9
}
END_OF_RULE
seen="'symmetric' of far: checked at [0-9]* positions, not proved"
run 0 'not proved: analyze' analyze far.game 700 701 && says out "^checked .* up to $seen"
run 0 'not proved: explain' explain far.game 700 701 && says out "^checked .* up to $seen"
run 0 'not proved: analyze --json' analyze far.game 700 701 --json && json '.checked | test("checked at [0-9]+ positions, not proved")'
# a table is searched without the clause as well, where the budget is enough for both
run 0 'a table, compared' table far.game 0..1 0..1 && says err "; the same by a search without 'symmetric' and 'canon'\$" && hides err 'not proved'
run 0 'a table, compared, --json' table far.game 0..1 0..1 --json && json '.claim | test("; the same by a search without")'
run 0 'a table, compared, --csv' table far.game 0..1 0..1 --csv && silent err
few='0..30 0..30 --solver hashed --max-states 700'
# shellcheck disable=SC2086 # the box is words
run 0 'not proved: table' table far.game $few && says err "; $seen"
# shellcheck disable=SC2086
run 0 'not proved: table --json' table far.game $few --json && json '.claim | test("not proved")'
# shellcheck disable=SC2086
run 0 'not proved: table --csv' table far.game $few --csv && says err "W0792.*$seen"
for way in '' '--solver hashed' '--csv'; do
    # shellcheck disable=SC2086
    run 5 "a table where the clause is false $way" table far.game 58..60 59..60 $way && silent out &&
        says err "E0591.*'symmetric' makes far\(60, 59\) and far\(59, 60\) the same, but their SG values are 7 and 64"
done
run 5 'a table beyond which it is false' table far.game 60..60 64..65 --solver hashed && silent out &&
    says err "E0594.*'symmetric' of 'far' is false: with it far\(60, 65\) has SG value 7, and without it SG value 124"
run 5 'a table in misere play where it is false' table far.game 58..60 58..60 --misere && silent out && says err 'E059[1-4]'
run 5 'a table as JSON where it is false' table far.game 58..60 58..60 --json && json '.diagnostics[0].id == "E0591"'
run 0 'a table near which it is false' table far.game 60..61 64..65 && says out '^60 +123 124$'
run 0 'not proved: test' test far.game && says out "holds to x = 9 .10 cases.; $seen"
run 0 'not proved: test --tap' test far.game --tap && says out "^# holds to x = 9 .10 cases.; $seen"
run 0 'not proved: test --json' test far.game --json && json '.cases[0].passed and (.cases[0].verdict | test("not proved"))'
sed 's/far(7, 0)/far(8, 0)/' far.game >farther.game
run 0 'not proved: compare' compare far.game farther.game && says out "^assumed .*$seen"
printf '1 2 3 3' | "$CGI" analyze far.game --batch - --input pairs >out 2>err
exactly out 'N
P' && says err "W0792.*$seen"
# what is only seen, and what tries nothing, does not pass, in any form
printf 'game late(n) { move take(t in {1, 2}) where t <= n and (t == 1 or n * n == 4000004000001) -> late(n - t)\n  expect period 2 from 0\n}\n' >late.game
run 4 'a period that is only seen' test late.game && says out '^not decided late.game:2 ' && says out '^ +observed to n = 4104, not proved$' && says out '^0 passed, 0 failed, 1 not decided$'
run 4 'a period that is only seen, --tap' test late.game --tap && says out '^not ok 1 ' && says out '^# observed to n = 4104, not proved$'
run 4 'a period that is only seen, --json' test late.game --json && json '.passed == 0 and .open == 1 and (.cases[0] | .verdict == "not decided" and .passed == false and .counterexample == "observed to n = 4104, not proved")'
printf 'game none(n) { move take(t in 1..n) -> none(n - t)\n  claim P(none(n)) for n in 5..4\n  expect sg(none(2)) == 2\n}\n' >none.game
run 4 'no case' test none.game && says out '^not decided none.game:2 ' && says out '^ +no case was tried$' && says out '^1 passed, 0 failed, 1 not decided$'
run 4 'no case, --json' test none.game --json && json '.cases[0] | .verdict == "not decided" and .counterexample == "no case was tried"'

# `solve` on the author's word: the same forms; a place where the rule changes is looked at
solve() { printf 'game g(n) { solve nim move take(t in 1..n) where %s -> g(n - t) expect sg(g(3)) == 3 }\n' "$1" >word.game; }
word="'solve nim' of g: assumed, the rule is not proved to be that of nim"
solve '(n * 7 + t) % 1000003 != 5'
run 0 'assumed: analyze' analyze word.game 60 && says out "^checked .*$word"
run 0 'assumed: analyze --json' analyze word.game 60 --json && json '.checked | test("assumed")'
run 0 'assumed: table' table word.game 0..3 && says err "$word"
run 0 'assumed: table --csv' table word.game 0..3 --csv && says err "W0792.*$word"
run 0 'assumed: test' test word.game && says out "holds; $word"
run 0 'assumed: compare' compare word.game nim && says out "^assumed .*$word"
printf '1 2' | "$CGI" analyze word.game --batch - --input pairs >out 2>err
name='assumed: --batch'; says err "W0792.*$word"
for rule in 'n != 5000' 't != 70000' '2 * n != 90000' 'n * n != 400000000' 'n - t != 123456' 'n != 1000000000000' 'n - 5000 != t + 1000'; do
    solve "$rule"
    run 5 "solve nim, and $rule" analyze word.game 3 && says err 'E0791' && silent out
    run 5 "solve nim, and $rule, in misere play" analyze word.game 3 --misere && says err 'E0791'
done

run 5 'a clause that changes the answer' analyze far.game 60 65 && says err 'E0594' && silent out

run 0 'a sweep in CSV is one table' table bash.game 0..2 --set m=1..2 --csv && exactly out 'm,n,sg,outcome
1,0,0,P
1,1,1,N
1,2,0,P
2,0,0,P
2,1,1,N
2,2,2,N'
run 0 'a sweep for people is a table a setting' table bash.game 0..2 --set m=1..2 && says out '^set +m = 1$' && says out '^set +m = 2$' && says out '^$'
usage 'a sweep as b-file' 'one sequence' table bash.game 0..2 --set m=1..2 --bfile
run 0 'explain in a sweep' explain bash.game 2 --set m=1..2 && says out '^set +m = 1$' && says out '^set +m = 2$'
run 0 'test in a sweep' test law.game --set m=1..2 && says out 'law.game:4 .*\(m = 1\)$' && says out 'law.game:4 .*\(m = 2\)$' && says out '^2 passed'
run 0 'test in a sweep in JSON' test law.game --set m=1..2 --json && json '(.cases | length) == 2 and .cases[1].set == "m = 2"'
for stage in ast model code; do
    run 2 "--dump=$stage --json" analyze bash.game 3 --dump=$stage --json && silent err && json '.diagnostics[0].message | endswith("as text; omit --json")'
done
run 2 '--dump=plan --json' explain bash.game 3 --dump=plan --json && json '.diagnostics[0].message | endswith("omit --json, or ask explain --json, which has the plan")'
run 2 '--dump=graph --json' analyze bash.game 3 --dump=graph --json && json '.diagnostics[0].message | endswith("omit --json, or ask graph --json")'
printf 'game pl(a, b) { move t(x in 1..a) where x %% 3 != mover -> pl(a - x, b) move u(x in 1..b) where x %% 2 == mover %% 2 -> pl(a, b - x) }' >movers.game
echo 'game stones(s: grid) { move put(i in 1..rows(s), j in 1..cols(s)) where s[i, j] == 0 and s[i - 1, j] + s[i + 1, j] + s[i, j - 1] + s[i, j + 1] < 3 -> stones(s with { [i, j] = 1 }) }' >stones.game
run 0 'a small board by the table that is named' analyze stones.game 'grid(3,3,0)' --misere --solver bits --ask outcome --no-cache
for states in 1000 400000 1000000; do run 4 "a table of bits with a budget of $states" analyze stones.game 'grid(4,5,0)' --misere --solver bits --ask outcome --max-states $states --no-cache && says err 'position budget'; done
echo 'game pairs(a, b) { move l(t in 1..a) where (a + b * t) % 5 != 1 -> pairs(a - t, b) move r(t in 1..b) -> pairs(a, b - t) }' >pairs.game
for play in '' --misere; do run 4 "states that are numbered, with a budget $play" analyze pairs.game 9 8 $play --solver ranked --max-states 20 --no-cache && says err "E0692.*'ranked' cannot answer this question: more positions would be numbered than may be stored" && says out '^partial +the position budget was reached'; done
echo 'game ones(s: row) { move m(v in 1..len(s)) where s[v] == 1 -> ones(s with { [v] = 0 }) }' >ones.game
run 4 'parts that are numbered, with a budget' analyze ones.game '[3, 2, 1, 3, 3, 2, 1]' --solver ranked --max-states 1 --no-cache && says err "E0692.*'ranked' cannot answer this question: more positions would be numbered than may be stored" && says out '^partial +the position budget was reached'
echo 'game two_of(s: row) { move m(i in 1..len(s) - 1, t in 1..min(s[i], s[i + 1])) -> two_of(s with { [i] -= t, [i + 1] -= t }) }' >two_of.game
run 2 'more numbers than are numbered' analyze two_of.game "$(printf '%057d' 0 | sed 's/0/1, /g; s/^/[/; s/, $/]/')" --solver ranked --no-cache && says err 'is not made of at most 56 numbers'
run 4 'a table of bits with a budget of memory' analyze stones.game 'grid(4,6,0)' --misere --solver bits --ask outcome --memory 6M --no-cache && says err 'memory budget'
run 4 'the plan of what is not run to its end' analyze movers.game 40 50 --dump=plan --max-states 10 --no-cache && says out '^plan .* about .* s, .* bytes' && says err 'position budget'
run 0 'the plan of the remoteness' analyze movers.game 4 5 --ask remoteness --dump=plan --no-cache && says out '^ *remoteness of pl\(4, 5\):$' && says out '^ *\* wholesum: about .* s, .* bytes'
printf 'lua [[ function odd(n, t) return (n + t) %% 7 ~= 3 end ]]\ngame few(n) { move take(t in 1..min(n, 60)) where lua.odd(n, t) -> few(n - t) }' >few.game
"$CGI" check few.game >/dev/null 2>&1 && # built with Lua
    run 0 'the plan where options stop growing and cost much' analyze few.game 5000 --ask sg --dump=plan --no-plugins --no-cache && says out '^ *sequence: about 0\.[0-9]* s,'
usage '--dump of two files' 'shows one file' check bash.game games/nim.game --dump=model
for word in 'check bash.game' 'fmt bash.game' models plugins; do
    usage "--solver with ${word%% *}" "solver does not belong to .cgi ${word%% *}" $word --solver nim
done
run 2 '--dump of a check as JSON' check bash.game --dump=model --json && json '.diagnostics[0].id == "E0695"'
usage 'a dump in a sweep' 'one setting' analyze bash.game 3 --dump=plan --set m=1..2
usage 'table --bfile of two fields' 'bfile needs' table games/wythoff.game 0..1 0..1 --bfile
usage 'table with a range too few' 'E0687' table games/wythoff.game 0..3
usage 'table without a range' 'E0687' table games/nim.game
usage 'table backwards' 'E0685' table games/nim.game 3..0
printf 'game low(x: int) { move step where x + 9223372036854775807 > 2 -> low(x - 1) }\n' >low.game
run 0 'table from the least number on' table low.game -9223372036854775808..-9223372036854775804 --csv &&
says out '^-9223372036854775808,0,P$' && says out '^-9223372036854775804,1,N$'
usage 'table of rows' 'E0686' table row.game 0..3
run 0 'period' period games/kayles.game --json && json '.verdict == "proved" and .period == 12 and .preperiod == 71 and .theorem != null'
run 0 'period over too few heaps' period games/kayles.game --to 50 && says out 'none found'
run 0 'period of each setting' period bash.game --set m=2..3 --json && json '.verdict == "proved" and .period >= 3'
run 0 'explain' explain games/nim.game 2 --json && json '(.options | length) == 2 and .mex == 2 and (.plan | length) > 0 and ([.plan[] | select(.chosen)] | length) == 1'
run 0 'models' models --json && json '.models | type == "array"'
run 0 'plugins' plugins --json && json '.plugins | type == "array"'

# ---- JSON -----------------------------------------------------------------------------------------------------------------------------
run 0 'analyze --json' analyze games/nim.game 3 5 --json
silent err
json '.cgi == 1 and .game == "nim" and .play == "normal" and .outcome == "N" and .sg == 6 and .wins_complete and (.wins | length) == 1'
json '.wins[0] | .move == "take(t = 2) in nim(5)" and .to == "nim(3) + nim(3)" and .component == 2 and .name == "take" and .values == {"t": 2}'
json '.solver | has("name") and has("kind") and has("claim") and has("source")'
run 0 'test --json' test games/nim.game --json && json '.failed == 0 and .passed == (.cases | length) and (.cases[0] | has("line") and has("text") and has("verdict") and has("counterexample"))'
run 1 'test --json of a failure' test wrong.game --json && json '.passed == 1 and .failed == 2 and .cases[1].counterexample != null'
run 0 'test --tap' test games/nim.game --tap && says out '^ok 1 - ' && says out '^1\.\.[0-9]+$'
run 1 'test --tap of a failure' test wrong.game --tap && says out '^not ok 2 - '
run 0 'check --json' check games/nim.game --json && json '.diagnostics == []'
echo 'param k = 1 in 1..3 game g(n) { move x where popcount(n) == 1 and n > 999 -> g(xor(n, 3)) move y(t in 1..n) where t % 2 == k % 2 -> g(n - t) }' >unproved.game
run 0 'W0907 comes after the answer, once' analyze unproved.game 500 --set k=1..3 && says err 'W0907'
grep W0907 err | sed 1d >again && cp again err && silent err
"$CGI" analyze unproved.game 500 >out 2>&1
head -n 1 out >first && cp first out && says out '^position'
run 0 'W0907 in test' test unproved.game && says err 'W0907'
echo 'param k = 1 in 0.. game g(n) { move x(m in 0..n) where m + k <= n -> g(m) }' >nim_by_k.game
run 0 'check says W0907 of every rule' check nim_by_k.game && says err 'W0907'
run 0 'no W0907 for what a plugin is proved to fit' analyze nim_by_k.game 5 && silent err
run 0 'check --proof' check games/nim.game --proof && silent err && says out '^  ends: proved; this falls with every move: n$' && says out '^    take: n - t is never negative$'
run 0 'check --proof of what is not proved' check games/northcott.game --proof && says out 'not proved; its moves depend on' && says out '^  tried: [0-9]+ positions'
run 0 'check --proof --json' check games/nim.game --proof --json && json '.diagnostics == [] and (.proofs | length) == 1 and (.proofs[0] | .impartial.proved and .ends.proved and .stays.proved and .ends.moves[0].move == "take" and .tried == null)'
run 0 'check --proof --json of what is not proved' check games/northcott.game --proof --json && json '.proofs[0] | (.ends.proved | not) and .tried.positions > 0 and (.tried.differs | startswith("at "))'
run 3 'check --proof of an error' check broken.game --proof && says err 'E0201'
run 3 'check --json of an error' check broken.game --json && silent err
json '.diagnostics[0] | .id == "E0201" and .severity == "error" and .file == "broken.game" and .line == 1 and .column == 47 and .end_line == 1 and .end_column == 48 and (.message | length) > 0 and (.notes | type) == "array"'
run 0 'check --json of a warning' check warns.game --json && json '.diagnostics[0] | .id == "W0901" and .severity == "warning"'
run 3 'analyze --json of an error' analyze broken.game 3 --json && silent err && json '.diagnostics[0].id == "E0201"'
run 2 'analyze --json of a missing file' analyze nowhere.game 3 --json && silent err && json '.diagnostics[0].id == "E0001"'
run 5 'analyze --json of a failing rule' analyze round.game 2 --json && json '[.diagnostics[].id] | index("E0590") != null'

usage_json() { # NAME ARGUMENT...: exit 2, a diagnostic on standard output, nothing on standard error
    title=$1
    shift
    run 2 "$title" "$@"
    silent err
    json '.diagnostics[0].id == "E0695"'
}
usage_json 'a mistake of usage in JSON' analyze games/nim.game 3 --ask foo --json
usage_json 'an unknown option in JSON' analyze games/nim.game 3 --frob --json
run 4 'no answer in JSON' explain games/nim.game 3 --json --timeout 0 && silent err && json '.diagnostics[0].id == "E0696"'
run 4 'a partial answer in JSON' analyze games/grundy.game 99999999999999999999999 --max-states 2000 --json && silent err && json '.partial != null'
if [ "$(wc -l <out)" -eq 1 ]; then ok "$name: one object"; else not_ok "$name: more than one object" "$(cat out)"; fi
usage 'two forms of a table' 'two forms' table games/nim.game 0..3 --csv --bfile
usage 'two forms of a test' '' test games/nim.game --tap --bfile
usage 'a command misspelt' "did you mean 'analyze'" analyse games/nim.game
usage 'an option misspelt' "did you mean '--timeout'" analyze games/nim.game 3 --timout=3
usage 'a negative time' "not '-1'" analyze games/nim.game 3 --timeout -1
usage 'another parameter' 'its parameters are bash.m' analyze bash.game 3 --set kk=3
usage 'a parameter where there is none' 'declares no parameter' analyze games/nim.game 3 --set k=3
for command in 'table games/nim.game 0..3' 'test games/nim.game' help --version models 'analyze games/nim.game 3 --dump=ast'; do
    name="full disk: $command"
    "$CGI" $command >/dev/full 2>err
    code=$?
    if [ $code -eq 2 ]; then says err 'standard output'; else not_ok "$name: exit $code"; fi
done

# ---- colour -----------------------------------------------------------------------------------------------------------------------------
escape=$(printf '\033')
run 0 'no colour into a file' analyze games/nim.game 3 && hides out "$escape"
run 0 '--color always' analyze games/nim.game 3 --color always && says out "$escape"
run 0 '--color never' analyze games/nim.game 3 --color never && hides out "$escape"
run 3 'no colour in messages' check broken.game && hides err "$escape"
run 3 'colour in messages' check broken.game --color always && says err "$escape"
run 3 'no colour in JSON' check broken.game --color always --json && hides out "$escape"
# In a root without /dev/pts no terminal can be made.
terminals=no
command -v script >/dev/null 2>&1 && script -qec true /dev/null </dev/null >/dev/null 2>&1 && terminals=yes
if [ $terminals = yes ]; then
    on_terminal() { TERM=xterm script -qec "$1" /dev/null </dev/null >out 2>err; }
    name='colour on a terminal'
    on_terminal "'$CGI' analyze games/nim.game 3" && says out "$escape\[1mposition"
    name='NO_COLOR on a terminal'
    NO_COLOR=1 on_terminal "'$CGI' analyze games/nim.game 3" && hides out "$escape\[1m"
    name='no progress is left in front of an answer'
    on_terminal "'$CGI' analyze games/nim.game 3 --color never" && hides out "positions[^$(printf '\r')]*position "
else ok 'colour on a terminal # SKIP there is no script, or it gets no terminal'; fi

# ---- budgets ------------------------------------------------------------------------------------------------------------------------------
hard='[9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 8]'
run 4 '--timeout' analyze slow.game "$hard" --timeout 0.2 && says out '^partial +the time budget' && says out '^outcome +not known' && says err 'time budget'
run 4 '--timeout in JSON' analyze slow.game "$hard" --timeout 0.2 --json && json '.outcome == null and .sg == null and .partial != null and .wins_complete == false'
run 4 '--timeout 0' analyze games/nim.game 3 --timeout 0
run 4 '--max-states' analyze slow.game "$hard" --max-states 1000 && says out 'position budget'
run 4 '--memory' analyze slow.game "$hard" --memory 8M && says out 'memory budget'
run 4 'table that does not fit' table games/nim.game 0..99999999999 && silent out
run 4 'test with a budget' test slow.game --max-states 1000 && says out 'budget'
run 0 'budgets that suffice' analyze games/nim.game 3 5 --no-plugins --timeout 100000 --max-states 100000 --memory 1G

# Ctrl-C ends a long search, with what is known. On a terminal the search shows when it has begun.
name='interrupt'
if [ $terminals = yes ]; then
    : >begun
    TERM=xterm script -qec "echo \$\$ >pid; exec '$CGI' analyze slow.game '$hard' >out" begun </dev/null >/dev/null 2>&1 &
    child=$!
    until grep -q 'positions' begun || ! kill -0 $child 2>/dev/null; do sleep 0.05; done
    kill -INT "$(cat pid)"
    wait $child
    code=$?
    if [ $code -eq 4 ]; then ok "$name"; else not_ok "$name: exit $code" "$(cat begun)"; fi
    says out '^partial +interrupted'
    says begun 'interrupted'
else ok "$name # SKIP there is no script, or it gets no terminal"; fi

# A number beyond 64 bits is a limit of the search and no part of the rule (manual, 6.2): what needs no such number answers.
printf 'game g(a, b) {\n  move x(t in 1..a) where (b + 1) * 3074457345618258602 > 0 -> g(a - t, b)\n  move y(t in 1..b) -> g(a, b - t)\n}\n' >wide.game
run 0 'a closed form needs no number beyond 64 bits' analyze wide.game 3 5
says out '^SG value +6$'
run 5 'a search does' analyze wide.game 3 5 --solver hashed
says err 'E0501.*does not fit 64 bits; a search computes'

# The least positions are those of the invariant, so boxes begin there.
cat >bar.game <<'X'
game bar(m, n) where m >= 1 and n >= 1 {
  move across(i in 1..m - 1) -> bar(i, n)
  move along(j in 1..n - 1) -> bar(m, j)
  move corner(t in 1..min(m, n) - 1) -> bar(m - t, n - t)
}
X
run 0 'a box that begins at 1' analyze bar.game 4 5 --ask sg --solver lines
says out '^SG value +2$'
# A table for which SG values are asked says why there are none; without --ask the solver shows what it has.
cat >left.game <<'X'
game left(a, b) {
  move one(m in 0..a - 1) where (pow(2, m) + isqrt(b)) % 3 != 1 -> left(m, b)
  move two(m in 0..b - 1) where (pow(2, m) + isqrt(a)) % 3 != 1 -> left(a, m)
}
X
for form in '' --csv; do
    run 2 "values of a solver of outcomes $form" table left.game 0..4 0..4 --ask sg --solver wholesum $form
    says err "left.game:1:.*E0692.*'wholesum' cannot answer.*outcomes here and no SG values; --ask outcome"
    hides out '[NP]'
    run 0 "what it has $form" table left.game 0..4 0..4 --solver wholesum $form && says out '[NP]' && hides out 'sg'
    run 0 "outcomes $form" table left.game 0..4 0..4 --ask outcome --solver wholesum $form && says out '[NP]'
done
run 2 'values of positions of a start' table games/cram.game 1..2 1..3 --ask sg --solver wholesum && says err 'E0692'
run 2 'neither' table games/cram.game 1..2 1..3 --ask sg --solver lines && says err 'E0692.*questions of this kind'
run 0 'values by a solver that has them' table left.game 0..4 0..4 --ask sg --solver lines --csv && says out '^a,b,sg,outcome'
# All positions of a table are on the board of the largest one, which is made once.
"$CGI" table left.game 0..40 0..40 --solver wholesum 2>err >whole
"$CGI" table left.game 0..40 0..40 --ask outcome 2>err >best
if cmp -s whole best; then ok 'a table on one board'; else not_ok 'a table on one board' "$(cat err)"; fi
# ---- words that call functions of the language ------------------------------------------------------------------------
cat >cells.game <<'END'
game cells(g: grid) {
  move hit(i in 1..rows(g), j in 1..cols(g)) where g[i, j] == 0 -> cells(g with { [i, j] = 1 })
}
END
cat >walker.game <<'END'
game walker(g: grid, r) {
  move on(i in 1..rows(g)) where g[i, r] == 0 -> walker(g with { [i, r] = 1 }, r)
}
END
cat >hides.game <<'END'
game grid(n) { move take(t in 1..n) -> grid(n - t) }
END
run 0 'a word that makes a grid' analyze cells.game 'grid(2, 3, 0)'
says out '^position +cells\(\[\[0, 0, 0\], \[0, 0, 0\]\]\)$'
run 0 'two of them' analyze cells.game 'grid(1, 2, 0)' 'grid(1, 1, 0)'
says out '^position +cells\(\[\[0, 0\]\]\) \+ cells\(\[\[0\]\]\)$'
run 0 'one of several words' analyze walker.game 'grid(2, 2, 0)' 'max(1, 2)'
says out '^position +walker\(\[\[0, 0\], \[0, 0\]\], 2\)$'
run 0 'a number' analyze games/nim.game 'xor(3, 5)'
says out '^position +nim\(6\)$'
run 0 'a game of that name' analyze hides.game 'grid(3)' + 'grid(4)'
says out '^position +grid\(3\) \+ grid\(4\)$'
usage 'a function of truth values' 'this must be a position, and this is true or false|must be' analyze games/nim.game 'odd(3)'

exit $status
