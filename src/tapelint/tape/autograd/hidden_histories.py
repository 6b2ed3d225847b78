"""Which operands may bring a history that the graph does not show.

What follows from a backward that runs (:mod:`tapelint.tape.autograd.necessity`) needs more than
the tape's usual belief. An attribute, a variable of the file or an item of a list may have been
given another value since, by code that is not seen. So only what the function at hand has made
itself, and numbers that are written where they are used, bring none.
"""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Array, Number, Symbol, Tensor, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import dotted_name, last_part
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import ends_as_loss, is_target

_DISPLAYS = (tree.List, tree.Tuple)
_LITERALS = (tree.Integer, tree.Float, tree.SimpleString)


def beside(
    machine: Machine,
    name: str,
    operands: Sequence[tuple[Value, tree.BaseExpression]],
    node: tree.Node,
) -> bool:
    """Whether an operation may have got a history that is not in the graph.

    The target of a loss counts as having none: it is seldom trained.
    """
    if isinstance(node, tree.Call) and _calls_an_object(machine, name, operands, node):
        return True
    return _beside_operands(machine, name, operands, node)


def _beside_operands(
    machine: Machine,
    name: str,
    operands: Sequence[tuple[Value, tree.BaseExpression]],
    node: tree.Node,
) -> bool:
    if isinstance(node, tree.Call) and any(each.star for each in node.args):
        return True
    hidden = [
        (at, expression)
        for at, (value, expression) in enumerate(operands)
        if _may_hide(machine, value, expression)
    ]
    is_loss = name in knowledge().loss_functions or ends_as_loss(name)
    are_targets = all(at > 0 and is_target(last_part(each)) for at, each in hidden)
    return bool(hidden) and not (is_loss and are_targets)


def _calls_an_object(
    machine: Machine,
    name: str,
    operands: Sequence[tuple[Value, tree.BaseExpression]],
    node: tree.Call,
) -> bool:
    """Whether a network is called, in whose place there may be another one: ``self.head(h)``."""
    function = node.func
    root = dotted_name(function).partition(".")[0]
    if isinstance(function, tree.Attribute):
        is_so_called = function.attr.value.rstrip("_") == name.rstrip("_") and root != "self"
        if is_so_called or any(expression is function.value for _, expression in operands):
            return False  # a method of a tensor
    elif not isinstance(function, tree.Name):
        return not isinstance(function, tree.Call)  # what is made here is itself: `nn.MSELoss()(x)`
    if name in knowledge().loss_functions:
        return False
    frame = machine.frame
    scopes = (frame.scope, *frame.enclosing)
    held = [machine.state.get((scope, root)) for scope in scopes]
    return any(each is not None and not isinstance(each, Symbol) for each in held)


def beside_call(
    machine: Machine,
    name: str,
    operands: Sequence[tuple[Value, tree.BaseExpression]],
    node: tree.Node,
) -> bool:
    """The same of a call that is known by its name alone: a loss of two, which trains nothing.

    The method of an object may compute with a network that the object owns.
    """
    function = node.func if isinstance(node, tree.Call) else None
    owner = dotted_name(function.value) if isinstance(function, tree.Attribute) else "self"
    if len(operands) < 2 or owner != "self":
        return True
    return _beside_operands(machine, name, operands, node)


def may_have_one(machine: Machine, value: Value) -> None:
    """A tensor may have got a history of its own beside the one that it is known to have."""
    record = machine.tensor_record(value)
    if isinstance(value, Tensor) and record is not None and record.graph is not None:
        behind = record.graph
        perhaps = GraphNode(
            "join", (behind,), (), behind.node, kind=NodeKind.JOIN, beside_unknown=True
        )
        machine.update_tensor(value, graph=perhaps)


def _may_hide(machine: Machine, value: Value, expression: tree.BaseExpression) -> bool:
    record = machine.tensor_record(value)
    if record is not None and isinstance(value, Tensor):
        if record.requires_grad is not Truth.NO:
            return record.graph is None and record.is_leaf is Truth.NO
        made = record.made_at.func if isinstance(record.made_at, tree.Call) else None
        is_own = value.identity > machine.entry_began
        return not is_own or (
            made is not None and last_part(made) in knowledge().keep_history_of_tensor
        )
    if isinstance(expression, _DISPLAYS):
        held = machine.container_record(value)
        items = held.items if held is not None and not held.rest and not held.is_open else ()
        parts = [each.value for each in expression.elements]
        return len(items) != len(parts) or any(
            _may_hide(machine, each, part) for each, part in zip(items, parts, strict=True)
        )
    if isinstance(value, Array):
        return False
    return not (isinstance(value, Number) and _is_written_here(machine, expression))


def _is_written_here(machine: Machine, expression: tree.BaseExpression) -> bool:
    """Whether a number is a literal, computed of some, or a variable of the function at hand."""
    pending = [expression]
    while pending:
        each = pending.pop()
        if isinstance(each, tree.Name):
            if machine.state.get((machine.frame.scope, each.value)) is None:
                return False
        elif isinstance(each, tree.BinaryOperation):
            pending += (each.left, each.right)
        elif isinstance(each, tree.UnaryOperation):
            pending.append(each.expression)
        elif not isinstance(each, _LITERALS):
            return False
    return True
