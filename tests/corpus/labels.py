#!/usr/bin/env python3
"""Words of HTML labels (<foreignObject>), where pictures have them, beside where Chromium has them in the drawing itself: each is
within a letter's height, and none is there that Chromium doesn't show. What is drawn is caught on its way to the helper, and
measured by Chromium, too. All letters are of one font, as Chromium takes another one than pango where a font is missing."""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

from programs import browser, chromium, results

HERE = os.path.dirname(os.path.abspath(__file__))
FONT = "DejaVu Sans"
CAUGHT = """#!/bin/sh
case "$*" in *--version* | *--warm*) exec "{helper}" "$@" ;; esac
tee "{out}" | exec "{helper}" "$@"
"""


def in_one_font(text):
    """The drawing with every family replaced, and one for what names none."""
    text = re.sub(r"""(font-family\s*:\s*)((?:&quot;[^;]*?&quot;|"[^"<>]*?"|'[^'<>]*?'|[^;}"'&<])+)""",
                  lambda found: found.group(1) + FONT, text)
    text = re.sub(r"""\b(font-family|face)=("[^"]*"|'[^']*')""", f'\\1="{FONT}"', text)
    return re.sub(r"<svg\b", f'<svg font-family="{FONT}"', text, count=1) if 'font-family="' not in text.split(">", 1)[0] else text


def caught(fairy, helper, path, folder):
    """What is drawn of the drawing: the copy that the helper is given, in one piece."""
    out, script = path[:-4] + ".drawn.svg", os.path.join(folder, "helper")
    with open(script, "w", encoding="utf-8") as file:
        file.write(CAUGHT.format(helper=helper, out=out))
    os.chmod(script, 0o755)
    subprocess.run([fairy, "see", path, "--screenshot", path[:-4] + ".png", "--size", "100"], capture_output=True, check=True,
                   timeout=60, env=dict(os.environ, FAIRIES_RENDER=script))
    return out


def measure(pairs, folder):
    """path → words, of each drawing and what is drawn of it."""
    with open(os.path.join(HERE, "labels.js"), encoding="utf-8") as source:
        script = source.read()
    frames = ""
    for path, inner in pairs:
        with open(path, encoding="utf-8") as source:
            text = source.read().rstrip()
        end = text.rindex("</")
        mine = f"<script xmlns='http://www.w3.org/2000/svg'><![CDATA[const inner = {str(inner).lower()};{script}]]></script>"
        with open(path[:-4] + ".measured.svg", "w", encoding="utf-8") as out:
            out.write(text[:end] + mine + text[end:])
        frames += f'<iframe src="{path[:-4]}.measured.svg" width="1500" height="1500"></iframe>\n'
    page = os.path.join(folder, "labels.html")
    with open(page, "w", encoding="utf-8") as out:
        out.write(f"""<!doctype html><meta charset="utf-8"><script>
const all = {{}};
function take(name, found) {{ all[name] = found; }}
window.addEventListener("load", () => {{ document.querySelector("pre").textContent = JSON.stringify(all); }});
</script>{frames}<pre></pre>""")
    found = results(chromium(page, folder))
    return {path: found.get(f"file://{path[:-4]}.measured.svg") for path, _ in pairs}


def apart(a, b):
    """How far two boxes are, in letters."""
    height = max(a["box"][3], 1e-6)
    return max(abs(a["box"][i] + a["box"][i + 2] / 2 - b["box"][i] - b["box"][i + 2] / 2) for i in (0, 1)) / height


def compare(theirs, ours):
    """Faults, and how far each word is off."""
    left, faults, far = list(ours), [], []
    for word in theirs:
        same = [one for one in left if one["word"] == word["word"]]
        if not same:
            if word["lines"] == 1:  # a word cut in two is two for us
                faults.append(f"lacks {word['word']!r} at {[round(x) for x in word['box']]}")
            continue
        best = min(same, key=lambda one: apart(word, one))
        left.remove(best)
        far.append(apart(word, best))
        if far[-1] > 1:
            faults.append(f"{word['word']!r} is {far[-1]:.1f} letters off: {[round(x, 1) for x in best['box']]}, "
                          f"not {[round(x, 1) for x in word['box']]}")
    cut = "".join(word["word"] for word in theirs if word["lines"] > 1)
    marks = re.compile(r"•|\d+\.")
    faults += [f"has {one['word']!r} at {[round(x) for x in one['box']]}" for one in left
               if one["word"] not in cut and not marks.fullmatch(one["word"])]
    return faults, far


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("helper", help="fairy-render")
    parser.add_argument("files", nargs="*", help="drawings; those of the tests when there are none")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the drawings, pictures and what is drawn there")
    options = parser.parse_args()
    if not browser():
        print("chromium isn't here")
        sys.exit(77)
    files = options.files or sorted(glob.glob(HERE + "/labels/*.svg")) + [
        os.path.join(HERE, "diagrams", "boxes-drawio.svg"), os.path.join(os.path.dirname(HERE), "fixtures", "mermaid-readme.svg")]
    passed = failed = 0
    with tempfile.TemporaryDirectory() as made:
        folder = os.path.abspath(options.keep or made)
        os.makedirs(folder, exist_ok=True)
        pairs = []
        for path in files:
            copy = os.path.join(folder, os.path.basename(path))
            with open(path, encoding="utf-8") as source, open(copy, "w", encoding="utf-8") as out:
                out.write(in_one_font(source.read()))
            pairs += [(copy, False), (caught(options.fairy, os.path.abspath(options.helper), copy, folder), True)]
        words = measure(pairs, folder)
        for (copy, _), (drawn, _) in zip(pairs[::2], pairs[1::2]):
            faults, far = compare(words[copy] or [], words[drawn] or [])
            name = os.path.basename(copy)
            if not words[copy]:
                faults.append("Chromium shows no words")
            for fault in faults:
                print(f"{name}: {fault}")
            print(f"{name}: {len(far)} words, the farthest {max(far, default=0):.2f} letters off")
            passed, failed = passed + (not faults), failed + bool(faults)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


main()
