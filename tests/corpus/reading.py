#!/usr/bin/env python3
"""Scores what `fairy see` reads in diagrams whose source is known: nodes, their labels, edges with their direction, and
the edges' labels, a row for each program that drew them. The misses are listed in a file beside the drawings."""
import argparse
import os
import subprocess
import sys

from programs import browser, program
from truth import connectors, d2, drawio, excalidraw, graphviz, mermaid, nomnoml, plantuml
from truth.score import Score, score_diagram

FLOORS = {"graphviz": (0.98, 0.98, 0.97), "d2": (0.99, 0.98, 0.97)}
OTHER_FLOORS = (0.95, 0.95, 0.92)
GENERATORS = {
    "graphviz": (lambda options: program("dot"), graphviz.diagrams),
    "plantuml": (lambda options: program("plantuml"), plantuml.diagrams),
    "mermaid": (lambda options: browser(), mermaid.diagrams),
    "connectors": (lambda options: program("inkscape"), connectors.diagrams),
    "d2": (d2.is_there, d2.diagrams),
    "drawio": (drawio.is_there, drawio.diagrams),
    "excalidraw": (excalidraw.is_there, excalidraw.diagrams),
    "nomnoml": (nomnoml.is_there, nomnoml.diagrams),
}


def picture(path):
    return subprocess.run(["rsvg-convert", path], capture_output=True, check=True).stdout


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("generators", nargs="*", help=f"of {', '.join(GENERATORS)} (default: all that are here)")
    parser.add_argument("--graphs", type=int, default=200, help="how many made graphs of graphviz (default: 200)")
    parser.add_argument("--examples", type=int, default=1, help="every how many-th example of graphviz (default: 1)")
    parser.add_argument("--drawings", type=int, default=60, help="how many made ones of each other (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the first one (default: 1)")
    parser.add_argument("--folder", default="build/reading", help="keeps the drawings (default: build/reading)")
    parser.add_argument("--modules", default="build/browser", help="where npm has put mermaid (default: build/browser)")
    parser.add_argument("--d2", default="build/d2", help="a copy of D2's repository (default: build/d2)")
    parser.add_argument("--drawio", default="build/drawio", help="drawings that draw.io saved with their source (default: build/drawio)")
    parser.add_argument("--boards", type=int, default=1, help="every how many-th board of D2's (default: 1)")
    parser.add_argument("--half", type=int, default=0, help="which half of D2's boards and of --drawio: 0, or 1 for the last measurement")
    parser.add_argument("--fetch", action="store_true", help="get mermaid, nomnoml and Excalidraw by npm if they aren't there")
    parser.add_argument("--looks", action="store_true", help="check that each drawing looks as before without its names")
    parser.add_argument("--below", type=float, default=0, help="how far below its floor a share may be (default: 0)")
    options = parser.parse_args()
    if options.looks and not program("rsvg-convert"):
        print("rsvg-convert isn't here: how the drawings look isn't checked")
        options.looks = False
    options.modules = os.path.abspath(options.modules)
    return options


def read_all(name, folder, options):
    """The score, how many diagrams there were, and which ones look otherwise without their names."""
    score, n, changed = Score(), 0, []
    for diagram in GENERATORS[name][1](folder, options):
        if diagram and diagram.nodes:
            stripped = score_diagram(os.path.abspath(options.fairy), diagram, score)
            n += 1
            if options.looks and picture(diagram.path) != picture(stripped):
                changed.append(diagram.path)
    with open(os.path.join(folder, "misses.tsv"), "w", encoding="utf-8") as out:
        out.writelines(score.misses)
    return score, n, changed


def main():
    options = parse()
    good, any_read = True, False
    print(f"{'':<12}{'diagrams':>10}{'nodes':>9}{'labels':>9}{'edges':>9}{'edge labels':>13}")
    for name in options.generators or GENERATORS:
        if not GENERATORS[name][0](options):
            print(f"{name:<12}what draws it, or what was drawn, isn't here: left out")
            continue
        folder = os.path.join(os.path.abspath(options.folder), name)
        os.makedirs(folder, exist_ok=True)
        score, n, changed = read_all(name, folder, options)
        if not n:
            print(f"{name:<12}nothing was drawn: left out")
            continue
        any_read = True
        values = score.values()
        good &= all(value >= floor - options.below for value, floor in zip(values, FLOORS.get(name, OTHER_FLOORS)))
        good &= not changed
        print(f"{name:<12}{n:>10}" + "".join(f"{value:>9.4f}" for value in values[:3]) + f"{values[3]:>13.4f}")
        print(f"{'':<12}misses in {folder}/misses.tsv: " + ", ".join(
            f"{count} {kind}" for kind, count in score.count.most_common() if kind.split()[-1] in ("missed", "up", "wrong")))
        for path in changed:
            print(f"{'':<12}looks otherwise without its names: {path}")
    sys.exit(77 if not any_read else not good)


main()
