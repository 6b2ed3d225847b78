"""Lowering of patterns: a pattern is a test, and names that are bound where it has passed."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tapelint.core.code import instructions as linear
from tapelint.core.code.expressions import Expressions
from tapelint.core.code.instruction import NONE, Block

Captured: TypeAlias = Mapping[str, int]
"""The temporaries in which a pattern keeps what it captures."""


class Patterns(Expressions):
    """Lowers patterns."""

    def something(self, node: ast.AST, name: str) -> int:
        """A slot that holds a value of which nothing is known: an exception, a type."""
        dst = self.temporary()
        self.emit(linear.Build(node, dst, "unknown", ()))
        return dst

    def case(self, node: ast.match_case, subject: int) -> int:
        """The slot that tells whether a case is taken.

        What a pattern captures is kept in temporaries until all of it has matched.
        """
        captured = {name: self.temporary() for name in sorted(_captures(node.pattern))}
        for slot in captured.values():
            self.emit(linear.Unbind(node.pattern, slot))
        test = self._pattern(node.pattern, subject, captured)
        with self.block([]) as block:
            for name, slot in captured.items():
                self.store(node.pattern, name, slot)
            further = self.constant(True) if node.guard is None else self.expression(node.guard)
        return self._both(node.guard or node.pattern, test, block, further)

    def _pattern(self, node: ast.pattern, subject: int, captured: Captured) -> int:
        """The slot that tells whether a subject matches."""
        if isinstance(node, ast.MatchValue):
            return self._test(node, "eq", subject, self.expression(node.value))
        if isinstance(node, ast.MatchSingleton):
            return self._test(node, "is", subject, self.constant(node.value))
        if isinstance(node, ast.MatchOr):
            return self._one_of(node, subject, captured)
        if isinstance(node, (ast.MatchAs, ast.MatchStar)):
            inner = node.pattern if isinstance(node, ast.MatchAs) else None
            always = self.constant(True)
            test = always if inner is None else self._pattern(inner, subject, captured)
            with self.block([]) as block:
                if node.name is not None:
                    self.emit(linear.Bind(node, captured[node.name], subject))
            return self._both(node, test, block, always)
        return self._shape(node, subject, captured)

    def _test(self, node: ast.AST, operator: str, left: int, right: int) -> int:
        dst = self.temporary()
        self.emit(linear.Compare(node, dst, operator, left, right))
        return dst

    def _both(self, node: ast.AST, test: int, block: Block, further: int) -> int:
        """A test, and another one that a block makes where it has passed."""
        if not block and further == self.constant(True):
            return test
        dst = self.temporary()
        self.emit(linear.Logic(node, dst, True, test, block, further))
        return dst

    def _one_of(self, node: ast.MatchOr, subject: int, captured: Captured) -> int:
        result = self._pattern(node.patterns[0], subject, captured)
        for pattern in node.patterns[1:]:
            with self.block([]) as block:
                right = self._pattern(pattern, subject, captured)
            dst = self.temporary()
            self.emit(linear.Logic(node, dst, False, result, block, right))
            result = dst
        return result

    def _shape(self, node: ast.pattern, subject: int, captured: Captured) -> int:
        """A sequence, a mapping or an object: it has the shape, and its parts match."""
        test = self.temporary()
        with self.block([]) as block:
            further = self.constant(True)
            if isinstance(node, ast.MatchMapping):
                further = self._mapping(node, subject, captured)
            elif isinstance(node, ast.MatchSequence):
                slots = [self.temporary() for _ in node.patterns]
                self.emit(linear.Unpack(node, tuple(slots), subject, _star(node)))
                further = self._all(node.patterns, slots, captured)
        if isinstance(node, ast.MatchClass):
            cls = self.expression(node.cls)
            self.emit(linear.Call(node, test, self.load(node, "isinstance"), "", (subject, cls)))
            with self.block(block):
                further = self._object(node, subject, cls, captured)
        elif isinstance(node, ast.MatchSequence):
            star = _star(node) != NONE
            self.emit(
                linear.Matches(node, test, subject, "sequence", len(node.patterns) - star, star)
            )
        else:
            self.emit(linear.Matches(node, test, subject, "mapping", 0, True))
        return self._both(node, test, block, further)

    def _all(
        self, patterns: Sequence[ast.pattern], parts: Sequence[int], captured: Captured
    ) -> int:
        """All of several tests, each made where those before it have passed."""
        result = self.constant(True)
        for pattern, part in zip(patterns, parts, strict=True):
            with self.block([]) as block:
                right = self._pattern(pattern, part, captured)
            result = self._both(pattern, result, block, right)
        return result

    def _mapping(self, node: ast.MatchMapping, subject: int, captured: Captured) -> int:
        """Each key is there, and what it maps to matches; the rest is a copy without them."""
        result, keys = self.constant(True), self.expressions(node.keys)
        for key, pattern in zip(keys, node.patterns, strict=True):
            with self.block([]) as block:
                has, part = self._test(pattern, "in", key, subject), self.temporary()
                with self.block([]) as inner:
                    self.emit(linear.Subscript(pattern, part, subject, key))
                    matches = self._pattern(pattern, part, captured)
                right = self._both(pattern, has, inner, matches)
            result = self._both(pattern, result, block, right)
        if node.rest is not None:
            with self.block([]) as block:
                rest = self.temporary()
                self.emit(linear.BuildDict(node, rest, (NONE,), (subject,)))
                for key in keys:
                    self.emit(linear.SetSubscript(node, rest, key, NONE))
                self.emit(linear.Bind(node, captured[node.rest], rest))
            result = self._both(node, result, block, self.constant(True))
        return result

    def _object(self, node: ast.MatchClass, subject: int, cls: int, captured: Captured) -> int:
        """Its attributes match: those that the class names for each place, and those named."""
        parts = [self.temporary() for _ in (*node.patterns, *node.kwd_attrs)]
        for at, dst in enumerate(parts[: len(node.patterns)]):
            self.emit(linear.MatchPart(node, dst, subject, cls, at))
        for name, dst in zip(node.kwd_attrs, parts[len(node.patterns) :], strict=True):
            self.emit(linear.Attribute(node, dst, subject, name))
        return self._all([*node.patterns, *node.kwd_patterns], parts, captured)


def _captures(node: ast.pattern) -> set[str]:
    """The names that a pattern captures."""
    found = {getattr(each, "name", None) or getattr(each, "rest", None) for each in ast.walk(node)}
    return {each for each in found if each is not None}


def _star(node: ast.MatchSequence) -> int:
    places = [at for at, each in enumerate(node.patterns) if isinstance(each, ast.MatchStar)]
    return places[0] if places else NONE
