"""Python's own syntax tree of a text: a tenth of what libcst's costs, without comments."""

from __future__ import annotations

import ast
import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tapelint.source.errors import SYNTAX_ERROR

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


def own_words(text: str) -> tuple[str, int] | None:
    """What Python says of a text, and where; ``None`` where it has nothing against it."""
    try:
        with _parsing():
            # Only what keeps it from being parsed: `return` at the top is Python to libcst.
            compile(text, "<text>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError as error:
        return f"{SYNTAX_ERROR}{error.msg}", error.lineno or 1
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
    if "\0" in text or (len(text) <= _MOST_LETTERS and own_words(text) is not None):
        from tapelint.source.parsing import parse  # libcst may know a newer Python

        parse(text, path)
