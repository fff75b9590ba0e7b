#!/bin/sh
# Sets Fairies up: installs what is missing, builds, installs. See --help.
set -eu

usage() {
    cat <<'END'
Usage: ./install.sh [OPTION]...

Installs the packages Fairies needs (only those that are missing), builds it, and
installs the program `fairy` and the extension for Inkscape for you alone.

  --demo         then let three fairies edit a bundled diagram, into ./fairies-demo/
  --test         instead: build with sanitizers and run all tests
  --yes          don't ask before installing packages
  --dry-run      say what would be done, and do nothing
  --prefix DIR   install under DIR (default: ~/.local)
  --system       install for everybody, under /usr/local
  --uninstall    remove what an earlier run installed (there or under --prefix)
  --help         print this
END
}

# --- what is needed ------------------------------------------------------------------------------
# kind | how to tell that it is there | apt | dnf | pacman | brew | MSYS2
# Probes: cmd:A,B one of these programs; pc:LIB VERSION at least this version; path:GLOB; font:FILE;
# cmake: a new enough cmake. "-" means that this system has no such package, and we do without.
needs() {
    cat <<'END'
build|cmd:cc|gcc libc6-dev|gcc|gcc|-|mingw-w64-x86_64-gcc
build|cmd:make|make|make|make|make|make
build|cmake:|cmake|cmake|cmake|cmake|mingw-w64-x86_64-cmake
build|cmd:pkg-config|pkg-config|pkgconf-pkg-config|pkgconf|pkgconf|mingw-w64-x86_64-pkgconf
build|pc:gio-2.0 2.74|libglib2.0-dev|glib2-devel|glib2|glib|mingw-w64-x86_64-glib2
build|pc:libxml-2.0 2.9.14|libxml2-dev|libxml2-devel|libxml2|libxml2|mingw-w64-x86_64-libxml2
build|pc:libcurl 7.87|libcurl4-openssl-dev|libcurl-devel|curl|curl|mingw-w64-x86_64-curl
build|pc:pangoft2 1.50|libpango1.0-dev|pango-devel|pango|pango|mingw-w64-x86_64-pango
build|pc:harfbuzz 4|libharfbuzz-dev|harfbuzz-devel|harfbuzz|harfbuzz|mingw-w64-x86_64-harfbuzz
build|pc:fontconfig 2|libfontconfig-dev|fontconfig-devel|fontconfig|fontconfig|mingw-w64-x86_64-fontconfig
build|pc:gtk+-3.0 3.24|libgtk-3-dev|gtk3-devel|gtk3|gtk+3|mingw-w64-x86_64-gtk3
build|pc:librsvg-2.0 2.54|librsvg2-dev|librsvg2-devel|librsvg|librsvg|mingw-w64-x86_64-librsvg
build|pc:libgvc 2.42|libgraphviz-dev|graphviz-devel|graphviz|graphviz|mingw-w64-x86_64-graphviz
build|pc:libjpeg 1|libjpeg-dev|libjpeg-turbo-devel|libjpeg-turbo|jpeg-turbo|mingw-w64-x86_64-libjpeg-turbo
build|pc:zlib 1|zlib1g-dev|zlib-devel|zlib|zlib|mingw-w64-x86_64-zlib
build|pc:libcjson 1.7.15|libcjson-dev|cjson-devel|cjson|cjson|mingw-w64-x86_64-cjson
build|pc:sqlite3 3.40|libsqlite3-dev|sqlite-devel|sqlite|sqlite|mingw-w64-x86_64-sqlite3
build|pc:xi 1.7|libxi-dev|libXi-devel|libxi|libxi|-
build|pc:x11 1.7|libx11-dev|libX11-devel|libx11|libx11|-
build|font:DejaVuSans.ttf|fonts-dejavu-core|dejavu-sans-fonts|ttf-dejavu|font-dejavu|mingw-w64-x86_64-ttf-dejavu
build|cmd:scdoc|scdoc|scdoc|scdoc|scdoc|-
test|pc:libpng 1.6|libpng-dev|libpng-devel|libpng|libpng|mingw-w64-x86_64-libpng
test|pc:json-c 0.16|libjson-c-dev|json-c-devel|json-c|json-c|mingw-w64-x86_64-json-c
test|cmd:gcc|gcc|gcc libasan libubsan|gcc|-|-
test|cmd:clang|clang|clang|clang|llvm|mingw-w64-x86_64-clang
test|cmd:clang-format|clang-format|clang-tools-extra|clang|clang-format|mingw-w64-x86_64-clang-tools-extra
test|cmd:clang-tidy|clang-tidy|clang-tools-extra|clang|llvm|mingw-w64-x86_64-clang-tools-extra
test|path:/usr/lib*/clang/*/lib/linux/libclang_rt.fuzzer*|libclang-rt-dev|compiler-rt|compiler-rt|-|-
test|cmd:xvfb-run|xvfb|xorg-x11-server-Xvfb|xorg-server-xvfb|-|-
test|cmd:xauth|xauth|xorg-x11-xauth|xorg-xauth|-|-
test|cmd:xdotool|xdotool|xdotool|xdotool|-|-
test|cmd:xprop|x11-utils|xprop|xorg-xprop|-|-
test|cmd:openbox|openbox|openbox|openbox|-|-
test|cmd:dbus-run-session|dbus|dbus-daemon|dbus|dbus|-
test|cmd:gdbus|libglib2.0-bin|glib2|glib2|glib|-
test|cmd:dbus-daemon|dbus-daemon|dbus-daemon|dbus|-|-
test|path:/usr/lib*/*/at-spi2-registryd /usr/lib*/at-spi2-registryd|at-spi2-core|at-spi2-core|at-spi2-core|-|-
test|path:/usr/lib/*/girepository-1.0/Atspi-2.0.typelib /usr/lib*/girepository-1.0/Atspi-2.0.typelib|gir1.2-atspi-2.0|at-spi2-core|at-spi2-core|-|-
test|path:/usr/lib/python3*/*-packages/gi|python3-gi|python3-gobject|python-gobject|-|-
test|cmd:inkscape|inkscape|inkscape|inkscape|inkscape|mingw-w64-x86_64-inkscape
test|cmd:rsvg-convert|librsvg2-bin|librsvg2-tools|librsvg|librsvg|mingw-w64-x86_64-librsvg
test|cmd:dot|graphviz|graphviz|graphviz|graphviz|mingw-w64-x86_64-graphviz
test|path:/usr/share/doc/graphviz*/examples/graphs|graphviz-doc|graphviz-doc|-|-|-
test|path:/usr/share/openclipart/svg|openclipart-svg|-|-|-|-
test|path:/usr/share/inkscape/tutorials/*.svg|inkscape-tutorials|inkscape-docs|-|-|-
test|path:/usr/share/doc/linux-doc*/html|linux-doc|-|-|-|-
test|path:/usr/share/icons/breeze|breeze-icon-theme|breeze-icon-theme|breeze-icons|-|-
test|path:/usr/share/icons/Papirus|papirus-icon-theme|papirus-icon-theme|papirus-icon-theme|-|-
test|cmd:chromium,chromium-browser,google-chrome|chromium|chromium|chromium|-|-
test|cmd:fc-list|fontconfig|fontconfig|fontconfig|fontconfig|mingw-w64-x86_64-fontconfig
test|font:LiberationSans-Regular.ttf|fonts-liberation|liberation-fonts|ttf-liberation|font-liberation|-
test|font:NimbusRoman-Regular.otf|fonts-urw-base35|urw-base35-fonts|gsfonts|-|-
test|font:NotoSans-Regular.ttf|fonts-noto-core|google-noto-sans-fonts google-noto-serif-fonts|noto-fonts|font-noto-sans font-noto-serif|-
test|font:NotoMono-Regular.ttf|fonts-noto-mono|google-noto-sans-mono-fonts|-|-|-
test|font:DroidSansFallbackFull.ttf|fonts-droid-fallback|google-droid-sans-fonts|-|-|-
test|font:Carlito-Regular.ttf|fonts-crosextra-carlito|google-carlito-fonts|ttf-carlito|font-carlito|-
test|font:Caladea-Regular.ttf|fonts-crosextra-caladea|google-crosextra-caladea-fonts|ttf-caladea|font-caladea|-
test|cmd:compare,magick|imagemagick|ImageMagick|imagemagick|imagemagick|mingw-w64-x86_64-imagemagick
test|cmd:shellcheck|shellcheck|ShellCheck|shellcheck|shellcheck|mingw-w64-x86_64-shellcheck
test|cmd:mandoc|mandoc|mandoc|mandoc|mandoc|-
test|cmd:xmllint|libxml2-utils|libxml2|libxml2|libxml2|mingw-w64-x86_64-libxml2
test|cmd:msgfmt,msgcat|gettext|gettext|gettext|gettext|mingw-w64-x86_64-gettext
test|cmd:node|nodejs|nodejs|nodejs|node|-
test|cmd:parallel|parallel|parallel|parallel|parallel|-
test|path:/usr/lib/python3*/*-packages/yaml /usr/lib*/python3*/*-packages/yaml|python3-yaml|python3-pyyaml|python-yaml|-|-
test|cmd:git|git|git|git|git|mingw-w64-x86_64-git
test|cmd:openssl|openssl|openssl|openssl|openssl|mingw-w64-x86_64-openssl
test|cmd:python3|python3|python3|python|python3|mingw-w64-x86_64-python
END
}

has_program() { # A,B
    for program in $(echo "$1" | tr ',' ' '); do
        command -v "$program" >/dev/null 2>&1 && return 0
    done
    return 1
}

has_path() { # a pattern
    for path in $1; do
        [ -e "$path" ] && return 0
    done
    return 1
}

has_font() {
    for folder in /usr/share/fonts /usr/local/share/fonts "$HOME/.local/share/fonts" \
        "$HOME/.fonts" "$HOME/Library/Fonts" /mingw64/share/fonts; do
        [ -d "$folder" ] && [ -n "$(find "$folder" -name "$1" 2>/dev/null)" ] && return 0
    done
    return 1
}

has_cmake() {
    command -v cmake >/dev/null 2>&1 || return 1
    cmake --version | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 25)) }'
}

present() { # a probe
    case $1 in
    cmd:*) has_program "${1#cmd:}" ;;
    pc:*) command -v pkg-config >/dev/null 2>&1 &&
        pkg-config --atleast-version="${1##* }" "$(echo "${1#pc:}" | cut -d ' ' -f 1)" ;;
    path:*) has_path "${1#path:}" ;;
    font:*) has_font "${1#font:}" ;;
    cmake:) has_cmake ;;
    esac
}

# --- the system's packages -----------------------------------------------------------------------
find_manager() {
    if command -v apt-get >/dev/null 2>&1; then
        echo apt
    elif command -v dnf >/dev/null 2>&1; then
        echo dnf
    elif [ -n "${MSYSTEM:-}" ]; then
        echo msys2
    elif command -v pacman >/dev/null 2>&1; then
        echo pacman
    elif command -v brew >/dev/null 2>&1; then
        echo brew
    else
        echo none
    fi
}

column() {
    case $1 in apt) echo 3 ;; dnf) echo 4 ;; pacman) echo 5 ;; brew) echo 6 ;; *) echo 7 ;; esac
}

# Prints the packages of kind $1 whose probes fail; with manager "none", the probes.
missing() {
    needs | while IFS= read -r line; do
        [ "${line%%|*}" = "$1" ] || continue
        probe=$(echo "$line" | cut -d '|' -f 2)
        present "$probe" && continue
        if [ "$manager" = none ]; then
            echo "$probe" | tr ' ' '='
        else
            package=$(echo "$line" | cut -d '|' -f "$(column "$manager")")
            [ "$package" = - ] || echo "$package"
        fi
    done | tr ' ' '\n' | sort -u | tr '\n' ' '
}

# Needs no password where there is none to give.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        echo ""
    elif command -v sudo >/dev/null 2>&1; then
        echo "sudo "
    else
        return 1
    fi
}

# The commands that install packages, one a line; without $2 = root's prefix where none is needed.
install_commands() { # packages, prefix
    case $manager in
    apt)
        # Slim container images leave documentation out; some of our test drawings are in it.
        docs=""
        grep -qs '^path-exclude.*/doc' /etc/dpkg/dpkg.cfg /etc/dpkg/dpkg.cfg.d/* &&
            docs="--reinstall -o Dpkg::Options::=--path-include=/usr/share/doc/* "
        echo "$2env DEBIAN_FRONTEND=noninteractive apt-get update -q"
        echo "$2env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $docs$1"
        ;;
    dnf) echo "$2dnf install -y $1" ;;
    pacman) echo "$2pacman -Sy --needed --noconfirm $1" ;;
    msys2) echo "pacman -S --needed --noconfirm $1" ;;
    brew) echo "brew install $1" ;;
    esac
}

say() { printf '%s\n' "$*"; }
fail() {
    printf 'install.sh: %s\n' "$*" >&2
    exit 1
}

# Runs a command, or only shows it.
run() {
    say "+ $*"
    [ -n "$dry_run" ] || "$@"
}

confirm() {
    [ -n "$yes" ] && return 0
    [ -t 0 ] || fail "packages are missing, and there is no terminal to ask on; run again with --yes"
    printf 'Install them now? [Y/n] '
    read -r answer
    case $answer in "" | [yY]*) ;; *) fail "stopped; nothing was changed" ;; esac
}

install_packages() { # kinds
    packages=""
    for kind in "$@"; do
        packages="$packages$(missing "$kind")"
    done
    packages=${packages% }
    if [ -z "$packages" ]; then
        say "All packages are there."
        return
    fi
    [ "$manager" = none ] && fail "no known package manager; install by hand: $packages"
    say "Missing packages: $packages"
    case $manager in
    brew | msys2) prefix_command="" ;;
    *) prefix_command=$(as_root) || [ -n "$dry_run" ] || fail "only root can install packages; as root, run:
$(install_commands "$packages" "")" ;;
    esac
    [ -n "$dry_run" ] || confirm
    install_commands "$packages" "$prefix_command" | while IFS= read -r command; do
        set -f
        # shellcheck disable=SC2086 # the command is a list of words
        run $command </dev/null || fail "this failed: $command"
    done
    [ -n "$dry_run" ] || check_packages "$@"
}

# Without the build's packages we can't go on; tests that lack something say so and are skipped.
check_packages() {
    left=$(missing build)
    [ -z "$left" ] || fail "still missing, or too old here: $left"
    for kind in "$@"; do
        left=$(missing "$kind")
        [ -z "$left" ] || say "Still missing: $left(tests that need it are skipped)"
    done
}

# Homebrew keeps some libraries out of the common folder.
find_brew_libraries() {
    [ "$manager" = brew ] || return 0
    for library in libxml2 jpeg-turbo; do
        PKG_CONFIG_PATH="$(brew --prefix "$library")/lib/pkgconfig:${PKG_CONFIG_PATH:-}"
    done
    export PKG_CONFIG_PATH
}

# --- build and install ---------------------------------------------------------------------------
cores() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# For all users it goes into Inkscape's own data folder; else "fairy install-inkscape" puts it into the user's.
inkscape_folder() {
    folder=""
    if [ -z "$system" ]; then
        echo libexec/fairies
        return
    fi
    if command -v inkscape >/dev/null 2>&1; then
        folder=$(inkscape --system-data-directory 2>/dev/null </dev/null | tail -n 1) || folder=""
    fi
    case $folder in /*) ;; *) folder=/usr/share/inkscape ;; esac
    echo "$folder/extensions/fairies"
}

# The nearest folder that exists says whether we may write there.
may_write() {
    folder=$1
    while [ ! -e "$folder" ]; do
        folder=$(dirname "$folder")
    done
    [ -w "$folder" ]
}

root_for() { # a folder
    if may_write "$1"; then
        echo ""
    else
        as_root || fail "$1 can't be written; run this as root, or without --system and --prefix"
    fi
}

manifest() { echo "$prefix/share/fairies/install_manifest.txt"; }

build_and_install() {
    sudo=$(root_for "$prefix")
    extension=$(inkscape_folder)
    run cmake --preset release "-DCMAKE_INSTALL_PREFIX=$prefix" "-DFAIRIES_INKSCAPE_DIR=$extension" \
        -DCMAKE_INSTALL_MESSAGE=NEVER
    run cmake --build --preset release -j "$(cores)"
    # shellcheck disable=SC2086 # empty or one word
    run $sudo cmake --install build/release
    # shellcheck disable=SC2086
    run $sudo cp build/release/install_manifest.txt "$(manifest)"
    [ -z "$dry_run" ] || return 0
    if [ -n "$system" ]; then
        say "Installed $prefix/bin/fairy, and the extension for Inkscape in $extension."
    else
        say "Installed $prefix/bin/fairy. The extension for Inkscape:"
        "$prefix/bin/fairy" install-inkscape || say "It isn't installed (see above); \"fairy install-inkscape\" does it later."
    fi
    case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) say "$prefix/bin isn't in your PATH; add it with:  export PATH=\"$prefix/bin:\$PATH\"" ;;
    esac
}

remove() {
    [ -f "$(manifest)" ] || fail "nothing of ours under $prefix ($(manifest) isn't there)"
    sudo=$(root_for "$prefix")
    if [ -z "$system" ] && [ -x "$prefix/bin/fairy" ]; then
        run "$prefix/bin/fairy" install-inkscape --uninstall || : # there may be no Inkscape
    fi
    list=$(mktemp)
    cat "$(manifest)" >"$list"
    # The last line of CMake's list has no end.
    { cat "$list" && echo && manifest; } | while IFS= read -r file; do
        # shellcheck disable=SC2086
        [ ! -f "$file" ] || run $sudo rm -f "$file"
    done
    { cat "$list" && echo && manifest; } | while IFS= read -r file; do
        folder=$(dirname "$file")
        # shellcheck disable=SC2086
        case $folder in */fairies) [ ! -d "$folder" ] || run $sudo rmdir "$folder" 2>/dev/null || : ;; esac
    done
    rm -f "$list"
    [ -n "$dry_run" ] || say "Removed."
}

# --- the demo and the tests ----------------------------------------------------------------------
demo() {
    fairy=$prefix/bin/fairy
    out=$here/fairies-demo
    words="align the boxes left in each column; number them in each column"
    run mkdir -p "$out"
    run rm -rf "$out/frames"
    run cp "$prefix/share/fairies/demo.svg" "$out/before.svg"
    run "$fairy" ask "$out/before.svg" "$words" --model offline --fairies 3 --frames "$out/frames" -o "$out/after.svg"
    for picture in before after; do
        say "+ $fairy see $out/$picture.svg --screenshot $out/$picture.png"
        [ -n "$dry_run" ] ||
            "$fairy" see "$out/$picture.svg" --screenshot "$out/$picture.png" >"$out/$picture.json"
    done
    [ -n "$dry_run" ] && return
    say ""
    say "Three fairies were asked: $words"
    say "One has planned a task for each column, and the two others did them at the same time."
    say "  the drawing   $out/before.svg  ->  $out/after.svg"
    say "  pictures      $out/before.png  ->  $out/after.png"
    say "  step by step  $(find "$out/frames" -name '*.png' | grep -c .) pictures, $out/frames/0001.png and so on"
    say "  what changed  $(diff "$out/before.svg" "$out/after.svg" | grep -c '^[<>]') lines of the file"
}

run_tests() {
    run cmake --preset asan
    run cmake --build --preset asan -j "$(cores)"
    # Some tests mostly wait: one more than there are processors.
    run ctest --preset asan -j "$(($(cores) + 1))"
}

yes="" dry_run="" system="" task=install with_demo="" prefix=${HOME:-/root}/.local
here=$PWD
while [ $# -gt 0 ]; do
    case $1 in
    --yes | -y) yes=1 ;;
    --dry-run | -n) dry_run=1 ;;
    --demo) with_demo=1 ;;
    --test) task=tests ;;
    --uninstall) task=uninstall ;;
    --system) system=1 prefix=/usr/local ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --prefix)
        [ $# -gt 1 ] || fail "--prefix needs a folder"
        prefix=$2
        shift
        ;;
    --help | -h)
        usage
        exit 0
        ;;
    *)
        printf 'install.sh: there is no option "%s"; --help lists them\n' "$1" >&2
        exit 2
        ;;
    esac
    shift
done
case $prefix in
/*) ;;
*) prefix=$here/$prefix ;;
esac
case $prefix in /usr | /usr/local) system=1 ;; esac

cd "$(dirname "$0")"
manager=$(find_manager)
find_brew_libraries
case $task in
install)
    install_packages build
    build_and_install
    [ -z "$with_demo" ] || demo
    ;;
tests)
    install_packages build test
    run_tests
    ;;
uninstall) remove ;;
esac
