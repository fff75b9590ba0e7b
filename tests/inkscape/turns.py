"""Turns of fairies in a real Inkscape: turns.py PATH-OF-FAIRIES-INKSCAPE PATH-OF-FAIRIES-WORKER, in a display and on a bus."""
import sys
import time

from desk import FIXTURES, check, finish
from scene import Scene, by_id, differing, offset

names = ['order', 'pay', 'confirm', 'mail', 'stock', 'parcel']
moves = [offset(name) for name in names]
scene = Scene(*sys.argv[1:], answers=[moves])
place, model, inkscape, menu, select = scene.place, scene.model, scene.inkscape, scene.menu, scene.select
file = scene.files[0]


def ask(words, **more):
    answer = client.ask(do='ask', drawing=number, words=words, scope='page', **({'model': model.name} | more))
    check(f'asked: {words}', answer.get('ok'), answer)


def ended(**members):
    end = client.wait(90, event='end', **members) or {}
    client.wait(10, event='drawing', state='ready')
    return end


# --- the menu -------------------------------------------------------------------------------------
select('order', 'pay')
took = []
for i in range(5):
    start = time.monotonic()
    menu('ask')
    took.append(round((time.monotonic() - start) * 1000))
print('the menu returns after', took, 'ms')
client = scene.attach()
state = (client.named('drawing') or [{}])[-1]
check('one drawing is shown', len({line['drawing'] for line in client.named('drawing')}) == 1, client.events, place.log())
check('it is the one', state.get('name') == 'order.svg' and sorted(state.get('selected', [])) == ['order', 'pay'], state)
number = state.get('drawing')

# --- edits appear while the model writes ----------------------------------------------------------
before = inkscape.state()
ask('make it neat')
end = ended()
check('it is done', end.get('end') == 'done' and end.get('ok') == 6 and 'error' not in end, end, place.log())
pushes = client.named('pushed')
print('pushes:', [(line['actions'], line['ms']) for line in pushes], 'holds:', len(client.named('hold')))
slow = pushes and pushes[0]['ms'] > 300  # then once at the end
check('in several pushes', len(pushes) >= (2 if slow else 3), pushes)
after = inkscape.state()
changed = differing(before, after)
check('the boxes are moved', set(names) <= changed, changed)
check('the locked layer stays', not {'paper', 'panel', 'heading'} & changed, changed)
inkscape.undo()
check('one undo step', not differing(before, inkscape.state()), differing(before, inkscape.state()))
check('nothing else to undo', not inkscape.can('undo'))
check('redo works', inkscape.can('redo'))
inkscape.redo()
check('redone', not differing(after, inkscape.state()))

# --- taken back in our window ---------------------------------------------------------------------
answer = client.ask(do='reject', drawing=number, action=1)
check('an action is rejected', answer.get('ok'), answer)
check('it is said', (client.wait(30, event='decided') or {}).get('action') == 1, client.events[-4:])
client.wait(10, event='drawing', state='ready')
now = inkscape.state()
check('it is taken back, and no other', 'pay' not in differing(before, now) and {'order', 'mail'} <= differing(before, now),
      differing(before, now))
check('the turn is undone', client.ask(do='undo', drawing=number).get('ok'))
check('it is said, too', client.wait(30, event='decided', action=5) is not None)
client.wait(10, event='drawing', state='ready')
check('as it was', not set(names) & differing(before, inkscape.state()), differing(before, inkscape.state()))

# --- stopped; asked twice -------------------------------------------------------------------------
model.answers[:] = [moves[:2] + [None]]
ask('make it neat again')
client.wait(30, event='pushed')
check('stopped', client.ask(do='stop', drawing=number).get('ok'))
end = ended()
check('what was finished stays', end.get('end') == 'interrupted' and 'order' in differing(before, inkscape.state()), end)
start = inkscape.state()
ask('move "Warehouse" down 30', model='offline')
end = ended()
changed = differing(start, inkscape.state())
check('asked twice: only the second runs', end.get('end') == 'done' and 'parcel' in changed and 'order' not in changed, changed)

# --- the person works meanwhile -------------------------------------------------------------------
model.answers[:] = [moves]
start = inkscape.state()
ask('make it neat, slowly')
client.wait(30, event='action')
theirs = []
for _ in range(3):  # what an action does while Inkscape stands still for a push is lost with it: nobody's fault, and done again
    select('bank')
    inkscape.do('object-set-attribute', 'rx,20')
    inkscape.do('select-clear')
    client.wait(30, event='pushed')
    theirs.append(inkscape.value('bank', 'rx'))
    if theirs[-1] == '20':
        break
end = ended()
now = by_id(inkscape.state())
check('both survive: ours', set(names) - {'bank'} <= differing(start, inkscape.state()), differing(start, inkscape.state()), end)
check('both survive: theirs', dict(now['bank'][1]).get('rx') == '20', 'before:', theirs, now['bank'],
      [line for line in client.events if line['event'] in ('pushed', 'warning', 'hold')][-12:])

# --- windows --------------------------------------------------------------------------------------
copy = place.root / 'other' / 'order.svg'
copy.parent.mkdir()
copy.write_bytes((FIXTURES / 'demo.svg').read_bytes())
other = inkscape.state()
inkscape.do('file-open-window', str(copy))
inkscape.do('file-open-window', str(file))
for _ in range(100):
    if len(inkscape.windows()) == 3:
        break
    time.sleep(0.2)
numbers = {}
for n in sorted(inkscape.windows()):
    inkscape.focus(n)
    menu('ask')
    numbers[n] = (client.wait(10, event='present') or {}).get('drawing')
check('the same file twice, and another of its name: three drawings', len(set(numbers.values())) == 3 and None not in numbers.values(),
      numbers)
check('the first is the one it was', numbers.get(1) == number, numbers, number)
states = {}
for n in numbers:
    inkscape.focus(n)
    states[n] = inkscape.state()
last = max(numbers)
inkscape.focus(1)
answer = client.ask(do='ask', drawing=numbers[last], words='move "Warehouse" down 50', model='offline', scope='page')
hold = client.wait(15, event='hold', drawing=numbers[last])
check('another document is in front: it waits, and says so', hold and hold['waiting'] == 1 and 'order.svg' in hold['why'], hold)
check('nothing is pushed into the one in front', not differing(states[1], inkscape.state()))
inkscape.focus(last)
end = client.wait(30, event='end', drawing=numbers[last]) or {}
check('in front, it is shown', end.get('end') == 'done' and 'parcel' in differing(states[last], inkscape.state()), end)
for n in numbers:
    inkscape.focus(n)
    check(f'window {n} has what is its own', n == last or not differing(states[n], inkscape.state()), n)

# --- closed, and killed ---------------------------------------------------------------------------
inkscape.focus(1)
model.answers[:] = [moves[:1] + [None]]
client.ask(do='ask', drawing=number, words='and on', model=model.name, scope='page')
client.wait(30, event='pushed', drawing=number)
inkscape.close()
end = client.wait(30, event='end', drawing=number) or {}
check('Inkscape is killed: the turn ends, and says why', 'error' in end, end)
check('nothing is shown of what is gone', all(client.wait(15, event='closed', drawing=n) for n in [number]))
client.close()
scene.end()
finish()
