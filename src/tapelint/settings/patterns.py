"""Patterns of paths, as ``.gitignore`` files have them."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_SPECIAL = frozenset("*?[]!\\/#")


@functools.lru_cache(maxsize=256)
def _compiled(patterns: tuple[str, ...]) -> tuple[frozenset[str], GitIgnoreSpec | None]:
    """Plain names apart from the rest: most patterns are names, and a set is quick."""
    names = frozenset(each for each in patterns if each and _SPECIAL.isdisjoint(each))
    others = [each for each in patterns if each not in names]
    if not others:
        return names, None
    from pathspec import GitIgnoreSpec

    return names, GitIgnoreSpec.from_lines(others)


def matches(patterns: Sequence[str], path: str, root: str, *, is_folder: bool = False) -> bool:
    """Whether a pattern matches a path or a folder on the way to it.

    Args:
        patterns: Patterns; the last one that matches decides, and ``!`` takes back.
        path: A path.
        root: The folder that patterns are relative to; "" for the current one. Paths outside it
            match no pattern.
        is_folder: Whether the path is a folder's.
    """
    way = relative(path, root)
    return way is not None and below(patterns, way, is_folder=is_folder)


def below(patterns: Sequence[str], way: str, *, is_folder: bool = False) -> bool:
    """The same for a path that is relative to the patterns' folder already."""
    names, others = _compiled(tuple(patterns))
    if not names.isdisjoint(way.split("/")):
        return True
    return others is not None and others.match_file(f"{way}/" if is_folder else way)


def matches_name(patterns: Sequence[str], name: str) -> bool:
    """Whether one of the patterns is a plain name, and this one."""
    return name in _compiled(tuple(patterns))[0]


def is_pattern(pattern: str) -> bool:
    """Whether a pattern can be followed."""
    try:
        _compiled((pattern,))
    except (ValueError, re.error):
        return False
    return bool(pattern)


def relative(path: str, root: str) -> str | None:
    """A path below a folder, with ``/`` between its parts, or ``None`` where it is not below."""
    try:
        below = os.path.relpath(os.path.abspath(path), os.path.abspath(root or "."))
    except ValueError:
        return None  # on another drive
    if below == ".." or below.startswith(f"..{os.sep}"):
        return None
    return below.replace(os.sep, "/")
