#!/usr/bin/env python3
"""The window beside Inkscape, driven by keys on an X server of its own, with a window manager and without: window.py PROGRAM.

A stand-in speaks the worker's side (window_worker.py). --pictures FOLDER leaves a picture after each case, --theme NAME[:dark]
another theme, --only WORD some cases, --some N a few drawn by TEST_SEED. Ends with "N passed, N failed", or 77 where something it needs isn't there."""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from window_worker import Display, Worker

HERE = pathlib.Path(__file__).resolve().parent
CASES = []


def case(func):
    CASES.append(func)
    return func


class Scene:
    """A display, a worker, and a window that was asked for."""

    def __init__(self, options, manager):
        self.folder = tempfile.mkdtemp(prefix='fairies-window-')
        self.options, self.manager = options, manager
        self.display = Display(manager)
        self.worker = Worker(os.path.join(self.folder, 'worker.sock'))
        self.program = self.start()
        self.worker.accept()

    def start(self):
        more = {'XDG_CONFIG_HOME': self.folder, 'GSETTINGS_BACKEND': 'memory', 'GTK_THEME': self.options.theme,
                'ASAN_OPTIONS': 'intercept_tls_get_addr=0:detect_leaks=0'}
        return self.display.start([self.options.program, self.worker.path], **more)

    def present(self, number=1, **more):
        self.worker.drawing(number, **more)
        self.worker.say(event='now')
        self.worker.say(event='present', drawing=number)
        self.settle(self.is_ready, 10)
        time.sleep(0.3)

    def is_ready(self):
        """Whether the window is shown, and gets what is typed: where nobody manages windows it does when it is shown."""
        titles = self.display.titles()
        return titles and (not self.manager or self.display.focused() in titles)

    def settle(self, so=None, seconds=5.0):
        """Waits until it is so; without, a moment in which what was told is shown."""
        until = time.monotonic() + (seconds if so else 0.35)
        while time.monotonic() < until:
            if so and so():
                return True
            time.sleep(0.05)
        return not so

    def texts(self):
        """role, states, name of all that is shown; None where nobody can ask."""
        for python in (sys.executable, '/usr/bin/python3'):
            done = self.display.run(python, str(HERE / 'window_names.py'), str(self.program.pid))
            if done.returncode == 0:
                return [line.split('\t') for line in done.stdout.splitlines()]
        return None

    def says(self, words):
        texts = self.texts()
        return texts is None or any(words in name for _, _, name in texts)

    def ask(self, words):
        self.display.type(words)
        self.display.keys('Return')
        return self.worker.wait_for('ask')

    def end(self):
        self.display.end()
        shutil.rmtree(self.folder, ignore_errors=True)


# --- when it is shown -------------------------------------------------------------------------------------------------------


@case
def shown_only_when_asked_for(scene):
    scene.worker.drawing()
    scene.worker.turn('align')
    scene.worker.say(event='end', drawing=1, end='done', ok=1)
    scene.settle()
    assert scene.display.titles() == [], 'it came by itself'
    scene.present()
    assert any('order.svg' in title for title in scene.display.titles())


@case
def typed_at_once(scene):
    scene.present()
    scene.display.type('make it blue')
    scene.display.keys('shift+Return')
    scene.display.type('and wide')
    scene.display.keys('Return')
    asked = scene.worker.wait_for('ask')
    assert asked == {'do': 'ask', 'drawing': 1, 'words': 'make it blue\nand wide', 'scope': 'selection', 'model': 'offline',
                     'fairies': 1, 'session': 'default'}, asked


@case
def blank_words_ask_nothing(scene):
    scene.present()
    scene.display.keys('Return', 'space', 'Return')
    assert scene.worker.wait_for('ask', 0.5) is None


@case
def former_words_come_back(scene):
    scene.worker.drawing()
    scene.worker.say(event='history', drawing=1, chat=[{'who': 'person', 'words': 'first'}, {'who': 'Jasper', 'words': 'done'},
                                                       {'who': 'person', 'words': 'second\nline'}])
    scene.present()
    scene.display.type('draft')
    scene.display.keys('Up')
    scene.display.keys('Up', 'Up')  # one of them within the two lines
    scene.display.keys('Return')
    assert scene.worker.wait_for('ask')['words'] == 'first'
    scene.display.type('draft')
    scene.display.keys('Up', 'Down')
    scene.display.keys('Return')
    assert scene.worker.wait_for('ask')['words'] == 'draft'


@case
def escape_closes(scene):
    scene.present()
    scene.display.keys('Escape')
    assert scene.worker.wait_for('close') == {'do': 'close', 'drawing': 1}
    assert scene.settle(lambda: scene.program.poll() is not None)
    assert scene.program.returncode == 0


@case
def what_is_typed_survives_escape(scene):
    scene.present()
    scene.display.type('half a thought')
    scene.display.keys('Escape')
    assert scene.settle(lambda: scene.display.titles() == [])
    scene.present()
    scene.display.keys('Return')
    assert scene.worker.wait_for('ask')['words'] == 'half a thought'


# --- at work ----------------------------------------------------------------------------------------------------------------


def at_work(scene, fairies=2):
    scene.present()
    scene.worker.drawing(state='working')
    scene.worker.turn('align the boxes', fairies=fairies)
    scene.settle()


@case
def told_while_at_work(scene):
    at_work(scene)
    scene.display.type('leave the note')
    scene.display.keys('Return')
    assert scene.worker.wait_for('tell') == {'do': 'tell', 'drawing': 1, 'words': 'leave the note'}
    scene.display.type('Teasel: take the left ones')
    scene.display.keys('Return')
    assert scene.worker.wait_for('tell') == {'do': 'tell', 'drawing': 1, 'words': 'take the left ones', 'fairy': 'Teasel'}


@case
def keys_stop_and_show(scene):
    at_work(scene)
    scene.worker.say(event='hold', drawing=1, why='you are typing a text', waiting=3)
    scene.settle()
    assert scene.says('3 changes are not in the drawing yet: you are typing a text.')
    scene.display.keys('alt+n')
    assert scene.worker.wait_for('show-now') == {'do': 'show-now', 'drawing': 1}
    scene.worker.say(event='hold', drawing=1, waiting=0)
    scene.display.keys('alt+s')
    assert scene.worker.wait_for('stop') == {'do': 'stop', 'drawing': 1}


def a_turn(scene):
    at_work(scene)
    scene.worker.action(0, 'Planned a task', icon='note', shapeIds=[])
    scene.worker.action(1, 'Aligned 3 shapes')
    scene.worker.action(2, 'Deleted nothing', outcome='refused', shapeIds=[], icon='trash',
                        detail='"panel" is in the locked layer "Frame"; only a person can unlock that')
    scene.worker.action(3, 'All is **aligned**.', type='message', shapeIds=[], icon=None)
    scene.worker.say(event='spent', drawing=1, cost=0.0123, tokens=4567, requests=2)
    scene.worker.say(event='end', drawing=1, end='refused', ok=3, refused=1)
    scene.settle()


@case
def what_was_done_is_told(scene):
    a_turn(scene)
    for words in ('Jasper: Aligned 3 shapes', 'Refused. Deleted nothing: "panel" is in the locked layer "Frame"', 'All is aligned.',
                  'Done, but not all of it: 3 ok, 1 refused.', '$0.0123, 4,567 tokens, 2 requests'):
        assert scene.says(words), words


@case
def a_turn_is_decided_on(scene):
    a_turn(scene)
    scene.display.keys('alt+r')
    assert scene.worker.wait_for('reject') == {'do': 'reject', 'drawing': 1}
    assert scene.settle(lambda: not scene.says('Accept all') or scene.texts() is None), 'it was decided'
    scene.worker.refuse['undo'] = 'Later work rests on it.'
    scene.display.keys('alt+u')
    assert scene.worker.wait_for('undo') == {'do': 'undo', 'drawing': 1}
    assert scene.settle(lambda: scene.says('Later work rests on it.'))
    scene.display.keys('alt+c')
    assert scene.worker.wait_for('accept') == {'do': 'accept', 'drawing': 1}


@case
def an_action_is_decided_on_by_keys(scene):
    a_turn(scene)
    scene.display.keys('shift+Tab', 'Home', 'Down', 'Down', 'Delete')
    assert scene.worker.wait_for('reject') == {'do': 'reject', 'drawing': 1, 'action': 1}
    scene.display.keys('Tab', 'space')  # the button beside it
    assert scene.worker.wait_for('accept') == {'do': 'accept', 'drawing': 1, 'action': 1}
    scene.worker.say(event='decided', drawing=1, action=1, **{'as': 'accepted'})
    scene.settle()
    assert scene.says('Aligned 3 shapes Accepted.')


@case
def a_cut_turn_goes_on(scene):
    at_work(scene)
    scene.worker.say(event='end', drawing=1, end='budget', ok=1, error='the run costs $1 already')
    scene.settle()
    scene.display.keys('alt+o')
    assert scene.worker.wait_for('continue') == {'do': 'continue', 'drawing': 1}


# --- what goes wrong --------------------------------------------------------------------------------------------------------


@case
def refused_words_come_back(scene):
    scene.present()
    scene.worker.refuse['ask'] = 'Inkscape is gone.'
    assert scene.ask('make it blue')
    assert scene.settle(lambda: scene.says('Inkscape is gone.'))
    del scene.worker.refuse['ask']
    scene.display.keys('Return')
    assert scene.worker.wait_for('ask')['words'] == 'make it blue'


@case
def a_worker_is_killed_and_comes_back(scene):
    scene.present()
    scene.display.type('half a')
    scene.worker.drop()
    assert scene.settle(lambda: scene.says('The worker of the fairies has ended'))
    scene.worker.listen()
    scene.worker.accept()
    scene.worker.drawing()
    scene.worker.say(event='now')
    assert scene.settle(lambda: not scene.says('The worker of the fairies has ended'))
    scene.display.type(' thought')
    scene.display.keys('Return')
    assert scene.worker.wait_for('ask')['words'] == 'half a thought'


@case
def without_a_worker_it_ends_unless_it_is_seen(scene):
    scene.worker.drawing()
    scene.worker.drop()
    assert scene.settle(lambda: scene.program.poll() is not None, 30)


def send(scene, *lines):
    scene.worker.connection.setblocking(True)
    scene.worker.connection.sendall(b''.join(line + b'\n' for line in lines))
    scene.worker.connection.setblocking(False)


@case
def nonsense_is_skipped(scene):
    scene.present()
    send(scene, b'{"event":', b'[]', b'null', b'{"event":"action","drawing":1,"shapeIds":7}', b'{"id":77,"error":"x"}',
         b'{"event":"picture","drawing":1,"when":"after","path":"/dev/null"}')
    assert scene.ask('still there')


@case
def what_is_no_text_is_attached_again(scene):
    scene.present()
    send(scene, b'\xff\xfe')
    assert scene.worker.is_left()
    assert scene.worker.accept()
    scene.present()
    assert scene.ask('still there')


# --- drawings ---------------------------------------------------------------------------------------------------------------


@case
def two_drawings_are_not_mixed(scene):
    scene.present(1)
    scene.display.type('for the first')
    scene.present(2, name='other.svg', selected=())
    scene.display.type('for the second')
    scene.display.keys('Return')
    asked = scene.worker.wait_for('ask')
    assert (asked['drawing'], asked['words'], asked['scope']) == (2, 'for the second', 'view'), asked
    scene.worker.say(event='present', drawing=1)
    scene.settle()
    scene.display.keys('Return')
    asked = scene.worker.wait_for('ask')
    assert (asked['drawing'], asked['words'], asked['scope']) == (1, 'for the first', 'selection'), asked


@case
def a_closed_document_takes_no_words(scene):
    scene.present()
    scene.worker.say(event='closed', drawing=1)
    scene.settle()
    scene.display.type('make it blue')
    scene.display.keys('Return')
    assert scene.worker.wait_for('ask', 0.5) is None


# --- much ---------------------------------------------------------------------------------------------------------------------


def width(scene):
    found = scene.display.run('xdotool', 'search', '--onlyvisible', '--name', 'Fairies').stdout.split()
    return int(scene.display.run('xdotool', 'getwindowgeometry', '--shell', found[-1]).stdout.split('WIDTH=')[1].split()[0])


@case
def long_texts_keep_their_place(scene):
    at_work(scene)
    before = width(scene)
    scene.worker.drawing(state='working', name='a-very-long-name-of-a-drawing-' * 6 + '.svg',
                         models=['provider/' + 'model-' * 30], model='provider/' + 'model-' * 30)
    scene.worker.say(event='partial', drawing=1, fairy='fairy', index=0, type='create', description='Writing ' * 60)
    scene.worker.action(0, 'unbroken' * 60)
    scene.worker.action(1, 'Said *this* and `that` <b>\u202e ' + 'and a lot more ' * 60, type='message')
    scene.worker.say(event='warning', drawing=1, message='\x1b[31m' + 'careful ' * 80)
    scene.worker.say(event='hold', drawing=1, why='you ' + 'are typing ' * 20, waiting=3)
    assert scene.settle(lambda: scene.says('careful'))
    assert width(scene) == before, (before, width(scene))


def processor_time(pid):
    """Seconds that the program has worked: what others do on the machine doesn't count."""
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text(encoding='ascii').rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


@case
def two_hundred_actions_are_smooth(scene):
    at_work(scene)
    spent = []
    for i in range(200):
        if i % 50 == 0:
            scene.worker.poll()
            begin = processor_time(scene.program.pid)
        for j in range(4):
            scene.worker.say(event='partial', drawing=1, fairy='fairy', index=i, type='move', description=f'Moving {i} by {j}')
            time.sleep(0.01)
        scene.worker.action(i, f'Moved shape {i}, whose label is long enough for two lines in a window of this width')
        if i % 50 == 49:
            time.sleep(1)
            spent.append((processor_time(scene.program.pid) - begin) / 50 * 1000)
    print('  an action and what is told while it is written, in each 50 of 200: ' + ', '.join(f'{ms:.0f}' for ms in spent) +
          ' ms of processor time')
    assert spent[-1] < 2 * spent[0] + 20, spent
    assert scene.settle(lambda: scene.says('Moved shape 199,')), 'not shown'
    scene.display.type('x')
    scene.display.keys('Return')
    assert scene.worker.wait_for('tell', 20), 'it does not answer'


# --- settings -----------------------------------------------------------------------------------------------------------------


@case
def settings_are_kept_for_one_alone(scene):
    scene.present()
    scene.display.keys('alt+e')
    assert scene.settle(lambda: any('Settings' in title for title in scene.display.titles()))
    time.sleep(0.3)
    scene.display.keys('alt+m', 'ctrl+a')
    scene.display.type('openai/gpt-7')
    scene.display.keys('alt+b', 'ctrl+a')
    scene.display.type('0.25')
    scene.display.keys('alt+k')
    scene.display.type('sk-secret-0123456789')
    scene.display.keys('Return')
    assert scene.settle(lambda: not any('Settings' in title for title in scene.display.titles()))
    path = pathlib.Path(scene.folder, 'fairies', 'config.ini')
    text = path.read_text(encoding='utf-8')
    assert 'max-cost = 0.25' in text and 'key = sk-secret-0123456789' in text, text
    assert path.stat().st_mode & 0o777 == 0o600
    asked = scene.ask('typed right after')
    assert asked and asked['model'] == 'openai/gpt-7', asked


@case
def wrong_settings_are_told(scene):
    scene.present()
    scene.display.keys('alt+e')
    assert scene.settle(lambda: any('Settings' in title for title in scene.display.titles()))
    time.sleep(0.3)
    scene.display.keys('alt+b', 'ctrl+a')
    scene.display.type('cheap')
    scene.display.keys('Return')
    assert scene.settle(lambda: scene.says('max-cost'))
    scene.display.keys('Escape')
    assert scene.settle(lambda: not any('Settings' in title for title in scene.display.titles()))
    assert not pathlib.Path(scene.folder, 'fairies', 'config.ini').exists()


# --- for those who hear it ------------------------------------------------------------------------------------------------------


@case
def every_control_has_a_name(scene):
    a_turn(scene)
    scene.display.keys('shift+Tab', 'Home', 'Down', 'Down')
    scene.settle()
    texts = scene.texts()
    if texts is None:
        return
    controls = [(role, name) for role, states, name in texts if 'focusable' in states and role != 'scroll pane']
    assert len(controls) > 12, controls
    assert not [role for role, name in controls if not name.strip()], controls
    names = [name for _, name in controls]
    for name in ('Accept: Aligned 3 shapes', 'Reject: Aligned 3 shapes', 'How many fairies'):
        assert name in names, (name, names)
    for name in ('What the fairies look at', 'Which model answers'):  # what GTK says of them is said of a part of theirs
        assert ['combo box', name] in [[role, called] for role, _, called in texts], name
    scene.display.keys('alt+e')
    scene.settle(lambda: any('Settings' in title for title in scene.display.titles()))
    time.sleep(0.3)
    dialog = [(role, name) for role, states, name in scene.texts() if 'focusable' in states and role != 'scroll pane']
    assert not [role for role, name in dialog if not name.strip()], dialog


@case
def the_end_is_announced_and_not_each_step(scene):
    at_work(scene)
    python = next((one for one in (sys.executable, '/usr/bin/python3')
                   if subprocess.run([one, '-c', 'import gi; gi.require_version("Atspi", "2.0")'], capture_output=True,
                                     check=False).returncode == 0), None)
    if python is None:
        return
    with subprocess.Popen([python, str(HERE / 'window_names.py'), '0', '--hear', '4'], env=scene.display.environment,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as ear:
        ear.stdout.readline()
        time.sleep(1)  # the registry tells the program that somebody listens
        for i in range(5):
            scene.worker.say(event='partial', drawing=1, fairy='fairy', index=0, type='message', description='All ' * i)
        scene.worker.action(0, 'All is aligned.', type='message', shapeIds=[])
        scene.worker.say(event='end', drawing=1, end='done', ok=1)
        heard = [line.split('\t')[2].strip() for line in ear.stdout]
    assert heard == ['Done: 1 ok. All is aligned.'], heard


# --- all of them ----------------------------------------------------------------------------------------------------------------


def run(func, options, manager):
    scene = Scene(options, manager)
    name = f'{func.__name__}, {manager or "no window manager"}'
    try:
        func(scene)
        return True
    except (AssertionError, OSError, TypeError, subprocess.TimeoutExpired) as error:
        print(f'not ok: {name}: {error!r}')
        return False
    finally:
        if options.pictures:
            scene.display.picture(os.path.join(options.pictures, f'{func.__name__}-{manager or "bare"}.png'))
        scene.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--pictures')
    parser.add_argument('--theme', default='Adwaita')
    parser.add_argument('--only', default='')
    parser.add_argument('--manager', choices=['openbox', 'none'])
    parser.add_argument('--some', type=int, help='so many cases, drawn by TEST_SEED')
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    for tool in ('Xvfb', 'xdotool', 'dbus-daemon', 'import'):
        if not shutil.which(tool):
            print(f'skipped: no {tool} on this machine')
            return 77
    managers = [one for one in ('openbox', None) if (one is None or shutil.which(one)) and
                options.manager in (None, one or 'none')]
    chosen = [(manager, func) for manager in managers for func in CASES if options.only in func.__name__]
    if options.some:
        seed = int(os.environ.get('TEST_SEED') or random.randrange(1 << 32))
        print(f'# TEST_SEED={seed}')
        chosen = random.Random(seed).sample(chosen, min(options.some, len(chosen)))
    results = [run(func, options, manager) for manager, func in chosen]
    print(f'{sum(results)} passed, {len(results) - sum(results)} failed')
    return 0 if all(results) else 1


if __name__ == '__main__':
    sys.exit(main())
