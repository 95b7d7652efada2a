#!/bin/sh
# Where functions are declared: in the header of the file that defines them (same folder, same stem), in the private.h of
# their folder or of their room, or in the face of one of these, FOLDER/FOLDER.h or ROOM/ROOM.h.
. "$(dirname "$0")/tap.sh"
cd "$CGI_SOURCE" || exit 1

functions=$(code_of src | awk -f tests/arch/headers.awk)
claim "functions are found: definitions and declarations by the hundred" "$(
    printf '%s\n' "$functions" | awk '{ n[$1]++ } END { if (n["def"] < 500 || n["decl"] < 500) print n["def"] + 0, n["decl"] + 0 }')"
claim "a function is declared in the header of its file, or in private.h or the face of its folder" "$(
    printf '%s\n' "$functions" | awk '
        $1 == "def" { defined[$2] = defined[$2] " " $3 }
        $1 == "decl" && $3 ~ /\.h$/ { where[++count] = $3 ":" $4; name[count] = $2 }
        function may_declare(header, source,    stem, folder, own, room, name) {
            stem = source
            sub(/\.[cly]$/, "", stem)
            folder = stem
            sub(/\/[^\/]*$/, "", folder)
            own = folder
            sub(/.*\//, "", own)
            room = folder
            sub(/\/[^\/]*$/, "", room)
            name = room
            sub(/.*\//, "", name)
            return header == stem ".h" || header == folder "/private.h" || header == room "/private.h" || header == folder "/" own ".h" || header == room "/" name ".h"
        }
        END {
            for (i = 1; i <= count; i++) {
                header = where[i]
                sub(/:.*/, "", header)
                sources = split(defined[name[i]], source, " ")
                fine = !sources # by generated code, or not at all
                for (k = 1; k <= sources; k++) fine = fine || may_declare(header, source[k])
                if (!fine) print where[i] ": " name[i] ", which is defined in" defined[name[i]]
            }
        }')"
claim "no source declares a function of another file" "$(
    printf '%s\n' "$functions" | awk '
        $1 == "def" { here[$2 " " $3] = 1 }
        $1 == "decl" && $3 !~ /\.h$/ { where[++count] = $3 ":" $4; what[count] = $2 " " $3 }
        END { for (i = 1; i <= count; i++) if (!(what[i] in here)) print where[i] ": " what[i] }')"
claim "what a header declares is defined" "$(
    printf '%s\n' "$functions" | awk '
        $1 == "def" { defined[$2] = 1 }
        $1 == "decl" && $3 ~ /\.h$/ { where[++count] = $3 ":" $4; name[count] = $2 }
        END { for (i = 1; i <= count; i++) if (!(name[i] in defined)) print where[i] ": " name[i] }')"
done_testing
