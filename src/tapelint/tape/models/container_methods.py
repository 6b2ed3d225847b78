"""The methods of lists, tuples, dicts, sets and deques."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tapelint.source import tree
from tapelint.tape.autograd import kept_graphs
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.summary_items import bag
from tapelint.tape.domain.terms import Use
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Container,
    ContainerKind,
    ContainerRecord,
    Number,
    Text,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import containers
from tapelint.tape.syntax import receiver


class _Call(NamedTuple):
    """A call of a method.

    Attributes:
        machine: The machine.
        container: What the method is of.
        record: What is known of it.
        name: The method's name.
        arguments: What it is given.
        node: The call.
    """

    machine: Machine
    container: Container
    record: ContainerRecord
    name: str
    arguments: Arguments
    node: tree.Call

    @property
    def first(self) -> Value | None:
        """The first argument."""
        return self.arguments.at(0)

    def change(self, record: ContainerRecord) -> Value:
        """Give the container another record; such a method returns nothing."""
        containers.change(self.machine, self.container, record)
        return NONE

    def view(
        self,
        items: tuple[Value, ...] = (),
        rest: tuple[Value, ...] = (),
        *,
        is_open: bool = False,
        orders: tuple[tuple[Value, ...], ...] = (),
    ) -> Value:
        """A view of a dict."""
        kind = ContainerKind.DICT_VIEW
        return self.machine.new_container(kind, items, rest, is_open=is_open, orders=orders)


def call_method(
    machine: Machine, container: Container, name: str, arguments: Arguments, node: tree.Call
) -> Value:
    """A method of a list, tuple, dict, set or deque."""
    record = machine.container_record(container)
    if record is None:
        return UNKNOWN
    run = _METHODS.get(name)
    if name in _PUTTING:
        call = _Call(machine, container, record, name, arguments, node)
        kept_graphs.note_put(machine, node, receiver(node), container, _put(call))
    found = run(_Call(machine, container, record, name, arguments, node)) if run else None
    if found is not None:
        return found
    # ``remove`` and the like: anything may be anywhere, or gone.
    containers.change(
        machine, container, ContainerRecord(record.kind, (), bag(record.held), (), True)
    )
    return UNKNOWN


def _put(call: _Call) -> Iterator[tuple[Value, tree.BaseExpression]]:
    """What a call puts beside all that is there, with its expressions."""
    given, machine = call.arguments.positional, call.machine
    if call.name not in {"setdefault", "update"}:
        yield from given[-1:]
        return
    into = receiver(call.node)
    if into is None or call.record.kind is not ContainerKind.DICT or not given:
        return
    (key, written), value = given[0], given[-1]
    if call.name == "update":
        entries = written.elements if isinstance(written, tree.Dict) else []
        keys = [each.key for each in entries if isinstance(each, tree.DictElement)]
        key, written = UNKNOWN, keys[0] if len(keys) == 1 else written
    if kept_graphs.is_counted_key(machine, key, written, into):
        yield value


def _add(call: _Call) -> Value | None:
    first = call.first
    if first is None:
        return None
    call.machine.use(first, Use.STORED, call.node)
    containers.add(call.machine, call.container, first)
    return NONE


def _insert(call: _Call) -> Value | None:
    given, record = call.arguments.positional, call.record
    if len(given) != 2:
        return None
    held = bag((*record.held, given[1][0]))
    return call.change(ContainerRecord(record.kind, (), held, (), record.is_open))


def _extend(call: _Call) -> Value | None:
    first = call.first
    if first is None:
        return None
    containers.extend(call.machine, call.container, first)
    return NONE


def _set_default(call: _Call) -> Value | None:
    record, given = call.record, call.arguments.values
    if record.kind is not ContainerKind.DICT or len(given) != 2:
        return _take(call)
    first = call.first or UNKNOWN
    key = getattr(first, "value", None)
    if key not in record.keys and not (key is None and record.held):
        containers.set_item(call.machine, call.container, first, given[1])
    return containers.get_item(call.machine, call.container, first)


def _update(call: _Call) -> Value | None:
    record, arguments = call.record, call.arguments
    other = call.machine.container_record(call.first or UNKNOWN)
    entries = dict(zip(record.keys, record.items, strict=False))
    if other is not None:
        entries.update(zip(other.keys, other.items, strict=False))
    for keyword, value, _ in arguments.keywords:
        entries[keyword] = value
    return call.change(
        replace(
            record,
            items=tuple(entries.values()),
            rest=bag((*record.rest, *(other.rest if other else ()))),
            keys=tuple(entries),
            is_open=record.is_open or (other is None and bool(arguments.positional)),
            orders=(),
        )
    )


def _clear(call: _Call) -> Value | None:
    containers.clear(call.machine, call.container)
    return NONE


def _copy(call: _Call) -> Value | None:
    record = call.record
    return call.machine.new_container(
        record.kind, record.items, record.rest, record.keys, record.is_open, record.orders
    )


def _take(call: _Call) -> Value | None:
    machine, container, record, first = call.machine, call.container, call.record, call.first
    if record.kind is ContainerKind.DICT:
        found = containers.get_key(machine, record, first or UNKNOWN)
        default = call.arguments.at(1)
        if call.name == "pop":
            containers.remove(machine, container, first)
        key = getattr(first, "value", None)
        is_missing = key is not None and key not in record.keys
        if is_missing and default is not None and not record.rest and not record.is_open:
            return default
        return machine.join(found, default) if default is not None else found
    last = Number(value=0 if call.name == "popleft" else -1)
    index = first if first is not None else last
    found = containers.get_item(machine, container, index)
    containers.remove(machine, container, index)
    return found


def _items(call: _Call) -> Value | None:
    machine, record = call.machine, call.record
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


def _values(call: _Call) -> Value | None:
    record = call.record
    if not record.rest and not record.is_open:
        return call.view(record.items)
    return call.view(rest=bag(record.held), is_open=record.is_open, orders=record.orders)


def _keys(call: _Call) -> Value | None:
    return call.view(rest=(containers.key_of(call.record),))


def _count(call: _Call) -> Value | None:
    return Number()


def _shuffle(call: _Call) -> Value | None:
    record = call.record
    return call.change(ContainerRecord(record.kind, (), bag(record.held), (), record.is_open))


_PUTTING = frozenset(
    {"append", "appendleft", "add", "insert", "extend", "extendleft", "setdefault", "update"}
)
_METHODS: dict[str, Callable[[_Call], Value | None]] = {
    **dict.fromkeys(("append", "add", "appendleft"), _add),
    "insert": _insert,
    **dict.fromkeys(("extend", "extendleft"), _extend),
    "setdefault": _set_default,
    "update": _update,
    "clear": _clear,
    "copy": _copy,
    **dict.fromkeys(("pop", "popleft", "get"), _take),
    "values": _values,
    "keys": _keys,
    "items": _items,
    **dict.fromkeys(("index", "count", "__len__"), _count),
    **dict.fromkeys(("reverse", "sort", "rotate"), _shuffle),
}
"""What each method does; ``None`` where it is not called as it is known."""
