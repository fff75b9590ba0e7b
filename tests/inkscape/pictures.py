"""The pictures of the README: pictures.py FAIRIES-INKSCAPE FAIRIES-WORKER FAIRIES-WINDOW FOLDER. Three fairies are at work in a
document that is open in Inkscape, and later it is decided on what they did."""
import os
import pathlib
import subprocess
import sys
import time

from desk import check, finish
from live import wait_for, xdotool
from scene import Panel, Scene, arrange

folder = pathlib.Path(sys.argv[4])
columns = {'Customer': (0, ['order', 'pay', 'confirm']), 'Shop': (268, ['shop', 'bank', 'mail'])}
scene = Scene(*sys.argv[1:4], pause=1.6)
inkscape, model = scene.inkscape, scene.model


def title(name):
    x, boxes = columns[name]
    return [{'_type': 'align', 'shapeIds': boxes, 'alignment': 'left'},
            {'_type': 'create', 'shape': {'_type': 'text', 'shapeId': f'{name.lower()}-title', 'anchor': 'top-center', 'x': x + 124, 'y': 372,
                                          'text': name, 'color': 'grey', 'fontSize': 16}},
            *[{'_type': 'label', 'shapeId': box, 'text': f'{i + 1} {words}'} for i, (box, words) in enumerate(zip(boxes, labels[name]))],
            {'_type': 'mark-task-done'}]


labels = {'Customer': ['Place order', 'Pay by card', 'Get receipt'], 'Shop': ['Web shop', 'Payment service', 'Mail sender']}


def task(name, fairy):
    return [{'_type': 'create-project-task', 'taskId': name, 'title': f'The column of the {name.lower()}', 'text': 'Align, number, name it.',
             'assignedTo': fairy, 'x': columns[name][0], 'y': 0, 'w': 250, 'h': 420},
            {'_type': 'direct-to-start-project-task', 'otherFairyId': fairy, 'taskId': name}]


done = [{'_type': 'mark-task-done'}]
model.roles = {
    'you: fairy-2 ': [title('Customer'), done],
    'you: fairy-3 ': [title('Shop'), done],
    'you: fairy \\"': [
        [{'_type': 'start-project', 'projectName': 'Columns', 'projectDescription': 'Tidy columns', 'projectColor': 'red',
          'projectPlan': 'A column for each'}, *task('Customer', 'fairy-2'), *task('Shop', 'fairy-3'),
         {'_type': 'await-tasks-completion', 'taskIds': ['Customer', 'Shop'], 'until': 'all'}],
        [{'_type': 'message', 'text': 'Both columns are aligned, numbered and named. The **stock** is as it was.'},
         {'_type': 'end-project'}]]}


def keep(name):
    """As small as it looks the same."""
    subprocess.run(['import', '-window', 'root', '-depth', '8', f'{folder}/{name}.shot.png'], check=True)
    subprocess.run(['convert', f'{folder}/{name}.shot.png', '-strip', '+dither', '-colors', '192', '-define', 'png:compression-level=9',
                    f'PNG8:{folder}/{name}.png'], check=True)
    os.unlink(f'{folder}/{name}.shot.png')


arrange(inkscape, 840, 780)
scene.menu('ask')
panel = Panel()
panel.place(850, 0, 426, 780)
client = scene.attach()
wait_for(panel.has_focus, 15)
panel.keys('alt+f', 'ctrl+a')
panel.type('3')
panel.click_entry()
panel.type('align the boxes of each column, number them, and write what the column is below it')
panel.keys('Return')
xdotool('mousemove', 845, 790)
while len(client.named('action')) < 10 and client.wait(30, event='action'):
    pass
panel.keys('alt+n')  # where it takes long: what is finished, now
time.sleep(1.5)
check('at work', not client.named('end'))
keep('inkscape-at-work')
while not client.named('end') and client.wait(60, event='end') is None:
    pass
check('done', client.named('end')[-1].get('end') == 'done', client.named('end'), [line for line in client.named('action') if line['outcome'] != 'ok'])
client.wait(20, event='picture', when='after')
time.sleep(1)
panel.focus()
panel.keys('shift+Tab', 'End', 'Up', 'Up', 'Up', 'Up')
time.sleep(0.7)
keep('inkscape-done')
client.close()
scene.end()
finish()
