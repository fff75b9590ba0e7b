#!/bin/bash
# A script of this folder with a real Inkscape, under Xvfb, a window manager and a bus of its own: scene.sh SCRIPT.py ARGUMENT…
# Ends as the script does, or with 77 when a program is missing.
set -u
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
[ $# -ge 1 ] || { echo "usage: $0 SCRIPT.py ARGUMENT…" >&2; exit 2; }
for tool in inkscape xvfb-run xdotool xprop openbox gdbus dbus-run-session python3 import; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done
export ASAN_OPTIONS=${ASAN_OPTIONS:-intercept_tls_get_addr=0:detect_leaks=0}
unset DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY
# shellcheck disable=SC2016 # the inner shell expands it
timeout 1170 dbus-run-session -- xvfb-run -a -s "-screen 0 ${SCENE_SIZE:-1440x900}x24" sh -c 'exec python3 -B "$@" 2>&1' sh \
    "$(dirname "$0")/$1" "${@:2}" 2>/dev/null
