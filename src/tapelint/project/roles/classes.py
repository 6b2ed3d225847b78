"""The class of the project that is meant: it alone has what code asks of something.

Looked for in the files that a file imports, that import it (with what they import themselves) and
that stand beside it. Their outlines tell what each class has; nothing is executed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from tapelint.project.roles.passed import Calls, Parameter
from tapelint.project.roles.role import Kind, Role
from tapelint.source.importers import importers_of
from tapelint.source.neighbours import Neighbours, Outline, ProjectFile, definition, stem_of
from tapelint.source.observations import python_inside
from tapelint.torch_api.families import families
from tapelint.torch_api.kinds import kinds_with

MOST_FILES = 24
"""How many files are looked into for one."""
MOST_IMPORTERS = 4
"""How many of those that import a file are looked into, with what they import."""
MOST_MEANT = 2
"""How many classes may be meant; of more, nobody knows which."""
MOST_BASES = 8
"""How many base classes of a class are looked at."""
LEAST_OF_OTHERS = 2
"""How many of its own attributes something that is no network is known by."""


class Meant(NamedTuple):
    """A class of the project that may be meant.

    Attributes:
        file: Where it stands.
        name: Its name.
        line: Its line.
        passed: Where the first call gives an object of it; "" where what is asked for tells it.
    """

    file: ProjectFile
    name: str
    line: int
    passed: str = ""


class ProjectClasses:
    """Finds the classes of the other files around one."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._around: list[tuple[ProjectFile, Outline]] | None = None
        self._known: dict[tuple[Kind, frozenset[str]], tuple[Meant, ...]] = {}
        self._calls = Calls(neighbours)

    def meant(self, role: Role, parameter: Parameter | None = None) -> tuple[Meant, ...]:
        """The classes one of which something is; none where nothing tells.

        What the calls in other files give comes before what is asked for.

        Args:
            role: Its role.
            parameter: The parameter that it is, if it is one.
        """
        asked = known_by(role)
        if not asked:
            return ()
        passed = self._passed(parameter) if parameter is not None else {}
        if passed:
            return tuple(passed.values()) if len(passed) <= MOST_MEANT else ()
        key = role.kind, asked
        if key not in self._known:
            self._known[key] = self._with(asked, is_network=role.kind is Kind.MODULE)
        return self._known[key]

    def _passed(self, parameter: Parameter) -> dict[tuple[str, str], Meant]:
        """The classes whose objects the calls in other files give, by where they stand."""
        found: dict[tuple[str, str], Meant] = {}
        for each in self._calls.give(parameter):
            outline = self._neighbours.outline(each.file, beyond=True)
            spans = outline.definitions.get(each.name) if outline is not None else None
            if spans:
                place = f"{os.path.basename(each.at.path)}:{each.line}"
                meant = Meant(each.file, each.name, spans[-1][0], place)
                found.setdefault((each.file.path, each.name), meant)
        return found

    def _with(self, asked: frozenset[str], *, is_network: bool) -> tuple[Meant, ...]:
        """The classes that have all of some attributes, less those that derive from another one."""
        if self._around is None:
            self._around = list(self._files())
        found: list[Meant] = []
        derived: dict[Meant, set[tuple[str, str]]] = {}
        for file, outline in self._around:
            for name in outline.index.bases.keys() & outline.definitions.keys():
                lineage = list(self._lineage(file, outline, name))
                if not _have(lineage, asked) or not (is_network or _hold_networks(lineage)):
                    continue
                each = Meant(file, name, outline.definitions[name][-1][0])
                found.append(each)
                derived[each] = {(path, base) for path, base, _ in lineage[1:]}
        ends = {(each.file.path, each.name) for each in found}
        kept = [each for each in found if derived[each].isdisjoint(ends)]
        kept.sort(key=lambda each: (each.file.path, each.name))
        return tuple(kept) if len(kept) <= MOST_MEANT else ()

    def _files(self) -> Iterator[tuple[ProjectFile, Outline]]:
        """The files around the one at hand, the nearest first."""
        neighbours, here = self._neighbours, self._neighbours.here
        seen = {here.path}
        for file in self._near(here):
            if file.path in seen:
                continue
            seen.add(file.path)
            outline = neighbours.outline(file, beyond=True)
            if outline is not None:
                yield file, outline
            if len(seen) > MOST_FILES:
                return

    def _near(self, here: ProjectFile) -> Iterator[ProjectFile]:
        neighbours = self._neighbours
        own = neighbours.outline(here, beyond=True)
        if own is None:
            return
        yield from self._imported(here, own)
        for path in importers_of(here.path, {stem_of(here.path)})[:MOST_IMPORTERS]:
            user = neighbours.file(path)
            outline = neighbours.outline(user, beyond=True)
            if outline is not None:
                yield user
                yield from self._imported(user, outline)
        folder = os.path.dirname(here.path)
        for name in python_inside(folder):
            yield neighbours.file(os.path.join(folder, name))

    def _imported(self, importer: ProjectFile, outline: Outline) -> Iterator[ProjectFile]:
        """The files that a file imports from: those that define what it takes."""
        neighbours = self._neighbours
        stars = (neighbours.absolute(each, importer) for each in outline.star_imports)
        names = sorted(set(outline.index.imports.values()))
        for full in (*names, *stars):
            found = definition(neighbours, full, importer)
            module = neighbours.find(neighbours.absolute(full, importer), importer)
            yield from (each for each in (found and found[2], module) if each is not None)

    def _lineage(
        self, file: ProjectFile, outline: Outline, name: str
    ) -> Iterator[tuple[str, str, Outline]]:
        """A class and its bases of the project: the path of each, its name, and what it is in."""
        pending = [(file, outline, name)]
        for _ in range(MOST_BASES):
            if not pending:
                return
            file, outline, name = pending.pop(0)
            yield file.path, name, outline
            for base in outline.index.bases.get(name, ()):
                full = outline.index.imports.get(base)
                if full is not None:
                    found = definition(self._neighbours, full, file)
                    if found is not None:
                        pending.append((found[2], found[0], found[1]))
                elif base in outline.index.bases:
                    pending.append((file, outline, base))


def known_by(role: Role) -> frozenset[str]:
    """What something is asked for that tells its class; nothing where any class may have it."""
    if role.kind is Kind.MODULE:
        return role.asked - families().lists_modules
    own = frozenset(each for each in role.asked if not kinds_with(each))
    return role.asked if role.kind is Kind.NOTHING and len(own) >= LEAST_OF_OTHERS else frozenset()


def _have(lineage: list[tuple[str, str, Outline]], asked: frozenset[str]) -> bool:
    """Whether a class has all of some attributes, itself or of its bases."""
    left = set(asked)
    for _, name, outline in lineage:
        for function in outline.index.functions.values():
            if function.owner == name:
                left.discard(function.name)
                left -= {each[1:] for each in function.changes if each[:1] == "."}
    if left == asked:
        return False  # what a class names otherwise is looked for only where it has a part
    return all(any(_names(outline, name, each) for _, name, outline in lineage) for each in left)


def _names(outline: Outline, owner: str, attribute: str) -> bool:
    """Whether a class's body gives an attribute otherwise: of the class, or by its name."""
    written = re.compile(rf"^\s+{attribute}\s*[:=]|[\"']{attribute}[\"']")
    spans = outline.definitions.get(owner, ())
    return any(written.search(line) for span in spans for line in outline.lines_of(span))


def _hold_networks(lineage: list[tuple[str, str, Outline]]) -> bool:
    """Whether the objects of a class have networks: it asks one for its parameters."""
    asking = {f"?.{each}" for each in families().lists_parameters}
    return any(
        function.owner == name and not asking.isdisjoint(function.words)
        for _, name, outline in lineage
        for function in outline.index.functions.values()
    )
