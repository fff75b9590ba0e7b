#!/bin/bash
# A leader and four others draw an architecture of thirty boxes, a lane each, and then what joins the lanes.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"
drawn() { python3 -B "$support/architecture.py" "$@"; }

# "from to" of each connector as Inkscape has them, in lines, for another reader.
joined() {
    python3 -B - "$1" <<'END'
import sys
from xml.etree import ElementTree
INKSCAPE = '{http://www.inkscape.org/namespaces/inkscape}'
for path in ElementTree.parse(sys.argv[1]).iter('{http://www.w3.org/2000/svg}path'):
    ends = [path.get(INKSCAPE + 'connection-' + end, '').lstrip('#') for end in ('start', 'end')]
    if all(ends):
        print(*ends)
END
}
lanes() { sed -n '/<g id="lanes"/,/<\/g>/p' "$1"; }

drawn drawing >before.svg
drawn script "$support/stream.py" openai >answers
serve answers
run ask before.svg "draw our architecture" --model openai/gpt-6-luna --fairies 5 --max-cost none --events -o after.svg
check "exit" exits 0
cp out events.json
check "all were at work" json events.json '{e["fairy"] for e in d if e["event"] == "action"} == {"fairy", "fairy-2", "fairy-3", "fairy-4", "fairy-5"}'
check "nothing was refused for good" json events.json 'all(e["outcome"] != "refused" or e["type"] == "mark-task-done" for e in d if e["event"] == "action")'
lanes before.svg >locked.before
lanes after.svg >locked.after
check "what is locked is as it was" cmp locked.before locked.after
joined after.svg | sort >connectors
drawn arrows | sort >wanted
check "all arrows, each from its shape to the other" cmp connectors wanted
"$fairy" see after.svg >seen.json
check "thirty boxes, each with its words" json seen.json 'len([s for s in d["shapes"] if s["type"] in ("rectangle", "cylinder") and s.get("text") and s.get("w") == 140]) == 30'
run lint after.svg
check "nothing to mend but pale words" sh -c '! grep -v "contrast" out | grep -q .'

finish
