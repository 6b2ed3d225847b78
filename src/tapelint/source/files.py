"""The files that linting reads: those of the machine, or a project that is held in memory.

It imports next to nothing: the command asks it before it knows whether there is anything to do.
"""

from __future__ import annotations

import itertools
import os
from contextvars import ContextVar

TYPE_CHECKING = False  # as in `typing`, which takes long to be imported
if TYPE_CHECKING:
    from collections.abc import Mapping

Signature = tuple[int, int, int, int]
"""The time of the last change of a file's text, that of its entry, its size and its number."""
_numbers = itertools.count(1)
_MARK = ".git"
"""The folder of a project that is held in memory has it: there is nothing above."""


class HeldEntry:
    """A file or a folder that is held in memory, as an entry of its folder."""

    def __init__(self, path: str, content: bytes | None) -> None:
        """An entry.

        Args:
            path: Its absolute path.
            content: What the file holds; ``None`` for a folder.
        """
        self.path, self.name = path, os.path.basename(path)
        self._content = content

    def is_file(self) -> bool:
        """Whether it is a file."""
        return self._content is not None

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        """Whether it is a folder."""
        return self._content is None

    @property
    def signature(self) -> Signature:
        """Its size, and no times: it does not change."""
        return 0, 0, len(self._content or b""), 0


class Held:
    """A project that is held in memory; nothing else is read while one is looked at.

    Attributes:
        root: The absolute path that its folder seems to have. No other project ever gets it, so
            that what a process remembers of one file is never taken for another one.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Hold files, by their paths below the project's folder."""
        self.root = os.path.abspath(os.path.join(os.sep, f"tapelint-project-{next(_numbers)}"))
        self._files = {self.within(path): files[path] for path in files}
        self._folders: dict[str, dict[str, HeldEntry]] = {self.root: {}}
        for path, content in self._files.items():
            self._put(path, content)

    def _put(self, path: str, content: bytes | None) -> None:
        above = os.path.dirname(path)
        if above not in self._folders:
            self._folders[above] = {}
            self._put(above, None)
        self._folders[above][os.path.basename(path)] = HeldEntry(path, content)

    def within(self, path: str) -> str:
        """The absolute path for one below the project's folder."""
        if not path.startswith(self.root + os.sep) and path != self.root:
            path = os.path.join(self.root, *path.replace("\\", "/").split("/"))
        return os.path.normpath(path)

    def content(self, path: str) -> bytes | None:
        """What a file holds; ``None`` where there is none."""
        return self._files.get(path)

    def is_folder(self, path: str) -> bool:
        """Whether a path is that of a folder."""
        return path in self._folders

    def is_mark(self, path: str) -> bool:
        """Whether a path is that of what marks the folder as a project's."""
        return path == os.path.join(self.root, _MARK)

    def entries(self, folder: str) -> list[HeldEntry]:
        """What is in a folder.

        Raises:
            FileNotFoundError: There is no such folder.
        """
        if folder not in self._folders:
            raise FileNotFoundError(folder)
        return list(self._folders[folder].values())


held: ContextVar[Held | None] = ContextVar("held", default=None)
"""The project in memory that is looked at; ``None`` for the files of the machine."""


def absolute(path: str) -> str:
    """The absolute path of a file."""
    project = held.get()
    return os.path.abspath(path) if project is None else project.within(path)


def is_file(path: str) -> bool:
    """Whether a path is that of a file."""
    project = held.get()
    if project is None:
        return os.path.isfile(path)
    return project.content(project.within(path)) is not None


def is_folder(path: str) -> bool:
    """Whether a path is that of a folder."""
    project = held.get()
    return os.path.isdir(path) if project is None else project.is_folder(path)


def exists(path: str) -> bool:
    """Whether there is anything at a path."""
    project = held.get()
    if project is None:
        return os.path.exists(path)
    return is_file(path) or is_folder(path) or project.is_mark(path)


def entries(folder: str) -> list[os.DirEntry[str] | HeldEntry]:
    """What is in a folder.

    Raises:
        OSError: It cannot be read.
    """
    project = held.get()
    if project is not None:
        return [*project.entries(folder)]
    with os.scandir(folder) as found:
        return list(found)


def signature_in(entry: os.DirEntry[str] | HeldEntry) -> Signature:
    """The signature of a file in a folder.

    Raises:
        OSError: It is gone.
    """
    return entry.signature if isinstance(entry, HeldEntry) else signature_of(entry.stat())


def size(path: str) -> int:
    """How many bytes a file has.

    Raises:
        OSError: There is none.
    """
    project = held.get()
    return os.stat(path).st_size if project is None else len(read(path))


def version(path: str) -> tuple[int, int]:
    """What is another one once a file is changed: the time of that, and its size.

    Raises:
        OSError: There is no such file.
    """
    if held.get() is not None:
        return 0, size(path)
    status = os.stat(path)
    return status.st_mtime_ns, status.st_size


def read(path: str, most: int = -1) -> bytes:
    """What a file holds.

    Args:
        path: The file.
        most: How many bytes are read at the most; -1 for all.

    Raises:
        OSError: It cannot be read.
    """
    project = held.get()
    if project is None:
        with open(path, "rb") as file:
            return file.read(most)
    content = project.content(project.within(path))
    if content is None:
        raise FileNotFoundError(path)
    return content if most < 0 else content[:most]


def signature_of(status: os.stat_result) -> Signature:
    """The signature of a file."""
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino
