#!/bin/sh
# docs/internals: each file of src is named in the page of its room, and no page names a file that is not there. A page
# names `file.c`, or `file` for both file.c and file.h, or `word*` for all that begin so; `folder/` for all in it.
. "$(dirname "$0")/../arch/tap.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$CGI_SOURCE" || exit 1
find src tests docs include plugins games cmake bench -type f | sort >"$work/files"

# PAGE: its code words, one a line.
words() { grep -o '`[^` ]*`' "$1" | tr -d '`'; }

for room in src/*/; do
    room=${room%/} page=docs/internals/$(basename "$room").md
    claim "$room has a page" "$([ -f "$page" ] || echo "$page is missing")"
    [ -f "$page" ] || continue
    words "$page" >"$work/words"
    claim "the page of $room names each of its files" "$(awk -v room="$room/" '
        NR == FNR {
            if ($0 ~ /\/$/) folder[$0]
            else if ($0 ~ /^[a-z0-9_]+\*$/) start[substr($0, 1, length($0) - 1)]
            else word[$0]
            next
        }
        index($0, room) == 1 {
            path = substr($0, length(room) + 1); name = path; sub(/.*\//, "", name)
            stem = name; sub(/\.[ch]$/, "", stem)
            if (name in word || path in word || stem in word) next
            for (f in folder) if (index(path, f) == 1) next
            for (s in start) if (index(name, s) == 1) next
            print
        }' "$work/words" "$work/files")"
done

# The other way round: a code word that looks like a file of the project is one, from the top or from some folder of it.
for page in docs/internals/*.md CONTRIBUTING.md tests/README.md; do
    words "$page" | grep -E '^[A-Za-z0-9_./-]+\.(c|h|y|l|def|md|sh|game|scd|txt)$|^(src|tests|docs|plugins|include|games|cmake|bench)/[A-Za-z0-9_./-]+$' |
        grep -v 'NAME\|X\.c' | sort -u >"$work/named"
    claim "$page names no file that does not exist" "$(while read -r word; do
        [ -e "$word" ] || grep -qF "/$word" "$work/files" || echo "$word"
    done <"$work/named")"
done
done_testing
