"""A server that answers as Anthropic's does, at a model's pace: nothing for a while, then a few tokens at a time."""
import http.server
import json
import re
import socketserver
import threading
import time

from team_script import written

FIRST = 0.4  # s until the first bytes of the reply
PIECE = 20  # bytes of the reply in an event: five tokens
TOKENS = 70  # in a second
STEP = PIECE / 4 / TOKENS


class Paced(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """`answers`: of each fairy, lists of actions in their order. `faster`: so many times the pace."""
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, answers, faster=1):
        super().__init__(("127.0.0.1", 0), Answer)
        self.left = {who: list(each) for who, each in answers.items()}
        self.faster, self.lock = faster, threading.Lock()
        self.asked, self.pictures = [], 0  # who, in their order; how many showed a picture
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """Who asked is gone."""

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"

    def sent(self, n):
        """Seconds from a request to the n-th byte of its reply."""
        return (FIRST + STEP * ((n - 1) // PIECE)) / self.faster

    def reply_to(self, body):
        """None: it wasn't foreseen."""
        who = re.search(rb"you: (fairy(?:-\d+)?)\b", body).group(1).decode()
        with self.lock:
            self.asked.append(who)
            self.pictures += b'"image/jpeg"' in body
            left = self.left.get(who)
            return written(left.pop(0))[0] if left else None


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def event(self, kind, **more):
        self.chunk(f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n".encode())

    def stream(self, reply, begun):
        usage = {"input_tokens": 1200, "output_tokens": 1}
        message = {"id": "msg_1", "role": "assistant", "content": [], "model": "m", "usage": usage}
        self.event("message_start", message=message)
        self.event("content_block_start", index=0, content_block={"type": "text", "text": ""})
        for at in range(0, len(reply), PIECE):
            time.sleep(max(0, begun + self.server.sent(at + 1) - time.monotonic()))
            delta = {"type": "text_delta", "text": reply[at:at + PIECE]}
            self.event("content_block_delta", index=0, delta=delta)
        self.event("content_block_stop", index=0)
        self.event("message_delta", delta={"stop_reason": "end_turn"}, usage={"output_tokens": len(reply) // 4})
        self.event("message_stop")
        self.chunk(b"")

    def do_POST(self):
        begun = time.monotonic()
        reply = self.server.reply_to(self.rfile.read(int(self.headers["content-length"])))
        if reply is None:
            self.send_error(400, "nothing is left to say")
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        self.stream(reply, begun)
