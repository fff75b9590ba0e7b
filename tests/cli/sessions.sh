#!/bin/bash
# What was said about a drawing goes on in the next run, and can be looked at, exported and deleted.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"

model=openai/gpt-6-luna

# answers REPLY…: what is said to one request after the other.
answers() {
    local reply
    for reply in "$@"; do
        stream openai "$reply"
    done >script
    serve script
}
message() { echo "{\"actions\":[{\"_type\":\"message\",\"text\":\"$1\"}]}"; }
make() { # a shape of that name
    echo "{\"actions\":[{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"$1\",\"x\":300,\"y\":200,\"w\":50,\"h\":30}}]}"
}
# What the person and the fairy said so far, as the model was told in its nth request, from 0.
told() {
    python3 - "$1" <<'END'
import json, sys
lines = [json.loads(l) for l in open("requests.json")]
body = json.loads(lines[int(sys.argv[1])]["body"])
for m in body["messages"][1:]:
    parts = m["content"] if isinstance(m["content"], list) else [{"text": m["content"]}]
    texts = [p["text"] for p in parts if "text" in p and not p["text"].startswith("The drawing as it is")]
    print(m["role"], "|", " ".join(texts[-1:]).replace("\n", "\\n"))
END
}
database=$XDG_STATE_HOME/fairies/journal.db
flow >original.svg
cp original.svg flow.svg

# --- nothing was said -----------------------------------------------------------------------------
run sessions
check "none: exit" exits 0
check "none: nothing" lines 0 out
check "looking makes nothing" absent "$XDG_STATE_HOME/fairies"
for word in show export delete; do
    run sessions $word flow.svg
    check "$word of none: exit" exits 1
    check "$word of none: one line" one_line 'flow.svg: no session "default" is kept of it'
    run sessions $word
    check "$word of what" exits 2
done
run sessions sing flow.svg
check "an unknown word" exits 2
check "an unknown word: what there is" one_line 'it can list, show, export and delete, and tell the unfinished'
for name in "" "$(printf 'a\nb')" "$(printf '%070d' 1)"; do
    run ask flow.svg "delete the note" --session "$name"
    check "a name that is none" exits 2
done
run ask flow.svg "delete the note" --session a --no-session
check "--session and --no-session" exits 2
check "nothing was made by that" absent "$XDG_STATE_HOME/fairies"
run ask flow.svg "delete the note" --no-session -o gone.svg
check "--no-session leaves no trace" absent "$XDG_STATE_HOME/fairies"

# --- it goes on -------------------------------------------------------------------------------------
answers "$(make one)" "$(message 'There is one.')" "$(make two)"
run ask flow.svg "make a box" -i --model $model
check "first: exit" exits 0
run ask flow.svg "what is there?" -i --model $model
check "second: exit" exits 0
run ask flow.svg "another, please" -i --model $model
told 0 >first
told 2 >third
check "the first is told the words alone" is "$(cat first)" "user | make a box"
check "the third is told all that was before" diff - third <<'END'
user | make a box
assistant | {"actions":[{"_type":"create","shape":{"_type":"rectangle","shapeId":"one","x":300,"y":200,"w":50,"h":30}}]}
user | what is there?
assistant | {"actions":[{"_type":"message","text":"There is one."}]}
user | another, please
END
run sessions flow.svg
check "list: a line" lines 1 out
check "list: what it came to" matches '/flow.svg: default, 3 runs, 6 items, 20.*openai/gpt-6-luna, [0-9,]+ tokens' out
run sessions list --json
check "list --json" json out \
    'd["runs"] == 3 and d["items"] == 6 and d["requests"] == 3 and d["usage"]["input"] > 0 and d["document"].endswith("/flow.svg") and "chat" not in d'
run sessions show flow.svg
check "show: who said what" matches '^20.*  you: what is there\?$' out
check "show: what was done" matches '^20.*  fairy: Created one|fairy: .*one' out
check "show: lines" lines 7 out
run sessions show flow.svg --json
check "show --json: the chat" json out \
    '[i["kind"] for i in d["chat"]] == ["prompt", "action"] * 3 and d["chat"][1]["made"] == ["one"] and [i["number"] for i in d["chat"]] == [1, 2, 3, 4, 5, 6]'
run sessions export flow.svg
check "export: a title" matches '^# flow.svg: default$' out
check "export: words" matches '^> what is there\?$' out
check "export: a message" matches '^> There is one\.$' out
run sessions show flow.fairy.svg
check "no session of another file" exits 1

# --- what changed meanwhile -------------------------------------------------------------------------
answers "$(message ok)" "$(message ok)"
run undo flow.svg
run ask flow.svg "and now?" -i --model $model
told 0 >after
check "an undo is told" matches '^user \| \(automatic\) Since you saw it last, others have changed the drawing.*and now\?$' after
check "and what it was" matches 'changed by others:.nothers removed \{"shapeId":"two","type":"rectangle"\}.n</data>' after
run ask flow.svg "still?" -i --model $model
told 1 >after
check "but not twice" is "$(tail -n 1 after)" "user | still?"
cp flow.svg kept.svg
sed -i 's/id="note" x="60"/fill-opacity="1" id="note" x="75"/; /id="db"/,/>/d' flow.svg
run see flow.svg "what is new?" --prompt
check "another program moved one" matches '^others updated \{"shapeId":"note","type":"rectangle","before":\{"x":60\},"after":\{"x":75\}\}$' out
check "and deleted one" matches '^others removed \{"shapeId":"db","type":"rectangle"\}$' out
check "and nothing else, but the undo of before" lines 3 <(grep '^others ' out)
sed 's/x="60"/x = "6e1"/' kept.svg >flow.svg
run see flow.svg "what is new?" --prompt
check "it was only written anew" matches 'its shapes are as you left them' out
cp kept.svg flow.svg
run see flow.svg "what is new?" --prompt
check "it is as it was: nothing is told, but the undo of before" lines 1 <(grep 'Since you saw it last' out)
python3 -c 'import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute("UPDATE sessions SET former = NULL"); d.commit()' "$database"
sed -i 's/id="note" x="60"/id="note" x="75"/' flow.svg
run see flow.svg "what is new?" --prompt
check "an older session knows that something changed" matches 'something else has changed the drawing' out
cp kept.svg flow.svg

# --- sessions of their own --------------------------------------------------------------------------
answers "$(message review)" "$(message main)" "$(message none)"
run ask flow.svg "look it over" -i --model $model --session review
check "another session knows nothing of it" is "$(told 0)" "user | look it over"
run ask flow.svg "again" -i --model $model
check "and the first nothing of the other" lacks 'look it over' <(told 1)
run ask flow.svg "alone" -i --model $model --no-session
check "--no-session is told nothing" is "$(told 2)" "user | alone"
run sessions flow.svg
check "two sessions" lines 2 out
check "nothing is kept of the run without" lacks 'alone' <("$fairy" sessions show flow.svg)
run sessions delete flow.svg --session review
check "delete: exit" exits 0
run sessions flow.svg
check "delete: that one is gone" lines 1 out
check "delete: the log stays" matches 'create' <("$fairy" log flow.svg)

# --- where the drawing goes -------------------------------------------------------------------------
answers "$(make b1)" "$(message b2)"
cp original.svg again.svg
run ask again.svg "make a box" --model $model
run ask again.svg "make it red" --model $model
told 1 >again
check "asked again beside it: it knows what was said" matches '^user \| make a box$' again
check "asked again beside it: it knows that the drawing is another" matches 'others have changed the drawing.*make it red' again
answers "$(make b3)" "$(message c)" "$(make d)" "$(message e)"
cp original.svg start.svg
run ask start.svg "to the copy" --model $model
run sessions start.svg
check "kept where it was written" lines 0 out
run ask start.fairy.svg "go on" -i --model $model
check "which goes on" is "$(told 1 | head -n 1)" "user | to the copy"
run ask start.svg "once more" --model $model
check "from the start again" is "$(told 2)" "user | once more"
run ask start.fairy.svg "and on" -i --model $model
check "and that counts from now on" is "$(told 3 | head -n 1)" "user | once more"
run sessions show start.fairy.svg
check "what was said before is there to read" matches 'you: to the copy' out
# What changed nothing is said of the drawing that was asked about, and goes along with it later.
answers "$(message f)" "$(make g)" "$(message h)"
cp original.svg still.svg
run ask still.svg "how is it" --model $model
check "nothing was done: nothing is written" absent still.fairy.svg
run sessions show still.svg
check "nothing was done: kept with what was asked about" matches 'you: how is it' out
run ask still.svg "make a box" --model $model
check "then something is: it knows what was said" is "$(told 1 | head -n 1)" "user | how is it"
run ask still.svg "and now" --model $model
check "and from the start: it knows all of it" is "$(told 2 | grep -c '^user | \(how is it\|make a box\)$')" 2
run ask - "to nowhere" -o - --model offline
run sessions
check "standard output has no session" lacks 'nowhere' out

# --- the origin stays -------------------------------------------------------------------------------
answers "$(message a)" "$(message b)" "$(message c)"
cp original.svg origin.svg
run ask origin.svg "one" -i --model $model --origin 100,50
run ask origin.svg "two" -i --model $model
run ask origin.svg "three" -i --model $model --session other
check "the origin stays in its session" json requests.json \
    '["login -80,-30" in r["body"] for r in d] == [True, True, False]'

# --- who isn't told ---------------------------------------------------------------------------------
answers "$(message one)"
rm -rf "${XDG_STATE_HOME:?}/fairies"
cp original.svg flow.svg
run ask flow.svg "delete the note" -o want.svg --no-session
run ask flow.svg "hello" -i --model $model --record hello.jsonl
run ask flow.svg "delete the note" -i
check "offline: as without a session" same flow.svg want.svg
cp original.svg flow.svg
run ask flow.svg "hello" -i --model replay+strict:hello.jsonl
check "a recording: as without a session" exits 0
run sessions show flow.svg
check "what they did is kept" is "$(grep -c 'you:' out)" 3

# --- what failed ------------------------------------------------------------------------------------
answers "$(make three)"
run ask flow.svg "hello again" -i --model openai/gpt-6-luna --max-tokens 10
check "over the budget at once" exits 5
kill "${servers[-1]}"
before=$("$fairy" sessions show flow.svg | tail -n +2)
run ask flow.svg "nobody hears" -i --model $model --timeout 5
check "no server" exits 4
check "a run that failed isn't kept" is "$("$fairy" sessions show flow.svg | tail -n +2)" "$before"

# --- several at once, and killed --------------------------------------------------------------------
rm -rf "${XDG_STATE_HOME:?}/fairies"
cp original.svg flow.svg
pids=()
for i in 1 2 3 4 5 6; do
    "$fairy" ask flow.svg "move note $i right" -i -q >/dev/null 2>&1 &
    pids+=($!)
done
for i in 1 2 3; do
    "$fairy" ask flow.svg "label note \"$i\"" -o "copy$i.svg" -q >/dev/null 2>&1 &
    pids+=($!)
    "$fairy" ask flow.svg "label db \"$i\"" -o copy.svg -q >/dev/null 2>&1 &
    pids+=($!)
done
wait "${pids[@]}"
run sessions show flow.svg --json
check "all are there" json out 'd["runs"] == 6'
check "each is whole" json out \
    'all(c["kind"] == "prompt" for c in d["chat"][::len(d["chat"]) // 6]) and len(d["chat"]) % 6 == 0 and [c["number"] for c in d["chat"]] == list(range(1, len(d["chat"]) + 1))'
run sessions show copy.svg --json
check "and at another file" json out 'd["runs"] == 3'
for wait in 0.005 0.01 0.02 0.03 0.04 0.06; do
    "$fairy" ask flow.svg "move note 1 right" -i -q >/dev/null 2>&1 &
    pid=$!
    sleep $wait
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    run sessions show flow.svg --json
    check "killed after $wait: whole runs" json out \
        'len(d["chat"]) == d["items"] and sum(c["kind"] == "prompt" for c in d["chat"]) == d["runs"] and d["chat"][-1]["kind"] == "action"'
done
run ask flow.svg "move note 1 right" -i
check "and it goes on" exits 0

# --- when it can't be kept --------------------------------------------------------------------------
answers "$(make four)" "$(make four)"
head -c 5000 /dev/urandom >"$database"
rm -f "$database"-*
cp original.svg flow.svg
run ask flow.svg "make a box" -i --model $model
check "a damaged journal: the drawing is made" matches 'id="four"' flow.svg
check "a damaged journal: told" matches "doesn't know what was said before: .*journal.db" err
run sessions
check "a damaged journal: list" one_line 'journal.db'
rm -rf "${XDG_STATE_HOME:?}/fairies"
run ask flow.svg "hello" -i
python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1])
c.execute("drop table sessions"); c.execute("drop table items"); c.execute("alter table turns drop column ended"); c.execute("drop table unfinished"); c.execute("alter table entries drop column name"); c.execute("alter table entries drop column task"); c.execute("pragma user_version = 2"); c.commit()' "$database"
run ask flow.svg "delete db" -i
check "an older journal: exit" exits 0
run sessions flow.svg
check "an older journal: gets them" matches 'default, 1 run,' out
run undo flow.svg
check "an older journal: undo" exits 0
run sessions frob
check "a word that is no file and no verb" exits 1
check "a word that is no file and no verb: said" one_line 'no file "frob".*list, unfinished, show, export or delete'
finish
