#!/bin/bash
# The extension in a real Inkscape, without a screen: asked by its action id, with a selection.
# $1 is the program fairies-inkscape. Ends with "N passed, N failed", or 77 when there is no Inkscape.
set -u
export LC_ALL=C
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FAIRIES-INKSCAPE" >&2; exit 2; }
program=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
for tool in inkscape xvfb-run timeout; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/extensions/fairies" "$work/profile"
cp "$program" "$work/extensions/fairies/fairies-inkscape"
cp "$here/../../plugin/inkscape/fairies-ask.inx" "$work/extensions/fairies/"
export INKSCAPE_EXTENSIONS_DIR=$work/extensions INKSCAPE_PROFILE_DIR=$work/profile
export XDG_STATE_HOME=$work/state
passed=0 failed=0

check() { # NAME COMMAND…
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok: $name"
        tail -n 3 "$work/state/fairies/inkscape.log" 2>/dev/null
    fi
}

boxes() { env -u DISPLAY inkscape --query-all "$1" 2>/dev/null; }

# ask FILE IDS WORDS [OUT]: leaves boxes before and after in `before` and `after`, the drawing in out.svg, or in OUT.
ask() {
    local words out=${4:-$work/out.svg}
    words=$(printf '%s' "$3" | sed 's/&/\&amp;/g; s/"/\&quot;/g; s/</\&lt;/g')
    cat >"$work/profile/preferences.xml" <<END
<inkscape version="1"><group id="extensions" org.fairies.ask-offline.prompt="$words"/></inkscape>
END
    rm -f "$work/out.svg"
    timeout 90 env -u DBUS_SESSION_BUS_ADDRESS xvfb-run -a inkscape --app-id-tag="fairies$$" --batch-process \
        --actions="select-clear;select-by-id:$2;org.fairies.ask-offline.noprefs" \
        -o "$out" "$1" >/dev/null 2>"$work/inkscape.err"
    check "\"$3\": Inkscape ends" test $? -eq 0
    boxes "$1" >"$work/before"
    boxes "$out" >"$work/after"
}

# number before|after ID COLUMN: 2 x, 3 y, 4 w, 5 h, in px
number() { awk -F, -v id="$2" -v column="$3" '$1 == id { print $column; exit }' "$work/$1"; }
near() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && b != "" && (a - b) ^ 2 < 0.0025) }'; }
# moved ID DX DY, in px
moved() {
    near "$(number after "$1" 2)" "$(awk -v a="$(number before "$1" 2)" -v d="$2" 'BEGIN { print a + d }')" &&
        near "$(number after "$1" 3)" "$(awk -v a="$(number before "$1" 3)" -v d="$3" 'BEGIN { print a + d }')"
}
line() { grep "^$2," "$work/$1"; }
stays() { [ -n "$(line before "$1")" ] && [ "$(line before "$1")" = "$(line after "$1")" ]; }

# --- a flow chart --------------------------------------------------------------------------------
flow=$here/../fixtures/demo.svg
ask "$flow" order,pay,confirm "align these left"
left=$(number before confirm 2)
for id in order pay confirm; do
    check "aligned: $id is on the left" near "$(number after "$id" 2)" "$left"
    check "aligned: $id keeps its height on the page" near "$(number after "$id" 3)" "$(number before "$id" 3)"
done
check "aligned: the label goes along" moved order-label \
    "$(awk -v a="$left" -v b="$(number before order 2)" 'BEGIN { print a - b }')" 0
for id in paper panel heading shop bank mail stock parcel; do
    check "aligned: $id stays" stays "$id"
done
ask "$flow" panel,order "delete these"
check "a locked object stays" stays panel
check "the other one goes" test -z "$(line after order)"
ask "$flow" panel "make this red"
check "a locked object keeps its colour" grep -q 'fill:#f8f9fa;stroke:#ced4da' "$work/out.svg"
ask "$flow" order "flumble the quux sideways please"
check "bad words change nothing" cmp -s "$work/before" "$work/after"
check "bad words: the log says why" grep -q flumble "$work/state/fairies/inkscape.log"
ask "$flow" order ""
check "no words change nothing" cmp -s "$work/before" "$work/after"
ask "$flow" stock 'make this blue\nmove "Warehouse" up 20'
check "a second line is read" moved parcel 0 -20

# --- millimetres, and a layer with a transform ---------------------------------------------------
cards=$here/../fixtures/cards-mm.svg
ask "$cards" card,turned,pinned "move these right by 10"
check "mm: 10 mm to the right" moved card 37.7953 0
check "mm: a turned one too" moved turned 37.7953 0
check "mm: the locked one stays" stays pinned

# --- a drawing that is saved -----------------------------------------------------------------------
# Inkscape writes it, in its own form; the journal and the session have it all the same.
fairy() { "$(dirname "$program")/fairy" "$@" >"$work/said" 2>&1; }
cp "$flow" "$work/saved.svg"
ask "$work/saved.svg" stock "make this red" "$work/saved.svg"
check "saved: changed" grep -q 'fill:#ffc9c9;stroke:#c92a2a' "$work/saved.svg"
fairy log "$work/saved.svg"
check "saved: in the journal" grep -q 'inkscape, offline: make this red' "$work/said"
fairy sessions show "$work/saved.svg"
check "saved: in the session" grep -q 'make this red' "$work/said"
check "saved: undone in the file" fairy undo "$work/saved.svg"
check "saved: as before" grep -q 'style="fill:#d3f9d8;stroke:#2f9e44;stroke-width:2"' "$work/saved.svg"
check "saved: what Inkscape wrote stays" grep -q 'inkscape:window-width' "$work/saved.svg"
ask "$work/saved.svg" order "delete this"
fairy undo "$work/saved.svg"
check "not saved: undo refuses" test $? -eq 1

# --- a drawing that isn't ours -------------------------------------------------------------------
found=0
for real in /usr/share/doc/linux-doc*/html/_images/i2c_bus.svg; do
    [ -f "$real" ] || continue
    found=1
    one=rect4424-3-2-9-7-3-3-5-3 two=rect4424-3-2-9-7-3-3-5-3-1 other=rect4424-3-2-9-7-3-3-5-3-0
    ask "$real" "$one,$two" "align these to the bottom"
    check "i2c_bus: aligned" near "$(number after "$one" 3)" "$(number after "$two" 3)"
    check "i2c_bus: the rest stays" stays "$other"
    ask "$real" "$one" "delete this"
    check "i2c_bus: deleted" test -z "$(line after "$one")"
    check "i2c_bus: nothing else is" stays "$two"
    break
done
[ "$found" -eq 1 ] || echo "without the drawing of linux-doc: the package isn't there"

check "nothing of ours on Inkscape's standard error" test "$(grep -ci fair "$work/inkscape.err")" -eq 0
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
