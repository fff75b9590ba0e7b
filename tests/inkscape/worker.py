"""The worker at its desk, without Inkscape: worker.py PATH-OF-FAIRIES-WORKER"""
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

from desk import FIXTURES, Client, Model, Place, attached, check, finish

program = sys.argv[1]
place = Place()
place.environment.pop('DBUS_SESSION_BUS_ADDRESS', None)
demo = place.root / 'demo.svg'
demo.write_bytes((FIXTURES / 'demo.svg').read_bytes())
place.environment['FAIRIES_WINDOW'] = '/bin/true'
place.environment['DISPLAY'] = ':none'

# --- asked, and what is shown ---------------------------------------------------------------------
worker = place.start(program, '--idle', '3')
client = Client(place)
check('attached', client.ask(do='attach') == {'ok': True, 'id': 1})
check('nothing is open', client.wait(event='now') is not None and len(client.events) == 1)
menu = place.menu('ask', demo, demo, ['order', 'pay'])
check('the menu', client.ask(**menu).get('ok'))
check('the copy is gone', not pathlib.Path(menu['file']).exists())
shown = client.wait(event='present') or {}
number = shown.get('drawing')
state = client.named('drawing')[-1]
check('the drawing is shown', state['name'] == 'demo.svg' and state['selected'] == ['order', 'pay'], state)
check('what is selected is meant', state['scope'] == 'selection' and state['state'] == 'ready', state)
check('offline answers', state['model'] == 'offline' and 'offline' in state['models'], state)
answer = client.ask(do='ask', drawing=number, words='align these left; delete "Warehouse"')
check('asked', answer.get('ok'), answer, place.log())
end = client.wait(event='end') or {}
check('it is done', end.get('end') == 'done' and end.get('ok') >= 2 and end.get('drawing') == number, end)
turn = client.named('turn')[-1]
check('the turn has its words', turn['words'].startswith('align') and turn['turn'] == 1, turn)
check('the fairy has a name', turn['fairies'][0]['fairy'] == 'fairy' and turn['fairies'][0]['name'], turn)
fairy = client.named('fairy')
check('it is the one that came', fairy and fairy[0]['name'] == turn['fairies'][0]['name'], fairy, turn)
check('actions are numbered', [line['action'] for line in client.named('action')] == list(range(len(client.named('action')))))
check('at work, and then not', [line['state'] for line in client.named('drawing')][-2:] == ['working', 'ready']
      or client.wait(2, event='drawing', state='ready'))
late = Client(place)
late.ask(do='attach')
late.wait(event='now')
check('who comes later is shown the same', len(late.named('action')) == len(client.named('action'))
      and len(late.named('end')) == 1)
chat = late.named('history')[0]['chat']
check('what was said is kept', chat and chat[0]['who'] == 'person' and chat[0]['words'].startswith('align'), chat)
late.close()

# --- what is refused ------------------------------------------------------------------------------
for name, request in {
        'no drawing': {'do': 'ask', 'words': 'x'}, 'another drawing': {'do': 'ask', 'drawing': 99, 'words': 'x'},
        'no words': {'do': 'ask', 'drawing': number}, 'empty words': {'do': 'ask', 'drawing': number, 'words': ' \n'},
        'too many words': {'do': 'ask', 'drawing': number, 'words': 'x' * 100000},
        'a scope': {'do': 'ask', 'drawing': number, 'words': 'x', 'scope': 'world'},
        'a session': {'do': 'ask', 'drawing': number, 'words': 'x', 'session': 'a/b\n'},
        'fairies': {'do': 'ask', 'drawing': number, 'words': 'x', 'fairies': 1000},
        'a model': {'do': 'ask', 'drawing': number, 'words': 'x', 'model': 'replay:/nowhere'},
        'nobody to tell': {'do': 'tell', 'drawing': number, 'words': 'x'},
        'nobody to stop': {'do': 'stop', 'drawing': number}, 'no such deed': {'do': 'dance'},
        'a file elsewhere': {'do': 'menu', 'verb': 'ask', 'file': str(demo)},
        'a file above': {'do': 'menu', 'verb': 'ask', 'file': str(place.runtime / '..' / 'menu-x')}}.items():
    answer = client.ask(**request)
    if name == 'a model' and answer.get('ok'):
        answer = client.wait(event='end') or {}
    check(f'refused: {name}', 'error' in answer and len(answer['error']) > 10, answer)
check('the person\'s file is theirs', demo.exists())

# --- garbage and floods ---------------------------------------------------------------------------
for name, garbage in {'no JSON': b'hello\n', 'no object': b'[1,2]\n', 'no UTF-8': b'{"do":"\xff"}\n', 'an empty line': b'\n',
                      'a NUL': b'{"do":"\x00"}\n', 'a deep one': b'[' * 100000 + b'\n',
                      'a long line': b'{"do":"' + b'x' * 500000}.items():
    other = Client(place)
    try:
        other.send(garbage)
    except ConnectionError:
        pass
    answer = other.read(5)
    check(f'{name}: told', answer == {} or 'error' in (answer or {}), answer)
    check(f'{name}: left', other.read(8) == {})
    other.close()
other = Client(place)
try:
    for i in range(1000):
        other.send(json.dumps({'do': 'stop', 'drawing': number}))
except ConnectionError:
    pass
while (line := other.read(8)) and 'second' not in line.get('error', ''):
    pass
check('a flood is told', bool(line), line)
other.close()
many = [Client(place) for i in range(40)]
check('many that come', any('error' in (one.read(0.5) or {}) for one in many))
for one in many:
    one.close()
check('the worker is there', client.ask(do='stop', drawing=number).get('error'))

# --- which is which ------------------------------------------------
check('the menu, at another document', client.ask(**place.menu('ask', demo, None, pgid=1)).get('ok'))
unsaved = (client.wait(event='present') or {}).get('drawing')
check('it is another one', unsaved not in (None, number))
again = client.ask(**place.menu('ask', demo, demo, pgid=1))
check('the first again', (client.wait(event='present') or {}).get('drawing') == number)
check('the same file in another Inkscape', client.ask(**place.menu('ask', demo, demo, pgid=2)).get('ok'))
check('is another drawing', (client.wait(event='present') or {}).get('drawing') not in (number, unsaved))
check('tidied at once', client.ask(**place.menu('tidy', demo, demo, ['order', 'pay', 'confirm'])).get('ok'))
end = client.wait(event='end', drawing=number) or {}
check('tidied', end.get('end') in ('done', 'refused'), end)
client.ask(do='close', drawing=unsaved)
check('closed', 'error' in client.ask(do='ask', drawing=unsaved, words='x'))

check('looked over', client.ask(**place.menu('lint', demo, demo)).get('ok'))
turn = client.wait(event='turn') or {}
check('as a turn', turn.get('words') == 'Lint drawing' and client.wait(5, event='end') is not None, turn)

# --- a model that takes its time ------------------------------------------------------------------
moves = [{'_type': 'offset', 'shapeIds': [name], 'offsetX': 5, 'offsetY': 0} for name in ('order', 'pay', 'confirm')]
model = Model([moves[:1] + [None], moves[1:2] + [None], moves])
place.environment |= model.environment
for one in place.workers:
    one.terminate()
    one.wait(20)
worker = place.start(program, '--idle', '3')
client = Client(place)
client.ask(do='attach')
client.ask(**place.menu('ask', demo, None))
number = (client.wait(event='present') or {}).get('drawing')
check('asked, of an unsaved drawing',
      client.ask(do='ask', drawing=number, words='make it neat', model=model.name, fairies=1).get('ok'))
check('an action comes while the model writes', (client.wait(event='action') or {}).get('outcome') == 'ok')
check('asked twice: refused', 'at work' in client.ask(do='ask', drawing=number, words='again').get('error', ''))
check('told', client.ask(do='tell', drawing=number, words='leave the note').get('ok'), place.log())
check('the next action is of another answer', (client.wait(event='action') or {}).get('action') == 1)
check('the words went along', 'leave the note' in model.asked[-1] and 'make it neat' in model.asked[-1])
check('nobody of that name', 'error' in client.ask(do='tell', drawing=number, words='x', fairy='Nobody'))
check('stopped', client.ask(do='stop', drawing=number).get('ok'))
end = client.wait(event='end') or {}
check('the end says so', end.get('end') == 'interrupted' and end.get('ok') == 2, end)
check('it rests', (client.wait(event='drawing') or {}).get('state') == 'ready')
held = [line for line in client.named('hold') if line['drawing'] == number]
check('what is finished waits to be fetched, as there is no bus', held and held[-1]['waiting'] == 2 and 'Apply' in held[-1]['why'], held)
client.ask(seconds=10, do='stop', drawing=number)
if len(client.named('picture')) < 2:
    client.wait(10, event='picture', when='after')
pictures = {line['when']: pathlib.Path(line['path']) for line in client.named('picture')}
check('pictures are shown', sorted(pictures) == ['after', 'before'] and all(path.exists() for path in pictures.values()), pictures)
shim = pathlib.Path(program).with_name('fairies-inkscape')
menu = [shim, '--verb=apply', demo]
started = subprocess.run(menu, env=place.environment, capture_output=True, check=False)
check('another Inkscape fetches nothing', started.stdout == b'' and started.stderr == b'', started)
check('the program of the menu is this one\'s', client.ask(**place.menu('ask', demo, None, pgid=os.getpgid(0))).get('ok'))
mine = (client.wait(event='present') or {}).get('drawing')
client.ask(do='ask', drawing=mine, words='delete "Warehouse"', model='offline', scope='page')
client.wait(event='end', drawing=mine)

fetched = subprocess.run(menu, env=place.environment, capture_output=True, check=False)

check('fetched', b'<svg' in fetched.stdout and b'id="parcel"' not in fetched.stdout and fetched.stderr == b'', fetched)
check('nothing waits', (client.wait(5, event='hold', waiting=0) or {}).get('drawing') == mine)
again = subprocess.run(menu, env=place.environment, capture_output=True, check=False)
check('once', again.stdout == b'' and again.stderr == b'', again)
check('what it cost is told', client.named('spent') and client.named('spent')[-1]['requests'] >= 1)
check('asked again', client.ask(do='ask', drawing=number, words='once more', model=model.name).get('ok'))
end = client.wait(event='end') or {}
check('only the new words are done', end.get('end') == 'done' and end.get('ok') == 3, end)
# --- taken back -----------------------------------------------------------------------------------
check('an action is rejected', client.ask(do='reject', drawing=number, action=1).get('ok'))
check('it is said', (client.wait(5, event='decided', action=1) or {}).get('as') == 'rejected')
check('once', 'already' in client.ask(do='reject', drawing=number, action=1).get('error', ''))
check('accepted', client.ask(do='accept', drawing=number, action=0).get('ok'))
check('it is said, too', (client.wait(5, event='decided', action=0) or {}).get('as') == 'accepted')
for action in 7, -1, 'x':
    check(f'no action {action}', 'error' in client.ask(do='reject', drawing=number, action=action))
check('undone', client.ask(do='undo', drawing=number).get('ok'))
check('all that was left', {(client.wait(5, event='decided') or {}).get('action') for i in range(2)} == {0, 2})
check('nothing is left', 'error' in client.ask(do='undo', drawing=number))
rest = [{'_type': 'create', 'shape': {'_type': 'rectangle', 'shapeId': 'new', 'x': 10, 'y': 10, 'w': 60, 'h': 40, 'text': 'New'}},
        {'_type': 'offset', 'shapeIds': ['new'], 'offsetX': 9, 'offsetY': 0}]
model.answers[:] = [[]] * len(model.asked) + [rest, []]  # and nothing more, where it is told what it lies on
client.ask(do='ask', drawing=number, words='a box', model=model.name)
end = client.wait(event='end') or {}
check('made and moved', end.get('ok', 0) + end.get('adjusted', 0) == 2, end, client.named('action')[-2:])
answer = client.ask(do='reject', drawing=number, action=0)
check('what later work rests on is refused in words', 'rests on it' in answer.get('error', ''), answer)
check('the turn is undone all the same', client.ask(do='undo', drawing=number).get('ok'))
model.answers[:] = [moves[:1] + [None]]
check('ended while it is at work', client.ask(do='ask', drawing=number, words='and on', model=model.name).get('ok'))
worker.send_signal(signal.SIGTERM)
check('it ends all the same', worker.wait(20) == 0)
worker = place.start(program, '--idle', '3')
client = Client(place)
client.ask(do='attach')
client.ask(**place.menu('ask', demo, demo))
number = (client.wait(event='present') or {}).get('drawing')

# --- gone on with ---------------------------------------------------------------------------------
model.answers[:] = [moves[1:2] + [None]]
disk = demo.read_bytes()
client.ask(do='ask', drawing=number, words='make it neat', model=model.name)
client.wait(event='action')
client.ask(do='stop', drawing=number)
check('stopped, in a file', (client.wait(event='end') or {}).get('end') == 'interrupted')
model.answers[:] = [moves[2:3]]
check('continue', client.ask(do='continue', drawing=number).get('ok'))
end = client.wait(event='end') or {}
check('it goes on', end.get('end') == 'done' and end.get('ok') == 1 and 'error' not in end, end, place.log())
check('what was asked is known', 'make it neat' in model.asked[-1])
check('nothing is left to go on with', client.ask(do='continue', drawing=number).get('ok') and
      'nothing to resume' in (client.wait(event='end') or {}).get('error', ''))
model.answers[:] = [moves[1:2] + [None]]
client.ask(do='ask', drawing=number, words='make it neat once more', model=model.name)
client.wait(event='action')
worker.send_signal(signal.SIGKILL)
worker.wait()
worker = place.start(program, '--idle', '3')
client = Client(place)
client.ask(do='attach')
client.ask(**place.menu('ask', demo, demo))
number = (client.wait(event='present') or {}).get('drawing')
check('killed: another worker says that it can be gone on with', client.named('drawing')[-1].get('unfinished') is True, client.events)
model.answers[:] = [moves[2:3]]
check('continue, in another worker', client.ask(do='continue', drawing=number).get('ok'))
end = client.wait(event='end') or {}
check('its words are asked anew', end.get('end') == 'done' and end.get('ok') == 1 and 'once more' in model.asked[-1], end)
check('the file is the person\'s', demo.read_bytes() == disk)
client.ask(**place.menu('ask', demo, None))
unsaved = (client.wait(event='present') or {}).get('drawing')
check('never saved: that is said', 'never saved' in client.ask(do='continue', drawing=unsaved).get('error', ''))

# --- one worker, whatever happens -----------------------------------------------------------------
second = place.start(program)
check('a second one leaves', second.wait(20) == 0)
check('the first is there', client.ask(do='stop', drawing=number).get('error'))
request = place.root / 'request'
request.write_text(json.dumps(place.menu('ask', demo, demo)), encoding='utf-8')
second = place.start(program, '--menu', str(request))
check('a second one hands over what it was started for', client.wait(event='present') is not None)
check('and leaves', second.wait(20) == 0 and not request.exists())
worker.send_signal(signal.SIGKILL)
worker.wait()
check('killed: the socket is left', place.socket.exists())
request.write_text(json.dumps(place.menu('ask', demo, demo)), encoding='utf-8')
worker = place.start(program, '--idle', '3', '--menu', str(request))
client = attached(place)
client.wait(event='now')
check('another takes its place, and does what it was started for', len(client.named('drawing')) == 1, client.events)
worker.send_signal(signal.SIGKILL)
worker.wait()
place.socket.unlink()
ghost = socket.socket(socket.AF_UNIX)  # as a program that the killed one was about to start: it takes nothing, and goes
ghost.bind(str(place.socket))
ghost.listen(4)
request.write_text(json.dumps(place.menu('ask', demo, demo)), encoding='utf-8')
worker = place.start(program, '--idle', '3', '--menu', str(request))
ghost.accept()[0].close()
ghost.close()
client = attached(place)
client.wait(event='now')
check('what only seems to listen loses no request', len(client.named('drawing')) == 1, client.events)
two = [place.start(program, '--idle', '3') for i in range(2)]
check('two at once leave', [one.wait(20) for one in two] == [0, 0])
worker.send_signal(signal.SIGTERM)
check('ended when asked to', worker.wait(20) == 0)
check('no socket is left', not place.socket.exists())
two = [place.start(program, '--idle', '2') for i in range(2)]
client = Client(place)
client.ask(do='attach')
time.sleep(0.5)
check('of two that start at once one stays', [one.poll() for one in two].count(None) == 1)
time.sleep(3)
check('it stays while a window is there', [one.poll() for one in two].count(None) == 1)
client.close()
check('and ends when nobody is', [one.wait(20) for one in two] == [0, 0])
check('no files are left', not list(place.runtime.iterdir()), list(place.runtime.iterdir()))
place.end()
finish()
