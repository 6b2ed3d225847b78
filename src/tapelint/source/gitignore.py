"""What git ignores: ``.gitignore`` files and ``.git/info/exclude``."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@dataclass(frozen=True)
class IgnoreRules:
    """What holds in one folder: specifications, the nearest first, with the way down from each."""

    specifications: tuple[tuple[GitIgnoreSpec, str], ...] = ()

    def ignores(self, name: str, *, is_folder: bool = False) -> bool:
        """Whether git ignores a file or folder of this folder, looked at by itself."""
        for specification, way in self.specifications:
            path = f"{way}{name}/" if is_folder else way + name
            verdict = specification.check_file(path).include
            if verdict is not None:
                return verdict
        return False


class GitIgnore:
    """Knows what holds in each folder; files are read once."""

    def __init__(self) -> None:
        self._specifications: dict[str, GitIgnoreSpec | None] = {}
        self._tops: dict[str, str | None] = {}

    def rules(self, folder: str, *, below: str | None = None) -> IgnoreRules:
        """What holds in a folder.

        Args:
            folder: An absolute path.
            below: Look at no file above this folder.
        """
        top = self._top(folder)
        if top is None:
            return IgnoreRules()
        found = []
        way, at = "", folder
        while True:
            specification = self._read(os.path.join(at, ".gitignore"))
            if specification is not None:
                found.append((specification, way))
            if at in (below, top):
                break
            way, at = f"{os.path.basename(at)}/{way}", os.path.dirname(at)
        if below is None:
            specification = self._read(os.path.join(top, ".git", "info", "exclude"))
            if specification is not None:
                found.append((specification, way))
        return IgnoreRules(tuple(found))

    def ignores(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether git ignores a path, or a folder on the way to it."""
        while True:
            folder, name = os.path.split(path)
            if self.rules(folder).ignores(name, is_folder=is_folder):
                return True
            if folder == path or self._top(folder) is None:
                return False
            path, is_folder = folder, True

    def _top(self, folder: str) -> str | None:
        """The folder of the repository, or ``None`` outside any."""
        if folder not in self._tops:
            above = os.path.dirname(folder)
            if os.path.exists(os.path.join(folder, ".git")):
                self._tops[folder] = folder
            else:
                self._tops[folder] = self._top(above) if above != folder else None
        return self._tops[folder]

    def _read(self, file: str) -> GitIgnoreSpec | None:
        if file not in self._specifications:
            try:
                with open(file, encoding="utf-8", errors="replace") as lines:
                    text = lines.read()
            except OSError:
                self._specifications[file] = None
            else:
                self._specifications[file] = _compiled(text.splitlines())
        return self._specifications[file]


def _compiled(lines: Sequence[str]) -> GitIgnoreSpec:
    """What the lines say, without those that mean nothing: git passes over them too."""
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error):
        return GitIgnoreSpec.from_lines([line for line in lines if _means_something(line)])


def _means_something(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True
