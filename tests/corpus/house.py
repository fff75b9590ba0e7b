#!/usr/bin/env python3
"""Brings real drawings to a house style, and has Chromium say which colours, fonts, widths and sizes they are drawn
with: all must be of the style, a second run must change nothing, and what was locked must be painted as before: every
drawing is tried once more with a third of its shapes locked.

house.py FAIRY [-n FILES]"""
import argparse
import glob
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from programs import browser, chromium, results

PLACES = ["/usr/share/openclipart/**/*.svg", "/usr/share/icons/breeze/**/*.svg", "/usr/share/doc/linux-doc*/**/*.svg"]
PALETTE = ["#ffffff", "#1b1b1b", "#7f7f7f", "#0055aa", "#c62828", "#2e7d32", "#f9a825"]
STYLE = "[style]\ncolors=%s\nfonts=DejaVu Sans;DejaVu Mono\nstroke-widths=1;2;4\ntext-sizes=10;14;20\n" % ";".join(PALETTE)
# What isn't painted, or isn't looked at, is left out; so is what a script or an animation does.
MEASURE = """
<script>
const APART = "mask, clipPath, metadata, defs, symbol", out = {};
function paints(element, clones) {
  const style = getComputedStyle(element), said = {};
  if (element.tagName === "stop") {
    return element.closest("mask, clipPath") ? null : {stop: style.stopColor};
  }
  if (!element.getBBox || style.display === "none") return null;
  for (let at = element; at; at = at.parentElement) if (at.matches(APART) || clones.has(at.id)) return null;
  const words = element.matches("text, tspan, textPath") &&
      [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  if (!words && !element.matches("rect, circle, ellipse, line, polyline, polygon, path")) return null;
  if (!element.matches("line")) said.fill = style.fill;
  said.stroke = style.stroke;
  if (words) said.font = style.fontFamily;
  if (element.closest("[sodipodi\\\\:insensitive]")) said.locked = style.strokeWidth + style.fontSize + style.opacity;
  return said;
}
for (const place of document.querySelectorAll("div[id]")) {
  const all = [...place.querySelectorAll("svg *")], clones = new Set();
  for (const use of all.filter(element => element.tagName === "use"))
    clones.add((use.getAttribute("href") || use.getAttribute("xlink:href") || "").slice(1));
  clones.delete("");
  const masks = place.querySelectorAll("mask *"), servers = new Set();
  for (const part of masks) for (const value of [getComputedStyle(part).fill, getComputedStyle(part).stroke]) {
    const found = /#([^")]*)/.exec(value);
    for (let at = found && place.querySelector("#" + CSS.escape(found[1])); at && !servers.has(at);) {
      servers.add(at);
      const href = at.getAttribute("href") || at.getAttribute("xlink:href");
      at = href ? place.querySelector("#" + CSS.escape(href.slice(1))) : null;
    }
  }
  out[place.id] = all.filter(element => !servers.has(element.parentElement)).map(element => paints(element, clones))
      .filter(said => said);
}
document.querySelector("pre").textContent = JSON.stringify(out);
</script>"""


def run(fairy, *arguments):
    return subprocess.run([fairy, *arguments], capture_output=True, text=True, check=False, timeout=120)


def chosen(wanted):
    """As many of each place."""
    out = []
    for place in PLACES:
        files = sorted(path for path in glob.glob(place, recursive=True)
                       if os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) < 300_000)
        out += random.Random(7).sample(files, min(wanted // len(PLACES), len(files)))
    return out


def inner(path):
    """The drawing as HTML has it: one document holds many, so each has names of its own."""
    with open(path, encoding="utf-8", errors="replace") as source:
        text = source.read()
    entities = dict(re.findall(r"<!ENTITY\s+(\w+)\s+\"([^\"]*)\"", text))
    text = re.sub(r"&(\w+);", lambda found: entities.get(found[1], found[0]), text)
    return text[text.index("<svg"):] if "<svg" in text else ""


def measured(folder, files):
    """path → what each element is painted with, each drawing in a frame of its own."""
    out = {}
    for path in files:
        page = os.path.join(folder, "page.html")
        with open(page, "w", encoding="utf-8") as target:
            target.write(f"<!doctype html><meta charset=utf-8><div id=d>{inner(path)}</div><pre></pre>{MEASURE}")
        out[path] = results(chromium(page, folder)).get("d")
    return out


def color_of(paint):
    """"#rrggbb" of a plain colour that can be seen, else None."""
    found = re.match(r"(?:url\([^)]*\)\s*)?rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$", paint or "")
    if not found or (found[4] and float(found[4]) == 0) or paint.startswith("url("):
        return None
    return "#%02x%02x%02x" % tuple(int(found[i]) for i in (1, 2, 3))


def faults_of(said):
    for painted in said:
        if "locked" in painted:
            continue
        for name in ("fill", "stroke", "stop"):
            color = color_of(painted.get(name))
            if color and color not in PALETTE:
                yield f"{name} {color}"
        family = painted.get("font", "").split(",")[0].strip("\"'")
        if family and family not in ("DejaVu Sans", "DejaVu Mono"):
            yield f"font {family}"


def lock_some(path, output):
    """A third of its shapes, by an attribute that Inkscape locks them with."""
    chance = random.Random(path)

    def lock(found):
        return found[0] + (' sodipodi:insensitive="true"' if chance.random() < 1 / 3 else "")

    with open(path, encoding="utf-8", errors="surrogateescape") as source:
        text = source.read()
    text = re.sub(r"<(?:rect|path|circle|ellipse|polygon|text|g)(?=[\s>])", lock, text)
    if "xmlns:sodipodi" not in text:
        text = text.replace("<svg", '<svg xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"', 1)
    with open(output, "w", encoding="utf-8", errors="surrogateescape") as out:
        out.write(text)


def graphs(folder, wanted):
    """What graphviz draws of its own examples."""
    sources = sorted(glob.glob("/usr/share/graphviz/graphs/**/*.gv", recursive=True) +
                     glob.glob("/usr/share/doc/graphviz*/examples/graphs/**/*.gv*", recursive=True))
    out = []
    for i, path in enumerate(random.Random(7).sample(sources, min(wanted, len(sources)))):
        out.append(os.path.join(folder, f"graph-{i}.svg"))
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as source:
            done = subprocess.run(["dot", "-Tsvg"], input=source.read(), capture_output=True, check=False, timeout=60)
        with open(out[-1], "wb") as drawn:
            drawn.write(done.stdout)
    return [path for path in out if 0 < os.path.getsize(path) < 300_000]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fairy")
    parser.add_argument("-n", type=int, default=60)
    options = parser.parse_args()
    if not browser():
        print("there is no Chromium: nothing was judged")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        style, reply = os.path.join(folder, "house.ini"), os.path.join(folder, "reply.json")
        with open(style, "w", encoding="utf-8") as out:
            out.write(STYLE)
        with open(reply, "w", encoding="utf-8") as out:
            json.dump([{"_type": "house-style", "style": STYLE}], out)
        files, bad, changed, painted, held = chosen(options.n) + graphs(folder, options.n // 4), 0, 0, 0, 0
        outputs, locked = {}, {}
        for i, path in enumerate(files):
            output, part, mended = (os.path.join(folder, f"{name}-{i}.svg") for name in ("all", "part", "mended"))
            lock_some(path, part)
            for source, target in ((path, output), (part, mended)):
                done = run(options.fairy, "apply", source, reply, "-o", target)
                first = json.loads(done.stdout.splitlines()[0]) if done.stdout else {}
                if done.returncode != 0:
                    print(f"{path}: {first.get('detail', done.stderr.strip())}")
                    bad += 1
                    continue
                again = run(options.fairy, "lint", "--style", style, target)
                if again.returncode != 0:
                    print(f"{path}: a second run would change it: {again.stdout.splitlines()[:2]} {again.stderr[:200]}")
                    bad += 1
                (outputs if target == output else locked)[target] = source
            with open(path, "rb") as before, open(output, "rb") as after:
                changed += before.read() != after.read()
        said_of = measured(folder, [*outputs, *locked, *locked.values()])
        for output, path in {**outputs, **locked}.items():
            said = said_of[output] or []
            faults = sorted(set(faults_of(said)))
            painted += len(said)
            if output in locked:
                was = [one for one in said_of[path] or [] if "locked" in one]
                now = [one for one in said if "locked" in one]
                held += len(now)
                faults += ["what is locked is painted otherwise"] if was != now else []
            if said_of[output] is None or faults:
                print(f"{path}: {faults[:5] or 'Chromium says nothing'}")
                bad += 1
        print(f"{len(files)} drawings, {changed} changed, {painted} painted elements judged, {held} of them locked, "
              f"{bad} faults")
        return bad > 0 or painted == 0


if __name__ == "__main__":
    sys.exit(main())
