#!/usr/bin/env python3
"""Judges what `fairy batch --job alt-text` says, offline, of diagrams whose source is known: is every node and every edge
told, with the right ends, the right way round, and its label? Only what is drawn may tell: names and titles are taken out
first. Then axe-core (by npm), in a browser, looks at the drawings in a page: it must find nothing, and something where a
title is missing."""
import argparse
import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

from programs import browser, chromium, program, results
from truth import connectors, graphviz, mermaid, plantuml
from truth.strip import strip

AXE = "axe-core@4"
PER_PAGE = 20
FLOORS = {"nodes": 1, "edges": 1, "right ends": 0.97, "edge labels": 0.95, "told edges that are there": 0.97}
GENERATORS = {
    "graphviz": (lambda: program("dot"), graphviz.diagrams),
    "plantuml": (lambda: program("plantuml"), plantuml.diagrams),
    "mermaid": (browser, mermaid.diagrams),
    "connectors": (lambda: program("inkscape"), connectors.diagrams),
}
SVG = "{http://www.w3.org/2000/svg}"
WAYS = {" leads both ways to ": "<>", " leads to ": ">", " is connected with ": "-"}
LONGEST = 119  # characters of a name that are told


# --- what is told ---------------------------------------------------------------------------------------------------


def words(text):
    return " ".join(re.sub(r"[|\s\u00a0]+", " ", text or "").split())


def plain(name):
    """Without the number of one of several that are called the same."""
    return re.sub(r" \(\d+\)$", "", name)


def read_sentence(sentence):
    """(from, way, to, label) of each edge in it."""
    way = next((way for way in WAYS if re.match(r"(“[^”]*”|An arrow from nothing)" + way, sentence)), None)
    if not way:
        return []
    first, rest = sentence.split(way, 1)
    found = re.findall(r"(“[^”]*”|itself|nothing)(?: \(labelled “([^”]*)”\))?(?:, | and |$)", rest)
    tail = first.strip("“”")
    return [(tail, WAYS[way], tail if end == "itself" else end.strip("“”"), label) for end, label in found]


class Told:
    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.title, self.text = (root.findtext(SVG + name) or "" for name in ("title", "desc"))
        sentences = re.findall(r"(?:“[^”]*”|[^“.])*\.", self.text)
        self.edges = [edge for sentence in sentences for edge in read_sentence(sentence.strip()[:-1])]
        self.names = re.findall("“([^”]*)”", self.text) + [self.title]
        self.together = [{plain(words(name)) for name in re.findall("“([^”]*)”", one)} for one in sentences]


# --- beside the source ----------------------------------------------------------------------------------------------


def is_called(name, node):
    """A figure without words is told by what it is; cells may be read in any order; a long name is cut."""
    mine, right = words(name), words(node.label)
    if not right:
        return bool(re.fullmatch(r"\S+ without words( \(\d+\))?", name))
    same = {mine, plain(mine)}
    cut = mine.endswith("…") and right.startswith(mine[:-1][:LONGEST])
    return right in same or cut or (node.cells and sorted(right.split()) in [sorted(one.split()) for one in same])


def fits(edge, told, diagram, turned=False):
    tail, way, head, _ = told
    ends = edge.ends[::-1] if turned else edge.ends
    return (is_called(tail, diagram.nodes[ends[0]]) and is_called(head, diagram.nodes[ends[1]]) and
            (way == ">" or not edge.ordered))


def has_label(edge, told):
    left = collections.Counter(words(told[3]).split())
    left.subtract(words(edge.label).split())
    spare = collections.Counter(words(edge.beside).split())
    cut = told[3].endswith("…") and words(edge.label).startswith(told[3][:-1])
    return cut or words(told[3]) == words(edge.label) or all(0 <= n <= spare[word] for word, n in left.items())


class Score:
    def __init__(self):
        self.hits, self.all, self.misses = collections.Counter(), collections.Counter(), []

    def add(self, kind, hit, path, what):
        self.all[kind] += 1
        self.hits[kind] += bool(hit)
        if not hit:
            self.misses.append(f"{os.path.basename(path)}\t{kind}\t{what}\n")

    def share(self, kind):
        return self.hits[kind] / max(self.all[kind], 1)


def is_told(node, told):
    """By its name; a table by all of its cells, in one sentence."""
    cells = [words(line) for line in node.label.split("\n")] if node.cells else []
    return any(is_called(name, node) for name in told.names) or (cells and any(names.issuperset(cells) for names in told.together))


def is_like(edge, told, diagram):
    """It is told, with one end or the other wrong: of a table, its frame is told."""
    nodes = [diagram.nodes[end] for end in edge.ends]
    return any(is_called(end, node) or (node.cells and is_called(end, node._replace(label="")))
               for end in (told[0], told[2]) for node in nodes)


def judge(diagram, told, score):
    for node in diagram.nodes:
        score.add("nodes", is_told(node, told), diagram.path, repr(node.label))
    left, missed = list(told.edges), []
    for edge in diagram.edges or []:
        same = [one for one in left if fits(edge, one, diagram) or (not edge.ordered and fits(edge, one, diagram, True))]
        hit = next((one for one in same if has_label(edge, one)), same[0] if same else None)
        names = " -> ".join(repr(diagram.nodes[end].label) for end in edge.ends)
        score.add("right ends", hit, diagram.path, names)
        if hit:
            left.remove(hit)
            score.add("edges", True, diagram.path, names)
            if edge.label:
                score.add("edge labels", has_label(edge, hit), diagram.path, f"{names}: {edge.label!r} told as {hit[3]!r}")
        else:
            missed.append((edge, names))
    spare = list(left)
    for edge, names in missed:
        like = next((one for one in spare if is_like(edge, one, diagram)), None)
        score.add("edges", like, diagram.path, names)
        if like:
            spare.remove(like)
    for one in told.edges if diagram.edges is not None else []:
        score.add("told edges that are there", one not in left, diagram.path, one)


# --- axe-core -------------------------------------------------------------------------------------------------------


def axe_script(folder, fetch):
    script = os.path.join(folder, "node_modules/axe-core/axe.min.js")
    if fetch and not os.path.exists(script) and program("npm"):
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, AXE], check=False)
    return script if os.path.exists(script) else None


def inline(path):
    with open(path, encoding="utf-8") as drawing:
        text = drawing.read()
    return text[re.search(r"<svg\b", text).start():]


def axe_finds(folder, script, drawings):
    """Lines, of drawings as text."""
    page = os.path.join(folder, "axe.html")
    figures = "\n".join(f"<figure>{drawing}</figure>" for drawing in drawings)
    with open(page, "w", encoding="utf-8") as out:
        out.write(f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagrams</title>
<script src="{script}"></script></head><body><main><h1>Diagrams</h1>{figures}</main><pre></pre><script>
axe.run(document, {{resultTypes: ["violations"]}}).then((found) => {{
  document.querySelector("pre:last-of-type").textContent = JSON.stringify({{passes: found.passes.length,
    found: found.violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ": " + node.html.slice(0, 160)))}});
}}, (error) => {{ document.querySelector("pre:last-of-type").textContent = JSON.stringify({{error: String(error)}}); }});
</script></body></html>""")
    told = results(chromium(page, folder, "--virtual-time-budget=120000"))
    if "found" not in told:
        sys.exit(f"axe-core said nothing of {page}: {told}")
    return told["found"]


def look_with_axe(folder, script, paths):
    """Whether it finds nothing; and that it would."""
    bare = axe_finds(folder, script, [re.sub(r"(?s)<title.*?</title>|aria-labelledby=\"[^\"]*\"", "", inline(paths[0]))])
    found = [line for at in range(0, len(paths), PER_PAGE)
             for line in axe_finds(folder, script, map(inline, paths[at:at + PER_PAGE]))]
    print(f"axe-core: {len(found)} findings in {len(paths)} drawings; {len(bare)} in one without its title")
    for line in found[:10]:
        print("  " + line)
    return not found and any(line.startswith("svg-img-alt") for line in bare)


# --- all of it ------------------------------------------------------------------------------------------------------


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("generators", nargs="*", help=f"of {', '.join(GENERATORS)} (default: all that are here)")
    parser.add_argument("--graphs", type=int, default=140, help="how many made graphs of graphviz (default: 140)")
    parser.add_argument("--examples", type=int, default=1, help="every how many-th example of graphviz (default: 1)")
    parser.add_argument("--drawings", type=int, default=30, help="how many made ones of each other (default: 30)")
    parser.add_argument("--seed", type=int, default=1, help="of the first one (default: 1)")
    parser.add_argument("--folder", default="build/alt-text", help="keeps the drawings (default: build/alt-text)")
    parser.add_argument("--modules", default="build/browser", help="where npm has put its modules (default: build/browser)")
    parser.add_argument("--fetch", action="store_true", help="get axe-core and mermaid by npm if they aren't there")
    parser.add_argument("--below", type=float, default=0, help="how far below its floor a share may be (default: 0)")
    options = parser.parse_args()
    options.modules = os.path.abspath(options.modules)
    return options


def describe(fairy, folder, drawings):
    """Path of the described drawing for each; all in one run."""
    out = os.path.join(folder, "described")
    shutil.rmtree(out, ignore_errors=True)
    listed = os.path.join(folder, "drawings.txt")
    with open(listed, "w", encoding="utf-8") as lines:
        lines.writelines(path + "\n" for path in drawings)
    done = subprocess.run([os.path.abspath(fairy), "batch", "--job", "alt-text", "--model", "offline", "@" + listed,
                           "--out", out, "-q"], capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode not in (0, 3):
        sys.exit(f"fairy batch ended with {done.returncode}: {done.stderr}")
    with open(os.path.join(out, "results.jsonl"), encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        if row["state"] not in ("done", "skipped"):
            print(f"{row['file']}: {row['state']}: {row.get('reason')}")
    return {row["file"]: row["output"] for row in rows if row.get("output")}


def main():
    options = parse()
    good, described = True, []
    print(f"{'':<12}{'diagrams':>10}" + "".join(f"{kind:>{len(kind) + 3}}" for kind in FLOORS))
    for name in options.generators or GENERATORS:
        folder = os.path.join(os.path.abspath(options.folder), name)
        os.makedirs(folder, exist_ok=True)
        drawn = [one for one in GENERATORS[name][1](folder, options) if one and one.nodes] if GENERATORS[name][0]() else []
        if not drawn:
            print(f"{name:<12}what draws it isn't here: left out")
            continue
        paths = {diagram.path: strip(diagram.path) for diagram in drawn}
        outputs = describe(options.fairy, folder, paths.values())
        score = Score()
        for diagram in drawn:
            output = outputs.get(paths[diagram.path])
            described += [os.path.join(folder, output)] if output else []
            judge(diagram, Told(os.path.join(folder, output) if output else paths[diagram.path]), score)
        with open(os.path.join(folder, "misses.tsv"), "w", encoding="utf-8") as out:
            out.writelines(score.misses)
        good &= all(score.share(kind) >= floor - options.below for kind, floor in FLOORS.items() if score.all[kind])
        print(f"{name:<12}{len(drawn):>10}" + "".join(f"{score.share(kind):>{len(kind) + 3}.4f}" for kind in FLOORS))
    script = axe_script(options.modules, options.fetch)
    if script and browser() and described:
        good &= look_with_axe(os.path.abspath(options.folder), script, described)
    else:
        print("axe-core or a browser isn't here: what it finds isn't looked at")
    sys.exit(77 if not described else not good)


if __name__ == "__main__":
    main()
