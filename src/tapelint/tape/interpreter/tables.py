"""Tables of classes and functions at the top level of other files: dicts, lists, registries.

A table that its file does not change holds what is written in it. One that is filled by decorators
alone holds what the project's files put under them.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterable

from tapelint.source import tree
from tapelint.source.importers import importers_of
from tapelint.source.neighbours import Neighbours, Outline, ProjectFile, imported_as
from tapelint.source.registries import (
    Registered,
    Registering,
    registered,
    registered_with,
    registering,
    registering_methods,
)
from tapelint.tape.syntax import dotted_name, last_part

MOST_FILES = 24
"""How many files are looked into for what they register."""
MOST_REGISTERED = 16
"""How many things a registry may hold: of one with more, nothing is known."""
_PLAIN_CALLS = frozenset({"namedtuple", "NamedTuple", "partial", "float", "int"})
_ONE = (tree.Name, tree.Attribute, tree.Lambda, tree.BaseNumber, tree.BaseString)


def is_plain(statement: tree.Node) -> bool:
    """Whether a statement only binds names: it calls nothing that might do more."""
    if isinstance(statement, (tree.FunctionDef, tree.ClassDef)):
        return True
    if not isinstance(statement, tree.SimpleStatementLine) or len(statement.body) != 1:
        return False
    small = statement.body[0]
    if isinstance(small, (tree.Import, tree.ImportFrom)):
        return True
    if not isinstance(small, (tree.Assign, tree.AnnAssign)) or small.value is None:
        return False
    value = small.value
    if isinstance(value, tree.Call):
        return last_part(value.func) in _PLAIN_CALLS
    return isinstance(
        value, (tree.Name, tree.Attribute, tree.Lambda, tree.BaseNumber, tree.BaseString)
    ) or (isinstance(value, tree.UnaryOperation) and isinstance(value.expression, tree.BaseNumber))


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
            isinstance(each, tree.DictElement) and _is_one(each.value) for each in value.elements
        )
    if isinstance(value, (tree.List, tree.Tuple)):
        return all(
            isinstance(each, tree.Element) and _is_one(each.value) for each in value.elements
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
    decorators = registering(outline.tree(), table)
    if not decorators:
        return []
    return _everywhere(neighbours, file, decorators, outline, registered)


def registered_with_object(
    neighbours: Neighbours, file: ProjectFile, outline: Outline, name: str, how: Registering
) -> list[tuple[ProjectFile, Registered]]:
    """What the project's files register with an object of one; nothing where too much is."""
    return _everywhere(
        neighbours,
        file,
        frozenset({name}),
        outline,
        lambda each, names: registered_with(each, names, how.methods),
    )


def _everywhere(
    neighbours: Neighbours,
    file: ProjectFile,
    wanted: frozenset[str],
    outline: Outline,
    find: Callable[[ast.Module, frozenset[str]], Iterable[Registered]],
) -> list[tuple[ProjectFile, Registered]]:
    """What is found in a file and in those that import some names of it, as they call these."""
    found = [(file, each) for each in find(outline.tree(), wanted)]
    stem = os.path.splitext(os.path.basename(file.path))[0]
    paths = importers_of(file.path, {stem, *wanted})
    if len(paths) > MOST_FILES:
        return []
    for path in paths:
        other = neighbours.file(path)
        its = neighbours.outline(other)
        if its is not None:
            names = frozenset(
                local for local, _ in imported_as(neighbours, other, its, file, wanted)
            )
            if names:
                found += [(other, each) for each in find(its.tree(), names)]
    return found if len(found) <= MOST_REGISTERED else []


def object_of(statement: tree.Node) -> str:
    """The class of the object that a statement makes for a name; "" where it makes none."""
    small = (
        statement.body[0]
        if isinstance(statement, tree.SimpleStatementLine) and len(statement.body) == 1
        else None
    )
    value = small.value if isinstance(small, (tree.Assign, tree.AnnAssign)) else None
    return dotted_name(value.func) if isinstance(value, tree.Call) else ""


def registering_of(classes: Iterable[tuple[Outline, str]]) -> Registering | None:
    """How the objects of a class register, by the files and names of it and its bases."""
    for outline, name in classes:
        for each in outline.tree().body:
            if isinstance(each, ast.ClassDef) and each.name == name:
                found = registering_methods(each)
                if found is not None:
                    return found
    return None
