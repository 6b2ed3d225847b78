"""Patterns of paths, as ``.gitignore`` files have them."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Anchored(str):
    """A pattern that is relative to a folder of its own, not to that of the settings.

    Attributes:
        root: The folder; "" for the current one.
    """

    __slots__ = ("root",)
    root: str

    def __new__(cls, pattern: str, root: str) -> Anchored:
        """Tie a pattern to a folder."""
        made = super().__new__(cls, pattern)
        made.root = root
        return made

    def __reduce__(self) -> tuple[type[Anchored], tuple[str, str]]:
        """What makes the same again in another process."""
        return Anchored, (str(self), self.root)


def anchored(pattern: str, root: str) -> str:
    """A pattern as it is meant in a folder: one for entries of any folder is the same anywhere."""
    body = pattern.removeprefix("!")
    is_for_any = "/" not in body.rstrip("/") or body.startswith("**/")
    return pattern if is_for_any else Anchored(pattern, root)


def at_root(values: Mapping[str, Any], root: str) -> dict[str, Any]:
    """Those of some settings that hold patterns, as they are meant in a folder.

    Args:
        values: Values by the names of attributes.
        root: The folder; "" for the current one.
    """
    found: dict[str, Any] = {}
    for name in ("exclude", "extend_exclude"):
        if name in values:
            found[name] = tuple(anchored(each, root) for each in values[name])
    if "per_file_ignores" in values:
        ignores = values["per_file_ignores"]
        found["per_file_ignores"] = {anchored(each, root): ignores[each] for each in ignores}
    return found


def root_of(pattern: str, root: str) -> str:
    """The folder that a pattern is relative to, where others are relative to ``root``."""
    return pattern.root if isinstance(pattern, Anchored) else root


def by_root(patterns: Sequence[str], root: str) -> list[tuple[str, tuple[str, ...]]]:
    """The patterns with the folder that they are relative to; most often it is one for all."""
    groups: dict[str, list[str]] = {}
    for pattern in patterns:
        groups.setdefault(root_of(pattern, root), []).append(pattern)
    return [(each, tuple(found)) for each, found in groups.items()]


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
        patterns: Patterns; the last one of a folder that matches decides, and ``!`` takes back.
        path: A path.
        root: The folder that patterns are relative to that have none of their own; "" for the
            current one. Paths outside it match no pattern.
        is_folder: Whether the path is a folder's.
    """
    for folder, group in by_root(patterns, root):
        way = relative(path, folder)
        if way is not None and below(group, way, is_folder=is_folder):
            return True
    return False


def below(patterns: Sequence[str], way: str, *, is_folder: bool = False) -> bool:
    """The same for a path that is relative to the patterns' folder already."""
    names, others = _compiled(tuple(patterns))
    if not names.isdisjoint(way.split("/")):
        return True
    return others is not None and others.match_file(f"{way}/" if is_folder else way)


def matches_name(patterns: Sequence[str], name: str) -> bool:
    """Whether one of the patterns is a plain name, and this one."""
    return name in _compiled(tuple(patterns))[0]


_SET = r"\[(?:[!^](?:\\.|[^\\])|\\.|[^\\!^])(?:\\.|[^\]\\])*\]"
_CLOSED = re.compile(rf"(?:\\.|{_SET}|[^\[\\])*\\?", re.DOTALL)
"""A pattern whose brackets are all closed; one with another matches nothing."""


def is_pattern(pattern: str) -> bool:
    """Whether a pattern can be followed."""
    try:
        _compiled((pattern,))
    except (ValueError, re.error):
        return False
    return bool(pattern) and _CLOSED.fullmatch(pattern) is not None


def relative(path: str, root: str) -> str | None:
    """A path below a folder, with ``/`` between its parts, or ``None`` where it is not below."""
    try:
        below = os.path.relpath(os.path.abspath(path), os.path.abspath(root or "."))
    except ValueError:
        return None  # on another drive
    if below == ".." or below.startswith(f"..{os.sep}"):
        return None
    return below.replace(os.sep, "/")
