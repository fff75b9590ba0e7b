#!/bin/bash
# Another program saves a drawing while fairies are at work on it: what it saved is never lost. unit/output has the last moments one by
# one; here both run as they come. A slice: SAVES=200 DRAWING=17mb.svg SHAPE=ID is the whole, by hand.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

if [ -n "${DRAWING:-}" ]; then
    cp "$DRAWING" large.svg
else
    {
        flow | sed '$d'
        for i in $(seq 8000); do
            echo "  <rect id=\"r$i\" x=\"$((i % 400))\" y=\"$((i / 400))\" width=\"1\" height=\"1\"/>"
        done
        echo '</svg>'
    } >large.svg
fi
for how in rename in-place over; do
    code=0
    python3 -B "$fixtures/../cli/support/saves.py" "$fairy" large.svg "${SAVES:-4}" "$how" >told 2>&1 || code=$?
    cat told
    check "saved by another program ($how): nothing is lost" exits 0
    check "saved by another program ($how): nothing is left behind" matches 'left behind 0;' told
done

# --- while a model answers ------------------------------------------------------------------------------
# The server saves the drawing before it answers.
cat >model.py <<'END'
import http.server, json, os
class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        if os.path.exists("theirs.svg"):
            os.rename("theirs.svg", "flow.svg")
        chunk = lambda text, why: b"data: " + json.dumps({"object": "chat.completion.chunk", "choices": [
            {"index": 0, "delta": {"content": text}, "finish_reason": why}]}).encode() + b"\n\n"
        body = chunk(open("move.json").read(), None) + chunk("", "stop") + b"data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
print(server.server_address[1], flush=True)
server.serve_forever()
END
mkfifo port
python3 -B model.py >port &
server=$!
trap 'kill $server; rm -rf "$work" "$XDG_STATE_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"' EXIT
# shellcheck disable=SC2094 # a pipe
read -r port <port
export OPENAI_API_KEY=sk-test-a1b2c3d4e5f6 OPENAI_BASE_URL=http://127.0.0.1:$port/v1
echo "$move" >move.json
flow >flow.svg
sed 's/yellow/green/' flow.svg >theirs.svg
cp theirs.svg want.svg
run ask flow.svg "move the login" -i --model openai/gpt-6-luna
check "saved while a model answers: exit" exits 1
check "saved while a model answers: said, and how to go on" matches \
    '^fairy: flow.svg: something else changed it in the meantime; nothing was written, run this again; "fairy ask flow.svg --resume" goes on$' err
check "saved while a model answers: it stays" same flow.svg want.svg
run ask flow.svg --resume
check "resumed: exit" exits 0
check "resumed: both are in it" changed_lines flow.svg want.svg 2
run undo flow.svg
check "undone: theirs stays" same flow.svg want.svg

# --- open for writing elsewhere -------------------------------------------------------------------------
exec 5<>flow.svg
run apply flow.svg move.json -i
exec 5>&-
check "open for writing elsewhere: exit" exits 1
check "open for writing elsewhere: said" one_line 'flow.svg: another program has it open for writing; nothing was written, run this again'
check "open for writing elsewhere: it stays" same flow.svg want.svg
run log flow.svg --json
check "what wasn't written isn't in the log" json out 'd["state"] == "undone"'
run apply flow.svg move.json -i
check "closed again: exit" exits 0
finish
