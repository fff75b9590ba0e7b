#!/bin/bash
# Words in Inkscape's batch mode, about drawings of other people's, and what must go wrong: $1 is the program
# fairies-inkscape, $2 fairy, $3 how many of the ten drawings, and of each kind of fault (all, without; TEST_SEED draws
# them, and what is said).
# Ends with "N passed, N failed", or 77 when a program is missing.
set -u
export LC_ALL=C.UTF-8
[ $# -ge 2 ] || { echo "usage: $0 PATH-OF-FAIRIES-INKSCAPE PATH-OF-FAIRY [HOW-MANY]" >&2; exit 2; }
for tool in inkscape xvfb-run timeout python3; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done
export ASAN_OPTIONS=${ASAN_OPTIONS:-intercept_tls_get_addr=0:detect_leaks=0}
xvfb-run -a python3 -B "$(dirname "$0")/headless.py" "$@"
