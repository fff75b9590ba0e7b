"""A real Inkscape with the extension, the worker, and the window beside it, for scripts that scene.sh starts."""
import contextlib
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import sys
import time

from desk import FIXTURES, Client, Model, Place
from live import Inkscape, start_manager, wait_for, xdotool

HERE = pathlib.Path(__file__).resolve().parent
# What Inkscape gives an extension: selection and view, which nothing else tells.
SPY = """<inkscape-extension xmlns="http://www.inkscape.org/namespace/inkscape/extension"><name>Spy</name><id>org.fairies.spy</id>
<effect implements-custom-gui="true"><object-type>all</object-type><effects-menu hidden="true"/></effect>
<script><command location="inx">spy</command></script></inkscape-extension>"""
# A window that isn't maximized, so that there is place beside it.
PREFERENCES = '''<inkscape version="1"><group id="desktop"><group id="geometry" x="0" y="0" width="960" height="800" maximized="0"
fullscreen="0"/></group><group id="options"><group id="savewindowgeometry" value="2"/></group></inkscape>'''
SPY_PROGRAM = '#!/bin/sh\nprintf "%s\\n" "$@" >{0}/spy.txt\nfor last; do :; done\ncp "$last" {0}/spy.svg\n'


def offset(name, x=15, y=0):
    return {'_type': 'offset', 'shapeIds': [name], 'offsetX': x, 'offsetY': y}


def by_id(state):
    return {dict(attributes).get('id'): (tag, attributes, text) for tag, attributes, text in state}


def differing(before, after):
    """The ids of what isn't the same in two of Inkscape.state()."""
    a, b = by_id(before), by_id(after)
    return {str(name) for name in a.keys() | b.keys() if a.get(name) != b.get(name)}


def arrange(inkscape, width=960, height=830):
    """Inkscape on the left, the page as large as that allows. Returns where a point of the demo drawing is on the screen."""
    window = inkscape.windows()[1]
    xdotool('windowsize', '--sync', window, width, height)
    xdotool('windowmove', window, 0, 0)
    time.sleep(0.5)
    inkscape.do('canvas-zoom-page', path='/window/1')
    time.sleep(0.7)
    return place_of()


def place_of():
    """By the three boxes of this colour, which nothing else has: (48, 96) to (244, 352) with their strokes, 1 inside of that."""
    shot = subprocess.run(['import', '-window', 'root', 'png:-'], capture_output=True, check=True).stdout
    found = subprocess.run(['convert', 'png:-', '-fill', 'white', '+opaque', '#fbd5d5', '-format', '%@', 'info:'], input=shot,
                           capture_output=True, check=True).stdout.decode()
    w, h, x, y = map(int, re.match(r'(\d+)x(\d+)\+(\d+)\+(\d+)', found).groups())
    return lambda px, py: (round(x + (px - 49) * w / 194), round(y + (py - 97) * h / 254))


class Scene:
    """Folders, a model, and Inkscape with copies of the demo drawing. `window`: the program, or one that ends at once."""

    def __init__(self, shim, worker, window='/bin/true', answers=((),), pause=1.0, names=('order.svg',)):
        self.place = Place()
        self.root = self.place.root
        self.model = Model(list(answers), pause)
        profile, self.extensions = self.root / 'profile', self.root / 'extensions'
        os.environ.update(self.place.environment | self.model.environment | {
            'FAIRIES_WORKER': worker, 'FAIRIES_WINDOW': window, 'FAIRIES_MODEL': self.model.name, 'GTK_THEME': 'Adwaita',
            'INKSCAPE_EXTENSIONS_DIR': str(self.extensions), 'INKSCAPE_PROFILE_DIR': str(profile)})
        profile.mkdir()
        (profile / 'preferences.xml').write_text(PREFERENCES, encoding='utf-8')
        self.install(shim)
        self.files = [self.root / name for name in names]
        for file in self.files:
            file.write_bytes((FIXTURES / 'demo.svg').read_bytes())
        self.manager = start_manager()
        self.open()

    def install(self, shim):
        self.extensions.mkdir()
        shutil.copy(shim, self.extensions)
        for entry in (HERE.parent.parent / 'plugin' / 'inkscape').glob('*.inx'):
            shutil.copy(entry, self.extensions)
        (self.extensions / 'spy.inx').write_text(SPY, encoding='utf-8')
        spy = self.extensions / 'spy'
        spy.write_text(SPY_PROGRAM.format(self.root), encoding='utf-8')
        spy.chmod(0o755)

    @contextlib.contextmanager
    def wrapped(self, line):
        """The extension runs a line of shell in `root` before."""
        program = self.extensions / 'fairies-inkscape'
        real = program.with_name('fairies-real')
        program.rename(real)
        fresh = program.with_name('fresh')
        fresh.write_text(f'#!/bin/sh\n(cd {self.root}; {line}) >/dev/null\nexec {real} "$@"\n', encoding='utf-8')
        fresh.chmod(0o755)
        fresh.rename(program)
        try:
            yield
        finally:
            real.replace(program)

    def open(self):
        self.inkscape = Inkscape(str(self.root), *map(str, self.files))

    def menu(self, verb):
        self.inkscape.do(f'org.fairies.{verb}.noprefs')

    def select(self, *ids):
        self.inkscape.do('select-clear')
        if ids:
            self.inkscape.do('select-by-id', ','.join(ids))

    def seen(self):
        """What is selected, zoom and centre of the view. There is nothing to redo afterwards."""
        self.inkscape.do('org.fairies.spy.noprefs')
        ids = re.findall(r'--id=(\S+)', (self.root / 'spy.txt').read_text(encoding='utf-8'))
        text = (self.root / 'spy.svg').read_text(encoding='utf-8')
        return sorted(ids), [re.search(rf'inkscape:{name}="([^"]*)"', text).group(1) for name in ('zoom', 'cx', 'cy')]

    def attach(self):
        """Hears what the worker tells all windows."""
        client = Client(self.place)
        client.ask(do='attach')
        client.wait(event='now')
        return client

    @staticmethod
    def ready(client, seconds=20):
        """Until nobody is at work."""
        while client.named('drawing')[-1]['state'] != 'ready' and client.wait(seconds, event='drawing'):
            pass

    def picture(self, name):
        """Of the whole screen, if SCENE_PICTURES says where to."""
        folder = os.environ.get('SCENE_PICTURES')
        if folder:
            subprocess.run(['import', '-window', 'root', os.path.join(folder, f'{name}.png')], check=False)

    def end(self):
        self.inkscape.close()
        while window := Panel.find():  # of this display: ours
            os.kill(int(xdotool('getwindowpid', window)), 9)
            time.sleep(0.3)
        self.manager.kill()
        self.manager.wait()
        with contextlib.suppress(OSError):
            client = Client(self.place, 1)
            pid = worker_pid(client)
            client.close()
            os.kill(pid, 15)
            wait_for(lambda: not self.place.socket.exists(), 30)
        self.place.end()


def worker_pid(client):
    return struct.unpack('3i', client.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]


class Panel:
    """The window beside Inkscape, as one sees it, hears it and types into it."""

    def __init__(self, seconds=30):
        self.window = wait_for(self.find, seconds)
        self.pid = int(xdotool('getwindowpid', self.window))

    @staticmethod
    def find():
        return next(reversed(Panel.all()), None)

    @staticmethod
    def all():
        return xdotool('search', '--onlyvisible', '--class', 'fairies-window').split()

    def title(self):
        return xdotool('getwindowname', self.window)

    def has_focus(self):
        return xdotool('getactivewindow') == self.window

    def focus(self):
        xdotool('windowactivate', '--sync', self.window)
        time.sleep(0.2)

    def click_entry(self):
        """The last line but the buttons: where one types."""
        shell = dict(line.split('=') for line in xdotool('getwindowgeometry', '--shell', self.window).splitlines())
        x, y, height = int(shell['X']), int(shell['Y']), int(shell['HEIGHT'])
        xdotool('mousemove', x + 60, y + height - 120, 'click', 1)
        time.sleep(0.2)

    def place(self, x, y, width, height):
        xdotool('windowsize', self.window, width, height)
        xdotool('windowmove', self.window, x, y)

    @staticmethod
    def keys(*names):
        xdotool('key', '--clearmodifiers', '--delay', 30, *names)

    @staticmethod
    def type(text):
        xdotool('type', '--clearmodifiers', '--delay', 12, text)

    def texts(self):
        """All that is shown, in words, as a screen reader has it; None where nobody can ask."""
        for python in (sys.executable, '/usr/bin/python3'):
            done = subprocess.run([python, str(HERE / 'window_names.py'), str(self.pid)], capture_output=True, text=True,
                                  timeout=60, check=False)
            if done.returncode == 0:
                return [line.split('\t')[-1] for line in done.stdout.splitlines()]
        return None

    def says(self, words, seconds=10):
        """Whether it comes to say so."""
        end = time.monotonic() + seconds
        while True:
            texts = self.texts()
            if texts is None or any(words in text for text in texts):
                return True
            if time.monotonic() > end:
                return False
            time.sleep(0.2)
