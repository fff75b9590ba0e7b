#!/usr/bin/env python3
"""Questions whose answers stand in the list that a model is sent, and a mark for who answers them. What is true is read
from the drawing by Chromium, which knows nothing of our list.

  questions.py make FAIRY FOLDER DRAWING…   a folder each: request.txt and picture.png, as a model gets them, questions.txt
  questions.py score FOLDER                 reads each folder's answers.json: a list of strings, in the questions' order

Truths are kept beside, in truth/ under FOLDER: who answers is shown the other folder alone."""
import json
import math
import os
import random
import re
import subprocess
import sys

import programs

HERE = os.path.dirname(os.path.abspath(__file__))
EACH = 10  # questions for a drawing
CONES = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566), (0.0883024619, 0.2817188376, 0.6299787005))
LAB = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099), (0.0259040371, 0.7827717662, -0.8086757660))
CALLED = {  # what people call so
    "black": "#000000 #202020", "grey": "#404040 #606060 #808080 #a0a0a0 #c0c0c0 #e0e0e0", "white": "#ffffff #f8f8f8",
    "red": "#ff0000 #c00000 #e06060 #f0b0b0", "orange": "#ff8000 #ffa500 #e07b39 #ffd8b0",
    "yellow": "#ffff00 #f0d000 #ffffa0 #fff8d0", "green": "#00a000 #00ff00 #006000 #80c080 #d0f0d0",
    "blue": "#0000ff #0000a0 #4080e0 #80b0f0 #d0e0ff #00c0ff", "violet": "#8000c0 #a060d0 #c080ff #e8d8ff",
    "pink": "#ff80b0 #ffc0cb #ff00ff #ffd8e8", "brown": "#804000 #a06030 #d2b48c"}


# --- what is true -----------------------------------------------------------------------------------------------------


def look(drawing, folder):
    """What questions.js tells of the drawing."""
    with open(drawing, encoding="utf-8", errors="replace") as source:
        text = re.sub(r"<script\b.*?</script>", "", source.read(), flags=re.S)
    with open(os.path.join(HERE, "questions.js"), encoding="utf-8") as script:
        own = "<script xmlns='http://www.w3.org/2000/svg'><![CDATA[" + script.read() + "]]></script>"
    end = text.rindex("</")
    page = os.path.join(folder, "page.svg")
    with open(page, "w", encoding="utf-8") as out:
        out.write(text[:end] + own + text[end:])
    return programs.results(programs.chromium(page, folder))


def hex_of(paint):
    return "#%02x%02x%02x" % tuple(int(part) for part in re.findall(r"\d+", paint)[:3]) if paint.startswith("rgb(") else paint


def once(names):
    """Those that stand there once, and are plain enough to be asked by."""
    return {name for name in names if names.count(name) == 1 and 1 < len(name) <= 40 and '"' not in name}


def candidates(told):
    """kind → (question, how the answer is judged, what is true) of all that can be asked."""
    found = {}

    def ask(kind, words, judge, truth):
        found.setdefault(kind, []).append({"question": words, "judge": judge, "truth": truth})

    boxes, texts = told["boxes"], told["texts"]
    named = once([text["words"] for text in texts])
    names = [next((words for words in box["words"] if words in named), None) for box in boxes]
    for name, box in zip(names, boxes):
        if not name:
            continue
        the = f'the shape that the words "{name}" stand in'
        for side, how in (("w", "wide"), ("h", "high")):
            ask("size", f"How {how} is {the}, without its outline, in the list's units?", "length", box["box"][side])
        if box["fill"] == "none" or box["fill"].startswith("rgb("):
            ask("fill", f"What colour is {the} filled with? (its name, or #rrggbb, or none)", "color", hex_of(box["fill"]))
        if box["stroke"].startswith("rgb("):
            ask("stroke", f"What colour is the outline of {the}? (its name, or #rrggbb)", "color", hex_of(box["stroke"]))
            ask("width", f"How wide is the outline of {the}, in the list's units?", "length", box["strokeWidth"])
            ask("dash", f"Is the outline of {the} dashed or dotted? (yes or no)", "same", "no" if box["dash"] == "none" else "yes")
        inside = [names[i] for i in box["inside"]]
        if inside and all(inside):
            ask("inside", f"Which shapes with words on them lie inside {the}? (no bare texts; for each, its first words; joined by |)", "set",
                [boxes[i]["words"] for i in box["inside"]])
    for text in texts:
        if text["words"] in named:
            if text["color"] and not text["mixed"]:
                ask("ink", f"What colour are the words \"{text['words']}\"? (its name, or #rrggbb)", "color", hex_of(text["color"]))
            if text["size"]:
                ask("letters", f"How large are the letters of \"{text['words']}\" (font size), in the list's units?", "length", text["size"])
            if not text["mixed"]:
                ask("bold", f"Are the words \"{text['words']}\" bold? (yes or no)", "same", "yes" if text["bold"] else "no")
    pairs = [(a, b) for a in range(len(boxes)) for b in range(len(boxes)) if a != b and names[a] and names[b]]
    for a, b in pairs:
        ask("apart", f"How far right of the left edge of the shape with \"{names[a]}\" is the left edge of the shape with "
            f"\"{names[b]}\", in the list's units? (below 0: left of it)", "length", boxes[b]["box"]["x"] - boxes[a]["box"]["x"])
        between = {(line["from"], line["to"]) for line in told["lines"]} | {(line["to"], line["from"]) for line in told["lines"]}
        if (a, b) in between and a < b and not boxes[a]["doubtful"]:
            others = sum(i == a for i, _ in between)
            ask("joins", f"Which shape does a line or arrow join to the shape with \"{names[a]}\"? (words of one; it has {others})",
                "one", [boxes[j]["words"] for i, j in between if i == a])
    return found


def choose(found, rand):
    """As many as are wanted, of as many kinds as there are."""
    chosen = []
    for kind in found.values():
        rand.shuffle(kind)
    while len(chosen) < EACH and any(found.values()):
        for kind in sorted(found):
            if found[kind] and len(chosen) < EACH:
                chosen.append(found[kind].pop())
    return chosen


# --- what is asked ----------------------------------------------------------------------------------------------------


def make(fairy, folder, drawings):
    for number, drawing in enumerate(drawings):
        name = os.path.splitext(os.path.basename(drawing))[0]
        out, truth = os.path.join(folder, name), os.path.join(folder, "truth")
        os.makedirs(out, exist_ok=True)
        os.makedirs(truth, exist_ok=True)
        told = look(drawing, truth)
        chosen = choose(candidates(told), random.Random(number)) if told else []
        if len(chosen) < EACH:
            print(f"{name}: only {len(chosen)} questions")
        with open(os.path.join(out, "request.txt"), "w", encoding="utf-8") as request:
            subprocess.run([fairy, "see", drawing, "Answer the questions.", "--prompt", "--no-session"], stdout=request, check=True)
        subprocess.run([fairy, "see", drawing, "--screenshot", os.path.join(out, "picture.png")], stdout=subprocess.DEVNULL, check=True)
        with open(os.path.join(out, "questions.txt"), "w", encoding="utf-8") as questions:
            questions.writelines(f"{i + 1}. {one['question']}\n" for i, one in enumerate(chosen))
        with open(os.path.join(truth, name + ".json"), "w", encoding="utf-8") as kept:
            json.dump(chosen, kept)


# --- how it is judged -------------------------------------------------------------------------------------------------


def plain(words):
    return re.sub(r"\s+", " ", str(words)).strip().strip('"').lower()


def number(answer):
    found = re.search(r"[-−]?\d+(\.\d+)?", str(answer))
    return float(found.group().replace("−", "-")) if found else math.nan


def is_length(answer, truth):
    """To a part in fifty: a list has as many digits as its letters are large."""
    return abs(number(answer) - truth) <= max(0.02 * abs(truth), 0.55)


def oklab(color):
    """https://bottosson.github.io/posts/oklab/"""
    r, g, b = ((c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    l, m, s = ((i * r + j * g + k * b) ** (1 / 3) for i, j, k in CONES)
    return [i * l + j * m + k * s for i, j, k in LAB]


def name_fits(answer, truth):
    """Whether people call it so: of that name, or nearly as near to it as to another."""
    given = re.sub(r"\b(light|dark|pale|deep|bright)\b|[-_]", " ", answer).split()
    name = {"gray": "grey", "purple": "violet", "cyan": "blue", "teal": "green"}.get(given[-1], given[-1]) if given else ""
    here = oklab(truth)
    far = {one: min(math.dist(here, oklab(like)) for like in likes.split()) for one, likes in CALLED.items()}
    return name in far and far[name] <= 1.5 * min(far.values()) + 0.02


def is_color(answer, truth):
    found = re.search(r"#[0-9a-f]{6}", plain(answer))
    if truth == "none" or plain(answer) == "none":
        return plain(answer) == truth
    return math.dist(oklab(found.group()), oklab(truth)) <= 0.02 if found else name_fits(plain(answer), truth)


def names_one(answer, words):
    return plain(answer) in [plain(one) for one in words] or plain(answer) == plain(" ".join(words))


def is_one(answer, truth):
    return any(names_one(answer, words) for words in truth)


def is_set(answer, truth):
    given = [part for part in str(answer).split("|") if part.strip()]
    return len(given) == len(truth) and all(any(names_one(part, words) for part in given) for words in truth)


JUDGES = {"length": is_length, "color": is_color, "one": is_one, "set": is_set,
          "same": lambda answer, truth: plain(answer) == plain(truth)}


def score(folder):
    right = total = 0
    for file in sorted(os.listdir(os.path.join(folder, "truth"))):
        name, kind = os.path.splitext(file)
        if kind != ".json":
            continue
        with open(os.path.join(folder, "truth", file), encoding="utf-8") as kept:
            asked = json.load(kept)
        try:
            with open(os.path.join(folder, name, "answers.json"), encoding="utf-8") as given:
                answers = json.load(given)
        except OSError:
            answers = []
        answers += [""] * (len(asked) - len(answers))
        for one, answer in zip(asked, answers):
            total += 1
            if JUDGES[one["judge"]](answer, one["truth"]):
                right += 1
            else:
                print(f"{name}: {one['question']}\n    answered {answer!r}, is {one['truth']!r}")
    print(f"{right} of {total} right")
    return 0 if total and right >= 0.98 * total else 1


def main():
    if len(sys.argv) > 4 and sys.argv[1] == "make":
        make(sys.argv[2], sys.argv[3], sys.argv[4:])
        return 0
    if len(sys.argv) == 3 and sys.argv[1] == "score":
        return score(sys.argv[2])
    print(__doc__, file=sys.stderr)
    return 2


sys.exit(main())
