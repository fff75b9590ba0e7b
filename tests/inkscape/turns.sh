#!/bin/bash
# Turns of fairies in a real Inkscape, from the menu to the undo step, under Xvfb, a window manager and a bus of their
# own: $1 is the program fairies-inkscape, $2 fairies-worker. Ends with "N passed, N failed", or 77 when a program is missing.
set -u
export LC_ALL=C.UTF-8
[ $# -eq 2 ] || { echo "usage: $0 PATH-OF-FAIRIES-INKSCAPE PATH-OF-FAIRIES-WORKER" >&2; exit 2; }
for tool in inkscape xvfb-run xdotool openbox gdbus dbus-run-session python3; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done
export ASAN_OPTIONS=${ASAN_OPTIONS:-intercept_tls_get_addr=0:detect_leaks=0}
unset DBUS_SESSION_BUS_ADDRESS DISPLAY
# shellcheck disable=SC2016 # the inner shell expands it
timeout 900 dbus-run-session -- xvfb-run -a -s "-screen 0 1280x900x24" sh -c 'exec python3 -B "$0" "$1" "$2" 2>&1' \
    "$(dirname "$0")/turns.py" "$(realpath "$1")" "$(realpath "$2")" 2>/dev/null
