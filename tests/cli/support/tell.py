"""Runs that are told something, stopped and watched at random moments, from other processes: tell.py FAIRY RUNS DRAWING.

The model is a server here that answers slowly, by what it was told last. Of each run: every word that was taken (exit 0) is in the requests
once, and goes on being there once; every word that was refused is in none. Of a run that was stopped: exit 130, nothing is done later than
100 ms after that, the drawing is written once or not at all, and a word that it had taken and not read yet is read by --resume.
Prints figures, and a line for each thing that is wrong. TEST_SEED: another sequence."""
import glob, http.server, json, os, random, re, socket, subprocess, sys, threading, time

fairy, runs, drawing = sys.argv[1], int(sys.argv[2]), sys.argv[3]
seed = int(os.environ.get("TEST_SEED") or time.time())
R = random.Random(seed)
original = open(drawing, "rb").read()
LATE = 0.1
asked, wrong = [], []


class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass

    def do_POST(self):
        length = int(self.headers["content-length"])
        text = self.rfile.read(length)
        if len(text) < length:
            return  # who asked was told something else meanwhile
        body = json.loads(text)
        asked.append((time.time(), json.dumps(body["messages"][1:])))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        actions = [{"_type": "offset", "shapeIds": ["login"], "offsetX": 1, "offsetY": 0} for _ in range(6)]
        reply = json.dumps({"actions": actions + [{"_type": "message", "text": "Done."}]})
        try:
            for i in range(0, len(reply), 16):
                self.chunk({"choices": [{"index": 0, "delta": {"content": reply[i:i + 16]}, "finish_reason": None}]})
                time.sleep(0.02)
            self.chunk({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            self.wfile.write(b"data: [DONE]\n\n")
        except OSError:
            pass

    def chunk(self, value):
        self.wfile.write(b"data: " + json.dumps(dict(value, object="chat.completion.chunk")).encode() + b"\n\n")
        self.wfile.flush()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ.update(OPENAI_API_KEY="sk-test-a1b2c3d4e5f6", OPENAI_BASE_URL="http://127.0.0.1:%d/v1" % server.server_address[1])
ASK = ["--model", "openai/gpt-6-luna", "-v", "--max-requests", "none", "--max-tokens", "none", "--max-cost", "none"]


def start(*arguments):
    return subprocess.Popen([fairy, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Watcher(threading.Thread):
    """All that a run says, and when: over its socket, by the protocol itself."""
    def __init__(self, path):
        super().__init__(daemon=True)
        self.lines, self.said = [], threading.Event()
        for _ in range(100):
            try:
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.connect(path)
                break
            except ConnectionRefusedError:  # it doesn't listen yet
                time.sleep(0.01)
        self.file = self.socket.makefile("rw", encoding="utf-8")
        self.greeting = json.loads(self.file.readline())
        self.start()

    def send(self, **request):
        self.file.write(json.dumps(request) + "\n")
        self.file.flush()

    def run(self):
        try:
            for line in self.file:
                self.lines.append((time.time(), json.loads(line)))
        except OSError:
            pass

    def wait_for(self, what, seconds=10):
        end = time.time() + seconds
        while time.time() < end:
            for when, line in list(self.lines):
                if what(line):
                    return when
            time.sleep(0.002)
        return None


def socket_of(process):
    end = time.time() + 20
    while time.time() < end and process.poll() is None:
        found = glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/fairies/*.run")
        if found:
            return found[0]
        time.sleep(0.002)
    return None


def complain(text, *parts):
    wrong.append("run %d: %s" % (run, text))
    for part in parts:
        wrong.append("    " + str(part).strip()[-400:])


def count(word, text):
    return len(re.findall(word + r"\b", text))


def check_words(told, requests, said):
    """Each of them once in the last request, and from its first on in all; or never."""
    taken = refused = 0
    for word, code in told:
        seen = [count(word, text) for _, text in requests]
        first = next((i for i, n in enumerate(seen) if n), len(seen))
        if code == 0:
            taken += 1
            if not seen or seen[-1] != 1 or any(n != 1 for n in seen[first:]):
                complain("%s was taken, and is in the requests so often: %s" % (word, seen), said)
        else:
            refused += 1
            if any(seen):
                complain("%s was refused, and is in the requests: %s" % (word, seen), said)
    return taken, refused


figures = {"taken": 0, "refused": 0, "stopped": 0, "finished": 0, "resumed": 0, "alone": 0}
to_exit, to_silence, to_request, to_cut = [], [], [], []
for run in range(runs):
    with open("run.svg.new", "wb") as f:
        f.write(original)
    os.rename("run.svg.new", "run.svg")
    del asked[:]
    session = "run-%d" % run
    ask = start("ask", "run.svg", "word-%d-first: make it neat" % run, "-i", "--session", session, *ASK)
    path = socket_of(ask)
    if not path:
        complain("it can't be reached", ask.communicate())
        continue
    watcher = Watcher(path)
    watcher.send(do="watch")
    told, teller, others, stops = [], [], [], run % 2 == 0
    for i in range(R.randint(0, 2) if stops else R.randint(1, 3)):
        time.sleep(R.random() * 0.8)
        word = "word-%d-%d" % (run, i)
        how = R.choice(["tell", "ask", "socket"])
        if how == "socket":
            try:
                watcher.send(do="tell", words=word, id=i)
            except OSError:
                told.append((word, 1))
                continue
            when = watcher.wait_for(lambda line: line.get("id") == i and ("ok" in line or "error" in line))
            ok = any(line.get("id") == i and line.get("ok") for _, line in watcher.lines)
            told.append((word, 0 if ok else 1))
            if ok:
                end = time.time() + 10
                while time.time() < end and not any(count(word, text) for _, text in asked) and ask.poll() is None:
                    time.sleep(0.002)
                to_request += [t - when for t, text in asked if count(word, text)][:1]
                after = [(t, line.get("event")) for t, line in list(watcher.lines) if t >= when]
                old = [t for t, event in after[:next((i for i, (_, e) in enumerate(after) if e == "request"), len(after))] if event == "action"]
                to_cut.append(max([t - when for t in old] or [0]))
                if to_cut[-1] > LATE:
                    complain("the answer before goes on for %d ms" % (to_cut[-1] * 1000))
        elif how == "tell":
            teller.append((word, start("tell", "run.svg", word, "--session", session)))
        elif not stops:
            other = start("ask", "run.svg", word, "-i", "--session", session, *ASK)
            others.append((word, other))
    stopped = None
    if stops:
        time.sleep(R.random() * 0.6)
        if R.random() < 0.5:
            stop = start("stop", "run.svg")
            out = stop.communicate()
            stopped = watcher.lines and stop.returncode == 0
            when = time.time()
        else:
            try:
                watcher.send(do="stop", id=99)
            except OSError:
                pass
            when = watcher.wait_for(lambda line: line.get("id") == 99, 5)
            stopped = when is not None and any(line.get("id") == 99 and line.get("ok") for _, line in watcher.lines)
    for word, process in teller:
        process.communicate()
        told.append((word, process.returncode))
        if process.returncode not in (0, 1):
            complain("tell ends with %d" % process.returncode)
    for word, process in others:  # one that comes too late runs by itself, and waits for the other
        out = process.communicate()
        if "and was told" in out[1]:
            told.append((word, process.returncode))
            if out[0] or process.returncode:
                complain("an ask that became a tell", *out)
        elif process.returncode:
            complain("an ask by itself ends with %d" % process.returncode, *out)
        else:
            figures["alone"] += 1
    said = ask.communicate()
    ended = time.time()
    watcher.join(5)
    wrote = len(re.findall(r"^fairy: wrote ", said[1], re.M))
    if not watcher.lines or watcher.lines[-1][1].get("event") != "end":
        complain("who watched wasn't told the end", watcher.lines[-1:])
    if stopped:
        figures["stopped"] += 1
        to_exit.append(ended - when)
        done = [t for t, line in watcher.lines if line.get("event") == "action"]
        late = max([t - when for t in done] or [0])
        to_silence.append(max(late, 0))
        if ask.returncode != 130:
            complain("stopped, and ends with %d" % ask.returncode, *said)
        if late > LATE:
            complain("something is done %d ms after it was stopped" % (late * 1000))
        if wrote > 1 or (wrote == 0) != (open("run.svg", "rb").read() == original):
            complain("written %d times" % wrote, *said)
        resumed = start("ask", "run.svg", "--resume", "--session", session, *ASK)
        said = resumed.communicate()
        figures["resumed"] += 1
        if resumed.returncode:
            complain("resumed, and ends with %d" % resumed.returncode, *said)
    else:
        figures["finished"] += 1
        if ask.returncode or wrote != 1:
            complain("ends with %d, written %d times" % (ask.returncode, wrote), *said)
    taken, refused = check_words(told + [("word-%d-first" % run, 0)], asked, said)
    figures["taken"] += taken
    figures["refused"] += refused
    if glob.glob(os.environ["XDG_RUNTIME_DIR"] + "/fairies/*.run"):
        complain("its socket is still there")


def spread(name, list_):
    list_ = sorted(x * 1000 for x in list_)
    if list_:
        print("%s: median %.0f ms, 90%% %.0f ms, most %.0f ms (%d)" % (name, list_[len(list_) // 2], list_[int(len(list_) * 0.9)], list_[-1], len(list_)))


print("%d runs: %s; TEST_SEED=%d" % (runs, ", ".join("%s %d" % pair for pair in figures.items()), seed))
spread("from being told to the request that has it", to_request)
spread("from being told to the last action of the answer before", to_cut)
spread("from stop to the last action", to_silence)
spread("from stop to the end of the process", to_exit)
print("\n".join(wrong[:40]))
sys.exit(bool(wrong))
