"""Columns that meet rows: broadcasting makes a square, in which each number meets all others."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tapelint.analyses.facts import ShapesBroadcast
from tapelint.analyses.places import Places
from tapelint.analyses.shapes.expressions import makes_column, operands_of, shown_of
from tapelint.analyses.shapes.tracking import A_NUMBER, ONE_NUMBER, Learned, Tracking
from tapelint.core.autograd.backward import Autograd
from tapelint.core.autograd.events import Backward, Handed
from tapelint.core.autograd.graph import Tensor
from tapelint.core.domain.certainty import Certainty, under
from tapelint.core.domain.fields import Contents, Field, join_log
from tapelint.core.domain.objects import ITEMS, Collection
from tapelint.core.domain.predicates import SHOWN
from tapelint.core.domain.values import Unknown, Value
from tapelint.core.machine.events import Evaluated
from tapelint.core.machine.machine import Machine
from tapelint.source import tree
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.terms import Truth
from tapelint.torch_api.shape_table import is_arithmetic, shape_table
from tapelint.torch_api.shapes import Shape, belong_together, makes_square


class Square(NamedTuple):
    """A column that meets a row.

    Attributes:
        node: The operation.
        column: The expression of the column.
        row: That of the row.
        operation: The name of the loss; "" for an operator.
        certainty: How sure it is that it is run so.
        why: What shows ranks that are assumed.
        is_explicit: Whether the column was made of a row just for this.
        calls: The calls that led there.
    """

    node: ast.AST
    column: ast.AST
    row: ast.AST
    operation: str
    certainty: Certainty
    why: frozenset[object]
    is_explicit: bool
    calls: Sequence[ast.AST]


def _any(contents: Contents[frozenset[Square]]) -> frozenset[Square]:
    return join_log(contents)


SQUARES: Final = Field[frozenset[Square]]("squares", frozenset(), _any)
"""The columns that have met rows in what a tensor was computed from."""


class Squares:
    """Finds them, and which of them go into a loss.

    Attributes:
        found: Those that do, by where they stand.
    """

    def __init__(self, machine: Machine, autograd: Autograd, tracking: Tracking) -> None:
        """Listen to a machine that has not run yet."""
        self._machine, self._tracking = machine, tracking
        self.found: Final[dict[ast.AST, Square]] = {}
        self._through: Final[dict[ast.AST, set[Square]]] = {}
        machine.listen(Evaluated, self._evaluated)
        machine.listen(Backward, self._needed)
        machine.listen(Handed, self._handed)

    def _evaluated(self, event: Evaluated) -> None:
        if SHOWN in event.guard:
            return
        squares = self._squares_in((event.of, *event.given.all))
        loss = self._tracking.loss(event)
        if loss is not None and loss.name in shape_table().broadcasting:
            self._note_loss(event, loss.name, loss.operands, squares)
            self._tracking.learn(loss, event.node)
            return
        if is_arithmetic(event.name) and event.given.positional:
            values = event.of, event.given.positional[0]
            made = self._square(event, "", values)
            if made is not None and self._is_of_batch(values):
                squares = squares | {made}
        if squares and event.result is not event.of:
            self._keep(event.result, squares)
            self._through.setdefault(event.node, set()).update(squares)

    def _squares_in(self, values: Sequence[Value]) -> frozenset[Square]:
        state = self._machine.state
        held: list[Value] = []
        for value in values:
            for one, _ in self._machine.alternatives(value):
                held += state.get(one, ITEMS).all if isinstance(one, Collection) else (one,)
        known = [each for each in held if isinstance(each, (Tensor, Unknown))]
        several: list[frozenset[Square]] = [state.get(each, SQUARES) for each in known]
        return frozenset[Square]().union(*several)

    def _keep(self, value: Value, squares: frozenset[Square]) -> None:
        for one, _ in self._machine.alternatives(value):
            if isinstance(one, (Tensor, Unknown)):
                self._machine.state.put(one, SQUARES, squares)

    def _note_loss(
        self,
        event: Evaluated,
        name: str,
        operands: tuple[Value, Value],
        squares: frozenset[Square],
    ) -> None:
        """A loss of a column and a row, or of a square and what is none."""
        made = self._square(event, name, operands)
        if made is not None:
            self._tell(made)
            return
        is_square = [bool(self._squares_in([each])) for each in operands]
        for each in squares:
            if not each.is_explicit or is_square[0] != is_square[1]:
                self._tell(each)

    def _square(
        self, event: Evaluated, operation: str, values: tuple[Value, Value]
    ) -> Square | None:
        """The column and the row that an operation is given."""
        shapes, nodes = self._column_first(values), operands_of(event.node)
        if shapes is None or nodes is None or not all(map(self._tracking.is_known, values)):
            return None
        column, row, at = shapes
        made = self._tracking.made.get(values[at], nodes[at])
        return Square(
            event.node,
            nodes[at],
            nodes[1 - at],
            operation,
            under(event.guard),
            _why(column, row),
            makes_column(made) or makes_column(nodes[at]),
            event.calls,
        )

    def _column_first(self, values: tuple[Value, Value]) -> tuple[Shape, Shape, int] | None:
        """The shapes of a column and a row, and which of two values is the column."""
        one, other = map(self._tracking.of, values)
        if one is None or other is None:
            return None
        if makes_square(one, other):
            return one, other, 0
        return (other, one, 1) if makes_square(other, one) else None

    def _is_of_batch(self, values: tuple[Value, Value]) -> bool:
        """Whether the numbers of both operands belong to each other, as far as code tells."""
        one, other = values
        if isinstance(one, Tensor) and isinstance(other, Tensor):
            if one.storage is other.storage or one.is_parameter or other.is_parameter:
                return False
        shapes = self._column_first(values)
        return shapes is not None and belong_together(shapes[0], shapes[1])

    def _needed(self, event: Backward | Handed) -> None:
        for node in event.passed if self._through else ():
            if node.node is not None:
                for each in self._through.get(node.node, ()):
                    if not each.is_explicit:
                        self._tell(each)

    def _handed(self, event: Handed) -> None:
        if event.is_trained:
            self._needed(event)

    def _tell(self, square: Square) -> None:
        known = self.found.get(square.node)
        if known is None or _doubt(square) < _doubt(known):
            self.found[square.node] = square

    # Facts.

    @property
    def has_found(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.found)

    def events(self, places: Places) -> Iterator[ShapesBroadcast]:
        """What rules are told."""
        for each in self.found.values():
            at, column, row = map(places.of, (each.node, each.column, each.row))
            if at is not None and column is not None and row is not None:
                yield ShapesBroadcast(
                    at=at,
                    grad_mode=Truth.UNKNOWN,
                    function="",
                    caller=places.caller(each.calls),
                    via=places.via(at, each.calls),
                    column=column,
                    row=row,
                    operation=each.operation,
                    doubts=tuple(_assumed(each, places)),
                )


def _why(column: Shape, row: Shape) -> frozenset[object]:
    why = column.why | row.why
    return why if column.lead is None and row.lead is None else why | {_A_BATCH}


_A_BATCH: Final = "a batch"


def _doubt(square: Square) -> int:
    return 2 * (not square.certainty.must) + bool(square.why)


def _assumed(square: Square, places: Places) -> Iterator[Assumption]:
    """What is assumed for that."""
    if not square.certainty.must:
        yield Assumption(Assumed.WAY, Sign.NONE, places.of(square.node))
    shown = [
        each if isinstance(each, Learned) else Learned(each, shown_of(each), "a matrix")
        for each in square.why
        if isinstance(each, (Learned, ast.expr))
    ]
    told = set[str]()
    for each in sorted(shown, key=lambda one: (one.at.lineno, one.at.col_offset, one.what)):
        spelled = ast.unparse(each.of)
        if spelled not in told:
            told.add(spelled)
            at, of = places.of(each.at), places.of(each.of)
            if each.what in (ONE_NUMBER, A_NUMBER):
                yield Assumption(Assumed.MEANING, Sign.NAME, of, of, each.what)
            else:
                yield Assumption(Assumed.TYPE, Sign.USE, at, of, each.what)
    if _A_BATCH in square.why:
        row: tree.Node | None = places.of(square.row)
        yield Assumption(Assumed.TYPE, Sign.USE, row, row, "of a batch")
