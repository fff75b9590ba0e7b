"""The worker's side of the window's socket, for tests: says what a script has it say, and keeps what it is asked.

A Worker listens to a socket, starts the window on an X server of its own, and has the events of drawings that tests share."""
import json
import os
import socket
import subprocess
import time

ALL_MODELS = ['offline', 'anthropic/claude-sonnet-5-5', 'openai/gpt-6', 'ollama/qwen3']
COLORS = ['#c2255c', '#1971c2', '#2f9e44']
NAMES = ['Jasper', 'Teasel', 'Birch']


class Worker:
    """Accepts one window after the other; `asked` has what the present one asked, without ids."""

    def __init__(self, path):
        self.path = path
        self.listener = self.connection = None
        self.buffer = b''
        self.asked = []
        self.refuse = {}  # what is asked → why it is refused
        self.listen()

    def accept(self):
        self.connection, _ = self.listener.accept()
        self.connection.setblocking(False)
        self.buffer = b''
        return self.wait_for('attach')

    def say(self, **event):
        self.connection.setblocking(True)
        self.connection.sendall(json.dumps(event).encode() + b'\n')
        self.connection.setblocking(False)

    def _answer(self, request):
        identity = request.pop('id', None)
        why = self.refuse.get(request['do'])
        answer = {'error': why} if why else {'ok': True}
        self.connection.setblocking(True)
        try:
            self.connection.sendall(json.dumps(dict(answer, id=identity)).encode() + b'\n')
        except BrokenPipeError:
            pass  # who closes doesn't wait for an answer
        self.connection.setblocking(False)

    def poll(self):
        """Reads what has been asked meanwhile. Returns False when the window is gone."""
        try:
            data = self.connection.recv(65536)
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False
        if not data:
            return False
        self.buffer += data
        while b'\n' in self.buffer:
            line, self.buffer = self.buffer.split(b'\n', 1)
            request = json.loads(line)
            self._answer(request)
            self.asked.append(request)
        return True

    def wait_for(self, what, seconds=10.0):
        """Returns the next request of that kind and forgets those before it; None if there is none."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            alive = self.poll()
            for i, request in enumerate(self.asked):
                if request['do'] == what:
                    del self.asked[:i + 1]
                    return request
            if not alive:
                return None
            time.sleep(0.01)
        return None

    def is_left(self, seconds=10.0):
        """Whether the window has ended its connection within that time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if not self.poll():
                return True
            time.sleep(0.01)
        return False

    def drop(self):
        """As a worker that is killed."""
        self.connection.close()
        self.listener.close()

    def listen(self):
        """As the next one: a socket that the former left is replaced."""
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(4)
        self.listener.settimeout(20)

    # --- what is told ----------------------------------------------------------------------------

    def drawing(self, number=1, name='order.svg', selected=('order', 'pay', 'confirm'), state='ready', **more):
        self.say(**{'event': 'drawing', 'drawing': number, 'name': name, 'path': f'/home/a/{name}', 'selected': list(selected),
                    'scope': 'selection' if selected else 'view', 'model': 'offline', 'models': ALL_MODELS, 'state': state,
                    'session': 'default', **more})

    def turn(self, words, number=1, turn=1, fairies=1):
        self.say(event='turn', drawing=number, turn=turn, words=words,
                 fairies=[{'fairy': 'fairy' if i == 0 else f'fairy-{i + 1}', 'name': NAMES[i], 'color': COLORS[i]}
                          for i in range(fairies)])

    def action(self, action, description, number=1, fairy='fairy', **more):
        self.say(**{'event': 'action', 'drawing': number, 'fairy': fairy, 'request': 1, 'index': action, 'action': action,
                    'type': 'align', 'outcome': 'ok', 'shapeIds': ['order'], 'icon': 'cursor', 'pose': 'working',
                    'description': description, **more})


class Display:
    """An X server of its own, with a window manager or none, and a bus on which names can be read."""

    def __init__(self, manager=None, size='800x700x24'):
        read, write = os.pipe()
        self.programs = [subprocess.Popen(['Xvfb', '-displayfd', str(write), '-screen', '0', size, '-nolisten', 'tcp'],
                                          pass_fds=[write], stderr=subprocess.DEVNULL)]
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = ':' + pipe.readline().strip()
        self.environment = dict(os.environ, DISPLAY=self.name, GDK_BACKEND='x11', LC_ALL='C.UTF-8')
        self._start_bus()
        if manager:
            self.start([manager])
            time.sleep(0.5)

    def _start_bus(self):
        """What reads the window to people is started by the bus, and ends with the display."""
        bus = subprocess.Popen(['dbus-daemon', '--session', '--nofork', '--print-address'], env=self.environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.programs.append(bus)
        self.environment['DBUS_SESSION_BUS_ADDRESS'] = bus.stdout.readline().strip()

    def start(self, command, **more):
        environment = dict(self.environment, **more)
        program = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.programs.append(program)
        return program

    def run(self, *command, seconds=20):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=seconds, check=False)

    def keys(self, *names):
        self.run('xdotool', 'key', '--clearmodifiers', *names)

    def type(self, text):
        self.run('xdotool', 'type', '--clearmodifiers', '--delay', '8', text)

    def picture(self, path):
        self.run('import', '-window', 'root', path)

    def titles(self):
        found = self.run('xdotool', 'search', '--onlyvisible', '--name', '.').stdout.split()
        return [self.run('xdotool', 'getwindowname', window).stdout.strip() for window in found]

    def focused(self):
        return self.run('xdotool', 'getwindowfocus', 'getwindowname').stdout.strip()

    def end(self):
        for program in reversed(self.programs):
            program.terminate()
            try:
                program.wait(5)
            except subprocess.TimeoutExpired:
                program.kill()
