"""Numbers, texts, truth values and conditions."""

from __future__ import annotations

import ast
import operator as python
from collections.abc import Callable
from typing import Any, Final

from tapelint.core.domain.alternatives import Condition
from tapelint.core.domain.fields import Items
from tapelint.core.domain.values import FALSE, TRUE, Const, Value
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind
from tapelint.core.models.python.plain import computed

MIRRORED: Final = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    **{name: getattr(python, name) for name in MIRRORED},
    "is": lambda left, right: type(left) is type(right) and left == right,
    "is not": lambda left, right: type(left) is not type(right) or left != right,
    "in": lambda left, right: left in right,
    "not in": lambda left, right: left not in right,
}


class Constants(Kind[Const]):
    """Numbers, texts, ``None``."""

    def operate(
        self, operator: str, left: Value, right: Value | None, node: ast.AST
    ) -> Value | None:
        """Computed, if both sides are constants of which the result is small."""
        operands = [left] if right is None else [left, right]
        return computed(self.world, getattr(python, operator, None), *operands)

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """Computed; or what the other side is known to be where it holds."""
        if isinstance(left, Const) and isinstance(right, Const):
            return computed(self.world, COMPARISONS[operator], left, right)
        if isinstance(left, Const) and operator in MIRRORED:
            return self.world.models.compare(MIRRORED[operator], right, left, node)
        return None

    def subscript(self, obj: Const, key: Value, node: ast.AST) -> Value:
        """A letter."""
        result = computed(self.world, python.getitem, obj, key)
        return self.world.derived("letter", obj, key) if result is None else result

    def items(self, obj: Const, node: ast.AST) -> Items | None:
        """The letters of a text."""
        if isinstance(obj.v, str) and len(obj.v) <= 16:
            return Items(tuple(map(Const, obj.v)))
        return None

    def call_method(self, obj: Const, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of a text gives the same for the same."""
        keywords = given.keywords
        if hasattr(obj.v, name) and not given.is_open:

            def call(text: Any, *values: Any) -> Any:
                named = dict(zip(keywords, values[len(given.positional) :], strict=True))
                return getattr(text, name)(*values[: len(given.positional)], **named)

            result = computed(self.world, call, obj, *given.all)
            if result is not None:
                return result
        return self.world.derived(name, obj, *given.all, *given.keywords)


class Conditions(Kind[Condition]):
    """Truth values of which more is known."""

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """``condition is True``, ``condition == False``."""
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Condition) and other in (TRUE, FALSE):
                if operator in ("is", "eq", "is not", "ne"):
                    same = (operator in ("is", "eq")) is (other == TRUE)
                    return one if same else Condition(one.false, one.true)
        return None
