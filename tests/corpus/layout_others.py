#!/usr/bin/env python3
"""Diagrams of D2, mermaid and draw.io, arranged anew by `fairy layout`, as Chromium sees them before and after: nothing lies on
another, containers hold their own, lines join what they joined and have their words, what is locked stays. How often lines cross
is told beside dot and elkjs, which get the same boxes and lines.

  layout_others.py FAIRY [d2|mermaid|drawio]… [--drawings N] [--d2 DIR] [--drawio DIR] [--modules DIR] [--verbose]

Where drawings come from: reading.py. Prints what is wrong, and a row for each program."""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import layout
import programs
from truth import d2, drawio, mermaid

HERE = os.path.dirname(os.path.abspath(__file__))
MARKED = "rect|circle|ellipse|polygon|polyline|path|line|image|text|foreignObject"
ALIKE = 0.7  # of the areas of a node as it is known and as it is seen
SOURCES = {"d2": (d2.is_there, d2.diagrams), "mermaid": (lambda options: programs.browser(), mermaid.diagrams),
           "drawio": (drawio.is_there, drawio.diagrams)}
ARRANGEMENTS = ["layered", "layered", "layered", "tree", "force", "tidy"]
Found = collections.namedtuple("Found", "nodes edges labels")  # marks: of nodes and edges by number, and label → edge


# --- what is what -----------------------------------------------------------------------------------------------------


def mark(text):
    """Each drawn element with a number, by which it is known again."""
    number = iter(range(1000000))
    return re.sub(rf"<({MARKED})(?=[\s/>])", lambda found: f'<{found[1]} data-q="{next(number)}"', text)


def to_box(corners):
    return (corners[0], corners[1], corners[2] - corners[0], corners[3] - corners[1])


def alike(a, b):
    w, h = layout.common(a, b)
    shared = max(w, 0) * max(h, 0)
    return shared / max(a[2] * a[3] + b[2] * b[3] - shared, 1e-9)


def find_nodes(diagram, seen):
    found = {}
    for number, node in enumerate(diagram.nodes):
        box = to_box(node.core or node.box)
        best = max((q for q in seen if seen[q]["tag"] not in ("text", "foreignObject")), key=lambda q: alike(box, seen[q]["box"]),
                   default=None)
        if best and alike(box, seen[best]["box"]) >= ALIKE and best not in found.values():
            found[number] = best
    return found


def gap(way, boxes):
    """How far both ends are from both boxes, in the better direction."""
    ends = [(*way[0], 0, 0), (*way[-1], 0, 0)]
    return min(max(layout.distance(ends[0], boxes[i]), layout.distance(ends[1], boxes[1 - i])) for i in (0, 1))


def find_edges(diagram, seen, nodes):
    found = {}
    for number, edge in enumerate(diagram.edges or []):
        if edge.ends[0] in nodes and edge.ends[1] in nodes and edge.ends[0] != edge.ends[1]:
            boxes = [seen[nodes[end]]["box"] for end in edge.ends]
            free = [q for q in seen if seen[q]["way"] and q not in found.values() and q not in nodes.values()]
            best = min(free, key=lambda q: gap(seen[q]["way"], boxes), default=None)
            if best and gap(seen[best]["way"], boxes) <= 2 * layout.NEAR:
                found[number] = best
    return found


def beside(words, way):
    return min((layout.distance(words, (x, y, 0, 0)) for x, y in way), default=0)


def find(diagram, seen):
    nodes = find_nodes(diagram, seen)
    edges, labels = find_edges(diagram, seen, nodes), {}
    for number, q in edges.items():
        label = re.sub(r"\s+", "", diagram.edges[number].label or "")
        texts = [t for t in seen if seen[t]["tag"] in ("text", "foreignObject") and label and seen[t]["words"] == label]
        best = min(texts, key=lambda t: beside(seen[t]["box"], seen[q]["way"]), default=None)
        if best and beside(seen[best]["box"], seen[q]["way"]) <= layout.BESIDE and best not in labels:
            labels[best] = number
    return Found(nodes, edges, labels)


# --- what is wrong ----------------------------------------------------------------------------------------------------


def judge(found, before, after, locked):
    gone = [q for q in [*found.nodes.values(), *found.edges.values(), *found.labels] if q not in after]
    if gone:
        yield f"{len(gone)} things are gone"
        return
    was = {number: before[q]["box"] for number, q in found.nodes.items()}
    now = {number: after[q]["box"] for number, q in found.nodes.items()}
    for i in now:
        for j in now:
            if i == j:
                continue
            held = layout.holds(was[i], was[j])
            if held and not layout.holds(now[i], now[j]) and layout.overlap(was[i], was[j]):
                yield f"{i} no longer holds {j}"
            if i < j and layout.overlap(now[i], now[j]) and not layout.overlap(was[i], was[j]):
                yield f"{j} lies on {i}"
    for number in locked:
        if max(abs(a - b) for a, b in zip(was[number], now[number])) > 0.05:
            yield f"{number} was locked, and is elsewhere"


def judge_edges(found, diagram, before, after):
    for number, q in found.edges.items():
        boxes = [after[found.nodes[end]]["box"] for end in diagram.edges[number].ends]
        former = [before[found.nodes[end]]["box"] for end in diagram.edges[number].ends]
        if gap(after[q]["way"], boxes) > max(2 * layout.NEAR, gap(before[q]["way"], former) + layout.HAIR):
            yield f"line {number} no longer joins {diagram.edges[number].ends}"
    for text, number in found.labels.items():
        if beside(after[text]["box"], after[found.edges[number]]["way"]) > layout.BESIDE:
            yield f"the words of line {number} are far from it"


# --- peers ------------------------------------------------------------------------------------------------------------


def holders(boxes):
    """Which node is the smallest around each; None of most."""
    size = {i: box[2] * box[3] for i, box in boxes.items()}
    return {i: min((j for j in boxes if j != i and size[j] > size[i] and layout.holds(boxes[j], boxes[i])), key=size.get, default=None)
            for i in boxes}


def dot_ways(boxes, pairs, down):
    """The ways of dot's lines."""
    holder, children = holders(boxes), collections.defaultdict(list)
    for i, parent in holder.items():
        children[parent].append(i)

    def write(i):
        if children[i]:
            return f"subgraph cluster_{i} {{ p{i} [style=invis, width=0.1, height=0.1, fixedsize=true]; {''.join(map(write, children[i]))} }}"
        return f"n{i} [width={boxes[i][2] / 72:.3f}, height={boxes[i][3] / 72:.3f}];"

    names = {i: f"p{i}" if children[i] else f"n{i}" for i in boxes}
    text = f'digraph {{ rankdir={"TB" if down else "LR"}; node [shape=box, fixedsize=true, label=""]; ' + \
        "".join(map(write, children[None])) + "".join(f"{names[a]} -> {names[b]};" for a, b in pairs) + "}"
    done = subprocess.run(["dot", "-Tplain"], input=text.encode(), capture_output=True, timeout=60, check=False)
    ways = []
    for line in done.stdout.decode().splitlines():
        if line.startswith("edge "):
            parts = line.split()
            points = [(float(parts[4 + 2 * i]), float(parts[5 + 2 * i])) for i in range(int(parts[3]))]
            ways.append(bezier(points))
    return ways


def bezier(points):
    way = [points[0]]
    for i in range(0, len(points) - 3, 3):
        a, b, c, d = points[i : i + 4]
        for step in range(1, 11):
            t = step / 10
            way.append(tuple((1 - t) ** 3 * a[k] + 3 * (1 - t) ** 2 * t * b[k] + 3 * (1 - t) * t * t * c[k] + t ** 3 * d[k] for k in (0, 1)))
    return way


def elk_graph(boxes, pairs, down):
    holder = holders(boxes)
    nodes = {i: {"id": f"n{i}", "width": box[2], "height": box[3]} for i, box in boxes.items()}
    root = {"id": "root", "children": [], "edges": [{"id": f"e{k}", "sources": [f"n{a}"], "targets": [f"n{b}"]} for k, (a, b) in enumerate(pairs)],
            "layoutOptions": {"elk.algorithm": "layered", "elk.direction": "DOWN" if down else "RIGHT",
                              "elk.hierarchyHandling": "INCLUDE_CHILDREN", "elk.json.edgeCoords": "ROOT"}}
    for i, node in nodes.items():
        parent = root if holder[i] is None else nodes[holder[i]]
        parent.setdefault("children", []).append(node)
    for node in nodes.values():
        if node.get("children"):
            del node["width"], node["height"]
    return root


def elk_ways(graphs, modules):
    if not programs.npm(modules, "elkjs@0.11.0", False) or not programs.program("node"):
        return None
    done = subprocess.run(["node", os.path.join(HERE, "layout_elk.mjs"), os.path.join(modules, "node_modules")],
                          input=json.dumps(graphs).encode(), capture_output=True, timeout=300, check=False)
    return json.loads(done.stdout or b"null")


def n_crossings(ways):
    return layout.crossings([{"way": way} for way in ways if way])


# --- the run ----------------------------------------------------------------------------------------------------------


def see(drawings, folder):
    page = os.path.join(folder, "page.html")
    with open(os.path.join(HERE, "layout_scene.js"), encoding="utf-8") as script, open(page, "w", encoding="utf-8") as out:
        out.write("<!DOCTYPE html><meta charset=utf-8><body>")
        for name, text in drawings.items():
            out.write(f'<div id="drawing{name}">' + text[text.index("<svg"):] + "</div>")
        out.write("<pre></pre><script>" + script.read() + "</script>")
    return programs.results(programs.chromium(page, folder))


def lock_one(text, q):
    text = text.replace("<svg ", '<svg xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ', 1)
    return text.replace(f' data-q="{q}"', f' data-q="{q}" sodipodi:insensitive="true"', 1)


def arrange(options, diagram, number, folder):
    """(how it was arranged, what was seen before and after, which nodes are locked); else a word for why not."""
    with open(diagram.path, encoding="utf-8") as file:
        text = mark(file.read())
    rand, before = random.Random(number), see({"a": text}, folder).get("a", {})
    found = find(diagram, before)
    if len(found.nodes) < 2:
        return "unknown"
    locked = [rand.choice(list(found.nodes))] if rand.random() < 0.2 else []
    for node in locked:
        text = lock_one(text, found.nodes[node])
    how = rand.choice(ARRANGEMENTS)
    path, out = (os.path.join(folder, f"{number}-{how}{end}.svg") for end in ("", "-arranged"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    code, said = layout.arrange(argparse.Namespace(fairy=options.fairy), path, out, how)
    if not os.path.exists(out):
        if options.verbose or code != 3:
            print(f"{path}: {code}: {said[-1:]}")
        return "refused" if code == 3 else "failed"
    with open(out, encoding="utf-8") as file:
        after = see({"a": file.read()}, folder).get("a", {})
    return how, found, before, after, locked, out


def run(options, name, folder):
    n, graphs, ours, dots, mine = collections.Counter(), [], 0, 0, []
    for number, diagram in enumerate(SOURCES[name][1](folder, options)):
        if not diagram or not diagram.edges or (options.drawings and n["all"] >= options.drawings):
            continue
        got = arrange(options, diagram, number, folder)
        n["all"] += 1
        if isinstance(got, str):
            n[got] += 1
            continue
        how, found, before, after, locked, out = got
        faults = list(judge(found, before, after, locked)) + list(judge_edges(found, diagram, before, after))
        n["arranged"] += 1
        n["nodes"] += len(found.nodes)
        n["edges"] += len(found.edges)
        n["labels"] += len(found.labels)
        if faults:
            n["wrong"] += 1
            print(f"{out}: " + "; ".join(faults[:4]) + (f"; {len(faults) - 4} more" if len(faults) > 4 else ""))
        if how == "layered" and not locked and not faults:
            boxes = {i: before[q]["box"] for i, q in found.nodes.items()}
            pairs = [diagram.edges[i].ends for i in found.edges]
            xs = [after[q]["box"] for q in found.nodes.values()]
            down = max(b[1] + b[3] for b in xs) - min(b[1] for b in xs) >= max(b[0] + b[2] for b in xs) - min(b[0] for b in xs)
            own, dot = n_crossings(after[found.edges[i]]["way"] for i in found.edges), n_crossings(dot_ways(boxes, pairs, down))
            ours, dots = ours + own, dots + dot
            graphs.append(elk_graph(boxes, pairs, down))
            if options.verbose:
                print(f"{out}: {own} crossings, dot {dot}")
    elks = elk_ways(graphs, options.modules)
    elk = "not here" if elks is None else sum(n_crossings(ways) for ways in elks if ways)
    print(f"{name}: {n['all']} drawings, {n['arranged']} arranged ({n['nodes']} shapes, {n['edges']} lines, {n['labels']} with words), "
          f"{n['wrong']} wrong, {n['refused']} refused, {n['failed']} failed, {n['unknown']} of nothing known; "
          f"crossings in {len(graphs)}: {ours}, dot {dots}, elkjs {elk}")
    return n["wrong"] + n["failed"] == 0 and ours <= 1.1 * dots + 2


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fairy")
    parser.add_argument("programs", nargs="*", help=f"of {', '.join(SOURCES)} (default: all that are here)")
    parser.add_argument("--drawings", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    parser.add_argument("--modules", default="build/browser")
    parser.add_argument("--d2", default="build/d2")
    parser.add_argument("--drawio", default="build/drawio")
    parser.add_argument("--boards", type=int, default=1)
    parser.add_argument("--half", type=int, default=0)
    parser.add_argument("--fetch", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.modules = os.path.abspath(options.modules)
    folder = options.folder or tempfile.mkdtemp(prefix="layout-")
    good = True
    for name in options.programs or SOURCES:
        if not programs.program("dot") or not programs.browser() or not SOURCES[name][0](options):
            print(f"{name}: left out, what it needs isn't here")
            continue
        place = os.path.join(folder, name)
        os.makedirs(place, exist_ok=True)
        good = run(options, name, place) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
