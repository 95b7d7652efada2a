#!/bin/sh
# The examples of docs/manual/errors.md bring about the message under which they are shown: a block of commands is run, a
# graph file is read by a rule, and any other block is a rule file, which is checked, then tried; where a comment says
# `# at POSITION`, that position is asked about. Each section is named once.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI:?the program}"
page=$CGI_SOURCE/docs/manual/errors.md
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
ln -s "$CGI_SOURCE/games" "$work/games"
cd "$work" || exit 1

# ID.N: the Nth example of a section; a block marked `file NAME` is that file.
awk '/^## / {id = $2; n = 0}
    /^```file / {name = $2; next}
    /^```text$/ {name = id "." ++n; print name; next}
    /^```/ {if (name) close(name); name = ""; next}
    name {print > name}' "$page" >examples
claim "each message has one section" "$(sed -n 's/^## \([EW][0-9]*\).*/\1/p' "$page" | sort | uniq -d)"
claim "no block is left open" "$(awk '/^## / {if (open) print "before " $2; open = 0} /^```/ {open = !open}' "$page")"

commands() { # FILE: the commands in it
    while IFS= read -r line; do
        eval "\"\$CGI\" ${line#cgi }" </dev/null
    done <"$1"
}
graph_file() { # FILE: as DOT and as an edge list
    cp "$1" g.dot
    cp "$1" g.txt
    for name in g.dot g.txt; do
        echo "graph g from \"$name\"" >g.game
        "$CGI" check g.game
    done
}
rule() {
    position=$(sed -n 's/.*# at \(.*\)$/\1/p' "$1")
    cp "$1" rule.game
    "$CGI" check rule.game
    if [ "$position" ]; then "$CGI" analyze rule.game "$position"; else "$CGI" test rule.game; "$CGI" analyze rule.game; fi
}
while read -r example; do
    id=${example%.*}
    if [ "${CGI_LUA:-ON}" = OFF ] && grep -qw lua "$example"; then
        skip "$id: this build has no Lua"
        continue
    fi
    case $(head -n 1 "$example") in
    "cgi "*) commands "$example" ;;
    *) case $id in E002[3-9] | E003[0-2]) graph_file "$example" ;; *) rule "$example" ;; esac ;;
    esac >found 2>&1
    claim "$id is what its example brings about" "$(grep -q "\[$id\]\|\"$id\"" found || { cat "$example"; head -n 12 found; })"
done <examples
done_testing
