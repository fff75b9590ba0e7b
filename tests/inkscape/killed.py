"""Worker, window and Inkscape are killed while fairies are at work in an open document:
killed.py FAIRIES-INKSCAPE FAIRIES-WORKER FAIRIES-WINDOW [CASE…]. When, is drawn by TEST_SEED. What Inkscape had is there afterwards,
no lock and no file is left that would be in the way, and the next run works."""
import os
import random
import signal
import sys
import time
import traceback

from desk import check, finish
from live import wait_for
from scene import Panel, Scene, by_id, differing, offset, worker_pid

names = ['order', 'pay', 'confirm', 'mail', 'stock', 'parcel']
moves = [offset(name) for name in names]
seed = int(os.environ.get('TEST_SEED') or random.randrange(1 << 32))
draw = random.Random(seed)
SLOW = 'if [ -e slow ]; then rm slow; sleep 2; fi'


def begin(scene):
    """A turn is asked for, and some of it is done."""
    scene.menu('ask')
    panel = Panel()
    client = scene.attach()
    wait_for(panel.has_focus, 15)
    panel.type('make it neat, slowly')
    panel.keys('Return')
    check('something is pushed', client.wait(30, event='pushed') is not None, scene.place.log())
    return panel, client


def next_run(scene, panel=None):
    """From the menu to the end, by the offline reader: nothing is in the way."""
    scene.menu('ask')
    panel = panel or Panel()
    client = scene.attach()
    wait_for(panel.has_focus, 15)
    number = client.named('drawing')[-1]['drawing']
    start = scene.inkscape.state()
    answer = client.ask(do='ask', drawing=number, words='move "Warehouse" up 40', model='offline', scope='page') or {}
    end = client.wait(40, event='end', drawing=number) or {}
    scene.ready(client)
    check('there is one window', len(Panel.all()) == 1, Panel.all())
    check('the next run works', answer.get('ok') and end.get('end') == 'done' and 'error' not in end, answer, end, scene.place.log())
    check('what it does is seen', 'parcel' in differing(start, scene.inkscape.state()))
    return panel, client


def is_clean(scene):
    """What is left in the runtime folder: the socket, the lock's folder, pictures."""
    left = {path.name for path in scene.place.runtime.iterdir()}
    return not {name for name in left if name.startswith(('order', 'courier', 'menu-', 'answer')) or name.endswith('.run')}, left


def kill_worker(scene):
    panel, client = begin(scene)
    time.sleep(draw.uniform(0, 2.5))
    before = scene.inkscape.state()
    os.kill(worker_pid(client), signal.SIGKILL)
    check('the window says so', panel.says('The worker of the fairies has ended'), panel.texts())
    check('Inkscape is alive', scene.inkscape.is_alive())
    now = scene.inkscape.state()
    check('it has all that it had', by_id(before).keys() <= by_id(now).keys() and
          {name for name in names if by_id(before)[name] != by_id(now)[name]} <= set(names[:6]))
    client.close()
    start = scene.inkscape.state()
    scene.menu('ask')
    client = scene.attach()
    number = (client.named('drawing') or [client.wait(30, event='drawing') or {}])[-1].get('drawing')
    check('the window has found the next worker', wait_for(lambda: panel.says('Say what should change', 0), 30), panel.texts())
    check('and offers to go on', panel.says('Continue'), panel.texts())
    scene.model.answers[:] = [moves[4:]]
    scene.model.pause = 0.2
    scene.menu('continue')
    end = client.wait(60, event='end') or {}
    scene.ready(client)
    check('the run is gone on with', end.get('end') == 'done' and 'error' not in end and end.get('drawing') == number, end, client.events)
    state = by_id(scene.inkscape.state())
    check('the rest is there', {'stock', 'parcel'} <= differing(start, scene.inkscape.state()), differing(start, scene.inkscape.state()))
    moved = {name: float(dict(state[name][1])['x']) for name in names}
    first = {name: float(dict(scene.first[name][1])['x']) for name in names}
    check('nothing was done twice', all(moved[name] - first[name] in (0, 15) for name in names), moved, first)
    panel.focus()
    client.close()
    next_run(scene, panel)[1].close()


def kill_window(scene):
    panel, client = begin(scene)
    time.sleep(draw.uniform(0, 2))
    os.kill(panel.pid, signal.SIGKILL)
    wait_for(lambda: not Panel.find(), 10)
    scene.menu('ask')
    panel = Panel()
    check('another one shows what is going on', panel.says('make it neat, slowly'), panel.texts())
    end = client.wait(60, event='end') or {}
    scene.ready(client)
    check('the turn has gone on', end.get('end') == 'done' and end.get('ok') == 6, end)
    check('all is done', set(names) <= {name for name in names if by_id(scene.inkscape.state())[name] != scene.first[name]})
    check('its lines are there', panel.says('Done: 6 ok'), panel.texts())
    client.close()
    next_run(scene, panel)[1].close()


def kill_inkscape(scene):
    panel, client = begin(scene)
    with scene.wrapped(SLOW):
        slow = scene.root / 'slow'
        slow.touch()
        panel.keys('alt+n')  # what is held is pushed, too
        wait_for(lambda: not slow.exists(), 30)
        time.sleep(draw.uniform(0, 1.5))
        os.kill(scene.inkscape.process.pid, signal.SIGKILL)
        end = client.wait(30, event='end') or {}
        check('killed in a push: the turn ends, and says why', 'Inkscape is gone' in end.get('error', ''), end)
        check('the window says it, too', panel.says('Inkscape is gone'), panel.texts())
        check('the drawing is shown as closed', client.wait(20, event='closed') is not None)
        time.sleep(2)  # the courier may still be there
    scene.inkscape.process.wait()
    check('the file is the person\'s', scene.files[0].read_bytes() == scene.bytes)
    clean, left = is_clean(scene)
    check('nothing is left in the way', clean, left)
    panel.focus()
    panel.keys('Escape')
    wait_for(lambda: not Panel.find(), 15)
    client.close()
    scene.open()
    next_run(scene)[1].close()


def kill_courier(scene):
    """While it has the document."""
    panel, client = begin(scene)
    with scene.wrapped('if [ -e die ]; then rm die; (sleep $(cat wait); kill -9 $$) & fi; if [ -e slow ]; then rm slow; sleep 2; fi'):
        (scene.root / 'wait').write_text(f'{draw.uniform(0, 1):.2f}', encoding='utf-8')
        (scene.root / 'slow').touch()
        (scene.root / 'die').touch()
        end = client.wait(90, event='end') or {}
    check('the turn is done all the same', end.get('end') == 'done' and end.get('ok') == 6 and 'error' not in end, end)
    scene.ready(client)
    check('all is there', all(by_id(scene.inkscape.state())[name] != scene.first[name] for name in names))
    client.close()
    next_run(scene, panel)[1].close()


CASES = {name[5:]: func for name, func in list(globals().items()) if name.startswith('kill_')}


def run(name):
    start = time.monotonic()
    scene = Scene(*sys.argv[1:4], answers=[moves], pause=0.7)
    scene.first, scene.bytes = by_id(scene.inkscape.state()), scene.files[0].read_bytes()
    try:
        CASES[name](scene)
    except (AssertionError, OSError, TypeError, ValueError, LookupError):
        check(name, False, traceback.format_exc(), scene.place.log())
    scene.picture(f'killed-{name}')
    scene.end()
    print(f'{name}: {time.monotonic() - start:.0f} s', flush=True)


print(f'# TEST_SEED={seed}', flush=True)
chosen = sys.argv[4:] or list(CASES)
for case in draw.sample(list(CASES), 1) if chosen == ['--short'] else chosen:
    run(case)
finish()
