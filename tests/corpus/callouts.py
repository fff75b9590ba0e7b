#!/usr/bin/env python3
"""Judges where `fairy batch --job callouts` puts numbers and the legend in drawings of graphviz's: none of them may lie on a
shape, a word, a line or another of them, as boxes of `fairy query` and the curves of the file say, nor beyond the page. What
had no room has to be told."""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

from programs import program
from truth.graphviz import diagrams

SVG = "{http://www.w3.org/2000/svg}"
STEPS = 24  # of a curve
PAGE = "polygon-1"  # graphviz's background
PARTS = r"(polygon|polyline|ellipse|text|image)-\d+"  # of graphviz's, as they are called where they have no id


def visual_boxes(fairy, path):
    """Id → x, y, w, h."""
    lines = subprocess.run([fairy, "query", path], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.rsplit(",", 4) for line in lines]
    return {row[0]: tuple(map(float, row[1:])) for row in rows}


def touch(a, b):
    return all(a[i] < b[i] + b[i + 2] and b[i] < a[i] + a[i + 2] for i in (0, 1))


def holds(a, b):
    return all(a[i] <= b[i] and a[i] + a[i + 2] >= b[i] + b[i + 2] for i in (0, 1))


def curve_points(d):
    """Of graphviz's M x,y C x,y x,y x,y …"""
    numbers = list(map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?", d)))
    at = [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers) - 1, 2)]
    for k in range(0, len(at) - 3, 3):
        for step in range(STEPS + 1):
            t = step / STEPS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
            yield tuple(sum(w * p[axis] for w, p in zip(weights, at[k:k + 4])) for axis in (0, 1))


def file_lines(root):
    """The points of all curves, in the file's units of document space."""
    transform = root.find(SVG + "g").get("transform", "")
    scale, shift = (re.search(name + r"\(([-\d.]+) ([-\d.]+)\)", transform) for name in ("scale", "translate"))
    (sx, sy), (dx, dy) = map(float, scale.groups()), map(float, shift.groups())
    for path in root.iter(SVG + "path"):
        if path.get("fill") == "none" and re.fullmatch(r"M[-\d.e]+,[-\d.e]+C[-\d.e, ]+", path.get("d", "")):
            yield path, [(sx * (x + dx), sy * (y + dy)) for x, y in curve_points(path.get("d"))]


def to_px(root):
    """From document space to px of `fairy query`, which begins at the page's corner."""
    view = list(map(float, root.get("viewBox").split()))
    scale = float(root.get("width").rstrip("pt")) * 96 / 72 / view[2]
    return lambda p: ((p[0] - view[0]) * scale, (p[1] - view[1]) * scale), (view[2] * scale, view[3] * scale)


def judge(fairy, path):
    """What lies on what, as lines."""
    root = ElementTree.parse(path).getroot()
    boxes = visual_boxes(fairy, path)
    change, page = to_px(root)
    ours = {name: box for name, box in boxes.items() if re.fullmatch(r"callout-\d+|legend", name)}
    parts = {name: box for name, box in boxes.items() if re.fullmatch(PARTS, name) and name != PAGE}
    bad = []
    for name, box in ours.items():
        if not holds((-0.5, -0.5, page[0] + 1, page[1] + 1), box):
            bad.append(f"{name} is beyond the page")
        for other, there in [*parts.items(), *((o, b) for o, b in ours.items() if o > name)]:
            if touch(box, there) and not holds(there, box):
                bad.append(f"{name} lies on {other}")
        for line, points in file_lines(root):
            if any(box[0] < x < box[0] + box[2] and box[1] < y < box[1] + box[3] for x, y in map(change, points)):
                bad.append(f"{name} lies on the line {line.get('id') or line.get('d')[:24]}")
    return [f"{os.path.basename(path)}\t{line}" for line in bad], len(ours)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("--graphs", type=int, default=140, help="how many made graphs (default: 140)")
    parser.add_argument("--examples", type=int, default=1, help="every how many-th example of graphviz (default: 1)")
    parser.add_argument("--seed", type=int, default=1, help="of the first one (default: 1)")
    parser.add_argument("--folder", default="build/callouts", help="keeps the drawings (default: build/callouts)")
    return parser.parse_args()


def main():
    options = parse()
    if not program("dot"):
        print("dot isn't here")
        sys.exit(77)
    fairy, folder = os.path.abspath(options.fairy), os.path.abspath(options.folder)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "in"))
    drawn = [one.path for one in diagrams(os.path.join(folder, "in"), options) if one]
    done = subprocess.run([fairy, "batch", "--job", "callouts", *drawn, "--out", os.path.join(folder, "out"), "-q"],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        sys.exit(f"fairy batch ended with {done.returncode}: {done.stderr}")
    with open(os.path.join(folder, "out/results.jsonl"), encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    bad, placed, told = [], 0, 0
    for row in rows:
        told += bool(row["state"] == "partly")
        if row.get("output") and row["state"] in ("done", "partly"):
            lines, n = judge(fairy, row["output"])
            bad += lines
            placed += n
    unexplained = [row["file"] for row in rows if row["state"] in ("partly", "failed") and not row.get("reason")]
    print(f"{len(rows)} drawings: {placed} numbers and legends placed, {len(bad)} on something; {told} drawings partly done")
    for line in bad[:20]:
        print("  " + line)
    sys.exit(bool(bad or unexplained or placed < len(rows)))


if __name__ == "__main__":
    main()
