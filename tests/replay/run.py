#!/usr/bin/env python3
"""Whole runs, as a script tells them: run.py FAIRY TEST-SERVER NAME.txt…

Each is played twice against a server on this machine, and recorded; then from the second recording, without a server, every
request being as it was, and a Ctrl-C where it was. Each time the drawing, what happened on the way, and the journal are what the
script says, and the same, byte for byte; of several fairies, who was quicker is chance, but for the replay. ../README.md tells how a script is written.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / 'cli' / 'support'))
sys.dont_write_bytecode = True
import stream  # noqa: E402

MODEL = 'anthropic/claude-sonnet-5-5'
SECONDS = 120  # for one command, under sanitizers on a busy machine
FAULTS = {
    '401': ('401 Unauthorized', 'authentication_error', []),
    '429': ('429 Too Many Requests', 'rate_limit_error', ['header retry-after: 0']),
    '503': ('503 Service Unavailable', 'overloaded_error', ['header retry-after-ms: 1']),
    '529': ('529 Overloaded', 'overloaded_error', ['header retry-after: 0']),
}


class Wrong(Exception):
    pass


# --- scripts ----------------------------------------------------------------------------------------------------------

class Ask:
    """One `fairy ask`: what is answered, what it must have been told, and what happens."""

    def __init__(self, options):
        self.options = shlex.split(options)
        self.words, self.way, self.interrupt = '', [], None
        self.answers = []  # a list of lines for the server each
        self.told = {}     # number of the request, from 0: lines

    def is_team(self):
        return '--fairies' in self.options or 'team' in self.options or 'duo' in self.options


class Script:
    def __init__(self, path):
        self.path = path
        self.asks, self.document, self.after, self.log = [], None, None, None
        text = path.read_text(encoding='utf-8')
        if not re.match(r'# %s\n\S' % re.escape(path.stem), text):
            raise Wrong(f'{path}: begins with "# {path.stem}" and what it shows')
        for section in re.split(r'^-- ', text, flags=re.M)[1:]:
            head, _, body = section.partition('\n')
            name, _, rest = head.partition(' ')
            getattr(self, 'read_' + name.replace('-', '_'))(rest, body.rstrip('\n'))
        for ask in self.asks:
            if not ask.way or bool(ask.words) == ('--resume' in ask.options):
                raise Wrong(f'{path}: each "ask" needs a way, and words or --resume')

    def read_document(self, _rest, body):
        self.document = body + '\n'

    def read_after(self, _rest, body):
        self.after = body + '\n'

    def read_log(self, _rest, body):
        self.log = body.split('\n')

    def read_ask(self, rest, body):
        self.asks.append(Ask(rest))
        self.asks[-1].words = body

    def read_reply(self, rest, body):
        """`cut`: the connection is lost behind it; `length`: it is as long as it may be; `hang`: nothing more comes. Before
        that, where there are several, the id of the fairy that is answered."""
        whose = []
        if match := re.match(r'(fairy(?:-\d+)?)\b ?', rest):
            whose = [f'asked you: {match.group(1)} \\\"']
            rest = rest[match.end():]
        events = list(stream.anthropic(body.replace('\n', '')))
        if rest == 'length':
            events[-2][1]['delta']['stop_reason'] = 'max_tokens'
        elif rest in ('cut', 'hang'):
            events = events[:-3]
        elif rest:
            raise Wrong(f'{self.path}: a reply is cut, length, hang or whole, not {rest}')
        lines = ['answer POST /v1/messages', *whose]
        lines += [f'event {kind} {json.dumps(event)}' for kind, event in events]
        self.asks[-1].answers.append(lines + [rest] * (rest in ('cut', 'hang')))

    def read_fault(self, rest, _body):
        status, kind, lines = FAULTS[rest]
        error = json.dumps({'type': 'error', 'error': {'type': kind, 'message': 'no'}})
        self.asks[-1].answers.append(['answer POST /v1/messages', f'status {status}', 'header content-type: '
                                      'application/json', *lines, 'body ' + error.replace('"', '\\"')])

    def read_told(self, _rest, body):
        self.asks[-1].told[len(self.asks[-1].answers) - 1] = body.split('\n')

    def read_interrupt(self, rest, _body):
        self.asks[-1].interrupt = rest

    def read_way(self, _rest, body):
        self.asks[-1].way = body.split('\n')


# --- what happens -----------------------------------------------------------------------------------------------------

def without_hint(event):
    """How to go on isn't told of what is replayed."""
    hint = r'; "fairy ask drawing.svg --resume" goes on$'
    return {**event, 'error': re.sub(hint, '', event['error'])} if 'error' in event else event


def line_of(event):
    """An event as scripts tell it; None for what hangs on time, or is looks."""
    kind = event['event']
    if kind == 'action':
        words = [event['outcome'], event['type'], *event['shapeIds']]
        return ' '.join(words) + (f': {event["detail"]}' if event['outcome'] != 'ok' else '')
    if kind == 'todos':
        return ' '.join(['todos', *(f'{one["id"]}:{one["status"]}' for one in event['todos'])])
    if kind == 'end':
        event = without_hint(event)
        return ' '.join(['end', str(event['exit'])]) + (f': {event["error"]}' if 'error' in event else '')
    if kind == 'answered':
        return ' '.join(['answered', *([event['fault']] if 'fault' in event else [])])
    members = {'request': 'request', 'mode': 'mode', 'wait': 'fault', 'warning': 'message'}
    return f'{kind} {event[members[kind]]}' if kind in members else None


def by_fairy(events):
    """What each of several did, one after the other: who was quicker is chance."""
    lines = [(event.get('fairy', ''), line_of(event)) for event in events]
    names = sorted({name for name, line in lines if line}, key=lambda name: (name == '', len(name), name))
    return [f'{name} {line}'.strip() for one in names for name, line in lines if line and name == one]


def lasting(event):
    """What of an event is the same whenever it happens; None for those that come as it suits the clock. How much had come
    of an answer that was left isn't, nor so what it cost."""
    late = {'waitMs'} | ({'usage', 'cost'} if event.get('usage', {}).get('estimated') else set())
    lasts = {name: re.sub(r'127.0.0.1:\d+', 'server', value) if name == 'message' else value
             for name, value in without_hint(event).items() if name not in late}
    return None if event['event'] == 'partial' else lasts


class Server:
    """Answers what an ask is answered, and keeps what it was asked."""

    def __init__(self, program, ask, folder):
        script, self.log = folder / 'script', folder / 'requests.json'
        self.log.unlink(missing_ok=True)
        script.write_text('\n'.join(line for answer in ask.answers for line in answer) + '\n', encoding='utf-8')
        self.process = subprocess.Popen([program, script, self.log], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def stop(self):
        self.process.kill()
        self.process.communicate()

    def requests(self):
        return [json.loads(line)['body'] for line in self.log.read_text(encoding='utf-8').splitlines()]


def last_words(body):
    """The texts of a request's last message, and of all before it."""
    messages = json.loads(body)['messages']
    texts = [[part.get('text', '') for part in message['content']] if isinstance(message['content'], list)
             else [message['content']] for message in messages]
    return '\n'.join(texts[-1]), '\n'.join(text for some in texts[:-1] for text in some)


def check_told(lines, body):
    now, before = last_words(body)
    for line in lines:
        kind, _, words = line.partition(' ')
        found = {'now': words in now, 'before': words in before, 'never': words not in now and words not in before}
        if not found.get(kind):
            raise Wrong(f'"{line}" isn\'t so of the request whose last words are\n{now[-3000:]}')


class Play:
    """A script once, in a folder of its own."""

    def __init__(self, script, fairy, server, folder):
        self.script, self.fairy, self.server, self.folder = script, fairy, server, folder
        self.folder.mkdir()
        self.drawing = folder / 'drawing.svg'
        self.drawing.write_text(script.document, encoding='utf-8')
        self.env = {name: value for name, value in os.environ.items()
                    if not re.search('_API_KEY$|_BASE_URL$|^FAIRIES_M|^FAIRIES_T|^OLLAMA', name)}
        self.env.update(XDG_STATE_HOME=str(folder / 'state'), XDG_CONFIG_HOME=str(folder / 'config'),
                        ANTHROPIC_API_KEY='sk-test-a1b2c3d4e5f6')
        self.events, self.journal = [], None

    def run(self, ask, arguments):
        """Events of one command, which is interrupted behind the line that the script says."""
        words = [ask.words, '-i'] if ask.words else []
        command = [self.fairy, 'ask', 'drawing.svg', *words, '--events', *ask.options, *arguments]
        events = []
        with open(self.folder / 'err', 'w', encoding='utf-8') as err:
            process = subprocess.Popen(command, cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=err, text=True)
            for line in process.stdout:
                events.append(json.loads(line))
                if ask.interrupt and '--record' in arguments and line_of(events[-1]) == ask.interrupt:
                    process.send_signal(signal.SIGINT)
            code = process.wait(SECONDS)
        if not events or events[-1].get('exit') != code:
            raise Wrong(f'exit {code}: {(self.folder / "err").read_text(encoding="utf-8")}')
        return events

    def live(self, number):
        ask = self.script.asks[number]
        server = Server(self.server, ask, self.folder)
        self.env['ANTHROPIC_BASE_URL'] = f'http://127.0.0.1:{server.port}'
        try:
            events = self.run(ask, ['--model', MODEL, '--record', f'{number}.jsonl'])
            requests = server.requests()
        finally:
            server.stop()
        if len(requests) != len(ask.answers):
            raise Wrong(f'{len(requests)} requests, {len(ask.answers)} answers')
        for i, lines in ask.told.items():
            check_told(lines, requests[i])
        self.note(ask, events)

    def replay(self, recording):
        ask = self.script.asks[0]
        self.env['ANTHROPIC_BASE_URL'] = 'http://127.0.0.1:9'
        self.note(ask, self.run(ask, ['--model', f'replay+strict:{recording}']))

    def note(self, ask, events):
        way = [line for line in map(line_of, events) if line]
        if ask.is_team():
            way = by_fairy(events)
        if way != ask.way:
            raise Wrong('what happened:\n' + '\n'.join(way) + '\nand not:\n' + '\n'.join(ask.way))
        self.events += [one for one in map(lasting, events) if one]

    def log(self):
        """What the journal has of the drawing, oldest first."""
        log = subprocess.run([self.fairy, 'log', 'drawing.svg', '--json'], cwd=self.folder, env=self.env, text=True,
                             stdout=subprocess.PIPE, check=True, timeout=SECONDS).stdout
        entries = [json.loads(line) for line in reversed(log.splitlines())]
        return [' '.join([str(one['turn']), one['outcome'], one['type'], *one['added'], *one['changed'],
                          *one['removed']]) for one in entries]


# --- the runner -------------------------------------------------------------------------------------------------------

def check_result(script, play, first):
    drawing = play.drawing.read_text(encoding='utf-8')
    if drawing != (script.after or script.document):
        raise Wrong(f'the drawing is\n{drawing}')
    play.journal = log = play.log()
    if any(ask.is_team() for ask in script.asks):
        log = sorted(log)
    if log != (script.log or []):
        raise Wrong('the journal has\n' + '\n'.join(log))
    if play.journal != first.journal:
        raise Wrong('the journal has another order than the first time')
    if play.events != first.events:
        different = [pair for pair in zip(play.events, first.events) if pair[0] != pair[1]]
        raise Wrong(f'the events are others than the first time: {different[:3]}')


def play_all(script, fairy, server, folder):
    """Each time at the same place: who the fairy is goes by where the drawing is."""
    first, team = None, any(ask.is_team() for ask in script.asks)
    for _ in range(2):
        play = Play(script, fairy, server, folder / 'play')
        for number in range(len(script.asks)):
            play.live(number)
        first = play if team else first or play
        check_result(script, play, first)
        shutil.copy(folder / 'play' / '0.jsonl', folder / 'recording.jsonl')
        shutil.rmtree(folder / 'play')
    if len(script.asks) == 1:
        replayed = Play(script, fairy, server, folder / 'play')
        replayed.replay(folder / 'recording.jsonl')
        check_result(script, replayed, first)


def main():
    fairy, server = (str(pathlib.Path(name).resolve()) for name in sys.argv[1:3])
    failed = 0
    for name in sys.argv[3:]:
        folder = pathlib.Path(tempfile.mkdtemp())
        try:
            play_all(Script(pathlib.Path(name)), fairy, server, folder)
            print(f'ok: {name}')
        except (Wrong, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f'not ok: {name}: {error}')
        finally:
            shutil.rmtree(folder)
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
