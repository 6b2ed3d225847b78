"""Paths as the cache keeps them: from a project's root on, so that the project may move."""

from __future__ import annotations

import os


class Anchor:
    """The folder that the paths of a cache start from."""

    def __init__(self, folder: str) -> None:
        """Start from a folder.

        Args:
            folder: Its absolute path.
        """
        self.folder = folder
        self._beginning = os.path.join(folder, "")

    def kept(self, path: str) -> str:
        """An absolute path as it is kept; it goes up where it leads out of the folder."""
        if path.startswith(self._beginning):
            return path[len(self._beginning) :]
        try:
            return os.path.relpath(path, self.folder)
        except ValueError:
            return path  # on another drive

    def absolute(self, kept: str) -> str:
        """The absolute path that is meant by one that is kept."""
        path = os.path.join(self.folder, kept)
        return os.path.normpath(path) if kept.startswith(".") else path

    def holds(self, path: str) -> bool:
        """Whether an absolute path stands in the folder: it moves with it."""
        return path.startswith(self._beginning)
