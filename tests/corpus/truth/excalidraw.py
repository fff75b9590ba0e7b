"""Boxes and arrows as Excalidraw draws them by hand: made scenes, drawn by its package of npm in a browser."""
import json
import math
import os
import random

from programs import browser, chromium, npm, results
from truth.diagram import Diagram, Edge, Node
from truth.words import Labels

PACKAGE = "@excalidraw/utils@0.1.5"
PITCH, PADDING, FONT = (240, 170), 20, 20
KINDS = ["rectangle"] * 4 + ["ellipse", "ellipse", "diamond"]
FILLS = ["transparent", "transparent", "#a5d8ff", "#b2f2bb", "#ffec99"]
INKS = ["#1e1e1e", "#1e1e1e", "#1e1e1e", "#e03131", "#1971c2"]
HEADS = [(None, "arrow")] * 6 + [(None, "triangle"), ("arrow", "arrow"), (None, None), ("arrow", None)]

PAGE = """<!DOCTYPE html><meta charset="utf-8"><body><script type="module">
import {exportToSvg, getCommonBounds} from "file://%s/node_modules/@excalidraw/utils/dist/prod/index.js";
const scenes = %s, drawn = {};
for (const [name, elements] of Object.entries(scenes)) {
  const appState = {exportBackground: true, viewBackgroundColor: "#ffffff"};
  const svg = await exportToSvg({data: {elements, appState, files: {}}, config: {padding: %d, skipInliningFonts: true}});
  drawn[name] = {svg: new XMLSerializer().serializeToString(svg), bounds: getCommonBounds(elements)};
}
const out = document.createElement("pre");
out.textContent = JSON.stringify(drawn);
document.body.append(out);
</script>"""


def is_there(options):
    return browser() and npm(options.modules, PACKAGE, options.fetch)


# --- scenes -----------------------------------------------------------------------------------------------------------


class Scene:
    def __init__(self, seed):
        self.rand = random.Random(seed)
        self.elements, self.labels = [], Labels(self.rand)
        self.look = {"roughness": self.rand.choice((0, 1, 1, 2)), "strokeWidth": self.rand.choice((1, 2, 2)),
                     "fillStyle": self.rand.choice(("hachure", "cross-hatch", "solid", "solid"))}

    def add(self, kind, x, y, w, h, **more):
        element = {"id": f"e{len(self.elements)}", "type": kind, "x": x, "y": y, "width": w, "height": h, "angle": 0, "opacity": 100,
                   "strokeColor": "#1e1e1e", "backgroundColor": "transparent", "strokeStyle": "solid", "seed": self.rand.randint(1, 9999),
                   "version": 1, "versionNonce": 1, "isDeleted": False, "groupIds": [], "frameId": None, "roundness": None, "index": None,
                   "boundElements": [], "updated": 1, "link": None, "locked": False, **self.look, **more}
        self.elements.append(element)
        return element

    def words(self, holder, text, x, y):
        lines = text.split("\n")
        w, h = max(map(len, lines)) * FONT * 0.55, len(lines) * FONT * 1.25
        element = self.add("text", x - w / 2, y - h / 2, w, h, text=text, originalText=text, fontSize=FONT, fontFamily=5, textAlign="center",
                           verticalAlign="middle", containerId=holder["id"], lineHeight=1.25, autoResize=True)
        holder["boundElements"].append({"type": "text", "id": element["id"]})

    def box(self, column, row):
        text = self.labels.lines()
        kind = self.rand.choice(KINDS)
        w = max(100, max(map(len, text.split("\n"))) * FONT * 0.55 + 30) * (1.3 if kind != "rectangle" else 1)
        h = self.rand.randint(60, 80) * (1.4 if kind == "diamond" else 1)
        x, y = column * PITCH[0] + self.rand.randint(-15, 15), row * PITCH[1] + self.rand.randint(-15, 15)
        rounded = {"type": 3} if kind == "rectangle" and self.rand.random() < 0.6 else None
        element = self.add(kind, x - w / 2, y - h / 2, min(w, PITCH[0] - 50), h, roundness=rounded, backgroundColor=self.rand.choice(FILLS),
                           strokeColor=self.rand.choice(INKS))
        self.words(element, text, element["x"] + element["width"] / 2, y)
        return element, text

    def arrow(self, tail, head):
        start, end = edge_point(tail, middle(head), self.rand.randint(1, 8)), edge_point(head, middle(tail), self.rand.randint(1, 8))
        bend = self.rand.choice((0, 0, 0, 20, -20))
        length = math.dist(start, end)
        points = [(0, 0), (end[0] - start[0], end[1] - start[1])]
        if bend:
            dx, dy = points[1]
            points.insert(1, (dx / 2 - bend * dy / length, dy / 2 + bend * dx / length))
        heads = self.rand.choice(HEADS)
        xs, ys = zip(*points)
        element = self.add("arrow", *start, max(xs) - min(xs), max(ys) - min(ys), points=[list(point) for point in points], lastCommittedPoint=None,
                           roundness={"type": 2}, startBinding={"elementId": tail["id"], "focus": 0, "gap": 4},
                           endBinding={"elementId": head["id"], "focus": 0, "gap": 4}, startArrowhead=heads[0], endArrowhead=heads[1], elbowed=False,
                           strokeStyle=self.rand.choice(("solid", "solid", "dashed", "dotted")))
        for end in (tail, head):
            end["boundElements"].append({"type": "arrow", "id": element["id"]})
        label = self.labels.line() if self.rand.random() < 0.3 and length > 130 else ""
        if label:
            at = points[1] if bend else (points[1][0] / 2, points[1][1] / 2)
            self.words(element, label, start[0] + at[0], start[1] + at[1])
        return heads, label


def middle(element):
    return element["x"] + element["width"] / 2, element["y"] + element["height"] / 2


def edge_point(element, to, gap):
    """On the way from its middle, as far outside its outline."""
    (x, y), w, h = middle(element), element["width"] / 2, element["height"] / 2
    dx, dy = to[0] - x, to[1] - y
    share = {"ellipse": 1 / math.hypot(dx / w, dy / h), "diamond": 1 / (abs(dx) / w + abs(dy) / h)}.get(
        element["type"], 1 / max(abs(dx) / w, abs(dy) / h))
    share += gap / math.hypot(dx, dy)
    return x + dx * share, y + dy * share


def neighbours(places, rand):
    """Pairs that stand beside each other: an arrow between them crosses none."""
    pairs = [(a, b) for a in places for b in places if a < b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1]
    return rand.sample(pairs, min(len(pairs), len(places)))


def make(seed):
    """(elements, boxes: element and text, edges)"""
    scene = Scene(seed)
    rand = scene.rand
    places = [(column, row) for column in range(rand.randint(2, 4)) for row in range(rand.randint(2, 3)) if rand.random() < 0.85]
    boxes = {place: scene.box(*place) for place in places}
    order = {place: i for i, place in enumerate(places)}
    edges = []
    for tail, head in neighbours(places, rand):
        tail, head = (tail, head) if rand.random() < 0.7 else (head, tail)
        heads, label = scene.arrow(boxes[tail][0], boxes[head][0])
        ends, signs = (order[tail], order[head]), sum(map(bool, heads))
        edges.append(Edge(ends[::-1] if heads == ("arrow", None) else ends, signs == 1, label, "", "arrow" if signs else "line"))
    return scene.elements, list(boxes.values()), edges


# --- drawn ------------------------------------------------------------------------------------------------------------


def draw(folder, modules, scenes):
    page = os.path.join(folder, "excalidraw.html")
    with open(page, "w", encoding="utf-8") as out:
        out.write(PAGE % (modules, json.dumps(scenes).replace("</", "<\\/"), PADDING))
    return results(chromium(page, folder, "--virtual-time-budget=60000"))


def diagrams(folder, options):
    made = {f"excalidraw{seed}": make(seed) for seed in range(options.seed, options.seed + options.drawings)}
    drawn = draw(folder, options.modules, {name: elements for name, (elements, _, _) in made.items()})
    for name, told in drawn.items():
        _, boxes, edges = made[name]
        dx, dy = PADDING - told["bounds"][0], PADDING - told["bounds"][1]
        path = os.path.join(folder, name + ".svg")
        with open(path, "w", encoding="utf-8") as out:
            out.write(told["svg"])
        nodes = [Node((box["x"] + dx, box["y"] + dy, box["x"] + dx + box["width"], box["y"] + dy + box["height"]), " ".join(text.split()))
                 for box, text in boxes]
        x, y, right, bottom = told["bounds"]
        paper = (0, 0, right - x + 2 * PADDING, bottom - y + 2 * PADDING)
        yield Diagram(path, nodes, edges, [paper])
