"""A real Inkscape for tests, in a display and on a bus of their own, reached over D-Bus."""
import os
import pathlib
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree as xml

ROOT = '/org/inkscape/Inkscape'
SVG = '{http://www.w3.org/2000/svg}'
NAMEDVIEW = '{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}namedview'
PLUGIN = pathlib.Path(__file__).resolve().parent.parent.parent / 'plugin' / 'inkscape'


class Inkscape:
    def __init__(self, place, shim, *files):
        extensions = place.root / 'extensions' / 'fairies'
        extensions.mkdir(parents=True, exist_ok=True)
        shutil.copy(shim, extensions)
        for entry in PLUGIN.glob('*.inx'):
            shutil.copy(entry, extensions)
        environment = place.environment | {'INKSCAPE_EXTENSIONS_DIR': str(extensions.parent),
                                           'INKSCAPE_PROFILE_DIR': str(place.root / 'profile')}
        (place.root / 'profile').mkdir(exist_ok=True)
        self.place, self.exports = place, 0
        self.log = open(place.root / 'inkscape.log', 'ab')
        self.process = subprocess.Popen(['inkscape', *map(str, files)], env=environment, stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log, start_new_session=True)
        for _ in range(240):
            if len(self.windows()) >= max(len(files), 1):
                break
            time.sleep(0.25)
        time.sleep(1)

    def gdbus(self, *arguments, seconds=60):
        done = subprocess.run(['gdbus', *arguments], capture_output=True, text=True, timeout=seconds, check=False)
        return done.stdout if done.returncode == 0 else None

    def windows(self):
        text = self.gdbus('introspect', '--session', '--dest', 'org.inkscape.Inkscape', '--object-path', ROOT + '/window') or ''
        return sorted(int(line.split()[1]) for line in text.splitlines() if line.strip().startswith('node ') and line.split()[1].isdigit())

    def act(self, action, value=None, under=''):
        """Carries an action out; what it takes is a string."""
        values = '[]' if value is None else f"[<'{value}'>]"
        return self.gdbus('call', '--session', '--timeout', '60', '--dest', 'org.inkscape.Inkscape', '--object-path', ROOT + under,
                          '--method', 'org.gtk.Actions.Activate', action, values, '{}')

    def enabled(self, action, under='/document/1'):
        text = self.gdbus('call', '--session', '--dest', 'org.inkscape.Inkscape', '--object-path', ROOT + under, '--method',
                          'org.gtk.Actions.Describe', action) or ''
        return text.startswith('((true')

    def select(self, *ids):
        self.act('select-clear')
        if ids:
            self.act('select-by-id', ','.join(ids))

    def export(self):
        """The active document."""
        self.exports += 1
        path = self.place.root / f'export-{self.exports}.svg'
        self.act('export-filename', path)
        self.act('export-do')
        for _ in range(40):
            if path.exists() and path.stat().st_size:
                break
            time.sleep(0.05)
        return path.read_text(encoding='utf-8') if path.exists() else ''

    def keys(self, *keys):
        subprocess.run(['xdotool', 'key', '--clearmodifiers', *keys], check=False, timeout=30)

    def shot(self, path):
        subprocess.run(['import', '-window', 'root', str(path)], check=False, timeout=30)

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()


def elements(text):
    """id → (name, attributes, text) of a drawing; the window's state is left out."""
    out = {}
    for element in xml.fromstring(text).iter():
        if element.tag != NAMEDVIEW:
            out[element.get('id')] = (element.tag, dict(element.attrib), (element.text or '').strip())
    return out


def differing(before, after):
    a, b = elements(before), elements(after)
    return sorted(str(name) for name in a.keys() | b.keys() if a.get(name) != b.get(name))
