#!/bin/bash
# Every kind of element moved, turned and scaled by us, and looked at in a real Inkscape and in librsvg: the
# boxes are where affine maths puts them, and both draw the same. $1 is the program fairy; $2 "-v" prints the table
# of all rows. Ends with "N passed, N failed", or 77 when a program is missing.
set -u
export LC_ALL=C
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FAIRY [-v]" >&2; exit 2; }
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
for tool in inkscape rsvg-convert convert python3; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 XDG_STATE_HOME=$work/state INKSCAPE_PROFILE_DIR=$work/profile
unset DISPLAY
python3 "$here/edits.py" "$program" "${FAIRIES_KEEP:-$work}" "${2:-}"
