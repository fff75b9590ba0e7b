"""Drawings that draw.io saved as SVG with their source in them (`content=`), as repositories keep them beside their words.
They are looked for in a folder; none is here."""
import base64
import collections
import glob
import hashlib
import html
import os
import re
import urllib.parse
import zlib
from xml.etree import ElementTree

from truth.diagram import Diagram, Edge, Node, inside, overlap
from truth.expected import plain

HEADS = {"classic", "classicThin", "block", "blockThin", "open", "openThin", "openAsync", "async"}
# Block arrows, and shapes that are rules or marks: nobody's node, and nobody's arrow.
ASIDE = {"flexArrow", "arrow", "line", "link", "wire", "filledEdge", "curlyBracket", "singleArrow", "doubleArrow"}
LEAST_VOTES = 0.5  # of the cells that have a place: where the page's corner is

Cell = collections.namedtuple("Cell", "id parent value style x y w h relative vertex source target free")


def is_there(options):
    return bool(sources(options))


def sources(options):
    return sorted(glob.glob(os.path.join(options.drawio, "**/*.drawio.svg"), recursive=True))


def half_of(name):
    """0, on which recognition is worked, or 1, which is only measured."""
    return hashlib.sha1(name.encode()).digest()[-1] % 2


# --- reading ----------------------------------------------------------------------------------------------------------


def inflated(diagram):
    """A page is written as it is, or as base64 of a deflated address."""
    model = diagram.find("mxGraphModel")
    if model is not None:
        return model
    text = zlib.decompress(base64.b64decode(diagram.text), -15).decode("utf-8")
    return ElementTree.fromstring(urllib.parse.unquote(text))


def model_of(drawing):
    """The only page; None where there are more, of which one can't say which is drawn."""
    found = re.search(r'\scontent="([^"]*)"', drawing)
    try:
        pages = ElementTree.fromstring(html.unescape(found.group(1))).findall("diagram") if found else []
        return inflated(pages[0]) if len(pages) == 1 else None
    except (ElementTree.ParseError, ValueError, zlib.error):
        return None


def style_of(text):
    """Key → value; a name alone is what it is like: `text`, `ellipse`."""
    parts = [part.partition("=") for part in (text or "").split(";") if part]
    style = {key: value for key, sign, value in parts if sign}
    names = [key for key, sign, _ in parts if not sign]
    return {**style, "shape": style.get("shape") or (names[0] if names else "")}


def words_of(value):
    text = re.sub(r"<(br|div|p|li|tr|td|h\d)\b[^>]*>", " ", value or "")
    return plain(html.unescape(re.sub(r"<[^>]*>", "", text)).replace("\u200b", ""))


def cell_of(element, holder):
    geometry = element.find("mxGeometry")
    numbers = [float(geometry.get(name) or 0) if geometry is not None else 0 for name in ("x", "y", "width", "height")]
    free = [(float(point.get("x") or 0), float(point.get("y") or 0)) for point in (geometry if geometry is not None else [])
            if point.get("as") in ("sourcePoint", "targetPoint")]
    value = holder.get("label") if holder.tag in ("object", "UserObject") else element.get("value")
    return Cell(holder.get("id"), element.get("parent"), value, style_of(element.get("style")),
                *numbers, geometry is not None and geometry.get("relative") == "1", element.get("vertex") == "1",
                element.get("source"), element.get("target"), free), element.get("edge") == "1", element.get("visible") == "0"


def cells_of(model):
    """(id → vertex, edges), without what is hidden."""
    vertices, edges, hidden = {}, [], set()
    for holder in model.find("root"):
        element = holder if holder.tag == "mxCell" else holder.find("mxCell")
        if element is None:
            continue
        cell, is_edge, is_hidden = cell_of(element, holder)
        if is_hidden or cell.parent in hidden:
            hidden.add(cell.id)
        elif is_edge:
            edges.append(cell)
        elif cell.vertex:
            vertices[cell.id] = cell
    return vertices, edges


def place_of(cell, vertices):
    """Its box in the model's space."""
    x, y, parent = cell.x, cell.y, vertices.get(cell.parent)
    if parent:
        left, top, right, bottom = place_of(parent, vertices)
        x, y = (left + x * (right - left), top + y * (bottom - top)) if cell.relative else (left + x, top + y)
    return (x, y, x + cell.w, y + cell.h)


# --- where it is drawn ------------------------------------------------------------------------------------------------


def drawn_boxes(drawing):
    tree = ElementTree.fromstring(drawing)
    for element in tree.iter():
        name = element.tag.split("}")[-1]
        if name in ("rect", "image") and element.get("transform") is None and element.get("width"):
            yield tuple(float(re.sub(r"[a-z%]+$", "", element.get(key) or "0") or 0) for key in ("x", "y", "width", "height"))
        elif name == "ellipse" and element.get("transform") is None:
            cx, cy, rx, ry = (float(element.get(key) or 0) for key in ("cx", "cy", "rx", "ry"))
            yield (cx - rx, cy - ry, 2 * rx, 2 * ry)


def shift_of(drawing, boxes):
    """From the model's space to the drawing's: what most boxes of that size say; None where few do."""
    drawn = collections.defaultdict(set)
    for x, y, w, h in drawn_boxes(drawing):
        drawn[(round(w), round(h))].add((x, y))
    votes = collections.Counter()
    for left, top, right, bottom in boxes:
        found = {(round(x - left), round(y - top)) for x, y in drawn[(round(right - left), round(bottom - top))]}
        votes.update(found)
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] >= max(2, LEAST_VOTES * len(boxes)) else None


# --- what it says -----------------------------------------------------------------------------------------------------


def is_shown(cell):
    style = cell.style
    bare = style.get("fillColor") == "none" and style.get("strokeColor") == "none"
    return style.get("opacity") != "0" and not (bare and style["shape"] not in ("image", "text")) and \
        not (style["shape"] == "group" and "fillColor" not in style and "strokeColor" not in style)


def is_words(cell):
    """Free words: with no figure around them."""
    style = cell.style
    return style["shape"] == "text" and style.get("strokeColor", "none") == "none" and style.get("fillColor", "none") == "none"


def is_beside(style):
    return style.get("labelPosition", "center") != "center" or style.get("verticalLabelPosition", "middle") != "middle"


def label_of(edge, vertices):
    """(what stands in its middle, what stands at its ends)"""
    own = [(0, words_of(edge.value))] + [(abs(cell.x), words_of(cell.value)) for cell in vertices.values() if cell.parent == edge.id]
    return (" ".join(words for at, words in own if words and at <= 0.6), " ".join(words for at, words in own if words and at > 0.6))


def edge_of(edge, index, vertices):
    style = edge.style
    start, end = style.get("startArrow", "none"), style.get("endArrow", "classic")
    signs = [sign for sign in (start, end) if sign != "none"]
    kind = "line" if not signs else "arrow" if HEADS.issuperset(signs) else None
    ends = (index[edge.source], index[edge.target])
    label, beside = label_of(edge, vertices)
    ordered = kind == "arrow" and len(signs) == 1
    return Edge(ends[::-1] if ordered and end == "none" else ends, ordered, label, beside, kind)


def is_whole(edge, index):
    """It joins two nodes, as a line with or without heads."""
    return edge.source in index and edge.target in index and edge.style["shape"] not in ASIDE


def label_in(cell, box, free):
    """None where it isn't said: free words stand in what has none, or its markup isn't plain."""
    words = words_of(cell.value)
    held = any(overlap(place, box) > 0 for place in free)
    return None if (not words and held) or ">" in words else words


def loose_ends(edge, index, moved, shift):
    """Where an arrow ends that doesn't join two nodes: at nothing, at words, at another arrow."""
    left, top = moved[edge.parent][:2] if edge.parent in moved else shift
    points = [(x + left, y + top) for x, y in edge.free]
    places = [moved[id] for id in (edge.source, edge.target) if id in moved and id not in index]
    return [(x, y, x, y) for x, y in points] + places


def truth(path, drawing, model):
    vertices, edges = cells_of(model)
    links = {edge.id for edge in edges}
    figures = [cell for cell in vertices.values() if cell.parent not in links]
    places = {cell.id: place_of(cell, vertices) for cell in figures}
    shift = shift_of(drawing, [places[cell.id] for cell in figures])
    if not shift or not edges:
        return None
    moved = {id: (box[0] + shift[0], box[1] + shift[1], box[2] + shift[0], box[3] + shift[1]) for id, box in places.items()}
    nodes = [cell for cell in figures
             if is_shown(cell) and not is_words(cell) and cell.style["shape"] not in ASIDE and cell.w > 0 and cell.h > 0]
    index = {cell.id: i for i, cell in enumerate(nodes)}
    whole = [edge for edge in edges if is_whole(edge, index)]
    if not whole:
        return None
    loose = [place for edge in edges if edge not in whole for place in loose_ends(edge, index, moved, shift)]
    holders = {cell.parent for cell in figures} | {cell.id for cell in nodes for other in nodes
                                                   if cell is not other and inside(moved[other.id], moved[cell.id])}
    free = [moved[cell.id] for cell in figures if cell.id not in index and words_of(cell.value)]
    found = [Node(moved[cell.id], label_in(cell, moved[cell.id], free), moved[cell.id] if is_beside(cell.style) else None, cell.id in holders)
             for cell in nodes]
    others = [moved[cell.id] for cell in figures if cell.id not in index]
    titles = [words_of(cell.value) for cell in figures if cell.id not in index]
    titles += [words_of(cell.value) for cell in vertices.values() if cell.parent in links]
    # Free words at an arrow are its label for who only sees the drawing.
    links = [edge._replace(beside=" ".join([edge.beside, *titles])) for edge in (edge_of(edge, index, vertices) for edge in whole)]
    return Diagram(path, found, links, others, titles, loose)


def diagrams(folder, options):
    for source in sources(options):
        name = os.path.basename(source)
        with open(source, encoding="utf-8") as text:
            drawing = text.read()
        model = model_of(drawing)
        path = os.path.join(folder, name)
        diagram = truth(path, drawing, model) if model is not None and half_of(name) == options.half else None
        if diagram:
            with open(path, "w", encoding="utf-8") as out:
                out.write(drawing)
            yield diagram
