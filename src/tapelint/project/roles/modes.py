"""Whether the other files of a project make a class, or call a function, while autograd records.

Nothing is executed: the words of functions tell who names what, over as many files as it takes. A
class counts as one: whoever names it may run any of its methods.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Set
from typing import NamedTuple

from tapelint.project.roles.callers import Caller, is_switched_off, names_there, words_for
from tapelint.source.importers import importers_of
from tapelint.source.index import MODULE, Function, Index
from tapelint.source.neighbours import Neighbours, ProjectFile, stem_of

MOST_FILES = 24
"""How many files are looked into for the callers of one class."""


class Recorded(enum.Enum):
    """Whether those who use something let autograd record; ``UNKNOWN`` where they are too many."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class _User(NamedTuple):
    """A function of a file that names something.

    Attributes:
        file: The file.
        held: What the file holds.
        function: The function.
        calls: Whether it calls what it names, and does not only hand it on.
    """

    file: ProjectFile
    held: Index
    function: Function
    calls: bool


class ModesOfCallers:
    """Tells of the functions of a project whether others use them while autograd records."""

    def __init__(self, neighbours: Neighbours | None, index: Index) -> None:
        """The callers of the file that ``neighbours`` begins at, and that ``index`` is of."""
        self._neighbours = neighbours
        self._index = index
        self._known: dict[tuple[str, str], Recorded | None] = {}

    def records(self, name: str, caller: Caller | None = None) -> Recorded | None:
        """Whether a class or a function is used while autograd records, as far as can be seen.

        Args:
            name: The class or the function.
            caller: Tells the file that it stands in; by default the one at hand.

        Returns:
            ``YES`` where a way to it begins in what may record; ``NO`` where each way that is seen
            begins in a function that switches recording off and trains nothing; ``UNKNOWN`` where
            there are too many files; ``None`` where no way is seen.
        """
        neighbours = self._neighbours
        if neighbours is None:
            return None
        file = neighbours.here if caller is None else caller.file
        key = file.path, name
        if key not in self._known:
            index = self._index if caller is None else caller.outline.index
            self._known[key] = _records(neighbours, file, index, name)
        return self._known[key]


def _records(neighbours: Neighbours, here: ProjectFile, index: Index, name: str) -> Recorded | None:
    pending = list(_users(neighbours, here, index, name))
    if not pending:
        return None
    seen, done = {here.path}, {(here.path, name)}
    is_off = False
    while pending:
        file, index, function, calls = pending.pop()
        if is_switched_off(function):
            is_off = True
            continue
        if function.line == MODULE:
            if calls:
                return Recorded.YES
            continue  # who takes it from a table is not seen
        used = function.owner or function.name
        seen.add(file.path)
        if len(seen) > MOST_FILES:
            return Recorded.UNKNOWN
        if (file.path, used) not in done:
            done.add((file.path, used))
            further = list(_users(neighbours, file, index, used))
            if not further:
                return Recorded.YES
            pending += further
    return Recorded.NO if is_off else None


def _users(neighbours: Neighbours, target: ProjectFile, index: Index, name: str) -> Iterator[_User]:
    """The functions that name what a file defines: its own, and those of its importers."""
    for user in _naming(target, index, frozenset(words_for(name))):
        if (user.function.owner or user.function.name) != name:
            yield user
    for path in importers_of(target.path, {stem_of(target.path), name})[:MOST_FILES]:
        file = neighbours.file(path)
        outline = neighbours.outline(file, beyond=True)
        if outline is not None:
            words = names_there(neighbours, file, outline, target, frozenset({name}))
            yield from _naming(file, outline.index, words.keys())


def _naming(file: ProjectFile, index: Index, words: Set[str]) -> Iterator[_User]:
    """The functions of a file that hold one of some words."""
    for function in index.functions.values() if words else ():
        found = words & function.words
        if found:
            yield _User(file, index, function, any(each.endswith("(") for each in found))
