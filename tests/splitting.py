"""Splitting a program of one file into two or three: who calls stays, what is called goes.

A definition that others name goes into the library, with all that it names itself; the rest stays
in the program. The library may be split once more. Lines keep their text, so that a finding in any
of the files has its line in the whole.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

PROGRAM, LIBRARY, BASE = "program.py", "library.py", "base.py"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_ELSEWHERE = re.compile(r"^in \S*?(\w+\.py), line (\d+): ")


class NotSplitError(Exception):
    """A program that does not split; the text says why."""


@dataclass(frozen=True)
class Split:
    """A program in two files.

    Attributes:
        texts: The text of each file.
        lines: For each file, the line of the whole that each of its lines comes from; 0 for none.
    """

    texts: dict[str, str]
    lines: dict[str, list[int]]

    def line(self, file: str, line: int, message: str) -> int:
        """The line of the whole that a finding speaks of."""
        elsewhere = _ELSEWHERE.match(message)
        if elsewhere is not None:
            file, line = elsewhere[1], int(elsewhere[2])
        return self.lines[file][line - 1]


def split_in_three(text: str) -> Split:
    """Split a program in two, and its library in two.

    Raises:
        NotSplitError: One of them does not split.
    """
    outer = split(text)
    inner = split(outer.texts[LIBRARY], LIBRARY, BASE)
    # What the program takes from the library is handed on there.
    lines = {
        name: [outer.lines[LIBRARY][at - 1] if at else 0 for at in own]
        for name, own in inner.lines.items()
    }
    return Split(
        {PROGRAM: outer.texts[PROGRAM], **inner.texts},
        {PROGRAM: outer.lines[PROGRAM], **lines},
    )


def split(text: str, program: str = PROGRAM, library: str = LIBRARY) -> Split:
    """Split a program in two files of these names.

    Raises:
        NotSplitError: It does not split.
    """
    module = ast.parse(text)
    defined = {each.name: each for each in module.body if isinstance(each, _DEFINITIONS)}
    imports = [each for each in module.body if isinstance(each, (ast.Import, ast.ImportFrom))]
    imported = {
        (each.asname or each.name).partition(".")[0] for node in imports for each in node.names
    }
    if "*" in imported:
        raise NotSplitError("it imports by star")
    constants = {
        target.id: each
        for each in module.body
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant)
        for target in each.targets
        if isinstance(target, ast.Name)
    }
    moved = _moved(module, defined)
    needed = set().union(*(_names(defined[name]) for name in moved))
    for name in needed - imported - moved - constants.keys() - set(dir(builtins)):
        if name in _bound(module):
            raise NotSplitError(f"what it defines needs `{name}` of its own statements")
    if any(isinstance(node, ast.Global) for name in moved for node in ast.walk(defined[name])):
        raise NotSplitError("what it defines assigns variables of the file")
    both = {id(each) for each in imports} | {id(constants[n]) for n in needed & constants.keys()}
    inner = {id(defined[name]) for name in moved}
    lines = text.splitlines()
    there, its_lines = _text([e for e in module.body if id(e) in both | inner], lines)
    here, own_lines = _text([e for e in module.body if id(e) not in inner], lines)
    taken = f"from {library.removesuffix('.py')} import {', '.join(sorted(moved))}\n"
    return Split(
        {library: there, program: taken + here}, {library: its_lines, program: [0, *own_lines]}
    )


def _moved(module: ast.Module, defined: dict[str, ast.stmt]) -> set[str]:
    """The definitions that others name, and all that these name."""
    if len(defined) != sum(isinstance(each, _DEFINITIONS) for each in module.body):
        raise NotSplitError("it defines a name twice")
    named = {
        name for each in module.body for name in _names(each) & defined.keys()
        if defined[name] is not each
    }  # fmt: skip
    while True:
        more = {name for each in named for name in _names(defined[each]) & defined.keys()}
        if more <= named:
            break
        named |= more
    if not named:
        raise NotSplitError("nothing that it defines is named by anything else")
    if (
        all(
            isinstance(each, (*_DEFINITIONS, ast.Import, ast.ImportFrom))
            for each in module.body[1:]
        )
        and named == defined.keys()
    ):
        raise NotSplitError("all that it defines is named by something else of it")
    return named


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _bound(module: ast.Module) -> set[str]:
    """The names that its own statements bind."""
    own = [each for each in module.body if not isinstance(each, _DEFINITIONS)]
    return {
        each.id
        for statement in own
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def _text(statements: Sequence[ast.stmt], lines: Sequence[str]) -> tuple[str, list[int]]:
    numbers = [number for each in statements for number in _lines_of(each)]
    return "".join(f"{lines[number - 1]}\n" for number in numbers), numbers


def _lines_of(statement: ast.stmt) -> Iterator[int]:
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(each.lineno for each in decorators)])
    assert statement.end_lineno is not None
    yield from range(first, statement.end_lineno + 1)
