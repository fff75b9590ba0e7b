#!/usr/bin/env bash
# 100,000 random actions, a third of them hostile, on 50 real drawings (property/chaos at full length); then what was
# written is read by others: xmllint all of it, Inkscape every 5th.
#
# Usage: chaos.sh PROGRAM FAIRY      (build/asan/tests/test-chaos build/asan/plugin/fairy)
set -eu
program=$1 fairy=$2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export CHAOS_FILES=${CHAOS_FILES:-50} CHAOS_ACTIONS=${CHAOS_ACTIONS:-2000} CHAOS_OUT=$out
"$program"
files=0 bad=0
for file in "$out"/*.svg; do
    files=$((files + 1))
    if ! xmllint --huge --noout --nonet "$file"; then
        bad=$((bad + 1))
    fi
    if [ $((files % 5)) -eq 1 ] && command -v inkscape >/dev/null; then
        boxes=$(timeout 120 inkscape --query-all "$file" 2>/dev/null | wc -l)
        if [ "$boxes" -eq 0 ] && [ "$("$fairy" query "$file" | wc -l)" -gt 0 ]; then
            echo "Inkscape sees nothing in $(basename "$file")" >&2
            bad=$((bad + 1))
        fi
    fi
done
echo "$files drawings written, $bad that others can't read"
[ "$files" -gt 0 ] && [ "$bad" -eq 0 ]
