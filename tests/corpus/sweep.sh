#!/usr/bin/env bash
# Everything once to every drawing of four Debian packages (see sweep.c).
# Usage: sweep.sh SWEEP   EVERY=N takes each Nth file (default: all), SECONDS_EACH what one may take.
set -u
sweep=$1 every=${EVERY:-1}
for folder in /usr/share/openclipart/svg /usr/share/icons/breeze /usr/share/icons/breeze-dark /usr/share/icons/Papirus* \
    /usr/share/inkscape/tutorials; do
    [ ! -d "$folder" ] || find "$folder" -type f \( -name '*.svg' -o -name '*.svgz' \)
done | sort | awk -v every="$every" 'NR % every == 0' >"${TMPDIR:-/tmp}/sweep.$$"
trap 'rm -f "${TMPDIR:-/tmp}/sweep.$$"' EXIT
if [ ! -s "${TMPDIR:-/tmp}/sweep.$$" ]; then
    echo "none of the packages is here: skipped"
    exit 77
fi
"$sweep" "${SECONDS_EACH:-2}" <"${TMPDIR:-/tmp}/sweep.$$"
