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


def seconds(argv):
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    print(done.stderr, end="", file=sys.stderr)
    return [float(line) for line in done.stdout.split()] if done.returncode == 0 else []


def make(bench, kind, size):
    path = bench.path(f"{kind}-{size}.json")
    with open(path, "wb") as out:
        subprocess.run([sys.executable, os.path.join(HERE, "reply.py"), kind, str(size * KB)], stdout=out, check=True)
    return path


def read(bench, kind, size, ways):
    """Who read a reply of so many KB → nanoseconds per byte, the median of all rounds; the ways in turn."""
    path, took = make(bench, kind, size), {way: [] for way in ways}
    rounds = str(max(1, min(40, 4 * MEGABYTE // (size * KB))))
    for _ in range(bench.runs):
        for way in ways:
            if way == "streamparser":
                took[way] += seconds([bench.node, os.path.join(HERE, "json.js"), path, rounds])
            else:
                took[way] += seconds([bench.peer("json"), path, "1" if way == "again" else rounds, way])
    return {way: 1e9 * statistics.median(of) / os.path.getsize(path) for way, of in took.items() if of}


def row(bench, name, peer, ours, theirs, most):
    ratio = ours / theirs
    bench.table.row(name, peer, f"{ours:.1f} ns/B", f"{theirs:.1f} ns/B", f"{ratio:8.2f} x", f"<= {most:g} x", ratio <= most)


def read_kind(bench, kind, sizes):
    before, ways = None, ["ours", *(peer for peer in PEERS if bench.node or peer != "streamparser")]
    for size in sizes:
        name, took = f"{kind}, {size} KB", read(bench, kind, size, ways)
        if "ours" not in took:
            bench.table.note(name, "", "we failed")
            bench.table.missed += 1
            return
        for peer, (title, most) in PEERS.items():
            if peer in took:
                row(bench, name, title, took["ours"], took[peer], most)
        if before:
            row(bench, name, "ourselves on less", took["ours"], before, GROWTH)
        before = took["ours"]


def read_again(bench):
    """Closing the brackets and parsing anew after every piece takes the square of the bytes; for comparison."""
    for size in (10, 20, 40):
        took = read(bench, "actions", size, ["ours", "again"])
        if len(took) == 2:
            bench.table.note(f"actions, {size} KB", "cJSON, anew every piece",
                             f"{took['ours']:7.1f} ns/B {took['again']:7.1f} ns/B {took['ours'] / took['again']:10.4f} x")


def replies(bench):
    bench.table.head("replies in pieces of 4 to 20 bytes")
    if not os.path.exists(bench.peer("json")):
        bench.table.note("", "", "bench-json isn't here: json-c was missing when this was built")
        return
    for kind, sizes in SIZES.items():
        read_kind(bench, kind, sizes)
    read_again(bench)
