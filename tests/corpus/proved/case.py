"""One action on one drawing, and what others see of the result."""
import re

from boxes import Box

from proved.state import PAINTED, differing_pixels, plain

SLACK = 0.75  # units: `see` tells whole ones
CLOSE = 0.01  # of a length: what is the same
LOOKS = ("fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "font-style", "fill-opacity",
         "stroke-opacity")
LINES = ("arrow", "line", "draw")
TEXTS = ("text", "foreignObject")
CONTAINERS = ("g", "a", "switch")  # what is in them tells


class Untrue(Exception):
    """What an outcome says, or leaves out, and isn't so."""


def grown(box, by):
    return Box(box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by)


def inside(inner, outer, slack=SLACK):
    return (inner.x >= outer.x - slack and inner.y >= outer.y - slack and inner.x + inner.w <= outer.x + outer.w + slack and
            inner.y + inner.h <= outer.y + outer.h + slack)


def meets(a, b, slack=0.0):
    return a.x <= b.x + b.w + slack and b.x <= a.x + a.w + slack and a.y <= b.y + b.h + slack and b.y <= a.y + a.h + slack


def center(box):
    return box.x + box.w / 2, box.y + box.h / 2


def distance(point, box):
    return max(box.x - point[0], point[0] - box.x - box.w, box.y - point[1], point[1] - box.y - box.h, 0)


def is_near(a, b, size=0.0, slack=SLACK):
    return abs(a - b) <= slack + CLOSE * abs(size)


class Case:
    def __init__(self, action, seen, before, after, outcome):
        self.action, self.page, self.before, self.after = action, seen["page"], before, after
        self.seen = {shape["shapeId"]: shape for shape in seen["shapes"]}
        self.outcome, self.detail, self.told = outcome["outcome"], outcome.get("detail") or "", set(outcome.get("shapeIds") or [])
        self.said = set(re.findall(r"[\w.:-]+", self.detail)) | {word.strip(".:") for word in re.findall(r"[\w.:-]+", self.detail)}
        self.said |= {id for id in self.seen if re.search(r"\s", id) and id in self.detail}
        given = action.get("shapeIds") or [action.get("shapeId") or (action.get("update") or {}).get("shapeId")]
        self.named = [id for id in given if id in self.seen]
        self.drawn = all(self.before.get(id) and self.before.get(id).box for id in self.named)  # by a browser, too
        self.moved = [id for id in self.named if id not in self.said]
        self.free = [id for id in self.moved if not any(at in self.named for at in list(before.chain(id))[1:])]  # by themselves
        self.agreed = [id for id in self.moved if self.is_agreed(id)]

    def is_agreed(self, id):
        """Its box before is the one that was told: fonts of a browser's own can make another of it."""
        shape, element = self.seen[id], self.before.get(id)
        return bool(element and element.box) and all(
            name not in shape or is_near(shape[name], value, 0, 1.2) for name, value in zip("xywh", element.box))

    # --- finding ------------------------------------------------------------------------------------

    def box(self, id, state=None):
        element = (state or self.after).get(id)
        if not element or not element.box:
            raise Untrue(f"{id} isn't drawn any more")
        return element.box

    def was(self, id):
        return self.box(id, self.before)

    def words_of(self, id, state=None, sure=False):
        """The texts that are drawn in the shape, or on it, or beside it when it is a line. `sure`: of no other's."""
        state = state or self.before
        shape = self.seen.get(id, {})
        said = {plain(line) for line in [shape.get("text") or "", *(shape.get("text") or "").split("\n")]} - {""}
        found = [at for at in state.within(id) if state.all[at].tag in TEXTS and state.all[at].seen]
        element = state.get(id)
        if not said or not element or not element.box:
            return found
        beside = shape.get("type") in LINES
        for other in state.all.values():
            if other.id in found or other.tag not in TEXTS or not other.seen or not other.box or not plain(other.words):
                continue
            cell = shape.get("type") not in ("arrow", "line") and inside(other.box, element.box, 2) and self.is_cell(id, other)
            room = grown(element.box, (3 if beside else 1.5) * other.length("font-size") + 4)
            listed = other.id in self.seen or sure and self.is_twin(id, other)
            near = meets(other.box, room) if beside else distance(center(other.box), room) == 0
            if not listed and (cell or plain(other.words) in said and near):
                found.append(other.id)
        return found

    def is_cell(self, id, text):
        """Of a line of it that is told with several, and no other's that lies there."""
        words = set(text.words.split())
        mine = any(words <= set(line.split()) for line in (self.seen[id].get("text") or "").split("\n"))
        others = [self.before.get(at) for at, shape in self.seen.items() if at != id and plain(text.words) in plain(shape.get("text"))]
        return mine and not any(other and other.box and distance(center(text.box), other.box) == 0 for other in others)

    def is_twin(self, id, text):
        """Something else says the same, and the text is beside this line, or not in this shape: whose words these are isn't
        known."""
        words, within = plain(text.words), distance(center(text.box), self.before.get(id).box) == 0
        return not (within and self.seen[id]["type"] not in ("arrow", "line")) and any(
            at != id and words in {plain(line) for line in (shape.get("text") or "").split("\n")} for at, shape in self.seen.items())

    def attached(self, ids):
        """Lines that end at one of them."""
        return [id for id, shape in self.seen.items() if shape.get("fromId") in ids or shape.get("toId") in ids]

    def belongs(self):
        """What may change with what is named: it, its words, what is drawn in it; lines at it, with their heads and words."""
        own = set()
        for id in self.named:
            own |= set(self.before.within(id)) | set(self.after.within(id)) | set(self.before.chain(id)) | set(self.words_of(id))
            own |= set(self.inner(id))
            for choices in [at for at in self.before.chain(id) if self.before.get(at).tag == "switch"]:
                own |= set(self.before.within(choices))
            for part in self.seen[id].get("parts", ()):
                own |= set(self.before.within(part))
        around = {at for id in list(own) for at in self.before.within(id) if id in self.seen}
        for id in self.attached(set(self.named) | (around & set(self.seen))):
            own |= set(self.before.within(id)) | set(self.before.chain(id)) | set(self.words_of(id)) | set(self.heads(id))
        for id in self.said | self.told:
            own |= set(self.before.within(id)) | set(self.after.within(id)) | set(self.words_of(id))
        for id in list(own):
            own |= set(self.before.within(id)) if self.before.get(id) and self.before.get(id).tag in TEXTS else set()
        return own | self.clones(own)

    def clones(self, ids):
        """Each <use> that shows one of them, or what one of them is in, and what shows that in turn."""
        found, uses = set(), [element for element in self.before.all.values() if element.shows]
        while True:
            more = {use.id for use in uses if use.id not in found and not (ids | found).isdisjoint(self.before.within(use.shows))}
            if not more:
                return found
            found |= more

    def inner(self, id):
        """What is no shape of its own and lies in it: lines between compartments, icons."""
        element = self.before.get(id)
        if not element or not element.box or self.seen[id]["type"] in LINES:
            return [] if not element or not element.box else self.heads(id)
        return [other.id for other in self.before.all.values() if other.id not in self.seen and other.box and
                other.tag in PAINTED and inside(other.box, element.box, 2)]

    def heads(self, id):
        """Small things at the ends of a line that are no shapes of their own."""
        line = self.before.get(id)
        if not line or not line.box:
            return []
        ends = [end for at in self.before.within(id) for end in self.before.all[at].ends or ()]
        size = max(30 * max(1, line.length("stroke-width")), 0.02 * self.page["w"])
        return [other.id for other in self.before.all.values() if other.id not in self.seen and other.box and other.tag in PAINTED and
                max(other.box.w, other.box.h) <= size and any(distance(end, grown(other.box, 2)) < size / 3 for end in ends)]

    # --- what must hold whatever was asked ------------------------------------------------------------

    def others_stay(self, where=True, looks=True):
        """Nothing that wasn't named moves, changes its looks or words, comes or goes, and isn't told."""
        own = self.belongs()
        for id, was in self.before.all.items():
            if id in own or not was.box or was.tag == "svg":
                continue
            now = self.after.get(id)
            if any(at in own and self.before.all[at].tag == "g" for at in self.before.chain(id)) and id not in self.seen and now:
                continue
            if was.tag in CONTAINERS or not (is_painted(was) or now and is_painted(now)):
                continue
            if not now or not now.box:
                raise Untrue(f"{id} is gone")
            told = self.seen.get(id, {}).get("type") in LINES and " more line" in self.detail
            if where and not told and not all(is_near(a, b, c) for a, b, c in zip(now.box, was.box, (was.box.w, was.box.h) * 2)):
                raise Untrue(f"{id} moved from {show(was.box)} to {show(now.box)}")
            if plain(was.words) != plain(now.words) and was.tag in TEXTS:
                raise Untrue(f"the words of {id} changed")
            for name in LOOKS if looks else ():
                if name.startswith("font") and was.tag not in TEXTS:
                    continue
                if was.seen and was.tag in PAINTED and was.style.get(name) != now.style.get(name) and \
                        not is_same_length(was, now, name):
                    raise Untrue(f"{name} of {id} was {was.style.get(name)}, is {now.style.get(name)}")
            if looks and was.tag in PAINTED and abs(self.before.opacity(id) - self.after.opacity(id)) > 0.01:
                raise Untrue(f"the opacity of {id} was {self.before.opacity(id):g}, is {self.after.opacity(id):g}")

    def pixels_stay(self):
        """Where the picture changed, something changed that Chromium knows of."""
        areas, shown = [], set(self.named) | self.clones(self.belongs())
        for id in set(self.before.all) | set(self.after.all):
            was, now = self.before.get(id), self.after.get(id)
            if self.before.view_box != self.after.view_box or self.action["_type"] == "resize-page":
                return
            if id in shown and was and was.tag in TEXTS and not was.box:  # what only librsvg draws
                return
            same = was and now and was.box == now.box and was.style == now.style and was.words == now.words
            moved = was and now and abs(was.order - now.order) and self.action["_type"] in (
                "bring-to-front", "send-to-back", "group", "ungroup", "to-layer", "delete", "clear")
            if same and not moved and id not in shown:
                continue
            for element in (was, now):
                if element and element.box:
                    around = 12 if element.ends is None else 30  # heads are wider than their lines
                    areas.append(grown(element.box, 4 + around * max(1, element.length("stroke-width")) +
                                       (element.length("font-size") / 2 + 0.1 * element.box.w if element.tag in TEXTS else 0)))
        at = differing_pixels(self.before, self.after, areas, self.page)
        if at:
            raise Untrue(f"the picture changed at {at[0]:.0f}, {at[1]:.0f}, where nothing did")

    def ends_stay(self):
        """Lines that ended at a shape do so, or it is told."""
        changed = [id for id in self.seen if self.before.get(id) and self.after.get(id) and self.before.get(id).box and
                   self.before.get(id).box != self.after.get(id).box]
        for id in self.attached(set(changed)) + [id for id in changed if self.seen[id]["type"] in LINES]:
            if id in self.said or id in self.named:
                continue
            was, now = self.before.get(id), self.after.get(id)
            for which, end in enumerate(("fromId", "toId")):
                target = self.seen[id].get(end)
                if not target or not was or not now or not was.ends or not now.ends or not self.after.get(target) or \
                        not self.after.get(target).box or not self.before.get(target).box:
                    continue
                gaps = [min(distance(point, state.get(target).box) for point in element.ends)
                        for state, element in ((self.before, was), (self.after, now))]
                limit = 3 + 0.02 * self.page["w"]  # what is farther off was there by another element's end
                if gaps[0] <= limit and gaps[1] > gaps[0] + limit:
                    raise Untrue(f"{id} no longer {'ends' if which else 'starts'} at {target}: {gaps[0]:.1f} off, now {gaps[1]:.1f}")

    def on_page(self, ids):
        """What lies beyond the page now and didn't is told. Boxes of what is turned hold more than it: their middle counts."""
        page = Box(self.page["x"], self.page["y"], self.page["w"], self.page["h"])
        turned = self.action["_type"] == "rotate"
        for id in ids if self.before.sized else ():
            was, now = self.before.get(id), self.after.get(id)
            if now and now.box and not inside(Box(*center(now.box), 0, 0) if turned else now.box, page, 2) and not (was and was.box and not inside(was.box, page, 2)) and \
                    self.outcome == "ok":
                raise Untrue(f"{id} lies beyond the page, at {show(now.box)}")


def is_painted(element):
    shape = element.tag in PAINTED and element.tag not in TEXTS + ("image", "use")
    return not shape or any(element.style.get(name) not in (None, "none") for name in ("fill", "stroke"))


def is_same_length(was, now, name):
    return name in ("font-size", "stroke-width") and is_near(was.length(name), now.length(name), was.length(name), 0.01)


def show(box):
    return ",".join(f"{number:.1f}" for number in box)
