#!/bin/bash
# Fairies that are at work are told something, stopped and watched from other processes. A slice: TEST_RUNS=200 is the whole, by hand.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"
# shellcheck source=support/asking.sh
. "$support/asking.sh"

begun='{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30},{"_type":"offset","shapeIds":["db"],"dx":1'
again=${begun/30/60} # to another place
flow >original.svg
cp original.svg flow.svg
echo '{"actions":[{"_type":"move","shapeId":"login","x":40,"y":60}]}' >reply.json
run apply flow.svg reply.json -o want.svg --no-session
# As that of asking.sh, but apart from what other commands say.
start() {
    rm -f ask.out ask.err
    "$fairy" ask "$1" "make it neat" --model $model "${@:2}" >ask.out 2>ask.err </dev/null &
    asking=$!
}
sockets() { find "$XDG_RUNTIME_DIR/fairies" -type s 2>/dev/null | wc -l; }
# shellcheck disable=SC2317 # called by until_true
reachable() { [ "$(sockets)" -ge "$1" ]; }
# In the bodies of the requests so far: how many have the words.
heard() { grep -c -- "$1" requests.json; }

# --- nobody is there ------------------------------------------------------------------------------
for command in "tell flow.svg words" "stop flow.svg" "watch flow.svg" "tell nowhere.svg words"; do
    # shellcheck disable=SC2086
    run $command
    check "$command, nobody there: exit" exits 1
    check "$command, nobody there: said" one_line 'no fairy is at work on [a-z]*.svg; "fairy ask" sends one'
    check "$command, nobody there: nothing on stdout" lines 0 out
done
run tell flow.svg
check "tell without words" exits 2
run tell flow.svg " "
check "tell with empty words" exits 2
run stop
check "stop without FILE" exits 2

# --- told, watched, stopped -----------------------------------------------------------------------
{ hangs "$begun"; hangs "$again"; printf 'answer POST /v1/chat/completions\nsilence\n'; } >script
serve script
start flow.svg -i
waits 'move  login' ask.err
check "its folder is closed to others" is "$(stat -c %a "$XDG_RUNTIME_DIR/fairies")" 700
"$fairy" watch flow.svg >watched 2>watched.err &
watching=$!
"$fairy" watch flow.svg --events >watched.events 2>/dev/null &
watching_events=$!
waits '"fairy"' watched.events
for _ in $(seq 200); do # until the other one is there, which says nothing yet
    readlink "/proc/$watching/fd/"* 2>/dev/null | grep -q '^socket:' && break
    sleep 0.05
done
run tell flow.svg "leave the note"
check "told: exit" exits 0
check "told: said" matches '^told [A-Z]' err
check "told: nothing on stdout" lines 0 out
asked 2
check "told: it is in the next request, with what was said before" is "$(tail -n 1 requests.json | grep 'make it neat' | grep -c 'leave the note')" 1
waits 'offset' watched.events # the second answer
run tell flow.svg --fairy Nobody "words"
check "told nobody: exit" exits 1
check "told nobody: said" one_line 'no fairy called "Nobody" is at work here; there is [A-Z][a-z]+$'
name=$(sed -n 's/.*there is //p' err)
run tell flow.svg --fairy "$name" -q "two
lines"
check "told by name, quietly: exit" exits 0
check "told by name, quietly: nothing is said" lines 0 err
run stop flow.svg --fairy "$name"
check "stopped: exit" exits 0
check "stopped: said" matches "^stopping $name" err
code=0
wait $asking || code=$?
check "stopped: the run's exit" exits 130
check "stopped: what was finished" same flow.svg want.svg
code=0
wait $watching || code=$?
check "watched: exit" exits 0
check "watched: the path" is "$(cat watched)" "$work/flow.svg"
check "watched: the words" matches '^told: leave the note$' watched.err
check "watched: actions" matches '^move  login$' watched.err
check "watched: the end" matches '^fairy: the run ended: interrupted' watched.err
code=0
wait $watching_events || code=$?
check "watched, events: exit" exits 0
check "watched, events: all of it" json watched.events \
    'd[0]["event"] == "fairy" and d[0]["sign"]["sun"] and any(e["event"] == "told" and e["words"] == "two\nlines" for e in d) and any(e["event"] == "action" and e["outcome"] == "ok" for e in d)'
check "watched, events: the end" json watched.events 'd[-1]["event"] == "end" and d[-1]["exit"] == 130 and d[-1]["output"].endswith("/flow.svg")'
check "its socket is gone" is "$(sockets)" 0
n=$(requests)
"$fairy" ask flow.svg --resume --model $model >/dev/null 2>&1 </dev/null &
asking=$!
asked $((n + 1))
stop INT
check "stopped: the words that weren't read are read" is "$(tail -n 1 requests.json | grep -c 'two.*lines')" 1
rm -rf "${XDG_STATE_HOME:?}/fairies" flow.fairy.svg

# --- which run ------------------------------------------------------------------------------------
cp original.svg flow.svg
hangs "$begun" >script
serve script
"$fairy" ask flow.svg "neat" -o one.svg --model $model >/dev/null 2>&1 </dev/null &
one=$!
"$fairy" ask flow.svg "neat" -o two.svg --model $model >/dev/null 2>&1 </dev/null &
two=$!
until_true reachable 2
run tell flow.svg "words"
check "two runs: exit" exits 2
check "two runs: which there are" one_line '2 runs are at work on flow.svg: .*/(one|two).svg \(session default\), .*/(one|two).svg .*name the one that is meant by the file it writes'
run stop one.svg
check "by its output: exit" exits 0
code=0
wait $one || code=$?
check "by its output: that one" exits 130
check "the other goes on" kill -0 $two
run stop flow.svg --session other
check "another session: exit" exits 1
check "another session: said" one_line 'no fairy is at work on flow.svg in the session "other"'
run stop flow.svg --session default
check "the session: exit" exits 0
wait $two

# --- a second ask ---------------------------------------------------------------------------------
rm -f one.svg two.svg
{ hangs "$begun"; hangs "$begun"; hangs "$begun"; } >script
serve script
start flow.svg -o one.svg --session talk
waits 'move  login' ask.err
"$fairy" ask flow.svg "and the note" -o one.svg --session talk >second 2>second.err </dev/null
code=$?
check "a second ask: exit" exits 0
check "a second ask: no path" lines 0 second
check "a second ask: said" matches '^fairy: [A-Z][a-z]+ is at work on one.svg already, and was told$' second.err
asked 2
check "a second ask: the first has the words" is "$(heard 'and the note')" 1
"$fairy" ask flow.svg "by itself" -o one.svg --session other --model $model >second 2>second.err </dev/null &
second=$!
until_true reachable 2
run stop one.svg --session other
code=0
wait $second || code=$?
check "another session runs by itself" exits 130
stop INT
check "Ctrl-C is what it was" exits 130
# Begun in the same moment, one is told by the other.
cp original.svg flow.svg
hangs "$begun" >script
serve script
for i in 1 2 3; do
    "$fairy" ask flow.svg "words-$i" -i --session crowd --model $model >out.$i 2>err.$i </dev/null &
    crowd[i]=$!
done
# shellcheck disable=SC2317 # called by until_true
told() { [ "$(cat err.? | grep -c 'already, and was told')" -eq 2 ]; }
until_true told
until_true reachable 1
check "three at once: one socket" is "$(sockets)" 1
run stop flow.svg
codes=
for i in 1 2 3; do
    code=0
    wait "${crowd[i]}" || code=$?
    codes="$codes$code "
done
check "three at once: one was stopped, the others had told it" is "$(tr ' ' '\n' <<<"$codes" | sort -n | xargs)" "0 0 130"

# --- a run that is killed -------------------------------------------------------------------------
serve script
start flow.svg -i
until_true reachable 1
"$fairy" watch flow.svg >watched 2>watched.err &
watching=$!
asked 1
sleep 0.3
kill -9 "$asking"
wait "$asking" 2>/dev/null
code=0
wait $watching || code=$?
check "killed: who watches ends with 1" exits 1
check "killed: said" matches 'the run ended without a word' watched.err
run tell flow.svg "words"
check "killed: told" one_line 'no fairy is at work'
check "killed: its socket is taken away" is "$(sockets)" 0

# --- a folder that isn't ours alone ---------------------------------------------------------------
chmod 755 "$XDG_RUNTIME_DIR/fairies"
hangs "${begun/30/90}" >script # who was killed may have moved it to the other place
serve script
start flow.svg -o got.svg
waits 'move  login' ask.err
check "an open folder: warned" matches "^fairy: the fairy can't be told anything while it is at work: .*must be a folder of yours that is closed to others" ask.err
stop INT
check "an open folder: the run is as ever" exits 130
chmod 700 "$XDG_RUNTIME_DIR/fairies"

# --- who stops reading ----------------------------------------------------------------------------
serve script
start flow.svg -i
until_true reachable 1
"$fairy" watch flow.svg --events 2>watched.err | head -n 1 >watched
codes=${PIPESTATUS[0]}
check "a closed pipe: exit" is "$codes" 0
check "a closed pipe: one line" lines 1 watched
stop INT

# --- at any moment --------------------------------------------------------------------------------
cp original.svg start.svg
code=0
python3 -B "$support/tell.py" "$fairy" "${TEST_RUNS:-4}" start.svg >figures 2>&1 || code=$?
cat figures
check "at any moment: each word once, or refused; stopped at once" exits 0
code=0
python3 -B "$support/tell.py" "$fairy" "${TEST_RUNS:-4}" start.svg 3 >figures 2>&1 || code=$?
cat figures
check "at any moment, three fairies: each word reaches one, once, or is refused; stopped at once" exits 0
finish
