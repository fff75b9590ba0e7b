"""Has a real Inkscape run us and others in turn, in a display and on a bus of its own; inkscape.py starts it and makes a
table of what it prints: a line of JSON for each measurement, {"what":…, "drawing":…, "panels":…, "values":[…]}.
inkscape_live.py WORK BUILD ROUNDS PUSHES"""
import glob
import itertools
import json
import os
import pathlib
import shutil
import socket
import struct
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "inkscape"))
import desk  # noqa: E402
import live  # noqa: E402
import push  # noqa: E402

DRAWINGS = ((10, 0), (1000, 100), (1000, 0), (5000, 100), (5000, 0))  # how many objects, and how many of them in a group
COLORS = ("red", "blue", "green")
numbers = itertools.count()  # of what is done: each changes something
# One attribute of what it is given becomes another.
ECHO = """#!/bin/sh
for file; do :; done
exec sed "0,/ rx=\\"[^\\"]*\\"/s// rx=\\"1.$$\\"/" "$file"
"""


def label(n, per_group):
    return f"{n}, in groups" if per_group else f"{n}, siblings" if n > 10 else str(n)


def draw(path, n, per_group):
    boxes = [f'<rect id="r{i}" x="{i % 100 * 10}" y="{i // 100 * 10}" width="8" height="8" rx="1" style="fill:#eeeeee"/>'
             for i in range(n)]
    groups = [f'<g id="g{i}">' + "".join(boxes[i:i + per_group]) + "</g>" for i in range(0, n, per_group or n)]
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000" viewBox="0 0 1000 1000" id="root">'
                    + "".join(groups if per_group else boxes) + "</svg>", encoding="utf-8")


def tell(what, values, drawing="", panels=False):
    print(json.dumps({"what": what, "drawing": drawing, "panels": panels, "values": values}), flush=True)


def since(start):
    return (time.monotonic() - start) * 1000


# --- a place of its own -------------------------------------------------------------------------------------------------


class Scene:
    """Our programs and the peers in a profile of their own, and the worker, which the menu has started."""

    def __init__(self, work, build):
        self.work, self.build = pathlib.Path(work), pathlib.Path(build)
        self.place = desk.Place()
        self.model = desk.Model([[]], 0.3)
        self.extensions = self.work / "extensions"
        for folder in ("profile", "extensions"):
            (self.work / folder).mkdir()
        os.environ.update(self.place.environment | self.model.environment | {
            "FAIRIES_WORKER": str(self.build / "plugin" / "fairies-worker"), "FAIRIES_WINDOW": "/bin/true",
            "FAIRIES_RENDER": str(self.build / "svg" / "fairy-render"),
            "INKSCAPE_EXTENSIONS_DIR": str(self.extensions), "INKSCAPE_PROFILE_DIR": str(self.work / "profile")})
        self.install()
        self.manager = push.start_manager()
        self.client = self.worker = None

    def install(self):
        shutil.copy(self.build / "plugin" / "fairies-inkscape", self.extensions)
        for entry in (ROOT / "plugin" / "inkscape").glob("*.inx"):
            shutil.copy(entry, self.extensions)
        live.install_peer(self.extensions, "empty", (self.build / "tests" / "bench-empty").read_bytes())
        live.install_peer(self.extensions, "echo", ECHO)

    def open(self, n, per_group):
        file = self.work / f"{n}-{per_group}.svg"
        draw(file, n, per_group)
        inkscape = live.Inkscape(str(self.work), str(file))
        inkscape.focus()
        return inkscape, push.Driver(str(self.build / "tests" / "push-driver"), inkscape, str(file))

    def meet(self):
        """The worker that the menu has started."""
        self.client = desk.Client(self.place, 20)
        self.worker = struct.unpack("iii", self.client.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        self.client.ask(do="attach")

    def close(self):
        if self.client:
            self.client.close()
            os.kill(self.worker, 15)
        self.manager.terminate()
        self.manager.wait()
        self.place.end()


def call(driver, name):
    """ms from our asking Inkscape to its having done it."""
    driver.say("call", f"org.{name}.noprefs")
    return int(driver.wait(r"called (\d+)").group(1)) / 1000


def describe(driver):
    driver.say("describe")
    return int(driver.wait(r"described (\d+)").group(1)) / 1000


def fill():
    i = next(numbers)
    return push.fill(f"r{i % 10}", COLORS[i % 3])


def push_one(driver):
    driver.act(fill())
    driver.say("now")
    return int(driver.wait(r"pushed 1 (\d+)").group(1))


# --- the menu, and pushes -----------------------------------------------------------------------------------------------


def in_turn(scene, driver, rounds, drawing, panels):
    """The first round fills caches, and doesn't count."""
    deeds = {"push": lambda: push_one(driver), "echo": lambda: call(driver, "peer.echo"),
             "empty": lambda: call(driver, "peer.empty"), "describe": lambda: describe(driver),
             "menu": lambda: call(driver, "fairies.ask")}
    values = {name: [] for name in deeds}
    for _ in range(rounds + 1):
        for name, deed in deeds.items():
            values[name].append(deed())
            if name == "menu" and scene.client:
                scene.client.wait(20, event="present")
            time.sleep(0.1)
    for name, them in values.items():
        tell(name, them[1:], drawing, panels)


def measure(scene, rounds):
    for n, per_group in DRAWINGS:
        drawing = label(n, per_group)
        inkscape, driver = scene.open(n, per_group)
        if scene.client is None:
            tell("menu, and no worker", [call(driver, "fairies.ask")], drawing)
            scene.meet()
        driver.say("start", inkscape.export("start.svg"))
        in_turn(scene, driver, rounds, drawing, False)
        for panel in ("Objects", "XMLEditor"):
            inkscape.do("dialog-open", panel, path="/window/1")
        time.sleep(2)
        in_turn(scene, driver, rounds, drawing, True)
        driver.close()
        inkscape.close()


# --- the first visible edit -----------------------------------------------------------------------------------------------


def ask(scene, number, actions):
    scene.model.asked.clear()
    scene.model.told.clear()
    scene.model.answers[:] = [actions, []]
    answer = scene.client.ask(do="ask", drawing=number, words="colour them", scope="page", model=scene.model.name)
    assert answer.get("ok"), answer


def at_rest(scene, number):
    end = scene.client.wait(300, event="end", drawing=number)
    assert end and "error" not in end, (end, scene.place.log()[-2000:])
    scene.client.wait(30, event="drawing", drawing=number, state="ready")


def number_of(scene, inkscape):
    inkscape.do("org.fairies.ask.noprefs")
    return scene.client.wait(20, event="present")["drawing"]


def first_edit(scene, rounds):
    for n, per_group in DRAWINGS:
        inkscape, driver = scene.open(n, per_group)
        driver.close()
        number, values = number_of(scene, inkscape), []
        for _ in range(rounds + 1):
            ask(scene, number, [json.loads(fill())])
            pushed = scene.client.wait(60, event="pushed", drawing=number)
            assert pushed, scene.client.events[-5:]
            values.append(since(scene.model.told[0]))
            at_rest(scene, number)
        tell("first edit", values[1:], label(n, per_group))
        inkscape.close()


# --- what is left behind ----------------------------------------------------------------------------------------------------


def memory(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def files(scene):
    return len(os.listdir(scene.place.runtime)) + len(glob.glob("/tmp/ink_ext_*"))


def push_many(scene, number, n):
    """A turn of so many actions, each of which is wanted at once."""
    ask(scene, number, [json.loads(fill()) for _ in range(n)])
    done = 0
    while done < n:
        assert scene.client.wait(60, event="action", drawing=number), scene.client.events[-5:]
        scene.client.ask(do="show-now", drawing=number)
        done += 1
    at_rest(scene, number)
    return sum(1 for line in scene.client.events if line.get("event") == "pushed")


def left_behind(scene, pushes):
    """As many pushes, and runs of the peer, before as those that are looked at."""
    inkscape, driver = scene.open(10, 0)
    for _ in range(pushes):
        call(driver, "peer.echo")
    before = memory(inkscape.process.pid)
    for _ in range(pushes):
        call(driver, "peer.echo")
    tell("peer's memory", [before, memory(inkscape.process.pid)])
    driver.close()
    inkscape.close()
    inkscape, driver = scene.open(10, 0)
    driver.close()
    number, ours = number_of(scene, inkscape), []
    for _ in range(2):
        scene.client.events.clear()
        scene.client.at = 0
        n = push_many(scene, number, pushes)
        time.sleep(3)  # the picture of how it is now
        ours.append((n, memory(inkscape.process.pid), memory(scene.worker), descriptors(scene.worker),
                     descriptors(inkscape.process.pid), files(scene)))
    for name, values in zip(("pushes", "memory", "worker's memory", "worker's descriptors", "descriptors", "files"), zip(*ours)):
        tell(name, values)
    inkscape.close()


def main(work, build, rounds, pushes):
    scene = Scene(work, build)
    try:
        measure(scene, int(rounds))
        first_edit(scene, int(rounds))
        left_behind(scene, int(pushes))
    finally:
        scene.close()


main(*sys.argv[1:])
