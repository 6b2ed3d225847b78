"""Objects: what copies them, reads them by name, and what named tuples and dataclasses offer."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.alternatives import MOST_OPTIONS
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.program import ClassUnit
from tapelint.tape.domain.terms import Use
from tapelint.tape.domain.values import (
    UNKNOWN,
    Class,
    Container,
    ContainerKind,
    Either,
    Function,
    Instance,
    LibraryObject,
    NoneValue,
    Number,
    Partial,
    Symbol,
    Text,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import containers, layers, requires_grad
from tapelint.torch_api.gradient_flag import FLAG
from tapelint.torch_api.operators import by_operation

_DEEPEST_COPY = 5
_OPTIMISERS = "torch.optim"
_ANY_OPTIMISER = "SGD"
"""What stands for an optimiser that a setting picks: all of them change what has a gradient."""
METHODS = frozenset({"_replace", "_asdict", "_make"})
"""The methods of named tuples."""


def _getattr(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    owner, name = arguments.at(0), arguments.at(1)
    if isinstance(name, Text) and name.value and isinstance(owner, (Instance, LibraryObject)):
        record = machine.attributes(owner)
        return (record.get(name.value) if record else None) or UNKNOWN
    if isinstance(owner, Symbol) and owner.name.partition(".")[0] == "torch":
        return _of_torch(machine, owner, arguments)
    return UNKNOWN


def _of_torch(machine: Machine, module: Symbol, arguments: Arguments) -> Value:
    """``getattr(nn, kind)``: one of those that a branch has told apart, where it is not written."""
    given = arguments.pair(1)
    if given is None:
        return UNKNOWN
    value, expression = given
    if isinstance(value, Text) and value.value is not None:
        names: tuple[str, ...] = (value.value,)
    else:
        names = _texts_of(machine, code_of(expression))
    found = tuple(Symbol(machine.project.canonical(f"{module.name}.{each}")) for each in names)
    if not found and module.name == _OPTIMISERS:
        return Symbol(f"{_OPTIMISERS}.{_ANY_OPTIMISER}")
    if not found or len(found) > MOST_OPTIONS:
        return UNKNOWN
    return found[0] if len(found) == 1 else Either(found, machine.new_identity())


def _texts_of(machine: Machine, text: str) -> tuple[str, ...]:
    """The texts that an expression may be, as the branches around tell: ``kind in ["A", "B"]``."""
    for condition, holds in sorted(machine.conditions):
        test = condition.partition(": ")[2]
        for operator in ("in", "=="):
            if holds and test.startswith(f"{text} {operator} "):
                known = _literal(test[len(f"{text} {operator} ") :])
                if known:
                    return known
    return ()


def _literal(text: str) -> tuple[str, ...]:
    """The texts in a text or in a list of texts that is written out."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return ()
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, (list, tuple, set, frozenset)):
        return ()
    return (
        tuple(each for each in sorted(map(str, values)))
        if all(isinstance(each, str) for each in values)
        else ()
    )


def _setattr(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    owner, name, value = arguments.at(0), arguments.at(1), arguments.at(2)
    if isinstance(name, Text) and name.value and owner is not None and value is not None:
        machine.set_attribute(owner, name.value, value)
        if name.value == FLAG:
            requires_grad.assign(machine, owner, value, node, node.args[0].value)
        if name.value == "grad":
            has_one = not isinstance(value, NoneValue)
            gradient_pages.note_assigned(machine, owner, node, has_one=has_one)
    if isinstance(owner, LibraryObject):
        layers.loosen(machine, owner)
    return UNKNOWN


def _field(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
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
    if isinstance(value, Either):
        copies = tuple(_deep_copy(machine, each, depth) for each in value.options)
        return replace(value, options=copies)
    if not isinstance(value, (Instance, LibraryObject)):
        return value
    copy: Instance | LibraryObject
    if isinstance(value, Instance):
        copy = Instance(value.unit, machine.new_identity())
    else:
        copy = LibraryObject(value.kind, machine.new_identity())
    machine.copied.add(copy.identity)
    attributes_of_it = machine.attributes(value)
    for name, inner in attributes_of_it.attributes if attributes_of_it is not None else ():
        machine.set_attribute(copy, name, _deep_copy(machine, inner, depth + 1))
    return copy


def _deepcopy(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    value = arguments.at(0)
    record = machine.tensor_record(value) if value is not None else None
    if record is not None:
        return machine.new_tensor(node, record.requires_grad, record.is_leaf)
    is_copied = isinstance(value, (Container, Instance, LibraryObject, Either))
    return _deep_copy(machine, value) if is_copied and value is not None else UNKNOWN


def changed(machine: Machine, owner: Value, arguments: Arguments) -> Value:
    """``owner._replace(...)`` and ``dataclasses.replace(owner, ...)``: a copy with other fields."""
    record = machine.attributes(owner)
    if record is None or not isinstance(owner, Instance):
        return UNKNOWN
    copy = replace(owner, identity=machine.new_identity())
    machine.state.set(copy.identity, record)
    for name, value, _ in arguments.keywords:
        machine.set_attribute(copy, name, value)
    for name in owner.unit.fields if arguments.spread and owner.unit is not None else ():
        machine.set_attribute(copy, name, UNKNOWN)
    return copy


def as_dict(machine: Machine, owner: Value) -> Value:
    """``owner._asdict()``, ``dataclasses.asdict(owner)`` and ``vars(owner)``."""
    record = machine.attributes(owner)
    if record is None or not isinstance(owner, Instance):
        return machine.new_container(ContainerKind.DICT, is_open=True)
    names = tuple(name for name, _ in record.attributes)
    values = tuple(value for _, value in record.attributes)
    return machine.new_container(ContainerKind.DICT, values, keys=names)


def as_tuple(machine: Machine, owner: Value) -> Value:
    """``dataclasses.astuple(owner)``."""
    record = machine.attributes(owner)
    if record is None or not isinstance(owner, Instance) or owner.unit is None:
        return machine.new_container(ContainerKind.TUPLE, is_open=True)
    items = tuple(record.get(name) or UNKNOWN for name in owner.unit.fields)
    return machine.new_container(ContainerKind.TUPLE, items)


def made_of(machine: Machine, kind: Class, values: Value | None) -> Value:
    """``Step._make(values)``: a named tuple with these fields."""
    record = machine.container_record(values) if values is not None else None
    if kind.unit is None:
        return UNKNOWN
    made = Instance(kind.unit, machine.new_identity())
    if record is None or record.rest or record.is_open:
        return made
    for name, value in zip(kind.unit.fields, record.items, strict=False):
        machine.set_attribute(made, name, value)
    return made


def call_method(
    machine: Machine, receiver: Instance | Class, name: str, arguments: Arguments
) -> Value:
    """A method of a named tuple."""
    if name == "_make" and isinstance(receiver, Class):
        return made_of(machine, receiver, arguments.at(0))
    if name == "_replace":
        return changed(machine, receiver, arguments)
    return as_dict(machine, receiver)


def item(machine: Machine, owner: Instance, index: Value, node: tree.Subscript) -> Value:
    """``owner[index]``, by the ``__getitem__`` of its class."""
    given = Arguments(((index, node),))
    made = _special(machine, owner, "__getitem__", given, node)
    if made is None and layers.is_list(owner):
        return layers.child(machine, owner, index)
    return made if made is not None else UNKNOWN


def set_item(
    machine: Machine, owner: Instance, index: Value, value: Value, node: tree.Subscript
) -> None:
    """``owner[index] = value``, by the ``__setitem__`` of its class."""
    given = Arguments(((index, node), (value, node)))
    if _special(machine, owner, "__setitem__", given, node) is None:
        machine.use(value, Use.STORED, node)


def each(machine: Machine, owner: Instance, node: tree.BaseExpression) -> Value:
    """What a ``for`` over an object gives, by the ``__iter__`` of its class, as one value."""
    made = _special(machine, owner, "__iter__", Arguments(), node)
    if made is not None and machine.container_record(made) is not None:
        return containers.element(machine, made)
    if made is None and layers.is_list(owner):
        return machine.any_of(layers.children(machine, owner))
    if made is None and owner.unit is not None and owner.unit.method("__getitem__") is not None:
        given = Arguments(((Number(), node),))
        return _special(machine, owner, "__getitem__", given, node) or UNKNOWN
    return UNKNOWN


def operate(
    machine: Machine, name: str, left: Value, right: Value, node: tree.BaseExpression
) -> Value | None:
    """A binary operator, by a method of the class of one of its operands."""
    known = by_operation().get(name)
    method = known.method if known is not None else ""
    if isinstance(left, Instance):
        made = _special(machine, left, method, Arguments(((right, node),)), node)
        if made is not None:
            return made
    if isinstance(right, Instance):
        reflected = method.replace("__", "__r", 1)
        return _special(machine, right, reflected, Arguments(((left, node),)), node)
    return None


def _special(
    machine: Machine, owner: Instance, name: str, arguments: Arguments, node: tree.Node
) -> Value | None:
    """A call of a method that Python looks up in the class; ``None`` where there is none."""
    method = owner.unit.method(name) if owner.unit is not None and name else None
    return machine.call(Function(method, owner), arguments, node) if method is not None else None


def _namespace(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``types.SimpleNamespace(...)``."""
    made = Instance(
        ClassUnit("SimpleNamespace", None, scope=machine.new_identity()), machine.new_identity()
    )
    for name, value, _ in arguments.keywords:
        machine.set_attribute(made, name, value)
    return made


def _type(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``type(object)``."""
    owner = arguments.at(0)
    return Class(owner.unit) if isinstance(owner, Instance) else UNKNOWN


FUNCTIONS: dict[str, Callable[[Machine, Arguments, tree.Call], Value]] = {
    "argparse.Namespace": _namespace,
    "builtins.getattr": _getattr,
    "builtins.setattr": _setattr,
    "builtins.type": _type,
    "builtins.vars": lambda machine, arguments, node: as_dict(machine, arguments.at(0) or UNKNOWN),
    "copy.copy": lambda machine, arguments, node: arguments.at(0) or UNKNOWN,
    "copy.deepcopy": _deepcopy,
    "dataclasses.asdict": lambda machine, arguments, node: as_dict(
        machine, arguments.at(0) or UNKNOWN
    ),
    "dataclasses.astuple": lambda machine, arguments, node: as_tuple(
        machine, arguments.at(0) or UNKNOWN
    ),
    "dataclasses.field": _field,
    "dataclasses.replace": lambda machine, arguments, node: changed(
        machine, arguments.at(0) or UNKNOWN, arguments
    ),
    "types.SimpleNamespace": _namespace,
}
"""What reads, copies or makes objects, by canonical name."""


def of_any(setting: Value) -> Value:
    """What an object made elsewhere has for a number, text or ``None`` of its class.

    It is a default: whoever made the object may have given it another one.
    """
    if isinstance(setting, NoneValue):
        return UNKNOWN
    return replace(setting, value=None) if isinstance(setting, (Number, Text)) else setting


def named_tuple(machine: Machine, arguments: Arguments) -> Class:
    """The class that ``collections.namedtuple`` or ``typing.NamedTuple`` makes."""
    given = arguments.at(1, "field_names")
    names: tuple[str, ...] = ()
    record = machine.container_record(given) if given is not None else None
    if isinstance(given, Text) and given.value is not None:
        names = tuple(given.value.replace(",", " ").split())
    elif record is not None:
        names = tuple(
            each.value
            for each in (_first_of(machine, item) for item in record.items)
            if isinstance(each, Text) and each.value
        )
    unit = ClassUnit("namedtuple", None, fields=names, is_tuple=True)
    unit.scope = machine.new_identity()
    return Class(unit)


def _first_of(machine: Machine, value: Value) -> Value:
    """The name in ``("name", type)``."""
    record = machine.container_record(value)
    return record.items[0] if record is not None and record.items else value
