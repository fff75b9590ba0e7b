#!/bin/bash
# `fairy ask --events`: a line of JSON for all that happens, with the members that core/agent/README.md lists.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"

events=(python3 -B "$support/events.py")

flow >flow.svg
first='{"actions":[{"_type":"update-todo","id":"t","text":"Move it"},{"_type":"create","shape":{"_type":"rectangle","shapeId":"new","x":20,"y":250,"w":80,"h":30,"text":"New"}},{"_type":"nonsense"},{"_type":"set-view","x":0,"y":0,"w":100,"h":100}]}'
second='{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30},{"_type":"update-todo","id":"t","status":"done"},{"_type":"message","text":"All of it is done."}]}'
{ printf 'answer POST /v1/messages\nstatus 429 Too Many\nheader content-type: application/json\nheader retry-after: 0\nbody {}\n'
    stream anthropic "$first"; stream anthropic "$second" "pieces 40"; } >script
serve script
run ask flow.svg "make it neat" --model anthropic/claude-sonnet-5-5 --events -o out.svg --lint-rounds 0
check "exit" exits 3
cp out events.json
check "each has the members that it should, and no others" "${events[@]}" members events.json
check "their order" "${events[@]}" order events.json
check "what a person reads grows" "${events[@]}" grows events.json
check "the drawing is written" [ -s out.svg ]

run ask flow.svg "move login 5 right" --model offline --events -o out.svg
cp out events.json
check "offline: the same members" "${events[@]}" members events.json
check "offline: begins idle, ends idle" json events.json '[e["mode"] for e in d if e["event"] == "mode"] == ["one-shotting", "idling"]'
cp events.json first.json
run ask flow.svg "move login 5 left" --model offline --events -o out2.svg
cp out events.json
check "the same fairy for the same conversation" json events.json '[e["name"] for e in d if e["event"] == "fairy"] == [json.loads(l)["name"] for l in open("first.json") if "\"event\":\"fairy\"" in l]'
cp flow.svg other.svg
for i in 1 2 3 4 5 6; do run ask flow.svg "move login 5 left" --model offline --events -o - --session "s$i"; grep '"event":"fairy"' err; done >names
check "others for others" test "$(sort -u names | wc -l)" -ge 3
# A terminal says who is at work, in the line that comes and goes.
name=$(sed -nE 's/.*"event":"fairy".*"name":"([A-Za-z]+)".*/\1/p' first.json)
TERM=xterm python3 -B - "$fairy" ask flow.svg "move login 5 right" --model offline -o out.svg >screen <<'END'
import os, pty, sys
pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 4096))
END
check "on a terminal: the fairy's name" matches "$name: asking" screen
check "on a terminal: and then what it did" matches '(move|offset)  login' screen
run apply flow.svg - --events -o out.svg <<<"$second"
cp out events.json
check "apply: the same members" "${events[@]}" members events.json

finish
