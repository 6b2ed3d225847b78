"""What a backward starts at is a tensor with a history, whatever has given it.

``loss = engine.loss(batch)`` gives something unknown. Where ``loss.backward()`` runs, it is known
to be the result of operations, which have saved what a second backward needs again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import starmap

from tapelint.source import tree
from tapelint.source.tree import children
from tapelint.tape.autograd import flow, graph, retained
from tapelint.tape.autograd.reach import from_the_last
from tapelint.tape.domain.graph_nodes import GraphNode, NodeKind
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.paths import Side, path_to
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Tensor, Unknown, Value
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import names_bound
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import computes_loss, words

_START = "backward"
"""The operation of a node that stands for all that was done up to a backward."""
_Way = tuple[tuple[tree.BaseExpression, bool], ...]
"""The tests of the branches that something stands in, and whether they hold there."""
_CALLED = frozenset({"criterion", "criterions"})
"""Names of what computes losses, which may have a ``backward`` of its own."""


class BackwardStarts:
    """Tells of a variable, when its ``backward`` is called, that it is a tensor with a history."""

    def __init__(self, machine: Machine, interpreter: Interpreter) -> None:
        self._machine = machine
        self._interpreter = interpreter

    def told(self, value: Value, root: tree.BaseExpression) -> Value:
        """The value that ``root`` holds from here on.

        Args:
            value: What is known of it so far.
            root: The expression whose ``backward`` is called.
        """
        machine = self._machine
        if not isinstance(root, tree.Name) or not isinstance(value, (Tensor, Unknown)):
            return value
        flows = flow.requires_grad(machine, value)
        if flows is not Truth.UNKNOWN or machine.grad_mode is Truth.NO:
            return value
        inputs = tuple(graph.graph_inputs(machine, [value]))
        if not self._is_own_tensor(root.value) or not self._may_have_saved(inputs):
            return value
        start = GraphNode(
            _START,
            inputs,
            (),
            root,
            is_certain=False,
            frees=True,
            kind=NodeKind.JOIN if inputs else NodeKind.OPERATION,
            beside_unknown=not inputs,
            passes_on=bool(inputs),
        )
        start = self._as_bound(root.value, start)
        if isinstance(value, Tensor):
            machine.update_tensor(value, graph=start)
            return value
        retained.note_unknown(machine)
        made = machine.new_tensor(
            root, Truth.UNKNOWN, Truth.UNKNOWN, power=value.power, graph=start, is_guess=True
        )
        self._interpreter.bind(root.value, made)
        return made

    def _as_bound(self, name: str, start: GraphNode) -> GraphNode:
        """What a backward starts at, as the branches lead to it that bind the variable.

        Where they ask what no round of a loop changes, none leaves it over to the next round.
        """
        frame, interpreter = self._machine.frame, self._interpreter
        body: tree.Node | None = frame.unit.node.body if frame.unit is not None else None
        if frame.scope == interpreter.module_scope:
            body = interpreter.module
        ways = list(dict.fromkeys(_ways_to(name, body, ()))) if body is not None else []
        if not ways or not all(ways):
            return start
        told = [frozenset[Condition]().union(*starmap(interpreter.told, way)) for way in ways]
        paths = tuple(path_to(start, Side(conditions=each), is_certain=False) for each in told)
        return GraphNode("join", paths, (), start.node, is_certain=False, kind=NodeKind.JOIN)

    def _may_have_saved(self, roots: Sequence[GraphNode]) -> bool:
        """Whether something behind has saved what a backward needs, or nobody knows.

        A sum of leaves saves nothing: its backward can run again.
        """
        behind = from_the_last(roots)
        self._machine.spend(len(behind))
        if any(node.operation == _START for node in behind):
            return False  # it was told before
        if _is_recorded(roots):
            return False  # what is recorded for sure tells more
        known = knowledge().operations
        for node in behind:
            if node.frees:
                return True
            if node.leaf is not None:
                record = self._machine.tensor_record(Tensor(node.leaf))
                if record is None or record.is_guess:
                    return True
            elif node.kind is NodeKind.OPERATION and node.operation not in known:
                return True
        return not behind

    def _is_own_tensor(self, name: str) -> bool:
        """Whether a variable of the function at hand is used as a tensor, and as nothing else."""
        frame = self._machine.frame
        if self._machine.state.get((frame.scope, name)) is None:
            return False
        uses = self._interpreter.uses
        if not uses.may_be_tensor(name):
            return False
        is_named = computes_loss(name) and _CALLED.isdisjoint(words(name))
        return is_named or not uses.reads(name).isdisjoint(families().python_numbers)


def _ways_to(name: str, node: tree.Node, way: _Way) -> Iterator[_Way]:
    """For each assignment of a variable, the tests of the branches that it stands in."""
    if isinstance(node, tree.If):
        yield from _ways_to(name, node.body, (*way, (node.test, True)))
        if node.orelse is not None:
            yield from _ways_to(name, node.orelse, (*way, (node.test, False)))
        return
    if isinstance(node, (tree.BaseExpression, tree.FunctionDef, tree.ClassDef)):
        return
    targets = [each.target for each in node.targets] if isinstance(node, tree.Assign) else []
    if isinstance(node, (tree.AnnAssign, tree.AugAssign, tree.For)):
        targets.append(node.target)
    if any(name in names_bound(each) for each in targets):
        yield way
    for each in children(node):
        yield from _ways_to(name, each, way)


def _is_recorded(roots: Sequence[GraphNode]) -> bool:
    """Whether the last operation was recorded for sure, on one of the paths that have met here."""
    pending = list(roots)
    while pending:
        node = pending.pop()
        if node.kind is NodeKind.JOIN:
            pending += node.inputs
        elif node.is_certain:
            return True
    return False
