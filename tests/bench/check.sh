#!/usr/bin/env bash
# What the benchmarks are made of works. Usage: check.sh FOLDER-OF-BENCH-PROGRAMS
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for script in batch bench drawing inkscape inkscape_live move_inkex paced recolour_inkex replies reply served streams table team team_script tokens; do
    PYTHONPYCACHEPREFIX=$work python3 -m py_compile "$here/$script.py"
done
"$1/bench-empty"
python3 "$here/drawing.py" 50 connectors >"$work/drawing.svg"
"$1/bench-xml" parse "$work/drawing.svg"
"$1/bench-xml" move "$work/drawing.svg" box-0-1 "$work/moved.svg"
[ "$(diff "$work/drawing.svg" "$work/moved.svg" | grep -c translate.7,3)" -eq 1 ]
export ASAN_OPTIONS=detect_leaks=0 # fontconfig, which librsvg wakes, never gives its memory back
[ "$(printf 'box-0-1\nnone\nmark-0-1\n' | "$1/bench-rsvg" "$work/drawing.svg")" -eq 2 ]
[ "$("$1/bench-views" "$work/drawing.svg" 2 | grep -c '^[0-9.]*$')" -eq 2 ]
"$1/bench-streams" "$1/test-server" 40 half | grep -qxE '[0-9.]+ -?[0-9.]+'
for kind in actions string points; do
    python3 "$here/reply.py" $kind 3000 >"$work/$kind.json"
    python3 -m json.tool "$work/$kind.json" >/dev/null
    if [ -x "$1/bench-json" ]; then
        for way in ours cjson json-c again; do
            [ "$("$1/bench-json" "$work/$kind.json" 2 $way | grep -c '^[0-9.]*$')" -eq 2 ]
        done
    else
        echo "skipped: bench-json wasn't built, json-c isn't here"
    fi
done
python3 -B "$here/team.py" "$1/../plugin/fairy"
echo "12 passed, 0 failed"
