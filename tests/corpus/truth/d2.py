"""D2's own boards: drawings, each beside the places of its shapes and connections (`board.exp.json`), as its repository
keeps them for its tests. They are looked for in a copy of that; none is here."""
import glob
import hashlib
import json
import os
import re
import shutil

from truth.diagram import Diagram, Edge, Node
from truth.expected import plain

BOARDS = "e2etests/testdata"
HEADS = {"triangle", "arrow", "unfilled-triangle"}
# Words that are drawn otherwise than they are written.
MARKUP = {"markdown", "latex"}


def is_there(options):
    return os.path.isdir(os.path.join(options.d2, BOARDS))


def half_of(name):
    """Which half of the boards it is in: 0, on which recognition is worked, or 1, which is only measured."""
    return hashlib.sha1(name.encode()).digest()[-1] % 2


def view_of(drawing):
    """What of the board is to be seen: the inner <svg> has an origin of its own. None where there is none, or where there
    are several boards, one after the other."""
    views = re.findall(r'<svg[^>]* viewBox="(\S+) (\S+) (\S+) (\S+)"', drawing)
    return tuple(map(float, views[1])) if len(views) > 1 and "d2Transition" not in drawing else None


def is_shown(thing):
    return thing["opacity"] > 0 and not (thing.get("fill") == "transparent" and thing["stroke"] == "transparent" and
                                         not thing["label"])


def rows(shape):
    """The words of a table or a class, cell by cell."""
    for field in shape["fields"] or []:
        yield from ("+-#"[("public", "private", "protected").index(field["visibility"])], field["name"], field["type"])
    for method in shape["methods"] or []:
        yield from ("+-#"[("public", "private", "protected").index(method["visibility"])], method["name"], method["return"])
    for column in shape["columns"] or []:
        short = {"primary_key": "PK", "foreign_key": "FK", "unique": "UNQ"}
        yield from (column["name"]["label"], column["type"]["label"],
                    ", ".join(short.get(word, word) for word in column["constraint"] or []))


def node_of(shape, holds, dx, dy):
    x, y = shape["pos"]["x"] + dx, shape["pos"]["y"] + dy
    box = (x, y, x + shape["width"], y + shape["height"])
    cells = shape["type"] in ("class", "sql_table")
    label = None if shape["language"] in MARKUP else plain(" ".join([shape["label"], *(rows(shape) if cells else ())]))
    beside = (shape.get("labelPosition") or "").startswith(("OUTSIDE", "BORDER"))
    return Node(box, label, box if beside else None, holds, cells)


def edge_of(connection, index):
    heads = [connection["srcArrow"], connection["dstArrow"]]
    signs = [head for head in heads if head != "none"]
    kind = "line" if not signs else "arrow" if HEADS.issuperset(signs) else None
    ends = (index[connection["src"]], index[connection["dst"]])
    ordered = kind == "arrow" and len(signs) == 1
    beside = " ".join(connection[key]["label"] for key in ("srcLabel", "dstLabel") if connection.get(key))
    return Edge(ends[::-1] if ordered and heads[0] != "none" else ends, ordered, plain(connection["label"]), plain(beside), kind)


def badge_of(shape, dx, dy):
    """The disc at the upper right corner of what has a tooltip or a link."""
    right, top = shape["pos"]["x"] + dx + shape["width"], shape["pos"]["y"] + dy
    return (right - 15, top - 15, right + 15, top + 15)


def has_more(board):
    """More is drawn than the board tells of."""
    return "legend" in board or any(one.get("icon") for one in board["connections"] or []) or any(
        shape.get("tooltipPosition") or ((shape["tooltip"] or shape["link"]) and shape["type"] != "rectangle")
        for shape in board["shapes"])


def truth(path, board, view):
    dx, dy = -view[0], -view[1]
    shapes = [shape for shape in board["shapes"] if is_shown(shape)]
    inner = [shape for shape in shapes if shape["type"] == "sequence_diagram" or shape["language"] == "latex"]
    badges = [badge_of(shape, dx, dy) for shape in shapes if shape["tooltip"] or shape["link"]]
    shapes = [shape for shape in shapes if shape not in inner]
    index = {shape["id"]: i for i, shape in enumerate(shapes)}
    parents = {shape["id"].rsplit(".", 1)[0] for shape in board["shapes"] if "." in shape["id"]}
    nodes = [node_of(shape, shape["id"] in parents, dx, dy) for shape in shapes]
    known = {shape["id"] for shape in board["shapes"]}
    links = board["connections"] or []
    # In a sequence, messages go from one life line to another, which are no nodes.
    edges = None if any({one["src"], one["dst"]} - known for one in links) else [
        edge_of(one, index) for one in links
        if one["opacity"] > 0 and one["stroke"] != "transparent" and one["src"] in index and one["dst"] in index]
    unseen = [shape for shape in board["shapes"] if shape["opacity"] > 0 and not is_shown(shape)]
    others = [node_of(shape, True, dx, dy).box for shape in inner + unseen] + badges + [(0, 0, *view[2:])]
    return Diagram(path, nodes, edges, others, [plain(shape["label"]) for shape in inner])


def diagrams(folder, options):
    top = os.path.join(options.d2, BOARDS)
    for number, source in enumerate(sorted(glob.glob(f"{top}/**/board.exp.json", recursive=True))):
        name = "-".join(os.path.relpath(os.path.dirname(source), top).split(os.sep))
        drawn = os.path.join(os.path.dirname(source), "sketch.exp.svg")
        if number % options.boards or half_of(name) != options.half or not os.path.exists(drawn):
            continue
        with open(source, encoding="utf-8") as text, open(drawn, encoding="utf-8") as drawing:
            board, view = json.load(text), view_of(drawing.read())
        if view and board["shapes"] and not has_more(board):
            path = os.path.join(folder, name + ".svg")
            shutil.copyfile(drawn, path)
            yield truth(path, board, view)
