"""Python's containers: what they hold and what their methods do."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.alternatives import is_option
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.summary_items import bag, followed_by
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Array,
    Container,
    ContainerKind,
    ContainerRecord,
    NoneValue,
    Number,
    Tensor,
    Text,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models.naming import labelled

MOST_ITEMS = 64
"""How many items a container is followed with at known places."""


def element(machine: Machine, value: Value) -> Value:
    """What iterating over a container gives, as one value."""
    record = machine.container_record(value)
    if record is None:
        return UNKNOWN
    if record.kind is ContainerKind.DICT:
        return key_of(record)
    joined = machine.one_of(machine.any_of(record.held))
    return machine.join(joined, UNKNOWN) if record.is_open and record.held else joined


def key_of(record: ContainerRecord) -> Value:
    """What is known of every key of a dict: that it is text, or nothing."""
    if record.keys and all(isinstance(key, str) for key in record.keys):
        return Text(None)
    return UNKNOWN


def change(machine: Machine, container: Container, record: ContainerRecord) -> None:
    """Give a container another record; those that it may be have been changed so, or not."""
    machine.state.set(container.identity, record)
    for member in record.members:
        before: ContainerRecord | None = machine.state.get(member)
        if before is not None:
            changed = machine.join_records(before, replace(record, members=before.members))
            machine.state.set(member, changed)


def add(machine: Machine, container: Container, value: Value) -> None:
    """Put a value behind the known items."""
    record = machine.container_record(container)
    if record is None:
        return
    orders = followed_by(record.sequences, ((value,),))
    if record.rest or record.is_open or len(record.items) >= MOST_ITEMS:
        changed = replace(record, rest=bag((*record.rest, value)), orders=orders)
    else:
        kept = orders if record.orders else ()
        changed = replace(record, items=(*record.items, value), orders=kept)
    change(machine, container, changed)


def extend(machine: Machine, container: Container, other: Value) -> None:
    """Put all items of another container behind the known items."""
    record, added = machine.container_record(container), machine.container_record(other)
    if record is None:
        return
    if added is None:
        change(machine, container, replace(record, is_open=True))
        return
    orders = followed_by(record.sequences, added.sequences)
    if not record.rest and not record.is_open and len(record.items) + len(added.items) < MOST_ITEMS:
        merged = replace(
            record,
            items=(*record.items, *added.items),
            rest=added.rest,
            is_open=added.is_open,
            orders=orders if added.rest or added.orders or record.orders else (),
        )
    else:
        merged = replace(
            record,
            rest=bag((*record.rest, *added.held)),
            is_open=record.is_open or added.is_open,
            orders=orders,
        )
    change(machine, container, merged)


def spread_over(machine: Machine, value: Value, star_at: int, count: int) -> list[Value]:
    """``a, *b, c = value``: what each of ``count`` targets gets."""
    record = machine.container_record(value)
    if record is None:
        return [UNKNOWN] * count
    if record.rest or record.is_open or len(record.items) < count - 1:
        parts = [element(machine, value) if not record.is_open else UNKNOWN] * count
        parts[star_at] = machine.new_container(
            ContainerKind.LIST, rest=bag(record.held), is_open=record.is_open
        )
        return parts
    behind = len(record.items) - (count - 1 - star_at)
    middle = machine.new_container(ContainerKind.LIST, record.items[star_at:behind])
    return [*record.items[:star_at], middle, *record.items[behind:]]


def get_slice(machine: Machine, value: Value, bounds: slice | None) -> Value:
    """``container[start:stop:step]``; ``None`` where a bound is not known."""
    record = machine.container_record(value)
    if record is None:
        return UNKNOWN
    if record.kind is ContainerKind.ARRAY:
        return value
    kind = ContainerKind.LIST if record.kind is ContainerKind.LIST else ContainerKind.TUPLE
    if bounds is not None and not record.rest and not record.is_open and bounds.step != 0:
        return machine.new_container(kind, record.items[bounds])
    return machine.new_container(kind, rest=bag(record.held), is_open=record.is_open)


def get_item(
    machine: Machine, container: Value, index: Value, node: tree.Node | None = None
) -> Value:
    """``container[index]``; ``node`` is the expression."""
    record = machine.container_record(container)
    if record is None:
        return UNKNOWN
    if record.kind is ContainerKind.ARRAY:
        return container  # a part of an array is one of numbers; what it was set to is not there
    if record.kind is ContainerKind.DICT:
        if record.default is not None and isinstance(container, Container) and node is not None:
            return _get_or_make(machine, container, record, index, node)
        return get_key(machine, record, index)
    if isinstance(index, Number) and isinstance(index.value, int) and not record.rest:
        at = index.value
        if not record.is_open and -len(record.items) <= at < len(record.items):
            return record.items[at]
    if record.is_open:
        return UNKNOWN
    one = machine.one_of(machine.any_of(record.held))
    return _with_own_memory(machine, one) if _has_value(index) and record.rest else one


def _has_value(index: Value) -> bool:
    return isinstance(index, Number) and index.value is not None


def _with_own_memory(machine: Machine, value: Value) -> Value:
    """The item at a known place, of which only one for all is known: the others lie elsewhere."""
    record = machine.tensor_record(value)
    if not isinstance(value, Tensor) or record is None:
        return value
    # That of a module of which nothing is known stands for all of its parameters.
    stands_for_all = record.is_parameter and record.requires_grad is Truth.UNKNOWN
    if record.members and not stands_for_all:
        return value
    identity = machine.new_identity()
    apart = replace(record, storage=identity, counter=identity, members=())
    machine.state.set(identity, apart)
    return replace(value, identity=identity)


def get_key(machine: Machine, record: ContainerRecord, index: Value) -> Value:
    """The value of a key of a dict."""
    key = getattr(index, "value", None)
    if key is not None:
        for known, value in zip(record.keys, record.items, strict=False):
            if known == key:
                return labelled(value, key) if isinstance(key, str) else value
        return UNKNOWN
    if not record.is_open and not machine.is_in_loop and all(map(is_option, record.held)):
        return machine.one_chosen(record.held)
    return UNKNOWN if record.is_open else machine.any_of(record.held)


def _get_or_make(
    machine: Machine,
    container: Container,
    record: ContainerRecord,
    index: Value,
    node: tree.Node,
) -> Value:
    """``defaultdict(make)[index]``: what is not there yet is made."""
    key = getattr(index, "value", None)
    if key in record.keys or (key is None and record.held):
        return get_key(machine, record, index)
    made = machine.call(record.default or UNKNOWN, Arguments(), node)
    set_item(machine, container, index, made)
    return made


def set_part(
    machine: Machine, container: Container, value: Value, bounds: slice | None, *, is_whole: bool
) -> None:
    """``container[start:stop] = value``, or ``container[:] = value`` for the whole of it.

    Args:
        machine: The machine.
        container: What a part of is set.
        value: What it is set to.
        bounds: The part; ``None`` where it is not known.
        is_whole: Whether all of it is set.
    """
    record, new = machine.container_record(container), machine.container_record(value)
    if record is None:
        return
    if record.kind is ContainerKind.ARRAY:
        changed = replace(record, rest=bag((*record.rest, value)))
    elif new is None:
        changed = _forgotten(record)
    elif is_whole:
        changed = replace(new, kind=record.kind)
    elif bounds is not None and _fits(record, new, bounds):
        items = list(record.items)
        items[bounds] = new.items
        changed = replace(record, items=tuple(items), orders=())
    else:
        held = bag((*record.held, *new.held))
        changed = ContainerRecord(record.kind, (), held, (), is_open=True)
    change(machine, container, changed)


def _fits(record: ContainerRecord, new: ContainerRecord, bounds: slice) -> bool:
    """Whether all items are known, and Python takes so many for a part."""
    if record.rest or record.is_open or new.rest or new.is_open or bounds.step == 0:
        return False
    return bounds.step in {None, 1} or len(record.items[bounds]) == len(new.items)


def set_item(machine: Machine, container: Container, index: Value, value: Value) -> None:
    """``container[index] = value``."""
    record = machine.container_record(container)
    if record is None:
        return
    key = getattr(index, "value", None)
    if record.kind is ContainerKind.ARRAY:
        changed = replace(record, rest=bag((*record.rest, value)))
    elif record.kind is ContainerKind.DICT:
        changed = _with_entry(machine, record, key, value)
    elif isinstance(key, int) and not record.rest and _is_known_place(record, key):
        items = list(record.items)
        items[key] = value
        changed = replace(record, items=tuple(items))
    elif _may_be_any(index) and _has_no_history(machine, value):
        # Written in a loop over all places, nothing of what was there may be left.
        changed = ContainerRecord(record.kind, (), (value,), (), True)
    else:
        changed = ContainerRecord(record.kind, (), bag((*record.held, value)), (), record.is_open)
    change(machine, container, changed)


def _is_known_place(record: ContainerRecord, at: int) -> bool:
    """Whether an item of known place has this index; counted from the end, if all are known."""
    return (0 if record.is_open else -len(record.items)) <= at < len(record.items)


def _may_be_any(index: Value) -> bool:
    """Whether an index is not known, or is the counter of a loop."""
    is_counter = isinstance(index, Number) and index.count is not None
    return is_counter or getattr(index, "value", None) is None


def _with_entry(
    machine: Machine, record: ContainerRecord, key: object, value: Value
) -> ContainerRecord:
    """A dict with one more entry; under a key that is not known it may take any place."""
    if isinstance(key, (str, int, float)):
        entries = dict(zip(record.keys, record.items, strict=False))
        is_new = key not in entries
        entries[key] = value
        orders = followed_by(record.orders, ((value,),)) if is_new else ()
        return replace(record, keys=tuple(entries), items=tuple(entries.values()), orders=orders)
    if not _has_no_history(machine, value):
        orders = followed_by(record.sequences, ((value,),))
        # Of what had no history, nobody knows whether it stands there still.
        items = tuple(
            UNKNOWN if isinstance(each, Tensor) and _has_no_history(machine, each) else each
            for each in record.items
        )
        return replace(record, items=items, rest=bag((*record.rest, value)), orders=orders)
    items, rest = (
        tuple(machine.any_of((each, value)) for each in values)
        for values in (record.items, record.rest)
    )
    return replace(record, items=items, rest=bag((*rest, value)), orders=())


def _has_no_history(machine: Machine, value: Value) -> bool:
    """Whether it is no tensor, or one without a history."""
    record = machine.tensor_record(value)
    if record is not None:
        return record.requires_grad is Truth.NO
    return isinstance(value, (Number, Text, NoneValue, Array))


def _forgotten(record: ContainerRecord) -> ContainerRecord:
    return ContainerRecord(record.kind, (), (), (), True)


def merged_dicts(machine: Machine, left: Value, right: Value) -> Value | None:
    """``left | right`` of two dicts, or ``None`` for anything else."""
    one, two = machine.container_record(left), machine.container_record(right)
    if one is None or two is None:
        return None
    if one.kind is not ContainerKind.DICT or two.kind is not ContainerKind.DICT:
        return None
    entries = dict(zip((*one.keys, *two.keys), (*one.items, *two.items), strict=False))
    return machine.new_container(
        ContainerKind.DICT,
        tuple(entries.values()),
        bag((*one.rest, *two.rest)),
        tuple(entries),
        one.is_open or two.is_open,
    )


def clear(machine: Machine, container: Container) -> None:
    """``container.clear()`` and ``del container[:]``: nothing is left."""
    record = machine.container_record(container)
    if record is not None:
        machine.emptied.update({container.identity, *record.members})
        change(machine, container, ContainerRecord(record.kind))


def remove(machine: Machine, container: Container, index: Value | None) -> None:
    """``del container[index]``: where it is not known what goes, anything may have gone."""
    record = machine.container_record(container)
    if record is None:
        return
    machine.emptied.update({container.identity, *record.members})
    at = getattr(index, "value", None)
    if record.kind is ContainerKind.DICT and at is not None:
        entries = dict(zip(record.keys, record.items, strict=False))
        entries.pop(at, None)
        kept = replace(record, keys=tuple(entries), items=tuple(entries.values()), orders=())
    elif isinstance(at, int) and not record.rest and -len(record.items) <= at < len(record.items):
        items = list(record.items)
        del items[at]
        kept = replace(record, items=tuple(items), orders=())
    else:
        kept = ContainerRecord(record.kind, (), bag(record.held), (), True)
    change(machine, container, kept)
