"""Clipping of another network than the one that steps."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from tapelint.analyses.facts import ClippedAnother
from tapelint.analyses.places import Places
from tapelint.analyses.steps import REACHED, are_known, since_cleared
from tapelint.core.autograd.events import Backward, Step
from tapelint.core.autograd.graph import REQUIRES_GRAD, Tensor
from tapelint.core.domain.certainty import promised, under
from tapelint.core.domain.objects import ITEMS, Collection, Instance
from tapelint.core.domain.values import Value
from tapelint.core.machine.events import Escaped, Event, Unmodelled
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.modules import OPTIMISED
from tapelint.tape.domain.terms import Truth

CLIPPING: Final = "torch.nn.utils.clip_grad_"


class _Clip(NamedTuple):
    """A call that clips.

    Attributes:
        event: It.
        leaves: The parameters whose gradients it clips.
        backward: The backward before it.
        is_empty: Whether these surely have no gradient.
    """

    event: Unmodelled
    leaves: frozenset[Tensor]
    backward: Backward
    is_empty: bool


class ClipRecorder:
    """Keeps calls that clip what the backward before them has not filled, and no step uses."""

    def __init__(self, machine: Machine) -> None:
        self._machine: Final = machine
        self._last: Backward | None = None
        self._clips: Final[list[_Clip]] = []
        self._found: Final[list[tuple[_Clip, Step]]] = []
        self._used: Final[set[ast.AST]] = set()
        machine.listen(Backward, self._ran)
        machine.listen(Unmodelled, self._called)
        machine.listen(Escaped, self._escaped)
        machine.listen(Step, self._stepped)

    def _ran(self, event: Backward) -> None:
        self._last = event
        self._clips.clear()

    def _escaped(self, event: Escaped) -> None:
        if any(isinstance(each, (Tensor, Instance)) for each in event.values):
            self._last = None  # unseen code may run backwards and steps
            self._clips.clear()

    def _called(self, event: Unmodelled) -> None:
        leaves = self._leaves(event.given[0]) if event.name.startswith(CLIPPING) else frozenset()
        if not leaves:
            return
        state, last = self._machine.state, self._last
        filled = set() if last is None else {each.leaf for each in last.passed}
        is_of_it = last is not None and last.calls == event.calls and under(event.guard).must
        if not leaves.isdisjoint(filled) or any(state.get(each, REACHED) for each in leaves):
            self._used.add(event.node)
        if last is not None and is_of_it and event.node not in self._used:
            began = self._machine.frames[0].birth
            is_empty = all(since_cleared(state, each) > began for each in leaves)
            self._clips.append(_Clip(event, leaves, last, is_empty))
        elif last is not None:
            self._clips.append(_Clip(event, leaves, last, False))

    def _leaves(self, given: Value) -> frozenset[Tensor]:
        """The parameters in what is clipped, if all of them are seen."""
        found: set[Tensor] = set()
        for one, _ in self._machine.alternatives(given):
            if isinstance(one, Collection):
                items = self._machine.state.get(one, ITEMS)
                parts = [part for e in items.all for part, _ in self._machine.alternatives(e)]
                if not all(isinstance(each, Tensor) and self._is_seen(each) for each in parts):
                    return frozenset()
                found.update(each for each in parts if isinstance(each, Tensor))
            else:
                return frozenset()
        return frozenset(found)

    def _is_seen(self, leaf: Tensor) -> bool:
        """Whether a parameter is one of a network that is seen: others may be parts of it."""
        wanted = self._machine.state.get(leaf, REQUIRES_GRAD)
        return leaf.is_parameter and not promised(wanted.why)

    def _stepped(self, event: Step) -> None:
        own, state = set(event.leaves), self._machine.state
        if not isinstance(event.optimiser, Instance) or not own:
            self._used.update(each.event.node for each in self._clips)
            return
        self._used.update(e.event.node for e in self._clips if not own.isdisjoint(e.leaves))
        is_known = are_known(self._machine, state.get(event.optimiser, OPTIMISED))
        if not is_known or not all(map(self._is_seen, own)) or not under(event.guard).must:
            self._used.update(each.event.node for each in self._clips)
        elif all(own.isdisjoint(each.leaves) for each in self._clips):
            for each in self._clips:
                ways = {n.leaf: ways for n, ways in each.backward.passed.items() if n.leaf in own}
                is_filled = any(way.certainty.must for ways in ways.values() for way in ways)
                if is_filled and each.event.calls == event.calls:
                    self._found.append((each, event))

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return any(each.event.node not in self._used for each, _ in self._found)

    def events(self, places: Places) -> Iterator[ClippedAnother]:
        """What rules are told."""
        tree_ = places.parsed.python_tree or ast.Module([], [])
        alone = {each.value for each in ast.walk(tree_) if isinstance(each, ast.Expr)}
        for clip, step in self._found:
            event: Event = clip.event
            if event.node in self._used or event.node not in alone:
                continue
            at, stepped, backward = map(places.of, (event.node, step.node, clip.backward.node))
            if at is not None and stepped is not None and backward is not None:
                yield ClippedAnother(
                    at=at,
                    grad_mode=Truth.YES,
                    function="",
                    step=stepped,
                    backward=backward,
                    is_certain=clip.is_empty,
                    caller=places.caller(event.calls),
                    via=places.via(at, event.calls),
                )
