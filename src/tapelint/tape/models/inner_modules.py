"""The modules in a module: what ``children()``, ``modules()`` and ``apply`` go over."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.values import (
    ANY_MODULE,
    UNKNOWN,
    ContainerKind,
    Either,
    Instance,
    LibraryObject,
    Text,
    Unknown,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import layers
from tapelint.tape.models.module_parameters import (
    DEEPEST,
    OPAQUE,
    facts_of,
    is_network,
    may_be_unfrozen,
)

MOST_MODULES = 24
"""How many modules in a module are gone over one by one."""
Named = tuple[str, Value]


def listed(machine: Machine, owner: Value, method: str) -> Value:
    """``owner.children()`` and its like.

    An unknown module stands at the end for all that are not known of.
    """
    is_deep = method.endswith("modules")
    found = _all(machine, owner, "") if is_deep else _children(machine, owner)
    if any(type(each) is not Instance and type(each) is not LibraryObject for _, each in found):
        may_be_unfrozen(machine, owner)
    if len(found) > MOST_MODULES:
        may_be_unfrozen(machine, owner)
        return of_unknown(machine, method)
    items: tuple[Value, ...]
    if method.startswith("named_"):
        pairs = ((Text(name or None), each) for name, each in found)
        items = tuple(machine.new_container(ContainerKind.TUPLE, pair) for pair in pairs)
    else:
        items = tuple(each for _, each in found)
    return machine.new_container(ContainerKind.ITERATOR, items)


def at_path(machine: Machine, owner: Value, path: Value | None) -> Value:
    """``owner.get_submodule("encoder.0")``."""
    name = path.value if isinstance(path, Text) else None
    return dict(_all(machine, owner, "")).get(name or "?", ANY_MODULE)


def of_unknown(machine: Machine, method: str) -> Value:
    """The same of something of which nothing is known but that it has such a method."""
    item: Value = ANY_MODULE
    if method.startswith("named_"):
        item = machine.new_container(ContainerKind.TUPLE, (Text(None), ANY_MODULE))
    return machine.new_container(ContainerKind.ITERATOR, rest=(item,))


def apply(machine: Machine, owner: Value, function: Value, node: tree.Call) -> None:
    """``owner.apply(function)``: the function is given each module, the innermost first."""
    if isinstance(function, Unknown):
        return
    found = [each for _, each in _all(machine, owner, "")]
    for each in reversed(found) if len(found) <= MOST_MODULES else (ANY_MODULE,):
        machine.call(function, Arguments(((each, node),)), node)


def _all(machine: Machine, owner: Value, name: str, depth: int = 0) -> list[Named]:
    """A module and all that are in it."""
    found = [(name, owner)]
    if depth > DEEPEST:
        return [*found, ("", ANY_MODULE)]
    for inner, child in _children(machine, owner):
        path = f"{name}.{inner}" if name and inner else inner
        found += _all(machine, child, path, depth + 1) if is_network(child) else [(path, child)]
    return list({each: (path, each) for path, each in reversed(found)}.values())[::-1]


def _children(machine: Machine, owner: Value) -> list[Named]:
    """The modules that a module holds itself."""
    record = machine.attributes(owner)
    if record is None or layers.kind_of(owner) == OPAQUE:
        return [("", ANY_MODULE)]
    found: list[Named] = []
    is_open = isinstance(owner, Instance) and not record.attributes
    kind, facts = layers.kind_of(owner), facts_of(owner)
    if kind in layers.HOLDERS:
        held = machine.container_record(record.get(layers.ARGUMENTS) or UNKNOWN)
        is_open = held is None or held.is_open or bool(held.rest)
        for at, each in enumerate(held.held if held is not None else ()):
            key = held.keys[at] if held is not None and at < len(held.keys) else at
            found.append((str(key), each))
    elif isinstance(owner, LibraryObject):
        is_open = facts is None or facts.has_submodules
    for name, value in record.attributes:
        if name == layers.ARGUMENTS:
            continue
        if is_network(value):
            found.append((name, value))
        elif isinstance(value, (Either, Unknown)):
            is_open = True
    return [*found, ("", ANY_MODULE)] if is_open else found
