#!/usr/bin/env python3
"""Teams that are killed at any moment: kills.py FAIRY RUNS DRAWING.

Behind a random event a run of a leader and three others is killed, and so is the next one that goes on with it. Whatever was told
as done is kept: it is counted among what isn't written yet, and in the end it is in the drawing and in the log, once. Prints a line
for each thing that is wrong. TEST_SEED: another sequence."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

FAIRY, RUNS, DRAWING = os.path.realpath(sys.argv[1]), int(sys.argv[2]), os.path.realpath(sys.argv[3])
SEED = int(os.environ.get('TEST_SEED') or time.time())
SUPPORT = pathlib.Path(__file__).parent
LIMITS = ['--max-requests', '200', '--max-tokens', 'none', '--max-cost', 'none', '--lint-rounds', '0']
SECONDS = 120


class Team:
    def __init__(self, folder, address):
        shutil.copy(DRAWING, folder / 'drawing.svg')
        self.folder, self.told = folder, []
        self.env = dict(os.environ, XDG_STATE_HOME=str(folder / 'state'), OPENAI_BASE_URL=address,
                        OPENAI_API_KEY='sk-test-a1b2c3d4e5f6')

    def call(self, *words):
        return subprocess.run([FAIRY, *words], cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL, text=True,
                              capture_output=True, check=False, timeout=SECONDS)

    def run(self, options, events, after):
        """Until it is killed, so long after so many events; the exit, or None."""
        process = subprocess.Popen([FAIRY, 'ask', 'drawing.svg', '--events', *LIMITS, *options], cwd=self.folder, env=self.env,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        n = 0
        for line in process.stdout:
            n += 1
            if n == events:
                time.sleep(after)
                process.kill()
            if line.endswith('\n'):
                self.note(json.loads(line))
        code = process.wait(SECONDS)
        return None if code < 0 else code

    def note(self, event):
        if event['event'] == 'action' and event['type'] == 'create' and event['outcome'] != 'refused':
            self.told.append(event['shapeIds'][0])

    def unwritten(self):
        lines = self.call('sessions', 'unfinished', 'drawing.svg', '--json').stdout.splitlines()
        return json.loads(lines[0]) if lines else None

    def drawn(self):
        path = self.folder / 'drawing.fairy.svg'
        return re.findall(r'<(?:g|rect)[^>]* id="(fairy-[-0-9]+)"', path.read_text(encoding='utf-8')) if path.exists() else []


def check_kept(team):
    """What was told is kept, or written."""
    left, drawn = team.unwritten(), team.drawn()
    if not drawn and team.told and (left is None or left['unwritten'] < len(team.told)):
        yield f'{len(team.told)} told, {left and left["unwritten"]} kept'
    if left and [fairy['id'] for fairy in left['fairies']] != ['fairy', 'fairy-2', 'fairy-3', 'fairy-4']:
        yield f'the fairies that are kept are {left["fairies"]}'


def check_end(team, code):
    drawn = team.drawn()
    if code not in (0, 3):
        yield f'going on ends with {code}'
    if missing := [one for one in team.told if one not in drawn]:
        yield f'told, and not drawn: {missing}'
    if len(drawn) != len(set(drawn)):
        yield f'drawn twice: {drawn}'
    log = [json.loads(line) for line in team.call('log', 'drawing.fairy.svg', '--json').stdout.splitlines()]
    made = [one['added'][0] for one in log if one['type'] == 'create' and one['added']]
    if [one for one in team.told if made.count(one) != 1]:
        yield f'told {team.told}, logged {made}'
    if team.unwritten() is not None:
        yield 'something is left to go on with'


def play(R, team):
    code = team.run(['draw boxes', '--model', 'openai/gpt-6-luna', '--fairies', '4'], R.randint(1, 120), R.random() / 50)
    yield from check_kept(team)
    for _ in range(2):
        if code is None and team.unwritten() is not None:
            code = team.run(['--resume'], R.randint(1, 80), R.random() / 50)
            yield from check_kept(team)
    if code is None and team.unwritten() is not None:
        resumed.append(1)
        code = team.run(['--resume'], 0, 0)
    if code is not None:
        yield from check_end(team, code)


resumed, wrong = [], 0
for run in range(RUNS):
    place = pathlib.Path(tempfile.mkdtemp())
    model = subprocess.Popen([sys.executable, '-B', SUPPORT / 'team_model.py', str(SEED + run)], stdout=subprocess.PIPE, text=True)
    try:
        port = int(model.stdout.readline())
        for what in play(random.Random(SEED + run), Team(place, f'http://127.0.0.1:{port}/v1')):
            print(f'seed {SEED + run}: {what}')
            wrong += 1
    finally:
        model.kill()
        model.communicate()
        shutil.rmtree(place)
print(f'TEST_SEED={SEED}: {RUNS} runs of a team, {len(resumed)} gone on with after three kills, {wrong} wrong')
sys.exit(wrong > 0)
