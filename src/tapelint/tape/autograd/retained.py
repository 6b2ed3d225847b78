"""Graphs that a backward is told to keep: does another backward need them?

Whether one does is asked when everything was executed: it may come in a later round, in another
function, or nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape import events
from tapelint.tape.autograd.reach import Passed
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Tensor, Unknown, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import given_to, last_part, names_bound
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.families import families

_OF_GRADIENTS = "grad"
"""The operation that gradients come from: what they were computed from was asked for."""
_NETWORK = "torch.nn.Module"
"""The operation of a network that is not seen."""
_ASKED, _ALSO_ASKED = "retain_graph", "create_graph"


def note(machine: Machine, passed: Passed, node: tree.Node, keeps_graph: Truth) -> None:
    """A backward passes operations: those that an earlier one has kept, it needs."""
    note_needed(machine, passed)
    is_unseen = any(_is_unseen(machine, each) for each in passed)
    if machine.retained_by:
        _note_perhaps_shared(machine, node, is_unseen)
        _note_one_result(machine, passed, node)
    if keeps_graph is not Truth.YES or not _is_told_to_keep(node):
        return
    kept = [each for each in passed if each.frees]
    is_open = any(_is_unseen(machine, each) and each.operation != _OF_GRADIENTS for each in passed)
    for each in kept:
        calls = machine.retained_by.setdefault(each, {})
        calls[node] = machine.entry, machine.frame.unit, is_open
    is_told = is_unseen and (_is_state_carried(machine) or _is_given_history(machine))
    if kept and is_told:
        machine.needed_again.add(node)
    if kept:
        # What this execution does not know, another one of the function may.
        is_hidden = any(map(_is_obscure, passed)) or _outlasts_round(machine, passed)
        machine.emit(
            events.GraphRetained,
            node,
            is_needed=is_hidden,
            kept=frozenset(kept),
            unseen=next((each.node for each in passed if _is_made_unseen(each)), None),
        )


def _is_unseen(machine: Machine, node: GraphNode) -> bool:
    """Whether an operation was given nothing of which the history is known.

    Or it is a value that a call has given that is not known: nobody knows of what.
    """
    if node.leaf is not None:
        return machine.is_guess(Tensor(node.leaf))
    return not node.inputs and node.kind is NodeKind.OPERATION


def _is_obscure(node: GraphNode) -> bool:
    """Whether all that an operation was given may come out of a graph that is not seen."""
    is_operation = node.kind is NodeKind.OPERATION and node.operation != _OF_GRADIENTS
    return is_operation and not node.inputs


def _is_made_unseen(node: GraphNode) -> bool:
    """Whether code has made it that is not seen: a network, or what only its name tells of."""
    is_guess = node.kind is NodeKind.OPERATION and not node.is_certain
    return is_guess and node.operation != _OF_GRADIENTS and _is_opaque(node)


def _is_opaque(node: GraphNode) -> bool:
    return node.operation == _NETWORK or not node.passes_on


def _note_one_result(machine: Machine, passed: Passed, node: tree.Node) -> None:
    """Two backwards pass what one call of a network that is not seen has given: its items share.

    Each item has an operation of its own here; only the call tells that it is one graph.
    """
    made = {each.node for each in passed if each.operation == _NETWORK}
    for each, calls in machine.retained_by.items():
        if each.operation == _NETWORK and each.node in made:
            machine.needed_again.update(call for call in calls if call is not node)


def _outlasts_round(machine: Machine, passed: Iterable[GraphNode]) -> bool:
    """Whether a loss is computed with what was computed before the loop, nobody knows of what.

    ``targets = features(style)``: each round passes their graph again, if they have one.
    """
    frame, loops = machine.frame, machine.frame.loops
    source = loops[-1].node.source if loops else None
    root = frame.unit.node if frame.unit is not None else source.module if source else None
    if not loops or root is None:
        return False
    computed = _computed_in(root) - _bound_in(loops[-1].node)
    return any(
        name in computed and _may_have_history(machine, machine.state.get((frame.scope, name)))
        for each in passed
        if each.kind is NodeKind.OPERATION and each.operation not in CONVERSIONS
        for name in _given_to_operation(each.node)
    )


def _given_to_operation(node: tree.Node | None) -> Iterator[str]:
    """The variables that a call is given, or that an operator combines."""
    operands = [each.value for each in node.args] if isinstance(node, tree.Call) else [node]
    for operand in operands:
        for each in walk(operand) if operand is not None else ():
            if isinstance(each, tree.Name):
                yield each.value


def _bound_in(loop: tree.Node) -> set[str]:
    """The names that a loop binds anew in each round."""
    return {
        name for each in walk(loop) for target in _targets(each) for name in names_bound(target)
    }


def _targets(node: tree.Node) -> list[tree.BaseExpression]:
    if isinstance(node, tree.Assign):
        return [each.target for each in node.targets]
    if isinstance(node, (tree.For, tree.CompFor, tree.AugAssign, tree.AnnAssign)):
        return [node.target]
    return []


def _computed_in(root: tree.Node) -> set[str]:
    """The names that get what calls have computed, or what was taken out of that."""
    found: set[str] = set()
    assigned = [each for each in walk(root) if isinstance(each, tree.Assign)]
    while pending := [
        each for each in assigned if any(_computes(part, found) for part in walk(each.value))
    ]:
        assigned = [each for each in assigned if each not in pending]
        found.update(
            name for each in pending for to in each.targets for name in names_bound(to.target)
        )
    return found


def _computes(node: tree.Node, computed: set[str]) -> bool:
    if isinstance(node, tree.Call):
        return last_part(node.func) not in CONVERSIONS
    return isinstance(node, tree.Name) and node.value in computed


def _may_have_history(machine: Machine, value: Value | None) -> bool:
    """Whether a value, or an item of it, is a tensor of unknown history, or not known at all."""
    held = machine.container_record(value) if value is not None else None
    if held is not None:
        return held.is_open or any(_may_have_history(machine, each) for each in held.held)
    record = machine.tensor_record(value) if value is not None else None
    if record is not None:
        return record.requires_grad is Truth.UNKNOWN
    return type(value) is Unknown


def _note_perhaps_shared(machine: Machine, node: tree.Node, is_unseen: bool) -> None:
    """One of two backwards passes what something unknown has given: they may share that.

    Of those of the round before it is not, unless a state is carried.
    """
    for calls in machine.retained_by.values():
        for call, (entry, unit, was_unseen) in calls.items():
            if not (is_unseen or was_unseen):
                continue
            is_behind = unit is not machine.frame.unit or (node.line or 0) > (call.line or 0)
            if call is not node and entry == machine.entry and is_behind:
                machine.needed_again.add(call)


def _is_given_history(machine: Machine) -> bool:
    """Whether a function hands on a tensor with a history: it cuts that off at another place.

    ``critic(fake.detach())``, and ``penalty(critic, fake)``: whoever calls it may do so again.
    """
    unit = machine.frame.unit
    if unit is None or unit.node.params is None:
        return False
    cut: set[str] = set()
    handed_on: set[str] = set()
    for each in walk(unit.node.body):
        if isinstance(each, tree.Attribute) and each.attr.value in families().without_history:
            cut.update([each.value.value] if isinstance(each.value, tree.Name) else ())
        elif isinstance(each, tree.Arg) and isinstance(each.value, tree.Name):
            handed_on.add(each.value.value)
    return not (cut & handed_on).isdisjoint(given_to(unit.node))


def _is_state_carried(machine: Machine) -> bool:
    """Whether a loop around gives a call what the last round's call has given back.

    ``outputs, state = run(inputs, state)``: what lies behind an operation of which no history is
    known may be part of the next round's graph, too.
    """
    return any(_carries(loop.node) for frame in machine.frames for loop in frame.loops)


def _carries(loop: tree.Node) -> bool:
    """Whether a name is bound in a loop by a call alone that is given it."""
    bound: Counter[str] = Counter()
    handed_back: set[str] = set()
    for each in walk(loop):
        if not isinstance(each, tree.Assign):
            continue
        names = {name for target in each.targets for name in names_bound(target.target)}
        bound.update(names)
        given = each.value.args if isinstance(each.value, tree.Call) else ()
        handed_back |= names & {
            one.value.value for one in given if isinstance(one.value, tree.Name)
        }
    return any(bound[name] == 1 for name in handed_back)


def note_needed(machine: Machine, passed: Iterable[GraphNode]) -> None:
    """Something needs what was kept of these operations, or may do so."""
    if machine.retained_by:
        for each in passed:
            machine.needed_again.update(machine.retained_by.get(each, ()))


def note_unknown(machine: Machine) -> None:
    """A backward of something that is not known may need what the execution at hand has kept.

    So it may what other methods have, which leave it on the object. Others hand it on in sight.
    """
    here = machine.frame.unit
    own = here.unit_class if here is not None else None
    for calls in machine.retained_by.values():
        for call, (entry, unit, _) in calls.items():
            owner = unit.unit_class if unit is not None and unit is not here else None
            is_of_object = owner is not None and owner is own
            if entry == machine.entry or is_of_object:
                machine.needed_again.add(call)


def told(machine: Machine, event: events.Event, handed_on: Iterable[GraphNode]) -> events.Event:
    """The event with what is known once everything was executed.

    Args:
        machine: The machine.
        event: Any event.
        handed_on: All operations behind what calls that are not known were given.
    """
    if not isinstance(event, events.GraphRetained):
        return event
    is_needed = event.is_needed or event.at in machine.needed_again
    is_needed = is_needed or not event.kept.isdisjoint(handed_on)
    # A function that calls itself may pass the same graph in each of its calls.
    is_needed = is_needed or event.function in machine.calling_themselves
    is_needed = is_needed or bool(machine.ended)  # nobody knows what the rest would have passed
    return replace(event, is_needed=is_needed)


def _is_told_to_keep(node: tree.Node) -> bool:
    """Whether a call says `retain_graph=True`, and asks for nothing that needs the graph."""
    keywords = {
        each.keyword.value: each.value
        for each in (node.args if isinstance(node, tree.Call) else ())
        if each.keyword is not None
    }
    asked = keywords.get(_ASKED)
    return isinstance(asked, tree.Name) and asked.value == "True" and _ALSO_ASKED not in keywords
