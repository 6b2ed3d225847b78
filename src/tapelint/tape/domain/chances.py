"""Chances: which values are probabilities, and which are logarithms of probabilities.

A softmax and a sigmoid give probabilities, their logarithms log-probabilities. What only moves
numbers about keeps them what they are; whatever else is computed with them makes them unknown.
Of a value that is not known to be either nothing is said: most of them are logits.
"""

from __future__ import annotations

import enum

from tapelint.source import tree
from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.domain.terms import Chance


class Effect(enum.Enum):
    """What an operation makes of numbers, as far as chances go."""

    NORMALISES = "normalises"
    NORMALISES_IN_LOGARITHMS = "normalises in logarithms"
    SQUASHES = "squashes"
    SQUASHES_IN_LOGARITHMS = "squashes in logarithms"
    LOGARITHM = "logarithm"
    EXPONENTIAL = "exponential"
    MOVES = "moves numbers about"


@dataclass(frozen=True)
class Chances:
    """What is known of a value.

    Attributes:
        chance: What its numbers are.
        made_at: The expression that made them chances.
        operation: What it did.
        operand: The expression that it was done to.
    """

    chance: Chance
    made_at: tree.Node
    operation: str
    operand: tree.BaseExpression


_PROBABILITIES = frozenset({Chance.NORMALISED, Chance.SINGLE})


def are_probabilities(known: Chances | None) -> bool:
    """Whether a value is known to be probabilities themselves."""
    return known is not None and known.chance in _PROBABILITIES


def after(
    effect: Effect,
    known: Chances | None,
    made_at: tree.Node,
    operation: str,
    operand: tree.BaseExpression,
) -> Chances | None:
    """What the result of an operation is, whose first operand is ``known``."""
    made = Chances(Chance.NORMALISED, made_at, operation, operand)
    if effect is Effect.NORMALISES:
        return made
    if effect is Effect.SQUASHES:
        return replace(made, chance=Chance.SINGLE)
    if effect is Effect.SQUASHES_IN_LOGARITHMS:
        return replace(made, chance=Chance.LOGARITHMS)
    if effect is Effect.NORMALISES_IN_LOGARITHMS:
        if known is not None and are_probabilities(known):
            return replace(known, chance=Chance.TWICE)
        return replace(made, chance=Chance.LOGARITHMS)
    if known is None or effect is Effect.MOVES:
        return known
    if effect is Effect.LOGARITHM:
        return replace(known, chance=Chance.LOGARITHMS) if are_probabilities(known) else None
    return made if known.chance is Chance.LOGARITHMS else None


def join(left: Chances | None, right: Chances | None) -> Chances | None:
    """What is known when either may be the case: what both are."""
    if left is None or right is None or left.chance is not right.chance:
        return None
    return left
