#!/bin/bash
# Each property test again and again, with fresh seeds: soak.sh FOLDER MINUTES [NAME…]. FOLDER has the programs
# (build/asan/tests), NAME is "edits", "locks" … (default: all). Prints a line for each test: how often it ran, how many drawings it
# had, how often it failed; what a run printed that failed, its seed among it, is in soak/NAME-RUN.txt. Ends with "N passed, N failed".
set -u
folder=$(realpath "$1") minutes=$2
shift 2
cd "$(dirname "$0")" || exit 1
if [ $# -eq 0 ]; then
    set -- *.c
    set -- "${@%.c}"
fi
export G_TEST_SRCDIR=${PWD%/*} FAIRIES_RENDER=${FAIRIES_RENDER:-${folder%/tests}/svg/fairy-render}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME=$work/state XDG_CONFIG_HOME=$work/config XDG_CACHE_HOME=$work/cache
passed=0 failed=0

for name in "$@"; do
    [ -x "$folder/test-$name" ] || { echo "soak.sh: $folder has no test-$name; build the tests first" >&2 && exit 2; }
done
for name in "$@"; do
    runs=0 drawings=0 bad=0 end=$((SECONDS + minutes * 60))
    while [ $SECONDS -lt $end ]; do
        runs=$((runs + 1))
        if ! "$folder/test-$name" --tap >"$work/out" 2>&1; then
            bad=$((bad + 1))
            mkdir -p "$folder/soak" && cp "$work/out" "$folder/soak/$name-$runs.txt"
        fi
        drawings=$((drawings + $(grep -c '^# .*\.svg$' "$work/out")))
    done
    echo "$name: $runs runs in $minutes min, $drawings drawings, $bad failed"
    failed=$((failed + bad)) passed=$((passed + runs - bad))
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
