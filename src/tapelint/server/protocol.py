"""The protocol's messages, handed to the service.

pygls keeps documents of its own, whose lines end where Python's ``splitlines`` ends them: at form
feeds, too. Positions behind one would be off, so its documents are not used.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from tapelint.server.code_actions import KINDS
from tapelint.version import __version__

if TYPE_CHECKING:
    from tapelint.server.service import Service


class Protocol(LanguageServerProtocol):
    """pygls's protocol, with documents of our own."""

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
        self.was_shut_down = False


def connect(server: Server, service: Service) -> None:
    """Have a service answer what a server is asked."""
    server.service = service

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        service.initialize(params, str(_value(server.workspace.position_encoding)))

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        service.begin()

    @server.feature(types.SHUTDOWN)
    async def shutdown(params: Any) -> None:
        server.was_shut_down = True
        await service.end()

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


def _value(encoding: Any) -> Any:
    """The word for an encoding, which pygls gives as a word or as a member of an enumeration."""
    return getattr(encoding, "value", encoding)
