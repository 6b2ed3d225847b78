"""Tables of classes and functions at the top level of other files: dicts, lists, registries.

A table that its file does not change holds what is written in it. One that is filled by decorators
alone holds what the project's files put under them.
"""

from __future__ import annotations

import os

from tapelint.source import tree
from tapelint.source.importers import importers_of
from tapelint.source.neighbours import Neighbours, Outline, ProjectFile, imported_as
from tapelint.source.registries import Registered, registered, registering
from tapelint.tape.syntax import last_part

MOST_FILES = 24
"""How many files are looked into for what they register."""
MOST_REGISTERED = 16
"""How many things a registry may hold: of one with more, nothing is known."""
_ONE = (tree.Name, tree.Attribute, tree.Lambda, tree.BaseNumber, tree.BaseString)


def written(statement: tree.Node) -> tree.BaseExpression | None:
    """The table that a statement writes down: a dict, a list or a tuple of names and constants."""
    if not isinstance(statement, tree.SimpleStatementLine) or len(statement.body) != 1:
        return None
    small = statement.body[0]
    if not isinstance(small, (tree.Assign, tree.AnnAssign)):
        return None
    value = small.value
    return value if isinstance(value, tree.BaseExpression) and _is_table(value) else None


def _is_table(value: tree.BaseExpression) -> bool:
    if isinstance(value, tree.Dict):
        return all(
            isinstance(each, tree.DictElement) and _is_one(each.value)
            for each in value.elements
        )
    if isinstance(value, (tree.List, tree.Tuple)):
        return all(
            isinstance(each, tree.Element) and _is_one(each.value)
            for each in value.elements
        )
    return False


def _is_one(value: tree.BaseExpression) -> bool:
    """Whether it is a name, a constant, or such a thing with arguments: ``partial(Net, 4)``."""
    is_partial = isinstance(value, tree.Call) and last_part(value.func) == "partial"
    return is_partial or isinstance(value, _ONE)


def registrations(
    neighbours: Neighbours, file: ProjectFile, outline: Outline, table: str
) -> list[tuple[ProjectFile, Registered]]:
    """What the project's files put into a table by decorators; nothing where too many do."""
    module = outline.tree()
    decorators = registering(module, table)
    if not decorators:
        return []
    found = [(file, each) for each in registered(module, decorators)]
    stem = os.path.splitext(os.path.basename(file.path))[0]
    paths = importers_of(file.path, {stem, *decorators})
    if len(paths) > MOST_FILES:
        return []
    for path in paths:
        other = neighbours.file(path)
        its = neighbours.outline(other)
        if its is not None:
            imported = imported_as(neighbours, other, its, file, decorators)
            names = frozenset(local for local, _ in imported)
            if names:
                found += [(other, each) for each in registered(its.tree(), names)]
    return found if len(found) <= MOST_REGISTERED else []
