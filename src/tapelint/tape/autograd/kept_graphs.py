"""Values that something keeps with their history, when nothing needs that any more.

What an earlier round has made stays in memory as long as a sum or a list of all rounds has it.
That is right where a backward starts there. Whether one does is known when all was executed.
"""

from __future__ import annotations

from collections.abc import Iterable

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape import events
from tapelint.tape.autograd import graph
from tapelint.tape.autograd.reach import freed_by, passed_by
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.terms import Keeping, Truth
from tapelint.tape.domain.values import Container, ContainerKind, ContainerRecord, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import last_name, receiver, small_integer
from tapelint.torch_api.families import also_with_numbers, families
from tapelint.torch_api.names import counts_steps
from tapelint.torch_api.training_names import holds_data

FEW_ROUNDS = 20
"""What so many rounds keep is not much."""
_MOST_BEHIND = 200
"""How many operations behind a value are asked for a backward."""
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
    expression: tree.BaseExpression,
    earlier: GraphNode,
    made: Value,
) -> None:
    """A value is added to a sum, which may hold what this statement has added before."""
    added = machine.graph_node(made)
    # The first value that is added to 0.0 is the sum itself.
    if added is None or not _is_made_at(earlier, frozenset({node, node.value})):
        return
    # `total = total + loss` adds at its value; `total += loss * 2` only what is made there. Of a
    # part of what is not known, `scores[0]`, nobody knows whether it has the history of the whole.
    is_at_value = isinstance(node, tree.Assign) or isinstance(node.value, tree.Subscript)
    sums = frozenset[tree.Node]({node, node.value} if is_at_value else {node})
    terms = tuple(
        each for each in added.inputs if each is not earlier and not _is_made_at(each, sums)
    )
    record = machine.tensor_record(made)
    is_recorded = record is not None and record.requires_grad is Truth.YES
    _note(machine, node, Keeping.SUM, (into, expression), terms, added, is_recorded=is_recorded)


def note_append(
    machine: Machine, node: tree.Call, container: Container, record: ContainerRecord, value: Value
) -> None:
    """A value is put into a list that was there before the loop, or that an object holds."""
    into = receiver(node)
    is_of_object = isinstance(into, tree.Attribute)
    loops = machine.frame.loops
    is_older = bool(loops) and container.identity <= loops[-1].began
    if record.kind is ContainerKind.LIST and (is_older or is_of_object) and node.args:
        held = machine.tensor_record(value)
        if held is not None and held.requires_grad is not Truth.NO and not held.is_parameter:
            is_recorded = held.requires_grad is Truth.YES and held.is_leaf is Truth.NO
            terms = tuple(graph.graph_inputs(machine, [value]))
            places = (into, node.args[0].value)
            _note(machine, node, Keeping.CONTAINER, places, terms, None, is_recorded=is_recorded)


def _note(
    machine: Machine,
    node: tree.Node,
    form: Keeping,
    places: tuple[tree.BaseExpression, tree.BaseExpression],
    terms: tuple[GraphNode, ...],
    made: GraphNode | None,
    *,
    is_recorded: bool,
) -> None:
    into, expression = places
    if terms:
        before = _freed_before(machine, terms)
        unit = machine.frame.unit
        # Nobody may have told what it starts at: a loss that an unknown call gave.
        starts = unit is not None and "backward" in unit.attributes_read.get(code_of(into), ())
        loops = machine.frame.loops
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
            loop=loops[-1].node if loops else None,
            is_of_object=isinstance(into, tree.Attribute),
            is_bounded=_is_bounded(machine, into, node),
            is_counted=bool(loops) and _counts(loops[-1].node),
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
        if each.kind in {NodeKind.JOIN, NodeKind.UNSEEN}:
            pending += [inner for inner in each.inputs if inner not in seen]
            seen.update(each.inputs)
    return False


def _is_bounded(machine: Machine, into: tree.BaseExpression, node: tree.Node) -> bool:
    """Whether few values are kept: the loop is short, or what keeps them is begun anew in it."""
    loops, name = machine.frame.loops, code_of(into)
    if isinstance(into, tree.Attribute):
        owner = machine.frame.unit_class
        others = [] if owner is None else list(owner.methods.values())
        return any(
            _begins_anew(unit.node.body, name, node)
            for unit in others
            if unit.last_name != "__init__"
        )
    if not loops:
        return True
    loop = loops[-1]
    return (
        loop.is_of_items or _has_few_rounds(loop.node) or _begins_anew(loop.node.body, name, node)
    )


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


# --- once all was executed -----------------------------------------------------------------


class Fates:
    """Tells what has become of histories that were kept."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._handed_on: set[GraphNode] | None = None
        self._given_back: set[GraphNode] | None = None

    def told(self, event: events.Event) -> events.Event:
        """The event with what has become of what it tells."""
        if not isinstance(event, events.HistoryKept):
            return event
        trained = self._machine.trained
        after, is_trained = event.after, event.is_trained
        if after is None:
            later = self._passing(event.terms)
            is_trained = is_trained or later is not None
            after = later if later is not None and _follows(later, event) else None
        spent = trained.get(event.made) if event.made is not None else None
        if event.made is None and event.after is None and not self._is_start(event.terms):
            spent = next((trained[each] for each in event.terms if each in trained), None)
        kept = _sums_behind(event.made) if event.made is not None else event.terms
        is_handed_on = spent is None and any(
            each in self.all_handed_on() or each in self._all_given_back() for each in kept
        )
        return replace(
            event, after=after, spent=spent, is_trained=is_trained, is_handed_on=is_handed_on
        )

    def _is_start(self, terms: Iterable[GraphNode]) -> bool:
        return all(each in self._machine.started for each in terms)

    def _passing(self, terms: Iterable[GraphNode]) -> tree.Node | None:
        """A backward that passes a value, or what it was computed from."""
        trained = self._machine.trained
        pending = list(terms)
        seen = set(pending)
        while pending and len(seen) < _MOST_BEHIND:
            each = pending.pop()
            if each in trained:
                return trained[each]
            for inner in each.inputs:
                if inner not in seen and inner.kind is not NodeKind.LEAF:
                    seen.add(inner)
                    pending.append(inner)
        return None

    def all_handed_on(self) -> set[GraphNode]:
        """All operations behind what calls that are not known were given."""
        if self._handed_on is None:
            self._handed_on = _all_behind(self._machine.handed_on)
        return self._handed_on

    def _all_given_back(self) -> set[GraphNode]:
        """All operations behind what functions have given back: a network's result, or a part."""
        if self._given_back is None:
            self._given_back = _all_behind(self._machine.given_back)
        return self._given_back


def _sums_behind(made: GraphNode) -> list[GraphNode]:
    """A sum, and what it was in the rounds before: what a round computes with it goes on, too."""
    pending, seen = [made], {made}
    while pending:
        for inner in pending.pop().inputs:
            is_sum = inner.node is made.node and inner.kind is NodeKind.OPERATION
            if inner not in seen and (is_sum or inner.kind is NodeKind.JOIN):
                seen.add(inner)
                pending.append(inner)
    return [each for each in seen if each.kind is NodeKind.OPERATION]


def _all_behind(nodes: Iterable[GraphNode]) -> set[GraphNode]:
    pending = list(nodes)
    found = set(pending)
    while pending:
        for inner in pending.pop().inputs:
            if inner not in found:
                found.add(inner)
                pending.append(inner)
    return found


def _follows(later: tree.Node, event: events.HistoryKept) -> bool:
    """Whether a backward comes behind a statement in the same loop."""
    source = event.at.source
    if event.loop is None or source is None or later.source is not source:
        return False
    is_in_loop = any(each is later for each in walk(event.loop))
    return is_in_loop and source.line(later) > source.line(event.at)
