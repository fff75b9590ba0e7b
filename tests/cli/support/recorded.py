#!/usr/bin/env python3
"""Runs of a team that are recorded, and replayed to the same bytes: recorded.py FAIRY RUNS DRAWING [FAIRIES].

The model answers in pieces that come when they like, and fails now and then (team_model.py). Meanwhile, behind a random event, a
fairy is told something, or stopped, or all are, by another process or by Ctrl-C. What is replayed then, without a server, has the
same drawing, events (but times), journal and exit; and so has a replay of what was recorded while it was replayed. Prints a line
for each thing that differs. TEST_SEED: another sequence."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FAIRY, RUNS, DRAWING = os.path.realpath(sys.argv[1]), int(sys.argv[2]), os.path.realpath(sys.argv[3])
FAIRIES = sys.argv[4] if len(sys.argv) > 4 else '4'
SEED = int(os.environ.get('TEST_SEED') or time.time())
SUPPORT = pathlib.Path(__file__).parent
SECONDS = 120
LIMITS = ['--max-requests', '60', '--max-tokens', 'none', '--max-cost', 'none']


def environment(folder, address):
    env = dict(os.environ, XDG_STATE_HOME=str(folder / 'state'), XDG_RUNTIME_DIR=str(folder / 'run'), OPENAI_BASE_URL=address,
               OPENAI_API_KEY='sk-test-a1b2c3d4e5f6')
    (folder / 'run').mkdir(mode=0o700)
    return env


class Play:
    """A run in a folder of its own; `disturb` is called with each event."""

    def __init__(self, folder, address, options, disturb=None):
        folder.mkdir()
        shutil.copy(DRAWING, folder / 'drawing.svg')
        self.folder, self.env, self.events = folder, environment(folder, address), []
        command = [FAIRY, 'ask', 'drawing.svg', 'draw boxes', '-i', '--events', *LIMITS, *options]
        with open(folder / 'err', 'w', encoding='utf-8') as err:
            self.process = subprocess.Popen(command, cwd=folder, env=self.env, stdin=subprocess.DEVNULL,
                                            stdout=subprocess.PIPE, stderr=err, text=True)
            for line in self.process.stdout:
                self.events.append(json.loads(line))
                if disturb:
                    disturb(self, len(self.events))
            self.code = self.process.wait(SECONDS)

    def call(self, *words):
        """Another process, which may be refused."""
        subprocess.run([FAIRY, *words], cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False, timeout=SECONDS)

    def lasting(self):
        """What must be the same: no times, and nothing that comes as it suits the clock."""
        events = []
        for event in self.events:
            late = {'waitMs'} | ({'summary'} if event.get('type') == 'think' else set()) | ({'usage', 'cost'} if event.get('usage', {}).get('estimated') else set())
            kept = {name: value for name, value in event.items() if name not in late}
            for name in {'error', 'message'} & kept.keys():
                kept[name] = re.sub(r'; "fairy ask drawing.svg --resume" goes on$', '', re.sub(r'127.0.0.1:\d+', 'server', kept[name]))
            if event['event'] != 'partial':
                events.append(kept)
        log = subprocess.run([FAIRY, 'log', 'drawing.svg', '--json'], cwd=self.folder, env=self.env, text=True,
                             stdout=subprocess.PIPE, check=True, timeout=SECONDS).stdout
        entries = [json.loads(line) for line in log.splitlines()]
        for entry in entries:
            entry.pop('time')
            entry.pop('model')
        return {'drawing': (self.folder / 'drawing.svg').read_text(encoding='utf-8').splitlines(), 'exit': [self.code],
                'events': events, 'journal': entries}


def disturbance(R):
    """What happens meanwhile, and behind which event."""
    ways = [
        lambda play, n: play.call('tell', 'drawing.svg', f'And {n} more'),
        lambda play, n: play.call('tell', 'drawing.svg', '--fairy', R.choice(['fairy', 'fairy-2', 'fairy-3']), f'Then {n}'),
        lambda play, n: play.call('stop', 'drawing.svg', '--fairy', R.choice(['fairy-2', 'fairy-3'])),
        lambda play, n: play.call('stop', 'drawing.svg', '--fairy', 'fairy'),
        lambda play, n: play.call('stop', 'drawing.svg'),
        lambda play, n: play.process.send_signal(signal.SIGINT),
    ]
    behind = {R.randint(1, 60): R.choices(ways, weights=[4, 4, 3, 1, 1, 1])[0] for _ in range(R.randint(0, 3))}
    for n in [n for n in sorted(behind) if behind[n] is ways[-1]][1:]:
        del behind[n]  # a second Ctrl-C ends at once, and what is recorded breaks off

    def disturb(play, n):
        if n in behind:
            behind[n](play, n)
    return disturb


def differences(first, second):
    for name, values in first.items():
        others = second[name]
        pairs = [pair for pair in zip(values, others) if pair[0] != pair[1]]
        if pairs or len(values) != len(others):
            yield f'{name}: {len(values)} and {len(others)}; {json.dumps(pairs[:1])[:1500]}'


def play_one(seed, folder):
    R = random.Random(seed)
    model = subprocess.Popen([sys.executable, '-B', SUPPORT / 'team_model.py', str(seed)], stdout=subprocess.PIPE, text=True)
    try:
        address = f'http://127.0.0.1:{int(model.stdout.readline())}/v1'
        live = Play(folder / 'live', address, ['--model', 'openai/gpt-6-luna', '--fairies', FAIRIES, '--record', '../1.jsonl'],
                    disturbance(R))
    finally:
        model.kill()
        model.communicate()
    nowhere = 'http://127.0.0.1:9/v1'
    again = Play(folder / 'again', nowhere, ['--model', 'replay+strict:../1.jsonl', '--record', '../2.jsonl'])
    third = Play(folder / 'third', nowhere, ['--model', 'replay+strict:../2.jsonl'])
    first = live.lasting()
    for name, play in (('replayed', again), ('replayed again', third)):
        for what in differences(first, play.lasting()):
            said = [(one.folder / 'err').read_text(encoding='utf-8')[:300] for one in (live, play)]
            yield f'seed {seed}, {name}: {what} {said}'
    kinds[live.code] = kinds.get(live.code, 0) + 1


kinds, wrong = {}, 0
for run in range(RUNS):
    place = pathlib.Path(tempfile.mkdtemp())
    lines = list(play_one(SEED + run, place))
    for line in lines:
        print(f'{line}; {place} has what was recorded', flush=True)
    wrong += len(lines)
    if not lines:
        shutil.rmtree(place)
print(f'TEST_SEED={SEED}: {RUNS} runs, exits {dict(sorted(kinds.items()))}, {wrong} differ')
sys.exit(wrong > 0)
