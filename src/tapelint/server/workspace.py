"""The folders that are open in the editor, and the settings that govern their files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from tapelint.exclusion import Exclusion
from tapelint.governing_files import OWN_FILE, SHARED_FILE
from tapelint.settings import Settings, SettingsError
from tapelint.settings.files import SettingsResolver

_Stamp = tuple[tuple[str, int, int], ...]
"""The settings files that there are above a folder, with time and size."""


class Workspace:
    """Folders and settings.

    Attributes:
        folders: The folders that are open, by their paths.
    """

    def __init__(self, read: Callable[[], SettingsResolver]) -> None:
        """Begin with no folder.

        Args:
            read: Gives a new reader of settings, which has read none yet.
        """
        self.folders: list[str] = []
        self._read = read
        self._stamps: dict[str, _Stamp] = {}
        self._told: set[str] = set()
        self.reload()

    def reload(self) -> None:
        """Forget what was read of settings and of what git ignores."""
        self._settings_of = _Rooted(self._read(), self.root_of)
        self._exclusion = Exclusion(self._settings_of)
        self._stamps.clear()
        self._told.clear()

    def has_changed(self, path: str) -> bool:
        """Whether settings files above a file are others than when it was last asked.

        Not every editor tells when a file changes.
        """
        folder = os.path.dirname(os.path.abspath(path))
        stamp = _stamp(folder)
        return self._stamps.setdefault(folder, stamp) != stamp

    def settings(self, path: str) -> Settings | None:
        """The settings of a file, those of the nearest settings file; ``None`` if it is left out.

        Raises:
            SettingsError: They cannot be followed.
        """
        settings = self._settings_of.of_file(path)
        settings.enabled_rules(path)
        return None if self._exclusion.leaves_out(path) else settings

    def is_news(self, error: SettingsError) -> bool:
        """Whether a mistake in settings has not been told since they were last read."""
        is_news = str(error) not in self._told
        self._told.add(str(error))
        return is_news

    def root_of(self, path: str) -> str:
        """The innermost folder that a path is in; the path's own where none is open around it."""
        around = [each for each in self.folders if _is_in(path, each)]
        return max(around, key=len, default=path)

    @property
    def first(self) -> str:
        """The folder of documents that were never saved."""
        return self.folders[0] if self.folders else os.getcwd()


class _Rooted(SettingsResolver):
    """Settings whose patterns are relative to a folder of the editor's, if no file says to what.

    The command takes the current folder, which for a server is any.
    """

    def __init__(self, resolver: SettingsResolver, root_of: Callable[[str], str]) -> None:
        super().__init__()
        self._resolver = resolver
        self._root_of = root_of

    def of_folder(self, folder: str) -> Settings:
        settings = self._resolver.of_folder(folder)
        return settings if settings.root else replace(settings, root=self._root_of(folder))


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _stamp(folder: str) -> _Stamp:
    found: list[tuple[str, int, int]] = []
    while True:
        for name in (OWN_FILE, SHARED_FILE):
            path = os.path.join(folder, name)
            try:
                state = os.stat(path)
            except OSError:
                continue
            found.append((path, state.st_mtime_ns, state.st_size))
        above = os.path.dirname(folder)
        if above == folder:
            return tuple(found)
        folder = above


def folder_paths(uris: Sequence[str]) -> list[str]:
    """The paths of folders by their URIs, each once; what is no file is passed over."""
    from tapelint.server.documents import path_of

    paths = [path_of(uri) for uri in uris]
    return list(dict.fromkeys(path for path in paths if path is not None))
