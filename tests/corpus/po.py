#!/usr/bin/env python3
"""Takes the words of real drawings out as a template, has gettext's own programs make catalogues of it, and puts these
back. With translations that are the words themselves every byte is as it was. With others expat reads both files event by
event: words are what the catalogue has, and the bytes of everything else are the same, but for places letter by letter
and lengths that were made to fit the old words. Words in a font that the drawing brings along may be in the next family of
their list, or in sans-serif: such a font often has only the letters that were there.

po.py FAIRY [-n FILES] [--folder DIR]"""
import argparse
import glob
import gzip
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.parsers.expat

SHARED = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3, "shared")
PLACES = ["/usr/share/doc/linux-doc*/**/*.svg", "/usr/share/openclipart/**/*.svg", "/usr/share/inkscape/**/*.svg"]
WORDED = {"text", "tspan", "textPath", "a", "title", "desc", "flowPara", "flowSpan", "flowDiv", "flowRoot"}
ROOTS = {"text", "title", "desc", "flowRoot"}
FREED = ("x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust")
FACED = ("font-family", "font-weight", "font-style")
PLAIN = "aeiouAEIOUnNcC"
ACCENTED = "àéîöûÀÉÎÖÛñÑçÇ"
HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


def pseudo(words):
    """Longer, and with all that has to be escaped."""
    return "⟦" + words.translate(str.maketrans(PLAIN, ACCENTED)) + " & <\"ß\"> \\⟧"


def collapse(words):
    return " ".join(re.split("[ \t\r\n]+", words.strip(" \t\r\n")))


# --- gettext --------------------------------------------------------------------------------------------------------


def gettext(*command, stdin=None):
    done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stderr.decode()[:400]}")
    return done.stdout


def unquoted(text):
    return re.sub(r'\\(.)', lambda found: {"n": "\n", "t": "\t", "r": "\r"}.get(found[1], found[1]), text)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def messages_of(template):
    """(context or None, words) of each, as msgcat prints them: every string on a line of its own."""
    out, entry = [], {}
    for line in gettext("msgcat", "--no-wrap", "--no-location", "--force-po", template).decode().splitlines() + [""]:
        found = re.match(r'(msg\w+ )?"(.*)"$', line)
        if found:
            name = found[1].strip() if found[1] else name
            entry[name] = entry.get(name, "") + unquoted(found[2])
        elif not line and entry:
            if entry.get("msgid"):
                out.append((entry.get("msgctxt"), entry["msgid"]))
            entry = {}
    return out


def write_catalogue(path, messages, translate):
    with open(path, "w", encoding="utf-8") as out:
        out.write(HEADER)
        for context, words in messages:
            out.write("\n" + (f"msgctxt {quoted(context)}\n" if context is not None else ""))
            out.write(f"msgid {quoted(words)}\nmsgstr {quoted(translate(words))}\n")
    gettext("msgfmt", "-c", "-o", os.devnull, path)


# --- expat ----------------------------------------------------------------------------------------------------------


def events(data):
    """[kind, name, attributes, words, first byte] of everything, words in one piece."""
    found, parser = [], xml.parsers.expat.ParserCreate()
    parser.buffer_text = False
    parser.ordered_attributes = True

    def note(kind, name="", attributes=(), words=""):
        last = found[-1] if found else None
        if kind == "words" and last and last[0] == "words":
            last[3] += words
        else:
            found.append([kind, name, list(attributes), words, parser.CurrentByteIndex])

    parser.StartElementHandler = lambda name, attributes: note("open", name, attributes)
    parser.EndElementHandler = lambda name: note("close", name)
    parser.CharacterDataHandler = lambda words: note("words", "", (), words)
    parser.CommentHandler = lambda words: note("comment", words)
    parser.StartCdataSectionHandler = lambda: note("data")
    parser.EndCdataSectionHandler = lambda: note("end of data")
    parser.ProcessingInstructionHandler = lambda name, words: note("instruction", name)
    parser.Parse(data, True)
    for event, following in zip(found, found[1:] + [[None, None, None, None, len(data)]]):
        event.append(data[event[4]:following[4]])
    return found


def local(name):
    return name.split(":")[-1]


def freed(attributes):
    """Without what was made to fit letters: of lists the first."""
    pairs = dict(zip(attributes[::2], attributes[1::2]))
    return {name: re.split(r"[\s,]+", value.strip(" ,\n\t"))[0] if name in FREED[:5] else value
            for name, value in pairs.items() if name not in FREED[5:]}


def faces_of(found):
    """The families that style sheets in the drawing bring along, in lower case."""
    sheets = " ".join(event[3] for event in found if event[0] == "words")
    blocks = re.findall(r"@font-face\s*\{([^}]*)\}", sheets)
    return {name.strip("\"' ").lower() for block in blocks for name in re.findall(r"font-family\s*:\s*([^;]+)", block)}


def declared(attributes):
    """Pairs, those of `style` among them."""
    pairs = freed(attributes)
    style = pairs.pop("style", "")
    return pairs | {"style " + name.strip(): value.strip() for name, value in
                    (one.split(":", 1) for one in style.split(";") if ":" in one)}


def faced(was, now, faces):
    """Whether no more was changed than from a family that the drawing brings along to one that it doesn't."""
    was, now = declared(was), declared(now)
    other = {name for name in was.keys() | now.keys() if was.get(name) != now.get(name)}
    family = next((value for name, value in now.items() if name.endswith("font-family")), "")
    first = family.split(",")[0].strip("\"' ").lower()
    return bool(faces) and bool(first) and first not in faces and all(name.split()[-1] in FACED for name in other)


def compare(before, after, known):
    """The faults, and how many pieces of words were translated and were left."""
    old, new = events(before), events(after)
    faces = faces_of(old)
    faults, done, left, inside = [], 0, 0, []
    if [event[:2] for event in old] != [event[:2] for event in new]:
        return ["other elements"], 0, 0
    for a, b in zip(old, new):
        kind, name = a[0], a[1]
        if kind == "open":
            inside.append(local(name))
            if a[5] != b[5]:
                if local(name) not in WORDED or not (freed(a[2]) == freed(b[2]) or faced(a[2], b[2], faces)):
                    faults.append(f"<{name}> is {b[5][:60]}, was {a[5][:60]}")
        elif kind == "close":
            inside.pop()
            if a[5] != b[5]:
                faults.append(f"</{name}> is {b[5][:60]}")
        elif kind == "words":
            words = collapse(a[3])
            of_text = ("foreignObject" in inside or any(part in ROOTS for part in inside) and inside[-1] in WORDED) and \
                "metadata" not in inside
            if a[5] != b[5]:
                done += 1
                stripped = a[5].strip(b" \t\r\n")
                start = a[5].index(stripped)
                around = (a[5][:start], a[5][start + len(stripped):])
                if not of_text or b[3].strip(" \t\r\n") != pseudo(words):
                    faults.append(f"\"{words[:40]}\" became \"{b[3][:60]}\"")
                elif not (b[5].startswith(around[0]) and b[5].endswith(around[1])):
                    faults.append(f"white space around \"{words[:40]}\"")
            elif of_text and words in known:
                left += 1
        elif a[5] != b[5]:
            faults.append(f"{kind} {b[5][:60]}")
    return faults, done, left


# --- drawings -------------------------------------------------------------------------------------------------------


def has_words(path):
    try:
        with open(path, "rb") as file:
            text = file.read()
        return len(text) < 2_000_000 and (b"<text" in text or b":text" in text or b"<title" in text)
    except OSError:
        return False


def chosen(wanted):
    files = [path for place in PLACES + [SHARED + "/bench/*.svg", SHARED + "/trial/*.svg"]
             for path in sorted(glob.glob(place, recursive=True))
             if os.path.isfile(path) and not os.path.islink(path)]
    random.Random(27).shuffle(files)
    shared = [path for path in files if path.startswith(SHARED)][: wanted // 4]
    docs = [path for path in files if "linux-doc" in path][: wanted // 4]
    out = [path for path in shared + docs + files if has_words(path)]
    return list(dict.fromkeys(out))[:wanted]


def apply(fairy, catalogue, folder, out):
    done = subprocess.run([fairy, "batch", "--job", "translate", "--with", "po=" + catalogue, folder, "--out", out],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):
        sys.exit(f"fairy batch: {done.returncode}: {done.stderr[:400]}")
    return done.stdout


def bytes_of(path):
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fairy")
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("--folder")
    options = parser.parse_args()
    if not shutil.which("msgfmt"):
        print("there is no gettext: nothing was judged")
        return 77
    with tempfile.TemporaryDirectory() as made:
        folder = options.folder or made
        source = os.path.join(folder, "in")
        os.makedirs(source)
        for i, path in enumerate(chosen(options.n)):
            shutil.copyfile(path, os.path.join(source, f"{i:03}-{os.path.basename(path)}"))
        files = sorted(os.listdir(source))
        paths = [os.path.join(source, name) for name in files]
        template = os.path.join(folder, "messages.pot")
        subprocess.run([options.fairy, "po", *paths, "-o", template], check=True, stdout=subprocess.DEVNULL)
        messages = messages_of(template)
        same, other = os.path.join(folder, "same.po"), os.path.join(folder, "other.po")
        write_catalogue(same, messages, lambda words: words)
        write_catalogue(other, messages, pseudo)
        apply(options.fairy, same, source, os.path.join(folder, "same"))
        apply(options.fairy, other, source, os.path.join(folder, "other"))
        known = {words for _, words in messages}
        bad = pieces = kept = changed = 0
        for name in files:
            before = bytes_of(os.path.join(source, name))
            faults = []
            if bytes_of(os.path.join(folder, "same", name)) != before:
                faults.append("the same words, and other bytes")
            after = bytes_of(os.path.join(folder, "other", name))
            more, done, left = compare(before, after, known)
            faults += more
            pieces, kept, changed = pieces + done, kept + left, changed + (before != after)
            if left:
                print(f"{name}: {left} pieces were left")
            for fault in faults[:3]:
                print(f"{name}: {fault}")
            bad += bool(faults)
        print(f"{len(files)} drawings, {len(messages)} messages; {changed} changed, {pieces} pieces translated, "
              f"{kept} left; {bad} with faults")
        return bad > 0 or pieces == 0


if __name__ == "__main__":
    sys.exit(main())
