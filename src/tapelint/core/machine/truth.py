"""Truth: what is known where a value is true, and where it is false."""

from __future__ import annotations

import ast
from functools import reduce
from typing import Final

from tapelint.core.domain.alternatives import Condition, Either
from tapelint.core.domain.predicate import Guard, Predicate
from tapelint.core.domain.predicates import OPEN, apart, is_impossible, weakened
from tapelint.core.domain.values import Const, Value
from tapelint.core.machine.models import Models
from tapelint.core.machine.world import World


class Truth(World):
    """Tells what tests of values say.

    Attributes:
        models: What values do.
    """

    def __init__(self) -> None:
        super().__init__()
        self.models: Final = Models(self)

    def truth(self, value: Value) -> tuple[Guard | None, Guard | None]:
        """What holds where a value is true, and where it is false; ``None`` if it never is."""
        true, false = self._guards(value)
        path = self.state.path
        return _possible(true, path), _possible(false, path)

    def is_true(self, value: Value) -> bool | None:
        """Whether a value is true, if that is known on the path at hand."""
        true, false = self.truth(value)
        if true is None:
            return False
        return None if false is not None else True

    def assume(self, operator: str, left: Value, right: Value) -> None:
        """From here on a comparison is known to hold."""
        true, _ = self.truth(self.models.compare(operator, left, right, ast.Pass()))
        self.state.path |= true or OPEN

    def deciding(self, value: Value, is_true: bool, known: Guard) -> list[tuple[Value, Guard]]:
        """What a value may be where it is true, or where it is false, with what is known then.

        Of several values each is so on ways of its own. Of a condition it is the answer.
        """
        found = list[tuple[Value, Guard]]()
        for one, guard in self.alternatives(value):
            side = self._guards(one)[0 if is_true else 1]
            if side is not None and not apart(guard, side):
                answer = Const(is_true) if isinstance(one, Condition) else one
                found.append((answer, guard | side | known))
        return found

    def _guards(self, value: Value) -> tuple[Guard | None, Guard | None]:
        if isinstance(value, Const):
            return (OPEN, None) if value.v else (None, OPEN)
        if isinstance(value, Condition):
            return value.true, value.false
        if isinstance(value, Either):
            return self._guards_of_several(value)
        told = self.models.truth(value)
        if isinstance(told, bool):
            return (OPEN, None) if told else (None, OPEN)
        if isinstance(told, (Const, Condition, Either)):
            return self._guards(told)
        holds = Predicate(told, "truth")
        return frozenset([holds]), frozenset([~holds])

    def _guards_of_several(self, value: Either) -> tuple[Guard | None, Guard | None]:
        cases: tuple[list[Guard], list[Guard]] = ([], [])
        for one, guard in self.alternatives(value):
            for several, side in zip(cases, self._guards(one), strict=True):
                if side is not None and not apart(guard, side):
                    several.append(guard | side)
        true, false = (
            reduce(weakened, several) | {Predicate(value, "truth", (), holds, several)}
            if several
            else None
            for several, holds in zip(cases, (True, False), strict=True)
        )
        return true, false


def _possible(guard: Guard | None, path: Guard) -> Guard | None:
    return None if guard is None or apart(guard, path) or is_impossible(guard) else guard
