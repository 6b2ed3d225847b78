"""Steps of optimisers whose parameters no backward can have reached since they were cleared.

What may have filled a gradient is an upper bound. What unseen code can reach may have one; so may
what a backward reaches on some way, or of which it is not known where it leads.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Sequence
from typing import Final, NamedTuple

from tapelint.analyses.facts import StepWithoutGradient
from tapelint.analyses.places import Places
from tapelint.core.autograd.backward import SHOWN_BY_BACKWARD, Autograd
from tapelint.core.autograd.events import Backward, Pass, Step, ZeroGrad
from tapelint.core.autograd.graph import (
    GRAD,
    HISTORY,
    IS_LEAF,
    LISTED,
    REQUIRES_GRAD,
    Node,
    Tensor,
    nodes_behind,
)
from tapelint.core.domain.certainty import promised, under
from tapelint.core.domain.fields import Contents, Field, join_any, join_latest
from tapelint.core.domain.objects import (
    ITEMS,
    Bound,
    Class,
    Collection,
    Dictionary,
    Function,
    Instance,
)
from tapelint.core.domain.predicates import OPEN, SHOWN, apart
from tapelint.core.domain.state import State
from tapelint.core.domain.values import NONE, UNBOUND, Item, Obj, Symbol, Unknown, Value
from tapelint.core.machine.events import Escaped, Event, Unfollowed, Unmodelled
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.world import CALLED
from tapelint.core.models.python.escaping import MOST_REACHED
from tapelint.core.models.python.records import HELD
from tapelint.core.models.torch.given import MEANT
from tapelint.core.models.torch.modules import OPTIMISED, UNSEEN, Modules
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth
from tapelint.torch_api.training_names import HARMLESS, PLAIN_METHODS


def _earliest(contents: Contents[int]) -> int:
    """The earliest of several moments."""
    return min(each for each, _ in contents)


RAN: Final = Field("a backward has run on each way", 0, _earliest)
"""When a backward has run of which it is known what it reaches: the last time on each way.

Where a clearing has the same moment, it came first: each backward makes the clock go on.
"""
UNTOLD: Final = Field("a backward has run that tells nothing", 0, join_latest)
"""When a backward has run of which nobody knows what it reaches."""
UNKNOWN_MET: Final = Field("a backward has met something unknown", 0, join_latest)
"""When a backward has also gone through what comes from outside."""
IS_LOST: Final = Field("unseen code may run a backward", False, join_any)
"""Whether unseen code was run, or has a function, that may run a backward of what is seen."""
CALLS_BACK: Final = Field("unseen code has a function", False, join_any)
"""Whether unseen code has a function of the program: what it gives may be made by any network."""
REACHED: Final = Field("a backward may have reached it", False, join_any)
"""Whether a backward may have reached a leaf since it was cleared."""
CLEARED: Final = Field("cleared on each way", 0, _earliest)
"""When a leaf was cleared for the last time, on the way where that is longest ago."""
CLEARED_LAST: Final = Field("cleared on some way", 0, join_latest)
"""When a leaf was cleared for the last time on any way."""
HANDED_OUT: Final = Field("unseen code has it", False, join_any)
"""Whether unseen code was given a leaf, a network or an optimiser."""

_COMPUTING: Final = frozenset(
    f"builtins.{each}" for each in ("sum", "max", "min", "map", "filter", "next", "zip", "reversed")
)
"""Functions of Python's that give what they are given."""
_WHOLE: Final = ("torch.nn.", "builtins.object", "abc.", "typing.")
"""Classes that bring no parameters of which nobody knows."""


class _Idle(NamedTuple):
    """A step that changes nothing.

    Attributes:
        event: It.
        backward: The last backward before it.
        why: What is assumed of the networks.
        meets_unknown: Whether what the backwards take from outside is assumed to be data.
    """

    event: Step
    backward: ast.AST
    why: frozenset[Hashable]
    meets_unknown: bool

    @property
    def is_sure(self) -> bool:
        """Whether nothing is assumed."""
        return not self.why and not self.meets_unknown


class StepRecorder:
    """Keeps steps that no backward has given anything to."""

    def __init__(self, machine: Machine, autograd: Autograd) -> None:
        self._machine: Final = machine
        self._autograd: Final = autograd
        self._found: Final[list[_Idle]] = []
        self._fed: Final[set[tuple[ast.AST, tuple[ast.AST, ...]]]] = set()
        self._backwards: Final[list[Backward]] = []
        machine.listen(Backward, self._ran)
        machine.listen(ZeroGrad, self._cleared)
        machine.listen(Step, self._stepped)
        machine.listen(Escaped, self._escaped)
        machine.listen(Unmodelled, self._unmodelled)
        machine.listen(Unfollowed, self._lost)

    # What may have filled a gradient.

    def _ran(self, event: Backward) -> None:
        state, mode = self._machine.state, self._autograd.mode
        leaves = {each.leaf: ways for each, ways in event.passed.items() if each.leaf is not None}
        is_told = event.fills and not _names_inputs(event.node)
        if is_told:
            for leaf in leaves:
                if not state.get(leaf, REACHED):
                    state.put(leaf, REACHED, True)
        if not is_told or not any(map(self._is_sure, leaves.items())):
            state.put(mode, UNTOLD, event.moment)
            return
        state.put(mode, RAN, event.moment)
        self._backwards.append(event)
        if any(map(self._is_from_outside, event.passed)):
            state.put(mode, UNKNOWN_MET, event.moment)

    def _is_sure(self, reached: tuple[Tensor, Sequence[Pass]]) -> bool:
        """Whether a backward surely reaches a leaf, without being asked for what it is run."""
        leaf, ways = reached
        sure = (each.certainty for each in ways if each.certainty.must)
        is_leaf = self._machine.state.get(leaf, IS_LEAF).must
        return is_leaf and any(SHOWN_BY_BACKWARD not in each.why for each in sure)

    def _is_from_outside(self, node: Node) -> bool:
        """Whether nobody knows what lies behind a node."""
        if node.leaf is not None:
            return not self._machine.state.get(node.leaf, IS_LEAF).must
        return node is self._autograd.elsewhere or node.operation in ("elsewhere", "input")

    def _cleared(self, event: ZeroGrad) -> None:
        state = self._machine.state
        for each in event.leaves:
            state.put(each, REACHED, False)
            state.put(each, CLEARED, event.moment)
            state.put(each, CLEARED_LAST, event.moment)

    def _unmodelled(self, event: Unmodelled) -> None:
        is_plain = event.name.startswith(HARMLESS) or event.name in PLAIN_METHODS
        if not is_plain or event.name in _COMPUTING:
            self._take(event.values)

    def _escaped(self, event: Escaped) -> None:
        self._take(event.values, may_train=True)

    def _lost(self, event: Event) -> None:
        self._machine.state.put(self._autograd.mode, IS_LOST, True)

    def _take(self, values: Sequence[Value], *, may_train: bool = False) -> None:
        """Unseen code has some values; whether it may run a backward of them."""
        state = self._machine.state
        if len(values) >= MOST_REACHED or any(map(_runs_backward, values)):
            state.put(self._autograd.mode, IS_LOST, True)
        if any(isinstance(each, (Function, Bound)) for each in values):
            state.put(self._autograd.mode, CALLS_BACK, True)
        for each in values:
            if isinstance(each, (Tensor, Instance)) and not state.get(each, HANDED_OUT):
                state.put(each, HANDED_OUT, True)
            if isinstance(each, Tensor) and may_train:
                self._train(each)

    def _train(self, tensor: Tensor) -> None:
        """Unseen code may run a backward of a tensor."""
        state = self._machine.state
        behind = nodes_behind(edge.node for edge in self._autograd.edges_of(tensor, OPEN))
        if not tensor.is_parameter and any(map(self._is_from_outside, behind)):
            state.put(self._autograd.mode, UNTOLD, state.clock)
        for node in behind:
            if node.leaf is not None and not state.get(node.leaf, REACHED):
                state.put(node.leaf, REACHED, True)

    # Steps.

    def _stepped(self, event: Step) -> None:
        state, optimiser = self._machine.state, event.optimiser
        if SHOWN in event.guard or not under(event.guard).must or not event.leaves:
            return
        if any(state.get(each, REACHED) for each in event.leaves):
            self._fed.add((event.node, event.calls))
        elif isinstance(optimiser, Instance) and self._gets_nothing(event, optimiser):
            began = self._machine.frames[0].birth
            since = max(began, *(state.get(each, CLEARED_LAST) for each in event.leaves))
            backward = self._last(event, since)
            if backward is not None:
                wants = [state.get(each, REQUIRES_GRAD) for each in event.leaves]
                why = frozenset[Hashable]().union(*(each.why for each in wants))
                why = frozenset(each for each in why if promised([each]))
                met = state.get(self._autograd.mode, UNKNOWN_MET) >= self._cleared_at(event, began)
                self._found.append(_Idle(event, backward.node, why, met))

    def _last(self, event: Step, since: int) -> Backward | None:
        """The last backward on the way to a step, if one has run on each way since a moment."""
        if self._machine.state.get(self._autograd.mode, RAN) < since:
            return None
        ran = (each for each in reversed(self._backwards) if each.moment >= since)
        return next((each for each in ran if not apart(each.guard, event.guard)), None)

    def _cleared_at(self, event: Step, began: int) -> int:
        """Since when no leaf of an optimiser has been cleared."""
        state = self._machine.state
        return min(max(state.get(each, CLEARED), began) for each in event.leaves)

    def _gets_nothing(self, event: Step, optimiser: Instance) -> bool:
        """Whether nothing can have filled the gradient of any parameter of an optimiser."""
        state, mode = self._machine.state, self._autograd.mode
        began = self._machine.frames[0].birth
        is_own = optimiser.birth > began  # it was made in what is run now
        since = self._cleared_at(event, began)
        if state.get(mode, IS_LOST) or state.get(mode, UNTOLD) >= since:
            return False
        if event.closure is not None and not isinstance(event.closure, (Function, Bound)):
            return False
        if state.get(optimiser, HANDED_OUT) or not are_known(
            self._machine, state.get(optimiser, OPTIMISED)
        ):
            return False
        if not any(state.get(each, REQUIRES_GRAD).may for each in event.leaves):
            return False  # it is frozen, whatever for
        meets_unknown = state.get(mode, UNKNOWN_MET) >= since
        has_function = state.get(mode, CALLS_BACK)
        return all(
            self._is_empty(each)
            and (is_own or state.get(each, CLEARED) > began)
            and not (meets_unknown and (not is_own or has_function or each.leaf_node is not None))
            for each in event.leaves
        ) and self._are_all(event.leaves)

    def _is_empty(self, leaf: Tensor) -> bool:
        """Whether a leaf has no gradient, as far as is seen, and unseen code cannot reach it."""
        state = self._machine.state
        held = self._machine.alternatives(state.held(leaf, GRAD))
        is_bare = all(each in (NONE, UNBOUND) for each, _ in held)
        is_leaf = leaf.is_parameter or leaf.node is not None
        is_leaf = is_leaf and state.get(leaf, HISTORY) is NONE  # else no optimiser takes it
        return is_bare and is_leaf and not state.get(leaf, HANDED_OUT)

    # Whether all parameters of an optimiser are known.

    def _are_all(self, leaves: Sequence[Tensor]) -> bool:
        """Whether the networks that have listed some parameters have no others."""
        state, own = self._machine.state, set(leaves)
        if any(leaf.node is None and not state.get(leaf, LISTED) for leaf in leaves):
            return False
        roots = {each for leaf in leaves for each in state.get(leaf, LISTED)}
        return all(self._is_whole(each, own) for each in roots)

    def _is_whole(self, root: Obj, own: set[Tensor]) -> bool:
        """Whether a network has no parameters but those that are seen, or has others besides."""
        modules = self._machine.models.kind(root)
        assert isinstance(modules, Modules)
        several = list(modules.modules(root))
        held = [
            one for each in several for value in each.cells.values() for one in self._all(value)
        ]
        seen = {each for each in held if isinstance(each, Tensor) and each.is_parameter}
        if not seen <= own:
            return True  # it was not given whole
        return all(self._is_plain(each) for each in several)

    def _all(self, value: object) -> Iterator[Value]:
        if isinstance(value, Value):
            yield from (one for one, _ in self._machine.alternatives(value))

    def _is_plain(self, module: Instance) -> bool:
        """Whether nothing in a module may be one that nobody knows."""
        state, cls = self._machine.state, module.cls
        bases = cls.mro if isinstance(cls, Class) else (cls,)
        if state.get(module, HANDED_OUT):
            return False
        if not all(isinstance(e, Class) or (_is_of(e, _WHOLE)) for e in bases):
            return False
        held = state.get(module, HELD)
        if isinstance(held, Collection):
            parts: list[Value] = list(state.get(held, ITEMS).all)
        else:
            parts = [each for each in getattr(held, "cells", {}).values() if _is_value(each)]
        if any(isinstance(one, Unknown) for each in parts for one in self._all(each)):
            return False
        is_given = UNSEEN in module.cells  # of its attributes each may be a part of it
        return not any(
            isinstance(one, Unknown) and (is_given or one.of[:1] == (CALLED,) or MEANT in one.cells)
            for key, each in module.cells.items()
            if isinstance(key, str)
            for one in self._all(each)
        )

    # What rules are told.

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self._found)

    def events(self, places: Places) -> Iterator[StepWithoutGradient]:
        """What rules are told."""
        fed = {node for node, _ in self._fed}
        for each in self._found:
            event = each.event
            at, backward = places.of(event.node), places.of(each.backward)
            is_fed = (event.node, event.calls) in self._fed
            if at is None or backward is None or is_fed or (event.node in fed and not each.is_sure):
                continue
            yield StepWithoutGradient(
                at=at,
                grad_mode=Truth.YES,
                function="",
                backward=backward,
                caller=places.caller(event.calls),
                via=places.via(at, event.calls),
                assumed=tuple(_assumed(each)),
            )


def are_known(machine: Machine, value: Value) -> bool:
    """Whether nothing is unknown among what an optimiser was made over."""
    for one, _ in machine.alternatives(value):
        if isinstance(one, Collection):
            if not all(are_known(machine, each) for each in machine.state.get(one, ITEMS).all):
                return False
        elif isinstance(one, Dictionary):
            if not are_known(machine, machine.state.attribute(one, Item("params"))):
                return False
        elif not isinstance(one, Tensor) and one is not UNBOUND:
            return False
    return value is not UNBOUND


def since_cleared(state: State, leaf: Tensor) -> int:
    """When a leaf was cleared for the last time on each way, if no backward may have come since."""
    return 0 if state.get(leaf, REACHED) else state.get(leaf, CLEARED)


def _assumed(idle: _Idle) -> Iterator[Assumption]:
    """What is assumed for a step to change nothing."""
    if idle.why:
        promise = promised(idle.why)
        yield Assumption(Assumed.MEANING, Sign.ROLE, what="a network of its own", promise=promise)
    if idle.meets_unknown:
        yield Assumption(Assumed.MEANING, Sign.USE, what="data that no network has made")


def _is_value(value: object) -> bool:
    return isinstance(value, Value)


def _is_of(base: Value, paths: tuple[str, ...]) -> bool:
    return isinstance(base, Symbol) and base.path.startswith(paths)


def _names_inputs(call: ast.AST) -> bool:
    """Whether a backward is run for some leaves alone, or may be."""
    if not isinstance(call, ast.Call):
        return False
    return len(call.args) > 3 or any(each.arg in ("inputs", None) for each in call.keywords)


def _runs_backward(value: Value) -> bool:
    """Whether a value is a function in which a backward is written."""
    function = value.function if isinstance(value, Bound) else value
    if not isinstance(function, Function):
        return False
    attributes = (e.attr for e in ast.walk(function.code.node) if isinstance(e, ast.Attribute))
    return any(each.endswith("backward") for each in attributes)
