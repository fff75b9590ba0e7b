"""Two documents that were never saved, in one Inkscape, with a turn in each at the same time; and a turn that is gone on with:
mixed.py FAIRIES-INKSCAPE FAIRIES-WORKER FAIRIES-WINDOW [--short]"""
import sys
import time

from desk import check, finish
from live import wait_for, xdotool
from scene import Panel, Scene, by_id, differing, offset

short = '--short' in sys.argv
names = ['order', 'pay', 'confirm', 'mail']
moves = [offset(name) for name in names]
scene = Scene(*sys.argv[1:4], answers=[moves[:2] + [None], moves[2:]], pause=0.4)
inkscape, model = scene.inkscape, scene.model


def front(n):
    """The window, and Inkscape knows it: an action of the application is done in the document that it knows as the last one."""
    inkscape.focus(n)
    time.sleep(1)


def drawing_of(n):
    """The number of what is in the window."""
    front(n)
    scene.menu('ask')
    return (client.wait(20, event='present') or {}).get('drawing')


def ended(number):
    end = client.wait(90, event='end', drawing=number) or {}
    client.wait(20, event='drawing', drawing=number, state='ready')
    return end


# --- gone on with ---------------------------------------------------------------------------------
scene.menu('ask')
panel = Panel()
client = scene.attach()
number = client.named('drawing')[-1]['drawing']


def go_on():
    """Stopped and gone on with, by keys."""
    wait_for(panel.has_focus, 15)
    before = inkscape.state()
    panel.type('make it neat')
    panel.keys('Return')
    client.wait(30, event='pushed')
    panel.keys('alt+s')
    check('stopped', ended(number).get('end') == 'interrupted')
    check('it is offered to go on', panel.says('Continue'), panel.texts())
    panel.keys('alt+o')
    end = ended(number)
    check('gone on with, by a key', end.get('end') == 'done' and 'error' not in end, end, scene.place.log(), panel.texts())
    state, first = by_id(inkscape.state()), by_id(before)
    moved = {name: float(dict(state[name][1])['x']) - float(dict(first[name][1])['x']) for name in names}
    check('all is done, and once', set(moved.values()) == {15}, moved)
    inkscape.undo()
    check('what was gone on with is a step of its own', {'order'} <= differing(before, inkscape.state()) and
          not {'confirm', 'mail'} & differing(before, inkscape.state()), differing(before, inkscape.state()))
    inkscape.redo()


if not short:
    go_on()

# --- two that were never saved --------------------------------------------------------------------
for n in (2, 3):
    front(1)
    xdotool('key', 'ctrl+n')
    wait_for(lambda n=n: n in inkscape.windows(), 30)
    time.sleep(1)
numbers = {n: drawing_of(n) for n in (2, 3)}
check('three drawings', len({number, *numbers.values()}) == 3 and None not in numbers.values(), numbers, number)
check('the window shows the latest', panel.says('unsaved drawing'), panel.texts())
front(1)
ours = inkscape.state()


def box(name, color, i):
    return {'_type': 'create', 'shape': {'_type': 'rectangle', 'shapeId': f'{name}-{i}', 'x': 10 + 40 * i, 'y': 10, 'w': 30, 'h': 20,
                                         'color': color, 'fill': 'solid'}}


many = 3 if short else 6
model.pause = 0.5
model.roles = {'paint the second': [[box('second', 'blue', i) for i in range(many)]],
               'paint the third': [[box('third', 'red', i) for i in range(many)]]}
front(2)
check('the second is asked', client.ask(do='ask', drawing=numbers[2], words='paint the second', model=model.name, scope='page').get('ok'))
check('the third, at the same time',
      client.ask(do='ask', drawing=numbers[3], words='paint the third', model=model.name, scope='page').get('ok'))
ends = {}
for i in range(24):  # the person goes to and fro
    if len(ends) == 2:
        break
    front(2 + i % 2)
    client.wait(1.5, event='end')
    ends = {line['drawing']: line for line in client.named('end') if line['drawing'] in numbers.values()}
check('both are done', all(end['end'] == 'done' and 'error' not in end for end in ends.values()) and len(ends) == 2, ends, [line for line in client.events if line['event'] not in ('drawing', 'partial')][-40:])
for n, name in ((2, 'second'), (3, 'third')):
    front(n)
    ids = {str(key) for key in by_id(inkscape.state()) if str(key).startswith(('second', 'third'))}
    check(f'window {n} has what is its own, all of it', ids == {f'{name}-{i}' for i in range(many)}, ids)
front(1)
check('the first has none of it', not differing(ours, inkscape.state()), differing(ours, inkscape.state()))
check('each waited for its own', any('another document is in front' in line.get('why', '') for line in client.named('hold')))
client.close()
scene.end()
finish()
