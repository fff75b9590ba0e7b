#!/usr/bin/env python3
"""How many tokens a first request has: tokens.py FAIRY --modules DIR [--before FAIRY] DRAWING-OR-FOLDER…

For each drawing what stands in every request (rules, actions), the list of shapes, and the rest of the texts, as `fairy see
--prompt` shows them and npm's gpt-tokenizer (in DIR) counts them; then the schemas of answers. Pictures aren't counted. With
--before a second program is asked the same, and the last column is the share of it that is left.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys

HEAD = re.compile(r"^=== (system|user|assistant): (\S+).*\n", re.M)
LISTS = ("blurry", "peripheral", "selected", "focused")  # parts of a request that tell of shapes
WORDS = "make this red"
PROVIDERS = ("anthropic", "openai", "gemini")


def counts(texts, modules):
    done = subprocess.run(["node", os.path.join(os.path.dirname(os.path.abspath(__file__)), "tokens.js")], input=json.dumps(texts),
                          capture_output=True, text=True, check=True, env={**os.environ, "NODE_PATH": modules})
    return json.loads(done.stdout)


def said(fairy, *words):
    return subprocess.run([fairy, *words], capture_output=True, text=True, check=True).stdout


def parts(fairy, drawing):
    """[(role, name, text)] of a first request."""
    text = said(fairy, "see", drawing, WORDS, "--prompt", "--no-session")
    text = text[:text.rindex("=== texts in all")]
    heads = list(HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [(head.group(1), head.group(2), text[head.end():end]) for head, end in zip(heads, ends)]


def kind(role, name):
    return "standing" if role == "system" else "list" if name in LISTS else "rest"


def measure(fairy, drawings, modules):
    """{drawing: {standing, list, rest, shapes}}"""
    asked = [(drawing, kind(role, name), text) for drawing in drawings for role, name, text in parts(fairy, drawing)]
    found = {drawing: {"standing": 0, "list": 0, "rest": 0} for drawing in drawings}
    for (drawing, which, _), n in zip(asked, counts([text for _, _, text in asked], modules)):
        found[drawing][which] += n
    for drawing in drawings:
        found[drawing]["shapes"] = len(json.loads(said(fairy, "see", drawing))["shapes"])
    return found


def share(now, before):
    return f"{100 * now / before:9.1f} %" if before else f"{'':>11}"


def report(drawings, now, before):
    print(f"{'drawing':<28}{'shapes':>8}{'standing':>10}{'list':>10}{'per shape':>11}{'rest':>8}" + ("   list, of before" if before else ""))
    for drawing in drawings:
        of = now[drawing]
        print(f"{os.path.basename(drawing)[:27]:<28}{of['shapes']:>8}{of['standing']:>10}{of['list']:>10}"
              f"{of['list'] / max(1, of['shapes']):>11.1f}{of['rest']:>8}" + (share(of["list"], before[drawing]["list"]) if before else ""))
    for which in ("standing", "list", "rest"):
        total = sum(of[which] for of in now.values())
        print(f"all, {which:<23}{total:>18}" + (share(total, sum(of[which] for of in before.values())) if before else ""))


def schema(program, provider):
    """As it is sent: none where the provider takes none."""
    done = subprocess.run([program, "actions", "--schema", "--dialect", provider], capture_output=True, text=True, check=False)
    return json.dumps(json.loads(done.stdout), separators=(",", ":")) if done.returncode == 0 else ""


def report_schemas(fairy, before, modules):
    for provider in PROVIDERS:
        sizes = counts([schema(program, provider) for program in (fairy, before) if program], modules)
        print(f"schema, {provider:<20}{sizes[0]:>18}" + (share(*sizes) if before else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("drawings", nargs="+")
    parser.add_argument("--modules", required=True, help="a folder node_modules that has gpt-tokenizer")
    parser.add_argument("--before", help="another program")
    options = parser.parse_args()
    drawings = [name for path in options.drawings for name in (sorted(glob.glob(os.path.join(path, "*.svg"))) or [path])]
    now = measure(options.fairy, drawings, options.modules)
    report(drawings, now, measure(options.before, drawings, options.modules) if options.before else None)
    report_schemas(options.fairy, options.before, options.modules)
    return 0


if __name__ == "__main__":
    sys.exit(main())
