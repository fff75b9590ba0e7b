"""Runs that are told something, stopped and watched at random moments, from other processes: tell.py FAIRY RUNS DRAWING [FAIRIES].

The model is a server here that answers slowly, by what it was told last. Of several FAIRIES the first leads: it gives each of the others a
task, waits for all, and ends the project; words and stops are for all, or for one of them. Of each run: every word that was taken (exit 0) is in the requests
once, and goes on being there once; every word that was refused is in none. Who is told something does no action of the answer before whose last
byte was sent after that. Of a run that was stopped: exit 130, the same, the drawing is written once or not at all, and a word that it had taken and
not read yet is read by --resume. When an action is told is no measure of when it was done, as it is told when it is kept.
Prints figures, and a line for each thing that is wrong. TEST_SEED: another sequence."""
import glob, http.server, json, os, random, re, socket, subprocess, sys, threading, time

fairy, runs, drawing = sys.argv[1], int(sys.argv[2]), sys.argv[3]
n_fairies = int(sys.argv[4]) if len(sys.argv) > 4 else 1
workers = ["fairy-%d" % (i + 1) for i in range(1, n_fairies)]
seed = int(os.environ.get("TEST_SEED") or time.time())
R = random.Random(seed)
original = open(drawing, "rb").read()
AT = {"fairy-2": ("login", {"x": 0, "y": 0, "w": 200, "h": 150}), "fairy-3": ("db", {"x": 200, "y": 0, "w": 200, "h": 150})}
asked, wrong = [], []


def offsets(shape):
    return [{"_type": "offset", "shapeIds": [shape], "offsetX": 1, "offsetY": 0} for _ in range(6)]


def task(name):
    return {"_type": "create-project-task", "taskId": "of-" + name, "title": name, "text": "Do it.", "assignedTo": name, **AT[name][1]}


def answer(who, now):
    """Its actions, by what its last message says."""
    if n_fairies == 1:
        return offsets("login") + [{"_type": "message", "text": "Done."}]
    if "\nyour %s:" % ("project" if who == "fairy" else "task") not in now:  # told something when all was over
        return [{"_type": "message", "text": "It is done."}]
    if who != "fairy":
        return offsets(AT[who][0]) + [{"_type": "mark-task-done"}]
    states = dict(re.findall(r"^(of-fairy-[0-9]+) (todo|ready|in-progress|done|failed|cancelled|lost)\b", now, re.M))
    missing = [name for name in workers if "of-" + name not in states]
    if missing:  # not begun, or cut off while it planned
        begin = [{"_type": "start-project", "projectName": "P", "projectDescription": "d", "projectColor": "red", "projectPlan": "p"}]
        return (begin if "not started yet" in now else []) + [task(name) for name in missing]
    open_tasks = [name for name, state in states.items() if state in ("todo", "ready", "in-progress")]
    begins = [{"_type": "direct-to-start-project-task", "taskId": name, "otherFairyId": name[3:]} for name in open_tasks if states[name] != "in-progress"]
    return begins + ([{"_type": "await-tasks-completion", "taskIds": open_tasks}] if open_tasks else [{"_type": "end-project"}])


class Asked:
    """A request: when it came, from whom, and which bytes of the answer were sent when."""
    def __init__(self, text, who, actions):
        self.time, self.text, self.who, self.sent = time.time(), text, who, []
        self.reply, self.ends = '{"actions": [', []
        for i, action in enumerate(actions):
            self.reply += ", " * (i > 0) + json.dumps(action)
            self.ends.append(len(self.reply))
        self.reply += "]}"

    def n_begun(self, when):
        """How many actions of the answer can have been done by then."""
        sent = max([upto for t, upto in list(self.sent) if t < when] or [0])
        return sum(end <= sent for end in self.ends)


class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass

    def do_POST(self):
        length = int(self.headers["content-length"])
        text = self.rfile.read(length)
        if len(text) < length:
            return  # who asked was told something else meanwhile
        messages = json.loads(text)["messages"][1:]
        last = messages[-1]["content"]
        now = last if isinstance(last, str) else "\n".join(part.get("text", "") for part in last)
        who = re.search(r'^you: (fairy(?:-[0-9]+)?)\b', now, re.M)
        who = who.group(1) if who else "fairy"
        mine = Asked(json.dumps(messages), who, answer(who, now))
        asked.append(mine)
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        try:
            for i in range(0, len(mine.reply), 16):
                mine.sent.append((time.time(), i + 16))
                self.chunk({"choices": [{"index": 0, "delta": {"content": mine.reply[i:i + 16]}, "finish_reason": None}]})
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
TEAM = ["--fairies", str(n_fairies)] if n_fairies > 1 else []
NAMES = [None, "fairy", *workers] if workers else [None]


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


def check_cut(what, lines, at, who, when, requests):
    """Of the answer that was under way when so many lines had been told, the last of these requests', nothing was done that was sent after `when`."""
    mine = [request for request in requests if request.who == who]
    told = [line["event"] for line in lines if line.get("fairy") == who and line.get("event") in ("request", "action", "told")]
    at = len([line for line in lines[:at] if line.get("fairy") == who and line.get("event") in ("request", "action", "told")])
    first = max((i for i, event in enumerate(told[:at]) if event == "request"), default=-1)
    last = next((i for i, event in enumerate(told[at:], at) if event == "request"), len(told))
    done = told[first + 1:last].count("action")
    if mine and done > mine[-1].n_begun(when):
        complain("%s: %s has done %d actions of its answer, of which %d had been sent" % (what, who, done, mine[-1].n_begun(when)))


def check_words(told, requests, said):
    """Each of them once in the last request of whom it reached, and from its first on in all, as long as it is at the same task; or never. What
    reaches one of several reaches no other."""
    taken = refused = 0
    for word, code, whom in told:
        seen = {}
        for request in requests:
            seen.setdefault(request.who, []).append(count(word, request.text))
        readers = [who for who, counts in seen.items() if any(counts)]
        taken, refused = taken + (code == 0), refused + (code != 0)
        if code and readers:
            complain("%s was refused, and is in the requests: %s" % (word, seen), said)
        if code == 0 and (len(readers) != 1 or (whom and whom != readers[0])):
            complain("%s was taken for %s, and is in requests of %s" % (word, whom, readers), said)
        elif code == 0:
            counts = seen[readers[0]]
            told_at = counts[next(i for i, n in enumerate(counts) if n):]
            if any(n > 1 for n in counts) or (not workers and 0 in told_at):
                complain("%s was taken, and is in the requests so often: %s" % (word, counts), said)
    return taken, refused


figures = {"taken": 0, "refused": 0, "stopped": 0, "late": 0, "finished": 0, "resumed": 0, "alone": 0}
to_exit, to_silence, to_request = [], [], []
for run in range(runs):
    with open("run.svg.new", "wb") as f:
        f.write(original)
    os.rename("run.svg.new", "run.svg")
    del asked[:]
    session = "run-%d" % run
    ask = start("ask", "run.svg", "word-%d-first: make it neat" % run, "-i", "--session", session, *ASK, *TEAM)
    path = socket_of(ask)
    if not path:
        complain("it can't be reached", ask.communicate())
        continue
    watcher = Watcher(path)
    watcher.send(do="watch")
    told, teller, others, cut, stops = [], [], [], [], run % 2 == 0
    for i in range(R.randint(0, 2) if stops else R.randint(1, 3)):
        time.sleep(R.random() * 0.8)
        word = "word-%d-%d" % (run, i)
        how, whom = R.choice(["tell", "ask", "socket"]), R.choice(NAMES)
        if how == "socket":
            try:
                watcher.send(do="tell", words=word, id=i, **({"fairy": whom} if whom else {}))
            except OSError:
                told.append((word, 1, whom))
                continue
            when = watcher.wait_for(lambda line: line.get("id") == i and ("ok" in line or "error" in line))
            ok = any(line.get("id") == i and line.get("ok") for _, line in watcher.lines)
            told.append((word, 0 if ok else 1, whom))
            if ok:
                end = time.time() + 10
                while time.time() < end and not any(count(word, request.text) for request in asked) and ask.poll() is None:
                    time.sleep(0.002)
                first = next((i for i, request in enumerate(asked) if count(word, request.text)), None)
                if first is not None:
                    to_request.append(asked[first].time - when)
                    cut.append((word, when, asked[first].who, first))
        elif how == "tell":
            teller.append((word, whom, start("tell", "run.svg", word, "--session", session, *(["--fairy", whom] if whom else []))))
        elif not stops:
            other = start("ask", "run.svg", word, "-i", "--session", session, *ASK, *TEAM)
            others.append((word, other))
    stopped = None
    if stops:
        time.sleep(R.random() * 0.6)
        if workers and R.random() < 0.3:  # when all is done, and the last words are said, or have been
            watcher.wait_for(lambda line: line.get("event") == "action" and line.get("type") == "end-project", 20)
            time.sleep(R.random() * 0.05)
            figures["late"] += 1
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
    for word, whom, process in teller:
        process.communicate()
        told.append((word, process.returncode, whom))
        if process.returncode not in (0, 1):
            complain("tell ends with %d" % process.returncode)
    for word, process in others:  # one that comes too late runs by itself, and waits for the other
        out = process.communicate()
        if "and was told" in out[1]:
            told.append((word, process.returncode, None))
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
    lines = [line for _, line in watcher.lines]
    for word, at, who, first in cut:
        here = next((i for i, line in enumerate(lines) if line.get("event") == "told" and line["words"] == word), len(lines))
        check_cut("told " + word, lines, here, who, at, asked[:first])
    if stopped:
        figures["stopped"] += 1
        to_exit.append(ended - when)
        to_silence.append(max([t - when for t, line in watcher.lines if line.get("event") == "action" and t > when] or [0]))
        for who in ["fairy", *workers]:
            check_cut("stopped", lines, len(lines), who, when, asked)
        if ask.returncode != 130:
            complain("stopped, and ends with %d" % ask.returncode, *said)
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
    taken, refused = check_words(told + [("word-%d-first" % run, 0, None)], asked, said)
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
spread("from stop to the last action that is told", to_silence)
spread("from stop to the end of the process", to_exit)
print("\n".join(wrong[:40]))
sys.exit(bool(wrong))
