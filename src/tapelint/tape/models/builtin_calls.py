"""Python's built-in functions and the parts of its standard library that pass values on."""

from __future__ import annotations

from collections.abc import Callable

from tapelint.source import tree
from tapelint.tape.autograd import gradient_pages, views
from tapelint.tape.autograd.origins import ended, origin_of
from tapelint.tape.domain import counts
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.summary_items import bag
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    Class,
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
    Value,
    count_of,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import (
    container_conversions,
    distributions,
    iteration,
    objects,
    operators,
    spread,
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
_OPERATORS = ("operator.", "builtins.abs", "builtins.pow")
_TEXTS = frozenset({"builtins.str", "builtins.repr", "builtins.format"})
_NUMBERS = frozenset(
    {
        "builtins.float", "builtins.int", "builtins.bool", "builtins.round", "builtins.complex",
        "builtins.len", "builtins.hash", "builtins.id", "builtins.ord", "builtins.isinstance",
        "builtins.hasattr", "builtins.issubclass", "builtins.callable", "builtins.any",
        "builtins.all",
    }
)  # fmt: skip


def call(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value | None:
    """A call of a built-in; ``None`` where the name is not one that matters here."""
    first = arguments.at(0)
    if name.startswith(_OPERATORS) and not arguments.keywords:
        written_out = operators.by_name(machine, name, arguments.positional, node)
        if written_out is not None:
            return written_out
    if name in _KINDS:
        kind = _KINDS[name]
        if kind is ContainerKind.DEQUE and (arguments.at(1, "maxlen") or arguments.spread):
            kind = ContainerKind.RING
        return _spread_iterator(machine, kind, first, node)
    if name in {"builtins.dict", "collections.OrderedDict"}:
        return _dict(machine, arguments)
    if name in _TEXTS or name == "builtins.print":
        machine.use_all(arguments, Use.LOGGED, node)
        return Text(None)
    if name in {"builtins.isinstance", "builtins.hasattr"} and len(arguments.positional) == 2:
        return type_test(machine, name, arguments)
    if name in _NUMBERS or name.startswith("math."):
        machine.use_all(arguments, Use.LOGGED, node)
        power = _power_of_number(name, arguments)
        if name != "builtins.float" or first is None:
            return Number(power=power)
        record = machine.tensor_record(first)
        origin = ended(machine, record, "float", node) if record else origin_of(machine, first)
        return Number(power=power, origin=origin)
    special = _SPECIAL.get(name) or iteration.FUNCTIONS.get(name) or objects.FUNCTIONS.get(name)
    return special(machine, arguments, node) if special is not None else None


def _power_of_number(name: str, arguments: Arguments) -> SigmaPower | None:
    """``math.sqrt(var)`` and ``float(std)``."""
    given = [value for value, _ in arguments.positional]
    if name == "builtins.float":
        return given[0].power if given else None
    return spread.result_power(name[5:], given) if name.startswith("math.") else None


def _spread_iterator(
    machine: Machine, kind: ContainerKind, value: Value | None, node: tree.Call
) -> Value:
    if isinstance(value, Tensor):
        return machine.new_container(kind, rest=(views.view(machine, value, node),))
    if value is not None:
        gradient_pages.note_exhausted(machine, value, node)
    if isinstance(value, Instance) and machine.container_record(value) is None:
        return machine.new_container(kind, rest=(iteration.iterated(machine, value, node),))
    return container_conversions.as_kind(machine, kind, value)


def _dict(machine: Machine, arguments: Arguments) -> Value:
    """``dict(...)`` of a dict, of pairs, and of keywords."""
    given = arguments.at(0)
    entries, rest, is_open = _entries(machine, given) if given is not None else ({}, (), False)
    for keyword, value, _ in arguments.keywords:
        entries[keyword] = value
    return machine.new_container(
        ContainerKind.DICT,
        tuple(entries.values()),
        rest,
        tuple(entries),
        is_open or bool(arguments.spread),
    )


def _entries(machine: Machine, given: Value) -> tuple[dict[object, Value], tuple[Value, ...], bool]:
    """What a dict or an iterable of pairs has under keys, under unknown keys, and besides."""
    record = machine.container_record(given)
    if record is None:
        return {}, (), True
    if record.kind is ContainerKind.DICT:
        return dict(zip(record.keys, record.items, strict=False)), record.rest, record.is_open
    entries: dict[object, Value] = {}
    rest: list[Value] = []
    is_open = record.is_open
    for each in record.held:
        pair = machine.container_record(each)
        if pair is None or len(pair.items) != 2 or pair.rest:
            is_open = True
            continue
        key = getattr(pair.items[0], "value", None)
        if isinstance(key, (str, int, float)) and each in record.items:
            entries[key] = pair.items[1]
        else:
            rest.append(pair.items[1])
    return entries, bag(tuple(rest)), is_open


def _defaultdict(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    make, given = arguments.at(0), arguments.at(1)
    entries, rest, is_open = _entries(machine, given) if given is not None else ({}, (), False)
    made = machine.new_container(
        ContainerKind.DICT, tuple(entries.values()), rest, tuple(entries), is_open
    )
    record = machine.container_record(made)
    if record is not None:
        machine.state.set(made.identity, replace(record, default=make))
    return made


def _from_keys(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``dict.fromkeys(keys, value)``."""
    value = arguments.at(1) or NONE
    record = machine.container_record(arguments.at(0) or UNKNOWN)
    keys = [getattr(each, "value", None) for each in record.items] if record is not None else []
    if record is None or record.rest or record.is_open or None in keys:
        return machine.new_container(ContainerKind.DICT, rest=(value,))
    keys = list(dict.fromkeys(keys))
    return machine.new_container(ContainerKind.DICT, (value,) * len(keys), keys=tuple(keys))


def _super(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    frame = machine.frame
    if frame.unit_class is None:
        return UNKNOWN
    return Super(frame.unit_class, frame.receiver or UNKNOWN)


def _partial(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
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


_SPECIAL: dict[str, Callable[[Machine, Arguments, tree.Call], Value]] = {
    "collections.defaultdict": _defaultdict,
    "builtins.dict.fromkeys": _from_keys,
    "collections.OrderedDict.fromkeys": _from_keys,
    "builtins.super": _super,
    "functools.partial": _partial,
}


_ANY_TENSOR = frozenset({"torch.Tensor", "torch.autograd.Variable"})
"""Types that each tensor is of."""
_OTHER_TYPES = {"float", "int", "bool", "str", "list", "tuple", "dict", "ndarray", "Number"}


def type_test(machine: Machine, name: str, arguments: Arguments) -> Value:
    """``isinstance(value, kinds)`` and ``hasattr(value, name)``, where the value is known."""
    value, other = arguments.positional[0][0], arguments.positional[1][0]
    if isinstance(value, LibraryObject) and name == "builtins.isinstance":
        return Number(value=_is_layer_of(machine, value, other))
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
    if names & _ANY_TENSOR:
        return Number(value=True if is_tensor else None if len(names) > 1 else False)
    is_other = all(each.rsplit(".", 1)[-1] in _OTHER_TYPES for each in names)
    return Number(value=False) if is_tensor and is_other else Number()


def _is_layer_of(machine: Machine, layer: LibraryObject, other: Value) -> bool | None:
    """Whether a layer of torch's is of one of several classes; ``None`` where that is not known."""
    record = machine.container_record(other)
    kinds = record.held if record is not None and not record.is_open else (other,)
    known = knowledge().modules
    facts = known.get(layer.kind.removeprefix(_LAYERS))
    if facts is None or machine.has_wrapped:
        return None
    answers: set[bool | None] = set()
    for kind in kinds:
        name = kind.name.removeprefix(_LAYERS) if isinstance(kind, Symbol) else ""
        is_one = name in facts.bases or name == layer.kind.removeprefix(_LAYERS)
        answers.add(is_one if is_one or name in known or isinstance(kind, Class) else None)
    return True if True in answers else None if None in answers or not answers else False


_LAYERS = "torch.nn."


def truth_of(value: Value) -> Truth:
    """Whether a value counts as true in a condition."""
    if isinstance(value, Number) and value.value is not None:
        return Truth.of(bool(value.value))
    count = count_of(value)
    return counts.compared("!=", count, counts.at(0)) if count is not None else Truth.UNKNOWN
