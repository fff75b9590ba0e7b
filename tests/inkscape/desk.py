"""The other side of the worker's desk, for tests: a window's or the menu's words, and what is shown."""
import http.server
import json
import os
import pathlib
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import time

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / 'fixtures'
passed = failed = 0


def check(name, good, *more):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print('not ok:', name, *more)


def finish():
    print(f'{passed} passed, {failed} failed')
    raise SystemExit(failed > 0 or passed == 0)


class Place:
    """Folders of a test's own: runtime, state, settings."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix='fairies-desk-'))
        self.environment = dict(os.environ)
        for name in 'RUNTIME_DIR', 'STATE_HOME', 'CONFIG_HOME', 'CACHE_HOME':
            (self.root / name).mkdir(mode=0o700)
            self.environment['XDG_' + name] = str(self.root / name)
        self.runtime = self.root / 'RUNTIME_DIR' / 'fairies'
        self.socket = self.runtime / 'worker.sock'
        self.workers = []

    def start(self, program, *options):
        worker = subprocess.Popen([program, *options], env=self.environment, stdin=subprocess.DEVNULL)
        self.workers.append(worker)
        return worker

    def end(self):
        for worker in self.workers:
            if worker.poll() is None:
                worker.terminate()
                worker.wait(20)
        shutil.rmtree(self.root, ignore_errors=True)

    def log(self):
        path = self.root / 'STATE_HOME' / 'fairies' / 'inkscape.log'
        return path.read_text(encoding='utf-8') if path.exists() else ''

    def menu(self, verb, drawing, path=None, selected=(), pgid=1):
        """The menu's request, with a copy of the drawing."""
        self.runtime.mkdir(mode=0o700, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix='menu-', suffix='.svg', dir=self.runtime)
        with os.fdopen(handle, 'wb') as file:
            file.write(pathlib.Path(drawing).read_bytes())
        request = {'do': 'menu', 'verb': verb, 'editor': {'pgid': pgid}, 'file': name, 'selected': list(selected)}
        return request | ({'path': str(path)} if path else {})


class Model:
    """A model at the end of a wire that takes its time: each of `answers` is a list of actions, the last one again and again;
    None = from there on nothing comes until the other end leaves. In a team `roles` has answers for each, by what tells whom is asked.
    `told`: when each action was sent."""

    def __init__(self, answers, pause=0.0):
        model, self.answers, self.asked, self.told, self.pause, self.roles = self, answers, [], [], pause, {}

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, format, *arguments):
                pass

            def piece(self, text):
                self.wfile.write(f'data: {json.dumps(dict(choices=[dict(index=0, delta=dict(content=text))]))}\n\n'.encode())
                self.wfile.flush()

            def do_POST(self):
                asked = self.rfile.read(int(self.headers['Content-Length'])).decode()
                model.asked.append(asked)
                self.send_response(200)
                self.send_header('Content-Type', 'text/event-stream')
                self.end_headers()
                try:
                    self.answer(model.pick(asked))
                except OSError:
                    pass

            def answer(self, actions):
                self.piece('{"actions":[')
                for i, action in enumerate(actions):
                    if action is None:
                        while True:
                            time.sleep(0.1)
                            self.piece(' ')
                    self.piece((',' if i else '') + json.dumps(action))
                    model.told.append(time.monotonic())
                    time.sleep(model.pause)
                self.piece(']}')
                self.wfile.write(b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')

        self.lock = threading.Lock()
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.name = 'openai/gpt-6-luna'
        self.environment = {'OPENAI_API_KEY': 'sk-test-a1b2c3d4e5f6', 'OPENAI_BASE_URL': f'http://127.0.0.1:{self.server.server_port}/v1'}

    def pick(self, request):
        """What is answered."""
        with self.lock:
            for mark, answers in self.roles.items():
                if mark in request:
                    return answers.pop(0) if len(answers) > 1 else answers[0]
            return self.answers[min(len(self.asked), len(self.answers)) - 1]


class Client:
    def __init__(self, place, seconds=10):
        self.events, self.at, self.buffer, self.number = [], 0, b'', 0
        self.socket = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + seconds
        while True:
            try:
                self.socket.connect(str(place.socket))
                return
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)

    def send(self, text):
        self.socket.sendall(text if isinstance(text, bytes) else (text + '\n').encode())

    def read(self, seconds):
        """One line as JSON; None when nothing came, {} when the other end has left."""
        end = time.monotonic() + seconds
        while b'\n' not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.socket], [], [], left)[0]:
                return None
            try:
                more = self.socket.recv(65536)
            except ConnectionError:
                more = b''
            if not more:
                return {}
            self.buffer += more
        line, self.buffer = self.buffer.split(b'\n', 1)
        return json.loads(line)

    def ask(self, seconds=10, **request):
        """The answer; events that come before it are kept."""
        self.number += 1
        self.send(json.dumps(request | {'id': self.number}))
        end = time.monotonic() + seconds
        while (line := self.read(end - time.monotonic())) is not None:
            if not line or line.get('id') == self.number:
                return line
            self.events.append(line)
        return None

    def wait(self, seconds=20, **members):
        """The next event with these members, behind the one that was waited for before; None when none came."""
        end = time.monotonic() + seconds
        while True:
            while self.at < len(self.events):
                self.at += 1
                line = self.events[self.at - 1]
                if all(line.get(name) == value for name, value in members.items()):
                    return line
            line = self.read(end - time.monotonic())
            if not line:
                return None
            self.events.append(line)

    def named(self, event):
        return [line for line in self.events if line.get('event') == event]

    def close(self):
        self.socket.close()


def attached(place):
    """A client of the worker that stays: what a killed one was about to start seems to listen until it runs."""
    while True:
        client = Client(place)
        try:
            if client.ask(do='attach'):
                return client
        except ConnectionError:
            pass
        client.close()
