"""What happens to tensors, for whoever listens."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Final

from tapelint.core.autograd.graph import Node, Tensor
from tapelint.core.domain.certainty import Certainty
from tapelint.core.domain.predicates import Guard
from tapelint.core.domain.values import Value
from tapelint.core.machine.events import Event


class Operation(Event):
    """An operation computes tensors.

    Attributes:
        name: Its name in the table.
        operands: What it is given.
        result: What it gives.
    """

    __slots__ = ("name", "operands", "result")

    def __init__(self, node: ast.AST, name: str, operands: Sequence[Value], result: Value) -> None:
        super().__init__(node)
        self.name: Final = name
        self.operands: Final = tuple(operands)
        self.result: Final = result


class Write(Event):
    """The memory of a tensor is about to change.

    Attributes:
        tensor: The tensor.
        name: The operation.
        form: How it is written; see :class:`~tapelint.core.autograd.graph.Change`.
        recording: Whether autograd records.
        refused: Whether torch raises over it: a leaf that requires grad is changed.
    """

    __slots__ = ("form", "name", "recording", "refused", "tensor")

    def __init__(
        self,
        node: ast.AST,
        tensor: Tensor,
        name: str,
        form: str,
        recording: Certainty,
        refused: Certainty,
    ) -> None:
        super().__init__(node)
        self.tensor: Final = tensor
        self.name: Final = name
        self.form: Final = form
        self.recording: Final = recording
        self.refused: Final = refused


class Pass:
    """One way in which a backward passes a node.

    Attributes:
        guard: The way.
        certainty: How sure.
    """

    __slots__ = ("certainty", "guard")

    def __init__(self, guard: Guard, certainty: Certainty) -> None:
        self.guard: Final = guard
        self.certainty: Final = certainty


Passed = Mapping[Node, Sequence[Pass]]
"""The nodes that a backward passes, each with the ways in which it does."""


class Backward(Event):
    """A backward is about to run; nothing is freed yet.

    Attributes:
        root: Where it starts.
        passed: The nodes that it passes.
        fills: Whether it fills the gradients of leaves, as ``autograd.grad`` does not.
        keeps: Whether the graph is kept.
    """

    __slots__ = ("fills", "keeps", "passed", "root")

    def __init__(
        self, node: ast.AST, root: Value, passed: Passed, *, fills: bool, keeps: Certainty
    ) -> None:
        super().__init__(node)
        self.root: Final = root
        self.passed: Final = passed
        self.fills: Final = fills
        self.keeps: Final = keeps


class Handed(Event):
    """A result leaves the function that is run for its own sake: a caller may run a backward.

    Attributes:
        value: The result.
        passed: The nodes that a backward from it would pass.
    """

    __slots__ = ("passed", "value")

    def __init__(self, node: ast.AST, value: Value, passed: Passed) -> None:
        super().__init__(node)
        self.value: Final = value
        self.passed: Final = passed


class Step(Event):
    """An optimiser changes its leaves."""

    __slots__ = ("leaves", "optimiser")

    def __init__(self, node: ast.AST, optimiser: Value, leaves: Sequence[Tensor]) -> None:
        super().__init__(node)
        self.optimiser: Final = optimiser
        self.leaves: Final = tuple(leaves)


class ZeroGrad(Event):
    """Gradients are cleared."""

    __slots__ = ("leaves", "owner")

    def __init__(self, node: ast.AST, owner: Value, leaves: Sequence[Tensor]) -> None:
        super().__init__(node)
        self.owner: Final = owner
        self.leaves: Final = tuple(leaves)


class ModeSwitch(Event):
    """Whether autograd records changes."""

    __slots__ = ("recording",)

    def __init__(self, node: ast.AST, recording: Certainty) -> None:
        super().__init__(node)
        self.recording: Final = recording
