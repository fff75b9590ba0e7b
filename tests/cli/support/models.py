"""Servers that list models, some of them badly: models.py PORT-FILE LOG. What is asked, and with which headers, goes
into LOG."""
import http.server
import json
import sys
import time

NAMES = ["beta-2", "alpha-1"]
OPENAI = {"object": "list", "data": [{"id": name, "object": "model"} for name in NAMES]}
PAGE = b"<!doctype html><title>It works!</title>"


def refusal(key):
    return {"error": {"message": f"Incorrect API key provided: {key}.", "type": "invalid_request_error", "code": "invalid_api_key"}}


ANSWERS = {  # path, or its beginning: (status, body)
    "/anthropic/v1/models": (200, {"data": [{"type": "model", "id": name} for name in NAMES], "has_more": False}),
    "/openai/models": (200, OPENAI),
    "/gemini/v1beta/models": (200, {"models": [
        {"name": "models/gemini-x", "supportedGenerationMethods": ["generateContent"]},
        {"name": "models/embedding-x", "supportedGenerationMethods": ["embedContent"]}]}),
    "/api/tags": (200, {"models": [{"name": "llama3.2:3b"}, {"name": "evil\u001b[31m\nname"}]}),
    "/llama/v1/models": (200, OPENAI),
    "/page": (200, PAGE),
    "/broken": (500, {"error": {"message": "out of order"}}),
    "/large": (200, b"[" + b" " * (9 << 20) + b"]"),
    "/elsewhere": (302, b""),
}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open(sys.argv[2], "a") as log:
            log.write(f"{self.path} {sorted(self.headers.items())}\n")
        if self.path.startswith("/slow"):
            time.sleep(5)
        status, body = next((a for path, a in ANSWERS.items() if self.path.startswith(path)), (404, b"nothing"))
        if self.path.startswith("/locked"):
            status, body = 401, refusal(self.headers.get("authorization", "").removeprefix("Bearer "))
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "/openai/models")
            self.send_header("Content-Type", "text/html" if body is PAGE else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            pass  # it was enough

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.daemon_threads = True
with open(sys.argv[1], "w") as file:
    file.write(f"{server.server_port}\n")
server.serve_forever()
