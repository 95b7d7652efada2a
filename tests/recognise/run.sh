#!/bin/sh
# Rules told in other ways (cases.txt): the plugin must answer for those that mean its reference rule, and for no other.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
. "$CGI_SOURCE/tests/many.sh"
cases=$CGI_SOURCE/tests/recognise/cases.txt

number=0
while IFS='|' read -r plugin position rule; do
    case $plugin in '' | '#'*) continue ;; esac
    number=$((number + 1))
    printf '%s\n' "$rule" >"$work/$number.game"
    queue $number analyze "$work/$number.game" $position
done <"$cases"
run_commands

number=0
while IFS='|' read -r plugin position rule; do
    case $plugin in '' | '#'*) continue ;; esac
    number=$((number + 1))
    plugin=$(echo $plugin) # trims
    found=$(sed -n 's/^solver  *\([^ ]*\) .*/\1/p' "$work/many/$number.out")
    want=${plugin#- }
    case $plugin in
    -*) [ -n "$found" ] && [ "$found" != "$want" ] ;;
    *) [ "$found" = "$want" ] ;;
    esac
    if [ $? -eq 0 ]; then echo "ok recognise $number $plugin"; else
        echo "not ok recognise $number: $plugin, answered by '$found': $rule"
        status=1
    fi
done <"$cases"
exit $status
