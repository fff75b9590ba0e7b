#!/bin/bash
# `fairy ask --mode duo|team`: several fairies at one drawing, and a run of theirs that is killed and gone on with.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"
# shellcheck source=support/asking.sh
. "$support/asking.sh"

export FAIRIES_RENDER=/nonexistent # pictures are for others to look at
leader='asked you: fairy \"'
second='asked you: fairy-2 '
third='asked you: fairy-3 '
task() { echo "{\"_type\":\"create-project-task\",\"taskId\":\"$1\",\"title\":\"$1\",\"text\":\"Do it.\",\"assignedTo\":\"$2\",\"x\":$3,\"y\":0,\"w\":200,\"h\":300}"; }
direct() { echo "{\"_type\":\"direct-to-start-project-task\",\"otherFairyId\":\"$2\",\"taskId\":\"$1\"}"; }
begin='{"_type":"start-project","projectName":"Boxes","projectDescription":"d","projectColor":"red","projectPlan":"p"}'
await='{"_type":"await-tasks-completion","taskIds":["left","right"],"until":"all"}'
plan="{\"actions\":[$begin,$(task left fairy-2 0),$(task right fairy-3 200),$(direct left fairy-2),$(direct right fairy-3),$await]}"
end='{"actions":[{"_type":"end-project"}]}'
ready='{"_type":"mark-task-done"}'
moves() { echo "{\"actions\":[{\"_type\":\"offset\",\"shapeIds\":[\"$1\"],\"offsetX\":5,\"offsetY\":0},$ready]}"; }
says() { stream openai "$2" "$1"; }

flow >flow.svg
{ says "$leader" "$plan"; says "$leader" "$end"; says "$second" "$(moves login)"; says "$third" "$(moves db)"; } >script
serve script
run ask flow.svg "move both" --model $model --mode team --events -o out.svg
check "a team: exit" exits 0
cp out events.json
check "each event says whose it is" json events.json 'all("fairy" in e for e in d if e["event"] not in ("start", "end"))'
check "and at which task" json events.json '{(e["fairy"], e["task"]) for e in d if e["event"] == "action" and e["type"] == "offset"} == {("fairy-2", "left"), ("fairy-3", "right")}'
check "the drawing has both" matches 'x="25"' out.svg
check "the drawing has both, as one" matches 'x="245"' out.svg
run log out.svg --json
python3 -B -c 'import json; print(json.dumps([json.loads(line) for line in open("out")]))' >log.json
check "the journal says who did what, at which task" json log.json '{(e["fairy"], e["task"], e["author"]) for e in d} == {("fairy-2", "left", "fairy-2"), ("fairy-3", "right", "fairy-3")} and len({e["name"] for e in d}) == 2'
run log out.svg
check "the log says it for a person" matches 'offset  login  by [A-Z][a-z]+ at left$' out
check "and how many they were" matches '^turn 1 .*  2 fairies, ask' out

# Where another is at work nothing is changed.
{ says "$leader" "$plan"; says "$leader" "$end"; says "$second" "{\"actions\":[{\"_type\":\"clear\"},$ready]}"; says "$third" "$(moves db)"; } >script
serve script
run ask flow.svg "move both" --model $model --fairies 3 -o area.svg --force
check "clear in an area: exit" exits 0
check "clear in an area: the other's box is there" matches 'id="db"' area.svg
check "clear in an area: its own is gone" lacks 'id="login"' area.svg

# A fairy that fails doesn't hold up the others, and is told.
{ says "$leader" "$plan"; says "$leader" "$end"
    printf 'answer POST /v1/chat/completions\n%s\nstatus 400 Bad Request\nheader content-type: application/json\nbody {"error":{"message":"no more"}}\n' "$second"
    says "$third" "$(moves db)"; } >script
serve script
run ask flow.svg "move both" --model $model --mode team -o failed.svg
check "one fails: the other's work is written" matches 'x="245"' failed.svg
check "one fails: exit" exits 3
check "one fails: said" sh -c 'grep -q "no more\|open" err'

# Killed while two are at work, and gone on with.
{ says "$leader" "$plan"
    { hangs "$(moves login)"; } | sed "1a $second"
    { hangs "{\"actions\":[{\"_type\":\"offset\",\"shapeIds\":[\"db\"],\"offsetX\":5,\"offsetY\":0},{\"_type\":\"think\",\"text\":\"so far"; } | sed "1a $third"; } >script
serve script
start flow.svg --mode team -o killed.svg
asked 3
sleep 1.5
stop KILL
check "killed: nothing is written" absent killed.svg
run sessions unfinished killed.svg
check "killed: it is listed, with how far it was" matches '^.*/flow.svg: default, killed, .*, writes .*/killed.svg, 2 actions not written: make it neat$' out
check "killed: its fairies" matches '^  [A-Z][a-z]+ \(fairy\): orchestrating-waiting$' out
check "killed: their tasks" matches '^  task left of [A-Z][a-z]+: left \((done|in-progress)\)$' out
run sessions unfinished --json
check "killed: as JSON" json out '[t["id"] for t in d["tasks"]] == ["left", "right"] and [f["id"] for f in d["fairies"]] == ["fairy", "fairy-2", "fairy-3"] and d["writes"].endswith("/killed.svg") and d["unwritten"] == 2'
{ says "$leader" "$end"; says "$second" "$(moves login)"; says "$third" "{\"actions\":[$ready]}"; says "$third" "{\"actions\":[$ready]}"; } >script
serve script
run ask flow.svg --resume
check "resumed: exit" exits 0
check "resumed: the first's box" matches 'x="25"' killed.svg
check "resumed: the second's box, once" matches 'x="245"' killed.svg
check "resumed: the drones were told that they were cut off" sh -c 'grep -c "You were interrupted before this was done" requests.json | grep -qv "^0$"'

# offline leads, and works, without a key.
ask_offline() { run ask flow.svg "$@" --model offline --no-session --force; }
ask_offline "number the boxes in each column" -o alone.svg
check "offline: one alone says it" matches '^Column 1: Numbered 2 boxes. Column 2: Numbered' err
ask_offline "number the boxes in each column" --mode team --events -o led.svg
cp out events.json
check "offline: a team: exit" exits 0
check "offline: a task for each column" json events.json '{e["task"] for e in d if e["event"] == "action" and e["type"] == "label"} == {"column-1", "column-2"}'
check "offline: each by another" json events.json '{e["fairy"] for e in d if e["event"] == "action" and e["type"] == "label"} == {"fairy-2", "fairy-3"}'
check "offline: the same drawing" same alone.svg led.svg
ask_offline "number the boxes in each column" --mode team --record r.jsonl -o recorded.svg
run ask flow.svg "number the boxes in each column" --model replay:r.jsonl --no-session --force -o again.svg
check "offline: recorded and replayed: exit" exits 0
check "offline: recorded and replayed: the same drawing" same alone.svg again.svg
ask_offline "number the boxes in each column" --mode duo -o pair.svg
check "offline: a pair: who did what" matches ' did column 1; .* did column 2' err
check "offline: a pair: the same drawing" same alone.svg pair.svg
ask_offline "flumble the quux" -o none.svg
cp err alone
ask_offline "flumble the quux" --fairies 4 -o none2.svg
check "offline: what isn't understood: exit" exits 3
check "offline: what isn't understood, in the same words" sh -c 'grep -v abort-project err | cmp - alone'
ask_offline "look around" --area "0,0,200,300=make the boxes green" --area "200,0,200,300=xyzzy" -o areas.svg
check "offline: an area whose words say nothing: exit" exits 3
check "offline: it is told" matches 'Not done: "xyzzy" \(failed' err
check "offline: the other one is done" matches 'did "make the boxes green"' err
ask_offline "make the boxes blue" --area "0,0,200,300=here" --area "200,0,200,300=there" -o same.svg
check "offline: areas without a command get the person's" exits 0
ask_offline "delete paper; make the boxes green" --fairies 3 -o locked.svg
check "offline: what is locked is told" matches 'refused: .*locked' err

# Which modes fairies come into, by the way that they are asked. Who leads is in its own from the start; whether it has to wait is chance.
reached="idling soloing standing-by working-drone "
for way in "--mode duo" "--mode team" "--fairies 3" "--mode solo"; do
    { says "$leader" "$plan"; says "$leader" "$end"; says "$second" "$(moves login)"; says "$third" "$(moves db)"; } >script
    [ "$way" != "--mode duo" ] || { says "$leader" "{\"actions\":[$begin,$(task left fairy-2 0),$(direct left fairy-2),{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"left\"]}]}"; says "$leader" "$end"; says "$second" "$(moves login)"; } >script
    [ "$way" != "--mode solo" ] || says "$leader" '{"actions":[{"_type":"message","text":"Nothing."}]}' >script
    serve script
    # shellcheck disable=SC2086
    run ask flow.svg "move both" --model $model $way --events --no-session --force -o door.svg
    check "a door: $way: exit" exits 0
    grep '"event":"mode"' out | sed -E 's/.*"mode":"([a-z-]*)".*/\1/' >>modes
done
check "a door: each leads to its modes" is "$(grep -v orchestrating modes | sort -u | tr '\n' ' ')" "$reached"

# What doesn't go together.
for options in "--mode duo --fairies 3" "--mode solo --fairies 2" "--fairies 0" "--fairies 65" "--area 0,0,10,10=x --fairies 1" "--area 0,0,10=x --model $model" "--mode crowd"; do
    # shellcheck disable=SC2086
    run ask flow.svg "move both" $options
    check "$options: exit" exits 2
    check "$options: one line" one_line '.'
done

finish
