"""Plantuml's diagrams. It writes flat: figures and texts in a row, so that a node's figure is found by the words of its
label, or beside them; where a node has no words, by the ends of a link that a comment names, or by its turn."""
import collections
import math
import os
import random
import re
from xml.etree import ElementTree

from programs import diagram_sources, draw_plantuml
from truth.diagram import Diagram, Node, around, inside, size, united
from truth.expected import Expected, Link, Thing, edge_of, plain, read_truth
from truth.words import Labels

# element: "rect", …; text: its words, a comment's as they are; box: None for a comment
Piece = collections.namedtuple("Piece", "element attributes text box")
FIGURES = {"rect", "ellipse", "polygon", "path", "line"}
CLOSED = {"rect", "ellipse", "polygon", "path"}


# --- what plantuml drew ---------------------------------------------------------------------------------------------


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def path_points(d):
    points = []
    for command, rest in re.findall(r"([A-Z])([^A-Z]*)", d):
        values = numbers(rest)
        if command == "A":
            values = values[5:7]
        points += zip(values[::2], values[1::2])
    return points


def box_of(element, attributes):
    def value(key):
        return float(attributes.get(key, 0))

    if element == "rect":
        return (value("x"), value("y"), value("x") + value("width"), value("y") + value("height"))
    if element == "ellipse":
        return (value("cx") - value("rx"), value("cy") - value("ry"), value("cx") + value("rx"), value("cy") + value("ry"))
    if element == "line":
        return around([(value("x1"), value("y1")), (value("x2"), value("y2"))])
    if element == "text":
        height = value("font-size")
        return (value("x"), value("y") - 0.93 * height, value("x") + value("textLength"), value("y") + 0.24 * height)
    if element == "polygon":
        points = numbers(attributes["points"])
        return around(list(zip(points[::2], points[1::2])))
    return around(path_points(attributes["d"]))


def pieces_of(path):
    """Everything drawn, in order; a comment is a piece too."""
    parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
    found = []
    for element in ElementTree.parse(path, parser).getroot().iter():
        if element.tag is ElementTree.Comment:
            found.append(Piece("comment", {}, element.text.strip(), None))
        else:
            name = element.tag.split("}")[-1]
            if name in FIGURES or name == "text":
                found.append(Piece(name, element.attrib, plain(element.text or ""), box_of(name, element.attrib)))
    return found


def style(piece, key):
    found = re.search(rf"(?:^|;)\s*{key}\s*:\s*([^;]+)", piece.attributes.get("style", ""))
    return found.group(1).strip() if found else piece.attributes.get(key, "none")


# --- figures with words ---------------------------------------------------------------------------------------------


def occurrences(pieces, label):
    """Where the label is: the index of its rarest line, each time that it is drawn."""
    found = [[i for i, piece in enumerate(pieces) if piece.element == "text" and piece.text == plain(line)]
             for line in label.split("\n")]
    return min(found, key=len)


def holder(pieces, text):
    """The smallest closed figure around a text."""
    x, y = (text.box[0] + text.box[2]) / 2, (text.box[1] + text.box[3]) / 2
    around_it = [piece for piece in pieces if piece.element in CLOSED and style(piece, "fill") != "none" and
                 inside((x, y, x, y), tuple(side + grow for side, grow in zip(piece.box, (2, 2, -2, -2))))]
    return min(around_it, key=lambda piece: size(piece.box)) if around_it else None


def run(pieces, start, step):
    """The figures next to a text, up to another text or a comment."""
    found = []
    start += step
    while 0 <= start < len(pieces) and pieces[start].element in FIGURES:
        found.append(pieces[start])
        start += step
    return found


def lines_of(pieces, at, label):
    """The label's lines are drawn one after the other."""
    count = label.count("\n") + 1
    near = [piece for piece in pieces[max(0, at - count):at + count] if piece.element == "text"]
    return [piece for piece in near if piece.text in map(plain, label.split("\n"))]


def beside(pieces, at, label, step):
    first = at
    while pieces[first + step].element == "text":
        first += step
    core = united([piece.box for piece in run(pieces, first, step)[:2]])  # an icon is of two pieces at most
    return Node(united([core] + [piece.box for piece in lines_of(pieces, at, label)]), plain(label), core)


def note(pieces, at, label):
    """A note may have a tail, which reaches to what it is about: the corner and the arcs tell where it ends."""
    paths = [piece for piece in run(pieces, occurrences(pieces, label.split("\n")[0])[0], -1) if piece.element == "path"]
    corner, sheet = paths[0], paths[-1]
    arcs = [tuple(numbers(found)[5:7]) for found in re.findall(r"A([^A-Z]*)", sheet.attributes["d"])]
    core = united([corner.box, around(arcs)]) if arcs else None
    return Node(sheet.box, plain(label), core)


def container(pieces, at, label):
    """The title is drawn last: the filled figure before it that it is in."""
    figures = [piece for piece in run(pieces, at, -1) if style(piece, "fill") != "none" and inside(pieces[at].box, piece.box)]
    return Node(figures[0].box, plain(label), None, True)


def boxed(pieces, at, label):
    return Node(holder(pieces, pieces[at]).box, plain(label))


HOW = {"box": boxed, "holds": container, "note": note, "beside": lambda *args: beside(*args, -1),
       "head": boxed, "person": lambda *args: beside(*args, 1)}


# --- figures without words ------------------------------------------------------------------------------------------


def is_start(piece):
    return piece.element == "ellipse" and style(piece, "fill") == "#000000" and piece.attributes["rx"] == "10"


def is_end(piece):
    return piece.element == "ellipse" and piece.attributes["rx"] in ("10", "11") and not is_start(piece)


def is_diamond(piece):
    return piece.element == "polygon" and len(numbers(piece.attributes["points"])) == 10 and \
        math.isclose(piece.box[2] - piece.box[0], 24) and math.isclose(piece.box[3] - piece.box[1], 24)


def is_bar(piece):
    return piece.element == "rect" and style(piece, "fill") == "#000000" and piece.box[3] - piece.box[1] < 10


WORDLESS = {"start": is_start, "end": is_end, "diamond": is_diamond, "bar": is_bar}


def link_ends(pieces):
    """Key → a point where a link to or from it ends, as the comments say."""
    found = {}
    for comment, figure in zip(pieces, pieces[1:]):
        names = re.search(r"(reverse )?link (\S+) to (\S+)$", comment.text) if comment.element == "comment" else None
        if names and figure.element == "path":
            points = path_points(figure.attributes["d"])
            found.setdefault(names.group(2), points[0])
            found.setdefault(names.group(3), points[-1])
    return found


def nearest(candidates, point):
    def distance(piece):
        x0, y0, x1, y1 = piece.box
        return math.dist(point, (min(max(point[0], x0), x1), min(max(point[1], y0), y1)))

    return min(candidates, key=distance)


def by_links(pieces, key, how, ends):
    candidates = [piece for piece in pieces if piece.element in FIGURES and WORDLESS[how](piece)]
    return Node(nearest(candidates, ends[key]).box, "")


# --- the truth ------------------------------------------------------------------------------------------------------


def find_nodes(pieces, expected):
    """Key → its nodes (a participant has two)."""
    ends = link_ends(pieces)
    turns = {how: [piece for piece in pieces if piece.element in FIGURES and test(piece)] for how, test in WORDLESS.items()}
    found = {}
    for key, thing in expected.things.items():
        if thing.how in HOW:
            found[key] = [HOW[thing.how](pieces, at, thing.label) for at in occurrences(pieces, thing.label)]
        elif ends:
            found[key] = [by_links(pieces, key, thing.how, ends)]
        else:
            found[key] = [Node(turns[thing.how].pop(0).box, "")]
    if not ends and any(turns.values()):
        raise ValueError("plantuml drew more than the source says")
    return found


def furniture(pieces, nodes):
    """What a person wouldn't count: the sheet within a state, a component's tabs, the bars on a lifeline, frames around
    messages and their titles."""
    known = {node.box for node in nodes}
    return [piece.box for piece in pieces if piece.box not in known and
            (style(piece, "fill") == "#EEEEEE" or piece.element == "rect" and
             (style(piece, "stroke") in ("#FFFFFF", "none") or piece.box[2] - piece.box[0] == 10 or
              style(piece, "stroke") == "#000000" and style(piece, "fill") != "#000000"))]


def truth(path, expected):
    pieces = pieces_of(path)
    if any(piece.text.startswith("Syntax Error") for piece in pieces):
        raise ValueError(f"plantuml can't read {path[:-4]}.puml")
    found = find_nodes(pieces, expected)
    nodes, index = [], {}
    for key, its in found.items():
        if not its:
            raise ValueError(f"{path}: {key} isn't in the drawing")
        index[key] = len(nodes)
        nodes += its
    edges = None if expected.links is None else [edge_of(link, index) for link in expected.links]
    return Diagram(path, nodes, edges, furniture(pieces, nodes))


# --- made ones ------------------------------------------------------------------------------------------------------

BOXES = "agent artifact card cloud component database file folder frame node queue stack rectangle storage usecase".split()
ICONS = "actor boundary control entity interface".split()
PERSONS = ("actor", "boundary", "control", "entity", "database")  # in a sequence: the name beside the figure
HOLDERS = "package node rectangle folder frame cloud database".split()
# An arrow, and the way that it goes
ARROWS = [("-->", "->")] * 5 + [("->", "->"), ("..>", "->"), ("-[dashed]->", "->"), ("-up->", "->"), ("--|>", "->"),
                                ("-->>", "->"), ("<-->", "<->"), ("--", "--"), ("..", "--"), ("--*", "-o"), ("--o", "-o")]
RELATIONS = [("-->", "->")] * 3 + [("--|>", "->"), ("..|>", "->"), ("..>", "->"), ("->", "->"), ("<-->", "<->"), ("--", "--"),
                                   ("..", "--"), ("*--", "-o"), ("o--", "-o"), ("--*", "-o")]
STATE_ARROWS = [("-->", "->")] * 5 + [("->", "->"), ("-[dashed]->", "->"), ("-up->", "->")]


def quoted(label):
    return '"' + label.replace("\n", "\\n") + '"'


class Made:
    """A source being written, with what it says."""

    def __init__(self, seed):
        self.rand = random.Random(seed)
        self.labels = Labels(self.rand)
        self.things, self.links, self.lines = {}, [], []

    def thing(self, how, label):
        key = f"n{len(self.things) + 1}"
        self.things[key] = Thing(how, label)
        return key

    def link(self, tail, head, arrows):
        arrow, way = self.rand.choice(arrows)
        label = self.labels.line() if self.rand.random() < 0.3 else ""
        self.links.append(Link(tail, head, way, label))
        self.lines.append(f"{tail} {arrow} {head}" + (f" : {label}" if label else ""))

    def links_among(self, keys, arrows):
        """Every pair once, so that no two edges lie on each other; nothing stands alone."""
        pairs = [(self.rand.choice(keys[:i]), key) for i, key in enumerate(keys) if i]
        pairs += [tuple(self.rand.sample(keys, 2)) for _ in range(len(keys) // 3)]
        for pair in {frozenset(pair): pair for pair in pairs}.values():
            self.link(*(pair if self.rand.random() < 0.7 else pair[::-1]), arrows)

    def note(self, keys):
        key = self.thing("note", self.labels.lines())
        words = self.things[key].label.replace("\n", "\\n")
        side = self.rand.choice(("left", "right", "top", "bottom"))
        self.lines.append(f"note {side} of {self.rand.choice(keys)} : {words}")

    def text(self):
        return "@startuml\n" + "\n".join(self.lines) + "\n@enduml\n"


def boxes_in(made, count, write):
    """So many nodes, some of them in a container."""
    keys, held = [], made.rand.randint(2, 3) if made.rand.random() < 0.4 else 0
    if held:
        key = made.thing("holds", made.labels.line())
        made.lines.append(f"{made.rand.choice(HOLDERS if write is component else ['package'])} "
                          f"{quoted(made.things[key].label)} as {key} {{")
        keys += [write(made) for _ in range(held)]
        made.lines.append("}")
    return keys + [write(made) for _ in range(count - held)]


def component(made):
    beside_it = made.rand.random() < 0.2
    key = made.thing("beside" if beside_it else "box", made.labels.lines())
    made.lines.append(f"{made.rand.choice(ICONS if beside_it else BOXES)} {quoted(made.things[key].label)} as {key}")
    return key


def components(made):
    if made.rand.random() < 0.3:
        made.lines.append("left to right direction")
    keys = boxes_in(made, made.rand.randint(3, 9), component)
    made.links_among(keys, ARROWS)
    if made.rand.random() < 0.4:
        made.note([key for key in keys if made.things[key].how == "box"] or keys)


def one_class(made):
    rand, labels = made.rand, made.labels
    kind = rand.choice(("class", "class", "abstract class", "interface", "enum"))
    name, stereotype = labels.line(), labels.line(1) if kind == "class" and rand.random() < 0.2 else ""
    fields = [labels.line(1) for _ in range(rand.choice((0, 0, 1, 3)))]
    methods = [labels.line(1) + "()" for _ in range(rand.choice((0, 1, 2)))] if kind != "enum" else []
    lines = ([f"«{stereotype}»"] if stereotype else []) + [name] + fields + methods
    key = made.thing("box", "\n".join(lines))
    sign = rand.choice(("", "+", "-", "#"))
    made.lines.append(f"{kind} {quoted(name)} as {key}" + (f" <<{stereotype}>>" if stereotype else "") + " {")
    made.lines += [sign + member for member in fields + methods] + ["}"]
    return key


def classes(made):
    if made.rand.random() < 0.4:
        made.lines.append("hide empty members")
    keys = boxes_in(made, made.rand.randint(3, 8), one_class)
    made.links_among(keys, RELATIONS)
    if made.rand.random() < 0.4:
        made.note(keys)


def one_state(made):
    name, told = made.labels.line(), [made.labels.line() for _ in range(made.rand.choice((0, 0, 1, 2)))]
    key = made.thing("box", "\n".join([name] + told))
    made.lines.append(f"state {quoted(name)} as {key}")
    made.lines += [f"{key} : {line}" for line in told]
    return key


def pseudo(made, how, key, kind=""):
    made.things[key] = Thing(how, "")
    if kind:
        made.lines.append(f"state {key} <<{kind}>>")
    return key


def marked(made, keys, scope, inner):
    """The dots at which it begins and ends."""
    if made.rand.random() < 0.8:
        made.lines.append(f"[*] --> {keys[0]}")
        made.links.append(Link(pseudo(made, "start", "*start" + scope), keys[0]))
    if made.rand.random() < 0.5:
        made.lines.append(f"{keys[-1]} --> [*]")
        made.links.append(Link(keys[-1], pseudo(made, "end", "*end" + scope)))
    made.links_among(keys, STATE_ARROWS[:1] if inner else STATE_ARROWS)


def states(made):
    rand = made.rand
    keys = [one_state(made) for _ in range(rand.randint(2, 6))]
    if rand.random() < 0.4:
        whole = made.thing("holds", made.labels.line())
        made.lines.append(f"state {quoted(made.things[whole].label)} as {whole} {{")
        marked(made, [one_state(made) for _ in range(2)], "*" + whole, True)
        made.lines.append("}")
        keys.append(whole)
    if rand.random() < 0.4:
        keys.insert(1, pseudo(made, "diamond", "choice", "choice"))
    if rand.random() < 0.3:
        keys.insert(1, pseudo(made, "bar", "split", "fork"))
    marked(made, keys, "", False)
    if rand.random() < 0.3:
        made.note([key for key in keys if made.things[key].how == "box"])


# --- made activities ------------------------------------------------------------------------------------------------


def action(made, comes):
    key = made.thing("box", made.labels.lines())
    words = made.things[key].label.replace("\n", "\\n")
    made.lines.append(f":{words}{made.rand.choice(';;;;|<>]')}")
    return flow(made, comes, key)


def flow(made, comes, key):
    """Edges to `key` from what comes before it; what comes after it then."""
    made.links += [Link(tail, key, "->", label) for tail, label in comes]
    return [(key, "")]


def turn(made, how):
    """A figure without words: drawn after everything within its block."""
    key = f"{how}{len(made.things)}"
    made.things[key] = Thing(how, "")
    return key


def decision(made, comes, depth):
    key, yes, no = made.thing("box", made.labels.line() + "?"), made.labels.line(1), made.labels.line(1)
    made.lines.append(f"if ({made.things[key].label}) then ({yes})")
    flow(made, comes, key)
    ends = block(made, [(key, yes)], depth + 1)
    made.lines.append(f"else ({no})")
    ends += block(made, [(key, no)], depth + 1)
    made.lines.append("endif")
    return flow(made, ends, turn(made, "diamond"))


def while_loop(made, comes, depth):
    key, on, off = made.thing("box", made.labels.line() + "?"), made.labels.line(1), made.labels.line(1)
    made.lines.append(f"while ({made.things[key].label}) is ({on})")
    flow(made, comes, key)
    flow(made, block(made, [(key, on)], depth + 1), key)
    made.lines.append(f"endwhile ({off})")
    return [(key, off)]


def repeat_loop(made, comes, depth):
    entry = f"entry{made.labels.count}"
    made.lines.append("repeat")
    flow(made, comes, entry)
    ends = block(made, [(entry, "")], depth + 1)
    made.things[entry] = Thing("diamond", "")
    key, again, done = made.thing("box", made.labels.line() + "?"), made.labels.line(1), made.labels.line(1)
    flow(made, ends, key)
    flow(made, [(key, again)], entry)
    made.lines.append(f"repeat while ({made.things[key].label}) is ({again}) not ({done})")
    return [(key, done)]


def fork(made, comes, depth):
    opened = turn(made, "bar")
    flow(made, comes, opened)
    ends = []
    for i in range(made.rand.randint(2, 3)):
        made.lines.append("fork again" if i else "fork")
        ends += block(made, [(opened, "")], depth + 1)
    made.lines.append("end fork")
    return flow(made, ends, turn(made, "bar"))


def block(made, comes, depth):
    """Actions and what holds them together; what comes after."""
    comes = action(made, comes)
    for _ in range(made.rand.randint(0, 2)):
        if depth < 2 and made.rand.random() < 0.6:
            comes = made.rand.choice((decision, decision, while_loop, repeat_loop, fork))(made, comes, depth)
            comes = action(made, comes)
        else:
            comes = action(made, comes)
    return comes


def activities(made):
    made.things["start"] = Thing("start", "")
    made.lines.append("start")
    ends = block(made, [("start", "")], 0)
    flow(made, ends, turn(made, "end"))
    made.lines.append(made.rand.choice(("stop", "end")))


def sequences(made):
    rand, keys = made.rand, []
    for _ in range(rand.randint(2, 6)):
        kind = rand.choice(("participant",) * 4 + PERSONS + ("queue", "collections"))
        person = kind in PERSONS
        keys.append(made.thing("person" if person else "head", made.labels.lines()))
        made.lines.append(f"{kind} {quoted(made.things[keys[-1]].label)} as {keys[-1]}")
    for _ in range(rand.randint(3, 10)):
        arrow = rand.choice(("->", "-->", "->>", "<-"))
        made.lines.append(f"{rand.choice(keys)} {arrow} {rand.choice(keys)} : {made.labels.line()}")
    made.links = None


MAKERS = {"component": components, "class": classes, "state": states, "activity": activities, "sequence": sequences}


def make(seed):
    """A name, a source, and what it says."""
    made, kind = Made(seed), list(MAKERS)[seed % len(MAKERS)]
    MAKERS[kind](made)
    return f"{kind}-{seed}", made.text(), Expected(made.things, made.links)


def diagrams(folder, options):
    sources, expected = {}, {}
    for name, text in diagram_sources("puml").items():
        if read_truth(name):
            sources[name], expected[name] = text, read_truth(name)
    for seed in range(options.seed, options.seed + options.drawings):
        name, text, told = make(seed)
        sources[name], expected[name] = text, told
    draw_plantuml(folder, sources)
    for name, told in expected.items():
        if os.path.exists(f"{folder}/{name}.svg"):
            yield truth(f"{folder}/{name}.svg", told)
