"""The code of files: each text is parsed and lowered once, and kept for whoever runs it next."""

from __future__ import annotations

from typing import Final

from tapelint.core.code.code_object import Code
from tapelint.core.code.lowering import module_code
from tapelint.source.decoding import decode
from tapelint.source.errors import SourceError
from tapelint.source.kept import keeping
from tapelint.source.observations import IS_LARGE, is_so, note_text, read_text
from tapelint.source.python_tree import python_tree

MOST_TEXT: Final = 20_000_000
"""How many characters the files have together of which a process keeps the code."""


def code_of(text: str, path: str) -> Code | None:
    """The code of a text that stands in a file; ``None`` where it is no Python."""
    kept: tuple[Code | None, int] = _code_of(text, path)
    return kept[0]


def code_at(path: str) -> Code | None:
    """The code of a file; ``None`` where it cannot be read, or is no Python."""
    if is_so(IS_LARGE, path):
        return None
    try:
        content, seen = read_text(path)
        note_text(path, seen)
        return code_of(decode(content, path), path)
    except OSError:
        note_text(path, None)
    except SourceError:
        pass
    return None


def _size(kept: tuple[Code | None, int]) -> int:
    return kept[1]


@keeping(MOST_TEXT, _size)
def _code_of(text: str, path: str) -> tuple[Code | None, int]:
    tree = python_tree(text)
    return None if tree is None else module_code(tree, path), len(text) + 1
