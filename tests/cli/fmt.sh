#!/bin/sh
# cgi fmt as a caller sees it: streams, exit codes, files that are rewritten, hostile files.
. "$(dirname "$0")/cases.sh"

printf 'game nim(n){move take(t in 1..n)->nim(n-t)}' >loose.game
layout='game nim(n) { move take(t in 1..n) -> nim(n - t) }'
printf '%s\n' "$layout" >tidy.game

run 0 'fmt' fmt loose.game && silent err && exactly out "$layout"
run 0 'fmt of a tidy file' fmt tidy.game && exactly out "$layout"
run 1 'fmt --check' fmt --check tidy.game loose.game && silent err && exactly out 'loose.game: not in the layout of `cgi fmt`'
run 0 'fmt --check of a tidy file' fmt --check tidy.game && silent out
run 0 'fmt --json' fmt --json loose.game && json ".formatted == false and .text == \"$layout\\n\" and .file == \"loose.game\""
run 1 'fmt --check --json' fmt --json --check loose.game && json '.formatted == false and (has("text") | not)'
usage 'fmt without a file' 'needs one or more' fmt
usage 'fmt --write --check' 'choose one' fmt --write --check tidy.game
usage 'fmt --write of standard input' 'needs files' fmt --write -
usage 'fmt of a missing file' 'E0001' fmt nowhere.game
usage 'fmt of a folder' 'E0003' fmt games
usage '-i belongs to fmt' 'does not belong' analyze -i games/nim.game 3

name='fmt of standard input'
if [ "$("$CGI" fmt - <loose.game)" = "$layout" ]; then ok "$name"; else not_ok "$name"; fi
name='fmt of standard input that is no text'
head -c 3000 /dev/zero | "$CGI" fmt - >out 2>err
if [ $? -eq 3 ] && grep -q 'E0005' err && [ ! -s out ]; then ok "$name"; else not_ok "$name" "$(cat out err)"; fi

# in place: the same permissions, through a link, untouched when nothing changes or the file does not compile
cp loose.game here.game
chmod 640 here.game
ln -s here.game link.game
run 0 'fmt -i' fmt -i link.game && silent out && exactly here.game "$layout"
name='fmt -i keeps permissions and links'
if [ "$(stat -c %a here.game)" = 640 ] && [ -L link.game ]; then ok "$name"; else not_ok "$name" "$(ls -l)"; fi
touch -d '2001-01-01' here.game
run 0 'fmt --write again' fmt --write here.game
name='a tidy file is not touched'
if [ "$(stat -c %Y here.game)" = "$(date -d '2001-01-01' +%s)" ]; then ok "$name"; else not_ok "$name"; fi
printf 'game nim(n) { move take(t in 1..n -> nim(n - t) }\n' >broken.game
cp broken.game before
run 3 'fmt -i of a broken file' fmt -i broken.game tidy.game && silent out && says err 'E0101'
name='a broken file is not touched'
if cmp -s broken.game before; then ok "$name"; else not_ok "$name"; fi
name='nothing is left beside the files'
if [ -z "$(find . -name '*.game.*')" ]; then ok "$name"; else not_ok "$name" "$(ls)"; fi

# hostile layouts
: >empty.game
run 0 'fmt of an empty file' fmt empty.game && silent out
printf '\357\273\277# a\r\n\r\n\r\n\r\nparam a=1\r\n#b  \t\r\n' >crlf.game
run 0 'fmt of CRLF and a byte order mark' fmt crlf.game && exactly out '# a

param a = 1
#b'
awk 'BEGIN { printf "game g(n) { move a where n in {0"; for (i = 1; i < 20000; i++) printf ",%d", i; print "} -> end }" }' >wide.game
run 0 'fmt of 20000 numbers' fmt wide.game
name='no line is too long'
if [ "$(awk 'length > 100' out | wc -l)" -eq 0 ]; then ok "$name"; else not_ok "$name" "$(awk 'length > 100' out | head -n 3)"; fi
awk 'BEGIN { printf "fn f(n) = "; for (i = 0; i < 180; i++) printf "("; printf "n"; for (i = 0; i < 180; i++) printf ")"; print "" }' >deep.game
run 0 'fmt of 180 brackets' fmt deep.game
awk 'BEGIN { printf "param a = 1"; for (i = 0; i < 150; i++) printf "-# c%d\n", i; print "2" }' >comments.game
run 0 'fmt of 150 comments in an expression' fmt comments.game
cp out again.game
name='the same twice'
if "$CGI" fmt --check again.game >out 2>&1; then ok "$name"; else not_ok "$name" "$(cat out)"; fi
# edges and nodes stay on the line where they were put together
printf 'graph g{a->b;b->c\n c->d e;;d ;e # both\n\n  x;y\nz->x; q ;loopy}' >edges.game
run 0 'fmt of edges on lines' fmt edges.game && exactly out 'graph g {
  a -> b; b -> c
  c -> d e; d; e;  # both

  x; y
  z -> x; q
  loopy
}'
awk 'BEGIN { printf "graph g { a"; for (i = 0; i < 3000; i++) printf i % 7 ? "; n%d" : "; n%d -> a b", i; print " }" }' >wide.game
run 0 'fmt of a line of 3000 edges' fmt wide.game
cp out again.game
name='as much on a line as it can hold'
if [ "$(awk 'length > 100' out | wc -l)" -eq 0 ] && [ "$(awk 'length < 85' out | wc -l)" -le 3 ] && # the header, the last two lines
    "$CGI" fmt --check again.game >out 2>&1 && "$CGI" compare again.game wide.game | grep -q 'same rules'; then ok "$name"; else not_ok "$name" "$(cat out)"; fi
printf 'lua [==[\n  x = "]]"   \n\n\n   -- # no comment\n]==]  # after\ngame g(n){move lua f}' >lua.game
run 0 'fmt of a Lua block' fmt lua.game && exactly out 'lua [==[
  x = "]]"   


   -- # no comment
]==]  # after
game g(n) { move lua f }'
exit $status
