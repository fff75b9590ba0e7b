"""What may be asked of a drawing after a command: each check raises AssertionError, in words, if it doesn't hold, and
says to the Change what was allowed to change on the way."""
from told.drawing import grown, inside, is_color, main_color

SIDES = {"left": (lambda b: b[0], 0), "right": (lambda b: b[0] + b[2], 0), "top": (lambda b: b[1], 1), "bottom": (lambda b: b[1] + b[3], 1)}
EPSILON = 0.75


def middle(box):
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def boxes(change, shape):
    """Before and after."""
    now = change.now(shape["key"])
    assert now is not None and now.box, f"{shape['words']} is gone"
    return change.element(shape).box, now.box


def every(change, names):
    return [shape for name in names for shape in change.named(name)]


def near(a, b, what):
    assert abs(a - b) <= EPSILON, f"{what}: {a:.1f}, not {b:.1f}"


def is_head(part):
    """A polygon that a generator puts beside the path of a line, in a group of the two."""
    return part.name == "polygon" and part.parent and any(other.name == "path" for other in part.parent.children)


def went_along(change, shape):
    """What lies in the shape moved as it did; heads of lines that end there turn with their lines."""
    was, now = boxes(change, shape)
    by = middle(now)[0] - middle(was)[0], middle(now)[1] - middle(was)[1]
    for part in change.parts(shape):
        after = change.now(part.key)
        if part.children or not after or not after.box or part.name in ("tspan", "path", "line", "polyline") or is_head(part) or not part.is_painted():
            continue
        moved = middle(after.box)[0] - middle(part.box)[0], middle(after.box)[1] - middle(part.box)[1]
        assert abs(moved[0] - by[0]) < 2 and abs(moved[1] - by[1]) < 2, f"{part.name} {part.key} stayed behind {shape['words']!r}"
    return by


# --- looks ------------------------------------------------------------------------------------------


def fill(change, color, *names):
    for shape in (s for name in names for s in change.named(name, change.after)):
        got = main_color(change.after, change.after.by_key[shape["key"]].box)
        assert is_color(got, color), f"{shape['words']!r} is filled with {got}"
    known = [name for name in names if any(s["words"].lower() == name.lower() for s in change.before.shapes)]
    change.allow(every(change, known))
    wanted = {s["key"] for s in every(change, known)}
    boxes_of_wanted = [change.element(s).box for s in every(change, known)]
    for shape in change.before.shapes:  # and no other figure has become so
        now = change.now(shape["key"])
        if shape["words"] and shape["type"] not in ("arrow", "line", "text", "group") and shape["key"] not in wanted and now and now.box:
            if any(inside(box, grown(change.element(shape).box)) for box in boxes_of_wanted):
                continue
            was, is_now = (main_color(state, box) for state, box in ((change.before, change.element(shape).box), (change.after, now.box)))
            assert was == is_now or not is_color(is_now, color), f"{shape['words']!r} became {color}, too"


def painted(change, color, name):
    """Inside or at the rim."""
    box = change.after.by_key[change.one(name, change.after)["key"]].box
    got = [main_color(change.after, box)] + main_color(change.after, box, rim=True)
    assert any(is_color(rgb, color) for rgb in got), f"{name!r} isn't {color}"


def see_through(change, opacity, *names):
    change.allow(every(change, names))
    for shape in every(change, names):
        value, figure = 1.0, change.now(shape["key"])
        for element in figure.chain():
            value *= float(element.own("opacity") or 1)
        value *= float(figure.style("fill-opacity") or 1)
        assert abs(value - float(opacity)) < 0.05, f"{shape['words']!r} has opacity {value:g}"


def stroke_width(element):
    return float((element.style("stroke-width") or "1").removesuffix("px"))


def is_dashed(element):
    dash = element.style("stroke-dasharray")
    return bool(dash) and dash != "none" and any(float(n) > 0 for n in dash.replace(",", " ").split())


def lines_of(change, fits):
    return [s for s in change.before.shapes if s["type"] in ("arrow", "line", "draw") and fits(change.element(s))]


def has_dashes(element):
    return any(is_dashed(e) for e in (element, *element.children))


def thicker(change, _):
    lines = lines_of(change, has_dashes)
    assert lines, "nothing is dashed"
    for shape in lines:
        change.allow_line(shape)
        assert stroke_width(change.now(shape["key"])) > stroke_width(change.element(shape)), f"{shape['shapeId']} isn't thicker"


def thicker_border(change, name):
    shape = change.one(name)
    change.allow([shape], arrows=True)
    was, now = stroke_width(change.element(shape)), stroke_width(change.now(shape["key"]))
    assert now > was, f"the border is {now} wide, was {was}"


def unfilled(change, name):
    shape = change.one(name)
    change.allow([shape])
    assert change.now(shape["key"]).style("fill") == "none", "it is filled"


def undashed(change):
    lines = [s for s in lines_of(change, has_dashes) if s["type"] == "arrow"]
    assert lines, "nothing is dashed"
    for shape in lines:
        change.allow_line(shape)
        assert not has_dashes(change.now(shape["key"])), f"{shape['shapeId']} is dashed still"


def letters(change, shape_or_name, words):
    """The elements that have these words, or are around them."""
    return [e for e in change.elements if e.words() == words and not e.is_defined()]


def text_bigger(change, words):
    was, now = letters(change.before, None, words), letters(change.after, None, words)
    assert was and now, f"{words!r} is gone"
    assert now[-1].box[3] > was[-1].box[3] * 1.04, f"{words!r} is {now[-1].box[3]:.2f} high, was {was[-1].box[3]:.2f}"
    for element in was:
        change.allowed |= {e.key for e in element.chain() if e.name in ("text", "tspan")}
        change.places.append(grown(element.box, 3))
    change.places += [grown(element.box, 3) for element in now]


def letters_of(change, name):
    found = [e for e in letters(change.after, None, name)]
    assert found, f"{name!r} is gone"
    for shape in change.named(name):
        change.allow([shape])
    return found


def bold(change, name):
    found = letters_of(change, name)
    weight = next((e.style("font-weight") for e in reversed(found) if e.style("font-weight")), "normal")
    assert weight in ("bold", "700", "800", "900"), f"{name!r} is {weight}"


def text_color(change, color, name):
    found = letters_of(change, name)
    css = next((e.own("color") or e.own("fill") for e in reversed(found) if e.own("color") or e.own("fill")), "")
    rgb = tuple(int(css[i:i + 2], 16) for i in (1, 3, 5)) if css.startswith("#") and len(css) == 7 else {"red": (255, 0, 0)}.get(css)
    assert rgb and is_color(rgb, color), f"the words {name!r} are {css or 'as they were'}"


# --- words ------------------------------------------------------------------------------------------


def renamed(change, old, new):
    shape = change.one(old)
    change.allow([shape])
    after = {s["key"]: s for s in change.after.shapes}.get(shape["key"], {})
    assert after.get("words") == new, f"it reads {after.get('words')!r}"
    was, now = boxes(change, shape)
    near(now[2], was[2], "its width")
    for state, words in ((change.before, old), (change.after, new)):
        for e in letters(state, None, words):  # librsvg begins some words where others have their middle
            change.places += [(e.box[0] - e.box[2], e.box[1] - 3, 3 * e.box[2], e.box[3] + 6)] if e.box else []
    for element in (e for e in letters(change.after, None, new) if e.box):
        assert inside(element.box, grown(now, 4)), "the words are outside of it"


def replaced(change, old, new):
    touched = [e for e in change.before.elements if not e.children and old in e.text]
    assert touched, f"nothing reads {old!r}"
    for element in touched:
        now = change.now(element.key)
        assert now and now.text == element.text.replace(old, new), f"it reads {now.text if now else 'nothing'!r}"
        change.allowed |= {e.key for e in element.chain() if e.name in ("text", "tspan")}
        change.places.append(grown(element.box, 10))
        change.places.append(grown(now.box, 10))
    change.allow([s for s in change.before.shapes if old in s["words"] and s["type"] != "group"])


def numbered(change, *names):
    shapes = every(change, dict.fromkeys(names))
    change.allow(shapes)
    after = {s["key"]: s for s in change.after.shapes}
    numbers = {}
    for shape in shapes:
        words = after[shape["key"]]["words"]
        number, _, rest = words.partition(" ")
        assert number.rstrip(".):").isdigit() and rest == shape["words"], f"it reads {words!r}"
        numbers[int(number.rstrip(".):"))] = middle(change.element(shape).box)[1]
    assert sorted(numbers) == list(range(1, len(shapes) + 1)), f"the numbers are {sorted(numbers)}"
    ordered = [numbers[n] for n in sorted(numbers)]
    assert all(b > a - 8 for a, b in zip(ordered, ordered[1:])), "they don't go from top to bottom"
    change.allow_new()


def arrow_label(change, start, end, words):
    a, b = change.one(start)["shapeId"], change.one(end)["shapeId"]
    arrow = next(s for s in change.before.shapes if s["type"] == "arrow" and (s.get("fromId"), s.get("toId")) == (a, b))
    change.allow_line(arrow)
    change.allow_new()
    text = letters(change.after, None, words)
    assert text, f"nothing reads {words!r}"
    box, spot = change.now(arrow["key"]).box, middle(text[-1].box)
    assert inside((*spot, 0, 0), grown(box, 12)), f"{words!r} isn't on the arrow"


# --- places -----------------------------------------------------------------------------------------


def moved(change, way, *rest):
    *by, name = rest
    shape = change.one(name)
    change.allow([shape], arrows=True)
    by_x, by_y = went_along(change, shape)
    along, across = (by_x, by_y) if way in ("left", "right") else (by_y, by_x)
    along = -along if way in ("left", "up") else along
    near(across, 0, "across")
    assert along > 1, f"it moved by {along:.1f}"
    if by:
        unit = change.before.run_unit()
        near(along / unit, float(by[0]), "by")


def aligned(change, side, *names):
    shapes = every(change, names)
    change.allow(shapes, arrows=True)
    edge, axis = SIDES[side]
    places = [edge(boxes(change, shape)[1]) for shape in shapes]
    for shape, place in zip(shapes, places):
        near(place, places[0], f"the {side} of {shape['words']!r}")
        was, now = boxes(change, shape)
        near(now[1 - axis], was[1 - axis], f"{shape['words']!r} in the other direction")
        near(now[2], was[2], "width")
        went_along(change, shape)


def distributed(change, direction, *names):
    axis = direction == "vertically"
    shapes = sorted(every(change, names), key=lambda s: boxes(change, s)[1][axis])
    change.allow(shapes, arrows=True)
    after = [boxes(change, s)[1] for s in shapes]
    gaps = [b[axis] - a[axis] - a[2 + axis] for a, b in zip(after, after[1:])]
    assert max(gaps) - min(gaps) < 1.5, f"the gaps are {gaps}"
    for shape in shapes:
        was, now = boxes(change, shape)
        near(now[not axis], was[not axis], "across")
        went_along(change, shape)


def spaced(change, direction, *names):
    """In a row or column of a grid, whose other boxes may move as well."""
    axis = direction == "vertically"
    change.allow([s for s in change.before.shapes if s["words"]], arrows=True)
    after = [boxes(change, s)[1] for s in every(change, names)]
    gaps = [b[axis] - a[axis] - a[2 + axis] for a, b in zip(after, after[1:])]
    assert max(gaps) - min(gaps) < 1.5 and min(gaps) > 0, f"the gaps are {gaps}"


def in_line_with(change, direction, where, *names):
    """In a row (vertically: their middles are as high) with something that stays."""
    axis = direction == "vertically"
    anchor, shapes = change.one(where), every(change, names)
    change.allow(shapes, arrows=True)
    was, now = boxes(change, anchor)
    near(now[0], was[0], where), near(now[1], was[1], where)
    for shape in shapes:
        near(middle(boxes(change, shape)[1])[axis], middle(now)[axis], f"{shape['words']!r}")
        went_along(change, shape)


def mirrored(change, left, right):
    """All of it as one: what was on the left is as far from what was on the right, and its words stand in it as they did."""
    change.allowed |= {e.key for e in change.before.elements}
    change.places.append((-1e6, -1e6, 2e6, 2e6))
    a, b = (boxes(change, change.one(name)) for name in (left, right))
    near(middle(a[1])[0] - middle(b[1])[0], middle(b[0])[0] - middle(a[0])[0], "how far they are from each other")
    for name, (_, now) in ((left, a), (right, b)):
        words = letters(change.after, None, name)
        assert words and inside((*middle(words[-1].box), 0, 0), grown(now, 2)), f"the words {name!r} are elsewhere"


def swapped(change, first, second):
    a, b = change.one(first), change.one(second)
    change.allow([a, b], arrows=True)
    for shape, other in ((a, b), (b, a)):
        went_along(change, shape)
        for k in (0, 1):
            near(middle(boxes(change, shape)[1])[k], middle(boxes(change, other)[0])[k], f"{shape['words']!r}")


def beside(side, box, other):
    """Whether `box` lies on that side of `other`, near to it, and overlaps it across."""
    axis = side in ("above", "below")
    after = side in ("below", "right")
    gap = box[axis] - other[axis] - other[2 + axis] if after else other[axis] - box[axis] - box[2 + axis]
    assert -0.5 <= gap <= 2.5 * max(other[2], other[3]), f"it is {gap:.1f} px {side}"
    assert abs(middle(box)[not axis] - middle(other)[not axis]) <= (box[2 + (not axis)] + other[2 + (not axis)]) / 2, "it is too far off"


def placed(change, side, where, name):
    shape, other = change.one(name), change.one(where)
    change.allow([shape], arrows=True)
    went_along(change, shape)
    near(boxes(change, other)[1][0], boxes(change, other)[0][0], where)
    beside(side, boxes(change, shape)[1], boxes(change, other)[1])


def scaled(change, factor, name, least=None):
    for shape in change.named(name):
        change.allow([shape], arrows=True)
        was, now = boxes(change, shape)
        for k in (2, 3):
            ratio = now[k] / was[k]
            good = least < ratio < 2.2 if least else abs(ratio - float(factor)) < 0.06 * float(factor)
            assert good, f"{name!r} is {ratio:.2f} times as large"
        for k in (0, 1):
            assert abs(middle(now)[k] - middle(was)[k]) < max(was[2:]), f"{name!r} jumped away"


def bigger(change, *names):
    for name in names:
        scaled(change, None, name, least=1.04)


def wider(change, name):
    shape = change.one(name)
    change.allow([shape], arrows=True)
    was, now = boxes(change, shape)
    assert 1.04 < now[2] / was[2] < 2, f"it is {now[2] / was[2]:.2f} times as wide"
    near(now[3], was[3], "its height")


def row(change, *names):
    shapes = every(change, names)
    change.allow(shapes, arrows=True)
    after = sorted((boxes(change, s)[1] for s in shapes), key=lambda b: b[0])
    for a, b in zip(after, after[1:]):
        near(middle(b)[1], middle(a)[1], "across")
        assert b[0] >= a[0] + a[2] - 1, "they overlap"


def turned(change, degrees, name):
    import math
    shape = change.one(name)
    change.allow([shape], arrows=True)
    was, now = boxes(change, shape)
    for k in (0, 1):
        near(middle(now)[k], middle(was)[k], "its middle")
    turn = math.radians(float(degrees))
    half = [was[2] / 2, was[3] / 2]
    wide = 2 * math.hypot(half[0] * math.cos(turn), half[1] * math.sin(turn))  # of an ellipse
    near(now[2], wide, "its width")
    for words in letters(change.after, None, name):
        assert words.box[3] > 1.5 * min(was[3], words.box[2]) * 0.5, "its words stayed level"


# --- coming and going -------------------------------------------------------------------------------


def gone(change, *names):
    for name in names:
        shapes = change.named(name)
        change.allow(shapes)
        for shape in shapes:
            assert change.now(shape["key"]) is None, f"{name!r} is there"
        assert not letters(change.after, None, name), f"the words {name!r} are there"


def gone_with_arrows(change, *names):
    shapes = every(change, names)
    arrows = change.arrows_of(shapes)
    assert arrows, "no arrow is at it"
    change.allow(shapes, arrows=True)
    gone(change, *names)
    for arrow in arrows:
        assert change.now(arrow["key"]) is None, f"the arrow {arrow['shapeId']} is there"


def arrows_gone(change, which):
    fits = has_dashes if which == "dashed" else lambda e: (e.style("stroke") or "").lower() == which
    arrows = [s for s in change.before.shapes if s["type"] == "arrow"]
    doomed = [s for s in arrows if fits(change.element(s))]
    assert doomed, "there is none"
    for arrow in doomed:
        change.allow_line(arrow)
        assert change.now(arrow["key"]) is None, f"{arrow['shapeId']} is there"
    for arrow in arrows:
        assert arrow in doomed or change.now(arrow["key"]) is not None, f"{arrow['shapeId']} is gone, too"


def arrow_gone(change, start, end):
    ids = {change.one(start)["shapeId"], change.one(end)["shapeId"]}
    doomed = [s for s in change.before.shapes if s["type"] == "arrow" and {s.get("fromId"), s.get("toId")} == ids]
    assert doomed, "there is none"
    for arrow in doomed:
        change.allow_line(arrow)
        assert change.now(arrow["key"]) is None, f"{arrow['shapeId']} is there"


def only(change, *names):
    kept = {s["key"] for s in every(change, names)}
    left = [s for s in change.after.shapes if s["type"] != "group" and s["words"] and s["key"] not in kept]
    assert not left, f"{left[0]['words']!r} is there"
    assert all(change.now(key) for key in kept), "it is gone"
    change.allowed |= {e.key for e in change.before.elements if not kept & {e.key}}
    change.places.append((-1e6, -1e6, 2e6, 2e6))


def added(change, side, where, name):
    change.allow_new()
    shape = change.one(name, change.after)
    assert shape["key"] not in change.before.by_key, f"{name!r} isn't new"
    box = change.after.by_key[shape["key"]].box
    other = change.one(where)
    beside(side, box, boxes(change, other)[1])
    for e in change.before.elements:
        if e.box and not e.children and not e.is_defined() and e.name in ("rect", "ellipse", "text") and not inside(box, grown(e.box)):
            apart = e.box[0] > box[0] + box[2] or box[0] > e.box[0] + e.box[2] or e.box[1] > box[1] + box[3] or box[1] > e.box[1] + e.box[3]
            assert apart, f"it covers {e.name} {e.key}"


def noted(change, where, words):
    change.allow_new()
    text = letters(change.after, None, words)
    assert text, f"nothing reads {words!r}"
    a, b = middle(text[-1].box), middle(change.element(change.one(where)).box)
    assert max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 200, "it is far away"
    renamed(change, where, change.one(where)["words"])


def arrow(change, start, end):
    change.allow_new()
    ends = [change.one(name)["key"] for name in (start, end)]
    keys = {s["shapeId"]: s["key"] for s in change.after.shapes}
    new = [s for s in change.after.shapes if s["type"] == "arrow" and s["key"] not in change.before.by_key]
    assert len(new) == 1, f"{len(new)} arrows are new"
    got = [keys.get(new[0].get(end)) for end in ("fromId", "toId")]
    reached = [inside((new[0][f"x{k}"], new[0][f"y{k}"], 0, 0), grown(tuple(change.one((start, end)[k - 1])[m] for m in "xywh"),
                                                                    0.1 * change.one(start)["w"])) for k in (1, 2)]
    assert got == ends or all(reached), f"it goes from {new[0].get('fromId')} to {new[0].get('toId')}"


def dashed_arrow(change, start, end):
    arrow(change, start, end)
    new = [e for e in change.new() if is_dashed(e)]
    assert new, "it isn't dashed"


def line(change, _, start, end):
    change.allow_new()
    new = [s for s in change.after.shapes if s["type"] in ("arrow", "line") and s["key"] not in change.before.by_key]
    assert len(new) == 1, f"{len(new)} lines are new"
    assert has_dashes(change.after.by_key[new[0]["key"]]), "it isn't dashed"
    for k, name in ((1, start), (2, end)):
        box = grown(tuple(change.one(name)[m] for m in "xywh"), 6)
        assert inside((new[0][f"x{k}"], new[0][f"y{k}"], 0, 0), box), f"it doesn't reach {name!r}"


def grouped(change, *names):
    shapes = every(change, names)
    change.allow(shapes, arrows=True)
    groups = []
    for shape in shapes:
        was, now = boxes(change, shape)
        near(now[0], was[0], "left"), near(now[1], was[1], "top")
        groups.append([e for e in change.now(shape["key"]).chain() if e.name == "g" and e.key not in change.before.by_key])
    assert all(groups) and len({g[-1].key for g in groups}) == 1, "they aren't in one new group"
    inner = {s["key"] for s in change.before.shapes if s["words"]} - {s["key"] for s in shapes}
    assert not any(groups[0][-1] in change.now(key).chain() for key in inner if change.now(key)), "something else is in it, too"


# --- nothing ----------------------------------------------------------------------------------------


def answer(change, *words):
    assert change.same, "the drawing changed"
    assert change.code == 0, f"it ended with {change.code}"
    for word in words:
        assert word.lower() in change.said.lower(), f"{word!r} isn't in the answer"


def as_before(change):
    assert change.same, "the bytes aren't what they were"


CHECKS = {f.__name__.replace("_", "-"): f for f in (
    fill, painted, see_through, thicker, undashed, text_bigger, bold, renamed, replaced, numbered, arrow_label, moved, aligned,
    distributed, spaced, in_line_with, mirrored, swapped, placed, scaled, bigger, turned, gone, gone_with_arrows, arrows_gone, added, noted, arrow, line, grouped,
    answer, as_before, wider, row, arrow_gone, only, dashed_arrow, thicker_border, unfilled)}
CHECKS["text-colour"] = text_color
