"""Many drawings in one process: how many a thread does in a second of its own, beside a process for each."""
import glob
import os
import shutil
import subprocess
import time

MANY, SINGLE, ALONE = 8000, 200, 20  # drawings: of a batch, of a loop over processes, of one over Inkscape
WORDS, MOVE = "make the red boxes blue", "move everything right by 10"
REPLY = '{"actions":[{"_type":"message","text":"Looked at."}]}'
FLOOR = 400  # drawings a second of a thread
FOLDERS = ("/usr/share/openclipart/svg", "/usr/share/doc/linux-doc*")


def drawings(bench):
    """Of the packages that are here, else of --files, so that names don't clash."""
    found = sorted(path for folder in FOLDERS for path in glob.glob(f"{folder}/**/*.svg", recursive=True) if os.path.isfile(path))
    return (found or bench.real())[:MANY]


def timed(argv, folder):
    """Seconds, seconds of processors, MB at the most; None when it failed."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    start = time.perf_counter()
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    good = process.returncode in (0, 3)
    return (time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024) if good else None


def listed(bench, name, files):
    """Links in folders of a thousand: names are what they are, and don't clash."""
    folder = bench.path(name)
    for i, file in enumerate(files):
        os.makedirs(f"{folder}/{i // 1000}", exist_ok=True)
        os.symlink(file, f"{folder}/{i // 1000}/{i:05}.svg")
    return folder


def one_after_the_other(bench, files, out):
    """Seconds of processors for one drawing, in a loop of a shell."""
    script = f'for f in "$@"; do "{bench.fairy}" ask "$f" "{MOVE}" -o "{out}/x.svg" --no-session -q; done; exit 0'
    done = timed(["sh", "-c", script, "sh", *files], out)
    return done[1] / len(files) if done else None


def inkscape(bench, files, out):
    script = f'for f in "$@"; do inkscape "$f" --actions="select-all;transform-translate:10,0" -o "{out}/x.svg"; done; exit 0'
    done = timed(["sh", "-c", script, "sh", *files], out) if bench.inkscape else None
    return done[1] / len(files) if done else None


def tell(bench, name, done, n):
    seconds, used, peak = done
    rate = n / used
    bench.table.row(name, f"{n} drawings, {peak:.0f} MB", f"{n / seconds:.0f}/s", f"{1000 * used / n:.2f} ms", f"{rate:6.0f} /s",
                    f">= {FLOOR} /s", rate >= FLOOR)


def beside(bench, name, loop, files, least):
    """The same edit of the same drawings: seconds of processors for each."""
    out = bench.path("batch-out")
    folder = listed(bench, f"batch-{len(files)}", files)
    ours = timed([bench.fairy, "batch", MOVE, folder, "--out", f"{out}/1", "--threads", "1"], out)
    theirs = loop(bench, files, out)
    if theirs and ours:
        each = ours[1] / len(files)
        bench.table.row(f"moved, {len(files)} drawings", name, f"{1000 * each:.2f} ms", f"{1000 * theirs:.1f} ms",
                        f"{theirs / each:8.1f} x", f">= {least} x", theirs >= least * each)


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
    beside(bench, "a process for each", one_after_the_other, files[::max(len(files) // SINGLE, 1)][:SINGLE], 3)
    beside(bench, "inkscape --actions", inkscape, files[::max(len(files) // ALONE, 1)][:ALONE], 200)
