#!/usr/bin/env python3
"""Compares the geometric boxes of `fairy query --geometric` with getBBox() and getScreenCTM() of Chromium, over what
diagram programs write: graphviz, plantuml, mermaid, and files in draw.io's manner. Both measure in one font: where one
that isn't installed is asked for, Chromium looks for another by a table of its own, fairies as pango does (which librsvg
and Inkscape draw with), so that the drawings are made to name the one that pango takes."""
import argparse
import functools
import glob
import gzip
import html
import json
import os
import re
import shutil
import subprocess
import sys

import boxes
from programs import (DIAGRAMS, browser, chromium, diagram_sources, draw_mermaid, draw_plantuml, mermaid_script, program,
                      results)

HERE = os.path.dirname(os.path.abspath(__file__))
GRAPHS = ["/usr/share/doc/graphviz*/examples/graphs/**/*", "/usr/share/graphviz/graphs/**/*"]
PER_PAGE = 20
SCALE = 8  # Chromium rounds the size of text to whole px of the screen, so that it is measured enlarged
TEXT = {"text", "tspan", "textPath"}
DEFAULT_FONT = "Times New Roman"  # of librsvg, and of Chromium
SHEETS = re.compile(r"<style\b[^>]*>.*?</style>|\sstyle\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.S)
IN_SHEET = re.compile(r"(\bfont-family\s*:\s*)((?:&\w+;|[^;}<])*?)(?=\s*(?:[;}<]|[\"']$|!))")
IN_ATTRIBUTE = re.compile(r"(\sfont-family\s*=\s*)(\"[^\"]*\"|'[^']*')")


# --- diagrams -------------------------------------------------------------------------------------------------------


def graphviz(folder, wanted, seed):
    graphs = sorted(name for pattern in GRAPHS for name in glob.glob(pattern, recursive=True)
                    if re.search(r"\.(gv|dot)(\.gz)?$", name))
    step = max(1, len(graphs) // wanted)
    for name in graphs[seed % step :: step]:
        out = os.path.join(folder, "graphviz-" + os.path.basename(name).split(".")[0] + ".svg")
        if not os.path.exists(out):
            with (gzip.open if name.endswith(".gz") else open)(name, "rb") as source:
                graph = source.read()
            try:
                subprocess.run(["dot", "-Tsvg", "-o", out], input=graph, capture_output=True, timeout=20, check=False)
            except subprocess.TimeoutExpired:
                pass


def plantuml(folder):
    sources = {"plantuml-" + name: text for name, text in diagram_sources("puml").items()}
    draw_plantuml(folder, {name: text for name, text in sources.items()
                           if not os.path.exists(os.path.join(folder, name + ".svg"))})


def mermaid(folder, fetch):
    if os.path.exists(os.path.join(folder, "mermaid-flow.svg")):
        return
    script = mermaid_script(folder, fetch)
    if script:
        draw_mermaid(folder, script, diagram_sources("mmd"), {})
    else:
        print("mermaid isn't here (--fetch gets it by npm): its diagrams are left out")


# --- measuring ------------------------------------------------------------------------------------------------------


@functools.lru_cache(None)
def font_for(families):
    """The family that fontconfig, and with it pango, takes for a list of CSS."""
    names = [name.strip().strip("\"'") for name in html.unescape(families).split(",")]
    pattern = ",".join(re.sub(r"([-:,\\])", r"\\\1", name) for name in names)
    done = subprocess.run(["fc-match", "-f", "%{family[0]}", pattern], capture_output=True, text=True, check=True)
    return done.stdout


def with_fonts(text):
    """Every font by the name of what is installed."""
    sheets = SHEETS.sub(lambda sheet: IN_SHEET.sub(lambda found: found.group(1) + font_for(found.group(2)),
                                                   sheet.group()), text)
    named = IN_ATTRIBUTE.sub(lambda found: f'{found.group(1)}"{font_for(found.group(2)[1:-1])}"', sheets)
    root = re.search(r"<svg\b[^>]*>", named).group()
    return named if IN_ATTRIBUTE.search(root) else named.replace("<svg", f'<svg font-family="{font_for(DEFAULT_FONT)}"', 1)


def lacks_letters(text):
    """Whether one of its fonts doesn't have all of its letters: each draws those in a font of its own choice."""
    words = html.unescape(re.sub(r"<style\b.*?</style>|<[^>]*>", "", text, flags=re.S))
    letters = sorted({ord(letter) for letter in words.encode("latin-1").decode("utf-8", "replace")} - set(range(33)))
    families = {found.group(2).strip("\"'") for sheet in (IN_ATTRIBUTE, IN_SHEET) for found in sheet.finditer(text)}
    return letters and not all(has_letters(family, tuple(letters)) for family in families)


@functools.lru_cache(None)
def has_letters(family, letters):
    pattern = f":family={family}:charset=" + " ".join(f"{letter:x}" for letter in letters)
    return bool(subprocess.run(["fc-list", pattern, "file"], capture_output=True, check=True).stdout)


def prepared(text):
    """With an id on every element and fonts that are here; None when the file isn't written in the plain way."""
    text = boxes.with_ids(text)[0]
    return with_fonts(text) if re.search(r"<svg\b", text) and "</svg>" in text else None


def sized(text, scale):
    """The page so many times as large as the viewBox says: then user units are px."""
    root = re.search(r"<svg\b[^>]*>", text)
    tag = root.group()
    view = re.search(r"\bviewBox\s*=\s*[\"']\s*[-\d.eE]+[\s,]+[-\d.eE]+[\s,]+([\d.eE]+)[\s,]+([\d.eE]+)", tag)
    if view:
        w, h = (scale * float(side) for side in view.groups())
        tag = re.sub(r"\s(width|height|style)\s*=\s*(\"[^\"]*\"|'[^']*')", "", tag)
        tag = tag.replace("<svg", f'<svg width="{w:.10g}px" height="{h:.10g}px"', 1)
    return text[:root.start()] + tag + text[root.end():]


def scale_of(text):
    """Without a viewBox the page can't be enlarged."""
    return SCALE if "viewBox" in re.search(r"<svg\b[^>]*>", text).group() else 1


def measure(paths, folder):
    """path → id → Box, as Chromium has it."""
    with open(os.path.join(HERE, "measure.js"), encoding="utf-8") as source:
        script = "<script><![CDATA[" + source.read() + "]]></script></svg>"
    frames, scales = "", {}
    for path in paths:
        text = boxes.read_text(path)
        scales[path] = scale_of(text)
        text = sized(text, scales[path])
        end = text.rindex("</svg>")
        boxes.write_text(path[:-4] + ".measured.svg", text[:end] + script + text[end + 6:])
        frames += f'<iframe src="{path[:-4]}.measured.svg" width="3000" height="3000"></iframe>\n'
    page = os.path.join(folder, "measure.html")
    with open(page, "w", encoding="utf-8") as out:
        out.write(f"""<!doctype html><meta charset="utf-8"><script>
const all = {{}};
function take(name, boxes) {{ all[name] = boxes; }}
window.addEventListener("load", () => {{ document.querySelector("pre").textContent = JSON.stringify(all); }});
</script>{frames}<pre></pre>""")
    found = results(chromium(page, folder))
    return {path: {name: boxes.Box(*(number / scales[path] for number in box))
                   for name, box in found.get(f"file://{path[:-4]}.measured.svg", {}).items()} for path in paths}


def compare(path, theirs, fairy, tally):
    mine = boxes.ours(fairy, path, "--geometric")
    _, elements = boxes.with_ids(boxes.read_text(path))
    index = {element.id.encode("latin-1").decode("utf-8", "replace"): number for number, element in enumerate(elements)}
    differing = {index[name] for name, box in theirs.items()
                 if name in index and not (name in mine and boxes.near(mine[name], box))}
    holders = set()
    for number in differing:
        at = elements[number].parent
        while at >= 0:
            holders.add(at)
            at = elements[at].parent
    program_name = os.path.basename(path).split("-")[0]
    for name, box in theirs.items():
        if name not in index:
            continue
        number = index[name]
        tally.add("all", program_name, number not in differing)
        if number in differing:
            holds = number in holders and elements[number].name not in TEXT
            cause = "holds one that differs" if holds else elements[number].name + ("" if name in mine else ", not listed")
            tally.differ(path, elements[number], "all", f"{program_name}: {cause}", mine.get(name), box)


def collect(folder, options):
    """The drawings to compare, prepared."""
    for name in ("dot", "plantuml"):
        if not program(name):
            print(f"{name} isn't here: its diagrams are left out")
    if program("dot"):
        graphviz(folder, options.graphs, options.seed)
    if program("plantuml"):
        plantuml(folder)
    mermaid(folder, options.fetch)
    for name in glob.glob(os.path.join(DIAGRAMS, "*-drawio.svg")) + options.files:
        kind = "drawio" if "drawio" in name else "other"
        shutil.copy(name, os.path.join(folder, f"{kind}-" + os.path.basename(name)))
    ready = []
    os.makedirs(os.path.join(folder, "ready"), exist_ok=True)
    for name in sorted(glob.glob(os.path.join(folder, "*.svg"))):
        text = prepared(boxes.read_text(name) or "") if os.path.getsize(name) else None
        if text and lacks_letters(text):
            print(f"{os.path.basename(name)} has letters that its font lacks: left out")
        elif text:
            ready.append(os.path.join(folder, "ready", os.path.basename(name)))
            boxes.write_text(ready[-1], sized(text, 1))
    return ready


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("files", nargs="*", help="more drawings to compare")
    parser.add_argument("--graphs", type=int, default=200, help="how many of graphviz's (default: 200)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (default: 0)")
    parser.add_argument("--fetch", action="store_true", help="get mermaid by npm if it isn't here")
    parser.add_argument("--folder", default="build/browser", help="keeps the drawings (default: build/browser)")
    parser.add_argument("--floor", type=float, default=99, help="in per cent (default: 99)")
    options = parser.parse_args()
    if not browser():
        print("chromium isn't here: skipped")
        sys.exit(77)
    folder = os.path.abspath(options.folder)
    os.makedirs(folder, exist_ok=True)
    ready = collect(folder, options)
    tally = boxes.Tally()
    for start in range(0, len(ready), PER_PAGE):
        for path, theirs in measure(ready[start:start + PER_PAGE], folder).items():
            if not theirs:
                print(f"Chromium shows nothing of {path}")
            compare(path, theirs, os.path.abspath(options.fairy), tally)
    with open(os.path.join(folder, "differences.tsv"), "w", encoding="utf-8", errors="replace") as out:
        out.writelines(tally.lines)
    print(f"{len(ready)} drawings compared; differences in {folder}/differences.tsv")
    sys.exit(not tally.report({"all": options.floor}))


if __name__ == "__main__":
    main()
