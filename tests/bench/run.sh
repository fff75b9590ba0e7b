#!/usr/bin/env bash
# How fast we are beside others, floor by floor.
#
# Usage: run.sh [--files FOLDER]… [--build FOLDER] [query|apply|render|start|memory|json|streams|team|batch|served|inkscape]…
#
# Real drawings come from --files or FAIRIES_BENCH (folders, separated by colons); others are made. RUNS sets how often
# each pair runs (default: 5). Whole processes are timed, ours and theirs in turn; a ratio is the median of the rounds'.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build/bench
folders=${FAIRIES_BENCH:-} groups=""
while [ $# -gt 0 ]; do
    case $1 in
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

(cd "$root" && cmake --preset release -B "$build" -DFAIRIES_TESTS=ON >/dev/null)
cmake --build "$build" -j "$(getconf _NPROCESSORS_ONLN)" \
    --target fairy-cli fairy-render bench-empty bench-xml bench-rsvg bench-views bench-streams fairies-inkscape fairies-worker push-driver \
    >/dev/null
# json-c may be missing
cmake --build "$build" --target bench-json >/dev/null 2>&1 || echo "run.sh: bench-json wasn't built" >&2
modules=$build/tests/node_modules
if command -v npm >/dev/null && { [ ! -d "$modules/@resvg/resvg-js" ] || [ ! -d "$modules/@streamparser/json" ] || [ ! -d "$modules/svgo" ]; }; then
    npm install --silent --no-audit --no-fund --prefix "$build/tests" @resvg/resvg-js@2.6.2 @streamparser/json@0.0.26 svgo@4.1.0 ||
        echo "run.sh: npm can't install its packages" >&2
fi
export FAIRIES_RENDER=$build/svg/fairy-render
# shellcheck disable=SC2086 # a list of words
exec python3 -B "$here/bench.py" --fairy "$build/plugin/fairy" --peers "$build/tests" --folders "$folders" $groups
