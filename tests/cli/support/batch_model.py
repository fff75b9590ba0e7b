"""A server that answers each request alike: batch_model.py ACTIONS SECONDS [REFUSED]; its port is printed.

Each request is a line in asked.txt: when it came, how many were under way, whether it had a picture, and what it was answered with.
$BODIES is a file that gets each request, a line each. Every REFUSED-th request ("15%": at random, always the same ones) is answered
with 429 and "wait a second", and one that comes before that is told to be early."""
import http.server
import json
import os
import random
import sys
import threading
import time

actions, seconds = sys.argv[1], float(sys.argv[2])
refused = sys.argv[3] if len(sys.argv) > 3 else "0"
chance = random.Random(1)
lock, state = threading.Lock(), {"n": 0, "at": 0, "closed": 0.0}


def is_refused(number):
    if refused.endswith("%"):
        return chance.random() * 100 < float(refused[:-1])
    return int(refused) > 0 and number % int(refused) == 0


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256  # all may come at once


class Model(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def begin(self, body):
        with lock:
            state["n"] += 1
            state["at"] += 1
            wait = is_refused(state["n"])
            early = state["closed"] - 0.5 < time.monotonic() < state["closed"]  # before it is heard others may be on their way
            if wait:
                state["closed"] = time.monotonic() + 1
            what = "early" if early else "wait" if wait else "answer"
            with open("asked.txt", "a", encoding="utf-8") as asked:
                asked.write(f'{time.monotonic():.3f} {state["at"]} {"picture" if b"image_url" in body else "text"} {what}\n')
            if os.environ.get("BODIES"):
                with open(os.environ["BODIES"], "ab") as bodies:
                    bodies.write(body + b"\n")
            return wait

    def do_POST(self):
        wait = self.begin(self.rfile.read(int(self.headers["content-length"])))
        if wait:
            self.answer(429, "application/json", b'{"error":{"message":"slow down"}}', {"retry-after": "1"})
        else:
            time.sleep(seconds)
            chunk = {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": actions}, "finish_reason": "stop"}]}
            usage = {"object": "chat.completion.chunk", "choices": [],
                     "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}}
            text = "".join(f"data: {json.dumps(part)}\n\n" for part in (chunk, usage)) + "data: [DONE]\n\n"
            self.answer(200, "text/event-stream", text.encode(), {})
        with lock:
            state["at"] -= 1

    def answer(self, status, kind, body, headers):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


server = Server(("127.0.0.1", 0), Model)
print(server.server_address[1], flush=True)
server.serve_forever()
