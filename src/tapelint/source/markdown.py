"""Markdown: its Python code blocks, each linted by itself.

Blocks of one page are often two ways to do the same, so that one is no continuation of the other.
What the blocks above import is known all the same: few pages repeat it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tapelint.findings import Edit, Location
from tapelint.source.broken_cells import imports_by_itself
from tapelint.source.decoding import BYTE_ORDER_MARK, split_lines
from tapelint.source.edits import Lines, Splice, apply
from tapelint.source.errors import SourceError
from tapelint.source.magics import PythonLine, to_python

_FENCE = re.compile(r"(?P<margin>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[^`]*)")
_PYTHON = re.compile(r"\{?[ \t]*\.?(?:python3?|py3?|ipython3?)(?![\w+-])", re.IGNORECASE)
_DOCTEST = ">>>"


@dataclass(frozen=True)
class _Line:
    """A line of a code block.

    Attributes:
        number: Its number in the file.
        margin: How far its block is indented.
        python: What is read of it.
    """

    number: int
    margin: int
    python: PythonLine


class _WithoutFixes:
    """What is not fixed: the words around the code may speak of it."""

    cells: frozenset[int] = frozenset()
    left_out: tuple[SourceError, ...] = ()
    is_excerpt = True

    def __init__(self, source: str | bytes, page: str) -> None:
        self.source = source
        self._page = page

    def without_broken(self) -> None:
        """Blocks are linted one by one: there is nothing to leave out."""
        return

    def placed_edit(self, edit: Edit) -> None:
        """Nothing is fixed."""
        return

    def text_of(self, cell: int | None) -> str:
        """The whole page: places are those of the file."""
        return self._page

    def lines_in_file(self, location: Location) -> tuple[int, int]:
        """Those of the place."""
        return location.line, location.end_line

    def shown(self, path: str) -> list[tuple[str, str]]:
        """The page, under its path."""
        return [(path, self._page)]


class Markdown(_WithoutFixes):
    """A Markdown file; it has no Python text of its own, only parts."""

    text = ""

    def __init__(self, source: str | bytes, path: str) -> None:
        """Read a file.

        Args:
            source: Its text or bytes.
            path: The file.

        Raises:
            SourceError: It is not UTF-8.
        """
        super().__init__(source, _decoded(source, path))

    def parts(self) -> list[Block]:
        """The Python code blocks."""
        above: list[_Line] = []
        found = []
        for lines in _blocks(split_lines(self._page)):
            found.append(Block(self.source, self._page, [*above, *lines]))
            above += [line for line in lines if imports_by_itself(line.python.text)]
        return found

    def place(self, location: Location) -> Location:
        """A place in the file."""
        return location

    def placed_error(self, error: SourceError) -> SourceError:
        """An error in the file."""
        return error

    def edited(self, splices: Sequence[Splice]) -> None:
        """It has no text of its own."""
        return


class Block(_WithoutFixes):
    """A code block, below the imports of those above it."""

    def __init__(self, source: str | bytes, page: str, lines: Sequence[_Line]) -> None:
        super().__init__(source, page)
        self._lines = lines
        self.text = "".join(f"{line.python.text}\n" for line in lines)

    def parts(self) -> tuple[Block]:
        """The block itself."""
        return (self,)

    def place(self, location: Location) -> Location:
        """A place in the file."""
        line, column = self._in_file(location.line, location.column)
        end_line, end_column = self._in_file(location.end_line, location.end_column)
        return replace(location, line=line, column=column, end_line=end_line, end_column=end_column)

    def _in_file(self, line: int, column: int) -> tuple[int, int]:
        found = self._lines[min(max(line, 1), len(self._lines)) - 1]
        return found.number, found.python.column(column) + found.margin

    def edited(self, splices: Sequence[Splice]) -> Markdown | None:
        """The page with splices of this block; ``None`` where they touch a magic.

        What the words around the block say of it is left to whoever asks for this.
        """
        own, page = Lines(self.text), Lines(self._page)
        placed = []
        for each in splices:
            at = own.location(each.start, each.end)
            touched = self._lines[at.line - 1 : at.end_line]
            if not all(line.python.is_cell_text for line in touched):
                return None
            placed.append(page.splice(Edit(self.place(at), each.content)))
        text = apply(self._page, placed)
        if isinstance(self.source, str):
            return Markdown(text, "")
        has_mark = self.source.startswith(BYTE_ORDER_MARK.encode())
        return Markdown(f"{BYTE_ORDER_MARK if has_mark else ''}{text}".encode(), "")

    def placed_error(self, error: SourceError) -> SourceError:
        """An error in the file."""
        line, column = self._in_file(error.line or 1, error.column or 1)
        reason = f"{error.reason}; fix the block or call it `text`"
        return SourceError(error.path, reason, line, column=column if error.column else None)


def _decoded(source: str | bytes, path: str) -> str:
    if isinstance(source, str):
        return source.removeprefix(BYTE_ORDER_MARK)
    try:
        return source.decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        reason = f"not valid utf-8: {error.reason}; save it as UTF-8"
        raise SourceError(path, reason, line) from None


def _blocks(page: Sequence[str]) -> Iterator[list[_Line]]:
    """The lines of each Python code block that is no doctest."""
    at = 0
    while at < len(page):
        match = _FENCE.fullmatch(page[at])
        at += 1
        if match is None:
            continue
        fence, margin, start = match["fence"], len(match["margin"]), at
        closing = re.compile(rf"[ \t]*{fence[0]}{{{len(fence)},}}[ \t]*")
        while at < len(page) and closing.fullmatch(page[at]) is None:
            at += 1
        if _PYTHON.match(match["language"]):
            lines = list(_dedented(page[start:at], start + 1, margin))
            if lines and not _is_doctest(lines):
                yield lines
        at += 1


def _dedented(block: Sequence[str], first: int, margin: int) -> Iterator[_Line]:
    """The lines of a block, without as much of the space before them as its fence has."""
    margins = [len(line[:margin]) - len(line[:margin].lstrip(" \t")) for line in block]
    codes = [line[each:] for line, each in zip(block, margins, strict=True)]
    for at, (each, python) in enumerate(zip(margins, to_python(codes), strict=True)):
        yield _Line(first + at, each, python)


def _is_doctest(lines: Sequence[_Line]) -> bool:
    return next((line.python.text for line in lines if line.python.text.strip()), "").startswith(
        _DOCTEST
    )
