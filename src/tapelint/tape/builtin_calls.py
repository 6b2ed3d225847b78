"""Python's built-in functions and the parts of its standard library that pass values on."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from tapelint.tape import attributes, containers, distributions, graph, modules
from tapelint.tape.frames import Arguments
from tapelint.tape.joining import bag
from tapelint.tape.machine import Machine
from tapelint.tape.values import (
    UNKNOWN,
    Array,
    Container,
    ContainerKind,
    Instance,
    LibraryObject,
    Number,
    Partial,
    Super,
    Symbol,
    Tensor,
    Text,
    Truth,
    Use,
    Value,
)
from tapelint.torch_api.knowledge import knowledge

_KINDS = {
    "builtins.list": ContainerKind.LIST,
    "builtins.tuple": ContainerKind.TUPLE,
    "builtins.set": ContainerKind.SET,
    "builtins.frozenset": ContainerKind.SET,
    "builtins.sorted": ContainerKind.LIST,
    "builtins.reversed": ContainerKind.ITERATOR,
    "builtins.iter": ContainerKind.ITERATOR,
    "collections.deque": ContainerKind.DEQUE,
}
_DEEPEST_COPY = 5
_TEXTS = frozenset({"builtins.str", "builtins.repr", "builtins.format"})
_NUMBERS = frozenset(
    {
        "builtins.float", "builtins.int", "builtins.bool", "builtins.round", "builtins.complex",
        "builtins.len", "builtins.hash", "builtins.id", "builtins.ord", "builtins.isinstance",
        "builtins.hasattr", "builtins.issubclass", "builtins.callable", "builtins.any",
        "builtins.all",
    }
)  # fmt: skip


def call(machine: Machine, name: str, arguments: Arguments, node: cst.Call) -> Value | None:
    """A call of a built-in; ``None`` where the name is not one that matters here."""
    first = arguments.at(0)
    if name in _KINDS:
        return _spread_iterator(machine, _KINDS[name], first, node)
    if name == "builtins.dict":
        return _dict(machine, arguments)
    if name in {"collections.OrderedDict", "collections.defaultdict"}:
        return machine.new_container(ContainerKind.DICT)
    if name in _TEXTS or name == "builtins.print":
        machine.use_all(arguments, Use.LOGGED, node)
        return Text(None)
    if name in {"builtins.isinstance", "builtins.hasattr"} and len(arguments.positional) == 2:
        return type_test(machine, name, arguments)
    if name in _NUMBERS or name.startswith("math."):
        machine.use_all(arguments, Use.LOGGED, node)
        return Number(power=first.power if first is not None and name == "builtins.float" else None)
    special = _SPECIAL.get(name)
    return special(machine, arguments, node) if special is not None else None


def _spread_iterator(
    machine: Machine, kind: ContainerKind, value: Value | None, node: cst.Call
) -> Value:
    if isinstance(value, Tensor):
        return machine.new_container(kind, rest=(graph.view(machine, value, node),))
    return containers.as_kind(machine, kind, value)


def _dict(machine: Machine, arguments: Arguments) -> Value:
    given = machine.container_record(arguments.at(0) or UNKNOWN)
    keys: tuple[object, ...] = tuple(keyword for keyword, _, _ in arguments.keywords)
    items = tuple(value for _, value, _ in arguments.keywords)
    if given is not None and given.kind is ContainerKind.DICT:
        keys, items = (*given.keys, *keys), (*given.items, *items)
    is_open = bool(arguments.positional and given is None) or bool(arguments.spread)
    return machine.new_container(ContainerKind.DICT, items, (), keys, is_open)


def _unzip(machine: Machine, rows: Value) -> Value:
    """``zip(*rows)``: the columns."""
    row = containers.element(machine, rows)
    fields = attributes.tuple_fields(machine, row)
    if fields is None:
        record = machine.container_record(row)
        fields = record.items if record is not None and not record.rest else ()
    columns = tuple(machine.new_container(ContainerKind.TUPLE, rest=(each,)) for each in fields)
    return machine.new_container(ContainerKind.ITERATOR, columns, is_open=not columns)


def _zip(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    if len(arguments.spread) == 1 and not arguments.positional:
        return _unzip(machine, arguments.spread[0])
    records = [machine.container_record(value) for value, _ in arguments.positional]
    columns = [iterated(machine, value, argument) for value, argument in arguments.positional]
    counts = {len(record.items) for record in records if record and not record.rest}
    same_length = len(counts) == 1 and all(
        record is not None and not record.rest and not record.is_open for record in records
    )
    if same_length and 0 < next(iter(counts)) <= 8:
        rows = tuple(
            machine.new_container(ContainerKind.TUPLE, row)
            for row in zip(*(record.items for record in records if record), strict=True)
        )
        return machine.new_container(ContainerKind.ITERATOR, rows)
    row = machine.new_container(ContainerKind.TUPLE, tuple(columns))
    is_of_modules = any(isinstance(value, LibraryObject) for value, _ in arguments.positional)
    first = (row,) if is_of_modules else ()  # a list of layers is not empty
    return machine.new_container(ContainerKind.ITERATOR, first, (row,))


def _enumerate(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    given = arguments.pair(0)
    value = iterated(machine, *given) if given else UNKNOWN
    row = machine.new_container(ContainerKind.TUPLE, (Number(), value))
    first = (row,) if given is not None and isinstance(given[0], LibraryObject) else ()
    return machine.new_container(ContainerKind.ITERATOR, first, (row,))


def _range(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    """Few numbers one by one; more of them as any number."""
    stop = arguments.at(0)
    count = stop.value if isinstance(stop, Number) and len(arguments.values) == 1 else None
    if count in {1, 2}:
        numbers = tuple(Number(value=each) for each in range(int(count == 2) + 1))
        return machine.new_container(ContainerKind.ITERATOR, numbers)
    if isinstance(count, int) and count > 2:
        first = (Number(value=0),)
        return machine.new_container(ContainerKind.ITERATOR, first, (Number(),))
    return machine.new_container(ContainerKind.ITERATOR, rest=(Number(),))


def _chain(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    """``itertools.chain(...)``: one after the other."""
    joined = machine.new_container(ContainerKind.ITERATOR)
    for value in arguments.values:
        containers.extend(machine, joined, value)
    return joined


def _map(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    if len(arguments.positional) < 2:
        return UNKNOWN
    function = arguments.positional[0][0]
    elements = tuple(
        (iterated(machine, value, each), each) for value, each in arguments.positional[1:]
    )
    made = machine.call(function, Arguments(elements), node)
    return machine.new_container(ContainerKind.ITERATOR, rest=(made,))


def _filter(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    given = arguments.pair(1)
    if given is None:
        return UNKNOWN
    record = machine.container_record(given[0])
    if record is None:
        return UNKNOWN
    return machine.new_container(
        ContainerKind.ITERATOR, rest=bag(record.held), is_open=record.is_open
    )


def _sum(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    given = arguments.pair(0)
    if given is None:
        return UNKNOWN
    each = iterated(machine, *given)
    if isinstance(each, Tensor):
        return graph.result(machine, "add", [(each, given[1]), (each, given[1])], node, each.power)
    return each if isinstance(each, Number) else UNKNOWN


def _largest(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    if len(arguments.positional) == 1:
        return iterated(machine, *arguments.positional[0])
    return machine.any_of(tuple(value for value, _ in arguments.positional))


def _next(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    given = arguments.pair(0)
    return iterated(machine, *given) if given else UNKNOWN


def _getattr(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    owner, name = arguments.at(0), arguments.at(1)
    if isinstance(name, Text) and name.value and isinstance(owner, (Instance, LibraryObject)):
        record = machine.attributes(owner)
        return (record.get(name.value) if record else None) or UNKNOWN
    return UNKNOWN


def _setattr(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    owner, name, value = arguments.at(0), arguments.at(1), arguments.at(2)
    if isinstance(name, Text) and name.value and owner is not None and value is not None:
        machine.set_attribute(owner, name.value, value)
    if isinstance(owner, LibraryObject):
        modules.loosen(machine, owner)
    return UNKNOWN


def _super(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    frame = machine.frame
    if frame.unit_class is None:
        return UNKNOWN
    return Super(frame.unit_class, frame.receiver or UNKNOWN)


def _partial(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    if not arguments.positional:
        return UNKNOWN
    function = arguments.positional[0][0]
    if isinstance(function, Symbol) and distributions.is_distribution_class(function.name):
        distributions.note_validation(machine, function.name.rsplit(".", 1)[-1], arguments)
    return Partial(
        function,
        tuple(value for value, _ in arguments.positional[1:]),
        tuple((name, value) for name, value, _ in arguments.keywords),
    )


def _field(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    """``dataclasses.field(...)``: what makes the default of each new object."""
    factory = arguments.at(None, "default_factory")
    if factory is not None:
        return Partial(factory)
    return arguments.at(None, "default") or UNKNOWN


def _deep_copy(machine: Machine, value: Value, depth: int = 0) -> Value:
    """A copy with copies of all that it holds; of these, tensors are tensors of their own."""
    record = machine.tensor_record(value)
    if record is not None:
        return machine.new_tensor(
            record.made_at,
            record.requires_grad,
            record.is_leaf,
            is_parameter=record.is_parameter,
        )
    if depth > _DEEPEST_COPY:
        return UNKNOWN
    held = machine.container_record(value)
    if held is not None:
        items, rest = (
            tuple(_deep_copy(machine, each, depth + 1) for each in values)
            for values in (held.items, held.rest)
        )
        return machine.new_container(held.kind, items, rest, held.keys, held.is_open)
    if not isinstance(value, (Instance, LibraryObject)):
        return value
    copy: Instance | LibraryObject
    if isinstance(value, Instance):
        copy = Instance(value.unit, machine.new_identity())
    else:
        copy = LibraryObject(value.kind, machine.new_identity())
    attributes_of_it = machine.attributes(value)
    for name, inner in attributes_of_it.attributes if attributes_of_it is not None else ():
        machine.set_attribute(copy, name, _deep_copy(machine, inner, depth + 1))
    return copy


def _deepcopy(machine: Machine, arguments: Arguments, node: cst.Call) -> Value:
    value = arguments.at(0)
    record = machine.tensor_record(value) if value is not None else None
    if record is not None:
        return machine.new_tensor(node, record.requires_grad, record.is_leaf)
    is_copied = isinstance(value, (Container, Instance, LibraryObject))
    return _deep_copy(machine, value) if is_copied and value is not None else UNKNOWN


_SPECIAL: dict[str, Callable[[Machine, Arguments, cst.Call], Value]] = {
    "builtins.zip": _zip,
    "builtins.enumerate": _enumerate,
    "builtins.range": _range,
    "itertools.chain": _chain,
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.sum": _sum,
    "builtins.max": _largest,
    "builtins.min": _largest,
    "builtins.next": _next,
    "builtins.getattr": _getattr,
    "builtins.setattr": _setattr,
    "builtins.super": _super,
    "functools.partial": _partial,
    "dataclasses.field": _field,
    "copy.deepcopy": _deepcopy,
    "copy.copy": lambda machine, arguments, node: arguments.at(0) or UNKNOWN,
}


def iterated(machine: Machine, value: Value, node: cst.BaseExpression) -> Value:
    """What a ``for`` over a value gives, as one value."""
    if isinstance(value, Tensor):
        return graph.view(machine, value, node)
    if isinstance(value, Container):
        return containers.element(machine, value)
    if isinstance(value, LibraryObject):
        return machine.any_of(modules.children(machine, value))
    return UNKNOWN


_OTHER_TYPES = {"float", "int", "bool", "str", "list", "tuple", "dict", "ndarray", "Number"}


def type_test(machine: Machine, name: str, arguments: Arguments) -> Value:
    """``isinstance(value, kinds)`` and ``hasattr(value, name)``, where the value is known."""
    value, other = arguments.positional[0][0], arguments.positional[1][0]
    is_tensor = isinstance(value, Tensor)
    record_of_value = machine.tensor_record(value)
    if record_of_value is not None and record_of_value.is_guess:
        return Number()
    if not is_tensor and not isinstance(value, (Number, Array, Text, Container)):
        return Number()
    if name == "builtins.hasattr":
        attribute = other.value if isinstance(other, Text) else None
        known = knowledge().tensor_methods | knowledge().tensor_attributes
        return Number(value=True) if is_tensor and attribute in known else Number()
    record = machine.container_record(other)
    kinds = record.held if record is not None and not record.is_open else (other,)
    names = {kind.name for kind in kinds if isinstance(kind, Symbol)}
    if len(names) != len(kinds) or not names:
        return Number()
    if "torch.Tensor" in names:
        return Number(value=True if is_tensor else None if len(names) > 1 else False)
    is_other = all(each.rsplit(".", 1)[-1] in _OTHER_TYPES for each in names)
    return Number(value=False) if is_tensor and is_other else Number()


def truth_of(value: Value) -> Truth:
    """Whether a value counts as true in a condition."""
    if isinstance(value, Number) and value.value is not None:
        return Truth.of(bool(value.value))
    return Truth.UNKNOWN
