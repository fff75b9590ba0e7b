"""A batch beside a server that takes its time: how much faster many at a time are, and what it makes of a server's limits."""
import glob
import json
import os
import shutil
import subprocess
import sys
import time

SECONDS = 0.8  # that the server takes for an answer
JOBS, MANY, FEW = 32, 320, 24  # drawings at a time; of those runs, and of the one that has one at a time
REFUSED = "15%"
MODEL, PRICE = "openai/gpt-6-luna", (1, 10)  # US dollars for a million tokens
INPUT, OUTPUT = 1000, 100  # tokens that the server tells
LEAST_OUTPUT = 2000  # below which a request isn't sent
SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli", "support", "batch_model.py")
REPLY = json.dumps({"actions": [{"_type": "message", "text": "Looked at."}]})


class Server:
    def __init__(self, folder, refused="0"):
        os.makedirs(folder)
        self.asked = f"{folder}/asked.txt"
        self.process = subprocess.Popen([sys.executable, "-B", SERVER, REPLY, str(SECONDS), refused], cwd=folder, stdout=subprocess.PIPE,
                                        text=True)
        self.port = int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def rows(self):
        """When each request came, and what it was answered with."""
        with open(self.asked, encoding="utf-8") as file:
            return [(float(line.split()[0]), line.split()[3]) for line in file]


def drawings(bench, n):
    """So many that differ, made of real ones where there are some."""
    real = [f for f in sorted(glob.glob("/usr/share/doc/linux-doc*/**/*.svg", recursive=True)) if os.path.isfile(f)] or bench.real()
    folder = bench.path(f"served-{n}")
    os.makedirs(folder)
    for i in range(n if real else 0):
        with open(real[i % len(real)], "rb") as source, open(f"{folder}/{i:04}.svg", "wb") as out:
            out.write(source.read() + b"<!-- %d -->\n" % i)
    return folder if real else None


def settings(bench):
    folder = bench.path("served-settings")
    os.makedirs(f"{folder}/fairies", mode=0o700)
    with open(f"{folder}/fairies/config.ini", "w", encoding="utf-8") as file:
        file.write(f"[openai]\nprice.gpt-6-luna = {PRICE[0]},{PRICE[1]}\n")
    return folder


def run(bench, server, folder, *options, usd="none"):
    """Seconds, seconds of processors, rows of the results. Money that is set aside would be what limits it."""
    out = bench.path("served-out")
    shutil.rmtree(out, ignore_errors=True)
    env = dict(os.environ, OPENAI_API_KEY="sk-test-a1b2c3d4e5f6", OPENAI_BASE_URL=f"http://127.0.0.1:{server.port}/v1",
               XDG_CONFIG_HOME=bench.path("served-settings"))
    start = time.perf_counter()
    process = subprocess.Popen([bench.fairy, "batch", "look at it", folder, "--out", out, "--model", MODEL, "--max-cost", usd,
                               *options], env=env,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    seconds = time.perf_counter() - start
    with open(f"{out}/results.jsonl", encoding="utf-8") as file:
        return seconds, usage.ru_utime + usage.ru_stime, [json.loads(line) for line in file]


def failures(rows):
    return sum(row["state"] not in ("done", "unchanged") for row in rows)


def many_at_a_time(bench, folder, few, name, least, *options):
    with Server(bench.path(f"server-{name}-1")) as server:
        alone = run(bench, server, few, "--jobs", "1", *options)
    with Server(bench.path(f"server-{name}-{JOBS}")) as server:
        many = run(bench, server, folder, "--jobs", str(JOBS), *options)
    ratio = (len(many[2]) / many[0]) / (len(alone[2]) / alone[0])
    good = ratio >= least and failures(alone[2]) + failures(many[2]) == 0
    bench.table.row(f"--jobs {JOBS}, {name}", f"--jobs 1; {failures(many[2])} failed, {1000 * many[1] / len(many[2]):.0f} ms CPU each",
                    f"{len(many[2]) / many[0]:.1f}/s", f"{len(alone[2]) / alone[0]:.2f}/s", f"{ratio:8.1f} x", f">= {least} x", good)


def needed(rows):
    """Seconds in which the server was closed, and in which so many at a time take the rest."""
    closed = until = 0
    for came, what in rows:
        if what == "wait":
            closed += max(came + 1 - max(came, until), 0)
            until = max(until, came + 1)
    return closed + sum(what != "wait" for _, what in rows) * SECONDS / JOBS


def told_to_wait(bench, folder):
    with Server(bench.path("server-waits"), REFUSED) as server:
        _, _, results = run(bench, server, folder, "--jobs", str(JOBS), "--no-picture")
        rows = server.rows()
    used = rows[-1][0] + SECONDS - rows[0][0]
    early, waits = (sum(what == name for _, what in rows) for name in ("early", "wait"))
    part = needed(rows) / used
    good = part >= 0.8 and early == 0 and failures(results) == 0
    bench.table.row(f"{REFUSED} told to wait 1 s", f"{waits} of {len(rows)}; {early} early, {failures(results)} failed", f"{used:.1f} s",
                    f"{needed(rows):.1f} s", f"{part:8.2f} x", ">= 0.8 x", good)


def paced(bench, folder, rate):
    with Server(bench.path("server-rate")) as server:
        _, _, results = run(bench, server, folder, "--jobs", str(JOBS), "--no-picture", "--rate", str(rate))
        rows = server.rows()
    used = rows[-1][0] - rows[0][0]
    part = (len(rows) - 1) / used / (rate / 60)
    good = 0.95 <= part <= 1.005 and failures(results) == 0
    bench.table.row(f"--rate {rate}", f"{failures(results)} failed", f"{60 * (len(rows) - 1) / used:.0f}/min", f"{rate}/min",
                    f"{part:8.3f} x", "0.95 to 1.005 x", good)


def budget(bench, folder, usd):
    """What is left is less than one more request could cost."""
    with Server(bench.path("server-budget")) as server:
        _, _, results = run(bench, server, folder, "--jobs", str(JOBS), "--no-picture", usd=str(usd))
        rows = server.rows()
    spent = len(rows) * (INPUT * PRICE[0] + OUTPUT * PRICE[1]) / 1e6
    told = sum(row["usd"] for row in results)
    most = usd - spent  # of one that wasn't sent: a prompt of some thousand tokens, and the least answer
    one = (20000 * PRICE[0] + LEAST_OUTPUT * PRICE[1]) / 1e6
    good = abs(spent - told) < 1e-6 and 0 <= most <= one and all(row["state"] != "failed" for row in results)
    bench.table.row(f"--max-cost {usd}", f"{len(rows)} asked of {len(results)}", f"${spent:.3f}", f"${usd:.3f}", f"${most:.3f}",
                    f"0 to ${one:.3f}", good)


def served(bench):
    bench.table.head(f"batch, beside a server that takes {SECONDS} s for an answer")
    folder, few = drawings(bench, MANY), drawings(bench, FEW)
    if not folder:
        bench.table.note("batch", "", "no drawings here")
        return
    settings(bench)
    many_at_a_time(bench, folder, few, "no pictures", 26, "--no-picture")
    many_at_a_time(bench, folder, few, "pictures", 20)
    told_to_wait(bench, folder)
    paced(bench, folder, 1200)
    budget(bench, folder, 0.3)
