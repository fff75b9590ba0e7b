#!/usr/bin/env python3
"""How much sooner a team is done: a leader and eight others fill the columns of a drawing, each its own, beside a
leader and one other, and beside one fairy by itself. The model is a server on this machine that answers at a model's
pace (paced.py), what it says is a script (team_script.py).

team.py FAIRY: whether all of them draw the same, forty times as fast; what bench.py measures isn't looked at."""
import collections
import os
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

import team_script as script
from paced import Paced

LONGEST = 1.15  # of the longest way through the script
DEAREST = 1.2  # of what one fairy takes of the processor for an action
# whose answers, and what `fairy ask` is told
SCENES = {
    "team": (script.team, ("--mode", "team", "--fairies", str(script.COLUMNS + 1))),
    "pair": (script.pair, ("--mode", "duo")),
    "looks": (script.looks, ("--mode", "one-shot")),
    "at once": (script.at_once, ("--mode", "one-shot")),
}
OPTIONS = ("--model", "anthropic/claude-sonnet-5-5", "--max-cost", "none", "--max-tokens", "none", "-q")
FOLDERS = ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR")  # its own: nothing is left of an earlier run
QUICK = 40

# cpu: seconds of the processor, with those of the helpers that draw pictures. path, whole: seconds that the script
# takes, and one answer after the other. shapes: None where it failed
Played = collections.namedtuple("Played", "wall cpu path whole requests pictures shapes")


def shapes_of(file):
    """What is in it, whatever it is called and in whichever order it stands."""
    def look(element):
        attributes = sorted(one for one in element.items() if one[0] != "id")
        return element.tag, tuple(attributes), (element.text or "").strip()
    return collections.Counter(map(look, ElementTree.parse(file).iter()))


def ask(fairy, options, address, work):
    """Seconds, seconds of the processor, and whether it went well."""
    source = os.path.join(work, "depots.svg")
    with open(source, "w", encoding="utf-8") as file:
        file.write(script.drawing())
    own = {name: os.path.join(work, name) for name in FOLDERS}
    os.mkdir(own["XDG_RUNTIME_DIR"], 0o700)
    environment = {**os.environ, **own, "ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "sk-bench-012345"}
    argv = [fairy, "ask", source, script.WORDS, *options, *OPTIONS, "-o", os.path.join(work, "out.svg")]
    begun = time.perf_counter()
    process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, process.returncode == 0


def play(fairy, scene, faster=1):
    answers, options = SCENES[scene][0](), SCENES[scene][1]
    with tempfile.TemporaryDirectory(prefix="fairies-team-") as work, Paced(answers, faster) as server:
        wall, cpu, good = ask(fairy, options, server.address, work)
        replies = [script.written(actions)[0] for each in answers.values() for actions in each]
        whole = sum(server.sent(len(reply)) for reply in replies)
        good = good and len(server.asked) == len(replies)
        shapes = shapes_of(os.path.join(work, "out.svg")) if good else None
        server.shutdown()
        path = script.critical_path(answers, server.sent)
        return Played(wall, cpu, path, whole, len(server.asked), server.pictures, shapes)


# --- the table ------------------------------------------------------------------------------------------------------


def time_row(table, name, peer, played, path):
    walls = [one.wall for one in played]
    ratio = statistics.median(walls) / path
    table.row(name, peer, f"{statistics.median(walls):.2f} s", f"{path:.2f} s", f"{ratio:8.2f} x",
              f"<= {LONGEST:g} x", ratio <= LONGEST)
    table.note("", "", f"at best {min(walls):.2f} s, at worst {max(walls):.2f} s; the machine's load: "
                       f"{os.getloadavg()[0]:.1f}")


def each(played):
    """Milliseconds of the processor for each action that draws."""
    return 1000 * statistics.median(one.cpu for one in played) / script.n_drawn()


def cpu_row(table, name, peer, ours, theirs, floor):
    ratio = each(ours) / each(theirs)
    shown = f"{each(ours):.2f} ms", f"{each(theirs):.2f} ms", f"{ratio:8.2f} x"
    if floor:
        table.row(name, peer, *shown, f"<= {floor:g} x", ratio <= floor)
    else:
        table.note(name, peer, "{:>12}{:>12}{:>12}".format(*shown))


def team(bench):
    bench.table.head("a team, at a model's pace; theirs: the script alone")
    played = {scene: [] for scene in SCENES}
    for scene in SCENES:
        for _ in range(bench.runs if scene == "team" else 1):
            played[scene].append(play(bench.fairy, scene))
    every = [one for of in played.values() for one in of]
    same = sum(one.shapes is not None and one.shapes == every[-1].shapes for one in every)
    bench.table.row("the drawing", "one fairy, at once", f"{same} runs", f"{len(every)} runs", "", "the same",
                    same == len(every))
    shown = sum(one.pictures == one.requests for one in every)
    bench.table.row("pictures", "requests", f"{shown} runs", f"{len(every)} runs", "", "as many", shown == len(every))
    n = played["team"][0].requests
    one = played["pair"][0]
    time_row(bench.table, "a leader and 8", "the script's longest way", played["team"], played["team"][0].path)
    time_row(bench.table, "a leader and 1", "the script's longest way", played["pair"], one.path)
    bench.table.note("", "", f"all that they are answered, one after the other: {one.whole:.2f} s")
    cpu_row(bench.table, "CPU of an action", f"one fairy, {n} requests", played["team"], played["looks"], DEAREST)
    cpu_row(bench.table, "", "one fairy, 1 request", played["team"], played["at once"], None)


def main():
    shapes = [play(sys.argv[1], scene, QUICK).shapes for scene in ("team", "at once")]
    sys.exit(not shapes[0] or shapes[0] != shapes[1])


if __name__ == "__main__":
    main()
