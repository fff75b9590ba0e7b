"""Actions with random arguments that make sense for a drawing, as `fairy see` lists it."""
LINES = ("arrow", "line", "draw")
COLORS = ["#c2185b", "#00695c", "#e65100", "#283593"]
WORDS = ["Ready", "Store of\nall parts", "A rather long line of words", "x", "Größe & Maß"]
ANCHORS = ["top-left", "top-center", "top-right", "center-left", "center", "center-right", "bottom-left", "bottom-center",
           "bottom-right"]
BOXED = ("rectangle", "ellipse", "diamond", "hexagon")


class Chooser:
    """What is in the drawing, and a seeded choice of it."""

    def __init__(self, random, seen):
        self.random, self.page = random, seen["page"]
        self.shapes = [shape for shape in seen["shapes"] if not shape.get("locked") and "w" in shape or "x1" in shape]
        self.figures = [s for s in self.shapes if s["type"] not in LINES + ("text", "group") and s.get("w") and s.get("h")]
        self.lines = [s for s in self.shapes if s["type"] in LINES]
        self.texts = [s for s in self.shapes if s["type"] == "text"]
        self.groups = [s for s in self.shapes if s["type"] == "group"]
        self.step = max(1, round(min(self.page["w"], self.page["h"]) / 12))

    def one(self, *lists):
        found = [shape for shapes in lists for shape in shapes]
        return self.random.choice(found) if found else None

    def some(self, least, most, *lists):
        found = [shape for shapes in lists for shape in shapes]
        return self.random.sample(found, min(len(found), self.random.randint(least, most))) if len(found) >= least else None

    def x(self, share=1.0):
        return round(self.page["x"] + self.random.random() * share * self.page["w"])

    def y(self, share=1.0):
        return round(self.page["y"] + self.random.random() * share * self.page["h"])

    def shift(self):
        return self.random.choice([-2, -1, 1, 2]) * self.step

    def pick(self, *choices):
        return self.random.choice(choices)


def ids(shapes):
    return [shape["shapeId"] for shape in shapes]


def of_one(make, *lists):
    """An action on one shape of the lists named; None where there is none."""
    def action(choose):
        shape = choose.one(*(getattr(choose, name) for name in lists))
        return shape and make(choose, shape)
    return action


def of_some(make, least, *lists):
    def action(choose):
        shapes = choose.some(least, 4, *(getattr(choose, name) for name in lists))
        return shapes and make(choose, shapes)
    return action


def update(**given):
    """given: field → function of (choose, shape)."""
    def action(choose, shape):
        return {"update": {"shapeId": shape["shapeId"], **{name: value(choose, shape) for name, value in given.items()}}}
    return action


def style(**given):
    def action(choose, shapes):
        return {"shapeIds": ids(shapes), **{name: value(choose) for name, value in given.items()}}
    return action


def between(choose, more=None):
    two = choose.some(2, 2, choose.figures)
    return two and {"fromId": two[0]["shapeId"], "toId": two[1]["shapeId"], **(more or {})}


def create(choose, shape):
    return {"shape": {"shapeId": "made-here", **shape}}


def replace_words(choose, shape):
    return {"shapeId": shape["shapeId"], "from": shape["text"], "to": choose.pick(*WORDS)} if shape.get("text") else None


def one_line(c, s):
    """A line of its words is another, or there is one more or less."""
    lines = (s.get("text") or "").split("\n")
    action = {"shapeId": s["shapeId"], "line": c.random.randint(1, len(lines)), "op": c.pick("replace", "replace", "insert-after", "insert-before", "delete")}
    return dict(action, text=c.pick("Depot", "+ open()", "two words")) if s.get("text") else None


def line_more(_, shape):
    return {"shapeId": shape["shapeId"], "text": shape["text"] + "\nMore()"} if "\n" in (shape.get("text") or "") else None


def moved_box(choose, shape):
    return {"update": {"shapeId": shape["shapeId"], "x": choose.x(), "y": choose.y(), "w": choose.step * choose.pick(1, 2, 3),
                       "h": choose.step * choose.pick(1, 2)}}


def ended_elsewhere(end):
    """At another figure than it ends at."""
    def action(choose):
        lines = [s for s in choose.lines if "fromId" in s or "toId" in s]
        line = choose.one(lines)
        others = line and [s for s in choose.figures if s["shapeId"] not in (line.get("fromId"), line.get("toId"))]
        return {"update": {"shapeId": line["shapeId"], end: choose.one(others)["shapeId"]}} if others else None
    return action


def turned_round(choose):
    line = choose.one([s for s in choose.lines if "fromId" in s and "toId" in s and s["fromId"] != s["toId"]])
    return line and {"update": {"shapeId": line["shapeId"], "fromId": line["toId"], "toId": line["fromId"]}}


def other_kind(choose, shape):
    return choose.pick(*(kind for kind in BOXED if kind != shape["type"]))


def between_points(choose):
    line = choose.one([s for s in choose.lines if "x1" in s])
    return line and {"update": {"shapeId": line["shapeId"], "x1": choose.x(), "y1": choose.y(), "x2": choose.x(), "y2": choose.y()}}


def joined(choose):
    return choose.one([s for s in choose.lines if "fromId" in s and "toId" in s])


def reconnected(choose):
    """All that is at one end of a line is to be at a shape that it doesn't join."""
    line = joined(choose)
    other = line and choose.one([s for s in choose.figures if s["shapeId"] not in (line["fromId"], line["toId"])])
    return other and {"fromId": line["toId"], "toId": other["shapeId"]}


def bent_more(choose):
    line = joined(choose)
    return line and {"update": {"shapeId": line["shapeId"], "bend": choose.shift()}}


def laid_at_right_angles(choose):
    line = joined(choose)
    return line and {"update": {"shapeId": line["shapeId"], "route": "orthogonal"}}


def sides(choose):
    return {"fromSide": choose.pick("top", "right", "bottom", "left"), "toSide": choose.pick("top", "right", "bottom", "left")}


def laid_at_sides(choose):
    line = joined(choose)
    return line and {"update": {"shapeId": line["shapeId"], **sides(choose)}}


def bent(choose):
    return between(choose, {"bend": choose.shift()})


def color(choose, *_):
    return choose.pick(*COLORS)


def words(choose, *_):
    return choose.pick(*WORDS)


def same_words(_, shape):
    return shape.get("text") or "A"


ALL = ("figures", "lines", "texts", "groups")
# (action, what of it, arguments): a row is one kind of thing asked for
ROWS = [
    ("move", "", of_one(lambda c, s: {"shapeId": s["shapeId"], "x": c.x(), "y": c.y(), "anchor": c.pick(*ANCHORS)}, *ALL)),
    ("move", "off the page", of_one(lambda c, s: {"shapeId": s["shapeId"], "x": c.page["x"] + 1.2 * c.page["w"], "y": c.y(),
                                                  "anchor": "top-left"}, "figures", "texts")),
    ("move", "to where it is", of_one(lambda c, s: {"shapeId": s["shapeId"], "x": s["x"], "y": s["y"], "anchor": "top-left"},
                                      "figures")),
    ("offset", "", of_some(lambda c, s: {"shapeIds": ids(s), "offsetX": c.shift(), "offsetY": c.shift()}, 1, *ALL)),
    ("duplicate", "", of_one(lambda c, s: {"shapeIds": [s["shapeId"]], "offsetX": c.shift(), "offsetY": c.shift(),
                                           "copyId": "made-here"}, *ALL)),
    ("place", "", of_some(lambda c, s: {"shapeId": s[0]["shapeId"], "referenceShapeId": s[1]["shapeId"],
                                        "side": c.pick("top", "bottom", "left", "right"),
                                        "align": c.pick("start", "center", "end"), "sideOffset": c.step, "alignOffset": 0}, 2,
                          "figures", "texts")),
    ("align", "", of_some(lambda c, s: {"shapeIds": ids(s), "alignment": c.pick(
        "top", "bottom", "left", "right", "center-horizontal", "center-vertical")}, 2, "figures", "texts", "groups")),
    ("distribute", "", of_some(lambda c, s: {"shapeIds": ids(s), "direction": c.pick("horizontal", "vertical")}, 3,
                               "figures", "texts")),
    ("stack", "", of_some(lambda c, s: {"shapeIds": ids(s), "direction": c.pick("horizontal", "vertical"),
                                        "gap": c.pick(0, 5, 20)}, 2, "figures", "texts")),
    ("resize", "", of_some(lambda c, s: {"shapeIds": ids(s), "scaleX": c.pick(0.5, 1.5, 2), "scaleY": c.pick(0.5, 1.5, 2),
                                         "originX": c.x(), "originY": c.y()}, 1, "figures", "groups")),
    ("rotate", "", of_some(lambda c, s: {"shapeIds": ids(s), "degrees": c.pick(-30, 15, 90), "originX": c.x(),
                                         "originY": c.y()}, 1, "figures", "texts", "groups")),
    ("swap", "", of_some(lambda c, s: {"shapeIds": ids(s[:2])}, 2, "figures", "texts")),
    ("grid", "", of_some(lambda c, s: {"shapeIds": ids(s), "columns": 2, "gap": 20}, 3, "figures", "texts")),
    ("reconnect", "", reconnected),
    ("callout", "", of_one(lambda c, s: {"targetId": s["shapeId"], "text": "told here", "shapeId": "made-here"}, *ALL)),
    ("legend", "", of_one(lambda c, s: {"entries": [{"text": "told here", "like": s["shapeId"]}], "shapeId": "made-here"},
                          "figures", "lines")),
    ("layout", "", lambda c: {"arrangement": c.pick("layered", "tree", "radial", "force", "tidy")}),
    ("reverse", "", of_some(lambda c, s: {"shapeIds": ids(s)}, 1, "lines")),
    ("recolor", "", of_one(lambda c, s: {"from": s["color"], "to": color(c)} if s.get("color") else None, "figures", "texts")),
    ("bring-to-front", "", of_some(lambda c, s: {"shapeIds": ids(s)}, 1, *ALL)),
    ("send-to-back", "", of_some(lambda c, s: {"shapeIds": ids(s)}, 1, *ALL)),
    ("delete", "", of_one(lambda c, s: {"shapeId": s["shapeId"]}, *ALL)),
    ("clear", "", lambda c: {"x": c.x(0.6), "y": c.y(0.6), "w": round(c.page["w"] / 2), "h": round(c.page["h"] / 2)}),
    ("label", "", of_one(lambda c, s: {"shapeId": s["shapeId"], "text": words(c)}, "figures", "lines", "texts")),
    ("label", "a line more", of_one(line_more, "figures", "texts")),
    ("set-text", "", of_one(one_line, "figures", "texts")),
    ("label", "as it is", of_one(lambda c, s: {"shapeId": s["shapeId"], "text": s["text"]} if s.get("text") else None,
                                 "figures", "texts", "lines")),
    ("label", "taken off", of_one(lambda c, s: {"shapeId": s["shapeId"], "text": ""} if s.get("text") else None,
                                  "figures", "lines")),
    ("label", "grow", of_one(lambda c, s: {"shapeId": s["shapeId"], "text": words(c), "fit": "grow"}, "figures")),
    ("update", "color", of_one(update(color=color), *ALL)),
    ("update", "color and fill", of_one(update(color=color, fill=lambda c, s: "solid"), "figures")),
    ("update", "text", of_one(update(text=words), "figures", "lines", "texts")),
    ("update", "fontSize", of_one(update(fontSize=lambda c, s: c.pick(8, 18)), "figures", "texts", "lines")),
    ("update", "box", of_one(moved_box, "figures")),
    ("update", "w", of_one(update(w=lambda c, s: round(s["w"] * c.pick(0.7, 1.6)) + 1), "figures")),
    ("update", "h", of_one(update(h=lambda c, s: round(s["h"] * c.pick(0.7, 1.6)) + 1), "figures")),
    ("update", "maxWidth", of_one(update(maxWidth=lambda c, s: round(c.page["w"] / 5) + 1), "texts")),
    ("update", "bold", of_one(update(bold=lambda c, s: True), "texts", "figures")),
    ("update", "toId", ended_elsewhere("toId")),
    ("update", "fromId", ended_elsewhere("fromId")),
    ("update", "turned round", turned_round),
    ("update", "bend", bent_more),
    ("update", "route", laid_at_right_angles),
    ("update", "sides", laid_at_sides),
    ("update", "ends", between_points),
    ("update", "kind", of_one(update(_type=other_kind), "figures")),
    ("update", "cornerRadius", of_one(update(cornerRadius=lambda c, s: c.step // 2), "figures")),
    ("update", "fill none", of_one(update(fill=lambda c, s: "none"), "figures")),
    ("set-style", "stroke", of_some(style(stroke=color), 1, "figures", "lines", "groups")),
    ("set-style", "strokeWidth", of_some(style(strokeWidth=lambda c: c.pick(1, 3)), 1, "figures", "lines")),
    ("set-style", "dash", of_some(style(dash=lambda c: c.pick("dashed", "dotted", "solid")), 1, "figures", "lines")),
    ("set-style", "fill", of_some(style(fill=color), 1, *ALL)),
    ("set-style", "stroke none", of_some(style(stroke=lambda c: None), 1, "figures")),
    ("set-style", "fill none", of_some(style(fill=lambda c: None), 1, "figures")),
    ("set-style", "cornerRadius", of_some(style(cornerRadius=lambda c: c.step // 2), 1, "figures")),
    ("set-style", "endHead", of_some(style(endHead=lambda c: c.pick("none", "arrow", "dot", "bar")), 1, "lines")),
    ("set-style", "startHead", of_some(style(startHead=lambda c: c.pick("none", "arrow", "diamond")), 1, "lines")),
    ("set-style", "opacity", of_some(style(opacity=lambda c: c.pick(0.3, 0.6)), 1, *ALL)),
    ("set-style", "textColor", of_some(style(textColor=color), 1, *ALL)),
    ("set-style", "fontFamily", of_some(style(fontFamily=lambda c: "DejaVu Serif"), 1, *ALL)),
    ("set-style", "fontSize", of_some(style(fontSize=lambda c: c.pick(7, 19)), 1, *ALL)),
    ("set-style", "bold", of_some(style(bold=lambda c: c.pick(True, False)), 1, *ALL)),
    ("set-style", "italic", of_some(style(italic=lambda c: True), 1, *ALL)),
    ("set-style", "textAlign", of_some(style(textAlign=lambda c: c.pick("start", "center", "end")), 1, "figures", "texts")),
    ("group", "", of_some(lambda c, s: {"shapeIds": ids(s), "shapeId": "grouped-here"}, 2, *ALL)),
    ("ungroup", "", of_one(lambda c, s: {"shapeId": s["shapeId"]}, "groups")),
    ("to-layer", "", of_some(lambda c, s: {"shapeIds": ids(s), "layer": "Notes"}, 1, *ALL)),
    ("describe", "", of_one(lambda c, s: {"shapeId": s["shapeId"], "title": "Told here"}, *ALL)),
    ("set-accessibility", "", of_one(lambda c, s: {"shapeId": s["shapeId"], "role": "img"}, *ALL)),
    ("create", "box", lambda c: create(c, {"_type": c.pick(*BOXED), "x": c.x(0.7), "y": c.y(0.7), "w": 3 * c.step, "h": 2 * c.step,
                                           "text": words(c), "color": color(c), "fill": c.pick("solid", "none")})),
    ("create", "off the page", lambda c: create(c, {"_type": "rectangle", "x": round(c.page["x"] + 1.1 * c.page["w"]), "y": c.y(0.5),
                                                    "w": c.step, "h": c.step, "color": color(c)})),
    ("create", "text", lambda c: create(c, {"_type": "text", "x": c.x(0.5), "y": c.y(0.8), "text": words(c), "color": color(c),
                                            "anchor": "top-left"})),
    ("create", "line", lambda c: create(c, {"_type": "line", "x1": c.x(), "y1": c.y(), "x2": c.x(), "y2": c.y(), "color": color(c)})),
    ("connect", "", between),
    ("connect", "bent", bent),
    ("connect", "with words", lambda c: between(c, {"text": c.pick("Ready", "x")})),
    ("connect", "right angles", lambda c: between(c, {"route": "orthogonal"})),
    ("connect", "sides", lambda c: between(c, {"route": c.pick("orthogonal", "straight"), **sides(c)})),
    ("pen", "", lambda c: {"shapeId": "drawn-here", "color": color(c), "style": c.pick("smooth", "straight"), "closed": False,
                           "fill": "none", "points": [{"x": c.x(), "y": c.y()} for _ in range(4)]}),
    ("replace-words", "", of_one(replace_words, "texts", "figures")),
    ("resize-page", "", lambda c: {"right": c.pick(0, 40), "bottom": 30}),
    ("create-page", "", lambda c: {"pageName": "Made here"}),
]


def random_action(row, random, seen):
    """None where the drawing has nothing for it."""
    name, _, make = row
    arguments = make(Chooser(random, seen))
    return arguments and {"_type": name, **arguments}
