"""Three fairies in an open document while somebody types a text into it: team.py FAIRIES-INKSCAPE FAIRIES-WORKER FAIRIES-WINDOW [--short]"""
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

from desk import check, finish
from live import wait_for, xdotool
from scene import Panel, Scene, arrange, differing, offset

letters = 'thequickbrownfoxjumpsoverthelazydogs'
short = '--short' in sys.argv
each = 2 if short else 4
if short:
    letters = letters[:18]
scene = Scene(*sys.argv[1:4], pause=0.7)
inkscape, model = scene.inkscape, scene.model


def task(name, fairy, x):
    return {'_type': 'create-project-task', 'taskId': name, 'title': name, 'text': 'Do it.', 'assignedTo': fairy, 'x': x, 'y': 0,
            'w': 390, 'h': 420}


def direct(name, fairy):
    return {'_type': 'direct-to-start-project-task', 'otherFairyId': fairy, 'taskId': name}


def boxes(side, x):
    return [{'_type': 'create', 'shape': {'_type': 'rectangle', 'shapeId': f'{side}-{i}', 'x': x + 60 * i, 'y': 366, 'w': 50, 'h': 28,
                                          'color': 'blue', 'fill': 'solid', 'text': str(i)}} for i in range(each)]


made = [f'{side}-{i}' for side in ('left', 'right') for i in range(each)]
model.roles = {
    'you: fairy-2 ': [boxes('left', 40) + [{'_type': 'mark-task-done'}], [{'_type': 'mark-task-done'}]],
    'you: fairy-3 ': [boxes('right', 420) + [offset('parcel', 0, 20), {'_type': 'mark-task-done'}], [{'_type': 'mark-task-done'}]],
    'you: fairy \\"': [
        [{'_type': 'start-project', 'projectName': 'Boxes', 'projectDescription': 'd', 'projectColor': 'red', 'projectPlan': 'p'},
         task('left', 'fairy-2', 0), task('right', 'fairy-3', 390), direct('left', 'fairy-2'), direct('right', 'fairy-3'),
         {'_type': 'await-tasks-completion', 'taskIds': ['left', 'right'], 'until': 'all'}],
        [{'_type': 'end-project'}]]}

# --- three are asked ------------------------------------------------------------------------------
at = arrange(inkscape)
before = inkscape.state()
scene.menu('ask')
panel = Panel()
panel.place(1000, 0, 430, 830)
client = scene.attach()
wait_for(panel.has_focus, 10)
panel.keys('alt+f', 'ctrl+a')
panel.type('3')
panel.keys('Tab')
panel.click_entry()
panel.type('a row of boxes, left and right')
panel.keys('Return')
turn = client.wait(30, event='turn') or {'fairies': []}
check('three come', len(turn['fairies']) == 3, turn)
named = {one['name'] for one in turn['fairies']}
check('each with a name and a colour of her own', len(named) == 3 and len({one['color'] for one in turn['fairies']}) == 3, turn)

# --- somebody types ---------------------------------------------------------------------------------
inkscape.focus()
xdotool('mousemove', *at(760, 30), 'click', 1)  # the locked panel: nothing is selected
xdotool('mousemove', *at(168, 224), 'click', '--repeat', 2, '--delay', 80, 1)  # "Pay by card"
wait_for(lambda: inkscape.tool() == 'Text', 15)
xdotool('key', 'End')
check('they have begun', client.wait(60, event='action', type='create') is not None)
for i, letter in enumerate(letters):
    xdotool('key', letter)
    time.sleep(0.15)
    if i == len(letters) // 2:
        scene.picture('team-1-typing')
check('the text tool is as it was', inkscape.tool() == 'Text')
for name in named:
    check('each is shown in the window', panel.says(name), name, panel.texts())
scene.picture('team-2-at-work')
while not any('text tool' in line.get('why', '') for line in client.named('hold')) and client.wait(20, event='hold'):
    pass
check('what is finished waits for the typist', any('text tool' in line.get('why', '') for line in client.named('hold')), client.events[-5:])
check('and that is shown', panel.says('the text tool is in use'), panel.texts())
text = ''.join(inkscape.element('pay-label').itertext())
check('every letter has arrived', letters in text, text)

# --- and goes on --------------------------------------------------------------------------------------
inkscape.switch('Select')
end = (client.named('end') or [client.wait(90, event='end') or {}])[-1]
scene.ready(client)
check('it is done', end.get('end') == 'done' and 'error' not in end and end.get('refused') == 0, end, scene.place.log())
check('three were at work', len({line['fairy'] for line in client.named('action')}) == 3)
check('the end is told', panel.says('Done: '), panel.texts())
scene.picture('team-3-done')
changed = differing(before, inkscape.state())
check('all their shapes are there', set(made) <= changed and (short or 'parcel' in changed), changed)
text = ''.join(inkscape.element('pay-label').itertext())
check('and every letter still', letters in text, text)
file = inkscape.export('end.svg')
ids = [e.get('id') for e in ET.parse(file).getroot().iter() if e.get('id')]
check('ids are there once', len(ids) == len(set(ids)), [name for name in ids if ids.count(name) > 1])
done = subprocess.run(['xmllint', '--noout', file], capture_output=True, check=False)
check('the document is well formed', done.returncode == 0, done.stderr)
inkscape.undo()
check('all of theirs is one step, or one before what was typed', not set(made) & differing(before, inkscape.state()) or
      inkscape.can('undo'))
client.close()
scene.end()
finish()
