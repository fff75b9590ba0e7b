#!/usr/bin/env python3
"""push.py WORK DRIVER [CASE…]: called by push.sh. Each function case_* is a case."""
import contextlib
import os
import shutil
import subprocess
import sys
import time
import traceback

from live import Driver, Inkscape, wait_for, xdotool

HERE = os.path.dirname(os.path.abspath(__file__))
FLOW = os.path.join(HERE, '..', 'fixtures', 'demo.svg')


def fill(name, color):
    return f'{{"_type":"update","update":{{"shapeId":"{name}","color":"{color}","fill":"solid"}}}}'


def offset(name, dx, dy):
    return f'{{"_type":"offset","shapeIds":["{name}"],"offsetX":{dx},"offsetY":{dy}}}'


@contextlib.contextmanager
def scene(args, *files):
    """Inkscape with copies of the files, and a driver whose turn has begun, at the first window."""
    paths = [os.path.join(args.work, f'order{i}.svg' if i else 'order.svg') for i, _ in enumerate(files)]
    for file, path in zip(files, paths):
        shutil.copy(file, path)
    inkscape = Inkscape(args.work, *paths)
    driver = None
    try:
        inkscape.focus()
        driver = Driver(args.driver, inkscape, paths[0])
        driver.say('start', inkscape.export('start.svg'))
        yield inkscape, driver
        driver.close()
    finally:
        if driver is not None and driver.process.poll() is None:
            driver.process.kill()
        inkscape.close()


def push_each(driver, *actions):
    """One push for each, whether or not it takes long here."""
    for action in actions:
        driver.act(action)
        driver.say('now')
        driver.wait(r'pushed 1 ')


def case_squash(args):
    """Three pushes; undo gives back the same elements and attributes, in one step after the squash; redo works after."""
    with scene(args, FLOW) as (inkscape, driver):
        before = inkscape.state()
        push_each(driver, offset('stock', 0, 30), fill('order', 'blue'), offset('parcel', 10, 0))
        after = inkscape.state()
        assert after != before
        driver.say('end')
        assert driver.wait('over (.*)').group(1) == '-'
        assert inkscape.state() == after, 'the squash changed something'
        inkscape.undo()
        assert inkscape.state() == before, 'one step gives back what was before'
        assert not inkscape.can('undo'), 'there is one step'
        inkscape.redo()
        assert inkscape.state() == after, 'redo works'


def move_by_key(inkscape, name):
    """The arrow key moves what is selected, as the person would."""
    inkscape.do('select-clear')
    inkscape.do('select-by-id', name)
    before = inkscape.value(name, 'x')
    xdotool('mousemove', 657, 360, 'click', 1)
    xdotool('key', '--delay', 60, 'shift+Right')
    wait_for(lambda: inkscape.value(name, 'x') != before, 10)
    time.sleep(0.4)


def near(a, b):
    return a is not None and abs(float(a) - b) < 0.01


def case_person(args):
    """The person moves one object while others are changed: both survive, and what both changed is the person's."""
    with scene(args, FLOW) as (inkscape, driver):
        shop, stock = float(inkscape.value('shop', 'x')), float(inkscape.value('stock', 'y'))
        push_each(driver, fill('order', 'blue'))
        move_by_key(inkscape, 'shop')
        moved = float(inkscape.value('shop', 'x'))
        assert moved > shop
        driver.act(offset('stock', 0, 30), offset('shop', 0, 50))
        driver.say('now')
        driver.wait(r'pushed 2 ')
        assert near(inkscape.value('stock', 'y'), stock + 30)
        assert near(inkscape.value('shop', 'x'), moved)
        assert driver.all('taken .*shop'), 'the conflict is told'
        driver.say('end')
        driver.wait('over -')
        assert near(inkscape.value('shop', 'x'), moved), 'nothing of the person is undone by the squash'
        driver.say('write', os.path.join(args.work, 'doc.svg'))
        driver.wait('written')
        with open(os.path.join(args.work, 'doc.svg'), encoding='utf-8') as file:
            assert f'x="{inkscape.value("shop", "x")}"' in file.read(), 'it is in our drawing, too'


CASES = {name[5:]: func for name, func in sorted(globals().items()) if name.startswith('case_')}


class Args:
    def __init__(self, work, driver):
        self.work, self.driver = work, driver


def main(work, driver, *names):
    manager = subprocess.Popen(['openbox', '--sm-disable'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    passed = failed = 0
    for name in names or CASES:
        start = time.monotonic()
        try:
            CASES[name](Args(work, driver))
            passed += 1
            print(f'ok: {name} ({time.monotonic() - start:.1f} s)', flush=True)
        except Exception:  # the next case is tried all the same
            failed += 1
            print(f'not ok: {name}: {traceback.format_exc()}', flush=True)
    manager.terminate()
    manager.wait()
    print(f'{passed} passed, {failed} failed')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
