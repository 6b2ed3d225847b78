"""Probabilities and their logarithms, followed from the operation that makes them to a loss."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape.domain import chances
from tapelint.tape.domain.chances import Chances, Effect
from tapelint.tape.domain.domains import CHANCES
from tapelint.tape.domain.values import Container, Number, Tensor, Value
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

_Operand = tuple[Value, tree.BaseExpression]
_DEEPEST = 3
_SMALL = 1e-2
"""What may be added to a probability so that its logarithm is finite."""
_WAYS = ("_scalar", "_dim", "_tensor", "_elementwise")
"""How the names of the ways end in which an operation is called."""


@functools.cache
def _effects() -> dict[str, Effect]:
    """What each operation makes of numbers."""
    known = families()
    bounds = {each for each in known.keep_size if each.startswith(("clamp", "clip"))}
    moving = known.reshaping | knowledge().views | CONVERSIONS | bounds | known.joins
    found = dict.fromkeys(moving, Effect.MOVES)
    for names, effect in (
        (known.normalisers, Effect.NORMALISES),
        (known.log_normalisers, Effect.NORMALISES_IN_LOGARITHMS),
        (known.squashers, Effect.SQUASHES),
        (known.log_squashers, Effect.SQUASHES_IN_LOGARITHMS),
        ({"log"}, Effect.LOGARITHM),
        ({"exp"}, Effect.EXPONENTIAL),
    ):
        found |= dict.fromkeys(names, effect)
    return found


def note(
    machine: Machine,
    name: str,
    operands: Sequence[_Operand],
    result: Tensor,
    node: tree.BaseExpression,
) -> None:
    """Remember of an operation's result what its numbers are, if that is known."""
    if not machine.has_chances and not _makes_chances(name):
        return
    effect = _effect_of(name, operands)
    if effect is None or not operands:
        return
    value, operand = operands[0]
    made = chances.after(effect, of(machine, value), node, name, operand)
    if made is not None:
        machine.state.set_fact(CHANCES, result.identity, made)
        machine.has_chances = True


def note_view(machine: Machine, tensor: Tensor, view: Tensor) -> None:
    """A view of a tensor has its numbers."""
    known = of(machine, tensor) if machine.has_chances else None
    if known is not None:
        machine.state.set_fact(CHANCES, view.identity, known)


def note_write(
    machine: Machine, tensor: Tensor, operation: str, node: tree.Node, operand: tree.BaseExpression
) -> None:
    """A tensor is changed in place."""
    name = operation.rstrip("_")
    effect = _effects().get(name) if operation.endswith("_") else None
    known = of(machine, tensor) if machine.has_chances else None
    made = chances.after(effect, known, node, name, operand) if effect is not None else None
    if made is not None or known is not None:
        machine.state.set_fact(CHANCES, tensor.identity, made)
        machine.has_chances = True


def of(machine: Machine, value: Value, depth: int = 0) -> Chances | None:
    """What is known of a value's numbers: of a tensor's, or of all tensors in a container."""
    if depth > _DEEPEST:
        return None
    if isinstance(value, Container):
        held = machine.container_record(value)
        each = held.held if held is not None and not held.is_open else ()
        return _of_all(machine, each, depth)
    if not isinstance(value, Tensor):
        return None
    known = machine.state.fact(CHANCES, value.identity)
    record = machine.tensor_record(value)
    if known is not None or record is None:
        return known
    return _of_all(machine, [Tensor(each.identity) for each in record.members], depth)


def _of_all(machine: Machine, values: Sequence[Value], depth: int) -> Chances | None:
    found = [of(machine, each, depth + 1) for each in values]
    return functools.reduce(chances.join, found) if found else None


def _effect_of(name: str, operands: Sequence[_Operand]) -> Effect | None:
    name = _known_as(name)
    if name in families().sums and len(operands) > 1:
        added = operands[1][0]
        number = added.value if isinstance(added, Number) else None
        is_small = isinstance(number, float) and abs(number) <= _SMALL
        return Effect.MOVES if is_small else None
    return _effects().get(name)


@functools.lru_cache(maxsize=2048)
def _known_as(name: str) -> str:
    """The name under which an operation is known, whichever way it is called."""
    if name not in _effects():
        for way in _WAYS:
            name = name.removesuffix(way)
    return name


@functools.lru_cache(maxsize=2048)
def _makes_chances(name: str) -> bool:
    """Whether an operation makes chances of numbers that are none."""
    passed_on = {None, Effect.MOVES, Effect.LOGARITHM, Effect.EXPONENTIAL}
    return _effects().get(_known_as(name)) not in passed_on
