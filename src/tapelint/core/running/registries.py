"""Tables that other files fill: registries, whose decorators put classes and functions into them.

A program imports such files before it reads the table: each by its name, or all that a folder
holds. Here they are run when somebody asks the table for what it does not hold yet.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Final, NamedTuple

from tapelint.core.code.lowering import lowered
from tapelint.core.domain.objects import Class, Dictionary, Frame, Function, Instance
from tapelint.core.models.python.classes import mro_of
from tapelint.core.models.python.records import HELD
from tapelint.source import index
from tapelint.source.importers import importers_of
from tapelint.source.neighbours import Neighbours, ProjectFile, imported_as, stem_of
from tapelint.source.text_words import may_name

MOST_FILES: Final = 24
"""How many files are looked into for what they put under one key: of more, nobody knows."""


class Table(NamedTuple):
    """A dictionary that a file's body has made.

    Attributes:
        file: The file.
        frame: The frame of its body.
        name: What the file calls it, or the object that holds it.
        change: How an index writes that it is filled.
        cls: The class of the object that holds it, or the class that does itself.
    """

    file: ProjectFile
    frame: Frame
    name: str
    change: str
    cls: Class | None = None


class Registries:
    """Runs the files that fill tables."""

    def __init__(self, neighbours: Neighbours, run: Callable[[ProjectFile], Frame | None]) -> None:
        """Know of no table yet; ``run`` runs the body of a file, once."""
        self._neighbours: Final = neighbours
        self._run: Final = run
        self._tables: Final[dict[Dictionary, Table]] = {}
        self._may_hold_more: Final[dict[tuple[Dictionary, Hashable], bool]] = {}
        self._filling: Final[dict[tuple[Table, str], bool]] = {}
        self._importers: Final[dict[Table, tuple[frozenset[str], list[str]]]] = {}

    def has_made(self, file: ProjectFile, frame: Frame) -> None:
        """Take note of the tables that a file's body has made."""
        for name, slot in frame.code.names.items():
            value = frame.slots[slot]
            if isinstance(value, Dictionary):
                self._tables.setdefault(value, Table(file, frame, name, name))
            elif isinstance(value, (Instance, Class)):
                cls = value.cls if isinstance(value, Instance) else value
                for key, held in value.cells.items():
                    if isinstance(held, Dictionary) and isinstance(cls, Class):
                        change = "self" if key is HELD else f".{key}"
                        self._tables.setdefault(held, Table(file, frame, name, change, cls))

    def fill(self, table: Dictionary, key: Hashable = None) -> bool:
        """Run the files that may put something under a key, or under any.

        Returns:
            Whether the table may hold what is in none of them.
        """
        known = self._tables.get(table)
        if known is None:
            return False
        asked = (table, key)
        if asked not in self._may_hold_more:
            self._may_hold_more[asked] = True  # while they are run
            self._may_hold_more[asked] = self._fill(known, key)
        return self._may_hold_more[asked]

    def _fill(self, table: Table, key: Hashable) -> bool:
        words, paths = self._importing(table)
        naming = [each for each in paths if may_name(each, key)] if isinstance(key, str) else paths
        if len(naming) > MOST_FILES:
            return True
        files = [self._neighbours.file(each) for each in naming]
        frames = [self._run(each) for each in files if self._fills(each, table, words)]
        return len(naming) < len(paths) or None in frames

    def _importing(self, table: Table) -> tuple[frozenset[str], list[str]]:
        """The names by which others fill a table, and the files that may import one of them."""
        if table not in self._importers:
            words, path = self._words(table), table.file.path
            paths = importers_of(path, {stem_of(path), *words}) if words else []
            self._importers[table] = words, paths
        return self._importers[table]

    def _words(self, table: Table) -> frozenset[str]:
        """The names by which others fill a table: of functions, and of the object that holds it."""
        outline = self._neighbours.outline(table.file, beyond=True)
        if outline is None:
            return frozenset()
        several, change = outline.index.functions.values(), table.change
        given = {f"{each.name}(" for each in several if each.changes & _given(each, table.frame)}
        found = {
            each.name
            for each in several
            if change in each.changes or (change in each.words and each.words & given)
        }
        found &= outline.definitions.keys()
        methods = self._methods(table.cls) if table.cls is not None else ()
        is_filled = any(change in each.changes for each in methods)
        return frozenset({*found, table.name} if found or is_filled else ())

    def _methods(self, cls: Class) -> Iterator[index.Function]:
        """The methods of a class and its bases that are not called when an object is made."""
        for each in mro_of(cls):
            if isinstance(each, Class):
                file = self._neighbours.file(each.code.file)
                outline = self._neighbours.outline(file, beyond=True)
                if outline is not None:
                    several = outline.index.functions.values()
                    yield from (m for m in several if m.owner == each.name and m.name != "__init__")

    def _fills(self, file: ProjectFile, table: Table, names: frozenset[str]) -> bool:
        """Whether the body of a file uses one of some names of another file; asked once."""
        asked = table, file.path
        if asked not in self._filling:
            self._filling[asked] = self._uses(file, table, names)
        return self._filling[asked]

    def _uses(self, file: ProjectFile, table: Table, names: frozenset[str]) -> bool:
        outline = self._neighbours.outline(file, beyond=True)
        if outline is None:
            return False
        words = set[str]()
        for each in outline.index.functions.values():
            words.update(w for w in each.words if not each.name or w.startswith("@"))
        found = imported_as(self._neighbours, file, outline, table.file, names)
        used = {f"{mark}{local}" for local, _ in found for mark in ("", ".", "@")}
        if used and table.cls is not None:
            used.update(f"@{each.name}" for each in self._methods(table.cls))
        return not used.isdisjoint(words)


def _given(function: index.Function, frame: Frame) -> set[str]:
    """What a function is given that a file's body has bound, by the names of its parameters."""
    slot = frame.code.names.get(function.name)
    value = None if slot is None else frame.slots[slot]
    return set(lowered(value.code).signature.positional) if isinstance(value, Function) else set()
