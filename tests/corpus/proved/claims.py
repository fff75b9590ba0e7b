"""What each action says when it says `ok`, as a browser sees it: rows of action → checks."""
import math
import re

from boxes import Box

from proved.case import LINES, SLACK, TEXTS, Untrue, center, distance, grown, inside, is_near, meets, show
from proved.state import PAINTED, plain

ANCHORS = {name: (x / 2, y / 2) for y, row in enumerate(("top", "center", "bottom")) for x, column in
           enumerate(("left", "center", "right")) for name in (["center"] if row == column == "center" else [f"{row}-{column}"])}


def rgb(css):
    """(r, g, b) of a computed colour, or of "#rrggbb"; None of others, and of none."""
    if not css:
        return None
    if css.startswith("#"):
        return tuple(int(css[i:i + 2], 16) for i in (1, 3, 5))
    numbers = re.findall(r"[\d.]+", css) if css.startswith("rgb") else None
    return tuple(round(float(number)) for number in numbers[:3]) if numbers else None


def must(holds, why):
    if not holds:
        raise Untrue(why)


def asked(case):
    return case.action.get("update") or case.action.get("shape") or case.action


def text_elements(case, id, state=None):
    state = state or case.after
    return [state.all[at] for at in case.words_of(id, case.before, True) if at in state.all]


def letters(case, id):
    """The elements whose own letters are drawn, of the words of a shape."""
    for text in text_elements(case, id):
        parts = [case.after.all[at] for at in case.after.within(text.id) if plain(case.after.all[at].words)]
        for part in parts:
            children = [at for at in case.after.children.get(part.id, []) if plain(case.after.all[at].words)]
            inner = "".join(plain(case.after.all[at].words) for at in children)
            if plain(part.words) != inner and part.tag != "foreignObject":
                yield part


# --- where ------------------------------------------------------------------------------------------------------------


def check_same_place(case, id, dx, dy):
    was, now = case.was(id), case.box(id)
    must(is_near(now.x - was.x, dx, was.w) and is_near(now.y - was.y, dy, was.h),
         f"{id} went by {now.x - was.x:.1f}, {now.y - was.y:.1f} and not by {dx:.1f}, {dy:.1f}")


def check_move(case):
    id, anchor = case.action["shapeId"], case.action.get("anchor", "top-left")
    ax, ay = ANCHORS[anchor]
    now = case.box(id)
    if id not in case.agreed:
        return
    must(is_near(now.x + ax * now.w, case.action["x"], now.w) and is_near(now.y + ay * now.h, case.action["y"], now.h),
         f"the {anchor} of {id} is at {now.x + ax * now.w:.1f}, {now.y + ay * now.h:.1f}")


def check_swapped(case):
    """The middle of each is where that of the other was, as far as we agree with the browser on their boxes."""
    a, b = case.action["shapeIds"]
    if a in case.agreed and b in case.agreed:
        for one, other in ((a, b), (b, a)):
            now, wanted = center(case.box(one)), center(case.before.get(other).box)
            must(math.dist(now, wanted) <= SLACK + 0.02 * math.hypot(*wanted), f"the middle of {one} is at {now}, that of {other} was at {wanted}")


def check_apart(case):
    """Figures that were apart are; one in which another lies, or lay, is apart from none."""
    figures = [id for id in case.seen if case.seen[id]["type"] in ("rectangle", "ellipse", "diamond", "cylinder") and
               case.before.get(id) and case.after.get(id) and case.before.get(id).box and case.after.get(id).box]
    for i, a in enumerate(figures):
        for b in figures[:i]:
            was, now = ([state.get(id).box for id in (a, b)] for state in (case.before, case.after))
            must(not deep(*now) or deep(*was), f"{a} lies on {b}")


def deep(a, b):
    """By how much they lie on each other: more than their outlines do."""
    return min(a.x + a.w, b.x + b.w) - max(a.x, b.x) > SLACK and min(a.y + a.h, b.y + b.h) - max(a.y, b.y) > SLACK


def check_offset(case):
    for id in set(case.moved) - case.clones(set(case.named)):
        check_same_place(case, id, case.action["offsetX"], case.action["offsetY"])


def union(found):
    left, top = min(box.x for box in found), min(box.y for box in found)
    return Box(left, top, max(box.x + box.w for box in found) - left, max(box.y + box.h for box in found) - top)


def check_words_go_along(case):
    """A shape's words are where they were in it, all of them taken as one; or as far off; and don't come to lie on each other."""
    for id in case.moved:
        element = case.after.get(id)
        if not element or not element.box or case.seen[id]["type"] in LINES:
            continue
        was, now, held = case.was(id), element.box, []
        for text in text_elements(case, id):
            old = case.before.get(text.id)
            if not old or not old.box or not text.box or not (was.w and was.h and now.w and now.h):
                continue
            if inside(old.box, was, 2):
                held.append((old.box, text.box, text.id))
            else:
                was_off, now_off = distance(center(old.box), was), distance(center(text.box), now)
                must(was_off <= 0 or is_near(was_off, now_off, 0, 2 + 0.5 * old.box.h), f"the words {text.id} are {now_off:.1f} off {id}, were {was_off:.1f}")
        for i, (old, new, name) in enumerate(held):
            for other_old, other_new, other in held[:i]:
                must(meets(grown(old, -1), grown(other_old, -1)) or not meets(grown(new, -1), grown(other_new, -1)),
                     f"the words {name} and {other} of {id} lie on each other")
        if not held:
            continue
        old, new = union([a for a, _, _ in held]), union([b for _, b, _ in held])
        if new.w <= now.w and new.h <= now.h:
            shares = [((b.x + b.w / 2 - a.x) / a.w, (b.y + b.h / 2 - a.y) / a.h) for a, b in ((was, old), (now, new))]
            must(abs(shares[0][0] - shares[1][0]) * now.w < 0.1 * now.w + 2 and abs(shares[0][1] - shares[1][1]) * now.h < 0.1 * now.h + 2,
                 f"the words {held[0][2]} of {id} are elsewhere in it")


def check_place(case):
    id, other = case.action["shapeId"], case.action["referenceShapeId"]
    if other not in case.seen or not case.after.get(other) or id not in case.agreed or not case.is_agreed(other):
        return
    a, r, by, side = case.box(id), case.box(other), case.action["sideOffset"], case.action["side"]
    gap = {"top": r.y - a.y - a.h, "bottom": a.y - r.y - r.h, "left": r.x - a.x - a.w, "right": a.x - r.x - r.w}[side]
    must(is_near(gap, by, a.w + r.w), f"{id} is {gap:.1f} from {other}, and not {by}")


def check_align(case):
    edges = {"top": lambda b: b.y, "bottom": lambda b: b.y + b.h, "left": lambda b: b.x, "right": lambda b: b.x + b.w,
             "center-horizontal": lambda b: center(b)[0], "center-vertical": lambda b: center(b)[1]}
    found = [edges[case.action["alignment"]](case.box(id)) for id in case.agreed if id in case.free]
    must(not found or max(found) - min(found) <= 2 * SLACK, f"they are from {min(found):.1f} to {max(found):.1f}" if found else "")


def gaps(case, ids, direction):
    spans = [(b.x, b.x + b.w) if direction == "horizontal" else (b.y, b.y + b.h) for b in map(case.box, ids)]
    return [after[0] - before[1] for before, after in zip(spans, spans[1:])]


def check_distribute(case):
    axis = 0 if case.action["direction"] == "horizontal" else 1
    order = sorted(case.moved, key=lambda id: (case.box(id)[axis], case.box(id)[axis] + case.box(id)[axis + 2]))
    if len(order) < 3 or len(case.agreed) < len(case.named):
        return
    ends = [case.was(id)[axis] + case.was(id)[axis + 2] for id in order]
    if max(ends) != ends[-1]:
        return
    found = gaps(case, order, case.action["direction"])
    if min(found) < 0:  # which is the next one isn't plain
        return
    must(max(found) - min(found) <= 2 * SLACK, f"the gaps are {', '.join(f'{gap:.1f}' for gap in found)}")


def check_stack(case):
    if len(case.agreed) == len(case.named):
        found = gaps(case, case.named, case.action["direction"])
        must(all(is_near(gap, case.action["gap"], 0, 2 * SLACK) for gap in found), f"the gaps are {', '.join(f'{gap:.1f}' for gap in found)}")


def check_grid(case):
    """Row by row in two columns, 20 apart, each in the middle of its cell."""
    boxes = [case.before.get(id).box for id in case.named if case.before.get(id)]
    apart = not any(a != b and deep(a, b) for a in boxes for b in boxes)
    if len(case.agreed) != len(case.named) or len(boxes) != len(case.named) or not apart:
        return
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    wide = [max((box.w for box in boxes[column::2]), default=0) for column in range(2)]
    for row in range((len(boxes) + 1) // 2):
        high = max(box.h for box in boxes[2 * row:2 * row + 2])
        for column, id in enumerate(case.named[2 * row:2 * row + 2]):
            wanted = x + column * (wide[0] + 20) + wide[column] / 2, y + high / 2
            must(math.dist(center(case.box(id)), wanted) <= SLACK + 0.02 * math.hypot(*wanted),
                 f"the middle of {id} is at {center(case.box(id))}, and not at {wanted}")
        y += high + 20


def check_resize(case):
    for id in case.moved:
        was, now, a = case.was(id), case.box(id), case.action
        if case.before.get(id).tag == "g" and any(case.before.all[at].tag in TEXTS for at in case.before.within(id)):
            continue
        must(is_near(now.w, was.w * a["scaleX"], now.w, 1.5) and is_near(now.h, was.h * a["scaleY"], now.h, 1.5),
             f"{id} is {now.w:.1f} by {now.h:.1f}, and was {was.w:.1f} by {was.h:.1f}")
        x, y = center(was)
        to = a["originX"] + (x - a["originX"]) * a["scaleX"], a["originY"] + (y - a["originY"]) * a["scaleY"]
        must(math.dist(to, center(now)) <= 1.5 + 0.01 * (now.w + now.h), f"the middle of {id} is at {center(now)}, and not at {to}")


def check_rotate(case):
    angle, ox, oy = math.radians(case.action["degrees"]), case.action["originX"], case.action["originY"]
    for id in case.moved:
        (x, y), now = center(case.was(id)), case.box(id)
        to = (ox + (x - ox) * math.cos(angle) - (y - oy) * math.sin(angle), oy + (x - ox) * math.sin(angle) + (y - oy) * math.cos(angle))
        must(math.dist(to, center(now)) <= 1.5 + 0.1 * max(now.w, now.h), f"the middle of {id} is at {center(now)}, and not at {to}")


# --- order and parents --------------------------------------------------------------------------------------------------


def order_of(case, id):
    return case.after.get(id).order


def check_front(case, front=True):
    for id in case.moved:
        mine = set(case.belongs())
        for other in case.after.children.get(case.after.get(id).parent, []):
            element = case.after.get(other)
            if other in mine or other in case.named or not element.box or other not in case.seen:
                continue
            must((order_of(case, other) < order_of(case, id)) == front, f"{other} is {'above' if front else 'below'} {id}")


def check_back(case):
    check_front(case, False)


def look_of(state, id):
    element = state.get(id)
    names = ("fill", "font-family", "font-weight") if element.tag in TEXTS else ("fill", "stroke", "stroke-dasharray")
    return {name: element.style.get(name) for name in names}, element.box


def check_looks_as_it_did(case):
    for id in case.named:
        for was in case.before.painted(id):
            now = case.after.get(was.id)
            must(now and now.box, f"{was.id} is gone")
            old, new = look_of(case.before, was.id), look_of(case.after, was.id)
            must(old[0] == new[0], f"{was.id} looked {old[0]}, looks {new[0]}")
            must(all(is_near(a, b, max(old[1].w, old[1].h)) for a, b in zip(old[1], new[1])), f"{was.id} moved to {show(new[1])}")
            must(abs(case.before.opacity(was.id) - case.after.opacity(was.id)) < 0.01, f"the opacity of {was.id} changed")


def check_group(case):
    id = next((told for told in case.told if case.after.get(told) and not case.before.get(told)), "grouped-here")
    must(case.after.get(id) is not None, "there is no new group")
    for member in case.moved:
        must(id in case.after.chain(member), f"{member} isn't in {id}")


def check_ungroup(case):
    id = case.action["shapeId"]
    must(case.after.get(id) is None, f"{id} is still there")
    for child in case.before.children.get(id, []):
        if case.before.get(child).box:
            must(case.after.get(child) and case.after.get(child).parent == case.before.get(id).parent, f"{child} isn't where {id} was")


def check_layer(case):
    for id in case.moved:
        layers = [case.after.get(at).label for at in case.after.chain(id) if case.after.get(at).label]
        must("Notes" in layers, f"{id} is in {layers or 'no layer'}")


# --- gone -------------------------------------------------------------------------------------------------------------------


def check_gone(case):
    for id in case.named:
        must(case.after.get(id) is None or not case.after.painted(id), f"{id} is still there")
        for text in case.words_of(id, sure=True):
            must(case.after.get(text) is None or not case.after.get(text).seen, f"its words {text} are still there")


def check_cleared(case):
    from boxes import Box
    area = Box(*(case.action[name] for name in "xywh"))
    for id, shape in case.seen.items():
        element = case.after.get(id)
        if element and element.box and element.tag != "g" and inside(element.box, area, -1) and case.outcome == "ok" and not shape.get("locked"):
            raise Untrue(f"{id} is still there")


# --- words --------------------------------------------------------------------------------------------------------------------


def drawn_words(case, id):
    """Texts that are seen in the shape, on it or beside it."""
    shape = case.box(id)
    beside = case.seen[id]["type"] in LINES
    for element in case.after.all.values():
        if element.tag in TEXTS and element.seen and element.box and plain(element.words):
            if id in case.after.chain(element.id) or distance(center(element.box), grown(shape, 4 * element.length("font-size") + 10 if beside else 2)) == 0:
                yield element


def new_lines(case, id):
    """Texts that weren't there, beside those of the shape."""
    parents = [text.parent for text in text_elements(case, id)]
    for element in case.after.all.values():
        if element.tag in TEXTS and not case.before.get(element.id) and element.parent in parents:
            yield element


def check_words(case, id, wanted):
    told = [case.after.get(at) for at in case.said]
    own = [e for e in [*text_elements(case, id), *new_lines(case, id), *told] if e and e.seen]
    found = [plain(element.words) for element in [*drawn_words(case, id), *own]]
    old = plain(case.seen[id].get("text"))
    if plain(wanted):
        # Several texts stand in an order of their own, and more than one on a line.
        several = len(own) > 1 and all(word in "".join(found) for word in wanted.split())
        must(plain(wanted) in found or plain(wanted) in "".join(found) or several, f"{id} says {found} and not {wanted!r}")
    if old and old != plain(wanted):
        for text in case.words_of(id, sure=True):
            now = case.after.get(text)
            must(not now or not now.seen or plain(now.words) in plain(wanted) or plain(now.words) == "", f"the old words {now and now.words!r} are still at {id}")


def check_label(case):
    id = case.action["shapeId"]
    check_words(case, id, case.action["text"])
    if case.action.get("fit") == "grow" and case.outcome == "ok":
        for element in drawn_words(case, id):
            must(plain(element.words) != plain(case.action["text"]) or inside(element.box, case.box(id), 2), f"{id} didn't grow to its words")


def check_one_line(case):
    """The other lines say what they said, in letters of their own size, and the new one is there."""
    id, op = case.action["shapeId"], case.action["op"]
    lines = case.seen[id]["text"].split("\n")
    at = case.action["line"] - 1
    others = [plain(line) for i, line in enumerate(lines) if i != at or op.startswith("insert")]
    told = [case.after.get(at) for at in case.said]
    found = "".join(plain(e.words) for e in [*drawn_words(case, id), *text_elements(case, id), *new_lines(case, id), *told] if e)
    for line in others + ([plain(case.action["text"])] if op != "delete" else []):
        must(line in found, f"{id} doesn't say {line!r} any more, but {found!r}")
    for element in case.before.all.values():
        now = case.after.get(element.id)
        if now and element.tag == "text" and element.id in case.words_of(id):
            must(is_near(now.length("font-size"), element.length("font-size"), 0, 0.1), f"the letters of {element.id} have another size")


def check_line_more(case):
    """The shape may grow; icons in it, and the letters of the other lines, keep their size."""
    id = case.action["shapeId"]
    old, was = case.seen[id].get("text") or "", case.before.get(id)
    if not was or not was.box or not case.action["text"].startswith(old + "\n"):
        return
    for element in case.before.all.values():
        now = case.after.get(element.id)
        if element.id == id or not element.box or not now or not now.box or not inside(element.box, was.box, 1):
            continue
        if element.tag in ("circle", "ellipse"):
            must(is_near(now.box.w, element.box.w, 0, 0.5) and is_near(now.box.h, element.box.h, 0, 0.5), f"{element.id} was stretched")
        if element.tag == "text" and element.id in case.words_of(id) and " of their size" not in case.detail:
            must(is_near(now.length("font-size"), element.length("font-size"), 0, 0.1), f"the letters of {element.id} have another size")


def check_replaced(case):
    id = case.action["shapeId"]
    found = "".join(plain(element.words) for element in [*drawn_words(case, id), *text_elements(case, id)]) + plain(case.after.get(id).words if case.after.get(id) else "")
    must(plain(case.action["to"]) in found, f"{id} says {found!r}")


# --- looks --------------------------------------------------------------------------------------------------------------------


def outlines(case, id):
    """Of it, and of what is told as its parts."""
    drawn = [e for at in (id, *case.seen[id].get("parts", ())) for e in case.after.painted(at)]
    return [e for e in drawn if e.tag not in TEXTS + ("image", "use")]


def stroked(case, id):
    """The first of them that has a stroke; else the first."""
    found = outlines(case, id)
    return [e for e in found if e.style["stroke"] != "none"][:1] or found[:1]


def check_property(case, name, wanted, which):
    """`which`: the elements of a shape that have to have it."""
    for id in case.moved:
        for element in which(case, id):
            value = element.style.get(name, "")
            must(wanted(value, element), f"{name} of {element.id} ({id}) is {value}")


def is_color(css):
    return lambda value, _: rgb(value) == rgb(css)


def check_letters(case, name, wanted, ids=None):
    """Of HTML its own properties."""
    for id in case.moved if ids is None else ids:
        for element in letters(case, id):
            own = {"fill": "color"}.get(name, name) if element.tag in ("div", "span", "p", "font", "b", "i") else name
            value = element.style.get(own, "")
            must(wanted(value, element), f"{own} of the words {element.id} ({id}) is {value}")


def is_named(css):
    """A colour by its name is one of a palette that isn't known here."""
    return css is not None and rgb(css) is None


def check_stroke(case):
    if case.action["stroke"] is None:
        check_not_painted(case, "stroke")
    elif not is_named(case.action["stroke"]):
        check_property(case, "stroke", is_color(case.action["stroke"]), stroked)


def check_not_painted(case, name):
    for id in case.free:
        painted = [e for e in outlines(case, id) if e.tag != "line"]
        must(not painted or any(e.style[name] == "none" or e.style[name + "-opacity"] == "0" for e in painted), f"{name} of {id} is painted still")


def check_fill(case):
    if case.action["fill"] is None:
        check_not_painted(case, "fill")
    for id in case.free if rgb(case.action["fill"]) else ():
        painted = outlines(case, id)
        if painted:
            must(any(rgb(e.style["fill"]) == rgb(case.action["fill"]) for e in painted), f"nothing of {id} is filled so")
        elif case.seen[id]["type"] == "text":
            check_letters(case, "fill", is_color(case.action["fill"]), [id])


def check_stroke_width(case):
    wanted = case.action["strokeWidth"]
    check_property(case, "stroke-width", lambda value, e: is_near(e.length("stroke-width"), wanted, wanted, 0.05) or
                   e.style.get("vector-effect") == "non-scaling-stroke", stroked)


def check_dash(case):
    solid = case.action["dash"] == "solid"
    check_property(case, "stroke-dasharray", lambda value, e: (value == "none") == solid, stroked)


def check_corners(case):
    """Of what is a <rect> before and after."""
    for id in case.moved:
        element = case.after.get(id)
        if element and element.tag == "rect":
            wanted = min(asked(case)["cornerRadius"], element.box.w / 2, element.box.h / 2)
            must(is_near(element.length("rx"), wanted, wanted, 0.1), f"the corners of {id} have a radius of {element.style['rx']}")


def line_of(state, id):
    """The longest line in it."""
    lines = [state.all[at] for at in state.within(id) if state.all[at].ends and state.all[at].box and state.all[at].seen]
    return max(lines, key=lambda line: line.box.w + line.box.h, default=None)


def check_head(case, which):
    """A marker, or a small figure at the end; of "none" neither. Which of the line's ends that is, where it is told to lie says."""
    for id in case.moved:
        line, told = line_of(case.after, id), case.seen[id]
        if not line or told["type"] not in ("line", "arrow") or "x1" not in told:
            continue
        at = (told["x1"], told["y1"]) if which == 0 else (told["x2"], told["y2"])
        end = 0 if math.dist(line.ends[0], at) < math.dist(line.ends[1], at) else 1
        name = ("marker-start", "marker-end")[end]
        size = max(30 * max(1, line.length("stroke-width")), 0.02 * case.page["w"])
        small = [e for e in case.after.all.values() if e.id != line.id and e.box and e.seen and e.tag in ("path", "polygon", "polyline", "rect", "circle", "ellipse") and
                 max(e.box.w, e.box.h) <= size and distance(line.ends[end], grown(e.box, 2)) < size / 3]
        has, wanted = line.style.get(name, "none") != "none", case.action["startHead" if which == 0 else "endHead"]
        must(has or small if wanted != "none" else not has, f"{name} of {line.id} ({id}) is {line.style.get(name)}")


def check_opacity(case):
    for id in case.free:
        for element in case.after.painted(id) + [t for t in text_elements(case, id) if t.seen]:
            ratio = case.after.opacity(element.id)
            around = case.before.opacity(case.before.get(id).parent) if case.before.get(case.before.get(id).parent) else 1
            own = [float(case.before.all[at].style.get("opacity") or 1) for at in case.before.chain(element.id)
                   if at != id and id in case.before.chain(at)]
            must(abs(ratio - math.prod(own) * around * case.action["opacity"]) < 0.02, f"the opacity of {element.id} ({id}) is {ratio:.2f}")


def check_text_color(case):
    if rgb(case.action["textColor"]):
        check_letters(case, "fill", is_color(case.action["textColor"]))


def check_family(case):
    check_letters(case, "font-family", lambda value, _: case.action["fontFamily"] in value)


def check_size(case):
    wanted = asked(case)["fontSize"]
    check_letters(case, "font-size", lambda value, e: is_near(e.length("font-size"), wanted, wanted, 0.6))


def check_recolored(case):
    """What was painted in the one colour is in the other, and nothing else looks otherwise."""
    old, new = rgb(case.action["from"]), rgb(case.action["to"])
    case.others_stay(looks=False)
    for id, was in case.before.all.items():
        now = case.after.get(id)
        for name in ("fill", "stroke") if was.style and now and was.tag in PAINTED else ():
            paints = rgb(was.style.get(name)), rgb(now.style.get(name))
            stays = paints[0] == paints[1] and (not old or paints[0] != old or case.outcome != "ok")
            must(stays or paints == (old or paints[0], new), f"{name} of {id} was {was.style[name]}, is {now.style[name]}")


def check_bold(case):
    check_letters(case, "font-weight", lambda value, _: (float(value) >= 600) == asked(case)["bold"])


def check_italic(case):
    check_letters(case, "font-style", lambda value, _: (value == "italic") == asked(case)["italic"])


def check_align_words(case):
    """Lines of a text meet there; words in a shape stand at that side of it."""
    for id in case.moved:
        texts = text_elements(case, id)
        shape = case.box(id)
        if case.seen[id]["type"] == "text" or len(texts) != 1 or not texts[0].box or texts[0].tag != "text":
            continue
        box, side = texts[0].box, case.action["textAlign"]
        left, right = box.x - shape.x, shape.x + shape.w - box.x - box.w
        good = {"start": left <= right + 2, "end": right <= left + 2, "center": abs(left - right) <= 2 + 0.1 * shape.w}[side]
        must(good, f"the words of {id} are {left:.1f} from its left and {right:.1f} from its right")


def check_color(case):
    """Its outline, its fill, or, of what is neither, its words; and words that stand on no fill."""
    wanted = rgb(asked(case)["color"])
    for id in case.moved if wanted else ():
        painted = outlines(case, id)
        if painted and case.seen[id].get("fill") not in ("tint", "pattern"):
            must(any(wanted in (rgb(e.style["fill"]), rgb(e.style["stroke"])) for e in painted),
                 f"{painted[0].id} ({id}) is filled {painted[0].style['fill']} and drawn {painted[0].style['stroke']}")
        bare = not painted or case.seen[id]["type"] in ("arrow", "line") or all(e.style["fill"] == "none" for e in painted)
        if bare:
            for letter in letters(case, id):
                name = "color" if letter.tag in ("div", "span", "p", "font", "b", "i") else "fill"
                must(rgb(letter.style[name]) == wanted, f"{name} of the words {letter.id} ({id}) is {letter.style[name]}")


def check_updated_box(case):
    given, id = asked(case), asked(case)["shapeId"]
    now = case.box(id)
    if id not in case.agreed:
        return
    for i, name in enumerate("xywh"):
        if name in given:
            must(is_near(now[i], given[name], given["wh"[i % 2]] if "w" in given and "h" in given else 0, 1), f"{name} of {id} is {now[i]:.1f} and not {given[name]}")


def check_fits_width(case):
    for id in case.moved:
        widest = max((len(word) for word in (case.seen[id].get("text") or "").split()), default=0)
        now = case.box(id)
        limit = asked(case)["maxWidth"]
        size = case.after.get(id).length("font-size")
        must(now.w <= limit * 1.05 + 2 or now.w <= widest * size, f"{id} is {now.w:.1f} wide")


def limit_of(case, line):
    """So far off an arrow may end: heads, gaps, and boxes that are larger than what is drawn in them."""
    return 3 + max(0.04 * max(case.page["w"], case.page["h"]), 12 * line.length("stroke-width"))


def check_ends_at(case, id, targets):
    line = line_of(case.after, id)
    must(line, f"{id} is no line any more")
    before = gap_before(case, id)
    for target in targets:
        element = case.after.get(target) if target else None
        if element and element.box and element.tag not in TEXTS:
            off = min(distance(end, element.box) for end in line.ends)
            must(off <= max(limit_of(case, line), before + 1), f"{id} doesn't end at {target}: it is {off:.1f} off")


def gap_before(case, id):
    """How far off the shapes that it joined the line ended."""
    line = line_of(case.before, id)
    boxes = [case.before.get(target).box for target in joined_before(case, id) if target and case.before.get(target)]
    return max([min(distance(end, box) for end in line.ends) for box in boxes if box and line], default=0)


def joined_before(case, id):
    return [case.seen[id].get(name) for name in ("fromId", "toId")]


def check_joined(case):
    """The line reaches what it is said to join, and the end that isn't named is where it was joined before."""
    given, id = asked(case), asked(case)["shapeId"]
    was = joined_before(case, id)
    wanted = [given.get(name, before) for name, before in zip(("fromId", "toId"), was)]
    check_ends_at(case, id, wanted)
    if wanted == was[::-1] and None not in wanted:
        check_turned(case, id, wanted)


def head_spots(state, case, id):
    line = line_of(state, id)
    if not line:
        return []
    spots = [end for end, name in zip(line.ends, ("marker-start", "marker-end")) if line.style.get(name, "none") != "none"]
    small = [e for e in state.painted(id) if e.id != line.id and e.tag in ("path", "polygon", "polyline") and max(e.box.w, e.box.h) < max(line.box.w, line.box.h) / 2]
    return spots or [center(e.box) for e in small]


def check_turned(case, id, wanted):
    before, after = head_spots(case.before, case, id), head_spots(case.after, case, id)
    start, end = (case.after.get(target) for target in wanted)
    if len(before) == 1 and len(after) == 1 and start and end and start.box and end.box:
        must(distance(after[0], end.box) < distance(after[0], start.box) or meets(start.box, end.box), f"the head of {id} is still at {wanted[0]}")


def check_reversed(case):
    """What a line joined it joins the other way round; one that is at nothing has its ends where they were. What is told to be none
    stays."""
    for id in case.action["shapeIds"]:
        if f'"{id}" is no line' in case.detail:
            continue
        wanted = joined_before(case, id)[::-1]
        was, now = line_of(case.before, id), line_of(case.after, id)
        check_ends_at(case, id, wanted)
        if None not in wanted:
            check_turned(case, id, wanted)
        elif was and now and "no line" not in case.detail:
            off = max(min(math.dist(end, other) for other in now.ends) for end in was.ends)
            must(off <= limit_of(case, now), f"an end of {id} is {off:.1f} off")


def check_reconnected(case):
    """What a line joined that is told to be changed, it joins but for the one shape, in place of which it is at the other."""
    old, new = case.action["fromId"], case.action["toId"]
    for id, shape in case.seen.items():
        if shape["type"] in ("arrow", "line") and old in joined_before(case, id) and f'"{id}"' in case.detail:
            check_ends_at(case, id, [new if at == old else at for at in joined_before(case, id)])


def check_told_here(case):
    """The words are seen in the new box, or group, which lies on the page."""
    now = case.box("made-here" if case.after.get("made-here") else new_one(case, ""))
    found = [plain(e.words) for e in case.after.all.values() if e.tag == "text" and e.seen and e.box and meets(e.box, grown(now, 4))]
    must(any(plain("told here") in words for words in found), f"the words there are {found}")


def check_line_ends(case):
    given, line = asked(case), line_of(case.after, asked(case)["shapeId"])
    must(line, "it is no line any more")
    for point in ((given["x1"], given["y1"]), (given["x2"], given["y2"])):
        off = min(math.dist(point, end) for end in line.ends)
        must(off <= limit_of(case, line) or "bound at" in case.detail or "keeps its" in case.detail, f"it doesn't end at {point}, but {off:.1f} off")


def check_still_joined(case):
    id = asked(case)["shapeId"]
    check_ends_at(case, id, joined_before(case, id))


def check_kind(case):
    """Another outline in the same box, painted as it was."""
    id = asked(case)["shapeId"]
    was, now = case.was(id), case.box(id)
    must(id not in case.agreed or all(is_near(a, b, max(was.w, was.h), 1.5) for a, b in zip(was, now)), f"{id} was {show(was)}, is {show(now)}")


def check_update(case):
    given = asked(case)
    if given.keys() & {"fromId", "toId"}:
        check_joined(case)
    if given.keys() & {"bend", "route", "fromSide", "toSide"}:
        check_still_joined(case)
    if given.keys() >= {"x1", "y1", "x2", "y2"}:
        check_line_ends(case)
    if "_type" in given:
        check_kind(case)
    if "cornerRadius" in given:
        check_corners(case)
    if given.get("fill") == "none":
        check_not_painted(case, "fill")
    for name, check in (("color", check_color), ("fontSize", check_size), ("bold", check_bold), ("maxWidth", check_fits_width)):
        if name in given and not (name == "fontSize" and case.outcome == "adjusted"):
            check(case)
    if given.keys() & set("xywh"):
        check_updated_box(case)
        check_words_go_along(case)
    if "text" in given:
        check_words(case, given["shapeId"], given["text"])


STYLES = {"stroke": check_stroke, "fill": check_fill, "strokeWidth": check_stroke_width, "dash": check_dash, "opacity": check_opacity, "cornerRadius": check_corners,
          "startHead": lambda case: check_head(case, 0), "endHead": lambda case: check_head(case, 1),
          "textColor": check_text_color, "fontFamily": check_family, "fontSize": check_size, "bold": check_bold, "italic": check_italic,
          "textAlign": check_align_words}


def check_style(case):
    for name, check in STYLES.items():
        if name in case.action:
            check(case)


# --- new ------------------------------------------------------------------------------------------------------------------------


def new_one(case, wish):
    id = next((told for told in case.told if case.after.get(told) and not case.before.get(told)), wish)
    must(case.after.get(id) and case.after.get(id).box, f"{id} isn't drawn")
    return id


def check_created(case):
    shape, id = case.action["shape"], new_one(case, "made-here")
    now = case.box(id)
    if "w" in shape:
        must(all(is_near(now[i], shape[name], 0, 1.5) for i, name in enumerate("xywh")) or case.outcome == "adjusted", f"it is at {show(now)}")
    if "x1" in shape:
        ends = case.after.get(id).ends
        must(math.dist(ends[0], (shape["x1"], shape["y1"])) < 1.5 and math.dist(ends[1], (shape["x2"], shape["y2"])) < 1.5, f"its ends are {ends}")
    colors = {rgb(case.after.all[at].style[name]) for at in case.after.within(id) for name in ("fill", "stroke") if case.after.all[at].style}
    must(not rgb(shape.get("color")) or rgb(shape["color"]) in colors, f"its colours are {colors}")
    if shape.get("text"):
        found = [plain(e.words) for e in case.after.all.values() if e.tag == "text" and e.seen and e.box and meets(e.box, grown(now, 4))]
        must(plain(shape["text"]) in found, f"it says {found}")
    case.on_page([id])


def check_duplicated(case):
    """The original stays, and the copy is as large and has as many parts, so far from it."""
    id = case.action["shapeIds"][0]
    check_same_place(case, id, 0, 0)
    was, copy = case.was(id), case.box(new_one(case, "made-here"))
    wanted = (was.x + case.action["offsetX"], was.y + case.action["offsetY"], was.w, was.h)
    must(all(is_near(a, b, was.w + was.h) for a, b in zip(copy, wanted)), f"the copy is at {show(copy)}, the original was at {show(was)}")


def check_sides(case, line, given, targets):
    """Ends that were given a side lie on the line through its middle, on that half of the shape."""
    for end, name, target in zip(line.ends or (), ("fromSide", "toSide"), targets):
        element = case.after.get(target) if target else None
        if given.get(name) and element and element.box and element.tag not in TEXTS:
            x, y, w, h = element.box
            across = end[0] - x - w / 2, end[1] - y - h / 2
            upright = given[name] in ("top", "bottom")
            off, out = across if upright else across[::-1]
            out = -out if given[name] in ("top", "left") else out
            must(abs(off) <= limit_of(case, line) and out > -1, f"it is {off:.1f} off the middle of {given[name]} of {target}")


def check_connected(case):
    id = new_one(case, "")
    ends, size = case.after.get(id).ends, 0.04 * max(case.page["w"], case.page["h"])
    for end, name in zip(ends or (), ("fromId", "toId")):
        target = case.after.get(case.action[name])
        must(not target or not target.box or distance(end, target.box) <= size, f"its end at {case.action[name]} is {distance(end, target.box):.1f} off" if target and target.box else "")
    check_sides(case, case.after.get(id), case.action, (case.action["fromId"], case.action["toId"]))
    if case.action.get("text") and "without its words" not in case.detail:
        found = [plain(e.words) for e in case.after.all.values() if e.tag == "text" and e.seen and e.id not in case.before.all]
        must(plain(case.action["text"]) in found, f"its words are {found}")


def check_drawn(case):
    now = case.box(new_one(case, "drawn-here"))
    for point in case.action["points"]:
        must(distance((point["x"], point["y"]), now) < 2, f"it doesn't reach {point}")


def check_page_more(case):
    with open(case.after.path, encoding="latin-1") as drawing:
        pages = re.findall(r"<inkscape:page\b[^>]*>", drawing.read())
    must(any('"Made here"' in page for page in pages), f"no page of {len(pages)} is called so")


def check_larger(case):
    numbers = [[float(n) for n in re.split(r"[\s,]+", s.view_box.strip())] for s in (case.before, case.after) if s.view_box]
    if len(numbers) == 2:
        must(is_near(numbers[1][2] - numbers[0][2], case.action["right"]) and is_near(numbers[1][3] - numbers[0][3], case.action["bottom"]), f"the page is {numbers[1]}")


def check_described(case):
    must(case.after.get(case.action["shapeId"]).title == "Told here", "it has another title")


def check_role(case):
    must(case.after.get(case.action["shapeId"]).role == "img", "it has another role")


# --- which of them for which ------------------------------------------------------------------------------------------------------

MOVES = [lambda case: case.on_page(case.moved), lambda case: case.ends_stay()]
CHECKS = {
    "move": [check_move, check_words_go_along, *MOVES], "offset": [check_offset, check_words_go_along, *MOVES],
    "place": [check_place, check_words_go_along, *MOVES], "align": [check_align, check_words_go_along, *MOVES],
    "distribute": [check_distribute, check_words_go_along, *MOVES], "stack": [check_stack, check_words_go_along, *MOVES],
    "resize": [check_resize, *MOVES], "rotate": [check_rotate, *MOVES],
    "recolor": [check_recolored], "reverse": [check_reversed], "layout": [check_apart, lambda case: case.ends_stay()], "swap": [check_swapped, check_words_go_along, *MOVES],
    "grid": [check_grid, check_words_go_along, *MOVES], "reconnect": [check_reconnected],
    "callout": [check_told_here], "legend": [check_told_here],
    "bring-to-front": [check_front, check_looks_as_it_did], "send-to-back": [check_back, check_looks_as_it_did],
    "delete": [check_gone], "clear": [check_cleared], "label": [check_label, check_line_more],
    "set-text": [check_one_line], "update": [check_update, *MOVES],
    "set-style": [check_style], "group": [check_group, check_looks_as_it_did], "ungroup": [check_ungroup, check_looks_as_it_did],
    "to-layer": [check_layer, check_looks_as_it_did], "describe": [check_described, check_looks_as_it_did],
    "set-accessibility": [check_role, check_looks_as_it_did], "create": [check_created], "duplicate": [check_duplicated],
    "connect": [check_connected],
    "pen": [check_drawn], "replace-words": [check_replaced], "resize-page": [check_larger],
    "create-page": [check_page_more, lambda case: case.others_stay()],
}
FREE = ("clear", "layout", "recolor", "reconnect", "resize-page", "ungroup")  # of these what others are isn't plain from the arguments


def judge(case, same, pixels):
    """None, or what is untrue. `same`: the drawing's bytes are as they were."""
    try:
        if case.outcome == "refused":
            must(same, "it was refused, and something changed")
            return None
        must(not same or case.outcome == "adjusted", "nothing changed")
        for check in CHECKS[case.action["_type"]] if case.drawn else ():
            check(case)
        if case.action["_type"] not in FREE:
            case.others_stay()
        if pixels:
            case.pixels_stay()
    except Untrue as why:
        return str(why)
    return None
