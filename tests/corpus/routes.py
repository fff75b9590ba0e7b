#!/usr/bin/env python3
"""Draws arrows between shapes of drawings, and asks Chromium what they run through: what an arrow with right angles runs
through, and a straight one, has to be told. Chromium knows what is filled where; what belongs to the shapes at the ends, and
what holds one of them, doesn't count."""
import argparse
import glob
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

from programs import browser, chromium, results

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(os.path.dirname(HERE), "fixtures")
LONGEST_HEAD = 24  # px: what other arrows may have at their ends
NODES = {"rectangle", "ellipse", "diamond", "pill", "hexagon", "group", "note", "cylinder"}


def run(fairy, *words, text=None):
    return subprocess.run([fairy, *words], input=text, capture_output=True, text=True, check=False, timeout=60)


def nodes_of(fairy, path):
    """Boxes with words: id → box."""
    done = run(fairy, "see", path)
    shapes = json.loads(done.stdout).get("shapes", []) if done.stdout else []
    return {shape["shapeId"]: [shape[side] for side in "xywh"] for shape in shapes
            if shape.get("type") in NODES and shape.get("text") and "w" in shape}


def apart(a, b):
    return a[0] + a[2] < b[0] or b[0] + b[2] < a[0] or a[1] + a[3] < b[1] or b[1] + b[3] < a[1]


def pairs_of(nodes, wanted, rand):
    """The farthest ones have most between them."""
    pairs = [(a, b) for a, b in itertools.permutations(nodes, 2) if apart(nodes[a], nodes[b])]
    rand.shuffle(pairs)
    return pairs[:wanted]


def draw(fairy, path, pair, route, out):
    """The outcome; None when it was refused."""
    action = {"_type": "create", "shape": {"_type": "arrow", "shapeId": "tried", "fromId": pair[0], "toId": pair[1], "route": route}}
    done = run(fairy, "apply", path, "-", "-o", out, text=json.dumps({"actions": [action]}))
    outcome = json.loads(done.stdout.splitlines()[0]) if done.stdout.strip() else {}
    return outcome if outcome.get("outcome") in ("ok", "adjusted") else None


def measure(paths, folder):
    with open(os.path.join(HERE, "routes.js"), encoding="utf-8") as source:
        script = "<script><![CDATA[" + source.read() + "]]></script></svg>"
    frames = ""
    for path in paths:
        with open(path, encoding="utf-8") as source:
            text = source.read()
        end = text.rindex("</svg>")
        with open(path[:-4] + ".measured.svg", "w", encoding="utf-8") as out:
            out.write(text[:end] + script + text[end + 6:])
        frames += f'<iframe src="{path[:-4]}.measured.svg" width="3000" height="3000"></iframe>\n'
    page = os.path.join(folder, "routes.html")
    with open(page, "w", encoding="utf-8") as out:
        out.write(f"""<!doctype html><meta charset="utf-8"><script>
const all = {{}};
function take(name, found) {{ all[name] = found; }}
window.addEventListener("load", () => {{ document.querySelector("pre").textContent = JSON.stringify(all); }});
</script>{frames}<pre></pre>""")
    found = results(chromium(page, folder))
    return {path: found.get(f"file://{path[:-4]}.measured.svg") for path in paths}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("files", nargs="*", help="drawings; those of the tests when there are none")
    parser.add_argument("--pairs", type=int, default=2, help="for each drawing")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if not browser():
        print("chromium isn't here")
        sys.exit(77)
    files = options.files or sorted(glob.glob(FIXTURES + "/*.svg") + glob.glob(HERE + "/diagrams/*.svg"))
    tried, silent, free = [], [], {"orthogonal": [0, 0], "straight": [0, 0]}
    with tempfile.TemporaryDirectory() as folder:
        for number, path in enumerate(files):
            rand = random.Random(f"{options.seed} {os.path.basename(path)}")
            for n, pair in enumerate(pairs_of(nodes_of(options.fairy, path), options.pairs, rand)):
                for route in free:
                    out = os.path.join(folder, f"{number}-{n}-{route}.svg")
                    outcome = draw(options.fairy, path, pair, route, out)
                    if outcome:
                        tried.append((out, os.path.basename(path), pair, route, outcome))
        found = {}
        for at in range(0, len(tried), 20):
            found |= measure([one[0] for one in tried[at : at + 20]], folder)
        for out, name, pair, route, outcome in tried:
            told = "runs through" in outcome.get("detail", "")
            seen = [one for one in (found.get(out) or {"crossed": []})["crossed"]
                    if not one["ends"] and max(one["box"][2:]) > LONGEST_HEAD]
            free[route][0] += not seen
            free[route][1] += 1
            if seen and not told:
                silent.append((name, pair, route, [one["id"] or one["tag"] for one in seen]))
            if options.verbose:
                print(name, *pair, route, "told" if told else "", [one["id"] or one["tag"] for one in seen])
    for one in silent:
        print("not told:", *one)
    print(", ".join(f"{route}: {n} of {of} free" for route, (n, of) in free.items()), f"; {len(silent)} not told of {len(tried)}")
    sys.exit(1 if silent or not tried else 0)


main()
