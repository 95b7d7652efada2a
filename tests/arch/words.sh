#!/bin/sh
# Words that must not stand in the project: unfinished work, places on one machine, games' names in generic code.
. "$(dirname "$0")/tap.sh"
cd "$CGI_SOURCE" || exit 1

texts() {
    find . \( -name .git -o -path ./build -o -path ./tests/arch/words.sh \) -prune -o -type f -print | sort
}
found() { texts | tr '\n' '\0' | xargs -0 grep -nIE "$@" 2>/dev/null; }

claim "nothing is left to do" "$(found -w 'TODO|FIXME|XXX|HACK|WIP')"
claim "nothing claims to be unfinished" "$(found -i 'not implemented|unimplemented|lorem ipsum')"
claim "no path of one machine is named" "$(found '(^|[^A-Za-z0-9_.{}/])/(work|home|root|Users)/')"
claim "no trailing space, no tab, no carriage return in C" "$(
    find src include plugins tests/unit tests/fuzz -name '*.[chly]' | sort | while read -r file; do
        grep -nE "[ ]\$|$(printf '\t')|$(printf '\r')" /dev/null "$file"
    done)"
lines=$(find src include plugins tests/unit tests/fuzz -name '*.[chly]' | sort | while read -r file; do
    awk -v file="$file" 'length($0) > 120 { print file ":" FNR ": " length($0) }' "$file"
done)
printf '# %d lines of C are longer than 120 characters\n' "$(printf '%s' "$lines" | grep -c .)"
claim "no line of C is longer than 140 characters" "$(printf '%s\n' "$lines" | awk '$2 > 140')"

# Generic code may not know a game: as an identifier, or as a whole string to be compared with. Examples in messages may.
games='nim|kayles|wythoff|bash|grundy|dawson|lasker|chomp|fibonacci|euclid|staircase|moore|turtles|northcott'
claim "no generic code knows a game's name" "$(
    generic() {
        find src \( -name '*.[chly]' -o -name '*.def' \) ! -path 'src/cli/*' | sort | tr '\n' '\0' |
            xargs -0 awk -v strings="$1" -f tests/arch/code.awk
    }
    generic 1 | grep -iE "\"($games)\""
    generic 0 | grep -iE "^[^:]*:[0-9]+:(.*[^A-Za-z])?($games)([^A-Za-z]|\$)")"
done_testing
