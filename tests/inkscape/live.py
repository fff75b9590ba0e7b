"""A real Inkscape in a window, the driver that pushes into it, and the person's hands, for push.py."""
import contextlib
import os
import queue
import re
import signal
import subprocess
import threading
import time
import xml.etree.ElementTree as ET

APP = '/org/inkscape/Inkscape'
INK = '{http://www.inkscape.org/namespaces/inkscape}'
SODI = '{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}'


PEER = """<inkscape-extension xmlns="http://www.inkscape.org/namespace/inkscape/extension"><name>{0}</name><id>org.peer.{0}</id>
<effect needs-live-preview="false" implements-custom-gui="true"><object-type>all</object-type><effects-menu hidden="true"/></effect>
<script><command location="inx">{0}</command></script></inkscape-extension>"""


def install_peer(folder, name, program):
    """Another extension, "org.peer.NAME": a program's bytes, or the text of a shell script."""
    (folder / f'{name}.inx').write_text(PEER.format(name), encoding='utf-8')
    (folder / name).write_bytes(program if isinstance(program, bytes) else program.encode())
    (folder / name).chmod(0o755)


def wait_for(what, seconds, *args):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = what(*args)
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f'waited {seconds} s for {getattr(what, "__name__", what)} {args}')


def xdotool(*words):
    return subprocess.run(['xdotool', *map(str, words)], capture_output=True, text=True, timeout=60, check=False).stdout.strip()


def has_manager():
    """Windows that are opened before it is there have other sizes."""
    done = subprocess.run(['xprop', '-root', '_NET_SUPPORTING_WM_CHECK'], capture_output=True, text=True, check=False)
    return 'window id' in done.stdout


def start_manager():
    """Again, where the display wasn't ready for it."""
    for _ in range(4):
        manager = subprocess.Popen(['openbox', '--sm-disable'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with contextlib.suppress(AssertionError):
            wait_for(has_manager, 15)
            return manager
        manager.kill()
        manager.wait()
    raise AssertionError('openbox manages no windows')


class Inkscape:
    """One process with the files open; each in a window."""

    def __init__(self, work, *files):
        self.work, self.files = work, files
        with open(os.path.join(work, 'inkscape.log'), 'ab') as log:
            self.process = subprocess.Popen(['inkscape', *files], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            start_new_session=True)
        wait_for(self.has_windows, 60, len(files) or 1)
        time.sleep(0.5)

    def has_windows(self, n):
        return len(self.windows()) == n

    def call(self, path, method, *args):
        done = subprocess.run(['gdbus', 'call', '--session', '--dest', 'org.inkscape.Inkscape', '--object-path', APP + path,
                               '--timeout', '60', '--method', f'org.gtk.Actions.{method}', *args],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def do(self, action, *words, path=''):
        words = ','.join(f"<'{word}'>" for word in words)
        return self.call(path, 'Activate', action, f'[{words}]' if words else '@av []', '@a{sv} {}')

    def can(self, action, n=1):
        return self.call(f'/document/{n}', 'Describe', action).startswith('((true')

    def tool(self, n=1):
        return re.search(r"<'(\w+)'>", self.call(f'/window/{n}', 'Describe', 'tool-switch')).group(1)

    def switch(self, tool, n=1):
        self.do('tool-switch', tool, path=f'/window/{n}')

    def undo(self, n=1):
        self.do('undo', path=f'/document/{n}')

    def redo(self, n=1):
        self.do('redo', path=f'/document/{n}')

    def export(self, name='look.svg'):
        """Who exports at the same time may have set the name meanwhile: then once more."""
        path = os.path.join(self.work, name)
        for _ in range(10):
            if os.path.exists(path):
                os.unlink(path)
            self.do('export-filename', path)
            self.do('export-do')
            if os.path.exists(path):
                break
        return path

    def tree(self):
        return ET.parse(self.export()).getroot()

    def element(self, name):
        return next((e for e in self.tree().iter() if e.get('id') == name), None)

    def value(self, name, attribute):
        element = self.element(name)
        return None if element is None else element.get(attribute)

    def state(self):
        """All elements and attributes, in any order of the latter; without what is the window's."""
        out = []
        for e in self.tree().iter():
            if e.tag != SODI + 'namedview':
                out.append((e.tag, tuple(sorted(e.attrib.items())), (e.text or '').strip()))
        return out

    def windows(self):
        """X windows, by the number that Inkscape gives them."""
        out = {}
        for window in xdotool('search', '--onlyvisible', '--class', 'inkscape').split():
            text = subprocess.run(['xprop', '-id', window, '_GTK_WINDOW_OBJECT_PATH'], capture_output=True, text=True,
                                  check=False).stdout
            found = re.search(r'/window/(\d+)', text)
            if found:
                out[int(found.group(1))] = window
        return out

    def focus(self, n=1):
        xdotool('windowactivate', '--sync', self.windows()[n])
        time.sleep(0.2)

    def is_alive(self):
        return self.process.poll() is None

    def close(self):
        if self.is_alive():
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        time.sleep(0.2)


class Driver:
    """push_driver.c; what it says is kept in `lines`, with the time."""

    def __init__(self, program, inkscape, path, display=None):
        display = os.environ.get('DISPLAY', '') if display is None else display
        self.process = subprocess.Popen(
            [program, os.environ['DBUS_SESSION_BUS_ADDRESS'], display, str(inkscape.process.pid), path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines, self.fresh = [], queue.Queue()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        self.window = int(self.wait(r'found (\d+)').group(1))

    def read(self):
        for line in self.process.stdout:
            self.lines.append((time.monotonic(), line.rstrip('\n')))
            self.fresh.put(line.rstrip('\n'))

    def say(self, *words):
        self.process.stdin.write(' '.join(words) + '\n')
        self.process.stdin.flush()

    def wait(self, pattern, seconds=30):
        """The next line that fits; those before are skipped."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.fresh.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty as no:
                raise AssertionError(f'waited for "{pattern}"; {[line for _, line in self.lines[-6:]]}') from no
            found = re.match(pattern, line)
            if found:
                return found

    def act(self, *actions):
        self.say('do {"actions":[' + ','.join(actions) + ']}')

    def all(self, pattern):
        return [found for _, line in self.lines if (found := re.match(pattern, line))]

    def close(self):
        if self.process.poll() is None:
            self.say('quit')
        self.process.stdin.close()
        code = self.process.wait(20)
        self.thread.join(5)
        self.process.stdout.close()
        assert code == 0, f'the driver ended with {code}'
