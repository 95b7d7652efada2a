#!/bin/sh
# Goldens: beside NAME.game lie NAME.ast, .model, .code (the dumps), NAME.fmt (the layout) and NAME.out (what `cgi analyze` prints for the
# position in the first comment of the file, `# analyze: POSITION`). UPDATE=1 writes them anew; read the difference.
cd "$CGI_SOURCE/tests/golden" || exit 1
status=0
show() {
    case $2 in
    out) "$CGI" analyze --no-plugins "$1.game" "$(sed -n 's/^# analyze: //p' "$1.game" | head -n 1)" 2>&1 ;;
    json) "$CGI" analyze --no-plugins --json "$1.game" "$(sed -n 's/^# analyze: //p' "$1.game" | head -n 1)" 2>&1 ;;
    fmt) "$CGI" fmt "$1.game" 2>&1 ;;
    *) "$CGI" check --dump="$2" "$1.game" 2>&1 ;;
    esac
}
for file in *.game; do
    name=${file%.game}
    for kind in ast model code out json fmt; do
        [ -f "$name.$kind" ] || continue
        if [ -n "${UPDATE:-}" ]; then show "$name" $kind >"$name.$kind"; fi
        if found=$(show "$name" $kind) && [ "$found" = "$(cat "$name.$kind")" ]; then
            echo "ok golden $name.$kind"
        else
            echo "not ok golden $name.$kind"
            printf '%s\n' "$found" | diff "$name.$kind" - | head -n 20 | sed 's/^/# /'
            status=1
        fi
    done
done
exit $status
