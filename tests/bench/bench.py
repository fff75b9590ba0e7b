#!/usr/bin/env python3
"""Runs us and others in turn and prints a table: how long each took, the ratio, the floor, and whether it is met.
run.sh calls this."""
import argparse
import collections
import json
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree

from batch import batch
from inkscape import inkscape
from replies import replies
from served import served
from streams import streams
from table import Faster, Over, Run, Table, Within, times
from team import team

HERE = os.path.dirname(os.path.abspath(__file__))
MEGABYTE = 1000 * 1000
LIMIT = 400  # seconds a peer may take
TRIED = 20  # shapes to move, before the best is taken
SIDE = 1600  # px of the longer side of a picture
EXTENSIONS = "/usr/share/inkscape/extensions"

# out: a file that isn't there when it starts. Nobody but us syncs a file that it replaces.
Command = collections.namedtuple("Command", "argv stdin out", defaults=(None, None))

# --- running --------------------------------------------------------------------------------------------------------


def run(command):
    """None when it fails or takes too long."""
    if command.out and os.path.exists(command.out):
        os.unlink(command.out)
    stdin = open(command.stdin, "rb") if command.stdin else subprocess.DEVNULL
    start = time.perf_counter()
    process = subprocess.Popen(command.argv, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               close_fds=False)
    timer = threading.Timer(LIMIT, process.kill)
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    if command.stdin:
        stdin.close()
    return Run(seconds, usage.ru_maxrss) if process.returncode == 0 else None


def output(argv, stdin=None):
    with open(stdin or os.devnull, "rb") as source:
        done = subprocess.run(argv, stdin=source, capture_output=True, timeout=LIMIT, check=False)
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def race(commands, runs):
    """Every command once, then again, …: name → its runs; None for one that failed."""
    results = {name: [] for name in commands}
    for number in range(runs + 1):  # the first round fills caches, and doesn't count
        for name, command in commands.items():
            if results[name] is None:
                continue
            done = run(command)
            if done is None:
                results[name] = None
            elif number:
                results[name].append(done)
    return results


class Bench:
    def __init__(self, options):
        self.fairy, self.peers = options.fairy, options.peers
        self.folders = [folder for folder in options.folders.split(":") if folder]
        self.runs = int(os.environ.get("RUNS", "5"))
        self.work = tempfile.mkdtemp(prefix="fairies-bench-")
        self.table = Table()
        self.inkscape, self.node = shutil.which("inkscape"), shutil.which("node")
        self.convert = shutil.which("rsvg-convert")
        self.python = next((p for p in ("/usr/bin/python3", sys.executable) if self.has_inkex(p)), None)
        if not os.path.isdir(os.path.join(self.peers, "node_modules")):
            self.node = None
        os.environ["XDG_STATE_HOME"] = self.path("state")  # never the journal of whoever runs this
        os.environ["NODE_PATH"] = os.path.join(self.peers, "node_modules")
        self.say_missing()

    @staticmethod
    def has_inkex(python):
        os.environ["PYTHONPATH"] = EXTENSIONS
        return subprocess.run([python, "-c", "import inkex"], capture_output=True, check=False).returncode == 0

    def say_missing(self):
        here = {"inkscape": self.inkscape, "rsvg-convert": self.convert, "node or npm's resvg-js": self.node,
                "inkex (with python3-lxml, -numpy, -cssselect)": self.python, "folders of real drawings (--files)": self.folders}
        for name, found in here.items():
            if not found:
                print(f"{name}: not here, its rows are left out")

    def path(self, name):
        return os.path.join(self.work, name)

    def peer(self, name):
        return os.path.join(self.peers, "bench-" + name)

    def real(self):
        """Other people's drawings, by name."""
        files = [os.path.join(folder, name) for folder in self.folders for name in os.listdir(folder)
                 if name.endswith(".svg") and not name[1:-4].isdigit()]
        return sorted(files, key=os.path.basename)

    def made(self, letter, n):
        """A made drawing of n elements, "g" with connectors and "n" without; from a folder when it is there."""
        name = f"{letter}{n}.svg"
        for folder in self.folders + [self.work]:
            if os.path.exists(os.path.join(folder, name)):
                return os.path.join(folder, name)
        words = [str(n), "connectors"] if letter == "g" else [str(n)]
        with open(self.path(name), "w", encoding="utf-8") as out:
            subprocess.run([sys.executable, os.path.join(HERE, "drawing.py"), *words], stdout=out, check=True)
        return self.path(name)

    def drawings(self):
        """All that every command is measured on."""
        return self.real() + [self.made("n", n) for n in (1000, 10000, 100000)]

    def many(self, file):
        """Small files are timed more often: a millisecond is noise there."""
        return self.runs * (3 if os.path.getsize(file) < MEGABYTE else 1)


def label(file):
    return os.path.basename(file)[:-4]


# --- query ----------------------------------------------------------------------------------------------------------


def query_file(bench, file):
    """Gives the ratio beside Inkscape back."""
    lines = output([bench.fairy, "query", file]).splitlines()
    ids = bench.path("ids")
    with open(ids, "w", encoding="utf-8") as out:
        out.writelines(line.rsplit(",", 4)[0] + "\n" for line in lines)
    commands = {"ours": Command([bench.fairy, "query", file]), "xml": Command([bench.peer("xml"), "parse", file])}
    answers = int(output([bench.peer("rsvg"), file], ids) or 0)
    if lines and answers >= 0.9 * len(lines):
        commands["librsvg"] = Command([bench.peer("rsvg"), file], ids)
    else:
        bench.table.note(label(file), "librsvg, per element", f"answers for {answers} of {len(lines)} elements")
    if bench.node:
        commands["resvg"] = Command([bench.node, os.path.join(HERE, "resvg.js"), "box", file])
    if bench.inkscape:
        commands["inkscape"] = Command([bench.inkscape, "--query-all", file])
    done = race(commands, bench.many(file) if os.path.getsize(file) < 3 * MEGABYTE else bench.runs)
    small = os.path.getsize(file) < MEGABYTE
    compare = bench.table.compare
    compare(label(file), "libxml2 parse", done["ours"], done["xml"], Within(5 if small else 3))
    if "librsvg" in done:
        compare(label(file), "librsvg, per element", done["ours"], done["librsvg"], Within(0.5))
    if "resvg" in done:
        compare(label(file), "resvg, the whole", done["ours"], done["resvg"], Within(0.5))
    if "inkscape" in done:
        return compare(label(file), "inkscape --query-all", done["ours"], done["inkscape"], Faster(12))
    return None


def query_growth(bench):
    files = {name: bench.made(*name) for name in [("n", 10000), ("n", 100000), ("g", 10000), ("g", 100000)]}
    done = race({name: Command([bench.fairy, "query", file]) for name, file in files.items()}, bench.runs)
    for letter in "ng":
        bench.table.compare(letter + "100000", f"ourselves on {letter}10000", done[letter, 100000],
                            done[letter, 10000], Within(11))
    for n in (10000, 100000):
        bench.table.compare(f"g{n}, with connectors", f"ourselves on n{n}", done["g", n], done["n", n], Within(1.2))


def query(bench):
    bench.table.head("query: all boxes")
    ratios = [ratio for ratio in (query_file(bench, file) for file in bench.drawings()) if ratio]
    if ratios:
        middle = statistics.median(ratios)
        bench.table.row("median of all", "inkscape --query-all", "", "", f"{middle:8.1f} x", ">= 17 x", middle >= 17)
    query_growth(bench)


# --- apply ----------------------------------------------------------------------------------------------------------


def plainness(shape):
    """Fewer parts first: a shape alone, a group, what has a label or ends."""
    if shape["type"] in ("arrow", "line", "text"):
        return 3
    return 2 if shape.get("text") else 1 if shape["type"] == "group" else 0


def move_of(bench, name):
    """A file of actions that moves the shape."""
    actions = bench.path("actions.json")
    with open(actions, "w", encoding="utf-8") as out:
        json.dump([{"_type": "offset", "shapeIds": [name], "offsetX": 7, "offsetY": 3}], out)
    return actions


def elements(file):
    return [element.attrib for element in ElementTree.parse(file).iter()]


def n_moved(bench, file, name):
    """How many elements our move of the shape changes: a label or a border goes with it."""
    moved = bench.path("moved.svg")
    if not output([bench.fairy, "apply", file, move_of(bench, name), "-o", moved]):
        return math.inf
    return sum(old != new for old, new in zip(elements(file), elements(moved))) or math.inf


def movable(bench, file):
    """The id of the plainest shape that has one in the file, isn't locked and goes alone, as the others move it; else of
    that with which least goes. None when none moves."""
    with open(file, encoding="utf-8", errors="replace") as source:
        own = set(re.findall(r"\sid\s*=\s*[\"']([^\"']*)", source.read()))
    seen = json.loads(output([bench.fairy, "see", file, "--detail", "simple", "--view=-1e6,-1e6,2e6,2e6"]) or '{"shapes":[]}')
    named = [shape for shape in seen["shapes"] if not shape.get("locked") and shape["shapeId"] in own]
    best, least = None, math.inf
    for shape in sorted(named, key=plainness)[:TRIED]:
        moved = n_moved(bench, file, shape["shapeId"])
        if moved < least:
            best, least = shape["shapeId"], moved
        if least == 1:
            break
    return best


def changed_lines(before, after):
    diff = subprocess.run(["diff", "-a", before, after], capture_output=True, check=False).stdout.splitlines()
    return max(sum(line.startswith(mark) for line in diff) for mark in (b"<", b">"))


def apply_file(bench, file):
    name = movable(bench, file)
    if not name:
        bench.table.note(label(file), "", "no shape with an id can be moved")
        return
    actions, out, other = move_of(bench, name), bench.path("out.svg"), bench.path("other.svg")
    commands = {"ours": Command([bench.fairy, "apply", file, actions, "-o", out], out=out),
                "xml": Command([bench.peer("xml"), "move", file, name, other], out=other)}
    if bench.inkscape:
        steps = f"select-by-id:{name};transform-translate:7,3;export-filename:{other};export-do"
        commands["inkscape"] = Command([bench.inkscape, f"--actions={steps}", file], out=other)
    if bench.python:
        commands["inkex"] = Command([bench.python, os.path.join(HERE, "move_inkex.py"), f"--id={name}",
                                     f"--output={other}", file], out=other)
    done = race(commands, bench.many(file))
    compare = bench.table.compare
    if os.path.getsize(file) >= MEGABYTE:
        compare(label(file), "libxml2 parse + write", done["ours"], done["xml"], Within(1.2))
    if "inkscape" in done:
        compare(label(file), "inkscape, the same", done["ours"], done["inkscape"], Faster(25))
    if "inkex" in done:
        compare(label(file), "inkex, the same", done["ours"], done["inkex"], Faster(7))
    lines = changed_lines(file, out)
    bench.table.row(label(file), "lines changed", str(lines), "", "", "<= 2", 0 < lines <= 2)


def apply(bench):
    bench.table.head("apply: one move, saved")
    for file in bench.drawings():
        apply_file(bench, file)


# --- render ---------------------------------------------------------------------------------------------------------


def page(bench, file):
    return json.loads(output([bench.fairy, "see", file]))["page"]


def see(bench, file, *options):
    out = bench.path("ours.png")
    return Command([bench.fairy, "see", file, "--screenshot", out, "--size", str(SIDE), *options], out=out)


def render_view(bench):
    """A view in the middle, at the drawing's own scale. Beside one at a time: after a program that gave back gigabytes, the
    next one finds memory slow."""
    file = bench.made("n", 100000)
    whole = page(bench, file)
    x, y = round(whole["w"] / 2), round(whole["h"] / 2)
    ours = see(bench, file, f"--view={x},{y},{SIDE},{SIDE * 3 // 4}")
    done = race({"ours": ours, "query": Command([bench.fairy, "query", file])}, bench.runs)
    bench.table.compare("a view of n100000", "our own query", done["ours"], done["query"], Within(1.3))
    if bench.convert:
        out = bench.path("other.png")
        rsvg = Command([bench.convert, f"--page-width={SIDE}", f"--page-height={SIDE * 3 // 4}", f"--left={-x}", f"--top={-y}",
                        "-o", out, file], out=out)
        done = race({"ours": ours, "rsvg": rsvg}, bench.runs)
        bench.table.compare("a view of n100000", "rsvg-convert", done["ours"], done["rsvg"], Faster(8))


def render_open(bench):
    """Views of drawings that are open already, in turn."""
    views = {n: [] for n in (1000, 100000)}
    for _ in range(bench.runs):
        for n, seen in views.items():
            shown = output([bench.peer("views"), bench.made("n", n), "9"]).split()
            seen.append(Run(statistics.median(float(ms) for ms in shown) / 1000, 0) if shown else None)
    if any(run is None for seen in views.values() for run in seen):
        bench.table.note("n100000, open", "n1000, open", "failed")
        bench.table.missed += 1
        return
    bench.table.compare("n100000, open", "n1000, open", views[100000], views[1000], Within(1.3))


def render_page(bench, file):
    whole = page(bench, file)
    side = "width" if whole["w"] >= whole["h"] else "height"
    out = bench.path("other.png")
    commands = {"ours": see(bench, file)}
    if bench.convert:
        commands["rsvg-convert"] = Command([bench.convert, f"--{side}={SIDE}", "--keep-aspect-ratio", "-o", out, file],
                                           out=out)
    if bench.node:
        commands["resvg"] = Command([bench.node, os.path.join(HERE, "resvg.js"), "draw", file, side, out], out=out)
    if bench.inkscape:
        commands["inkscape"] = Command([bench.inkscape, f"--export-{side}={SIDE}", "--export-type=png",
                                        f"--export-filename={out}", file], out=out)
    done = race(commands, bench.runs)
    peers = {name: runs for name, runs in done.items() if name != "ours" and runs}
    if "rsvg-convert" in peers:
        bench.table.compare(label(file), "rsvg-convert", done["ours"], peers["rsvg-convert"], Within(1.0))
    if peers:
        best = min(peers, key=lambda name: statistics.median(times(peers[name])))
        bench.table.compare(label(file), f"the fastest: {best}", done["ours"], peers[best], Within(1.1))


def render(bench):
    bench.table.head(f"see --screenshot, {SIDE} px, PNG")
    render_view(bench)
    render_open(bench)
    for file in bench.drawings():
        render_page(bench, file)


# --- start-up and memory --------------------------------------------------------------------------------------------


def start(bench):
    bench.table.head("start-up, over an empty C program")
    small, actions, moved = bench.path("small.svg"), bench.path("actions.json"), bench.path("out.svg")
    with open(small, "w", encoding="utf-8") as out:
        rects = "".join(f'  <rect id="r{i}" x="{i * 20}" y="10" width="15" height="30" fill="#246"/>\n' for i in range(30))
        out.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="600" height="50">\n{rects}</svg>\n')
    with open(actions, "w", encoding="utf-8") as out:
        json.dump([{"_type": "offset", "shapeIds": ["r3"], "offsetX": 7, "offsetY": 3}], out)
    done = race({"empty": Command([bench.peer("empty")]), "version": Command([bench.fairy, "--version"]),
                 "apply": Command([bench.fairy, "apply", small, actions, "-o", moved], out=moved)},
                8 * bench.runs)
    bench.table.compare("fairy --version", "an empty program", done["version"], done["empty"], Over(3))
    bench.table.compare("fairy apply, 2 KB", "an empty program", done["apply"], done["empty"], Over(8))


def memory(bench):
    bench.table.head("peak memory")
    file = bench.made("n", 100000)
    actions = move_of(bench, movable(bench, file))
    commands = {"xml": [bench.peer("xml"), "parse", file], "query": [bench.fairy, "query", file],
                "apply": [bench.fairy, "apply", file, actions, "-o", bench.path("out.svg")]}
    peak = {name: own_peak(argv) for name, argv in commands.items()}
    for name in ("query", "apply"):
        limit = 1.6 * peak["xml"] + 25
        bench.table.row(f"{name} n100000", "libxml2 parse", f"{peak[name]:.0f} MB", f"{peak['xml']:.0f} MB",
                        f"{peak[name] / peak['xml']:8.2f} x", f"<= {limit:.0f} MB", peak[name] <= limit)
    many_moves(bench)


def own_peak(argv):
    """MB. A program's peak begins with that of who starts it, and by now we are large: it is started by a small one."""
    small = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    return int(output([sys.executable, "-S", "-E", "-c", small, *argv]) or 0) / 1024


def many_moves(bench):
    """Of one reply: what there are more of costs nothing, but for the elements that they change."""
    file, rand, peak = bench.made("n", 10000), random.Random(1), {}
    with open(file, encoding="utf-8") as source:
        ids = re.findall(r'<rect\s+id="([^"]*)"', source.read())
    for n in (1000, 10000, 40000):
        actions = bench.path(f"moves-{n}.json")
        with open(actions, "w", encoding="utf-8") as out:
            json.dump([{"_type": "move", "shapeId": rand.choice(ids), "x": rand.randrange(9000), "y": rand.randrange(7000)}
                       for _ in range(n)], out)
        peak[n] = own_peak([bench.fairy, "apply", file, actions, "-o", bench.path("out.svg")])
    for few, many, most in ((1000, 10000, 1.25), (10000, 40000, 1.1)):  # the first 10,000 change elements for the first time
        ratio = peak[many] / peak[few] if peak[few] and peak[many] else math.inf
        bench.table.row(f"{many} moves, n10000", f"{few} moves", f"{peak[many]:.1f} MB", f"{peak[few]:.1f} MB",
                        f"{ratio:8.2f} x", f"<= {most} x", ratio <= most)


GROUPS = {"query": query, "apply": apply, "render": render, "start": start, "memory": memory, "json": replies,
          "streams": streams, "team": team, "batch": batch, "served": served,
          "inkscape": inkscape}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fairy", required=True)
    parser.add_argument("--peers", required=True, help="the folder with bench-xml and the others")
    parser.add_argument("--folders", default="", help="of real drawings, separated by colons")
    parser.add_argument("groups", nargs="*", choices=[[], *GROUPS])
    options = parser.parse_args()
    bench = Bench(options)
    try:
        for group in options.groups or GROUPS:
            GROUPS[group](bench)
    finally:
        shutil.rmtree(bench.work)
    print(f"\n{bench.table.met} floors met, {bench.table.missed} missed")
    sys.exit(bench.table.missed > 0)


main()
