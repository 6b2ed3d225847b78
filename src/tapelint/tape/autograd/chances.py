"""Probabilities and their logarithms, followed from the operation that makes them to a loss."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape.domain import chances
from tapelint.tape.domain.chances import Chances, Effect
from tapelint.tape.domain.domains import CHANCES
from tapelint.tape.domain.path_conditions import contradict
from tapelint.tape.domain.values import Container, Number, Tensor, Value
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import small_integer
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import base_of, knowledge

_Operand = tuple[Value, tree.BaseExpression]
_DEEPEST = 3
_SMALL = 1e-2
"""What may be added to a probability so that its logarithm is finite."""


@functools.cache
def _effects() -> dict[str, Effect]:
    """What each operation makes of numbers."""
    known = families()
    bounds = {each for each in known.keep_size if each.startswith(("clamp", "clip"))}
    moving = {"getitem"} | known.reshaping | knowledge().views | CONVERSIONS | bounds | known.joins
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
    is_part = isinstance(node, tree.Subscript) and len(node.slice) > 1  # of the classes, perhaps
    if effect is None or not operands or is_part:
        return
    value, operand = operands[0]
    made = chances.after(effect, of(machine, value), node, name, operand)
    if made is not None:
        machine.state.set_fact(CHANCES, result.identity, made)
        machine.has_chances = True


def is_method_call(name: str, arguments: Arguments) -> bool:
    """Whether only a tensor has such a method: ``x.softmax(dim=1)``, ``x.sigmoid()``."""
    if not _makes_chances(name) or name.endswith("_"):
        return False
    if _effects().get(name) in {Effect.SQUASHES, Effect.SQUASHES_IN_LOGARITHMS}:
        return not arguments.values
    given = [value for value, _ in arguments.positional]
    names = {each[0] for each in arguments.keywords}
    by_number = len(given) == 1 and isinstance(given[0], Number)
    return names <= {"dim", "dtype"} and (by_number or (not given and "dim" in names))


def note_view(machine: Machine, tensor: Tensor, view: Tensor) -> None:
    """A view of a tensor has its numbers, and some classes are no distribution over them."""
    known = of(machine, tensor) if machine.has_chances else None
    record = machine.tensor_record(view)
    if known is not None and not (record and _takes_classes(known.made_at, record.made_at)):
        machine.state.set_fact(CHANCES, view.identity, known)


def _takes_classes(made_at: tree.Node, view: tree.Node | None) -> bool:
    """Whether a view cuts along the dimension that was normalised: ``x.softmax(1)[:, :k]``.

    A loss that normalises such a part computes something else than that softmax did.
    """
    if type(view) is not tree.Subscript or type(made_at) is not tree.Call:
        return False
    given = [each.value for each in made_at.args if each.keyword and each.keyword.value == "dim"]
    given = given or [each.value for each in made_at.args if not each.keyword][-1:]
    dim = small_integer(given[0]) if given else None
    parts = [each.slice for each in view.slice]
    cut = parts[dim] if dim is not None and 0 < dim < len(parts) else None
    return isinstance(cut, tree.Slice) and bool(cut.lower or cut.upper)


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
    # ``if kind == "multiclass"`` made chances of it, and the same test has led here.
    possible = [
        Tensor(each.identity)
        for each in record.members
        if not contradict(each.conditions, machine.conditions)
    ]
    return _of_all(machine, possible, depth)


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
    return name if name in _effects() else base_of(name)


@functools.lru_cache(maxsize=2048)
def _makes_chances(name: str) -> bool:
    """Whether an operation makes chances of numbers that are none."""
    passed_on = {None, Effect.MOVES, Effect.LOGARITHM, Effect.EXPONENTIAL}
    return _effects().get(_known_as(name)) not in passed_on
