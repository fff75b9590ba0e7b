#!/bin/bash
# A real Inkscape saves a drawing while a fairy is at work on it, and again between two asks: both changes are there, and
# the fairy is told what Inkscape changed, though that writes the file in its own way. $1 is the program fairy. Ends with
# "N passed, N failed", or 77 when there is no Inkscape.
# shellcheck source=../cli/support/lib.sh
. "$(dirname "$0")/../cli/support/lib.sh"
for tool in inkscape xvfb-run timeout; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool on this machine"; exit 77; }
done
export INKSCAPE_PROFILE_DIR=$work/profile
mkdir -p "$INKSCAPE_PROFILE_DIR"

# save ACTIONS: Inkscape opens flow.svg, does that, and saves it.
cat >save <<'END'
#!/bin/bash
timeout 120 env -u DBUS_SESSION_BUS_ADDRESS xvfb-run -a inkscape --app-id-tag="fairies$$" --batch-process \
    --actions="$1;export-filename:flow.svg;export-do" flow.svg >inkscape.out 2>&1
END
chmod +x save

# Half of the answer, Inkscape, the other half.
cat >model.py <<'END'
import http.server, json, subprocess, time
class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def chunk(self, text, why=None):
        self.wfile.write(b"data: " + json.dumps({"object": "chat.completion.chunk", "choices": [
            {"index": 0, "delta": {"content": text}, "finish_reason": why}]}).encode() + b"\n\n")
        self.wfile.flush()
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        reply, actions = open("reply.json").read(), open("actions").read().strip()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        half = reply.index("},{") + 2
        self.chunk(reply[:half])
        time.sleep(0.5)
        if actions:
            open("saved", "w").write(str(subprocess.run(["./save", actions]).returncode))
        for at in range(half, len(reply), 20):
            self.chunk(reply[at:at + 20])
            time.sleep(0.05)
        self.chunk("", "stop")
        self.wfile.write(b"data: [DONE]\n\n")
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

# shellcheck disable=SC2317
box() { "$fairy" query flow.svg "$1"; }
# shellcheck disable=SC2317
moved() { # ID DX: as much as from before.svg
    diff <("$fairy" query before.svg "$1" | awk -F, -v OFS=, -v d="$2" '{ $2 += d; print }') <(box "$1")
}

# --- while a fairy is at work ---------------------------------------------------------------------------
cp "$fixtures/demo.svg" flow.svg
cp flow.svg before.svg
echo '{"actions":[{"_type":"offset","shapeIds":["order"],"offsetX":-8,"offsetY":0},{"_type":"offset","shapeIds":["pay"],"offsetX":-8,"offsetY":0}]}' >reply.json
echo "select-by-id:stock;transform-translate:16,0" >actions
run ask flow.svg "move them left" -i --model openai/gpt-6-luna
check "saved by Inkscape meanwhile: it has" matches '^0$' saved
check "saved by Inkscape meanwhile: exit" exits 0
check "saved by Inkscape meanwhile: said" matches \
    '^fairy: flow.svg: another program saved it in the meantime; what was done is merged into that: [0-9]* kept, 0 lost$' err
check "ours is there: the first" moved order -8
check "ours is there: the second" moved pay -8
check "theirs is there" moved stock 16
check "what nobody touched is as it was" moved confirm 0
run see flow.svg "and?" --prompt
check "the fairy is told what Inkscape did" matches '^others updated \{"shapeId":"stock".*"before":\{"x":568\},"after":\{"x":584\}\}' out
check "and the arrow that followed" matches '^others updated \{"shapeId":"e4","type":"arrow",.*"x2":584\}\}' out
check "and not what it did itself" lacks '^others .*"shapeId":"(order|pay|confirm)"' out
run undo flow.svg
check "undone: exit" exits 0
check "undone: ours is gone" moved order 0
check "undone: theirs stays" moved stock 16
run redo flow.svg
check "redone" moved order -8

# --- the same is changed by both ------------------------------------------------------------------------
cp flow.svg before.svg
echo "select-by-id:order;transform-translate:0,40" >actions
run ask flow.svg "once more" -i --model openai/gpt-6-luna
check "the same is changed: exit" exits 3
check "the same is changed: said" matches '^fairy: flow.svg: order: its .* stays as another program has set it$' err
check "the same is changed: the other is ours" moved pay -8

# --- between two asks -----------------------------------------------------------------------------------
: >actions
sed -i 's/-8/0.5/g' reply.json
run ask flow.svg "a bit to the right" -i --model openai/gpt-6-luna
cp flow.svg before.svg
./save "select-by-id:parcel;transform-translate:0,24"
check "it was saved between two asks" moved pay 0
run see flow.svg "and?" --prompt
sed -n '/a bit to the right/,$p' out >last
check "told between two asks" matches '^others updated \{"shapeId":"parcel".*"before":\{"y":[0-9]+\},"after":\{"y":[0-9]+\}\}' last
check "and nothing that wasn't" lacks '^others .*"shapeId":"(order|pay|confirm|stock)"' last
cp flow.svg before.svg
run ask flow.svg "yes" -i --model openai/gpt-6-luna
./save "select-by-id:confirm"
run see flow.svg "and?" --prompt
sed -n '/^.*yes$/,$p' out >last
check "only saved: nothing is another" matches 'its shapes are as you left them' last
check "only saved: nothing is told" lacks '^others ' last
finish
