"""The outlines of files that others import, kept beside the findings.

Making an outline takes forty times as long as reading one. A run with one changed file lints that
file alone, but has to know what the files define that it imports; and so has each process of a
run. An outline is told by a file's text: one file of the cache holds it, named by that text and by
what tapelint it is. It is written as soon as it is made, so that other processes find it.

The first line holds the digest of the rest, which is JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import time

from tapelint.caching import folder
from tapelint.caching.outline_encoding import decoded, encoded
from tapelint.source.neighbours import Outline
from tapelint.source.observations import digest_of

_MOST_BYTES = 4_000_000
"""A larger outline is not read, and not written."""
_DAY = 86_400
_DAMAGED = (ValueError, TypeError, LookupError, RecursionError, AttributeError, MemoryError)
"""What reading something else than what was written may raise."""


class Outlines:
    """Outlines in the folder of a cache; see :class:`tapelint.source.neighbours.Keeper`."""

    def __init__(self, place: str, tool: str) -> None:
        """Use a folder.

        Args:
            place: Its absolute path.
            tool: What stands for tapelint.
        """
        self._place, self._tool = place, tool
        self._is_prepared = False
        self._may_write = True

    def find(self, digest: str, text: str) -> Outline | None:
        """The outline of a text, if it is kept.

        Args:
            digest: What stands for the bytes of the file.
            text: Its text, its lines ended by line feeds.
        """
        path = self._path(digest)
        try:
            with open(path, "rb") as file:
                head = file.readline(256)
                body = file.read(_MOST_BYTES + 1)
                changed = os.fstat(file.fileno()).st_mtime
            if head != _head(path, body):
                return None
            outline = decoded(json.loads(body), text)
        except (OSError, *_DAMAGED):
            return None
        if time.time() - changed > _DAY:  # it is not one that nobody needs
            with contextlib.suppress(OSError):
                os.utime(path)
        return outline

    def keep(self, digest: str, outline: Outline) -> None:
        """Keep the outline of a text; where that cannot be done, whoever keeps findings tells."""
        if not self._may_write:
            return
        try:
            if not self._is_prepared:
                folder.prepare(self._place)
                self._is_prepared = True
            body = json.dumps(encoded(outline), separators=(",", ":")).encode()
            if len(body) <= _MOST_BYTES:
                path = self._path(digest)
                folder.write_whole(path, _head(path, body) + body)
        except (OSError, ValueError, folder.ForeignFolderError):
            self._may_write = False

    def _path(self, digest: str) -> str:
        name = digest_of(f"{self._tool}\n{digest}".encode())
        return os.path.join(self._place, name + folder.OUTLINE)


def _head(path: str, body: bytes) -> bytes:
    """The first line: it fits the file's name, too, which says of what text it is."""
    name = os.path.basename(path).encode()
    return b"tapelint outline " + digest_of(name + b"\n" + body).encode() + b"\n"
