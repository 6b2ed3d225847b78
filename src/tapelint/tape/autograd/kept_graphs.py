"""Values that something keeps with their history, when nothing needs that any more.

What an earlier round has made stays in memory as long as a sum or a list of all rounds has it.
That is right where a backward starts there. Whether one does is known when all was executed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tapelint.source import tree
from tapelint.source.spelling import code_of, last_name
from tapelint.source.tree import walk
from tapelint.tape import events
from tapelint.tape.autograd import flow, graph
from tapelint.tape.autograd.reach import freed_by, passed_by
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.terms import Keeping, Truth
from tapelint.tape.domain.values import (
    Container,
    ContainerKind,
    Instance,
    Number,
    Tensor,
    Value,
)
from tapelint.tape.machine.frames import LoopExits
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import small_integer
from tapelint.torch_api.families import also_with_numbers, families
from tapelint.torch_api.names import counts_steps
from tapelint.torch_api.training_names import holds_data

FEW_ROUNDS = 20
"""What so many rounds keep is not much."""
_DEEPEST = 3
"""How deep a value is looked into for tensors."""
_GATHERING = families().joins | also_with_numbers(families().sums) | {"+=", "-="}
"""Operations that may put values of several rounds together."""


def note_start(machine: Machine, roots: Iterable[GraphNode], node: tree.Node) -> None:
    """A backward starts that frees what it passes."""
    machine.freeing.add(node)
    pending = list(roots)
    while pending:
        each = pending.pop()
        if each not in machine.started:
            machine.started[each] = node
            is_same = each.kind is NodeKind.OPERATION and each.operation not in _GATHERING
            if (is_same and len(each.inputs) == 1) or each.kind is NodeKind.JOIN:
                pending += each.inputs


def note_sum(
    machine: Machine,
    node: tree.AugAssign | tree.Assign,
    into: tree.BaseExpression,
    earlier: GraphNode,
    made: Value,
) -> None:
    """A value is added to a sum, which may hold what this statement has added before."""
    added = machine.graph_node(made)
    is_at_value = isinstance(node, tree.Assign) or isinstance(node.value, tree.Subscript)
    # The first value that is added to 0.0 is the sum itself.
    if added is None or not _is_made_at(earlier, frozenset({node, node.value})):
        return
    # `total = total + loss` adds at its value; `total += loss * 2` only what is made there. Of a
    # part of what is not known, `scores[0]`, nobody knows whether it has the history of the whole.
    sums = frozenset[tree.Node]({node, node.value} if is_at_value else {node})
    own = frozenset(walk(node.value)) if isinstance(node, tree.Assign) else frozenset()
    if own and added.operation not in _GATHERING:
        return
    terms: list[GraphNode] = []
    pending, goes_on = [added], False
    while pending:
        for each in pending.pop().inputs:
            if each is earlier or _is_made_at(each, sums):
                goes_on = True
                continue
            is_inner = each.node in own and _leads_to(each, earlier, own)
            (pending if is_inner else terms).append(each)
    if not goes_on:
        return
    record = machine.tensor_record(made)
    is_recorded = record is not None and record.requires_grad is Truth.YES
    places = (into, _what_is_added(node, into))
    form = Keeping.CONTAINER if places[1] is node.value and own else Keeping.SUM
    _note(machine, node, form, places, tuple(terms), added, is_recorded=is_recorded)


def _leads_to(each: GraphNode, earlier: GraphNode, own: frozenset[tree.Node]) -> bool:
    """Whether what a statement has computed was computed from what the round before has left."""
    return each is earlier or (
        each.node in own and any(_leads_to(inner, earlier, own) for inner in each.inputs)
    )


def _what_is_added(
    node: tree.AugAssign | tree.Assign, into: tree.BaseExpression
) -> tree.BaseExpression:
    """What a statement adds to a sum; all that it computes, where that is written differently."""
    added = node.value
    if isinstance(node, tree.Assign) and isinstance(added, tree.BinaryOperation):
        if isinstance(added.operator, tree.Add):
            for own, other in ((added.left, added.right), (added.right, added.left)):
                if code_of(own) == code_of(into) and code_of(into) not in code_of(other):
                    return other
    return added


class _Place(NamedTuple):
    """A loop, and the call in its body under which something is kept.

    Attributes:
        loop: The loop.
        call: The call; ``None`` where the body itself keeps it.
    """

    loop: LoopExits
    call: tree.Node | None


def _place(machine: Machine) -> _Place | None:
    """The innermost loop around the statement at hand, those around the calls included."""
    call: tree.Node | None = None
    for frame in reversed(machine.frames):
        if frame.loops:
            return _Place(frame.loops[-1], call)
        call = frame.arguments.call if frame.arguments is not None else None
    return None


def note_put(
    machine: Machine,
    node: tree.Node,
    into: tree.BaseExpression | None,
    container: Container,
    given: Iterable[tuple[Value, tree.BaseExpression]],
) -> None:
    """Values are put into what was there before the round, or what an object holds."""
    record, place = machine.container_record(container), _place(machine)
    is_older = place is not None and container.identity <= place.loop.round_began
    if record is None or record.kind is ContainerKind.RING or into is None:
        return
    if not is_older and not isinstance(into, tree.Attribute):
        return
    for value, expression in given:
        for tensor, part, is_itself in _parts(machine, value, expression):
            held = machine.tensor_record(tensor)
            if held is None or held.requires_grad is Truth.NO or held.is_parameter:
                continue
            _note(
                machine,
                node,
                Keeping.CONTAINER,
                (into, part),
                tuple(graph.graph_inputs(machine, [tensor])),
                None,
                is_recorded=held.requires_grad is Truth.YES and held.is_leaf is Truth.NO,
                containers=frozenset({container.identity, *record.members}),
                is_itself=is_itself,
            )


def note_rebuilt(
    machine: Machine, node: tree.Assign | tree.AugAssign, before: Value, made: Value
) -> None:
    """A name gets another list or tuple, which holds all that it held, and more."""
    old, new = machine.container_record(before), machine.container_record(made)
    target = node.targets[0].target if isinstance(node, tree.Assign) else node.target
    if old is None or new is None or not old.held or not set(old.held) <= set(new.held):
        return
    added = [each for each in new.held if each not in old.held]
    written = [
        element.value
        for each in walk(node.value)
        if isinstance(each, (tree.List, tree.Tuple))
        for element in each.elements
        if isinstance(element, tree.Element)
    ]
    is_more = len(new.items) > len(old.items) or bool(old.rest)
    if is_more and len(written) == len(added) and isinstance(before, Container):
        note_put(machine, node, target, before, zip(added, written, strict=True))


def note_item(
    machine: Machine,
    target: tree.Subscript,
    container: Container,
    index: Value,
    value: Value,
    expression: tree.BaseExpression | None,
) -> None:
    """``container[index] = value``: kept for good where each round has another key."""
    record, place = machine.container_record(container), _place(machine)
    if record is None or record.kind is not ContainerKind.DICT or place is None:
        return
    if expression is not None and is_counted_key(machine, index, target.slice[0], target.value):
        note_put(machine, target, target.value, container, [(value, expression)])


def is_counted_key(
    machine: Machine, key: Value, written: tree.Node, into: tree.BaseExpression
) -> bool:
    """Whether a key is another one in each round of the loop."""
    if isinstance(key, Number) and key.count is not None:
        return True
    place = _place(machine)
    if place is None or place.call is not None:
        return False
    loop, counters = place.loop.node, set[str]()
    if isinstance(loop, tree.For) and isinstance(loop.iter, tree.Call):
        if last_name(loop.iter.func) == "enumerate" and isinstance(loop.target, tree.Tuple):
            counters.add(code_of(loop.target.elements[0].value))
        elif last_name(loop.iter.func) == "range":
            counters.add(code_of(loop.target))
    for each in walk(loop.body):
        if isinstance(each, tree.AugAssign) and isinstance(each.operator, tree.AddAssign):
            counters.add(code_of(each.target))
    return any(
        code_of(each) in counters
        if isinstance(each, (tree.Name, tree.Attribute))
        else isinstance(each, tree.Call) and code_of(each) == f"len({code_of(into)})"
        for each in walk(written)
    )


def _parts(
    machine: Machine,
    value: Value,
    written: tree.BaseExpression,
    depth: int = 0,
    *,
    is_itself: bool = True,
) -> Iterator[tuple[Value, tree.BaseExpression, bool]]:
    """The tensors in a value, each with the expression that gives it, or that of what holds it."""
    held, attributes = machine.container_record(value), machine.attributes(value)
    if isinstance(value, Tensor):
        yield value, written, is_itself
    elif depth >= _DEEPEST:
        return
    elif held is not None:
        parts = flow.written_parts(written, held) if is_itself else []
        for at, each in enumerate(held.held):
            part = parts[at] if parts else written
            yield from _parts(machine, each, part, depth + 1, is_itself=bool(parts))
    elif isinstance(value, Instance) and attributes is not None:
        for _, each in attributes.attributes:
            yield from _parts(machine, each, written, depth + 1, is_itself=False)


def _note(
    machine: Machine,
    node: tree.Node,
    form: Keeping,
    places: tuple[tree.BaseExpression, tree.BaseExpression],
    terms: tuple[GraphNode, ...],
    made: GraphNode | None,
    *,
    is_recorded: bool,
    containers: frozenset[int] = frozenset(),
    is_itself: bool = True,
) -> None:
    into, expression = places
    if terms:
        before, place = _freed_before(machine, terms), _place(machine)
        unit = machine.frame.unit
        # Nobody may have told what it starts at: a loss that an unknown call gave.
        starts = unit is not None and "backward" in unit.attributes_read.get(code_of(into), ())
        loop = place.loop.node if place is not None else None
        machine.emit(
            events.HistoryKept,
            node,
            form=form,
            into=into,
            value=expression,
            terms=terms,
            made=made,
            is_recorded=is_recorded,
            after=before,
            is_trained=before is not None or (form is Keeping.SUM and starts),
            loop=loop,
            call=place.call if place is not None else None,
            containers=containers,
            is_itself=is_itself,
            is_of_object=isinstance(into, tree.Attribute),
            is_bounded=_is_bounded(machine, into, node),
            is_counted=loop is not None and _counts(loop),
        )


def _freed_before(machine: Machine, terms: Iterable[GraphNode]) -> tree.Node | None:
    """The backward that has freed a part of a history already, on a path that leads here."""
    if not machine.freeing:
        return None
    for each in terms:
        if each.leaf is not None and machine.has_gradient(each.leaf):
            return machine.trained.get(each)
    for each, reaches in passed_by(machine, terms, None).items():
        for reach in reaches:
            found = freed_by(machine, each, reach)
            if found is not None:
                return found.node
    return None


def _is_made_at(node: GraphNode, places: frozenset[tree.Node]) -> bool:
    """Whether a history goes on from what was made at one of these places."""
    pending, seen = [node], {node}
    while pending:
        each = pending.pop()
        if each.node in places and each.kind is NodeKind.OPERATION:
            return True
        if each.kind is NodeKind.JOIN:
            pending += [inner for inner in each.inputs if inner not in seen]
            seen.update(each.inputs)
    return False


def _is_bounded(machine: Machine, into: tree.BaseExpression, node: tree.Node) -> bool:
    """Whether few values are kept: the loop is short, or what keeps them is begun anew in it."""
    place, name, frame = _place(machine), code_of(into), machine.frame
    own = frame.unit.first_parameter(is_bound=False) if frame.unit is not None else ""
    if frame.unit_class is not None and name.startswith(f"{own}."):  # by any of its methods
        beginning = [
            unit.last_name
            for unit in frame.unit_class.methods.values()
            if unit.last_name != "__init__" and _begins_anew(unit.node.body, name, node)
        ]
        called = None if place is None or place.call is None else _methods_called(place.loop.node)
        return any(called is None or each in called for each in beginning)
    if isinstance(into, tree.Attribute) and place is None:
        return False
    if place is None:
        return True
    loop = place.loop
    return (
        loop.is_of_items
        or _has_few_rounds(loop.node)
        or (place.call is None and _begins_anew(loop.node.body, name, node))
    )


def _methods_called(loop: tree.For | tree.While) -> set[str]:
    """The names of the methods that a loop itself calls."""
    calls = (each for each in walk(loop.body) if isinstance(each, tree.Call))
    return {each.func.attr.value for each in calls if isinstance(each.func, tree.Attribute)}


def _has_few_rounds(loop: tree.For | tree.While) -> bool:
    call = loop.iter if isinstance(loop, tree.For) else None
    if call is not None and "accum" in code_of(call):
        return True  # as many as a step gathers gradients of
    if call is not None and _is_of_parts(call):
        return True
    if not isinstance(call, tree.Call) or len(call.args) != 1:
        return isinstance(call, (tree.List, tree.Tuple))
    most = small_integer(call.args[0].value)
    return most is not None and most <= FEW_ROUNDS


_GOING_OVER = frozenset({"enumerate", "items", "keys", "reversed", "sorted", "values", "zip"})


def _is_of_parts(iterated: tree.BaseExpression) -> bool:
    """Whether a loop goes over what an object holds, and that is no data: critics, or layers."""
    if isinstance(iterated, tree.Attribute):
        return isinstance(iterated.value, tree.Name) and not holds_data(iterated.attr.value)
    if not isinstance(iterated, tree.Call) or last_name(iterated.func) not in _GOING_OVER:
        return False
    given = [each.value for each in iterated.args]
    if isinstance(iterated.func, tree.Attribute):
        given = [iterated.func.value]
    return any(map(_is_of_parts, given))


def _counts(loop: tree.For | tree.While) -> bool:
    """Whether a loop counts its rounds, and nothing says that they are many."""
    call = loop.iter if isinstance(loop, tree.For) else None
    if not isinstance(call, tree.Call) or code_of(call.func) not in {"range", "trange"}:
        return False
    last = call.args[min(1, len(call.args) - 1)].value if call.args else call
    return small_integer(last) is None and not counts_steps(code_of(last))


def _begins_anew(body: tree.Node, name: str, but: tree.Node) -> bool:
    """Whether a block assigns something else to a name, or empties what it holds."""
    for each in walk(body):
        if isinstance(each, tree.Assign) and each is not but:
            if any(_names(target.target, name) for target in each.targets):
                return True
        elif isinstance(each, tree.Call) and isinstance(each.func, tree.Attribute):
            if each.func.attr.value in {"clear", "pop", "popleft"} and _names(
                each.func.value, name
            ):
                return True
        elif isinstance(each, tree.Del) and name in code_of(each.target):
            return True
    return False


def _names(target: tree.BaseExpression, name: str) -> bool:
    if isinstance(target, (tree.Tuple, tree.List)):
        return any(_names(each.value, name) for each in target.elements)
    return isinstance(target, (tree.Name, tree.Attribute, tree.Subscript)) and (
        code_of(target) == name or name.startswith((f"{code_of(target)}.", f"{code_of(target)}["))
    )
