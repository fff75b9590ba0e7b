#!/bin/sh
# The moving picture of the README: what install.sh --demo asks three fairies, as they do it.
# team.sh FAIRY FOLDER [GIF]: the numbered pictures go to FOLDER, which mustn't have any; then ImageMagick joins them.
# Nobody's journal has it, and their names are the same each time: nothing is known of what comes by standard input.
set -eu

top=$(cd "$(dirname "$0")/../../.." && pwd)
words=$(sed -n 's/^ *words="\(.*\)"$/\1/p' "$top/install.sh")
"$1" ask - "$words" --model offline --fairies 3 --frames "$2" --size 560 --no-session -q -o - \
    <"$top/tests/fixtures/demo.svg" >/dev/null
"$1" see "$top/tests/fixtures/demo.svg" --screenshot "$2/0000.png" --size 560 >/dev/null # before all that
[ $# -gt 2 ] || exit 0

last=""
for frame in "$2"/[0-9]*.png; do
    last=$frame
done
# The end is looked at for longer.
convert -delay 70 "$2"/[0-9]*.png -delay 250 "$last" -background white -alpha remove +dither -colors 96 -layers optimize -loop 0 "$3"
