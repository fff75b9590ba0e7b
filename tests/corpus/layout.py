#!/usr/bin/env python3
"""Diagrams that Graphviz drew, arranged anew by `fairy layout`, as Chromium sees them before and after: nothing lies on another,
frames hold their own and no others, lines end at their shapes and have their words, what is locked stays, and not many more lines
cross than in dot's own picture.

  layout.py FAIRY [--graphs N] [--seed N] [--folder DIR] [--most RATIO] [--verbose]

Prints what is wrong, and ends with "N drawings, N wrong, N refused"."""
import argparse
import glob
import os
import random
import re
import subprocess
import sys
import tempfile

import programs

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = "/usr/share/doc/graphviz*/examples/graphs/directed/*.gv*"
HAIR = 1.5  # px
NEAR = 6  # px: of an end and its shape
BESIDE = 60  # px: of words and their line
ARRANGEMENTS = ["layered", "layered", "layered", "tree", "force", "tidy"]


# --- what is drawn ----------------------------------------------------------------------------------------------------


def made(rand):
    """A graph in Graphviz's language, and which nodes are in which cluster."""
    n, held = rand.randint(4, 26), {}
    lines = [f"rankdir={rand.choice(['TB', 'LR'])}; node [shape={rand.choice(['box', 'ellipse', 'box'])}];"]
    for cluster in range(rand.choice([0, 0, 1, 2])):
        some = [i for i in range(n) if i not in held and rand.random() < 0.3]
        if len(some) > 1:
            held.update({i: f"cluster_{cluster}" for i in some})
            lines.append(f'subgraph cluster_{cluster} {{ label="Part {cluster}"; {"; ".join(f"n{i}" for i in some)}; }}')
    for i in range(n):
        lines.append(f'n{i} [label="{rand.choice(["Step", "Gateway", "A longer name", "DB"])} {i}"];')
    pairs = {(rand.randrange(i), i) for i in range(1, n)} | {(rand.randrange(n), rand.randrange(n)) for _ in range(n // 4)}
    for a, b in sorted(pair for pair in pairs if pair[0] != pair[1]):
        words = f' [label="{rand.choice(["yes", "no", "on error", "sends"])}"]' if rand.random() < 0.3 else ""
        lines.append(f"n{a} -> n{b}{words};")
    return "digraph {\n" + "\n".join(lines) + "\n}\n", {f"n{i}": name for i, name in held.items()}


def examples():
    found = []
    for path in sorted(glob.glob(EXAMPLES)):
        with open(path, encoding="utf-8", errors="replace") as source:
            found.append(source.read())
    return found


def draw(text):
    done = subprocess.run(["dot", "-Tsvg"], input=text.encode(), capture_output=True, timeout=60, check=False)
    return done.stdout.decode() if done.returncode == 0 else None


def lock(svg, rand):
    """Some nodes are locked, as Inkscape has it; their titles."""
    names = re.findall(r'<g id="node\d+" class="node">\s*<title>([^<]*)</title>', svg)
    some = set(rand.sample(names, min(len(names) // 4, 2))) if rand.random() < 0.25 else set()
    svg = svg.replace("<svg ", '<svg xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ', 1)
    for name in some:
        svg = re.sub(r'class="node">(\s*<title>' + re.escape(name) + "</title>)", r'class="node" sodipodi:insensitive="true">\1', svg)
    return svg, some


# --- what is seen -----------------------------------------------------------------------------------------------------


def see(drawings, folder):
    """name → what layout.js reads of each name → text of SVG."""
    page = os.path.join(folder, "page.html")
    with open(os.path.join(HERE, "layout.js"), encoding="utf-8") as script, open(page, "w", encoding="utf-8") as out:
        out.write("<!DOCTYPE html><meta charset=utf-8><body>")
        for name, text in drawings.items():
            out.write(f'<div id="{name}">' + text[text.index("<svg"):] + "</div>")
        out.write("<pre></pre><script>" + script.read() + "</script>")
    return programs.results(programs.chromium(page, folder))


def common(a, b):
    return (min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]), min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]))


def overlap(a, b):
    w, h = common(a, b)
    return w > HAIR and h > HAIR


def distance(box, other):
    w, h = common(box, other)
    return max(-w, 0) + max(-h, 0)


def holds(frame, box):
    return frame[0] - HAIR <= box[0] and frame[1] - HAIR <= box[1] and box[0] + box[2] <= frame[0] + frame[2] + HAIR and \
        box[1] + box[3] <= frame[1] + frame[3] + HAIR


def ends_of(edge):
    """The boxes of both ends, each with the head that is there, of all its parts."""
    found = []
    for x, y in (edge["way"][0], edge["way"][-1]):
        parts, rest, more = [(x, y, 0, 0)], edge["heads"], True
        while more:
            more = [head for head in rest if any(distance(head, part) <= NEAR for part in parts)]
            parts, rest = parts + more, [head for head in rest if head not in more]
        found.append(parts)
    return found


def crossings(edges):
    def cross(a, b, c, d):
        def side(p, q, r):
            return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
    n = 0
    ways = [[(tuple(a), tuple(b)) for a, b in zip(edge["way"], edge["way"][1:])] for edge in edges]
    for i, one in enumerate(ways):
        for other in ways[:i]:
            n += any(cross(*s, *t) for s in one for t in other)
    return n


# --- what is wrong ----------------------------------------------------------------------------------------------------


def judge(before, after, locked, held):
    nodes, was = after["nodes"], before["nodes"]
    names = sorted(nodes)
    if names != sorted(was) or len(after["edges"]) != len(before["edges"]):
        yield "something is gone"
        return
    for i, a in enumerate(names):
        for b in names[:i]:
            if overlap(nodes[a], nodes[b]) and not overlap(was[a], was[b]):
                yield f"{a} lies on {b}"
    for name in locked:
        if name in nodes and max(abs(a - b) for a, b in zip(nodes[name], was[name])) > 0.01:
            yield f"{name} was locked, and is elsewhere"
    for name, frame in held.items():
        if frame in after["frames"] and name in nodes and not holds(after["frames"][frame], nodes[name]):
            yield f"{name} isn't in {frame}"
    for frame, box in after["frames"].items():
        for name in names:
            inside = held and held.get(name) != frame and overlap(box, nodes[name])
            if inside and not overlap(before["frames"][frame], was[name]):
                yield f"{name} lies on {frame}"
    for edge, former in zip(after["edges"], before["edges"]):
        pair = re.split("->|--", edge["name"])
        for name, end, old in zip((part.split(":")[0] for part in pair), ends_of(edge), ends_of(former)):
            if name in nodes and min(distance(nodes[name], box) for box in end) > NEAR and \
                    min(distance(was[name], box) for box in old) <= NEAR:
                yield f"{edge['name']} doesn't end at {name}"
    for edge in after["edges"]:
        for words in edge["words"]:
            if min(distance(words, (x, y, 0, 0)) for x, y in edge["way"]) > BESIDE:
                yield f"the words of {edge['name']} are far from it"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fairy")
    parser.add_argument("--graphs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--most", type=float, default=1.1)
    return parser.parse_args()


def arrange(args, path, out, how):
    """Its exit code, and what it says; without a file where it refuses."""
    if os.path.exists(out):
        os.remove(out)
    done = subprocess.run([args.fairy, "layout", path, "--arrangement", how, "--no-session", "-o", out], capture_output=True,
                          timeout=120, check=False)
    return done.returncode, done.stderr.decode("utf-8", "replace").strip().splitlines()


def main():
    args = parse()
    if not programs.program("dot") or not programs.browser():
        print("left out: dot or Chromium isn't here")
        return 77
    folder = args.folder or tempfile.mkdtemp(prefix="layout-")
    os.makedirs(folder, exist_ok=True)
    rand, drawings, facts, wrong, refused = random.Random(args.seed), {}, {}, 0, 0
    known = examples()
    for i in range(args.graphs):
        text, held = (rand.choice(known), {}) if known and i % 4 == 3 else made(rand)
        svg = draw(text)
        if not svg or svg.count('class="node"') > 150:
            continue
        svg, locked = lock(svg, rand)
        how = rand.choice(ARRANGEMENTS)
        path, out = os.path.join(folder, f"{i}.svg"), os.path.join(folder, f"{i}-{how}.svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(svg)
        code, said = arrange(args, path, out, how)
        if code == 3 and "would be left behind" in " ".join(said):
            refused += 1
            continue
        if code not in (0, 3) or not os.path.exists(out):
            print(f"{path} {how}: ends with {code}: {said[-1:]}")
            wrong += 1
            continue
        with open(out, encoding="utf-8") as file:
            drawings[f"b{i}"], drawings[f"a{i}"] = svg, file.read()
        facts[i] = (how, locked, held, code)
    seen, ours, dots = see(drawings, folder), 0, 0
    for i, (how, locked, held, code) in facts.items():
        before, after = seen[f"b{i}"], seen[f"a{i}"]
        faults = list(judge(before, after, locked, held))
        if how == "layered" and not locked and code == 0:
            mine, dot = crossings(after["edges"]), crossings(before["edges"])
            ours, dots = ours + mine, dots + dot
            if args.verbose:
                print(f"{folder}/{i}-{how}.svg: {mine} crossings, dot {dot}")
        if faults:
            wrong += 1
            print(f"{folder}/{i}-{how}.svg: " + "; ".join(faults[:4]) + (f"; {len(faults) - 4} more" if len(faults) > 4 else ""))
    print(f"crossings: {ours}, of dot's own {dots}")
    print(f"{len(facts)} drawings, {wrong} wrong, {refused} refused")
    few = len(facts) < 0.9 * args.graphs  # what is refused, or never drawn, proves nothing
    return 1 if wrong or few or ours > args.most * dots + 2 else 0


if __name__ == "__main__":
    sys.exit(main())
