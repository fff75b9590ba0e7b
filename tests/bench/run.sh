#!/usr/bin/env bash
# How fast we are beside others, floor by floor. See README.md of tests/.
#
# Usage: run.sh [--files FOLDER]… [--build FOLDER] [query|apply|render|start|memory]…
#        run.sh --check      only sees whether everything here compiles
#
# Real drawings come from --files or FAIRIES_BENCH (folders, separated by colons); made ones are made. RUNS sets how
# often each pair runs. Whole processes are timed, ours and theirs in turn; the ratio is the median over the rounds.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build/release
folders=${FAIRIES_BENCH:-} groups=""

compile() { # a folder for the peers
    mkdir -p "$1"
    cc -O2 -o "$1/empty" "$here/empty.c"
    # shellcheck disable=SC2046 # lists of options
    cc -O2 -o "$1/xml" "$here/xml.c" $(pkg-config --cflags --libs libxml-2.0)
    # shellcheck disable=SC2046
    cc -O2 -o "$1/rsvg" "$here/rsvg.c" $(pkg-config --cflags --libs librsvg-2.0)
}

check() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    compile "$work"
    # shellcheck disable=SC2046
    cc -fsyntax-only -I"$root/svg/include" "$here/views.c" $(pkg-config --cflags glib-2.0)
    for script in bench drawing move_inkex; do
        PYTHONPYCACHEPREFIX=$work python3 -m py_compile "$here/$script.py"
    done
    "$work/empty"
    python3 "$here/drawing.py" 50 connectors >"$work/drawing.svg"
    "$work/xml" parse "$work/drawing.svg"
    "$work/xml" move "$work/drawing.svg" box-0-1 "$work/moved.svg"
    [ "$(diff "$work/drawing.svg" "$work/moved.svg" | grep -c translate.7,3)" -eq 1 ]
    [ "$(printf 'box-0-1\nnone\nmark-0-1\n' | "$work/rsvg" "$work/drawing.svg")" -eq 2 ]
    echo "all compiles"
}

while [ $# -gt 0 ]; do
    case $1 in
    --check)
        check
        exit
        ;;
    --files)
        folders="$2:$folders"
        shift
        ;;
    --build)
        build=$2
        shift
        ;;
    -*)
        sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
    *) groups="$groups $1" ;;
    esac
    shift
done

peers=$build/bench
if [ ! -f "$build/CMakeCache.txt" ]; then
    (cd "$root" && cmake --preset release -B "$build" >/dev/null)
fi
cmake --build "$build" --target fairy-cli fairy-render -j "$(getconf _NPROCESSORS_ONLN)" >/dev/null
compile "$peers"
# shellcheck disable=SC2046
cc -O2 -o "$peers/views" "$here/views.c" -I"$root/svg/include" "$build/svg/libfairysvg.a" \
    $(pkg-config --cflags --libs gio-2.0 gio-unix-2.0 gmodule-2.0 libxml-2.0 pangocairo fontconfig) -lm
if command -v npm >/dev/null && [ ! -d "$peers/node_modules/@resvg/resvg-js" ]; then
    npm install --silent --no-audit --no-fund --prefix "$peers" @resvg/resvg-js@2.6.2 ||
        echo "run.sh: npm can't install resvg; its rows are left out" >&2
fi
export FAIRIES_RENDER=$build/svg/fairy-render
# shellcheck disable=SC2086 # a list of words
exec python3 "$here/bench.py" --fairy "$build/plugin/fairy" --peers "$peers" --folders "$folders" $groups
