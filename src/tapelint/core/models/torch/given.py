"""Networks, optimisers and tensors that come from outside: nobody has seen how they were made."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Sequence
from typing import Any, Final

from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.graph import IS_LEAF, Tensor
from tapelint.core.domain.certainty import MAYBE
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import Class, Collection, Instance
from tapelint.core.domain.values import Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind
from tapelint.core.models.python.classes import mro_of
from tapelint.core.models.torch.modules import OPTIMISED, Modules
from tapelint.core.models.torch.operations import Operations

_MODULE: Final = Symbol("torch.nn.Module")
_OPTIMISER: Final = Symbol("torch.optim.Optimizer")


class Network(Instance):
    """A module of which nothing is known but that it is one.

    Attributes:
        parameter: What stands for all its parameters.
    """

    __slots__ = ("parameter",)

    def __init__(self, parameter: Tensor, birth: int) -> None:
        super().__init__(_MODULE, birth)
        self.parameter: Final = parameter
        self.cells["parameter"] = parameter


class Networks(Modules):
    """Networks of unknown layers."""

    def call(self, obj: Instance, given: Arguments, node: ast.AST) -> Value:
        """What it gives has a history: that of what it is given, and of its parameters."""
        assert isinstance(obj, Network)
        return self.autograd.operation("network", [*given.all, obj.parameter], node, None)


class Makers:
    """Makes what roles speak of."""

    def __init__(self, world: Machine, autograd: Autograd) -> None:
        self._world: Final = world
        self._autograd: Final = autograd

    def is_module(self, cls: Class) -> bool:
        """Whether the objects of a class are modules."""
        return any(isinstance(e, Symbol) and e.path.startswith("torch.nn.") for e in mro_of(cls))

    def network(self, assumed: Hashable) -> Value:
        """A network whose parameters are trained, as is assumed."""
        parameter = self._autograd.leaf(None, MAYBE.assuming(assumed), is_parameter=True)
        return Network(parameter, self._world.state.tick())

    def optimiser(self, networks: Sequence[Value]) -> Value:
        """An optimiser over the parameters of networks."""
        state, models = self._world.state, self._world.models
        made = Instance(_OPTIMISER, state.tick())
        held: list[Value] = []
        for each in networks:
            if isinstance(each, Network):
                held.append(each.parameter)
                continue
            listed = models.call_method(each, "parameters", Arguments(), ast.Pass())
            items = models.items(listed, ast.Pass())
            held += items.all if items is not None else ()
        state.put(made, OPTIMISED, Collection("list", Items(tuple(held)), state.tick()))
        return made

    def tensor(self) -> Value:
        """A tensor: whether it has a history, or is to get a gradient, nobody knows."""
        made = self._autograd.leaf(None, MAYBE)
        made.cells[IS_LEAF] = MAYBE
        return made


def kinds(world: Machine, operations: Operations) -> dict[type[Value], Kind[Any]]:
    """The handlers, by class of value."""
    return {Network: Networks(world, operations)}
