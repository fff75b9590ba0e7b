#!/bin/bash
# What is finished is pushed into a document that is open in a real Inkscape, under Xvfb, a window manager and a bus of
# its own, while keys and clicks come. $1 is fairies-inkscape, $2 the driver; what follows are names of cases (all, or
# PUSH_SOME of them, drawn by TEST_SEED).
# Ends with "N passed, N failed", or 77 when a program is missing.
set -u
export LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1
[ $# -ge 2 ] || { echo "usage: $0 PATH-OF-FAIRIES-INKSCAPE PATH-OF-PUSH-DRIVER [CASE…]" >&2; exit 2; }
here=$(realpath "$(dirname "$0")")
for tool in inkscape xvfb-run xdotool xprop openbox gdbus dbus-run-session python3; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/run"
export XDG_RUNTIME_DIR=$work/run XDG_STATE_HOME=$work/state INKSCAPE_PROFILE_DIR=$work/profile
export INKSCAPE_EXTENSIONS_DIR=$work/extensions ASAN_OPTIONS=${ASAN_OPTIONS:-intercept_tls_get_addr=0:detect_leaks=0}
unset DBUS_SESSION_BUS_ADDRESS DISPLAY
mkdir -p "$work/extensions/fairies"
cp "$1" "$here/../../plugin/inkscape/fairies-courier.inx" "$work/extensions/fairies/"
timeout 1170 dbus-run-session -- xvfb-run -a -s "-screen 0 1280x900x24" \
    python3 "$here/push.py" "$work" "$(realpath "$2")" "${@:3}"
