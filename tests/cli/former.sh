#!/bin/bash
# What an earlier version has left: its journal, its sessions, a run that was killed, a recording. fixtures/former has them as
# version 0.1.0 wrote them on 2026-11-24 (the database as SQL; @ROOM@ is the folder of the drawings): two runs on flow.svg,
# the second recorded, undone and redone, and one on cut.svg that was killed while its answer came.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"

former=$fixtures/former
model=openai/gpt-6-luna
mkdir -p "$XDG_STATE_HOME/fairies"
python3 - "$former/journal.sql" "$(pwd -P)" "$XDG_STATE_HOME/fairies/journal.db" <<'END'
import pathlib, sqlite3, sys
sql, room, database = sys.argv[1:]
sqlite3.connect(database).executescript(pathlib.Path(sql).read_text().replace("@ROOM@", room))
END
chmod 600 "$XDG_STATE_HOME/fairies/journal.db"
cp "$former/left.svg" flow.svg
cp "$former/original.svg" cut.svg

# --- the journal ------------------------------------------------------------------------------------
run log flow.svg --json
check "log: exit" exits 0
python3 -c 'import json,sys; [print(e["turn"], e["type"], e["state"]) for l in sys.stdin for e in [json.loads(l)]]' <out >turns
mv turns out
check "log: as they were done" prints <<'END'
2 offset done
1 move done
END
run undo flow.svg --turn
check "undo: exit" exits 0
check "undo: byte for byte" same flow.svg "$former/before.svg"
run undo flow.svg
check "undo, again: byte for byte" same flow.svg "$former/original.svg"
run redo flow.svg
run redo flow.svg
check "redo: byte for byte" same flow.svg "$former/left.svg"

# --- sessions ---------------------------------------------------------------------------------------
run sessions
check "sessions: exit" exits 0
check "sessions: what was said is there" matches 'flow\.svg: default, 2 runs, 9 items' out
run sessions show flow.svg
check "sessions show" matches 'move the login box' out
stream openai '{"actions":[{"_type":"message","text":"You asked for two things."}]}' >script
serve script
run ask flow.svg "what did I ask for?" -i --model $model
check "a session goes on: exit" exits 0
check "a session goes on: the words are told" matches 'move the login box' requests.json
check "a session goes on: what was refused, too" matches 'nosuch' requests.json

# --- a run that was killed --------------------------------------------------------------------------
stream openai '{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30},{"_type":"message","text":"Moved."}]}' >script
serve script
run ask cut.svg --resume
check "resumed: exit" exits 0
check "resumed: the words are told" matches 'make it neat' requests.json
check "resumed: done" same cut.svg "$former/before.svg"

# --- a recording ------------------------------------------------------------------------------------
cp "$former/before.svg" again.svg
run ask again.svg "and shift the database" -i --no-session --model "replay:$former/run.jsonl"
check "replayed: as it ended" exits 3
check "replayed: byte for byte" same again.svg "$former/left.svg"

finish
