"""How fast a reply is read while it arrives, in pieces of 4 to 20 bytes and looked at after each, beside who reads it whole,
in pieces without looking, or anew after every piece."""
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KB, MEGABYTE = 1000, 1000 * 1000
SIZES = {"actions": (50, 800, 8000), "string": (50, 800), "points": (50, 800)}
# how a program calls it → what it is, how many of its times we may take
PEERS = {
    "cjson": ("cJSON_Parse of the whole", 2),
    "json-c": ("json-c, in pieces", 2),
    "streamparser": ("streamparser, in pieces", 0.4),
}
GROWTH = 1.2
AGAIN = (10, 20, 40)


def seconds(argv):
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    print(done.stderr, end="", file=sys.stderr)
    return [float(line) for line in done.stdout.split()] if done.returncode == 0 else []


def make(bench, kind, size):
    path = bench.path(f"{kind}-{size}.json")
    with open(path, "wb") as out:
        subprocess.run([sys.executable, os.path.join(HERE, "reply.py"), kind, str(size * KB)], stdout=out, check=True)
    return path


def read(bench, kind, sizes, ways):
    """(KB, way) → nanoseconds of the processor per byte, the median of all rounds. All in turn, as the machine's pace varies."""
    paths = {size: make(bench, kind, size) for size in sizes}
    took = {(size, way): [] for size in sizes for way in ways}
    for _ in range(bench.runs):
        for size, way in took:
            rounds = "1" if way == "again" else str(max(1, min(40, 4 * MEGABYTE // (size * KB))))
            program = [bench.node, os.path.join(HERE, "json.js")] if way == "streamparser" else [bench.peer("json")]
            took[size, way] += seconds([*program, paths[size], rounds, *([way] * (way != "streamparser"))])
    return {key: 1e9 * statistics.median(of) / os.path.getsize(paths[key[0]]) for key, of in took.items() if of}


def row(bench, name, peer, ours, theirs, most):
    ratio = ours / theirs
    bench.table.row(name, peer, f"{ours:.1f} ns/B", f"{theirs:.1f} ns/B", f"{ratio:8.2f} x", f"<= {most:g} x", ratio <= most)


def read_kind(bench, kind, sizes):
    took = read(bench, kind, sizes, ["ours", *(peer for peer in PEERS if bench.node or peer != "streamparser")])
    for size, smaller in zip(sizes, (None, *sizes)):
        name, ours = f"{kind}, {size} KB", took.get((size, "ours"))
        if not ours:
            bench.table.note(name, "", "we failed")
            bench.table.missed += 1
            continue
        for peer, (title, most) in PEERS.items():
            if (size, peer) in took:
                row(bench, name, title, ours, took[size, peer], most)
        if (smaller, "ours") in took:
            row(bench, name, f"ourselves, {smaller} KB", ours, took[smaller, "ours"], GROWTH)


def read_again(bench):
    """Closing the brackets and parsing anew after every piece takes the square of the bytes; for comparison."""
    took = read(bench, "actions", AGAIN, ["ours", "again"])
    for size in AGAIN:
        if (size, "ours") in took and (size, "again") in took:
            ours, again = took[size, "ours"], took[size, "again"]
            bench.table.note(f"actions, {size} KB", "cJSON, anew every piece",
                             f"{ours:7.1f} ns/B {again:7.1f} ns/B {ours / again:10.4f} x")


def replies(bench):
    bench.table.head("replies in pieces of 4 to 20 bytes")
    if not os.path.exists(bench.peer("json")):
        bench.table.note("", "", "bench-json isn't here: json-c was missing when this was built")
        return
    for kind, sizes in SIZES.items():
        read_kind(bench, kind, sizes)
    read_again(bench)
