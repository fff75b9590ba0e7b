"""What agree.py and browser.py share: ids on every element, boxes, and the count of those that agree."""
import collections
import re
import subprocess

TOLERANCE, SHARE = 0.5, 0.005  # px, or a part of the box's size

Box = collections.namedtuple("Box", "x y w h")

# One token of XML, as far as start tags are to be told from the rest.
TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>|</[^>]*>"
    r"|<(?P<name>[A-Za-z_][^\s/>]*)(?P<attributes>(?:[^>\"']|\"[^\"]*\"|'[^']*')*?)(?P<end>/?>)", re.S)

Element = collections.namedtuple("Element", "id name parent attributes")


def with_ids(text):
    """The XML with an id on every element, and the list of its elements (parent: an index, or -1)."""
    taken = set(re.findall(r"\sid\s*=\s*[\"']([^\"']*)", text))
    out, elements, stack, at, count = [], [], [], 0, 0
    for token in TOKEN.finditer(text):
        name, attributes = token.group("name"), token.group("attributes")
        if token.group().startswith("</") and stack:
            stack.pop()
        if name is None:
            continue
        out.append(text[at:token.start("attributes")])
        at = token.start("attributes")
        found = re.search(r"\sid\s*=\s*[\"']([^\"']*)", attributes)
        if not found:
            count += 1
            while f"zz{count}" in taken:
                count += 1
            out.append(f' id="zz{count}"')
        elements.append(Element(found.group(1) if found else f"zz{count}", name.split(":")[-1],
                                stack[-1] if stack else -1, attributes))
        if token.group("end") == ">":
            stack.append(len(elements) - 1)
    return "".join(out) + text[at:], elements


def read_text(path):
    """The file as text whose bytes can be written again."""
    with open(path, "rb") as source:
        data = source.read()
    return None if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data.decode("latin-1")


def write_text(path, text):
    with open(path, "wb") as out:
        out.write(text.encode("latin-1"))


def read_lines(lines):
    """id → Box of "id,x,y,w,h" lines; of two with one id the first."""
    boxes = {}
    for line in lines:
        cells = line.rsplit(",", 4)
        if len(cells) == 5:
            boxes.setdefault(cells[0], Box(*map(float, cells[1:])))
    return boxes


def ours(fairy, path, *options):
    done = subprocess.run([fairy, "query", path, *options], capture_output=True, check=False, timeout=120)
    return read_lines(done.stdout.decode("utf-8", "replace").splitlines())


def near(a, b):
    """Every edge of `a` is where that of `b` is."""
    across, down = max(TOLERANCE, SHARE * b.w), max(TOLERANCE, SHARE * b.h)
    return (abs(a.x - b.x) <= across and abs(a.x + a.w - b.x - b.w) <= across and abs(a.y - b.y) <= down and
            abs(a.y + a.h - b.y - b.h) <= down)


class Tally:
    """How many agree, by kind and by element; what differs, by cause."""

    def __init__(self):
        self.good, self.all, self.causes = (collections.Counter() for _ in range(3))
        self.examples, self.lines = {}, []

    def add(self, kind, name, agrees):
        for key in (kind, (kind, name)):
            self.all[key] += 1
            self.good[key] += agrees

    def differ(self, path, element, kind, cause, mine, theirs):
        self.causes[kind, cause] += 1
        self.examples.setdefault((kind, cause), f"{path} {element.id}")
        self.lines.append(f"{kind}\t{cause}\t{path}\t{element.name}\t{element.id}\t{show(mine)}\t{show(theirs)}\n")

    def share(self, kind):
        return 100 * self.good[kind] / self.all[kind] if self.all[kind] else 100.0

    def report(self, floors):
        """Prints the tables; whether every kind has its floor (kind → per cent)."""
        for kind, name in sorted((key for key in self.all if isinstance(key, tuple)), key=str):
            good, count = self.good[kind, name], self.all[kind, name]
            print(f"  {kind:<8}{name:<16}{good:>8} of {count:<8}{100 * good / count:7.2f} %")
        if self.causes:
            print("what differs, by cause, with one of each:")
        for (kind, cause), count in self.causes.most_common():
            print(f"  {kind:<8}{cause:<28}{count:>7}  {self.examples[kind, cause]}")
        met = True
        for kind, floor in floors.items():
            holds = self.share(kind) >= floor
            met = met and holds
            print(f"{kind}: {self.good[kind]} of {self.all[kind]} agree, {self.share(kind):.2f} % (floor {floor} %) "
                  f"{'PASS' if holds else 'MISS'}")
        return met


def show(box):
    return ",".join(f"{number:g}" for number in box) if box else "none"
