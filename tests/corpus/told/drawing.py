"""A drawing as it was and as it became: which elements are the same ones, where they are, how they look, what changed."""
import colorsys
import difflib
import html
import json
import os
import re
import subprocess
import tempfile

TOKEN = re.compile(r"""<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE(?:[^\[>]|\[.*?\])*>|"""
                   r"""<(?P<close>/?)(?P<name>[A-Za-z_][\w:.-]*)(?P<attributes>(?:[^"'>]|"[^"]*"|'[^']*')*?)(?P<empty>/?)>""", re.S)
ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
WIDTH = 1400  # px of the pictures that are compared
INHERITED = {"stroke-dasharray", "stroke-width", "stroke", "fill", "font-size", "font-weight", "opacity"}
DEFINING = {"defs", "marker", "style", "metadata", "sodipodi:namedview", "title", "desc", "symbol"}


class Element:
    def __init__(self, name, attributes, parent, at):
        self.name, self.attributes, self.parent, self.at = name, attributes, parent, at
        self.text, self.children, self.key, self.box = "", [], None, None
        if parent:
            parent.children.append(self)

    def chain(self):
        element = self
        while element:
            yield element
            element = element.parent

    def is_defined(self):
        return any(e.name in DEFINING for e in self.chain())

    def place(self):
        """Its box; of HTML, which has none, that of the foreignObject."""
        return self.box or next((e.box for e in self.chain() if e.name == "foreignObject"), None)

    def own(self, name):
        for part in self.attributes.get("style", "").split(";"):
            key, _, value = part.partition(":")
            if key.strip() == name:
                return value.replace("!important", "").strip()
        return self.attributes.get(name)

    def style(self, name):
        return next((value for value in (e.own(name) for e in self.chain()) if value), None)

    def words(self):
        return " ".join((self.text + " " + " ".join(child.words() for child in self.children if child.name not in DEFINING)).split())

    def look(self):
        """All that the file says of it, and nothing of where."""
        said = sorted((k, v) for k, v in self.attributes.items() if k != "id" and not k.startswith("xmlns"))
        return self.name, tuple(said), " ".join(self.text.split())

    def is_painted(self):
        return self.style("fill") != "none" or (self.style("stroke") or "none") != "none"


def read_elements(text):
    elements, at = [], None
    last = 0
    for token in TOKEN.finditer(text):
        if at:
            at.text += html.unescape(text[last:token.start()])
        last = token.end()
        if token.group(0).startswith("<![CDATA[") and at:
            at.text += token.group(0)[9:-3]
        if not token.group("name"):
            continue
        if token.group("close"):
            at = at.parent
            continue
        attributes = {k: html.unescape(a or b) for k, a, b in ATTRIBUTE.findall(token.group("attributes"))}
        element = Element(token.group("name"), attributes, at, token.start() + 1 + len(token.group("name")))
        elements.append(element)
        at = at if token.group("empty") else element
    return elements


def pair_up(before, after):
    """Gives what is the same element the same key: by id, else by how it reads and where it stands among the others."""
    for i, element in enumerate(before):
        element.key = element.attributes.get("id") or f"was-{i}"
    ids = {e.key: e for e in before}
    taken = set()
    for element in after:
        known = ids.get(element.attributes.get("id"))
        if known and known.name == element.name and known.key not in taken:
            element.key = known.key
            taken.add(known.key)
    left = [e for e in before if e.key not in taken]
    new = [e for e in after if not e.key]
    matcher = difflib.SequenceMatcher(None, [e.look() for e in left], [e.look() for e in new], autojunk=False)
    for how, a1, a2, b1, b2 in matcher.get_opcodes():
        if how == "equal" or (how == "replace" and [e.name for e in left[a1:a2]] == [e.name for e in new[b1:b2]]):
            for was, now in zip(left[a1:a2], new[b1:b2]):
                now.key = was.key
        elif how == "replace":
            inner = difflib.SequenceMatcher(None, [e.name for e in left[a1:a2]], [e.name for e in new[b1:b2]], autojunk=False)
            for block in inner.get_matching_blocks():
                for k in range(block.size):
                    new[b1 + block.b + k].key = left[a1 + block.a + k].key
    for i, element in enumerate(after):
        element.key = element.key or f"new-{i}"


class State:
    """One state of the drawing, written out with an id on every element, and measured."""

    def __init__(self, fairy, text, elements, folder, name):
        self.elements, self.by_key = elements, {e.key: e for e in elements}
        self.path = os.path.join(folder, name + ".svg")
        out, last = [], 0
        for element in elements:
            if "id" not in element.attributes:
                out += [text[last:element.at], f' id="{element.key}"']
                last = element.at
        with open(self.path, "w", encoding="utf-8") as file:
            file.write("".join(out) + text[last:])
        self.key_of = {e.attributes.get("id", e.key): e.key for e in elements}
        for line in self.run(fairy, "query", self.path).splitlines():
            name, *box = line.rsplit(",", 4)
            if name in self.key_of:
                self.by_key[self.key_of[name]].box = tuple(map(float, box))
        seen = json.loads(self.run(fairy, "see", "--detail", "simple", "--view", "-100000,-100000,400000,400000", self.path))
        self.shapes = seen["shapes"]
        for shape in self.shapes:
            shape["key"] = self.key_of.get(shape["shapeId"])
            shape["words"] = " ".join(shape.get("text", "").split())
        self.page = seen["page"]
        self._pixels = None

    @staticmethod
    def run(*command):
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def run_unit(self):
        """px of the boxes per unit of the drawing."""
        root = next(e for e in self.elements if e.box)
        outer = max((s for s in self.shapes if s["key"] in self.by_key and self.by_key[s["key"]].box), key=lambda s: s["w"])
        return self.by_key[outer["key"]].box[2] / outer["w"] if root else 1

    def pixels(self):
        """width, height, RGB bytes, and px of the picture per px of the boxes."""
        if not self._pixels:
            png = subprocess.run(["rsvg-convert", "-w", str(WIDTH), "-b", "white", self.path], capture_output=True, check=True).stdout
            size = subprocess.run(["rsvg-convert", "-b", "white", self.path], capture_output=True, check=True).stdout
            raw = subprocess.run(["convert", "png:-", "-depth", "8", "rgb:-"], input=png, capture_output=True, check=True).stdout
            own = int.from_bytes(size[16:20], "big")
            self._pixels = WIDTH, len(raw) // 3 // WIDTH, raw, WIDTH / own
        return self._pixels


class Change:
    """What a command made of a drawing."""

    def __init__(self, fairy, before, after, said, code):
        self.said, self.code, self.same = said, code, before == after
        self.folder = tempfile.TemporaryDirectory(prefix="told-")
        texts = [data.decode("utf-8", "replace") for data in (before, after)]
        lists = [read_elements(text) for text in texts]
        pair_up(*lists)
        self.before = State(fairy, texts[0], lists[0], self.folder.name, "before")
        self.after = State(fairy, texts[1], lists[1], self.folder.name, "after")
        self.allowed, self.places = set(), []

    # --- finding --------------------------------------------------------------------------------

    def named(self, words, state=None):
        """All shapes that a person would call so; figures before texts."""
        state = state or self.before
        wanted = " ".join(words.lower().split())
        found = [s for s in state.shapes if s["words"].lower() == wanted or wanted == (s.get("text") or "").split("\n")[0].lower()]
        exact = [s for s in found if s["words"].lower() == wanted]
        found = exact or found
        figures = [s for s in found if s["type"] not in ("text", "arrow", "line")]
        assert found, f"there is no {words!r}"
        return figures or found

    def one(self, words, state=None):
        return self.named(words, state)[0]

    def element(self, shape, state=None):
        return (state or self.before).by_key[shape["key"]]

    def parts(self, shape, state=None):
        """The elements that are drawn where the shape is: itself, its words, whatever lies in it."""
        state = state or self.before
        box = self.element(shape, state).box
        return [e for e in state.elements if e.place() and not e.is_defined() and inside(e.place(), grown(box))
                or self.element(shape, state) in e.chain()]

    def now(self, key):
        return self.after.by_key.get(key)

    def arrows_of(self, shapes, state=None):
        """Also those of an outline that is drawn twice: filled, and then stroked."""
        all_boxes = {tuple(s[k] for k in "xywh") for s in shapes}
        ids = {s["shapeId"] for s in (state or self.before).shapes if tuple(s[k] for k in "xywh") in all_boxes} | {s["shapeId"] for s in shapes}
        return [s for s in (state or self.before).shapes if s["type"] in ("arrow", "line") and ids & {s.get("fromId"), s.get("toId")}]

    # --- what may change ------------------------------------------------------------------------

    def allow(self, shapes, arrows=False):
        for shape in shapes:
            self.allowed |= {e.key for e in self.parts(shape)}
            self.allowed |= {e.key for e in self.element(shape).chain() if e.parent and len(e.children) < 12 and e.name in ("g", "a")}
            self.places.append(grown(self.element(shape).box))
            now = self.now(shape["key"])
            if now and now.box:
                self.places.append(grown(now.box))
        if arrows:
            for arrow in self.arrows_of(shapes):
                self.allow_line(arrow)

    def allow_line(self, arrow):
        """An arrow, its head, and its words."""
        box = self.element(arrow).box
        wide = grown(box, 14)
        self.allowed |= {e.key for e in self.before.elements if e.box and not e.is_defined() and e.name not in ("rect", "ellipse", "circle")
                         and (inside(e.box, wide) or (max(e.box[2:]) < 22 and inside(e.box, grown(box, 24))))}
        self.places.append(wide)
        said = [e for e in self.before.elements if e.name == "text" and e.box and e.words() and e.words() in arrow["words"]]
        for words in said:
            self.allowed |= {words.key, *(child.key for child in words.children)}
            self.places += [grown(e.box, words.box[2]) for e in (words, self.now(words.key)) if e and e.box]
        now = self.now(arrow["key"])
        self.places += [grown(now.box, 14)] if now and now.box else []

    def others_changed(self):
        """A sentence for the first thing that changed and shouldn't have; None."""
        grown_page = "The page is larger now" in self.said
        for element in self.before.elements:
            now = self.now(element.key)
            if grown_page and element.name == "svg":  # and with it where its corner is
                continue
            if element.key in self.allowed or element.name in DEFINING or element.is_defined():
                continue
            if now is None:
                return f"{element.name} {element.key} is gone"
            if element.look() != now.look():
                return f"{element.name} {element.key} reads otherwise"
            if element.box and now.box and not element.children and far(element.box, now.box):
                return f"{element.name} {element.key} is elsewhere"
        spot = None if grown_page else self.other_pixels()
        return f"it looks otherwise at {spot}" if spot else None

    def new(self):
        return [e for e in self.after.elements if e.key not in self.before.by_key and not e.is_defined()]

    def allow_new(self):
        self.places += [grown(e.box, 8) for e in self.new() if e.box]

    def other_pixels(self):
        w, h, before, scale = self.before.pixels()
        w2, h2, after, _ = self.after.pixels()
        if (w, h) != (w2, h2):
            return "the edge: its size"
        free = [(x * scale - 3, y * scale - 3, (x + bw) * scale + 3, (y + bh) * scale + 3) for x, y, bw, bh in self.places]
        for y in range(h):
            if before[3 * w * y:3 * w * (y + 1)] == after[3 * w * y:3 * w * (y + 1)]:
                continue
            here = [(x1, x2) for x1, y1, x2, y2 in free if y1 <= y <= y2]
            for x in range(w):
                at = 3 * (w * y + x)
                if abs(before[at] - after[at]) + abs(before[at + 1] - after[at + 1]) + abs(before[at + 2] - after[at + 2]) > 60 \
                        and not any(x1 <= x <= x2 for x1, x2 in here):
                    return f"{x / scale:.0f},{y / scale:.0f} px"
        return None


def inside(inner, outer):
    return (inner[0] >= outer[0] and inner[1] >= outer[1] and inner[0] + inner[2] <= outer[0] + outer[2]
            and inner[1] + inner[3] <= outer[1] + outer[3])


def grown(box, by=2.5):
    return box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by


def far(a, b):
    return any(abs(p - q) > 0.5 for p, q in zip(a, b))


# --- colours ----------------------------------------------------------------------------------------

# hue in degrees, from and to; least and most saturation; least and most value
COLORS = {
    "red": (340, 20, 0.5, 1, 0.6, 1), "orange": (12, 44, 0.5, 1, 0.7, 1), "yellow": (40, 66, 0.5, 1, 0.8, 1),
    "lightyellow": (40, 70, 0.05, 0.6, 0.9, 1), "green": (80, 165, 0.2, 1, 0.3, 1), "lightgreen": (75, 165, 0.1, 0.75, 0.65, 1),
    "blue": (195, 250, 0.4, 1, 0.4, 1), "pink": (320, 15, 0.08, 0.6, 0.85, 1), "lightblue": (180, 230, 0.05, 0.75, 0.75, 1), "purple": (265, 325, 0.25, 1, 0.3, 1),
}


def is_color(rgb, name):
    h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in rgb))
    low, high, s1, s2, v1, v2 = COLORS[name]
    h *= 360
    return (low <= h <= high if low < high else h >= low or h <= high) and s1 <= s <= s2 and v1 <= v <= v2


def main_color(state, box, rim=False):
    """The colour that most of the inside has; of the rim: all the colours there."""
    w, h, raw, scale = state.pixels()
    count = {}
    n = 40
    for i in range(n + 1):
        for k in range(n + 1):
            u, v = i / n * 2 - 1, k / n * 2 - 1
            if (max(abs(u), abs(v)) < 0.7 and (not rim and abs(u) + abs(v) < 0.8)) or rim:
                x, y = int((box[0] + box[2] * i / n) * scale), int((box[1] + box[3] * k / n) * scale)
                if 0 <= x < w and 0 <= y < h:
                    rgb = tuple(raw[3 * (w * y + x):3 * (w * y + x) + 3])
                    count[rgb] = count.get(rgb, 0) + 1
    assert count, "it isn't on the page"
    return list(count) if rim else max(count, key=count.get)
