"""Python's containers: what they hold and what their methods do."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from tapelint.tape.frames import Arguments
from tapelint.tape.joining import bag
from tapelint.tape.machine import Machine
from tapelint.tape.values import (
    NONE,
    UNKNOWN,
    Container,
    ContainerKind,
    ContainerRecord,
    NoneValue,
    Number,
    Text,
    Use,
    Value,
)

MOST_ITEMS = 64
"""How many items a container is followed with at known places."""


def element(machine: Machine, value: Value) -> Value:
    """What iterating over a container gives, as one value."""
    record = machine.container_record(value)
    if record is None:
        return UNKNOWN
    if record.kind is ContainerKind.DICT:
        return _key_of(record)
    joined = machine.one_of(machine.any_of(record.held))
    return machine.join(joined, UNKNOWN) if record.is_open and record.held else joined


def _key_of(record: ContainerRecord) -> Value:
    if record.keys and all(isinstance(key, str) for key in record.keys):
        return Text(None)
    return UNKNOWN


def add(machine: Machine, container: Container, value: Value) -> None:
    """Put a value behind the known items."""
    record = machine.container_record(container)
    if record is None:
        return
    if record.rest or record.is_open or len(record.items) >= MOST_ITEMS:
        machine.state.set(container.identity, replace(record, rest=bag((*record.rest, value))))
    else:
        machine.state.set(container.identity, replace(record, items=(*record.items, value)))


def extend(machine: Machine, container: Container, other: Value) -> None:
    """Put all items of another container behind the known items."""
    record, added = machine.container_record(container), machine.container_record(other)
    if record is None:
        return
    if added is None:
        machine.state.set(container.identity, replace(record, is_open=True))
        return
    if not record.rest and not record.is_open and len(record.items) + len(added.items) < MOST_ITEMS:
        merged = replace(
            record,
            items=(*record.items, *added.items),
            rest=added.rest,
            is_open=added.is_open,
        )
    else:
        merged = replace(
            record,
            rest=bag((*record.rest, *added.held)),
            is_open=record.is_open or added.is_open,
        )
    machine.state.set(container.identity, merged)


def get_item(machine: Machine, container: Container, index: Value | None) -> Value:
    """``container[index]``; ``None`` for a slice."""
    record = machine.container_record(container)
    if record is None:
        return UNKNOWN
    if index is None:
        return machine.new_container(
            ContainerKind.LIST if record.kind is ContainerKind.LIST else ContainerKind.TUPLE,
            rest=bag(record.held),
            is_open=record.is_open,
        )
    if record.kind is ContainerKind.DICT:
        return _get_key(machine, record, index)
    if isinstance(index, Number) and isinstance(index.value, int) and not record.rest:
        at = index.value
        if not record.is_open and -len(record.items) <= at < len(record.items):
            return record.items[at]
    if record.is_open:
        return UNKNOWN
    return machine.one_of(machine.any_of(record.held))


def _get_key(machine: Machine, record: ContainerRecord, index: Value) -> Value:
    key = getattr(index, "value", None)
    if key is not None:
        for known, value in zip(record.keys, record.items, strict=False):
            if known == key:
                return value
        return UNKNOWN
    return UNKNOWN if record.is_open else machine.any_of(record.held)


def set_item(machine: Machine, container: Container, index: Value | None, value: Value) -> None:
    """``container[index] = value``."""
    record = machine.container_record(container)
    if record is None:
        return
    key = getattr(index, "value", None)
    if record.kind is ContainerKind.DICT:
        if isinstance(key, (str, int)):
            entries = dict(zip(record.keys, record.items, strict=False))
            entries[key] = value
            changed = replace(record, keys=tuple(entries), items=tuple(entries.values()))
        else:
            changed = replace(record, rest=bag((*record.rest, value)))
    elif isinstance(key, int) and not record.rest and 0 <= key < len(record.items):
        items = list(record.items)
        items[key] = value
        changed = replace(record, items=tuple(items))
    elif index is None:
        new = machine.container_record(value)
        changed = replace(new, kind=record.kind) if new is not None else _forgotten(record)
    elif isinstance(value, (Number, Text, NoneValue)):
        # Written in a loop over all places, nothing of what was there may be left.
        changed = ContainerRecord(record.kind, (), (value,), (), True)
    else:
        changed = ContainerRecord(record.kind, (), bag((*record.held, value)), (), record.is_open)
    machine.state.set(container.identity, changed)


def _forgotten(record: ContainerRecord) -> ContainerRecord:
    return ContainerRecord(record.kind, (), (), (), True)


def call_method(
    machine: Machine, container: Container, name: str, arguments: Arguments, node: cst.Call
) -> Value:
    """A method of a list, tuple, dict, set or deque."""
    record = machine.container_record(container)
    if record is None:
        return UNKNOWN
    first = arguments.at(0)
    if name in {"append", "add", "appendleft"} and first is not None:
        machine.use(first, Use.STORED, node)
        add(machine, container, first)
        return NONE
    if name == "insert" and len(arguments.positional) == 2:
        machine.state.set(
            container.identity,
            ContainerRecord(
                record.kind,
                (),
                bag((*record.held, arguments.positional[1][0])),
                (),
                record.is_open,
            ),
        )
        return NONE
    if name in {"extend", "extendleft"} and first is not None:
        extend(machine, container, first)
        return NONE
    if name == "update":
        return _update(machine, container, record, arguments)
    if name == "clear":
        clear(machine, container)
        return NONE
    if name == "copy":
        return machine.new_container(
            record.kind, record.items, record.rest, record.keys, record.is_open
        )
    if name in {"pop", "popleft", "get", "setdefault"}:
        return _take(machine, container, record, name, arguments)
    if name == "values" and not record.rest and not record.is_open:
        return machine.new_container(ContainerKind.DICT_VIEW, record.items)
    if name == "values":
        return machine.new_container(
            ContainerKind.DICT_VIEW, rest=bag(record.held), is_open=record.is_open
        )
    if name == "keys":
        return machine.new_container(ContainerKind.DICT_VIEW, rest=(_key_of(record),))
    if name == "items":
        return _items(machine, record)
    if name in {"index", "count", "__len__"}:
        return Number()
    # ``reverse``, ``remove`` and the like: anything may be anywhere, or gone.
    changed = ContainerRecord(record.kind, (), bag(record.held), (), True)
    machine.state.set(container.identity, changed)
    return UNKNOWN


def _update(
    machine: Machine, container: Container, record: ContainerRecord, arguments: Arguments
) -> Value:
    other = machine.container_record(arguments.at(0) or UNKNOWN)
    entries = dict(zip(record.keys, record.items, strict=False))
    if other is not None:
        entries.update(zip(other.keys, other.items, strict=False))
    for keyword, value, _ in arguments.keywords:
        entries[keyword] = value
    machine.state.set(
        container.identity,
        ContainerRecord(
            record.kind,
            tuple(entries.values()),
            bag((*record.rest, *(other.rest if other else ()))),
            tuple(entries),
            record.is_open or (other is None and bool(arguments.positional)),
        ),
    )
    return NONE


def _take(
    machine: Machine,
    container: Container,
    record: ContainerRecord,
    name: str,
    arguments: Arguments,
) -> Value:
    first = arguments.at(0)
    if record.kind is ContainerKind.DICT:
        found = _get_key(machine, record, first or UNKNOWN)
        default = arguments.at(1)
        if name == "pop":
            remove(machine, container, first)
        return machine.join(found, default) if default is not None else found
    last = Number(value=0 if name == "popleft" else -1)
    index = first if first is not None else last
    found = get_item(machine, container, index)
    remove(machine, container, index)
    return found


def clear(machine: Machine, container: Container) -> None:
    """``container.clear()`` and ``del container[:]``: nothing is left."""
    record = machine.container_record(container)
    if record is not None:
        machine.state.set(container.identity, ContainerRecord(record.kind))


def remove(machine: Machine, container: Container, index: Value | None) -> None:
    """``del container[index]``: where it is not known what goes, anything may have gone."""
    record = machine.container_record(container)
    if record is None:
        return
    at = getattr(index, "value", None)
    if record.kind is ContainerKind.DICT and at is not None:
        entries = dict(zip(record.keys, record.items, strict=False))
        entries.pop(at, None)
        kept = replace(record, keys=tuple(entries), items=tuple(entries.values()))
    elif isinstance(at, int) and not record.rest and -len(record.items) <= at < len(record.items):
        items = list(record.items)
        del items[at]
        kept = replace(record, items=tuple(items))
    else:
        kept = ContainerRecord(record.kind, (), bag(record.held), (), True)
    machine.state.set(container.identity, kept)


def _items(machine: Machine, record: ContainerRecord) -> Value:
    pairs = tuple(
        machine.new_container(
            ContainerKind.TUPLE, (Text(key) if isinstance(key, str) else UNKNOWN, value)
        )
        for key, value in zip(record.keys, record.items, strict=False)
    )
    rest = tuple(
        machine.new_container(ContainerKind.TUPLE, (UNKNOWN, value)) for value in record.rest
    )
    if not rest and not record.is_open:
        return machine.new_container(ContainerKind.DICT_VIEW, pairs)
    return machine.new_container(
        ContainerKind.DICT_VIEW, rest=bag((*pairs, *rest)), is_open=record.is_open
    )


def as_kind(machine: Machine, kind: ContainerKind, value: Value | None) -> Value:
    """``list(value)``, ``tuple(value)`` and the like."""
    if value is None:
        return machine.new_container(kind)
    record = machine.container_record(value)
    if record is None:
        return machine.new_container(kind, is_open=True)
    if record.kind is ContainerKind.DICT:
        return machine.new_container(kind, rest=(_key_of(record),))
    return machine.new_container(kind, record.items, record.rest, (), record.is_open)
