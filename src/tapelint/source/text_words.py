"""The words of other files' texts: each text is searched once, for whatever anybody looks for."""

from __future__ import annotations

import os
import re
import time
from typing import Final

from tapelint.source import files
from tapelint.source.kept import Kept
from tapelint.source.observations import Text, is_steady, note_text, read_text

MOST_WORDS: Final = 4_000_000
"""How many words the files have together of which a process keeps the words."""
_WORD: Final = re.compile(rb"\w+")
_Words = tuple[Text | None, frozenset[bytes]]


def may_name(path: str, key: str) -> bool:
    """Whether a file's text may hold a key: all words of the key are among its words.

    The text is noted as one that was read.
    """
    try:
        text, words = _words_at(path)
    except OSError:
        text, words = None, frozenset()
    note_text(path, text)
    return words.issuperset(_WORD.findall(key.encode("utf-8", "surrogatepass")))


def _words_at(path: str) -> _Words:
    if files.held.get() is None:
        signature = files.signature_of(os.stat(path))
        if is_steady(signature, time.time_ns()):
            return _kept.known_by((path, signature), lambda: _read(path))
    return _read(path)


def _read(path: str) -> _Words:
    content, text = read_text(path)
    return text, frozenset(_WORD.findall(content))


def _size(made: _Words) -> int:
    return len(made[1]) + 1


_kept: Final[Kept[_Words]] = Kept(_size, MOST_WORDS)
