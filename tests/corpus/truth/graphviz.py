"""Graphs with the layout that graphviz tells: its packaged examples, and random ones."""
import glob
import gzip
import json
import math
import os
import random
import re
import subprocess

from truth.diagram import Diagram, Edge, Node, around
from truth.words import WORDS

GRAPHS = "/usr/share/doc/graphviz*/examples/graphs/**/*.gv*"


def graph_matrix(svg):
    """From graphviz's points to the drawing's units."""
    found = re.search(r'class="graph"[^>]*transform="scale\(([\d.e+-]+) ([\d.e+-]+)\) rotate\(([\d.e+-]+)\) '
                      r'translate\(([\d.e+-]+) ([\d.e+-]+)\)"', svg)
    sx, sy, angle, tx, ty = map(float, found.groups())
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def to_drawing(x, y):
        x, y = x + tx, -y + ty
        return (sx * (cos * x - sin * y), sy * (sin * x + cos * y))

    return to_drawing


def drawn_points(thing, key, to_drawing):
    points = []
    for op in thing.get(key, []):
        if op["op"] in "eE":
            x, y, w, h = op["rect"]
            points += [(x - w, y - h), (x + w, y + h)]
        elif op["op"] in "pPbBLI" and "points" in op:
            points += op["points"]
        elif op["op"] == "T":
            w = op["width"]
            x = op["pt"][0] - {"l": 0, "c": w / 2, "r": w}[op["align"]]
            points += [(x, op["pt"][1] - 4), (x + w, op["pt"][1] + 10)]
    return [to_drawing(*p) for p in points]


def written(thing, *keys):
    return "\n".join(op["text"] for key in keys for op in thing.get(key, []) if op["op"] == "T")


def graph_edge(edge, numbers):
    tail, head = numbers[edge["tail"]], numbers[edge["head"]]
    at_tail, at_head = "_tdraw_" in edge, "_hdraw_" in edge
    ends = (head, tail) if at_tail and not at_head else (tail, head)
    return Edge(ends, at_tail != at_head, written(edge, "_ldraw_"), written(edge, "_tldraw_", "_hldraw_", "_xldraw_"),
                "arrow" if at_tail or at_head else "line")


def in_cells(node):
    return "record" in node.get("shape", "") or node.get("label", "").startswith("<")


def graph_truth(path, svg, graph):
    to_drawing = graph_matrix(svg)
    nodes, others, numbers = [], [], {}
    around_nodes = [graph]
    for thing in graph.get("objects", []):
        points = drawn_points(thing, "_draw_", to_drawing) or drawn_points(thing, "_ldraw_", to_drawing)
        if "pos" not in thing or "nodes" in thing:
            around_nodes.append(thing)
        elif points:
            numbers[thing["_gvid"]] = len(nodes)
            nodes.append(Node(around(points), written(thing, "_ldraw_"), cells=in_cells(thing)))
    for thing in around_nodes:
        drawn = (drawn_points(thing, key, to_drawing) for key in ("_draw_", "_ldraw_"))
        others += [around(points) for points in drawn if points]
    edges = [graph_edge(edge, numbers) for edge in graph.get("edges", [])
             if "_draw_" in edge and edge["tail"] in numbers and edge["head"] in numbers]
    return Diagram(path, nodes, edges, others, [written(thing, "_ldraw_") for thing in around_nodes])


def once_encoded(text):
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text


def decoded(graph):
    """Of a graph in Latin-1 the drawn words are in UTF-8 twice over."""
    if graph.get("charset", "").lower() in ("latin1", "latin-1", "iso-8859-1"):
        for thing in graph.get("objects", []) + graph.get("edges", []):
            for op in (op for ops in thing.values() if isinstance(ops, list) for op in ops if isinstance(op, dict)):
                op.update({"text": once_encoded(op["text"])} if "text" in op else {})
    return graph


def draw_graph(source, engine, out):
    """The diagram, or None when graphviz can't."""
    try:
        subprocess.run([engine, "-Tsvg", "-o", out, "-Tjson", "-o", out[:-4] + ".json"], input=source,
                       capture_output=True, timeout=20, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    with open(out, encoding="utf-8") as svg, open(out[:-4] + ".json", encoding="utf-8") as graph:
        return graph_truth(out, svg.read(), decoded(json.load(graph)))


SHAPES = ("box box box ellipse ellipse circle diamond hexagon parallelogram trapezium octagon pentagon triangle "
          "plaintext doublecircle cylinder note component folder box3d star house record Mrecord point").split()


def random_label(rand):
    lines = [" ".join(rand.choices(WORDS, k=rand.randint(1, 3))) for _ in range(rand.choice((1, 1, 1, 2, 3)))]
    return "\\n".join(lines)


def random_node(rand, name):
    shape = rand.choice(SHAPES)
    label = random_label(rand)
    if "ecord" in shape:
        label = "|".join(" ".join(rand.choices(WORDS, k=2)) for _ in range(rand.randint(2, 4)))
    if rand.random() < 0.2 and "ecord" in shape:
        label = "{" + label + "}"
    style = rand.choice(("", ",style=filled,fillcolor=lightblue", ",style=rounded" if shape == "box" else "",
                         ",style=dashed", ",color=red"))
    return f'  {name} [shape={shape},label="{label}"{style}];\n'


def random_edge(rand, names):
    options = []
    if rand.random() < 0.3:
        options.append(f'label="{random_label(rand)}"')
    if rand.random() < 0.25:
        options.append("dir=" + rand.choice(("both", "back", "none")))
    if rand.random() < 0.15:
        options.append("arrowhead=" + rand.choice(("empty", "diamond", "dot", "vee", "open", "normal")))
    if rand.random() < 0.1:
        options.append("style=dashed")
    return f"  {rand.choice(names)} -> {rand.choice(names)} [{','.join(options)}];\n"


def random_graph(seed):
    """An engine and a source."""
    rand = random.Random(seed)
    names = [f"n{i}" for i in range(rand.randint(3, 24))]
    engine = rand.choice(("dot", "dot", "dot", "neato", "circo", "fdp"))
    text = "digraph G {\n"
    if engine != "dot":
        text += "  overlap=false;\n"
    text += rand.choice(("", "", "  rankdir=LR;\n", "  splines=line;\n", "  splines=polyline;\n", "  splines=ortho;\n"))
    text += "".join(random_node(rand, name) for name in names)
    if engine in ("dot", "fdp") and rand.random() < 0.3:
        inner = " ".join(names[: len(names) // 3 + 1])
        text += f'  subgraph cluster_a {{ label="{random_label(rand)}"; {inner} }}\n'
    text += "".join(random_edge(rand, names) for _ in range(int(len(names) * rand.uniform(0.8, 1.6))))
    return engine, text + "}\n"


def diagrams(folder, options):
    for name in sorted(glob.glob(GRAPHS, recursive=True))[options.seed % options.examples :: options.examples]:
        with (gzip.open if name.endswith(".gz") else open)(name, "rb") as source:
            yield draw_graph(source.read(), "dot", f"{folder}/{os.path.basename(name).split('.')[0]}.svg")
    for seed in range(options.seed, options.seed + options.graphs):
        engine, text = random_graph(seed)
        yield draw_graph(text.encode(), engine, f"{folder}/random-{seed}-{engine}.svg")
