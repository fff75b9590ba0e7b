#!/usr/bin/env python3
"""Says things to the model "offline" with one fairy, and then with 2, 3 and 5: the drawing must be the same, what can't be done said
in the same words, and the exit code the same. The drawings are those of offline_commands.txt, with what is said about them there, and
of offline_team.txt, where it is told how many tasks several fairies make of it. Where the bytes differ, as what is new stands in
another order, another parser reads both: the same elements with the same attributes and words, in the same groups; and librsvg
draws the same picture. Exits with 1 if anything is otherwise."""
import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from offline_commands import HERE, drawing, read_bytes, read_commands
from programs import program

TEAMS = (2, 3, 5)
FIXTURES = os.path.join(HERE, "../fixtures")


def find(name, folder):
    """The path of a copy of the drawing; None when its package isn't here."""
    fixture = os.path.join(FIXTURES, name + ".svg")
    if os.path.exists(fixture):
        return shutil.copy(fixture, folder)
    return drawing(name, folder)


def elements(data):
    """Of every element: what it is in, its name, attributes and words; in any order."""
    out = collections.Counter()

    def walk(element, above):
        words = tuple(" ".join((part or "").split()) for part in (element.text, element.tail))
        out[above, element.tag, tuple(sorted(element.attrib.items())), words] += 1
        for child in element:
            walk(child, above + (element.get("id") or element.tag,))

    walk(ElementTree.fromstring(data), ())
    return out


def picture(path):
    return subprocess.run(["rsvg-convert", "-w", "1000", path], capture_output=True, check=True).stdout


class Said:
    """One way to say it: with so many fairies."""

    def __init__(self, fairy, path, words, n, folder):
        self.path = os.path.join(folder, f"by-{n}.svg")
        shutil.copy(path, self.path)
        self.refused, self.events = [], []
        for part in words.split(" && "):
            command = [fairy, "ask", self.path, part, "-i", "--no-session", "--model", "offline", "--events"]
            done = subprocess.run(command + (["--fairies", str(n)] if n > 1 else []), capture_output=True, text=True, timeout=60,
                                  env=dict(os.environ, XDG_STATE_HOME=os.path.join(folder, "state")), check=False)
            self.code = done.returncode
            self.events += [json.loads(line) for line in (done.stdout + done.stderr).splitlines() if line.startswith("{")]
        actions = [event for event in self.events if event["event"] == "action"]
        self.refused = [event.get("detail") for event in actions if event["outcome"] == "refused"]
        self.tasks = sum(event["type"] == "create-project-task" for event in actions)
        self.workers = {event["fairy"] for event in actions if event.get("task") and event["type"] != "mark-task-done"}
        self.bytes = read_bytes(self.path)


def trouble(alone, team):
    """What is otherwise with several; None = nothing."""
    if alone.code != team.code:
        return f"it ends with {team.code} instead of {alone.code}"
    if alone.refused != team.refused:
        return f"refused is {team.refused} instead of {alone.refused}"
    if alone.bytes == team.bytes:
        return None
    more, less = (elements(one.bytes) - elements(other.bytes) for one, other in ((team, alone), (alone, team)))
    if more or less:
        return f"there is {list(more)[:2]} instead of {list(less)[:2]}"
    return None if picture(alone.path) == picture(team.path) else "librsvg draws it otherwise"


def expected(checks):
    """How many tasks a line of offline_team.txt tells of; None = any number."""
    return next((int(words[0]) for name, *words in checks if name == "tasks"), None)


def try_one(fairy, path, words, checks, folder):
    """What is otherwise, and the most fairies that worked at it."""
    alone = Said(fairy, path, words, 1, folder)
    wrong, most = [], 0
    for n in TEAMS:
        team = Said(fairy, path, words, n, folder)
        why = trouble(alone, team)
        tasks = expected(checks)
        if not why and tasks is not None and team.tasks != tasks:
            why = f"there are {team.tasks} tasks instead of {tasks}"
        if why:
            wrong.append(f"{n} fairies: {why}")
        most = max(most, len(team.workers))
    return wrong, most, alone.bytes != read_bytes(path)


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairy")
    parser.add_argument("--every", type=int, default=1, help="take one command in so many (default: all)")
    parser.add_argument("--from", type=int, default=0, dest="start", help="begin with that one")
    parser.add_argument("--commands", nargs="*", default=["offline_team.txt", "offline_commands.txt"])
    parser.add_argument("--shared", type=int, default=0, help="at so many at least more than one has to work")
    return parser.parse_args()


def main():
    options = parse()
    if not program("rsvg-convert"):
        print("left out: rsvg-convert not here")
        sys.exit(77)
    commands = [one for name in options.commands for one in read_commands(os.path.join(HERE, name))]
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="team-") as folder:
        for name, words, checks in commands[options.start::options.every]:
            path = find(name, folder)
            if not path:
                counts["left out"] += 1
                continue
            wrong, most, changed = try_one(os.path.abspath(options.fairy), path, words, checks, folder)
            counts["other" if wrong else "same"] += 1
            counts["shared"] += most > 1
            counts["changed"] += changed
            print(f"{'other' if wrong else 'same':<6} {most} at it  {name:<21}{words}", flush=True)
            print("".join(f"             {why}\n" for why in wrong), end="")
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(counts["other"] > 0 or counts["shared"] < options.shared)


if __name__ == "__main__":
    main()
