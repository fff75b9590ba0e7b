#!/usr/bin/env python3
"""Does every action that can be applied to drawings, each by itself and with random arguments, reads what its outcome says,
and asks Chromium and librsvg whether it is so: the colour asked for is the one that is drawn, the words asked for are read,
what was moved is there, what was deleted is gone, and what wasn't named is as it was. Knows nothing of fairies but the
shapes that `fairy see` lists before. Prints for each kind of action how many were ok, adjusted, refused and untrue."""
import argparse
import collections
import glob
import html
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import boxes
from browser import prepared
from programs import browser, program
from proved.actions import ROWS, random_action
from proved.case import Case
from proved.claims import CHECKS, judge
from proved.state import measure

HERE = os.path.dirname(os.path.abspath(__file__))
OWN = [os.path.join(HERE, "diagrams", "*.svg"), os.path.join(HERE, "../fixtures/*.svg")]
OTHERS = ["/usr/share/openclipart/svg/*/*.svg", "/usr/share/doc/linux-doc*/html/_images/*.svg", "/usr/share/icons/breeze/*/*/*.svg",
          "/usr/share/doc/inkscape-tutorials/**/*.svg", "/usr/share/inkscape/tutorials/**/*.svg"]
LARGEST = 200000  # bytes
EVERYWHERE = "-100000,-100000,400000,400000"
FLOOR = 99.5  # per cent that are true


def drawings(options, chance):
    found = [name for folder in options.drawings for name in sorted(glob.glob(os.path.join(folder, "*.svg")) or [folder])]
    found = found or sorted(name for pattern in OWN for name in glob.glob(pattern))
    for pattern in OTHERS:
        names = sorted(glob.glob(pattern, recursive=True))
        found += chance.sample(names, min(options.others, len(names)))
    return [name for name in found if os.path.getsize(name) <= LARGEST or options.replies]


FACES = re.compile(r"@font-face\s*\{[^}]*\}")  # which a browser may not have read when it measures


def with_size(text):
    """Letters whose size isn't said are 12 px high in Inkscape and librsvg, 16 in a browser: it is said."""
    root = re.search(r"<svg\b[^>]*>", text).group()
    return text if "font-size" in root else text.replace("<svg", '<svg font-size="12px"', 1)


def seen_by(fairy, path):
    done = subprocess.run([fairy, "see", "--detail", "simple", "--view=" + EVERYWHERE, path], capture_output=True, check=False, timeout=60)
    try:
        return json.loads(done.stdout) if done.returncode == 0 else None
    except ValueError:
        return None


def apply(fairy, path, action, out):
    """Its outcome; `out` is there when something changed."""
    done = subprocess.run([fairy, "apply", path, "-", "-o", out, "--json", "--no-session"], capture_output=True, check=False, timeout=60,
                          input=json.dumps({"actions": [action]}).encode())
    lines = [line for line in done.stdout.decode("utf-8", "replace").splitlines() if line.startswith("{")]
    assert lines, f"no outcome of {action}: {done.stderr.decode('utf-8', 'replace')}"
    return json.loads(lines[0])


def tries(options, seen, name):
    """(row, action) for this drawing; the same for the same seed."""
    for number, row in enumerate(ROWS):
        if options.only and options.only not in (row[0] + " " + row[1]):
            continue
        for turn in range(options.each):
            chance = random.Random(f"{options.seed} {os.path.basename(name)} {number} {turn}")
            action = random_action(row, chance, seen) if chance.random() < options.share else None
            if action:
                yield row, action


class Tally:
    def __init__(self, folder):
        self.counts, self.untrue, self.refused, self.folder = collections.defaultdict(collections.Counter), [], collections.Counter(), folder

    def add(self, row, action, outcome, why, name, result):
        label = f"{row[0]} {row[1]}".strip()
        self.counts[label][outcome["outcome"]] += 1
        self.counts[label]["n"] += 1
        if outcome["outcome"] == "refused":
            self.refused[label + ": " + re.sub(r'"[^"]*"', '"…"', outcome.get("detail") or "")] += 1
        if why:
            self.counts[label]["untrue"] += 1
            self.untrue.append(label)
            print(f"{len(self.untrue):3} {label}: {os.path.basename(name)}: {why}\n      {json.dumps(action)}\n      "
                  f"{outcome['outcome']}: {outcome.get('detail') or ''}", flush=True)
            if self.folder:
                os.makedirs(self.folder, exist_ok=True)
                shutil.copy(result, os.path.join(self.folder, f"{len(self.untrue):03}-{os.path.basename(name)}"))

    def report(self, floor):
        columns = ("n", "ok", "adjusted", "refused", "untrue")
        print(f"{'':<28}" + "".join(f"{column:>10}" for column in columns))
        all_of = collections.Counter()
        for label, counts in sorted(self.counts.items()):
            all_of.update(counts)
            print(f"{label:<28}" + "".join(f"{counts[column]:>10}" for column in columns))
        print(f"{'all':<28}" + "".join(f"{all_of[column]:>10}" for column in columns))
        for why, count in self.refused.most_common():
            print(f"{count:5} refused, {why}")
        true = 100 * (1 - all_of["untrue"] / max(1, all_of["n"]))
        print(f"{true:.2f} % of {all_of['n']} outcomes are true (floor {floor:g} %)")
        return true


def try_drawing(options, name, folder, tally):
    text = prepared(boxes.read_text(name) or "")
    if not text:
        return
    text = with_size(FACES.sub("", text))
    path = os.path.join(folder, "before.svg")
    boxes.write_text(path, text)
    seen = seen_by(options.fairy, path)
    if not seen or not seen["shapes"]:
        return
    known = {html.unescape(element.id.encode("latin-1").decode("utf-8", "replace")) for element in boxes.with_ids(text)[1]}
    seen["shapes"] = [shape for shape in seen["shapes"] if shape["shapeId"] in known]
    done, results = [], {}
    for row, action in tries(options, seen, name):
        out = os.path.join(folder, f"after-{len(done)}.svg")
        outcome = apply(options.fairy, path, action, out)
        if not os.path.exists(out):
            shutil.copy(path, out)
        same = boxes.read_text(out) == text
        results[out] = same
        done.append((row, action, outcome, out, same))
    changed = [out for out, same in results.items() if not same]
    states = measure([path], folder)
    for at in range(0, len(changed), options.at_once):
        states.update(measure(changed[at:at + options.at_once], folder))
    for number, (row, action, outcome, out, same) in enumerate(done):
        after = states.get(path if same else out)
        if path in states and after:
            case = Case(action, seen, states[path], after, outcome)
            tally.add(row, action, outcome, judge(case, same, options.pixels and not same and number % options.pixels == 0), name, out)
        os.remove(out)


def renamed(value, names):
    """Ids in an action, of elements that have none of their own in the file."""
    if isinstance(value, dict):
        return {name: renamed(inner, names) for name, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def ids_of(fairy, path):
    """Of all elements, in their order; those that have none are given one."""
    done = subprocess.run([fairy, "query", path], capture_output=True, check=True, timeout=60)
    return [line.split(",")[0] for line in done.stdout.decode("utf-8").splitlines()]


def try_replies(options, name, folder, tally):
    """Actions of replies one by one, each on what the former left."""
    original = boxes.read_text(name)
    path = os.path.join(folder, "step-0.svg")
    boxes.write_text(path, with_size(prepared(original)))
    seen = [seen_by(options.fairy, path)]
    names = dict(zip(ids_of(options.fairy, name), ids_of(options.fairy, path)))
    paths, steps = [path], []
    for reply in options.replies:
        with open(reply, encoding="utf-8") as source:
            actions = [action for action in json.load(source)["actions"] if action["_type"] in CHECKS]
        for action in renamed(actions, names):
            out = os.path.join(folder, f"step-{len(paths)}.svg")
            outcome = apply(options.fairy, paths[-1], action, out)
            if not os.path.exists(out):
                shutil.copy(paths[-1], out)
            steps.append((action, outcome))
            paths.append(out)
            seen.append(seen_by(options.fairy, out))
    states = {}
    for at in range(0, len(paths), options.at_once):
        states.update(measure(paths[at:at + options.at_once], folder))
    for number, (action, outcome) in enumerate(steps):
        before, after = paths[number], paths[number + 1]
        case = Case(action, seen[number], states[before], states[after], outcome)
        tally.add((action["_type"], ""), action, outcome, judge(case, boxes.read_text(before) == boxes.read_text(after), True), name, after)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("drawings", nargs="*", help="folders or files (default: those of the tests)")
    parser.add_argument("--others", type=int, default=0, help="so many of each package that is here")
    parser.add_argument("--each", type=int, default=1, help="so many tries of each kind for each drawing")
    parser.add_argument("--share", type=float, default=1, help="of all that is tried")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", help="kinds of actions whose name holds these words")
    parser.add_argument("--pixels", type=int, default=1, help="pictures are compared of each such number; 0: of none")
    parser.add_argument("--at-once", type=int, default=25, help="drawings on one page of the browser")
    parser.add_argument("--replies", nargs="+", metavar="REPLY", help="do what these say, one after the other, instead of random actions")
    parser.add_argument("--floor", type=float, default=FLOOR, help="per cent that must be true")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the untrue drawings there")
    options = parser.parse_args()
    options.fairy = os.path.abspath(options.fairy)
    return options


def main():
    options = parse()
    if not browser() or not program("rsvg-convert") or not program("convert"):
        print("left out: chromium, rsvg-convert or convert isn't here")
        sys.exit(77)
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="proof-state-")
    tally = Tally(options.keep)
    with tempfile.TemporaryDirectory(prefix="proof-") as folder:
        for name in drawings(options, random.Random(options.seed)):
            (try_replies if options.replies else try_drawing)(options, name, folder, tally)
    shutil.rmtree(os.environ["XDG_STATE_HOME"])
    print(f"seed {options.seed}")
    sys.exit(tally.report(options.floor) < options.floor)


if __name__ == "__main__":
    main()
