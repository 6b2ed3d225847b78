"""Log-probabilities of the parts of an action, used as if there was one for the whole action."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tapelint.analyses.facts import LogProbNotSummed
from tapelint.analyses.places import Places
from tapelint.analyses.shapes.expressions import operands_of
from tapelint.analyses.shapes.tracking import Tracking
from tapelint.core.autograd.graph import Tensor
from tapelint.core.domain.certainty import Certainty, under
from tapelint.core.domain.fields import Contents, Field, join_log
from tapelint.core.domain.objects import ITEMS, Collection, Instance
from tapelint.core.domain.predicates import SHOWN
from tapelint.core.domain.values import Const, Symbol, Unknown, Value
from tapelint.core.machine.events import Evaluated
from tapelint.core.machine.machine import Machine
from tapelint.core.models.torch.distributions import kind_of
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth
from tapelint.torch_api.distribution_results import NUMBERWISE, OF_PARTS
from tapelint.torch_api.reinforcement_names import (
    acts_by_one_number,
    speaks_of_advantages,
    speaks_of_weights,
)
from tapelint.torch_api.shape_table import is_arithmetic, shape_table
from tapelint.torch_api.shapes import Lead, Shape, Size, broadcast

_LOG_PROB: Final = "log_prob"
_DRAWN: Final = frozenset({"sample", "rsample"})
_EXPONENTIALS: Final = ("exp",)
_DISTRIBUTIONS: Final = "torch.distributions."
_TRANSFORMED: Final = "TransformedDistribution"
_JOINED: Final = ("stacked", "concatenated")


class Parts(NamedTuple):
    """The log-probabilities of the parts of actions.

    Attributes:
        node: Where they were computed.
        size: How many parts an action has.
        is_ratio: Whether these are ratios of probabilities now.
        met: The operation in which they met one number a sample; ``None`` as long as they did not.
        other: The expression of that one.
        certainty: How sure that is.
        is_named: Whether only its name tells that this is one number a sample.
        calls: The calls that led to where they were computed.
    """

    node: ast.AST
    size: Size
    calls: Sequence[ast.AST]
    certainty: Certainty
    is_ratio: bool = False
    met: ast.AST | None = None
    other: ast.AST | None = None
    is_named: bool = False


def _any(contents: Contents[frozenset[Parts]]) -> frozenset[Parts]:
    return join_log(contents)


PARTS: Final = Field[frozenset[Parts]]("log-probabilities of parts", frozenset(), _any)
"""The log-probabilities of parts that a tensor was computed from, and still holds apart."""


class LogProbs:
    """Finds log-probabilities that are not summed.

    Attributes:
        found: Those that meet one number a sample, by where they were computed.
    """

    def __init__(self, machine: Machine, tracking: Tracking, text: str) -> None:
        """Listen to a machine that has not run yet.

        Args:
            machine: The machine.
            tracking: Knows shapes.
            text: The file: it may name an environment in which an action is one number.
        """
        self._machine, self._tracking = machine, tracking
        self._may_be_one: Final = acts_by_one_number(text)
        self.found: Final[dict[ast.AST, Parts]] = {}
        self._numberwise: Final[set[Value]] = set()  # transforms
        machine.listen(Evaluated, self._evaluated)

    def _evaluated(self, event: Evaluated) -> None:
        if SHOWN in event.guard or event.given.is_open:
            return
        if isinstance(event.of, Instance) and event.name in (_LOG_PROB, *_DRAWN):
            self._of_distribution(event.of, event)
            return
        path = getattr(event.of, "path", "")
        if path.startswith(_DISTRIBUTIONS) and not event.name:
            self._transforms(path.rpartition(".")[2], event)
            return
        values = self._operands(event)
        if values and isinstance(values[0], Const) and isinstance(values[0].v, str):
            return  # an equation says what becomes of the parts
        parts = self._parts_in(values)
        if not parts:
            return
        name = self._name(event)
        loss = self._tracking.loss(event)
        if name == "mean" or loss is not None:
            self._end(event, values, parts, is_regression=loss is not None)
            return
        effect = shape_table().effects.get(name)
        if effect in _JOINED:
            self._join(event, parts)
        elif effect in ("elementwise", "picked", "kept"):
            self._go_on(event, name, values, parts)

    def _transforms(self, name: str, event: Evaluated) -> None:
        """Note a transform of each number by itself."""
        dim = event.given.get(2, "event_dim")
        if name in NUMBERWISE and (dim is None or dim == Const(0)):
            self._numberwise.add(event.result)

    def _name(self, event: Evaluated) -> str:
        path = getattr(event.of, "path", "")
        return event.name or (path.rpartition(".")[2] if path.startswith("torch.") else "")

    def _operands(self, event: Evaluated) -> list[Value]:
        own = [event.of] if event.name else []
        return [*own, *event.given.positional]

    def _parts_in(self, values: Sequence[Value]) -> frozenset[Parts]:
        several: list[frozenset[Parts]] = [
            self._machine.state.get(one, PARTS)
            for value in values
            for each in self._items(value)
            for one, _ in self._machine.alternatives(each)
            if isinstance(one, (Tensor, Unknown))
        ]
        return frozenset[Parts]().union(*several)

    def _items(self, value: Value) -> list[Value]:
        """What a list holds; for anything else, that itself."""
        if not isinstance(value, Collection):
            return [value]
        items = self._machine.state.get(value, ITEMS)
        return [*items.known, *([] if items.rest is None else [items.rest])]

    def _of_parts(self, obj: Value) -> Instance | None:
        """The distribution of numbers that tells of each of them, be it transformed."""
        if not isinstance(obj, Instance) or not isinstance(obj.cls, Symbol):
            return None  # a class of the program may sum them
        kind = kind_of(obj)
        if kind != _TRANSFORMED:
            return obj if kind in OF_PARTS else None
        transforms = self._items(self._machine.state.held(obj, "transforms"))
        if not all(each in self._numberwise for each in transforms):
            return None
        return self._of_parts(self._machine.state.held(obj, "base_distribution"))

    def _of_distribution(self, obj: Instance, event: Evaluated) -> None:
        """What a distribution of numbers tells of each of them, or draws."""
        told = self._of_parts(obj)
        shape = None if told is None else self._batch_shape(told)
        if shape is None or not shape.sizes or shape.sizes[-1] == 1:
            return
        if self._may_be_one and not isinstance(shape.sizes[-1], int):
            return
        if event.name in _DRAWN:
            if not event.given.all:
                self._tracking.put(event.result, shape, event.node)
            return
        self._tracking.put(event.result, shape, event.node)
        made = Parts(event.node, shape.sizes[-1], event.calls, under(event.guard))
        self._put(event.result, frozenset([made]))

    def _batch_shape(self, obj: Instance) -> Shape | None:
        """The shape of what it is made with, as far as that is known."""
        held = [each for key, each in obj.cells.items() if isinstance(key, str)]
        values = [each for each in held if isinstance(each, Value)]
        told = [each for each in values if self._tracking.is_told(each)]
        shapes = [self._tracking.of(each) for each in told]
        known = [each for each in shapes if each is not None and each.sizes]
        others = [each for each in values if isinstance(each, (Tensor, Unknown))]
        others = [each for each in others if each not in told]
        if not known:
            return None
        if len(known) == 1 and known[0].lead is None and others:  # nobody knows of what rank
            return Shape(known[0].sizes, Lead(others[0], len(known[0].sizes)))
        return broadcast(known) or max(known, key=lambda each: len(each.sizes))

    def _put(self, value: Value, parts: frozenset[Parts]) -> None:
        for one, _ in self._machine.alternatives(value):
            if isinstance(one, (Tensor, Unknown)):
                self._machine.state.put(one, PARTS, parts)

    def _join(self, event: Evaluated, parts: frozenset[Parts]) -> None:
        """Steps that are joined one below the other: the parts stay apart."""
        told, dim = self._tracking.of(event.result), event.given.get(1, "dim")
        if told is not None and (dim is None or dim == Const(0)):
            self._put(event.result, frozenset(e for e in parts if told.sizes[-1:] == (e.size,)))

    def _go_on(
        self, event: Evaluated, name: str, values: Sequence[Value], parts: frozenset[Parts]
    ) -> None:
        """An operation number by number: the parts stay apart, and may meet something."""
        if len(values) == 2 and is_arithmetic(name):
            parts = self._meeting(event, (values[0], values[1]), parts)
        if name in _EXPONENTIALS:
            parts = frozenset(each._replace(is_ratio=True) for each in parts)
        told = self._tracking.of(event.result)
        if told is None or told.lead == Lead(event.result, 0):
            several = (each for value in values for each, _ in self._machine.alternatives(value))
            held = [self._tracking.of(each) for each in several if self._parts_in([each])]
            shapes = [each for each in held if each is not None and each.sizes]
            if shapes:
                self._tracking.put(event.result, shapes[0], event.node)
                told = shapes[0]
        kept = [each for each in parts if told is not None and told.sizes[-1:] == (each.size,)]
        self._put(event.result, frozenset(kept))

    def _meeting(
        self, event: Evaluated, values: tuple[Value, Value], parts: frozenset[Parts]
    ) -> frozenset[Parts]:
        """Note what the parts meet, if that is one number a sample."""
        nodes = operands_of(event.node)
        has = [bool(self._parts_in([each])) for each in values]
        if nodes is None or all(has):
            return parts
        at = has.index(False)
        shape, other = self._tracking.of(values[at]), nodes[at]
        own = self._tracking.of(values[1 - at])
        if own is not None and own.rank == 1 and not _is_of_one(shape):
            return parts  # numbers of several samples, or parts of one
        is_column = shape is not None and shape.sizes[-1:] == (1,)
        is_batch = shape is not None and (len(shape.sizes) > 1 or shape.lead is not None)
        is_open = shape is not None and not shape.sizes and shape.lead is not None
        is_named = is_open and speaks_of_advantages(ast.unparse(other))
        if not (is_column and is_batch) and not is_named:
            return parts
        if speaks_of_weights(ast.unparse(other)):
            return parts  # the samples of a regression have weights, too
        sure = under(event.guard)
        return frozenset(
            each
            if each.met is not None
            else each._replace(
                met=event.node,
                other=other,
                is_named=is_named,
                certainty=each.certainty if sure.must else sure,
            )
            for each in parts
        )

    def _end(
        self,
        event: Evaluated,
        values: Sequence[Value],
        parts: frozenset[Parts],
        *,
        is_regression: bool,
    ) -> None:
        """A mean over all, or a regression: what has met something is wrong by now."""
        if not is_regression and (len(values) > 1 or event.given.keywords):
            return  # along a dimension
        for each in parts:
            known = self.found.get(each.node)
            if each.met is not None and (known is None or _doubt(each) < _doubt(known)):
                self.found[each.node] = each

    # Facts.

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.found)

    def events(self, places: Places) -> Iterator[LogProbNotSummed]:
        """What rules are told."""
        for each in self.found.values():
            at, met, other = map(places.of, (each.node, each.met, each.other))
            if at is not None and met is not None and other is not None:
                yield LogProbNotSummed(
                    at=at,
                    grad_mode=Truth.UNKNOWN,
                    function="",
                    caller=places.caller(each.calls),
                    via=places.via(at, each.calls),
                    met=met,
                    other=other,
                    is_ratio=each.is_ratio,
                    doubts=tuple(_assumed(each, places)),
                )


def _is_of_one(shape: Shape | None) -> bool:
    """Whether a tensor is known to hold a single number."""
    return shape is not None and shape.lead is None and set(shape.sizes) <= {1}


def _doubt(parts: Parts) -> tuple[int, int, int]:
    """How doubtful it is; of what is as doubtful as others, the first one in the text counts."""
    doubts = 2 * (not parts.certainty.must) + parts.is_named + (not isinstance(parts.size, int))
    return doubts, getattr(parts.met, "lineno", 0), getattr(parts.met, "col_offset", 0)


def _assumed(parts: Parts, places: Places) -> Iterator[Assumption]:
    if not parts.certainty.must:
        yield Assumption(Assumed.WAY, Sign.NONE, places.of(parts.node))
    if not isinstance(parts.size, int):
        at = places.of(parts.node)
        yield Assumption(Assumed.TYPE, Sign.USE, at, at, "that of actions with several parts")
    if parts.is_named:
        other = places.of(parts.other)
        yield Assumption(Assumed.MEANING, Sign.NAME, other, other, "one number a sample")
