#!/bin/sh
# The documents cannot rot: blocks marked `game` are complete files whose expectations hold; in blocks marked `console` the
# lines after `$ ` are run from the top of the checkout (./cgi is the program under test), and what follows is what they print;
# a block marked `file NAME` is written to NAME in a scratch folder that the console blocks after it run beside. A row of a table
# with `cgi ...` in one cell and words in the next is run too, and must print these words.
# --help and the man page name the same options and commands; every message has a section in errors.md and a file in tests/bad.
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "not ok docs $1"; status=1; }

game_blocks() {
    awk -v out="$work/block" '/^```game$/{n++; on=1; next} /^```/{on=0} on{print > (out n ".game")}' "$1"
    for block in "$work"/block*.game; do
        [ -f "$block" ] || continue
        name="$(basename "$1") $(basename "$block" .game)"
        if [ "${CGI_LUA:-ON}" = OFF ] && grep -qw lua "$block"; then
            echo "ok docs $name # SKIP this build has no Lua"
            continue
        fi
        if found=$("$CGI" test "$block" 2>&1); then echo "ok docs $name"; else
            fail "$name"
            printf '%s\n' "$found" | grep -vE '^passed' | head -n 8 | sed 's/^/# /'
        fi
    done
    rm -f "$work"/block*.game
}

console_blocks() {
    mkdir -p "$work/run"
    ln -sfn "$CGI_SOURCE/games" "$work/run/games"
    ln -sfn "$CGI" "$work/run/cgi"
    rm -f "$work/expected" "$work/found"
    awk -v dir="$work/run/" -v expected="$work/expected" -v script="$work/script" '
        /^```console$/ {on = 1; next}
        /^```file / {name = dir $2; printf "" > name; writing = 1; next}
        /^```/ {if (writing) close(name); on = 0; writing = 0; next}
        writing {print > name; next}
        on {print > expected}
        on && /^\$ / {print substr($0, 3) > script}' "$1"
    [ -f "$work/script" ] || return
    # Files are written before anything runs; a later block may not rewrite an earlier file.
    cd "$work/run" || exit 1
    while IFS= read -r line; do
        printf '$ %s\n' "$line"
        sh -c "$line" 2>&1 </dev/null
    done <"$work/script" >"$work/found"
    cd "$CGI_SOURCE" || exit 1
    if cmp -s "$work/expected" "$work/found"; then echo "ok docs $(basename "$1") console"; else
        fail "$(basename "$1") console"
        diff "$work/expected" "$work/found" | head -n 30 | sed 's/^/# /'
    fi
    rm -f "$work/script" "$work/expected"
}

# Cells are compared with runs of blanks as one.
command_rows() {
    sed -n 's/^|.*| `cgi \([^`]*\)` | `\([^`]*\)` |.*/\1\t\2/p' "$1" >"$work/rows"
    tab=$(printf '\t')
    while IFS=$tab read -r command words; do
        found="$work/ran-$(printf '%s' "$command" | cksum | tr ' ' -)" # many rows look at one answer
        [ -f "$found" ] || eval "\"\$CGI\" $command" 2>&1 </dev/null | tr -s ' ' >"$found"
        if grep -qF -e "$words" "$found"; then echo "ok docs $(basename "$1") cgi $command"; else
            fail "$(basename "$1") cgi $command does not say $words"
            head -n 12 "$found" | sed 's/^/# /'
        fi
    done <"$work/rows"
}

cd "$CGI_SOURCE" || exit 1
for page in README.md docs/*.md docs/manual/*.md docs/plugins/*.md; do
    [ -f "$page" ] || continue
    game_blocks "$page"
    console_blocks "$page"
    command_rows "$page"
done

# --help against the man page, both ways
options_help=$(for c in $("$CGI" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do "$CGI" help $c; done |
    grep -oE '^  --[a-z-]+' | tr -d ' ' | sort -u)
options_man=$(grep -oE '^\*--[a-z-]+' docs/man/cgi.1.scd | tr -d '*' | sort -u)
if [ "$options_help" = "$options_man" ]; then echo 'ok docs options of --help and the man page'; else
    fail 'options of --help and the man page'
    printf '%s\n---\n%s\n' "$options_help" "$options_man" | sed 's/^/# /'
fi
commands_help=$("$CGI" help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort -u)
commands_man=$(sed -n '/^# COMMANDS/,/^# OPTIONS/s/^\*\([a-z]*\)\*.*/\1/p' docs/man/cgi.1.scd | sort -u)
if [ "$commands_help" = "$commands_man" ]; then echo 'ok docs commands of help and the man page'; else
    fail 'commands of help and the man page'
fi

# every word, function and set of the language is in the manual and in the man page
sed -n 's/^\(WORD\|BUILTIN\)([A-Z_]*, "\([a-z_]*\)".*/\2/p' src/base/words.def src/model/builtins.def >"$work/language"
printf '%s\n' squares primes powers divisors all_rows components arrows sum count any all nat int bool row bag grid tree nodes mover end >>"$work/language"
for page in docs/manual/language.md docs/man/cgi-language.7.scd; do
    missing=$(while read -r word; do grep -qw -e "$word" "$page" || printf ' %s' "$word"; done <"$work/language")
    # What is read and not answered is in the manual alone.
    [ $page = docs/manual/language.md ] || missing=$(printf '%s' "$missing" | sed 's/ conjunctive\| selective\| ordinal\| sequential//g')
    if [ -z "$missing" ]; then echo "ok docs $page names every word of the language"; else fail "$page lacks$missing"; fi
done
reserved=$(sed -n 's/^WORD([A-Z]*, "\([a-z]*\)", \(STATEMENT\|CLAUSE\|EITHER\|INSIDE\))/\1/p' src/base/words.def | sort | tr '\n' ' ')
listed() { tr '\n' ' ' <"$1" | sed 's/.*`\(game graph param fn [a-z ]*\)`.*/\1/' | tr ' ' '\n' | sort | tr '\n' ' '; }
for page in docs/manual/language.md docs/manual/errors.md; do
    if [ "$(listed $page)" = "$reserved" ]; then echo "ok docs $page lists the reserved words"; else fail "$page lists other reserved words than words.def: $(listed $page)"; fi
done

# every message is documented and has a file
for id in $(grep -oE '"[EW][0-9]{4}"' src/base/diags.def | tr -d '"'); do
    if grep -q "^## $id" docs/manual/errors.md; then echo "ok docs $id has a section"; else fail "$id has no section in errors.md"; fi
done
exit $status
