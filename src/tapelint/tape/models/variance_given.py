"""Losses that take a variance, and what they are given for it."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape import distribution_events
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.families import VARIANCE, variances_of_losses


def note_loss(machine: Machine, name: str, arguments: Arguments, node: tree.BaseExpression) -> None:
    """Record what a loss is given for a variance.

    Args:
        machine: The machine.
        name: The bare name of its function or class.
        arguments: What it is given.
        node: The call.
    """
    at = variances_of_losses().get(name)
    given = arguments.pair(at, VARIANCE) if at is not None else None
    if given is not None:
        told = ((VARIANCE, *given),)
        machine.emit(
            distribution_events.DistributionMade, node, kind=name, called=name, arguments=told
        )
