"""Whether two places need tests of unrelated things to hold, before one path leads to both.

``if step % 2 == 0: loss.backward()``, and later ``if is_warm: loss.backward()``: a path through
both can be written down, and nobody knows that it is ever taken. Where one place stands in all the
branches of the other, or where both ask about one thing and do not exclude each other, it is.
"""

from __future__ import annotations

from tapelint.tape.domain.path_conditions import HISTORY, INFERENCE, ONE_OF, Condition
from tapelint.tape.machine.machine import Machine

_MARKS = (HISTORY, INFERENCE, ONE_OF)
"""How conditions begin that are no tests, or that a test implies."""


def are_apart(machine: Machine, one: frozenset[Condition], other: frozenset[Condition]) -> bool:
    """Whether the branches that only one place stands in, and those of the other, are unrelated."""
    if one <= other or other <= one:
        return False
    asked, asked_there = _asked(machine, one - other), _asked(machine, other - one)
    return bool(asked) and bool(asked_there) and asked.isdisjoint(asked_there)


def _asked(machine: Machine, conditions: frozenset[Condition]) -> set[str]:
    """What some tests ask about."""
    texts = (text for text, _ in conditions if not text.startswith(_MARKS))
    return {machine.asks.get(text, text) for text in texts} - {""}
