"""What loops do to values: which are others after each round, and which the last one chooses."""

from __future__ import annotations

from collections.abc import Container

from tapelint.core.domain.alternatives import Either, alternatives, joined_values
from tapelint.core.domain.certainty import Certainty
from tapelint.core.domain.fields import Field, join_items, widen_items
from tapelint.core.domain.objects import ITEMS, Collection, Frame
from tapelint.core.domain.predicate import COUNTED, Guard
from tapelint.core.domain.predicates import DOUBTFUL, OPEN
from tapelint.core.domain.state import Cell, Mark, State, Way
from tapelint.core.domain.values import NONE, Const, Obj, Unknown, Value
from tapelint.core.machine.world import World


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


def is_counting(state: State, begin: Mark) -> bool:
    """Whether a number is another one since a mark."""
    for (obj, key), old in state.changed(begin).items():
        if isinstance(key, Field):
            continue
        if isinstance(obj, Frame) and isinstance(key, int):
            new = obj.slots[key]
        else:
            new = state.attribute(obj, key)
        if any(counts(each, dict(alternatives(old))) for each, _ in alternatives(new)):
            return True
    return False


def turns(state: State, frame: Frame, carried: Container[int], begin: Mark) -> bool:
    """Whether what the first round takes over is of another kind than what it leaves.

    Then the second round does what the first did not, and the third one meets that.
    """
    for (obj, key), old in state.changed(begin).items():
        if obj is not frame or not isinstance(key, int) or key not in carried:
            continue
        new = frame.slots[key]
        if isinstance(new, Obj) and (old is NONE or isinstance(old, type(new))):
            if not isinstance(old, Obj) or kind_of(state, old) != kind_of(state, new):
                return True
    return False


def widened(world: World, cell: Cell, before: Value, after: Value) -> Value:
    """A value after a round, without what is another one after each round."""
    state, known = world.state, dict(alternatives(before))
    held = [(state.get(each, ITEMS), OPEN) for each in known if isinstance(each, Collection)]
    several, is_same = list[tuple[Value, Guard]](), True
    for each, guard in alternatives(after):
        if counts(each, known):
            one: Value = world.derived(COUNTED, *cell, after)
        elif held and isinstance(each, Collection) and each not in known:
            items = widen_items(join_items(held), state.get(each, ITEMS))
            one = Collection(each.kind, items, state.tick())
        else:
            one = each
        several.append((one, guard))
        is_same = is_same and one is each
    return after if is_same else joined_values(several)
