"""Version counters: how often memory was changed, where that is the same on every path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tapelint.source import tree
from tapelint.tape.definite.doubts import Doubts
from tapelint.tape.definite.summary_objects import SummaryObjects
from tapelint.tape.domain.domains import NO_VERSION, VERSION
from tapelint.tape.domain.graph_nodes import Saved, Write
from tapelint.tape.domain.paths import Spans
from tapelint.tape.domain.terms import Truth, WriteForm
from tapelint.tape.domain.values import Tensor, TensorRecord, Value
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.knowledge import knowledge

_ONE_BY_ONE = frozenset({WriteForm.METHOD, WriteForm.AUGMENTED, WriteForm.SUBSCRIPT})


class Versions:
    """Counts along with torch, and forgets a number where it may be another one.

    Attributes:
        is_copying: Whether what is made now is no new tensor: its counter may have begun before.
    """

    def __init__(self, machine: Machine, doubts: Doubts, summaries: SummaryObjects) -> None:
        self.machine, self.doubts, self.summaries = machine, doubts, summaries
        self.is_copying = False
        self._rounds: list[int] = []
        self._saved_at: dict[Saved, int | None] = {}
        self._made_at: dict[int, int | None] = {}
        self._of_inference: set[int] = set()
        """The memory of tensors that were made under ``inference_mode``."""
        self._is_unclear_change = False

    @contextmanager
    def repeating(self) -> Iterator[None]:
        """What is run here runs an unknown number of times."""
        self._rounds.append(self.machine.state.shared.identity)
        try:
            yield
        finally:
            self._rounds.pop()

    @contextmanager
    def copying(self, is_copying: bool) -> Iterator[None]:
        """What is made here may be no new tensor."""
        before, self.is_copying = self.is_copying, is_copying
        try:
            yield
        finally:
            self.is_copying = before

    # --- what the number is ---

    def version(self, counter: int) -> int | None:
        """How often the memory behind a counter was changed, where that is known."""
        machine = self.machine
        found = machine.state.fact(VERSION, counter)
        is_old = counter <= machine.era and machine.era > 0
        is_known = found != NO_VERSION and not is_old and not self.doubts.is_doubted(counter)
        return found if is_known else None

    def saved_at(self, saved: Saved) -> int | None:
        """The version at which a tensor was saved, where that is known."""
        return self._saved_at.get(saved)

    def is_as_made(self, identity: int, record: TensorRecord) -> bool:
        """Whether the memory of a view is known not to have changed since the view was made."""
        before = self._made_at.get(identity)
        return before is not None and before == self.version(record.counter)

    # --- what changes it ---

    def made(self, tensor: Tensor, node: tree.Node | None, facts: dict[str, Any]) -> None:
        """A tensor begins at zero, where torch begins its counter there for sure."""
        state = self.machine.state
        counter = facts["counter"]
        is_own = counter == tensor.identity
        if not is_own:
            self._made_at[tensor.identity] = self.version(counter)
        is_under_inference = self.machine.inference is not Truth.NO
        if is_under_inference:
            self._of_inference.add(facts["storage"])
        if facts.get("is_guess") or self.is_copying or is_under_inference:
            return
        is_data = isinstance(node, tree.Attribute) and node.attr.value == "data"
        if is_data or (is_own and _is_fresh(node)):
            state.set_fact(VERSION, counter, 0)

    def saved(self, saved: Saved) -> None:
        """Remember at which version a tensor was saved."""
        self._saved_at[saved] = self.version(saved.counter)

    def changing(self, record: TensorRecord, node: tree.Node, *, is_refused: bool) -> None:
        """Look at a change before it is made: nobody may know what it changes."""
        is_refused = is_refused and self.machine.grad_mode is not Truth.NO
        is_one_of_some = bool(record.members) and not self.summaries.is_item(record.counter)
        self._is_unclear_change = is_refused or record.may_be_copy or is_one_of_some
        if self._is_unclear_change:
            self.doubts.doubt({record.counter}, "perhaps changed here", node)

    def wrote(self, write: Write, elsewhere: Spans | None) -> None:
        """Count a change. One that holds on some path alone (``elsewhere``) makes it unknown."""
        state = self.machine.state
        before = state.fact(VERSION, write.counter)
        is_known = before != NO_VERSION and elsewhere is None and not self._is_unclear_change
        is_known = is_known and _moves_by_one(write)
        is_known = is_known and not self.summaries.is_of_many(write.counter)
        is_known = is_known and not (self._rounds and write.counter <= self._rounds[-1])
        state.set_fact(VERSION, write.counter, before + 1 if is_known else NO_VERSION)
        self.doubts.perhaps_changed(write.counter, write.node)
        if elsewhere is None:
            self._is_unclear_change = False

    # --- what makes it unknown ---

    def forget(self, owner: Value) -> None:
        """Whether what an object holds was changed is not known."""
        for each in self.doubts.held_in(owner):
            self.machine.state.set_fact(VERSION, each, NO_VERSION)

    def forget_buffers(self, owner: Value) -> None:
        """A network's buffers may be other tensors now; one that requires grad may be computed."""
        self.forget(owner)
        for each in self.doubts.held_in(owner):
            record = self.machine.state.get(each)
            if not isinstance(record, TensorRecord) or record.is_parameter:
                continue
            if record.requires_grad is not Truth.NO:
                self.summaries.switch(Tensor(each), is_leaf=Truth.UNKNOWN)

    def computed(self, given: Sequence[Value], result: Tensor) -> None:
        """A copy of what was made under ``inference_mode`` may be filled in place."""
        machine = self.machine
        for value in given:
            record = machine.tensor_record(value)
            if record is None:
                continue
            members = [machine.state.get(each.identity) for each in record.members]
            memory = {each.storage for each in (record, *members) if each is not None}
            made = machine.tensor_record(result)
            if memory & self._of_inference and made is not None:
                machine.state.set_fact(VERSION, made.counter, NO_VERSION)


def _is_fresh(node: tree.Node | None) -> bool:
    """Whether an expression gives a tensor of its own, with a counter at zero."""
    if isinstance(node, tree.BinaryOperation):
        # A product of a vector and a matrix is cut to shape in place.
        return not isinstance(node.operator, tree.MatrixMultiply)
    if isinstance(node, tree.Comparison):
        return True
    if isinstance(node, tree.UnaryOperation):
        return isinstance(node.operator, tree.Minus)
    if not isinstance(node, tree.Call):
        return False
    if any(each.keyword is not None and each.keyword.value == "out" for each in node.args):
        return False
    name = node.func.attr if isinstance(node.func, tree.Attribute) else node.func
    return isinstance(name, tree.Name) and name.value in knowledge().fresh_results


def _moves_by_one(write: Write) -> bool:
    """Whether a change moves the version by exactly one."""
    if write.form not in _ONE_BY_ONE:
        return False
    if write.form is WriteForm.METHOD:
        return write.operation in knowledge().changes_counted_once
    is_item = isinstance(write.target, tree.Subscript) or (
        isinstance(write.node, tree.AugAssign) and isinstance(write.node.target, tree.Subscript)
    )
    return write.form is WriteForm.SUBSCRIPT or not is_item
