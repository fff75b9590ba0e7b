#!/bin/bash
# Locked layers and objects of other people's drawings in a real Inkscape, which a fairy tries to change: $1 is the program
# fairies-inkscape, $2 fairies-worker, $3 how many of the drawings (all, without; TEST_SEED draws them).
# Ends with "N passed, N failed", or 77 when a program or the drawings are missing.
set -u
export LC_ALL=C.UTF-8
[ $# -ge 2 ] || { echo "usage: $0 PATH-OF-FAIRIES-INKSCAPE PATH-OF-FAIRIES-WORKER [HOW-MANY]" >&2; exit 2; }
for tool in inkscape xvfb-run xdotool xprop openbox gdbus dbus-run-session python3; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done
export ASAN_OPTIONS=${ASAN_OPTIONS:-intercept_tls_get_addr=0:detect_leaks=0}
unset DBUS_SESSION_BUS_ADDRESS DISPLAY
python=python3 # the one that has lxml, where there are several
! /usr/bin/python3 -c 'import lxml' 2>/dev/null || python=/usr/bin/python3
timeout 900 dbus-run-session -- xvfb-run -a -s "-screen 0 1280x900x24" \
    sh -c 'exec "$@" 2>&1' sh "$python" -B "$(dirname "$0")/locks.py" "$(realpath "$1")" "$(realpath "$2")" "${@:3}" 2>/dev/null
