#!/usr/bin/env python3
"""Creates every kind in every fill, with and without words, lines, arrows, texts and strokes, and reads them back.

    kinds.py FAIRY [--folder FOLDER] [--every N --from I]

Each shape must be read as the kind, colour, fill, size and words that were asked for: as it was
made; after a move, a resize and a turn; from what Inkscape saves, plain, with all outlines as
paths, and with a turn written into them. FOLDER/sheet.png shows all of them as librsvg draws them
(left) and as Inkscape does (right). Without Inkscape its parts are left out, and said.
"""
import argparse
import base64
import json
import os
import shutil
import struct
import subprocess
import sys

KINDS = """rectangle ellipse triangle diamond pill hexagon pentagon octagon star parallelogram-right
    parallelogram-left trapezoid fat-arrow-right fat-arrow-left fat-arrow-up fat-arrow-down cloud
    heart cylinder x-box check-box note""".split()
FILLS = {"none": "red", "tint": "blue", "background": "green", "solid": "violet", "pattern": "orange"}
WORDS = "Log in again"
CELL_W, CELL_H, W, H = 150, 110, 130, 90
TURN = 30
EVERYTHING = "--view=-1e4,-1e4,3e4,3e4"

results = {"passed": 0, "failed": 0}


def report(name, problems):
    results["failed" if problems else "passed"] += 1
    for problem in problems[:20]:
        print(f"not ok: {name}: {problem}")
    if not problems:
        print(f"ok: {name}")


def shapes_to_make(kinds):
    for row, kind in enumerate(kinds):
        for column, (fill, color) in enumerate(FILLS.items()):
            for words in (False, True):
                shape = {"_type": kind, "shapeId": f"{kind}-{fill}{'-words' if words else ''}",
                         "x": 10 + (column * 2 + words) * CELL_W, "y": 10 + row * CELL_H,
                         "w": W, "h": H, "color": color, "fill": fill}
                if words:
                    shape["text"] = WORDS
                yield shape


def open_shapes(top):
    """Lines, arrows, texts and strokes: actions, and what is to be read."""
    def at(column):
        return 10 + column * CELL_W, top + 45

    for column, (kind, bend, text) in enumerate([("line", None, None), ("arrow", None, None), ("arrow", 30, None),
                                                 ("arrow", -30, None), ("arrow", None, "calls")]):
        x, y = at(column)
        shape = {"_type": kind, "shapeId": f"{kind}-{column}", "x1": x, "y1": y, "x2": x + W, "y2": y + 20,
                 "color": "red"}
        shape.update({name: value for name, value in (("bend", bend), ("text", text)) if value})
        yield ({"_type": "create", "shape": shape},
               {"type": kind, "color": "red", **{key: shape[key] for key in ("x1", "y1", "x2", "y2", "bend", "text")
                                                 if key in shape}})
    for column, closed in ((5, False), (6, True)):
        x, y = at(column)
        points = [{"x": x + dx, "y": y + dy} for dx, dy in ((0, 0), (40, -30), (60, 30), (90, 0), (120, 30))]
        yield ({"_type": "pen", "shapeId": f"pen-{column}", "color": "blue", "style": "smooth", "points": points,
                "closed": closed}, {"type": "draw", "color": "blue"})
    for column, (across, down) in enumerate((a, d) for d in (0, .5, 1) for a in (0, .5, 1)):
        x, y = at(column)
        anchor = ("top", "center", "bottom")[int(down * 2)] + "-" + ("left", "center", "right")[int(across * 2)]
        anchor = "center" if anchor == "center-center" else anchor
        yield ({"_type": "create", "shape": {"_type": "text", "shapeId": f"text-{anchor}", "x": x + W / 2,
                                             "y": y + CELL_H, "text": anchor, "anchor": anchor, "color": "violet"}},
               {"type": "text", "text": anchor, "color": "violet", "anchor": (x + W / 2, y + CELL_H, across, down)})


class Tester:
    def __init__(self, fairy, folder, kinds):
        self.fairy, self.folder = fairy, folder
        self.open = {(action.get("shape") or action)["shapeId"]: (action, wanted)
                     for action, wanted in open_shapes(10 + CELL_H * len(kinds))}
        self.wanted = {shape["shapeId"]: shape for shape in shapes_to_make(kinds)}

    def path(self, name):
        return os.path.join(self.folder, name)

    def apply(self, source, actions, out):
        with open(self.path("actions.json"), "w") as file:
            json.dump({"actions": actions}, file)
        done = subprocess.run([self.fairy, "apply", self.path(source), self.path("actions.json"), "-o",
                               self.path(out)], capture_output=True, text=True, check=False)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def see(self, name, *options):
        done = subprocess.run([self.fairy, "see", self.path(name), "--detail", "simple", EVERYTHING, *options],
                              capture_output=True, text=True, check=True)
        return {shape["shapeId"]: shape for shape in json.loads(done.stdout)["shapes"]}

    def picture(self, source, out):
        subprocess.run([self.fairy, "see", self.path(source), "--screenshot", self.path(out)],
                       capture_output=True, check=True)

    def inkscape(self, source, out, *actions):
        subprocess.run(["inkscape", "--actions=" + ";".join(actions), "--export-plain-svg",
                        "--export-filename=" + self.path(out), self.path(source)],
                       capture_output=True, check=False, timeout=120)

    def compare(self, name, source, expect, words=True, near=1):
        """`expect` tells what x, y, w, h a shape should have, and its kind, or leaves them out."""
        seen, problems = self.see(source), []
        for shape_id, shape in self.wanted.items():
            got = seen.get(shape_id)
            if not got:
                problems.append(f"{shape_id} isn't a shape of its own")
                continue
            wanted = {"type": shape["_type"], "color": shape["color"], "fill": shape["fill"],
                      **expect(shape)}
            for key, value in wanted.items():
                same = (abs(got.get(key, 1e9) - value) <= near if isinstance(value, (int, float))
                        else got.get(key) == value)
                if not same:
                    problems.append(f"{shape_id}: {key} is {got.get(key)}, not {value}")
            if words and " ".join(got.get("text", "").split()) != shape.get("text", ""):
                problems.append(f"{shape_id}: its words are {got.get('text')!r}")
        report(name, problems)


    def compare_open(self, name, source):
        """What is told of lines, arrows, texts and strokes."""
        seen, problems = self.see(source), []
        for shape_id, (_, wanted) in self.open.items():
            got = seen.get(shape_id, {})
            for key, value in wanted.items():
                if key == "anchor":
                    x, y, across, down = value
                    away = max(abs(got.get("x", 1e9) + across * got.get("w", 0) - x),
                               abs(got.get("y", 1e9) + down * got.get("h", 0) - y))
                    same = away <= 2
                elif isinstance(value, (int, float)):
                    same = abs(got.get(key, 1e9) - value) <= 1
                else:
                    same = got.get(key) == value
                if not same:
                    problems.append(f"{shape_id}: {key} is {got.get(key)}, not {value}")
        report(f"lines, texts and strokes {name}", problems)


def box_of(shape, dx=0, dy=0, sx=1, sy=1):
    return {"x": shape["x"] * sx + dx, "y": shape["y"] * sy + dy, "w": W * sx, "h": H * sy}


def picture_size(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def side_by_side(tester, left, right, out):
    x, parts, height = 0, [], 0
    for name in (left, right):
        w, h = picture_size(tester.path(name))
        with open(tester.path(name), "rb") as file:
            data = base64.b64encode(file.read()).decode()
        parts.append(f'<image x="{x}" width="{w}" height="{h}" href="data:image/png;base64,{data}"/>')
        x, height = x + w, max(height, h)
    with open(tester.path("sheet.svg"), "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{x}" height="{height}" '
                   f'viewBox="0 0 {x} {height}">{"".join(parts)}</svg>')
    tester.picture("sheet.svg", out)


def check_changed(tester):
    ids = list(tester.wanted) + list(tester.open)
    tester.apply("made.svg", [{"_type": "offset", "shapeIds": ids, "offsetX": 15, "offsetY": 25}],
                 "moved.svg")
    tester.compare("moved", "moved.svg", lambda shape: box_of(shape, 15, 25))
    tester.apply("made.svg", [{"_type": "resize", "shapeIds": ids, "scaleX": 1.5, "scaleY": 1.25,
                               "originX": 0, "originY": 0}], "resized.svg")
    tester.compare("resized", "resized.svg", lambda shape: box_of(shape, 0, 0, 1.5, 1.25), near=2)
    turns = [{"_type": "rotate", "shapeIds": [i], "degrees": TURN, "originX": s["x"] + W / 2,
              "originY": s["y"] + H / 2} for i, s in tester.wanted.items()]
    tester.apply("made.svg", turns, "turned.svg")
    tester.compare("turned", "turned.svg", lambda shape: {})


def check_inkscape(tester):
    if not shutil.which("inkscape"):
        print("skipped: Inkscape isn't installed")
        return
    tester.inkscape("made.svg", "plain.svg")
    tester.compare("saved by Inkscape", "plain.svg", box_of)
    tester.compare_open("saved by Inkscape", "plain.svg")
    tester.inkscape("made.svg", "paths.svg", "select-all", "object-to-path")
    tester.compare("all outlines made paths by Inkscape", "paths.svg", box_of, words=False)
    tester.inkscape("made.svg", "baked.svg", "select-all", "object-to-path",
                    f"transform-rotate:{TURN}")
    tester.compare("turned by Inkscape", "baked.svg", lambda shape: {}, words=False)
    subprocess.run(["inkscape", "--export-type=png", "--export-filename=" + tester.path("inkscape.png"),
                    tester.path("made.svg")], capture_output=True, check=False, timeout=120)
    side_by_side(tester, "librsvg.png", "inkscape.png", "sheet.png")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("fairy")
    parser.add_argument("--folder", default="build/kinds")
    parser.add_argument("--every", type=int, default=1, help="how many kinds there are to one that is made (default: 1)")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first kind (default: 0)")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    kinds = KINDS[options.first % options.every::options.every]
    tester = Tester(options.fairy, options.folder, kinds)
    w, h = CELL_W * 2 * len(FILLS) + 10, CELL_H * (len(kinds) + 2) + 10
    with open(tester.path("page.svg"), "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" '
                   f'height="{h}">\n</svg>\n')
    actions = [{"_type": "create", "shape": shape} for shape in tester.wanted.values()]
    actions += [action for action, _ in tester.open.values()]
    outcomes = tester.apply("page.svg", actions, "made.svg")
    report("created", [outcome for outcome in outcomes if outcome["outcome"] == "refused"])
    tester.picture("made.svg", "librsvg.png")
    tester.compare("as made", "made.svg", box_of, near=0)
    tester.compare_open("as made", "made.svg")
    check_changed(tester)
    check_inkscape(tester)
    print(f"{results['passed']} passed, {results['failed']} failed")
    return 1 if results["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
