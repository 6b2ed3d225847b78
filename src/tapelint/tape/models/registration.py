"""Which parts of a module torch knows of, and which it keeps in a plain container."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape import module_events
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Container,
    ContainerKind,
    Instance,
    LibraryObject,
    NoneValue,
    Tensor,
    Unknown,
    Value,
    options_of,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import layers, module_parameters
from tapelint.tape.syntax import last_part, names_bound
from tapelint.torch_api.families import families

_DEEPEST = 3
_PLAIN = {
    ContainerKind.LIST: "list",
    ContainerKind.TUPLE: "tuple",
    ContainerKind.DICT: "dict",
}
_REGISTERING = (
    families().registering
    | families().lists_parameters
    | {"setattr", "__setattr__", "__dict__", "_parameters", "_modules"}
)
"""What a class speaks of that registers its parts itself, or hands them out."""
_READ = families().lists_parameters
"""What a module gives of the parts that are registered."""
_COLLECTING = families().done_by_hand | {"setattr"}
"""What is done with parts of a module by code that knows that torch does not do it."""
_SAVING = frozenset({"state_dict", "load_state_dict", "_save_to_state_dict"})
"""Methods by which a class saves its parts."""
_LOOPS = (tree.For, tree.ListComp, tree.SetComp, tree.DictComp, tree.GeneratorExp)
_LOOKING = frozenset({"len", "enumerate", "zip", "range", "reversed", "list", "print", "iter"})
"""Functions that parts may be given to and that keep none."""
_LISTING = frozenset({"list", "tuple", "chain", "from_iterable", "iter", "reversed"})
"""Functions that give what they are given."""


def note_assigned(machine: Machine, owner: Value, target: tree.Attribute, value: Value) -> None:
    """Remember where a module's own method assigns a container to one of its attributes."""
    if not isinstance(value, Container) or not isinstance(owner, Instance):
        return
    unit = owner.unit
    if unit is not None and unit.is_module and machine.frame.receiver == owner:
        machine.containers_of.setdefault((unit, target.attr.value), target)


def note_class(
    machine: Machine,
    root: tree.Module,
    unit: ClassUnit,
    made: Instance,
    example_of: Callable[[tree.BaseExpression], Instance | None],
) -> None:
    """Record the parts of a module that nothing registers, once its methods were executed.

    Args:
        machine: The machine that has executed them.
        root: The file.
        unit: The module's class.
        made: An object of it, as its methods leave it.
        example_of: Makes an object of the module's class of another file that an expression names.
    """
    places = [(name, at) for (of, name), at in machine.containers_of.items() if of is unit]
    record = machine.attributes(made)
    if not places or record is None or any(map(_registers, unit.lineage)):
        return
    registered: set[int] = set()
    for _, each in record.attributes:
        registered.update(_identities(machine, each))
    for name, at in places:
        held = record.get(name)
        kept = machine.container_record(held) if held is not None else None
        if kept is None or kept.kind not in _PLAIN or kept.is_open:
            continue
        parts, is_nested = _parts(machine, kept.held)
        written = _assigned(unit, at)
        new = [each for each in parts if _is_trained(machine, each)]
        if all(isinstance(each, Unknown) for each in parts):
            parts = [example_of(each) or UNKNOWN for each in _called(written)]
            new = [each for each in parts if module_parameters.trains(machine, each) is Truth.YES]
        if not new or any(isinstance(each, Unknown) for each in parts):
            continue
        if any(not registered.isdisjoint(_identities(machine, each)) for each in parts):
            continue
        machine.emit(
            module_events.PartsUnregistered,
            at,
            value=written,
            container=_PLAIN[kept.kind],
            keys=tuple(each for each in kept.keys if each is not None),
            has_other_keys=kept.kind is ContainerKind.DICT
            and (bool(kept.rest) or None in kept.keys),
            has_others=any(not _is_module(each) for each in parts),
            are_modules=not isinstance(new[0], Tensor),
            is_nested=is_nested,
            is_single=not is_nested
            and isinstance(written, (tree.List, tree.Tuple))
            and len(written.elements) == 1,
            is_collected=_is_collected(root, unit, name, written),
        )


def _parts(machine: Machine, held: Iterable[Value], depth: int = 0) -> tuple[list[Value], bool]:
    """What a container holds, also in pairs and lists within it, and whether it holds such."""
    found: list[Value] = []
    is_nested = False
    for option in (option for each in held for option in options_of(each)):
        inner = machine.container_record(option)
        if inner is None:
            found.append(option)
        elif depth < _DEEPEST and inner.kind in _PLAIN and not inner.is_open:
            found += _parts(machine, inner.held, depth + 1)[0]
            is_nested = True
        else:
            found.append(UNKNOWN)
    return found, is_nested


def may_hold_more(
    machine: Machine, unit: ClassUnit, made: Instance, constructor: FunctionUnit
) -> bool:
    """Whether a module keeps a plain container that calls in its constructor may fill or register.

    Where nobody has followed them, nothing is known of what it holds in the end.
    """
    record = machine.attributes(made)
    if record is None or any(map(_registers, unit.lineage)):
        return False
    calls_own = any(
        isinstance(each, tree.Attribute)
        and code_of(each.value) == "self"
        and unit.method(each.attr.value) is not None
        for each in walk(constructor.node.body)
    )
    for of, name in machine.containers_of:
        held = machine.container_record(record.get(name) or UNKNOWN) if of is unit else None
        if of is not unit or (held is not None and (held.kind not in _PLAIN or held.is_open)):
            continue
        parts = _parts(machine, held.held)[0] if held is not None else []
        if calls_own or (parts and all(isinstance(each, Unknown) for each in parts)):
            return True
    return False


def _registers(unit: ClassUnit) -> bool:
    """Whether a class speaks of what registers its parts, or hands them out with the others."""
    if not unit.mentions(_REGISTERING) or unit.node is None:
        return False
    nodes = list(walk(unit.node))
    # Who only reads what is registered, `Adam(self.parameters())`, does not register more by that.
    added = [each for node in nodes if type(node) is tree.BinaryOperation for each in walk(node)]
    read = {
        id(node.attr)
        for node in nodes
        if type(node) is tree.Attribute
        and node.attr.value in _READ
        and code_of(node.value) == "self"
    } - {id(node.attr) for node in added if type(node) is tree.Attribute}
    return any(
        type(node) is tree.Name and node.value in _REGISTERING and id(node) not in read
        for node in nodes
    )


def _identities(machine: Machine, value: Value, depth: int = 0) -> Iterator[int]:
    """The parts that torch finds in a value: a module or a parameter, and what is in a module."""
    if depth > _DEEPEST:
        return
    for option in options_of(value):
        tensor = machine.tensor_record(option)
        if isinstance(option, Tensor) and tensor is not None and tensor.is_parameter:
            yield option.identity
            yield from (each.identity for each in tensor.members)
        if not isinstance(option, (LibraryObject, Instance)):
            continue
        yield option.identity
        record = machine.attributes(option)
        if record is None:
            continue
        yield from (each.identity for each in record.members)
        inner = [each for name, each in record.attributes if name != layers.ARGUMENTS]
        held = machine.container_record(record.get(layers.ARGUMENTS) or option)
        for each in (*inner, *(held.held if held is not None else ())):
            yield from _identities(machine, each, depth + 1)


def _is_trained(machine: Machine, part: Value) -> bool:
    """Whether a part is a module that the class has made, or a parameter, and requires grad."""
    record = machine.tensor_record(part)
    if isinstance(part, Tensor):
        return record is not None and record.is_parameter and record.requires_grad is Truth.YES
    if not isinstance(part, (LibraryObject, Instance)):
        return False
    attributes = machine.attributes(part)
    members = [each.identity for each in attributes.members] if attributes is not None else []
    made = machine.constructed | machine.copied
    is_made = all(each in made for each in members or [part.identity])
    if (
        not (attributes and attributes.attributes)
        and isinstance(part, Instance)
        and part.unit is not None
    ):
        part = part.unit.example or part  # what its class makes, where nobody followed the call
    return is_made and module_parameters.trains(machine, part) is Truth.YES


def _is_module(part: Value) -> bool:
    """Whether ``nn.ModuleList`` takes a part: a module, or ``None``."""
    if isinstance(part, Instance) and part.unit is not None:
        return part.unit.is_module
    return isinstance(part, (LibraryObject, Instance, NoneValue))


def _assigned(unit: ClassUnit, target: tree.Attribute) -> tree.BaseExpression | None:
    """What an attribute is assigned where it is assigned to."""
    for node in walk(unit.node) if unit.node is not None else ():
        if isinstance(node, tree.Assign) and any(each.target is target for each in node.targets):
            return node.value
    return None


def _called(written: tree.BaseExpression | None) -> list[tree.BaseExpression]:
    """What is called for each part of a list that is written as a list, or by one loop."""
    parts: list[tree.BaseExpression] = []
    if isinstance(written, tree.ListComp):
        parts = [written.elt]
    elif isinstance(written, (tree.List, tree.Tuple)):
        parts = [each.value for each in written.elements]
    calls = [each.func for each in parts if isinstance(each, tree.Call)]
    return calls if len(calls) == len(parts) else []


def _is_collected(
    root: tree.Module, unit: ClassUnit, name: str, written: tree.BaseExpression | None
) -> bool:
    """Whether code of the file knows that torch does not find these parts, or hands them on."""
    own = f"self.{name}"
    held = {own, written.value} if isinstance(written, tree.Name) else {own}
    if unit.node is not None:
        held = _also(unit.node, held)
        if any(_takes(each, held) for each in walk(unit.node)):
            return True
    given_back = {each for each in held if each.endswith(_CALLED)}
    elsewhere = {code_of(each) for each in walk(root) if _is_of_name(each, name)} - {own}
    if not elsewhere and not given_back:
        return False
    elsewhere = _also(root, elsewhere | given_back)
    return any(_takes(each, elsewhere) or _hands_on(each, elsewhere) for each in walk(root))


def _is_of_name(node: tree.Node, name: str) -> bool:
    return isinstance(node, tree.Attribute) and node.attr.value == name


_CALLED = "()"


def _also(root: tree.Node, held: set[str]) -> set[str]:
    """What is held, with the variables that are sums of it, and the methods that return it."""
    found = set(held)
    for each in walk(root):
        if isinstance(each, tree.Assign):
            if _gives(each.value, held):
                found |= {name for one in each.targets for name in names_bound(one.target)}
        elif isinstance(each, tree.FunctionDef):
            returned = [node.value for node in walk(each.body) if isinstance(node, tree.Return)]
            if any(value is not None and _gives(value, held) for value in returned):
                found.add(each.name.value + _CALLED)
    return found


def _gives(node: tree.BaseExpression, held: set[str]) -> bool:
    """Whether an expression is what is held, or a list of it: ``[*self.a, self.b]``, ``a + b``."""
    pending: list[tree.BaseExpression] = [node]
    while pending:
        each = pending.pop()
        if code_of(each).lstrip("*") in held:
            return True
        if isinstance(each, tree.BinaryOperation):
            pending += [each.left, each.right]
        elif isinstance(each, (tree.List, tree.Tuple, tree.Set, tree.Dict)):
            pending += [one.value for one in each.elements]
        elif isinstance(each, tree.Call):
            called = last_part(each.func)
            if called + _CALLED in held:
                return True
            pending += [one.value for one in each.args] if called in _LISTING else []
        elif _hands_on(each, held):
            return True
    return False


def _takes(node: tree.Node, held: set[str]) -> bool:
    """Whether a call is given what is held, or a loop over it or a method does torch's work."""
    if isinstance(node, tree.FunctionDef):
        return node.name.value in _SAVING and any(
            isinstance(each, tree.Attribute) and code_of(each) in held for each in walk(node.body)
        )
    if isinstance(node, tree.Call):
        called = code_of(node.func)
        if called.rsplit(".", 1)[-1] in _LOOKING or any(
            called.startswith((f"{each}.", f"{each}[")) for each in held
        ):
            return called.rsplit(".", 1)[-1] in _COLLECTING
        return any(_gives(each.value, held) for each in node.args)
    if isinstance(node, _LOOPS):
        loop = node if isinstance(node, tree.For) else node.for_in
        is_over = any(each in code_of(loop.iter) for each in held)
        return is_over and _asks(node, loop.target)
    return False


def _hands_on(node: tree.Node, held: set[str]) -> bool:
    """Whether a comprehension gives what is held to others, as it is: ``[p for p in net.held]``."""
    if not isinstance(node, (tree.ListComp, tree.SetComp, tree.GeneratorExp)):
        return False
    names: set[str] = set()
    loop: tree.CompFor | None = node.for_in
    while loop is not None:
        over = code_of(loop.iter)
        if over in names or any(each in over for each in held):
            names |= names_bound(loop.target)
        loop = loop.inner_for_in
    return _is_one_of(node.elt, names)


def _asks(root: tree.Node, target: tree.Node) -> bool:
    """Whether what torch would do itself is asked of a loop's variable, or an object is given it.

    An object that is made of a part may be registered, and the part with it.
    """
    names = names_bound(target)
    return any(
        each.attr.value in _COLLECTING and _is_one_of(each.value, names)
        if isinstance(each, tree.Attribute)
        else isinstance(each, tree.Call) and _makes_of(each, names)
        for each in walk(root)
    )


def _makes_of(call: tree.Call, names: set[str]) -> bool:
    """Whether a class is called with one of some variables."""
    last = last_part(call.func)
    return last[:1].isupper() and any(_is_one_of(each.value, names) for each in call.args)


def _is_one_of(node: tree.BaseExpression, names: set[str]) -> bool:
    return isinstance(node, tree.Name) and node.value in names
