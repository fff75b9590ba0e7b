#!/bin/bash
# `fairy ask --resume`: goes on with the run that was interrupted, failed, ran out of its budget or was killed.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"
# shellcheck source=support/asking.sh
. "$support/asking.sh"

fails() { printf 'answer POST /v1/chat/completions\nstatus 400 Bad Request\nheader content-type: application/json\nbody {"error":{"message":"no more"}}\n'; }
# The person's words and the program's in the last request, in order.
told() {
    python3 - <<'END'
import json
body = json.loads([json.loads(l) for l in open("requests.json")][-1]["body"])
for m in body["messages"][1:]:
    parts = m["content"] if isinstance(m["content"], list) else [{"text": m["content"]}]
    texts = [p["text"] for p in parts if "text" in p and not p["text"].startswith("The drawing as it is")]
    print(m["role"], "|", " ".join(texts[-1:]).replace("\n", "\\n"))
END
}
anew() { # a fresh drawing, of which nothing is known
    rm -rf "${XDG_STATE_HOME:?}/fairies" flow.svg flow.fairy.svg got.svg
    cp original.svg flow.svg
}
move='{"_type":"move","shapeId":"login","x":40,"y":30}'
todo='{"_type":"update-todo","id":1,"text":"shift db"}'
shift='{"_type":"offset","shapeIds":["db"],"dx":10,"dy":0}'
ready='{"_type":"update-todo","id":1,"text":"shift db","status":"done"}'
first="{\"actions\":[$move,$todo]}"
second="{\"actions\":[$shift,$ready,{\"_type\":\"message\",\"text\":\"Done.\"}]}"
begun="{\"actions\":[$move,$todo,{\"_type\":\"offset\",\"shapeIds\":[\"db\"],\"dx\":1"
flow >original.svg
file=flow.svg
echo "{\"actions\":[$move]}" >first.json
echo "{\"actions\":[$move,$shift]}" >both.json
run apply original.svg first.json -o first.svg --no-session
run apply original.svg both.json -o both.svg --no-session

# --- nothing to resume ------------------------------------------------------------------------------
anew
run ask flow.svg --resume
check "nothing was asked: exit" exits 1
check "nothing was asked: said" one_line 'flow.svg: there is nothing to resume'
check "nothing is made by that" absent "$XDG_STATE_HOME/fairies"
run ask flow.svg
check "no prompt: exit" exits 2
run ask flow.svg --resume --no-session
check "--resume --no-session" exits 2
check "--resume --no-session: why" one_line 'leave out'
for option in -i "-o x.svg"; do
    # shellcheck disable=SC2086
    run ask flow.svg --resume $option
    check "--resume $option: nothing" one_line 'nothing to resume to (flow|x).svg'
done
stream openai "{\"actions\":[$move]}" >script
serve script
run ask flow.svg "make it neat" -i --model $model
run ask flow.svg --resume
check "it has ended by itself: exit" exits 1
check "it has ended by itself: said" one_line 'nothing to resume'
run ask flow.svg "delete the note" -i
run ask flow.svg --resume
check "offline, too" exits 1

# --- interrupted: what was finished is written ------------------------------------------------------
# goes_on NAME WRITTEN [DRAWING]: the run in `err` said how, and --resume does the rest.
goes_on() {
    local name=$1 written=$2 named=${3:-$file}
    stream openai "$second" >script
    serve script
    run ask "$named" --resume
    # shellcheck disable=SC2094 # a function
    told >told
    check "$name, resumed: exit" exits 0
    check "$name, resumed: where it is" is "$(tail -n 1 out)" "$(realpath "$written")"
    check "$name, resumed: all of it, and nothing twice" same "$written" both.svg
    check "$name, resumed: the words, and what was done, are told" is "$(grep -c 'make it neat' told)" 1
    check "$name, resumed: what had been done" matches '"shapeId":"login"' told
    check "$name, resumed: that it was interrupted" matches 'You were interrupted' told
    check "$name, resumed: its list" matches 'shift db' requests.json
    run sessions show "$written" --json
    check "$name, resumed: the session has all of it once" json out \
        '[c["type"] for c in d["chat"] if c["kind"] == "action"] == ["move", "update-todo", "offset", "update-todo", "message"] and sum(c.get("text") == "make it neat" for c in d["chat"]) == 1 and [c["number"] for c in d["chat"]] == list(range(1, len(d["chat"]) + 1))'
    run ask "$named" --resume
    check "$name, resumed: once" exits 1
}
for where in "-i" "-o got.svg" ""; do
    anew
    written=flow.fairy.svg
    [ "$where" = -i ] && written=flow.svg
    [ "$where" = "-o got.svg" ] && written=got.svg
    hangs "$begun" >script
    serve script
    # shellcheck disable=SC2086
    start "$file" $where
    waits update-todo err
    stop INT
    check "Ctrl-C $where: what was finished" same $written first.svg
    check "Ctrl-C $where: how it goes on" matches "^fairy: interrupted; what was finished is in $written; \"fairy ask $written --resume\" goes on$" err
    cp -r "$XDG_STATE_HOME/fairies" state.bak
    cp $written state.svg
    goes_on "Ctrl-C $where" $written
    run undo $written --turn
    check "Ctrl-C $where, resumed: each run is a turn" same $written first.svg
    rm -r "$XDG_STATE_HOME/fairies"
    mv state.bak "$XDG_STATE_HOME/fairies"
    mv state.svg $written
    goes_on "Ctrl-C $where, by its other name" $written $written
done
# Budgets write, too.
anew
stream openai "$first" >script
serve script
run ask flow.svg "make it neat" -i --model $model --max-requests 1
check "a budget: exit" exits 5
check "a budget: what was finished" same flow.svg first.svg
check "a budget: how it goes on" matches '"fairy ask flow.svg --resume" goes on$' err
goes_on "a budget" flow.svg

# --- failed: nothing is written, and what was finished is kept --------------------------------------
for where in "-i" "-o got.svg" ""; do
    anew
    written=flow.fairy.svg
    [ "$where" = -i ] && written=flow.svg
    [ "$where" = "-o got.svg" ] && written=got.svg
    { stream openai "$first"; fails; } >script
    serve script
    # shellcheck disable=SC2086
    run ask flow.svg "make it neat" $where --model $model
    check "failed $where: exit" exits 4
    check "failed $where: the drawing is as it was" same flow.svg original.svg
    [ "$where" = -i ] || check "failed $where: nothing is written" absent $written
    check "failed $where: how it goes on" matches '"fairy ask flow.svg --resume" goes on$' err
    goes_on "failed $where" $written
    run log $written
    check "failed $where, resumed: one turn" is "$(grep -c '^turn' out)" 1
    run undo $written
    check "failed $where, resumed: each action can be undone" same $written first.svg
    run undo $written
    check "failed $where, resumed: also of the run before" same $written original.svg
    run redo $written --turn
    check "failed $where, resumed: and redone" same $written both.svg
    run undo $written --turn
    check "failed $where, resumed: and the turn" same $written original.svg
done
# Again and again.
anew
{ stream openai "$first"; fails; } >script
serve script
run ask flow.svg "make it neat" -i --model $model
{ stream openai "{\"actions\":[$shift]}" "cut-after 2200"; fails; } >script
serve script
run ask flow.svg --resume
check "failed again: exit" exits 4
check "failed again: the drawing is as it was" same flow.svg original.svg
stream openai '{"actions":[{"_type":"message","text":"Done."}]}' >script
serve script
run ask flow.svg --resume "and be quick"
check "and again: more words" matches 'and be quick' <(told)
check "and again: exit, with a thing to do left open" exits 3
check "and again: all of it" same flow.svg both.svg
run undo flow.svg --turn
check "and again: one turn" same flow.svg original.svg

# --- something else has changed it ------------------------------------------------------------------
anew
{ stream openai "$first"; fails; } >script
serve script
run ask flow.svg "make it neat" -i --model $model
run apply flow.svg both.json -i
cp flow.svg theirs.svg
stream openai '{"actions":[{"_type":"message","text":"Done."}]}' >script
serve script
run ask flow.svg --resume
check "changed since: exit" exits 0
check "changed since: told" matches 'something else has changed it since; what was asked is asked anew' err
check "changed since: the words alone" is "$(told)" "user | make it neat"
check "changed since: nothing of it is lost" same flow.svg theirs.svg
anew
hangs "$begun" >script
serve script
start "$file" -i
waits update-todo err
stop TERM
run ask flow.svg "delete #note" -i
stream openai '{"actions":[{"_type":"message","text":"Done."}]}' >script
serve script
start "$file" --resume
code=0
wait $asking || code=$?
check "changed after it was written: goes on, and gives up" exits 3
check "changed after it was written: that is told" matches 'delete #note' requests.json
check "changed after it was written: it stays" lacks 'id="note"' flow.svg

# --- killed -----------------------------------------------------------------------------------------
anew
{ stream openai "$first"; printf 'answer POST /v1/chat/completions\nsilence\n'; } >script
serve script
start "$file" -i
asked 2
run ask flow.svg --resume
check "while it is at work: exit" exits 1
check "while it is at work: said" one_line 'still at work \(process [0-9]+\)'
stop KILL
check "killed between answers: the drawing is as it was" same flow.svg original.svg
goes_on "killed between answers" flow.svg
anew
printf 'answer POST /v1/chat/completions\nsilence\n' >script
serve script
start "$file" -o got.svg --mode solo --select db --view 0,0,200,200 --context login --context 10,20,30,40
asked 1
stop KILL
cp requests.json asked.json
stream openai "{\"actions\":[{\"_type\":\"create-task\",\"taskId\":\"t\",\"title\":\"Shift\",\"text\":\"Shift db.\",\"x\":0,\"y\":0,\"w\":400,\"h\":300},{\"_type\":\"start-task\",\"taskId\":\"t\"}]}" >script
{ echo 'answer POST /v1/chat/completions'; echo silence; } >>script
serve script
run_resume() {
    "$fairy" ask flow.svg --resume >out 2>err </dev/null &
    asking=$!
}
run_resume
asked 2
check "killed at once: what was pointed at" matches '10,20,30,40' requests.json
check "killed at once: asked in the same way" python3 - <<'END'
import json
a, b = [[json.loads(l)["body"] for l in open(f)][0] for f in ("asked.json", "requests.json")]
a, b = json.loads(a), json.loads(b)
assert a["messages"][0] == b["messages"][0] and "make it neat" in json.dumps(b), "another system prompt"
END
stop KILL
stream openai "{\"actions\":[$shift,{\"_type\":\"mark-task-done\"}]}" >script
stream openai '{"actions":[{"_type":"message","text":"Done."}]}' >>script
serve script
run ask got.svg --resume
check "killed at a task: exit" exits 0
check "killed at a task: it is at it again" matches 'mark-task-done' requests.json
check "killed at a task: done" matches 'x="250"' got.svg

# --- killed when the drawing is written, and the session isn't yet ----------------------------------
# What was kept of the run is put back, and the session is as it was before.
journal() {
    python3 - "$XDG_STATE_HOME/fairies/journal.db" "$1" <<'END'
import sqlite3, sys
journal = sqlite3.connect(sys.argv[1])
journal.executescript(sys.argv[2])
END
}
settle='{"_type":"message","text":"Settled."}'
for where in -i '-o got.svg'; do
    name="killed once it was written, $where" got=flow.svg
    [ "$where" = -i ] || got=got.svg
    anew
    stream openai "{\"actions\":[$settle]}" >script
    serve script
    run ask flow.svg "settle down" -i --model $model
    journal "create table was as select * from unfinished; create table spoken as select * from sessions; create table said as select * from items;
        create trigger keeps after delete on unfinished begin insert into was values (old.id, old.asked, old.session, old.reads, old.writes, old.time, old.pid, old.size, old.state); end"
    { stream openai "$first"; stream openai "$second"; } >script
    serve script
    # shellcheck disable=SC2086
    run ask flow.svg "make it neat" $where --model $model
    check "$name: the run" same $got both.svg
    forget="drop trigger if exists keeps; delete from unfinished; delete from sessions; delete from items;
        insert into sessions select * from spoken; insert into items select * from said; insert into unfinished select * from was order by time desc limit 1"
    journal "$forget"
    run ask flow.svg --resume
    check "$name: exit" exits 0
    check "$name: where it is" is "$(tail -n 1 out)" "$(realpath $got)"
    check "$name: nobody is asked" is "$(wc -l <requests.json)" 2
    check "$name: the drawing stays" same $got both.svg
    run log $got --json
    check "$name: what was done is in the log once" is "$(grep -cE '"(move|offset)"' out)" 2
    run sessions show $got --json
    check "$name: what was said is kept" is "$(grep -c 'make it neat' out)" 1
    check "$name: and what was said before" matches 'Settled' out
    check "$name: nothing else has changed it" lacks 'something else' out
    run ask $got --resume
    check "$name: once" exits 1
    run undo $got --turn
    check "$name: it can be undone" same $got original.svg
    run redo $got --turn
    journal "$forget"
    stream openai "{\"actions\":[{\"_type\":\"offset\",\"shapeIds\":[\"db\"],\"dx\":-10,\"dy\":0}]}" >script
    serve script
    run ask flow.svg --resume "put it back"
    check "$name: more words: exit" exits 0
    check "$name: more words are said" matches 'put it back' requests.json
    check "$name: more words: what was done is known" matches 'make it neat' requests.json
    check "$name: more words: done" same $got first.svg
done

# What was selected and pointed at may be gone by what was done.
anew
{ stream openai "{\"actions\":[{\"_type\":\"delete\",\"shapeId\":\"note\"},$todo]}"; fails; } >script
serve script
run ask flow.svg "make it neat" -i --model $model --select note --context note --context 10,20,30,40
check "it deleted what was pointed at: failed" exits 4
stream openai "$second" >script
serve script
run ask flow.svg --resume
check "it deleted what was pointed at: goes on" exits 0
check "it deleted what was pointed at: the rest is pointed at" matches '10,20,30,40' requests.json

# --- several outputs --------------------------------------------------------------------------------
anew
for got in one.svg two.svg flow.svg; do
    { stream openai "$first"; fails; } >script
    serve script
    run ask flow.svg "make it neat" -o $got --model $model
    check "to $got: exit" exits 4
done
run ask flow.svg --resume
check "several outputs: exit" exits 2
check "several outputs: they are told" one_line '3 runs can be gone on with, which write .*/flow.svg \(failed, .*/two.svg \(failed, .*/one.svg \(failed, .*; say which with -o'
run sessions unfinished flow.svg --json
check "several outputs: they are listed" is "$(grep -c '"why":"failed"' out)" 3
for got in "-o two.svg" "-o one.svg" -i; do
    stream openai "$second" >script
    serve script
    # shellcheck disable=SC2086
    run ask flow.svg --resume $got
    check "resumed $got: exit" exits 0
    check "resumed $got: all of it" same "$(tail -n 1 out)" both.svg
done
run ask flow.svg --resume
check "several outputs: each once" exits 1

# --- sessions ---------------------------------------------------------------------------------------
anew
{ stream openai "$first"; fails; } >script
serve script
run ask flow.svg "make it neat" -i --model $model --session one
run ask flow.svg --resume
check "another session: exit" exits 1
run sessions delete flow.svg --session one
check "deleted: exit" exits 0
run ask flow.svg --resume --session one
check "deleted: nothing is kept" exits 1
run ask flow.svg "make it neat" -i --model $model --no-session
check "--no-session: no word of resuming" lacks resume err
finish
