"""A small server of our own that answers as OpenAI-compatible endpoints do."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from resources.writer import WriterSettings

SECRET = "sk-very-secret"


class Endpoint:
    """Answers with the statuses it is given, then with a sentence; remembers what it was asked."""

    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.model = "small-model"
        self.body: Any = {"choices": [{"message": {"content": " From a\nsupply agreement. "}}]}
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                read = self.rfile.read(int(self.headers["Content-Length"]))
                endpoint.asked.append(json.loads(read) | {"path": self.path})
                endpoint.keys.append(self.headers["Authorization"])
                answer = json.dumps(endpoint.body).encode()
                self.send_response(endpoint.statuses.pop(0) if endpoint.statuses else 200)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def settings(self) -> WriterSettings:
        return WriterSettings(f"http://127.0.0.1:{self.server.server_address[1]}/v1", self.model, SECRET)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
