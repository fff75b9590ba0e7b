"""Many drawings in one process: how many a thread does in a second of its own, in how much memory, beside others."""
import glob
import os
import shutil
import statistics
import subprocess
import time

MANY, SOME, FEW = 8000, 1000, 20  # drawings: of a batch, of one beside others, of those others that start for each
WORDS = "make the red boxes blue"
REPLY = '{"actions":[{"_type":"message","text":"Looked at."}]}'
FLOOR, MEMORY = 400, 32  # drawings a second of a thread; MB of its own (RssAnon: heap and caches, no libraries, no fonts)
FOLDERS = ("/usr/share/openclipart/svg", "/usr/share/doc/linux-doc*")
HERE = os.path.dirname(os.path.abspath(__file__))
RED = ",".join(f"rect[style*='fill:{red}'],rect[fill='{red}']" for red in ("red", "#ff0000"))
# Our words, what Inkscape does for them, how many times as much it takes at least (None: told, and no more).
EDITS = ((WORDS, f"select-by-selector:{RED};object-set-property:fill,#0000ff", 200),
         ("move everything right by 10", "select-all;transform-translate:10,0", None),
         ("make everything blue", "select-all;object-set-property:fill,#0000ff", None))


def drawings(bench):
    """Of the packages that are here, else of --files; no links."""
    found = sorted(path for folder in FOLDERS for path in glob.glob(f"{folder}/**/*.svg", recursive=True)
                   if os.path.isfile(path) and not os.path.islink(path))
    return (found or bench.real())[:MANY]


def anonymous(pid):
    """KB that a process has of its own now."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("RssAnon")), 0)
    except OSError:
        return 0


def timed(argv, folder):
    """Seconds, seconds of processors, MB of its own at the most; None when it failed."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    start = time.perf_counter()
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    pid, most = 0, 0
    while not pid:
        most = max(most, anonymous(process.pid))
        time.sleep(0.02)
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
    process.returncode = os.waitstatus_to_exitcode(status)
    used = usage.ru_utime + usage.ru_stime
    return (time.perf_counter() - start, used, most / 1024) if process.returncode in (0, 3) else None


def listed(bench, name, files):
    """Links in folders of a thousand: names are what they are, and don't clash."""
    folder = bench.path(name)
    for i, file in enumerate(files):
        os.makedirs(f"{folder}/{i // 1000}", exist_ok=True)
        os.symlink(file, f"{folder}/{i // 1000}/{i:05}.svg")
    return folder


def each(files, n):
    return files[::max(len(files) // n, 1)][:n]


# --- beside others: milliseconds of processors for a drawing ---------------------------------------------------------


def used(argv, folder, n):
    done = timed(argv, folder)
    return 1000 * done[1] / n if done else None


def ours(bench, words, files, folder):
    out = bench.path("batch-out")
    return used([bench.fairy, "batch", words, folder, "--out", f"{out}/1", "--threads", "1"], out, len(files))


def loop(bench, command, files):
    """A process for each: a shell's command, for which "$f" is the drawing."""
    out = bench.path("batch-loop")
    script = f'cd "$0"; for f in "$@"; do {command}; done; exit 0'
    return used(["sh", "-c", script, out, *files], out, len(files))


def svgo(bench, files):
    program, out = os.path.join(bench.peers, "node_modules/svgo/bin/svgo.js"), bench.path("batch-svgo")
    config = os.path.join(HERE, "recolour_svgo.mjs")
    return used([bench.node, program, "-q", "--config", config, "-i", *files, "-o", out], out, len(files))


def compare(bench, name, peer, pairs, least):
    """Rounds of ours and theirs: medians, and that of their ratios."""
    if not pairs or any(not a or not b for a, b in pairs):
        bench.table.note(name, peer, "failed")
        return
    ratio = statistics.median(b / a for a, b in pairs)
    middle = [f"{statistics.median(side):.2f} ms" for side in zip(*pairs)]
    bench.table.row(name, peer, *middle, f"{ratio:8.1f} x", f">= {least} x" if least else "", not least or ratio >= least)


def beside_others(bench, files):
    some, few = each(files, SOME), each(files, FEW)
    folder = listed(bench, "batch-some", some)
    runs = range(bench.runs)
    fairy = f'"{bench.fairy}" ask "$f" "{WORDS}" -o x.svg --no-session -q'
    peers = {"a loop of fairy": (lambda: loop(bench, fairy, few), 3)}
    if bench.python:
        inkex = f'"{bench.python}" "{HERE}/recolour_inkex.py" --output=x.svg "$f"'
        peers["a loop of an inkex script"] = (lambda: loop(bench, inkex, few), None)
    if bench.node and os.path.isdir(os.path.join(bench.peers, "node_modules/svgo")):
        peers["svgo, one process"] = (lambda: svgo(bench, some), None)
    for peer, (theirs, least) in peers.items():
        compare(bench, WORDS, peer, [(ours(bench, WORDS, some, folder), theirs()) for _ in runs], least)
    for words, actions, least in EDITS if bench.inkscape else ():
        command = f'inkscape "$f" --actions="{actions}" -o x.svg'
        pairs = [(ours(bench, words, some, folder), loop(bench, command, few)) for _ in runs]
        compare(bench, words, "inkscape --actions", pairs, least)


# --- by itself -------------------------------------------------------------------------------------------------------


def tell(bench, name, done, n):
    seconds, used_up, most = done
    rate = n / used_up
    bench.table.row(name, f"{n} drawings", f"{n / seconds:.0f}/s", f"{1000 * used_up / n:.2f} ms", f"{rate:6.0f} /s", f">= {FLOOR} /s",
                    rate >= FLOOR)
    bench.table.row(name, "memory of its own", f"{most:.1f} MB", "", "", f"<= {MEMORY} MB", most <= MEMORY)


def batch(bench):
    bench.table.head("batch: drawings a second, and for a second of processors")
    files, out, reply = drawings(bench), bench.path("batch-out"), bench.path("reply.json")
    if not files:
        bench.table.note("batch", "", "no drawings here")
        return
    folder = listed(bench, "batch-in", files)
    with open(reply, "w", encoding="utf-8") as file:
        file.write(REPLY)
    for name, words in (("looked at", ["--actions", reply]), ("recoloured", [WORDS])):
        for threads in (1, 2):
            done = timed([bench.fairy, "batch", *words, folder, "--out", f"{out}/{threads}", "--threads", str(threads)], out)
            if done:
                tell(bench, f"{name}, {threads} threads", done, len(files))
    bench.table.head("batch beside others: of processors, for a drawing")
    beside_others(bench, files)
