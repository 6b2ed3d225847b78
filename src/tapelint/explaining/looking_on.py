"""An execution that is looked at: the parts of the tape that tell when a line is reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import libcst as cst

from tapelint.explaining.ledger import Ledger
from tapelint.tape.calls import Calls
from tapelint.tape.expressions import Expressions
from tapelint.tape.frames import Arguments
from tapelint.tape.machine import Machine
from tapelint.tape.program import FunctionUnit
from tapelint.tape.state import State
from tapelint.tape.statements import Statements
from tapelint.tape.syntax import dotted_name
from tapelint.tape.terms import Truth
from tapelint.tape.values import (
    Container,
    Function,
    Symbol,
    Tensor,
    Value,
)
from tapelint.torch_api.same_or_other import SAME_OR_OTHER

_SWALLOW = frozenset({"raises", "assertRaises", "assertRaisesRegex", "suppress"})
_REPEATED = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp, cst.Lambda)
_MOST_LOOPS = 2
_ROUNDS = 5


@dataclass(frozen=True)
class Stop:
    """Where the execution is looked at.

    Attributes:
        node: The statement.
        is_after: Whether the state after it is wanted, not that before it.
    """

    node: cst.CSTNode
    is_after: bool


Look = Callable[[Ledger, Expressions], None]


class WatchedCalls(Calls):
    """Calls that note what may be one and the same tensor."""

    def call(self, function: Value, arguments: Arguments, node: cst.CSTNode) -> Value:
        """``function(...)``."""
        machine = self.machine
        assert isinstance(machine, Ledger)
        is_copying = machine.is_copying
        if isinstance(function, Symbol) and function.name.startswith("copy."):
            machine.is_copying = True
        try:
            result = super().call(function, arguments, node)
        finally:
            machine.is_copying = is_copying
        name = dotted_name(node.func).rsplit(".", 1)[-1] if isinstance(node, cst.Call) else ""
        receiver = getattr(function, "receiver", None)
        if name == "detach_" and isinstance(receiver, Tensor):
            machine.doubt({receiver.identity}, "detached in place", node)
        if name == "from_pretrained":
            for each in arguments.values:
                machine.may_be_one(each, each)
                record = machine.tensor_record(each)
                counters = {record.counter} if record is not None else set()
                machine.doubt(counters, "its memory is that of an embedding's weight", node)
        if name in SAME_OR_OTHER and not isinstance(function, Function):
            for given in (receiver, *arguments.values):
                if isinstance(given, Tensor) and isinstance(result, Tensor):
                    machine.may_be_one(given, result)
        return result

    def run(
        self,
        unit: FunctionUnit,
        receiver: Value | None,
        arguments: Arguments | None,
        grad_mode: Truth,
    ) -> Value:
        """Execute a function's body."""
        machine = self.machine
        assert isinstance(machine, Ledger)
        before = machine.inference
        decorators = unit.node.decorators if isinstance(unit.node, cst.FunctionDef) else ()
        if any(dotted_name(each.decorator).endswith("inference_mode") for each in decorators):
            machine.inference = Truth.YES
        try:
            return super().run(unit, receiver, arguments, grad_mode)
        finally:
            machine.inference = before


class WatchedStatements(Statements):
    """Statements that call ``look`` whenever the execution comes by one of the stops."""

    def __init__(
        self, machine: Machine, expressions: Expressions, calls: Calls, stop: Stop, look: Look
    ) -> None:
        self._stop, self._look = stop, look
        self._repeats: dict[cst.CSTNode, bool] = {}
        super().__init__(machine, expressions, calls)

    @property
    def ledger(self) -> Ledger:
        """The machine, with what is sure."""
        assert isinstance(self.machine, Ledger)
        return self.machine

    def execute(self, node: cst.CSTNode) -> None:
        """Execute one statement."""
        is_here = node is self._stop.node
        if is_here:
            self.ledger.on_made.clear()
            if not self._stop.is_after:
                self._look(self.ledger, self.expressions)
        if isinstance(node, cst.BaseSmallStatement) and self._has_repeated(node):
            with self.ledger.repeating():
                super().execute(node)
        else:
            super().execute(node)
        if isinstance(node, cst.BaseSmallStatement):
            self.ledger.note_freed()
        if is_here and self._stop.is_after:
            self._look(self.ledger, self.expressions)

    def _has_repeated(self, node: cst.CSTNode) -> bool:
        """Whether a part of a statement is run any number of times."""
        known = self._repeats.get(node)
        if known is None:
            pending: list[cst.CSTNode] = [node]
            known = False
            while pending and not known:
                each = pending.pop()
                known = isinstance(each, _REPEATED)
                pending.extend(each.children)
            self._repeats[node] = known
        return known

    def _rounds(self, node: cst.For | cst.While) -> int:
        """More rounds than the rules need: what is said of a line must hold in later ones, too."""
        if len(self.machine.frame.loops) > _MOST_LOOPS:
            return super()._rounds(node)
        return _ROUNDS

    def _loop(
        self,
        body: Callable[[], None],
        node: cst.For | cst.While,
        *,
        forever: bool = False,
        at_least_once: bool = False,
        goes_over: Container | None = None,
    ) -> None:
        def one_round() -> None:
            with self.ledger.repeating():
                body()

        super()._loop(
            one_round, node, forever=forever, at_least_once=at_least_once, goes_over=goes_over
        )

    def _try(self, node: cst.Try | cst.TryStar) -> None:
        """What stands under ``try`` may not have happened after it."""
        if node.handlers:
            self._perhaps(lambda: super(WatchedStatements, self)._try(node))
        else:
            super()._try(node)

    def _with(self, node: cst.With) -> None:
        names = [dotted_name(each.item).rsplit(".", 1)[-1] for each in node.items]
        before = self.ledger.inference
        known = {"no_grad", "enable_grad", "set_grad_enabled"}
        for name in names:
            if name == "inference_mode":
                self.ledger.inference = Truth.YES
            elif name not in known and ("inference" in name or "mode" in name):
                self.ledger.inference = Truth.UNKNOWN
        try:
            if _SWALLOW & set(names):
                self._perhaps(lambda: super(WatchedStatements, self)._with(node))
            else:
                super()._with(node)
        finally:
            self.ledger.inference = before

    def _perhaps(self, run: Callable[[], None]) -> None:
        """Run what may have ended early."""
        machine = self.machine
        base = machine.state
        untouched, machine.state = base.fork(), base.fork()
        run()
        ends: list[State] = [untouched, machine.state] if machine.alive else []
        machine.state = base
        if ends:
            base.absorb(ends, machine.join_cells)
