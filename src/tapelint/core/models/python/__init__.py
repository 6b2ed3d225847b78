"""What Python's own values do."""

from __future__ import annotations

from tapelint.core.machine.machine import Machine
from tapelint.core.models.python import (
    builtins,
    classes,
    collections,
    constants,
    managers,
    unknowns,
)
from tapelint.core.models.registry import Registry


def python_models(world: Machine) -> Registry:
    """The models of Python, given to a machine."""
    registry = Registry(world)
    world.models = registry
    for module in (unknowns, constants, collections, classes, managers):
        registry.kinds.update(module.kinds(world))
    registry.functions.update(builtins.FUNCTIONS)
    return registry
