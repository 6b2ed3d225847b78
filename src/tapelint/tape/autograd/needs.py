"""What a backward needs of the operations that it passes: what they have saved."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.autograd.reach import Passed, is_met, is_recorded
from tapelint.tape.machine.machine import Machine


def breaking(machine: Machine, passed: Passed) -> frozenset[tree.Node]:
    """The changes after which a backward raises, of what is saved by operations that it passes."""
    return frozenset(
        change.node
        for node, ways in passed.items()
        for saved in node.saved
        for change in machine.stale(saved)
        if is_recorded(machine, node, change.conditions)
        and any(is_met(machine, change, way) for way in ways)
    )
