#!/usr/bin/env python3
"""drawing.py N [connectors] >FILE: a diagram of N drawn elements as an editor would save it.

Teams of cards: each card a group with a box, a title, a line of text, a badge and a curved mark; teams are groups
with a transform of their own in layers; cards of a team are wired. With "connectors" the wires carry the editor's
connector attributes. The same N gives the same file."""
import random
import sys

WORDS = "order parcel stock mail ledger route driver depot sensor pump valve relay".split()
CARD = 6  # drawn elements: box, title, text, badge, mark, wire
TEAM = 8  # cards

HEAD = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg
   xmlns="http://www.w3.org/2000/svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   width="{w}px"
   height="{h}px"
   viewBox="0 0 {w} {h}"
   id="drawing">
  <sodipodi:namedview
     id="view"
     pagecolor="#ffffff" />
  <defs
     id="shared">
    <style
       id="sheet">.card {{ fill: #eef3fa; stroke: #345; stroke-width: 1.25 }}
.card.late {{ fill: #fbe3d6 }}
.title {{ font: bold 13px "DejaVu Sans", sans-serif }}
.wire {{ fill: none; stroke: #777 }}</style>
    <marker
       id="tip"
       orient="auto"
       markerWidth="6"
       markerHeight="6"
       viewBox="-8 -4 8 8"><path
         id="tip-shape"
         d="M -8,-4 0,0 -8,4 Z" /></marker>
  </defs>
"""


def transform(team, x, y):
    if team % 5 == 4:
        return f"rotate({team % 7 - 3},{x + 400},{y + 150})", x, y
    if team % 3 == 1:
        return f"matrix(0.98,0.05,-0.05,0.98,{x},{y})", 0, 0
    return f"translate({x},{y})", 0, 0


def card(pick, name, x, y):
    late = " late" if pick.random() < 0.2 else ""
    w, h = 150 + 20 * pick.random(), 80 + 9 * pick.random()
    waves = " ".join(
        f"c {pick.uniform(2, 8):.3f},{pick.uniform(-9, 9):.3f} {pick.uniform(6, 12):.3f},{pick.uniform(-9, 9):.3f} "
        f"{pick.uniform(9, 14):.3f},{pick.uniform(-4, 4):.3f}" for _ in range(8))
    yield f"""      <rect
         id="box-{name}"
         class="card{late}"
         x="{x:.3f}" y="{y:.3f}" width="{w:.3f}" height="{h:.3f}" rx="5" />
"""
    yield f"""      <text
         id="title-{name}"
         class="title"
         x="{x + 10:.3f}" y="{y + 20:.3f}">{pick.choice(WORDS)} {pick.choice(WORDS)}</text>
"""
    yield f"""      <text
         id="text-{name}"
         style="font-size:10px;font-family:'DejaVu Sans';fill:#333"
         x="{x + 10:.3f}" y="{y + 38:.3f}"><tspan
           id="line-{name}" sodipodi:role="line"
           x="{x + 10:.3f}" y="{y + 38:.3f}">{pick.choice(WORDS)} {pick.randint(1, 999)}</tspan></text>
"""
    yield f'      <circle id="badge-{name}" cx="{x + w - 12:.3f}" cy="{y + 12:.3f}" r="7" style="fill:#9bd;stroke:#245" />\n'
    yield f'      <path id="mark-{name}" style="fill:none;stroke:#a40;stroke-width:1.5" d="m {x + 10:.3f},{y + 60:.3f} {waves}" />\n'


def wire(name, last, x, y, connectors):
    ends = f"""
         inkscape:connector-type="polyline"
         inkscape:connection-start="#box-{last}"
         inkscape:connection-end="#box-{name}\"""" if connectors else ""
    return f"""      <path
         id="wire-{name}"
         class="wire"
         style="marker-end:url(#tip)"
         d="M {x - 30:.3f},{y + 40:.3f} {x:.3f},{y + 40:.3f}"{ends} />
"""


def elements(pick, team, ox, oy, connectors):
    for number in range(TEAM):
        name, last = f"{team}-{number}", f"{team}-{(number or TEAM) - 1}"
        x, y = ox + number % 4 * 200 + 4 * pick.random(), oy + number // 4 * 140 + 4 * pick.random()
        yield from card(pick, name, x, y)
        yield wire(name, last, x, y, connectors)


def main():
    wanted, connectors = int(sys.argv[1]), "connectors" in sys.argv[2:]
    pick, out = random.Random(wanted), sys.stdout.write
    teams = -(-wanted // (CARD * TEAM))
    across = max(1, round((teams / 2.5) ** 0.5))
    out(HEAD.format(w=across * 900 + 40, h=-(-teams // across) * 340 + 40))
    for team in range(teams):
        if team % 40 == 0:
            out("  </g>\n" if team else "")
            out(f'  <g\n     inkscape:groupmode="layer"\n     inkscape:label="Sheet {team // 40}"\n     id="sheet-{team // 40}">\n')
        text, ox, oy = transform(team, 40 + team % across * 900, 40 + team // across * 340)
        out(f'    <g\n       id="team-{team}"\n       transform="{text}">\n')
        for element in elements(pick, team, ox, oy, connectors):
            if wanted:
                out(element)
                wanted -= 1
        out("    </g>\n")
    out("  </g>\n</svg>\n")


main()
