"""A backward that needs a saved tensor whose memory has changed since."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from typing import Final, NamedTuple

from tapelint.analyses.data import Data, Wrong
from tapelint.analyses.facts import Changed, Kept, StaleSaved
from tapelint.analyses.modes import OF_MODE, evaluates, of_mode, truth
from tapelint.analyses.places import Places
from tapelint.analyses.writing import operands, spelled
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Backward, Handed, Pass, Step
from tapelint.core.autograd.graph import Change, Node, Saved, nodes_behind
from tapelint.core.domain.certainty import MAYBE, Certainty, all_of, promised, under
from tapelint.core.domain.predicates import SHOWN, is_doubtful, is_untold
from tapelint.core.running.duties import OF_A_LAYER, RETURNED_TO_TRAIN
from tapelint.source import tree
from tapelint.source.sites import ExpressionSite
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth, WriteForm


class Stale(NamedTuple):
    """A saved tensor that is needed, and was changed.

    Attributes:
        event: What needs it.
        node: The operation that has saved it.
        saved: It.
        change: The change.
        certainty: How sure that is.
    """

    event: Backward | Handed
    node: Node
    saved: Saved
    change: Change
    certainty: Certainty

    @property
    def doubt(self) -> int:
        """How much of it is doubtful: nothing, what it assumes, or whether it is possible."""
        return 2 if not self.certainty.must else 1 if self.certainty.why else 0


class StaleSavedRecorder:
    """Keeps what is needed and was changed; of each change, what is known best."""

    def __init__(self, autograd: Autograd, data: Data) -> None:
        self._autograd: Final = autograd
        self._data: Final = data
        self._found: Final[dict[tuple[object, ...], Stale]] = {}
        autograd.world.listen(Backward, self._needed)
        autograd.world.listen(Handed, self._needed)
        self._steps: Final[list[Step]] = []
        autograd.world.listen(Step, self._steps.append)

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self._found)

    def _needed(self, event: Backward | Handed) -> None:
        if SHOWN in event.guard:
            return
        for node, ways in event.passed.items():
            if not node.saved or any(not is_doubtful(e.guard) for e in self._autograd.freed(node)):
                continue  # that backward is over, or raises for another reason
            for way in ways:
                for each in self._stale(event, node, way):
                    key = each.change.node, each.change.calls, event.node
                    known = self._found.get(key)
                    if known is None or each.doubt < known.doubt:
                        self._found[key] = each

    def _stale(self, event: Backward | Handed, node: Node, way: Pass) -> Iterator[Stale]:
        found = [*self._autograd.stale(node, way)]
        if self._data.has_found:
            found += self._unseen(event, node, way)
        for saved, change in sorted(found, key=lambda each: each[1].moment):
            guard = way.guard | saved.guard | node.guard | change.guard
            if isinstance(event, Handed) and evaluates(guard):
                continue
            sure = under(guard, all_of([way.certainty, saved.certainty, change.certainty]))
            if is_untold(change.guard, event.guard):
                sure = all_of([sure, MAYBE])
            yield Stale(event, node, saved, change, sure)

    def _unseen(
        self, event: Backward | Handed, node: Node, way: Pass
    ) -> Iterator[tuple[Saved, Change]]:
        """What was changed through ``.data``, so that the gradient is wrong."""
        for saved, change in self._autograd.stale(node, way, is_unseen=True):
            if not self._data.is_unharmed(saved, change):
                yield saved, change

    def events(self, places: Places) -> Iterator[StaleSaved]:
        """What rules are told."""
        for each in self._found.values():
            event, change, node = each.event, each.change, each.node
            is_unseen = self._data.is_unseen(change, each.saved)
            if is_unseen and self._data.is_conversion(change, places.of_torch):
                continue
            written = spelled(change, places.imports)
            at, target = places.of(change.node), places.of(written.target)
            if at is None:
                continue
            if not isinstance(target, ExpressionSite):
                if not isinstance(at, ExpressionSite):
                    continue
                target = at
            entry = event.node if isinstance(event, Handed) else (event.calls or (None,))[0]
            trains_others, is_detachable = self._trained_beside(each)
            is_handed = isinstance(event, Handed)
            backward = places.returned(event.node) if is_handed else places.of(event.node)
            saved_at = places.of(node.node)
            if backward is None:
                continue
            yield StaleSaved(
                at=at,
                grad_mode=Truth.YES,
                function="",
                of_mode=of_mode(each.certainty, entry, places),
                caller=places.caller(change.calls),
                via=places.via(at, change.calls),
                change=Changed(
                    at,
                    target,
                    written.operation,
                    written.form,
                    truth(change.recording),
                    written.form is WriteForm.SUBSCRIPT,
                ),
                saved=Kept(
                    places.of(_operand(each, places.imports)) or saved_at or at,
                    each.saved.operand is None,
                ),
                operation=node.operation,
                saved_at=saved_at,
                backward=backward,
                is_return=isinstance(event, Handed) and not event.is_trained,
                through_data=is_unseen,
                keeps_gradient=is_unseen and self._data.keeps(event, node, each.saved, change),
                doubt=assumption(each, backward, saved_at),
                trains_others=trains_others,
                is_detachable=is_detachable,
            )

    def _trained_beside(self, stale: Stale) -> tuple[bool, bool]:
        """Whether a backward reaches what another optimiser steps, and does so without the first.

        It is the first's, too, if that steps once more: both losses train it.
        """
        passed, memory = stale.event.passed, stale.saved.counter
        firsts = [each for each in self._steps if any(memory is one.counter for one in each.leaves)]
        optimisers = {each.optimiser for each in firsts if each.node is stale.change.node}
        if any(each.node is not stale.change.node for each in firsts):
            return False, False
        own = {one for each in firsts for one in each.leaves}
        others = {
            one for each in self._steps if each.optimiser not in optimisers for one in each.leaves
        } - own
        memories = {each.counter for each in own}
        first = [node for node in passed if any(one.counter in memories for one in node.saved)]
        trained = {node for node in passed if node.leaf in others}
        return bool(trained), trained.isdisjoint(nodes_behind(first))


def _operand(stale: Stale, imports: Container[str]) -> ast.AST | None:
    """The expression that was saved, where it can be seen."""
    node, at = stale.node.node, stale.saved.operand
    if at is None:
        return node
    given = operands(node, imports)
    return given[at] if at < len(given) else None


def assumption(
    stale: Stale | Wrong, backward: tree.Node, made_at: tree.Node | None
) -> Assumption | None:
    """What is assumed for a backward to need what was changed.

    Args:
        stale: What is needed.
        backward: What needs it.
        made_at: The operation whose history is assumed.
    """
    if not stale.certainty.must:
        return Assumption(Assumed.HISTORY, Sign.NONE, None, made_at)
    why = stale.certainty.why - OF_MODE - {RETURNED_TO_TRAIN}
    if isinstance(stale.event, Backward) or stale.event.is_trained:
        promise = promised(why)
        assumed = Assumption(Assumed.HISTORY, Sign.BACKWARD, backward, made_at, promise=promise)
        return assumed if why else None
    return Assumption(Assumed.HISTORY, Sign.NONE, None, made_at) if why - {OF_A_LAYER} else None
