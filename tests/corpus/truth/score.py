"""Compares what `fairy see` reads with what a diagram is known to show. Ids, classes, titles and comments are taken out
first: only what is drawn may tell."""
import collections
import json
import os
import re
import subprocess
from xml.etree import ElementTree

from truth.diagram import inside, overlap

EVERYTHING = "--view=-1e6,-1e6,2e6,2e6"
OVERLAP = 0.5  # of two boxes that are one thing: what they share, of what they cover together
NOT_NODES = {"arrow", "line", "group"}


def strip(path):
    """The drawing without what only tells its program: ids that nobody refers to, classes, titles, comments."""
    tree = ElementTree.parse(path)  # comments aren't kept
    text = ElementTree.tostring(tree.getroot(), encoding="unicode")
    for parent in list(tree.iter()):
        for child in list(parent):
            if child.tag.split("}")[-1] in ("title", "desc", "metadata"):
                parent.remove(child)
    for element in tree.iter():
        name = element.get("id")
        if name and f"#{name})" not in text and f'"#{name}"' not in text:
            del element.attrib["id"]
        for key in list(element.attrib):
            if key.split("}")[-1] in ("class", "role") or key.startswith(("data-", "aria-")):
                del element.attrib[key]
    out = path[:-4] + ".stripped.svg"
    tree.write(out, encoding="utf-8", xml_declaration=True)
    return out


def read(fairy, path):
    done = subprocess.run([fairy, "see", path, "--detail", "simple", EVERYTHING], capture_output=True, check=True)
    return json.loads(done.stdout)["shapes"]


def box_of(shape):
    return (shape["x"], shape["y"], shape["x"] + shape["w"], shape["y"] + shape["h"])


def words(text):
    return " ".join(re.sub(r"[|\s\u00a0]+", " ", text or "").split())


# --- the score ------------------------------------------------------------------------------------------------------


class Score:
    def __init__(self):
        self.count = collections.Counter()
        self.misses = []

    def miss(self, diagram, kind, what):
        self.count[kind] += 1
        self.misses.append(f"{os.path.basename(diagram.path)}\t{kind}\t{what}\n")

    def f1(self, kind):
        hit = self.count[kind]
        return 2 * hit / max(2 * hit + self.count[kind + " missed"] + self.count[kind + " made up"], 1)

    def share(self, kind):
        return self.count[kind] / max(self.count[kind] + self.count[kind + " wrong"], 1)

    def values(self):
        return self.f1("node"), self.share("label"), self.f1("edge"), self.share("edge label")


def match_nodes(diagram, shapes):
    """Index of each truth node → the shape that is it; the best pairs first."""
    pairs = []
    for i, node in enumerate(diagram.nodes):
        for shape in shapes:
            if shape["type"] not in NOT_NODES:
                share = overlap(node.box, box_of(shape))
                alike = words(shape.get("text")) == words(node.label)
                pairs += [(share + alike, i, shape)] if share >= OVERLAP else []
    matched, taken = {}, set()
    for _, i, shape in sorted(pairs, key=lambda pair: -pair[0]):
        if i not in matched and shape["shapeId"] not in taken:
            matched[i] = shape
            taken.add(shape["shapeId"])
    return matched


def score_nodes(diagram, shapes, score):
    matched = match_nodes(diagram, shapes)
    for i, node in enumerate(diagram.nodes):
        if i not in matched:
            score.miss(diagram, "node missed", f"{node.label!r} {node.box}")
            continue
        score.count["node"] += 1
        text = matched[i].get("text")
        if words(text) == words(node.label):
            score.count["label"] += 1
        else:
            score.miss(diagram, "label wrong", f"{node.label!r} read as {text!r}")
    ours = {shape["shapeId"] for shape in matched.values()}
    for shape in shapes:
        box = box_of(shape)
        known = any(overlap(box, other) >= OVERLAP for other in diagram.others) or \
            any(inside(box, node.box) for node in diagram.nodes)
        if shape["type"] not in NOT_NODES and shape["shapeId"] not in ours and not known and \
                (shape["type"] != "draw" or shape.get("text")) and \
                not (shape["type"] == "text" and any(words(shape["text"]) in words(edge.label) for edge in diagram.edges)):
            score.miss(diagram, "node made up", f"{shape['shapeId']} {shape['type']} {shape.get('text')!r} {box}")
    return matched


def bound(shape, key, shapes, diagram, matched):
    """The node that an end of an arrow is bound to, or to a part of it; None."""
    target = next((s for s in shapes if s["shapeId"] == shape.get(key)), None)
    if not target:
        return None
    for i, known in matched.items():
        if known is target:
            return i
    box = box_of(target)
    return next((i for i, node in enumerate(diagram.nodes) if inside(box, node.box)), None)


def score_edges(diagram, shapes, matched, score):
    found = []
    for shape in shapes:
        if shape["type"] in ("arrow", "line"):
            ends = tuple(bound(shape, key, shapes, diagram, matched) for key in ("fromId", "toId"))
            if shape["type"] == "arrow" or None not in ends:
                found.append((ends, shape))
    for edge in diagram.edges:
        ways = {edge.ends} if edge.ordered else {edge.ends, edge.ends[::-1]}
        same = [pair for pair in found if pair[0] in ways]
        hit = next((pair for pair in same if words(pair[1].get("text")) == words(edge.label)), same[0] if same else None)
        names = " -> ".join(repr(diagram.nodes[end].label) for end in edge.ends)
        if not hit:
            score.miss(diagram, "edge missed", names)
            continue
        found.remove(hit)
        score.count["edge"] += 1
        text = hit[1].get("text")
        if edge.label and words(text) == words(edge.label):
            score.count["edge label"] += 1
        elif edge.label or text:
            score.miss(diagram, "edge label wrong", f"{names}: {edge.label!r} read as {text!r}")
    for ends, shape in found:
        score.miss(diagram, "edge made up", f"{shape['shapeId']} {ends} {box_of(shape)}")


def score_diagram(fairy, diagram, score):
    shapes = read(fairy, strip(diagram.path))
    score_edges(diagram, shapes, score_nodes(diagram, shapes, score), score)
