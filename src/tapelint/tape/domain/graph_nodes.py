"""The nodes of autograd's graph, what they save, and what frees or changes it."""

from __future__ import annotations

import enum
from collections import abc
from dataclasses import field
from typing import TYPE_CHECKING

from tapelint.source import tree
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.terms import Use, WriteForm

if TYPE_CHECKING:
    pass
from typing import TYPE_CHECKING

from tapelint.tape.domain.path_conditions import HISTORY, Condition

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, eq=False)
class Saved:
    """A tensor that a graph node keeps for the backward.

    Attributes:
        storage: The memory that it lies in.
        counter: The version counter that guards it.
        node: The expression that was saved.
        is_result: Whether it is the operation's own result, not an operand.
        is_part: Whether it is a part of its memory, so that a change elsewhere may miss it.
        is_itself: Whether the tensor is kept as it is, so that other memory assigned to its
            ``.data`` is what the backward sees; else its old memory lives on.
        has_history: Whether the saved tensor requires grad itself, so that a gradient computed
            from it has a history.
        sources: Where that history comes from; for a result, from the node that saves it.
        moment: When it was saved, as an identity that was new then.
        tensor: Which tensor it is.
    """

    storage: int
    counter: int
    node: tree.Node
    is_result: bool
    is_part: bool = False
    is_itself: bool = False
    has_history: bool = False
    sources: tuple[GraphNode, ...] = ()
    moment: int = 0
    tensor: int = 0


@dataclass(frozen=True, eq=False)
class Write:
    """A change of memory in place.

    Attributes:
        counter: The version counter that noticed it.
        node: The expression or statement that does it.
        form: How it is spelled.
        conditions: The branches that it stands in.
        era: The stretch of the execution that it lies in; see ``Machine.era``.
    """

    counter: int
    node: tree.Node
    form: WriteForm
    conditions: frozenset[Condition] = frozenset()
    era: int = 0


@dataclass(frozen=True)
class Taken:
    """The weights of a network, which something keeps as they are in the network itself.

    Attributes:
        node: The expression that gives them: ``model.state_dict()``, or the network.
        owner: The network, as it is written.
        is_network: Whether it is the network that is kept.
        is_sure: Whether it is known to be a network.
        is_named: Whether a name says that they are kept. Else it counts if the network gets them
            back, and nothing has got hold of them meanwhile.
        trained_at: What has trained the network since.
    """

    node: tree.BaseExpression
    owner: str
    is_network: bool
    is_sure: bool
    is_named: bool = True
    trained_at: tree.Node | None = None


class NodeKind(enum.Enum):
    """What a node of the graph stands for."""

    OPERATION = "operation"
    LEAF = "leaf"
    """The end of the graph, where a leaf gets its gradient."""
    JOIN = "join"
    """The node on one of several paths that have met."""
    ELEMENT = "element"
    """One of many nodes: an element of a container, which one is not known."""


@dataclass(frozen=True, eq=False)
class GraphNode:
    """A ``grad_fn``: one operation in autograd's graph.

    Attributes:
        operation: What was done.
        inputs: The nodes that the backward goes on to.
        saved: What it keeps for the backward.
        node: The expression.
        is_certain: Whether autograd records it for sure.
        frees: Whether a backward through it frees what it keeps, so that a second one raises.
        leaf: For the end of the graph, the leaf tensor that gets the gradient.
        kind: What it stands for.
        not_happened: For a path that has met others, the changes and backwards of those.
        conditions: For such a path, the branches that it has come through.
        beside_unknown: Whether an operand may bring a history that is not in the graph.
        beside_cut: Whether a branch decides, for paths that have met, if this history is kept.
        passes_on: Whether it has a history wherever one of its inputs has: an operation that is
            known, or a network, while autograd records.
    """

    operation: str
    inputs: tuple[GraphNode, ...]
    saved: tuple[Saved, ...]
    node: tree.Node | None
    is_certain: bool = True
    frees: bool = False
    leaf: int | None = None
    kind: NodeKind = NodeKind.OPERATION
    not_happened: frozenset[object] = frozenset()
    conditions: frozenset[Condition] = frozenset()
    beside_unknown: bool = False
    beside_cut: bool = False
    passes_on: bool = False


@dataclass(frozen=True, eq=False)
class Freed:
    """A backward that ran through a graph node.

    Attributes:
        node: The call.
        conditions: The branches that it stands in.
        is_certain: Whether it freed what the node kept.
        era: The stretch of the execution that it lies in; see ``Machine.era``.
        shown: The nodes of which it has shown, since it ran, that they were recorded.
    """

    node: tree.Node
    conditions: frozenset[Condition]
    is_certain: bool
    era: int = 0
    shown: abc.Container[GraphNode] = frozenset()


@dataclass(frozen=True)
class Origin:
    """Why a tensor has no history.

    Attributes:
        operation: What ended it or made it without: ``detach``, ``argmax``, ``no_grad``.
        node: Where.
        conditions: The branches that it stands in.
        is_of_result: Whether it is the history of something computed, not that of a bare leaf.
        sources: The history that was ended, if it was one of something computed.
        may_be_penalised: Whether what was left is the numbers of a leaf that requires grad, or a
            gradient: a loss that is computed with them wants to train.
        is_computed_with: Whether something else than a sum was computed with such numbers since.
    """

    operation: str
    node: tree.Node
    conditions: frozenset[Condition] = frozenset()
    is_of_result: bool = True
    sources: tuple[GraphNode, ...] = ()
    may_be_penalised: bool = False
    is_computed_with: bool = False


GRADIENT = "grad"
"""The operation of a gradient that has a history: by ``create_graph``."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A call that made a tensor without the history of the values it was made from.

    ``uses`` fills up as the execution goes on: what became of the numbers. ``sources`` are the
    operations that made the tensors whose history was lost.
    """

    node: tree.Node
    sources: tuple[GraphNode, ...] = ()
    uses: dict[Use, tree.Node] = field(default_factory=dict)


def has_history(node: GraphNode, holds: bool) -> Condition:
    """That a tensor has the history that a node of the graph stands for: ``x.requires_grad``."""
    return f"{HISTORY}{id(node)}", holds
