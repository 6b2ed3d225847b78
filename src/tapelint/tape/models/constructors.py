"""Making tensors: from data (``torch.tensor``), filled (``zeros``), or out of another tensor."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape import leaf_events
from tapelint.tape.autograd import flow, graph, leaves
from tapelint.tape.autograd.origins import is_bare_leaf, origin_of
from tapelint.tape.domain import powers
from tapelint.tape.domain.graph_nodes import Cut, GraphNode, NodeKind
from tapelint.tape.domain.terms import History, LeafForm, Truth, Use
from tapelint.tape.domain.values import Container, Number, Symbol, Tensor, TensorRecord, Value
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models.elements import elements_of
from tapelint.tape.syntax import called_name
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import computes_loss

_DEEPEST_DATA = 3
WRAPPERS = frozenset({"torch.autograd.Variable", "torch.nn.Parameter", "torch.nn.Buffer"})
"""Classes that make a leaf out of a tensor."""

_MOST_SOURCES = 16
"""Of how many operations a cut remembers that they made what was cut."""
_WHOLE_NUMBER_NAMES = frozenset(
    f"torch.{name}" for name in families().whole_number_types | families().whole_number_tensors
) | {"builtins.int", "builtins.bool"}


def is_from_data(name: str) -> bool:
    """Whether ``torch.name`` makes a tensor out of Python data or another tensor."""
    return name in families().from_data or _is_typed(name)


def _is_typed(name: str) -> bool:
    """Whether it is one of the old constructors, one for each type of number."""
    return name in knowledge().typed_constructors


def filled(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value:
    """``torch.zeros(...)`` and its like: fresh memory, no history."""
    asked = _asked_for_grad(arguments)
    power = power_of_filling(name.removesuffix("_like"), arguments, asked)
    return machine.new_tensor(node, asked, Truth.YES, power=power)


def power_of_filling(name: str, arguments: Arguments, asked: Truth) -> powers.SigmaPower | None:
    """The power of sigma of ``torch.zeros(...)``, ``torch.full(...)``, ``torch.randn(...)``.

    What is to be trained does not stay one.
    """
    if name in families().zeros_and_ones:
        return powers.ONE if asked is Truth.NO else powers.NUMBER
    if name in families().graded:
        return powers.NUMBER
    if name == "randn":
        return powers.STANDARD_NOISE if asked is Truth.NO else None
    value = arguments.at(1, "fill_value") if name == "full" else None
    return _power_of_number(value) if value is not None else None


def _power_of_number(value: Value) -> powers.SigmaPower | None:
    if value.power is not None or not isinstance(value, Number):
        return value.power
    return powers.ONE if value.value in (0, 1) else powers.NUMBER


def _asked_for_grad(arguments: Arguments) -> Truth:
    return arguments.truth(None, "requires_grad", Truth.NO)


def make(machine: Machine, name: str, arguments: Arguments, node: tree.Call) -> Value:
    """A tensor out of data, by the constructor's bare name; records the event.

    The result of a constructor over a container is always a new leaf: the history of the
    elements is lost. Over a bare tensor some constructors keep the history and some do not.
    """
    given = arguments.pair(0, "data") or arguments.pair(0, "obj")
    if _is_typed(name) and len(arguments.positional) != 1:
        return machine.new_tensor(node, Truth.NO, Truth.YES)
    if given is None:
        return machine.new_tensor(node, _asked_for_grad(arguments), Truth.YES)
    data, data_node = given
    machine.hand_on(data)
    if isinstance(data, Tensor) and name in knowledge().keep_history_of_tensor:
        return data
    if _is_typed(name) and isinstance(data, Number):
        return machine.new_tensor(node, Truth.NO, Truth.YES)
    return _cut(machine, name, data, data_node, arguments, node)


def wrap(machine: Machine, kind: str, arguments: Arguments, node: tree.Call) -> Value:
    """``Variable(data)``, ``nn.Parameter(data)``: a leaf over the same memory, no history."""
    name = kind.rsplit(".", 1)[-1]
    given = arguments.pair(0, "data")
    if name == "Parameter":
        on = arguments.truth(1, "requires_grad", Truth.YES)
    elif name == "Variable":
        on = _asked_for_grad(arguments)
    else:
        on = Truth.NO
    if given is None:
        return machine.new_tensor(node, on, Truth.YES, is_parameter=name == "Parameter")
    data, data_node = given
    return _cut(machine, name, data, data_node, arguments, node, on, is_wrapper=True)


def _cut(
    machine: Machine,
    name: str,
    data: Value,
    data_node: tree.BaseExpression,
    arguments: Arguments,
    node: tree.Call,
    asked: Truth | None = None,
    *,
    is_wrapper: bool = False,
) -> Value:
    asked = _asked_for_grad(arguments) if asked is None else asked
    known, record = _lost(machine, name, data, data_node, arguments, asked, is_wrapper=is_wrapper)
    cut = Cut(node, tuple(_operations(machine, data)))
    machine.emit(
        leaf_events.TensorConstructor,
        node,
        constructor=name,
        called=called_name(node, name),
        data=data_node,
        over_container=not isinstance(data, Tensor),
        elements=elements_of(machine, data),
        is_wrapper=is_wrapper,
        history=known,
        element=record.made_at if record else None,
        element_history_at=record.requires_grad_at if record else None,
        backpropagated=machine.is_consumed(record.graph) if record else False,
        was_passed=machine.was_passed(record.graph) if record else False,
        requires_grad=asked is Truth.YES,
        bound_name=machine.assigned_name,
        cut=cut,
    )
    is_made_leaf = asked is Truth.YES and name != "Parameter"
    if is_made_leaf:
        leaves.note_made(machine, LeafForm.CONSTRUCTOR, data_node, data, node, cut)
    if name == "Parameter" and not computes_loss(machine.assigned_name):
        # Its first value: from here on it is trained itself.
        machine.use(data, Use.CONSTANT, node)
        inherited: frozenset[Cut] = frozenset()
    else:
        inherited = _inherited(machine, data)
    held = machine.container_record(data)
    is_empty = held is not None and not held.held
    # What is empty here is filled on other ways to this call: there it is a cut.
    is_cut = known is not History.NONE or is_empty
    own_memory = {}
    source = machine.tensor_record(data)
    if source is not None and is_wrapper:
        own_memory = {"storage": source.storage, "counter": source.counter}
    return machine.new_tensor(
        node,
        asked,
        Truth.YES,
        power=_trained(_power_of_data(machine, data), name, asked),
        cuts=frozenset({cut}) if is_cut or is_made_leaf else inherited,
        origin=origin_of(machine, data) if asked is Truth.NO else None,
        is_parameter=name == "Parameter",
        is_scalar=isinstance(data, Number),
        **own_memory,
    )


def _lost(
    machine: Machine,
    name: str,
    data: Value,
    data_node: tree.BaseExpression,
    arguments: Arguments,
    asked: Truth,
    *,
    is_wrapper: bool,
) -> tuple[History, TensorRecord | None]:
    """The history that a constructor loses, and the tensor that carries it, if it is known."""
    known, element = flow.history(machine, data)
    if name in families().whole_number_tensors or asks_for_whole_numbers(arguments):
        return History.NONE, None
    if arguments.at(None, "volatile") is not None:
        return History.NONE, None  # how no_grad was spelled before torch 0.4
    record = machine.tensor_record(element) if element is not None else None
    if record is not None and is_wrapper:
        is_constant = name == "Parameter" and asked is Truth.NO  # nobody wants a gradient of it
        loses_nothing = is_constant or is_bare_leaf(record) or _begins_in(record, data_node)
        if loses_nothing or _renews(machine, record):
            return History.NONE, None
    return known, record


def _begins_in(record: TensorRecord, expression: tree.BaseExpression) -> bool:
    """Whether all leaves of a history are made in one expression, where nobody else holds them.

    ``nn.Parameter(torch.randn(2, requires_grad=True) * 0.01)``: the parameter is what is trained.
    """
    pending = [record.graph] if record.graph is not None else []
    seen, leaves = set(pending), []
    while pending:
        node = pending.pop()
        if not node.inputs:
            leaves.append(node)
        for each in node.inputs:
            if each not in seen:
                seen.add(each)
                pending.append(each)
    if not leaves or any(each.kind is not NodeKind.LEAF for each in leaves):
        return False
    made = {each for each in walk(expression) if type(each) is tree.Call}
    return all(each.node in made for each in leaves)


def _renews(machine: Machine, record: TensorRecord) -> bool:
    """Whether a new leaf takes the place of the only leaf that its numbers come from.

    ``x = Variable(torch.clamp(x, 0, 1), requires_grad=True)``: nobody holds the old one, so its
    history is not missed. Attacks project what they optimise in this way.
    """
    held = machine.state.get((machine.frame.scope, machine.assigned_name))
    known = machine.tensor_record(held) if isinstance(held, Tensor) else None
    if known is None or known.is_leaf is not Truth.YES or known.is_parameter:
        return False
    own = {held.identity, *(each.identity for each in known.members)}
    pending = [record.graph] if record.graph is not None else []
    seen: set[GraphNode] = set(pending)
    while pending:
        node = pending.pop()
        machine.spend()
        if not node.inputs and node.leaf not in own:
            return False
        pending += [each for each in node.inputs if each not in seen]
        seen.update(node.inputs)
    return bool(seen)


def _operations(machine: Machine, data: Value) -> list[GraphNode]:
    """The operations that made the tensors in ``data``."""
    found: list[GraphNode] = []
    pending = graph.graph_inputs(machine, [data])
    while pending and len(found) < _MOST_SOURCES:
        node = pending.pop()
        if node.kind is NodeKind.OPERATION:
            found.append(node)
        elif node.kind is not NodeKind.LEAF:
            pending.extend(node.inputs)
    return found


def asks_for_whole_numbers(arguments: Arguments) -> bool:
    """Whether a call names a type of whole numbers, which carry no gradient."""
    return any(
        isinstance(value, Symbol) and value.name in _WHOLE_NUMBER_NAMES
        for value in arguments.values
    )


def _inherited(machine: Machine, data: Value) -> frozenset[Cut]:
    """A copy of numbers that were cut before is part of the same cut."""
    record = machine.tensor_record(data)
    return record.cuts if record is not None else frozenset()


def _power_of_data(machine: Machine, data: Value, depth: int = 0) -> powers.SigmaPower | None:
    if data.power is not None or not isinstance(data, Container):
        return _power_of_number(data)
    held = machine.container_record(data)
    if held is None or held.is_open or not held.held or depth > _DEEPEST_DATA:
        return None
    found = [_power_of_data(machine, each, depth + 1) for each in held.held]
    power = found[0]
    for each in found[1:]:
        power = powers.join(power, each)
    return power


def _trained(power: powers.SigmaPower | None, name: str, asked: Truth) -> powers.SigmaPower | None:
    """A parameter that begins as one does not stay so."""
    if power is None or not (name == "Parameter" or asked is not Truth.NO):
        return power
    return None if power.is_noise else powers.NUMBER if power == powers.ONE else power


def from_numpy(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``torch.from_numpy(array)``: the array's memory, no history."""
    data = arguments.at(0)
    power = data.power if data is not None else None
    origin = origin_of(machine, data) if data is not None else None
    return machine.new_tensor(node, Truth.NO, Truth.YES, power=power, origin=origin)
