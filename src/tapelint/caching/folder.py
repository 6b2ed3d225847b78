"""The cache's folder: where it is, making it, keeping it small, removing it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator

from tapelint.settings import Settings

VARIABLE = "TAPELINT_CACHE_DIR"
"""The environment variable that names the folder."""
SHARD, OUTLINE, TEMPORARY = ".findings", ".outline", ".writing"
MOST_BYTES = 256_000_000
"""How large the folder may grow; what was not used for longest goes first."""
MOST_DAYS = 30
"""After how many days without use a file of the cache goes."""
_DAY = 86_400
_HOUR = 3_600
_TAG = "CACHEDIR.TAG"
_TAG_TEXT = b"""Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache of tapelint's. It may be deleted at any time: `tapelint clean`.
# For what this file is, see https://bford.info/cachedir/
"""
_IGNORE = ".gitignore"
_IGNORE_TEXT = b"*\n"
_MARKS_OF_A_PROJECT = (".git", "pyproject.toml", "setup.py", "setup.cfg")


class ForeignFolderError(Exception):
    """A folder that holds other things than a cache of tapelint's."""

    def __init__(self) -> None:
        super().__init__("the folder is there and is no cache of tapelint's")


def place(settings: Settings, named: str | None) -> str:
    """The absolute path of the cache's folder.

    Args:
        settings: Those of the current folder.
        named: The folder that the command line names.
    """
    given = named or os.environ.get(VARIABLE)
    if given:
        return os.path.abspath(os.path.expanduser(given))
    return os.path.abspath(os.path.join(root(settings), os.path.expanduser(settings.cache_dir)))


def root(settings: Settings) -> str:
    """The absolute path of the root of the current folder's project.

    Args:
        settings: Those of the current folder.
    """
    return os.path.abspath(settings.root or _project())


def _project() -> str:
    """The nearest folder that looks like a project's, or else the current one."""
    here = above = os.getcwd()
    while True:
        if any(os.path.exists(os.path.join(above, mark)) for mark in _MARKS_OF_A_PROJECT):
            return above
        parent = os.path.dirname(above)
        if parent == above:
            return here
        above = parent


def prepare(folder: str) -> None:
    """Make the folder, if it is not there.

    Raises:
        OSError: It cannot be made.
        ForeignFolderError: It holds other things.
    """
    os.makedirs(folder, exist_ok=True)
    if _is_ours(folder):
        return
    # A process that was ended while it made the folder leaves an unfinished one behind.
    if not (_is_bare(folder) and _TAG_TEXT.startswith(_tag(folder))):
        if _is_ours(folder):  # another process has made it meanwhile, and uses it
            return
        raise ForeignFolderError
    # The tag is never seen in part: what stands in the folder behind it would look foreign.
    for name, text in ((_IGNORE, _IGNORE_TEXT), (_TAG, _TAG_TEXT)):
        write_whole(os.path.join(folder, name), text)


def _is_bare(folder: str) -> bool:
    """Whether a folder holds no more than what a cache begins with."""
    return all(
        name in {_TAG, _IGNORE} or (name.startswith((_TAG, _IGNORE)) and name.endswith(TEMPORARY))
        for name in os.listdir(folder)
    )


def _tag(folder: str) -> bytes:
    try:
        with open(os.path.join(folder, _TAG), "rb") as file:
            return file.read(len(_TAG_TEXT) + 1)
    except FileNotFoundError:
        return b""


def _is_ours(folder: str) -> bool:
    return _tag(folder) == _TAG_TEXT


def write_whole(path: str, content: bytes) -> None:
    """Write a whole file or nothing of it.

    Raises:
        OSError: It cannot be written.
    """
    temporary = f"{path}.{os.getpid()}-{time.monotonic_ns()}{TEMPORARY}"
    try:
        with open(temporary, "xb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def keep_small(folder: str) -> None:
    """Delete what was not used for long, and more if the folder is too large."""
    now = time.time()
    left = MOST_BYTES
    for name, path, status in sorted(_files(folder), key=lambda each: -each[2].st_mtime):
        age = now - status.st_mtime
        left -= status.st_size
        is_left_over = name.endswith(TEMPORARY) and age > _HOUR
        if is_left_over or age > MOST_DAYS * _DAY or left < 0:
            with contextlib.suppress(OSError):
                os.unlink(path)


def _files(folder: str) -> Iterator[tuple[str, str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((SHARD, OUTLINE, TEMPORARY)):
                with contextlib.suppress(OSError):
                    yield entry.name, entry.path, entry.stat(follow_symlinks=False)


def remove(folder: str) -> int | None:
    """Delete the cache in a folder, and the folder if nothing else is in it.

    Returns:
        How many bytes it held; ``None`` if there is none.

    Raises:
        OSError: It cannot be deleted.
        ForeignFolderError: It is not a cache of tapelint's.
    """
    if not os.path.lexists(folder):
        return None
    if os.path.islink(folder) or not os.path.isdir(folder) or not _is_ours(folder):
        raise ForeignFolderError
    removed = 0
    for _, path, status in list(_files(folder)):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
            removed += status.st_size
    if set(os.listdir(folder)) <= {_TAG, _IGNORE}:
        for name in (_IGNORE, _TAG):  # the tag last: until then the folder is known as ours
            with contextlib.suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
    return removed
