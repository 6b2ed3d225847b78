"""What was done with a gradient, in order: one page for each path that it may have come along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapelint.source import tree
from tapelint.tape.domain.domains import Domain, Lifetime, is_part, latest, on_any, union
from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.paths import Sides
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.state import lasting
from tapelint.tape.domain.terms import DeedKind, Truth
from tapelint.tape.domain.values import join_truth

MOST_DEEDS = 16
"""How many deeds, those that came last, a page has."""
MOST_PAGES = 8
"""How many paths are told apart; of more, nothing is known but what was done last."""


@dataclass(frozen=True, eq=False)
class Deed:
    """One thing that was done with gradients.

    Attributes:
        kind: What.
        node: The call or the statement.
        moment: When, as an identity that was new then.
        is_sure: Whether it was done to this gradient for sure; else it may have been another's.
        is_told: Whether it was done to it unless a part of a network of unknown layers is frozen.
        conditions: The branches that it stands in.
        leaves: Of a backward the leaves that it reaches, of a step, and of what spends a loss,
            those of the optimiser.
        beyond: Of a backward, the leaves of no optimiser behind which it comes to one's leaves.
        by: Of a step, the optimiser.
        made_at: Where that was made.
        depth: How many loops it stands in.
        is_scaled: Of a backward, whether its loss was scaled by a ``GradScaler``.
        is_named: Whether the scaler is one by its name alone, or may be switched off.
        breaking: Of a backward, the changes after which it raises.
    """

    kind: DeedKind
    node: tree.Node
    moment: int
    is_sure: bool = True
    is_told: bool = False
    conditions: frozenset[Condition] = frozenset()
    leaves: frozenset[int] = frozenset()
    beyond: frozenset[int] = frozenset()
    by: int = 0
    made_at: tree.Node | None = None
    depth: int = 0
    is_scaled: bool = False
    is_named: bool = False
    breaking: frozenset[tree.Node] = frozenset()


@dataclass(frozen=True)
class Page:
    """What was done with one gradient on one path, since it was last cleared for sure.

    Attributes:
        deeds: The deeds, the first one first; a clearing begins the page.
        discarded: The backward whose gradient that clearing has thrown away: no step had used it.
        is_open: Whether more was done before, and nobody knows what.
        conditions: The branches that the path has come through, as far as they hold on.
    """

    deeds: tuple[Deed, ...] = ()
    discarded: Deed | None = None
    is_open: bool = True
    conditions: frozenset[Condition] = frozenset()

    def then(self, deed: Deed) -> Page:
        """The page once something more was done."""
        if deed.kind is DeedKind.CLEARED and deed.is_sure:
            return Page((deed,), self.pending, False, lasting(deed.conditions))
        deeds = (*self.deeds, deed)
        conditions = self.conditions | lasting(deed.conditions)
        is_cut = len(deeds) > MOST_DEEDS
        return Page(
            deeds[-MOST_DEEDS:] if is_cut else deeds,
            self.discarded,
            self.is_open or is_cut,
            conditions,
        )

    def before(self, moment: int) -> Page:
        """The page as it was at a moment."""
        return replace(self, deeds=tuple(each for each in self.deeds if each.moment < moment))

    def without(self, node: tree.Node) -> Page:
        """The page without what a statement has perhaps done."""
        kept = tuple(each for each in self.deeds if each.is_sure or each.node is not node)
        return replace(self, deeds=kept)

    @property
    def come_true(self) -> tuple[Deed, ...]:
        """The deeds up to the first backward that raises after a step of this path."""
        stepped: set[tree.Node] = set()
        for at, deed in enumerate(self.deeds):
            if not stepped.isdisjoint(deed.breaking):
                return self.deeds[:at]
            if deed.kind is DeedKind.STEPPED:
                stepped.add(deed.node)
        return self.deeds

    @property
    def pending(self) -> Deed | None:
        """The last backward, where no step has come after it."""
        for deed in reversed(self.deeds):
            if deed.kind is DeedKind.STEPPED or deed.kind is DeedKind.CLEARED:
                return None
            if deed.kind is DeedKind.FILLED:
                return deed
        return None

    def last(self, *kinds: DeedKind) -> Deed | None:
        """The last deed of one of these kinds."""
        return next((each for each in reversed(self.deeds) if each.kind in kinds), None)

    @property
    def is_empty(self) -> bool:
        """Whether the gradient is cleared for sure, and no known backward has come since."""
        return not self.is_open and not any(each.kind is DeedKind.FILLED for each in self.deeds)

    @property
    def is_used(self) -> bool:
        """Whether a step has used the gradient, and no backward that is known has come since."""
        kinds = [each.kind for each in self.deeds if each.kind in _OF_USE]
        return len(kinds) > 1 and kinds[-1] is DeedKind.STEPPED and kinds[-2] is DeedKind.FILLED


def _either(left: Truth | None, right: Truth | None, _: Sides) -> Truth | None:
    """What is known of either; of what no path has come to, nothing."""
    if left is None or right is None:
        return right if left is None else left
    return join_truth(left, right)


_OF_USE = frozenset({DeedKind.FILLED, DeedKind.STEPPED, DeedKind.CLEARED})
ANYTHING = Page()
"""Nothing is known."""
UNWRITTEN = (ANYTHING,)

DEEDS: Domain[tuple[Page, ...]] = Domain("deeds", UNWRITTEN, union, is_part, Lifetime.RUN)
"""Of a leaf: what was done with its gradient; of ``None``, with the gradients of anybody."""
UNSEEN: Domain[int] = Domain("unseen", 0, latest, lambda one, two: one <= two, Lifetime.RUN)
"""When a call that is not known was last given what it may clear, clip or step."""
TOUCHED: Domain[int] = Domain("touched", 0, latest, lambda one, two: one <= two, Lifetime.RUN)
"""When that last was for more than a result: what computes a loss may clear and step as well."""
SWITCHED: Domain[int] = Domain("switched", 0, latest, lambda one, two: one <= two, Lifetime.RUN)
"""When a call that is not known was last given a network, whose mode it may switch."""
UNKNOWN_STEP: Domain[int] = Domain(
    "unknown step", 0, latest, lambda one, two: one <= two, Lifetime.RUN
)
"""When something that is not known last took a step: it may be an optimiser."""
FROZEN: Domain[bool] = Domain("frozen", False, on_any, lambda one, two: one <= two, Lifetime.RUN)
"""Of a leaf: whether it was frozen; of ``None``, whether one was that may be anybody's."""


@dataclass(frozen=True, eq=False)
class IdleUse:
    """A step or a clip that finds no gradient: they were cleared, and no backward has come since.

    Attributes:
        node: The step, or the call that clips.
        cleared: The clearing.
        depth: How many loops both stand in.
        unit: The function that it stands in.
        conditions: The branches that it stands in.
        leaves: Those of its optimiser; ``None`` if only names say what it belongs to.
    """

    node: tree.Call
    cleared: tree.Node
    depth: int
    unit: FunctionUnit | None
    conditions: frozenset[Condition]
    leaves: frozenset[int] | None


IDLE: Domain[tuple[IdleUse, ...]] = Domain("idle uses", (), union, is_part, Lifetime.RUN)
"""The steps and clips that have found no gradient since the last backward."""
EXHAUSTED: Domain[tuple[tree.Node | None, ...]] = Domain(
    "exhausted", (), union, is_part, Lifetime.RUN
)
"""Of an iterator: what has gone over it; ``None`` on a path where nothing has."""
OWNED: Domain[bool] = Domain("owned", False, on_any, lambda one, two: one <= two, Lifetime.RUN)
"""Of a leaf: whether an optimiser has it."""
HANDED: Domain[bool] = Domain("handed", False, on_any, lambda one, two: one <= two, Lifetime.RUN)
"""Of a leaf or a network: whether anybody got it who may train it, load it or want it fixed."""
BROUGHT: Domain[frozenset[int]] = Domain(
    "brought", frozenset(), lambda left, right, _: left | right, is_part, Lifetime.RUN
)
"""The objects that a function is given which is executed as if called from anywhere."""
SCALES: Domain[Truth | None] = Domain(
    "scales",
    None,
    _either,
    lambda one, two: one is None or two in {one, Truth.UNKNOWN},
    Lifetime.RUN,
)
"""Of a call that scales a loss: whether the scaler is known to be on."""


@dataclass(frozen=True, eq=False)
class Evaluated:
    """A module is switched to evaluation.

    Attributes:
        node: The call of ``eval()``.
        trained: The backwards that have reached the leaf before, while it trained, and the function
            that has switched it to training.
        function: The function that the call stands in; ``None`` for the module.
        conditions: The branches that it stands in.
        moment: When, as an identity that was new then.
        acts: Whether the module is known to hold a layer that does something else from here on.
    """

    node: tree.Node
    trained: tuple[tree.Node, ...]
    function: tree.FunctionDef | tree.Lambda | None
    conditions: frozenset[Condition]
    moment: int
    acts: bool


@dataclass(frozen=True)
class FilledInEvaluation:
    """A backward has filled a gradient while the network was left in evaluation mode.

    Attributes:
        node: The backward.
        evaluated: The call of ``eval()``.
        is_certain: Whether the network is known.
        moment: When, as an identity that was new then.
        is_later: Whether an earlier round has run the backward in training mode.
    """

    node: tree.Node
    evaluated: tree.Node
    is_certain: bool
    moment: int
    is_later: bool = True


TRAINED: Domain[tuple[tree.Node, ...]] = Domain("trained", (), union, is_part, Lifetime.RUN)
"""Of a leaf: the backwards that have reached it while it trained, and who has let it train."""
EVALUATED: Domain[tuple[Evaluated | None, ...]] = Domain(
    "evaluated", (None,), union, is_part, Lifetime.RUN
)
"""Of a leaf: where its module was switched to evaluation; ``None`` where it may train."""
UNDONE: Domain[frozenset[int]] = Domain(
    "undone", frozenset(), lambda one, two, _: one | two, is_part, Lifetime.RUN
)
"""The moments of the switches to evaluation that something undoes for a part, on any path."""
FILLED: Domain[tuple[FilledInEvaluation, ...]] = Domain(
    "filled in evaluation", (), union, is_part, Lifetime.RUN
)
"""Of a leaf: the backwards that have filled its gradient while its network was left so."""

DOMAINS: tuple[Domain[Any], ...] = (
    DEEDS, UNSEEN, TOUCHED, IDLE, UNKNOWN_STEP, FROZEN, EXHAUSTED, OWNED, HANDED, BROUGHT, SCALES,
    TRAINED, EVALUATED, UNDONE, SWITCHED, FILLED,
)  # fmt: skip
"""All domains of what was done with gradients."""


def is_cleared_after(pages: Sequence[Page], filled: Deed) -> bool:
    """Whether something clears the gradient after a backward, on any path."""
    return any(
        deed.kind is DeedKind.CLEARED and deed.moment > filled.moment
        for page in pages
        for deed in page.deeds
    )
