"""Swapping the sides of a branch, with its test negated, changes nothing of the result."""

from __future__ import annotations

import ast
import os

import pytest

from tapelint.core.domain.alternatives import Condition, Either
from tapelint.core.domain.objects import (
    ITEMS,
    Class,
    Collection,
    Dictionary,
    Frame,
    Instance,
    is_open,
)
from tapelint.core.domain.values import Const, Item, Value
from tapelint.core.machine.machine import Machine

from .admitting import executed
from .python_programs import Program, program

PROGRAMS = int(os.environ.get("TAPELINT_PROGRAMS", "400"))
FIRST = int(os.environ.get("TAPELINT_FIRST", "0"))


class Swapper(ast.NodeTransformer):
    """Swaps the sides of each branch and of each conditional expression."""

    def visit_If(self, node: ast.If) -> ast.If:
        """``if not t: B else: A``."""
        self.generic_visit(node)
        negated = ast.UnaryOp(ast.Not(), node.test)
        return ast.If(negated, node.orelse or [ast.Pass()], node.body)

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        """``b if not t else a``."""
        self.generic_visit(node)
        return ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)


def shape(machine: Machine, value: Value, depth: int = 4) -> object:
    """What is known of a value, whatever its alternatives' order and its unknown parts' names."""
    state = machine.state
    if depth == 0:
        return "..."
    if isinstance(value, Either):
        return frozenset(shape(machine, each, depth) for each, _ in value.alternatives)
    if isinstance(value, Const):
        return (type(value.v).__name__, value.v)
    if isinstance(value, Condition):
        return "condition"
    if isinstance(value, Collection):
        items = state.get(value, ITEMS)
        known = tuple(shape(machine, each, depth - 1) for each in items.known)
        rest = None if items.rest is None else shape(machine, items.rest, depth - 1)
        return (value.kind, known, rest)
    if isinstance(value, (Instance, Dictionary)):
        has_more = isinstance(value, Dictionary) and is_open(state, value)
        cells = frozenset(
            (_key(machine, key, depth), shape(machine, state.held(value, key), depth - 1))
            for key in value.cells
            if not repr(key).startswith("<")
        )
        return (value.cls.name if _has_class(value) else "dict", has_more, cells)
    return type(value).__name__


def _key(machine: Machine, key: object, depth: int) -> object:
    is_value = isinstance(key, Item) and isinstance(key.key, Value)
    return shape(machine, key.key, depth - 1) if is_value else repr(key)  # type: ignore[attr-defined]


def _has_class(value: Value) -> bool:
    return isinstance(value, Instance) and isinstance(value.cls, Class)


def results(text: str, shown: tuple[str, ...]) -> dict[str, object]:
    """The shape of what each name holds in the end."""
    machine, frame = executed(text)
    return {name: shape(machine, value) for name, value in _values(frame, shown).items()}


def _values(frame: Frame, shown: tuple[str, ...]) -> dict[str, Value]:
    names = frame.code.names
    return {name: frame.slots[names[name]] for name in shown if name in names}


def changes(one: Program) -> list[str]:
    """The names of which the machine says something else once branches are swapped."""
    tree = ast.fix_missing_locations(Swapper().visit(ast.parse(one.text)))
    before, after = results(one.text, one.shown), results(ast.unparse(tree), one.shown)
    return [
        f"{name}: {before[name]}, {after[name]}" for name in before if before[name] != after[name]
    ]


@pytest.mark.parametrize("first", range(FIRST, FIRST + PROGRAMS, 50))
def test_swapped_branches_change_nothing(first: int) -> None:
    for seed in range(first, first + 50):
        one = program(seed)
        found = changes(one)
        assert not found, f"seed {seed}:\n{one.text}\n" + "\n".join(found)
