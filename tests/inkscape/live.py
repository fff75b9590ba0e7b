"""Fairies in a real Inkscape: live.py PATH-OF-FAIRIES-INKSCAPE PATH-OF-FAIRIES-WORKER, in a display and on a bus."""
import os
import sys
import time

from desk import FIXTURES, Client, Model, Place, check, finish
from editor import Inkscape, differing, elements

shim, worker = sys.argv[1:]
place = Place()
moves = [{'_type': 'offset', 'shapeIds': [name], 'offsetX': 15, 'offsetY': 0}
         for name in ('order', 'pay', 'confirm', 'mail', 'stock', 'parcel')]
model = Model([moves], 1.0)
place.environment |= model.environment | {'FAIRIES_WORKER': worker, 'FAIRIES_WINDOW': '/bin/true'}
file = place.root / 'order.svg'
file.write_bytes((FIXTURES / 'demo.svg').read_bytes())
inkscape = Inkscape(place, shim, file)
check('Inkscape is there', inkscape.windows() == [1], inkscape.windows())

# --- the menu -------------------------------------------------------------------------------------
inkscape.select('order', 'pay')
took = []
for i in range(5):
    start = time.monotonic()
    inkscape.act('org.fairies.ask.noprefs')
    took.append(round((time.monotonic() - start) * 1000))
print('the menu returns after', took, 'ms')
client = Client(place)
client.ask(do='attach')
client.wait(event='now')
state = (client.named('drawing') or [{}])[-1]
check('one drawing is shown', len({line['drawing'] for line in client.named('drawing')}) == 1, client.events, place.log())
check('it is the one', state.get('name') == 'order.svg' and sorted(state.get('selected', [])) == ['order', 'pay'], state)
number = state.get('drawing')

# --- edits appear while the model writes ----------------------------------------------------------
before = inkscape.export()
check('asked', client.ask(do='ask', drawing=number, words='make it neat', model=model.name, scope='page').get('ok'))
end = client.wait(60, event='end') or {}
check('it is done', end.get('end') == 'done' and end.get('ok') == 6 and 'error' not in end, end, place.log())
pushes = client.named('pushed')
print('pushes:', [(line['actions'], line['ms']) for line in pushes], 'holds:', client.named('hold'))
slow = pushes and pushes[0]['ms'] > 300  # then once at the end
check('in several pushes', len(pushes) >= (2 if slow else 3), pushes)
after = inkscape.export()
changed = differing(before, after)
check('the boxes are moved', {'order', 'pay', 'confirm', 'mail', 'stock', 'parcel'} <= set(changed), changed)
check('the locked layer stays', not {'paper', 'panel', 'heading'} & set(changed), changed)
inkscape.act('undo', under='/document/1')
check('one undo step', not differing(before, inkscape.export()), differing(before, inkscape.export()))
check('nothing else to undo', not inkscape.enabled('undo'))
check('redo works', inkscape.enabled('redo') and inkscape.act('redo', under='/document/1') is not None)
check('redone', not differing(after, inkscape.export()))
inkscape.end()
place.end()
finish()
