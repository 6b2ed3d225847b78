"""What torch's values do: tensors, modules, optimisers, and its functions by their names."""

from __future__ import annotations

from tapelint.core.autograd.backward import Autograd
from tapelint.core.domain.objects import Instance
from tapelint.core.machine.events import Escaped
from tapelint.core.machine.machine import Machine
from tapelint.core.models.python import python_models
from tapelint.core.models.registry import Registry
from tapelint.core.models.torch import functions, given, modules, sequences, tensors, wrappers
from tapelint.core.models.torch.operations import Operations
from tapelint.torch_api.families import families


def torch_models(world: Machine) -> tuple[Registry, Autograd]:
    """The models of Python and of torch, given to a machine, and its autograd."""
    registry, autograd = python_models(world), Autograd(world)
    operations = Operations(world, autograd)
    layers = modules.Modules(world, operations)
    registry.kinds.update(tensors.kinds(world, operations))
    registry.kinds.update(functions.kinds(world, operations))
    registry.kinds[Instance] = layers
    registry.kinds.update(given.kinds(world, operations))
    registry.functions.update(functions.functions(operations))
    registry.libraries.append(sequences.library(operations))
    registry.kinds.update(sequences.kinds(world))
    world.listen(Escaped, autograd.escaped)
    registry.passing.append(wrappers.passed_on)
    registry.libraries.append(wrappers.library(operations))
    registry.kinds.update(wrappers.kinds(world, operations))
    registry.telling = families().descriptions
    registry.libraries.append(functions.library(operations))
    registry.libraries.append(modules.library(layers))
    return registry, autograd
