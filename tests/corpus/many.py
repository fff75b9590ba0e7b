#!/usr/bin/env python3
"""Has `fairy batch` recolour the drawings of Debian's openclipart-svg and linux-doc, in one process, with one thread and
with two: each is told of once, what wasn't changed has the bytes it had, and both runs leave the same. many.py FAIRY
[--every N] [--from N]: every Nth of them."""
import argparse
import collections
import glob
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile

ROOT = "/usr/share"
FOLDERS = ("openclipart/svg", "doc/linux-doc-*")
ENDS = (".svg", ".svgz", ".svg.gz")
WORDS = "make the red boxes blue"
STATES = {"done", "partly", "unchanged", "failed", "skipped"}


def drawings():
    """By their paths below the root; links aren't taken."""
    found = []
    for folder in FOLDERS:
        for top in glob.glob(os.path.join(ROOT, folder)):
            for path, _, names in os.walk(top):
                found += [os.path.relpath(os.path.join(path, name), ROOT) for name in names
                          if name.endswith(ENDS) and not os.path.islink(os.path.join(path, name))]
    return sorted(found)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def unpacked(data):
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def run(fairy, listed, out, threads):
    """The rows of its results, by drawing."""
    done = subprocess.run([fairy, "batch", WORDS, "@" + listed, "--out", out, "--threads", str(threads)], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        sys.exit(f"exit {done.returncode}: {done.stderr}")
    with open(os.path.join(out, "results.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def faults_of(row, given):
    """What is wrong with one result."""
    if row["state"] not in STATES:
        return ["no end"]
    if row["state"] == "failed":
        return [] if row.get("reason") and "after" not in row else ["failed, and no reason, or a result"]
    made, was = read(row["output"]), read(given)
    faults = [] if hashlib.sha256(made).hexdigest() == row["after"] else ["the digest isn't that of the result"]
    if row["state"] != "skipped" and row["actions"] == 0 and made != was:
        faults.append("nothing was done, and its bytes are others")
    if row["state"] != "skipped" and row["actions"] > 0 and unpacked(made) == unpacked(was):
        faults.append(f"{row['actions']} actions, and nothing is changed")
    return faults


def judge(rows, files):
    told = collections.Counter(row["file"] for row in rows)
    faults = [f"{file}: told of {told[file]} times" for file in files if told[file] != 1]
    faults += [f"{file}: nobody gave it" for file in told.keys() - set(files)]
    return faults + [f"{row['file']}: {fault}" for row in rows for fault in faults_of(row, os.path.join(ROOT, row["file"]))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first")
    options = parser.parse_args()
    files = drawings()[options.first % options.every::options.every]
    if not files:
        print("skipped: openclipart-svg and linux-doc aren't here")
        return 77
    with tempfile.TemporaryDirectory() as work:
        listed = os.path.join(work, "list")
        with open(listed, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.writelines(name + "\n" for name in files)
        one, two = (run(os.path.abspath(options.fairy), listed, os.path.join(work, str(n)), n) for n in (1, 2))
        faults = judge(one, files) + judge(two, files)
        ends = [{row["file"]: (row["state"], row["actions"], row.get("after"), row.get("reason")) for row in rows} for rows in (one, two)]
        faults += [f"{file}: with two threads it is otherwise" for file in files if ends[0].get(file) != ends[1].get(file)]
        states = collections.Counter(row["state"] for row in one)
    print("\n".join(faults[:20]))
    print(f"{len(files)} drawings: {dict(states)}; {len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
