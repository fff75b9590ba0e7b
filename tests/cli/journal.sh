#!/bin/bash
# What was done can be looked up, taken back and done again, by other processes, whatever happens in between.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

flow >flow.svg
cp flow.svg original.svg
database=$XDG_STATE_HOME/fairies/journal.db
echo "$move" >move.json
reply() { echo "{\"actions\":[$1]}" >reply.json; } # actions
at() { echo "{\"_type\":\"move\",\"shapeId\":\"$1\",\"x\":$2,\"y\":$3,\"anchor\":\"top-left\"}"; }
# Runs an action on flow.svg.
act() {
    reply "$1"
    run apply flow.svg reply.json -i
}
start() { # as on the first day
    rm -rf "${XDG_STATE_HOME:?}/fairies"
    cp original.svg flow.svg
}
states() { # the log's ids and states, newest first
    "$fairy" log flow.svg --json | python3 -c 'import json, sys
print(" ".join("%d:%s" % (e["id"], e["state"]) for e in map(json.loads, sys.stdin)))'
}

# --- nothing was done -----------------------------------------------------------------------------
run log flow.svg
check "no log: exit" exits 0
check "no log: nothing" lines 0 out
run undo flow.svg
check "nothing to undo: exit" exits 1
check "nothing to undo: one line" one_line 'flow.svg: nothing is there to undo'
run redo flow.svg
check "nothing to redo" one_line 'flow.svg: nothing is there to redo'
run show flow.svg 1
check "show of no entry" one_line 'no entry "1"'
for command in log "undo" "redo" "show"; do
    operands=(nowhere.svg)
    [ "$command" = show ] && operands+=(1)
    run "$command" "${operands[@]}"
    check "$command of no file: exit" exits 1
    check "$command of no file: one line" one_line 'nowhere.svg'
done
for bad in 0 -1 x 1.5; do
    run undo flow.svg -- "$bad"
    check "undo $bad" exits 2
done
run undo flow.svg 2 --turn
check "undo N --turn" exits 2
run undo flow.svg --turn --to 1
check "undo --turn --to" exits 2
check "looking makes nothing" absent "$XDG_STATE_HOME/fairies"
run see flow.svg
run query flow.svg
check "see and query make nothing" absent "$XDG_STATE_HOME/fairies"

# --- the log ----------------------------------------------------------------------------------------
cat >three.json <<'END'
{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30,"anchor":"top-left"},
{"_type":"move","shapeId":"paper","x":40,"y":30,"anchor":"top-left"},
{"_type":"message","text":"Hello"},
{"_type":"create","shape":{"_type":"rectangle","shapeId":"new","x":300,"y":200,"w":50,"h":30}},
{"_type":"delete","shapeId":"note"}]}
END
run apply flow.svg three.json -i
check "apply -i: exit" exits 3
cp flow.svg after-1.svg
run ask flow.svg "move db right 10" -i
cp flow.svg after-2.svg
run log flow.svg --json
check "log --json: what changed something, newest first" json out \
    '[(e["id"], e["turn"], e["type"]) for e in d] == [(4, 2, "offset"), (3, 1, "delete"), (2, 1, "create"), (1, 1, "move")]'
check "log --json: who, what, with which words" json out \
    'd[0]["author"] == "fairy" and d[0]["command"] == "ask" and d[0]["model"] == "offline" and d[0]["words"] == "move db right 10" and "words" not in d[3] and d[3]["command"] == "apply" and "model" not in d[3]'
check "log --json: the action as it came" json out \
    'd[3]["action"] == {"_type": "move", "shapeId": "login", "x": 40, "y": 30, "anchor": "top-left"} and d[3]["outcome"] == "ok"'
check "log --json: shapes" json out \
    'd[1]["removed"] == ["note"] and d[2]["added"] == ["new"] and d[3]["changed"] == ["login"]'
check "log --json: when" json out \
    'abs(__import__("time").time() - __import__("datetime").datetime.fromisoformat(d[0]["time"].replace("Z", "+00:00")).timestamp()) < 60'
run log flow.svg
check "log: a line per turn and per entry" lines 6 out
check "log: words" matches '^turn 2 .* offline: move db right 10$' out
check "log: action and shapes" matches '^ +1  move  login$' out
check "the journal is its owner's alone" is "$(stat -c %a "$database"),$(stat -c %a "$XDG_STATE_HOME/fairies")" 600,700
run show flow.svg 2
check "show: the action" matches '^action .*"_type":"create"' out
check "show: the shapes" matches '^added +new$' out
run show flow.svg 3 -o shown.png --size 400
check "show -o: a picture" matches 'PNG' shown.png
run show flow.svg 3 -o shown.gif
check "show -o of no known format" exits 2

# --- back and forth ---------------------------------------------------------------------------------
run undo flow.svg
check "undo: exit" exits 0
check "undo: tells what" matches '^undone +4  offset  db' out
check "undo: exact" same flow.svg after-1.svg
check "undo: marked" is "$(states)" "4:undone 3:done 2:done 1:done"
run undo flow.svg --turn
check "undo --turn: exact" same flow.svg original.svg
check "undo --turn: newest first" is "$(cut -c 7-12 out | tr -d ' \n')" 321
run redo flow.svg --turn
check "redo --turn: exact" same flow.svg after-1.svg
run redo flow.svg --json
check "redo --json" json out 'd[0]["id"] == 4 if isinstance(d, list) else d["id"] == 4'
check "redo: exact" same flow.svg after-2.svg
run undo flow.svg 2 -q
check "undo -q: no lines" lines 0 out
check "undo N: over the border of a turn" is "$(states)" "4:undone 3:undone 2:done 1:done"
check "undo N: the note is back" matches 'id="note"' flow.svg
run redo flow.svg 2
check "redo N: exact" same flow.svg after-2.svg
run undo flow.svg --to 1
check "undo --to: what is after it" is "$(states)" "4:undone 3:undone 2:undone 1:done"
run redo flow.svg 3
check "redo what --to undid" same flow.svg after-2.svg
run undo flow.svg --to 0
check "undo --to 0: exact" same flow.svg original.svg
run undo flow.svg --to 2
check "undo --to an undone entry" one_line 'entry 2 is undone'
run redo flow.svg 9
check "more than there is" one_line 'only 4 of its entries can be redone'
check "more than there is: nothing was written" same flow.svg original.svg
run redo flow.svg 2
act "$(at db 200 10)"
check "a new edit ends what can be redone" is "$(states)" "5:done 4:gone 3:gone 2:done 1:done"
run redo flow.svg
check "nothing to redo any more" exits 1
run undo flow.svg 3
check "what is gone is stepped over" same flow.svg original.svg
run show flow.svg 4 -o gone.png
check "no picture of what is gone" one_line 'entry 4 is gone'

start
act '{"_type":"bring-to-front","shapeIds":["login","db"]},{"_type":"bring-to-front","shapeIds":["login","db"]}'
check "what is so already: no entry" is "$(states)" "1:done"
cp flow.svg front.svg
run undo flow.svg 1
check "what was done before it: undone" same flow.svg original.svg
run redo flow.svg
check "and done again" same flow.svg front.svg
run undo flow.svg 1
check "and undone again" same flow.svg original.svg

# --- every way to write -----------------------------------------------------------------------------
start
run apply flow.svg move.json
run undo flow.fairy.svg
check "the default output can be undone" same flow.fairy.svg original.svg
check "and the input knows nothing of it" is "$(states)" ""
run apply flow.svg move.json -o other.svg
run apply flow.svg three.json -o other.svg -q
run log other.svg --json
check "-o over an earlier one: that is gone" json out '[e["state"] for e in d] == ["done"] * 3 + ["gone"]'
run undo other.svg --turn
check "-o can be undone" same other.svg original.svg
run undo other.svg
check "but not what was there before" exits 1
run apply flow.svg move.json -o flow.svg
run undo ./flow.svg
check "-o the input itself" same flow.svg original.svg
ln -s flow.svg link.svg
run apply link.svg move.json -i
run undo flow.svg
check "by any name" same flow.svg original.svg
check "a link stays one" test -L link.svg
gzip -nc flow.svg >zipped.svgz
cp zipped.svgz was.svgz
run apply zipped.svgz move.json -i
run undo zipped.svgz
gzip -dc <zipped.svgz >unzipped.svg
check "svgz" same unzipped.svg original.svg
flow | sed 's/UTF-8/ISO-8859-1/; s/"login"/"l\xf6gin"/' >latin.svg
cp latin.svg latin-was.svg
reply "$(at lögin 50 60)"
run apply latin.svg reply.json -i
check "another encoding: changed" changed_lines latin.svg latin-was.svg 2
run undo latin.svg
check "another encoding" same latin.svg latin-was.svg
flow | iconv -t UTF-16 >wide.svg
sed -i 's/x/x/' wide.svg
cp wide.svg wide-was.svg
chmod 640 wide.svg
run apply wide.svg move.json -i
run undo wide.svg
check "UTF-16" same wide.svg wide-was.svg
check "the mode stays" is "$(stat -c %a wide.svg)" 640
run apply flow.svg move.json -o - 
run apply flow.svg move.json -o /dev/null
check "what is no file isn't kept" exits 0
check "what is no file: no warning" lines 0 err

# --- no trace ---------------------------------------------------------------------------------------
start
mkdir clean
cp flow.svg clean/
run apply clean/flow.svg move.json -i --no-session
run ask clean/flow.svg "move db right 10" -i --no-session
check "--no-session: done" matches 'id="login" x="40"' clean/flow.svg
check "--no-session: no journal" absent "$XDG_STATE_HOME/fairies"
check "--no-session: nothing beside the drawing" no_leftovers clean flow.svg

# --- changed by something else -----------------------------------------------------------------------
start
act "$(at login 40 30)"
sed -i 's|fill="yellow"|fill="orange" opacity="0.5"|; s|<svg |<svg version="1.1" |' flow.svg
run undo flow.svg
check "changed elsewhere: undone" exits 0
check "changed elsewhere: ours is back" matches 'id="login" x="20" y="20"' flow.svg
check "changed elsewhere: theirs stays" matches 'fill="orange" opacity="0.5"' flow.svg
run redo flow.svg
check "changed elsewhere: and again" matches 'id="login" x="40" y="30"' flow.svg
start
act "$(at login 40 30)"
sed -i 's|id="login" x="40"|id="login" x="41"|' flow.svg
cp flow.svg theirs.svg
run undo flow.svg
check "changed right there: exit" exits 1
check "changed right there: says where" one_line '1 \(move\) can.t be undone: something else changed the file since, and .x="40'
check "changed right there: as it was" same flow.svg theirs.svg
check "changed right there: still done" is "$(states)" 1:done
start
act "$(at login 40 30)"
sed -n '/<g id="main"/,/<\/g>/p' flow.svg >again
sed -i '/^<\/svg>/e cat again' flow.svg
run undo flow.svg
check "there more than once" one_line 'is there more than once'
start
act "$(at login 40 30)"
sed -i 's|id="login" x="40" y="30" width="120" height="60" fill="#ffffff" stroke="red"|& sodipodi:insensitive="true"|' flow.svg
cp flow.svg theirs.svg
run undo flow.svg
check "locked since: refused" one_line '"login", which is locked'
check "locked since: as it was" same flow.svg theirs.svg
start
act '{"_type":"delete","shapeId":"note"}'
sed -i '/<g id="main"/,/<\/g>/d' flow.svg
run undo flow.svg
check "what it was in is gone" exits 1
start
act "$(at login 40 30)"
sed -i 's|fill="yellow"|fill="orange"|' flow.svg
act "$(at db 200 10)"
cp flow.svg both.svg
run undo flow.svg 2
check "over a change of something else: theirs stays" matches 'fill="orange"' flow.svg
check "over a change of something else: ours are back" is "$(diff flow.svg original.svg | grep -c '^<')" 1
run redo flow.svg 2
check "and forth" same flow.svg both.svg

# --- when nothing can be kept ---------------------------------------------------------------------------
start
works() { # NAME, PATTERN: the drawing is written, and a line says why it can't be undone
    cp original.svg flow.svg
    run apply flow.svg move.json -i
    check "$1: exit" exits 0
    check "$1: written" matches 'id="login" x="40"' flow.svg
    check "$1: one line" one_line "$2"
    run log flow.svg
    check "$1: log says the same" exits 1
}
mkdir -p "$XDG_STATE_HOME/fairies"
head -c 5000 /dev/urandom >"$database"
works "a damaged journal" "can't be undone later.*journal.db.*move it away"
run undo flow.svg
check "a damaged journal: undo" one_line 'journal.db'
start
act "$(at login 40 30)"
act "$(at login 50 30)"
python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(
    "alter table documents drop column anew; drop table sessions; drop table items; alter table turns drop column ended; drop table unfinished; alter table entries drop column name; alter table entries drop column task; pragma user_version = 1")' "$database"
run undo flow.svg
check "an older journal: undo" exits 0
act "$(at login 60 30)"
check "an older journal: all of it" is "$(states)" "3:done 2:gone 1:done"
run apply original.svg move.json -o flow.svg
run apply original.svg move.json -o flow.svg
check "an older journal: anew, and again" is "$(states)" "5:done 4:gone 3:gone 2:gone 1:gone"
start
run apply flow.svg move.json -i
python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute("pragma user_version = 99")' "$database"
works "a newer journal" "a newer version of fairy"
start
touch "$XDG_STATE_HOME/fairies"
cp original.svg flow.svg
run apply flow.svg move.json -i
check "no folder: exit" exits 0
check "no folder: one line" one_line "can't be undone later"
rm -f "$XDG_STATE_HOME/fairies"
start
run apply flow.svg move.json -i
head -c 2000 /dev/urandom | dd of="$database" bs=1 seek=4096 conv=notrunc 2>/dev/null
rm -f "$database"-*
cp original.svg flow.svg
run apply flow.svg move.json -i
check "a journal damaged inside: exit" exits 0
check "a journal damaged inside: written" matches 'id="login" x="40"' flow.svg

# --- at the same time ---------------------------------------------------------------------------------
start
for i in 1 2 3 4 5 6 7 8; do
    reply "$(at login 4$i 30),$(at db 20$i 10)"
    cp reply.json "reply-$i.json"
    "$fairy" apply flow.svg "reply-$i.json" -i -q >/dev/null 2>>crowd &
done
wait
touch crowd
check "eight at once: no complaints" lines 0 crowd
check "eight at once: all are kept" is "$(states | tr ' ' '\n' | grep -c ':done')" 16
run undo flow.svg 16
check "eight at once: one after the other" same flow.svg original.svg

# --- a great many in one reply --------------------------------------------------------------------------
start
cat >many.py <<'END'
import json, random
random.seed(5)
actions, made = [], []
for i in range(2400):
    kind = random.choice("mmmocudf")
    there = random.choice(made) if made else "db"
    if kind == "c" or not made:
        made.append("n%d" % i)
        actions.append({"_type": "create", "shape": {"_type": "rectangle", "shapeId": made[-1], "x": random.randrange(300),
                                                     "y": random.randrange(200), "w": 20, "h": 10, "text": "n %d" % i}})
    elif kind == "d":
        made.remove(there)
        actions.append({"_type": "delete", "shapeId": there})
    elif kind == "u":
        actions.append({"_type": "update", "update": {"shapeId": there, "color": random.choice(["red", "blue"]), "w": random.randrange(9, 99)}})
    elif kind == "f":
        actions.append({"_type": "bring-to-front", "shapeIds": [there, "login"]})
    elif kind == "o":
        actions.append({"_type": "offset", "shapeIds": [there, "db"], "offsetX": random.randrange(-9, 9), "offsetY": 1})
    else:
        actions.append({"_type": "move", "shapeId": random.choice(["login", "db", there]), "x": random.randrange(300), "y": random.randrange(200)})
json.dump({"actions": actions}, open("many.json", "w"))
END
python3 many.py
run apply flow.svg many.json -o plain.svg --no-session
run apply flow.svg many.json -i
check "many: as without a journal" same flow.svg plain.svg
check "many: nearly all did something" test "$(states | wc -w)" -gt 2200
"$fairy" log flow.svg --json >log.json
check "many: in order" json log.json '[e["id"] for e in d] == list(range(len(d), 0, -1))'
check "many: what each was" json log.json 'all(e["type"] == e["action"]["_type"] for e in d)'
run undo flow.svg 1700
run undo flow.svg
check "many: undone a few at a time" is "$(states | tr ' ' '\n' | grep -c undone)" 1701
run redo flow.svg 1701
check "many: and redone" same flow.svg plain.svg
run undo flow.svg --turn
check "many: undone at once" same flow.svg original.svg
run redo flow.svg --turn
check "many: redone at once" same flow.svg plain.svg

# --- many, in groups that move and are taken apart --------------------------------------------------
cat >groups.py <<'END'
import json, random
random.seed(5)
def box(name):
    return '<rect id="%s" width="20" height="10"/>' % name
actions, groups, boxes = [], [], []
with open("groups.svg", "w") as out:
    print('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">', file=out)
    for i in range(60):
        print('  <g id="o%d">\n    %s\n    <g id="i%d">\n      %s\n      %s\n    </g>\n  </g>'
              % (i, box("a%d" % i), i, box("b%d" % i), box("c%d" % i)), file=out)
        boxes += [kind + str(i) for kind in "abc"]
        groups += ["o%d" % i, "i%d" % i]
    print("</svg>", file=out)
while len(actions) < 1300:
    actions.append({"_type": "offset", "shapeIds": [random.choice(boxes)], "offsetX": random.choice([-3, 3]), "offsetY": 1})
    if groups and len(actions) % 3 == 0:
        group = random.choice(groups)
        actions.append({"_type": random.choice(["bring-to-front", "send-to-back"]), "shapeIds": [group]})
        if random.random() < 0.5:
            groups.remove(group)
            actions.append({"_type": "ungroup", "shapeId": group})
json.dump({"actions": actions}, open("groups.json", "w"))
END
python3 groups.py
cp groups.svg first.svg
run apply groups.svg groups.json -i
check "groups: all were done" exits 0
cp groups.svg last.svg
for way in 1 200 900 --turn; do
    run undo groups.svg "$way"
    check "groups: undo $way" exits 0
    [ "$way" != --turn ] || check "groups: undone to the first state" same groups.svg first.svg
    run redo groups.svg "$way"
    check "groups: redo $way" same groups.svg last.svg
done

# --- killed ---------------------------------------------------------------------------------------------
start
cat >killer.py <<'END'
import json, os, random, re, subprocess, sys, time
import xml.etree.ElementTree as tree
fairy, seed = sys.argv[1], int(os.environ.get("TEST_SEED", "0")) or random.randrange(1 << 30)
random.seed(seed)

def log():
    out = subprocess.run([fairy, "log", "flow.svg", "--json"], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in out.splitlines()]

def place():
    return int(tree.parse("flow.svg").find(".//*[@id='login']").get("x"))

def expected(entries): # where the journal says it is
    done = [e for e in entries if e["state"] == "done"]
    return done[0]["action"]["x"] if done else 20

def operation(step, kind=None):
    kind = kind or random.choice(["apply"] * 3 + ["undo"] * 2 + ["redo"] * 2)
    if kind != "apply":
        return [fairy, kind, "flow.svg"] + random.choice([[], ["--turn"], ["2"]]), 0
    moves = [{"_type": "move", "shapeId": "login", "x": 1000 + step * 10 + i, "y": 30, "anchor": "top-left"}
             for i in range(random.choice([1, 1, 3]))]
    json.dump({"actions": moves}, open("kill.json", "w"))
    return [fairy, "apply", "flow.svg", "kill.json", "-i", "-q"], len(moves)

began = time.perf_counter()
for step in range(1, 4):
    subprocess.run(operation(-step, "apply")[0], check=True)
longest = 1.2 * (time.perf_counter() - began) / 3
killed = fits = changes = 0
entries = log()
for step in range(100):
    command, added = operation(step)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0, longest))
    process.kill()
    in_time = process.wait() == -9
    killed += in_time
    longest *= 1.08 if in_time else 0.93  # about as many come through, however busy the machine is
    before, entries = entries, log()
    new = len(entries) - len(before)
    good = new in (0, added) and place() == expected(entries)
    good = good and [e["id"] for e in entries] == list(range(len(entries), 0, -1))
    changes += [(e["id"], e["state"]) for e in before] != [(e["id"], e["state"]) for e in entries]
    fits += good
    if not good:
        print("seed", seed, "step", step, command[1:], new, place(), expected(entries))
print("killed %d changed %d fit %d" % (killed, changes, fits))
END
python3 killer.py "$fairy" >killed
read -r _ killed _ changed _ fit <<<"$(tail -n 1 killed)"
check "$(cat killed): file and journal agree each time" test "$fit" = 100
check "$killed of 100 were killed in time" test "$killed" -ge 20
check "$changed of 100 changed something" test "$changed" -ge 20
rm -f flow.svg.??????
left=$(states | tr ' ' '\n' | grep -c ':done')
if [ "$left" -gt 0 ]; then
    cp flow.svg last.svg
    run undo flow.svg "$left"
    check "after all that: everything can be undone" same flow.svg original.svg
    run redo flow.svg "$left"
    check "after all that: and redone" same flow.svg last.svg
fi
finish
