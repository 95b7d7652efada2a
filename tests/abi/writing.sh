#!/bin/sh
# docs/plugins/writing.md typed literally: its `file` blocks are written into the folder in which its `sh` blocks are run, in
# order, in one shell that stops at the first command that fails. The build of the whole project, the first block, is that of
# this test. Then the claims that the page makes about what these commands print.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI_BUILD:?the build folder}" "${CGI_CC:=cc}"
page=$CGI_SOURCE/docs/plugins/writing.md
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset DESTDIR CGI_PLUGIN_PATH
export HOME="$work" CC="$CGI_CC"
export CMAKE_GENERATOR="$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$CGI_BUILD/CMakeCache.txt")"

mkdir "$work/files"
awk -v files="$work/files/" -v script="$work/script" '
    /^```sh$/ {sh = 1; next}
    /^```file / {name = files $2; next}
    /^```/ {sh = 0; if (name) close(name); name = ""; next}
    name {print > name}
    sh && /^cmake -S \. -B build\/rel / {next}
    sh {print > script}
    sh && / cd ~\/odds$/ {print "cp \"$HOME\"/files/* ." > script}' "$page"
cmake --install "$CGI_BUILD" --prefix "$work/cgi" >"$work/log" 2>&1
claim "the page has commands and files" "$([ "$(wc -l <"$work/script")" -ge 15 ] || cat "$work/script"
    [ -f "$work/files/odds.game" ] && [ -f "$work/files/mine.game" ] || ls "$work/files")"
(cd "$CGI_SOURCE" && sh -ex "$work/script") >"$work/out" 2>"$work/err" </dev/null
code=$?
claim "every command of the page succeeds" "$([ $code -eq 0 ] || { echo "exit $code"; tail -n 20 "$work/out" "$work/err"; })"
cd "$work/odds" || exit 1
PATH=$work/cgi/bin:$PATH
holds() { "$@" >"$work/out" 2>&1 </dev/null; grep -qF "$text" "$work/out" || { echo "'$text' is missing in $*:"; tail -n 20 "$work/out"; }; }
text='odds          version 1.0, ./odds.so'
claim "the plugin is listed" "$(holds cgi plugins --plugin-dir .)"
text='solver        odds (closed form)'
claim "it answers a rule with other names" "$(holds cgi analyze mine.game 1000000000000000000000001 4 --plugin-dir .)"
claim "it can be named" "$(holds cgi analyze mine.game 9 --plugin-dir . --solver odds)"
text='* odds: '
claim "its offer is shown" "$(holds cgi explain mine.game 9 --plugin-dir .)"
sed 's/== 1/== 0/' mine.game >changed.game
claim "the changed rule is another game" "$(cgi explain changed.game 9 --plugin-dir . | grep ' odds:')"
text='lib/cgi/plugins/odds.so'
claim "it is installed where the program looks" "$(holds cgi plugins)"
done_testing
