#!/usr/bin/env python3
"""Whether markup and attributes from a model can do harm: markup.py FAIRY [-n FRAGMENTS] [--seed N] [--keep FOLDER].

Fragments written by hand (markup/hostile.txt, each line one, after what is known of sanitizers that were got round),
changed at random, alone and beside harmless shapes, are put into a drawing by `svg`, and attributes by `set-attributes`.
The results are judged by expat, which knows nothing of us: no element that runs, loads or changes with time, no handler, no
reference to anywhere else, no id twice, and the shape that is locked has its bytes. Then Chromium opens them: nothing may
be fetched from the server that all of them name, and no script may run. Prints how many were written and how many refused."""
import argparse
import collections
import html
import http.server
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import xml.parsers.expat

from programs import browser, chromium

HERE = os.path.dirname(os.path.abspath(__file__))
DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
     xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" viewBox="0 0 400 300">
  <defs><linearGradient id="fade"><stop id="stop" offset="0" stop-color="red"/></linearGradient></defs>
  <rect id="held" x="10" y="10" width="50" height="30" sodipodi:insensitive="true"/>
  <rect id="box" x="100" y="100" width="50" height="30"/>
  <text id="words" x="100" y="200">words</text>
  <g id="group"><circle id="dot" cx="300" cy="50" r="20"/></g>
</svg>
"""
HELD = '<rect id="held" x="10" y="10" width="50" height="30" sodipodi:insensitive="true"/>'
NAMESPACE = "http://www.w3.org/2000/svg "
# What SVG 2 and Filter Effects 1 have that only draws.
HARMLESS = set("""svg g defs symbol use title desc rect circle ellipse line polyline polygon path text tspan textPath marker
    clipPath mask pattern linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer feComposite
    feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile
    feTurbulence""".split())
ELSEWHERE = re.compile(r"javascript:|vbscript:|data:|https?:|ftp:|file:|blob:|//|@import|expression\s*\(|-moz-binding|behavior"
                       r"|\\|image-set|\bsrc\s*\(|\bimage\s*\(|\bvar\s*\(|\battr\s*\(|url\s*\(\s*['\"]?\s*(?!['\"]?#)", re.I)
SPICE = ["\t", "\n", " ", "&#9;", "&#10;", "&#x0;", "\u200b", "\u00ad", "/**/", "<!-- -->", "&lt;", "&#106;", "\x0c", "%0a", "\\"]
WRAPS = ["<g>{}</g>", "<defs>{}</defs><rect width='5' height='5'/>", "<svg>{}</svg>", "<symbol id='s'>{}</symbol><use href='#s'/>",
         "<text x='5' y='5'>{}</text>", "<title>{}</title>", "<desc>{}</desc>", "<mask id='m'>{}</mask>", "<g><![CDATA[{}]]></g>",
         "<pattern id='p'>{}</pattern><rect width='9' height='9' fill='url(#p)'/>", "<svg xmlns='http://www.w3.org/2000/svg'>{}</svg>",
         "<x:g xmlns:x='http://www.w3.org/2000/svg'>{}</x:g>", "<!-- --><rect width='5' height='5'/>{}", "{}<rect width='5' height='5'/>",
         "<g xmlns='http://www.w3.org/1999/xhtml'>{}</g>", "<clipPath id='c'>{}</clipPath><rect width='9' height='9' clip-path='url(#c)'/>"]


def lines(name):
    with open(os.path.join(HERE, "markup", name), encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("# ")]


def swap_case(rand, text):
    return "".join(c.swapcase() if rand.random() < 0.2 else c for c in text)


def escape_some(rand, text):
    return "".join(f"&#{ord(c)};" if c.isalpha() and rand.random() < 0.1 else c for c in text)


def spice(rand, text):
    at = rand.randrange(len(text) + 1)
    return text[:at] + rand.choice(SPICE) + text[at:]


def cut(rand, text):
    at = rand.randrange(len(text))
    return text[:at] + text[at + rand.randrange(1, 4):]


def wrap(rand, text):
    return rand.choice(WRAPS).replace("{}", text)


def cross(rand, text, others):
    other = rand.choice(others)
    return text[:rand.randrange(len(text) + 1)] + other[rand.randrange(len(other)):]


def change(rand, text, others, wraps):
    """Most stay well-formed: what can't be read is refused before it is looked at."""
    for _ in range(rand.choice([0, 1, 1, 2, 3])):
        how = rand.choice([swap_case, escape_some, spice, cut] + [wrap] * (6 if wraps else 0))
        text = cross(rand, text, others) if rand.random() < 0.1 else how(rand, text) if text else text
    return text


def actions_of(rand, fragments, attributes, base, n):
    out = []
    for _ in range(n):
        if rand.random() < 0.7:
            text = change(rand, rand.choice(fragments), fragments, True)
            out.append({"_type": "svg", "markup": text.replace("BASE", base)})
        else:
            text = change(rand, rand.choice(attributes), attributes, False)
            out.append({"_type": "set-attributes", "shapeId": rand.choice(["box", "words", "group", "dot", "stop", "fade"]),
                        "attributes": text.replace("BASE", base)})
    return out


class Judge:
    """What an independent parser finds in a result."""

    def __init__(self, data):
        self.faults, self.ids = [], collections.Counter()
        parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self.element
        parser.ProcessingInstructionHandler = lambda target, text: self.faults.append(f"<?{target}?>")
        parser.StartDoctypeDeclHandler = lambda *a: self.faults.append("<!DOCTYPE>")
        parser.Parse(data, True)
        self.faults += [f'id="{i}" {n} times' for i, n in self.ids.items() if n > 1]

    def element(self, name, attributes):
        if not name.startswith(NAMESPACE) or name[len(NAMESPACE):] not in HARMLESS:
            self.faults.append(f"<{name}>")
        for attribute, value in attributes.items():
            local = attribute.rpartition(" ")[2]
            if local.lower().startswith("on") or local in ("base", "insensitive") and value != "true":
                self.faults.append(f"{attribute}={value}")
            if local == "href" and not value.startswith("#") or local not in ("label", "aria-label") and ELSEWHERE.search(value):
                self.faults.append(f"{attribute}={value}")
            if local == "id":
                self.ids[value] += 1


class Server(http.server.BaseHTTPRequestHandler):
    asked = []

    def do_GET(self):
        Server.asked.append(self.path)
        self.send_response(404)
        self.end_headers()

    def log_message(self, *args):
        pass


def run(fairy, actions, folder, number):
    source, reply, out = (os.path.join(folder, f"{number}{end}") for end in (".in.svg", ".json", ".svg"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(DRAWING)
    with open(reply, "w", encoding="utf-8") as file:
        json.dump({"actions": actions}, file)
    done = subprocess.run([fairy, "apply", source, reply, "-o", out], capture_output=True, timeout=120, check=False)
    if done.returncode not in (0, 3) or not os.path.exists(out):
        return None, done
    with open(out, "rb") as file:
        return file.read(), done


def page(results):
    """In a page an SVG can do all that a page can. The drawing itself says nothing that runs."""
    start = "<!DOCTYPE html><meta charset=utf-8><pre>quiet</pre><script>function hit(x){document.querySelector('pre').textContent='RAN '+x}"
    return start + "</script>" + "".join(r.decode("utf-8") for r in results)


def opened(results, folder):
    path = os.path.join(folder, "page.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page(results))
    shown = chromium(path, folder, "--virtual-time-budget=3000")
    found = re.search(r"<pre>(.*?)</pre>", shown, re.S)
    return html.unescape(found.group(1)) if found else "no page"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fairy")
    parser.add_argument("-n", type=int, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--keep")
    options = parser.parse_args()
    print("seed", options.seed)
    rand = random.Random(options.seed)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    fragments, attributes = lines("hostile.txt"), lines("attributes.txt")
    count, faults, results, every = collections.Counter(), [], [], 25
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        for start in range(0, options.n, every):
            actions = actions_of(rand, fragments, attributes, base, min(every, options.n - start))
            result, done = run(options.fairy, actions, folder, start)
            rows = [json.loads(line) for line in done.stdout.decode().splitlines() if line.startswith("{")]
            count.update(row["outcome"] for row in rows if "outcome" in row)
            if result is None:
                if done.returncode not in (0, 3) or any(row.get("outcome") != "refused" for row in rows):
                    faults.append((start, f"exit {done.returncode}: {done.stderr.decode()[:300]}"))
                continue
            faults += [(start, fault) for fault in Judge(result).faults]
            faults += [] if HELD.encode() in result else [(start, "what is locked has other bytes")]
            results.append(result)
        if browser():
            said = opened(results, scratch)
            faults += [] if said == "quiet" else [("chromium", said)]
        faults += [("chromium", "fetched " + path) for path in Server.asked]
    for start, fault in faults:
        print(f"fragments from {start}: {fault}")
    print(f"{sum(count.values())} fragments: {dict(count)}, {len(results)} drawings, {len(faults)} faults"
          + ("" if browser() else "; chromium isn't here"))
    sys.exit(1 if faults or not count["ok"] + count["adjusted"] else 0)


main()
