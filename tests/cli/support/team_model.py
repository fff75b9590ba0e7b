#!/usr/bin/env python3
"""A model for a leader and others at a flowchart: team_model.py SEED [--calm] prints its port, and answers as a leader or a
worker would, by what it is asked. How its answers are cut, how late the pieces come, and what goes wrong (a server that is asked
too often, a connection that is lost, a request that fails) is random; --calm: nothing goes wrong, and each piece comes at once.
"""
import http.server
import json
import random
import re
import sys
import threading
import time

CALM = '--calm' in sys.argv
RANDOM = random.Random(int(sys.argv[1]))
LOCK = threading.Lock()


def chance(share):
    with LOCK:
        return not CALM and RANDOM.random() < share


def pick(low, high):
    with LOCK:
        return RANDOM.randint(low, high)


def plan(fairies):
    actions = [{'_type': 'start-project', 'projectName': 'Boxes', 'projectDescription': 'd', 'projectColor': 'red',
                'projectPlan': 'p'}]
    for fairy in fairies:
        actions.append({'_type': 'create-project-task', 'taskId': f'of-{fairy}', 'title': f'Of {fairy}', 'text': 'Do it.',
                        'assignedTo': fairy, 'x': 100 * int(fairy[6:]) - 200, 'y': 0, 'w': 100, 'h': 300})
    actions += [{'_type': 'direct-to-start-project-task', 'otherFairyId': fairy, 'taskId': f'of-{fairy}'} for fairy in fairies]
    actions.append({'_type': 'await-tasks-completion', 'taskIds': [f'of-{fairy}' for fairy in fairies], 'until': 'all'})
    return actions


def box(left, i):
    """Where chance has it, on other things, too; calmly in rows where nothing else is, so that nobody has to mend anything."""
    if CALM:
        return {'x': left + 10 + 30 * (i % 3), 'y': 110 + 35 * (i // 3), 'w': 20, 'h': 20}
    return {'x': left + pick(0, 70), 'y': pick(0, 200), 'w': 20, 'h': 20, 'text': f'{i} sk-tes'}


def work(fairy):
    left = 100 * int(fairy[6:] or 2) - 200
    actions = [{'_type': 'create', 'shape': {'_type': 'rectangle', 'shapeId': f'{fairy}-{i}-{pick(0, 9999)}', **box(left, i)}}
               for i in range(pick(1, 6))]
    return actions + ([] if chance(0.2) else [{'_type': 'mark-task-done'}])


def reply_to(body):
    """What the model does next, by who asks."""
    text = json.dumps(body['messages'])
    match = re.search(r'you: (fairy(-\d+)?)\b', text)
    fairy = match.group(1) if match else 'fairy'
    fairies = sorted(set(re.findall(r'fairy-\d+', text)))
    if fairy != 'fairy':
        return work(fairy)
    if 'create-project-task' not in json.dumps(body['messages'][1:]):
        return plan(fairies)
    if chance(0.3):
        return [{'_type': 'think', 'text': 'Not yet.'}] + work('fairy')[:1]
    return [{'_type': 'end-project'}]


class Model(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.0'

    def log_message(self, *_):
        pass

    def refuse(self, status, *headers):
        body = json.dumps({'error': {'message': 'no', 'type': 'x'}}).encode()
        self.send_response(status)
        for name, value in (('content-type', 'application/json'), ('content-length', str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def event(self, value):
        self.wfile.write(b'data: ' + json.dumps(value).encode() + b'\n\n')
        self.wfile.flush()

    def stream(self, reply):
        self.send_response(200)
        self.send_header('content-type', 'text/event-stream')
        self.end_headers()
        lost = pick(0, len(reply)) if chance(0.1) else None
        at = 0
        while at < len(reply):
            n = pick(4, 60)
            if lost is not None and at + n > lost:
                return
            self.event({'object': 'chat.completion.chunk',
                        'choices': [{'index': 0, 'delta': {'content': reply[at:at + n]}, 'finish_reason': None}]})
            at += n
            if not CALM and chance(0.5):
                time.sleep(pick(0, 4000) / 1e6)
        self.event({'object': 'chat.completion.chunk', 'choices': [{'index': 0, 'delta': {}, 'finish_reason': 'stop'}]})
        self.wfile.write(b'data: [DONE]\n\n')

    def do_POST(self):
        length = int(self.headers['content-length'])
        text = self.rfile.read(length)
        if len(text) < length:
            return  # who asked is gone
        body = json.loads(text)
        try:
            if chance(0.08):
                self.refuse(429, ('retry-after-ms', str(pick(1, 30))))
            elif chance(0.04):
                self.refuse(500)
            else:
                time.sleep(0 if CALM else pick(0, 20) / 1000)
                self.stream(json.dumps({'actions': reply_to(body)}))
        except OSError:
            pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Model)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
