"""nomnoml's class and flow diagrams, drawn by its package of npm. Where a node is its group says, which has its name."""
import json
import os
import random
import re
import subprocess
from xml.etree import ElementTree

from programs import npm
from truth.diagram import Diagram, Node, around
from truth.expected import Expected, Link, Thing, edge_of, plain
from truth.words import Labels

PACKAGE = "nomnoml@1.7.0"
DRAW = """
const nomnoml = require("nomnoml"), fs = require("fs");
for (const [path, source] of Object.entries(JSON.parse(fs.readFileSync(0, "utf8"))))
  fs.writeFileSync(path, nomnoml.renderSvg(source));
"""
KINDS = ["", "", "", "", "<abstract>", "<instance>", "<note>", "<database>", "<state>", "<choice>", "<input>", "<sender>",
         "<receiver>", "<transceiver>", "<usecase>", "<actor>", "<reference>", "<table>"]
# An arrow, and the way that it goes
ARROWS = [("->", "->")] * 5 + [("-->", "->"), ("-:>", "->"), ("--:>", "->"), ("<->", "<->"), ("-", "--"), ("--", "--"), ("+->", "-o"),
                               ("o->", "-o"), ("+-", "-o"), ("o-", "-o")]


def is_there(options):
    return npm(options.modules, PACKAGE, options.fetch)


# --- where nodes are --------------------------------------------------------------------------------------------------


def points_of(element):
    name, get = element.tag.split("}")[-1], lambda key: float(element.get(key) or 0)
    if name == "rect":
        return [(get("x"), get("y")), (get("x") + get("width"), get("y") + get("height"))]
    if name in ("circle", "ellipse"):
        rx, ry = get("r") or get("rx"), get("r") or get("ry")
        return [(get("cx") - rx, get("cy") - ry), (get("cx") + rx, get("cy") + ry)]
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", element.get("d") or "")]
    return list(zip(numbers[::2], numbers[1::2]))


def boxes_of(path):
    """Name → the box of its figure, in the drawing's units."""
    found = {}

    def look(element, dx, dy):
        shift = re.match(r"translate\(([-\d.]+), ?([-\d.]+)\)", element.get("transform") or "")
        dx, dy = (dx + float(shift.group(1)), dy + float(shift.group(2))) if shift else (dx, dy)
        name, figure = element.get("data-name"), element[0] if len(element) else None
        if name and name not in found and figure is not None and figure.get("stroke") and figure.get("data-name") == name:
            points = [(x + dx, y + dy) for part in figure for x, y in points_of(part)]
            found[name] = around(points)
        for child in element:
            look(child, dx, dy)

    look(ElementTree.parse(path).getroot(), 0, 0)
    return found


def page_of(path):
    """It draws a rectangle there that isn't seen."""
    root = ElementTree.parse(path).getroot()
    return (0, 0, float(root.get("width")), float(root.get("height")))


# --- made ones --------------------------------------------------------------------------------------------------------


def declare(rand, labels, things, how="box"):
    """(key, what is in its brackets)"""
    name = labels.line()
    while name in things:
        name = labels.line()
    kind = rand.choice(KINDS) if how == "box" else rand.choice(("<package>", "<frame>"))
    parts = [[labels.line() for _ in range(rand.randint(1, 3))] for _ in range(rand.choice((0, 0, 1, 2)))] if kind in ("", "<abstract>") else []
    things[name] = Thing("beside" if kind == "<actor>" else how, " ".join([name, *(line for part in parts for line in part)]))
    return name, kind + name + "".join("|" + ";".join(part) for part in parts)


def connect(rand, labels, tail, head):
    arrow, way = rand.choice(ARROWS)
    label = labels.line() if rand.random() < 0.25 else ""
    return Link(tail, head, way, label), f"[{tail}] {label} {arrow} [{head}]"


def make(seed):
    """A source, and what it says."""
    rand = random.Random(seed)
    labels, things, lines, keys, held = Labels(rand), {}, [], [], []
    for i in range(rand.randint(3, 9)):
        key, text = declare(rand, labels, things)
        keys.append(key)
        (held if seed % 3 == 0 and i < 3 else lines).append(f"[{text}]")
    pairs = [(rand.choice(keys[:i]), key) for i, key in enumerate(keys) if i]
    pairs += [tuple(rand.sample(keys, 2)) for _ in range(len(keys) // 3)]
    links = []
    for pair in {frozenset(pair): pair for pair in pairs}.values():
        link, line = connect(rand, labels, *(pair if rand.random() < 0.7 else pair[::-1]))
        links.append(link)
        inner = {*pair} <= set(keys[:3])
        (held if held and inner else lines).append(line)
    if held:
        _, text = declare(rand, labels, things, "holds")
        across = [link for link in links if len({link.tail, link.head} & set(keys[:3])) == 1]
        links = [link for link in links if link not in across]  # what is in a container can't be told from outside it
        lines = [line for line in lines if not any(f"[{link.tail}] " in line and line.endswith(f"[{link.head}]") for link in across)]
        lines.insert(0, f"[{text}|\n" + "\n".join(held) + "\n]")
    return f"#direction: {rand.choice(('down', 'right'))}\n" + "\n".join(lines) + "\n", Expected(things, links)


def truth(path, expected):
    known, nodes, index = boxes_of(path), [], {}
    for key, thing in expected.things.items():
        if key not in known:
            return None
        index[key] = len(nodes)
        nodes.append(Node(known[key], plain(thing.label), known[key] if thing.how == "beside" else None, thing.how == "holds"))
    return Diagram(path, nodes, [edge_of(link, index) for link in expected.links], [page_of(path)])


def diagrams(folder, options):
    made = {os.path.join(folder, f"nomnoml{seed}.svg"): make(seed) for seed in range(options.seed, options.seed + options.drawings)}
    subprocess.run(["node", "-e", DRAW], input=json.dumps({path: source for path, (source, _) in made.items()}).encode(), check=True,
                   cwd=options.modules)
    for path, (_, expected) in made.items():
        yield truth(path, expected)
