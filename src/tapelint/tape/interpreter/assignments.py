"""Assignments of every form, and what ``del`` takes away."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.autograd import (
    flow,
    gradient_pages,
    inplace,
    kept_graphs,
    leaves,
    samples,
)
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.terms import Evidence, Truth, Use, WriteForm
from tapelint.tape.domain.values import (
    UNKNOWN,
    Container,
    DataOfUnknown,
    NoneValue,
    Tensor,
    Unknown,
    UnknownAttribute,
    Value,
    options_of,
)
from tapelint.tape.interpreter import attribute_writes, thrown_away
from tapelint.tape.interpreter.annotations import Annotations
from tapelint.tape.interpreter.given_roles import GivenRoles
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.interpreter.kept_weights import KeptWeights
from tapelint.tape.interpreter.subscripts import index_of
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import containers, layers, operators, spread
from tapelint.tape.syntax import dotted_name, mentions
from tapelint.torch_api.operators import OPERATORS

_CONSTANTS = (tree.SimpleString, tree.Integer)
AUGMENTED = {
    getattr(tree, f"{each.kind}Assign"): (each.operation, f"{each.symbol}=") for each in OPERATORS
}
"""For each augmented assignment, the operation that it does and how it is written."""
_RETAINS = frozenset({"retain_grad"})


class Assignments:
    """Executes assignments on a machine."""

    def __init__(
        self,
        machine: Machine,
        interpreter: Interpreter,
        annotations: Annotations,
        kept_weights: KeptWeights,
        roles: GivenRoles,
    ) -> None:
        self.machine = machine
        self.roles = roles
        self.interpreter = interpreter
        self.annotations = annotations
        self.kept_weights = kept_weights

    def assign(self, node: tree.Assign) -> None:
        """``x = y = value``."""
        first = node.targets[0].target
        self.machine.assigned_name = dotted_name(first)
        before = self._held_by(first)
        value = self.interpreter.evaluate(node.value)
        self.machine.assigned_name = ""
        if type(value) is Unknown and isinstance(node.value, tree.Call):
            value = self._told_by_role(first, value)
        if before is not None and isinstance(value, (Tensor, Container)):
            self._note_kept(node, first, before, value)
        thrown_away.note_rebound(self.interpreter, node, before, value)
        if isinstance(before, Tensor):
            leaves.note_rebinding(self.machine, before, value, node.value)
            if isinstance(value, NoneValue):
                value = NoneValue(is_reset=True)
        for target in node.targets:
            self.interpreter.assign(target.target, value, node.value)
        self.kept_weights.note_assigned(node, value)

    def _told_by_role(self, target: tree.BaseExpression, made: Value) -> Value:
        """What an unknown call has made, as what becomes of the variable that keeps it tells."""
        frame, interpreter = self.machine.frame, self.interpreter
        if not isinstance(target, tree.Name) or target.value in frame.global_names:
            return made
        if frame.class_unit is not None or (
            frame.unit is None and interpreter.other_files.is_other(frame.module_scope)
        ):
            return made
        told = self.roles.result(target.value, frame.unit, interpreter.module, interpreter.look_up)
        return made if told is None else told

    def _note_kept(
        self,
        node: tree.Assign | tree.AugAssign,
        target: tree.BaseExpression,
        before: Value,
        made: Value,
    ) -> None:
        """``total = total + loss``, ``kept = [*kept, loss]``: more of what was there."""
        earlier = self.machine.graph_node(before)
        if earlier is not None:
            kept_graphs.note_sum(self.machine, node, target, earlier, made)
        elif made is not before:
            kept_graphs.note_rebuilt(self.machine, node, before, made)

    def _held_by(self, target: tree.BaseExpression) -> Value | None:
        """What a name or an attribute of an object holds, before it is assigned to."""
        if isinstance(target, tree.Name):
            return self.interpreter.look_up(target.value)
        if isinstance(target, tree.Subscript):
            return self._held_under(target)
        owner = self._held_by(target.value) if isinstance(target, tree.Attribute) else None
        if owner is None or not isinstance(target, tree.Attribute):
            return None
        records = [self.machine.attributes(option) for option in options_of(owner)]
        held = [each.get(target.attr.value) for each in records if each is not None]
        return next(filter(None, held), None)

    def _held_under(self, target: tree.Subscript) -> Value | None:
        """What a container holds at a place that is written out."""
        index = target.slice[0].slice if len(target.slice) == 1 else None
        if not isinstance(index, tree.Index):
            return None
        owner = self._held_by(target.value)
        if not isinstance(owner, Container) or not isinstance(index.value, _CONSTANTS):
            return None
        return containers.get_item(self.machine, owner, self.interpreter.evaluate(index.value))

    def annotated(self, node: tree.AnnAssign) -> None:
        """``x: kind = value``."""
        if node.value is None:
            return
        self.machine.assigned_name = dotted_name(node.target)
        value = self.interpreter.evaluate(node.value)
        self.machine.assigned_name = ""
        if type(value) in {Unknown, UnknownAttribute}:
            value = self.annotations.value_of(node.annotation)
        self.interpreter.assign(node.target, value, node.value)

    def augmented(self, node: tree.AugAssign) -> None:
        """``x += value``: a change in place, where ``x`` can be changed."""
        interpreter, machine = self.interpreter, self.machine
        name, symbol = AUGMENTED.get(type(node.operator), ("", ""))
        target = node.target
        before = interpreter.evaluate(target)
        if type(before) is Unknown and self._is_stepped_by_hand(target, node.value):
            before = machine.new_tensor(None, Truth.YES, Truth.YES, is_parameter=True)
            interpreter.assign(target, before, None)
        earlier = machine.graph_node(before)
        right = interpreter.evaluate(node.value)
        operands = ((before, target), (right, node.value))
        if isinstance(target, tree.Subscript):
            made = self._augmented_item(node, target, operands, symbol)
        else:
            made = self._augmented_name(node, operands, name, symbol)
        if symbol in {"+=", "-="} and earlier is not None:
            kept_graphs.note_sum(machine, node, target, earlier, made)
        elif symbol == "+=" and made is not before:
            kept_graphs.note_rebuilt(machine, node, before, made)

    def _is_stepped_by_hand(self, target: tree.BaseExpression, value: tree.BaseExpression) -> bool:
        """``w -= rate * w.grad``: what has a gradient is a leaf, unless that was retained."""
        if not isinstance(target, (tree.Name, tree.Attribute)):
            return False
        unit, gradient = self.machine.frame.unit, f"{code_of(target)}.grad"
        if unit is not None and mentions(unit.node.body, _RETAINS):
            return False
        return any(
            type(each) is tree.Attribute and code_of(each) == gradient for each in walk(value)
        )

    def _augmented_name(
        self,
        node: tree.AugAssign,
        operands: tuple[flow.Operand, flow.Operand],
        name: str,
        symbol: str,
    ) -> Value:
        """``target += value``; returns what the target holds then."""
        interpreter, machine = self.interpreter, self.machine
        (before, target), (right, _) = operands
        if isinstance(before, Tensor) and symbol != "@=":
            inplace.write(machine, before, target, node, symbol, WriteForm.AUGMENTED, [operands[1]])
            traces = samples.carried(machine, name, operands, is_mixed=False)
            self._keep_cuts(before, right, name, node)
            spread.change(machine, before, _after_augmenting(name, operands))
            machine.update_tensor(before, samples=traces)
            return before
        if isinstance(before, DataOfUnknown):
            return before
        if isinstance(before, Container) and symbol == "+=":
            kept_graphs.note_put(machine, node, target, before, [operands[1]])
            containers.extend(machine, before, right)
            return before
        if layers.is_list(before) and symbol == "+=":
            layers.extend(machine, before, right)
            return before
        value = operators.operate(machine, name, operands, node.value)
        interpreter.assign(node.target, value, None)
        return value

    def _keep_cuts(self, before: Tensor, right: Value, name: str, node: tree.AugAssign) -> None:
        """What was cut off before stays so, and takes part in what it is added to."""
        record, other = self.machine.tensor_record(before), self.machine.tensor_record(right)
        if record is None or other is None or not other.cuts:
            return
        if name == "add":
            self.machine.update_tensor(before, cuts=record.cuts | other.cuts)
        else:
            self.machine.use(right, Use.CONSTANT, node)

    def _augmented_item(
        self,
        node: tree.AugAssign,
        target: tree.Subscript,
        operands: tuple[flow.Operand, flow.Operand],
        symbol: str,
    ) -> Value:
        """``owner[index] += value``; returns what stands there then."""
        machine = self.machine
        owner = self.interpreter.evaluate(target.value)
        if isinstance(owner, Tensor):
            if spread.of_operator(AUGMENTED[type(node.operator)][0], operands) != owner.power:
                spread.change(machine, owner, None)
            inplace.write(
                machine, owner, target.value, node, symbol, WriteForm.AUGMENTED, [operands[1]]
            )
        elif isinstance(owner, DataOfUnknown):
            pass  # the core tells of it
        elif isinstance(before := operands[0][0], Tensor) and symbol != "@=":
            inplace.write(machine, before, target, node, symbol, WriteForm.AUGMENTED, [operands[1]])
        elif isinstance(owner, Container):
            if isinstance(before, Container) and symbol == "+=":
                kept_graphs.note_put(machine, node, target, before, [operands[1]])
                containers.extend(machine, before, operands[1][0])
            else:
                name, _ = AUGMENTED[type(node.operator)]
                value = operators.operate(machine, name, operands, node.value)
                attribute_writes.assign_item(self.interpreter, target, value, None)
                return value
        return operands[0][0]

    def delete(self, node: tree.Del) -> None:
        """``del x``, ``del x[i]``."""
        target = node.target
        names = target.elements if isinstance(target, tree.Tuple) else [target]
        for each in names:
            inner = each.value if isinstance(each, tree.Element) else each
            if isinstance(inner, tree.Name):
                self.interpreter.bind(inner.value, UNKNOWN)
            elif isinstance(inner, tree.Attribute) and inner.attr.value == "grad":
                owner = self.interpreter.evaluate(inner.value)
                gradient_pages.note_assigned(self.machine, owner, inner, has_one=False)
            elif isinstance(inner, tree.Subscript):
                owner = self.interpreter.evaluate(inner.value)
                index, is_slice = index_of(self.interpreter, inner)
                if isinstance(owner, Container) and inplace.is_whole(inner):
                    containers.clear(self.machine, owner)
                elif isinstance(owner, Container):
                    containers.remove(self.machine, owner, None if is_slice else index)


def _after_augmenting(name: str, operands: tuple[flow.Operand, flow.Operand]) -> SigmaPower | None:
    """The power after ``std *= 2``; a deviation times something unknown is still called one."""
    power = spread.of_operator(name, operands)
    (before, _), _ = operands
    if power is None and before.power is not None and before.power.by_name and name != "pow":
        return replace(before.power, evidence=max(before.power.evidence, Evidence.OUTPUT))
    return power
