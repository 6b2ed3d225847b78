"""Modules that hold modules: ``Sequential``, ``ModuleList``, ``ModuleDict``, and their like."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tapelint.source import tree
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.path_conditions import chosen
from tapelint.tape.domain.summary_items import bag
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Container,
    ContainerKind,
    ContainerRecord,
    Instance,
    LibraryObject,
    Number,
    Text,
    Unknown,
    Value,
    options_of,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import containers
from tapelint.torch_api.families import families

_DEEPEST = 3
ARGUMENTS = "(arguments)"
"""The attribute under which a container of modules keeps what it was made with."""
LISTS = frozenset(f"torch.nn.{name}" for name in families().lists_of_modules)
DICTS = frozenset(f"torch.nn.{name}" for name in families().dicts_of_modules)
HOLDERS = LISTS | DICTS
"""What does nothing but hold modules or parameters."""
_OF_PARAMETERS = frozenset({"torch.nn.ParameterList", "torch.nn.ParameterDict"})


def kind_of(value: Value) -> str:
    """The canonical name of the class of torch's that an object is of, or derives from; or ""."""
    if isinstance(value, LibraryObject):
        return value.kind
    return value.unit.layer if isinstance(value, Instance) and value.unit is not None else ""


def hold(machine: Machine, made: LibraryObject | Instance, arguments: Arguments) -> None:
    """Put into a new container of modules what it is made with."""
    kind = kind_of(made)
    if kind in LISTS:
        inner = machine.new_container(ContainerKind.TUPLE)
        for given_value in arguments.values:
            value = kept(machine, kind, given_value)
            if machine.container_record(value) is not None:
                containers.extend(machine, inner, value)
            else:
                containers.add(machine, inner, value)
        machine.set_attribute(made, ARGUMENTS, inner)
    if kind in DICTS:
        given = arguments.at(0)
        given = kept(machine, kind, given) if given is not None else None
        held = machine.container_record(given) if given is not None else None
        is_open = bool(arguments.spread) or (given is not None and held is None)
        inner = machine.new_container(ContainerKind.DICT, is_open=is_open)
        if held is not None and held.kind is ContainerKind.DICT:
            inner = machine.new_container(
                ContainerKind.DICT, held.items, held.rest, held.keys, held.is_open
            )
        machine.set_attribute(made, ARGUMENTS, inner)


def kept(machine: Machine, kind: str, value: Value) -> Value:
    """What a holder keeps of a value: of plain tensors, a list of parameters makes parameters."""
    if kind not in _OF_PARAMETERS:
        return value
    held = machine.container_record(value)
    if held is not None:
        items = tuple(kept(machine, kind, each) for each in held.items)
        rest = tuple(kept(machine, kind, each) for each in held.rest)
        return machine.new_container(held.kind, items, rest, held.keys, held.is_open)
    record = machine.tensor_record(value)
    if record is None or record.is_parameter:
        return value
    return machine.new_tensor(
        record.made_at,
        Truth.YES,
        Truth.YES,
        is_parameter=True,
        storage=record.storage,
        counter=record.counter,
    )


def dict_of(machine: Machine, owner: Value) -> Container | None:
    """The dict in a ``ModuleDict`` or ``ParameterDict``, or ``None`` for anything else."""
    return None if kind_of(owner) not in DICTS else _arguments_of(machine, owner)


def loosen(machine: Machine, owner: LibraryObject) -> None:
    """A layer is put in or replaced at a place that is not followed: there may be any others."""
    inner, held = _arguments_of(machine, owner), _held(machine, owner)
    if held is not None and inner is not None:
        machine.state.set(inner.identity, replace(held, is_open=True))


def is_list(value: Value) -> bool:
    """Whether a value is a ``Sequential`` or a ``ModuleList``."""
    return kind_of(value) in LISTS


def append(machine: Machine, owner: Value, child: Value) -> None:
    """``owner.append(child)``."""
    inner = _arguments_of(machine, owner)
    if inner is not None:
        containers.add(machine, inner, kept(machine, kind_of(owner), child))


def extend(machine: Machine, owner: Value, others: Value) -> None:
    """``owner.extend(others)`` and ``owner += others``."""
    inner = _arguments_of(machine, owner)
    if inner is not None:
        added = _arguments_of(machine, others) if is_list(others) else others
        containers.extend(machine, inner, kept(machine, kind_of(owner), added or UNKNOWN))


def part(machine: Machine, owner: Value, bounds: slice | None) -> Value:
    """``owner[start:stop]`` of a list of modules; ``None`` where a bound is not known."""
    held = _held(machine, owner) if is_list(owner) else None
    if held is None:
        return UNKNOWN
    made = machine.new_object(kind_of(owner))
    inner = machine.new_container(ContainerKind.TUPLE, rest=bag(held.held), is_open=True)
    if bounds is not None and bounds.step != 0 and in_order(machine, owner):
        inner = machine.new_container(ContainerKind.TUPLE, held.items[bounds])
    machine.set_attribute(made, ARGUMENTS, inner)
    return made


def may_change_objects(machine: Machine, owner: Value, depth: int = 0) -> bool:
    """Whether a call of it calls objects of the project's classes, which may change themselves."""
    return depth < _DEEPEST and any(
        isinstance(option, Instance) or may_change_objects(machine, option, depth + 1)
        for each in children(machine, owner)
        for option in options_of(each)
    )


def child(machine: Machine, owner: Value, index: Value) -> Value:
    """``owner[index]`` of what holds modules."""
    inner = dict_of(machine, owner)
    if inner is not None:
        record = machine.container_record(inner)
        if getattr(index, "value", None) is None and record is not None:
            # Which one it is may change from call to call.
            return UNKNOWN if record.is_open else machine.any_of(record.held)
        return containers.get_item(machine, inner, index)
    held = children(machine, owner)
    if not held:
        return UNKNOWN
    at = index.value if isinstance(index, Number) else None
    if isinstance(at, int) and in_order(machine, owner):
        return held[at] if -len(held) <= at < len(held) else UNKNOWN
    return machine.any_of(held)


def named_child(machine: Machine, owner: Value, name: str) -> Value | None:
    """``owner.name`` of a ``ModuleDict``, whose modules are attributes, too."""
    inner = dict_of(machine, owner)
    record = machine.container_record(inner) if inner is not None else None
    if inner is None or record is None or name not in record.keys:
        return None
    return containers.get_item(machine, inner, Text(name))


def call_in_turn(
    machine: Machine,
    network: Value,
    value: Value,
    node: tree.Call,
    meet_another: Callable[[Machine, Value], None],
) -> Value | None:
    """What a ``Sequential`` gives; ``None`` where its layers or their order are not known.

    Where a loop or a branch has filled it, each way in which it may be filled is followed.

    Args:
        machine: The machine.
        network: The ``Sequential``.
        value: What it is given.
        node: The call.
        meet_another: Told of a layer that stands for many before each call of it.
    """
    held, orders = _held(machine, network), orders_of(machine, network)
    if held is None or not orders:
        return None
    inner = _arguments_of(machine, network)
    choice = inner.identity if inner is not None else 0
    ways = frozenset(range(len(orders)))
    many = standing_for_many(machine, network)

    def run(layer: Value, given: Value) -> Value:
        if layer in many:
            meet_another(machine, layer)
        return machine.call(layer, Arguments(((given, node),)), node)

    found = _run_orders(machine, orders, ways, 0, value, choice, run)
    return None if held.rest and type(found) is Unknown else found


def _run_orders(
    machine: Machine,
    orders: tuple[tuple[Value, ...], ...],
    ways_left: frozenset[int],
    at: int,
    value: Value,
    choice: int,
    run: Callable[[Value, Value], Value],
) -> Value:
    """The layers from the place ``at`` on, of those of the orders that are left.

    What all of them begin with is run once.
    """
    while True:
        ways: dict[Value | None, set[int]] = {}
        for each in sorted(ways_left):
            ways.setdefault(orders[each][at] if at < len(orders[each]) else None, set()).add(each)
        if len(ways) > 1:
            break
        (layer,) = ways
        if layer is None:
            return value
        value = run(layer, value)
        at += 1
    runs = [
        (
            chosen(choice, len(orders), frozenset(way)),
            partial(_run_orders, machine, orders, frozenset(way), at, value, choice, run),
        )
        for way in ways.values()
    ]
    return machine.alternatives(runs, choice)


def in_order(machine: Machine, owner: Value) -> bool:
    """Whether it is known which modules a ``Sequential`` holds, and in which order."""
    held = _held(machine, owner)
    return held is not None and not held.rest and not held.is_open


def children(machine: Machine, owner: Value) -> tuple[Value, ...]:
    """The modules in a ``Sequential`` or ``ModuleList``, as far as they are known."""
    held = _held(machine, owner)
    return held.held if held else ()


def orders_of(machine: Machine, owner: Value) -> tuple[tuple[Value, ...], ...]:
    """The modules in a list of modules, in order, for each way in which it may be filled.

    Nobody makes a list of no modules: the loops that fill one are taken to run.
    """
    held = _held(machine, owner) if is_list(owner) else None
    return tuple(filter(None, held.sequences)) if held is not None else ()


def standing_for_many(machine: Machine, owner: Value) -> frozenset[Value]:
    """The modules in a list of modules of which each stands for many: those of a comprehension."""
    held = _held(machine, owner)
    return frozenset(held.rest) if held is not None else frozenset()


def _held(machine: Machine, owner: Value) -> ContainerRecord | None:
    value = _arguments_of(machine, owner)
    return machine.container_record(value) if value is not None else None


def _arguments_of(machine: Machine, owner: Value) -> Container | None:
    record = machine.attributes(owner)
    value = record.get(ARGUMENTS) if record else None
    return value if isinstance(value, Container) else None
