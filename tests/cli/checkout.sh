#!/bin/sh
# What ./cgi and ./test do before the program runs: where they build, when they build anew, what they say. They are tried in a
# small checkout of their own, whose program is a copied script; what has to wait waits for events, never for a time.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI_SOURCE:?the checkout}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
unset CGI_BUILD_DIR XDG_CACHE_HOME CMAKE_GENERATOR
tree=$work/tree
export HOME="$work/home" TERM=dumb

mkdir -p "$tree/.ci" "$tree/src" "$tree/tests" "$tree/docs/man" "$tree/cmake" "$tree/include" "$tree/plugins" "$HOME"
cp "$CGI_SOURCE/cgi" "$CGI_SOURCE/test" "$tree"
cp "$CGI_SOURCE"/.ci/* "$tree/.ci"
# Thirty steps, the last of which waits while there is a file `hold` in the checkout; and two tests, one with a file of its own.
cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(small NONE)
enable_testing()
add_test(NAME cli/first COMMAND echo "ok - first")
add_test(NAME cli/second COMMAND sh -c "while [ -f '${CMAKE_SOURCE_DIR}/hold-test' ]; do sleep 0.05; done; echo ok - second")
foreach(step RANGE 1 29)
  add_custom_command(OUTPUT step${step} COMMAND touch step${step} VERBATIM)
  list(APPEND steps step${step})
endforeach()
add_custom_command(OUTPUT bin/cgi COMMAND sh -c "while [ -f '${CMAKE_SOURCE_DIR}/hold' ]; do sleep 0.05; done" VERBATIM
                   COMMAND install -D "${CMAKE_SOURCE_DIR}/src/program.c" bin/cgi DEPENDS src/program.c ${steps})
add_custom_target(program ALL DEPENDS bin/cgi)
END
program() { printf '#!/bin/sh\necho "%s: $*"\n' "$1"; }
program one >"$tree/src/program.c"

# Runs ./cgi with its streams in out and err; the other functions look at what came of it, and print what is wrong.
start() { "$tree/cgi" "$@" >"$work/out" 2>"$work/err" </dev/null; }
status() { [ "$1" -eq "$2" ] || { echo "exit $1, not $2"; cat "$work/err"; }; }
answers() { [ "$(cat "$work/out")" = "$1" ] || { echo "it printed '$(cat "$work/out")', not '$1'"; cat "$work/err"; }; }
silent() { cat "$work/err"; }
said() { grep -qE -e "$1" "$work/err" || { echo "it did not say $1, but"; cat "$work/err"; }; }
lines() { [ "$(wc -l <"$work/err")" -eq "$1" ] || { echo "not $1 lines"; cat "$work/err"; }; }
# until_said FILE PATTERN PROCESS: looks for it until it is there. `unsaid` tells what is wrong where it cannot come any more,
# since the process has ended, or has not come in as many looks as are more than enough: a lost message is no reason to hang.
patience=4000
until_said() {
    unsaid='' looks=0
    until grep -qE -e "$2" "$1" 2>/dev/null; do
        if ! kill -0 "$3" 2>/dev/null; then
            grep -qE -e "$2" "$1" 2>/dev/null || unsaid="it ended without saying $2, but said: $(cat "$1" 2>&1)"
            return
        fi
        looks=$((looks + 1))
        if [ $looks -eq $patience ]; then unsaid="it does not say $2, but: $(cat "$1" 2>&1)"; return; fi
        sleep 0.05
    done
}
reads() { case $1 in $2) ;; *) echo "'$1' is not $2" ;; esac; }

sh -c 'echo "last words"' >"$work/out" &
until_said "$work/out" 'last words' $!
claim "what a process says before it ends is found" "$unsaid"
until_said "$work/out" 'other words' $!
claim "what it has not said when it ends is not waited for" "$(reads "$unsaid" 'it ended without*: last words')"
mkfifo "$work/never"
sh -c 'read -r line <"$1"' sh "$work/never" &
patience=3
until_said "$work/out" 'other words' $!
patience=4000
claim "nor for ever what it does not say" "$(reads "$unsaid" 'it does not say*: last words')"
echo end >"$work/never"
wait

# ---- when it builds ----
start a 'b c'
claim "the first run builds and answers" "$(status $? 0; answers 'one: a b c')"
claim "and shows how far it is" "$(said 'building: [12][0-9] of 3[0-9]$')"
claim "in a dozen lines where there is no terminal" "$([ "$(wc -l <"$work/err")" -le 13 ] || cat "$work/err")"
start
claim "the second starts at once" "$(answers 'one: '; silent)"
touch "$tree/src/program.c" "$tree/CMakeLists.txt"
start
claim "other dates alone build nothing" "$(answers 'one: '; silent)"
program two >"$tree/src/program.c"
start
claim "a source that changed is built" "$(answers 'two: '; said 'building in')"
program three >"$work/older"
touch -d 2001-01-01 "$work/older"
mv "$work/older" "$tree/src/program.c"
start
claim "a source that was replaced by an older file too" "$(answers 'three: ')"
cp -R "$tree" "$work/copy"
"$work/copy/cgi" >"$work/out" 2>"$work/err"
claim "a copy of the checkout with its build starts" "$(answers 'three: '; silent)"
if command -v git >/dev/null; then
    git init -q "$tree" && git -C "$tree" add -A src && git -C "$tree" -c user.name=a -c user.email=a commit -q -m a
    start
    claim "a commit is built in, since the program tells it" "$(answers 'three: '; said 'building in')"
    start
    claim "once" "$(answers 'three: '; silent)"
else
    skip "a commit is built in: git is not installed"
fi
# a checkout is often fetched where git is, and used where it is not
mkdir "$work/without"
for tool in /bin/* /usr/bin/*; do [ -e "$work/without/${tool##*/}" ] || ln -s "$tool" "$work/without"; done
rm -f "$work/without/git"
program nogit >"$tree/src/program.c"
PATH=$work/without start x
claim "where git is missing it builds, too" "$(status $? 0; answers 'nogit: x')"
program three >"$tree/src/program.c"

# ---- a build that does not end well ----
printf 'error(' >>"$tree/CMakeLists.txt"
start
claim "a build that fails ends with exit 2 and says where its output is" "$(status $? 2; said 'the whole output is in .*/build/run/build.log')"
sed -i 's/^error($//' "$tree/CMakeLists.txt"
sed -i '$d' "$tree/CMakeLists.txt" && echo 'add_custom_target(program ALL DEPENDS bin/cgi)' >>"$tree/CMakeLists.txt"
start
claim "and does no harm to the next" "$(answers 'three: ')"
program four >"$tree/src/program.c"
: >"$tree/hold"
setsid "$tree/cgi" >"$work/killed" 2>&1 &
killed=$!
until_said "$work/killed" 'building' $killed
claim "it says that it builds" "$unsaid"
"$tree/cgi" waiter >"$work/out" 2>"$work/err" </dev/null &
waiter=$!
until_said "$work/err" 'another ./cgi is building here' $waiter
claim "who comes while it builds says that it waits" "$unsaid"
kill -9 -$killed
wait $killed 2>/dev/null
rm -f "$tree/hold"
wait $waiter
claim "after a build that was killed the next one builds" "$(status $? 0; answers 'four: waiter')"

# ---- where it builds ----
mkdir "$work/elsewhere"
(cd "$work" && CGI_BUILD_DIR=elsewhere "$tree/cgi" x >"$work/out" 2>"$work/err")
claim "CGI_BUILD_DIR names another folder" "$(answers 'four: x'; said "building in $work/elsewhere/run"; ls "$work/elsewhere/run/bin/cgi" 2>&1 >/dev/null)"
: >"$work/file"
CGI_BUILD_DIR=$work/file/x start
claim "one that cannot be written is one sentence" "$(status $? 2; said 'please set CGI_BUILD_DIR to a folder of your own'; lines 1)"
# As a user who may not write: for root everything is permitted, so root becomes nobody.
other() { "$@"; }
if [ "$(id -u)" -eq 0 ]; then other() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }; fi
chmod -R a-w "$tree" && chown -R "$(other id -u)" "$HOME"
as_other() { other "$tree/cgi" "$@" >"$work/out" 2>"$work/err" </dev/null; }
as_other
claim "a checkout that cannot be written, built by somebody else, starts" "$(answers 'four: '; silent)"
chmod u+w "$tree/src/program.c" && program five >"$tree/src/program.c" && chmod a-w "$tree/src/program.c"
as_other
claim "and is built in a folder of one's own when it changed" "$(answers 'five: '; said "may not write everything in $tree/build; building in $HOME/.cache/cgi/")"
as_other
claim "from where it starts" "$(answers 'five: '; silent)"
HOME='' as_other again
claim "without one's own folder it says what to do" "$(status $? 2; lines 1; said 'CGI_BUILD_DIR')"
chmod -R u+w "$tree"

# ---- packages ----
# Everything but cmake; apt-get is one that does as $work/mirror says.
mkdir "$work/bin"
for tool in /bin/* /usr/bin/*; do [ -e "$work/bin/${tool##*/}" ] || ln -s "$tool" "$work/bin"; done
cmake=$(command -v cmake)
rm -f "$work/bin/cmake" "$work/bin/sudo" "$work/bin/apt-get"
cat >"$work/bin/apt-get" <<'END'
#!/bin/sh
echo "$*" >>"$MIRROR/asked"
case "$(cat "$MIRROR/is"):$*" in
off:*update) echo 'W: Failed to fetch http://mirror/InRelease  Temporary failure resolving mirror'; exit 0 ;;
off:*) for i in 1 2 3; do echo "E: Failed to fetch http://mirror/$i  Temporary failure resolving 'mirror'"; done; exit 100 ;;
odd:*install*) echo 'E: Something else'; exit 100 ;;
locked:*install*) echo on >"$MIRROR/is"; echo 'E: Could not get lock /var/lib/dpkg/lock'; exit 100 ;;
on:*install*)
    for i in 0 10 20 30 40 50 60 70 80 90; do printf 'pmstatus:cmake:%d.5:Installing\n' $i; done
    ln -s "$CMAKE" "$BIN/cmake" ;;
esac
END
chmod +x "$work/bin/apt-get"
export MIRROR="$work/mirror" BIN="$work/bin" CMAKE="$cmake"
mkdir "$MIRROR"
install_with() { # HOW: with such a mirror and cmake missing
    echo "$1" >"$MIRROR/is"
    rm -rf "$work/bin/cmake" "$work/elsewhere"
    PATH=$work/bin CGI_BUILD_DIR=$work/elsewhere "$tree/cgi" >"$work/out" 2>"$work/err" </dev/null
}
as_root() { if [ "$(id -u)" -eq 0 ]; then claim "$@"; else skip "$1: needs root"; fi; }
install_with off
as_root "without a network one sentence says why" "$(status $? 2; said 'apt-get could not install them \(no network'; lines 3)"
install_with odd
as_root "another reason is apt-get's own" "$(status $? 2; said '\(E: Something else\)'; lines 3)"
install_with locked
as_root "another apt-get is waited for" "$(status $? 0; said 'another apt-get is running'; answers 'five: ')"
as_root "the installation shows how far it is" "$(said 'installing: [3-6]0 %')"
rm -rf "$work/bin/cmake"
program six >"$tree/src/program.c"
PATH=$work/bin other "$tree/cgi" >"$work/out" 2>"$work/err" </dev/null
claim "who is not root is told what to ask for" "$(
    status $? 2; said 'please have it done: apt-get install (.* )?cmake'
    lines $((2 + ($(id -u) == 0))))" # nobody, who root becomes here, is told first where it builds

# ---- ./test ----
: >"$tree/hold-test"
(cd "$tree" && ./test >"$work/tests" 2>"$work/err" </dev/null) &
tests=$!
until_said "$work/tests" '^  ok cli/first ' $tests
claim "./test shows a test's result while others run" "$unsaid$(grep cli/second "$work/tests")"
rm -f "$tree/hold-test"
wait $tests
claim "and adds the results up" "$(status $? 0; [ "$(tail -n 1 "$work/tests")" = '2 passed, 0 failed' ] || cat "$work/tests")"
done_testing
