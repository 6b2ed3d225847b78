"""What the server does: keeps documents and settings, lints, and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from tapelint.governing_files import OWN_FILE, SHARED_FILE
from tapelint.server.code_actions import Offer, chosen, offers, workspace_edit
from tapelint.server.code_actions import action as as_action
from tapelint.server.diagnostics import diagnostics
from tapelint.server.documents import Documents, Unit, name_of
from tapelint.server.hover import hover
from tapelint.server.linter import Linter
from tapelint.server.places import findings_at
from tapelint.server.runs import Checked, Runs
from tapelint.server.workspace import Workspace, folder_paths
from tapelint.settings import SettingsError
from tapelint.settings.files import SettingsResolver
from tapelint.source.errors import SourceError

if TYPE_CHECKING:
    from tapelint.server.protocol import Server

_WATCHED = (OWN_FILE, SHARED_FILE, ".gitignore")
_REQUEST_FAILED = -32803
"""The protocol's number for a request that was right and could not be fulfilled."""


class Service:
    """The server's documents, settings and answers.

    Attributes:
        on_begin: Is called when the editor is ready.
    """

    def __init__(
        self, server: Server, read_settings: Callable[[], SettingsResolver], delay: float
    ) -> None:
        """Prepare.

        Args:
            server: Where answers go.
            read_settings: Gives a new reader of settings.
            delay: Seconds without a key before a document is linted.
        """
        self._server = server
        self.on_begin: Callable[[], None] = lambda: None
        self._delay = delay
        self._documents = Documents()
        self._workspace = Workspace(read_settings)
        self._linter = Linter()
        self._runs = Runs(self._linter, self._workspace, self._tell, self._complain)

    # --- beginning and end ---

    def initialize(self, params: types.InitializeParams, encoding: str) -> None:
        """Take over what the editor says of itself."""
        self._documents.encoding = encoding
        uris = [folder.uri for folder in params.workspace_folders or ()]
        if not uris and params.root_uri:
            uris = [params.root_uri]
        self._workspace.folders = folder_paths(uris)
        if not uris and params.root_path:
            self._workspace.folders = [params.root_path]

    def begin(self) -> None:
        """Make ready, once the editor is."""
        self.on_begin()
        self._linter.start()
        if self._can("workspace.did_change_watched_files.dynamic_registration"):
            watchers = [types.FileSystemWatcher(f"**/{name}") for name in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            registration = types.Registration(
                "tapelint-settings", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options
            )
            self._server.client_register_capability(types.RegistrationParams([registration]))

    async def end(self) -> None:
        """Stop all work."""
        self._runs.stop()
        await self._linter.stop()

    # --- documents ---

    def open(self, item: types.TextDocumentItem) -> None:
        """Note a document, and lint it."""
        self._changed(self._documents.open(item), 0.0)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Follow a change, and lint it when the keys rest."""
        self._changed(self._documents.change(params), self._delay)

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Note a notebook, and lint it."""
        self._changed(self._documents.open_notebook(params), 0.0)

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Follow a change, and lint it when the keys rest."""
        changed = self._documents.change_notebook(params)
        if changed is not None:
            unit, gone = changed
            for uri in gone:
                self._publish(uri, None, [])
            self._changed(unit, self._delay)

    def save(self, uri: str) -> None:
        """Lint a document that was saved, if that is not done yet, and look after settings.

        The others that are open may import from it: they are linted by what is on disk now.
        """
        unit = self._documents.unit(uri)
        if unit is None:
            return
        if self._workspace.has_changed(name_of(unit, self._workspace.first)):
            self.reload()
            return
        self._runs.hurry(unit)
        others = [each for each in self._documents if each is not unit]
        for each in others:
            self._changed(each, 0.0)
        if others:
            self._ask_again()

    def close(self, uri: str) -> None:
        """Forget a document or a notebook."""
        unit = self._documents.close(uri)
        if unit is not None:
            self._runs.forget(unit)
            for part in unit.snapshot().parts:
                self._publish(part.uri, None, [])

    def _changed(self, unit: Unit | None, delay: float) -> None:
        if unit is None:
            return
        if self._pulls:
            self._runs.touch(unit)  # the editor asks when it wants to know
        else:
            self._runs.schedule(unit, delay)

    # --- settings ---

    def change_folders(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        """Note which folders are open."""
        gone = set(folder_paths([folder.uri for folder in event.removed]))
        added = folder_paths([folder.uri for folder in event.added])
        kept = [folder for folder in self._workspace.folders if folder not in gone]
        self._workspace.folders = list(dict.fromkeys([*kept, *added]))
        self.reload()

    def reload(self) -> None:
        """Read the settings again, and lint all documents by them."""
        self._workspace.reload()
        for unit in self._documents:
            self._changed(unit, 0.0)
        self._ask_again()

    def _ask_again(self) -> None:
        """Have an editor that asks for diagnostics ask for all of them again."""
        if self._pulls and self._can("workspace.diagnostics.refresh_support"):
            self._server.workspace_diagnostic_refresh(None)

    def _complain(self, error: SettingsError) -> None:
        message = f"tapelint: {error}"
        self._server.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))

    # --- diagnostics ---

    async def pull(self, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        """The diagnostics of a document, when the editor asks for them."""
        uri = params.text_document.uri
        checked = await self._current(uri)
        if checked is None:
            return types.RelatedFullDocumentDiagnosticReport(items=[])
        result = str(checked.serial)
        if result == params.previous_result_id:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result)
        items = self._diagnostics(checked).get(uri, [])
        return types.RelatedFullDocumentDiagnosticReport(items=items, result_id=result)

    def _tell(self, unit: Unit, checked: Checked) -> None:
        """Send the diagnostics of a document to an editor that does not ask for them."""
        if not self._pulls:
            found = self._diagnostics(checked)
            for part in checked.snapshot.parts:
                self._publish(part.uri, part.version, found[part.uri])

    def _publish(self, uri: str, version: int | None, found: list[types.Diagnostic]) -> None:
        if self._pulls:
            return
        knows_versions = self._can("text_document.publish_diagnostics.version_support")
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version if knows_versions else None)
        )

    def _diagnostics(self, checked: Checked) -> dict[str, list[types.Diagnostic]]:
        with_trail = self._pulls or self._can(
            "text_document.publish_diagnostics.related_information"
        )
        return diagnostics(checked, self._documents.encoding, with_trail=with_trail)

    # --- actions and hover ---

    async def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """What can be done at a place."""
        uri = params.text_document.uri
        checked = await self._current(uri)
        if checked is None:
            return []
        encoding = self._documents.encoding
        findings = findings_at(checked, encoding, uri, params.range)
        resolved = self._capability("text_document.code_action.resolve_support.properties")
        can_wait = "edit" in (resolved or ())
        found: list[types.CodeAction] = []
        for offer in offers(checked, findings, params.context.only):
            action = as_action(offer, checked, uri, params.context.diagnostics)
            if not can_wait:
                action.data = None
                action.edit = await self._edit(offer, checked)
                if action.edit is None:
                    continue
            found.append(action)
        return found

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """An action with the change that it makes."""
        data: Any = action.data
        checked = await self._current(data["uri"]) if isinstance(data, dict) else None
        if checked is None or checked.serial != data["serial"]:
            raise _failed("the document has changed meanwhile; ask again")
        offer = chosen(checked, action)
        action.edit = await self._edit(offer, checked) if offer is not None else None
        if action.edit is None:
            raise _failed("not done: the fix would make another mistake here")
        return action

    async def _edit(self, offer: Offer, checked: Checked) -> types.WorkspaceEdit | None:
        texts = await self._linter.do(offer.job)
        if isinstance(texts, SourceError):
            raise _failed(str(texts))
        if not texts:
            return None
        with_versions = self._can("workspace.workspace_edit.document_changes")
        return workspace_edit(texts, checked, self._documents.encoding, with_versions=with_versions)

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        """The text about the findings at a place."""
        uri = params.text_document.uri
        checked = await self._current(uri)
        if checked is None:
            return None
        encoding = self._documents.encoding
        where = types.Range(params.position, params.position)
        formats = self._capability("text_document.hover.content_format") or ()
        as_markdown = not formats or types.MarkupKind.Markdown in formats
        found = findings_at(checked, encoding, uri, where)
        return hover(found, checked, encoding, as_markdown=as_markdown)

    # --- the editor ---

    async def _current(self, uri: str) -> Checked | None:
        unit = self._documents.unit(uri)
        return None if unit is None else await self._runs.current(unit)

    @property
    def _pulls(self) -> bool:
        """Whether the editor asks for diagnostics; then none are sent unasked."""
        return self._capability("text_document.diagnostic") is not None

    def _can(self, name: str) -> bool:
        return bool(self._capability(name))

    def _capability(self, name: str) -> Any:
        return get_capability(self._server.client_capabilities, name)


def _failed(reason: str) -> JsonRpcException:
    return JsonRpcException(f"tapelint: {reason}", code=_REQUEST_FAILED)
