#!/usr/bin/env python3
"""Counts what a drawing costs a model, in tokens of npm's gpt-tokenizer (o200k_base): blurry shapes and clusters as prompts
have them (`fairy see --lines`) at the page view and at a quarter of it, beside the drawing's source, one such line per raw
element, and all shapes in full; and whether budgets are kept. Exit 1 when a target is missed."""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77  # ctest's code
TEXT = {"text", "tspan", "textPath", "flowRoot", "flowPara", "flowSpan"}
TOKENIZER = "gpt-tokenizer@4.0.0"
TARGETS = {"source": 0.15, "raw": 0.60, "simple": 0.50}
BUDGETS = (1000, 2000, 4000, 8000)
SLACK = 1.05  # a budget is kept by an estimate
LARGE, LARGE_BUDGET, LABELS = 10000, 8000, 20


def fetch(folder):
    if not os.path.isdir(os.path.join(folder, "node_modules", "gpt-tokenizer")) and shutil.which("npm"):
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, TOKENIZER],
                       check=False)


class Counter:
    """Counts the tokens of many texts in one run of node."""

    def __init__(self, folder):
        self.folder, self.paths = folder, []

    def add(self, text):
        """The number by which counts() knows it."""
        self.paths.append(os.path.join(self.folder, f"{len(self.paths)}.txt"))
        with open(self.paths[-1], "w", encoding="utf-8") as out:
            out.write(text)
        return len(self.paths) - 1

    def counts(self):
        modules = os.path.join(os.path.dirname(self.folder), "node_modules")
        done = subprocess.run(["node", os.path.join(HERE, "tokens.js"), *self.paths], capture_output=True, text=True,
                              check=True, env={**os.environ, "NODE_PATH": modules})
        return [int(line) for line in done.stdout.split()]


def run(fairy, *words):
    return subprocess.run([fairy, *words], capture_output=True, check=True).stdout.decode()


def quarter(view):
    return ",".join(f"{n:g}" for n in (view["x"] + view["w"] / 4, view["y"] + view["h"] / 4, view["w"] / 2, view["h"] / 2))


def words_of(source):
    """What the text elements that have an id say."""
    words = {}
    for element in ElementTree.fromstring(source).iter():
        if isinstance(element.tag, str) and element.tag.rpartition("}")[2] in TEXT and element.get("id"):
            words[element.get("id")] = " ".join("".join(element.itertext()).split())
    return words


def raw_entries(lines, words):
    """A blurry line for each element."""
    entries = []
    for line in lines.splitlines():
        element = json.loads(line)
        box = ",".join(str(round(element[side])) for side in "xywh")
        text = words.get(element["id"])
        said = " " + json.dumps(text, ensure_ascii=False) if text else ""
        entries.append(f"{element['id']} {element['type']} {box}{said}")
    return entries


def listed(view, part):
    """The lines of a part of a view."""
    found = re.search(rf"^{part}\b.*:\n((?:(?!\w+(?: \(.*\))?:(?: |\n)).+\n)*)", view, re.MULTILINE)
    return found.group(1).splitlines() if found else []


def id_of(line):
    return json.JSONDecoder().raw_decode(line)[0] if line.startswith('"') else line.split(" ", 1)[0]


class Drawing:
    def __init__(self, fairy, path, counter):
        with open(path, encoding="utf-8", errors="replace") as file:
            source = file.read()
        self.name, self.bytes = os.path.basename(path), os.path.getsize(path)
        self.seen = json.loads(run(fairy, "see", path))
        page = run(fairy, "see", path, "--lines")
        raw = raw_entries(run(fairy, "query", path, "--json"), words_of(source.encode()))
        self.elements = len(raw)
        near = run(fairy, "see", path, "--lines", "--view", quarter(self.seen["page"]))
        self.sizes = {"page": len(page.encode()), "quarter": len(near.encode())}
        self.texts = {
            "source": counter.add(source),
            "raw": counter.add("\n".join(raw)),
            "simple": counter.add(run(fairy, "see", path, "--detail", "simple")),
            "page": counter.add(page),
            "quarter": counter.add(near),
        }
        self.answers = {}
        for budget in BUDGETS:
            self.answers[budget] = run(fairy, "see", path, "--lines", "--max-tokens", str(budget))
            self.texts[budget] = counter.add(self.answers[budget])

    def count(self, counts):
        self.tokens = {what: counts[place] for what, place in self.texts.items()}


def verdict(holds, misses):
    misses.append(not holds)
    return "PASS" if holds else "MISS"


def print_sizes(drawings, misses):
    print(f"{'drawing':18} {'elements':>8} {'source':>9} {'tokens':>8} | {'view':7} {'bytes':>8} {'tokens':>7} "
          + " ".join(f"{'% ' + what:>14}" for what in TARGETS))
    for drawing in drawings:
        for view in ("page", "quarter"):
            shares = []
            for what, most in TARGETS.items():
                share = drawing.tokens[view] / drawing.tokens[what]
                shares.append(f"{100 * share:8.1f} {verdict(share <= most, misses)}")
            print(f"{drawing.name:18} {drawing.elements:8} {drawing.bytes:9} {drawing.tokens['source']:8} | {view:7} "
                  f"{drawing.sizes[view]:8} {drawing.tokens[view]:7}  " + "  ".join(shares))


def print_budgets(drawings, misses):
    print("\nasked for at most " + ", ".join(map(str, BUDGETS)) + " tokens; got")
    for drawing in drawings:
        cells = []
        for budget in BUDGETS:
            got = drawing.tokens[budget]
            cells.append(f"{got:8} {verdict(got <= budget * SLACK, misses)}")
        print(f"{drawing.name:18} " + "  ".join(cells))


def print_large(drawings, misses):
    """Whether a large drawing is still legible under a budget: its layers, groups with numbers, words."""
    for drawing in drawings:
        if drawing.elements < LARGE:
            continue
        small, whole = drawing.answers[LARGE_BUDGET], drawing.seen
        layers = {shape["shapeId"] for shape in whole["shapes"] if shape["type"] == "group" and "name" in shape}
        lines = listed(small, "shapes")
        told = {id_of(line) for line in lines}
        words = sum(len(re.findall(r'(?:^| |,|=)"(?:[^"\\]|\\.)*"', line)) - line.startswith('"') for line in lines)
        fits = drawing.tokens[LARGE_BUDGET] <= LARGE_BUDGET
        texts = sum("text" in shape for shape in whole["shapes"])
        legible = (layers <= told or len(layers) > 100) and words >= min(LABELS, texts)
        print(f"\n{drawing.name}: {drawing.tokens[LARGE_BUDGET]} of {LARGE_BUDGET} tokens "
              f"{verdict(fits, misses)}; {len(layers & told)} of {len(layers)} named groups, {len(told)} shapes, "
              f"{words} labels {verdict(legible, misses)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("files", nargs="+", help="drawings, or folders with some")
    parser.add_argument("--folder", default="build/tokens", help="for the tokenizer and texts (default: build/tokens)")
    parser.add_argument("--fetch", action="store_true", help="get the tokenizer by npm if it isn't here")
    options = parser.parse_args()
    texts = os.path.join(options.folder, "texts")
    os.makedirs(texts, exist_ok=True)
    if options.fetch:
        fetch(options.folder)
    if not shutil.which("node") or not os.path.isdir(os.path.join(options.folder, "node_modules", "gpt-tokenizer")):
        print("tokens.py: node or gpt-tokenizer isn't here (--fetch gets it by npm)", file=sys.stderr)
        return SKIPPED
    paths = [name for given in options.files
             for name in (sorted(glob.glob(os.path.join(given, "*.svg"))) if os.path.isdir(given) else [given])]
    counter = Counter(os.path.abspath(texts))
    drawings = [Drawing(options.fairy, path, counter) for path in paths]
    counts = counter.counts()
    for drawing in drawings:
        drawing.count(counts)
    misses = []
    print_sizes(drawings, misses)
    print_budgets(drawings, misses)
    print_large(drawings, misses)
    print(f"\n{misses.count(False)} passed, {sum(misses)} failed")
    return 1 if any(misses) else 0


if __name__ == "__main__":
    sys.exit(main())
