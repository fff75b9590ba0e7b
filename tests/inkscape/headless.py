"""The entry with a dialog in a real Inkscape's batch mode, as scripts use it: words to the model offline about ten drawings
of other people's (corpus/offline_commands.txt), judged by the file that Inkscape writes, beside what it writes without us;
then what must go wrong, and may not hang. headless.py FAIRIES-INKSCAPE FAIRY [HOW-MANY], in a display; called by
headless.sh."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from xml.sax.saxutils import quoteattr

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'corpus'))
import offline_commands as corpus  # noqa: E402
from told.checks import CHECKS  # noqa: E402
from told.drawing import Change  # noqa: E402

from desk import FIXTURES, check, finish  # noqa: E402

SODI = '{http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd}'
LIMIT = 90  # seconds, then it hangs
ANSWERED = {'no', 'answer', 'as-before'}
shim, fairy = (os.path.abspath(path) for path in sys.argv[1:3])
work = pathlib.Path(tempfile.mkdtemp(prefix='fairies-headless-'))
os.environ['INKSCAPE_EXTENSIONS_DIR'] = str(work / 'extensions')
os.environ['XDG_STATE_HOME'] = str(work / 'state')
os.environ.pop('DBUS_SESSION_BUS_ADDRESS', None)


def batch(file, words, ids=(), outcomes=None):
    """What Inkscape wrote, None for nothing; whether it ended by itself; the outcomes. words None: without us."""
    profile, out = work / 'profile', work / 'out.svg'
    outcomes = outcomes or work / 'outcomes'
    shutil.rmtree(profile, ignore_errors=True)
    profile.mkdir()
    for path in (out, outcomes):
        path.unlink(missing_ok=True) if path.parent.is_dir() else None
    steps = ['select-clear'] + ([f'select-by-id:{",".join(ids)}'] if ids else [])
    if words is not None:
        (profile / 'preferences.xml').write_text(
            f'<inkscape version="1"><group id="extensions" org.fairies.ask-offline.prompt={quoteattr(words)}/></inkscape>',
            encoding='utf-8')
        steps.append('org.fairies.ask-offline.noprefs')
    done = subprocess.run(['timeout', '-k', '5', str(LIMIT), 'inkscape', f'--app-id-tag=fairies{os.getpid()}', '--batch-process',
                           '--actions=' + ';'.join(steps), '-o', str(out), str(file)],
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
                          env=os.environ | {'INKSCAPE_PROFILE_DIR': str(profile), 'FAIRIES_OUTCOMES': str(outcomes)})
    lines = outcomes.read_text(encoding='utf-8').splitlines() if outcomes.is_file() else []
    return (out.read_bytes() if out.exists() else None), done.returncode not in (124, 137), [json.loads(line) for line in lines]


def elements(data):
    """All elements and attributes, in any order of the latter; without what is the window's."""
    return [(e.tag, sorted(e.attrib.items()), (e.text or '').strip()) for e in ET.fromstring(data).iter()
            if e.tag != SODI + 'namedview']


def end_of(outcomes):
    return outcomes[-1].get('end') if outcomes else None


# --- ten drawings ---------------------------------------------------------------------------------------


def judged(before, after, said, checks):
    """None, or what is wrong."""
    change = Change(fairy, before, after, said, 0)
    try:
        for name, *words in checks:
            CHECKS[name](change, *words)
        return None if change.same else change.others_changed()
    except (AssertionError, KeyError, StopIteration) as error:
        return f'{name}: {error}'


def told(name, words, checks):
    file = pathlib.Path(corpus.drawing(name, str(work)))
    # Of what an Inkscape before 0.92 wrote it asks about the scale, in a box, without us, too.
    file.write_bytes(re.sub(rb'inkscape:version="0[^"]*"', b'inkscape:version="1.0"', file.read_bytes()))
    before, by_itself, _ = batch(file, None)
    after, ends, outcomes = batch(file, words)
    check(f'{name}: "{words}": Inkscape ends', by_itself and ends)
    so_already = bool(outcomes) and 'it is so already' in (outcomes[0].get('detail') or '')
    check(f'{name}: "{words}": done', end_of(outcomes) == 'done' and (so_already or outcomes[0].get('outcome') in ('ok', 'adjusted')),
          outcomes)
    check(f'{name}: "{words}": it is changed', before and after and (so_already or elements(before) != elements(after)))
    wrong = judged(before, after, ' '.join(one.get('detail') or '' for one in outcomes), checks)
    check(f'{name}: "{words}": as it was meant, and nothing else', wrong is None, wrong)
    print(f'{name}: {words}', flush=True)


def drawings(how_many, order):
    """One thing that is said about each."""
    missing = [name for name in corpus.NEEDED if not shutil.which(name)]
    if missing:
        print(f'without the drawings of others: {", ".join(missing)} not here')
        return
    commands = corpus.read_commands(os.path.join(corpus.HERE, 'offline_commands.txt'))
    by_name = {}
    for name, words, checks in commands:
        if not {check[0] for check in checks} & ANSWERED and ' && ' not in words:
            by_name.setdefault(name, []).append((words, checks))
    for name in order.sample(list(by_name), min(how_many, len(by_name))):
        if corpus.drawing(name, str(work)):
            told(name, *order.choice(by_name[name]))
        else:
            print(f'without {name}: its package isn\'t here')


# --- what goes wrong ------------------------------------------------------------------------------------


def locked():
    """All of it."""
    text = (FIXTURES / 'demo.svg').read_text(encoding='utf-8')
    path = work / 'locked.svg'
    path.write_text(re.sub(r'(<g\b)(?=[^>]*groupmode="layer")(?![^>]*insensitive)', r'\1 sodipodi:insensitive="true"', text),
                    encoding='utf-8')
    return path


def bad(how_many, order):
    """So many of each kind."""
    def some(them):
        return order.sample(list(them), min(how_many, len(them)))
    demo = FIXTURES / 'demo.svg'
    plain = elements(batch(demo, None)[0])
    rows = (('garbage', demo, 'flumble the quux sideways', (), 'understand'),
            ('no words', demo, '', (), 'Nothing was asked'),
            ('signs', demo, '<&>"\'%s\\n;--id=order $(reboot)', (), 'understand'),
            ('very many', demo, 'flumble ' * 9000, (), ''),
            ('nothing is selected', demo, 'align these left', (), 'selected'),
            ('ids that aren\'t there', demo, 'align these left', ('nowhere', 'neither'), 'selected'),
            ('a name that isn\'t there', demo, 'delete "Atlantis"', (), 'Atlantis'),
            ('a locked object', demo, 'delete "Frame"', ('panel',), ''))
    for title, file, words, ids, why in some(rows):
        out, ends, outcomes = batch(file, words, ids)
        check(f'{title}: Inkscape ends', ends)
        check(f'{title}: nothing is changed', out and elements(out) == plain)
        check(f'{title}: told', end_of(outcomes) not in (None, 'done') and why in json.dumps(outcomes, ensure_ascii=False), outcomes)
    file = locked()
    out, ends, outcomes = batch(file, 'delete these; make the boxes red', ('order', 'pay'))
    check('a locked drawing: Inkscape ends', ends)
    check('a locked drawing: nothing is changed', out and elements(out) == elements(batch(file, None)[0]))
    check('a locked drawing: told', end_of(outcomes) not in (None, 'done') and 'locked' in json.dumps(outcomes), outcomes)
    out, ends, _ = batch(demo, 'delete "Warehouse"', outcomes=work / 'nowhere' / 'outcomes')
    check('outcomes that can\'t be written: done all the same', ends and out and elements(out) != plain)
    text = demo.read_bytes()
    broken = {'no XML': b'no drawing', 'half of it': text[:len(text) // 2], 'empty': b'', 'no SVG': b'<html/>'}
    for title, data in some(broken.items()):
        file = work / 'broken.svg'
        file.write_bytes(data)
        out, ends, outcomes = batch(file, 'delete the boxes')
        check(f'a broken file ({title}): Inkscape ends', ends)
        repaired = out is not None and title == 'half of it'  # Inkscape reads the half
        check(f'a broken file ({title}): nothing is done', repaired or end_of(outcomes) != 'done', outcomes)
    for title, script in some({'dies': 'kill -9 $$', 'fails': 'exit 9'}.items()):
        os.rename(work / 'extensions' / 'fairies-inkscape', work / 'away')
        (work / 'extensions' / 'fairies-inkscape').write_text(f'#!/bin/sh\n{script}\n', encoding='utf-8')
        (work / 'extensions' / 'fairies-inkscape').chmod(0o755)
        out, ends, _ = batch(demo, 'delete the boxes')
        check(f'the program {title}: Inkscape ends, with what it had', ends and out and elements(out) == plain)
        os.replace(work / 'away', work / 'extensions' / 'fairies-inkscape')


(work / 'extensions').mkdir()
shutil.copy(shim, work / 'extensions')
shutil.copy(HERE.parent.parent / 'plugin' / 'inkscape' / 'fairies-ask.inx', work / 'extensions')
how_many = int(sys.argv[3]) if len(sys.argv) > 3 else 10
seed = int(os.environ.get('TEST_SEED') or random.randrange(1 << 32))
print(f'# TEST_SEED={seed}', flush=True)
drawings(how_many, random.Random(seed))
bad(how_many, random.Random(seed))
shutil.rmtree(work, ignore_errors=True)
finish()
