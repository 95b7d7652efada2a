#!/bin/sh
# cgi graph as a caller sees it: DOT that can be read back, SVG that is XML, labels that analyze agrees with, bounds.
. "$(dirname "$0")/cases.sh"

cat >walk.game <<'END_OF_RULE'
game walk(n) {
  loopy
  move on where n < 3 -> walk(n + 1)
  move back where n > 0 and n < 3 -> walk(n - 1)
  move stay where n == 1 -> walk(1)
}
END_OF_RULE
cat >kl.game <<'END_OF_RULE'
game kl(n) { param k = 1; param l = 2 move take(t in 1..n) where t != (mover == 1 ? k : l) -> kl(n - t) }
END_OF_RULE
cat >strange.dot <<'END_OF_RULE'
digraph { begin -> "a \"quoted\" <b> & c" -> "d\\e" ; "d\\e" -> "ü" }
END_OF_RULE
printf 'graph strange from "strange.dot"\n' >strange.game
printf 'param k = 2 in 1..\ngame nim(n) { move take(t in 1..n) -> nim(n - t) }\ngame moore(h: bag) = upto k of (nim(x) for x in h)\n' >moore.game

if command -v xmllint >/dev/null 2>&1; then
    xml() { if xmllint --noout out 2>err; then ok "$name: well-formed"; else not_ok "$name: not well-formed" "$(cat err)"; fi; }
else
    xml() { ok "$name: well-formed # SKIP xmllint is missing"; }
fi

run 0 'graph' graph games/nim.game 2 && silent err && says out '"nim\(2\)" \[label="nim\(2\)\\nN, SG 2"' && says out '"nim\(2\)" -> "nim\(0\)" \[tooltip="take\(t = 2\)", style=bold\]'
run 0 'a graph read back' graph games/nim.game 3 && cp out back.dot && printf 'graph back from "back.dot"\n' >back.game &&
    run 0 'a node called like a position' analyze back.game 'nim(3)' && says out '^position +back\("nim\(3\)"\)$' && says out '^SG value +3$' &&
    run 0 'sums of such nodes' analyze back.game 'back("nim(3)") + back("nim(1)")' && says out '^winning moves step in back\("nim\(3\)"\) -> back\("nim\(1\)"\) \+ back\("nim\(1\)"\)$'
run 0 'read back once more' graph back.game 'nim(3)' && cp out again.dot && printf 'graph again from "again.dot"\n' >again.game &&
    run 0 'a name with quotes' analyze again.game 'back("nim(3)")' && says out '^position +again\("back\(""nim\(3\)""\)"\)$' &&
    run 0 'a name with quotes, in quotes' analyze again.game 'again("back(""nim(3)"")")' && says out '^winning moves step .*-> again\("back\(""nim\(0\)""\)"\)$'
printf 'digraph { start -> in -> "-1" -> "1.5" }' >words.dot && printf 'graph words from "words.dot"\n' >words.game
run 0 'a node called like a reserved word' analyze words.game start && says out '^position +words\("start"\)$' && says out '^winning moves step -> words\("in"\)$'
run 0 'a node called like a number below 0' analyze words.game -1 && says out '^winning moves step -> words\("1.5"\)$'
run 2 'no such node in quotes' analyze back.game '"nim(4)"' && says err "E0215.*no node 'nim\(4\)'"
run 2 'the example of such a node' analyze back.game && says err 'back\("nim\(3\)"\)'
run 0 'graph of a draw' graph walk.game 0 && says out '"walk\(0\)" \[label="walk\(0\)\\nD, SG infinity\{\}"' && says out '"walk\(2\)".*SG infinity\{0\}'
run 0 'graph of the empty sum' graph games/nim.game end --json && json '.nodes == [{"id": 0, "position": "end", "outcome": "P", "sg": 0}] and .edges == []'
run 0 'graph of a compound' graph moore.game '[1, 2]' --json && json '.nodes[0].outcome == "N" and .nodes[0].sg == 3 and .acyclic'
run 0 'graph with movers' graph kl.game 2 --mover 2 --json && json '.nodes[0] == {"id": 0, "position": "kl(2)", "mover": 2, "outcome": "win", "sg": null} and .nodes[1].mover == 1'
run 0 'graph in misere play' graph games/nim.game 1 --misere --json && json '.play == "misere" and .nodes[0].outcome == "P" and .nodes[0].sg == null'
run 0 'several moves to one position are one edge in DOT' graph games/nim.game 1 1 && exactly out 'digraph {
  node [shape=box, style="rounded,filled", fontname="monospace"]
  "nim(1) + nim(1)" [label="nim(1) + nim(1)\nP, SG 0", fillcolor="#cfe8cf"]
  "nim(0) + nim(1)" [label="nim(0) + nim(1)\nN, SG 1", fillcolor="#ffffff"]
  "nim(0) + nim(0)" [label="nim(0) + nim(0)\nP, SG 0", fillcolor="#cfe8cf"]
  "nim(1) + nim(1)" -> "nim(0) + nim(1)" [tooltip="take(t = 1) in nim(1); take(t = 1) in nim(1)"]
  "nim(0) + nim(1)" -> "nim(0) + nim(0)" [tooltip="take(t = 1) in nim(1)", style=bold]
}'

# --solver: what that one answers at each node, or why it does not
run 0 'graph of a solver that has outcomes alone' graph games/nim.game 1 2 --solver wholesum && says out '"nim\(1\) \+ nim\(2\)" \[label="nim\(1\) \+ nim\(2\)\\nN"' &&
    says out '^  "nim\(0\) \+ nim\(0\)" \[label=".*\\nP", fillcolor="#cfe8cf"\]$' && hides out 'SG'
run 0 'its SVG' graph games/nim.game 2 --solver wholesum --svg && hides out 'SG'
run 0 'its JSON' graph games/nim.game 2 --solver wholesum --json && json 'all(.nodes[]; .sg == null) and [.nodes[].outcome] == ["N", "N", "P"]'
for rule in grundy kayles; do
    run 0 "$rule: the labels without solvers" graph games/$rule.game 7 --json && cp out labelled
    run 0 "$rule: those of a search" graph games/$rule.game 7 --json --solver hashed && exactly out "$(cat labelled)"
    run 0 "$rule: those of a table" graph games/$rule.game 7 --json --solver sequence && exactly out "$(cat labelled)"
done
run 0 'graph of a search where play may return' graph walk.game 0 --json --solver loopy && json '.nodes[0].outcome == "D" and .nodes[0].sg == null'
run 0 'graph with movers by a search' graph kl.game 2 --mover 2 --json --solver wholesum && json '.nodes[0].outcome == "win"'
usage 'graph of a solver that cannot' "E0692.*'graph' cannot answer this question: not every component" graph games/nim.game 2 --solver graph
usage 'graph in misere play of one that cannot' "E0692.*'hashed' cannot" graph games/nim.game 2 --misere --solver hashed

# --dump=graph: the same nodes and edges, bare
run 0 'a dumped graph' analyze games/nim.game 2 --dump=graph && exactly out 'digraph {
  "nim(2)" -> { "nim(1)" "nim(0)" }
  "nim(1)" -> { "nim(0)" }
  "nim(0)" -> { }
}'
run 0 'a dumped graph with movers' analyze kl.game 2 --dump=graph && exactly out 'digraph {
  "kl(2) (1)" -> { "kl(0) (2)" }
  "kl(0) (2)" -> { }
}'
run 0 'a dumped graph of a compound' analyze moore.game '[1, 2]' --dump=graph &&
    says out '"moore\(\[0, 1\]\)" -> \{ "moore\(\[0, 0\]\)" \}'
run 0 'a dumped graph of names with quotes' analyze strange.game begin --dump=graph && cp out back.dot &&
    run 0 'is read back' analyze back.game '"strange(begin)"' --no-plugins && says out '^SG value +1$'
run 4 'a dumped graph of numbers beyond 64 bits' analyze games/nim.game 99999999999999999999 --dump=graph

# what is written can be read back and has the same value
"$CGI" graph games/kayles.game 5 >kayles.dot
printf 'graph k from "kayles.dot"\n' >again.game
run 0 'the DOT file is a game again' check again.game && silent err

# every node says what analyze says
if command -v jq >/dev/null 2>&1; then
    for pair in 'kayles 4' 'wythoff 2 2' 'grundy 6'; do
        set -- $pair
        game=$1
        shift
        "$CGI" graph "games/$game.game" "$@" --json >graph.json
        name="the labels of $pair are those of analyze"
        jq -r '.nodes[] | "\(.position)\t\(.outcome)\t\(.sg)"' graph.json >labels
        while IFS="$(printf '\t')" read -r position outcome sg; do
            "$CGI" analyze --no-plugins "games/$game.game" "$position" --json | jq -r '"\(.outcome) \(.sg)"' | grep -qx "$outcome $sg" || echo "$position"
        done <labels >wrong
        if [ -s labels ] && [ ! -s wrong ]; then ok "$name"; else not_ok "$name" "$(cat wrong)"; fi
    done
fi

# drawings
for pair in 'nim 3 3' 'kayles 7' 'bash 12' 'wythoff 4 5'; do
    set -- $pair
    game=$1
    shift
    run 0 "a drawing of $pair" graph "games/$game.game" "$@" --svg && silent err && xml
    mv out first
    "$CGI" graph "games/$game.game" "$@" --svg >out
    name="the drawing of $pair is the same twice"
    if cmp -s first out; then ok "$name"; else not_ok "$name"; fi
    name="nodes of $pair do not lie on each other"
    sed -n 's/.*<rect x="\([0-9]*\)" y="\([0-9]*\)" width="\([0-9]*\)".*/\2 \1 \3/p' out | sort -n -k1,1 -k2,2 |
        awk '$1 == y && $2 < end { print "overlap at " $0 } { y = $1; end = $2 + $3 }' >overlaps
    if [ -s out ] && [ ! -s overlaps ]; then ok "$name"; else not_ok "$name" "$(cat overlaps)"; fi
done
run 0 'a drawing of cycles and loops' graph walk.game 0 --svg && xml && says out 'walk\(3\)'
run 0 'a drawing of strange names' graph strange.game begin --svg && xml && says out 'a &quot;&quot;quoted&quot;&quot; &lt;b&gt; &amp; c'
run 0 'strange names in DOT' graph strange.game begin && says out '^  "strange\(\\"a \\"\\"quoted\\"\\" <b> & c\\"\)" \[label'
cp out strange2.dot
printf 'graph second from "strange2.dot"\n' >second.game
run 0 'strange names read back' check second.game
run 0 'a drawing of one node' graph games/nim.game 0 --svg && xml
run 0 'a drawing of many edges' graph games/nim.game 300 --svg && xml

# bounds and mistakes
run 4 'too many positions' graph games/nim.game 5000 && silent out && says err 'E0660.*more than 1000 positions'
run 0 'as many as allowed' graph games/nim.game 9 --max-nodes 10
run 4 'one too many' graph games/nim.game 10 --max-nodes 10 && silent out
run 4 'a position too large for search' graph games/nim.game 100000000000000000000000 && silent out
usage 'no number' 'max-nodes takes a number from 1 on' graph games/nim.game 3 --max-nodes 0
usage 'graph without a file' 'needs a rule file' graph
usage 'graph without a position' 'E0684' graph games/nim.game
run 2 'two forms at once' graph games/nim.game 3 --svg --json && says out 'E0695.*choose'
usage 'a sweep' 'one setting' graph games/bash.game 3 --set m=1..3
usage 'an illegal position' 'E0411' graph games/nim.game -3
exit $status
