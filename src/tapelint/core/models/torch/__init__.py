"""What torch's values do: tensors, modules, optimisers, and its functions by their names."""

from __future__ import annotations

from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.graph import Tensor
from tapelint.core.autograd.recording import Assumed, Detached
from tapelint.core.domain.objects import Instance
from tapelint.core.domain.values import Unknown
from tapelint.core.machine.events import Escaped
from tapelint.core.machine.machine import Machine
from tapelint.core.models.python import python_models
from tapelint.core.models.python.unknowns import Unknowns
from tapelint.core.models.torch import (
    data,
    distributions,
    functions,
    given,
    making,
    outputs,
    sequences,
    tensors,
    wrappers,
)
from tapelint.core.models.torch.operations import DataOfUnknown, Number, Operations
from tapelint.torch_api.families import families


def torch_models(world: Machine) -> Autograd:
    """Give a machine the models of Python and of torch; its autograd."""
    python_models(world)
    models, autograd = world.models, Autograd(world)
    operations = Operations(world, autograd)
    layers = distributions.Distributions(world, operations)
    models.kinds.update(
        {
            Instance: layers,
            Tensor: tensors.Tensors(world, operations),
            tensors.Gradient: tensors.Gradients(world, operations),
            Assumed: Unknowns(world),
            Number: Unknowns(world),
            functions.Mode: functions.Modes(world, operations),
            functions.InMode: functions.FunctionsInModes(world, operations),
            given.Network: given.Networks(world, operations),
            given.Loss: given.Losses(world, operations),
            outputs.Output: outputs.Outputs(world, operations),
            Unknown: given.Strangers(world, operations),
            Detached: data.Numbers(world, operations),
            DataOfUnknown: data.DataOfUnknowns(world, operations),
            sequences.Packed: sequences.Sequences(world),
            wrappers.Scaler: wrappers.Scalers(world, operations),
        }
    )
    models.functions.update(functions.functions(operations))
    models.libraries.extend(
        [
            sequences.library(operations),
            distributions.library(operations),
            wrappers.library(operations),
            functions.library(operations),
            making.library(layers),
            given.library(given.Makers(world, autograd)),
        ]
    )
    models.passing.append(wrappers.passed_on)
    models.telling = families().descriptions
    models.is_example = making.is_optimiser
    world.listen(Escaped, autograd.escaped)
    return autograd
