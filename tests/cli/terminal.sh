#!/bin/bash
# Foreign text, of drawings, models, servers, files' names and whoever asks, does nothing to a terminal, whatever `fairy` is asked for;
# programs that read its JSON have that text as it was. Each attack is run on a terminal, and the bytes that came there are looked at.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

python3 -B "$fixtures/../cli/support/terminal.py" "$fairy" >results
code=$?
check "all attacks were run" exits 0
while IFS=$'\t' read -r outcome name; do
    check "$name" is "$outcome" ok
done <results

# --- nothing goes past the writer ---------------------------------------------------------------------
doors=$fixtures/../../plugin
check "print.c alone writes to the streams" test -z "$(
    grep -nE '\b(v?f?printf|g_print(err)?|v?dprintf|f?puts|f?putc|putchar|fwrite|perror)(_unlocked)? *\(' "$doors"/cli/*.c | grep -v '/print\.c:'
)"
check "signal handlers write constants" test "$(grep -lE '(^|[^_a-z])write *\(' "$doors"/cli/*.c)" = "$doors/cli/interrupt.c"
check "in Inkscape it is the log and the drawing" test "$(
    grep -nE '\b(v?f?printf|g_print(err)?|f?puts|putchar|fwrite|write) *\(' "$doors"/inkscape/*.c | grep -vE '/streams\.c:|/dialog\.c:[0-9]+: *fprintf\(file|/poke\.c:.* write\(fd|puts\("fairies-inkscape " FAIRIES_VERSION\)'
)" = ""
check "JSON is printed by one function" test -z "$(grep -n 'cJSON_Print' "$doors"/cli/*.c | grep -v 'cmd_actions.c')"
finish
