#!/usr/bin/env python3
"""Whether a drawing, a reply or another fairy can speak as the program: injection.py FAIRY TEST-SERVER [TEAM] [--cases N] [--seed N] [--only WORD]
[--wires W,W].

The drawings and replies of injection/ (cases.py), N of them by chance, are worked on by `fairy ask`, whose model is a server on this machine that answers as
the case says, by each of four wires. TEAM (corpus-injection) prints what fairies of a team are sent, all of whose words are an attack. Every body that is sent is taken apart here: what stands between the lines <data MARK> and </data
MARK> is data, an assistant's messages are its own. Of a case's words nothing may stand anywhere else; in a fence nothing may look like its line, and nowhere a
character that isn't seen. A line for each body in which something does; then the figures. Exit 1 where anything was found, or most cases are told nowhere.
"""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unicodedata

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / 'cli' / 'support'), str(HERE / 'injection')]
sys.dont_write_bytecode = True
import cases  # noqa: E402
import stream  # noqa: E402

# name: the wire that a server speaks, the model, the setting of its address, the path behind it
WAYS = {
    'anthropic': ('anthropic', 'anthropic/claude-sonnet-5-5', 'ANTHROPIC_BASE_URL', ''),
    'openai': ('openai', 'openai/gpt-6-luna', 'OPENAI_BASE_URL', '/v1'),
    'gemini': ('gemini', 'gemini/gemini-flash-latest', 'GOOGLE_GEMINI_BASE_URL', ''),
    'ollama': ('ollama', 'ollama/qwen3', 'OLLAMA_HOST', ''),
}
SECONDS = 120
WORDS = 'make it neat, please'


# --- bodies -----------------------------------------------------------------------------------------------------------------------
def text_of(content):
    """Of what a wire has as a message's content."""
    if isinstance(content, str):
        return content
    return '\n'.join(part['text'] for part in content if isinstance(part.get('text'), str))


def messages_of(body):
    """(role, text) of all that a model reads of a body, whichever wire's it is."""
    for part in (body.get('system'), body.get('systemInstruction', {}).get('parts')):
        if part:
            yield 'system', text_of(part)
    for message in body.get('messages', []):
        yield message['role'], text_of(message['content'])
    for message in body.get('contents', []):
        yield {'model': 'assistant'}.get(message['role'], message['role']), text_of(message['parts'])


def split(text):
    """What stands outside of fences, what in them, and what is wrong with these: three texts."""
    outside, inside, wrong, mark = [], [], [], None
    for line in text.split('\n'):
        fence = re.fullmatch(r'<(/?)data(| [0-9a-f]{8})>', line)
        if mark is None and fence and not fence[1]:
            mark = fence[2]
        elif mark is not None and fence and fence[1] and fence[2] == mark:
            mark = None
        else:
            (outside if mark is None else inside).append(line)
    if mark is not None:
        wrong.append('a fence that is open at the end')
    return '\n'.join(outside), '\n'.join(inside), wrong


def like_fence(text):
    """Something a reader could take for the fence's line."""
    plain = ''.join(c for c in unicodedata.normalize('NFKC', text) if unicodedata.category(c) not in ('Cf', 'Cc', 'Mn'))
    return re.search(r'[<\u2039\u2329\u27e8\u3008]\W*data', plain, re.IGNORECASE)


def unseen(text):
    return {f'U+{ord(c):04X}' for c in text if c != '\n' and unicodedata.category(c) in ('Cc', 'Cf', 'Co', 'Cs', 'Zl', 'Zp')}


def faults_of(case, body):
    """What is wrong with a body, a sentence each; and whether the case's words are in it at all."""
    faults, told = [], False
    for role, text in messages_of(body):
        if role == 'assistant':
            continue
        outside, inside, wrong = split(text)
        faults += [f'{role}: {word} outside of a fence' for word in case.canaries if word in outside]
        faults += [f'{role}: {fault}' for fault in wrong]
        faults += [f'{role}: {found[0]!r} in a fence'] if (found := like_fence(inside)) else []
        faults += [f'{role}: {", ".join(sorted(found))} as they are'] if (found := unseen(text)) else []
        told = told or any(word in inside for word in case.canaries)
    return faults, told


# --- runs -------------------------------------------------------------------------------------------------------------------------
def bodies(fairy, server, way, case, folder):
    wire, model, variable, path = WAYS[way]
    script, log = folder / 'script', folder / 'requests'
    env = {**os.environ, 'XDG_STATE_HOME': str(folder / 'state'), 'XDG_CONFIG_HOME': str(folder / 'config')}
    env.update((name + '_API_KEY', 'sk-test-a1b2c3d4e5f6') for name in ('ANTHROPIC', 'OPENAI', 'GEMINI'))
    (folder / case.file).write_text(case.svg, encoding='utf-8')
    script.write_text('\n'.join(line for answer in case.answers for line in stream.script(wire, answer, [])) + '\n', encoding='utf-8')
    process = subprocess.Popen([server, script, log], stdout=subprocess.PIPE, text=True)
    try:
        env[variable] = f'http://127.0.0.1:{int(process.stdout.readline())}{path}'
        # Twice: what was said is history then, and the drawing may be another.
        for words in (WORDS, 'and once more'):
            subprocess.run([fairy, 'ask', case.file, words, '-i', '-q', '--model', model, '--mode', case.mode, '--max-cost', 'none', '--no-web',
                            '--max-tokens', 'none', '--max-requests', '8', '--select', 'a'], cwd=folder, env=env, timeout=SECONDS,
                           stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    finally:
        process.kill()
        process.communicate()
    return [json.loads(json.loads(line)['body']) for line in log.read_text(encoding='utf-8').split('\n') if line]


def team_faults(program, wires):
    """What is wrong with what a team is sent, by each attack; how many bodies that were."""
    texts = {attack: (cases.text_of(attack, number), cases.canaries(number)) for number, attack in enumerate(cases.ATTACKS, 9000)}
    n, faults = 0, []
    for attack, (text, words) in texts.items():
        case = cases.Case(f'team/{attack}', '', [])
        case.canaries = list(words.values())
        lines = subprocess.run([program], input=json.dumps(text) + '\n', capture_output=True, text=True, timeout=SECONDS, check=True).stdout
        for sent in map(json.loads, filter(None, lines.split('\n'))):
            if sent['wire'] in wires:
                wrong, told = faults_of(case, sent['body'])
                faults += [f'{case.name} {sent["case"]} {sent["wire"]}: {fault}' for fault in wrong + ([] if told else ['not told at all'])]
                n += 1
    return n, faults


def chosen(options):
    ruled, made = list(cases.by_rule()), list(cases.by_hand())
    random.Random(options.seed).shuffle(ruled)
    some = [case for case in ruled + made if options.only in case.name]
    if options.cases:
        some = [*made[:max(1, options.cases // 4)], *ruled] if not options.only else some
        some = some[:options.cases]
    return some


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fairy', type=os.path.abspath)
    parser.add_argument('server', type=os.path.abspath)
    parser.add_argument('team', type=os.path.abspath, nargs='?')
    parser.add_argument('--cases', type=int, default=0, help='so many (default: all)')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', default='', help='those with this in their name')
    parser.add_argument('--turns', action='store_true', help='each case by one wire, in turn')
    parser.add_argument('--wires', default=','.join(WAYS))
    options = parser.parse_args()
    some, wires = chosen(options), options.wires.split(',')
    n_bodies, bad, silent = 0, 0, []
    n_team, wrong = team_faults(options.team, wires) if options.team else (0, [])
    print(*wrong, sep='\n', end='\n' if wrong else '')
    for number, case in enumerate(some):
        told = False
        for way in [wires[number % len(wires)]] if options.turns else wires:
            with tempfile.TemporaryDirectory(prefix='injection.') as folder:
                sent = bodies(options.fairy, options.server, way, case, pathlib.Path(folder))
            if not sent:
                print(f'{case.name} {way}: nothing was sent')
                bad += 1
            for at, body in enumerate(sent, 1):
                faults, seen = faults_of(case, body)
                told = told or seen
                bad += bool(faults)
                for fault in faults:
                    print(f'{case.name} {way} {at}: {fault}')
            n_bodies += len(sent)
        silent += [] if told else [case.name]
    bad += len(wrong)
    print(f'seed {options.seed}: {len(some)} cases by {len(wires)} wires, {n_bodies} bodies, {n_team} of a team; {bad} with faults; '
          f'{len(some) - len(silent)} cases stood in a fence, {len(silent)} nowhere')
    if options.only or not options.cases:
        print('nowhere:', ' '.join(sorted({name.rsplit("/", 1)[0] for name in silent})))
    sys.exit(1 if bad or len(silent) * 2 > len(some) else 0)


if __name__ == '__main__':
    main()
