#!/bin/sh
# The licence is told by the first line of every C source (SPDX, https://spdx.dev), so that a file copied alone still says it.
# `UPDATE=1 sh tests/arch/licence.sh` writes the line where it is missing.
. "$(dirname "$0")/tap.sh"
cd "$CGI_SOURCE" || exit 1
line='/* SPDX-License-Identifier: MIT */'

# The template of a plugin is copied by whoever writes one, under a licence of their own: none of cgi's stands in it.
sources=$(find src include plugins tests bench verify -name '*.[chly]' -o -name '*.def' | sort | while read -r file; do
    case $file in
    */template/*) ;;
    *) echo "$file" ;;
    esac
done)
without=$(printf '%s\n' "$sources" | while read -r file; do
    read -r first <"$file" || :
    [ "$first" = "$line" ] || echo "$file"
done)
if [ "${UPDATE:-}" ] && [ "$without" ]; then
    printf '%s\n' "$without" | while read -r file; do
        { printf '%s\n' "$line" && cat "$file"; } >"$file.new" && cat "$file.new" >"$file" && rm -f "$file.new"
    done
    without=''
fi
claim "every C source starts with $line" "$without"
claim "the licence that the line names is the one in LICENSE" "$(grep -qx 'MIT License' LICENSE || echo 'LICENSE is another one')"
claim "sources are found" "$([ "$(printf '%s\n' "$sources" | wc -l)" -gt 500 ] || echo 'fewer than 500')"
done_testing
