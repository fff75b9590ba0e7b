#!/usr/bin/env python3
"""Seeds for the fuzzers, taken from real drawings: seeds.py FOLDER [DRAWING…] fills FOLDER/document, FOLDER/path, …; and,
where node is here, FOLDER/reader with made replies.

Without drawings, a seeded sample of those of Debian's packages is read. Then, for example:
    fuzz-path -max_total_time=600 FOLDER/path tests/fuzz/corpus/path"""
import base64
import glob
import hashlib
import os
import random
import re
import shutil
import subprocess
import sys

DRAWINGS = ("/usr/share/openclipart/svg/**/*.svg", "/usr/share/inkscape/tutorials/*.svg",
            "/usr/share/doc/linux-doc*/html/**/*.svg", "/usr/share/icons/breeze/**/*.svg")
SAMPLE = 400
MOST = 300  # seeds of one kind
LONGEST = 4000  # bytes of one
# kind → what in a file is a seed of it
PATTERNS = {
    "document": r"(?s)\A.*\Z",
    "path": r"\b(?:d|points)=[\"']([^\"']+)",
    "transform": r"ransform=[\"']([^\"']+)",
    "css": r"(?s)<style[^>]*>(.*?)</style>|\bstyle=[\"']([^\"']+)",
    "color": r"(?:fill|stroke|color)[=:]\s*[\"']?([#a-zA-Z(][^\"';]*)",
    "length": r"\b(?:width|height|font-size|x|y|r)[=:]\s*[\"']?([^\"';]+)",
}


def drawings():
    found = sorted(path for pattern in DRAWINGS for path in glob.glob(pattern, recursive=True))
    return random.Random(1).sample(found, min(SAMPLE, len(found)))


def seeds_in(text, pattern):
    for match in re.finditer(pattern, text):
        seed = next((group for group in match.groups() if group), match.group(0))
        if len(seed) <= LONGEST:
            yield seed


def replies():
    """The fuzzer takes the first byte for the size of the pieces."""
    if not shutil.which("node"):
        return []
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../corpus/json_replies.js")
    made = subprocess.run(["node", script, "1", str(MOST)], capture_output=True, check=True).stdout.splitlines()
    return [bytes([number % 16]) + base64.b64decode(line) for number, line in enumerate(made)]


def write(folder, data):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, hashlib.sha1(data).hexdigest()[:16]), "wb") as file:
        file.write(data)


def main():
    folder, paths = sys.argv[1], sys.argv[2:] or drawings()
    kept = {kind: set() for kind in PATTERNS}
    for path in paths:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
        for kind, pattern in PATTERNS.items():
            new = sorted(set(seeds_in(text, pattern)) - kept[kind])
            kept[kind].update(random.Random(path).sample(new, min(len(new), 3)))
    for kind, seeds in kept.items():
        for seed in random.Random(2).sample(sorted(seeds), min(len(seeds), MOST)):
            write(os.path.join(folder, kind), seed.encode("utf-8", "surrogateescape"))
    for seed in replies():
        write(os.path.join(folder, "reader"), seed)


if __name__ == "__main__":
    main()
