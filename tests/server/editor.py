"""An editor for the tests: pygls's own client, over a server that runs as a real process."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from ..conftest import ROOT

PATIENCE = 60.0
"""Seconds to wait for what must come: the machine may be busy."""
COMMAND = (sys.executable, "-m", "tapelint", "server")

PITFALL = """\
import torch

w = torch.zeros(10, requires_grad=True)
w.normal_()
"""
"""A leaf that is changed in place: a certain finding on line 4 with a safe fix."""

UNSAFE = """\
import torch

w = torch.zeros(3, requires_grad=True)
loss = torch.tensor([w.sum(), w.prod()]).sum()
loss.backward()
"""
"""History that is lost on line 4: a certain finding with an unsafe fix."""


class Client(LanguageClient):
    """The client, which notes what the server sends."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.published: list[types.PublishDiagnosticsParams] = []
        self.messages: list[str] = []
        self.registered: list[types.Registration] = []
        self.refreshed = 0
        self.errors: list[str] = []

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.published.append(params)

        @self.feature(types.WINDOW_SHOW_MESSAGE)
        def message(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.feature(types.CLIENT_REGISTER_CAPABILITY)
        def registered(params: types.RegistrationParams) -> None:
            self.registered += params.registrations

        @self.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        def refresh(params: Any) -> None:
            self.refreshed += 1

    def report_server_error(self, error: Exception, source: Any) -> None:
        self.errors.append(f"{source}: {error}")


class Editor:
    """A client with documents, driven step by step."""

    def __init__(
        self,
        *folders: Path,
        command: Sequence[str] = COMMAND,
        arguments: Sequence[str] = ("--delay", "20"),
        port: int | None = None,
        encodings: Sequence[str] | None = None,
        pulls: bool = False,
        resolves: bool = False,
        is_plain: bool = False,
        process: int | None = None,
        cwd: Path | None = None,
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._versions: dict[str, int] = {}
        self.pulls = pulls
        self.client = self.wait(self._made())
        if port is None:
            self.wait(
                self.client.start_io(*command, *arguments, cwd=str(cwd or ROOT))  # type: ignore[func-returns-value]
            )
        else:
            self.wait(self._connected(port))
        capabilities = types.ClientCapabilities()
        if not is_plain:
            capabilities = _capabilities(encodings, pulls=pulls, resolves=resolves)
        self.greeting = self.wait(
            self.client.initialize_async(
                types.InitializeParams(
                    capabilities=capabilities,
                    process_id=process,
                    workspace_folders=[
                        types.WorkspaceFolder(each.as_uri(), each.name) for each in folders
                    ],
                )
            )
        )
        self.client.initialized(types.InitializedParams())

    @staticmethod
    async def _made() -> Client:
        return Client()

    async def _connected(self, port: int) -> None:
        """Connect as soon as the server listens."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return await self.client.start_tcp("127.0.0.1", port)
            except ConnectionRefusedError:
                assert time.monotonic() < end, "nobody listens"
                await asyncio.sleep(0.05)

    @property
    def process(self) -> asyncio.subprocess.Process:
        """The server's process."""
        assert self.client._server is not None
        return self.client._server

    def wait(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """What comes of something that takes its time."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def until(self, condition: Any, seconds: float = PATIENCE) -> Any:
        """Wait until something holds, and return it."""
        end = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < end, "it does not come to hold"
            time.sleep(0.005)
        return found

    # --- documents ---

    def open(self, uri: str, text: str, language: str = "python") -> None:
        self._versions[uri] = 1
        item = types.TextDocumentItem(uri, language, 1, text)
        self._tell(self.client.text_document_did_open, types.DidOpenTextDocumentParams(item))

    def opened(self, uri: str, text: str) -> None:
        """Open a document, and wait until its diagnostics are known."""
        self.open(uri, text)
        if self.pulls:
            self.pull(uri)
        else:
            self.published(uri)

    def type(self, uri: str, text: str, where: types.Range | None = None) -> int:
        """Change a stretch of a document, or all of it; the version that it has now."""
        version = self._versions[uri] = self._versions[uri] + 1
        change: Any = types.TextDocumentContentChangeWholeDocument(text)
        if where is not None:
            change = types.TextDocumentContentChangePartial(where, text)
        name = types.VersionedTextDocumentIdentifier(version, uri)
        params = types.DidChangeTextDocumentParams(name, [change])
        self._tell(self.client.text_document_did_change, params)
        return version

    def save(self, uri: str) -> None:
        params = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri))
        self._tell(self.client.text_document_did_save, params)

    def close(self, uri: str) -> None:
        params = types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        self._tell(self.client.text_document_did_close, params)

    def _tell(self, send: Callable[[Any], None], params: object) -> None:
        """Send a notification as requests are sent: from one thread, so that they do not mix."""

        async def sent() -> None:
            send(params)

        self.wait(sent())

    # --- what the server says ---

    def published(self, uri: str, version: int | None = None) -> list[types.Diagnostic]:
        """The last diagnostics that were sent for a document, once there are any."""

        def found() -> types.PublishDiagnosticsParams | None:
            sent = [each for each in list(self.client.published) if each.uri == uri]
            wanted = sent and (version is None or sent[-1].version == version)
            return sent[-1] if wanted else None

        return list(self.until(found).diagnostics)

    def later(self, coroutine: Coroutine[Any, Any, Any]) -> Future[Any]:
        """What comes of something, some time; a request is sent before this returns."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        self.wait(asyncio.sleep(0))
        return future

    def pull(self, uri: str, previous: str | None = None) -> Any:
        return self.wait(self.pulling(uri, previous))

    async def pulling(self, uri: str, previous: str | None = None) -> Any:
        name = types.TextDocumentIdentifier(uri)
        return await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(name, previous_result_id=previous)
        )

    def actions(
        self, uri: str, line: int, only: Sequence[str] | None = None, shown: Any = ()
    ) -> list[types.CodeAction]:
        """What can be done on a line, counted from 1."""
        where = types.Range(types.Position(line - 1, 0), types.Position(line - 1, 1 << 20))
        found = self.wait(
            self.client.text_document_code_action_async(
                types.CodeActionParams(
                    types.TextDocumentIdentifier(uri),
                    where,
                    types.CodeActionContext(list(shown), list(only) if only else None),
                )
            )
        )
        return list(found or [])

    def resolve(self, action: types.CodeAction) -> types.CodeAction:
        return self.wait(self.client.code_action_resolve_async(action))

    def hover(self, uri: str, line: int, column: int = 1) -> types.Hover | None:
        position = types.Position(line - 1, column - 1)
        return self.wait(
            self.client.text_document_hover_async(
                types.HoverParams(types.TextDocumentIdentifier(uri), position)
            )
        )

    def end(self) -> int | None:
        """Leave as an editor should; the server's exit code."""
        self.wait(self.client.shutdown_async(None))
        self.client.exit(None)
        code = self.wait(self.process.wait()) if self.client._server is not None else None
        self.stop()
        return code

    def stop(self) -> None:
        """Stop the client, whatever the server does."""
        if not self._thread.is_alive():
            return

        async def stop() -> None:
            self.client._stop_event.set()
            for task in self.client._async_tasks:
                task.cancel()
            if self.client._server is not None and self.client._server.returncode is None:
                self.client._server.kill()
                await self.client._server.wait()

        self.wait(stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)


def _capabilities(
    encodings: Sequence[str] | None, *, pulls: bool, resolves: bool
) -> types.ClientCapabilities:
    resolution = types.ClientCodeActionResolveOptions(["edit"]) if resolves else None
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings),  # type: ignore[arg-type]
        notebook_document=types.NotebookDocumentClientCapabilities(
            types.NotebookDocumentSyncClientCapabilities()
        ),
        workspace=types.WorkspaceClientCapabilities(
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                dynamic_registration=True
            ),
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True),
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
        ),
        text_document=types.TextDocumentClientCapabilities(
            diagnostic=types.DiagnosticClientCapabilities() if pulls else None,
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                related_information=True, version_support=True
            ),
            code_action=types.CodeActionClientCapabilities(resolve_support=resolution),
        ),
    )


def applied(text: str, edits: Sequence[types.TextEdit]) -> str:
    """The text with edits applied, as an editor that counts in UTF-16 does."""
    lines = text.splitlines(keepends=True) or [""]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(position: types.Position) -> int:
        if position.line >= len(lines):
            return len(text)
        raw = lines[position.line].encode("utf-16-le")[: 2 * position.character]
        return starts[position.line] + len(raw.decode("utf-16-le"))

    for each in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        start, end = offset(each.range.start), offset(each.range.end)
        text = text[:start] + each.new_text + text[end:]
    return text


def edits_of(action: types.CodeAction, uri: str) -> list[types.TextEdit]:
    """The edits of a document that an action makes."""
    assert action.edit is not None
    if action.edit.changes is not None:
        return list(action.edit.changes[uri])
    found: list[types.TextEdit] = []
    for change in action.edit.document_changes or []:
        assert isinstance(change, types.TextDocumentEdit)
        if change.text_document.uri == uri:
            found += [each for each in change.edits if isinstance(each, types.TextEdit)]
    return found
