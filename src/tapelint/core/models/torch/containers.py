"""Modules that hold others: sequences, lists and dictionaries of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import partial
from typing import Final

from tapelint.core.autograd.graph import HAS_ESCAPED, LEFT_TO_TRAIN, REQUIRES_GRAD, Tensor
from tapelint.core.domain.certainty import NO, YES
from tapelint.core.domain.fields import Items, any_of_these
from tapelint.core.domain.objects import ITEMS, Collection, Dictionary, Instance
from tapelint.core.domain.values import Item, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import ModuleFacts, knowledge

PLAIN: Final = ModuleFacts((), (), (), frozenset(), True, {}, frozenset(), "", ())
"""What is known of ``torch.nn.Module`` itself: it has nothing of its own."""


def held_by(world: Machine, name: str, given: Arguments) -> Value | None:
    """What a container of modules is made with; ``None`` for another class."""
    is_dict = name in families().dicts_of_modules
    if not is_dict and name != "Sequential" and name not in families().lists_of_modules:
        return None
    state, first = world.state, given.positional[0] if given.positional else None
    if len(given.positional) == 1 and isinstance(first, Dictionary):
        if is_dict:
            return first
        values = world.models.call_method(first, "values", Arguments(), ast.Pass())
        return values if isinstance(values, Collection) else None
    if name != "Sequential" and first is not None:
        items = world.models.items(first, ast.Pass())
        known = Items((), world.unknown("module")) if items is None else items
        return Collection("list", known, state.tick())
    if is_dict:
        return Dictionary(state.tick())
    return Collection("list", given.items(world.unknown("module")), state.tick())


def as_parameters(world: Machine, held: Value) -> Value:
    """What ``ParameterList`` makes of what it is given: of each tensor one of its memory."""
    state, made_of = world.state, partial(parameter, world)
    if isinstance(held, Dictionary):
        made = Dictionary(state.tick())
        for key in held.cells:
            if isinstance(key, Item):
                value = world.each(state.attribute(held, key), made_of)
                state.set_attribute(made, key, value)
        return made
    items = state.get(held, ITEMS) if isinstance(held, Collection) else Items()
    known = tuple(world.each(each, made_of) for each in items.known)
    return Collection("list", Items(known, items.rest), state.tick())


def as_kept(world: Machine, layer: tuple[str, object] | None, given: Arguments) -> Arguments:
    """What a container keeps of what one of its methods is given, by its class."""
    if layer is None or not layer[0].startswith("Parameter"):
        return given
    kept = [world.each(each, partial(parameter, world)) for each in given.positional]
    return Arguments(kept, given.keywords, given.is_open, given.more)


def listed(world: Machine, found: tuple[Value, ...], is_open: bool) -> Value:
    """What goes over parameters; one of layers that nobody sees stands for any number of them."""
    items = Items(found, None if found else world.unknown("parameter"))
    if is_open and world.is_thorough:
        items = any_of_these(found)
    return Collection("iterator", items, world.state.tick())


def place(name: str) -> tuple[bool, bool]:
    """In which order layers keep their parameters: weights before biases."""
    return "bias" in name, "_hh" in name


def tensors_of(layer: ModuleFacts) -> list[str]:
    """The names of a layer's parameters and buffers, in their order."""
    return [*sorted(layer.parameters, key=place), *layer.buffers]


def tensors_in(modules: Iterable[Instance]) -> list[Tensor]:
    """The parameters and buffers of modules, as far as anybody has met them."""
    held = (each for module in modules for each in module.cells.values())
    return [each for each in held if isinstance(each, Tensor)]


def parameter(world: Machine, value: Value) -> Value:
    """What a list of parameters keeps for a value."""
    if not isinstance(value, Tensor) or value.is_parameter:
        return value
    made = Tensor(value.node, world.state.tick(), value.counter, is_parameter=True)
    made.cells[REQUIRES_GRAD] = YES
    return made


def tensor_of(world: Machine, module: Instance, *, is_parameter: bool) -> Tensor:
    """A parameter or a buffer that a layer of torch's has had since it was made."""
    made = Tensor(None, 0, is_parameter=is_parameter)
    trains = LEFT_TO_TRAIN if world.state.get(module, HAS_ESCAPED) else YES
    made.cells[REQUIRES_GRAD] = trains if is_parameter else NO
    return made


def row_of(path: str) -> tuple[str, ModuleFacts] | None:
    """A class of ``torch.nn``, with what is known of it."""
    name = path.rpartition(".")[2] if path.startswith("torch.nn.") else ""
    facts = PLAIN if name == "Module" else knowledge().modules.get(name)
    return None if facts is None else (name, facts)
