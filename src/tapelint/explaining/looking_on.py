"""An execution that is looked at: the parts of the tape that tell when a line is reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tapelint.explaining.ledger import Ledger
from tapelint.source import tree
from tapelint.source.tree import children, walk
from tapelint.tape.domain.domains import GRAD_MODE
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    UNKNOWN,
    Container,
    Function,
    GradModeContext,
    Instance,
    LibraryObject,
    Method,
    Number,
    Symbol,
    Tensor,
    Value,
)
from tapelint.tape.interpreter.assignments import AUGMENTED
from tapelint.tape.interpreter.calls import Calls
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.interpreter.rounds import Body, Counter, Round
from tapelint.tape.interpreter.statements import Statements
from tapelint.tape.machine.frames import Arguments, Frame, known_truth
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import layers, modules, operators
from tapelint.tape.syntax import SWITCHES, dotted_name, mentions
from tapelint.torch_api.conversions import CONVERSIONS
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.same_or_other import (
    ALWAYS_ANOTHER,
    SAME_OR_OTHER,
    SAME_OR_OTHER_MODULES,
    SEVERAL,
    SEVERAL_WHERE_ASKED,
)

_SWALLOW = frozenset({"raises", "assertRaises", "assertRaisesRegex", "suppress"})
_REPEATED = (tree.ListComp, tree.SetComp, tree.DictComp, tree.GeneratorExp, tree.Lambda)
_MOVES = CONVERSIONS | {"to_empty", "_apply"}
_MOST_PLAIN = 2
"""With more arguments, a backward may be asked for a graph."""
_MOST_LOOPS = 2
_ROUNDS = 5
_OPERATIONS = ("torch.", "operator.")
_NO_OPERATIONS = ("torch.autograd.", "torch.optim.", "torch.nn.utils.", "torch.utils.")
_LISTS_OF_PARAMETERS = frozenset({"torch.nn.ParameterList", "torch.nn.ParameterDict"})
_OF_NUMBERS = frozenset({"conjugate", "is_integer"})
"""Methods that numbers have, too."""


@dataclass(frozen=True)
class Stop:
    """Where the execution is looked at.

    Attributes:
        node: The statement.
        is_after: Whether the state after it is wanted, not that before it.
    """

    node: tree.Node
    is_after: bool


Look = Callable[[Ledger, Expressions], None]


def _may_be_idle(machine: Machine, module: LibraryObject) -> bool:
    """Whether a layer may give what it is given, or a view of it."""
    if module.kind == "torch.nn.Sequential":
        held = layers.children(machine, module)
        inner = [each for each in held if isinstance(each, LibraryObject)]
        return len(inner) < len(held) or all(_may_be_idle(machine, each) for each in inner)
    return module.kind.rsplit(".", 1)[-1] in SAME_OR_OTHER_MODULES


def _doubt_absent(
    machine: Ledger, made: LibraryObject, arguments: Arguments, node: tree.Node
) -> None:
    """``nn.Linear(3, 1, bias=False)``: a parameter that a layer was made without is ``None``."""
    facts = knowledge().modules.get(made.kind.rsplit(".", 1)[-1])
    flags = [(name, value) for name, value, _ in arguments.keywords if name != "inplace"]
    flags += [("", value) for value, _ in arguments.positional]
    off = [
        name
        for name, value in flags
        if isinstance(value, Number) and (value.value is False or (name and value.value is None))
    ]
    if facts is None or not (off or arguments.spread):
        return
    is_bias_alone = off == ["bias"] and not arguments.spread
    for name in (*facts.parameters, *facts.buffers):
        absent = modules.attribute_value(machine, made, name)
        if isinstance(absent, Tensor) and ("bias" in name or not is_bias_alone):
            machine.doubt({absent.identity}, "the layer may have been made without it", node)


def _is_several(function: Value, name: str, arguments: Arguments) -> bool:
    """Whether a call gives a tuple of tensors."""
    if isinstance(function, Function):
        return False
    if name in SEVERAL or (name == "where" and len(arguments.values) == 1):
        return True
    if name.startswith("atleast_") and len(arguments.values) > 1:
        return True
    return any(
        keyword in SEVERAL_WHERE_ASKED and known_truth(value) is not Truth.NO
        for keyword, value, _ in arguments.keywords
    )


def _may_create_graph(arguments: Arguments) -> bool:
    """Whether a backward may leave gradients that have a history themselves."""
    is_asked = arguments.truth(None, "create_graph", Truth.NO) is not Truth.NO
    return is_asked or bool(arguments.spread) or len(arguments.positional) > _MOST_PLAIN


def _doubt_method(machine: Ledger, arguments: Arguments, node: tree.Node) -> None:
    """``getattr(x, "add_")``: a method that is asked for by name may change the tensor."""
    record = machine.tensor_record(arguments.at(0) or UNKNOWN)
    name = getattr(arguments.at(1), "value", None)
    if record is not None and not (isinstance(name, str) and not name.endswith("_")):
        machine.doubt({record.counter}, "one of its methods is asked for by name", node)


def _is_operation(name: str) -> bool:
    """Whether a symbol is a function that computes with tensors, and keeps none of them."""
    is_class = name.rsplit(".", 1)[-1][:1].isupper()
    return name.startswith(_OPERATIONS) and not name.startswith(_NO_OPERATIONS) and not is_class


def _makes_parameters(function: Value) -> bool:
    """Whether what a call is given becomes parameters."""
    if isinstance(function, Method) and function.name in {"append", "extend", "update"}:
        receiver = function.receiver
        return isinstance(receiver, LibraryObject) and receiver.kind in _LISTS_OF_PARAMETERS
    return isinstance(function, Symbol) and function.name in _LISTS_OF_PARAMETERS


class WatchedCalls(Calls):
    """Calls that note what may be one and the same tensor."""

    def call(self, function: Value, arguments: Arguments, node: tree.Node) -> Value:
        """``function(...)``."""
        machine = self.machine
        assert isinstance(machine, Ledger)
        function, arguments = self._as_tensors(function, arguments)
        is_copying = machine.is_copying
        if isinstance(function, Symbol) and function.name.startswith("copy."):
            machine.is_copying = True
        try:
            result = super().call(function, arguments, node)
        finally:
            machine.is_copying = is_copying
        result = self._perhaps_number(function, arguments, result)
        name = dotted_name(node.func).rsplit(".", 1)[-1] if isinstance(node, tree.Call) else ""
        name = name or getattr(function, "name", "")
        receiver = getattr(function, "receiver", None)
        if isinstance(function, Symbol) and function.name == "copy.copy":
            if isinstance(result, Tensor) and result in arguments.values:
                result = machine.new_tensor(node, Truth.UNKNOWN, Truth.UNKNOWN, is_guess=True)
        if name == "detach_" and isinstance(receiver, Tensor):
            machine.doubt({receiver.identity}, "detached in place", node)
        if name == "from_pretrained":
            for each in arguments.values:
                machine.may_be_one(each, each)
                record = machine.tensor_record(each)
                counters = {record.counter} if record is not None else set()
                machine.doubt(counters, "its memory is that of an embedding's weight", node)
        is_idle = isinstance(function, LibraryObject) and _may_be_idle(machine, function)
        if is_idle or (name in SAME_OR_OTHER and not isinstance(function, Function)):
            for given in (receiver, *arguments.values):
                if isinstance(given, Tensor) and isinstance(result, Tensor):
                    machine.may_be_one(given, result)
                    machine.may_be_given_one(given, result, is_other=name in ALWAYS_ANOTHER)
        is_several = _is_several(function, name, arguments)
        if isinstance(function, Symbol) and isinstance(result, LibraryObject):
            _doubt_absent(machine, result, arguments, node)
        if isinstance(function, LibraryObject):
            is_several = is_several or function.identity in machine.makers_of_several
        if is_several and isinstance(result, LibraryObject):
            machine.makers_of_several.add(result.identity)
        if is_several and isinstance(result, Tensor):
            machine.is_several(result, node)
        if name in _MOVES and isinstance(receiver, (Instance, LibraryObject)):
            owned, _ = modules.own_parameters(machine, receiver)
            machine.given_new_memory(owned, node)
            machine.note_moved_buffers(receiver)
        if name == "load_state_dict" and isinstance(receiver, (Instance, LibraryObject)):
            machine.forget_versions(receiver)
        if isinstance(function, Symbol) and name == "getattr":
            _doubt_method(machine, arguments, node)
        if isinstance(result, Tensor):
            machine.note_computed((receiver or UNKNOWN, *arguments.values), result)
        if name == "backward" and _may_create_graph(arguments):
            machine.note_created_graph(node)
        return result

    def _as_tensors(self, function: Value, arguments: Arguments) -> tuple[Value, Arguments]:
        """A method that only tensors have is called of one; arguments that may be missing."""
        machine = self.machine
        assert isinstance(machine, Ledger)
        if isinstance(function, Method):
            if function.name not in _OF_NUMBERS and machine.may_be_number(function.receiver):
                function = replace(function, receiver=machine.as_tensor(function.receiver))
            if isinstance(function.receiver, Tensor):
                arguments = machine.as_given(arguments)
        if _makes_parameters(function):
            made = tuple((machine.as_parameter(each, at), at) for each, at in arguments.positional)
            arguments = replace(arguments, positional=made)
        elif isinstance(function, LibraryObject):
            arguments = machine.as_given(arguments)
        elif isinstance(function, Symbol) and _is_operation(function.name):
            is_inplace = function.name.endswith("_") or "foreach" in function.name
            arguments = machine.as_given(arguments, 1 if is_inplace else 0)
        return function, arguments

    def _perhaps_number(self, function: Value, arguments: Arguments, result: Value) -> Value:
        """What may be a number: the sum of what may be nothing; and whether something is one."""
        machine = self.machine
        assert isinstance(machine, Ledger)
        name = function.name.rsplit(".", 1)[-1] if isinstance(function, Symbol) else ""
        first = arguments.pair(0)
        if first is None:
            return result
        if name in {"isinstance", "is_tensor"} and machine.may_be_other(first[0]):
            return Number()
        is_sum = name == "sum" and isinstance(result, Tensor)
        if is_sum and isinstance(function, Symbol) and not function.name.startswith("torch."):
            if machine.may_be_empty(first[0]) and not self._goes_over_parameters(first[1]):
                assert isinstance(result, Tensor)
                return machine.or_number(result)
        return result

    def _goes_over_parameters(self, node: tree.BaseExpression) -> bool:
        """Whether a comprehension goes over a network that has parameters for sure."""
        if not isinstance(node, (tree.GeneratorExp, tree.ListComp)):
            return False
        over = node.for_in.iter
        if node.for_in.ifs or node.for_in.inner_for_in is not None:
            return False
        if not isinstance(over, tree.Call) or not isinstance(over.func, tree.Attribute):
            return False
        if over.func.attr.value not in {"parameters", "named_parameters"}:
            return False
        owner = self.expressions.evaluate(over.func.value)
        return bool(modules.own_parameters(self.machine, owner)[0])

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
        if arguments is None and unit.last_name in machine.hooks:
            grad_mode = Truth.UNKNOWN
        was_alone, machine.is_alone = machine.is_alone, arguments is None
        before, mode = machine.inference, machine.state.fact(GRAD_MODE)
        decorators = unit.node.decorators if isinstance(unit.node, tree.FunctionDef) else ()
        if any(dotted_name(each.decorator).endswith("inference_mode") for each in decorators):
            machine.inference = Truth.YES
        try:
            return super().run(unit, receiver, arguments, grad_mode)
        finally:
            machine.is_alone = was_alone
            if machine.inference is not before:
                machine.inference = before
                machine.state.set_fact(GRAD_MODE, None, mode)


class _Attempt:
    """What is run and may end before any of its statements."""

    def __init__(self, frame: Frame, root: State, modes: int) -> None:
        self.frame, self.root, self.modes = frame, root, modes
        self._found: dict[tree.Node, list[State]] = {}

    def note(self, node: tree.Node, state: State) -> None:
        """The state before a statement: that of its first and of its last round is kept."""
        self._found[node] = [*self._found.get(node, [])[:1], state]

    def states(self) -> list[State]:
        """All that were kept."""
        return [state for states in self._found.values() for state in states]


class WatchedStatements(Statements):
    """Statements that call ``look`` whenever the execution comes by one of the stops."""

    def __init__(
        self, machine: Machine, expressions: Expressions, calls: Calls, stop: Stop, look: Look
    ) -> None:
        self._stop, self._look = stop, look
        self._repeats: dict[tree.Node, bool] = {}
        self._attempts: list[_Attempt] = []
        self._modes: list[Truth] = []
        """The grad modes outside the ``with`` statements around the statement at hand."""
        super().__init__(machine, expressions, calls)

    @property
    def ledger(self) -> Ledger:
        """The machine, with what is sure."""
        assert isinstance(self.machine, Ledger)
        return self.machine

    def execute(self, node: tree.Node) -> None:
        """Execute one statement."""
        if self._attempts:
            self._note_attempts(node)
        is_here = node is self._stop.node
        if is_here:
            self.ledger.on_made.clear()
            self.ledger.on_item.clear()
            if not self._stop.is_after:
                self._look(self.ledger, self.expressions)
        if isinstance(node, tree.BaseSmallStatement) and self._has_repeated(node):
            with self.ledger.repeating():
                super().execute(node)
        else:
            super().execute(node)
        if isinstance(node, tree.BaseSmallStatement):
            self.ledger.note_freed()
        if is_here and self._stop.is_after:
            self._look(self.ledger, self.expressions)

    def _augmented(self, node: tree.AugAssign) -> None:
        """What may be a number is changed in place where it is a tensor, and else another one."""
        ledger = self.ledger
        is_copying = ledger.is_copying
        name = AUGMENTED.get(type(node.operator), ("", ""))[0]
        before = None
        if not isinstance(node.target, tree.Subscript):
            before = self.expressions.evaluate(node.target)
        record = ledger.tensor_record(before) if before is not None else None
        try:
            if before is None or record is None or not ledger.may_be_number(before):
                # A product of a vector and a matrix is cut to shape in place.
                ledger.is_copying = isinstance(node.operator, tree.MatrixMultiplyAssign)
                super()._augmented(node)
                return
            right = self.expressions.evaluate(node.value)
            ledger.doubt({record.counter}, "perhaps changed here", node)
            ledger.is_copying = True
            operands = ((before, node.target), (right, node.value))
            value = operators.operate(ledger, name, operands, node.value)
            is_number = isinstance(right, Number) or ledger.may_be_number(right)
            if isinstance(value, Tensor):
                ledger.may_be_one(before, value)
                value = ledger.or_number(value) if is_number else value
            self.expressions.assign(node.target, value, None)
        finally:
            ledger.is_copying = is_copying

    def _has_repeated(self, node: tree.Node) -> bool:
        """Whether a part of a statement is run any number of times."""
        known = self._repeats.get(node)
        if known is None:
            pending: list[tree.Node] = [node]
            known = False
            while pending and not known:
                each = pending.pop()
                known = isinstance(each, _REPEATED)
                pending.extend(children(each))
            self._repeats[node] = known
        return known

    def _rounds(self, node: tree.For | tree.While) -> int:
        """More rounds than the rules need: what is said of a line must hold in later ones, too."""
        if len(self.machine.frame.loops) > _MOST_LOOPS:
            return super()._rounds(node)
        return _ROUNDS

    def _loop(
        self,
        body: Body,
        node: tree.For | tree.While,
        *,
        forever: bool = False,
        at_least_once: bool = False,
        goes_over: Container | None = None,
        counter: Counter | None = None,
    ) -> None:
        def one_round(at: Round) -> None:
            with self.ledger.repeating():
                body(at)

        super()._loop(
            one_round,
            node,
            forever=forever,
            at_least_once=at_least_once,
            goes_over=goes_over,
            counter=counter,
        )

    def _for(self, node: tree.For) -> None:
        """A generator that stands in a ``with`` of its own switches the mode for its caller."""
        name = node.iter.func if isinstance(node.iter, tree.Call) else None
        made = self.expressions.look_up(name.value) if isinstance(name, tree.Name) else None
        unit = made.unit if isinstance(made, Function) else None
        if unit is None or not (
            mentions(unit.node, SWITCHES)
            and any(isinstance(e, tree.Yield) for e in walk(unit.node))
        ):
            super()._for(node)
            return
        before = self.machine.state.fact(GRAD_MODE)
        self.machine.grad_mode = Truth.UNKNOWN
        super()._for(node)
        self.machine.grad_mode = before

    # --- what may end early ---

    def _attempt(self, body: tree.BaseSuite, raised: list[State]) -> None:
        """An error may come before any line: what follows it has the state of any of them."""
        state = self.machine.state
        root = state.parent if state.parent is not None else state
        self._attempts.append(_Attempt(self.machine.frame, root, len(self._modes)))
        super()._attempt(body, raised)
        raised += self._attempts.pop().states()

    def _is_passed_over(self, handler: tree.ExceptHandler | tree.ExceptStarHandler) -> bool:
        return False

    def _try(self, node: tree.Try | tree.TryStar) -> None:
        machine = self.machine
        if node.finalbody is None:
            super()._try(node)
            return
        self._attempts.append(_Attempt(machine.frame, machine.state, len(self._modes)))
        super()._try(node)

    def _finish(self, body: tree.BaseSuite, broken: State) -> None:
        """What stands under ``finally`` is also run on the way of an error, which goes on."""
        machine = self.machine
        base = machine.state
        first = base.fork()
        ends = [broken, *self._attempts.pop().states()]
        layers = [each.as_layer_over(first, base) for each in ends]
        first.absorb([first.fork(), *layers], machine.join_cells)
        machine.state = first
        super()._finish(body, broken)
        machine.state, machine.alive = base, True
        was_recording, machine.is_recording = machine.is_recording, False
        super()._finish(body, broken)
        machine.is_recording = was_recording

    def _note_attempts(self, node: tree.Node) -> None:
        for each in self._attempts:
            if each.frame is self.machine.frame:
                state = self.machine.state.as_layer_over(each.root)
                if len(self._modes) > each.modes:
                    state.set_fact(GRAD_MODE, None, self._modes[each.modes])
                each.note(node, state)

    def _with(self, node: tree.With) -> None:
        names = [dotted_name(each.item).rsplit(".", 1)[-1] for each in node.items]
        ledger, before = self.ledger, self.ledger.inference
        mode = ledger.state.fact(GRAD_MODE)
        self._modes.append(mode)
        for each, name in zip(node.items, names, strict=True):
            ledger.inference = self._inference(each.item, name)
        try:
            if _SWALLOW & set(names):
                self._perhaps(lambda: Statements._with(self, node))
            else:
                super()._with(node)
        finally:
            self._modes.pop()
            if ledger.inference is not before:
                ledger.inference = before
                ledger.state.set_fact(GRAD_MODE, None, mode)

    def _inference(self, item: tree.BaseExpression, name: str) -> Truth:
        """Whether what stands in a ``with`` of this name runs under ``inference_mode``."""
        before = self.ledger.inference
        if name in SWITCHES - {"inference_mode"}:
            return before
        if name == "inference_mode":
            given = item.args[0].value if isinstance(item, tree.Call) and item.args else None
            known = {"True": Truth.YES, "False": Truth.NO}
            if given is None:
                return Truth.YES
            return (
                known.get(given.value, Truth.UNKNOWN)
                if isinstance(given, tree.Name)
                else (Truth.UNKNOWN)
            )
        if isinstance(item, tree.Name):
            value = self.expressions.look_up(item.value)
            if isinstance(value, GradModeContext):
                return before if value.enabled is Truth.YES else Truth.UNKNOWN
        return Truth.UNKNOWN if "inference" in name or "mode" in name else before

    def _perhaps(self, run: Callable[[], None]) -> None:
        """Run what may have ended early, by an error that ends here."""
        machine = self.machine
        base = machine.state
        untouched, machine.state = base.fork(), base.fork()
        self._attempts.append(_Attempt(machine.frame, base, len(self._modes) - 1))
        run()
        ends = [untouched, *([machine.state] if machine.alive else [])]
        ends += self._attempts.pop().states()
        machine.state, machine.alive = base, True
        base.absorb(ends, machine.join_cells)
