#!/usr/bin/env python3
"""Diagrams of D2, mermaid and draw.io, arranged anew by `fairy layout`, as Chromium sees them before and after: nothing lies on
another, containers hold their own, lines join what they joined and have their words, what is locked stays. How often lines cross
is told beside dot and elkjs, which get the same boxes and lines.

  layout_others.py FAIRY [d2|mermaid|drawio]… [--drawings N] [--d2 DIR] [--drawio DIR] [--modules DIR] [--verbose]

Where drawings come from: reading.py. Prints what is wrong, and a row for each program."""
import argparse
import collections
import html
import itertools
import json
import math
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
AT_ONCE = 20  # drawings in a page
Case = collections.namedtuple("Case", "diagram how path out locks")  # locks: what chooses one; None
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


def from_border(point, box):
    """How far it is from the border, also where it is inside."""
    x, y = point[0] - box[0], point[1] - box[1]
    return layout.distance((*point, 0, 0), box) or min(x, y, box[2] - x, box[3] - y)


def gap(way, boxes, far=lambda point, box: layout.distance((*point, 0, 0), box)):
    """How far both ends are from both boxes, in the better direction; a line that is nowhere is far from everything."""
    if not way:
        return math.inf
    return min(max(far(way[0], boxes[i]), far(way[-1], boxes[1 - i])) for i in (0, 1))


def find_edges(diagram, seen, nodes):
    found = {}
    for number, edge in enumerate(diagram.edges or []):
        if edge.ends[0] in nodes and edge.ends[1] in nodes and edge.ends[0] != edge.ends[1]:
            boxes = [seen[nodes[end]]["box"] for end in edge.ends]
            free = [q for q in seen if seen[q]["way"] and q not in found.values() and q not in nodes.values()]
            best = min(free, key=lambda q: gap(seen[q]["way"], boxes, from_border), default=None)
            if best and gap(seen[best]["way"], boxes) <= 2 * layout.NEAR:
                found[number] = best
    return found


def beside(words, way):
    return min((layout.distance(words, (x, y, 0, 0)) for x, y in way), default=0)


def find(diagram, seen):
    nodes = find_nodes(diagram, seen)
    edges, labels = find_edges(diagram, seen, nodes), {}
    for number in edges:
        label = re.sub(r"\s+", "", diagram.edges[number].label or "")
        texts = [t for t in seen if seen[t]["tag"] in ("text", "foreignObject") and label and seen[t]["words"] == label]
        same = [i for i in edges if diagram.edges[i].ends == diagram.edges[number].ends]  # any of these is the line meant
        far = {(t, i): beside(seen[t]["box"], seen[edges[i]]["way"]) for t in texts for i in same if t not in labels}
        text, line = min(far, key=far.get, default=(None, None))
        if text and far[text, line] <= layout.BESIDE:
            labels[text] = line
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
        boxes = [after[found.nodes[end]]["whole"] for end in diagram.edges[number].ends]
        former = [before[found.nodes[end]]["whole"] for end in diagram.edges[number].ends]
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


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def see(paths, folder):
    """path → what layout_scene.js reads of it, by its number; each drawing in a frame of its own, some to a page."""
    page, seen = os.path.join(folder, "page.html"), {}
    for start in range(0, len(paths), AT_ONCE):
        some = paths[start : start + AT_ONCE]
        with open(page, "w", encoding="utf-8") as out:
            out.write("<!DOCTYPE html><meta charset=utf-8><body>")
            for path in some:
                text = text_of(path)
                drawing = "<!DOCTYPE html><meta charset=utf-8><body>" + text[text.index("<svg"):]
                out.write(f'<iframe id="{html.escape(path)}" width="2000" height="2000" srcdoc="{html.escape(drawing)}"></iframe>')
            out.write("<pre></pre><script>" + text_of(os.path.join(HERE, "layout_scene.js")) + "</script>")
        seen.update(programs.results(programs.chromium(page, folder)))
    return seen


def lock_one(text, q):
    text = text.replace("<svg ", '<svg xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ', 1)
    return text.replace(f' data-q="{q}"', f' data-q="{q}" sodipodi:insensitive="true"', 1)


def prepare(options, name, folder):
    """The drawings, marked, each with how it is to be arranged."""
    for number, diagram in enumerate(SOURCES[name][1](folder, options)):
        if diagram and diagram.edges:
            rand = random.Random(number)
            locks, how = rand.random() < 0.2, rand.choice(ARRANGEMENTS)
            path, out = (os.path.join(folder, f"{number}-{how}{end}.svg") for end in ("", "-arranged"))
            with open(path, "w", encoding="utf-8") as file:
                file.write(mark(text_of(diagram.path)))
            yield Case(diagram, how, path, out, rand if locks else None)


def arrange(options, case, found):
    """Which nodes are locked; else a word for why it isn't arranged."""
    locked = [case.locks.choice(list(found.nodes))] if case.locks else []
    for node in locked:
        text = lock_one(text_of(case.path), found.nodes[node])
        with open(case.path, "w", encoding="utf-8") as file:
            file.write(text)
    code, said = layout.arrange(argparse.Namespace(fairy=options.fairy), case.path, case.out, case.how)
    if os.path.exists(case.out):
        return locked
    if options.verbose or code != 3:
        print(f"{case.path}: {code}: {said[-1:]}")
    return "refused" if code == 3 else "failed"


def count_crossings(case, found, before, after):
    """Ours, dot's, those that were there before, and the graph for elkjs."""
    boxes = {i: before[q]["box"] for i, q in found.nodes.items()}
    pairs = [case.diagram.edges[i].ends for i in found.edges]
    xs = [after[q]["box"] for q in found.nodes.values()]
    down = max(b[1] + b[3] for b in xs) - min(b[1] for b in xs) >= max(b[0] + b[2] for b in xs) - min(b[0] for b in xs)
    own, was = (n_crossings(seen[found.edges[i]]["way"] for i in found.edges) for seen in (after, before))
    return own, n_crossings(dot_ways(boxes, pairs, down)), was, elk_graph(boxes, pairs, down)


def run(options, name, folder):
    n, graphs, cases = collections.Counter(), [], list(itertools.islice(prepare(options, name, folder), options.drawings or None))
    before, known, locked = see([case.path for case in cases], folder), {}, {}
    for case in cases:
        found = find(case.diagram, before.get(case.path, {}))
        got = arrange(options, case, found) if len(found.nodes) >= 2 else "unknown"
        if isinstance(got, str):
            n[got] += 1
            if options.verbose and got == "unknown":
                print(f"{case.path}: {len(found.nodes)} of {len(case.diagram.nodes)} shapes are known")
        else:
            known[case.path], locked[case.path] = found, got
    arranged = [case for case in cases if case.path in known]
    after = see([case.out for case in arranged], folder)
    for case in arranged:
        found = known[case.path]
        was, now = before[case.path], after.get(case.out, {})
        faults = list(judge(found, was, now, locked[case.path])) or list(judge_edges(found, case.diagram, was, now))
        n.update({"nodes": len(found.nodes), "edges": len(found.edges), "labels": len(found.labels), "wrong": bool(faults)})
        n.update({"all nodes": len(case.diagram.nodes), "all edges": len(case.diagram.edges)})
        if faults:
            print(f"{case.out}: " + "; ".join(faults[:4]) + (f"; {len(faults) - 4} more" if len(faults) > 4 else ""))
        if case.how == "layered" and not locked[case.path] and not faults:
            own, dot, former, graph = count_crossings(case, found, was, now)
            n.update({"own": own, "dot": dot, "former": former})
            graphs.append(graph)
            if options.verbose:
                print(f"{case.out}: {own} crossings, {former} before, dot {dot}")
    elks = elk_ways(graphs, options.modules)
    elk = "not here" if elks is None else sum(n_crossings(ways) for ways in elks if ways)
    print(f"{name}: {len(cases)} drawings, {len(arranged)} arranged ({n['nodes']} of {n['all nodes']} shapes, {n['edges']} of "
          f"{n['all edges']} lines, {n['labels']} with words), {n['wrong']} wrong, {n['refused']} refused, {n['failed']} failed, "
          f"{n['unknown']} of nothing known; crossings in {len(graphs)}: {n['own']}, before {n['former']}, dot {n['dot']}, elkjs {elk}")
    return n["wrong"] + n["failed"] == 0 and n["own"] <= 1.1 * n["dot"] + 2


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
