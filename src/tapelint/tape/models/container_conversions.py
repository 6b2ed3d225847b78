"""What is made of whole containers: keywords, containers of another kind, concatenations."""

from __future__ import annotations

from tapelint.tape.domain.values import (
    ContainerKind,
    ContainerRecord,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models.containers import extend, key_of


def concatenated(machine: Machine, one: ContainerRecord, other: Value) -> Value:
    """``one + other``."""
    joined = machine.new_container(one.kind, one.items, one.rest, (), one.is_open, one.orders)
    extend(machine, joined, other)
    return joined


def as_keywords(machine: Machine, value: Value) -> list[tuple[str, Value]] | None:
    """The keywords of ``**value``, where all of them are known."""
    record = machine.container_record(value)
    if record is None or record.kind is not ContainerKind.DICT or record.rest or record.is_open:
        return None
    pairs = list(zip(record.keys, record.items, strict=False))
    named = [(key, each) for key, each in pairs if isinstance(key, str)]
    return named if len(named) == len(pairs) else None


def as_kind(machine: Machine, kind: ContainerKind, value: Value | None) -> Value:
    """``list(value)``, ``tuple(value)`` and the like."""
    if value is None:
        return machine.new_container(kind)
    record = machine.container_record(value)
    if record is None:
        return machine.new_container(kind, is_open=True)
    if record.kind is ContainerKind.DICT:
        return machine.new_container(kind, rest=(key_of(record),))
    return machine.new_container(kind, record.items, record.rest, (), record.is_open, record.orders)
