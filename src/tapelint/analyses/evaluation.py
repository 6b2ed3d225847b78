"""Networks that are evaluated as if they were trained: in training mode, or recorded."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final, NamedTuple

from tapelint.analyses.evaluation_scopes import Scope, Scopes, detaches
from tapelint.analyses.facts import EvaluatedInTraining, EvaluationRecorded
from tapelint.analyses.places import Places
from tapelint.core.autograd.backward import SHOWN_BY_BACKWARD, Autograd
from tapelint.core.autograd.events import Backward, Ran, Step
from tapelint.core.autograd.graph import REQUIRES_GRAD, Node
from tapelint.core.domain.certainty import YES, Certainty
from tapelint.core.domain.fields import Field, join_any, join_log
from tapelint.core.domain.objects import Class, Instance
from tapelint.core.domain.predicates import SHOWN, is_doubtful
from tapelint.core.domain.values import FALSE, TRUE, UNBOUND, Const
from tapelint.core.machine.events import Escaped
from tapelint.core.machine.machine import Machine
from tapelint.core.models.python.classes import found_in, mro_of
from tapelint.core.models.torch.given import Network
from tapelint.core.models.torch.modules import Modules
from tapelint.source import tree
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth
from tapelint.torch_api.families import families
from tapelint.torch_api.names import words

_ENTRIES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_GENERATORS: Final = frozenset({"generator", "gen", "g"})
"""Words of networks whose samples are drawn in training mode, on purpose perhaps."""


class Trained(NamedTuple):
    """That a backward has filled the gradient of a parameter.

    Attributes:
        backward: The backward.
        entry: What is run for its own sake; ``None`` for a file's body.
        is_sure: Whether nothing is assumed for that.
    """

    backward: ast.AST
    entry: ast.AST | None
    is_sure: bool


TRAINED: Final = Field("trained", frozenset[Trained](), join_log)
"""The backwards that have filled the gradient of a parameter."""
IS_OUT: Final = Field("its mode is in other hands", False, join_any)
"""Whether unseen code has got a module, and may have switched it."""


class _Acting(NamedTuple):
    """A layer that depends on the mode was run.

    Attributes:
        moment: When.
        name: Its class.
        trains: Whether it was in training mode; ``None`` where nobody knows.
    """

    moment: int
    name: str
    trains: bool | None


class _Evaluated(NamedTuple):
    """A network was run where something is evaluated.

    Attributes:
        event: It.
        scope: Where.
        trained: The backward that has trained it before; ``None`` where none in sight has.
        trains: Whether it was in training mode; ``None`` where nobody knows.
        acting: The classes of its layers that depend on the mode.
        is_known: Whether these were seen to run.
        recorded: Whether what it has given requires grad.
    """

    event: Ran
    scope: Scope
    trained: Trained | None
    trains: bool | None
    acting: frozenset[str]
    is_known: bool
    recorded: Certainty


class EvaluationRecorder:
    """Keeps what networks are run on where something is evaluated."""

    def __init__(self, machine: Machine, autograd: Autograd) -> None:
        self._machine: Final = machine
        self._autograd: Final = autograd
        self._scopes: Final = Scopes()
        self._acting: Final[list[_Acting]] = []
        self._found: Final[list[_Evaluated]] = []
        self._results: Final[dict[Node, ast.AST]] = {}
        self._used: Final[set[ast.AST]] = set()
        self._training: Final[set[ast.AST]] = set()
        machine.listen(Ran, self._ran)
        machine.listen(Backward, self._trained)
        machine.listen(Step, lambda event: self._training.update((event.node, *event.calls)))
        machine.listen(Escaped, self._escaped)

    # What happens.

    def _trained(self, event: Backward) -> None:
        self._training.update((event.node, *event.calls))
        state, entry = self._machine.state, _entry(event.calls)
        for node, ways in event.passed.items():
            if node in self._results:
                self._used.add(self._results[node])
            if node.leaf is None or not node.leaf.is_parameter or not event.fills:
                continue
            sure = [way.certainty for way in ways if way.certainty.must]
            if sure and not is_doubtful(event.guard):
                made = Trained(event.node, entry, any(not each.why for each in sure))
                state.put(node.leaf, TRAINED, state.get(node.leaf, TRAINED) | {made})

    def _escaped(self, event: Escaped) -> None:
        for each in event.values:
            if isinstance(each, Instance) and self._modules(each) is not None:
                self._machine.state.put(each, IS_OUT, True)

    def _ran(self, event: Ran) -> None:
        module = event.module
        assert isinstance(module, Instance)
        kind = self._modules(module)
        layer = kind.layer(module) if kind is not None else None
        if kind is None or layer is None:
            return
        if layer[0] in families().acting_modules and _acts(kind, module):
            self._acting.append(_Acting(event.moment, layer[0], self._trains(module)))
        code = self._machine.active[-1]
        scope = self._scopes.of(event.node, code.node, code.file)
        if scope is None or SHOWN in event.guard or is_doubtful(event.guard):
            return
        while self._found and self._found[-1].event.began >= event.began:
            self._found.pop()  # a part of it, which the same call runs
        ran = [each for each in self._acting if each.moment >= event.began]
        parts = list(kind.modules(module))
        held = {row[0] for each in parts if (row := kind.layer(each)) and _acts(kind, each)}
        trains = self._trains(module)
        if any(each.trains is not True for each in ran) or self._switches_itself(parts):
            trains = None if trains else trains
        names = {each.name for each in ran} or held & families().acting_modules
        is_known = bool(ran) and not any(isinstance(each, Network) for each in parts)
        for node in (edge.node for edge in self._autograd.edges(event.result)):
            if node.leaf is None and node is not self._autograd.elsewhere:
                self._results.setdefault(node, event.node)
        trained = self._backward_of(kind, module, _entry(event.calls))
        self._found.append(
            _Evaluated(
                event,
                scope,
                trained,
                trains,
                frozenset(names) or frozenset({"?"} if isinstance(module, Network) else ()),
                is_known,
                self._recorded_in(event, trained),
            )
        )

    def _recorded_in(self, event: Ran, trained: Trained | None) -> Certainty:
        """Whether a graph is recorded of what a network gives.

        Where not all of its layers are known, a backward has shown that what it gives has one.
        """
        requires = self._autograd.requires(event.result)
        if requires.must or trained is None or self._autograd.recording != YES:
            return requires
        kind, state = self._machine.models.kind(event.module), self._machine.state
        assert isinstance(kind, Modules)
        is_frozen = not any(
            state.get(leaf, REQUIRES_GRAD).may for leaf in kind.leaves(event.module)
        )
        return requires if is_frozen else requires.assuming(SHOWN_BY_BACKWARD)

    def _modules(self, value: Instance) -> Modules | None:
        kind = self._machine.models.kind(value)
        return kind if isinstance(kind, Modules) and kind.is_module(value) else None

    def _trains(self, module: Instance) -> bool | None:
        """Whether a module is in training mode; ``None`` where nobody knows."""
        held = self._machine.state.held(module, "training")
        several = [each for each, _ in self._machine.alternatives(held)]
        if UNBOUND in several and self._machine.state.get(module, IS_OUT):
            return None
        if any(each == FALSE for each in several):
            return False
        return True if all(each in (TRUE, UNBOUND) for each in several) else None

    def _switches_itself(self, modules: Iterable[Instance]) -> bool:
        """Whether a class has a way of its own to switch."""
        classes = {each.cls for each in modules if isinstance(each.cls, Class)}
        return any(
            found_in(self._machine, mro_of(each), name) is not UNBOUND
            for each in classes
            for name in ("train", "eval")
        )

    def _backward_of(
        self, kind: Modules, module: Instance, entry: ast.AST | None
    ) -> Trained | None:
        """What has trained a module before, in what is run for its own sake."""
        state, found = self._machine.state, set[Trained]()
        for leaf in kind.leaves(module):
            found |= {each for each in state.get(leaf, TRAINED) if each.entry is entry}
        return min(found, key=lambda each: (not each.is_sure, _line(each.backward)), default=None)

    # What is told.

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return any(each.trained is not None for each in self._found)

    def _told(self) -> Iterator[list[list[_Evaluated]]]:
        """For each scope that trains nothing, what was run at each call in it."""
        by_scope: dict[ast.AST, dict[ast.AST, list[_Evaluated]]] = {}
        for each in self._found:
            calls = by_scope.setdefault(each.scope.node, {})
            calls.setdefault(each.event.node, []).append(each)
        for calls in by_scope.values():
            inside = next(iter(calls.values()))[0].scope.inside
            if inside.isdisjoint(self._training) and inside.isdisjoint(self._used):
                yield [calls[each] for each in sorted(calls, key=_line)]

    def events(self, places: Places) -> Iterator[EvaluatedInTraining | EvaluationRecorded]:
        """What rules are told: one call of each scope."""
        for calls in self._told():
            in_training = [several for several in calls if all(map(_is_in_training, several))]
            if not calls[0][0].scope.is_in_mind:
                yield from islice(self._in_training(chain(*in_training), places), 1)
            recorded = [each for each in calls if all(one.recorded.must for one in each)]
            yield from islice(self._recorded(chain(*recorded), places), 1)

    def _in_training(
        self, several: Iterable[_Evaluated], places: Places
    ) -> Iterator[EvaluatedInTraining]:
        for each in several:
            made = self._place(each, places)
            called = each.event.node.func if isinstance(each.event.node, ast.Call) else None
            if made is None or called is None or _is_generator(called):
                continue
            at, trained = made
            doubts = _doubts(each, places)
            if "?" in each.acting:
                what = "a network with dropout or a batch norm"
                doubts.append(Assumption(Assumed.TYPE, Sign.USE, trained, None, what))
            elif not each.is_known:
                doubts.append(Assumption(Assumed.WAY, Sign.PATH, at))
            yield EvaluatedInTraining(
                at=at,
                grad_mode=Truth.UNKNOWN,
                function="",
                caller=places.caller(each.event.calls),
                via=places.via(at, each.event.calls),
                network=places.of(called),
                trained=trained,
                layers=each.acting - {"?"},
                assumed=tuple(doubts),
            )

    def _recorded(
        self, several: Iterable[_Evaluated], places: Places
    ) -> Iterator[EvaluationRecorded]:
        for each in several:
            made = self._place(each, places)
            if made is None or detaches(each.event.node, each.scope.around):
                continue
            at, trained = made
            yield EvaluationRecorded(
                at=at,
                grad_mode=Truth.YES,
                function="",
                caller=places.caller(each.event.calls),
                via=places.via(at, each.event.calls),
                scope=each.scope.kind,
                line=_line(each.scope.node)[0],
                trained=trained,
                assumed=tuple(_doubts(each, places)),
            )

    def _place(self, each: _Evaluated, places: Places) -> tuple[tree.Node, tree.Node] | None:
        at = places.of(each.event.node)
        trained = places.of(each.trained.backward) if each.trained is not None else None
        return None if at is None or trained is None else (at, trained)


def _is_in_training(each: _Evaluated) -> bool:
    return each.trains is True and bool(each.acting)


def _doubts(each: _Evaluated, places: Places) -> list[Assumption]:
    """What is assumed of the network."""
    assert each.trained is not None
    if each.trained.is_sure and not each.recorded.why:
        return []
    at = places.of(each.trained.backward)
    return [Assumption(Assumed.HISTORY, Sign.BACKWARD, at)]


def _acts(kind: Modules, module: Instance) -> bool:
    """Whether a layer does something else while it trains, as it was made."""
    chance, tracks = kind.given(module, "p"), kind.given(module, "track_running_stats")
    is_off = isinstance(chance, Const) and isinstance(chance.v, (int, float)) and not chance.v
    return not is_off and tracks != FALSE


def _entry(calls: tuple[ast.AST, ...]) -> ast.AST | None:
    return calls[0] if calls and isinstance(calls[0], _ENTRIES) else None


def _line(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _is_generator(function: ast.expr) -> bool:
    """Whether a network is called as those are that make samples."""
    named = ast.unparse(function).rpartition(".")[2]
    return not _GENERATORS.isdisjoint(words(named))
