"""What losses and distributions take, and whether they are given something else."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape import loss_events
from tapelint.tape.autograd import chances
from tapelint.tape.domain.terms import Chance, Truth
from tapelint.tape.domain.values import NoneValue, Text, Value
from tapelint.tape.machine.frames import Arguments, known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import families

_LOGITS, _LOG_TARGET = "logits", "log_target"


def note_loss(
    machine: Machine,
    name: str,
    parameters: tuple[str, ...],
    arguments: Arguments,
    node: tree.BaseExpression,
    log_target: Value,
    reduction: Value,
) -> None:
    """Record that a loss is given probabilities, or their logarithms.

    Args:
        machine: The machine.
        name: The bare name of its function or class.
        parameters: The names of what it is given.
        arguments: What it is given.
        node: The call.
        log_target: Whether it takes the logarithm of a target, where it can.
        reduction: What it does with its terms.
    """
    if not machine.has_chances:
        return
    wanted, compares = _taken_by(name), _LOG_TARGET in parameters
    prediction = arguments.pair(0, parameters[0] if parameters else "input")
    target = arguments.pair(1, "target")
    if wanted is not None and prediction is not None:
        is_product = compares and isinstance(reduction, Text) and reduction.value == "none"
        # Terms that others weigh are products with the target, but for what is constant:
        # neighbours' predictions that are to agree are trained with it. They come from a store.
        is_product &= target is None or chances.of(machine, target[0]) is None
        _note(machine, name, parameters[0], wanted, prediction, node, is_product=is_product)
    is_plain = isinstance(log_target, NoneValue) or known_truth(log_target) is Truth.NO
    if compares and is_plain and target is not None:
        _note(machine, name, "target", Chance.NORMALISED, target, node)


def note_distribution(
    machine: Machine,
    kind: str,
    bound: list[tuple[str, Value, tree.BaseExpression]],
    node: tree.BaseExpression,
) -> None:
    """Record that the logits of a distribution are probabilities, or their logarithms."""
    for parameter, value, expression in bound if machine.has_chances else ():
        if parameter == _LOGITS:
            given = value, expression
            _note(machine, kind, parameter, Chance.LOGITS, given, node, is_distribution=True)


def _taken_by(name: str) -> Chance | None:
    if name in families().losses_of_logits:
        return Chance.LOGITS
    return Chance.LOGARITHMS if name in families().losses_of_logarithms else None


def _note(
    machine: Machine,
    taker: str,
    parameter: str,
    wanted: Chance,
    argument: tuple[Value, tree.BaseExpression],
    node: tree.BaseExpression,
    *,
    is_distribution: bool = False,
    is_product: bool = False,
) -> None:
    known = chances.of(machine, argument[0])
    if known is not None:
        machine.emit(
            loss_events.ChancesGiven,
            node,
            taker=taker,
            parameter=parameter,
            wanted=wanted,
            given=known,
            argument=argument[1],
            is_distribution=is_distribution,
            is_product=is_product,
        )
