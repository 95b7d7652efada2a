#!/bin/sh
# cgi compare as a caller sees it: the four verdicts, the smallest difference, every kind of OTHER, mistakes.
. "$(dirname "$0")/cases.sh"

cat >xor.game <<'END_OF_RULE'
game x(a, b) { move m(t in 1..min(2, a), u in 1..min(2, b)) where xor(1, u) < u -> x(a - u, t) }
END_OF_RULE
cat >xor_other.game <<'END_OF_RULE'
game y(a, b) { move m(t in 1..min(2, a), u in 1..min(2, b)) where xor(1, u) <= u -> y(a - t, t) }
END_OF_RULE
cat >leave.game <<'END_OF_RULE'
game pile(k) { move grab(y in 0..k - 1) -> pile(y) }
END_OF_RULE
cat >seven.game <<'END_OF_RULE'
game pile(k) { move grab(t in 1..k) where t != 7 -> pile(k - t) }
END_OF_RULE
cat >turned.game <<'END_OF_RULE'
game w(y, x) {
  move both(t in 1..min(x, y)) -> w(y - t, x - t)
  move one(t in 1..x) -> w(y, x - t)
  move other(t in 1..y) -> w(y - t, x)
}
END_OF_RULE
cat >late.game <<'END_OF_RULE'
game late(a, b) {
  move left(t in 1..a) -> late(a - t, b)
  move right(t in 1..b) -> late(a, b - t)
  move both(t in 1..min(a, b)) where t != 5 -> late(a - t, b - t)
}
END_OF_RULE
cat >one_three.game <<'END_OF_RULE'
game s(n) { param S = {1, 3} move take(t in S) where t <= n -> s(n - t) }
END_OF_RULE
cat >one.game <<'END_OF_RULE'
game s(n) { move take where n > 0 -> s(n - 1) }
END_OF_RULE
cat >steps.game <<'END_OF_RULE'
game steps(s: row) {
  move off(t in 1..s[1]) -> steps(s with { [1] -= t })
  move down(i in 2..len(s), t in 1..s[i]) -> steps(s with { [i] -= t, [i - 1] += t })
}
END_OF_RULE
cat >short.game <<'END_OF_RULE'
game short(s: row) {
  move off(t in 1..s[1]) where t < 3 -> short(s with { [1] -= t })
  move down(i in 2..len(s), t in 1..s[i]) -> short(s with { [i] -= t, [i - 1] += t })
}
END_OF_RULE
cat >kl.game <<'END_OF_RULE'
game kl(n) { param k = 1; param l = 2 move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl(n - t) }
END_OF_RULE
cat >moore.game <<'END_OF_RULE'
param k = 1 in 1..
game nim(n) { move take(t in 1..n) -> nim(n - t) }
game moore(h: bag) = upto k of (nim(x) for x in h)
END_OF_RULE
sed 's/moore/other/; s/nim/heap/g; s/-> heap(n - t)/-> heap(n - t) expect P(heap(0))/' moore.game >other.game
printf 'game high(n) where n >= 3000 { move take(t in 1..n - 3000) -> high(n - t) }\n' >high.game
printf 'play misere\n' | cat - leave.game >misere.game
printf 'game f(n) { move take(t in 1..n) where 3 / (n - 20) <= 3 -> f(n - t) }\n' >fails.game
sed 's/where t != 5/where t != 40000/; s/late/turned2/g' late.game >turned2.game
printf 'graph g { a -> b c; b -> d; c -> d }\n' >graph.game
printf 'graph h { c -> d; a -> c b; b -> d }\n' >again.game
printf 'graph h { a -> b c; b -> d; c -> d e }\n' >more.game
printf 'graph h { a -> b c; b -> d; c -> d b }\n' >arrow.game
printf 'graph h { a -> b; b -> d; c -> d }\n' >fewer.game
printf 'graph h { a -> b c; b -> d; c -> d; d -> e }\n' >longer.game
printf 'graph r { p -> q s; q -> t; s -> t }\n' >renamed.game
printf 'graph r { p -> q s; q -> t; s -> t q }\n' >shape.game
printf 'graph l { a -> b; b -> a c; c -> d; loopy }\n' >loop.game
printf 'graph l { a -> b; b -> a c; c -> d; a -> c; loopy }\n' >loop2.game
printf 'graph heaps { 1 -> 0; 2 -> 0 1; 3 -> 0 1 2 }\n' >heaps.game
printf 'graph heaps { 1 -> 0; 2 -> 0 1; 3 -> 0 1 2; 4 -> 1 }\n' >heaps4.game
printf 'graph sums from "sums.dot"\n' >sums.game
"$CGI" graph games/nim.game 'nim(1) + nim(2)' >sums.dot
printf 'graph cube { ' >cube.game
printf 'graph turned { ' >cube2.game
for i in 0 1 2 3 4 5 6 7; do
    for bit in 1 2 4; do
        [ $((i & bit)) -eq 0 ] || { printf 'x%s -> x%s; ' $i $((i - bit)) >>cube.game; printf 'y%s -> y%s; ' $((7 - i)) $((7 - i + bit)) >>cube2.game; }
    done
done
echo '}' >>cube.game
echo '}' >>cube2.game
printf 'fn f(n) = n\n' >functions.game
printf 'game whole(n: int) where n >= 0 { move take(t in 1..n) -> whole(n - t) }\n' >whole.game
printf 'game half_line(n: int) { move take(t in 1..n) where t < 5 -> half_line(n - t); loopy }\n' >line.game
printf 'game x(a, s: row) { move m(i in 1..len(s), t in 1..s[i]) -> x(a, s with { [i] -= t }); move u(t in 1..a) -> x(a - t, s) }\n' >front.game
printf 'game x(s: row, a) { move m(i in 1..len(s), t in 1..s[i]) -> x(s with { [i] -= t }, a); move u(t in 1..a) -> x(s, a - t) }\n' >back.game

# ---- the verdicts -------------------------------------------------------------------------------------------------------
run 0 'the same rule in other words' compare games/nim.game leave.game --json && silent err && json '.verdict == "same rules" and .to == null and .first == null'
run 0 'the same the other way round' compare leave.game games/nim.game && says out '^verdict +same rules$'
run 0 'arguments in another order' compare turned.game games/wythoff.game && says out '^verdict +same rules$'
run 0 'a model' compare leave.game nim && says out '^verdict +same rules$'
run 0 'a model with its parameters' compare games/bash.game bash --set m=5 && says out '^proved .*: m = 5$'
run 0 'a code' compare games/nim.game 'octal 0.(3)' && says out '^verdict +same rules$'
run 0 'a code with quotes' compare games/nim.game 'octal "0.(3)"' && says out '^verdict +same rules$'
run 1 'a move that is listed does not fail where it can be tried' compare xor.game xor_other.game && says out '^only +x: m\(t in max\(1, 3 - a\)\.\.min\(2, b\)\) where t > xor\(1, t\) -> x\(a - t, 3 - t\)$'
run 1 'games by their names' compare games/takeaway.game games/fibonacci.game --game once_and_a_half --json && json '.game == "once_and_a_half"'
run 1 'two games of a file' compare games/chess_pieces.game games/chess_pieces.game --game king,knight && says out '^only +king: up where a >= 1 -> king'
run 0 'one game of a file' compare games/chess_pieces.game games/chess_pieces.game --game king,king && says out 'both files say the same|unify'
usage 'no game of the file' "games/chess_pieces.game has no game 'rook'; --game takes the name of a game of FILE" compare games/chess_pieces.game nim --game rook
usage 'no game of the other file' "games/nim.game has no game 'king'; --game takes the name of a game of OTHER after the comma" compare games/chess_pieces.game games/nim.game --game king,king
usage 'no name after the comma' "has no game ''" compare games/chess_pieces.game games/nim.game --game king,
run 0 'the same values by periods' compare games/kayles.game 0.77 --json && json '(.verdict == "same values" or .verdict == "same rules") and .first == null'
run 0 'the same values of other rules' compare one_three.game one.game --json && json '.verdict == "same values" and (.why | test("period 2 from 0"))'
run 1 'parameters that are set count' compare one_three.game one.game --set 'S={1, 2}' && says out '^first +s\(2\): SG value 2$'
run 1 'a file has the parameters it has' compare games/bash.game games/nim.game --json && json '.verdict == "differ" and .first == {"position": "bash(4)", "other": "nim(4)", "a": 0, "b": 4}'
run 0 'they agree to' compare games/wythoff.game late.game --to 9 --json && json '.verdict == "agree" and .to == 9 and .positions == 55'
run 1 'and differ beyond' compare games/wythoff.game late.game --json && json '.verdict == "differ" and .first.position == "wythoff(6, 6)"'
run 1 'the smallest heap' compare games/nim.game seven.game --json && json '.first == {"position": "nim(7)", "other": "pile(7)", "a": 7, "b": 0}'
run 1 'rows in the order of their size' compare steps.game short.game --json && json '.first == {"position": "steps([3])", "other": "short([3])", "a": 3, "b": 0}'
run 1 'movers' compare kl.game games/nim.game --json && json '.first == {"position": "kl(1)", "other": "nim(1)", "mover": 1, "a": "loss", "b": "win"}'
run 0 'movers that agree' compare kl.game kl.game --to 30 && says out '^verdict +(agree|same rules)$'
printf 'game cut(t: tree) { move cut(v in 1..size(t)) -> cut(t - {v}) }\n' >tree.game
printf '# the same\ngame cut(t: tree) {\n  move cut(v in 1..size(t))\n    -> cut(t - {v})\n}\n' >layout.game
printf 'import "tree.game"\ngame two(t: tree) = cut(t) + cut(t)\n' >imports.game
run 0 'files that say the same, of which nothing is proved' compare tree.game layout.game && says out '^verdict +same rules$' && says out '^proved +both files say the same$'
run 0 'what a file says of others is not seen' compare imports.game imports.game && says out '^verdict +agree$'
run 0 'sets of nodes in files that say the same' compare games/node_kayles.game games/node_kayles.game && says out 'same rules'
run 0 'compounds' compare moore.game other.game --to 6 && says out '^verdict +(agree|same rules)$'
run 1 'misere play' compare games/nim.game seven.game --misere --json && json '.first.a == "P" or .first.a == "N"'
run 1 'misere and normal play' compare games/nim.game misere.game --json && json '.verdict == "differ" and .first.position == "nim(0)" and .first.a == "P" and .first.b == "N"'
run 0 'a model is played like the file' compare misere.game nim && says out 'same rules'
run 1 'a turning code counts places from 0' compare games/nim.game 'turning 1-2' && says out '^first +nim\(0\): SG value 0$'

# ---- explicit graphs: nodes by their names, or a graph under other names --------------------------------------------------
run 0 'the same graph' compare graph.game again.game --json && json '.verdict == "same rules" and .to == null and .first == null'
run 0 'a graph and itself' compare loop.game loop.game && says out '^verdict +same rules$'
run 0 'other arrows, the same values' compare graph.game fewer.game --json && json '.verdict == "same values" and .first == null'
run 1 'an arrow more' compare graph.game arrow.game --json && json '.first == {"position": "g(c)", "other": "h(c)", "a": 1, "b": 2}'
run 0 'a node more' compare graph.game more.game --json && json '.verdict == "agree" and .to == 4 and .positions == 4'
run 1 'a longer way' compare graph.game longer.game --json && json '.first.position == "g(a)" and .first.other == "h(a)"'
run 1 'the arrow that only one has' compare graph.game arrow.game --json && json '.only == [{"of": "h", "move": "c -> b"}]' && json '.least == {"position": "g(c)", "other": "h(c)", "a": null, "b": "h(b)"}'
run 0 'the node that only one has' compare graph.game more.game && says out '^only +h: ' && says out 'c -> e' && says out '^ +h: e$' && says out '^least +h\(c\) leads to h\(e\), and g\(c\) does not$'
run 0 'arrows of both sides' compare graph.game fewer.game --json && json '.only == [{"of": "g", "move": "a -> c"}] and .only_exact'
run 0 'a graph under other names' compare graph.game renamed.game && says out '^verdict +same rules$' && says out 'p is a'
run 0 'a symmetric graph under other names' compare cube.game cube2.game && says out '^verdict +same rules$'
printf 'graph r { a -> b; b -> a; c -> d; d -> e; e -> c; loopy }\n' >rings.game
printf 'graph s { p -> q; q -> r; r -> p; s -> t; t -> s; loopy }\n' >rings2.game
printf 'graph s { p -> q; q -> r; r -> s; s -> t; t -> p; loopy }\n' >ring.game
run 0 'rings under other names' compare rings.game rings2.game && says out '^verdict +same rules$' && says out 's is a'
usage 'other rings' "E0663.*their arrows do not fit under other names" compare rings.game ring.game
printf 'play misere\ngraph s { p -> q; q -> r; r -> p; s -> t; t -> s; loopy }\n' >rings3.game
usage 'other names and other play' "E0663.*one is played in normal and one in misere play" compare rings.game rings3.game
usage 'no names in common' "E0663.*'g'.*'r'" compare graph.game shape.game
run 1 'cycles' compare loop.game loop2.game --json && json '.verdict == "differ" and .first.position == "l(a)" and (.first.a | startswith("infinity"))'
run 1 'cycles in misere play' compare loop.game loop2.game --misere --json && json '.first == {"position": "l(a)", "other": "l(a)", "a": "P", "b": "N"}'
run 0 'misere outcomes alone agree' compare graph.game fewer.game --misere --json && json '.verdict == "agree" and .to == 4'
run 0 'a graph and a rule' compare heaps.game games/nim.game --json && json '.verdict == "agree" and .to == 4'
run 1 'a rule and a graph' compare games/nim.game heaps4.game --json && json '.first == {"position": "nim(4)", "other": "heaps(4)", "a": 4, "b": 0}'
run 0 'a graph and a model' compare heaps.game nim && says out '^to +all 4 nodes'
run 1 'a graph and a code' compare heaps.game 0.137 && says out '^first +heaps\(2\)'
run 0 'nodes that are called like sums' compare sums.game games/nim.game && says out '^verdict +agree$'
usage 'nodes that are no positions' "E0664.*'nim'" compare graph.game nim
usage 'positions of another game' "E0664.*'wythoff'" compare sums.game games/wythoff.game

# ---- how the rules differ --------------------------------------------------------------------------------------------------------
printf 'game half(n) { move take(t in 1..n) where 2 * (n - t) >= n - 1 -> half(n - t) }\n' >half.game
printf 'game half(n) { move take(t in 1..n) where 2 * (n - t) >= n -> half(n - t) }\n' >half_up.game
printf 'game b(n) { move take(t in 1..5040) where t <= n -> b(n - t) }\n' >b5040.game
printf 'game b(n) { move take(t in 1..5041) where t <= n -> b(n - t) }\n' >b5041.game
printf 'game m(n) { move take(t in 1..n) where t %% 60 != 7 -> m(n - t) }\n' >sixty.game
printf 'game m(n) { move take(t in 1..n) where t %% 60 != 7 and n %% 61 != 3 -> m(n - t) }\n' >both.game
printf 'game r(h: row) { move take(i in 1..len(h), t in 1..h[i]) -> r(h with { [i] -= t }) }\n' >nim_row.game
printf 'game r(h: row) { move take(i in 1..len(h), t in 1..h[i]) where t %% 2 == 1 -> r(h with { [i] -= t }) }\n' >odd_row.game
printf 'game q(a, b) { move p(t in 1..a) where a * b != 12 -> q(a - t, b) }\n' >product.game
printf 'game q(a, b) { move p(t in 1..a) -> q(a - t, b) }\n' >no_product.game
printf 'game w(n) { move a(t in 1..n) where n %% 3 == mover -> w(n - t) }\n' >mover3.game
printf 'game w(n) { move a(t in 1..n) where n %% 3 == 1 -> w(n - t) }\n' >three.game
printf 'game s(a, b) { move split(t in 1..a - 1) -> s(t, b) + s(a - t, b) }\n' >split.game
printf 'game s(a, b) { move split(t in 1..a - 1) where t != a - t -> s(t, b) + s(a - t, b) }\n' >unequal.game
run 1 'what one side has is a move' compare half.game half_up.game --json && json '.only == [{"of": "half.game", "move": "take where n % 2 == 1 -> half((n - 1) / 2)"}] and .only_exact and .least == {"position": "half(1)", "other": "half(1)", "a": "half(0)", "b": null}'
run 0 'rules that differ beyond what is compared' compare b5040.game b5041.game --json && json '.verdict == "agree" and .only == [{"of": "b5041.game", "move": "take where n >= 5041 -> b(n - 5041)"}] and .least == {"position": "b(5041)", "other": "b(5041)", "a": null, "b": "b(0)"}'
run 1 'remainders' compare sixty.game both.game && says out '^only +sixty.game: take\(t in 1\.\.n\) where n % 61 == 3 and t % 60 != 7 -> m\(n - t\)$' && says out '^least +m\(3\) leads to m\(0\), m\(1\), m\(2\), and m\(3\) does not$'
run 1 'cells of rows' compare nim_row.game odd_row.game && says out '^only +nim_row.game: take\(i in 1\.\.len\(h\), t in 2\.\.h\[i\]\) where t % 2 == 0 -> r\(h with \{ \[i\] -= t \}\)$' && says out 'not looked into'
run 1 'products may have any value' compare product.game no_product.game --json && json '.only_exact == false and .least.position == "q(3, 4)" and .least.b == "q(0, 4), q(1, 4), q(2, 4)" and .only[0].move == "p(t in 1..a) where a * b == 12 -> q(a - t, b)"'
for most in 3 2; do
    [ $most = 3 ] && small='move x(t in 1..b) where a < 2 -> g(b, b - t)' || small=''
    printf 'game g(a, b) { %s move y(t in 2..a) where xor(a, b) < 9 or b > 1 -> g(a - t, b) move z(t in 2..a) where b <= %s * t -> end }\n' "$small" $most >bent$most.game
done
run 1 'the least of differences of which one is not exact' compare bent3.game bent2.game --json && json '.only_exact == false and .least == {"position": "g(0, 1)", "other": "g(0, 1)", "a": "g(1, 0)", "b": null}'
cat >left_out.game <<'END_OF_RULE'
game a(n) { move m0(t in 1..(n + 1) / 2) where t <= 3 and t % 3 != 0 -> a(n - t) }
END_OF_RULE
cat >left_over.game <<'END_OF_RULE'
game b(p) { move m0(t in 1..(p + 1) / 2) where t >= 3 and t % 3 != 1 -> b(p - t) }
END_OF_RULE
run 1 'moves that cannot be said' compare left_out.game left_over.game --json && json '(.only | length) > 0 and .only_unsaid == [{"of": "b", "moves": 1}]'
run 1 'movers in a difference' compare mover3.game three.game --json && json '.only_exact and ([.only[].move | test("mover")] | all)'
run 1 'sums' compare split.game unequal.game --json && json '(.only_exact | not) and .least.position == "s(2, 0)" and .only == [{"of": "split.game", "move": "split where a >= 2 and a % 2 == 0 -> s(a / 2, b) + s(a / 2, b)"}]'
run 0 'nothing is listed where the rules are the same' compare games/nim.game leave.game --json && json 'has("only") and .only == null'
printf 'game g(n) { move m(t in squares) where t <= n and t != 9 -> g(n - t) }\n' >nine.game
printf 'game h(n) { move m(t in squares) where t <= n and t != 4 -> h(n - t) }\n' >four.game
printf 'game g(n, b: bool) { move m where n >= 3 -> g(n - 3, b) }\n' >bool.game
printf 'game h(n, b: bool) { move m where n >= 3 and b -> h(n - 3, b) }\n' >bool2.game
printf 'game g(a) { move t(t in 1..min(a, 4000000000000000000)) -> g(a - t) }\n' >huge.game
printf 'game h(a) { move t(t in 1..min(a, 5)) -> h(a - t) }\n' >five.game
printf 'game g(n) { move a where n == 9 -> g(5) }\n' >nine5.game
printf 'game h(n) { move a where n == 9 -> h(2) }\n' >nine2.game
run 1 'what is taken is named within a set' compare nine.game four.game && says out '^only +h: m\(t in 5\.\.min\(9, n\)\) where t in squares -> h\(n - t\)$'
run 1 'truth values are no numbers' compare bool.game bool2.game && says out '^only +g: m where not b and n >= 3 -> g\(n - 3, false\)$'
run 1 'numbers that do not fit are not called equal' compare huge.game five.game --json && json '.only == null and .least.position == "g(6)"'
run 0 'a proved difference between positions without moves' compare nine5.game nine2.game --to 8 --json && json '.only_exact and .least == {"position": "g(9)", "other": "h(9)", "a": "g(5)", "b": "h(2)"}'
run 0 'parts without moves' compare games/kayles.game 0.77 --json && json '.only == null and .least == null'
printf 'game whole(n: int) where n <= 9 and n %% 2 == 0 { move a(t in {2, 4}) where t <= n -> whole(n - t) }\n' >evens.game
printf 'game all(n) { move a(t in {2, 4}) where t <= n and n != 4 -> all(n - t) }\n' >all.game
run 0 'the states on which the options agree' compare b5040.game b5041.game --json && json '.same_where == "n <= 5040" and .alone == []'
run 0 'the same in text' compare b5040.game b5041.game && says out '^same +the options where n <= 5040$'
run 1 'agreement by remainders' compare sixty.game both.game --json && json '.same_where == "n % 61 != 3"'
run 1 'agreement is what is shorter' compare games/wythoff.game late.game --json && json '.same_where == "not (a >= 5 and b >= 5)"'
run 1 'agreement is proved whatever products are' compare product.game no_product.game --json && json '.same_where == "not (a * b == 12 and a >= 1)"'
run 1 'agreement of rows' compare nim_row.game odd_row.game --json && json '.same_where == "len(h) == 0"'
run 1 'states that only one side has' compare evens.game all.game --json && json '.alone == [{"of": "whole", "where": "n <= -2"}, {"of": "all", "where": "n % 2 == 1 or n % 2 == 0 and n >= 10"}] and .same_where == "not (n == 4)"'
run 1 'the same in text' compare evens.game all.game && says out '^positions +only whole has those where n <= -2$'

# ---- the same over other positions ---------------------------------------------------------------------------------------------
printf 'game up(n) where n >= 1 { move take(t in 1..n - 1) -> up(n - t) }\n' >up.game
printf 'game pair(h: row) where len(h) == 2 { move a(i in 1..2, t in 1..h[i]) -> pair(h with { [i] -= t }) move b(t in 1..min(h[1], h[2])) -> pair([h[1] - t, h[2] - t]) }\n' >pair.game
printf 'game k(n) { move one(a in 0..n - 1) -> k(a) + k(n - 1 - a) move two(a in 0..n - 2) where a != 3 -> k(a) + k(n - 2 - a) }\n' >near_kayles.game
run 0 'a code and a rule whose heaps may be empty' compare games/kayles.game 0.77 --json && json '.verdict == "same rules" and .why == "the same code of heaps" and .restated == null'
run 1 'a split less' compare near_kayles.game 0.77 --json && json '.verdict == "differ" and .restated == null and .first.position == "k(8)"'
run 1 'heap n is heap n + 1' compare games/dawsons_chess.game 0.07 --json && json '.verdict == "differ" and .restated == "heap n of dawsons_chess is heap n + 1 of code"'
run 1 'heap n + 1 is heap n' compare games/dawsons_kayles.game 0.137 && says out '^restated +heap n \+ 1 of dawsons_kayles is heap n of code, proved$'
run 1 'codes of other heaps' compare games/kayles.game 0.137 --json && json '.restated == null'
run 1 'heaps that are lost at 1' compare up.game nim --json && json '.restated == "up(n) is nim(n - 1)" and .alone == [{"of": "nim", "where": "n == 0"}]'
run 1 'games of one name' compare half.game half_up.game && says out '^restated +half\(n\) is half\(max\(n - 1, 0\)\) of the first file, proved$'
run 0 'a row of two cells is two fields' compare pair.game games/wythoff.game --json && json '.verdict == "same rules over other positions" and .why == "pair(h) is wythoff(h[1], h[2])"'
run 0 'two fields are a row of two cells' compare games/wythoff.game pair.game && says out '^verdict +same rules over other positions$' && says out '^proved +wythoff\(a, b\) is pair\(\[a, b\]\)$'
run 0 'no number is in both' compare high.game games/nim.game --to 20 && says out '^proved +high\(n\) is nim\(n - 3000\)$'
run 0 'misere play of one of them' compare misere.game up.game --json && json '.restated == null'

run 0 'rules without a relation' compare games/hackenbush.game games/hackenbush.game && says out 'same rules'

# ---- positions that one of them does not have ----------------------------------------------------------------------------------
printf 'game few(n) where n <= 3 { move take(t in 1..n) -> few(n - t) }\n' >few.game
printf 'game nim(n) where n <= 3 { move take(t in 1..n) -> nim(n - t) }\n' >small.game
printf 'game less(n) where n < 4 { move leave(y in 0..n - 1) -> less(y) }\n' >less.game
printf 'game low(n) where n <= 3 or n == 3 { move leave(y in 0..n - 1) -> low(y) }\n' >low.game
printf 'game f(n, q) { move take(t in 1..min(n, q)) -> f(n - t, 2 * t) }\n' >limit.game
printf 'game f(n, q) { move take(t in 1..min(n, q)) -> f(n - t, min(2 * t, n - t)) }\n' >cut.game
run 0 'fewer positions' compare few.game games/nim.game && says out '^verdict +same rules on the positions of few$'
run 0 'fewer positions the other way round' compare games/nim.game few.game && says out '^verdict +same rules on the positions of few$'
run 0 'fewer positions than a model' compare few.game bash && says out '^verdict +same rules on the positions of few$' && says out '^proved .*: m = 3$'
run 0 'fewer positions in data' compare few.game nim --json && json '.verdict == "same rules on fewer positions" and .on == "few"'
run 0 'fewer positions of a game of the same name' compare games/nim.game small.game && says out '^verdict +same rules on the positions of small.game$'
run 0 'as few positions in other words' compare few.game less.game && says out '^verdict +same rules$'
run 0 'as few positions, said twice' compare low.game less.game && says out '^verdict +same rules$'
run 0 'a limit that is cut off' compare cut.game limit.game && says out '^verdict +same rules$' && says out '^proved .*q above n makes no difference'

# ---- other pairs ------------------------------------------------------------------------------------------------------------
run 0 'natural numbers are integers' compare games/nim.game whole.game && says out '^verdict +same rules$'
run 1 'where both have positions' compare games/nim.game line.game --json && json '.first.position == "nim(5)"'
run 0 'fields in another order' compare front.game back.game && says out '^verdict +same rules$'
run 1 'a difference among small heaps is found before periods are' compare games/nim.game 'turning ruler' && says out '^first +nim\(0\)'

# ---- fields in another order, under other names, or as the cells of a row --------------------------------------------------
printf 'game g(a, b) { move x(t in 1..a) -> g(a - t, b + 2 * t) move y(t in 1..b) -> g(a, b - t) }\n' >two.game
printf 'game h(b, a) { move x(t in 1..a) where t != 3 -> h(b + 2 * t, a - t) move y(t in 1..b) -> h(b - t, a) }\n' >named.game
printf 'game h(u, v) { move x(t in 1..v) where t != 3 -> h(u + 2 * t, v - t) move y(t in 1..u) -> h(u - t, v) }\n' >others.game
printf 'game p(x, y, z) { move p(t in 1..x) -> p(x - t, y + t, z) move q(t in 1..y) -> p(x, y - t, z + 3 * t) move r(t in 1..z) -> p(x, y, z - t) }\n' >three.game
printf 'game q(k, l, m) { move p(t in 1..l) -> q(k, l - t, m + t) move q(t in 1..m) -> q(k + 3 * t, l, m - t) move r(t in 2..k) -> q(k - t, l, m) }\n' >cycled.game
printf 'game y(s: row, n) { move m(i in 1..len(s), t in 1..s[i]) -> y(s with { [i] -= t }, n); move u(t in 2..n) -> y(s, n - t) }\n' >back2.game
printf 'game p(h: row) where len(h) == 2 { move a(i in 1..2, t in 1..h[i]) -> p(h with { [i] -= t }) move b(t in 1..min(h[1], h[2])) where t != 4 -> p([h[1] - t, h[2] - t]) }\n' >pair4.game
printf 'game p(h: row) where len(h) == 2 { move x(t in 1..h[2]) where t != 3 -> p([h[1] + 2 * t, h[2] - t]) move y(t in 1..h[1]) -> p(h with { [1] -= t }) }\n' >pair_turned.game
run 0 'fields of one name' compare two.game named.game --json && json '.fields == [{"a": "a", "b": "a"}, {"a": "b", "b": "b"}] and .least == {"position": "g(3, 0)", "other": "h(0, 3)", "a": "g(0, 6)", "b": null} and .only == [{"of": "g", "move": "x where a >= 3 -> g(a - 3, b + 6)"}] and .same_where == "a <= 2" and .only_exact'
run 0 'the same in text' compare two.game named.game && says out "^fields +those of one name are each other's$"
run 0 'the order with the least difference' compare two.game others.game && says out '^fields +a is v, b is u$' && says out '^only +g: x where a >= 3 -> g\(a - 3, b \+ 6\)$'
run 1 'three fields in turn' compare three.game cycled.game --json && json '.fields == [{"a": "x", "b": "l"}, {"a": "y", "b": "m"}, {"a": "z", "b": "k"}] and .only == [{"of": "p", "move": "r where z >= 1 -> p(x, y, z - 1)"}] and .first == {"position": "p(0, 0, 1)", "other": "q(1, 0, 0)", "a": 1, "b": 0}'
run 1 'the other way round' compare cycled.game three.game --json && json '.fields == [{"a": "k", "b": "z"}, {"a": "l", "b": "x"}, {"a": "m", "b": "y"}] and .same_where == "k == 0"'
run 1 'kinds in another order' compare front.game back2.game --json && json '.fields == [{"a": "a", "b": "n"}, {"a": "s", "b": "s"}] and .same_where == "a == 0" and .least.other == "y([], 1)"'
run 0 'an order that a proof takes' compare turned.game games/wythoff.game --json && json '.verdict == "same rules" and (.fields | length == 2 or . == null)'
run 1 'a row of two cells beside two fields' compare pair4.game games/wythoff.game --json && json '.fields == [{"a": "h[1]", "b": "a"}, {"a": "h[2]", "b": "b"}] and .first.position == "p([4, 4])" and .same_where == "not (h[1] >= 4 and h[2] >= 4)" and .only == [{"of": "wythoff", "move": "both where a >= 4 and b >= 4 -> wythoff(a - 4, b - 4)"}]'
run 0 'two fields beside a row in another order' compare pair_turned.game two.game && says out '^fields +h\[1\] is b, h\[2\] is a$' && says out '^least +g\(3, 0\) leads to g\(0, 6\), and p\(\[0, 3\]\) does not$'
printf 'game w(a, b) { move a(t in 1..a) -> w(a - t, b) move b(t in 1..b) -> w(a, b - t) move both(t in 1..min(a, b)) where t < 4 -> w(a - t, b - t) }\n' >low_both.game
run 1 'moves of a row' compare low_both.game pair4.game && says out '^only +p: b\(t in 5\.\.min\(h\[2\], h\[1\]\)\) -> p\(\[h\[1\] - t, h\[2\] - t\]\)$'

# ---- positions that are sums ---------------------------------------------------------------------------------------------------
printf 'game bagged(h: bag) { move take(i in 1..len(h), y in 0..h[i] - 1) -> bagged([j == i ? y : h[j] for j in 1..len(h)]) }\n' >bagged.game
printf 'game one_two(h: bag) { move m(i in 1..len(h), t in 1..min(2, h[i])) -> one_two([h[j] - (j == i ? t : 0) for j in 1..len(h)]) }\n' >one_two.game
printf 'game nim(n) { move take(t in 1..n) -> nim(n - t) }\ngame s(h: bag) = sum(nim(x) for x in h)\n' >sum.game
printf 'game nim(n) { move take(t in 1..n) where t != 3 -> nim(n - t) }\ngame s(a, b) = nim(a) + nim(b)\n' >sum_two.game
printf 'game pair(a, b) { move x(t in 1..a) -> pair(a - t, b) move y(t in 1..b) -> pair(a, b - t) }\n' >heaps_two.game
printf 'game r3(h: row) { move take(i in 1..len(h), t in 1..h[i]) where t != 3 -> r3(h with { [i] -= t }) }\n' >row3.game
run 0 'a row of heaps and the heap' compare nim_row.game games/nim.game --json && json '.verdict == "same parts" and .why == "r(h) is sum(nim(x) for x in h)" and .parts == []'
run 0 'the heap and a row of heaps' compare games/nim.game nim_row.game && says out '^proved +r\(h\) is sum\(nim\(x\) for x in h\)$'
run 0 'a row of heaps and a model' compare nim_row.game nim && says out '^verdict +same parts$'
run 0 'a bag of heaps and a model with parameters' compare one_two.game bash && says out '^proved +one_two\(h\) is sum\(bash\(x\) for x in h\): m = 2$'
run 0 'a bag and a row' compare bagged.game nim_row.game && says out '^proved +bagged\(h\) is r\(h\), whatever the order of the cells$'
run 0 'a bag and a sum that is written' compare sum.game bagged.game && says out '^verdict +same rules$' && says out '^proved +s\(h\) is bagged\(h\)'
run 0 'a row and a sum that is written, in misere play' compare nim_row.game sum.game --misere && says out '^proved +r\(h\) is s\(h\)'
run 0 'fields and a row' compare nim_row.game heaps_two.game && says out '^proved +pair\(a, b\) is r\(\[a, b\]\)$'
run 0 'a code and a row' compare nim_row.game '0.(3)' && says out '^proved +r\(h\) is sum\(code\(x\) for x in h\)$'
run 1 'the difference of the part' compare row3.game games/nim.game --json && json '.game == "r3" and .parts == ["r3(h) is sum(r3.h(x) for x in h)"] and .first == {"position": "r3.h(3)", "other": "nim(3)", "a": 0, "b": 3} and .only == [{"of": "nim", "move": "take where n >= 3 -> nim(n - 3)"}] and .same_where == "h <= 2"'
run 1 'the difference of both parts' compare sum_two.game nim_row.game && says out '^parts +s\(a, b\) is nim\(a\) \+ nim\(b\)$' && says out '^parts +r\(h\) is sum\(r\.h\(x\) for x in h\)$' && says out '^only +r\.h: take where h >= 3 -> r\.h\(h - 3\)$'
run 1 'sums over the same fields' compare heaps_two.game sum_two.game --json && json '.parts == ["pair(a, b) is pair.a(a) + pair.b(b)", "s(a, b) is nim(a) + nim(b)"] and .least.position == "pair.a(3)"'
run 1 'bags that cannot be subtracted' compare bagged.game one_two.game --json && json '.only == [{"of": "bagged.h", "move": "take(t in 3..h) -> bagged.h(h - t)"}] and .only_exact'
usage 'what is no sum' 'E0661' compare steps.game games/nim.game


# ---- proofs up to the order of the numbers, and few positions among many states ----
printf 'game u(a, b) { move l(t in 1..b) where a != b -> u(a, b - t) move r(t in 1..a) -> u(a - t, b) }\n' >uneven.game
printf 'game v(a, b) { move l(t in 1..b) -> v(a, b - t) move r(t in 1..a) -> v(a - t, b) }\n' >two_heaps.game
run 0 'whatever the order of the numbers' compare two_heaps.game uneven.game --json && json '.restated == "u(a, b) is v(a, b), whatever the order of the numbers"'
printf 'game scant(a, b, c) where a + c <= 7 { move l(t in 1..c) -> scant(a, b, c - t) move both(t in 1..c) where t <= a -> scant(a - t, b, c - t) }\n' >scant.game
printf 'game scant2(u, b, c) where b + c <= 7 { move l(t in 1..c) -> scant2(u, b, c - t) move both(t in 1..c) where t <= b and c <= 2 -> scant2(u, b - t, c - t) }\n' >scant2.game
run 0 'few positions among many states' compare scant.game scant2.game --json && json '.verdict == "agree" and .to < 1000'
printf 'game turn = turning "1-2"\ngame s(h: bag) = sum(turn(x) for x in h)\n' >heads.game
printf 'game u(n) { move off -> end move down(y in 0..n - 1) -> u(y) }\ngame s(h: bag) = sum(u(x) for x in h)\n' >no_heads.game
run 0 'sums of coins and of heaps' compare heads.game no_heads.game
run 1 'outcomes of parts are not those of sums in misere play' compare heads.game no_heads.game --misere --json && json '.verdict == "differ" and .parts == []'

# ---- parameters ----------------------------------------------------------------------------------------------------------------
printf 'game g(n) { param k = 3 in 1.. move take(t in 1..n) where t <= k -> g(n - t) }\n' >at_most.game
printf 'game h(n) { param k = 3 in 1.. move take(t in 1..k) where t <= n -> h(n - t) }\n' >at_most2.game
printf 'game h(n) { param m = 3 in 1.. move take(t in 1..n) where t <= m and (t != 7 or m %% 2 == 0) -> h(n - t) }\n' >even_seven.game
printf 'game h(n) { param m = 3 in 1.. move take(t in 1..n) where t < m -> h(n - t) }\n' >below.game
printf 'game h(n) { param m = 3 in 1.. param j = 1 move take(t in 1..n) where t <= m and t != j -> h(n - t) }\n' >but_one.game
printf 'game h(x, n) { param m = 3 in 1..20 move take(t in 1..n) where t <= m -> h(x, n - t) move u(t in 1..x) where t != m + 1 or m < 7 -> h(x - t, n) }\n' >six.game
printf 'game g(n, y) { param k = 3 in 1..20 move take(t in 1..n) where t <= k -> g(n - t, y) move u(t in 1..y) where t != k + 1 or k < 9 -> g(n, y - t) }\n' >eight.game
run 0 'the same for all values of a parameter' compare at_most.game at_most2.game --json && json '.verdict == "same rules" and .params == [{"a": "k", "b": "k"}] and .same_params == "true" and .same_at == []'
run 0 'the same in text' compare at_most.game at_most2.game && says out '^parameters +the rules are the same for all values of k$'
run 0 'a model and all values' compare at_most.game bash && says out '^parameters +the rules are the same for all values of k, if m = k$'
run 0 'some values' compare at_most.game even_seven.game --json && json '.verdict == "same rules" and .params == [{"a": "k", "b": "m"}] and .same_params == "not (k % 2 == 1 and k >= 7)"'
# a condition that may fail stands behind those that guard it; where some moves are not said, the same may be so elsewhere
printf 'game g(a, b) { move m(t in 1..a) -> g(a - t, b) }\n' >all_takes.game
printf 'game h(a, b) { move m(t in 1..a) where t + b == 2 and xor(b, t) != 3 -> h(a - t, b) }\n' >guarded.game
printf 'game h(a, b) { move m(t in 1..a) where t + b != 4 or xor(t, 1) != 3 -> h(a - t, b) }\n' >unsaid.game
run 1 'a guard comes first' compare all_takes.game guarded.game && says out 'where a \+ b >= 2 and b <= 1 and xor\(2 - b, b\) == 3'
run 1 'moves that are not said' compare all_takes.game unsaid.game && says out '^same +the options, at least where not'
run 1 'some values, but not those that are set' compare at_most.game even_seven.game --set k=9 --set m=9 && says out '^verdict +differ$' && says out '^parameters +the rules are the same where not \(k % 2 == 1 and k >= 7\), if m = k$'
run 1 'no value, but other ones' compare at_most.game below.game --json && json '.same_params == "false" and .same_at == [{"of": "g", "params": "k = 2"}, {"of": "h", "params": "m = 4"}]'
run 1 'the same in text' compare at_most.game below.game && says out '^parameters +the rules differ for all values of k, if m = k$' && says out '^parameters +the rules are the same with h at m = 4$'
# parameters of one name: each is its game's, and is told by it
cat >lending.game <<'END_OF_RULE'
game a(n) { param k = 3 in 1.. move take(t in 1..n) where t <= k -> a(n - t) }
END_OF_RULE
cat >lent.game <<'END_OF_RULE'
import "lending.game"
game b(n) { param k = 2 in 1.. move take(t in 1..n) where t <= k -> b(n - t) }
END_OF_RULE
cat >lent_seven.game <<'END_OF_RULE'
import "lending.game"
game b(n) { param k = 2 in 1.. move take(t in 1..n) where t <= k and t < 7 -> b(n - t) }
END_OF_RULE
cat >alone_seven.game <<'END_OF_RULE'
game b(n) { param k = 2 in 1.. move take(t in 1..n) where t <= k and t < 7 -> b(n - t) }
END_OF_RULE
run 0 'parameters of one name' compare lent.game lent_seven.game && says out '^proved +the rules unify: a\.k = 3, b\.k = 2$' && says out '^parameters +the rules are the same where k <= 6$'
run 0 'parameters of one name in JSON' compare lent.game lent_seven.game --json && json '.params == [{"a": "a.k", "b": "a.k"}, {"a": "b.k", "b": "b.k"}] and .same_params == "k <= 6"'
run 1 'and at another value' compare lent.game lent_seven.game --set b.k=9 && says out '^same +the options where n <= 6$' && hides out 'for all values of k'
run 0 'one of them on one side' compare lent.game alone_seven.game && says out '^parameters +the rules are the same where k <= 6, if k = b\.k; other parameters are as they are set$'
run 1 'which of two parameters is it?' compare at_most.game but_one.game --json && json '.params == null and .same_params == null'
run 1 'other parameters' compare below.game but_one.game && says out '^parameters +the rules are the same where m == 1; other parameters are as they are set$'
run 0 'fields in another order and parameters' compare six.game eight.game --json && json '.verdict == "same rules" and .same_params == "not (m >= 7 and m <= 8)"'
printf 'param j = 2 in 1..\ngame tail(n) { move take(t in 1..min(j, n)) -> tail(n - t) }\ngame g(n) { move take(t in 1..min(j, n)) -> g(n - t) move go where n >= 2 -> tail(n - 2) }\n' >tail.game
sed 's/min(j, n)) -> tail/min(j, n)) where t != 5 -> tail/' tail.game >tail_but_five.game
run 0 'games that are led to have parameters too' compare tail.game tail_but_five.game --json && json '.verdict == "same rules" and .same_params == null'
run 1 'and differ at other values' compare tail.game tail_but_five.game --set j=6 --json && json '.verdict == "differ" and .same_params == null'
run 0 'a part and a parameter' compare one_two.game at_most.game --set k=2 && says out '^verdict +same parts$'

# each difference is one: analyze says the same of the position
if command -v jq >/dev/null 2>&1; then
    for pair in 'games/kayles.game games/grundy.game' 'games/nim.game games/kayles.game' 'games/wythoff.game late.game'; do
        set -- $pair
        "$CGI" compare "$1" "$2" --json >out
        a=$("$CGI" analyze "$1" "$(jq -r .first.position out)" --json | jq .sg)
        b=$("$CGI" analyze "$2" "$(jq -r .first.other out)" --json | jq .sg)
        name="the difference of $pair"
        if [ "$(jq -c '[.first.a, .first.b]' out)" = "[$a,$b]" ] && [ "$a" != "$b" ]; then ok "$name"; else not_ok "$name" "$(cat out)"; fi
    done
fi

# ---- mistakes and bounds --------------------------------------------------------------------------------------------------
usage 'compare without words' 'takes a rule file and' compare
usage 'three words' 'takes a rule file and' compare games/nim.game nim bash
usage 'other fields' "E0661.*'nim' has nat and 'wythoff' has nat, nat" compare games/nim.game games/wythoff.game
usage 'rows and numbers' 'E0661.*row' compare steps.game games/nim.game
usage 'a file without games' 'E0626' compare functions.game nim
usage 'nothing to compare with in the file' 'E0626' compare games/nim.game functions.game
usage 'an unknown model' "E0662.*'nimm'" compare games/nim.game nimm && says err "did you mean 'nim'"
usage 'a missing file' 'E0001' compare games/nim.game nowhere.game
run 3 'a wrong code' compare games/nim.game 'octal 0.9X' && silent out && says err 'E0422'
usage 'a code that would end its quotes' 'E0662' compare games/nim.game 'octal 0.1" game x(n) { } #'
usage 'a parameter of neither' 'E0620' compare games/nim.game leave.game --set k=3
usage 'a plugin that fits one of them' "E0692.*'bash'" compare games/bash.game one_three.game --solver bash
if [ "$(grep -c E0692 err)" = 1 ]; then ok 'it is said once'; else not_ok 'it is said once' "$(cat err)"; fi
printf 'param m = 2\ngame pile(n) { move take(t in 1..min(m, n)) -> pile(n - t) }\n' >limit.game
printf 'param k = 2\ngame other(n) { move take(t in 1..min(k, n)) -> other(n - t) }\n' >limit_k.game
run 0 'a sweep' compare limit.game games/bash.game --set m=1..3 && says out '^set +m = 1$' && says out '^set +m = 3$' && says out 'm = 3$'
run 1 'a sweep of one side' compare limit.game nim --set m=1..2 && says out '^least +nim.3. leads to nim.0.'
run 0 'a sweep in JSON' compare limit.game games/bash.game --set m=1..3 --json && json '.verdict == "same rules" and (.set | startswith("m = "))'
run 0 'parameters of two names' compare limit.game limit_k.game --set m=3 --set k=3 && says out '^verdict +same rules$'
usage 'sweeps of different parameters' 'sweeps of the two' compare limit.game limit_k.game --set m=1..2 --set k=1..2
printf 'game far(n) where n >= 3000 { move take(t in 1..n - 3000) where t != 5 -> far(n - t) }\n' >far.game
usage 'nothing in common' 'is in both games' compare far.game games/nim.game --to 20
run 5 'a rule that fails' compare games/nim.game fails.game && silent out && says err 'E0502'
hides err 'diagnostics say where'
# hundreds of conditions, whose work is counted; the same on every machine
conditions() { i=0; while [ $i -lt 60 ]; do printf ' and (s * %d <= t * %d or s %% %d == t %% %d)' $((i + 2)) $((i + 3)) $((i + $1)) $((i + $1)); i=$((i + 1)); done; }
printf 'game g(a, b) { move m(s in 1..a, t in 1..b) where s >= 1%s -> g(a - s, b - t) }\n' "$(conditions 2)" >many.game
printf 'game g(a, b) { move m(s in 1..a, t in 1..b) where s >= 1%s -> g(a - s, b - t) }\n' "$(conditions 3)" >many3.game
run 0 'values are compared for a bounded amount of work' compare many.game many3.game --json && json '.verdict == "agree" and .to >= 20 and .to < 90 and .positions == (.to + 1) * (.to + 2) / 2'
run 0 'a bound that is given is kept' compare many.game many3.game --to 5 --json && json '.verdict == "agree" and .to == 5'
printf 'game g(n) { move m(t in 1..1000000000000000000) where xor(t, n) == t + n + 1 -> g(0) move o where n > 3 -> g(n - 1) }\n' >endless.game
sed 's/n + 1 /n + 2 /' endless.game >endless2.game
run 4 'no value within that work' compare endless.game endless2.game --json && json '.verdict == "not known" and .to == null and .positions == 0'
run 4 'no value within that work, in words' compare endless.game endless2.game && says out '^verdict +not known$' && says out '^to +no position: the values of the least ones take too long; --to N compares them all the same$'
printf 'game g(n) { move m(t in 1..n) where xor(t, n) == t + n + 1 -> g(0) move o(t in 1..1000000000000000000) where n > 7 and xor(t, 5) == t + 6 -> g(n - 1) }\n' >endless8.game
sed 's/n > 7/n > 9/' endless8.game >endless9.game
run 0 'a size on which the work ends is not compared' compare endless8.game endless9.game --json && json '.verdict == "agree" and .to == 7 and .positions == 8'
printf 'game f(p, q, r, s) where p + q + r + s >= 40 { move x(t in 1..p) where p + q + r + s - t >= 40 -> f(p - t, q, r, s) }\n' >from40.game
sed 's/ }$/ move y where p == 40 -> f(39, q + 1, r, s) }/' from40.game >from40y.game
run 0 'a table leaves out what is no position' table from40.game 36..41 0 2 0 --csv && exactly out 'p,q,r,s,sg,outcome
38,0,2,0,0,P
39,0,2,0,1,N
40,0,2,0,2,N
41,0,2,0,3,N'
run 1 'the least size is compared whole' compare from40.game from40y.game --json && json '.verdict == "differ" and .first == {"position": "f(40, 0, 0, 0)", "other": "f(40, 0, 0, 0)", "a": 0, "b": 1}'
run 4 'a budget' compare games/wythoff.game turned2.game --to 100000 --max-states 20000 && says out '^verdict +agree$' && says out '^partial'
usage 'a code in the place of the file' 'a code is a rule of a file: game g = octal "0.161"' compare 0.161 0.36
exit $status
