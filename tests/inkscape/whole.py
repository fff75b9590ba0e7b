"""All of it, as a person has it: whole.py FAIRIES-INKSCAPE FAIRIES-WORKER FAIRIES-WINDOW [--short]. Words are typed into the window
beside a real Inkscape, and a model streams slowly."""
import sys
import time

from desk import check, finish
from live import wait_for
from scene import Panel, Scene, arrange, differing, offset

short = '--short' in sys.argv
names = ['order', 'pay', 'confirm', 'mail', 'stock', 'parcel']
moves = [offset(name) for name in names]
scene = Scene(*sys.argv[1:4], answers=[moves], pause=1.2)
inkscape, model = scene.inkscape, scene.model


def ask(words):
    """Typed where the focus is; the turn's end."""
    panel.type(words)
    panel.keys('Return')


def ended():
    end = client.wait(90, event='end') or {}
    scene.ready(client)
    return end


# --- the menu, and words --------------------------------------------------------------------------
arrange(inkscape)
scene.select('order', 'pay')
seen = scene.seen()
before = inkscape.state()
scene.menu('ask')
panel = Panel()
panel.place(1000, 0, 430, 830)
client = scene.attach()
check('the window has the focus', wait_for(panel.has_focus, 10))
check('it says whose drawing it is', 'order.svg' in panel.title(), panel.title())
state = client.named('drawing')[-1]
check('and what is selected', state['scope'] == 'selection' and sorted(state['selected']) == ['order', 'pay'], state)
scene.picture('whole-1-before')

# --- edits appear while the model writes ----------------------------------------------------------
ask('make it neat, slowly')
until, during = time.monotonic() + 120, None
while not client.named('end') and time.monotonic() < until:
    hold = client.wait(0.3, event='hold')
    if hold and hold['waiting'] and 'takes long' in hold.get('why', ''):  # a slow machine: the person wants it now
        panel.keys('alt+n')
    if during is None and len(client.named('pushed')) >= 2:
        scene.picture('whole-2-during')
        during = differing(before, inkscape.state())
check('some of it is there while the model writes', 0 < len((during or set()) & set(names)) < len(names), during)
scene.ready(client)
end = client.named('end')[-1]
check('it is done', end.get('end') == 'done' and end.get('ok') == len(names) and 'error' not in end, end, scene.place.log())
check('in three pushes or more', len(client.named('pushed')) >= 3, client.named('pushed'))
check('the end is a line', panel.says(f'Done: {len(names)} ok'), panel.texts())
lines = ' '.join(panel.texts() or [line['description'] for line in client.named('action')])
check('each action is a line', all(line['description'] in lines for line in client.named('action')), lines)
check('nobody took the focus', panel.has_focus())
scene.picture('whole-3-after')

check('selection, zoom and centre are as they were', scene.seen() == seen, seen, scene.seen())

# --- Inkscape's own undo --------------------------------------------------------------------------
after = inkscape.state()
changed = differing(before, after)
check('what was asked for is done', set(names) <= changed, changed)
inkscape.undo()
check('one step back: the same elements and attributes', not differing(before, inkscape.state()), differing(before, inkscape.state()))
check('it was one step', not inkscape.can('undo') and inkscape.can('redo'))
inkscape.redo()
check('redone', not differing(after, inkscape.state()))

# --- Undo last turn -------------------------------------------------------------------------------
panel.focus()
panel.keys('alt+u')
while len([line for line in client.named('decided') if line['as'] == 'rejected']) < len(names) and client.wait(30, event='decided'):
    pass
scene.ready(client)
check('the turn is undone by a key', not set(names) & differing(before, inkscape.state()), differing(before, inkscape.state()))
check('it is said', panel.says('Rejected'), panel.texts())

if short:
    client.close()
    scene.end()
    finish()

# --- Stop -----------------------------------------------------------------------------------------
model.answers[:] = [moves[:2] + [None]]
ask('make it neat again')
client.wait(30, event='pushed')
panel.keys('alt+s')
end = ended()
check('stopped by a key', end.get('end') == 'interrupted', end)
check('what was finished stays', 'order' in differing(before, inkscape.state()), differing(before, inkscape.state()))
check('it is said, too', panel.says('Stopped'), panel.texts())
scene.picture('whole-4-stopped')

# --- one action is rejected, one accepted, by keys ------------------------------------------------
model.answers[:] = [moves[2:4]]
model.pause = 0.2
start = inkscape.state()
ask('and the others')
end = ended()
check('both are moved', {'confirm', 'mail'} <= differing(start, inkscape.state()), end)
panel.keys('shift+Tab', 'End', 'Up')
time.sleep(0.3)
panel.keys('Delete')
decided = client.wait(30, event='decided') or {}
scene.ready(client)
check('an action is rejected by a key', decided.get('as') == 'rejected' and decided.get('action') == 1, decided, panel.texts())
now = differing(start, inkscape.state())
check('it alone is taken back', 'confirm' in now and 'mail' not in now, now)
panel.keys('Up')
time.sleep(0.3)
panel.keys('Insert')
decided = client.wait(30, event='decided') or {}
check('another is accepted', decided.get('as') == 'accepted' and decided.get('action') == 0, decided)
check('its line says so', panel.says('Accepted'), panel.texts())
scene.picture('whole-5-decided')

# --- closed ---------------------------------------------------------------------------------------
panel.focus()
panel.keys('Escape')
check('Escape closes it', wait_for(lambda: not Panel.find(), 10))
client.close()
scene.end()
finish()
