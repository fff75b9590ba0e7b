"""Moves, turns and scales every row of edits_cases.py with the program fairy, and asks Inkscape and librsvg what they see.

Three things are asked of each row and edit, `boxes`: Inkscape's box is within 0.5 px of where plain affine maths puts it
(turned and flipped: of the untouched drawing inside such a group); `looks`: Inkscape draws what it draws of the untouched
drawing inside a moved, turned or scaled group; `pixels`: librsvg and Inkscape draw the same."""
import json
import math
import os
import subprocess
import sys

from edits_cases import CELL, ROWS

PROGRAM, FOLDER, VERBOSE = sys.argv[1], sys.argv[2], sys.argv[3:] == ["-v"]
COLUMNS = 8
MIDDLE = (80, 80)
EDITS = {"m": "move", "r": "rotate", "f": "flip", "u": "resize evenly", "n": "resize unevenly"}
SCALES = {"f": (-1, 1), "u": (1.5, 1.5), "n": (1.6, 0.7)}
MOVE, DEGREES = (30, -12), 30
# Units of the document, in px, and the sizes it gives itself.
DOCUMENTS = {"px": 1, "mm": 96 / 25.4}
TOLERANCE = 0.5  # px
SHADES = 6       # of 255, the mean over a cell's worst ninth
HEAD = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
        'id="root" width="{w}{unit}" height="{h}{unit}" viewBox="0 0 {w} {h}">')


def corner(i):
    return (i % COLUMNS * CELL[0], i // COLUMNS * CELL[1])


def page():
    return COLUMNS * CELL[0], math.ceil(len(ROWS) / COLUMNS) * CELL[1]


def matrix_text(edit):
    if edit == "m":
        return "translate(%g,%g)" % MOVE
    if edit == "r":
        return "rotate(%g,%g,%g)" % (DEGREES, *MIDDLE)
    return "translate(%g,%g) scale(%g,%g) translate(%g,%g)" % (*MIDDLE, *SCALES[edit], -MIDDLE[0], -MIDDLE[1])


def wrapped(row, body, edit):
    """The drawing with each edited element inside a group that does the same."""
    if row.whole:
        return '<g transform="%s">%s</g>' % (matrix_text(edit), body)
    for name in row.ids:
        start = body.index('id="{p}%s"' % name)
        start = body.rindex("<", 0, start)
        tag = body[start + 1:].split(None, 1)[0]
        end = body.find("/>", start) + 2 if body[start:].split(">", 1)[0].endswith("/") else body.find("</%s>" % tag, start) + len(tag) + 3
        body = body[:start] + '<g transform="%s">' % matrix_text(edit) + body[start:end] + "</g>" + body[end:]
    return body


def drawing(unit, edit=None):
    w, h = page()
    parts = [HEAD.format(w=w, h=h, unit=unit)]
    for i, row in enumerate(ROWS):
        body = wrapped(row, row.body, edit) if edit else row.body
        parts.append('<g transform="translate(%d,%d)">%s</g>' % (*corner(i), body.replace("{p}", "k%d" % i)))
    return "\n".join(parts) + "\n</svg>\n"


def action(row, i, edit):
    x, y = corner(i)
    ids = ["k%d%s" % (i, name) for name in row.ids]
    if edit == "m":
        return {"_type": "offset", "shapeIds": ids, "offsetX": MOVE[0], "offsetY": MOVE[1]}
    origin = {"shapeIds": ids, "originX": x + MIDDLE[0], "originY": y + MIDDLE[1]}
    if edit == "r":
        return {"_type": "rotate", "degrees": DEGREES, **origin}
    return {"_type": "resize", "scaleX": SCALES[edit][0], "scaleY": SCALES[edit][1], **origin}


def path(name):
    return os.path.join(FOLDER, name)


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)


def make(unit):
    """All drawings of a unit; what fairy said of each edit."""
    outcomes = {}
    write(unit + ".svg", drawing(unit))
    for edit in EDITS:
        write("%s-%s-wrapped.svg" % (unit, edit), drawing(unit, edit))
        write("actions.json", json.dumps({"actions": [action(row, i, edit) for i, row in enumerate(ROWS)]}))
        run = subprocess.run([PROGRAM, "apply", path(unit + ".svg"), path("actions.json"), "-o", path("%s-%s.svg" % (unit, edit))],
                             capture_output=True, text=True, check=False)
        outcomes[edit] = [json.loads(line) for line in run.stdout.splitlines()]
        if len(outcomes[edit]) != len(ROWS):
            sys.exit("fairy apply: exit %d, %d of %d actions: %s" % (run.returncode, len(outcomes[edit]), len(ROWS), run.stderr))
    return outcomes


def names(unit):
    return [unit] + ["%s-%s%s" % (unit, edit, end) for edit in EDITS for end in ("", "-wrapped")]


def inkscape(files, dpi):
    """Boxes of every id in every file, in px; and a picture of each."""
    actions = "query-all;export-type:png;export-background:white;export-dpi:%g;export-do" % dpi
    run = subprocess.run(["inkscape", "--actions=" + actions] + [path(name + ".svg") for name in files], capture_output=True, text=True,
                         check=False)
    boxes = []
    for line in run.stdout.splitlines():
        fields = line.split(",")
        if len(fields) != 5:
            continue
        if fields[0] == "root":
            boxes.append({})
        boxes[-1].setdefault(fields[0], [float(number) for number in fields[1:]])
    return dict(zip(files, boxes))


def differences(a, b):
    """For each cell, how far two pictures are from each other: the worst of its ninths, 0 to 255."""
    w, h = page()
    grid = "%dx%d!" % (COLUMNS * 3, h // CELL[1] * 3)
    out = subprocess.run(["convert", path(a), path(b), "-compose", "difference", "-composite", "-colorspace", "Gray", "-depth", "8",
                          "-filter", "box", "-resize", grid, "gray:-"], capture_output=True, check=True).stdout
    shades = []
    for i in range(len(ROWS)):
        x, y = i % COLUMNS * 3, i // COLUMNS * 3
        shades.append(max(out[(y + j) * COLUMNS * 3 + x + k] for j in range(3) for k in range(3)))
    return shades


def scaled(box, i, edit, pen):
    """Where the visual box goes; a pen of that width grows evenly whatever the scale."""
    x, y, w, h = box
    sx, sy = SCALES[edit]
    half, grown = pen / 2, pen / 2 * math.sqrt(sx * sy)
    ox, oy = corner(i)[0] + MIDDLE[0], corner(i)[1] + MIDDLE[1]
    return [ox + (x + half - ox) * sx - grown, oy + (y + half - oy) * sy - grown, (w - pen) * sx + 2 * grown, (h - pen) * sy + 2 * grown]


def expected(row, i, name, edit, before, wrapped_boxes, px):
    key, what = "k%d%s" % (i, name), row.expect[name]
    box = [number / px for number in before[key]]
    if what == "stays" or (what == "follows" and edit == "m"):
        return box
    if what == "follows":  # as far from its original as before
        first = row.ids[0]
        goal, old = expected(row, i, first, edit, before, wrapped_boxes, px), [number / px for number in before["k%d%s" % (i, first)]]
        scale = SCALES.get(edit, (1, 1))
        if edit in "rf":
            return [goal[0] + box[0] - old[0], goal[1] + box[1] - old[1], goal[2], goal[3]]
        return [goal[0] + box[0] - old[0], goal[1] + box[1] - old[1], box[2] * scale[0], box[3] * scale[1]]
    if edit == "m":
        return [box[0] + MOVE[0], box[1] + MOVE[1], box[2], box[3]]
    if edit in "rf":
        return [number / px for number in wrapped_boxes[key]]
    return scaled(box, i, edit, row.pen if edit == "n" else 0)


def box_error(row, i, edit, boxes, unit):
    px, worst = DOCUMENTS[unit], 0
    for name in row.expect:
        key = "k%d%s" % (i, name)
        got = boxes["%s-%s" % (unit, edit)].get(key)
        if not got or key not in boxes[unit]:
            return math.inf
        goal = expected(row, i, name, edit, boxes[unit], boxes["%s-%s-wrapped" % (unit, edit)], px)
        worst = max([worst] + [abs(a - b * px) for a, b in zip(got, goal)])
    return worst


def main():
    passed, failed, table = 0, [], {}
    for unit, px in DOCUMENTS.items():
        outcomes = make(unit)
        boxes = inkscape(names(unit), 96 / px)
        for edit in EDITS:
            name = "%s-%s" % (unit, edit)
            for drawn in (name, name + "-wrapped"):
                subprocess.run(["rsvg-convert", "-b", "white", "-w", str(page()[0]), path(drawn + ".svg"), "-o", path(drawn + "-r.png")],
                               check=True)
            shades = {"pixels": differences(name + ".png", name + "-r.png"), "looks": differences(name + ".png", name + "-wrapped.png")}
            apart = differences(name + "-wrapped.png", name + "-wrapped-r.png")
            for i, row in enumerate(ROWS):
                got = outcomes[edit][i]
                refused = got["outcome"] == "refused"
                turn = "r" if edit == "f" else edit  # a flip is written, and looked at, as a rotation is
                checks = [("outcome", refused == (turn in row.refused), got.get("detail") or got["outcome"])]
                if turn in row.boxes:
                    error = box_error(row, i, edit, boxes, unit)
                    checks.append(("box", error <= TOLERANCE, "%.2f px" % error))
                for what, wanted in (("looks", row.looks), ("pixels", row.pixels)):
                    if turn in wanted:
                        limit = max(SHADES, apart[i] + 1) if row.apart and what == "pixels" else SHADES
                        checks.append((what, shades[what][i] <= limit, "%d shades, at most %d" % (shades[what][i], limit)))
                for what, good, detail in checks:
                    passed += good
                    if not good:
                        failed.append("%s, %s, %s: %s: %s" % (unit, row.name, EDITS[edit], what, detail))
                table.setdefault((row.name, unit), {})[edit] = " ".join("%s%s" % (what[0], "+" if good else "-") for what, good, detail in checks)
    if VERBOSE:
        for (name, unit), cells in table.items():
            print("%-36s %s  %s" % (name, unit, "  ".join("%-12s" % cells[edit] for edit in EDITS)))
    for line in failed:
        print("not ok: " + line)
    print("%d passed, %d failed" % (passed, len(failed)))
    sys.exit(bool(failed))


main()
