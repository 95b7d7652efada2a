#!/bin/sh
# C files are laid out by .clang-format. Versions of clang-format differ in details, so only version 14 judges.
. "$(dirname "$0")/tap.sh"
cd "$CGI_SOURCE" || exit 1

formatter=''
for name in clang-format-14 clang-format; do
    case $("$name" --version 2>/dev/null) in
    *' version 14.'*) formatter=${formatter:-$name} ;;
    esac
done
if [ -z "$formatter" ]; then
    skip "clang-format 14 is not installed, and other versions lay code out in other ways"
    done_testing
fi
claim "every C file is as clang-format writes it; run $formatter -i on" "$(
    find src include plugins tests bench verify -name '*.[ch]' | sort | tr '\n' '\0' |
        xargs -0 "$formatter" --dry-run -Werror 2>&1 | awk '
            { output = output "\n" $0 }
            /: error: code should be clang-formatted/ && split($0, part, ":") && !seen[part[1]]++ { print part[1] ":" part[2] }
            END { for (file in seen) exit; if (output) print "it failed:" output }')"
done_testing
