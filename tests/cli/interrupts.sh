#!/bin/bash
# Ctrl-C and SIGTERM: once ends the run cleanly and keeps what was finished, twice ends it at once.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"
# shellcheck source=support/asking.sh
. "$support/asking.sh"

begun='{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30},{"_type":"update-todo","id":1,"text":"label db"},{"_type":"offset","shapeIds":["db"],"dx":1'
flow >original.svg
cp original.svg flow.svg
echo '{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30}]}' >reply.json
run apply flow.svg reply.json -o want.svg --no-session

# --- while an action is being written -------------------------------------------------------------
for signal in INT TERM; do
    for where in "-i" "-o got.svg" ""; do
        rm -rf "${XDG_STATE_HOME:?}/fairies" got.svg flow.fairy.svg run.jsonl
        cp original.svg flow.svg
        hangs "$begun" >script
        serve script
        # shellcheck disable=SC2086
        start flow.svg $where --record run.jsonl
        waits update-todo err
        stop $signal
        file=flow.fairy.svg
        [ "$where" = -i ] && file=flow.svg
        [ "$where" = "-o got.svg" ] && file=got.svg
        name="$signal ${where:-beside the file}"
        check "$name: exit" exits 130
        check "$name: what was finished, and no more" same $file want.svg
        check "$name: told" matches "^fairy: interrupted; what was finished is in $file" err
        check "$name: the recording says so" json run.jsonl 'd[-1]["type"] == "run" and d[-1]["ended"] == "interrupted"'
        run log $file
        check "$name: the log says so" matches 'make it neat \(interrupted\)$' out
        run log $file --json
        check "$name: the log says so, as JSON" json out 'd["ended"] == "interrupted" and d["type"] == "move"'
        run sessions show $file --json
        check "$name: the session has what was done" json out \
            '[c.get("type") for c in d["chat"]] == [None, "move", "update-todo"] and d["todos"][0]["text"] == "label db"'
        run undo $file
        check "$name: it can be undone" same $file original.svg
        cp original.svg flow.svg
        rm -f got.svg flow.fairy.svg run.jsonl out err
        check "$name: nothing else is there" no_leftovers . original.svg reply.json requests.json script want.svg flow.svg
    done
done
hangs "$begun" >script
serve script
start flow.svg -i --events
waits '"event":"partial".*"offset"' out
stop INT
check "--events: exit" exits 130
check "--events: the end" json out 'd[-1] == dict(d[-1], event="end", exit=130, ok=2, output="flow.svg") and "interrupted" in d[-1]["error"]'
cp original.svg flow.svg

# --- before anything was finished -----------------------------------------------------------------
printf 'answer POST /v1/chat/completions\nsilence\n' >script
serve script
start flow.svg -o got.svg
asked 1
stop INT
check "before the first byte: exit" exits 130
check "before the first byte: nothing is written" absent got.svg
check "before the first byte: told" one_line 'interrupted; nothing was written'
serve script
start flow.svg -i
asked 1
stop TERM
check "before the first byte, -i: exit" exits 130
check "before the first byte, -i: as it was" same flow.svg original.svg
printf 'answer POST /v1/chat/completions\nstatus 429 Too Many\nheader content-type: application/json\nheader retry-after: 50\nbody {}\n' >script
serve script
start flow.svg -o got.svg
waits 'trying again in' err
stop INT
check "waiting to try again: exit" exits 130
check "waiting to try again: nothing is written" absent got.svg
# Between two answers, what the first did counts.
{ stream openai '{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30},{"_type":"look-closer","shapeIds":["db"]}]}'
  printf 'answer POST /v1/chat/completions\nsilence\n'; } >script
serve script
start flow.svg -i
asked 2
stop INT
check "before the second answer: exit" exits 130
check "before the second answer: what was finished" same flow.svg want.svg
cp original.svg flow.svg

# --- before there is a drawing --------------------------------------------------------------------
mkfifo nothing
"$fairy" ask - "make it neat" --model $model <nothing >out 2>err &
asking=$!
exec 9>nothing
sleep 0.3
stop INT
exec 9>&-
check "waiting for standard input: once ends it" exits 130
rm nothing

# --- twice ----------------------------------------------------------------------------------------
cp want.svg got.svg
hangs "$begun" >script
serve script
flock --no-fork got.svg sleep 60 & # the drawing can't be written as long as another is at work on it
holder=$!
for signal in INT TERM; do
    start flow.svg -o got.svg
    waits 'move  login' err
    kill -$signal $asking
    sleep 0.3
    check "$signal once: it waits for the other" kill -0 $asking
    before=$(date +%s%N)
    stop $signal
    took=$((($(date +%s%N) - before) / 1000000))
    check "$signal twice: exit" exits 130
    check "$signal twice: at once ($took ms)" [ $took -lt 200 ]
    check "$signal twice: nothing is written" same got.svg want.svg
    check "$signal twice: nothing is left" no_leftovers . original.svg reply.json requests.json script want.svg flow.svg got.svg out err
done
kill $holder
run log got.svg
check "twice: the log has nothing" lines 0 out
rm got.svg

# --- on a terminal --------------------------------------------------------------------------------
# typed KEYS FILE: the run on a terminal, at which these are typed one after the other; prints what it shows, in one line.
typed() {
    TERM=xterm python3 - "$1" "$fairy" ask flow.svg "make it neat" --model $model -o "$2" <<'END'
import os, pty, re, sys, time
keys, command = sys.argv[1], sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    os.execv(command[0], command)
shown = b""
def read_until(pattern):
    global shown
    while not re.search(pattern, shown):
        try: more = os.read(fd, 4096)
        except OSError: more = b""
        if not more: return
        shown += more
read_until(rb"move  login")
for key in keys:
    os.write(fd, b"\x03")
    time.sleep(0.3)
read_until(rb"\Zx")
status = os.waitpid(pid, 0)[1]
print(os.waitstatus_to_exitcode(status), repr(shown.decode()))
END
}
typed 1 got.svg >shown
check "a terminal, once: what to do" matches 'finishing; press Ctrl-C again to stop at once' shown
check "a terminal, once: written" matches '^130 .*interrupted; what was finished is in got.svg' shown
check "a terminal, once: the drawing" same got.svg want.svg
flock --no-fork got.svg sleep 60 &
holder=$!
typed 12 got.svg >shown
kill $holder
check "a terminal, twice: exit, and the line is cleared" matches "^130 .*stop at once.*\\\\r\\\\x1b\\[K'$" shown
check "a terminal, twice: nothing more is told" lacks 'interrupted' shown
finish
