"""How long Inkscape stands still for us, beside extensions that do nothing, or write one attribute without reading the
drawing (inkscape_live.py): the menu, the first edit that is seen, each push, what many leave behind."""
import collections
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from table import Over, Run, Within

HERE = os.path.dirname(os.path.abspath(__file__))
NEEDED = ("inkscape", "xvfb-run", "dbus-run-session", "openbox", "xdotool", "xprop", "gdbus")
MENU_MS, MENU_OVER_MS = 100, 30         # or so much more than what does nothing
FIRST_EDIT_MS, FIRST_EDIT = 400, "1000"  # in drawings of so many
PUSH = 1.6                               # of the time that Inkscape takes for an extension that only writes
FEW, PUSH_OVER_MS = "10", 20             # with so few objects: over it
KEPT_MB = 10                             # a program's memory may grow by it
LIMIT = 3000                             # seconds


def run(build, rounds, pushes):
    """(what, drawing, panels) → values; raises where it fails."""
    with tempfile.TemporaryDirectory(prefix="fairies-inkscape-") as work:
        inner = [sys.executable, "-B", os.path.join(HERE, "inkscape_live.py"), work, build, str(rounds), str(pushes)]
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "PYTHONPATH")} | {"LC_ALL": "C.UTF-8"}
        with open(os.path.join(work, "errors"), "w+", encoding="utf-8") as errors:
            done = subprocess.run(["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1280x900x24", *inner],
                                  stdout=subprocess.PIPE, stderr=errors, text=True, env=environment, timeout=LIMIT, check=False)
            errors.seek(0)
            said = errors.read()
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = {(line["what"], line["drawing"], line["panels"]): line["values"] for line in lines}
    return found, "" if done.returncode == 0 else said[-2000:]


def show(ms):
    return f"{ms:.0f} ms"


def absolute(table, name, peer, values, theirs, limit):
    """A row whose floor is a time."""
    ours = statistics.median(values)
    beside = show(statistics.median(theirs)) if theirs else ""
    table.row(name, peer, show(ours), beside, f"{min(values):.0f}–{max(values):.0f} ms", f"<= {limit} ms", ours <= limit)


def runs(values):
    return [Run(ms / 1000, 0) for ms in values]


def menu_rows(table, found, drawings):
    table.head("Inkscape: the menu returns")
    for (what, drawing, _), values in found.items():
        if what == "menu, and no worker":
            table.note(drawing, "and no worker is there", show(values[0]))
    for drawing in drawings:
        ours, theirs = found["menu", drawing, False], found["empty", drawing, False]
        absolute(table, drawing, "an empty extension", ours, theirs, max(MENU_MS, round(statistics.median(theirs)) + MENU_OVER_MS))


def first_edit_rows(table, found, drawings):
    table.head("Inkscape: the first edit is seen, after its action is finished")
    for drawing in drawings:
        values = found["first edit", drawing, False]
        if drawing.startswith(FIRST_EDIT):
            absolute(table, drawing, "", values, [], FIRST_EDIT_MS)
        else:
            table.note(drawing, "", f"{show(statistics.median(values)):>12}")


def push_rows(table, found, drawings):
    table.head("Inkscape: a push, without and with its panels for objects and XML")
    for drawing in drawings:
        for panels in (False, True):
            name = drawing + (", panels" if panels else "")
            ours = runs(found["push", drawing, panels])
            floor = Over(PUSH_OVER_MS) if drawing == FEW else Within(PUSH)
            table.compare(name, "one that only writes", ours, runs(found["echo", drawing, panels]), floor)
            middle = {what: statistics.median(found[what, drawing, panels]) for what in ("empty", "describe")}
            table.note("", "", f"an empty extension {middle['empty']:.0f} ms, Describe {middle['describe']:.1f} ms")


def left_rows(table, found):
    found = {what: values for (what, _, _), values in found.items()}
    n = found["pushes"][-1]
    table.head(f"Inkscape: what {n} pushes leave behind")
    grown = {what: values[-1] - values[0] for what, values in found.items() if what != "pushes"}
    peer = grown["peer's memory"]
    limit = max(peer, 0) + KEPT_MB
    for name, beside, theirs, most in (("memory", "as many runs of the writer", f"{peer:.1f} MB", limit),
                                       ("worker's memory", "", "", KEPT_MB)):
        table.row(name, beside, f"{grown[name]:.1f} MB", theirs, "", f"<= {most:.0f} MB", grown[name] <= most)
    for name in ("worker's descriptors", "descriptors", "files"):
        table.row(name, "before", str(found[name][-1]), str(found[name][0]), "", "as many", grown[name] <= 0)


def inkscape(bench):
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        print(f"\ninkscape: left out, as there is no {', '.join(missing)} here")
        return
    rounds = max(bench.runs, 3)
    found, problem = run(os.path.dirname(bench.peers), rounds, int(os.environ.get("PUSHES", "200")))
    if problem:
        bench.table.note("inkscape", "", f"failed: {problem}")
        bench.table.missed += 1
        return
    drawings = list(collections.OrderedDict.fromkeys(drawing for what, drawing, _ in found if what == "push"))
    menu_rows(bench.table, found, drawings)
    first_edit_rows(bench.table, found, drawings)
    push_rows(bench.table, found, drawings)
    left_rows(bench.table, found)
