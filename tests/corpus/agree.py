#!/usr/bin/env python3
"""Compares the visual boxes of `fairy query` with those of `inkscape --query-all` over other people's drawings:
a seeded sample of four Debian packages. What Inkscape said is kept in a folder, so that only the first run is slow."""
import argparse
import collections
import concurrent.futures
import glob
import os
import random
import re
import shutil
import subprocess
import sys

import boxes

PACKAGES = [  # pattern, share of the sample
    ("/usr/share/openclipart/svg/**/*.svg", 0.5),
    ("/usr/share/icons/breeze/**/*.svg", 0.3),
    ("/usr/share/inkscape/tutorials/*.svg", 0.12),
    ("/usr/share/doc/linux-doc*/html/**/*.svg", 0.08),
]
SKIPPED = 77  # ctest's code
TEXT = {"text", "tspan", "textPath", "tref", "flowRoot", "flowPara", "flowSpan", "flowDiv"}
HREF = re.compile(r"href\s*=\s*[\"']#([^\"']+)")
# The first that holds for an element, or for what it is in, is given as the cause.
CAUSES = [
    ("filter", re.compile(r"(?<![\w-])filter\s*[:=]")),
    ("clip-path", re.compile(r"clip-path\s*[:=]")),
    ("mask", re.compile(r"(?<![\w-])mask\s*[:=]")),
    ("marker", re.compile(r"marker(-\w+)?\s*[:=]")),
    ("path effect", re.compile(r"inkscape:path-effect")),
    ("sodipodi:type", re.compile(r"sodipodi:type")),  # Inkscape draws its parameters, others the path
    ("dashes", re.compile(r"stroke-dasharray\s*[:=]\s*[\"']?\s*[\d.]")),
    ("transparent stroke", re.compile(r"stroke\s*[:=]\s*[\"']?\s*transparent")),  # no colour for Inkscape
]


def sample(wanted, seed):
    pick, files = random.Random(seed), []
    for pattern, share in PACKAGES:
        found = sorted({os.path.realpath(name) for name in glob.glob(pattern, recursive=True)})
        files += pick.sample(found, min(len(found), round(wanted * share)))
    return files


class Drawing:
    """One of the sample, with the ids it was given."""

    def __init__(self, number, source, folder):
        self.source = source
        self.path = os.path.join(folder, f"{number:04d}.svg")
        self.answer = self.path[:-3] + "box"

    def prepare(self):
        """Asks Inkscape, unless that was done before."""
        if os.path.exists(self.answer):
            return
        text = boxes.read_text(self.source)
        said = b""
        if text is not None:
            boxes.write_text(self.path, boxes.with_ids(text)[0])
            try:
                said = subprocess.run(["inkscape", "--query-all", self.path], capture_output=True, timeout=120,
                                      check=False).stdout
            except subprocess.TimeoutExpired:
                pass
        with open(self.answer + ".new", "wb") as out:
            out.write(said)
        os.rename(self.answer + ".new", self.answer)

    def theirs(self):
        with open(self.answer, "rb") as said:
            return boxes.read_lines(said.read().decode("utf-8", "replace").splitlines())


class Elements:
    """The elements of a file, to name the cause of a difference."""

    def __init__(self, path):
        self.all = boxes.with_ids(boxes.read_text(path) or "")[1]
        self.index = {}
        for number, element in enumerate(self.all):
            self.index.setdefault(element.id.encode("latin-1").decode("utf-8", "replace"), number)
        self.parts = collections.defaultdict(list)
        for number, element in enumerate(self.all):
            self.parts[element.parent].append(number)

    def inside(self, number):
        """It and all that is in it, and what it shows."""
        seen, stack = [], [number]
        while stack and len(seen) < 10000:
            at = stack.pop()
            seen.append(at)
            stack += self.parts[at]
            href = HREF.search(self.all[at].attributes) if self.all[at].name == "use" else None
            if href and href.group(1) in self.index and self.index[href.group(1)] not in seen:
                stack.append(self.index[href.group(1)])
        return seen

    def around(self, number):
        while number >= 0:
            yield number
            number = self.all[number].parent

    def has_text(self, number):
        return any(self.all[at].name in TEXT for at in self.inside(number))

    def cause(self, number, differing, mine):
        if any(self.all[at].name == "switch" for at in [*self.around(number), *self.inside(number)]):
            return "switch"
        within = [at for at in self.inside(number) if at != number and at in differing]
        if within and self.all[number].name not in TEXT:
            return "holds one that differs"
        for cause, pattern in CAUSES:
            if any(pattern.search(self.all[at].attributes) for at in [*self.around(number), *self.inside(number)]):
                return cause
        if mine is None:
            return "not listed by us"
        return self.all[number].name


def compare(drawing, fairy, tally):
    theirs = drawing.theirs()
    if not theirs:
        return False
    mine, elements = boxes.ours(fairy, drawing.path), Elements(drawing.path)
    known = {name: elements.index[name] for name in theirs if name in elements.index}
    differing = {number for name, number in known.items()
                 if name not in mine or not boxes.near(mine[name], theirs[name])}
    for name, number in known.items():
        element = elements.all[number]
        kind = "text" if elements.has_text(number) else "shapes"
        tally.add(kind, element.name, number not in differing)
        if number in differing:
            cause = elements.cause(number, differing, mine.get(name))
            tally.differ(drawing.path, element, kind, cause, mine.get(name), theirs[name])
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("--files", type=int, default=1000, help="how many (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="keeps what Inkscape said (default: build/agree-FILES-SEED)")
    parser.add_argument("--shapes", type=float, default=99.5, help="floor in per cent (default: 99.5)")
    parser.add_argument("--text", type=float, default=97, help="floor in per cent (default: 97)")
    options = parser.parse_args()
    folder = options.folder or f"build/agree-{options.files}-{options.seed}"
    if not shutil.which("inkscape"):
        print("inkscape isn't here: skipped")
        sys.exit(SKIPPED)
    os.makedirs(folder, exist_ok=True)
    files = sample(options.files, options.seed)
    if not files:
        print("none of the packages is here: skipped")
        sys.exit(SKIPPED)
    drawings = [Drawing(number, source, folder) for number, source in enumerate(files)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(Drawing.prepare, drawings))
    tally = boxes.Tally()
    compared = sum(compare(drawing, os.path.abspath(options.fairy), tally) for drawing in drawings)
    with open(os.path.join(folder, "differences.tsv"), "w", encoding="utf-8", errors="replace") as out:
        out.writelines(tally.lines)
    print(f"{compared} of {len(drawings)} drawings compared (Inkscape reads the others not at all); differences in "
          f"{folder}/differences.tsv")
    sys.exit(not tally.report({"shapes": options.shapes, "text": options.text}))


main()
