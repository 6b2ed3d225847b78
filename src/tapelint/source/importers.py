"""Which files of a project may import a file: told by the words of their import statements.

The words are found in the bytes, without a parser, once for each text. That a file is named here
does not say that it imports anything: whoever asks looks into it.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from tapelint.source import files
from tapelint.source.files import Signature
from tapelint.source.observations import NO, YES, Seen, digest_of, is_steady, note
from tapelint.source.python_files import (
    MOST_BYTES,
    MOST_FOR_LIBRARY,
    folder_with_library,
    one_names_library,
    project_folder,
    python_files,
)

IMPORTERS = "importers:"
"""With what the question begins for the files that may import one; the words follow."""
LIBRARY = "library:"
"""With what the question begins whether a file may meet tensors; its imports' words follow."""
MOST_HOPS = 2
"""Over how many files a file may get tensors from one that names torch, or give them to it."""
_LIBRARY_NAME = b"torch"
_SHARE = 20
"""Looking at the project again takes at most this part of the time."""
_IMPORT = re.compile(
    rb"[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|(?:[^\\\n\r#]|\\\r?\n)*)"
    rb"|import[ \t]+([^\n\r#;]*))"
)
_WORD = re.compile(rb"[^\W\d]\w*")


def importers_of(path: str, words: Iterable[str]) -> list[str]:
    """The files of its project whose imports hold one of some words; the nearest ones first.

    Args:
        path: The absolute path of the file that they may import.
        words: How it, and what it defines, may be called there.
    """
    asked = sorted(set(words))
    found = _importers(path, asked)
    answer = f"{_answer(path, found)}:{project_of(path).state()}"
    note(Seen(IMPORTERS + ",".join(asked), path, answer))
    return found


def linked_with(path: str) -> frozenset[str]:
    """The files of its project that may get what a file defines, or give it what it uses.

    Args:
        path: The absolute path of the file.
    """
    return project_of(path).linked_with(path)


def may_meet_tensors(path: str, content: bytes) -> bool:
    """Whether a file that does not name torch may get tensors, by what its project's files import.

    A file that names torch imports it, or is imported by it or by what uses it, over a few files.

    Args:
        path: Its absolute path.
        content: Its bytes.
    """
    words = words_in(content)
    answer = _may_meet(path, words)
    note(Seen(LIBRARY + ",".join(words), path, f"{answer}:{_screened(path).state()}"))
    return answer == YES


def _may_meet(path: str, words: Iterable[str]) -> str:
    return YES if _screened(path).meets_library(path, words) else NO


def _screened(path: str) -> ProjectFiles:
    """The files that may give tensors to one."""
    return _project(*folder_with_library(os.path.dirname(path)))


def still_holds(seen: Seen) -> bool:
    """Whether :func:`importers_of` or :func:`may_meet_tensors` would give the same now.

    Where no file of the project is another one by its signature, none is read.
    """
    answer, _, state = seen.answer.partition(":")
    is_screened = seen.question.startswith(LIBRARY)
    known = (_screened if is_screened else project_of)(seen.path)
    if state and known.state() == state:
        return True
    if is_screened:
        words = seen.question.removeprefix(LIBRARY).split(",")
        return _may_meet(seen.path, words) == answer
    asked = seen.question.removeprefix(IMPORTERS).split(",")
    return _answer(seen.path, _importers(seen.path, asked)) == answer


def _answer(path: str, found: Iterable[str]) -> str:
    folder = os.path.dirname(path)
    together = "\n".join(os.path.relpath(each, folder) for each in found)
    return digest_of(together.encode("utf-8", "surrogatepass"))


def _importers(path: str, words: Iterable[str]) -> list[str]:
    found = project_of(path).naming(words)
    found.discard(path)
    folders = os.path.dirname(path).split(os.sep)

    def distance(other: str) -> tuple[int, str]:
        pairs = zip(folders, other.split(os.sep), strict=False)
        return -sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)), other

    return sorted(found, key=distance)


class _Words(NamedTuple):
    """The words of a file's imports.

    Attributes:
        signature: That of the file; ``None`` where another change might not show in it.
        words: The words.
        names_library: Whether the file names torch.
    """

    signature: Signature | None
    words: tuple[str, ...]
    names_library: bool


class ProjectFiles:
    """The files below a folder, and the words of their imports."""

    def __init__(self, folder: str, *, is_deep: bool, only: str = "") -> None:
        """Look at a folder.

        Args:
            folder: Its absolute path.
            is_deep: Whether the folders in it belong to the project, too.
            only: The one folder in it that does; "" for all of them.
        """
        self._folder, self._is_deep, self._only = folder, is_deep, only
        self._files: dict[str, _Words] = {}
        self._by_word: dict[str, set[str]] = {}
        self._looked = 0.0
        self._cost = 0.0
        self._listed = 0.0
        self._state = ""
        self._searched = 0.0
        self._names_library = False
        self._near: frozenset[str] | None = None
        self._sources: set[str] = set()
        """How the files are called that tensors come from."""

    def naming(self, words: Iterable[str]) -> set[str]:
        """The absolute paths of the files whose imports hold one of some words."""
        self._look()
        return set().union(*(self._by_word.get(each, ()) for each in words))

    def meets_library(self, path: str, words: Iterable[str]) -> bool:
        """Whether a file may get tensors from a file that names torch, or give them to one.

        Args:
            path: Its absolute path.
            words: The words of its imports.
        """
        if not self._has_library():
            return False
        self._look()
        if self._near is None:
            named = {each for each, words in self._files.items() if words.names_library}
            self._near, self._sources = self._linked(named)
        return path in self._near or any(each in self._sources for each in words)

    def linked_with(self, path: str) -> frozenset[str]:
        """The files that a file may get something from, or give something to, over a few files."""
        self._look()
        return self._linked({path})[0] if path in self._files else frozenset()

    def _has_library(self) -> bool:
        """Whether any file names torch: most projects have none, and no words are looked for."""
        if not self._looked:
            start = time.monotonic()
            if not self._searched or start - self._searched > _SHARE * self._cost:
                self._names_library = one_names_library(
                    self._folder, is_deep=self._is_deep, only=self._only
                )
                self._searched = time.monotonic()
                self._cost = max(self._cost, self._searched - start)
        return self._names_library

    def _linked(self, found: set[str]) -> tuple[frozenset[str], set[str]]:
        """The files that import some over a few files, and those that these import.

        They are told by the words of imports, so that some are not. The names by which the first
        ones are imported come with them.
        """
        by_stem: dict[str, list[str]] = {}
        for path in self._files:
            by_stem.setdefault(_stem(path), []).append(path)
        last, sources = found, set[str]()
        for _ in range(MOST_HOPS):
            sources = {_stem(path) for path in found}
            last = {user for path in last for user in self._by_word.get(_stem(path), ())} - found
            found |= last
        last = found
        for _ in range(MOST_HOPS):
            words = {word for path in last for word in self._files[path].words}
            last = {path for word in words & by_stem.keys() for path in by_stem[word]} - found
            found |= last
        return frozenset(found), sources

    def _there(self) -> Iterator[tuple[str, Signature]]:
        return python_files(self._folder, is_deep=self._is_deep, only=self._only)

    def state(self) -> str:
        """What stands for the files and their signatures; "" where one does not stand for a text.

        Once the files were looked at, it is what they were then.
        """
        start = time.monotonic()
        if self._looked or (self._listed and start - self._listed < _SHARE * self._cost):
            return self._state
        there = list(self._there())
        self._cost = time.monotonic() - start
        self._listed, self._state = time.monotonic(), self._state_of(there)
        return self._state

    def _state_of(self, there: Iterable[tuple[str, Signature]]) -> str:
        known, now = sorted(there), time.time_ns()
        if not all(is_steady(signature, now) for _, signature in known):
            return ""
        text = "\n".join(f"{path[len(self._folder) :]} {each}" for path, each in known)
        return digest_of(text.encode("utf-8", "surrogatepass"))

    def _look(self) -> None:
        """Look at the files again, if it was not done a moment ago."""
        start = time.monotonic()
        if self._looked and start - self._looked < _SHARE * self._cost:
            return
        now = time.time_ns()
        there = list(self._there())
        self._cost = time.monotonic() - start  # less what reading costs: that is done once
        found: dict[str, _Words] = {}
        for path, signature in there:
            known = self._files.get(path)
            if known is None or known.signature != signature:
                kept = signature if is_steady(signature, now) else None
                known = _Words(kept, *_words_of(path, known))
            found[path] = known
        if found != self._files or not self._state:
            self._state = self._state_of(there)
        if found != self._files:
            self._files, self._near = found, None
            first = islice(found.values(), MOST_FOR_LIBRARY)
            self._names_library = any(each.names_library for each in first)
            self._by_word = {}
            for path, each in found.items():
                for word in each.words:
                    self._by_word.setdefault(word, set()).add(path)
        self._looked = time.monotonic()


def _stem(path: str) -> str:
    """How imports call a file."""
    folder, last = os.path.split(path)
    return os.path.basename(folder) if last == "__init__.py" else last.partition(".")[0]


def _words_of(path: str, known: _Words | None) -> tuple[tuple[str, ...], bool]:
    """The words of a file's imports, and whether it names torch."""
    try:
        content = files.read(path, MOST_BYTES)
    except OSError:
        return (), False
    words = words_in(content)
    # The same object where nothing has changed: comparing all files is comparing objects then.
    words = known.words if known is not None and known.words == words else words
    return words, _LIBRARY_NAME in content


def words_in(content: bytes) -> tuple[str, ...]:
    """The words of a file's imports."""
    found = {
        word
        for statement in _imports_in(content)
        for part in statement
        if part
        for word in _WORD.findall(part)
    }
    # Most words are met in many files, and each is one object then.
    return tuple(sorted(sys.intern(each.decode("utf-8", "replace")) for each in found))


def _imports_in(content: bytes) -> Iterator[tuple[bytes | None, ...]]:
    """The parts of what look like import statements: found by their word, the fastest way."""
    at, done = content.find(b"import"), 0
    while at >= 0:
        start = content.rfind(b"\n", 0, at) + 1
        statement = _IMPORT.match(content, start if start >= done else at)
        if statement is not None:
            yield statement.groups()
            done = statement.end()
        at = content.find(b"import", max(at + 1, done))


def project_of(path: str) -> ProjectFiles:
    """The files of the project that a file belongs to."""
    return _project(*project_folder(os.path.dirname(path)))


@lru_cache(maxsize=4)
def _project(folder: str, is_deep: bool, only: str) -> ProjectFiles:
    return ProjectFiles(folder, is_deep=is_deep, only=only)
