"""A drawing as Chromium and librsvg have it: where every element is, how it looks, what it says."""
import os
import re
import subprocess

import boxes
from browser import sized
from programs import chromium, results

HERE = os.path.dirname(os.path.abspath(__file__))
SCALE = 8  # Chromium rounds the size of text to whole px of the screen
WIDTH = 700  # px of the pictures that are compared
NOISE = 24  # by how much a channel may differ
PAINTED = {"rect", "circle", "ellipse", "path", "line", "polyline", "polygon", "text", "image", "use", "foreignObject"}


def plain(words):
    """Words without white space: lines may be broken anywhere."""
    return "".join((words or "").split())


class Element:
    def __init__(self, id, found, place):
        self.id, self.tag, self.parent, self.order = id, found["tag"], found["parent"], found["order"]
        self.seen, self.style, self.role, self.label = found["seen"], found["style"], found.get("role"), found.get("label")
        self.words, self.title, self.box, self.ends = found.get("words"), found.get("title"), None, None
        self.shows = found.get("shows")
        self.scale = found["scale"] / place.scale
        if found["box"]:
            x, y, w, h = found["box"]
            self.box = boxes.Box(*place.point(x, y), w / place.scale, h / place.scale)
        if found.get("ends"):
            self.ends = [place.point(*end) for end in found["ends"]]

    def length(self, name):
        """In units of the drawing."""
        digits = re.match(r"[\d.]+", self.style.get(name, ""))
        return float(digits.group()) * self.scale if digits else 0


class Place:
    """From px of the screen to the drawing's own units."""

    def __init__(self, view_box):
        numbers = [float(number) for number in re.split(r"[\s,]+", view_box.strip())] if view_box else [0, 0]
        self.x, self.y, self.scale = numbers[0], numbers[1], SCALE if view_box else 1

    def point(self, x, y):
        return self.x + x / self.scale, self.y + y / self.scale


class State:
    def __init__(self, path, found):
        place = Place(found["viewBox"])
        self.path, self.view_box, self.sized = path, found["viewBox"], found["sized"]  # else all that is drawn is the page
        self.all = {id: Element(id, element, place) for id, element in found["all"].items()}
        self.children = {}
        for element in self.all.values():
            self.children.setdefault(element.parent, []).append(element.id)
        self._picture = None

    def get(self, id):
        return self.all.get(id)

    def chain(self, id):
        while id in self.all:
            yield id
            id = self.all[id].parent

    def within(self, id):
        """It and all in it."""
        todo = [id]
        while todo:
            at = todo.pop()
            if at in self.all:
                yield at
                todo += self.children.get(at, [])

    def opacity(self, id):
        """Of it and all around it."""
        product = 1.0
        for at in self.chain(id):
            product *= float(self.all[at].style.get("opacity") or 1)
        return product

    def painted(self, id):
        """The elements in it that draw something."""
        return [self.all[at] for at in self.within(id) if self.all[at].tag in PAINTED and self.all[at].seen and self.all[at].box]

    def picture(self):
        """Width, height, rows of RGB."""
        if self._picture is None:
            png = subprocess.run(["rsvg-convert", "-w", str(WIDTH), "--keep-aspect-ratio", "-b", "white", self.path],
                                 capture_output=True, check=False).stdout
            raw = subprocess.run(["convert", "png:-", "-depth", "8", "ppm:-"], input=png, capture_output=True, check=False).stdout
            head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", raw)
            if not head:
                self._picture = 0, 0, []
            else:
                w, h = int(head.group(1)), int(head.group(2))
                body = raw[head.end():]
                self._picture = w, h, [body[3 * w * y:3 * w * (y + 1)] for y in range(h)]
        return self._picture


def measure(paths, folder):
    """path → State; those that Chromium doesn't open are left out."""
    with open(os.path.join(HERE, "measure.js"), encoding="utf-8") as source:
        script = "<script><![CDATA[" + source.read() + "]]></script></svg>"
    frames = ""
    for path in paths:
        text = boxes.read_text(path)
        root = re.search(r"<svg\b[^>]*>", text).group()
        text = sized(text, SCALE if "viewBox" in root else 1)
        end = text.rindex("</svg>")
        boxes.write_text(path[:-4] + ".measured.svg", text[:end] + script + text[end + 6:])
        frames += f'<iframe src="{path[:-4]}.measured.svg" width="3000" height="3000"></iframe>\n'
    page = os.path.join(folder, "measure.html")
    with open(page, "w", encoding="utf-8") as out:
        out.write(f"""<!doctype html><meta charset="utf-8"><script>
const all = {{}};
function take(name, found) {{ all[name] = found; }}
window.addEventListener("load", () => {{ document.querySelector("pre").textContent = JSON.stringify(all); }});
</script>{frames}<pre></pre>""")
    found = results(chromium(page, folder))
    states = {}
    for path in paths:
        told = found.get(f"file://{path[:-4]}.measured.svg")
        if told:
            states[path] = State(path, told)
        os.remove(path[:-4] + ".measured.svg")
    return states


def differing_pixels(before, after, areas, page):
    """A place where the pictures differ outside of the areas (Boxes in units of the drawing), or None."""
    w, h, rows = before.picture()
    w2, h2, rows2 = after.picture()
    if (w, h) != (w2, h2) or not w:
        return None
    unit = w / page["w"]
    spans = [((a.x - page["x"]) * unit - 3, (a.y - page["y"]) * unit - 3, (a.x + a.w - page["x"]) * unit + 3,
              (a.y + a.h - page["y"]) * unit + 3) for a in areas]
    for y in range(h):
        if rows[y] == rows2[y]:
            continue
        free = [(left, right) for left, top, right, bottom in spans if top <= y <= bottom]
        for x in range(w):
            if rows[y][3 * x:3 * x + 3] != rows2[y][3 * x:3 * x + 3] and not any(left <= x <= right for left, right in free) and \
                    max(abs(a - b) for a, b in zip(rows[y][3 * x:3 * x + 3], rows2[y][3 * x:3 * x + 3])) > NOISE:
                return page["x"] + x / unit, page["y"] + y / unit
    return None
