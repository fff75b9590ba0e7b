#!/usr/bin/env python3
"""push.py WORK DRIVER [CASE…]: called by push.sh. Each function case_* is a case."""
import contextlib
import os
import random
import shutil
import subprocess
import sys
import time
import traceback

from live import Driver, Inkscape, start_manager, wait_for, xdotool

HERE = os.path.dirname(os.path.abspath(__file__))
FLOW = os.path.join(HERE, '..', 'fixtures', 'demo.svg')


def fill(name, color):
    return f'{{"_type":"update","update":{{"shapeId":"{name}","color":"{color}","fill":"solid"}}}}'


def offset(name, dx, dy):
    return f'{{"_type":"offset","shapeIds":["{name}"],"offsetX":{dx},"offsetY":{dy}}}'


@contextlib.contextmanager
def scene(args, *files, display=None, same=False):
    """Inkscape with copies of the files, and a driver whose turn has begun, at the first window. `display` as the driver's
    (None: the real one). `same`: one copy of the first is open so many times."""
    paths = [os.path.join(args.work, f'order{i}.svg' if i else 'order.svg') for i, _ in enumerate(files)]
    for file, path in zip(files, paths):
        shutil.copy(file, path)
    if same:
        paths = paths[:1] * len(paths)
    inkscape = Inkscape(args.work, *paths)
    driver = None
    try:
        inkscape.focus()
        driver = Driver(args.driver, inkscape, paths[0], display)
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
    """The arrow key moves what is selected, as the person would; again, where a busy machine has lost it."""
    inkscape.do('select-clear')
    inkscape.do('select-by-id', name)
    before = inkscape.value(name, 'x')
    for _ in range(4):
        xdotool('mousemove', 657, 360, 'click', 1)
        time.sleep(0.5)
        xdotool('key', '--delay', 60, 'shift+Right')
        with contextlib.suppress(AssertionError):
            wait_for(lambda: inkscape.value(name, 'x') != before, 5)
            break
    assert inkscape.value(name, 'x') != before
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


def case_typing(args):
    """36 letters typed into a text while 12 actions finish: every letter arrives, and the pushes come afterwards."""
    letters = 'thequickbrownfoxjumpsoverthelazydogs'
    with scene(args, FLOW) as (inkscape, driver):
        push_each(driver, fill('order', 'blue'))
        xdotool('mousemove', 390, 288, 'click', 1)  # a locked heading: nothing is selected
        xdotool('mousemove', 352, 499, 'click', '--repeat', 2, 1)  # "Pay by card"
        wait_for(lambda: inkscape.tool() == 'Text', 10)
        xdotool('key', 'End')
        pushes = len(driver.all('pushed'))
        for i, letter in enumerate(letters):
            xdotool('key', letter)
            if i % 3 == 0:
                driver.act(offset('stock', 0, 3))
            time.sleep(0.05)
        driver.wait('held 12 the text tool')
        assert len(driver.all('pushed')) == pushes, 'nothing is pushed meanwhile'
        assert inkscape.tool() == 'Text'
        inkscape.switch('Select')
        driver.say('now')
        driver.wait('pushed 12 ')
        text = ''.join(inkscape.element('pay-label').itertext())
        assert letters in text, text
        assert driver.lines[-1][1].startswith('pushed') or driver.all('held 0 -')


def case_undone(args):
    """The person has just undone something: nothing is pushed over it, redo still works; then it goes on."""
    with scene(args, FLOW) as (inkscape, driver):
        push_each(driver, fill('order', 'blue'))
        move_by_key(inkscape, 'shop')
        moved = inkscape.value('shop', 'x')
        xdotool('key', 'ctrl+z')
        wait_for(lambda: inkscape.can('redo'), 10)
        driver.act(offset('stock', 0, 30))
        driver.wait('held 1 you have just undone')
        time.sleep(1.5)
        assert len(driver.all('pushed')) == 1
        xdotool('key', 'ctrl+shift+z')
        wait_for(lambda: not inkscape.can('redo'), 10)
        driver.say('now')
        driver.wait('pushed 1 ')
        assert inkscape.value('shop', 'x') == moved, 'what was undone was done again'
        xdotool('key', 'ctrl+z')  # the push is taken back
        wait_for(lambda: inkscape.can('redo'), 10)
        driver.act(fill('parcel', 'red'))
        driver.wait('held 1 you have just undone')
        stock = inkscape.value('stock', 'y')
        driver.say('now')
        driver.wait('pushed 1 ')
        assert inkscape.value('stock', 'y') == stock, 'what the person took back stays so'


def case_drag(args):
    """What the person drags ends where they drop it, although it is changed meanwhile."""
    with scene(args, FLOW) as (inkscape, driver):
        push_each(driver, fill('order', 'blue'))
        x = float(inkscape.value('stock', 'x'))
        xdotool('mousemove', 1030, 360, 'mousedown', 1)
        for i in range(1, 9):
            xdotool('mousemove', 1030 - 5 * i, 360)
            time.sleep(0.03)
        driver.act(offset('stock', 0, 30), offset('parcel', 0, -20))
        driver.say('now')
        driver.wait('held 2 you hold a button')
        time.sleep(1)
        assert len(driver.all('pushed')) == 1
        xdotool('mouseup', 1)
        driver.wait('pushed 2 ')
        assert float(inkscape.value('stock', 'x')) < x - 10, 'it is where it was dropped'
        assert driver.all('taken .*stock'), 'what gave way is told'


def case_words(args):
    """The same for the words on it."""
    case_touched(args, 'stock-label')


def case_touched(args, selected='stock'):
    """Where no display tells of clicks: what the person has selected since isn't changed at once."""
    with scene(args, FLOW, display='') as (inkscape, driver):
        push_each(driver, fill('order', 'blue'))
        inkscape.do('select-clear')
        inkscape.do('select-by-id', selected)
        driver.act(offset('stock', 0, 30))
        driver.say('end')
        driver.wait('held 1 you have selected')
        start = time.monotonic()
        driver.wait('pushed 1 ')
        assert time.monotonic() - start > 1.5
        driver.wait('over -')


def case_other(args, same=False):
    """Another document is in front: nothing is pushed into it, and the right one gets it later."""
    with scene(args, FLOW, FLOW, same=same) as (inkscape, driver):
        push_each(driver, fill('order', 'blue'))
        inkscape.focus(2)
        other = inkscape.state()
        driver.act(offset('stock', 0, 30))
        driver.say('now')
        driver.wait('held 1 another document is in front: waiting for order.svg')
        time.sleep(1)
        assert inkscape.state() == other
        assert not inkscape.can('undo', 2), 'nothing was done there'
        stock = float(inkscape.value('stock', 'y'))
        inkscape.focus(1)
        driver.wait('pushed 1 ')
        assert near(inkscape.value('stock', 'y'), stock + 30)


def case_twice(args):
    """The same, with one file in two windows."""
    case_other(args, same=True)


def case_blind(args):
    """Two documents, and no display that tells which is in front: the courier finds out, and nobody's steps are undone."""
    with scene(args, FLOW, FLOW, display='') as (inkscape, driver):
        push_each(driver, fill('order', 'blue'), offset('stock', 0, 30))
        inkscape.focus(2)
        move_by_key(inkscape, 'shop')
        other = inkscape.state()
        driver.act(offset('stock', 0, 30))
        driver.say('end')
        driver.wait('held 1 another document is in front: waiting for order.svg')
        assert inkscape.state() == other
        inkscape.focus(1)
        driver.wait('pushed 1 ')
        driver.wait('over -')
        inkscape.focus(2)
        assert inkscape.state() == other


def case_unsaved(args):
    """A document that was never saved, beside one that was."""
    with scene(args, FLOW) as (inkscape, first):
        xdotool('key', 'ctrl+n')
        wait_for(lambda: 2 in inkscape.windows(), 20)
        time.sleep(1)
        inkscape.focus(2)
        driver = Driver(args.driver, inkscape, '')
        assert driver.window == 2
        driver.say('start', inkscape.export('new.svg'))
        box = '{"_type":"create","shape":{"_type":"rectangle","shapeId":"box","x":10,"y":10,"w":40,"h":20,"color":"blue"}}'
        push_each(driver, box)
        assert inkscape.element('box') is not None
        first.act(fill('order', 'blue'))
        first.wait('held 1 another document')
        inkscape.focus(1)
        first.wait('pushed 1 ')
        assert inkscape.element('box') is None
        driver.close()


def case_again(args):
    """After a push "Previous Extension" is the courier, which does nothing."""
    with scene(args, FLOW) as (inkscape, driver):
        push_each(driver, fill('order', 'blue'))
        after = inkscape.state()
        xdotool('key', 'alt+q')
        time.sleep(1)
        assert inkscape.state() == after
        assert len(xdotool('search', '--onlyvisible', '--class', 'inkscape').split()) == 1, 'no box was opened'
        inkscape.undo()
        assert not inkscape.can('undo'), 'it made no step'


def case_look(args):
    """An ask that doesn't come from the menu: document, selection and view are read, unless that destroys something."""
    with scene(args, FLOW) as (inkscape, driver):
        before = inkscape.export('before.svg')
        inkscape.do('select-clear')
        inkscape.do('select-by-id', 'stock')
        driver.say('look', before)
        driver.wait(r'seen stock -\d')
        driver.wait(r'looked \d{4,} -')
        assert not inkscape.can('undo'), 'nothing was changed'
        move_by_key(inkscape, 'shop')
        xdotool('key', 'ctrl+z')
        wait_for(lambda: inkscape.can('redo'), 10)
        driver.say('look', before)
        driver.wait(r'looked \d{4,} -')
        assert inkscape.can('redo') and len(driver.all('seen')) == 1, 'redo still works'


def case_saved(args):
    """Who saved in between keeps the steps as they are."""
    with scene(args, FLOW) as (inkscape, driver):
        push_each(driver, fill('order', 'blue'))
        inkscape.do('document-save', path='/window/1')
        push_each(driver, offset('stock', 0, 30))
        driver.say('end')
        driver.wait('over -')
        inkscape.undo()
        assert inkscape.can('undo'), 'there are two steps'


@contextlib.contextmanager
def wrapped(args, line):
    """The courier runs a line of shell before: `die` and `slow` in it are files that the case makes."""
    program = os.path.join(args.work, 'extensions', 'fairies', 'fairies-inkscape')
    real = program + '-real'
    os.rename(program, real)
    try:
        with open(program, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\ncd {args.work}\n{line}\nexec {real} "$@"\n')
        os.chmod(program, 0o755)
        yield
    finally:
        os.replace(real, program)


def touch(args, name):
    path = os.path.join(args.work, name)
    with open(path, 'w', encoding='utf-8'):
        return path


def case_dies(args):
    """The courier is killed: Inkscape has what it had, and the next one pushes."""
    with wrapped(args, 'if [ -e die ]; then rm die; kill -9 $$; fi'), scene(args, FLOW) as (inkscape, driver):
        before = inkscape.state()
        die = touch(args, 'die')
        driver.act(fill('order', 'blue'))
        wait_for(lambda: not os.path.exists(die), 20)
        driver.wait('pushed 1 ')
        inkscape.undo()
        assert inkscape.state() == before


def case_missed(args):
    """What begins during a push is counted and told."""
    with wrapped(args, 'if [ -e slow ]; then rm slow; sleep 2; fi'), scene(args, FLOW) as (_, driver):
        slow = touch(args, 'slow')
        driver.act(fill('order', 'blue'))
        wait_for(lambda: not os.path.exists(slow), 20)
        xdotool('key', 'shift+Right')
        assert driver.wait(r'missed (\d+)').group(1) == '2', 'Shift, and the arrow'
        driver.wait('pushed 1 ')


def case_slow(args):
    """What takes long to push is pushed once more at the end, or when the person wants it."""
    with wrapped(args, 'sleep 0.4'), scene(args, FLOW) as (_, driver):
        driver.act(fill('order', 'blue'))
        driver.wait('pushed 1 ')
        driver.act(offset('stock', 0, 30))
        driver.wait('held 1 it takes long to show')
        time.sleep(5)
        assert len(driver.all('pushed')) == 1
        driver.say('now')
        driver.wait('pushed 1 ')
        driver.act(offset('parcel', 0, -20), offset('parcel', 5, 0))
        driver.wait('held 2 it takes long to show')
        driver.say('end')
        driver.wait('pushed 2 ')
        driver.wait('over -')


def case_away(args):
    """How long the person is at another document before what was pushed can be read isn't how long the push took."""
    with wrapped(args, 'if [ -e slow ]; then rm slow; sleep 2; fi'), scene(args, FLOW, FLOW) as (inkscape, driver):
        slow, other = touch(args, 'slow'), inkscape.windows()[2]
        driver.act(fill('order', 'blue'))
        wait_for(lambda: not os.path.exists(slow), 20)
        xdotool('windowactivate', other)
        time.sleep(10)
        assert not driver.all('pushed'), 'it is read when it is in front'
        inkscape.focus(1)
        assert int(driver.wait(r'pushed 1 (\d+)').group(1)) < 8000


def case_closed(args):
    """The document is closed, or Inkscape is gone: that is told, and ends the turn."""
    with scene(args, FLOW, FLOW) as (inkscape, driver):
        push_each(driver, fill('order', 'blue'))
        inkscape.do('document-save', path='/window/1')
        inkscape.focus(1)
        xdotool('key', 'ctrl+w')
        wait_for(lambda: 1 not in inkscape.windows(), 20)
        driver.act(fill('stock', 'red'))
        driver.wait('over order.svg was closed')
        assert inkscape.is_alive()
    with scene(args, FLOW) as (inkscape, driver):
        driver.act(fill('stock', 'red'))
        inkscape.process.kill()
        driver.wait('over .*gone')


CASES = {name[5:]: func for name, func in sorted(globals().items()) if name.startswith('case_')}


class Args:
    def __init__(self, work, driver):
        self.work, self.driver = work, driver


def main(work, driver, *names):
    manager = start_manager()
    passed = failed = 0
    some = int(os.environ.get('PUSH_SOME') or 0)
    if some:
        seed = int(os.environ.get('TEST_SEED') or random.randrange(1 << 32))
        print(f'# TEST_SEED={seed}')
        names = random.Random(seed).sample(list(CASES), min(some, len(CASES)))
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
