"""What was seen of the file system while a file was linted, so that it can be looked at again.

Findings depend on the file's text, and on what an import of it means: on the texts of other files,
and on names that were looked up and are not there. Both are noted while somebody watches.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from tapelint.source import files
from tapelint.source.files import Signature, signature_of
from tapelint.source.python_files import MOST_BYTES

IS_FILE, IS_FOLDER, EXISTS, HOLDS_PYTHON = "file", "folder", "entry", "python"
IS_LARGE, TEXT = "large", "text"
PYTHON_INSIDE = "inside"
NAME, IS_INSTALLED, IS_NEAR_TOP = "name", "installed", "top"
"""What a path itself tells: it may change where a project moves."""
YES, NO = "yes", "no"
_Result = TypeVar("_Result")
_INSTALLED = frozenset({"site-packages", "dist-packages"})
_STEADY_AFTER = 2_000_000_000
"""Nanoseconds after its last change from which on another change shows in a file's times.

File systems count time in steps, of two seconds at the most.
"""
_MOST_LOOKS = 10_000
"""How many answers are kept while each question is looked at once."""


class Seen(NamedTuple):
    """One look at the file system: a question about a path, and its answer."""

    question: str
    path: str
    answer: str


class Text(NamedTuple):
    """The text of a file: its digest, and the signature that stands for it.

    There is no signature where the file was changed so lately that a further change might not
    show in it.
    """

    digest: str
    signature: Signature | None


@dataclass
class Watch:
    """What was seen.

    Attributes:
        seen: The looks at other files.
        texts: The texts that were read, by their absolute paths.
    """

    seen: set[Seen] = field(default_factory=set)
    texts: dict[str, Text] = field(default_factory=dict)


_watch: ContextVar[Watch | None] = ContextVar("watch", default=None)
_results: ContextVar[dict[Hashable, tuple[Any, Watch]] | None] = ContextVar("results", default=None)
_looks: ContextVar[dict[tuple[str, str], Seen] | None] = ContextVar("looks", default=None)


@contextmanager
def watching() -> Iterator[Watch]:
    """Note for a while what is seen."""
    watch = Watch()
    token = _watch.set(watch)
    try:
        yield watch
    finally:
        _watch.reset(token)


def note(*seen: Seen) -> None:
    """Note what was seen, if somebody watches."""
    watch = _watch.get()
    if watch is not None:
        watch.seen.update(seen)


def note_text(path: str, text: Text | None) -> None:
    """Note the text of another file, or that it cannot be read, if somebody watches."""
    watch = _watch.get()
    if watch is not None:
        watch.seen.add(Seen(TEXT, path, NO if text is None else text.digest))
        if text is not None:
            watch.texts[path] = text


def look(question: str, path: str) -> str:
    """The answer to a question other than that for the text, now; it is not noted."""
    if question == IS_FILE:
        return YES if files.is_file(path) else NO
    if question == IS_FOLDER:
        return YES if files.is_folder(path) else NO
    if question == EXISTS:
        return YES if files.exists(path) else NO
    if question == IS_LARGE:
        return YES if _is_large(path) else NO
    if question == HOLDS_PYTHON:
        return YES if _holds_python(path) else NO
    if question == PYTHON_INSIDE:
        return "/".join(_python_inside(path))
    if question == IS_INSTALLED:
        return YES if os.path.basename(path) in _INSTALLED else NO
    if question == IS_NEAR_TOP:
        above = os.path.dirname(path)
        return YES if above in {path, os.path.dirname(above)} else NO
    if question == NAME:
        return os.path.basename(path)
    raise ValueError(question)


def is_so(question: str, path: str) -> bool:
    """Whether the answer to a question is yes; it is noted, if somebody watches."""
    looks = _looks.get()
    if looks is None:
        seen = Seen(question, path, look(question, path))
    else:
        known = looks.get((question, path))
        if known is None:
            if len(looks) >= _MOST_LOOKS:
                looks.clear()
            known = looks[question, path] = Seen(question, path, look(question, path))
        seen = known
    watch = _watch.get()
    if watch is not None:
        watch.seen.add(seen)
    return seen.answer == YES


@contextmanager
def looking_once() -> Iterator[None]:
    """For a while, each question is looked at once: what a run has seen stands until it ends."""
    if _looks.get() is not None:
        yield
        return
    token, results = _looks.set({}), _results.set({})
    try:
        yield
    finally:
        _looks.reset(token)
        _results.reset(results)


def done_once(key: Hashable, work: Callable[[], _Result]) -> _Result:
    """What some work gives; while questions are looked at once, it is done once.

    What it sees is noted each time, if somebody watches.

    Args:
        key: Stands for the work.
        work: It depends on nothing but the key and the file system.
    """
    results = _results.get()
    if results is None:
        return work()
    if key not in results:
        with watching() as seen:
            results[key] = work(), seen
    result: _Result = results[key][0]
    seen, watch = results[key][1], _watch.get()
    if watch is not None:
        watch.seen |= seen.seen
        watch.texts |= seen.texts
    return result


def _is_large(path: str) -> bool:
    try:
        return files.size(path) > MOST_BYTES
    except OSError:
        return False


def python_inside(folder: str) -> list[str]:
    """The names of the Python files in a folder; they are noted, if somebody watches."""
    found = _python_inside(folder)
    note(Seen(PYTHON_INSIDE, folder, "/".join(found)))
    return found


def _python_inside(folder: str) -> list[str]:
    try:
        return sorted(each.name for each in files.entries(folder) if each.name.endswith(".py"))
    except OSError:
        return []


def _holds_python(folder: str) -> bool:
    try:
        return any(each.name.endswith(".py") for each in files.entries(folder))
    except OSError:
        return False


def digest_of(content: bytes) -> str:
    """What stands for a content: two that differ have different ones."""
    try:
        from _blake2 import blake2b  # without OpenSSL, which takes longer to load than most files
    except ImportError:
        from hashlib import blake2b
    return blake2b(content, digest_size=16).hexdigest()


def is_steady(signature: Signature, now: int) -> bool:
    """Whether another change of a file would show in its signature, at a time in nanoseconds."""
    return now - max(signature[:2]) > _STEADY_AFTER


def read_text(path: str) -> tuple[bytes, Text | None]:
    """The bytes of a file, and what stands for them; ``None`` for a pipe or a device.

    Raises:
        OSError: It cannot be read.
    """
    if files.held.get() is not None:
        content = files.read(path)
        return content, Text(digest_of(content), None)
    with open(path, "rb") as file:
        before = os.fstat(file.fileno())
        now = time.time_ns()
        content = file.read()
        after = os.fstat(file.fileno())
    if not stat.S_ISREG(before.st_mode):
        return content, None
    signature = signature_of(before)
    is_kept = is_steady(signature, now) and signature == signature_of(after)
    return content, Text(digest_of(content), signature if is_kept else None)


def read(path: str) -> bytes:
    """The bytes of a file that is linted; they are noted, if somebody watches.

    Raises:
        OSError: It cannot be read.
    """
    watch = _watch.get()
    if watch is None:
        return files.read(path)
    content, text = read_text(path)
    if text is not None:
        watch.texts[files.absolute(path)] = text
    return content
