# shellcheck shell=bash disable=SC2034
# What the tests of the command line share. Each test file is given the path of `fairy`, works in an
# empty folder of its own, and ends with "N passed, N failed".
set -u
export LC_ALL=C
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FAIRY" >&2; exit 2; }
fairy=$(realpath "$1")
fixtures=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../fixtures")
work=$(mktemp -d)
# Never the journal, the settings or the keys of whoever runs the tests.
XDG_STATE_HOME=$(mktemp -d)
XDG_CONFIG_HOME=$(mktemp -d)
XDG_CACHE_HOME=$(mktemp -d)
XDG_RUNTIME_DIR=$XDG_STATE_HOME/run
mkdir -m 700 "$XDG_RUNTIME_DIR"
export XDG_STATE_HOME XDG_CONFIG_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
# Nor their fonts: places are compared as DejaVu's words have them.
FONTCONFIG_PATH=$(realpath "$fixtures/../fonts")
FONTCONFIG_FILE=bare.conf
export FONTCONFIG_PATH FONTCONFIG_FILE
for variable in $(env | sed -nE 's/^(([A-Z_]+_(API_KEY|API_TOKEN|BASE_URL))|FAIRIES_(MODEL|MAX_[A-Z]+|TIMEOUT|WEB)|OLLAMA_HOST|AZURE_OPENAI_ENDPOINT)=.*/\1/p'); do
    unset "$variable"
done
cd "$work" || exit 2
passed=0 failed=0 code=0
trap 'chmod -R u+w "$work" "$XDG_STATE_HOME" 2>/dev/null; rm -rf "$work" "$XDG_STATE_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"' EXIT

# check NAME COMMAND…: the command must succeed.
check() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok: $name"
        echo "        exit $code; stderr: $(head -c 500 err 2>/dev/null)"
    fi
}

# Runs fairy with nothing on standard input: $code, files `out` and `err`.
run() {
    code=0
    "$fairy" "$@" >out 2>err </dev/null || code=$?
}

exits() { [ "$code" -eq "$1" ]; }
absent() { [ ! -e "$1" ]; }
no_leftovers() { # a folder: nothing but the named files is in it
    local folder=$1
    shift
    [ "$(ls -A "$folder")" = "$(printf '%s\n' "$@" | sort)" ]
}
# Standard error is one line of ours that matches a pattern.
one_line() { [ "$(wc -l <err)" -eq 1 ] && grep -q '^fairy: ' err && grep -qiE -- "$1" err; }
matches() { grep -qE -- "$1" "$2"; }
lacks() { ! grep -qE -- "$1" "$2"; }
lines() { [ "$(wc -l <"$2")" -eq "$1" ]; }
# Lines of standard input are what the command printed.
prints() { diff - out >difference || { head -n 6 difference; false; }; }
same() { cmp -s "$1" "$2"; }
is() { [ "$1" = "$2" ] || { echo "        $1, not $2"; false; }; }
# How many lines of two files differ.
changed_lines() { [ "$(diff "$1" "$2" | grep -c '^[<>]')" -eq "$3" ]; }
# A value of JSON lines or of a JSON file: `json FILE EXPRESSION`, d is the list of values.
json() {
    python3 -I -S -c 'import json, sys
def no(word): raise ValueError(word)
text = open(sys.argv[1], encoding="utf-8").read()
try: d = json.loads(text, parse_constant=no)
except ValueError: d = [json.loads(l, parse_constant=no) for l in text.splitlines() if l]
sys.exit(not eval(sys.argv[2]))' "$1" "$2"
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
}

# A small drawing in Inkscape's manner, with a locked layer.
flow() {
    cat <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg"
     xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
     xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
     width="400" height="300" viewBox="0 0 400 300">
  <g id="frame" inkscape:groupmode="layer" inkscape:label="Frame" sodipodi:insensitive="true">
    <rect id="paper" x="0" y="0" width="400" height="300" fill="#f8f9fa"/>
  </g>
  <g id="main" inkscape:groupmode="layer" inkscape:label="Main">
    <rect id="login" x="20" y="20" width="120" height="60" fill="#ffffff" stroke="red"/>
    <rect id="db"
          x="240" y="40"
          width="120" height="60" fill="#ffffff" stroke="blue"/>
    <rect id="note" x="60" y="180" width="100" height="80" fill="yellow"/>
  </g>
</svg>
END
}
move='{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30,"anchor":"top-left"}]}'
