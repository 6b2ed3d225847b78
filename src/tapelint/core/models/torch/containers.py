"""Modules that hold others: sequences, lists and dictionaries of them."""

from __future__ import annotations

import ast

from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import Collection, Dictionary
from tapelint.core.domain.values import Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.torch_api.families import families


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
