#!/usr/bin/env bash
# 100,000 random actions, a third of them hostile, on 50 real drawings (property/chaos at full length); then what was
# written is read by others: xmllint all of it, Inkscape one in CHAOS_SAMPLE (5; 1: all), in the time and the memory
# that a person would give it.
#
# Usage: chaos.sh PROGRAM FAIRY      (build/asan/tests/test-chaos build/asan/plugin/fairy)
set -eu
program=$1 fairy=$2
seconds=20 kilobytes=8000000
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export CHAOS_FILES=${CHAOS_FILES:-50} CHAOS_ACTIONS=${CHAOS_ACTIONS:-2000} CHAOS_OUT=$out

# opens FILE: Inkscape lists what is in it.
opens() {
    local boxes
    boxes=$(ulimit -v $kilobytes && timeout $seconds inkscape --query-all "$1" 2>/dev/null) &&
        { [ -n "$boxes" ] || [ -z "$("$fairy" query "$1")" ]; }
}

"$program"
files=0 opened=0 bad=0
for file in "$out"/*.svg; do
    files=$((files + 1))
    if ! xmllint --huge --noout --nonet "$file"; then
        bad=$((bad + 1))
    fi
    if [ $(((files - 1) % ${CHAOS_SAMPLE:-5})) -eq 0 ] && command -v inkscape >/dev/null; then
        opened=$((opened + 1))
        if ! opens "$file"; then
            echo "Inkscape can't open $(basename "$file")" >&2
            bad=$((bad + 1))
        fi
    fi
done
echo "$files drawings written, $opened given to Inkscape, $bad that others can't read"
[ "$files" -gt 0 ] && [ "$bad" -eq 0 ]
