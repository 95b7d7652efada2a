#!/bin/sh
# The file name `-`: the rule comes from standard input and is called <stdin>; what it imports is found from the working folder.
. "$(dirname "$0")/cases.sh"

printf 'game heap(n) { move take(t in 1..n) -> heap(n - t) }\n' >heap.game
printf 'digraph { a -> b }\n' >arrows.dot
printf 'import "heap.game"\ngraph g from "arrows.dot"\ngame two(n) { move take(t in 1..n) -> heap(n - t)\n  expect sg(two(3)) == 3 }\n' >rule

# piped CODE NAME ARGUMENT...: as run, with the file rule on standard input.
piped() {
    wanted=$1 name=$2
    shift 2
    "$CGI" "$@" >out 2>err <rule
    code=$?
    if [ "$code" -ne "$wanted" ]; then not_ok "$name: exit $code, not $wanted" "$(cat err)"
    elif grep -qE 'AddressSanitizer|LeakSanitizer|runtime error' err; then not_ok "$name: sanitizer" "$(cat err)"
    else ok "$name"; fi
}

piped 0 'analyze -' analyze - 3 && silent err && says out '^SG value +3$'
piped 0 'analyze -- -' analyze -- - 3 && says out '^SG value +3$'
piped 0 'analyze - --dump=model' analyze - --dump=model && says out '^game 2 two'
piped 0 'check -' check - && exactly out '<stdin>: fine'
piped 0 'check - --json' check - --json && json '.diagnostics == []'
piped 0 'test -' test - && says out '^passed <stdin>:4 expect'
piped 0 'test - --tap' test - --tap && says out '^ok 1 - <stdin>:4 '
piped 0 'test - --json' test - --json && json '.file == "<stdin>" and .failed == 0'
piped 0 'test - and a file' test heap.game - && says out '^1 passed'
piped 0 'table -' table - 0..3 --csv && says out '^3,3,N$'
piped 0 'explain -' explain - 2 && says out '^mex +2$'
piped 0 'graph -' graph - 2 && says out '^digraph'
piped 0 'compare -, read twice' compare - heap.game && says out '^verdict'
piped 0 'compare with -' compare heap.game - --json && json '.other == "<stdin>"'
piped 0 'fmt -' fmt - && says out '^game two\(n\) \{$'
piped 1 'fmt --check -' fmt --check - && exactly out '<stdin>: not in the layout of `cgi fmt`'
piped 0 'fmt - --json' fmt - --json && json '.file == "<stdin>"'
printf '3\n' >numbers
name='a file beside --batch -'
if "$CGI" analyze heap.game --batch - --input counted --map P=x,N=y <numbers >out 2>err; then not_ok "$name" "$(cat out)"; else ok "$name"; fi
says err '^<stdin>:2:1: error\[E0670\]'

usage 'standard input twice' 'name it once' check - -
usage 'standard input as rule and as input' 'name it once' analyze - --batch - --input pairs
usage 'play -' 'reads your moves' play - 3
usage 'fmt --write -' 'needs files' fmt --write -

printf 'game heap(n) { move take(t in 1..n) -> heap(n - s) }\n' >rule
piped 3 'a mistake' analyze - 3 && says err '^<stdin>:1:49: error\[E0201\]'
printf 'import "nowhere.game"\n' >rule
piped 3 'an import that is missing' check - && says err '^<stdin>:1:9: error\[E0218\]'
printf 'import "-"\n' >rule
piped 3 'an import of - is a file of that name' check - && says err "E0218.*'-' cannot be imported: it does not exist"
: >rule
piped 3 'nothing' check - && says err '^<stdin>:1:1: error\[E0217\]'
printf 'game g(n) { \0 }' >rule
piped 3 'a NUL byte' check - && says err "E0005.*'<stdin>' is not text"
piped 3 'a NUL byte, --json' test - --json && json '.diagnostics[0].id == "E0005"'
printf '\0' >rule
piped 3 'a NUL byte and nothing else' fmt - && says err E0005
head -c 17000000 /dev/zero | tr '\0' ' ' >rule
piped 2 'more than a file may hold' check - && says err "E0004.*'<stdin>' is larger"
rm rule
mkdir rule
piped 2 'a folder' check - && says err "E0003.*'<stdin>' is a folder"
name='no standard input'
"$CGI" check - <&- >out 2>err
code=$?
if [ $code -eq 2 ] && grep -q E0002 err; then ok "$name"; else not_ok "$name: exit $code" "$(cat out err)"; fi
exit $status
