"""Locked layers and objects of other people's drawings, in a live turn: a fairy tries all on them, on what holds them and
is in them, on their clones and neighbours. What Inkscape then exports is read by other parsers than ours.
locks.py PATH-OF-FAIRIES-INKSCAPE PATH-OF-FAIRIES-WORKER [HOW-MANY], in a display and on a bus; called by locks.sh.
ONLY=WORD takes the drawings whose path has it, VERBOSE=1 shows every outcome."""
import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET

from desk import Client, Model, Place, check, finish
from live import INK, SODI, Inkscape, install_peer

try:
    import lxml.etree as lxml
except ImportError:
    lxml = None
    print('without lxml: Python\'s own parser reads alone')

SVG = '{http://www.w3.org/2000/svg}'
LOCK = SODI + 'insensitive'
ART, TUTORIALS, SCREENS = '/usr/share/openclipart/svg/', '/usr/share/inkscape/tutorials/', '/usr/share/inkscape/screens/'
# ids that the real Inkscape locks first; none: the drawing comes with its locks
DRAWINGS = [
    (TUTORIALS + 'tutorial-basic.svg',),
    (TUTORIALS + 'tutorial-tips.svg',),
    (SCREENS + 'about.svg',),
    (ART + 'animals/birds/baby_tux_rory_mccann_01.svg',),
    (ART + 'computer/buttons/b_stop.svg',),
    (ART + 'computer/icons/applications/eclipse_josu_alcalde_bas_.svg',),
    (ART + 'electronics/sony_clie_william_page_.svg',),
    (ART + 'office/lens_lente_francesco_ro_r.svg',),
    (ART + 'office/telephone/numero_verde_angelo_gelm_01.svg',),
    (ART + 'people/chibi_character_rick_.svg',),
    (ART + 'shapes/shadow_babe_robert_seitz_01.svg',),
    (ART + 'signs_and_symbols/flags/america/united_states/usa_california.svg',),
    (ART + 'signs_and_symbols/mpcad_box_30x20x100_cels_01.svg',),
    (ART + 'special/cd_jacket_template_james_01.svg',),
    (ART + 'recreation/sports/volley_ball_angelo_gelmi_01.svg', 'layer3', 'path1888'),
    (ART + 'computer/pc_speaker_joel_montes_d_01.svg', 'layer3'),
    (ART + 'buildings/firestation_mimooh_01.svg', 'g23594', 'text43227'),
    (ART + 'people/fireman_wedding_mimooh_01.svg', 'layer8'),
    (TUTORIALS + 'edge3d.svg', 'path2151', 'flowRoot3305'),
    (TUTORIALS + 'making_markers.svg', 'text1256', 'path929'),
]
# Another extension, which hands back what it was given, with one more attribute of the root: what Inkscape itself makes of
# texts that it reads again is made before we come.
READ_AGAIN = """#!/bin/sh
for file; do :; done
exec sed "0,/<svg/s//<svg data-read='$$'/" "$file"
"""
SHAPES = {SVG + name for name in ('rect', 'path', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'image', 'use', 'g')}
NEVER_DRAWN = {SVG + name for name in ('defs', 'symbol', 'clipPath', 'mask', 'marker', 'pattern')}

# --- a drawing, as another parser reads it ----------------------------------------------------------


class Drawing:
    def __init__(self, root):
        self.root = root
        self.all = [e for e in root.iter() if isinstance(e.tag, str)]
        self.parents = {child: e for e in self.all for child in e}
        self.by_id = {e.get('id'): e for e in self.all}

    def above(self, e):
        while e in self.parents:
            e = self.parents[e]
            yield e

    def lock_of(self, e):
        """The element that carries the lock which e is under; None = it is free."""
        return next((at for at in (e, *self.above(e)) if LOCK in at.attrib), None)

    def tops(self):
        return [e for e in self.all if e.tag in SHAPES and LOCK in e.attrib and not any(LOCK in a.attrib for a in self.above(e))]

    def drawn_with(self, tops):
        """All that is locked, and what it refers to, and that to."""
        found, left = {}, list(tops)
        while left:
            e = left.pop()
            if e in found:
                continue
            found[e] = True
            left += [child for child in e if isinstance(child.tag, str)]
            for value in e.attrib.values():
                left += [self.by_id[name] for name in re.findall(r'#([^\s)"\';,]+)', value) if name in self.by_id]
        return found

    def name(self, e, lasting):
        """Lines of flowing text get other ids in each export: they are known by their place."""
        if e.get('id') in lasting or e not in self.parents:
            return e.get('id')
        return f'{self.name(self.parents[e], lasting)}/{list(self.parents[e]).index(e)}'

    def attributes(self, e, lasting):
        """Without the version of the Inkscape that wrote it, which is another one now."""
        return sorted((name, value) for name, value in e.attrib.items()
                      if name != INK + 'version' and (name != 'id' or value in lasting))

    def kept(self, names, lasting):
        """What has to stay of these, and of what is around them: a line for each. `lasting`: ids that are the file's own."""
        tops = [self.by_id[name] for name in names if name in self.by_id]
        lines = {}
        for e in self.drawn_with(tops):
            lines[self.name(e, lasting)] = (e.tag, self.attributes(e, lasting), (e.text or '').strip(), (e.tail or '').strip(),
                                            [self.name(child, lasting) for child in e])
        for top in tops:
            for e in self.above(top):
                lines.setdefault(e.get('id'), (e.tag, self.attributes(e, lasting)))
        lines['the order'] = [e.get('id') for e in self.all if e in set(tops)]
        return lines


def read(inkscape, name):
    """The same, by each parser that is here."""
    path = inkscape.export(name)
    readers = [ET.parse] + ([lambda path: lxml.parse(path, lxml.XMLParser(huge_tree=True))] if lxml else [])
    return [Drawing(reader(path).getroot()) for reader in readers]


def label_of(e):
    label = e.get(INK + 'label') or ''
    return label if not label.startswith('#') else ''


# --- what is tried --------------------------------------------------------------------------------------

Try = collections.namedtuple('Try', 'action name why')  # why: 'locked', 'holds', 'lends', 'together', 'free'


def deeds(name):
    one, many = {'shapeId': name}, {'shapeIds': [name]}
    middle = {'originX': 10, 'originY': 10}
    return [{'_type': 'offset', **many, 'offsetX': 11, 'offsetY': 7},
            {'_type': 'move', **one, 'x': 3, 'y': 3},
            {'_type': 'update', 'update': {**one, 'color': 'red', 'fill': 'solid'}},
            {'_type': 'set-style', **many, 'stroke': 'blue', 'strokeWidth': 3},
            {'_type': 'label', **one, 'text': 'Changed'},
            {'_type': 'to-layer', **many, 'layer': 'Elsewhere'},
            {'_type': 'bring-to-front', **many},
            {'_type': 'send-to-back', **many},
            {'_type': 'rotate', **many, 'degrees': 20, **middle},
            {'_type': 'resize', **many, 'scaleX': 2, 'scaleY': 2, **middle},
            {'_type': 'ungroup', **one},
            {'_type': 'delete', **one}]


def is_shown(drawing, e):
    chain = (e, *drawing.above(e))
    return not any(at.tag in NEVER_DRAWN or 'display:none' in (at.get('style') or '').replace(' ', '') for at in chain)


def choose(drawing, random):
    """Ids: of what is locked, what is in it, what holds it, and what is free."""
    tops = drawing.tops()
    needed = drawing.drawn_with(tops)
    inner = [e for top in tops for e in top.iter() if e in needed and e.tag in SHAPES and e is not top]
    holders = {a: True for top in tops for a in drawing.above(top) if a.tag == SVG + 'g'}
    free = [e for e in drawing.all if e.tag in SHAPES - {SVG + 'g'} and e not in needed and is_shown(drawing, e)]
    beside = [e for e in free if drawing.parents[e] in {drawing.parents[top] for top in tops}]

    def some(them, n):
        return random.sample(them, min(n, len(them)))
    return tops[:4], some(inner, 3), list(holders)[:2], list({e: True for e in some(beside, 2) + some(free, 3)})


def tries_of(drawing, random, clones, originals):
    tops, inner, holders, free = choose(drawing, random)
    tries = [Try(action, e.get('id'), 'locked') for e in tops + inner for action in deeds(e.get('id'))]
    tries += [Try(action, e.get('id'), 'holds') for e in holders for action in deeds(e.get('id'))]
    tries += [Try(action, name, 'lends') for name in originals for action in deeds(name)]
    names = [e.get('id') for e in tops[:1] + inner[:1] + free[:1]]
    tries += [Try({'_type': kind, 'shapeIds': names, **more}, names[0], 'together') for kind, more in (
        ('align', {'alignment': 'left'}), ('stack', {'direction': 'vertical', 'gap': 5}), ('group', {'shapeId': 'all'}),
        ('offset', {'offsetX': 4, 'offsetY': 4}))]
    free = [e.get('id') for e in free if e.get('id') not in originals]
    for i, name in enumerate(clones + free):
        action = deeds(name)[0] if i % 3 < 2 else deeds(name)[3]
        tries.append(Try(action, name, 'free'))
    return tries


# --- a drawing in Inkscape ---------------------------------------------------------------------------------


def select(inkscape, *names):
    inkscape.do('select-clear')
    inkscape.do('select-by-id', ','.join(names))


def clone(inkscape, name):
    """Made by Inkscape itself; None where it makes none."""
    before = {e.get('id') for e in read(inkscape, 'look.svg')[0].all}
    select(inkscape, name)
    inkscape.do('clone')
    made = [e.get('id') for e in read(inkscape, 'look.svg')[0].all if e.get('id') not in before and e.tag == SVG + 'use']
    return made[0] if made else None


def prepare(inkscape, locks, random):
    """Locks where there are none, and labels; an unlocked clone of something locked, and a locked clone of something free.
    Gives the ids of the one, and of the originals of the other."""
    for name in locks:
        select(inkscape, name)
        inkscape.do('selection-lock')
    for i, top in enumerate(read(inkscape, 'look.svg')[0].tops()):
        if not label_of(top):
            select(inkscape, top.get('id'))
            inkscape.do('object-set-attribute', f'inkscape:label,Kept {i}')
    drawing = read(inkscape, 'look.svg')[0]
    tops, _, _, free = choose(drawing, random)
    outside = [top for top in tops if drawing.lock_of(drawing.parents[top]) is None and top.get(INK + 'groupmode') is None]
    clones = [clone(inkscape, top.get('id')) for top in outside[:1]]
    originals = [e.get('id') for e in free[-1:] if len(free) > 2]
    for name in originals:
        select(inkscape, clone(inkscape, name))
        inkscape.do('object-set-attribute', 'inkscape:label,Kept copy')
        inkscape.do('selection-lock')
    inkscape.do('select-clear')
    return [name for name in clones if name], originals


def play(place, model, row, client):
    path, *locks = row
    name = pathlib.Path(path).name
    order = random.Random(f'{seed} {name}')
    file = place.root / name
    shutil.copy(path, file)
    inkscape = Inkscape(str(place.root), str(file))
    try:
        clones, originals = prepare(inkscape, locks, order)
        inkscape.do('org.peer.again.noprefs')
        lasting = {e.get('id') for e in read(inkscape, 'look.svg')[0].all}
        before = read(inkscape, 'before.svg')
        lasting &= set(before[0].by_id)
        tries = tries_of(before[0], order, clones, originals)
        model.asked.clear()
        model.answers[:] = [[one.action for one in tries], []]
        inkscape.do('org.fairies.ask.noprefs')
        number = (client.wait(20, event='present') or {}).get('drawing')
        seen = len(client.events)
        answer = client.ask(do='ask', drawing=number, words='change all of it', scope='page', model=model.name)
        check(f'{name}: asked', answer.get('ok'), answer)
        end = client.wait(90, event='end', drawing=number) or {}
        client.wait(10, event='drawing', state='ready')
        actions = [line for line in client.events[seen:] if line.get('event') == 'action']
        judge(name, (before, read(inkscape, 'after.svg'), lasting), tries, actions, end)
    finally:
        inkscape.close()


def judge(name, exports, tries, actions, end):
    before, after, lasting = exports
    check(f'{name}: all was tried', len(actions) == len(tries), len(actions), len(tries), end, place.log()[-2000:])
    for was, now in zip(before, after):
        tops = [e.get('id') for e in was.tops()]
        kept, is_kept = was.kept(tops, lasting), now.kept(tops, lasting)
        check(f'{name}: something is locked', tops)
        differs = [one for one in kept if kept[one] != is_kept.get(one)]
        check(f'{name}: what is locked is as it was', not differs, *[(kept[one], is_kept.get(one)) for one in differs[:3]])
    was, now = before[0], after[0]
    counts = collections.Counter()
    for one, told in zip(tries, actions):
        outcome, detail = told.get('outcome'), told.get('detail') or ''
        counts[one.why, outcome] += 1
        what = (one.action, told)
        if one.why == 'free' and outcome == 'ok':
            e = now.by_id.get(one.name)
            changed = e is None or sorted(e.attrib.items()) != sorted(was.by_id[one.name].attrib.items())
            check(f'{name}: what is free is changed', changed, *what)
        elif one.why in ('locked', 'holds'):
            locks = [was.lock_of(was.by_id[one.name])] if one.why == 'locked' else was.by_id[one.name].iter()
            named = any(f'"{label_of(lock)}"' in detail for lock in locks if LOCK in lock.attrib)
            in_defs = any(at.tag in NEVER_DRAWN for at in was.above(was.by_id[one.name])) and 'part of the definition' in detail
            check(f'{name}: refused, with the label of what is locked', outcome == 'refused' and (named or in_defs), *what)
        elif one.why == 'lends':
            check(f'{name}: refused, as something locked is drawn with it', outcome == 'refused' and 'locked' in detail, *what)
        if os.environ.get('VERBOSE'):
            print(one.why, one.action, outcome, detail)
    check(f'{name}: something is changed', counts['free', 'ok'] > 0, counts)
    print(name, dict(counts))


shim, worker = sys.argv[1:3]
rows = [row for row in DRAWINGS if os.path.exists(row[0])]
if not rows:
    print('skipped: neither openclipart-svg nor inkscape-tutorials is on this machine')
    sys.exit(77)
seed = int(os.environ.get('TEST_SEED') or random.randrange(1 << 32))
print(f'# TEST_SEED={seed}')
if os.environ.get('ONLY'):
    rows = [row for row in rows if os.environ['ONLY'] in row[0]]
if len(sys.argv) > 3:
    rows = random.Random(seed).sample(rows, min(int(sys.argv[3]), len(rows)))
place = Place()
model = Model([[]])
profile, extensions = place.root / 'profile', place.root / 'extensions'
profile.mkdir()
extensions.mkdir()
os.environ.update(place.environment | model.environment | {
    'FAIRIES_WORKER': worker, 'FAIRIES_WINDOW': '/bin/true', 'INKSCAPE_EXTENSIONS_DIR': str(extensions),
    'INKSCAPE_PROFILE_DIR': str(profile)})
place.environment = dict(os.environ)
shutil.copy(shim, extensions)
install_peer(extensions, 'again', READ_AGAIN)
for entry in (pathlib.Path(__file__).resolve().parent.parent.parent / 'plugin' / 'inkscape').glob('*.inx'):
    shutil.copy(entry, extensions)
manager = subprocess.Popen(['openbox'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
place.start(worker)
client = Client(place)
client.ask(do='attach')
for row in rows:
    begun = time.monotonic()
    play(place, model, row, client)
    print(f'    {time.monotonic() - begun:.1f} s')
client.close()
manager.kill()
place.end()
finish()
