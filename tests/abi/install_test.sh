#!/bin/sh
# The installed package, moved to another place after the installation: everything is there, a plugin builds against it
# outside this tree (with CMake and by hand) and is used, and another program links the library.
. "$(dirname "$0")/../arch/tap.sh"
: "${CGI_BUILD:?the build folder}" "${CGI_CC:=cc}"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset DESTDIR CGI_PLUGIN_PATH
there=$work/moved

# run COMMAND...: nothing when it succeeds, else what it printed.
run() { "$@" >"$work/out" 2>&1 </dev/null || { echo "failed: $*"; tail -n 30 "$work/out"; }; }
missing() { for file in "$@"; do ls "$there"/$file >/dev/null 2>&1 || echo "$file is missing"; done; }
# contains TEXT COMMAND...: nothing when the output holds the text.
contains() {
    text=$1
    shift
    "$@" >"$work/out" 2>&1 </dev/null
    grep -qF "$text" "$work/out" || { echo "'$text' is not in the output of $*"; tail -n 30 "$work/out"; }
}

claim "it installs" "$(run cmake --install "$CGI_BUILD" --prefix "$work/first")"
mv "$work/first" "$there"
claim "program, library, headers, package files and plugins are there" "$(missing bin/cgi 'lib*/libcgi.so' \
    'lib*/cgi/plugins/*.so' include/cgi/cgi.h include/cgi/plugin.h include/cgi/version.h \
    'lib*/cmake/cgi/cgi-config.cmake' 'lib*/pkgconfig/cgi.pc')"
if command -v scdoc >/dev/null; then
    claim "man pages are there" "$(missing share/man/man1/cgi.1 'share/man/man7/cgi-*.7')"
else
    skip "man pages: no scdoc"
fi
claim "the manual, the gallery, the template of a plugin are there" "$(missing share/doc/cgi/manual/errors.md share/doc/cgi/tutorial.md \
    share/doc/cgi/plugins/writing.md share/doc/cgi/LICENSE share/cgi/games/nim.game share/cgi/games/README.md share/cgi/template/template.c)"
claim "every link in the installed documents leads to what is installed" "$(cd "$there" && find . -name '*.md' | while read -r file; do
    sed '/^```/,/^```/d' "$file" | grep -oE '\]\([^)#]+' | sed 's/^](//' | grep -v '^[a-z]*:' | while read -r link; do
        [ -e "${file%/*}/$link" ] || echo "$file: $link"
    done
done)"
claim "nothing but that is installed" "$(cd "$there" && find . -type f | grep -vE \
    '^\./(share/(doc/cgi|cgi/games|cgi/template)/.*|bin/cgi(-verify(-book|-misere|-equal|-automaton|-growth)?)?|lib[^/]*/(.*/)?(libcgi\.so[.0-9]*|cgi/plugins/[a-z0-9_]+\.so|cmake/cgi/cgi-[a-z-]+\.cmake|pkgconfig/cgi\.pc)|include/cgi/[a-z]+\.h|share/man/man[1-8]/cgi[a-z0-9_.-]*)$')"

program=$there/bin/cgi
claim "the installed program finds its plugins" "$(contains wythoff "$program" plugins)"
claim "its help names them where they are" "$(contains "manual               $there/share/doc/cgi/manual" "$program" help
    contains "games to begin with  $there/share/cgi/games" "$program" help
    contains "$there/share/doc/cgi/manual/errors.md" "$program" help E0301)"
claim "the installed program answers" "$(contains 'N' "$program" analyze "$CGI_SOURCE/games/nim.game" 3 5)"

# ---- a plugin outside the tree, with CMake ----
cp -R "$CGI_SOURCE/plugins/template" "$work/template"
# The generator that built the program is there; cmake's default need not be.
export CMAKE_GENERATOR="$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$CGI_BUILD/CMakeCache.txt")"
claim "the template configures against the installation" "$(run cmake -S "$work/template" -B "$work/out-of-tree" \
    -DCMAKE_PREFIX_PATH="$there" -DCMAKE_C_COMPILER="$CGI_CC")"
claim "the template builds" "$(run cmake --build "$work/out-of-tree")"
claim "the program takes the plugin" "$(contains template "$program" plugins --plugin-dir "$work/out-of-tree")"
cat >"$work/mine.game" <<'RULE'
game mine(heap) { move grab(k in 1..heap) where k % 2 == 1 -> mine(heap - k) }
RULE
claim "a rule of that game is answered by it" "$(contains '"template"' "$program" analyze --json --plugin-dir \
    "$work/out-of-tree" "$work/mine.game" 1000000000000000000000000000001)"
claim "it installs where the program looks" "$(run cmake --install "$work/out-of-tree" && contains template "$program" plugins)"

# ---- by hand, with pkg-config ----
export PKG_CONFIG_PATH="$(dirname "$(ls "$there"/lib*/pkgconfig/cgi.pc "$there"/lib/*/pkgconfig/cgi.pc 2>/dev/null | head -n 1)")"
claim "pkg-config names the plugin folder" "$(folder=$(pkg-config --variable=plugindir cgi)
    [ -d "$folder" ] || echo "no such folder: $folder")"
mkdir "$work/by-hand"
# shellcheck disable=SC2046 # flags are words
claim "the template builds by hand" "$(run "$CGI_CC" -std=c11 -Wall -Wextra -Werror $(pkg-config --cflags cgi) -shared -fPIC \
    -Wl,-z,defs -o "$work/by-hand/template.so" "$work/template/template.c")"
claim "the program takes it" "$(contains template "$program" plugins --plugin-dir "$work/by-hand")"

# ---- another program around the library; it must bring the sanitizers that the library was built with ----
library=$(ls "$there"/lib*/libcgi.so "$there"/lib/*/libcgi.so 2>/dev/null | head -n 1)
flags=
nm -D "$library" 2>/dev/null | grep -q __asan_init && flags=-fsanitize=address,undefined
# shellcheck disable=SC2046,SC2086
claim "a program links the library" "$(run "$CGI_CC" -std=c11 -Wall -Wextra -Werror $flags $(pkg-config --cflags cgi) \
    "$CGI_SOURCE/tests/abi/embed.c" -o "$work/embed" $(pkg-config --libs cgi) "-Wl,-rpath,$(dirname "$library")")"
claim "and gets an answer from it" "$(contains 'N 6 1' "$work/embed")"

# ---- from the sources, as README.md tells ----
unset CMAKE_GENERATOR
if command -v make >/dev/null; then
    claim "cmake's own choice of a generator configures" "$(run cmake -S "$CGI_SOURCE" -B "$work/default" -DCMAKE_C_COMPILER="$CGI_CC")"
else
    skip "cmake's own choice of a generator: no make"
fi
if command -v ninja >/dev/null; then
    claim "without scdoc the preset of a release says that there are no man pages" "$(contains 'there will be no man pages' cmake \
        -S "$CGI_SOURCE" --preset release -B "$work/release" -DCGI_BUILD_TESTS=OFF -DSCDOC=)"
    claim "and so does its installation" "$(contains 'no man pages are installed' cmake -P "$work/release/docs/man/cmake_install.cmake")"
else
    skip "the preset of a release: no ninja"
    skip "its installation: no ninja"
fi

# ---- taken back ----
DESTDIR=$work/root cmake --install "$CGI_BUILD" --prefix /opt/cgi >"$work/out" 2>&1 </dev/null
echo mine >"$work/root/opt/cgi/share/cgi/games/mine.game"
export DESTDIR="$work/root"
claim "uninstall leaves what it did not bring" "$(run cmake --build "$CGI_BUILD" --target uninstall
    [ "$(cd "$DESTDIR" && find . -type f)" = ./opt/cgi/share/cgi/games/mine.game ] || find "$DESTDIR" -type f)"
claim "and no folder of its own" "$(find "$DESTDIR" -type d -path '*/cgi/*' -empty)"
claim "once" "$(contains 'nothing was installed' cmake --build "$CGI_BUILD" --target uninstall)"
done_testing
