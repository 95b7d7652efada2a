#!/bin/sh
# Broken, old, newer and lying plugins, seen from the command line: what cannot be used is said on the standard error and
# changes no answer; a lie is caught.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI_BUILD:?the build folder}" "${CGI:?the program}"
plugins=$CGI_BUILD/tests/abi/plugins
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
out=$work/out err=$work/err

# try EXIT COMMAND...: nothing when it ends with that code, else what it printed. Output in $out and $err.
try() {
    want=$1
    shift
    "$@" >"$out" 2>"$err" </dev/null
    code=$?
    [ $code -eq "$want" ] || { echo "exit $code, not $want: $*"; head -n 20 "$out" "$err"; }
}
holds() { grep -qF -- "$2" "$1" || { echo "'$2' is missing in:"; head -n 20 "$1"; }; }
lacks() { ! grep -F -- "$2" "$1"; }
with() { # NAME...: a folder with these plugins alone
    folder=$work/$1
    mkdir -p "$folder"
    for name in "$@"; do cp "$plugins/$name.so" "$folder/"; done
}

cat >"$work/mine.game" <<'RULE'
game mine(n) { solve lying() move take(t in 1..2) where t <= n -> mine(n - t) }
RULE
cat >"$work/pile.game" <<'RULE'
game pile(x) { solve old() move take(t in 1..2) where t <= x -> pile(x - t) }
RULE

claim "the parts of the program are what its plugin files hold" "$(try 0 "$CGI" plugins --json
    cp "$out" "$work/inside"; try 0 "$CGI" plugins --json --plugin-dir "$CGI_BUILD/bin/plugins"
    holds "$out" '"nim"'; cmp "$work/inside" "$out")"
claim "broken plugins are listed with their reasons" "$(try 0 "$CGI" plugins --plugin-dir "$plugins"
    holds "$out" "plugin ABI 3.1"; holds "$out" "cgi_plugin_entry"; holds "$out" "telescope"
    holds "$err" "warning[E0701]"; holds "$err" "warning[E0702]"; lacks "$err" "error[")"
claim "they change no answer" "$(try 0 "$CGI" analyze "$CGI_SOURCE/games/nim.game" 3 4 5 --plugin-dir "$plugins"
    holds "$out" "nim(1) + nim(4) + nim(5)"; lacks "$err" "error[")"
with old
claim "an old plugin answers" "$(try 0 "$CGI" analyze "$work/pile.game" 1000000000000000000000000000000 --plugin-dir "$work/old"
    holds "$out" "old (closed form)"; holds "$out" "N, the player to move wins")"
with newer
sed 's/old/newer/' "$work/pile.game" >"$work/pile2.game"
claim "a newer plugin answers" "$(try 0 "$CGI" analyze "$work/pile2.game" 1000000000000000000000000000000 --plugin-dir "$work/newer"
    holds "$out" "newer (closed form)")"
with lying
claim "a lying plugin is named with the position and both values" "$(try 0 "$CGI" analyze "$work/mine.game" 31 --plugin-dir "$work/lying"
    holds "$err" "warning[E0790]"; holds "$err" "'lying'"
    holds "$err" "mine(7)")"
claim "and the answer is search's" "$(holds "$out" "SG value      1"; lacks "$out" "lying")"
claim "the same rule without plugins has that answer" "$(try 0 "$CGI" analyze "$work/mine.game" 31 --no-plugins
    holds "$out" "SG value      1")"

# Steps: those of 18 are right; of the others each is wrong in another way, or there are none.
cat >"$work/told.game" <<'RULE'
game told(n) { solve telling() move take(t in 1..2) where t <= n -> told(n - t) }
RULE
with telling
claim "steps are printed with their numbers, and no others where they are right" "$(
    try 0 "$CGI" explain "$work/told.game" 18 --plugin-dir "$work/telling" --solver telling
    holds "$out" "because       told(18) is thirds(18)"; holds "$out" "18% of 000000000000010010"; cat "$err")"
claim "very long lists and numbers are cut" "$(
    try 0 "$CGI" explain "$work/told.game" 10 --plugin-dir "$work/telling" --solver telling
    holds "$out" "and so on: more than 100 steps"; cat "$err"
    try 0 "$CGI" explain "$work/told.game" "$(printf '9%.0s' $(seq 400))" --plugin-dir "$work/telling" --solver telling
    holds "$out" " is thirds(99999999999999999999...99999999999999999999 (400 digits))"; cat "$err")"
claim "no steps are no fault" "$(
    try 0 "$CGI" explain "$work/told.game" 12 --plugin-dir "$work/telling" --solver telling; lacks "$out" "% of"; cat "$err")"
for n in 0 1 2 3 4 5 6 7 8 9 11 13 14 15 16 17; do
    claim "steps that are wrong are reported and not shown, and the answer is search's: $n" "$(
        try 0 "$CGI" explain "$work/told.game" $n --plugin-dir "$work/telling"
        holds "$err" "warning[E0703]"; holds "$err" "'telling'"; lacks "$out" "telling"; lacks "$out" "% of"
        holds "$out" "SG value      $((n % 3))")"
done
claim "a plugin that is missing is an error of the file" "$(try 3 "$CGI" analyze "$work/mine.game" 31; holds "$err" "error[E0704]")"

# By search: 1 + 5 and 5 + nim 1 are lost in misere Kayles; 14 and 100 + nim 1 are won in misere play of take one or two.
cat >"$work/kayles.game" <<'RULE'
play misere
game pins(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> pins(a) + pins(n - t - a) }
game nim(n) { move take(t in 1..n) -> nim(n - t) }
RULE
cat >"$work/thirds.game" <<'RULE'
play misere
game pile(n) { solve misled() move take(t in 1..2) where t <= n -> pile(n - t) }
game nim(n) { move take(t in 1..n) -> nim(n - t) }
RULE
with untame
for sum in "pins(1) + pins(5)" "pins(5) + nim(1)"; do
    claim "a false claim to be tame is refuted by the least sum: $sum" "$(
        try 0 "$CGI" analyze "$work/kayles.game" "$sum" --plugin-dir "$work/untame"
        holds "$err" "warning[E0790]"; holds "$err" "'untame' says N in misere play for pins(1) + pins(5)"
        holds "$out" "P, the player to move loses"; lacks "$out" "untame")"
done
claim "no sum too large for search rests on it" "$(
    try 4 "$CGI" analyze "$work/kayles.game" "pins(5) + nim(100000000000000000000)" --plugin-dir "$work/untame"
    holds "$err" "warning[E0790]"; holds "$out" "not known")"
with misled
for sum in "pile(14)" "pile(100) + nim(1)"; do
    claim "a wrong misere outcome of a tame game is caught: $sum" "$(
        try 0 "$CGI" analyze "$work/thirds.game" "$sum" --plugin-dir "$work/misled"
        holds "$err" "'misled' says N in misere play for pile(7)"; holds "$out" "N, the player to move wins"; lacks "$out" "misled")"
done

claim "a plugin whose reference rule does not check is listed as unusable" "$(
    try 0 "$CGI" plugins --plugin-dir "$CGI_BUILD/tests/abi/broken"; holds "$err" "warning[E0780]"
    grep -qE '^\(not used\) +.*/broken_rule.so: its reference rule is not a rule' "$out" || cat "$out"
    try 0 "$CGI" models --plugin-dir "$CGI_BUILD/tests/abi/broken"; lacks "$out" "broken_rule")"

cat >"$work/forest.game" <<'RULE'
game forest(t: tree) { move cut(v in 1..size(t)) -> forest(t - {v}) }
RULE
trees='has a field of trees or nodes, and plugins are asked about numbers, rows, bags and grids only'
claim "a plugin for positions that requests cannot hold is listed as unusable" "$(
    try 0 "$CGI" plugins --plugin-dir "$CGI_BUILD/tests/abi/broken"; holds "$err" "trees.so' is not used: its reference rule $trees"
    holds "$out" "trees.so: its reference rule $trees"
    try 2 "$CGI" analyze "$work/forest.game" '[[]]' --solver trees --plugin-dir "$CGI_BUILD/tests/abi/broken"
    holds "$err" "'trees' cannot answer this question: its reference rule $trees")"
# good and the shipped plugin for take 1 to m both fit; the shipped one is the stronger.
cat >"$work/two.game" <<'RULE'
game two(n) { move take(t in 1..min(2, n)) -> two(n - t) }
game three(n) { move take(t in 1..min(3, n)) -> three(n - t) }
RULE
sed 's/{ /{ solve bash(2) /' "$work/two.game" | head -n 1 >"$work/solve.game"
with good
for file in two solve; do
    claim "of several plugins that fit, --solver asks the one that it names: $file" "$(
        try 0 "$CGI" analyze "$work/$file.game" 'two(100000000000000000001)' --plugin-dir "$work/good"
        holds "$out" "bash (closed form)"
        try 0 "$CGI" analyze "$work/$file.game" 'two(100000000000000000001)' --plugin-dir "$work/good" --solver good
        holds "$out" "good (closed form)"; holds "$out" "SG value      2"
        try 0 "$CGI" analyze "$work/$file.game" 'two(10)' --plugin-dir "$work/good" --solver good; holds "$out" "good (closed form)"
        try 0 "$CGI" analyze "$work/$file.game" 'two(10)' --plugin-dir "$work/good" --solver bash; holds "$out" "bash (closed form)")"
done
claim "all that fit are offers, the best first" "$(
    try 0 "$CGI" explain "$work/two.game" 'two(10)' --plugin-dir "$work/good"; holds "$out" "* bash: about"; holds "$out" "  good: about"
    holds "$out" "  subtraction: about")"
with boasting
claim "where the best is wrong the next one answers" "$(
    try 0 "$CGI" explain "$work/two.game" 'two(10)' --plugin-dir "$work/boasting"
    holds "$err" "warning[E0790]"; holds "$err" "'boasting' says SG value 5 for two(7)"
    holds "$out" "* bash: about"; holds "$out" "SG value      1"; lacks "$out" "boasting"
    try 0 "$CGI" analyze "$work/two.game" 'two(100000000000000000001)' --plugin-dir "$work/boasting"
    holds "$out" "bash (closed form)"; holds "$out" "SG value      2"
    try 0 "$CGI" analyze "$work/two.game" 'two(10) + three(100000000000000000001)' --plugin-dir "$work/boasting"
    holds "$err" "'boasting' says SG value 5 for two(7)"; holds "$out" "SG value      0"; lacks "$out" "boasting")"
claim "what vouches for a part of a misere sum is compared, whichever solver is asked for" "$(
    try 0 "$CGI" analyze "$work/two.game" 'two(199999) + two(200002)' --misere --solver misere --plugin-dir "$work/boasting"
    holds "$err" "warning[E0790]"; holds "$err" "'boasting'"; holds "$out" "N, the player to move wins"
    holds "$out" "plugin bash vouches for its own"; lacks "$out" "boasting")"
claim "and a plugin that is named still has to fit" "$(
    try 2 "$CGI" analyze "$work/two.game" 'three(10)' --plugin-dir "$work/good" --solver good
    holds "$err" "'good' cannot answer this question: its reference rule is not this rule")"

mkdir "$work/cut"
size=$(wc -c <"$plugins/good.so")
for part in 1 2 3 4 5 6 7 8 9; do head -c $((size * part / 10)) "$plugins/good.so" >"$work/cut/good$part.so"; done
head -c $((size - 1)) "$plugins/good.so" >"$work/cut/good10.so"
claim "truncated plugins are refused" "$(try 0 "$CGI" plugins --plugin-dir "$work/cut"
    [ "$(grep -c truncated "$err")" -eq 10 ] || cat "$err")"
with nonsense
cat >"$work/wild.game" <<'RULE'
game wild(n) { solve nonsense(6) move take(t in 1..n) where t != 2 -> wild(n - t) }
RULE
claim "a plugin that fails is left for search" "$(try 0 "$CGI" analyze "$work/wild.game" 4 --plugin-dir "$work/nonsense"
    holds "$err" "warning[E0703]"; lacks "$out" "nonsense")"
cp "$plugins/good.so" "$work/good.so"
claim "the working directory is no plugin folder" "$(cd "$work" && try 0 env -u CGI_PLUGIN_PATH "$CGI" plugins; lacks "$out" "good")"
claim "an empty entry of the search path is none either" "$(cd "$work" && try 0 env CGI_PLUGIN_PATH=: "$CGI" plugins; lacks "$out" "good")"
done_testing
