"""Tests that say the same in every round of a loop, since nothing binds what they ask for anew."""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.source import tree
from tapelint.source.tree import children, walk
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.values import (
    NoneValue,
    Number,
    Symbol,
    Text,
    Unknown,
    UnknownAttribute,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.syntax import BINDS, CONSTANTS, given_to, names_bound, variables_in
from tapelint.torch_api.names import holds_settings

_CHANGES = -1
"""Stands for the line of a name that a loop binds, or that is deleted or not the scope's own."""


class LastingTests:
    """Tells tests of settings, of arguments, and of names that are bound once, from others."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter, self.machine = interpreter, interpreter.machine
        self._asked: dict[tree.BaseExpression, bool] = {}
        self._given: dict[FunctionUnit, frozenset[str]] = {}
        self._of_settings: dict[tree.BaseExpression, bool] = {}
        self._bound: dict[tree.Node, dict[str, int]] = {}

    def lasts(self, test: tree.BaseExpression) -> bool:
        """Whether a test says the same as long as its scope is executed."""
        return self._asks_for_fixed(test) or self._asks_for_settings(test)

    def _asks_for_settings(self, test: tree.BaseExpression) -> bool:
        """Whether a test asks for nothing but settings: ``args.kind == "small"``."""
        known = self._of_settings.get(test)
        if known is None:
            nodes = list(walk(test))
            asked = variables_in(test) - CONSTANTS.keys()
            has_attributes = any(type(each) is tree.Attribute for each in nodes)
            computes = any(type(each) in {tree.Call, tree.NamedExpr} for each in nodes)
            known = (
                has_attributes
                and bool(asked)
                and not computes
                and all(map(self._is_settings, asked))
            )
            self._of_settings[test] = known
        return known

    def _is_settings(self, name: str) -> bool:
        """Whether a variable holds settings, as its name says, or is a module that was imported."""
        return holds_settings(name) or isinstance(self.interpreter.look_up(name), Symbol)

    def _asks_for_fixed(self, test: tree.BaseExpression) -> bool:
        """Whether a test asks for nothing but arguments and names that are not bound any more."""
        known = self._asked.get(test)
        if known is None:
            names = variables_in(test) - CONSTANTS.keys()
            computes = any(type(each) in _COMPUTING for each in walk(test))
            known = bool(names) and not computes
            known = known and all(self._is_fixed(each, test) for each in names)
            self._asked[test] = known
        return known

    def _is_fixed(self, name: str, test: tree.BaseExpression) -> bool:
        frame = self.machine.frame
        is_own_file = frame.module_scope == self.interpreter.module_scope
        if frame.unit is not None:
            given = self._given.get(frame.unit)
            if given is None:
                given = self._given[frame.unit] = given_to(frame.unit.node)
            if name in given:
                return True
            bound = self._bound_in(frame.unit.node)
            if name in bound:
                return self._is_behind(name, test, bound[name], frame.unit.node)
        if not is_own_file or name in self.interpreter.rebound():
            return False
        module = self.interpreter.module
        line = self._bound_in(module).get(name, _CHANGES)
        return self._is_behind(name, test, line, module)

    def _is_behind(self, name: str, test: tree.BaseExpression, line: int, scope: tree.Node) -> bool:
        """Whether a test of a plain value stands behind all that binds its name."""
        if line == _CHANGES or (test.line or 0) <= line:
            return False
        value = self.interpreter.look_up(name)
        if isinstance(value, (Number, Text, NoneValue)):
            return True
        if type(value) not in {Unknown, UnknownAttribute}:
            return False
        # What has no methods that are called is no list that grows.
        return isinstance(test, tree.Comparison) or not _has_attributes(name, scope)

    def _bound_in(self, scope: tree.Node) -> dict[str, int]:
        known = self._bound.get(scope)
        if known is None:
            known = self._bound[scope] = {}
            for name, line, in_loop in _bindings(scope):
                before = known.get(name, 0)
                changes = in_loop or before == _CHANGES
                known[name] = _CHANGES if changes else max(before, line)
        return known


_COMPUTING = frozenset({tree.Call, tree.Subscript, tree.Attribute, tree.NamedExpr})


def _has_attributes(name: str, scope: tree.Node) -> bool:
    return any(
        type(each) is tree.Attribute and type(each.value) is tree.Name and each.value.value == name
        for each in walk(scope)
    )


def _bindings(scope: tree.Node) -> Iterator[tuple[str, int, bool]]:
    """The names that a scope binds, with the line, and whether that may happen anew."""
    pending = [(scope, False)]
    while pending:
        node, in_loop = pending.pop()
        kind = type(node)
        names: set[str] = set()
        changes = in_loop or kind is tree.For
        if kind is tree.Del or kind is tree.Global or kind is tree.Nonlocal:
            names, changes = variables_in(node), True
        elif kind is tree.Param or kind is tree.FunctionDef or kind is tree.ClassDef:
            names = names_bound(node.name) if node is not scope else names  # type: ignore[attr-defined]
        elif kind is tree.AsName or kind is tree.ImportAlias:
            names = variables_in(node)
        elif kind in BINDS and kind is not tree.CompFor:  # that one binds its own
            target = node.target  # type: ignore[attr-defined]
            names = names_bound(target)
            if not names and type(target) is not tree.Attribute:
                names, changes = variables_in(target), True  # an item is set
        for name in names:
            yield name, node.line or 0, changes
        if node is scope or kind not in _SCOPES:
            in_loop = in_loop or kind is tree.For or kind is tree.While
            pending += [(each, in_loop) for each in children(node)]


_SCOPES = frozenset({tree.FunctionDef, tree.ClassDef, tree.Lambda})
