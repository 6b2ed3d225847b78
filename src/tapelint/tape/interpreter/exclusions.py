"""Which tests of one thing exclude one another: ``stage == 1``, and ``stage in (0, 2)``.

Tests are read as sets of values: what lies in one of them lies in another one for sure, or surely
does not, or may. Nothing is executed here, and of what the variables hold nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.syntax import CONSTANTS, last_part, small_integer, without_not

MOST_OF_ONE = 64
"""So many tests of one thing are held against each other: of more, the last ones."""
_Member = tuple[str, object]
"""A value: how it is known, and the value or its text."""
_CONSTANT, _NAMED, _ANY = "constant", "named", "any"


@dataclass(frozen=True)
class Values:
    """The values of which a test speaks.

    Attributes:
        subject: The text of what is tested.
        members: The values, where they are few; otherwise ``symbol`` tells which.
        symbol: ``<`` or ``<=`` and a bound, or empty for the values that count as true.
        bound: What they are compared with.
        is_negated: Whether the test holds for all others.
    """

    subject: str
    members: frozenset[_Member] | None = None
    symbol: str = ""
    bound: _Member | None = None
    is_negated: bool = False


class Exclusions:
    """The tests that were met, by what they ask for."""

    def __init__(self) -> None:
        self._values: dict[tree.BaseExpression, Values | None] = {}
        self._met: dict[str, dict[str, Values]] = {}

    def told(self, test: tree.BaseExpression, text: str, holds: bool) -> Iterator[tuple[str, bool]]:
        """The other tests that hold, or do not, where this one does.

        Args:
            test: The test, without a ``not``.
            text: Its text.
            holds: Whether it holds.

        Yields:
            The text of each, and whether it holds.
        """
        values = self._values_of(test)
        if values is None:
            return
        met = self._met.setdefault(values.subject, {})
        met.setdefault(text, values)
        if len(met) > MOST_OF_ONE:
            del met[next(iter(met))]
        for other, asked in met.items():
            if other != text:
                follows = _follows(values, holds is not values.is_negated, asked)
                if follows is not None:
                    yield other, follows is not asked.is_negated

    def subject(self, test: tree.BaseExpression) -> str | None:
        """The text of what a test, without a ``not``, asks about; ``None`` if of several things."""
        values = self._values_of(test)
        return values.subject if values is not None else None

    def _values_of(self, test: tree.BaseExpression) -> Values | None:
        if test not in self._values:
            self._values[test] = _read(test)
        return self._values[test]


def _follows(told: Values, holds: bool, asked: Values) -> bool | None:
    """Whether what is (or is not) among some values is among others; ``None`` if it may be."""
    if told.members is not None:
        if holds:
            found = {_is_in(each, asked) for each in told.members}
            return found.pop() if len(found) == 1 else None
        if asked.members is not None and asked.members <= told.members:
            return False
        return None
    if asked.members is not None:
        among = {_is_in(each, told) for each in asked.members}
        return False if among == {not holds} else None
    if told.symbol == "" or asked.symbol == "" or told.bound is None or asked.bound is None:
        return holds if told.symbol == asked.symbol else None
    return _within(told, holds, asked)


def _within(told: Values, holds: bool, asked: Values) -> bool | None:
    """The same of numbers below a bound."""
    if told.bound is None or asked.bound is None:
        return None
    order = _order(told.bound, asked.bound)
    if order is None:
        return None
    if order == 0:
        order = (told.symbol == "<=") - (asked.symbol == "<=")
    if holds:
        return True if order <= 0 else None
    return False if order >= 0 else None


def _is_in(member: _Member, values: Values) -> bool | None:
    if values.members is not None:
        if member in values.members:
            return True
        is_clear = all(_differ(member, each) for each in values.members)
        return False if is_clear else None
    if values.bound is None:
        return bool(member[1]) if member[0] == _CONSTANT else None
    order = _order(member, values.bound)
    if order is None:
        return None
    return order < 0 or (order == 0 and values.symbol == "<=")


def _differ(one: _Member, other: _Member) -> bool:
    return one != other and one[0] == other[0] != _ANY


def _order(one: _Member, other: _Member) -> int | None:
    """Which of two numbers is greater; ``None`` where nobody knows."""
    if one == other:
        return 0
    if one[0] != _CONSTANT or other[0] != _CONSTANT:
        return None
    left, right = one[1], other[1]
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return (left > right) - (left < right)
    return None


def _read(test: tree.BaseExpression) -> Values | None:
    """The values of which a test speaks; ``None`` for a test of several things, or of a call."""
    is_negated, test = without_not(test)
    found: Values | None = None
    if isinstance(test, (tree.Name, tree.Attribute)):
        found = _about(test)
    elif isinstance(test, tree.Comparison) and len(test.comparisons) == 1:
        (target,) = test.comparisons
        found = _compared(test.left, target.operator, target.comparator)
    elif isinstance(test, tree.BooleanOperation) and isinstance(test.operator, tree.Or):
        found = _any_of(test)
    if found is None or not is_negated:
        return found
    return replace(found, is_negated=not found.is_negated)


def _any_of(test: tree.BooleanOperation) -> Values | None:
    """``x == 0 or x == 2``: the values of either side."""
    members: frozenset[_Member] = frozenset()
    subject = ""
    each: tree.BaseExpression = test
    while True:
        is_or = isinstance(each, tree.BooleanOperation) and isinstance(each.operator, tree.Or)
        side = each.right if is_or and isinstance(each, tree.BooleanOperation) else each
        values = _read(side) if not isinstance(side, tree.BooleanOperation) else None
        if values is None or values.members is None or values.is_negated:
            return None
        if subject not in {"", values.subject}:
            return None
        subject, members = values.subject, members | values.members
        if not is_or or not isinstance(each, tree.BooleanOperation):
            return Values(subject, members)
        each = each.left


def _about(
    subject: tree.BaseExpression,
    members: frozenset[_Member] | None = None,
    symbol: str = "",
    bound: _Member | None = None,
    *,
    is_negated: bool = False,
) -> Values | None:
    """Values of an expression, if that is the same wherever it stands."""
    if any(
        type(each) is tree.NamedExpr or (type(each) is tree.Call and last_part(each.func) != "len")
        for each in walk(subject)
    ):
        return None
    return Values(code_of(subject), members, symbol, bound, is_negated)


def _compared(
    left: tree.BaseExpression, operator: tree.Node, right: tree.BaseExpression
) -> Values | None:
    if isinstance(operator, (tree.In, tree.NotIn)):
        if not isinstance(right, (tree.Tuple, tree.List, tree.Set)) or not right.elements:
            return None
        if not all(isinstance(each, tree.Element) for each in right.elements):
            return None
        members = frozenset(_member(each.value) for each in right.elements)
        return _about(left, members, is_negated=isinstance(operator, tree.NotIn))
    if _is_constant(left) and not _is_constant(right):
        left, right = right, left
        mirrored = _MIRRORED.get(type(operator))
        operator_type = mirrored if mirrored is not None else type(operator)
    else:
        operator_type = type(operator)
    if operator_type in {tree.Equal, tree.Is}:
        return _about(left, frozenset({_member(right)}))
    if operator_type in {tree.NotEqual, tree.IsNot}:
        return _about(left, frozenset({_member(right)}), is_negated=True)
    symbol, is_negated = _BELOW.get(operator_type, ("", False))
    if not symbol:
        return None
    return _about(left, None, symbol, _member(right), is_negated=is_negated)


_MIRRORED: dict[type[tree.Node], type[tree.Node]] = {
    tree.LessThan: tree.GreaterThan,
    tree.LessThanEqual: tree.GreaterThanEqual,
    tree.GreaterThan: tree.LessThan,
    tree.GreaterThanEqual: tree.LessThanEqual,
}
_BELOW: dict[type[tree.Node], tuple[str, bool]] = {
    tree.LessThan: ("<", False),
    tree.LessThanEqual: ("<=", False),
    tree.GreaterThan: ("<=", True),
    tree.GreaterThanEqual: ("<", True),
}


def _is_constant(node: tree.BaseExpression) -> bool:
    return _member(node)[0] != _ANY


def _member(node: tree.BaseExpression) -> _Member:
    """A value as a constant, as a name that is one by custom (``Phase.TRAIN``), or as any other."""
    if isinstance(node, tree.SimpleString):
        return _CONSTANT, node.said
    if isinstance(node, tree.Name) and node.value in CONSTANTS:
        return _CONSTANT, CONSTANTS[node.value]
    number = _number(node)
    if number is not None:
        return _CONSTANT, number
    name = last_part(node) if isinstance(node, (tree.Name, tree.Attribute)) else ""
    return (_NAMED if name.isupper() else _ANY), code_of(node)


def _number(node: tree.BaseExpression) -> float | None:
    if isinstance(node, tree.UnaryOperation) and isinstance(node.operator, tree.Minus):
        positive = _number(node.expression)
        return -positive if positive is not None else None
    return float(node.value) if isinstance(node, tree.Float) else small_integer(node)
