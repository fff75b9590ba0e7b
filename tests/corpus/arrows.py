#!/usr/bin/env python3
"""Changes arrows of drawings, each in every way: one of its shapes is moved, or both; it is ended elsewhere, turned round,
given other words, another colour. Then Chromium is asked what became of it: whether its tips are on the outlines, its
heads at the tips and along the line, nothing kinked, its words where words of a line are. What an arrow is, and what it
joins, is what `fairy see` lists; which elements are its heads and words, Chromium tells from where they lie."""
import argparse
import collections
import glob
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

from programs import browser, chromium, results

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(os.path.dirname(HERE), "fixtures")
DRAWN = "path|rect|circle|ellipse|polygon|polyline|line|text|image|foreignObject|use|g|switch|svg"
WITHOUT_ID = re.compile(rf"<({DRAWN})(?=[\s/>])(?![^<>]*\sid\s*=)")
PER_PAGE = 24
NEAR = 2.0     # px, from a tip to an outline
FAR = 30.0     # px: what isn't nearer at first can't be judged
SLANT = 12     # degrees, by which a corner seems off a right angle, as the curve is followed in steps
ALONG = 20     # degrees, from the way of a head to that of its line
MOVED = (40, 30)
COLOR, RGB = "#c01060", "rgb(192, 16, 96)"
WORDS = "other words"
WAYS = ["move from", "move to", "move both", "end elsewhere", "turn round", "color", "words"]


def run(fairy, *words, text=None):
    return subprocess.run([fairy, *words], input=text, capture_output=True, text=True, check=False, timeout=120)


def numbered(text):
    """Every element with an id, by which it is known afterwards."""
    count = iter(range(10**6))
    return WITHOUT_ID.sub(lambda found: f'{found[0]} id="n{next(count)}"', text)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as source:
        return source.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)


def shapes_of(fairy, path):
    done = run(fairy, "see", path, "--detail", "simple", "--max-shapes", "5000")
    done = done if done.stdout else run(fairy, "see", path, "--detail", "simple")
    return json.loads(done.stdout).get("shapes", []) if done.stdout else []


# --- what is tried --------------------------------------------------------------------------------------------------


def actions_for(way, arrow, other):
    line, ends = arrow["shapeId"], (arrow["fromId"], arrow["toId"])
    moved = {"move from": ends[:1], "move to": ends[1:], "move both": ends}
    patches = {"end elsewhere": {"toId": other}, "turn round": {"fromId": ends[1], "toId": ends[0]},
               "color": {"color": COLOR}, "words": {"text": WORDS}}
    if way in moved:
        return [{"_type": "offset", "shapeIds": sorted(set(moved[way])), "offsetX": MOVED[0], "offsetY": MOVED[1]}]
    return [{"_type": "update", "update": {"shapeId": line, **patches[way]}}]


def holds(outer, inner):
    """One that is in it can't be joined with it from outside."""
    boxes = [[one.get(side, 0) for side in "xywh"] if one else [0, 0, 0, 0] for one in (outer, inner)]
    (x, y, w, h), (u, v, a, b) = boxes
    return x < u + a and u < x + w and y < v + b and v < y + h


def others_of(arrow, shapes):
    """Shapes that it could end at instead: of the kind and about the size of the one where it does."""
    kinds = {shape["shapeId"]: shape for shape in shapes}
    to = kinds.get(arrow["toId"])
    if not to or "w" not in to:
        return []
    used = (arrow["fromId"], arrow["toId"])
    return [shape["shapeId"] for shape in shapes if shape["shapeId"] not in used and shape["type"] == to["type"] and
            not holds(shape, kinds.get(arrow["fromId"])) and 0.3 < (shape["w"] + 1) / (to["w"] + 1) < 3 and 0.3 < (shape["h"] + 1) / (to["h"] + 1) < 3]


class Case:
    def __init__(self, name, arrow, way, after, outcomes, to):
        self.name, self.arrow, self.way, self.after, self.outcomes, self.to = name, arrow, way, after, outcomes, to
        self.faults = []


def joined(shapes):
    return [shape for shape in shapes if shape["type"] == "arrow" and shape.get("fromId") and shape.get("toId") and
            not shape.get("locked")]


def cases_of(fairy, path, folder, wanted, ways, seed):
    """The drawing with ids, what is asked about it, and the cases."""
    rand = random.Random(f"{seed} {os.path.basename(path)}")
    name = os.path.basename(path)[:-4]
    before = os.path.join(folder, name + ".svg")
    write(before, numbered(read(path)))
    shapes = shapes_of(fairy, before)
    arrows = joined(shapes)
    arrows = rand.sample(arrows, min(wanted, len(arrows)))
    cases = []
    for number, arrow in enumerate(arrows):
        others = others_of(arrow, shapes)
        for way in ways:
            if (way == "words" and not arrow.get("text")) or (way == "end elsewhere" and not others):
                continue
            if way in ("move from", "move to", "turn round") and arrow["fromId"] == arrow["toId"]:
                continue
            other = rand.choice(others) if others else None
            after = os.path.join(folder, f"{name}-{number}-{way.replace(' ', '-')}.svg")
            text = json.dumps({"actions": actions_for(way, arrow, other)})
            done = run(fairy, "apply", before, "-", "-o", after, "--no-session", text=text)
            outcomes = [json.loads(one) for one in done.stdout.splitlines() if one.startswith('{"index"')]
            cases.append(Case(name, arrow, way, after, outcomes, other if way == "end elsewhere" else arrow["toId"]))
    return before, arrows, cases


# --- looking --------------------------------------------------------------------------------------------------------


def asked_of(arrow, known=None, to=None):
    asked = {"line": arrow["shapeId"], "from": arrow["fromId"], "to": to or arrow["toId"], "text": arrow.get("text")}
    return dict(asked, **{part: known[part] for part in ("heads", "words", "holes")}) if known else asked


def look(pages, folder):
    """path → answer, of (path, what is asked)."""
    script = read(os.path.join(HERE, "arrows.js"))
    answers = {}
    for at in range(0, len(pages), PER_PAGE):
        frames = ""
        for path, asked in pages[at : at + PER_PAGE]:
            text = read(path)
            end = text.rindex("</svg>")
            write(path[:-4] + ".looked.svg", text[:end] + "<script><![CDATA[const asked = " + json.dumps(asked) + ";\n" +
                  script + "]]></script>" + text[end:])
            frames += f'<iframe src="{path[:-4]}.looked.svg" width="2400" height="2400"></iframe>\n'
        page = os.path.join(folder, "arrows.html")
        write(page, f"""<!doctype html><meta charset="utf-8"><script>
const all = {{}};
function take(name, found) {{ all[name] = found; }}
window.addEventListener("load", () => {{ document.querySelector("pre").textContent = JSON.stringify(all); }});
</script>{frames}<pre></pre>""")
        found = results(chromium(page, folder))
        answers.update({path: found.get(f"file://{path[:-4]}.looked.svg") for path, _ in pages[at : at + PER_PAGE]})
    return answers


# --- judging --------------------------------------------------------------------------------------------------------


def end_at(seen, shape):
    """Which end of the line is at that shape (0: from, 1: to), as far as that can be told."""
    gaps = seen["away"]
    if None in gaps[0] + gaps[1]:
        return None
    straight, crossed = abs(gaps[0][0]) + abs(gaps[1][1]), abs(gaps[1][0]) + abs(gaps[0][1])
    return shape if straight <= crossed else 1 - shape


def judge_tips(case, before, after):
    """The line's ends, at the shapes."""
    first = end_at(before, 0)
    for shape in (0, 1):
        was_end = first if shape == 0 else 1 - first
        gap = before["away"][was_end][shape]
        if case.way == "turn round":
            gap = max(gap, before["away"][1 - was_end][1 - shape], key=abs)
        gap = gap if case.way != "end elsewhere" or shape == 0 else before["away"][was_end][1]
        now = after["away"][end_at(after, shape)][shape]
        if abs(gap) > FAR:
            continue
        most = max(NEAR, abs(gap) + 1.5)
        if abs(now) > most:
            case.faults.append(("tip off its shape", f"{'to' if shape else 'from'}: {now:.1f}, was {gap:.1f}"))
        if after["inside"][shape] > max(before["inside"][shape] + 0.02, 0.03):
            case.faults.append(("runs through its own shape", f"{after['inside'][shape]:.2f}"))


def judge_direction(case, before, after):
    """The head is at the shape it goes to."""
    def heads_at(seen, shape):
        end = end_at(seen, shape)
        return seen["markers"][end] + sum(tip["which"] == end for tip in seen["tips"])
    was, now = (heads_at(before, 0), heads_at(before, 1)), (heads_at(after, 0), heads_at(after, 1))
    want = was[::-1] if case.way == "turn round" and after["away"] else was
    if now != want:
        case.faults.append(("heads at the wrong ends", f"{was} became {now}"))


def judge_heads(case, before, after):
    if len(after["tips"]) != len(before["tips"]):
        case.faults.append(("head lost", ""))
        return
    for was, now in zip(before["tips"], after["tips"]):
        if now["away"] > was["away"] + 1.5:
            case.faults.append(("head off its line", f"{now['away']:.1f}, was {was['away']:.1f}"))
        elif now["aside"] > was["aside"] + math.sin(math.radians(ALONG)) * now["side"] or \
                now["along"] < was["along"] - 0.3 * now["side"]:
            case.faults.append(("head not along its line", f"aside {now['aside']:.1f}, was {was['aside']:.1f}"))


def judge_turns(case, before, after):
    was, now = [turn for _, turn in before["turns"]], [turn for _, turn in after["turns"]]
    if before["square"] and was and all(abs(turn - 90) < 3 for turn in was):
        if not after["square"]:
            case.faults.append(("right angles lost", ""))
        if any(abs(turn - 90) > SLANT for turn in now):
            case.faults.append(("kinked", f"{was} became {now}"))
        return
    around = case.way == "end elsewhere" and after["square"] and all(abs(turn - 90) < SLANT for turn in now)
    more = len([turn for turn in now if turn > 20]) > len(was) or sum(now) > sum(was) + 25
    if more and not around:
        case.faults.append(("kinked", f"{was} became {now}"))


def judge_words(case, before, after):
    if not before["words"]:
        return
    if not after["box"]:
        case.faults.append(("words gone", ""))
        return
    on_line = before["between"] < 3
    if on_line and after["between"] > 4:
        case.faults.append(("words off their line", f"{after['between']:.1f}, was on it"))
    if not on_line and after["off"] > max(2 * before["off"], before["off"] + 10):
        case.faults.append(("words off their line", f"{after['off']:.1f}, was {before['off']:.1f}"))
    if not on_line and before["off"] >= 0 and after["off"] < -2:
        case.faults.append(("words struck through", f"{after['off']:.1f}"))
    if before["holes"] and after["fitted"]:
        x, y, w, h = after["box"]
        inner = (x + w / 2, y + h / 2)
        if not any(fx - 1 < inner[0] < fx + fw + 1 and fy - 1 < inner[1] < fy + fh + 1 and
                   abs(fx + fw / 2 - inner[0]) < 6 and fw > 0.8 * w for fx, fy, fw, fh in after["fitted"]):
            case.faults.append(("gap elsewhere than its words", ""))


def judge_color(case, before, after):
    if after["ink"]["stroke"] != RGB:
        case.faults.append(("line keeps its colour", after["ink"]["stroke"]))
    if after["ink"]["fill"] != before["ink"]["fill"]:
        case.faults.append(("line filled", after["ink"]["fill"]))
    for was, now in zip(before["inks"], after["inks"]):
        same = was["fill"] == before["ink"]["stroke"]
        if (same and now["fill"] != RGB) or (was["stroke"] == before["ink"]["stroke"] and now["stroke"] != RGB):
            case.faults.append(("head keeps its colour", f"{now}"))
        if not same and now["fill"] != was["fill"]:
            case.faults.append(("hollow head filled", f"{now}"))
    for index, letters in enumerate(after["letters"]):
        html = after["colors"][index]
        if (html or letters["fill"]) != RGB:
            case.faults.append(("words keep their colour", html or letters["fill"]))


def judge_rigid(case, before, after):
    for was, now in zip(before["ends"], after["ends"]):
        if math.dist((was[0] + MOVED[0], was[1] + MOVED[1]), now) > 0.5:
            case.faults.append(("not moved rigidly", ""))
            return
    if abs(before["length"] - after["length"]) > 0.5:
        case.faults.append(("not moved rigidly", "another length"))


def judge(case, before, after):
    refused = [one for one in case.outcomes if one["outcome"] == "refused"]
    if refused or not case.outcomes:
        case.faults.append(("refused", refused[0].get("detail", "")[:160] if refused else "no outcome"))
        return
    if not before or not after or "error" in before or "error" in after or None in (end_at(before, 0), end_at(after, 0)):
        case.faults.append(("not found again", str(after and after.get("error"))))
        return
    if case.way == "color":
        judge_color(case, before, after)
        return
    if case.way == "words":
        if WORDS not in after["says"]:
            case.faults.append(("other words aren't there", after["says"][:40]))
    else:
        judge_tips(case, before, after)
        judge_direction(case, before, after)
        judge_heads(case, before, after)
        judge_turns(case, before, after)
    judge_words(case, before, after)
    if case.way == "move both":
        judge_rigid(case, before, after)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("files", nargs="*", help="drawings; those of the tests when there are none")
    parser.add_argument("--arrows", type=int, default=6, help="of each drawing")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=0, help="how many faults are borne")
    parser.add_argument("--keep", help="a folder for what was drawn")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if not browser():
        print("chromium isn't here")
        sys.exit(77)
    files = options.files or sorted(glob.glob(FIXTURES + "/*.svg") + glob.glob(HERE + "/diagrams/*.svg"))
    with tempfile.TemporaryDirectory() as made:
        folder = options.keep or made
        os.makedirs(folder, exist_ok=True)
        all_cases, befores = [], {}
        for path in files:
            before, arrows, cases = cases_of(options.fairy, path, folder, options.arrows, options.ways.split(","), options.seed)
            if arrows:
                befores[before] = arrows
                all_cases += [(before, case) for case in cases]
        first = look([(path, [asked_of(arrow) for arrow in arrows]) for path, arrows in befores.items()], folder)
        for before, case in all_cases:
            case.before = (first.get(before) or {}).get(case.arrow["shapeId"])
        drawn = [(before, case) for before, case in all_cases if case.before and os.path.exists(case.after)]
        second = look([(case.after, [asked_of(case.arrow, case.before, case.to)]) for _, case in drawn], folder)
        kinds, by_way = collections.Counter(), collections.Counter()
        for _, case in all_cases:
            judge(case, case.before, (second.get(case.after) or {}).get(case.arrow["shapeId"]))
            by_way[case.way, bool(case.faults)] += 1
            for kind in {kind for kind, _ in case.faults}:
                kinds[case.way, kind] += 1
            if options.verbose and case.faults:
                print(case.name, case.arrow["shapeId"], f"[{case.way}]", *(f"{kind} ({why})" for kind, why in case.faults))
    for (way, kind), n in sorted(kinds.items(), key=lambda one: (WAYS.index(one[0][0]), -one[1])):
        print(f"{way}: {kind}: {n}")
    wrong = sum(n for (_, bad), n in by_way.items() if bad)
    print("; ".join(f"{way} {by_way[way, False]} of {by_way[way, False] + by_way[way, True]}" for way in WAYS
                    if by_way[way, False] + by_way[way, True]))
    print(f"{len(all_cases) - wrong} of {len(all_cases)} as they should be")
    sys.exit(1 if wrong > options.most or not all_cases else 0)


if __name__ == "__main__":
    main()
