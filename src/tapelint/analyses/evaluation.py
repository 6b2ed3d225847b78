"""Networks that are evaluated as if they were trained: in training mode, or recorded."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from tapelint.analyses.evaluation_scopes import Scope, Scopes, detaches, drops_while_training
from tapelint.analyses.facts import EvaluatedInTraining, EvaluationRecorded
from tapelint.analyses.places import Places
from tapelint.core.autograd.backward import SHOWN_BY_BACKWARD, Autograd
from tapelint.core.autograd.events import Backward, Ran, Step
from tapelint.core.autograd.graph import REQUIRES_GRAD, Node, Tensor
from tapelint.core.domain.certainty import YES, Certainty
from tapelint.core.domain.objects import Class, Function, Instance
from tapelint.core.domain.predicates import SHOWN, is_doubtful
from tapelint.core.domain.values import FALSE, TRUE, UNBOUND, Const, Value
from tapelint.core.machine.events import Escaped
from tapelint.core.machine.machine import Machine
from tapelint.core.models.python.classes import found_in, mro_of
from tapelint.core.models.torch.given import Network
from tapelint.core.models.torch.modules import Modules
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth
from tapelint.torch_api.evaluation_names import makes_samples
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

_ENTRIES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class _Trained(NamedTuple):
    """That a backward has filled the gradient of a parameter.

    Attributes:
        backward: The backward.
        entry: What is run for its own sake; ``None`` for a file's body.
        is_sure: Whether nothing is assumed for that.
    """

    backward: ast.AST
    entry: ast.AST | None
    is_sure: bool


class _Evaluated(NamedTuple):
    """A network was run where something is evaluated.

    Attributes:
        event: It.
        call: The call in the scope that runs it, itself or in a helper.
        home: The code in which the network itself is called.
        scope: Where.
        trained: The backward that has trained it before; ``None`` where none in sight has.
        trains: Whether it was in training mode; ``None`` where nobody knows.
        is_whole: Whether all its parts were.
        acting: The classes of its layers that depend on the mode.
        is_known: Whether these were seen to run.
        recorded: Whether what it has given requires grad.
    """

    event: Ran
    call: ast.AST
    home: ast.AST
    scope: Scope
    trained: _Trained | None
    trains: bool | None
    is_whole: bool
    acting: frozenset[str]
    is_known: bool
    recorded: Certainty


class EvaluationRecorder:
    """Keeps what networks are run on where something is evaluated."""

    def __init__(self, machine: Machine, autograd: Autograd) -> None:
        self._machine: Final = machine
        self._autograd: Final = autograd
        self._scopes: Final = Scopes()
        self._acting: Final[list[tuple[int, str, bool | None]]] = []  # when, what, in which mode
        self._found: Final[list[_Evaluated]] = []
        self._results: Final[dict[Node, ast.AST]] = {}
        self._used: Final[set[ast.AST]] = set()
        self._training: Final[set[ast.AST]] = set()
        self._filled: Final[dict[Tensor, set[_Trained]]] = {}
        self._escaped: Final[set[Value]] = set()  # whoever has it may have switched it
        machine.listen(Ran, self._ran)
        machine.listen(Backward, self._trained)
        machine.listen(Step, lambda event: self._training.update((event.node, *event.calls)))
        machine.listen(Escaped, lambda event: self._escaped.update(event.values))

    # What happens.

    def _trained(self, event: Backward) -> None:
        self._training.update((event.node, *event.calls))
        entry = _entry(event.calls)
        for node, ways in event.passed.items():
            if node in self._results:
                self._used.add(self._results[node])
            if node.leaf is None or not node.leaf.is_parameter or not event.fills:
                continue
            sure = [way.certainty for way in ways if way.certainty.must]
            if sure and not is_doubtful(event.guard):
                made = _Trained(event.node, entry, any(not each.why for each in sure))
                self._filled.setdefault(node.leaf, set()).add(made)

    def _ran(self, event: Ran) -> None:
        module = event.module
        assert isinstance(module, Instance)
        kind = self._modules(module)
        layer = kind.layer(module) if kind is not None else None
        if kind is None or layer is None:
            return
        if self._acts(kind, module):
            self._acting.append((event.moment, layer[0], self._trains(module)))
        call, scope = self._place(event)
        if scope is None or SHOWN in event.guard or is_doubtful(event.guard):
            return
        while self._found and self._found[-1].event.began >= event.began:
            self._found.pop()  # a part of it, which the same call runs
        ran = [(name, mode) for when, name, mode in self._acting if when >= event.began]
        parts = list(kind.modules(module))
        held = {row[0] for each in parts if (row := kind.layer(each)) and self._acts(kind, each)}
        trains = self._trains(module)
        if any(mode is not True for _, mode in ran) or self._switches_itself(parts):
            trains = None if trains else trains
        names = {name for name, _ in ran} or held
        is_known = bool(ran) and not any(isinstance(each, Network) for each in parts)
        for node in (edge.node for edge in self._autograd.edges(event.result)):
            if node.leaf is None and node is not self._autograd.elsewhere:
                self._results.setdefault(node, call)
        trained = self._backward_of(kind, module, _entry(event.calls))
        self._found.append(
            _Evaluated(
                event,
                call,
                self._machine.active[-1].node,
                scope,
                trained,
                trains,
                all(map(self._trains, parts)),
                frozenset(names) or frozenset({"?"} if isinstance(module, Network) else ()),
                is_known,
                self._recorded_in(event, trained),
            )
        )

    def _place(self, event: Ran) -> tuple[ast.AST, Scope | None]:
        """The call by which something that evaluates runs a network, and what that is."""
        called = reversed((*event.calls, event.node))
        for call, code in zip(called, reversed(self._machine.active), strict=False):
            scope = self._scopes.of(call, code.node, code.file)
            if scope is not None:
                return call, scope
        return event.node, None

    def _recorded_in(self, event: Ran, trained: _Trained | None) -> Certainty:
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

    def _acts(self, kind: Modules, module: Instance) -> bool:
        """Whether a module itself does something else while it trains, as it was made."""
        row = kind.layer(module)
        name = "" if row is None else row[0]
        if isinstance(module.cls, Class):
            forward = found_in(self._machine, module.cls.mro, "forward")
            if isinstance(forward, Function):
                return drops_while_training(forward.code.node)
        if name in families().acting_modules:
            tracks = kind.given(module, "track_running_stats")
            return not _is_zero(kind.given(module, "p")) and tracks != FALSE
        dropout = kind.given(module, "dropout")
        if name.startswith("Transformer"):  # a tenth is its default
            return not _is_zero(dropout)
        is_some = isinstance(dropout, Const) and not _is_zero(dropout)
        facts = knowledge().modules.get(name)
        if facts is not None and "RNNBase" in facts.bases:  # between layers
            layers = kind.given(module, "num_layers")
            return is_some and isinstance(layers, Const) and layers != Const(1)
        return is_some and name == "MultiheadAttention"

    def _trains(self, module: Instance) -> bool | None:
        """Whether a module is in training mode; ``None`` where nobody knows."""
        held = self._machine.state.held(module, "training")
        several = [each for each, _ in self._machine.alternatives(held)]
        if UNBOUND in several and module in self._escaped:
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
    ) -> _Trained | None:
        """What has trained a module before, in what is run for its own sake."""
        found = (each for leaf in kind.leaves(module) for each in self._filled.get(leaf, ()))
        own = (each for each in found if each.entry is entry)
        return min(own, key=lambda each: (not each.is_sure, _line(each.backward)), default=None)

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
            calls.setdefault(each.call, []).append(each)
        for calls in by_scope.values():
            inside = next(iter(calls.values()))[0].scope.inside
            if inside.isdisjoint(self._training) and inside.isdisjoint(self._used):
                yield [calls[each] for each in sorted(calls, key=_line)]

    def events(self, places: Places) -> Iterator[EvaluatedInTraining | EvaluationRecorded]:
        """What rules are told: one call of each scope."""
        for calls in self._told():
            acting = [[one for one in several if one.acting] for several in calls]
            in_training = [several for several in acting if all(one.trains for one in several)]
            if not calls[0][0].scope.is_in_mind:
                yield from islice(self._in_training(chain(*in_training), places), 1)
            recorded = [each for each in calls if all(one.recorded.must for one in each)]
            yield from islice(self._recorded(chain(*recorded), places), 1)

    def _in_training(
        self, several: Iterable[_Evaluated], places: Places
    ) -> Iterator[EvaluatedInTraining]:
        shown = [
            (each, called, shared)
            for each in several
            if (called := _network(each)) is not None and not makes_samples(ast.unparse(called))
            if not (isinstance(each.event.module, Network) and _is_part(called))
            if (shared := _shared(each, places)) is not None
        ]
        is_put_back = all(each.call is each.event.node and each.is_whole for each, *_ in shown)
        networks = [places.of(called) for _, called, _ in shown] if is_put_back else []
        for each, called, shared in shown[:1]:
            doubts = _doubts(each, places)
            if "?" in each.acting:
                what = "a network with dropout or a batch norm"
                doubts.append(Assumption(Assumed.TYPE, Sign.USE, shared["trained"], None, what))
            elif not each.is_known:
                doubts.append(Assumption(Assumed.WAY, Sign.PATH, shared["at"]))
            yield EvaluatedInTraining(
                **shared,
                network=places.of(called) if each.call is each.event.node else None,
                layers=each.acting - {"?"},
                networks=tuple(dict.fromkeys(one for one in networks if one is not None)),
                assumed=tuple(doubts),
            )

    def _recorded(
        self, several: Iterable[_Evaluated], places: Places
    ) -> Iterator[EvaluationRecorded]:
        for each in several:
            shared = _shared(each, places)
            if shared is not None and not _is_detached(each):
                yield EvaluationRecorded(
                    **shared,
                    assumed=tuple(_doubts(each, places)),
                )


def _shared(each: _Evaluated, places: Places) -> dict[str, Any] | None:
    """What all facts of an evaluation say; ``None`` where it stands nowhere."""
    at, calls = places.of(each.call), each.event.calls
    trained = places.of(each.trained.backward) if each.trained is not None else None
    if at is None or trained is None:
        return None
    mode = Truth.YES if each.recorded.must else Truth.UNKNOWN
    where = {"caller": places.caller(calls), "via": places.via(at, calls)}
    scope = {"scope": each.scope.kind, "line": _line(each.scope.node)[0]}
    return {"at": at, "grad_mode": mode, "function": "", "trained": trained, **where, **scope}


def _network(each: _Evaluated) -> ast.expr | None:
    """The expression of a network that is run, ``net`` in ``net.forward(x)``."""
    for call in (each.call, each.event.node):
        function = call.func if isinstance(call, ast.Call) else None
        if isinstance(function, ast.Attribute) and function.attr == "forward":
            return function.value
    return each.event.node.func if isinstance(each.event.node, ast.Call) else None


def _is_part(network: ast.expr) -> bool:
    """Whether a network is part of something, which may have been switched as a whole."""
    if not isinstance(network, ast.Attribute):
        return False
    return not (isinstance(network.value, ast.Name) and network.value.id == "self")


def _is_detached(each: _Evaluated) -> bool:
    """Whether what a network gives is detached, in a helper or by who calls that."""
    called = (each.call, each.scope.around), (each.event.node, each.home)
    return any(detaches(call, around) for call, around in called)


def _doubts(each: _Evaluated, places: Places) -> list[Assumption]:
    """What is assumed: that names say what evaluates, and what is not known of the network."""
    assert each.trained is not None
    meant = Assumption(Assumed.MEANING, Sign.NAME, None, places.of(each.call), "an evaluation")
    if each.trained.is_sure and not each.recorded.why:
        return [meant]
    at = places.of(each.trained.backward)
    return [meant, Assumption(Assumed.HISTORY, Sign.BACKWARD, at)]


def _is_zero(chance: Value) -> bool:
    return isinstance(chance, Const) and isinstance(chance.v, (int, float)) and not chance.v


def _entry(calls: tuple[ast.AST, ...]) -> ast.AST | None:
    return calls[0] if calls and isinstance(calls[0], _ENTRIES) else None


def _line(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
