"""Boxes and arrows as people draw them in Inkscape: connectors, which Inkscape itself routes, and plain lines with heads."""
import collections
import math
import os
import random
import re
import subprocess
from xml.etree import ElementTree

from truth.diagram import Diagram, Edge, Node, inside, overlap
from truth.words import WORDS

SVG = "{http://www.w3.org/2000/svg}"
PITCH, MARGIN, FONT = (230, 160), 70, 14
TRIANGLE = ('<marker id="head" orient="auto-start-reverse" markerWidth="8" markerHeight="8" viewBox="0 0 10 10" refX="9" '
            'refY="5"><path d="M 0 0 L 10 5 L 0 10 z"/></marker>')
STRETCHED = ('<marker id="head" orient="auto-start-reverse" style="overflow:visible" refX="0" refY="0" inkscape:isstock="true">'
             '<path d="M 0,0 5,-5 -12.5,0 5,5 Z" transform="matrix(-0.4,0,0,-0.4,-4,0)" style="fill:context-stroke"/></marker>')
Box = collections.namedtuple("Box", "kind x y w h lines")
Link = collections.namedtuple("Link", "tail head heads label")  # heads: where a head is: "", "end", "start", "both"
# A space of its own: x' = scale * x + dx
Space = collections.namedtuple("Space", "scale dx dy", defaults=(1, 0, 0))


def middle(box):
    return box.x + box.w / 2, box.y + box.h / 2


def number(value):
    return f"{value:.5g}" if abs(value) < 1000 else f"{value:.1f}"


def into(space, x, y):
    return (x - space.dx) / space.scale, (y - space.dy) / space.scale


def points_text(space, points):
    return " ".join(",".join(map(number, into(space, *point))) for point in points)


def transform_text(space):
    parts = [f"translate({number(space.dx)},{number(space.dy)})"] if space.dx or space.dy else []
    parts += [f"scale({number(space.scale)})"] if space.scale != 1 else []
    return f' transform="{" ".join(parts)}"' if parts else ""


# --- boxes ----------------------------------------------------------------------------------------------------------


def random_boxes(rand):
    columns, rows = rand.randint(2, 4), rand.randint(2, 3)
    names = rand.sample(WORDS, 12)
    boxes = []
    for row in range(rows):
        for column in range(columns):
            if rand.random() < 0.15 and len(boxes) > 2:
                continue
            lines = [f"{names[len(boxes)]} {rand.choice(WORDS)}"] + ([rand.choice(WORDS)] if rand.random() < 0.3 else [])
            kind = rand.choice(("rect", "rect", "round", "ellipse", "circle", "diamond", "hexagon"))
            w = max(70, 9 * max(map(len, lines)) + 24) * {"diamond": 1.25, "ellipse": 1.15}.get(kind, 1)
            h = w if kind == "circle" else rand.randint(44, 70) * {"diamond": 1.4}.get(kind, 1)
            w, h = min(w, 150), min(h, 110)
            w, h = (min(w, h), min(w, h)) if kind == "circle" else (w, h)
            x = MARGIN + column * PITCH[0] + (150 - w) / 2 + rand.randint(-12, 12)
            y = MARGIN + row * PITCH[1] + (80 - h) / 2 + rand.randint(-8, 8)
            boxes.append(Box(kind, x, y, w, h, lines))
    return boxes


def corners(box):
    x, y, w, h = box.x, box.y, box.w, box.h
    if box.kind == "diamond":
        return [(x + w / 2, y), (x + w, y + h / 2), (x + w / 2, y + h), (x, y + h / 2)]
    if box.kind == "hexagon":
        return [(x + 12, y), (x + w - 12, y), (x + w, y + h / 2), (x + w - 12, y + h), (x + 12, y + h), (x, y + h / 2)]
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def outline(box, space, name, style):
    x, y = map(number, into(space, box.x, box.y))
    cx, cy = map(number, into(space, *middle(box)))
    w, h = number(box.w / space.scale), number(box.h / space.scale)
    if box.kind in ("rect", "round"):
        ry = f' ry="{number(12 / space.scale)}"' if box.kind == "round" else ""
        return f'<rect id="{name}" x="{x}" y="{y}" width="{w}" height="{h}"{ry} style="{style}"/>'
    if box.kind in ("ellipse", "circle"):
        return (f'<ellipse id="{name}" cx="{cx}" cy="{cy}" rx="{number(box.w / 2 / space.scale)}" '
                f'ry="{number(box.h / 2 / space.scale)}" style="{style}"/>')
    return f'<path id="{name}" d="M {points_text(space, corners(box))} Z" style="{style}"/>'


def text(lines, x, y, space):
    """In Inkscape's own form, the middle of the lines at x, y."""
    x, _ = map(number, into(space, x, y))
    pieces = ""
    for i, line in enumerate(lines):
        _, baseline = into(space, 0, y + FONT * (0.35 + 1.25 * (i - (len(lines) - 1) / 2)))
        pieces += f'<tspan sodipodi:role="line" x="{x}" y="{number(baseline)}">{line}</tspan>'
    _, first = into(space, 0, y + FONT * (0.35 - 1.25 * (len(lines) - 1) / 2))
    return (f'<text xml:space="preserve" x="{x}" y="{number(first)}" style="font-size:{number(FONT / space.scale)}px;'
            f'line-height:1.25;font-family:sans-serif;text-anchor:middle;text-align:center;fill:#000000">{pieces}</text>')


def labelled_box(rand, box, i, space):
    """The markup, and the id that a connector holds on to."""
    style = f"fill:{rand.choice(('none', '#ffffff', '#cfe2f3', '#fff2cc', '#d9ead3'))};stroke:#333333;" \
        f"stroke-width:{number(1.5 / space.scale)}"
    words = text(box.lines, *middle(box), space)
    way = rand.random()
    if way < 0.5:
        return outline(box, space, f"box{i}", style) + "\n" + words, f"box{i}"
    own = Space(1, *map(round, into(space, box.x, box.y)))
    both = Space(space.scale, space.dx + own.dx * space.scale, space.dy + own.dy * space.scale)
    own = own if way < 0.75 else Space()
    both = both if way < 0.75 else space
    inner = outline(box, both, f"box{i}", style) + text(box.lines, *middle(box), both)
    return f'<g id="pair{i}"{transform_text(own)}>{inner}</g>', rand.choice((f"pair{i}", f"box{i}"))


# --- lines ----------------------------------------------------------------------------------------------------------


def crosses(a, b, box):
    """Whether the straight line from a to b comes near the box."""
    grown = (box.x - 8, box.y - 8, box.x + box.w + 8, box.y + box.h + 8)
    return any(inside((x, y, x, y), grown) for x, y in
               ((a[0] + (b[0] - a[0]) * t / 40, a[1] + (b[1] - a[1]) * t / 40) for t in range(41)))


def random_links(rand, boxes):
    """Between boxes with nothing between them."""
    free = [(i, j) for i in range(len(boxes)) for j in range(len(boxes)) if i < j and not any(
        crosses(middle(boxes[i]), middle(boxes[j]), box) for k, box in enumerate(boxes) if k not in (i, j))]
    links = []
    for i, j in rand.sample(free, min(len(free), rand.randint(len(boxes) - 1, len(boxes) + 2))):
        tail, head = (i, j) if rand.random() < 0.6 else (j, i)
        label = f"{rand.choice(WORDS)} {rand.choice(WORDS)}" if rand.random() < 0.35 else ""
        links.append(Link(tail, head, rand.choice(("end",) * 6 + ("start", "both", "")), label))
    return links


def leaves(box, to, gap):
    """Where the line from the box's middle to a point comes out of it."""
    (cx, cy), (x, y) = middle(box), to
    dx, dy = x - cx, y - cy
    if box.kind in ("ellipse", "circle"):
        t = 1 / math.hypot(2 * dx / box.w, 2 * dy / box.h)
    elif box.kind == "diamond":
        t = 1 / (2 * abs(dx) / box.w + 2 * abs(dy) / box.h)
    else:
        t = min(box.w / 2 / abs(dx) if dx else math.inf, box.h / 2 / abs(dy) if dy else math.inf)
    t += gap / math.hypot(dx, dy)
    return cx + t * dx, cy + t * dy


def heads_style(link):
    return "".join(f";marker-{end}:url(#head)" for end in ("start", "end") if link.heads in (end, "both"))


def connector(rand, link, boxes, names, space):
    """As Inkscape's connector tool makes it; Inkscape routes it when it opens the file."""
    points = points_text(space, [middle(boxes[link.tail]), middle(boxes[link.head])])
    style = f"fill:none;stroke:#000000;stroke-width:{number(1.2 / space.scale)}{heads_style(link)}"
    return (f'<path d="M {points}" style="{style}" inkscape:connector-type="{rand.choice(("polyline", "orthogonal"))}" inkscape:connector-curvature="'
            f'{rand.choice((0, 0, 0, 10))}" inkscape:connection-start="#{names[link.tail]}" '
            f'inkscape:connection-end="#{names[link.head]}"/>')


def plain_points(rand, link, boxes):
    a, b = boxes[link.tail], boxes[link.head]
    gap = rand.choice((0, 0, 1, 2.5))
    return [leaves(a, middle(b), gap), leaves(b, middle(a), gap)]


def head_shape(tip, back, space):
    angle = math.atan2(tip[1] - back[1], tip[0] - back[0])
    turned = [(tip[0] - 9 * math.cos(angle + side), tip[1] - 9 * math.sin(angle + side)) for side in (0.4, -0.4)]
    return f'<path d="M {points_text(space, [tip, *turned])} Z" style="fill:#000000;stroke:none"/>'


def plain_line(rand, link, boxes, space):
    """A line with heads, and its middle."""
    a, b = plain_points(rand, link, boxes)
    style = f"fill:none;stroke:#000000;stroke-width:{number(1.2 / space.scale)}"
    style += ";stroke-dasharray:" + number(4 / space.scale) if rand.random() < 0.2 else ""
    centre = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    way = rand.choice(("line", "path", "polyline", "curve", "shapes"))
    if way == "line":
        (x1, y1), (x2, y2) = into(space, *a), into(space, *b)
        return (f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" '
                f'style="{style}{heads_style(link)}"/>'), centre
    if way == "polyline":
        return f'<polyline points="{points_text(space, [a, centre, b])}" style="{style}{heads_style(link)}"/>', centre
    if way == "curve":
        third = ((b[0] - a[0]) / 3, (b[1] - a[1]) / 3)
        side = (-third[1] / 4, third[0] / 4)
        bends = [(a[0] + third[0] + side[0], a[1] + third[1] + side[1]), (b[0] - third[0] + side[0], b[1] - third[1] + side[1])]
        centre = (centre[0] + side[0] * 0.75, centre[1] + side[1] * 0.75)
        return (f'<path d="M {points_text(space, [a])} C {points_text(space, bends + [b])}" '
                f'style="{style}{heads_style(link)}"/>'), centre
    if way == "shapes":
        heads = (head_shape(b, a, space) if link.heads in ("end", "both") else "") + \
            (head_shape(a, b, space) if link.heads in ("start", "both") else "")
        line = f'<path d="M {points_text(space, [a, b])}" style="{style}"/>'
        return f"<g>{line}{heads}</g>" if heads and rand.random() < 0.5 else line + heads, centre
    return f'<path d="M {points_text(space, [a, b])}" style="{style}{heads_style(link)}"/>', centre


# --- labels of lines ------------------------------------------------------------------------------------------------


def sampled(d):
    """Points along path data of M, L, H, V and C, absolute or relative."""
    points, at, command, left = [], (0.0, 0.0), "M", []
    for token in re.findall(r"[A-Za-z]|[-+]?[\d.]+(?:e[-+]?\d+)?", d):
        if token.isalpha():
            command = token
            continue
        left.append(float(token))
        if len(left) < {"H": 1, "V": 1, "C": 6}.get(command.upper(), 2):
            continue
        base = at if command.islower() else (0, 0)
        if command.upper() in "HV":
            across = command.upper() == "H"
            ends = [(base[0] + left[0], at[1]) if across else (at[0], base[1] + left[0])]
        else:
            ends = [(base[0] + left[i], base[1] + left[i + 1]) for i in range(0, len(left), 2)]
        if len(ends) == 3:
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at, *ends
            for t in (step / 8 for step in range(1, 8)):
                u = 1 - t
                points.append((u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3,
                               u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3))
        at, left = ends[-1], []
        points.append(at)
        command = {"M": "L", "m": "l"}.get(command, command)
    return points


def halfway(points):
    legs = [math.dist(a, b) for a, b in zip(points, points[1:])]
    left = sum(legs) / 2
    for a, b, leg in zip(points, points[1:], legs):
        if left <= leg and leg:
            return a[0] + (b[0] - a[0]) * left / leg, a[1] + (b[1] - a[1]) * left / leg
        left -= leg
    return points[0]


def along(points, step=4):
    """The same line, a point every few units."""
    for a, b in zip(points, points[1:]):
        n = max(1, int(math.dist(a, b) / step))
        yield from ((a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(n + 1))


def label_box(label, at):
    half = 4.2 * len(label)
    return (at[0] - half, at[1] - FONT * 0.6, at[0] + half, at[1] + FONT * 0.6)


def clear(box, boxes, lines, placed):
    """A label that another line, box or label touches would tell a person nothing."""
    wide = (box[0] - 6, box[1] - 8, box[2] + 6, box[3] + 8)
    return not any(overlap(wide, (b.x, b.y, b.x + b.w, b.y + b.h)) for b in boxes) and \
        not any(overlap(wide, other) for other in placed) and \
        not any(inside((x, y, x, y), wide) for line in lines for x, y in along(line))


def place_labels(rand, links, boxes, lines):
    """Each link's place of its label, or None where there is no good one."""
    places, placed = [], []
    for link, line in zip(links, lines):
        x, y = halfway(line)
        at = (x, y + rand.choice((0, -FONT * 0.9)))
        box = label_box(link.label, at)
        good = link.label and clear(box, boxes, [other for other in lines if other is not line], placed)
        placed += [box] if good else []
        places.append(at if good else None)
    return places


# --- drawings -------------------------------------------------------------------------------------------------------


def page(boxes, unit):
    w = max(box.x + box.w for box in boxes) + MARGIN
    h = max(box.y + box.h for box in boxes) + MARGIN
    side = (number(w * unit), number(h * unit))
    kind = "mm" if unit != 1 else ""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
            f'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="{side[0]}{kind}" '
            f'height="{side[1]}{kind}" viewBox="0 0 {side[0]} {side[1]}">\n')


def scaled(box, unit):
    return tuple(side * unit for side in (box.x, box.y, box.x + box.w, box.y + box.h))


def layer(name, space, content):
    return (f'<g inkscape:groupmode="layer" inkscape:label="{name}" id="{name.lower()}"{transform_text(space)}>\n'
            f"{content}\n</g>\n")


def kind_of(link, connected):
    """A connector is called an arrow even where it has no head."""
    return "arrow" if link.heads else None if connected else "line"


def truth(path, boxes, links, places, unit, connected):
    nodes = [Node(scaled(box, unit), " ".join(box.lines)) for box in boxes]
    edges = []
    for link, place in zip(links, places):
        ends = (link.head, link.tail) if link.heads == "start" else (link.tail, link.head)
        edges.append(Edge(ends, link.heads in ("start", "end"), link.label if place else "", "",
                          kind_of(link, connected)))
    return Diagram(path, nodes, edges, [])


class Drawing:
    """Boxes and links, and where they are written."""

    def __init__(self, seed):
        self.rand = rand = random.Random(seed)
        self.unit = rand.choice((1, 1, 0.25))  # 0.25: a page in mm
        self.boxes = random_boxes(rand)
        self.links = random_links(rand, self.boxes)
        self.outer = rand.choice((Space(), Space(), Space(1, 40, -15), Space(2, 10, 10), Space(0.5, 0, 0)))
        self.layers = self.outer != Space() or rand.random() < 0.4
        marker = rand.choice((TRIANGLE, STRETCHED))
        self.page = page(self.boxes, self.unit) + f"<defs>{marker}</defs>\n"

    def space(self, own):
        """Of a layer, from the units that boxes are given in."""
        return Space(own.scale / self.unit, own.dx / self.unit, own.dy / self.unit)

    def write(self, path, lines):
        drawn = [labelled_box(self.rand, box, i, self.space(self.outer)) for i, box in enumerate(self.boxes)]
        content, names = "\n".join(markup for markup, _ in drawn), [name for _, name in drawn]
        content = layer("Boxes", self.outer, content) if self.layers else content + "\n"
        markup = lines(names)
        content += layer("Lines", Space(), markup) if self.layers else markup + "\n"
        with open(path, "w", encoding="utf-8") as out:
            out.write(self.page + content + "</svg>\n")


def write_plain(drawing, path):
    rand, space = drawing.rand, drawing.space(Space())
    drawn = [plain_line(rand, link, drawing.boxes, space) for link in drawing.links]
    straight = [[leaves(drawing.boxes[link.tail], at, 0), at, leaves(drawing.boxes[link.head], at, 0)]
                for link, (_, at) in zip(drawing.links, drawn)]
    places = place_labels(rand, drawing.links, drawing.boxes, straight)

    def lines(_):
        return "\n".join(markup + (text([link.label], *place, space) if place else "")
                         for (markup, _), link, place in zip(drawn, drawing.links, places))

    drawing.write(path, lines)
    return truth(path, drawing.boxes, drawing.links, places, drawing.unit, False)


def write_connectors(drawing, path):
    drawing.write(path, lambda names: "\n".join(
        connector(drawing.rand, link, drawing.boxes, names, drawing.space(Space())) for link in drawing.links))


def route(folder, names):
    """Has Inkscape open and save each: NAME.drawn.svg → NAME.svg, which isn't there where it can't."""
    for left in (f"{folder}/{name}.svg" for name in names):
        if os.path.exists(left):
            os.remove(left)
    commands = "".join(f"file-open:{folder}/{name}.drawn.svg; export-type:svg; export-filename:{folder}/{name}.svg; "
                       "export-do; file-close\n" for name in names)
    subprocess.run(["inkscape", "--shell"], input=(commands + "quit\n").encode(), capture_output=True, check=False,
                   timeout=60 + 10 * len(names))


def label_routed(drawing, path):
    """Puts the labels where Inkscape has the lines now."""
    tree = ElementTree.parse(path)
    ends = "{http://www.inkscape.org/namespaces/inkscape}connection-start"
    paths = [element for element in tree.iter(SVG + "path") if element.get(ends)]
    lines = [[(x / drawing.unit, y / drawing.unit) for x, y in sampled(element.get("d"))] for element in paths]
    places = place_labels(drawing.rand, drawing.links, drawing.boxes, lines)
    with open(path, encoding="utf-8") as source:
        drawn = source.read()
    labels = "\n".join(text([link.label], *place, drawing.space(Space()))
                       for link, place in zip(drawing.links, places) if place)
    end = drawn.rindex("</svg>")
    with open(path, "w", encoding="utf-8") as out:
        out.write(drawn[:end] + labels + "\n" + drawn[end:])
    return truth(path, drawing.boxes, drawing.links, places, drawing.unit, True)


def diagrams(folder, options):
    """Every third drawing has plain lines, the others connectors."""
    drawings = {seed: Drawing(seed) for seed in range(options.seed, options.seed + options.drawings)}
    connected = [seed for seed in drawings if seed % 3]
    for seed in connected:
        write_connectors(drawings[seed], f"{folder}/connectors-{seed}.drawn.svg")
    route(folder, [f"connectors-{seed}" for seed in connected])
    for seed, drawing in drawings.items():
        path = f"{folder}/{'connectors' if seed % 3 else 'plain'}-{seed}.svg"
        if not seed % 3:
            yield write_plain(drawing, path)
        elif os.path.exists(path):
            yield label_routed(drawing, path)
