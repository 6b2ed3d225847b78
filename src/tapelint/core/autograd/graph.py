"""Tensors, the storage and the version counter that they share, and the nodes of the graph.

Sources: torch's "Autograd mechanics" (leaf, ``requires_grad``, saved tensors, version counter) and
``torch_api``'s measured table of what operations save.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tapelint.core.domain.alternatives import joined_values
from tapelint.core.domain.certainty import MAYBE, NO, YES, Certainty, under
from tapelint.core.domain.fields import (
    Field,
    join_any,
    join_certainty,
    join_latest,
    join_log,
)
from tapelint.core.domain.predicate import Guard
from tapelint.core.domain.values import NONE, Obj, Value

REQUIRES_GRAD: Final = Field("requires grad", NO, join_certainty)
"""Whether a tensor requires grad."""
SINCE: Final = Field("requires grad since", 0, join_latest)
"""When it was said for the last time whether a tensor requires grad."""
IS_LEAF: Final = Field("is a leaf", YES, join_certainty)
"""Whether no operation is recorded that has made it."""
HISTORY: Final = Field[Value]("history", NONE, joined_values)
"""The node that has made a tensor; ``None`` for a leaf."""
REBASED: Final = Field("rebased", 0, join_latest)
"""When a change in place through one of its views has given a tensor a new history."""
CHANGES: Final = Field("changes", frozenset["Change"](), join_log)
"""The changes in place of a storage."""
FREED: Final = Field("freed", frozenset["Freed"](), join_log)
"""The backwards that have freed what a node has saved."""
FREED_PARTS: Final = Field("freed parts", frozenset["Freed"](), join_log)
"""The backwards that have freed a part of what a node has made."""
IS_STATE: Final = Field("is a state", False, join_any)
"""Whether a network was given back what it has made as a part of something."""
REPLACED: Final = Field("replaced", frozenset["Change"](), join_log)
"""Where a tensor itself has got another storage, by ``x.data = y``."""
HAS_ESCAPED: Final = Field("has escaped", False, join_any)
"""Whether unseen code can reach an object."""
LEFT_TO_TRAIN: Final = MAYBE.assuming("unseen code that is given a network leaves it to train")
"""Whether the parameters train that unseen code can reach."""
FILLED: Final = Field("its gradient is filled", NO, join_certainty)
"""Whether a backward has filled the gradient of a leaf, as far as anybody knows."""
LISTED: Final = Field("is listed by", frozenset[Obj](), join_log)
"""The modules that have listed a parameter among theirs."""
UNSEEN_LAYERS: Final = "network"
"""The operation that stands for layers of which nobody knows what they do."""
GRAD: Final = "grad"
"""The attribute of a leaf that a backward fills."""


UNSEEN_CHANGE: Final = "unseen change"
"""What stands in a history for a change that autograd does not see."""
EXCHANGE: Final = "data"
"""The form of a change that gives a tensor another storage: ``x.data = y``."""


class Storage(Obj):
    """The numbers of a tensor and of all that shares them."""

    __slots__ = ()


class Counter(Obj):
    """A version counter, which a tensor shares with its views; ``.data`` has one of its own.

    Attributes:
        storage: What it counts the changes of.
    """

    __slots__ = ("storage",)

    def __init__(self, birth: int, storage: Storage | None = None) -> None:
        super().__init__(birth)
        self.storage: Final = Storage(birth) if storage is None else storage


class DataOf(NamedTuple):
    """The way by ``.data`` to the numbers of a tensor, past its version counter and history.

    Attributes:
        tensor: The tensor; ``None`` where only a name or a use shows that there is one.
        read: The ``.data``.
        is_sure: Whether it is one, and not an item of what may be a list.
        may_be_copy: Whether it may be rows that were copied: by an index of which nobody knows
            whether it is a tensor.
    """

    tensor: Tensor | None
    read: ast.AST
    is_sure: bool = True
    may_be_copy: bool = False


class Tensor(Obj):
    """A tensor.

    Attributes:
        counter: Its version counter.
        base: The tensor that it is a view of; ``None`` for none.
        node: Where it is made; ``None`` for what was always there.
        is_parameter: Whether it is a parameter of a module.
        data_of: The way by ``.data`` to it; ``None`` for none.
        origin: The tensor that it is detached from; ``None`` for none.
        is_reordered: Whether it is a view that has its items in another order than the memory.
    """

    __slots__ = (
        "base",
        "counter",
        "data_of",
        "is_parameter",
        "is_reordered",
        "leaf_node",
        "node",
        "origin",
    )

    def __init__(
        self,
        node: ast.AST | None,
        birth: int,
        counter: Counter | None = None,
        base: Tensor | None = None,
        is_parameter: bool = False,
        data_of: DataOf | None = None,
    ) -> None:
        super().__init__(birth)
        self.node: Final = node
        self.counter: Final = Counter(birth) if counter is None else counter
        self.base: Final = base
        self.is_parameter: Final = is_parameter
        self.data_of = data_of
        self.leaf_node: Node | None = None
        self.origin: Tensor | None = None
        self.is_reordered = False

    @property
    def storage(self) -> Storage:
        """Its numbers."""
        return self.counter.storage

    def __repr__(self) -> str:
        line = getattr(self.node, "lineno", 0)
        return f"<tensor of line {line}>" if line else "<tensor>"


@dataclass(eq=False, slots=True)
class Fact:
    """Something that is so on some ways.

    Attributes:
        guard: On which ways.
        certainty: How sure it is there: never more than the ways are.
    """

    guard: Guard
    certainty: Certainty

    def __post_init__(self) -> None:
        self.certainty = under(self.guard, self.certainty)


@dataclass(eq=False, slots=True)
class Edge(Fact):
    """That a node's input was made by another node."""

    node: Node


@dataclass(eq=False, slots=True)
class Saved(Fact):
    """What a node has saved for its backward.

    Attributes:
        counter: The version counter of the tensor that is saved.
        moment: When.
        operand: Which operand it is, by its place; ``None`` for the operation's own result.
        tensor: The tensor, if it is an operand.
        is_itself: Whether that tensor is kept as it is, and not the numbers that it has.
    """

    counter: Counter
    moment: int
    operand: int | None = None
    tensor: Tensor | None = None
    is_itself: bool = False


class Node(Obj):
    """An operation that is recorded.

    Attributes:
        operation: Its name in the table.
        edges: Where its inputs come from.
        saved: What it has saved.
        node: Where it stands.
        guard: On which ways it is recorded.
        certainty: How sure it is recorded there.
        frees: Whether a second backward through it raises.
        leaf: The leaf whose gradient it adds to; ``None`` for an operation.
        change: The change that autograd does not see, if it stands for one.
        whole: The node that has made all of which this one stands for a part; nobody knows how
            much two parts have in common.
    """

    __slots__ = (
        "certainty",
        "change",
        "edges",
        "frees",
        "guard",
        "leaf",
        "node",
        "operation",
        "saved",
        "whole",
    )

    def __init__(
        self,
        operation: str,
        edges: Sequence[Edge],
        node: ast.AST | None,
        guard: Guard,
        certainty: Certainty,
        birth: int,
        frees: bool = False,
        leaf: Tensor | None = None,
    ) -> None:
        super().__init__(birth)
        self.operation: Final = operation
        self.edges: Final = tuple(edges)
        self.saved: Final[list[Saved]] = []
        self.node: Final = node
        self.guard: Final = guard
        self.certainty: Final = under(guard, certainty)
        self.frees: Final = frees
        self.leaf: Final = leaf
        self.change: Change | None = None
        self.whole: Node | None = None

    def __repr__(self) -> str:
        return f"<{self.operation}>"


@dataclass(eq=False, slots=True)
class Change(Fact):
    """A change of a storage in place.

    Attributes:
        node: Where.
        moment: When.
        form: How it is written: ``method``, ``operator``, ``index``, ``out``, ``function``,
            ``module``, ``init``, ``step``, ``max_norm``; ``data`` where the storage is exchanged.
        counter: The version counter that counts it.
        name: The operation.
        recording: Whether autograd records there.
        calls: The calls that led there.
        file: The file that it stands in.
        since: What was saved before that moment has its own numbers again: a storage that was
            exchanged is given back.
    """

    node: ast.AST
    moment: int
    form: str
    counter: Counter
    name: str
    recording: Certainty
    calls: tuple[ast.AST, ...]
    file: str
    since: int = 0


@dataclass(eq=False, slots=True)
class Freed(Fact):
    """That a backward has freed what a node has saved.

    Attributes:
        node: The backward.
        moment: When.
    """

    node: ast.AST
    moment: int


def operations_at(nodes: Iterable[Node]) -> list[Node]:
    """Some nodes; in place of a change that autograd does not see, those that it stands before."""
    found: dict[Node, None] = {}
    pending = list(nodes)[::-1]
    while pending:
        node = pending.pop()
        if node.change is None:
            found[node] = None
        else:
            pending += (edge.node for edge in node.edges)
    return list(found)


def nodes_behind(nodes: Iterable[Node]) -> set[Node]:
    """All nodes that a backward comes to from some, and those themselves."""
    found: set[Node] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if node not in found:
            found.add(node)
            stack += (edge.node for edge in node.edges)
    return found
