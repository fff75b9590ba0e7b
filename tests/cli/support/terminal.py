"""Attacks on a terminal by text: terminal.py FAIRY. A line for each thing that must hold: "ok" or what is wrong, a tab, its name.

Every command runs with standard output and standard error on a terminal that passes bytes on as they come. What may come there: text without
controls but line feeds and tabs, and what takes back our own line. The text that attacks must have come, too, in its visible form."""
import http.server, json, os, pty, re, shutil, subprocess, sys, termios, threading
from xml.sax.saxutils import escape, quoteattr

fairy = sys.argv[1]
render, programs = os.environ.get("FAIRIES_RENDER"), os.environ["PATH"]
os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", FAIRIES_RENDER="/nowhere")  # no pictures: they take long

# --- what attacks -------------------------------------------------------------------------------------
CLIP = "\x1b]52;c;aGk=\x07"  # writes the clipboard
CSI, OSC, ST, NEL, DEL = "\x9b", "\x9d", "\x9c", "\x85", "\x7f"
RLO, PDI, ALM, LRM = "\u202e", "\u2069", "\u061c", "\u200e"
TAGS = "".join(chr(0xE0000 + ord(c)) for c in "obey")
ZERO, BOM, LINE = "\u200b", "\ufeff", "\u2028"
XML = f"{CSI}31m{OSC}52;c;aGk={ST}{NEL}{DEL}{RLO}{PDI}{ALM}{LRM}{TAGS}{ZERO}{BOM}{LINE}"  # all that XML 1.0 may hold
ALL = f"{CLIP}\x08\x0b\x0c{XML}"
HIDDEN = ((0, 8), (0xB, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200B, 0x200B), (0x200E, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F),
          (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xE0000, 0xE0FFF))
FINE = "Grüße 漢字 עברית 👩\u200d🚀 می\u200cخواهم ❤\ufe0f"  # what must stay as it is


def hidden(text):
    return sorted({"U+%04X" % ord(c) for c in text if any(first <= ord(c) <= last for first, last in HIDDEN)})


def drawing(name, text):
    ident = lambda n: quoteattr(n + text)
    with open(name, "w", encoding="utf-8", newline="") as f:
        f.write(f"""<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
     xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="400" height="300" viewBox="0 0 400 300">
  <title>{escape("title" + text)}</title>
  <g id={ident("frame")} inkscape:groupmode="layer" inkscape:label={quoteattr("Frame" + text)} sodipodi:insensitive="true">
    <rect id={ident("paper")} x="0" y="0" width="400" height="300" fill="#f8f9fa"/>
  </g>
  <g id={ident("main")} inkscape:groupmode="layer" inkscape:label={quoteattr("Main" + text)}>
    <g id={ident("box")}><rect id={ident("login")} x="20" y="20" width="120" height="60" fill="#ffffff" stroke="red"/>
      <text x="30" y="50" font-family={quoteattr("Font" + text)} font-size="14">{escape("Log in" + text)} and much more than fits</text></g>
    <rect id={ident("db")} x="240" y="40" width="120" height="60" fill="#ffffff" stroke="blue"><title>{escape("db" + text)}</title></rect>
    <rect id="line&#10;break&#13;&#9;here" x="60" y="180" width="100" height="80" fill="yellow"/>
    <path id={ident("arrow")} d="M 300,150 L 300,260" fill="none" stroke="black" marker-end="url(#m)"/>
  </g>
  <marker id="m" orient="auto" markerWidth="4" markerHeight="4"><path d="M0,0 4,2 0,4 z"/></marker>
</svg>
""")


# --- a model that attacks -----------------------------------------------------------------------------
class Model(http.server.BaseHTTPRequestHandler):
    reply, status, body, headers_more = "", 200, None, ()

    def log_message(self, *_):
        pass

    def do_GET(self):
        body = json.dumps({"data": [{"id": "model" + ALL}], "models": [{"name": "model" + ALL, "model": "model" + ALL}]}).encode()
        self.answer(200, "application/json", body)

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        if Model.body is not None:
            return self.answer(Model.status, "application/json", Model.body)
        chunk = lambda text, why: b"data: " + json.dumps({"object": "chat.completion.chunk", "model": "m" + ALL, "choices": [
            {"index": 0, "delta": {"content": text}, "finish_reason": why}]}).encode() + b"\n\n"
        self.answer(200, "text/event-stream", chunk(Model.reply, None) + chunk("", "stop") + b"data: [DONE]\n\n")

    def answer(self, status, kind, body):
        self.send_response_only(status, "Bad")
        for name, value in (("content-type", kind), ("content-length", str(len(body))), *Model.headers_more):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
base = "http://127.0.0.1:%d" % server.server_address[1]
os.environ.update(OPENAI_API_KEY="sk-test-a1b2c3d4e5f6", OPENAI_BASE_URL=base + "/v1", OLLAMA_HOST=base)

# --- running ------------------------------------------------------------------------------------------


def on_terminal(*words):
    """What `fairy` and its words bring to a terminal, as bytes; its exit status."""
    ours, theirs = pty.openpty()
    raw = termios.tcgetattr(theirs)
    raw[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, raw)
    run = subprocess.Popen([fairy, *words], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs)
    os.close(theirs)
    came = b""
    while True:
        try:
            more = os.read(ours, 1 << 16)
        except OSError:
            more = b""
        if not more:
            break
        came += more
    os.close(ours)
    return came, run.wait()


def piped(*words, **more):
    return subprocess.run([fairy, *words], stdin=subprocess.DEVNULL, capture_output=True, **more)


def tell(name, wrong):
    print(("ok" if not wrong else " ".join(wrong.split())[:300]) + "\t" + name, flush=True)


def clean(came):
    """What is wrong with it."""
    try:
        text = came.replace(b"\r\x1b[K", b"").decode()
    except UnicodeDecodeError as e:
        return "bytes that aren't UTF-8: %r" % e.object[e.start:e.start + 8]
    return "these came: " + " ".join(hidden(text)) if hidden(text) else ""


CODE = r"\\u009b|\\u202e|\\u001b"


def attack(name, *words, must=CODE, least=1, rows=None):
    """The attack is seen, and does nothing. `rows`: how many lines may come at most."""
    came, _ = on_terminal(*words)
    wrong = clean(came)
    if not wrong and len(re.findall(must, came.decode())) < least:
        wrong = "what attacks didn't come there: %r" % came[-200:]
    if not wrong and rows is not None and came.count(b"\n") > rows:
        wrong = "%d lines: %r" % (came.count(b"\n"), came[:200])
    tell(name, wrong)


def reply(*actions):
    return json.dumps({"actions": actions})


def write(name, text):
    with open(name, "w", encoding="utf-8", newline="") as f:
        f.write(text)


drawing("evil.svg", XML)
evil = open("evil.svg", "rb").read()
back = lambda: open("evil.svg", "wb").write(evil)
login, db = "login" + XML, "db" + XML

# --- drawings -----------------------------------------------------------------------------------------
attack("query: ids", "query", "evil.svg", least=5, rows=12)
attack("query: one of them", "query", "evil.svg", login)
attack("query: none of that id", "query", "evil.svg", "nobody" + ALL)
attack("query --json", "query", "evil.svg", "--json", least=5)
attack("see", "see", "evil.svg")
attack("see --detail simple", "see", "evil.svg", "--detail", "simple")
attack("see --lines", "see", "evil.svg", "--lines")
attack("see --prompt", "see", "evil.svg", "make it " + XML, "--prompt", "--select", login)
attack("see --select: none", "see", "evil.svg", "--select", "nobody" + ALL)
attack("lint", "lint", "evil.svg", least=2)
attack("lint --json", "lint", "evil.svg", "--json", least=2)
attack("-o - on a terminal", "ask", "evil.svg", "move db" + XML + " 5 right", "-o", "-")

# --- actions ------------------------------------------------------------------------------------------
write("acts.json", reply(
    {"_type": "move", "shapeId": login, "x": 40, "y": 30, "anchor": "top-left"},
    {"_type": "label", "shapeId": db, "text": "label" + ALL},
    {"_type": "message", "text": "message" + ALL},
    {"_type": "delete", "shapeId": "paper" + XML},
    {"_type": "delete", "shapeId": "nobody" + ALL},
    {"_type": "sing" + ALL},
    {"_type": "create", "shape": {"_type": "rectangle" + ALL, "shapeId": "new" + ALL, "x": 1, "y": 1, "w": 5, "h": 5}},
    {"_type": "create", "shape": {"_type": "rectangle", "shapeId": "new" + ALL, "x": 1, "y": 1, "w": 5, "h": 5, "text": "t" + ALL}},
    {"_type": "move", "shapeId": login, "x": "a" + ALL, "y": 30},
    {"_type": "update-todo", "id": "t" + ALL, "text": "todo" + ALL, "status": "todo" + ALL}))
attack("apply: outcomes", "apply", "evil.svg", "acts.json", "-o", "out.svg", least=6)
attack("apply --events", "apply", "evil.svg", "acts.json", "-o", "out.svg", "--events", least=6)
write("cut.json", '{"actions":[{"_type":"move' + ALL + '"')
attack("apply: a reply that is none", "apply", "evil.svg", "cut.json", must="cut.json")
write("odd.json", "\x9b31m" + ALL)
attack("apply: bytes that are no reply", "apply", "evil.svg", "odd.json", must="odd.json")

# --- a model's message, and all else it says ----------------------------------------------------------
model = ("--model", "openai/gpt-6-luna")
Model.reply = reply({"_type": "message", "text": "hello" + ALL + " " + FINE},
                    {"_type": "message", "text": "one\r\nrefused: two\rthree"},
                    {"_type": "think", "text": "thought" + ALL},
                    {"_type": "move", "shapeId": login, "x": 40, "y": 30},
                    {"_type": "delete", "shapeId": "nobody" + ALL},
                    {"_type": "sing" + ALL, "intent": ALL})
came, _ = on_terminal("ask", "evil.svg", "make it neat" + XML, "-i", *model, "--record", "run.jsonl")
tell("ask: a message writes the clipboard", clean(came) or ("" if b"hello\\u001b]52;c;aGk=\\u0007" in came else "%r" % came))
tell("ask: text that is fine stays", "" if FINE.encode() in came else "%r" % came)
came = re.sub(rb"[^\r\n]*\r\x1b\[K", b"", came)  # a line of our own that was taken back
tell("ask: what a message has as lines can't be taken for ours", "" if b"\none\n  refused: two three\n" in came else "%r" % came)
back()
attack("ask --events", "ask", "evil.svg", "make it neat", "-o", "out.svg", "--events", *model, "--no-session", least=3)
attack("ask --json", "ask", "evil.svg", "make it neat", "-o", "out.svg", "--json", *model, "--no-session", least=3)
attack("ask: replayed", "ask", "evil.svg", "make it neat", "-o", "out.svg", "--model", "replay:run.jsonl", "--no-session", least=3)
recorded = open("run.jsonl", encoding="utf-8").read()
tell("a recording, looked at", "it has " + " ".join(hidden(recorded)) if hidden(recorded) else "" if "u009b" in recorded else "no attack in it")
attack("offline: words it doesn't know", "ask", "evil.svg", "flumble " + ALL, "-o", "out.svg", "--no-session")
attack("offline: a shape there isn't", "ask", "evil.svg", 'delete "nobody%s"' % XML, "-o", "out.svg", "--no-session")
for status, kind in ((400, "bad request"), (401, "bad key"), (404, "no such model"), (500, "broken")):
    Model.status, Model.body = status, json.dumps({"error": {"message": kind + ALL, "type": "t" + ALL, "code": "c" + ALL}}).encode()
    attack("a server's error %d" % status, "ask", "evil.svg", "neat", "-o", "out.svg", "--no-session", "--timeout", "0.3", *model, must="fairy: ")
Model.status, Model.body = 400, ("plain" + ALL).encode()
attack("a server's error without JSON", "ask", "evil.svg", "neat", "-o", "out.svg", "--no-session", *model, must="fairy: ")
Model.body = b"\x1b]52;c;aGk=\x07 \x9b31m \xff\xfe not UTF-8"
attack("a server's error in raw bytes", "ask", "evil.svg", "neat", "-o", "out.svg", "--no-session", *model, must="fairy: ")
Model.status, Model.body, Model.headers_more = 302, b"", (("location", "http://127.0.0.1/\x9b31m\x1b]52;c;aGk="),)
attack("where a server sends us", "ask", "evil.svg", "neat", "-o", "out.svg", "--no-session", *model, must="fairy: ")
Model.status, Model.body, Model.headers_more = 200, None, ()
attack("models of a server", "models", "ollama", must="ollama")
attack("models of a server, checked", "models", "--check", "openai", "ollama", must="")
attack("models --json", "models", "ollama", "--json", must="ollama")

# --- what is kept -------------------------------------------------------------------------------------
attack("log", "log", "evil.svg")
attack("log --json", "log", "evil.svg", "--json")
attack("show", "show", "evil.svg", "1", least=2)
attack("show --json", "show", "evil.svg", "1", "--json")
attack("show: no such entry", "show", "evil.svg", "1" + ALL)
attack("sessions", "sessions", must="evil")
attack("sessions show", "sessions", "show", "evil.svg", least=4)
attack("sessions export", "sessions", "export", "evil.svg", least=4)
attack("sessions --json", "sessions", "show", "evil.svg", "--json", least=4)
attack("sessions: a word", "sessions", "sing" + ALL, "evil.svg")
piped("ask", "evil.svg", "make it neat", "-i", *model)
attack("undo", "undo", "evil.svg")
attack("redo --json", "redo", "evil.svg", "--json")
back()

# --- names of files, and what is typed ----------------------------------------------------------------
odd = "odd" + CLIP + CSI + "31m" + RLO + ".svg"
shutil.copy("evil.svg", odd)
attack("the name of a drawing: read", "see", "no" + odd)
attack("the name of a drawing: told with -v", "apply", odd, "acts.json", "-o", "out.svg", "-v", "-q")
attack("the name of a drawing: where it is written", "ask", odd, "delete the yellow box", "-q", rows=1)
attack("the name of a drawing: sessions", "ask", odd, "move db" + XML + " 5 right", "-i", "--events")
attack("the name of a drawing: all sessions", "sessions")
attack("the name of a drawing: lint", "lint", odd, least=2)
attack("the name of a recording", "ask", "evil.svg", "neat", "--record", "no/" + odd)
attack("the name of a picture", "see", "evil.svg", "--screenshot", "no/" + odd)
latin = os.fsencode("stra") + b"\xdfe \x9b31m.svg"
shutil.copy("evil.svg", latin)
came, _ = on_terminal(b"ask", latin, b"delete the yellow box", b"-q")
tell("a name that isn't UTF-8, on a terminal", clean(came) or ("" if b"stra\\xdfe \\x9b31m.fairy.svg\n" == came else "%r" % came))
out = piped(b"ask", latin, b"delete the yellow box", b"-q", b"--force").stdout
tell("a name that isn't UTF-8, for a script, is the file's", "" if os.path.exists(out.rstrip(b"\n")) else "%r" % out)
attack("a command there isn't", "sing" + ALL)
attack("an option there isn't", "see", "--" + ALL)
attack("a value that is none", "see", "evil.svg", "--view", "1,2" + ALL)
attack("an id that isn't UTF-8", b"see", b"evil.svg", b"--select", b"\x9b31m\x1b]52;", must=r"\\u001b|\\x9b")
attack("an action there isn't", "actions", "sing" + ALL)
attack("a setting there isn't", "config", "get", "sing" + ALL)
attack("a value for a setting", "config", "set", "model", "off" + RLO + CSI + "31m", must="")
os.makedirs(os.environ["XDG_CONFIG_HOME"] + "/fairies", exist_ok=True)
settings = os.environ["XDG_CONFIG_HOME"] + "/fairies/config.ini"
write(settings, f"model = offline{RLO}{CSI}31m\nodd{TAGS}{RLO} = 1\n")
os.chmod(settings, 0o600)
attack("settings that were written elsewhere", "config", must="model")
attack("one of these settings", "config", "get", "model", must="fairy|offline")
attack("these settings, for programs", "config", "--json", must="model")
attack("the model that is set", "models", "ollama", must="config.ini")
attack("the model that is set, asked", "ask", "evil.svg", "neat", must="fairy")
os.environ["PATH"] = "/nowhere"  # without Inkscape, which takes long to say who it is
attack("doctor", "doctor", must="ok ")
os.environ["PATH"] = programs
os.remove(settings)

# --- programs read what was there ---------------------------------------------------------------------


def reads(name, words, find):
    """Every reader of JSON finds what stands there, and no such character came as it is."""
    text = piped(*words).stdout
    wrong = "it has " + " ".join(hidden(text.decode())) if hidden(text.decode()) else ""
    lines = [json.loads(line) for line in text.decode().split("\n") if line]
    if not wrong and not find(lines):
        wrong = "another text: %r" % text[:300]
    for reader in (["jq", "-c", "."], ["node", "-e", "require('fs').readFileSync(0,'utf8').trim().split('\\n').map(l=>console.log(JSON.stringify(JSON.parse(l))))"]):
        if not wrong and shutil.which(reader[0]):
            other = subprocess.run(reader, input=text, capture_output=True).stdout.decode()
            if [json.loads(line) for line in other.split("\n") if line] != lines:
                wrong = reader[0] + " reads it otherwise"
    tell(name, wrong)


reads("query --json is read back", ("query", "evil.svg", "--json"), lambda d: any(x["id"] == login for x in d) and any(x["id"] == "line\nbreak\r\there" for x in d))
reads("see is read back", ("see", "evil.svg"), lambda d: any(s.get("shapeId") == db for s in d[0]["shapes"]))
reads("lint --json is read back", ("lint", "evil.svg", "--json"), lambda d: any("Font" + XML in x["message"] for x in d[0]["lints"]))
reads("apply is read back", ("apply", "evil.svg", "acts.json", "-o", "out.svg"), lambda d: d[0]["shapeIds"] == [login])
reads("log --json is read back", ("log", "evil.svg", "--json"), lambda d: any(login in x.get("changed", []) for x in d))
reads("sessions --json is read back", ("sessions", "show", "evil.svg", "--json"), lambda d: any(x.get("action", {}).get("text") == "hello" + ALL + " " + FINE for x in d[0]["chat"]))

# --- bytes that are a file's stay bytes ---------------------------------------------------------------
move = "move db" + XML + " 5 right"
piped("ask", "evil.svg", move, "-o", "out.svg", "--no-session")
tell("-o - elsewhere is the drawing, byte for byte", "" if piped("ask", "evil.svg", move, "-o", "-", "--no-session").stdout == open("out.svg", "rb").read() else "it differs")
del os.environ["FAIRIES_RENDER"]
if render:
    os.environ["FAIRIES_RENDER"] = render
came, status = on_terminal("see", "evil.svg", "--screenshot", "-", "--lines")
tell("a picture isn't shown to a terminal", clean(came) or ("" if status == 2 and b"\x89PNG" not in came else "exit %d" % status))
