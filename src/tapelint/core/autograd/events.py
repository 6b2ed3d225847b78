"""What happens to tensors, for whoever listens."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tapelint.core.autograd.graph import Change, Node, Tensor
from tapelint.core.domain.certainty import Certainty, all_of, under
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.predicates import is_doubtful
from tapelint.core.domain.values import Value
from tapelint.core.machine.events import Event


@dataclass(eq=False, slots=True)
class Operation(Event):
    """An operation computes tensors.

    Attributes:
        name: Its name in the table.
        operands: What it is given.
        result: What it gives.
    """

    name: str
    operands: tuple[Value, ...]
    result: Value


@dataclass(eq=False, slots=True)
class Ran(Event):
    """A module was run.

    Attributes:
        module: The module.
        given: What it was given.
        result: What it has given.
        began: The moment before.
    """

    module: Value
    given: Sequence[Value]
    result: Value
    began: int


@dataclass(eq=False, slots=True)
class Write(Event):
    """The memory of a tensor is about to change.

    Attributes:
        tensor: The tensor.
        change: The change that is to be.
        protected: Whether it changes a leaf that requires grad: torch raises if autograd records.
        operands: What is written.
        have_history: Whether one of these has a history.
    """

    tensor: Tensor
    change: Change
    protected: Certainty
    operands: Sequence[Value]
    have_history: Certainty

    @property
    def refused(self) -> Certainty:
        """Whether torch raises."""
        return under(self.guard, all_of([self.change.recording, self.protected]))


@dataclass(eq=False, slots=True)
class DataRead(Event):
    """``.data`` of a tensor is read.

    Attributes:
        tensor: The tensor.
    """

    tensor: Tensor


@dataclass(eq=False, slots=True)
class DataExchange(Event):
    """A tensor gets another storage by an assignment to its ``.data``.

    Attributes:
        tensor: The tensor; ``None`` where only its name tells that it is one.
        value: What is assigned.
        change: The change.
    """

    tensor: Tensor | None
    value: Value
    change: Change


class Pass(NamedTuple):
    """One way in which a backward passes a node.

    Attributes:
        guard: The way.
        certainty: How sure.
    """

    guard: Guard
    certainty: Certainty

    def assuming(self, assumption: Hashable) -> Pass:
        """The same if it is possible alone, and something is assumed."""
        if self.certainty.must or is_doubtful(self.guard):
            return self
        return Pass(self.guard, self.certainty.assuming(assumption))


Passed = Mapping[Node, Sequence[Pass]]
"""The nodes that a backward passes, each with the ways in which it does."""


@dataclass(eq=False, slots=True)
class Backward(Event):
    """A backward is about to run; nothing is freed yet.

    Attributes:
        root: Where it starts.
        passed: The nodes that it passes.
        fills: Whether it fills the gradients of leaves, as ``autograd.grad`` does not.
        keeps: Whether the graph is kept.
    """

    root: Value
    passed: Passed
    fills: bool
    keeps: Certainty


@dataclass(eq=False, slots=True)
class Handed(Event):
    """A result leaves the function that is run for its own sake: a caller may run a backward.

    Attributes:
        value: The result.
        is_trained: Whether somebody surely runs a backward of it.
        passed: The nodes that a backward from it would pass.
    """

    value: Value
    is_trained: bool
    passed: Passed


@dataclass(eq=False, slots=True)
class Step(Event):
    """An optimiser changes its leaves.

    Attributes:
        optimiser: It.
        leaves: They.
        closure: What it has called for the loss; ``None`` for nothing.
    """

    optimiser: Value
    leaves: Sequence[Tensor]
    closure: Value | None


@dataclass(eq=False, slots=True)
class ZeroGrad(Event):
    """Gradients are cleared."""

    owner: Value
    leaves: Sequence[Tensor]


@dataclass(eq=False, slots=True)
class Switched(Event):
    """It was said whether a tensor requires grad, or its history was ended in place."""

    tensor: Tensor


@dataclass(eq=False, slots=True)
class Hidden(Event):
    """It was said of something unknown, which some container holds, whether it requires grad."""


@dataclass(eq=False, slots=True)
class Cut(Event):
    """The numbers of tensors are taken without their history.

    Attributes:
        given: What they are taken from.
        result: What has them.
    """

    given: Value
    result: Value


@dataclass(eq=False, slots=True)
class Replaced(Event):
    """Tensors may have other memory than before."""

    tensors: Sequence[Tensor]


@dataclass(eq=False, slots=True)
class ModeSwitch(Event):
    """Whether autograd records changes."""

    recording: Certainty
