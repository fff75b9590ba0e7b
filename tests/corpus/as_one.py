#!/usr/bin/env python3
"""Moves a node in drawings of graphviz's and reads them again: its label is still in it, its arrows still end at it, and
no byte of anything else has changed."""
import argparse
import difflib
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys

from truth import graphviz

EVERYTHING = "--view=-1e6,-1e6,2e6,2e6"
MOVE = (31, -17)


def see(fairy, path):
    done = subprocess.run([fairy, "see", path, "--detail", "simple", EVERYTHING], capture_output=True, check=True)
    return {shape["shapeId"]: shape for shape in json.loads(done.stdout)["shapes"]}


def ends(shapes, name):
    """The lines at a shape, and which of their ends."""
    return {(key, end) for key, shape in shapes.items() for end in ("fromId", "toId") if shape.get(end) == name}


def groups(lines):
    """For each line of a drawing, the title of the node or edge it is drawn for."""
    titles, title = [], None
    for number, line in enumerate(lines):
        if 'class="node"' in line or 'class="edge"' in line:
            title = lines[number + 1].strip()
        titles.append(title)
        if line.startswith("</g>"):
            title = None
    return titles


def may_change(title, name):
    """Whether a group is that of the node, or of an edge at it."""
    words = re.sub(r"</?title>", "", title or "").replace("&#45;", "-").replace("&gt;", ">")
    return words == name or name in (end.split(":")[0] for end in re.split("->|--", words))


def choose(shapes, rand):
    """A node with words and lines."""
    nodes = [shape for shape in shapes.values() if shape["type"] not in ("arrow", "line", "group", "text", "image")
             and shape.get("name") and shape.get("text") and ends(shapes, shape["shapeId"])]
    return rand.choice(nodes) if nodes else None


def faults(fairy, path, rand):
    """What is wrong after a move; None when there is no node to move."""
    before = see(fairy, path)
    node = choose(before, rand)
    if not node:
        return None
    actions, out = path[:-4] + ".move.json", path[:-4] + ".moved.svg"
    with open(actions, "w", encoding="utf-8") as to:
        json.dump([{"_type": "offset", "shapeIds": [node["shapeId"]], "offsetX": MOVE[0], "offsetY": MOVE[1]}], to)
    done = subprocess.run([fairy, "apply", path, actions, "-o", out], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return [f"not moved: {done.stdout.strip()} {done.stderr.strip()}"]
    after, found = see(fairy, out), []
    moved = after.get(node["shapeId"], {})
    if moved.get("text") != node["text"]:
        found.append(f"label {node['text']!r} is {moved.get('text')!r}")
    if abs(moved.get("x", 1e9) - node["x"] - MOVE[0]) > 1 or abs(moved.get("y", 1e9) - node["y"] - MOVE[1]) > 1:
        found.append("it isn't where it was moved to")
    lost = ends(before, node["shapeId"]) - ends(after, node["shapeId"])
    found += [f"{line} isn't at it by {end}" for line, end in sorted(lost)]
    with open(path, encoding="utf-8") as one, open(out, encoding="utf-8") as other:
        old, new = one.read().split("\n"), other.read().split("\n")
    titles = groups(old)
    for kind, first, last, *_ in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if kind != "equal":
            found += [f"changed: {old[i][:80]}" for i in range(first, last) if not may_change(titles[i], node["name"])]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("--drawings", type=int, default=100, help="how many (default: 100)")
    parser.add_argument("--examples", type=int, default=1, help="every how many-th example of graphviz (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", default="build/as-one", help="keeps the drawings (default: build/as-one)")
    options = parser.parse_args()
    if not shutil.which("dot"):
        print("graphviz isn't here")
        sys.exit(77)
    folder = os.path.abspath(options.folder)
    os.makedirs(folder, exist_ok=True)
    for old in glob.glob(f"{folder}/*.svg"):
        os.unlink(old)
    passed = failed = 0
    rand = random.Random(options.seed)
    choice = argparse.Namespace(graphs=4 * options.drawings, seed=options.seed, examples=options.examples)
    for diagram in graphviz.diagrams(folder, choice):
        if passed + failed == options.drawings:
            break
        found = faults(os.path.abspath(options.fairy), diagram.path, rand) if diagram and diagram.nodes else None
        if found is None:
            continue
        passed += not found
        failed += bool(found)
        for fault in found:
            print(f"{os.path.basename(diagram.path)}: {fault}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


main()
