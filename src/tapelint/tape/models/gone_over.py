"""What a loop does to all that it goes over: at its end, each item has had its round.

A round is executed for an item that stands for any of them. So what each round leaves in its item
holds for every item behind the loop: ``for p in net.parameters(): p.requires_grad = False``.
"""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.tape.autograd import gradient_pages
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Container,
    ContainerRecord,
    Either,
    Instance,
    LibraryObject,
    Tensor,
    TensorRecord,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters

_DEEPEST = 2


class GoneOver:
    """What one loop goes over.

    Attributes:
        container: What is empty where the loop does not run.
    """

    def __init__(
        self, machine: Machine, iterated: Value, container: Container | None = None
    ) -> None:
        self._machine, self.container = machine, container
        record = machine.container_record(iterated)
        self._is_all = _gives_all(record) if record is not None else True
        self._round: dict[int, TensorRecord] = {}
        self._switched: set[int] = set()
        self._became: dict[int, set[Truth]] = {}
        self._cleared: dict[int, set[tree.Node | None]] = {}

    def begin_round(self, item: Value) -> None:
        """A round begins, with this item."""
        tensors = _tensors_in(self._machine, item) if self._is_all else []
        records = [(each.identity, self._machine.tensor_record(each)) for each in tensors]
        self._round = {at: record for at, record in records if record is not None}

    def end_round(self, state: State | None) -> None:
        """The round has come to its end with this state, or does not come to it."""
        if state is None:
            self._is_all = False
            return
        machine, now = self._machine, self._machine.state
        machine.state = state
        for at, before in self._round.items():
            record = state.get(at)
            cleared = gradient_pages.clearing(machine, at)
            for each in [one.identity for one in record.members] or [at]:
                self._became.setdefault(each, set()).add(record.requires_grad)
                self._cleared.setdefault(each, set()).add(cleared)
                if _is_switched(before, record):
                    self._switched.add(each)
        machine.state = now

    def settle(self, ends: Sequence[State]) -> None:
        """The loop has come to its end, in one of these states."""
        machine, before = self._machine, self._machine.state
        for machine.state in ends if self._is_all else ():
            for each in self._switched:
                became = self._became[each]
                if len(became) == 1 and Truth.UNKNOWN not in became:
                    machine.update_tensor(Tensor(each), requires_grad=next(iter(became)))
            for each, by in self._cleared.items():
                node = next(iter(by))
                if node is not None and len(by) == 1:
                    gradient_pages.settle_cleared(machine, each, node)
        machine.state = before

    def end_rounds(self) -> None:
        """The one round that was executed stands for all, and the loop is at its end."""
        self.end_round(self._machine.state)
        self.settle([self._machine.state])

    def empty(self, state: State) -> None:
        """In this state the loop does not run."""
        record = self._machine.container_record(self.container) if self.container else None
        if record is not None and self.container is not None:
            none = replace(record, items=(), rest=(), keys=(), is_open=False)
            state.set(self.container.identity, none)


def _is_switched(before: TensorRecord, after: TensorRecord) -> bool:
    """Whether a flag was set; what only shows that it was on before shows it of one tensor."""
    if after.requires_grad is Truth.YES:
        return after.requires_grad_at is not before.requires_grad_at
    return after.requires_grad is not before.requires_grad


def _gives_all(record: ContainerRecord) -> bool:
    """Whether it is known to hold each of the values that it may hold."""
    return not record.is_open and set(record.rest) <= set(record.items)


def _tensors_in(machine: Machine, value: Value, depth: int = 0) -> list[Tensor]:
    """The tensors of an item: itself, those of a pair, the parameters of a module."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, (LibraryObject, Instance, Either)):
        own, _ = module_parameters.own_parameters(machine, value)
        return [each for each in own if isinstance(each, Tensor)]
    held = machine.container_record(value)
    if held is None or depth > _DEEPEST:
        return []
    return [one for each in held.held for one in _tensors_in(machine, each, depth + 1)]
