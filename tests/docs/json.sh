#!/bin/sh
# The table of keys in commands.md against what --json prints: every key of an answer is in the row of its command, every key
# of a row is in some answer, and every key that the program can write is in some row. A row is written with `x[]` for arrays
# and `x{a, b}` for objects; below, `x[]{a}` counts as x and x.a. The variables of a move, under `values`, are the rule's.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI:?the program}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
ln -s "$CGI_SOURCE/games" "$work/games"
cd "$work" || exit 1
command -v jq >/dev/null || { skip "no jq"; done_testing; }

cat >walk.game <<'RULE'
game walk(n) {
  loopy
  move on where n < 3 -> walk(n + 1)
  move back where n > 0 and n < 3 -> walk(n - 1)
}
RULE
echo 'game same(n) { move take(t in 1..n) where t != (mover == 1 ? 2 : 1 + 1) -> same(n - t) }' >same.game
echo 'game nim(n) { move take(t in 1..n -> nim(n - t) }' >wrong.game
echo 'game nim(n) { move take(t in 1..n) -> nim(n - t) } game nim(n) { }' >twice.game
# Each circle of two has two kernels, so there are more than are listed.
awk 'BEGIN {printf "graph many {"; for (i = 0; i < 11; i++) printf " a%d -> b%d; b%d -> a%d;", i, i, i, i; print " loopy }"}' >many.game
for name in rows other; do
    where='where t + sum(s) != 2000'; [ $name = rows ] || where="$where and s[i] != 77"
    echo "game g(s: row) { move take(i in 1..len(s), t in 1..s[i]) $where -> g(s with { [i] -= t }) }" >$name.game
done
mkdir bad
echo 'no plugin' >bad/broken.so

# Keys of the page: COMMAND KEY a line.
awk -F'|' '/^## JSON/ {on = 1} on && /^\| `/ {
        command = $2; gsub(/[` ]/, "", command); cell = $3
        if (match(cell, /all of `analyze` without [^;]*;/)) {
            without = substr(cell, RSTART, RLENGTH); cell = substr(cell, RSTART + RLENGTH)
            for (key in kept) {
                first = key; sub(/\..*/, "", first)
                if (index(without, "`" first "`") == 0) print command, key
            }
        }
        while (match(cell, /`[^`]*`/)) {
            word = substr(cell, RSTART + 1, RLENGTH - 2); cell = substr(cell, RSTART + RLENGTH)
            count = 0
            if (open = index(word, "{")) {
                count = split(substr(word, open + 1, length(word) - open - 1), inner, ", ")
                word = substr(word, 1, open - 1)
            }
            gsub(/\[\]/, "", word)
            print command, word
            if (command == "analyze") kept[word]
            for (i = 1; i <= count; i++) { print command, word "." inner[i]; if (command == "analyze") kept[word "." inner[i]] }
        }
    }' "$CGI_SOURCE/docs/manual/commands.md" | sort -u >page
claim "the page has a table of keys" "$([ "$(wc -l <page)" -gt 100 ] || cat page)"

# ask ROW WORD...: the keys of what cgi WORD... --json prints, as of that row.
ask() {
    row=$1
    shift
    "$CGI" "$@" --json </dev/null >answer 2>/dev/null
    keys "$row" "$*"
}
keys() {
    jq -r 'paths | map(select(type == "string")) | if index("values") then .[:index("values") + 1] else . end | join(".")' answer 2>log |
        sed '/^$/d' | sort -u | sed "s/^/$1 /" >now
    cat now >>program
    claim "cgi $2: all its keys are on the page" "$(cat log; sort -u now | comm -23 - page)"
}
printf 'game pile(n) { move take(t in 1..4) where t <= n and n != 50 -> pile(n - t) }\n' >near.game
: >program
for command in analyze explain; do
    ask $command $command games/nim.game 3 5 --ask sg,outcome,wins,remoteness,kernel
    ask $command $command games/nim.game 3 5
    ask $command $command games/nim.game 3 5 --misere
    ask $command $command many.game a0 --ask kernel
    ask $command $command games/kl_nim.game 4 5 --mover 2
    ask $command $command games/bash.game 9 --set m=2..3
    ask $command $command walk.game 0 --ask sg,remoteness,kernel
    ask $command $command walk.game 0
    ask $command $command walk.game 0 1
    ask $command $command same.game 5
done
ask analyze analyze games/nim.game 3 5 --timeout 0
ask analyze analyze games/nim.game 100000000000000000000000 --no-plugins
ask check explain games/nim.game 3 5 --timeout 0
ask explain explain near.game 9
ask table table games/wythoff.game 0..2 0..3
ask table table games/kl_nim.game 0..3 --mover 1
ask table table games/bash.game 0..3 --set m=2..3
ask test test games/bash.game
ask test test games/bash.game --set m=2..3
ask test test games/bash_misere.game
ask period period games/kayles.game
ask period period games/bash.game --set m=2..3
ask period period games/grundy.game --to 100
ask period period games/wythoff.game 3 _
ask law law games/bash.game --to 400 --set m=2..3
echo 'game past(n) { move take(t in {1, 2, 6, 24, 120, 720, 5040}) where t <= n -> past(n - t) }' >past.game
ask law law games/kl_equal.game --to 400
ask law law past.game --to 19999
ask law law games/kl_nim.game --to 50 --mover 2
ask prove prove games/wythoff.game
ask prove prove games/cram.game
ask prove prove games/bash.game --set m=2..3
ask prove prove games/kl_equal.game
ask prove prove games/nim.game games/kl_equal.game
ask prove prove games/nim.game nim
ask hunt hunt 0.6 0.77 --until 5000 --no-cache
ask models models
ask plugins plugins --plugin-dir bad
ask compare compare games/nim.game games/bash.game
ask compare compare games/nim.game nim
ask compare compare games/bash.game games/nim.game --set m=1..2
echo 'game few(n) where n <= 3 { move take(t in 1..n) -> few(n - t) }' >few.game
ask compare compare few.game games/nim.game
ask compare compare games/kl_nim.game games/nim.game
echo 'game odd(n) where n != 4 { move take(t in 1..n) where n - t != 4 and t % 2 == 1 -> odd(n - t) }' >odd_nim.game
ask compare compare odd_nim.game games/nim.game
echo 'game turned(b, a) { move take(t in 1..a) -> turned(b, a - t) }' >turned.game
ask compare compare games/wythoff.game turned.game
echo 'game below(n) { param k = 3 in 1.. move take(t in 1..n) where t < k -> below(n - t) }' >below.game
ask compare compare below.game games/bash.game
echo 'game odds(h: row) { move take(i in 1..len(h), t in 1..h[i]) where t % 2 == 1 -> odds(h with { [i] -= t }) }' >odds.game
ask compare compare odds.game games/nim.game
ask compare compare rows.game other.game --no-plugins --max-states 100
claim "an answer is one object, also where a budget ended it" "$([ "$(jq -c . answer | wc -l)" -eq 1 ] || cat answer)"
ask identify identify games/wythoff.game
ask identify identify games/kl_nim.game
printf 'A900001 ,0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,\n' >stripped
ask identify identify games/kayles.game --oeis stripped
ask identify identify games/bash.game --set m=1..2
echo 'game row(s: row) { start(n) -> row([n, 0]) move a(t in {1, 2}) where t <= s[1] -> row(s with { [1] -= t }) }' >starts.game
ask identify identify starts.game
ask graph graph games/nim.game 2
ask graph graph walk.game 0 1
ask graph graph games/kl_nim.game 2
ask certify certify games/kayles.game
ask export export --c games/nim.game
ask export export --c games/nim.game -o nim.c
ask fmt fmt games/nim.game
ask fmt fmt --check games/nim.game
ask check check wrong.game
ask check check twice.game
ask check check games/nim.game
ask check check games/kl_nim.game --proof
ask check analyze games/nim.game 3 --ask foo
play() { # WORDS FILE NUMBER...
    words=$1
    shift
    printf '%b' "$words" | "$CGI" play "$@" --json >answer 2>/dev/null
    keys play "play"
}
play 'rate\n1\nrate\nhint\nundo\nmoves\nhelp\nquit\n' games/nim.game 1 2
play '3\n1\n1\n' games/nim.game 1 2
play 'moves\n' games/kl_nim.game 3

sort -u program -o program
claim "every key of the page is in some answer" "$(comm -13 program page)"
claim "every key that the program can write is on the page" "$(
    grep -rhoE 'json_[a-z]+\([^,()]*(\([^()]*\))?[^,()]*, "[a-z_]+"' "$CGI_SOURCE/src/cli" | sed 's/.*"\(.*\)"/\1/' | sort -u |
        while read -r key; do grep -qE "[ .]$key\$" page || echo "$key"; done)"
done_testing
