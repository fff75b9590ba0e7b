#!/bin/bash
# Runs that are killed at any moment, in the model's answer, between answers, while the drawing is written: the drawing is whole, as it
# was or as it should be, and --resume brings it there.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

servers=()
trap 'kill "${servers[@]}" 2>/dev/null; chmod -R u+w "$work" "$XDG_STATE_HOME" 2>/dev/null; rm -rf "$work" "$XDG_STATE_HOME" "$XDG_CONFIG_HOME"' EXIT
export OPENAI_API_KEY=sk-test-a1b2c3d4e5f6
model=openai/gpt-6-luna
kills=${TEST_RUNS:-20}
RANDOM=${TEST_SEED:-$$}
echo "TEST_SEED=${TEST_SEED:-$$}"

# Answers by what the drawing and the list still need, as a model would: a server that reads the request. Each step is one answer that moves
# a shape by 10 to the right and ticks it off; its bytes come slowly.
cat >model.py <<'END'
import http.server, json, re, sys, time
STEPS = ["login", "db", "note"]
class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        text = json.dumps(body["messages"][1:])
        last = json.dumps(body["messages"][-1])
        done = [s for s in STEPS if re.search(r'offset[^}]*' + s, json.dumps(body["messages"][1:-1]).replace("\\", ""))]
        left = [s for s in STEPS if s not in done]
        if left:
            actions = [{"_type": "offset", "shapeIds": [left[0]], "dx": 10, "dy": 0},
                       {"_type": "update-todo", "id": 1, "text": "the others", "status": "todo" if left[1:] else "done"}]
        else:
            actions = [{"_type": "update-todo", "id": 1, "text": "the others", "status": "done"}, {"_type": "message", "text": "Done."}]
        reply = json.dumps({"actions": actions})
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        try:
            for i in range(0, len(reply), 8):
                self.event({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": reply[i:i + 8]}, "finish_reason": None}]})
                time.sleep(0.003)
            self.event({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            self.wfile.write(b"data: [DONE]\n\n")
        except OSError:
            pass
    def event(self, value):
        self.wfile.write(b"data: " + json.dumps(value).encode() + b"\n\n")
        self.wfile.flush()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
END
mkfifo port
python3 -B model.py >port &
servers+=($!)
# shellcheck disable=SC2094 # a pipe
read -r port <port
rm port
export OPENAI_BASE_URL=http://127.0.0.1:$port/v1

flow >original.svg
off() { echo "{\"_type\":\"offset\",\"shapeIds\":[\"$1\"],\"dx\":10,\"dy\":0}"; }
echo "{\"actions\":[$(off login),$(off db),$(off note)]}" >reply.json
run apply original.svg reply.json -o want.svg --no-session
cp original.svg flow.svg
before=$(date +%s%N)
run ask flow.svg "move all to the right" -i --model $model
took=$((($(date +%s%N) - before) / 1000))
check "without being killed: exit" exits 0
check "without being killed: all of it" same flow.svg want.svg
resumed=0

# The file is one of the two; nothing else lies there but the file that was being written.
# shellcheck disable=SC2317 # called by check
whole() { same "$1" original.svg || same "$1" want.svg; }
for i in $(seq "$kills"); do
    where=-i file=flow.svg
    [ $((i % 3)) = 0 ] && where="-o got.svg" file=got.svg
    rm -rf "${XDG_STATE_HOME:?}/fairies" got.svg
    cp original.svg flow.svg
    # shellcheck disable=SC2086
    "$fairy" ask flow.svg "move all to the right" $where --model $model >out 2>err </dev/null &
    pid=$!
    after=$((took / 20 + RANDOM * RANDOM % took))
    for again in 1 2; do
        sleep "$(printf '%d.%06d' $((after / 1000000)) $((after % 1000000)))"
        kill -9 $pid 2>/dev/null
        code=0
        wait $pid 2>/dev/null || code=$?
        name="killed after $after µs, $again"
        if [ -e "$file" ]; then
            check "$name: a whole drawing" whole "$file"
        fi
        check "$name: what was read stays" test "$where" = -i -o -n "$(cmp flow.svg original.svg >/dev/null && echo same)"
        if [ ! -e "$file" ] || same "$file" original.svg; then
            kept=$("$fairy" sessions unfinished flow.svg --json 2>/dev/null | sed -nE 's/.*"unwritten":([0-9]+).*/\1/p')
            check "$name: what was told is kept" [ "${kept:-0}" -ge "$(grep -c '^offset' err)" ]
        fi
        after=$((RANDOM % 60000))
        [ $again = 1 ] || break
        "$fairy" ask flow.svg --resume >out 2>err </dev/null & # and that is killed, too
        pid=$!
    done
    run ask flow.svg --resume
    [ "$code" -eq 0 ] && resumed=$((resumed + 1))
    if [ "$code" -ne 0 ]; then
        # It was done, or nothing had been asked.
        check "$name: nothing to resume" exits 1
        check "$name: nothing to resume: said" one_line 'nothing to resume'
        if [ ! -e "$file" ] || same "$file" original.svg; then
            check "$name: nothing was asked" lacks 'offset' <("$fairy" log "$file" 2>/dev/null)
            continue
        fi
    fi
    check "$name: all of it, and nothing twice" same "$file" want.svg
    run log "$file" --json
    check "$name: the log has each action once" is "$(grep -c offset out)" 3
    run sessions show "$file" --json
    check "$name: what was said is there once" json out \
        '[c["action"]["shapeIds"][0] for c in d["chat"] if c.get("type") == "offset"] == ["login", "db", "note"] and sum(c.get("text") == "move all to the right" for c in d["chat"]) == 1'
    run undo "$file" --turn
    check "$name: it can be undone" same "$file" original.svg
    run ask flow.svg --resume
    check "$name: then there is nothing to resume" exits 1
done
check "a team that is killed" python3 -B "$fixtures/../cli/support/kills.py" "$fairy" "${TEST_RUNS:-3}" original.svg
echo "$resumed of $kills were resumed"
check "some were resumed" [ "$resumed" -gt $((kills / 4)) ]
finish
