#!/bin/sh
# Who calls whom, read off the objects: no room calls a room after it, and no circle of files in a folder is large.
. "$(dirname "$0")/tap.sh"
: "${CGI_BUILD:?the build folder}"
objects=$CGI_BUILD/src/CMakeFiles
[ -d "$objects" ] || { skip "no objects to look at"; done_testing; }

# DEFINES FILE SYMBOL and NEEDS FILE SYMBOL, files as they are called below src.
symbols() {
    find "$objects" -name '*.c.o' | sort | while read -r object; do
        source=${object#"$objects"/*.dir/}
        # Objects of sources that are gone may still lie in an old build folder.
        if [ -e "$CGI_SOURCE/src/${source%.o}" ] || [ -e "$CGI_BUILD/src/${source#src/}" ]; then echo "$object"; fi
    done | tr '\n' '\0' | xargs -0 nm -A -P 2>/dev/null | awk '
        { file = $1; sub(/:$/, "", file); sub(/^.*CMakeFiles\/[^\/]*\.dir\//, "", file); sub(/\.c\.o$/, ".c", file) }
        $3 ~ /^[TDRBVW]$/ { print "DEFINES", file, $2 }
        $3 == "U" { print "NEEDS", file, $2 }'
}
# A line for each pair: FILE CALLED-FILE.
edges=$(symbols | awk '
    $1 == "DEFINES" { home[$3] = $2 }
    $1 == "NEEDS" { need[++n] = $2 " " $3 }
    END {
        for (i = 1; i <= n; i++) {
            split(need[i], part, " ")
            to = home[part[2]]
            if (to != "" && to != part[1] && !seen[part[1] " " to]++) print part[1], to
        }
    }' | sort)

order='base automata law syntax model proof check code script play solve plugin plan trust answer certify engine cli'
claim "no room calls one that comes after it" "$(echo "$edges" | awk -v order="$order" '
    BEGIN {
        n = split(order, list, " "); for (i = 1; i <= n; i++) rank[list[i]] = i
    }
    {
        from = $1; to = $2
        sub(/\/.*/, "", from); sub(/\/.*/, "", to)
        if (rank[to] > rank[from]) print $1 " calls " $2
    }')"

# The files of one folder that reach one another, where there are more than `most`.
claim "no more than 8 files of a folder call one another in a circle" "$(echo "$edges" | awk -v most=8 '
    { from = $1; to = $2; sub(/\/[^\/]*$/, "", from); sub(/\/[^\/]*$/, "", to) }
    from == to { next_of[$1] = next_of[$1] " " $2; files[$1] = from; files[$2] = from }
    function reach(start, at,    i, list, n) {
        n = split(next_of[at], list, " ")
        for (i = 1; i <= n; i++) if (!((start, list[i]) in reached)) { reached[start, list[i]] = 1; reach(start, list[i]) }
    }
    END {
        for (file in files) reach(file, file)
        for (file in files) {
            size = 0; text = ""
            for (other in files) if (((file, other) in reached) && ((other, file) in reached)) { size++; text = text " " other }
            if (size > most && !told[files[file]]++) print files[file] ": " size " files:" text
        }
    }')"
done_testing
