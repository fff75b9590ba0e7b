#!/bin/bash
# Fairies in a real Inkscape with a window, from the menu to the undo step: $1 is the program fairies-inkscape, $2 fairies-worker.
# Ends with "N passed, N failed", or 77 when a program is missing.
set -u
[ $# -eq 2 ] || { echo "usage: $0 PATH-OF-FAIRIES-INKSCAPE PATH-OF-FAIRIES-WORKER" >&2; exit 2; }
for tool in inkscape Xvfb xvfb-run dbus-run-session gdbus xdotool timeout python3; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done
timeout 900 xvfb-run -a -s "-screen 0 1280x900x24" dbus-run-session -- \
    sh -c 'exec python3 -B "$0" "$1" "$2" 2>&1' "$(dirname "$0")/turns.py" "$(realpath "$1")" "$(realpath "$2")" 2>/dev/null
