#!/usr/bin/env python3
"""Says sixty things to the model "offline" about a dozen drawings of other people's (offline_commands.txt), and looks whether
what was meant happened, and nothing else. Exits with 1 when fewer than 45 did, or when one that wasn't understood changed
anything or ended as if it had been."""
import argparse
import glob
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

from programs import program
from told.checks import CHECKS
from told.drawing import Change

HERE = os.path.dirname(os.path.abspath(__file__))
KERNEL = "/usr/share/doc/linux-doc*/html/_images/{}.svg"
GRAPHVIZ = "/usr/share/doc/graphviz/examples/graphs/*/{}.gv"
NEEDED = ("dot", "rsvg-convert", "convert")
ASKED, REFUSED = 45, 3
SPREAD = 3  # more of those that aren't understood may be in a part of them than in others
NO_CLAIM = ("refused", "fairy: ", "I read plain commands")  # what lines begin with that tell of no success


def drawing(name, folder):
    """The path of a copy of the drawing; None when its package isn't here."""
    path = os.path.join(folder, name + ".svg")
    figure, graph = (glob.glob(pattern.format(glob.escape(name))) for pattern in (KERNEL, GRAPHVIZ))
    own = os.path.join(HERE, "../fixtures", {"mermaid": "mermaid-readme"}.get(name, name) + ".svg")
    if os.path.exists(own):
        shutil.copy(own, path)
    elif figure:
        shutil.copy(figure[0], path)
    elif graph:
        subprocess.run(["dot", "-Tsvg", graph[0], "-o", path], check=True, stderr=subprocess.DEVNULL)
    return path if os.path.exists(path) else None


def read_commands(path):
    """(drawing, words, [check])"""
    commands, name = [], None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("["):
                name = line.strip()[1:-1]
            elif line.startswith(" "):
                commands[-1][2].append(shlex.split(line))
            elif line.strip() and not line.startswith("#"):
                commands.append((name, line.strip(), []))
    return commands


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def say(fairy, path, words, folder):
    """Of the last thing that is said: the answer, the exit code, what the drawing was before; it is changed in place."""
    said, code, last = "", 0, b""
    for part in words.split(" && "):
        last = read_bytes(path)
        done = subprocess.run([fairy, "ask", path, part, "-i", "--model", "offline"], capture_output=True, text=True,
                              env=dict(os.environ, XDG_STATE_HOME=os.path.join(folder, "state")), timeout=60, check=False)
        said, code = done.stderr, done.returncode
    return said, code, last


def judge(change, last, checks):
    """`done`, `no` (not understood, nothing changed) or `wrong`, and why."""
    if change.code == REFUSED and last == read_bytes(change.path):
        claims = [line for line in change.said.splitlines() if line and not line.startswith(NO_CLAIM)]
        return ("wrong", "nothing changed, and it says: " + " ".join(claims)) if claims else ("no", change.said.strip())
    if change.code not in (0, REFUSED):
        return "wrong", f"it ended with {change.code}: {change.said.strip()}"
    if checks == [["no"]]:
        return "wrong", "it can't be understood, and " + ("it doesn't say so" if change.same else "the drawing changed")
    try:
        for name, *words in checks:
            CHECKS[name](change, *words)
        trouble = None if change.same else change.others_changed()
    except (AssertionError, KeyError, StopIteration) as error:
        trouble = f"{name}: {error}"
    if trouble:
        return "wrong", f"{trouble}; it said: {change.said.strip()}"
    return ("done", "") if change.code == 0 else ("wrong", f"it ended with {change.code}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("numbers", nargs="*", type=int, help="of the commands to try (default: all)")
    parser.add_argument("--commands", default=os.path.join(HERE, "offline_commands.txt"))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth of them")
    parser.add_argument("--from", type=int, default=1, dest="first", metavar="K", help="from the Kth on")
    parser.add_argument("--keep", metavar="FOLDER", help="leave the changed drawings there")
    return parser.parse_args()


def main():
    options = parse()
    missing = [name for name in NEEDED if not program(name)]
    if missing:
        print(f"left out: {', '.join(missing)} not here")
        sys.exit(77)
    fairy = os.path.abspath(options.fairy)
    counts = {"done": 0, "no": 0, "wrong": 0}
    commands = read_commands(options.commands)
    chosen = options.numbers or range(options.first, len(commands) + 1, options.every)
    with tempfile.TemporaryDirectory(prefix="told-") as folder:
        for number, (name, words, checks) in enumerate(commands, 1):
            if number not in chosen:
                continue
            path = drawing(name, folder)
            if not path:
                print(f"left out: the drawing {name} isn't here")
                sys.exit(77)
            before = read_bytes(path)
            said, code, last = say(fairy, path, words, folder)
            change = Change(fairy, before, read_bytes(path), said, code)
            change.path = path
            verdict, why = judge(change, last, checks)
            counts[verdict] += 1
            print(f"{number:>3}  {verdict:<6}{name:<21}{words}" + (f"\n{'':<12}{why}" if why else ""), flush=True)
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                shutil.copy(path, os.path.join(options.keep, f"{number:02}-{name}.svg"))
    print(", ".join(f"{n} {verdict}" for verdict, n in counts.items()))
    wrong = counts["wrong"] > 0
    by_chance = SPREAD if options.every > 1 else 0
    sys.exit(not options.numbers and (wrong or counts["done"] < ASKED * len(chosen) // 50 - by_chance))


if __name__ == "__main__":
    main()
