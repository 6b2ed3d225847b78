"""The protocol's messages, handed to the service.

pygls keeps documents of its own, whose lines end where Python's ``splitlines`` ends them: at form
feeds, too. Positions behind one would be off, so its documents are not used.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.exceptions import (
    FeatureRequestError,
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from tapelint.server.code_actions import KINDS
from tapelint.version import __version__

if TYPE_CHECKING:
    from tapelint.server.service import Service


class Protocol(LanguageServerProtocol):
    """pygls's protocol, with documents of our own, and an answer to every request."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Leave a part of a message as it is: it is read when the whole is there."""
        return data

    def handle_message(self, message: Any) -> None:
        """Do what a message says; one that makes no sense is refused."""
        ident = message.get("id") if isinstance(message, dict) else None
        is_request = not isinstance(message, dict) or ("method" in message and "id" in message)
        try:
            self._check(message)
            super().handle_message(self._read(message))
        except BrokenPipeError:
            raise
        except JsonRpcException as error:
            if is_request:
                self.refuse(ident, error)
        except Exception as error:
            if is_request:
                self.refuse(ident, JsonRpcInternalError(type(error).__name__))

    def refuse(self, ident: Any, error: JsonRpcException) -> None:
        """Answer a request with an error.

        Args:
            ident: The request's number; ``None`` where it has none.
            error: Why it is not done.
        """
        told = {"code": error.code, "message": error.message}
        known = ident if _is_id(ident) else None
        # lsprotocol would leave a null out, and here it must be told.
        self._send_data({"jsonrpc": self.VERSION, "id": known, "error": told})

    def _check(self, message: Any) -> None:
        """Look whether a message makes sense now.

        Raises:
            JsonRpcException: It does not.
        """
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            raise JsonRpcInvalidRequest("no message of JSON-RPC 2.0")
        if "method" not in message:
            return
        method, server = message["method"], cast(Server, self._server)
        if not isinstance(method, str):
            raise JsonRpcInvalidRequest("the name of a method is a string")
        if "id" in message and not _is_id(message["id"]):
            raise JsonRpcInvalidRequest("the id of a request is a number or a string")
        if method == types.EXIT:
            return
        if server.was_shut_down:
            raise JsonRpcInvalidRequest(f"{method}: the server was shut down")
        if not server.is_initialized and method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized(f"{method}: send initialize first")
        if server.is_initialized and method == types.INITIALIZE:
            raise JsonRpcInvalidRequest(f"{method}: this was done already")
        if method not in {*self.fm.builtin_features, *self.fm.features, types.CANCEL_REQUEST}:
            raise JsonRpcMethodNotFound.of(method)

    def _read(self, message: Mapping[str, Any]) -> Any:
        """A message as pygls has it.

        Raises:
            JsonRpcInvalidParams: It is not as the protocol has it.
        """
        try:
            return super().structure_message({**message})
        except Exception:
            method = message.get("method", "an answer")
            reason = f"{method}: not the parameters that the protocol has"
            raise JsonRpcInvalidParams(reason) from None

    def _service(self) -> Service:
        return cast(Server, self._server).service

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document is opened."""
        self._service().open(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document is changed."""
        self._service().change(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """A document is closed."""
        self._service().close(params.text_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """A notebook is opened."""
        self._service().open_notebook(params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(
        self, params: types.DidChangeNotebookDocumentParams
    ) -> None:
        """A notebook is changed."""
        self._service().change_notebook(params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(
        self, params: types.DidCloseNotebookDocumentParams
    ) -> None:
        """A notebook is closed."""
        self._service().close(params.notebook_document.uri)


class Server(LanguageServer):
    """pygls's server with our service behind it.

    Attributes:
        service: Answers.
        is_initialized: Whether the editor has said what it is.
        was_shut_down: Whether the editor has asked to shut down, as it should before the exit.
        watch: Looks whether the editor still lives.
    """

    service: Service
    watch: asyncio.Task[None] | None = None

    def __init__(self) -> None:
        super().__init__(
            "tapelint",
            __version__,
            protocol_cls=Protocol,
            notebook_document_sync=types.NotebookDocumentSyncOptions(
                notebook_selector=[
                    types.NotebookDocumentFilterWithNotebook(
                        notebook="*",
                        cells=[types.NotebookCellLanguage(language="python")],
                    )
                ],
                save=True,
            ),
        )
        self.is_initialized = False
        self.was_shut_down = False

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Tell of an error where no answer tells of it."""
        if isinstance(error, BrokenPipeError):
            raise error
        if source is JsonRpcException:  # it could not even be read
            cast(Protocol, self.protocol).refuse(None, JsonRpcParseError("not JSON"))
        elif source is not FeatureRequestError:
            message = f"tapelint: internal error ({error}); please report it"
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))


def connect(server: Server, service: Service) -> None:
    """Have a service answer what a server is asked.

    Long: pygls takes a function for each message.
    """
    server.service = service

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        service.initialize(params, str(_value(server.workspace.position_encoding)))
        server.is_initialized = True

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        service.begin()

    @server.feature(types.SHUTDOWN)
    async def shutdown(params: Any) -> None:
        server.was_shut_down = True
        await service.end()

    @server.feature(types.EXIT)
    def leave(params: Any) -> None:
        service.kill()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        service.save(params.text_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def did_save_notebook(params: types.DidSaveNotebookDocumentParams) -> None:
        service.save(params.notebook_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        service.change_folders(params.event)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        service.reload()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configuration(params: types.DidChangeConfigurationParams) -> None:
        service.reload()

    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=False, identifier="tapelint"
        ),
    )
    async def diagnostic(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return await service.pull(params)

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=list(KINDS), resolve_provider=True),
    )
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await service.code_actions(params)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(params: types.CodeAction) -> types.CodeAction:
        return await service.resolve(params)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        return await service.hover(params)


def _is_id(ident: object) -> bool:
    return isinstance(ident, int | str) and not isinstance(ident, bool)


def _value(encoding: Any) -> Any:
    """The word for an encoding, which pygls gives as a word or as a member of an enumeration."""
    return getattr(encoding, "value", encoding)
