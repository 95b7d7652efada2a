#!/bin/sh
# What a folder may include, and what it may call. docs/internals has the table in words.
. "$(dirname "$0")/tap.sh"
cd "$CGI_SOURCE" || exit 1

# Every #include "..." of a room that is outside its list: its own folder, base, and what is named here.
includes_outside() {
    room=$1
    shift
    code_of "$room" | awk -v allowed="$*" '
        BEGIN { n = split(allowed, list, " ") }
        match($0, /#[ \t]*include[ \t]*"[^"]*"/) {
            name = substr($0, RSTART, RLENGTH)
            gsub(/^[^"]*"|"$/, "", name)
            for (i = 1; i <= n; i++) if (index(name, list[i]) == 1) next
            print
        }'
}
room() {
    folder=$1
    shift
    [ -d "$folder" ] && claim "$folder includes only: $*" "$(includes_outside "$folder" "$@")"
}
# The rooms in the order of the house: a room includes itself, what is named here, and nothing after it.
room src/base base/
room src/automata base/ automata/
room src/law base/ law/
room src/syntax base/ syntax/
room src/model base/ model/
room src/proof base/ automata/ model/ proof/
room src/check base/ syntax/ model/ proof/ check/
room src/code base/ model/ proof/ code/
room src/script base/ model/ code/ script/
room src/play base/ model/ proof/ code/ play/
room src/solve base/ model/ proof/ code/ play/ solve/
room src/plugin base/ model/ proof/ code/ play/ solve/ plugin/ cgi/plugin.h
room src/plan base/ model/ proof/ code/ play/ solve/ plugin/ plan/
room src/trust base/ model/ proof/ code/ play/ solve/ plugin/ plan/ trust/
room src/answer base/ model/ proof/ code/ play/ solve/ plugin/ plan/ trust/ answer/
room src/certify base/ model/ proof/ code/ play/ solve/ plugin/ plan/ trust/ certify/
room src/engine base/ automata/ law/ syntax/ model/ proof/ check/ code/ script/ play/ solve/ plugin/ plan/ trust/ answer/ certify/ engine/ cgi/
room src/cli base/ engine/ cgi/ cli/
claim "what is private to a folder is included below that folder alone" "$(
    code_of src | awk '
        match($0, /#[ \t]*include[ \t]*"[^"]*private\.h"/) {
            split($0, place, ":")
            name = substr($0, RSTART, RLENGTH)
            gsub(/^[^"]*"|\/private\.h"$/, "", name)
            folder = place[1]
            sub(/^src\//, "", folder)
            sub(/\/[^\/]*$/, "", folder)
            if (place[1] != "src/plan/stream.c" && index(folder "/", name "/") != 1) print
        }')"
for folder in plugins/*/; do
    name=$(basename "$folder")
    case $name in
    template) room "plugins/$name" cgi/plugin.h "$name" ;; # is copied out of the tree
    share) room "plugins/$name" share/ ;;
    *) room "plugins/$name" share/ "$name" ;;
    esac
done
claim "what plugins share is headers that need the plugin header, GMP and the C library only" "$(
    find plugins/share -type f ! -name '*.h'
    code_of plugins | grep -E '#[ ]*include[ ]*<' |
        grep -vE '<(cgi/plugin|gmp|std[a-z]+|string|limits)\.h>')"
claim "public headers include nothing but each other and the standard's stddef and stdint" "$(
    code_of include | grep -E '#[ ]*include' | grep -vE '<std(def|int)\.h>|"cgi/[a-z]+\.h"')"

# calls NAMES FOLDER...: places that call one of the functions, seen as a word before a parenthesis.
calls() {
    names=$1
    shift
    code_of "$@" | grep -E "(^|[^A-Za-z0-9_.>])($names)[ ]*\(" | grep -vE ':[0-9]+:[ ]*#[ ]*define yy'
}
# The word of a plugin: the plan gets it from the plugin's solver, once the gate has let it in; trust holds it against search.
claim "nobody but plugin and trust asks a plugin past the plan" "$(calls 'host_(offer|value|outcome|wins|options|has_options|tame_component)' src | grep -vE '^src/(plugin|trust)/')"
# stream.c rewrites the numbers of one request, for as long as the plugin is the one that plan_admit let in.
claim "nobody but plugin and one stream calls what a plugin gives" "$(
    code_of src | grep -E 'plugin\.(offer|value|outcome|moves|options)[ ]*\(' | grep -vE '^src/plugin/|^src/plan/stream\.c:')"
claim "only base/mem.c allocates" "$(calls 'malloc|calloc|realloc|reallocarray|free|strdup|strndup|asprintf|vasprintf|getline|open_memstream|aligned_alloc|posix_memalign' src | grep -v '^src/base/mem\.c:')"
claim "no function that cannot know its buffer's size is called" "$(calls 'strcpy|strcat|sprintf|vsprintf|gets|strncpy|strncat|alloca|scanf|fscanf' src plugins include)"
claim "no number is read without a check" "$(calls 'atoi|atol|atoll|atof' src plugins)"
claim "nothing below the command line ends the program, or any but the compiler it has started" "$(
    calls 'exit|_exit|_Exit|abort|quick_exit|raise' src plugins | grep -v '^src/cli/'
    calls 'kill' src plugins | grep -vE '^src/(cli/|code/native/build\.c:)')"
claim "nothing jumps but the Lua fence and out of isl" "$(calls 'longjmp|setjmp|siglongjmp|sigsetjmp' src plugins | grep -vE '^src/(script/|proof/relation/heap\.c:)')"
claim "nothing below the command line prints" "$(calls 'printf|fprintf|vprintf|vfprintf|dprintf|puts|fputs|putchar|putc|fputc|perror|fwrite' src plugins | grep -v '^src/cli/')"
claim "nothing starts a program or a shell" "$(calls 'system|popen|fork|vfork|execl|execlp|execle|execv|execvp|execve|posix_spawnp' src plugins)"
claim "nothing but the compiler of tables is started" "$(calls 'posix_spawn' src plugins | grep -v '^src/code/native/build\.c:')"
claim "nothing keeps hidden state through the C library" "$(calls 'strtok|localtime|gmtime|asctime|ctime|rand|srand|random|srandom|setenv|putenv' src plugins)"
claim "only base/integer.c and plugins know GMP" "$(code_of src | grep -E '<gmp\.h>|mp[nz]_' | grep -v '^src/base/integer\.c:')"
claim "only relations know isl" "$(code_of src | grep -E '<isl/' | grep -vE '^src/proof/(relation/|match/difference\.c:)')"
claim "only script knows Lua" "$(code_of src | grep -E '<l(ua|auxlib|ualib)\.h>' | grep -v '^src/script/')"
# LANE_TRY: what is tried there is taken only if whole numbers say that it is the quotient.
claim "no floating point decides anything in a rule, a solver or a plugin" "$(
    code_of src/base src/syntax src/model src/proof src/check src/code plugins | grep -E '(^|[^A-Za-z0-9_])(float|double)([^A-Za-z0-9_]|$)' |
        grep -vE '^src/code/machine/turns_lanes_ops\.c:[0-9]+: *# *define LANE_TRY\(')"

# Terms, facts and bounds are handed down (src/play/options/env.h), never changed in what others share.
claim "no question is put by changing shared state" "$(
    code_of src/play src/solve src/plugin src/plan src/trust src/answer src/engine src/cli | grep -E '(env|probe)->(terms|traits)[A-Za-z0-9_.>-]* *=[^=]|->(looks|looks_used|states_used) *=[^=]' |
        grep -vE '^src/(plan/(audit_env|open_env)|play/options/env)\.c:'
    code_of src/play src/solve src/plugin src/plan src/trust src/answer src/engine/play | grep -E 'diags(\.|->)(count|errors) *=[^=]')"

# Lists of sources against the folders: a file that no list names is never built.
claim "every source of src stands in src/CMakeLists.txt" "$(
    find src -name '*.[cly]' | sed 's,^src/,,' | sort | while read -r file; do
        grep -qE "(^|[ (])$file([ )]|\$)" src/CMakeLists.txt || echo "src/$file"
    done)"
claim "every unit test is registered" "$(
    find tests/unit -name 'test_*.c' | sed 's,.*/test_,,; s,\.c$,,' | sort | while read -r name; do
        grep -qE "^ *cgi_unit\($name[ )]" tests/CMakeLists.txt || echo "tests/unit/test_$name.c"
    done)"
claim "every plugin is registered" "$(
    for folder in plugins/*/; do
        name=$(basename "$folder")
        [ "$name" = template ] || [ ! -e "plugins/$name/$name.c" ] ||
            grep -qE "cgi_documented_game\($name[ )]" plugins/CMakeLists.txt || echo "plugins/$name"
    done)"
done_testing
