"""Python's own syntax tree of a text: a tenth of what libcst's costs, without comments."""

from __future__ import annotations

import ast
import gc
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tapelint.source.decoding import split_lines
from tapelint.source.errors import SYNTAX_ERROR, SourceError

if TYPE_CHECKING:
    from tapelint.source.documents import Document

_MOST_LETTERS = 1_000_000
"""Larger texts hold data: their trees take seconds, and hundreds of megabytes."""


def python_tree(text: str) -> ast.Module | None:
    """The tree; ``None`` where Python cannot parse the text.

    What Python would warn of, such as an escape that is none, is not said.
    """
    try:
        with _parsing():
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@contextmanager
def _parsing() -> Iterator[None]:
    was_collecting = gc.isenabled()
    gc.disable()  # a tree has no garbage, and is made of many objects at once
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        if was_collecting:
            gc.enable()


def own_words(text: str, path: str) -> SourceError | None:
    """What Python says of a text, and where; ``None`` where it has nothing against it."""
    error = _syntax_error(text)
    if error is None:
        return None
    reason, line = f"{SYNTAX_ERROR}{error.msg}", error.lineno or 1
    return SourceError(path, reason, line, column=_column(error, line, split_lines(text)))


def _column(error: SyntaxError, line: int, lines: list[str]) -> int | None:
    """The column of an error in its line; ``None`` where Python does not know it."""
    said = lines[line - 1] if line <= len(lines) else ""
    if isinstance(error, IndentationError):  # its column is that of any part of the margin
        code = said.lstrip(" \t\f")
        return len(said) - len(code) + 1 if code else None
    if error.text is not None and error.text.rstrip("\r\n") != said:
        return None  # the column counts in a part of an f-string
    offset = error.offset
    if not said.isascii():  # some columns count bytes: ask where each letter is one
        lines[line - 1] = re.sub(r"[^\0-\x7f]", "Z", said)
        plain = _syntax_error("\n".join(lines))
        if plain is not None and (plain.msg, plain.lineno) == (error.msg, error.lineno):
            offset = plain.offset
    return offset if offset and 1 <= offset <= len(said) + 1 else None


def _syntax_error(text: str) -> SyntaxError | None:
    try:
        with _parsing():
            # Only what keeps it from being parsed: `return` at the top is Python to libcst.
            compile(text, "<text>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError as error:
        return error
    except (ValueError, RecursionError, MemoryError):
        pass
    return None


def refuse_broken(document: Document, path: str) -> None:
    """Refuse a text in which nothing is looked for, if it is not Python.

    What shows only a part of a program may be any text. What nests too deep for a tree, or is
    large, passes.

    Raises:
        SourceError: It is not Python.
    """
    text = document.text
    if document.is_excerpt:
        return
    if "\0" in text or (len(text) <= _MOST_LETTERS and own_words(text, path) is not None):
        from tapelint.source.parsing import parse  # libcst may know a newer Python

        parse(text, path)
