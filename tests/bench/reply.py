#!/usr/bin/env python3
"""reply.py KIND BYTES >FILE: a whole reply of about so many bytes, as a model writes it.

"actions": many small ones of the usual kinds. "string": one message with a long text. "points": one pen stroke with many
points. The same KIND and BYTES give the same file."""
import json
import random
import sys

WORDS = ("the a of to and is in that it was for on with as at by from or an this which one all there when up out if about "
         "who then box arrow label line left right top below next to order parcel stock mail ledger route driver depot sensor "
         "pump valve relay every first second colour align connect moved drawn Größe naïve – →").split()
COLORS = "black grey blue light-blue red green orange violet".split()


def words(pick, n):
    said = " ".join(pick.choice(WORDS) for _ in range(n))
    return said + pick.choice(["", ".", ".\n", " \"so\"", "\n\n- "])


def number(pick):
    return pick.choice([pick.randint(-40, 1600), pick.randint(0, 900), round(pick.uniform(0, 900), 1)])


def box(pick, n):
    return {"_type": "create", "shape": {
        "_type": "rectangle", "shapeId": f"box-{n}", "x": number(pick), "y": number(pick), "w": number(pick),
        "h": number(pick), "color": pick.choice(COLORS), "fill": "solid", "text": words(pick, 2), "note": ""}}


def arrow(pick, n):
    return {"_type": "create", "shape": {
        "_type": "arrow", "shapeId": f"wire-{n}", "fromId": f"box-{n - 1}", "toId": f"box-{n}", "x1": number(pick),
        "y1": number(pick), "x2": number(pick), "y2": number(pick), "bend": 0, "color": "black", "text": ""}}


def align(pick, n):
    return {"_type": "align", "intent": words(pick, 5), "shapeIds": [f"box-{n - i}" for i in range(pick.randint(2, 6))],
            "alignment": "left", "gap": 20, "exact": pick.choice([True, False, None])}


def move(pick, n):
    return {"_type": "move", "intent": words(pick, 4), "shapeId": f"box-{n}", "x": number(pick), "y": number(pick)}


def label(pick, n):
    return {"_type": "label", "shapeId": f"box-{n}", "text": words(pick, 3)}


def think(pick, n):
    return {"_type": "think", "text": words(pick, 20 + n % 30)}


def pen(pick, n):
    points = [{"x": number(pick), "y": number(pick)} for _ in range(pick.randint(4, 16))]
    return {"_type": "pen", "shapeId": f"stroke-{n}", "color": pick.choice(COLORS), "points": points, "closed": False}


def actions(pick, size):
    while size > 0:
        text = dumps(pick.choice([box, box, arrow, arrow, align, move, label, think, pen])(pick, pick.randint(1, 999)))
        size -= len(text.encode()) + 1
        yield text


def one(pick, size, kind):
    parts = []
    while size > 0:
        parts.append(words(pick, 12) if kind == "string" else {"x": number(pick), "y": number(pick)})
        size -= len(dumps(parts[-1]).encode()) + (1 if kind == "points" else -2)
    if kind == "string":
        return dumps({"_type": "message", "text": "".join(parts)})
    return dumps({"_type": "pen", "shapeId": "stroke", "points": parts})


def dumps(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main():
    kind, size = sys.argv[1], int(sys.argv[2])
    pick = random.Random(size)
    elements = actions(pick, size) if kind == "actions" else [one(pick, size, kind)]
    sys.stdout.buffer.write(('{"actions":[' + ",".join(elements) + "]}").encode())


main()
