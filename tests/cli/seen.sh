#!/bin/bash
# What is seen of fairies at work: pictures of a run (--frames), who made what (see --overlay), a line for each on a terminal.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"
# shellcheck source=support/asking.sh
. "$support/asking.sh"

png=(python3 -B "$support/png.py")
says() { stream openai "$2" "$1"; }
leader='asked you: fairy \"'
begin='{"_type":"start-project","projectName":"Boxes","projectDescription":"d","projectColor":"red","projectPlan":"p"}'
task='{"_type":"create-project-task","taskId":"left","title":"The left one","text":"Do it.","assignedTo":"fairy-2","x":0,"y":0,"w":200,"h":300}'
direct='{"_type":"direct-to-start-project-task","otherFairyId":"fairy-2","taskId":"left"}'
team() { # a leader and two others, of whom one moves "login"
    says "$leader" "{\"actions\":[$begin,$task,$direct,{\"_type\":\"await-tasks-completion\",\"taskIds\":[\"left\"]}]}"
    says "$leader" '{"actions":[{"_type":"end-project"}]}'
    says 'asked you: fairy-2 ' '{"actions":[{"_type":"offset","shapeIds":["login"],"offsetX":5,"offsetY":0},{"_type":"mark-task-done"}]}'
}
flow >flow.svg

# --- --frames -------------------------------------------------------------------------------------
run ask flow.svg "move login 20 right; make the note red; delete db" --frames made/frames --no-session -o out.svg
check "frames: exit" exits 0
check "frames: one for each action, one at the end, nothing else" no_leftovers made/frames 0001.png 0002.png 0003.png 0004.png
check "frames: the usual size" is "$("${png[@]}" size made/frames/0001.png)" "800 600"
run see out.svg --screenshot out.png --size 800
check "frames: the last one is the result" same out.png made/frames/0004.png
check "frames: the last action's is that, too" same out.png made/frames/0003.png
check "frames: the first one isn't" sh -c '! cmp -s out.png made/frames/0001.png'
run ask flow.svg "move login 20 right" --frames made/frames -o out2.svg
check "frames are there already: exit" exits 1
check "frames are there already: said" one_line 'made/frames has numbered pictures already, such as 000[1-4].png'
check "frames are there already: nothing is done" absent out2.svg
mkdir odd && touch odd/1.png odd/notes.txt
run ask flow.svg "move login 20 right" --frames odd --size 90 --view 0,0,200,100 -o - --no-session
check "frames: other files don't matter" no_leftovers odd 0001.png 0002.png 1.png notes.txt
check "frames: --size and --view" is "$("${png[@]}" size odd/0001.png)" "90 45"
run ask flow.svg "flumble" --frames none --no-session
check "frames: nothing done: the end alone" no_leftovers none 0001.png

serve <(team) # nobody is asked
touch file
for folder in file /proc/fairies; do
    run ask flow.svg "neat" --model $model --frames "$folder" -o out2.svg
    check "frames in $folder: exit" exits 1
    check "frames in $folder: said" one_line "$folder"
done
FAIRIES_RENDER=/nowhere run ask flow.svg "neat" --model $model --frames never -o out2.svg
check "frames without who draws: exit" exits 1
check "frames without who draws: said" one_line 'fairy-render wasn.t found'
check "frames: all of that before anything is asked" absent out2.svg
check "frames: nobody was asked" absent requests.json
run ask flow.svg "move login 20 right" --size 100
check "--size without --frames" exits 2

team >script
serve script
run ask flow.svg "move it" --model $model --mode team --frames team --size 400 --events -o team.svg
check "a team's frames: exit" exits 0
check "a team's frames" no_leftovers team 0001.png 0002.png
cp out events.json
color() { python3 -c 'import json,sys; print([e["color"] for e in map(json.loads, open("events.json")) if e["event"] == "fairy" and e["fairy"] == sys.argv[1]][0])' "$1"; }
run see team.svg --screenshot team.png --size 400
check "the second fairy is where it moved the box to, the third hasn't come yet" \
    "${png[@]}" has team/0001.png "$(color fairy-2)" 65,35,40,30 'no#2f9e44' 0,0,400,300
check "in its own colour" test "$(color fairy)" != "$(color fairy-2)"
check "the drawing hasn't got it" "${png[@]}" has team.png "no$(color fairy-2)" 0,0,400,300

# --- see --overlay --------------------------------------------------------------------------------
run see team.svg --overlay made.png --size 600 --lines
check "overlay: exit" exits 0
check "overlay: a frame in the colour of who changed the box, and none around others" \
    "${png[@]}" has made.png "$(color fairy-2)" 33,26,10,98 "no$(color fairy-2)" 230,0,370,450
run see flow.svg --screenshot plain.png --overlay none.png --size 100 --lines
check "overlay: a drawing that no fairy knows" same none.png plain.png
"$fairy" see - --overlay none2.png --size 100 --lines <flow.svg >out 2>err; code=$?
check "overlay: standard input has no fairies" same none2.png plain.png

# --- a line for each on a terminal ----------------------------------------------------------------
task2='{"_type":"create-project-task","taskId":"right","title":"The right one","text":"Do it.","assignedTo":"fairy-3","x":200,"y":0,"w":200,"h":300}'
both='{"_type":"direct-to-start-project-task","otherFairyId":"fairy-3","taskId":"right"},{"_type":"await-tasks-completion","taskIds":["left","right"],"until":"all"}'
# As the words come there is more to show.
hangs_at() { hangs "$2" | awk -v asked="$1" '{ if (/^data/ && ++n > 8) print "wait 100"; print; if (NR == 1) print asked }'; }
writes='{"actions":[{"_type":"message","text":"漢字漢字漢字\u001b]52;c;aGk=\u0007漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字'
{ says "$leader" "{\"actions\":[$begin,$task,$task2,$direct,$both]}"
    hangs_at 'asked you: fairy-2 ' "$writes"; hangs_at 'asked you: fairy-3 ' "$writes"; } >script
serve script
python3 -B "$support/rows.py" "$fairy" ask flow.svg "move both" --model $model --mode team -o rows.svg >results
code=$?
check "the terminal was looked at" exits 0
while IFS=$'\t' read -r outcome name; do
    check "$name" is "$outcome" ok
done <results
check "all of it" lines 13 results

# --- see --overlay, while they are at work --------------------------------------------------------
at_left='{"actions":[{"_type":"create","shape":{"_type":"rectangle","shapeId":"new","x":20,"y":110,"w":60,"h":40}},{"_type":"message","text":"so'
{ says "$leader" "{\"actions\":[$begin,$task,$task2,$direct,$both]}"
    hangs_at 'asked you: fairy-2 ' "$at_left"; hangs_at 'asked you: fairy-3 ' "$writes"; } >script
serve script
start flow.svg --mode team -o work.svg
waits 'create  new' err
run see flow.svg --overlay work.png --size 600 --lines
check "overlay, at work: exit" exits 0
# Areas of both tasks, what isn't in the file yet, and who leads, somewhere.
check "overlay, at work" "${png[@]}" has work.png "$(color fairy-2)" 0,440,300,10 '#2f9e44' 296,20,8,400 \
    "$(color fairy-2)" 26,170,10,50 "$(color fairy)" 0,0,600,450
timeout 20 "$fairy" watch flow.svg --events >state &
waits '"event":"now"' state
check "who watches is told how things are first" json state '[e["event"] for e in d if e["event"] in ("fairy", "task", "made", "now")][:7] == ["fairy"] * 3 + ["task"] * 2 + ["made", "now"]'
check "with boxes" json state '[e["shapes"] for e in d if e["event"] == "made"][0][0] == {"shapeId": "new", "x": 20, "y": 110, "w": 60, "h": 40}'
stop INT

# --- fairies by name ------------------------------------------------------------------------------
roster=$XDG_CONFIG_HOME/fairies/fairies.json
run fairies
check "none: exit" exits 0
check "none: said" one_line 'names are drawn; "fairy fairies wake NAME" keeps one'
check "none: no file is made" absent "$roster"
run fairies wake "Zoë Berg"
check "woken: exit" exits 0
check "woken: nothing is printed" lines 0 out
check "the file is the person's alone" is "$(stat -c %a "$roster")" 600
run fairies words "zoë berg" 'prefers "rounded" corners'
run fairies sleep Hazel
run fairies
check "listed" matches '^Zoë Berg +awake +prefers "rounded" corners$' out
check "listed, asleep" matches '^Hazel +asleep$' out
run fairies --json
check "listed, JSON" json out 'd == [{"name": "Zoë Berg", "awake": True, "words": "prefers \"rounded\" corners"}, {"name": "Hazel", "awake": False}]'
python3 -c 'import json, sys; p = sys.argv[1]; d = json.load(open(p)); d["more"] = [1]; d["fairies"][1]["hat"] = "round"; json.dump(d, open(p, "w"))' "$roster"
chmod 644 "$roster"
run fairies rename Hazel Hazelnut
check "renamed: exit" exits 0
check "what else is in the file stays" json "$roster" 'd["more"] == [1] and d["fairies"][1] == {"name": "Hazelnut", "awake": False, "hat": "round"}'
check "and is the person's alone again" is "$(stat -c %a "$roster")" 600
check "nothing lies about" no_leftovers "$XDG_CONFIG_HOME/fairies" fairies.json
cp "$roster" kept.json
while IFS='|' read -r words said; do
    eval "run fairies $words"
    check "fairies $words: exit" exits 2
    check "fairies $words: said" one_line "$said"
done <<'END'
rename Hazelnut "zoë berg"|another fairy is called "Zoë Berg" already
rename Nobody Somebody|there is no fairy "Nobody"
words Nobody x|there is no fairy "Nobody"
wake ""|can.t be a fairy.s name
wake '<b>'|can.t be a fairy.s name
wake|fairies wake takes NAME
words Hazel|fairies words takes NAME WORDS
sing|fairies can.t "sing"
END
check "all of that changes nothing" same "$roster" kept.json
for bad in '{' '{"fairies":[{"name":"A"},{"name":"a"}]}' '{"fairies":[{"name":"A","awake":1}]}'; do
    printf '\n%s' "$bad" >"$roster"
    run fairies
    check "a bad file, $bad: exit" exits 1
    check "a bad file, $bad: said where" one_line 'fairies.json(:2: this is no JSON|: it is no roster|: fairy [12] of the list: )'
done
for command in "fairies wake B" "ask flow.svg neat --no-session"; do
    # shellcheck disable=SC2086
    run $command
    check "a bad file, $command: exit" exits 1
    check "a bad file, $command: said where" one_line 'fairies.json: fairy 1 of the list: its "awake" is neither true nor false'
    check "a bad file, $command: it stays" is "$(tail -n 1 "$roster")" "$bad"
done
cp kept.json "$roster"
run fairies wake Hazelnut
run fairies sleep Hazelnut
team >script
serve script
run ask flow.svg "move it" --model $model --mode team -o named.svg --events --no-session
check "who is awake comes first" json out '[e["name"] for e in d if e["event"] == "fairy" and e["fairy"] == "fairy"] == ["Zoë Berg"]'
check "who is asleep doesn't come" json out 'not {e["name"] for e in d if e["event"] == "fairy"} & {"Hazelnut"}'
check "the words are the leader's, in what the system says, outside of what others wrote" python3 - <<'END'
import json
bodies = [json.loads(json.loads(line)["body"]) for line in open("requests.json", encoding="utf-8")]
text = lambda m: m["content"] if isinstance(m["content"], str) else "\n".join(part.get("text", "") for part in m["content"])
words = 'What the person always wants of you: "prefers \\"rounded\\" corners"'
leader = [b for b in bodies if 'you: fairy "Zoë Berg"' in json.dumps(b, ensure_ascii=False).replace('\\"', '"')]
others = [b for b in bodies if b not in leader]
assert leader and others, (len(leader), len(others))
for body in leader:
    system = next(m for m in body["messages"] if m["role"] in ("system", "developer"))
    line = [l for l in text(system).split("\n") if words in l]
    assert line and "<data" not in text(system).split(words)[0].split("</data")[-1], text(system)[-400:]
assert not any("always wants of you" in json.dumps(body) for body in others)
END
run see flow.svg "neat" --prompt --no-session
check "see --prompt has them" matches 'What the person always wants of you: "prefers' out
run fairies words "Zoë Berg" ""
run see flow.svg "neat" --prompt --no-session
check "taken away" lacks 'always wants of you' out
rm "$roster"

# --- what is being written ------------------------------------------------------------------------
stream openai '{"actions":[{"_type":"create","shape":{"_type":"rectangle","shapeId":"new","x":120,"y":230,"w":80,"h":30,"text":"New"}}]}' |
    awk '{ if (/^data/) print "wait 45"; print }' >script
serve script
run ask flow.svg "a box" --model $model --events -o ghost.svg --no-session --lint-rounds 0
check "a ghost: exit" exits 0
check "a ghost: what is told is so in the end" json out 'all(e["ghost"].items() <= {"x": 120, "y": 230, "w": 80, "h": 30}.items() for e in d if "ghost" in e)'
check "a ghost: it is there before the shape is" json out '[e["event"] for e in d if "ghost" in e or e["event"] == "action"][-2:] == ["partial", "action"] and any("w" in e["ghost"] for e in d if "ghost" in e)'

finish
