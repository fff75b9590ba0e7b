#!/bin/bash
# What hostile numbers make opens in a real Inkscape: within its time, and in no more memory than a desktop has.
# shellcheck source=../cli/support/lib.sh
. "$(dirname "$0")/../cli/support/lib.sh"
command -v inkscape >/dev/null || { echo "skipped: no inkscape on this machine"; exit 77; }
export INKSCAPE_PROFILE_DIR=$work/profile
unset DISPLAY
seconds=20 kilobytes=8000000

# opens FILE: Inkscape lists what is in it.
opens() {
    (ulimit -v $kilobytes && timeout "$seconds" inkscape --query-all "$1" 2>/dev/null) | grep -q '^a,'
}

# tried NAME ACTIONS: whatever becomes of them.
tried() {
    cat >in.svg <<'EOF'
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 800 600">
  <path id="a" d="M 0,0 300,200" style="fill:none;stroke:#000;stroke-dasharray:1,1"/>
  <rect id="b" x="100" y="100" width="50" height="40" style="fill:none;stroke:#000;stroke-dasharray:2"/>
  <use id="c" xlink:href="#b" transform="scale(20)"/>
  <text id="t" x="10" y="10" style="font-size:10px;stroke:#000;stroke-dasharray:0.1">many words in a row</text>
</svg>
EOF
    echo "$2" >actions.json
    run apply in.svg actions.json -o out.svg
    check "$1: no crash" test "$code" -eq 0 -o "$code" -eq 3
    check "$1: Inkscape opens it" opens out.svg
}

far='"x2":90000000,"y2":90000000'
grow='{"_type":"resize","shapeIds":["a","b","t"],"scaleX":900,"scaleY":900,"originX":0,"originY":0}'
tried "an end far away" "[{\"_type\":\"update\",\"update\":{\"shapeId\":\"a\",$far}}]"
tried "large boxes" '[{"_type":"update","update":{"shapeId":"b","w":90000000,"h":90000000}}]'
tried "growing" "[$grow,$grow,$grow,$grow]"
tried "one way only" '[{"_type":"resize","shapeIds":["a","b"],"scaleX":2000,"scaleY":0.001,"originX":0,"originY":0}]'
tried "thin dashes" \
    '[{"_type":"set-style","shapeIds":["a","b","t"],"strokeWidth":0.000001,"dash":"dotted","stroke":"red"}]'
tried "large letters" '[{"_type":"set-style","shapeIds":["t"],"fontSize":700000}]'
tried "a thick line" '[{"_type":"set-style","shapeIds":["a"],"strokeWidth":700000}]'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
