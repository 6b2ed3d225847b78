"""One file of the cache: what the files of a project gave by one kind of settings.

The first line holds the format's name, and the digest of the file's name and all that follows. The
rest is JSON: the texts that are known by their signatures, what was seen of the file system, and
for each file the digest of its text, what was seen while it was linted, and what it gave. Paths
start from the project's root: whoever uses a shard knows them as absolute ones.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from tapelint.caching.anchor import Anchor
from tapelint.caching.folder import write_whole
from tapelint.source.observations import TEXT, Seen, Text, digest_of

MOST_BYTES = 64_000_000
"""A larger file of the cache is not read, and not written."""
MOST_FILES = 50_000
"""Of how many files one file of the cache knows at the most."""
_MAGIC = b"tapelint findings "
_DAY = 86_400
_DAMAGED = (ValueError, TypeError, LookupError, RecursionError, AttributeError)
"""What reading something else than what was written may raise."""


class Entry(NamedTuple):
    """What one file gave.

    Attributes:
        digest: That of its text.
        seen: What was seen of the file system while it was linted.
        given: The path that it was given by, where what it gave names other files; "" for any.
        result: What it gave, encoded.
    """

    digest: str
    seen: Collection[Seen]
    given: str
    result: list[Any]


class Shard:
    """What was read of one file of the cache; nothing, where it cannot be read."""

    def __init__(self, path: str, anchor: Anchor) -> None:
        self.path = path
        self._anchor = anchor
        content, self._stamp = _read(path)
        self.texts = _texts(content.get("texts"), anchor)
        self._files: dict[str, Any] = _of_type(content.get("files"), dict)
        self._seen = _Table(_of_type(content.get("seen"), list), anchor)
        self._sets: list[Any] = _of_type(content.get("sets"), list)

    def entry(self, path: str) -> Entry | None:
        """What the file with an absolute path gave, if it is known."""
        value = self._files.get(self._anchor.kept(path))
        if value is None:
            return None
        try:
            digest, at, given, result = value
            if not (type(digest) is type(given) is str and type(result) is list):
                return None
            return Entry(digest, self._seen.rows(self._sets[at]), given, result)
        except _DAMAGED:
            return None

    def __iter__(self) -> Iterator[str]:
        """The absolute paths of the files that are known."""
        return map(self._anchor.absolute, self._files)

    def updated(self, entries: Mapping[str, Entry], texts: Mapping[str, Text]) -> None:
        """Write the file anew, with what became known and without files that are gone.

        Another process may have written it since it was read: what that one found is kept.

        Args:
            entries: What became known, by absolute path.
            texts: All texts that are known by their signatures.

        Raises:
            OSError: It cannot be written.
        """
        latest = self if _stamp(self.path) == self._stamp else Shard(self.path, self._anchor)
        kept = dict(entries)
        for path in latest:
            if len(kept) >= MOST_FILES:
                break
            if path not in kept and os.path.lexists(path):
                entry = latest.entry(path)
                if entry is not None:
                    kept[path] = entry
        _write(self.path, _encoded(kept, {**latest.texts, **texts}, self._anchor))

    def touch(self) -> None:
        """Note that the file was used, so that it is not taken for one that nobody needs."""
        if self._stamp is not None and time.time() - self._stamp[0] / 1e9 > _DAY:
            with contextlib.suppress(OSError):
                os.utime(self.path)


class _Table:
    """What was seen: each row is read when it is asked for."""

    def __init__(self, rows: list[Any], anchor: Anchor) -> None:
        self._rows = rows
        self._anchor = anchor
        self._known: dict[int, Seen] = {}

    def rows(self, at: list[int]) -> list[Seen]:
        known = self._known
        return [known.get(each) or self._row(each) for each in at]

    def _row(self, at: int) -> Seen:
        question, path, answer = self._rows[at]
        if not type(question) is type(path) is type(answer) is str:
            raise ValueError(at)
        self._known[at] = seen = Seen(question, self._anchor.absolute(path), answer)
        return seen


def _of_type(value: Any, kind: type) -> Any:
    return value if type(value) is kind else kind()


def _texts(value: object, anchor: Anchor) -> dict[str, Text]:
    """The texts that are known by their signatures."""
    try:
        return {
            anchor.absolute(path): Text(digest, (changed, entry_changed, size, number))
            for path, (digest, changed, entry_changed, size, number) in _of_type(
                value, dict
            ).items()
        }
    except _DAMAGED:
        return {}


def _stamp(path: str) -> tuple[int, int, int] | None:
    """What tells one writing of a file from another."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _read(path: str) -> tuple[dict[str, Any], tuple[int, int, int] | None]:
    stamp = _stamp(path)
    if stamp is None or stamp[1] > MOST_BYTES or not os.path.isfile(path):
        return {}, stamp
    try:
        with open(path, "rb") as file:
            head = file.readline(256)
            body = file.read(MOST_BYTES)
        if head != _head(path, body):
            return {}, stamp
        return _of_type(json.loads(body), dict), stamp
    except (OSError, MemoryError, *_DAMAGED):
        return {}, stamp


def _head(path: str, body: bytes) -> bytes:
    """The first line: it fits the file's name, too, which says by what its findings were found."""
    name = os.path.basename(path).encode()
    return _MAGIC + digest_of(name + b"\n" + body).encode() + b"\n"


def _encoded(entries: Mapping[str, Entry], texts: Mapping[str, Text], anchor: Anchor) -> bytes:
    table: dict[Seen, int] = {}
    sets: dict[tuple[int, ...], int] = {}
    files: dict[str, list[Any]] = {}
    needed: set[str] = set(entries)
    for path, entry in entries.items():
        rows = tuple(sorted(table.setdefault(each, len(table)) for each in entry.seen))
        at = sets.setdefault(rows, len(sets))
        files[anchor.kept(path)] = [entry.digest, at, entry.given, entry.result]
    needed.update(each.path for each in table if each.question == TEXT)
    content = {
        "texts": {
            anchor.kept(path): [text.digest, *text.signature]
            for path, text in texts.items()
            if path in needed and text.signature is not None
        },
        "seen": [(each.question, anchor.kept(each.path), each.answer) for each in table],
        "sets": list(sets),
        "files": files,
    }
    return json.dumps(content, separators=(",", ":")).encode()


def _write(path: str, body: bytes) -> None:
    if len(body) <= MOST_BYTES:
        write_whole(path, _head(path, body) + body)


__all__ = ["Entry", "Shard"]
