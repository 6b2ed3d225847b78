"""What Python's own values do."""

from __future__ import annotations

from tapelint.core.machine.machine import Machine
from tapelint.core.models.python import (
    builtins,
    classes,
    collections,
    constants,
    dictionaries,
    managers,
    objects,
    unknowns,
)
from tapelint.core.models.registry import Registry


def python_models(world: Machine) -> Registry:
    """The models of Python, given to a machine."""
    registry = Registry(world)
    world.models = registry
    for module in (unknowns, constants, collections, dictionaries, classes, managers):
        registry.kinds.update(module.kinds(world))
    for functions in (builtins, objects):
        registry.functions.update(functions.FUNCTIONS)
    return registry
