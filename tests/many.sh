# Read by the scripts that give their commands to one process, `many` (many.c), instead of starting the program for each.
# Callers have set $work, a scratch folder, and status.
#
#   queue NAME WORD...       adds one
#   run_commands             runs them all; a leak, or a command that ended the process, is a failure of its own
#   exit_of NAME             sets code: its exit code, or `none` when it did not come to its end
#   $work/many/NAME.out, NAME.err: what it printed
: "${CGI_MANY:?the command line in a loop}" "${CGI_SOURCE:?the checkout}"
tab=$(printf '\t')
mkdir "$work/many"
: >"$work/commands"

queue() {
    old_ifs=$IFS IFS=$tab
    printf '%s\n' "$*" >>"$work/commands"
    IFS=$old_ifs
}

run_commands() {
    if ! "$CGI_MANY" "$work/many" <"$work/commands" 2>"$work/ended"; then
        echo 'not ok many: a command ended the process, or memory leaks'
        head -n 40 "$work/ended" | sed 's/^/# /'
        status=1
    fi
}

exit_of() {
    code=none
    if [ -f "$work/many/$1.code" ]; then read -r code <"$work/many/$1.code"; fi
}
