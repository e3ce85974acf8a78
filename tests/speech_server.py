"""A speech endpoint on this machine that speaks OpenAI's API, with eSpeak NG behind it."""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from corpus.synthesis.espeak import Espeak

KEY = "sk-test-9f3c2b7d1e8a4c60"


@dataclass(frozen=True, slots=True)
class Reply:
    """What the endpoint does instead of speaking. hang: seconds before it answers at all."""

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    hang: float = 0.0


def error(
    status: int, message: str, *, code: str = "", headers: dict[str, str] | None = None
) -> Reply:
    """An error in OpenAI's form."""
    body = json.dumps({"error": {"message": message, "code": code, "type": "x"}}).encode()
    return Reply(status, body, headers=headers or {})


class SpeechServer(ThreadingHTTPServer):
    """Speaks, unless it has replies to give first. asked: what was asked, with its headers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies: deque[Reply] = deque()
        self.asked: list[dict[str, Any]] = []
        self.answer_to: Callable[[str], Reply | None] = lambda _: None

    @property
    def base_url(self) -> str:
        """The base address that a curator would enter."""
        return f"http://{self.host}/v1"

    @property
    def host(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.server_address[1]}"

    def texts(self) -> list[str]:
        """The texts that were sent, in order: each would have been paid for."""
        return [request["input"] for request in self.asked]


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = cast("SpeechServer", self.server)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.asked.append({**body, "path": self.path, "headers": dict(self.headers)})
        reply = server.replies.popleft() if server.replies else server.answer_to(body["input"])
        if reply is None and self.headers.get("Authorization") != f"Bearer {KEY}":
            reply = error(401, f"Incorrect API key provided: {self.headers.get('Authorization')}.")
        if reply is None:
            reply = Reply(body=Espeak(body["voice"]).speak(body["input"]), content_type="audio/wav")
        time.sleep(reply.hang)
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def handle(self) -> None:
        """Let clients hang up."""
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):
            return


@contextmanager
def speech_server() -> Iterator[SpeechServer]:
    """A running endpoint."""
    with SpeechServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
