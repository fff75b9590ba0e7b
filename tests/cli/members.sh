#!/bin/bash
# `fairy join`, `leave` and `lead`: who works on a drawing changes while they are at work; and a word to one that stands by.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"
# shellcheck source=support/asking.sh
. "$support/asking.sh"

export FAIRIES_RENDER=/nonexistent # pictures are for others to look at
task='{"_type":"create-project-task","taskId":"left","title":"Left","text":"Do it.","assignedTo":"fairy-2","x":0,"y":0,"w":200,"h":300}'
direct() { echo "{\"_type\":\"direct-to-start-project-task\",\"otherFairyId\":\"$1\",\"taskId\":\"left\"}"; }
begin='{"_type":"start-project","projectName":"Boxes","projectDescription":"d","projectColor":"red","projectPlan":"p"}'
await='{"_type":"await-tasks-completion","taskIds":["left"]}'
end='{"_type":"end-project"}'
moves='{"_type":"offset","shapeIds":["login"],"offsetX":5,"offsetY":0}'
says() { stream openai "{\"actions\":[$2]}" "asked you: $1"; }
begun() { hangs "{\"actions\":[$1,{\"_type\":\"offset\",\"shapeIds\":[\"login\"],\"offsetX\":5"; }
leader='fairy \"'
# As that of asking.sh, but apart from what other commands say.
start() {
    "$fairy" ask "$1" "make it neat" --model $model "${@:2}" >ask.out 2>ask.err </dev/null &
    asking=$!
}

# --- nobody is there, or nobody is named ---------------------------------------------------------------
flow >flow.svg
for command in "join flow.svg" "leave flow.svg --fairy Quibble" "lead flow.svg --fairy Quibble"; do
    # shellcheck disable=SC2086
    run $command
    check "$command, nobody there: exit" exits 1
    check "$command, nobody there: said" one_line 'no fairy is at work on flow.svg; "fairy ask" sends one'
done
for command in "leave flow.svg" "lead flow.svg" "join"; do
    # shellcheck disable=SC2086
    run $command
    check "$command: exit" exits 2
done
check "leave without a name: said" sh -c "'$fairy' leave flow.svg 2>&1 | grep -q -e '--fairy NAME'"

# --- several at work -----------------------------------------------------------------------------------
{ says "$leader" "$begin,$task,$(direct fairy-2),$await"
    says "$leader" "$await" # Quibble has joined
    begun "$moves" | sed "1a asked you: fairy-2 "
    says 'fairy-4 ' "$await"                   # it leads
    says 'fairy-4 ' "$(direct fairy-3),$await" # fairy-2 has left
    says 'fairy-4 ' "$end"
    says 'fairy-3 ' "$moves,{\"_type\":\"mark-task-done\"}"; } >script
serve script
start flow.svg --mode team -i
waits 'offset  login' ask.err
"$fairy" watch flow.svg --events >watched 2>/dev/null &
watching=$!
"$fairy" watch flow.svg >seen 2>&1 &
seeing=$!
waits '"fairy"' watched
run tell flow.svg --fairy fairy-3 "be neat about it"
check "told one that stands by: exit" exits 0
check "told one that stands by: said" matches '^told [A-Z][a-z]*: it stands by, and reads this with its next task, or when the project is over$' err
run join flow.svg --fairy Quibble
check "join: exit" exits 0
check "join: said" matches '^joined: Quibble: ' err
run join flow.svg --fairy quibble
check "join twice: exit" exits 1
check "join twice: said" one_line 'a fairy called "quibble" is here already; choose another name'
asked 3
run leave flow.svg --fairy fairy
check "the leader leaves: exit" exits 1
check "the leader leaves: said" one_line 'leads the project; have another one lead first'
run lead flow.svg --fairy Quibble -q
check "lead: exit" exits 0
check "lead, quietly" lines 0 err
run lead flow.svg --fairy Quibble
check "lead twice: said" one_line 'leads the project already'
waits '"fairy":"fairy-4".*await-tasks-completion' watched
run leave flow.svg --fairy fairy-2
check "leave: exit" exits 0
check "leave: said" matches '^left: [A-Z][a-z]*: ' err
code=0
wait $asking || code=$?
check "the run: exit" exits 0
check "the run: both have moved it" matches 'x="30"' flow.svg
check "the run: who stood by has read the words" is "$(grep 'you: fairy-3 ' requests.json | grep -c 'be neat about it')" 1
check "the run: nobody else has" is "$(grep -v 'you: fairy-3 ' requests.json | grep -c 'be neat about it')" 0
check "the run: told in the terminal" matches '^fairy: Quibble leads from now on$' ask.err
wait $watching $seeing
# Nothing says when this one began to watch, so who joined first isn't asked for.
check "watched in lines" is "$(grep -c -e '^fairy: Quibble leads from now on$' -e '^fairy: [A-Z][a-z]* leaves$' seen)" 2
check "watched" json watched '[e["event"] for e in d if e["event"] in ("joined", "leads", "left")] == ["joined", "leads", "left"]'

# --- one by itself, and killed after one has joined ------------------------------------------------------
{ begun "$moves"; } >script
serve script
start flow.svg -o alone.svg
waits 'offset  login' ask.err
run join alone.svg
check "join one by itself: exit" exits 1
check "join one by itself: said" one_line 'works here by itself; "fairy ask" with --fairies 2 or more sends several'
kill $asking
wait $asking 2>/dev/null
flow >flow.svg
{ says "$leader" "$begin,$task,$(direct fairy-2),$await"; says "$leader" "$await"; begun "$moves" | sed "1a asked you: fairy-2 "; } >script
serve script
start flow.svg --mode duo -o killed.svg
waits 'offset  login' ask.err
"$fairy" watch killed.svg --events >watched 2>/dev/null &
watching=$!
waits '"fairy"' watched
run join killed.svg --fairy Quibble
check "join a pair: exit" exits 0
waits '"event":"action".*await-tasks-completion' watched
kill -KILL $asking
wait $asking $watching 2>/dev/null
{ says 'fairy-2 ' '{"_type":"mark-task-done"}'; says 'fairy-2 ' '{"_type":"mark-task-done"}'; says "$leader" "$end"; says "$leader" "$end"; } >script
serve script
run ask flow.svg --resume -o killed.svg
check "resumed: it is written" matches 'x="25"' killed.svg
check "resumed: it is there" matches 'fairy-3 .*Quibble' requests.json

finish
