"""What the server does: keeps documents and settings, lints, and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from tapelint.server.code_actions import Offer, Request, offers, workspace_edit
from tapelint.server.code_actions import action as as_action
from tapelint.server.diagnostics import diagnostics
from tapelint.server.documents import Documents, Unit, name_of
from tapelint.server.hover import hover, role_hover
from tapelint.server.linter import Linter
from tapelint.server.places import findings_at
from tapelint.server.runs import Checked, DocumentChangedError, Runs
from tapelint.server.workspace import Workspace, folder_paths
from tapelint.settings import SettingsError
from tapelint.settings.files import SettingsResolver
from tapelint.source.errors import SourceError

if TYPE_CHECKING:
    from tapelint.server.protocol import Server

_WATCHED = ("*.toml", ".gitignore")
"""Files that settings may stand in: one that others extend may have any name."""
_CHANGED = "the document has changed meanwhile; ask again"
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

    def kill(self) -> None:
        """Stop all work where nobody can wait for that any more."""
        self._linter.kill()

    # --- documents ---

    def open(self, item: types.TextDocumentItem) -> None:
        """Note a document, and lint it."""
        self._edited(self._documents.open(item), 0.0)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Follow a change, and lint it when the keys rest."""
        self._edited(self._documents.change(params), self._delay)

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Note a notebook, and lint it."""
        self._edited(self._documents.open_notebook(params), 0.0)

    def change_notebook(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Follow a change, and lint it when the keys rest."""
        changed = self._documents.change_notebook(params)
        if changed is not None:
            unit, gone = changed
            for uri in gone:
                self._publish(uri, None, [])
            self._edited(unit, self._delay)

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

    def _edited(self, unit: Unit | None, delay: float) -> None:
        if unit is not None:
            self._runs.look(unit)
            self._changed(unit, delay)

    def _changed(self, unit: Unit, delay: float) -> None:
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
        unit = self._documents.unit(uri)
        checked = await self._runs.current(unit) if unit is not None else None
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
        """What can be done at a place, by what is known now."""
        uri = params.text_document.uri
        unit = self._looked_at(uri)
        if unit is None:
            return []
        checked = self._runs.known(unit)
        can_wait = "edit" in (
            self._capability("text_document.code_action.resolve_support.properties") or ()
        )
        if not (can_wait or checked.is_current):
            return []
        findings = findings_at(checked, self._documents.encoding, uri, params.range)
        found: list[types.CodeAction] = []
        for offer in offers(checked, findings, params.context.only):
            request = Request.to(offer, checked, uri)
            action = as_action(offer, params.context.diagnostics, request)
            if not can_wait:
                action.data = None
                try:
                    action.edit = await self._edit(offer, checked, unit)
                except DocumentChangedError:
                    return []
                if action.edit is None:
                    continue
            found.append(action)
        return found

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """An action with the change that it makes."""
        try:
            request = Request.of_data(action.data)
        except ValueError as error:
            raise JsonRpcInvalidParams(f"tapelint: {error}") from None
        unit = self._looked_at(request.uri)
        if unit is None or unit.revision != request.revision:
            raise _failed(_CHANGED)
        try:
            checked = await self._runs.linted(unit)
            offer = request.offer(checked)
            edit = await self._edit(offer, checked, unit) if offer is not None else None
        except DocumentChangedError:
            raise _failed(_CHANGED) from None
        if edit is None and offer is not None:
            raise _failed("not done: the fix would make another mistake here")
        if edit is None and request.place is not None:
            raise _failed("not done: the finding is no longer there")
        action.edit = edit or types.WorkspaceEdit()
        return action

    async def _edit(self, offer: Offer, checked: Checked, unit: Unit) -> types.WorkspaceEdit | None:
        texts = await self._runs.do(unit, offer.job)
        if isinstance(texts, SourceError):
            raise _failed(str(texts))
        if not texts:
            return None
        with_versions = self._can("workspace.workspace_edit.document_changes")
        return workspace_edit(texts, checked, self._documents.encoding, with_versions=with_versions)

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        """The text about the findings at a place, by what is known now."""
        uri = params.text_document.uri
        unit = self._looked_at(uri)
        if unit is None:
            return None
        checked = self._runs.known(unit)
        encoding = self._documents.encoding
        where = types.Range(params.position, params.position)
        formats = self._capability("text_document.hover.content_format") or ()
        as_markdown = not formats or types.MarkupKind.Markdown in formats
        found = findings_at(checked, encoding, uri, where)
        if not found:
            return role_hover(checked, uri, params.position, encoding)
        return hover(found, checked, encoding, as_markdown=as_markdown)

    # --- the editor ---

    def _looked_at(self, uri: str) -> Unit | None:
        """What a text is linted with, where the user is now."""
        unit = self._documents.unit(uri)
        if unit is not None:
            self._runs.look(unit)
        return unit

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
