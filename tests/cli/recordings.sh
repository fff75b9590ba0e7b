#!/bin/bash
# Recordings of several fairies: what is replayed ends with the same bytes, whoever was quicker, told something or stopped; and what is said of
# those that can't be replayed.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

export FAIRIES_RENDER=/nonexistent # pictures are for others to look at
flow >flow.svg
support=$fixtures/../cli/support
check "recorded and replayed" python3 -B "$support/recorded.py" "$fairy" "${TEST_RUNS:-3}" flow.svg

# One to spoil.
mkfifo port
python3 -B "$support/team_model.py" 1 --calm >port &
model=$!
read -r number <port
export OPENAI_API_KEY=sk-test-a1b2c3d4e5f6 OPENAI_BASE_URL=http://127.0.0.1:$number/v1
# shellcheck disable=SC2317 # called by check
ended() { [ "$code" -eq 0 ] || [ "$code" -eq 3 ]; } # some actions may be refused
run ask flow.svg "draw" --model openai/gpt-6-luna --fairies 4 --record team.jsonl -o team.svg
kill $model
check "a team is recorded" ended
check "the recording names all" json <(head -n 1 team.jsonl) '[f["id"] for f in d["fairies"]] == ["fairy", "fairy-2", "fairy-3", "fairy-4"] and all(f["name"] for f in d["fairies"])'
grep '"type":"request"' team.jsonl >asked
check "each request says whose it is" lines "$(grep -c '"fairy":"fairy' asked)" asked
run ask flow.svg "draw" --model replay+strict:team.jsonl -o again.svg
check "as many fairies as it has" same team.svg again.svg
run ask flow.svg "draw" --model replay+strict:team.jsonl --fairies 4 -o again.svg --force
check "or so many named" same team.svg again.svg
run ask flow.svg "draw" --model replay:team.jsonl --fairies 3
check "another number: exit" exits 2
check "another number: said" one_line 'a recording of 4 fairies, and not of 3; say --fairies 4'

# A team that no server answers, with a fairy that is kept by name.
run fairies wake Zuleika
two="Number the boxes in each column."
run ask flow.svg "$two" --model offline --fairies 3 --record offline.jsonl -o offline.svg --events
check "offline: a team is recorded" ended
mv out offline.json
check "offline: who is kept by name is named" matches '"id":"fairy","name":"Zuleika"' offline.jsonl
check "offline: and tells so" matches '"name":"Zuleika"' offline.json
run ask flow.svg "$two" --model replay+strict:offline.jsonl -o offline2.svg --events
check "offline: replayed" same offline.svg offline2.svg
sed 's/offline2.svg/offline.svg/' out | grep -v '"partial"' >again.json
check "offline: with the same events" same again.json <(grep -v '"partial"' offline.json)
run fairies sleep Zuleika
run ask flow.svg "$two" --model replay:offline.jsonl -o offline3.svg --events --record offline3.jsonl
check "offline: who slept meanwhile comes as it was" matches '"name":"Zuleika"' out
check "offline: and is recorded so" matches '"id":"fairy","name":"Zuleika"' offline3.jsonl
check "offline: the same drawing" same offline.svg offline3.svg

# What isn't as it was.
sed 's/240/230/' flow.svg >other.svg
run ask other.svg "draw" --model replay+strict:team.jsonl
check "another drawing, strictly: exit" exits 4
check "another drawing, strictly: said" matches "team.jsonl:[0-9]+: request 1 isn't the one that was recorded" err
run ask other.svg "draw" --model replay:team.jsonl -o other2.svg
check "another drawing: said" matches "isn't the one that was recorded" err
grep -v '"what":"read","fairy":"fairy-2"' team.jsonl >less.jsonl
run ask flow.svg "draw" --model replay+strict:less.jsonl
check "another order, strictly: exit" exits 4
check "another order, strictly: said" matches "less.jsonl:[0-9]+: the run isn't as it was recorded" err
run ask flow.svg "draw" --model replay:less.jsonl -o less.svg
check "another order: goes on" ended
check "another order: said" matches "less.jsonl:[0-9]+: the run isn't as it was recorded" err
check "another order: all is drawn" is "$(grep -c '<rect' less.svg)" "$(grep -c '<rect' team.svg)"
head -n 30 team.jsonl >cut.jsonl
run ask flow.svg "draw" --model replay:cut.jsonl -o cut.svg
check "cut: said" matches "cut.jsonl:30: the recording ends here, in the answer to request|cut.jsonl has the answers? to [0-9]+ request" err
sed 's/"fairy":"fairy-3"/"fairy":"fairy-9"/' team.jsonl >foreign.jsonl
run ask flow.svg "draw" --model replay:foreign.jsonl
check "another's: exit" exits 1
check "another's: said" one_line 'foreign.jsonl:[0-9]+: "fairy" must be one of those in the first line'
run ask flow.svg "draw" --model replay:nothing.jsonl --fairies 2
check "none: exit" exits 1
check "none: said" one_line 'nothing.jsonl: No such file'

# What one fairy recorded before there were several.
{
    echo '{"type":"recording","version":1,"seed":"7"}'
    echo '{"type":"request","n":1,"model":"offline","wire":"text","digest":""}'
    echo '{"type":"bytes","n":1,"text":"{\"actions\":[{\"_type\":\"delete\",\"shapeId\":\"note\"}]}"}'
    echo '{"type":"end","n":1}'
} >old.jsonl
run ask flow.svg "delete the note" --model replay:old.jsonl -o old.svg
check "an old one: exit" exits 0
check "an old one: done" lacks 'id="note"' old.svg
run ask flow.svg "delete the note" --model replay:old.jsonl --mode team
check "an old one is of one fairy" one_line 'a recording of 1 fairy, and not of 3'
finish
