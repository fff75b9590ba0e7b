"""Compares what `fairy see` reads with what a diagram is known to show. Names, titles and comments are taken out
first: only what is drawn may tell."""
import collections
import json
import os
import re
import subprocess

from truth.diagram import inside, overlap
from truth.strip import strip

EVERYTHING = "--view=-1e6,-1e6,2e6,2e6"
OVERLAP = 0.5  # of two boxes that are one thing: what they share, of what they cover together
NEAR = 15  # of an end that is loose
NOT_NODES = {"arrow", "line", "group"}


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
        self.note(diagram, kind, what)

    def note(self, diagram, kind, what):
        self.misses.append(f"{os.path.basename(diagram.path)}\t{kind}\t{what}\n")

    def f1(self, kind):
        hit = self.count[kind]
        return 2 * hit / max(2 * hit + self.count[kind + " missed"] + self.count[kind + " made up"], 1)

    def share(self, kind):
        return self.count[kind] / max(self.count[kind] + self.count[kind + " wrong"], 1)

    def values(self):
        return self.f1("node"), self.share("label"), self.f1("edge"), self.share("edge label")


def fit(node, shape):
    return max(overlap(box, box_of(shape)) for box in (node.box, node.core or node.box))


def has_label(shape, node):
    if node.label is None:
        return True
    mine, right = words(shape.get("text")), words(node.label)
    return mine == right or (node.cells and sorted(mine.split()) == sorted(right.split()))


def match_nodes(diagram, shapes):
    """Index of each truth node → the shape that is it; the best pairs first."""
    pairs = []
    for i, node in enumerate(diagram.nodes):
        for shape in shapes:
            if shape["type"] not in NOT_NODES:
                share = fit(node, shape)
                pairs += [(share + has_label(shape, node), i, shape)] if share >= OVERLAP else []
    matched, taken = {}, set()
    for _, i, shape in sorted(pairs, key=lambda pair: -pair[0]):
        if i not in matched and shape["shapeId"] not in taken:
            matched[i] = shape
            taken.add(shape["shapeId"])
    return matched


def part_of(box, diagram):
    """Index of the node that it is a part of; None. What stands in a container is no part of it."""
    return next((i for i, node in enumerate(diagram.nodes) if not node.holds and inside(box, node.box)), None)


def known_words(text, diagram):
    """A text that stands at an edge is no node, be it read with the edge or alone; neither is a title beside its figure,
    which then lacks it."""
    labels = [*diagram.titles] + [piece for edge in diagram.edges or [] for piece in (edge.label, edge.beside)]
    labels += [node.label for node in diagram.nodes if node.holds or node.core]
    return diagram.edges is None or any(f" {words(text)} " in f" {words(label)} " for label in labels)


def made_up(shape, diagram):
    """Whether a person would say that there is no such thing. A drawing without words is nobody's node."""
    if shape["type"] in NOT_NODES or (shape["type"] == "draw" and not words(shape.get("text"))):
        return False
    box = box_of(shape)
    return not (any(overlap(box, other) >= OVERLAP for other in diagram.others) or part_of(box, diagram) is not None or
                (shape["type"] == "text" and known_words(shape["text"], diagram)))


def score_nodes(diagram, shapes, score):
    matched = match_nodes(diagram, shapes)
    for i, node in enumerate(diagram.nodes):
        if i not in matched:
            score.miss(diagram, "node missed", f"{node.label!r} {node.box}")
            continue
        score.count["node"] += 1
        if has_label(matched[i], node):
            score.count["label"] += node.label is not None
        else:
            score.miss(diagram, "label wrong", f"{node.label!r} read as {matched[i].get('text')!r}")
    ours = {shape["shapeId"] for shape in matched.values()}
    for shape in shapes:
        if shape["shapeId"] not in ours and made_up(shape, diagram):
            score.miss(diagram, "node made up",
                       f"{shape['shapeId']} {shape['type']} {shape.get('text')!r} {box_of(shape)}")
    return matched


# --- edges ----------------------------------------------------------------------------------------------------------


def bound(shape, key, shapes, diagram, numbers):
    """The node that an end of an arrow is bound to, or to a part of it; None."""
    target = shapes.get(shape.get(key))
    if not target:
        return None
    return numbers[target["shapeId"]] if target["shapeId"] in numbers else part_of(box_of(target), diagram)


def first_of_twins(diagram):
    """Index of each node → that of the first which is drawn in the same place with the same words: nobody can tell which of
    the two an edge ends at."""
    firsts = {}
    return [firsts.setdefault((node.box, node.label), i) for i, node in enumerate(diagram.nodes)]


def links(diagram, shapes, matched, twins):
    """(ends, shape) of each arrow, and of each line between two nodes."""
    by_id = {shape["shapeId"]: shape for shape in shapes}
    numbers = {shape["shapeId"]: twins[i] for i, shape in matched.items()}
    found = []
    for shape in shapes:
        if shape["type"] in ("arrow", "line"):
            ends = tuple(bound(shape, key, by_id, diagram, numbers) for key in ("fromId", "toId"))
            if shape["type"] == "arrow" or None not in ends:
                found.append((ends, shape))
    return found


def same_words(edge, text):
    """The label, with or without what stands at the edge's ends."""
    left = collections.Counter(words(text).split())
    left.subtract(words(edge.label).split())
    spare = collections.Counter(words(edge.beside).split())
    return words(text) == words(edge.label) or all(0 <= count <= spare[word] for word, count in left.items())


def why(edge, found, matched):
    a, b = edge.ends
    ends = [pair[0] for pair in found]
    if a not in matched or b not in matched:
        return "its node was missed"
    if edge.ends in ends or (b, a) in ends and not edge.ordered:
        return "read without its heads" if edge.kind == "arrow" else "read as if it had a head"
    if (b, a) in ends:
        return "read the other way round"
    if (a, None) in ends or (None, b) in ends or (b, None) in ends or (None, a) in ends:
        return "an end isn't bound"
    return "nothing read"


def is_loose(shape, diagram):
    """Whether it is one of those that aren't scored."""
    points = [(shape["x1"], shape["y1"]), (shape["x2"], shape["y2"])] if "x1" in shape else []
    return any(box[0] - NEAR <= x <= box[2] + NEAR and box[1] - NEAR <= y <= box[3] + NEAR for box in diagram.loose for x, y in points)


def score_edges(diagram, shapes, matched, score):
    twins = first_of_twins(diagram)
    found = links(diagram, shapes, matched, twins)
    missed = []
    for edge in diagram.edges:
        edge = edge._replace(ends=tuple(twins[end] for end in edge.ends))
        ways = {edge.ends} if edge.ordered else {edge.ends, edge.ends[::-1]}
        same = [pair for pair in found if pair[0] in ways and pair[1]["type"] == (edge.kind or pair[1]["type"])]
        hit = next((pair for pair in same if same_words(edge, pair[1].get("text"))), same[0] if same else None)
        names = " -> ".join(repr(diagram.nodes[end].label) for end in edge.ends)
        if not hit:
            missed.append((edge, names))
            continue
        found.remove(hit)
        score.count["edge"] += 1
        text = hit[1].get("text")
        if edge.label and same_words(edge, text):
            score.count["edge label"] += 1
        elif not same_words(edge, text):
            score.miss(diagram, "edge label wrong", f"{names}: {edge.label!r} read as {text!r}")
    for edge, names in missed:
        score.miss(diagram, "edge missed", f"{names}: {why(edge, found, matched)}")
    for ends, shape in found:
        if not is_loose(shape, diagram):
            score.miss(diagram, "edge made up", f"{shape['shapeId']} {ends} {box_of(shape)}")


def score_diagram(fairy, diagram, score):
    """Where the drawing is that was read."""
    stripped = strip(diagram.path)
    shapes = read(fairy, stripped)
    matched = score_nodes(diagram, shapes, score)
    if diagram.edges is not None:
        score_edges(diagram, shapes, matched, score)
    return stripped
