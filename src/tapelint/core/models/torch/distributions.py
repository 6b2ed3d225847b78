"""Distributions: objects that hold tensors, and compute others from them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tapelint.core.domain.objects import Instance
from tapelint.core.domain.values import NONE, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.python.classes import mro_of
from tapelint.core.models.torch.modules import Modules
from tapelint.core.models.torch.operations import Operations
from tapelint.torch_api.kinds import answers
from tapelint.torch_api.knowledge import knowledge

_PLACE: Final = "torch.distributions."
_DRAWN: Final = frozenset({"sample", "sample_n"})
"""What they give has no history; https://docs.pytorch.org/docs/stable/distributions.html."""
_TOLD: Final = frozenset({"mean", "mode", "stddev", "variance", "probs", "logits"})
"""Properties that are tensors; https://docs.pytorch.org/docs/stable/distributions.html."""
_ITSELF: Final = "expand"
_OF_TWO: Final = f"{_PLACE}kl_divergence"


class Distributions(Modules):
    """Instances; those of distributions know more."""

    def attribute(self, obj: Instance, name: str, node: ast.AST) -> Value:
        """A parameter: what it was made with, in the shape and form that torch gives it."""
        if self.world.is_thorough and kind_of(obj) is not None:
            held = self.world.state.held(obj, name)
            if name in _TOLD or self.operations.is_tensor(held):
                return self.autograd.operation(name, [obj], node, None)
        return super().attribute(obj, name, node)

    def inherited(self, obj: Instance, name: str, given: Arguments, node: ast.AST) -> Value:
        """A method of ``torch.distributions``: of what it holds it computes a tensor."""
        kind = kind_of(obj)
        if kind is None:
            return super().inherited(obj, name, given, node)
        if name == "__init__":
            fill(self.world, obj, kind, given)
            return NONE
        if name in _DRAWN:
            return self.autograd.leaf(node)
        if name == _ITSELF:
            return obj
        if name not in answers()["distribution"]:
            return self.world.unknown(name)
        return self.autograd.operation(name, [obj, *given.all], node, None)


def kind_of(obj: Instance) -> str | None:
    """The class of ``torch.distributions`` that an object's class is or derives from."""
    paths = (each.path for each in mro_of(obj.cls) if isinstance(each, Symbol))
    names = (each.rpartition(".")[2] for each in paths if each.startswith(_PLACE))
    return next((each for each in names if each in knowledge().distributions), None)


def fill(world: Machine, obj: Instance, kind: str, given: Arguments) -> None:
    """Keep what a distribution is made with, by the names of the constructor."""
    names = knowledge().distributions[kind].parameters
    for name, value in (*zip(names, given.positional, strict=False), *given.keywords.items()):
        world.state.set_attribute(obj, name, value)


def library(operations: Operations) -> Callable[[str], Model | None]:
    """The classes of ``torch.distributions``."""

    def found(path: str) -> Model | None:
        kind = path.rpartition(".")[2]
        if path == _OF_TWO:
            return lambda world, given, node: operations.autograd.operation(
                kind, given.all, node, None
            )
        if not path.startswith(_PLACE) or kind not in knowledge().distributions:
            return None

        def made(world: Machine, given: Arguments, node: ast.AST) -> Value:
            obj = Instance(Symbol(path), world.state.tick())
            fill(world, obj, kind, given)
            return obj

        return made

    return found
