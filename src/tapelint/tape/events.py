"""What the tape records for the rules: one event for each thing that autograd would notice.

Here are the base of all events, and those of backward passes and of results. The modules
``*_events`` beside this one hold the others.

Each event carries the place where it happens and what was known of the values at that moment.
``visit`` names the method of a rule that hears of it; ``what`` tells people what has happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar

from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign, returned_to_train
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.graph_nodes import Cut, GraphNode, Origin
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.terms import (
    Discard,
    Keeping,
    Truth,
)

if TYPE_CHECKING:
    import libcst as cst

    from tapelint.source import tree
    from tapelint.tape.domain.values import TensorRecord


@dataclass(frozen=True, kw_only=True)
class Event:
    """The base of all events.

    Attributes:
        at: The expression or statement where it happens.
        grad_mode: Whether autograd records here.
        function: The name of the function (``Class.method``) it lies in, "" for the module.
        of_mode: What is assumed of the function's callers, where nothing in the file says how it
            is called, or where they may switch recording off; ``None`` where they are known.
        choices: The alternatives that it needs, where a value may be one of several.
        caller: The call in another file of the project which gives what it needs; ``None`` where
            the file itself shows it.
        via: The calls in the file at hand that lead to it, where it lies in another file, and
            these are known.
    """

    visit: ClassVar[str]
    what: ClassVar[str]
    is_of_file: ClassVar[bool] = False
    """Whether it tells a rule something about all of the file, and not about its own place."""
    at: tree.Node
    grad_mode: Truth
    function: str
    of_mode: Assumption | None = None
    choices: frozenset[Condition] = frozenset()
    caller: tree.Node | None = None
    via: tuple[tree.Node, ...] = ()

    @property
    def is_recorded_surely(self) -> bool:
        """Whether autograd records here, and nothing is assumed of that."""
        return self.grad_mode is Truth.YES and self.of_mode is None

    @property
    def recording(self) -> tuple[Assumption, ...]:
        """What is to be assumed for autograd to record here."""
        if self.of_mode is not None:
            return (self.of_mode,)
        is_known = self.grad_mode is not Truth.UNKNOWN
        return () if is_known else (Assumption(Assumed.RECORDING, Sign.CALLERS),)

    @property
    def node(self) -> cst.CSTNode:
        """The libcst node where it happens: for a rule that is about to report.

        The text is parsed by libcst when this is first asked for. What tells places apart is
        :attr:`at`.

        Raises:
            NotLosslessError: Libcst cannot read the text.
        """
        return self.at.lossless


@dataclass(frozen=True, kw_only=True)
class ResultDiscarded(Event):
    """An operation on a tensor gives another tensor, and nobody takes that.

    Attributes:
        form: How it is thrown away.
        operation: The method or function, or the operator.
        target: The tensor's expression.
        record: What is known of that tensor, or of the one that its ``.data`` is read of.
        made_at: What made it, and what made each argument, where that is a tensor.
        is_sure: Whether that is known to be a tensor; else only the method's name tells.
        is_held_elsewhere: Whether it has to change itself: a parameter, a ``.grad``, a ``.data``,
            an item that a loop goes over.
        is_meant: Whether it ends a cell of a notebook, which shows it, or is all that a loop does
            again and again: the time that it takes is measured.
        passed_by: The backwards that pass the history of the tensor later, and whether that is a
            term of their loss.
    """

    visit: ClassVar[str] = "visit_result_discarded"
    what: ClassVar[str] = "the result of an operation on a tensor is thrown away"
    form: Discard
    operation: str
    target: tree.BaseExpression
    is_sure: bool
    record: TensorRecord | None = None
    made_at: tuple[tree.Node | None, ...] = ()
    is_held_elsewhere: bool = False
    is_meant: bool = False
    passed_by: Mapping[tree.Node, bool] = field(default_factory=dict)

    @property
    def is_term(self) -> bool:
        """Whether it is a term of a loss, which would train nothing without that history."""
        return any(self.passed_by.values())


@dataclass(frozen=True, kw_only=True)
class GraphRetained(Event):
    """A backward is told to keep the graph.

    Attributes:
        is_needed: Whether another backward passes it, or may do so.
        kept: The operations whose saved tensors it would free.
        unseen: A part of the graph that code has made which is not seen.
    """

    visit: ClassVar[str] = "visit_retained"
    what: ClassVar[str] = "a backward keeps its graph"
    is_needed: bool
    kept: frozenset[GraphNode]
    unseen: tree.Node | None = None


@dataclass(frozen=True, kw_only=True)
class HistoryKept(Event):
    """Something that outlives the loop, or the call, keeps a value with its history.

    Attributes:
        form: How.
        into: What keeps it.
        value: The value's expression.
        is_itself: Whether that expression is the value, and not what holds it.
        terms: Where the value's history begins.
        made: For a sum, the operation that adds the value.
        is_recorded: Whether the value is known to require grad.
        is_of_object: Whether an attribute of an object keeps it.
        is_bounded: Whether the loop has few rounds, or what keeps it is begun anew.
        loop: The loop.
        call: The call in the loop under which that happens, if it does not stand there itself.
        containers: What keeps it, if that is a container.
        is_counted: Whether the loop counts its rounds, and nothing says that they are many.
        is_trained: Whether a backward passes the value or what it was computed from.
        after: The backward that does so in the same round.
        spent: The backward that starts at what keeps the value.
        is_handed_on: Whether others get what keeps it, who may run a backward.
    """

    visit: ClassVar[str] = "visit_history_kept"
    what: ClassVar[str] = "a value is kept with its history"
    form: Keeping
    into: tree.BaseExpression
    value: tree.BaseExpression
    terms: tuple[GraphNode, ...]
    made: GraphNode | None
    is_recorded: bool
    is_of_object: bool
    is_bounded: bool
    loop: tree.For | tree.While | None = None
    call: tree.Node | None = None
    containers: frozenset[int] = frozenset()
    is_itself: bool = True
    is_counted: bool = False
    is_trained: bool = False
    after: tree.Node | None = None
    spent: tree.Node | None = None
    is_handed_on: bool = False


@dataclass(frozen=True, kw_only=True)
class BackwardWithoutGraph(Event):
    """A backward of a value that has no history.

    Attributes:
        root: The value's expression.
        call: ``backward`` or ``autograd.grad``.
        is_tensor: Whether it is a tensor; else a number or an array.
        origin: The operation that ended the history, or made the value without any.
        origin_at: Where.
        cuts: The constructor calls through which the history may have been lost.
        doubt: What is assumed of the value.
    """

    visit: ClassVar[str] = "visit_backward_without_graph"
    what: ClassVar[str] = "a backward starts from what has no history"
    root: tree.BaseExpression
    call: str
    is_tensor: bool
    origin: str
    origin_at: tree.Node | None
    cuts: frozenset[Cut]
    doubt: Assumption | None = None


@dataclass(frozen=True, kw_only=True)
class TermWithoutGraph(Event):
    """A term of a sum that a backward starts at has lost its history.

    Attributes:
        origin: What has ended it.
        backward: The backward.
    """

    visit: ClassVar[str] = "visit_term"
    what: ClassVar[str] = "a term of a loss has no history"
    origin: Origin
    backward: tree.Node


@dataclass(frozen=True, kw_only=True)
class LossCut(Event):
    """What the ``forward`` of a network hands out as its only loss has lost its history.

    Attributes:
        root: The loss's expression.
        operation: What has ended the history.
        returned: The ``return``.
    """

    visit: ClassVar[str] = "visit_loss_cut"
    what: ClassVar[str] = "a network hands out a loss without history"
    root: tree.BaseExpression
    operation: str
    returned: tree.Node


def with_return(
    doubt: Assumption | None, backward: tree.Node, *, is_return: bool
) -> tuple[Assumption, ...]:
    """What is assumed of a history, and of whoever gets what is returned."""
    found = (doubt,) if doubt is not None else ()
    return (*found, returned_to_train(backward)) if is_return else found
