"""Notebooks (``.ipynb``): the code cells in order, read as one script.

The file is JSON. Fixes are written into its text: only the strings that hold the changed lines
of a cell are replaced, and everything else stays as it was, byte for byte.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from tapelint.findings import Edit, Location
from tapelint.source.broken_cells import imported_names, stand_in
from tapelint.source.decoding import BYTE_ORDER_MARK, by_newline
from tapelint.source.edits import Lines, Splice, apply
from tapelint.source.errors import SourceError
from tapelint.source.magics import PythonLine, to_python
from tapelint.source.notebook_content import content_of, decoded
from tapelint.source.parsing import parse

_SPACE = re.compile(r"[ \t\r\n]*")
_CHARACTER = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)
_LINE_IN_REASON = re.compile(r"\bline (\d+)\b")
"""Python's words for a syntax error may name another line."""
_LANGUAGES = frozenset({"", "ipython", "ipython3", "python", "python2", "python3"})


@dataclass(frozen=True)
class _Text:
    """A JSON string: what it says, and where it stands with its quotes."""

    value: str
    start: int
    end: int


@dataclass(frozen=True)
class _Cell:
    """A code cell.

    Attributes:
        number: Its number, counting all cells from 1.
        pieces: The strings that its source is made of.
        is_list: Whether they are items of a list.
        start: Where the list (or the string) starts in the file.
        end: Where it ends.
    """

    number: int
    pieces: tuple[_Text, ...]
    is_list: bool
    start: int
    end: int

    @property
    def text(self) -> str:
        """The cell's source."""
        return "".join(piece.value for piece in self.pieces)

    @property
    def lines(self) -> list[str]:
        """The lines of the source, without their endings."""
        lines = self.text.split("\n")
        if not lines[-1]:
            lines.pop()
        return lines


@dataclass(frozen=True)
class _Line:
    """A line of the script and where it comes from."""

    cell: _Cell
    number: int
    python: PythonLine


class Notebook:
    """A notebook as a document to lint."""

    is_excerpt = False

    def __init__(
        self, source: str | bytes, path: str, left_out: Sequence[SourceError] = ()
    ) -> None:
        """Read a notebook.

        Args:
            source: The file's text or bytes.
            path: The file.
            left_out: What is wrong with the cells that are not read.

        Raises:
            SourceError: It is no notebook, or broken.
        """
        self.source = source
        self.left_out = tuple(left_out)
        self._path = path
        self._raw = decoded(source, path)
        self._cells = _code_cells(self._raw, path)
        self._lines: list[_Line] = []
        starts: list[int] = []
        broken = {error.cell for error in left_out}
        imported: frozenset[str] = frozenset()
        if broken:
            imported = imported_names(line for cell in self._cells for line in cell.lines)
        for cell in self._cells:
            starts.append(len(self._lines) + 1)
            is_broken = cell.number in broken
            python = stand_in(cell.lines, imported) if is_broken else to_python(cell.lines)
            self._lines += [_Line(cell, at, line) for at, line in enumerate(python, 1)]
        self.cells = frozenset(start for start in starts if start <= len(self._lines))
        self.text = "".join(f"{line.python.text}\n" for line in self._lines)

    def place(self, location: Location) -> Location:
        """A place in its cell."""
        line, column = self._in_cell(location.line, location.column)
        end_line, end_column = self._in_cell(location.end_line, location.end_column)
        if not 1 <= location.line <= len(self._lines):
            return location
        first = self._lines[location.line - 1]
        last = self._lines[min(location.end_line, len(self._lines)) - 1]
        if last.cell is not first.cell:
            end_line, end_column = line, column
        return Location(line, column, end_line, end_column, first.cell.number)

    def _in_cell(self, line: int, column: int) -> tuple[int, int]:
        if not 1 <= line <= len(self._lines):
            last = self._lines[-1] if self._lines else None
            return (last.number + 1 if last else 1), column
        found = self._lines[line - 1]
        return found.number, found.python.column(column)

    def placed_edit(self, edit: Edit) -> Edit | None:
        """An edit in its cell; ``None`` where it touches a magic or more than one cell."""
        at = edit.location
        touched = self._lines[at.line - 1 : at.end_line]
        if len(touched) <= at.end_line - at.line:
            return None  # behind the last line
        if any(line.cell is not touched[0].cell for line in touched):
            return None
        if not all(line.python.is_cell_text for line in touched):
            return None
        return replace(edit, location=self.place(at))

    def _placed_comment(self, edit: Edit) -> Edit | None:
        """What is added behind the Python of a magic's line (``%time step()``), in its cell."""
        at = edit.location
        line = self._lines[at.line - 1] if at.line <= len(self._lines) else None
        if line is None or (at.line, at.column) != (at.end_line, at.end_column):
            return None
        code, whole = line.python.text, line.cell.lines[line.number - 1]
        if at.column <= len(code) or not code.strip() or not whole.endswith(code.lstrip()):
            return None
        end = len(whole) + 1
        location = Location(line.number, end, line.number, end, line.cell.number)
        return replace(edit, location=location)

    def placed_error(self, error: SourceError) -> SourceError:
        """An error in its cell."""
        if error.line is None or not self._lines:
            return error
        at = self._line(error.line)
        reason = _LINE_IN_REASON.sub(
            lambda match: f"line {self._line(int(match[1])).number}", error.reason
        )
        whole = at.cell.lines[at.number - 1]
        column = at.python.column_in(whole, error.column)
        return SourceError(error.path, reason, at.number, at.cell.number, column)

    def parts(self) -> tuple[Notebook]:
        """All cells are one module."""
        return (self,)

    def without_broken(self) -> Notebook | None:
        """The notebook without its cells that are not Python."""
        if self.left_out:
            return None
        errors = []
        readable = 0
        for cell in self._cells:
            python = to_python(cell.lines)
            text = "".join(f"{line.text}\n" for line in python)
            try:
                parse(text, self._path)
                readable += bool(text.strip())
            except SourceError as error:
                line = min(max(error.line or 1, 1), len(python))
                column = python[line - 1].column_in(cell.lines[line - 1], error.column)
                reason = f"{error.reason}; the other cells are linted without this one"
                errors.append(SourceError(self._path, reason, line, cell.number, column))
        return Notebook(self.source, self._path, errors) if errors and readable else None

    def _line(self, number: int) -> _Line:
        return self._lines[min(max(number, 1), len(self._lines)) - 1]

    def text_of(self, cell: int | None) -> str:
        """The source of a cell."""
        return next((each.text for each in self._cells if each.number == cell), "")

    def lines_in_file(self, location: Location) -> tuple[int, int]:
        """The lines of the JSON that hold those of a cell."""
        cell = next((each for each in self._cells if each.number == location.cell), None)
        if cell is None:
            return 1, 1
        first = self._line_in_file(cell, location.line)
        return first, max(first, self._line_in_file(cell, location.end_line))

    def _line_in_file(self, cell: _Cell, line: int) -> int:
        at = cell.start
        for piece in cell.pieces:
            at = piece.start
            line -= piece.value.count("\n")
            if line <= 0:
                break
        return self._raw.count("\n", 0, at) + 1

    def shown(self, path: str) -> list[tuple[str, str]]:
        """The code cells, each under its number."""
        return [(f"{path}:cell {cell.number}", cell.text) for cell in self._cells]

    def edited(self, splices: Sequence[Splice]) -> Notebook | None:
        """The notebook with splices of its script applied."""
        lines = Lines(self.text)
        by_cell: dict[int, list[Splice]] = {}
        for each in splices:
            edit = self.placed_edit(lines.edit(each)) or self._placed_comment(lines.edit(each))
            if edit is None or edit.location.cell is None:
                return None
            cell = next(cell for cell in self._cells if cell.number == edit.location.cell)
            by_cell.setdefault(cell.number, []).append(Lines(cell.text).splice(edit))
        changes: list[Splice] = []
        for cell in self._cells:
            if cell.number in by_cell:
                after = apply(cell.text, by_cell[cell.number])
                changes += _rewritten(self._raw, cell, after)
        raw = apply(self._raw, changes)
        source = raw if isinstance(self.source, str) else raw.encode()
        return Notebook(source, self._path, self.left_out)


# --- reading the JSON with places ----------------------------------------------------------


def _code_cells(raw: str, path: str) -> list[_Cell]:
    """The Python code cells of a notebook, in order.

    Raises:
        SourceError: It is no notebook, or broken.
    """
    content = content_of(raw, path)
    start = 1 if raw.startswith(BYTE_ORDER_MARK) else 0
    if _language(content) not in _LANGUAGES:
        return []
    try:
        return list(_Reader(raw).cells(start))
    except (TypeError, ValueError, KeyError, IndexError):
        raise SourceError(
            path, "not a notebook: a cell is not as nbformat has it; save it again"
        ) from None


def _language(content: dict[str, Any]) -> str:
    """The language that a notebook says its code is in; "" where it says none."""
    metadata = content.get("metadata")
    if not isinstance(metadata, dict):
        return ""
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(key)
        if isinstance(part, dict) and isinstance(part.get(name), str):
            return str(part[name]).lower()
    return ""


class _Reader:
    """Walks through the JSON to the sources of the cells; all else is skipped."""

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._decoder = json.JSONDecoder()

    def cells(self, start: int) -> Iterator[_Cell]:
        """The code cells of a notebook of nbformat 4 or 3."""
        members = dict(self._members(self._skip(start)))
        sheets: list[int] = []
        if "cells" in members:
            sheets = [members["cells"]]
        else:
            for sheet in self._items(members["worksheets"]):
                sheets.append(dict(self._members(sheet))["cells"])
        number = 0
        for sheet in sheets:
            for at in self._items(sheet):
                number += 1
                cell = self._cell(at, number)
                if cell is not None:
                    yield cell

    def _cell(self, start: int, number: int) -> _Cell | None:
        members = dict(self._members(start))
        if self._value(members["cell_type"])[0] != "code":
            return None
        language = self._value(members["language"])[0] if "language" in members else ""
        at = members.get("source", members.get("input"))
        if at is None or (isinstance(language, str) and language.lower() not in _LANGUAGES):
            return None
        if self._raw[at] == '"':
            text = self._text(at)
            return _Cell(number, (text,), False, text.start, text.end)
        pieces = tuple(self._text(item) for item in self._items(at))
        end = self._value(at)[1]
        return _Cell(number, pieces, True, at, end)

    def _text(self, start: int) -> _Text:
        if self._raw[start] != '"':
            raise ValueError("no string")
        value, end = scanstring(self._raw, start + 1, True)
        return _Text(value, start, end)

    def _value(self, start: int) -> tuple[Any, int]:
        return self._decoder.raw_decode(self._raw, start)

    def _members(self, start: int) -> Iterator[tuple[str, int]]:
        """The keys of an object and where their values start."""
        return self._walk(start, "{}", lambda at: self._member(at))

    def _member(self, start: int) -> tuple[tuple[str, int], int]:
        key = self._text(start)
        at = self._skip(self._skip(key.end) + 1)
        return (key.value, at), self._value(at)[1]

    def _items(self, start: int) -> Iterator[int]:
        """Where the items of a list start."""
        return self._walk(start, "[]", lambda at: (at, self._value(at)[1]))

    def _walk(
        self, start: int, brackets: str, read: Callable[[int], tuple[Any, int]]
    ) -> Iterator[Any]:
        if self._raw[start] != brackets[0]:
            raise ValueError(f"no {brackets}")
        at = self._skip(start + 1)
        while self._raw[at] != brackets[1]:
            found, at = read(at)
            yield found
            at = self._skip(at)
            if self._raw[at] == ",":
                at = self._skip(at + 1)

    def _skip(self, start: int) -> int:
        match = _SPACE.match(self._raw, start)
        return match.end() if match else start


# --- writing into the JSON -----------------------------------------------------------------


def _rewritten(raw: str, cell: _Cell, after: str) -> list[Splice]:
    """What to put into the file so that a cell says ``after``; other lines are not touched."""
    is_by_newline = [piece.value for piece in cell.pieces] == by_newline(cell.text)
    split = by_newline if is_by_newline else _by_any_line_end
    old, new = split(cell.text), split(after)
    changes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changes = [change for change in changes if change[0] != "equal"]
    if not cell.is_list:
        return _in_string(raw, cell.pieces[0], old, new, changes)
    if [piece.value for piece in cell.pieces] != old:
        items = ", ".join(_quoted(raw, line) for line in new)
        return [Splice(cell.start, cell.end, f"[{items}]")]
    return _in_list(raw, cell, new, changes)


def _in_list(
    raw: str, cell: _Cell, new: list[str], changes: Sequence[tuple[str, int, int, int, int]]
) -> list[Splice]:
    """Lines that are items of a list: items are replaced, and set apart as the others are."""
    pieces = cell.pieces
    gap = (
        raw[pieces[0].end : pieces[1].start]
        if len(pieces) > 1
        else "," + raw[cell.start + 1 : pieces[0].start]
    )
    splices = []
    for _, first, last, start, end in changes:
        content = gap.join(_quoted(raw, line) for line in new[start:end])
        if first == last:  # lines are added
            behind = first == len(pieces)
            at = pieces[-1].end if behind else pieces[first].start
            splices.append(Splice(at, at, gap + content if behind else content + gap))
        elif content:
            splices.append(Splice(pieces[first].start, pieces[last - 1].end, content))
        elif last < len(pieces):
            splices.append(Splice(pieces[first].start, pieces[last].start, ""))
        else:
            before = pieces[first - 1].end if first else pieces[first].start
            splices.append(Splice(before, pieces[last - 1].end, ""))
    return splices


def _in_string(
    raw: str,
    piece: _Text,
    old: list[str],
    new: list[str],
    changes: Sequence[tuple[str, int, int, int, int]],
) -> list[Splice]:
    """Lines of one string: the stretch of each changed line is replaced."""
    offsets = _offsets(raw, piece)
    ends = [0]
    for line in old:
        ends.append(ends[-1] + len(line))
    return [
        Splice(
            offsets[ends[first]],
            offsets[ends[last]],
            "".join(_quoted(raw, line)[1:-1] for line in new[start:end]),
        )
        for _, first, last, start, end in changes
    ]


def _offsets(raw: str, piece: _Text) -> list[int]:
    """Where each character of a JSON string starts in the file, and where the last one ends."""
    offsets: list[int] = []
    at = piece.start + 1
    while at < piece.end - 1:
        offsets.append(at)
        token = _CHARACTER.match(raw, at)
        at = token.end() if token else at + 1
        is_half = token is not None and re.fullmatch(r"\\u[dD][89abAB]..", token.group())
        if is_half and re.match(r"\\u[dD][c-fC-F]..", raw[at : at + 6]):
            at += 6  # two halves make one character
    return [*offsets, at]


def _by_any_line_end(text: str) -> list[str]:
    """Lines as nbformat cuts them: at form feeds and their like, too."""
    return text.splitlines(keepends=True)


def _quoted(raw: str, line: str) -> str:
    return json.dumps(line, ensure_ascii=raw.isascii())
