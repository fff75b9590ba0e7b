#!/usr/bin/env python3
"""How much of a request is the one before: prefix.py FAIRY TEST-SERVER [--least SHARE].

A conversation of 20 requests in two runs (`fairy ask`, 14 and 6) about a drawing that changes with each, recorded, for each
way in which providers are asked. Of every two bodies that follow each other, byte for byte as they were sent: how much of the first one, from its
start up to where it tells how the drawing is now, the second begins with. That is what providers keep, and don't have paid again. A row
for each: the smallest share and the mean; exit 1 where one is below SHARE (0.9).
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'cli' / 'support'))
sys.dont_write_bytecode = True
import stream  # noqa: E402

# name: the wire that a server speaks, the model, the setting of its address
WAYS = {
    'anthropic': ('anthropic', 'anthropic/claude-sonnet-5-5', 'ANTHROPIC_BASE_URL', ''),
    'openai': ('openai', 'openai/gpt-6-luna', 'OPENAI_BASE_URL', '/v1'),
    'openrouter': ('openai', 'openrouter/anthropic/claude-sonnet-5-5', 'OPENROUTER_BASE_URL', '/v1'),
    'gemini': ('gemini', 'gemini/gemini-flash-latest', 'GOOGLE_GEMINI_BASE_URL', ''),
    'ollama': ('ollama', 'ollama/qwen3', 'OLLAMA_HOST', ''),
}
RUNS = (14, 6)
SECONDS = 300
FIXTURE = pathlib.Path(__file__).parent.parent / 'fixtures' / 'demo.svg'


def actions(n, last):
    """The nth answer: it draws a step of a row, says and asks this and that."""
    x, y = 20 + 130 * (n % 7), 400 + 90 * (n // 7)
    some = [{'_type': 'think', 'text': f'Step {n} goes right of the one before; the row has room for seven.'},
            {'_type': 'create', 'shape': {'_type': 'rectangle', 'shapeId': f'step-{n}', 'x': x, 'y': y, 'w': 100, 'h': 50,
                                          'text': f'Step {n}'}}]
    if n % 7:
        some.append({'_type': 'connect', 'fromId': f'step-{n - 1}', 'toId': f'step-{n}'})
    if n % 4 == 1 and not last:
        some.append({'_type': 'count', 'expression': 'rectangles'})
    if n % 4 == 2 and not last:
        some.append({'_type': 'look-closer', 'shapeIds': [f'step-{n}']})
    if n % 5 == 3 and not last:
        some.append({'_type': 'delete', 'shapeId': 'nowhere'})
    if n % 6 == 4:
        some.append({'_type': 'update-todo', 'id': f'todo-{n}', 'text': 'Look at it again', 'status': 'todo'})
        some.append({'_type': 'update-todo', 'id': f'todo-{n}', 'status': 'done'})
    some.append({'_type': 'message', 'text': f'Step {n} is there.'} if last else
                {'_type': 'review', 'x': 0, 'y': 0, 'w': 900, 'h': 300 + 60 * n})
    return json.dumps({'actions': some})


class Conversation:
    def __init__(self, fairy, server, way, folder):
        self.fairy, self.server, self.folder = fairy, server, folder
        self.wire, self.model, self.variable, self.path = WAYS[way]
        self.env = {name: value for name, value in os.environ.items() if not name.startswith('FAIRIES_M')}
        self.env.update(XDG_STATE_HOME=str(folder / 'state'), XDG_CONFIG_HOME=str(folder / 'config'))
        for provider in ('ANTHROPIC', 'OPENAI', 'OPENROUTER', 'GEMINI'):
            self.env[provider + '_API_KEY'] = 'sk-test-a1b2c3d4e5f6'
        (folder / 'drawing.svg').write_bytes(FIXTURE.read_bytes())

    def run(self, number, first, count):
        """The bodies of one run's requests."""
        script, log = self.folder / 'script', self.folder / f'{number}.requests'
        answers = (actions(first + i, i + 1 == count) for i in range(count))
        script.write_text('\n'.join(line for answer in answers for line in stream.script(self.wire, answer, [])) + '\n',
                          encoding='utf-8')
        server = subprocess.Popen([self.server, script, log], stdout=subprocess.PIPE, text=True)
        try:
            address = f'http://127.0.0.1:{int(server.stdout.readline())}{self.path}'
            subprocess.run([self.fairy, 'ask', 'drawing.svg', f'Draw {count} more steps in rows of seven, each joined to '
                            'the one before', '-i', '-q', '--model', self.model, '--max-requests', '30', '--max-tokens',
                            'none', '--max-cost', 'none', '--record', f'{number}.jsonl', '--lint-rounds', '0'],
                           cwd=self.folder, env={**self.env, self.variable: address}, timeout=SECONDS,
                           stderr=subprocess.DEVNULL)
        finally:
            server.kill()
            server.communicate()
        bodies = [json.loads(line)['body'] for line in log.read_text(encoding='utf-8').splitlines()]
        recorded = (self.folder / f'{number}.jsonl').read_text(encoding='utf-8').count('{"type":"request"')
        if len(bodies) != count or recorded != count:
            sys.exit(f'{self.model}: {len(bodies)} requests ({recorded} recorded), and not {count}')
        return bodies


def share(before, after):
    """Of what stands in the first before the drawing as it is now, in bytes."""
    before, after = before.encode(), after.encode()
    state = before.rindex(b'{"role":"user"')
    same = len(os.path.commonprefix([before[:state], after]))
    return same / state


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fairy', type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument('server', type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument('--least', type=float, default=0.9)
    given = parser.parse_args()
    wrong = False
    print('            requests  largest  least share     mean', flush=True)
    for way in WAYS:
        with tempfile.TemporaryDirectory() as folder:
            talk = Conversation(given.fairy, given.server, way, pathlib.Path(folder))
            bodies = [body for number, count in enumerate(RUNS) for body in talk.run(number, sum(RUNS[:number]), count)]
        shares = [share(*pair) for pair in zip(bodies, bodies[1:])]
        wrong = wrong or min(shares) < given.least
        print(f'{way:10}  {len(bodies):8}  {max(map(len, bodies)):7}  {min(shares):10.1%}  {sum(shares) / len(shares):7.1%}'
              f'{"" if min(shares) >= given.least else "   MISS"}')
    sys.exit(wrong)


if __name__ == '__main__':
    main()
