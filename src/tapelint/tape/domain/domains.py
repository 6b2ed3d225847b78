"""What the state keeps beside variables and records: every kind of cell is a declared domain.

A domain says what two values of one cell become where paths meet, which of two values says more,
and how long a value holds. A cell that no path has set says nothing: it has the default. Where one
path alone has set it, the join keeps what that path says, for whatever asks later may have come
along it. The laws of these joins are tested over the table :data:`DOMAINS`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

from tapelint.source import tree
from tapelint.tape.domain import chances, powers
from tapelint.tape.domain.chances import Chances
from tapelint.tape.domain.graph_nodes import (
    Freed,
    GraphNode,
    NodeKind,
    Saved,
    Taken,
    Write,
)
from tapelint.tape.domain.paths import NO_SIDE, Sides, path_to
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Tensor, Value, join_truth

_T = TypeVar("_T")


class Lifetime(enum.Enum):
    """How long the value of a cell holds."""

    RUN = "run"
    """For the rest of this execution: a function that is executed for its own sake later may run
    before, so that it cannot count on it."""
    HOLDER = "holder"
    """For whoever holds what it is told of: it tells nothing to others."""
    FILE = "file"
    """For all functions of the file that are executed later."""


class Domain(Generic[_T]):
    """One kind of cell.

    Attributes:
        name: What its cells tell of their subject.
        default: The value of a cell that was never set.
        join: What two values become where their paths meet; ``None`` where they are values of the
            tape, which are joined as variables are.
        leq: Whether the second of two values says all that the first says, or leaves more open.
        lifetime: How long a value holds.
        is_pathwise: Whether its values tell what has happened on a path: where paths meet, each
            remembers what has happened on the others alone.
    """

    __slots__ = ("default", "is_pathwise", "join", "leq", "lifetime", "name")

    def __init__(
        self,
        name: str,
        default: _T,
        join: Callable[[_T, _T, Sides], _T] | None,
        leq: Callable[[_T, _T], bool],
        lifetime: Lifetime,
        *,
        is_pathwise: bool = False,
    ) -> None:
        self.name, self.default, self.join, self.leq = name, default, join, leq
        self.lifetime, self.is_pathwise = lifetime, is_pathwise

    def __repr__(self) -> str:
        return f"<domain {self.name}>"

    def of(self, subject: Hashable = None) -> tuple[Domain[_T], Hashable]:
        """The key of the cell that tells of a subject; ``None`` stands for the execution itself."""
        return self, subject


Key = int | tuple[int, str] | tuple[Domain[Any], Hashable]
"""A cell of the state: a record by its identity, a variable by scope and name, or a domain's."""


# --- joins ---------------------------------------------------------------------------------


def union(left: tuple[_T, ...], right: tuple[_T, ...], _: Sides) -> tuple[_T, ...]:
    """All that is in either, what the first path has first."""
    return left if left == right else tuple(dict.fromkeys((*left, *right)))


def on_any(left: bool, right: bool, _: Sides) -> bool:
    """Whether it is so on one of the paths."""
    return left or right


def latest(left: int, right: int, _: Sides) -> int:
    """The later of two moments."""
    return max(left, right)


def truth(left: Truth, right: Truth, _: Sides) -> Truth:
    """What is known when either may be the case."""
    return join_truth(left, right)


def is_part(left: Iterable[object], right: Iterable[object]) -> bool:
    """Whether all of the first is in the second."""
    return set(left) <= set(right)


def _join_powers(
    left: tuple[SigmaPower | None] | None, right: tuple[SigmaPower | None] | None, _: Sides
) -> tuple[SigmaPower | None] | None:
    if left is None or right is None:
        return left or right
    return (powers.join(left[0], right[0]),)


def _join_chances(left: Chances | None, right: Chances | None, _: Sides) -> Chances | None:
    return chances.join(left, right)


def _says_as_much(one: Chances | None, two: Chances | None) -> bool:
    """Whether the second of two says all that the first says of chances, or nothing."""
    return two is None or (one is not None and one.chance is two.chance)


def _join_rebased(
    left: GraphNode | None, right: GraphNode | None, sides: Sides
) -> GraphNode | None:
    """A change of the base's history on either path."""
    if left is None or right is None or left is right:
        return left or right
    ways = tuple(path_to(each, side) for each, side in zip((left, right), sides, strict=True))
    return GraphNode("join", ways, (), left.node, kind=NodeKind.JOIN)


def _met_by(node: GraphNode | None) -> set[GraphNode]:
    """The nodes that a join of paths stands for; a node itself, if it is none."""
    found: set[GraphNode] = set()
    pending = [node] if node is not None else []
    while pending:
        each = pending.pop()
        if each.kind is NodeKind.JOIN:
            pending += each.inputs
        else:
            found.add(each)
    return found


_NO_SIDES: Sides = (NO_SIDE, NO_SIDE)


def _same(left: _T, right: _T, _: Sides) -> _T | None:
    return left if left == right else None


def _on_all(left: frozenset[_T], right: frozenset[_T], _: Sides) -> frozenset[_T]:
    return left & right


# --- the table -----------------------------------------------------------------------------

GRAD_MODE = Domain(
    "grad mode", Truth.YES, truth, lambda one, two: two in {one, Truth.UNKNOWN}, Lifetime.HOLDER
)
"""Whether autograd records operations."""
ERA = Domain("era", 0, latest, lambda one, two: one <= two, Lifetime.HOLDER)
"""Since when nothing that this file does not show has changed its objects; see ``Machine.era``."""
HOOKED = Domain("hooked", False, on_any, lambda one, two: one <= two, Lifetime.FILE)
"""Whether a forward hook is registered on any module."""
VALIDATION: Domain[Truth | None] = Domain(
    "validation",
    None,
    lambda left, right, _: left if left is right else Truth.UNKNOWN,
    lambda one, two: one is None or two in {one, Truth.UNKNOWN},
    Lifetime.FILE,
)
"""Whether distributions check their arguments; ``None`` for what the project says."""
SAVED: Domain[tuple[Saved, ...]] = Domain("saved", (), union, is_part, Lifetime.HOLDER)
"""Of a memory: what the graph keeps of it for a backward."""
STALE: Domain[tuple[Write, ...]] = Domain(
    "stale", (), union, is_part, Lifetime.RUN, is_pathwise=True
)
"""Of what is saved: the changes of its memory since."""
FREED: Domain[tuple[Freed, ...]] = Domain(
    "freed", (), union, is_part, Lifetime.RUN, is_pathwise=True
)
"""Of a node of the graph: the backwards that have run through it."""
PASSED = Domain("passed", False, on_any, lambda one, two: one <= two, Lifetime.RUN)
"""Of a node of the graph: whether what it made went into a call that is not known."""
HAS_GRADIENT = Domain("has gradient", False, on_any, lambda one, two: one <= two, Lifetime.RUN)
"""Of a leaf: whether a backward has filled its ``grad``."""
TAKEN = Domain("taken", 0, latest, lambda one, two: one <= two, Lifetime.RUN)
"""Of a memory that stands for many: when its tensor was last taken for another one."""
GRADIENT: Domain[Value | None] = Domain(
    "gradient", None, None, lambda one, two: one is None or isinstance(two, Tensor), Lifetime.FILE
)
"""Of a memory: the tensor that its ``.grad`` is."""
RETAINED = Domain("retained", False, on_any, lambda one, two: one <= two, Lifetime.FILE)
"""Of a tensor: whether ``retain_grad()`` was called."""
UNHELD = Domain("unheld", False, on_any, lambda one, two: one <= two, Lifetime.FILE)
"""Of a memory: whether a name that held its tensor holds another one now."""
REBASED: Domain[GraphNode | None] = Domain(
    "rebased",
    None,
    _join_rebased,
    lambda one, two: _met_by(one) <= _met_by(two),
    Lifetime.FILE,
)
"""Of a base: the last change of its history through one of its views."""
POWER: Domain[tuple[SigmaPower | None] | None] = Domain(
    "power",
    None,
    _join_powers,
    lambda one, two: one is None or one == two or _join_powers(one, two, _NO_SIDES) == two,
    Lifetime.FILE,
)
"""Of a memory or a part of it: the power of sigma that changes in place have given it."""
CHANCES: Domain[Chances | None] = Domain(
    "chances", None, _join_chances, _says_as_much, Lifetime.FILE
)
"""Of a tensor: whether its numbers are probabilities, or logarithms of such."""
SCALED: Domain[tuple[Value, tree.BaseExpression, tree.Node] | None] = Domain(
    "scaled", None, _same, lambda one, two: two is None or one == two, Lifetime.FILE
)
"""Of noise that was scaled: by what, and where."""

WEIGHTS: Domain[tuple[Taken, ...]] = Domain("weights", (), union, is_part, Lifetime.HOLDER)
"""Of a variable or an attribute: the weights of networks that it keeps, and shares with them."""

DOMAINS: tuple[Domain[Any], ...] = (
    GRAD_MODE, ERA, HOOKED, VALIDATION, SAVED, STALE, FREED, PASSED, HAS_GRADIENT, TAKEN,
    GRADIENT, RETAINED, UNHELD, REBASED, POWER, CHANCES, SCALED, WEIGHTS,
)  # fmt: skip
"""All domains of the tape."""
