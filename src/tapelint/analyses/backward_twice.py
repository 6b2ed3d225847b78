"""A backward that passes what an earlier one has freed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tapelint.analyses.facts import BackwardTwice
from tapelint.analyses.places import Places
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Backward, Step
from tapelint.core.autograd.graph import Node, Tensor, nodes_behind
from tapelint.core.domain.certainty import MAYBE, Certainty, all_of, both, promised, under
from tapelint.core.domain.predicates import SHOWN
from tapelint.source import tree
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth


class _Second(NamedTuple):
    """A backward that meets an operation whose saved tensors are gone.

    Attributes:
        backward: It.
        first: The backward that has freed them.
        shared: The operation.
        certainty: How sure that is.
        calls: The calls that led to it.
    """

    backward: ast.AST
    first: ast.AST
    shared: ast.AST | None
    certainty: Certainty
    calls: Sequence[ast.AST]

    @property
    def doubt(self) -> int:
        """How much of it is doubtful: nothing, what it assumes, or whether it is possible."""
        return 2 if not self.certainty.must else 1 if self.certainty.why else 0


class BackwardTwiceRecorder:
    """Keeps second backwards; of each that is run, what is known best."""

    def __init__(self, autograd: Autograd) -> None:
        self._autograd: Final = autograd
        self._found: Final[list[_Second]] = []
        self._trained: Final[set[Tensor]] = set()
        autograd.world.listen(Backward, self._ran)
        autograd.world.listen(Step, lambda event: self._trained.update(event.leaves))

    def _ran(self, event: Backward) -> None:
        second = min(self._seconds(event), key=lambda each: each.doubt, default=None)
        if second is not None and SHOWN not in event.guard:
            self._found.append(second)

    def _seconds(self, event: Backward) -> Iterator[_Second]:
        for node, ways in event.passed.items():
            marks = self._autograd.freed(node) if node.frees else ()
            for freed in sorted(marks, key=lambda each: each.moment):
                for way in ways:
                    guard = way.guard | event.guard
                    in_one_run = both(guard, freed.guard)
                    if in_one_run.may:
                        sure = under(guard, all_of([way.certainty, freed.certainty, in_one_run]))
                        if sure.why and self._may_be_frozen(node, event):
                            sure = MAYBE
                        yield _Second(event.node, freed.node, node.node, sure, event.calls)

    def _may_be_frozen(self, node: Node, event: Backward) -> bool:
        """Whether a network that is not known may be frozen, and so have given no history.

        It may if a loop trains others with what it has given before.
        """
        if node.birth > event.since:
            return False
        return all(each.leaf not in self._trained for each in nodes_behind([node]))

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self._found)

    def events(self, places: Places) -> Iterator[BackwardTwice]:
        """What rules are told."""
        for each in self._found:
            at, first, shared = map(places.of, (each.backward, each.first, each.shared))
            if at is not None and first is not None:
                yield BackwardTwice(
                    at=at,
                    grad_mode=Truth.YES,
                    function="",
                    first=first,
                    shared=shared,
                    caller=places.caller(each.calls),
                    via=places.via(at, each.calls),
                    doubt=_assumption(each, at, first, shared),
                )


def _assumption(
    second: _Second, at: tree.Node, first: tree.Node, shared: tree.Node | None
) -> Assumption | None:
    if second.doubt == 0:
        return None
    if second.doubt == 1:
        promise = promised(second.certainty.why)
        return Assumption(Assumed.HISTORY, Sign.BACKWARD, at, shared, promise=promise)
    return Assumption(Assumed.WAY, Sign.NONE, first)
