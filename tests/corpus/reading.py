#!/usr/bin/env python3
"""Scores what `fairy see` reads in diagrams whose source is known: nodes, their labels, edges with their direction, and
the edges' labels, a row for each program that drew them. The misses are listed in a file beside the drawings."""
import argparse
import os
import shutil
import sys

from truth import graphviz
from truth.score import Score, score_diagram

FLOORS = {"graphviz": (0.98, 0.98, 0.97)}
OTHER_FLOORS = (0.95, 0.95, 0.92)
GENERATORS = {"graphviz": ("dot", graphviz.diagrams)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("generators", nargs="*", help=f"of {', '.join(GENERATORS)} (default: all that are here)")
    parser.add_argument("--graphs", type=int, default=200, help="how many made graphs (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the first one (default: 1)")
    parser.add_argument("--folder", default="build/reading", help="keeps the drawings (default: build/reading)")
    options = parser.parse_args()
    good = True
    print(f"{'':<12}{'diagrams':>10}{'nodes':>9}{'labels':>9}{'edges':>9}{'edge labels':>13}")
    for name in options.generators or GENERATORS:
        program, make = GENERATORS[name]
        if not shutil.which(program):
            print(f"{name:<12}{program} isn't here: left out")
            continue
        folder = os.path.join(os.path.abspath(options.folder), name)
        os.makedirs(folder, exist_ok=True)
        score, n = Score(), 0
        for diagram in make(folder, options):
            if diagram and diagram.nodes:
                score_diagram(os.path.abspath(options.fairy), diagram, score)
                n += 1
        with open(os.path.join(folder, "misses.tsv"), "w", encoding="utf-8") as out:
            out.writelines(score.misses)
        values = score.values()
        good &= all(value >= floor for value, floor in zip(values, FLOORS.get(name, OTHER_FLOORS)))
        print(f"{name:<12}{n:>10}" + "".join(f"{value:>9.4f}" for value in values[:3]) + f"{values[3]:>13.4f}")
        print(f"{'':<12}misses in {folder}/misses.tsv: " + ", ".join(
            f"{count} {kind}" for kind, count in score.count.most_common() if kind.split()[-1] in ("missed", "up", "wrong")))
    sys.exit(not good)


main()
