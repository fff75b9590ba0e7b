#!/bin/bash
# The moving picture of the README shows what the demo does now (the target demo-picture makes it anew).
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

for program in convert compare identify; do
    command -v $program >/dev/null || { echo "skipped: ImageMagick isn't here"; exit 77; }
done
picture=$fixtures/../../plugin/man/pictures/team.gif
most=400 # of 560 × 302 px: a palette has not all colours, and edges of letters are drawn by several versions of librsvg

# How many pixels of two pictures are clearly of other colours.
differing() { compare -metric AE -fuzz 12% "$1" "$2" null: 2>&1; }

check "the picture is small" test "$(stat -c %s "$picture")" -lt 400000
check "the demo runs" sh "$(dirname "$picture")/team.sh" "$fairy" frames
convert "$picture" -coalesce seen-%02d.png
set -- frames/*.png
check "as many frames, and the last one again" test "$(find . -maxdepth 1 -name 'seen-*.png' | wc -l)" -eq $(($# + 1))
worst=0
for number in 0 3 6 9 $(($# - 1)); do
    n=$(differing "${@:number+1:1}" "$(printf 'seen-%02d.png' "$number")")
    worst=$((n > worst ? n : worst))
done
check "they show the same ($worst px differ at most)" test "$worst" -le $most
n=$(differing frames/0000.png seen-"$(printf %02d $#)".png)
check "which frames of the beginning and the end don't ($n px)" test "$n" -gt $most
finish
