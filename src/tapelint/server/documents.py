"""The documents that an editor has open, as it has them: they need not be saved."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from lsprotocol import types

from tapelint.server.jobs import notebook_source
from tapelint.server.positions import Positions
from tapelint.source.documents import NOTEBOOK

_PYTHON = "python"
_revisions = itertools.count(1)
"""One for each state of any document, also of one that is closed and opened again."""


@dataclass
class Text:
    """One text: a script, or a cell of a notebook.

    Attributes:
        uri: The editor's name of it.
        content: What it says.
        version: The editor's number of this state.
        language: The editor's word for its language.
    """

    uri: str
    content: str
    version: int | None
    language: str

    def change(
        self, changes: Sequence[types.TextDocumentContentChangeEvent], encoding: str
    ) -> None:
        """Follow what the user has typed."""
        for each in changes:
            if isinstance(each, types.TextDocumentContentChangePartial):
                start, end = Positions(self.content, encoding).offsets(each.range)
                self.content = self.content[:start] + each.text + self.content[end:]
            else:
                self.content = each.text


@dataclass(frozen=True)
class Part:
    """A text as it was at one moment.

    Attributes:
        number: The number of the cell, counting all cells from 1; ``None`` for a script.
    """

    number: int | None
    uri: str
    content: str
    version: int | None


@dataclass(frozen=True)
class Snapshot:
    """What is linted as one, as it was at one moment.

    Attributes:
        uri: The editor's name of it.
        revision: The number of this state, which no other has.
        source: What is linted.
        parts: Its texts.
    """

    uri: str
    revision: int
    source: str
    parts: tuple[Part, ...]

    def part(self, number: int | None) -> Part | None:
        """A part by its cell's number."""
        return next((part for part in self.parts if part.number == number), None)

    def part_at(self, uri: str) -> Part | None:
        """A part by the editor's name of it."""
        return next((part for part in self.parts if part.uri == uri), None)


@dataclass
class Script:
    """A text that is linted by itself."""

    text: Text
    revision: int = field(default_factory=lambda: next(_revisions))

    @property
    def uri(self) -> str:
        """The editor's name of it."""
        return self.text.uri

    def snapshot(self) -> Snapshot:
        """The script as it is now."""
        text = self.text
        part = Part(None, text.uri, text.content, text.version)
        return Snapshot(text.uri, self.revision, text.content, (part,))


@dataclass
class Notebook:
    """A notebook, whose cells are linted as one module.

    Attributes:
        uri: The editor's name of it.
        cells: The kind of each cell and the name of its text, in order.
        texts: The texts of the cells by their names.
    """

    uri: str
    cells: list[types.NotebookCell]
    texts: dict[str, Text] = field(default_factory=dict)
    revision: int = field(default_factory=lambda: next(_revisions))

    def snapshot(self) -> Snapshot:
        """The notebook as it is now, as the JSON that a file of it would hold."""
        parts: list[Part] = []
        cells: list[tuple[str, bool]] = []
        for number, cell in enumerate(self.cells, 1):
            text = self.texts.get(cell.document)
            content = text.content if text is not None else ""
            is_python = text is not None and text.language in {_PYTHON, ""}
            is_code = cell.kind == types.NotebookCellKind.Code and is_python
            cells.append((content, is_code))
            if text is not None:
                parts.append(Part(number, text.uri, content, text.version))
        return Snapshot(self.uri, self.revision, notebook_source(cells), tuple(parts))


Unit = Script | Notebook
"""What is linted as one."""


class Documents:
    """All open documents.

    Attributes:
        encoding: The units that the editor counts columns in.
    """

    def __init__(self) -> None:
        self.encoding = "utf-16"
        self._units: dict[str, Unit] = {}
        self._notebook_of: dict[str, str] = {}

    def __iter__(self) -> Iterator[Unit]:
        return iter(list(self._units.values()))

    def unit(self, uri: str) -> Unit | None:
        """What a document or a cell is linted with; ``None`` for what is not linted."""
        return self._units.get(self._notebook_of.get(uri, uri))

    def open(self, item: types.TextDocumentItem) -> Unit | None:
        """Note a document; ``None`` where it is not Python."""
        name = path_of(item.uri) or item.uri
        if item.language_id != _PYTHON and not name.endswith((".py", ".pyi", ".pyw")):
            return None
        unit = Script(Text(item.uri, item.text, item.version, item.language_id))
        self._units[item.uri] = unit
        return unit

    def change(self, params: types.DidChangeTextDocumentParams) -> Unit | None:
        """Follow a change of a document."""
        unit = self._units.get(params.text_document.uri)
        if not isinstance(unit, Script):
            return None
        unit.text.change(params.content_changes, self.encoding)
        unit.text.version = params.text_document.version
        unit.revision = next(_revisions)
        return unit

    def close(self, uri: str) -> Unit | None:
        """Forget a document or a notebook, and return what it was."""
        unit = self._units.pop(uri, None)
        if isinstance(unit, Notebook):
            for name in unit.texts:
                self._notebook_of.pop(name, None)
        return unit

    def open_notebook(self, params: types.DidOpenNotebookDocumentParams) -> Unit:
        """Note a notebook."""
        given = params.notebook_document
        notebook = Notebook(given.uri, list(given.cells))
        self._units[given.uri] = notebook
        self._take_in(notebook, params.cell_text_documents)
        return notebook

    def change_notebook(
        self, params: types.DidChangeNotebookDocumentParams
    ) -> tuple[Unit, list[str]] | None:
        """Follow a change of a notebook.

        Returns:
            The notebook, and the names of the cells that are gone.
        """
        notebook = self._units.get(params.notebook_document.uri)
        if not isinstance(notebook, Notebook):
            return None
        gone: list[str] = []
        changes = params.change.cells
        if changes is not None and changes.structure is not None:
            array = changes.structure.array
            end = array.start + array.delete_count
            notebook.cells[array.start : end] = array.cells or []
            self._take_in(notebook, changes.structure.did_open or [])
            for each in changes.structure.did_close or []:
                gone.append(each.uri)
                notebook.texts.pop(each.uri, None)
                self._notebook_of.pop(each.uri, None)
        for cell in (changes.data if changes is not None else None) or []:
            kinds = [cell if known.document == cell.document else known for known in notebook.cells]
            notebook.cells = kinds
        for content in (changes.text_content if changes is not None else None) or []:
            text = notebook.texts.get(content.document.uri)
            if text is not None:
                text.change(content.changes, self.encoding)
                text.version = content.document.version
        notebook.revision = next(_revisions)
        return notebook, gone

    def _take_in(self, notebook: Notebook, items: Sequence[types.TextDocumentItem]) -> None:
        for item in items:
            text = Text(item.uri, item.text, item.version, item.language_id)
            notebook.texts[item.uri] = text
            self._notebook_of[item.uri] = notebook.uri


def path_of(uri: str) -> str | None:
    """The path of a file's URI; ``None`` for what is no file."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file" or not parts.path.strip("/"):
        return None
    path = url2pathname(parts.path)
    if "\0" in path:
        return None
    if parts.netloc and parts.netloc != "localhost":
        path = f"//{unquote(parts.netloc)}{path}"
    return os.path.normpath(path)


def name_of(unit: Unit, folder: str) -> str:
    """The path that a unit is linted under: its own, or one in a folder if it has none yet.

    A notebook's ends as notebooks do, and a script's does not: that is how they are told apart.
    """
    path = path_of(unit.uri)
    if path is None:
        last = unquote(unit.uri).replace("\\", "/").rstrip("/").rpartition("/")[2]
        path = os.path.join(folder, last.rpartition(":")[2] or "untitled")
    if isinstance(unit, Notebook):
        return path if path.endswith(NOTEBOOK) else f"{path}{NOTEBOOK}"
    return f"{path}.py" if path.endswith(NOTEBOOK) else path
