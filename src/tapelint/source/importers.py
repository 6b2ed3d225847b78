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
from itertools import takewhile
from typing import NamedTuple

from tapelint.source.observations import (
    MOST_BYTES,
    Seen,
    Signature,
    digest_of,
    is_steady,
    note,
    signature_of,
)

IMPORTERS = "importers:"
"""With what the question begins for the files that may import one; the words follow."""
MOST_PROJECT_FILES = 10_000
"""How many files of a project are looked at."""
MOST_LEVELS_UP = 4
"""How many folders above a file's package the project's own is looked for."""
_SHARE = 20
"""Looking at the project again takes at most this part of the time."""
_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg")
_NOT_ENTERED = frozenset(
    {
        "__pycache__", "build", "dist", "dist-packages", "env", "node_modules", "site-packages",
        "test", "tests", "venv",
    }
)  # fmt: skip
"""Folders whose files are of other projects, or show errors on purpose."""
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


def still_holds(seen: Seen) -> bool:
    """Whether :func:`importers_of` would give the same now.

    Where no file of the project is another one by its signature, none is read.
    """
    answer, _, state = seen.answer.partition(":")
    if state and project_of(seen.path).state() == state:
        return True
    asked = seen.question.removeprefix(IMPORTERS).split(",")
    return _answer(seen.path, _importers(seen.path, asked)) == answer


def _answer(path: str, found: Iterable[str]) -> str:
    folder = os.path.dirname(path)
    together = "\n".join(os.path.relpath(each, folder) for each in found)
    return digest_of(together.encode("utf-8", "surrogatepass"))


def _importers(path: str, words: Iterable[str]) -> list[str]:
    files = project_of(path).naming(words)
    files.discard(path)
    folders = os.path.dirname(path).split(os.sep)

    def distance(other: str) -> tuple[int, str]:
        pairs = zip(folders, other.split(os.sep), strict=False)
        return -sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)), other

    return sorted(files, key=distance)


class _Words(NamedTuple):
    """The words of a file's imports.

    Attributes:
        signature: That of the file; ``None`` where another change might not show in it.
        words: The words.
    """

    signature: Signature | None
    words: tuple[str, ...]


class ProjectFiles:
    """The files below a folder, and the words of their imports."""

    def __init__(self, folder: str, *, is_deep: bool) -> None:
        """Look at a folder.

        Args:
            folder: Its absolute path.
            is_deep: Whether the folders in it belong to the project, too.
        """
        self._folder, self._is_deep = folder, is_deep
        self._files: dict[str, _Words] = {}
        self._by_word: dict[str, set[str]] = {}
        self._looked = 0.0
        self._cost = 0.0
        self._listed = 0.0
        self._state = ""

    def naming(self, words: Iterable[str]) -> set[str]:
        """The absolute paths of the files whose imports hold one of some words."""
        self._look()
        return set().union(*(self._by_word.get(each, ()) for each in words))

    def state(self) -> str:
        """What stands for the files and their signatures; "" where one does not stand for a text.

        Once the files were looked at, it is what they were then.
        """
        start = time.monotonic()
        if self._looked or (self._listed and start - self._listed < _SHARE * self._cost):
            return self._state
        there = list(self._walk())
        self._cost = time.monotonic() - start
        self._listed, self._state = time.monotonic(), self._state_of(there)
        return self._state

    def _state_of(self, there: Iterable[tuple[str, Signature]]) -> str:
        files, now = sorted(there), time.time_ns()
        if not all(is_steady(signature, now) for _, signature in files):
            return ""
        text = "\n".join(f"{path[len(self._folder) :]} {each}" for path, each in files)
        return digest_of(text.encode("utf-8", "surrogatepass"))

    def _look(self) -> None:
        """Look at the files again, if it was not done a moment ago."""
        start = time.monotonic()
        if self._looked and start - self._looked < _SHARE * self._cost:
            return
        now = time.time_ns()
        there = list(self._walk())
        self._cost = time.monotonic() - start  # less what reading costs: that is done once
        found: dict[str, _Words] = {}
        for path, signature in there:
            known = self._files.get(path)
            if known is None or known.signature != signature:
                kept = signature if is_steady(signature, now) else None
                known = _Words(kept, _words_of(path, known))
            found[path] = known
        if found != self._files or not self._state:
            self._state = self._state_of(there)
        if found != self._files:
            self._files = found
            self._by_word = {}
            for path, each in found.items():
                for word in each.words:
                    self._by_word.setdefault(word, set()).add(path)
        self._looked = time.monotonic()

    def _walk(self) -> Iterator[tuple[str, Signature]]:
        """The Python files that may show how a file is used, folder by folder."""
        left = MOST_PROJECT_FILES
        folders = [self._folder]
        for folder in folders:
            try:
                with os.scandir(folder) as entries:
                    inside = sorted(entries, key=lambda each: each.name)
            except OSError:
                continue
            for each in inside:
                try:
                    if each.name.endswith(".py"):
                        if _shows_errors(each.name) or not each.is_file():
                            continue
                        status = each.stat()
                        if status.st_size <= MOST_BYTES:
                            yield each.path, signature_of(status)
                            left -= 1
                    elif self._is_deep and _is_entered(each):
                        folders.append(each.path)
                except OSError:
                    continue
                if not left:
                    return


def _is_entered(entry: os.DirEntry[str]) -> bool:
    return (
        not entry.name.startswith(".")
        and entry.name not in _NOT_ENTERED
        and entry.is_dir(follow_symlinks=False)
    )


def _shows_errors(name: str) -> bool:
    """Whether a file holds tests: they call what they test with what it never gets elsewhere."""
    return name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"


def _words_of(path: str, known: _Words | None) -> tuple[str, ...]:
    try:
        with open(path, "rb") as file:
            content = file.read(MOST_BYTES)
    except OSError:
        return ()
    found = {
        word
        for statement in _imports_in(content)
        for part in statement
        if part
        for word in _WORD.findall(part)
    }
    # Most words are met in many files, and each is one object then.
    words = tuple(sorted(sys.intern(each.decode("utf-8", "replace")) for each in found))
    # The same object where nothing has changed: comparing all files is comparing objects then.
    return known.words if known is not None and known.words == words else words


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
    return _project(*_folder_of(os.path.dirname(path)))


@lru_cache(maxsize=4)
def _project(folder: str, is_deep: bool) -> ProjectFiles:
    return ProjectFiles(folder, is_deep=is_deep)


@lru_cache(maxsize=256)
def _folder_of(folder: str) -> tuple[str, bool]:
    """The project's folder for one in it, and whether the folders in that are the project's, too.

    Without a mark of a project it is the package, or else the folder alone: around it may be
    anything.
    """
    top = folder
    while os.path.isfile(os.path.join(top, "__init__.py")) and os.path.dirname(top) != top:
        if os.path.basename(os.path.dirname(top)) in _INSTALLED:
            return top, True
        top = os.path.dirname(top)
    above = top
    for _ in range(MOST_LEVELS_UP + 1):
        if any(os.path.exists(os.path.join(above, mark)) for mark in _MARKS):
            return above, True
        if os.path.dirname(os.path.dirname(above)) in {above, os.path.dirname(above)}:
            break
        above = os.path.dirname(above)
    return top, top != folder


_INSTALLED = frozenset({"site-packages", "dist-packages"})
