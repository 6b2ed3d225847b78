"""Which files of a folder are taken, and which the settings or git leave out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from tapelint.settings import SettingsError
from tapelint.settings.files import SettingsResolver
from tapelint.settings.patterns import below, by_root, matches, matches_name, relative
from tapelint.settings.values import Settings
from tapelint.source.documents import MARKDOWN, NOTEBOOK
from tapelint.source.gitignore import GitIgnore, IgnoreRules

ENDINGS = (".py", ".pyi", ".pyw", NOTEBOOK)
Skips = Callable[[str, bool], bool]
"""Whether an entry of a folder is left out, by its name and whether it is a folder."""


class Exclusion:
    """Decides what is left out."""

    def __init__(self, resolver: SettingsResolver) -> None:
        self._resolver = resolver
        self._git = GitIgnore()

    def leaves_out(self, path: str) -> bool:
        """Whether a path would be left out if the folders above it were searched."""
        settings = self._settings(os.path.dirname(path))
        is_folder = os.path.isdir(path)
        if matches(_patterns(settings), path, settings.root, is_folder=is_folder):
            return True
        absolute = os.path.abspath(path)
        return settings.respect_gitignore and self._git.ignores(absolute, is_folder=is_folder)

    def search(self, top: str) -> Callable[[str], Skips]:
        """What is left out of each folder at and below a folder that was named.

        A folder that is named is searched even if a pattern excludes it or git ignores it; then
        what would leave out all of it does not count.
        """
        settings = self._settings(top)
        is_excluded = matches(_patterns(settings), top, settings.root, is_folder=True)
        absolute = os.path.abspath(top)
        git_from = absolute if self._git.ignores(absolute, is_folder=True) else None
        return lambda folder: self._skips(folder, is_excluded, git_from)

    def endings(self, folder: str) -> tuple[str, ...]:
        """How the names of the files end that are taken from a folder."""
        return (*ENDINGS, *MARKDOWN) if self._settings(folder).include_markdown else ENDINGS

    def _skips(self, folder: str, is_excluded: bool, git_from: str | None) -> Skips:
        settings = self._settings(folder)
        patterns = _patterns(settings)
        ways = [] if is_excluded else _ways(folder, by_root(patterns, settings.root))
        ignored = IgnoreRules()
        if settings.respect_gitignore:
            ignored = self._git.rules(os.path.abspath(folder), below=git_from)

        def skips(name: str, is_folder: bool) -> bool:
            if matches_name(patterns, name):
                return True
            for prefix, group in ways:
                if below(group, prefix + name, is_folder=is_folder):
                    return True
            return ignored.ignores(name, is_folder=is_folder)

        return skips

    def _settings(self, folder: str) -> Settings:
        try:
            return self._resolver.of_folder(folder)
        except SettingsError:
            return Settings()  # the files below say what is wrong


def _patterns(settings: Settings) -> tuple[str, ...]:
    return (*settings.exclude, *settings.extend_exclude)


def _ways(
    folder: str, groups: Iterable[tuple[str, tuple[str, ...]]]
) -> list[tuple[str, tuple[str, ...]]]:
    """Patterns, with the way to a folder from where they are relative to."""
    ways = [(relative(folder, root), patterns) for root, patterns in groups]
    return [
        ("" if way == "." else f"{way}/", patterns) for way, patterns in ways if way is not None
    ]
