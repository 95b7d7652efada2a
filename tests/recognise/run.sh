#!/bin/sh
# Rules told in other ways (cases.txt): the plugin must answer for those that mean its reference rule, and for no other.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
number=0
while IFS='|' read -r plugin position rule; do
    case $plugin in '' | '#'*) continue ;; esac
    number=$((number + 1))
    plugin=$(echo $plugin) # trims
    printf '%s\n' "$rule" >"$work/rule.game"
    found=$("$CGI" analyze "$work/rule.game" $position 2>&1 | sed -n 's/^solver  *\([^ ]*\) .*/\1/p')
    want=${plugin#- }
    case $plugin in
    -*) [ -n "$found" ] && [ "$found" != "$want" ] ;;
    *) [ "$found" = "$want" ] ;;
    esac
    if [ $? -eq 0 ]; then echo "ok recognise $number $plugin"; else
        echo "not ok recognise $number: $plugin, answered by '$found': $rule"
        status=1
    fi
done <"$CGI_SOURCE/tests/recognise/cases.txt"
exit $status
