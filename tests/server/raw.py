"""A client that sends what it is told to, also what no library would send."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any

from .editor import COMMAND, PATIENCE

CAPABILITIES = {
    "textDocument": {
        "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}
    }
}


class Raw:
    """A server with bytes that go in and messages that come out."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._errors = (folder / "standard_error").open("wb+")
        self.process = subprocess.Popen(
            [*COMMAND, "--delay", "20", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        self._ids = iter(range(1, 1 << 30))
        self.seen: list[dict[str, Any]] = []
        """All messages, in the order in which they came."""
        self._came: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        output = self.process.stdout
        assert output is not None
        while head := output.readline():
            size = 0
            while head.strip():
                name, _, value = head.partition(b":")
                size = int(value) if name.lower() == b"content-length" else size
                head = output.readline()
            self._came.put(json.loads(output.read(size)))
        self._came.put(None)

    def send(self, body: bytes) -> None:
        """Send the body of a message."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method: str, params: object) -> None:
        """Send a notification."""
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def request(self, method: str, params: object = None) -> int:
        """Send a request, and return its number."""
        ident = next(self._ids)
        message = {"jsonrpc": "2.0", "id": ident, "method": method, "params": params}
        self.send(json.dumps(message).encode())
        return ident

    def next(self) -> dict[str, Any]:
        """The next message."""
        message = self._came.get(timeout=PATIENCE)
        assert message is not None, "the server has gone"
        self.seen.append(message)
        return message

    def answer(self, ident: int | None) -> dict[str, Any]:
        """The answer to a request."""
        while not (found := self.answers(ident)):
            self.next()
        return found[-1]

    def answers(self, ident: int | None) -> list[dict[str, Any]]:
        """The answers to a request that have come until now."""
        return [each for each in self.seen if "method" not in each and each["id"] == ident]

    def ask(self, method: str, params: object = None) -> dict[str, Any]:
        """Send a request, and wait for its answer."""
        return self.answer(self.request(method, params))

    def notice(self, method: str, uri: str) -> dict[str, Any]:
        """What comes of itself about a document."""
        while True:
            message = self.next()
            if message.get("method") == method and message["params"].get("uri") == uri:
                return dict(message["params"])

    def begin(self, **capabilities: object) -> None:
        """Introduce the client."""
        known = {**CAPABILITIES, **capabilities}
        assert "result" in self.ask("initialize", {"processId": None, "capabilities": known})
        self.tell("initialized", {})

    def open(self, uri: str, text: str) -> None:
        """Open a document."""
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def end(self) -> tuple[int, str]:
        """Close the pipe: the exit code, and what was written on standard error."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self._errors.seek(0)
        written = self._errors.read().decode()
        self._errors.close()
        return code, written

    def stop(self) -> None:
        """End the server, whatever it does."""
        self.process.kill()
        self.process.wait()
        if not self._errors.closed:
            self._errors.close()
