"""What gives back what it is given: networks on more devices, compiled, prepared; scalers."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import Class, Collection, Function
from tapelint.core.domain.values import NONE, Obj, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind
from tapelint.core.models.torch.operations import Number, Operations
from tapelint.torch_api.decorators import may_switch_recording
from tapelint.torch_api.gradient_calls import SCALER_METHODS, is_scaler_class
from tapelint.torch_api.network_wrappers import (
    PREPARING_FUNCTIONS,
    PREPARING_METHODS,
    WRAPPERS,
)


class Scaler(Obj):
    """A ``GradScaler``."""

    __slots__ = ()


class Scalers(Kind[Scaler]):
    """Scalers of losses that are small."""

    def __init__(self, world: Machine, operations: Operations) -> None:
        super().__init__(world)
        self.operations: Final = operations

    def call_method(self, obj: Scaler, name: str, given: Arguments, node: ast.AST) -> Value:
        """A loss is multiplied; an optimiser steps."""
        first = given.get(0, "outputs" if name == "scale" else "optimizer")
        if name == "scale" and first is not None:
            models = self.world.models
            scale = Number("scale")
            return self.world.each(first, lambda one: models.operate("mul", one, scale, node))
        if name == "step" and first is not None:
            return self.world.models.call_method(first, "step", given.rest(), node)
        return NONE if name in SCALER_METHODS else self.world.unknown(name)


def library(operations: Operations) -> Callable[[str], Model | None]:
    """The functions that give back a network, and scalers."""

    def found(path: str) -> Model | None:
        if path in WRAPPERS:
            return lambda world, given, node: given.get(0, WRAPPERS[path]) or world.unknown(path)
        if path in PREPARING_FUNCTIONS:
            return lambda world, given, node: _several(world, given)
        if is_scaler_class(path):
            return lambda world, given, node: Scaler(world.state.tick())
        return None

    return found


def passed_on(world: Machine, name: str, given: Arguments, is_method: bool) -> Value | None:
    """What unknown code gives back of what it is given; ``None`` where nobody knows.

    A decorator gives back a function, unless it may change the mode that it is run in.
    """
    first = given.positional[0] if given.positional else None
    if not is_method and not isinstance(first, (Function, Class)):
        return None
    if is_method:
        return _several(world, given) if name in PREPARING_METHODS and first is not None else None
    is_alone = len(given.positional) == 1 and not given.keywords
    return first if is_alone and not may_switch_recording(name) else None


def _several(world: Machine, given: Arguments) -> Value:
    if len(given.all) == 1:
        return given.all[0]
    return Collection("tuple", Items(given.all), world.state.tick())
