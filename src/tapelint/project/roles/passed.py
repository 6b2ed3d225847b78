"""What the calls in other files give for the parameters of a function: objects of which classes.

``model = UNet().to(device); train(model, ...)``: the function's ``model`` is a ``UNet``. Only the
texts of the files that import a file are read, and only where they hold such a call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tapelint.project.roles.callers import names_there
from tapelint.source.importers import importers_of
from tapelint.source.neighbours import Neighbours, Outline, ProjectFile, definition, stem_of

MOST_FILES = 4
"""How many files that import one are read for the calls of its functions."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Parameter(NamedTuple):
    """A parameter of a function that others call.

    Attributes:
        called: The function, or the class whose constructor it is.
        among: All its parameters less its object, in their order.
        name: The parameter.
    """

    called: str
    among: tuple[str, ...]
    name: str


def called_as(function: str, owner: str) -> str:
    """What others call to run a function: a constructor by its class; "" for another method."""
    if not owner:
        return function
    return owner if function == "__init__" else ""


class Passed(NamedTuple):
    """An object of a class of the project, as a call gives it.

    Attributes:
        file: The file of the class.
        name: The class.
        at: The file of the call.
        line: Its line.
    """

    file: ProjectFile
    name: str
    at: ProjectFile
    line: int


class Calls:
    """The calls of one file's functions in the files that import it."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._trees: dict[str, ast.Module] = {}
        self._known: dict[str, dict[str, tuple[Passed, ...]]] = {}

    def give(self, parameter: Parameter) -> tuple[Passed, ...]:
        """What the calls give for a parameter; nothing where one of them does not tell."""
        called, among, name = parameter
        if called not in self._known:
            self._known[called] = self._given(called, among)
        return self._known[called].get(name, ())

    def _given(self, called: str, parameters: Sequence[str]) -> dict[str, tuple[Passed, ...]]:
        found: dict[str, list[Passed | None]] = {}
        for file, outline, node, scopes in self._calls(called):
            if any(isinstance(each, ast.Starred) for each in node.args):
                return {}
            given = dict(zip(parameters, node.args, strict=False))
            given.update({each.arg: each.value for each in node.keywords if each.arg})
            for name, value in given.items():
                made = self._made(value, file, outline, scopes)
                passed = None if made is None else Passed(*made, file, node.lineno)
                found.setdefault(name, []).append(passed)
        return {
            name: tuple(each for each in all_of if each is not None)
            for name, all_of in found.items()
            if None not in all_of
        }

    def _calls(
        self, called: str
    ) -> Iterator[tuple[ProjectFile, Outline, ast.Call, Sequence[ast.AST]]]:
        """The calls, each with its file and what it stands in, the innermost first."""
        neighbours, here = self._neighbours, self._neighbours.here
        for path in importers_of(here.path, {stem_of(here.path), called})[:MOST_FILES]:
            file = neighbours.file(path)
            outline = neighbours.outline(file, beyond=True)
            if outline is None:
                continue
            words = names_there(neighbours, file, outline, here, frozenset({called}))
            written = {each.removesuffix("(") for each in words if each.endswith("(")}
            if not any(words.keys() & each.words for each in outline.index.functions.values()):
                continue
            module = self._trees.setdefault(path, outline.tree())
            for node, scopes in _calls_in(module, (module,)):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else None
                if (name or getattr(node.func, "id", "")) in written:
                    yield file, outline, node, scopes

    def _made(
        self, value: ast.expr, file: ProjectFile, outline: Outline, scopes: Sequence[ast.AST]
    ) -> tuple[ProjectFile, str] | None:
        """The class of the project that an expression makes an object of."""
        if isinstance(value, ast.Name):
            for scope in scopes:
                values = [made for name, made in _assigned(scope) if name == value.id]
                if values:
                    others = {self._made(each, file, outline, ()) for each in values}
                    return others.pop() if len(others) == 1 else None
            return None
        while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            if not isinstance(value.func.value, ast.Call):
                break
            value = value.func.value  # `Net().to(device)`
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
            return None
        full = outline.index.imports.get(value.func.id)
        if full is None:
            is_here = value.func.id in outline.index.bases
            return (file, value.func.id) if is_here else None
        found = definition(self._neighbours, full, file)
        return (found[2], found[1]) if found and found[1] in found[0].index.bases else None


def _calls_in(
    node: ast.AST, scopes: tuple[ast.AST, ...]
) -> Iterator[tuple[ast.Call, tuple[ast.AST, ...]]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield child, scopes
        yield from _calls_in(child, (child, *scopes) if isinstance(child, _FUNCTIONS) else scopes)


def _assigned(scope: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The variables of a function, or of a file, and what they are given."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        if isinstance(child, ast.Assign):
            for target in child.targets:
                if isinstance(target, ast.Name):
                    yield target.id, child.value
        yield from _assigned(child)
