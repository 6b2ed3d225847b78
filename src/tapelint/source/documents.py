"""What is linted: a script, a notebook whose cells are read as one script, or Markdown's blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tapelint.findings import Edit, Location
from tapelint.source.decoding import BYTE_ORDER_MARK, decode, encoding_of
from tapelint.source.edits import Lines, Splice, apply
from tapelint.source.errors import SourceError

NOTEBOOK = ".ipynb"
MARKDOWN = (".md", ".markdown")


class Document(Protocol):
    """One text to lint, and where it comes from."""

    @property
    def text(self) -> str:
        """The Python text."""

    @property
    def source(self) -> str | bytes:
        """The whole file, as text or bytes, whichever was given."""

    @property
    def cells(self) -> frozenset[int]:
        """The one-based lines of the text on which a notebook's cells begin."""

    @property
    def left_out(self) -> tuple[SourceError, ...]:
        """What is wrong with the parts of the file that are left out of the text."""

    @property
    def is_excerpt(self) -> bool:
        """Whether the text shows a part of a program: a comment that is not needed may be one."""

    def parts(self) -> Sequence[Document]:
        """The documents that are linted each by itself: mostly this one alone."""

    def without_broken(self) -> Document | None:
        """The document without what is no Python; ``None`` where nothing would be won."""

    def place(self, location: Location) -> Location:
        """A place in the text as users know it."""

    def placed_edit(self, edit: Edit) -> Edit | None:
        """An edit of the text as users know it; ``None`` where it cannot be made."""

    def placed_error(self, error: SourceError) -> SourceError:
        """An error in the text as users know it."""

    def text_of(self, cell: int | None) -> str:
        """The text that places in a cell count in; ``None`` for what is no notebook."""

    def lines_in_file(self, location: Location) -> tuple[int, int]:
        """The first and the last line of the file that a place is on."""

    def shown(self, path: str) -> list[tuple[str, str]]:
        """The texts to show in a diff, each under its name."""

    def edited(self, splices: Sequence[Splice]) -> Document | None:
        """The document with splices of its text applied; ``None`` where that cannot be done."""


class Script:
    """A Python file."""

    cells: frozenset[int] = frozenset()
    left_out: tuple[SourceError, ...] = ()
    is_excerpt = False

    def __init__(self, text: str, mark: str = "", encoding: str | None = None) -> None:
        """A script.

        Args:
            text: Its text without a byte-order mark.
            mark: The byte-order mark that it starts with, if any.
            encoding: The encoding of its bytes; ``None`` where it was given as text.
        """
        self.text = text
        self._mark = mark
        self._encoding = encoding

    @property
    def source(self) -> str | bytes:
        """The whole file, as text or bytes, whichever was given."""
        whole = self._mark + self.text
        return whole if self._encoding is None else whole.encode(self._encoding)

    def parts(self) -> tuple[Script]:
        """The script itself."""
        return (self,)

    def without_broken(self) -> None:
        """A script is read as a whole."""
        return

    def place(self, location: Location) -> Location:
        """A place in the text is one in the file."""
        return location

    def placed_edit(self, edit: Edit) -> Edit | None:
        """An edit of the text is one of the file."""
        return edit

    def placed_error(self, error: SourceError) -> SourceError:
        """A line of the text is one of the file."""
        return error

    def text_of(self, cell: int | None) -> str:
        """The one text."""
        return self.text

    def lines_in_file(self, location: Location) -> tuple[int, int]:
        """Those of the place, counted as all the world does: by line feeds."""
        if "\r" not in self.text:
            return location.line, location.end_line
        starts = Lines(self.text).starts
        first, last = (
            self.text.count("\n", 0, starts[min(line, len(starts)) - 1]) + 1
            for line in (location.line, location.end_line)
        )
        return first, last

    def shown(self, path: str) -> list[tuple[str, str]]:
        """The one text, under the path."""
        return [(path, self.text)]

    def edited(self, splices: Sequence[Splice]) -> Document | None:
        """The script with splices applied."""
        return Script(apply(self.text, splices), self._mark, self._encoding)


def read_document(source: str | bytes, path: str) -> Document:
    """The document of a file, by the ending of its name.

    Raises:
        SourceError: It is not in its encoding, or no notebook.
    """
    if str(path).endswith(NOTEBOOK):
        from tapelint.source.notebook import Notebook

        return Notebook(source, path)
    if str(path).endswith(MARKDOWN):
        from tapelint.source.markdown import Markdown

        return Markdown(source, path)
    if isinstance(source, str):
        text = source.removeprefix(BYTE_ORDER_MARK)
        return Script(text, source[: len(source) - len(text)])
    text = decode(source, path)
    encoding = encoding_of(source)
    has_mark = source.decode(encoding).startswith(BYTE_ORDER_MARK)
    return Script(text, BYTE_ORDER_MARK if has_mark else "", encoding)
