"""Mermaid's flowcharts, drawn in a browser, which also says where its nodes are: their groups have the ids of the source."""
import os
import random
import re

from programs import diagram_sources, draw_mermaid, mermaid_script
from truth.diagram import Diagram, Node
from truth.expected import Expected, Link, Thing, edge_of, plain, read_truth
from truth.words import Labels

# Boxes of all nodes and subgraphs by id, in the drawing's units.
MEASURE = """(drawing) => {
  const back = drawing.getScreenCTM().inverse(), boxes = {};
  for (const group of drawing.querySelectorAll("g.node, g.cluster")) {
    const figure = group.classList.contains("cluster") ? group.querySelector("rect") : group;
    const box = figure.getBBox(), matrix = back.multiply(figure.getScreenCTM());
    const corners = [[box.x, box.y], [box.x + box.width, box.y + box.height]].map(
      ([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
    boxes[group.id] = [corners[0].x, corners[0].y, corners[1].x, corners[1].y];
  }
  return boxes;
}"""

SHAPES = [('["', '"]')] * 4 + [('("', '")'), ('(["', '"])'), ('[["', '"]]'), ('[("', '")]'), ('(("', '"))'), ('>"', '"]'),
                               ('{"', '"}'), ('{"', '"}'), ('{{"', '"}}'), ('[/"', '"/]'), ('[\\"', '"\\]'), ('[/"', '"\\]'),
                               ('[\\"', '"/]'), ('((("', '")))')]
# An arrow, and the way that it goes
ARROWS = [("-->", "->")] * 6 + [("-.->", "->"), ("==>", "->"), ("---->", "->"), ("<-->", "<->"), ("---", "--"), ("-.-", "--"),
                                ("===", "--"), ("--o", "-o"), ("--x", "-o")]


def truth(path, expected, boxes):
    """`boxes`: what MEASURE found."""
    known = {re.sub(r"^m.*?-flowchart-(.*)-\d+$|^m[^-]*-(.*)$", lambda m: m.group(1) or m.group(2), name): tuple(box)
             for name, box in boxes.items()}
    nodes, index = [], {}
    for key, thing in expected.things.items():
        index[key] = len(nodes)
        nodes.append(Node(known[key], plain(thing.label), None, thing.how == "holds"))
    return Diagram(path, nodes, [edge_of(link, index) for link in expected.links], [])


# --- made ones ------------------------------------------------------------------------------------------------------


def written(label):
    return label.replace("\n", "<br/>")


def declare(rand, labels, things, how="box"):
    key = f"n{len(things) + 1}"
    things[key] = Thing(how, labels.line() if how == "holds" else labels.lines())
    if how == "holds":
        return key, f'subgraph {key} ["{things[key].label}"]'
    opened, closed = rand.choice(SHAPES)
    return key, f"  {key}{opened}{written(things[key].label)}{closed}"


def connect(rand, labels, tail, head):
    arrow, way = rand.choice(ARROWS)
    label = labels.line() if rand.random() < 0.35 else ""
    return Link(tail, head, way, label), f"  {tail} {arrow}" + (f'|"{label}"|' if label else "") + f" {head}"


def make(seed):
    """A source, and what it says."""
    rand = random.Random(seed)
    labels, things = Labels(rand), {}
    lines = [f"flowchart {rand.choice(('TD', 'TD', 'LR', 'LR', 'BT', 'RL'))}"]
    held = rand.randint(2, 4) if rand.random() < 0.4 else 0
    keys, holder = [], None
    if held:
        holder, line = declare(rand, labels, things, "holds")
        lines.append(line)
    for i in range(rand.randint(3, 9) + held):
        key, line = declare(rand, labels, things)
        keys.append(key)
        lines.append(line)
        if i == held - 1:
            lines.append("end")
    pairs = [(rand.choice(keys[:i]), key) for i, key in enumerate(keys) if i]
    pairs += [tuple(rand.sample(keys, 2)) for _ in range(len(keys) // 3)]
    pairs += [(keys[-1], holder)] if holder and rand.random() < 0.3 else []
    links = []
    for pair in {frozenset(pair): pair for pair in pairs}.values():
        link, line = connect(rand, labels, *(pair if rand.random() < 0.7 or holder in pair else pair[::-1]))
        links.append(link)
        lines.append(line)
    return "\n".join(lines) + "\n", Expected(things, links)


def diagrams(folder, options):
    """Every other one with labels that are text of SVG, not of HTML; those written by hand in both ways."""
    script = mermaid_script(options.modules, options.fetch)
    if not script:
        print(f"mermaid isn't in {options.modules} (--fetch gets it by npm): left out")
        return
    sources, expected = {True: {}, False: {}}, {}
    for html in sources:
        for name, text in diagram_sources("mmd").items():
            if read_truth(name):
                sources[html][name + "html" * html], expected[name + "html" * html] = text, read_truth(name)
    for seed in range(options.seed, options.seed + options.drawings):
        sources[seed % 2 == 0][f"flow{seed}"], expected[f"flow{seed}"] = make(seed)
    for html, its in sources.items():
        config = {"htmlLabels": html, "flowchart": {"htmlLabels": html}}
        measured = draw_mermaid(folder, script, its, config, MEASURE) if its else {}
        for name, boxes in measured.items():
            yield truth(os.path.join(folder, f"mermaid-{name}.svg"), expected[name], boxes)
