"""What loops do to values: which are others after each round, and which the last one chooses."""

from __future__ import annotations

from collections.abc import Container

from tapelint.core.domain.alternatives import Either
from tapelint.core.domain.certainty import Certainty
from tapelint.core.domain.fields import Field
from tapelint.core.domain.predicates import COUNTED, DOUBTFUL
from tapelint.core.domain.state import State, Way
from tapelint.core.domain.values import Const, Obj, Unknown, Value


def kind_of(state: State, value: Obj) -> dict[object, Certainty]:
    """What is known of an object that is certain or not."""
    cells = {key: state.get(value, key) for key in value.cells if isinstance(key, Field)}
    return {key: each for key, each in cells.items() if isinstance(each, Certainty)}


def last_round(way: Way) -> Way:
    """A way behind a loop: what the last round chose by a number that it counts is in doubt."""
    delta = {cell: _doubted(content, way.delta) for cell, content in way.delta.items()}
    return Way(delta, way.guard)


def _doubted(content: object, changed: Container[object]) -> object:
    if not isinstance(content, Either):
        return content
    sides = [
        (one, guard | DOUBTFUL if any(_is_counted(p.subject, changed) for p in guard) else guard)
        for one, guard in content.alternatives
    ]
    return Either(sides)


def _is_counted(value: object, changed: Container[object]) -> bool:
    """Whether a value is computed of a number that was counted in a cell that has changed."""
    if not isinstance(value, Unknown):
        return False
    is_count = value.of[:1] == (COUNTED,) and value.of[1:3] in changed
    return is_count or any(_is_counted(each, changed) for each in value.of)


def counts(value: Value, known: Container[Value]) -> bool:
    """Whether a constant may be another one after each round."""
    if not isinstance(value, Const) or value in known:
        return False
    return not isinstance(value.v, bool) and value.v is not None
