#!/bin/bash
# Another program saves a drawing while fairies are at work on it: what it saved is never lost, what they did is merged.
# unit/output has the last moments one by
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
ask() { # what the other program saves is in theirs.svg
    flow >flow.svg
    cp theirs.svg want.svg
    run ask flow.svg "move the login" --model openai/gpt-6-luna "$@"
}

flow | sed 's/yellow/green/' >theirs.svg
ask -i
check "saved while a model answers: exit" exits 0
check "saved while a model answers: said" matches \
    '^fairy: flow.svg: another program saved it in the meantime; what was done is merged into that: [0-9]* kept, 0 lost$' err
check "saved while a model answers: both are in it" changed_lines flow.svg want.svg 2
run log flow.svg --json
check "the log has the merge" json out 'd["type"] == "merge" and d["action"]["conflicts"] == [] and d["words"] == "move the login"'
run undo flow.svg
check "undone: theirs stays" same flow.svg want.svg
run redo flow.svg
check "redone: both are in it" changed_lines flow.svg want.svg 2

flow | sed 's/id="login" x="[0-9]*"/id="login" x="200"/' >theirs.svg
ask -i --events
check "the same was changed: exit" exits 3
check "the same was changed: said" matches '^fairy: flow.svg: login: its geometry stays as another program has set it$' err
check "the same was changed: an event says it" json out \
    'any(e["event"] == "merge" and e["merge"]["conflicts"][0]["fate"] == "theirs" for e in d)'
check "the same was changed: theirs stays" matches 'id="login" x="200"' flow.svg

flow | sed '/id="login"/d' >theirs.svg
ask -i --json
check "it was deleted: exit" exits 3
check "it was deleted: said" matches '^fairy: flow.svg: login: it has been deleted by another program$' err
check "it was deleted: as JSON" json out 'any("merge" in e and e["merge"]["lost"] == 1 for e in d)'
check "it was deleted: it stays so" same flow.svg want.svg

flow | sed 's/id="login"/id="login" sodipodi:insensitive="true"/' >theirs.svg
ask -i
check "it was locked: exit" exits 3
check "it was locked: said" matches '^fairy: flow.svg: login: its geometry stays, as "login" is locked' err
check "it was locked: it stays" same flow.svg want.svg

flow | sed 's/yellow/green/' >theirs.svg
ask -o out.svg
check "written to another file: exit" exits 0
check "written to another file: both are in it" changed_lines out.svg want.svg 2
check "written to another file: what was read stays" same flow.svg want.svg

echo "no drawing <" >theirs.svg
ask -i
check "no drawing any more: exit" exits 1
check "no drawing any more: said" matches '^fairy: flow.svg: something else changed it in the meantime, .*what was finished is in flow.fairy.svg' err
check "no drawing any more: it stays" same flow.svg want.svg
flow >want.svg
check "no drawing any more: what was finished is beside it" changed_lines flow.fairy.svg want.svg 2
rm flow.fairy.svg

flow | sed 's/yellow/green/' >flow.svg
cp flow.svg want.svg

# --- open for writing elsewhere -------------------------------------------------------------------------
exec 5<>flow.svg
run apply flow.svg move.json -i
exec 5>&-
check "open for writing elsewhere: exit" exits 1
check "open for writing elsewhere: said" one_line 'flow.svg: another program has it open for writing; nothing was written, run this again'
check "open for writing elsewhere: it stays" same flow.svg want.svg
run log flow.svg --json
check "what wasn't written isn't in the log" json out 'd["type"] == "merge"'
run apply flow.svg move.json -i
check "closed again: exit" exits 0
finish
