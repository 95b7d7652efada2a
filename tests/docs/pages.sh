#!/bin/sh
# The documented games. Their reference rules: NAME.game is the text that the plugin carries, and what it expects is so, by
# search too. Their man pages: what stands under RULE is the game of the plugin, and every command under EXAMPLES
# succeeds beside its NAME.game and is answered by the plugin, alone or with what search adds.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI:?the program}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for page in "$CGI_SOURCE"/plugins/*/*.7.scd; do
    game=$(basename "$page" .7.scd)
    cd "$CGI_SOURCE/plugins/$game" || exit 1
    awk '/^# RULE/ {rule = 1} /^# WHAT/ {rule = 0} /^```/ {on = rule && !on; next} on' "$page" >"$work/rule.game"
    claim "$game: the rule of the page is the plugin's" "$(
        "$CGI" compare "$work/rule.game" "$game" >"$work/out" 2>&1
        grep -q '^verdict  *same rules' "$work/out" || cat "$work/rule.game" "$work/out")"
    "$CGI" models --json | jq -j ".models[] | select(.name == \"$game\").rule" >"$work/carried.game"
    claim "$game: $game.game is what the plugin carries" "$(diff "$work/carried.game" "$game.game" 2>&1)"
    claim "$game: what it expects is so, by search too" "$("$CGI" test "$game.game" 2>&1 | grep -v ^passed | grep FAILED
        "$CGI" test --no-plugins --timeout 120 "$game.game" >"$work/out" 2>&1 || cat "$work/out")"
    # Commands in bold or in a block; a backslash stands before what scdoc would read as a sign of its own.
    awk '/^# EXAMPLES/ {on = 1; next} /^# / {on = 0} on' "$page" |
        sed -n 's/^\**cgi \(.*[^*]\)\**$/\1/p' | tr -d '\\' >"$work/commands"
    claim "$game: the page has examples" "$([ -s "$work/commands" ] || echo none)"
    while IFS= read -r line; do
        eval "\"\$CGI\" $line" >"$work/out" 2>"$work/err" </dev/null
        code=$?
        case $line in
        analyze*) answered="^solver  *$game [(+]" ;;
        *) answered=. ;;
        esac
        claim "$game: cgi $line" "$([ $code -eq 0 ] && [ ! -s "$work/err" ] && grep -q "$answered" "$work/out" ||
            [ "${line%% *}" = table ] && [ $code -eq 0 ] || { echo "exit $code"; cat "$work/out" "$work/err"; })"
    done <"$work/commands"
done
done_testing
