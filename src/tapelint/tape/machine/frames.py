"""One call: its arguments, and the frame in which its function is executed."""

from __future__ import annotations

from dataclasses import field

from tapelint.source import tree
from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    NoneValue,
    Number,
    Tensor,
    Value,
)


def known_truth(value: Value) -> Truth:
    """What a value says as a flag: only ``True`` and ``False`` themselves say something."""
    known = value.value if isinstance(value, Number) else None
    return Truth.of(known if isinstance(known, bool) else None)


@dataclass(frozen=True)
class Arguments:
    """The evaluated arguments of a call.

    Attributes:
        positional: Values and expressions, in order.
        keywords: Values and expressions, by name.
        spread: Values of ``*args`` and ``**kwargs`` arguments, whose places are not known.
        call: Where they are given.
    """

    positional: tuple[tuple[Value, tree.BaseExpression], ...] = ()
    keywords: tuple[tuple[str, Value, tree.BaseExpression], ...] = ()
    spread: tuple[Value, ...] = ()
    call: tree.Call | None = None

    def at(self, position: int | None, name: str = "") -> Value | None:
        """The argument at a position, or of that name, or ``None``."""
        found = self.pair(position, name)
        return found[0] if found else None

    def pair(
        self, position: int | None, name: str = ""
    ) -> tuple[Value, tree.BaseExpression] | None:
        """The argument at a position or of that name, with its expression."""
        if position is not None and position < len(self.positional):
            return self.positional[position]
        for keyword, value, node in self.keywords:
            if keyword == name:
                return value, node
        return None

    def is_true(self, name: str) -> bool:
        """Whether the keyword argument is the constant ``True``."""
        value = self.at(None, name)
        return isinstance(value, Number) and value.value is True

    def truth(self, position: int | None, name: str, default: Truth) -> Truth:
        """What a flag among the arguments says; ``default`` where it is not given."""
        flag = self.at(position, name)
        if flag is None:
            return Truth.UNKNOWN if self.spread else default
        return known_truth(flag)

    def keeps_graph(self, retain_at: int | None, create_at: int | None) -> Truth:
        """Whether a backward with these arguments keeps what the graph has saved."""
        if self.is_true("retain_variables"):  # how retain_graph was spelled before torch 0.3
            return Truth.YES
        create = self.truth(create_at, "create_graph", Truth.NO)
        if isinstance(self.at(retain_at, "retain_graph"), NoneValue):
            return create
        return self.truth(retain_at, "retain_graph", create)

    @property
    def values(self) -> tuple[Value, ...]:
        """All values, wherever they stand."""
        return (
            *(value for value, _ in self.positional),
            *(value for _, value, _ in self.keywords),
            *self.spread,
        )

    @property
    def hidden(self) -> tuple[tuple[Value, tree.BaseExpression], ...]:
        """What stands behind a ``*`` or ``**``, for places that nobody knows."""
        call = self.call if self.call is not None else tree.name("...")
        return tuple((each, call) for each in self.spread)

    def tensors_after(self, count: int) -> list[tuple[Tensor, tree.BaseExpression]]:
        """The tensors behind the first positional arguments, by place and then by name."""
        by_name = ((value, node) for name, value, node in self.keywords if name != "input")
        return [
            (value, node)
            for value, node in (*self.positional[count:], *by_name)
            if isinstance(value, Tensor)
        ]

    def with_one(self, value: Value, other: Value) -> Arguments:
        """The arguments with another value in the place of one of them."""
        return Arguments(
            tuple((other if each is value else each, node) for each, node in self.positional),
            tuple(
                (name, other if each is value else each, node) for name, each, node in self.keywords
            ),
            tuple(other if each is value else each for each in self.spread),
            self.call,
        )

    def after_first(self) -> Arguments:
        """The arguments less the first positional one."""
        return replace(self, positional=self.positional[1:])


@dataclass
class Frame:
    """One execution of a function, the module's body or a class's body.

    Attributes:
        name: The function's qualified name, "" for the module.
        scope: Where its variables are kept.
        enclosing: The scopes that free names are looked up in, innermost first.
        below: How many layers of the state are older than its variables.
        global_names: Names declared ``global``.
        outer_names: Names declared ``nonlocal``, with their scope.
        returns: The states and values at its ``return`` statements.
        base: The state that it was called in.
        mode: The grad mode that it was called in.
        conditions: The branches that the call stands in.
        raises: For each ``try`` around the statement at hand, innermost last, the state that it
            began in and those at its ``raise`` statements.
        loops: The loops around the statement at hand, innermost last.
        computes_loss: Whether what it returns is meant to be backpropagated.
        receiver: For a method, the object (``self``).
        unit_class: For a method, the class that defines it.
        class_unit: For a class's body, the class.
        unit: The function.
        arguments: What it was called with; ``None`` for a call from anywhere.
        given_tests: For parameters that it tests as they are, what the caller's own expression
            says as a condition: ``helper(self.training)``.
        given_tensors: The parameters for which the caller has given a tensor that it has computed
            itself, so that they are not ``None``.
        attempts: The ``try`` statements around the statement at hand, innermost last.
        expects_error: Whether the statement at hand shows an error on purpose. What it calls has
            frames of its own.
    """

    name: str
    scope: int
    enclosing: tuple[int, ...] = ()
    below: int = 0
    global_names: set[str] = field(default_factory=set)
    outer_names: dict[str, int] = field(default_factory=dict)
    returns: list[tuple[State, Value]] = field(default_factory=list)
    yields: list[Value] = field(default_factory=list)
    loops: list[LoopExits] = field(default_factory=list)
    base: State | None = None
    mode: Truth = Truth.YES
    conditions: frozenset[tuple[str, bool]] = frozenset()
    raises: list[tuple[State, list[State]]] = field(default_factory=list)
    computes_loss: bool = False
    receiver: Value | None = None
    unit_class: ClassUnit | None = None
    class_unit: ClassUnit | None = None
    unit: FunctionUnit | None = None
    arguments: Arguments | None = None
    given_tests: dict[str, tuple[str, bool]] = field(default_factory=dict)
    given_tensors: dict[str, int] = field(default_factory=dict)
    attempts: list[tree.Try | tree.TryStar] = field(default_factory=list)
    expects_error: bool = False

    @property
    def module_scope(self) -> int:
        """The scope of the file that its code stands in."""
        return self.enclosing[-1] if self.enclosing else self.scope


@dataclass
class LoopExits:
    """The states in which a loop's body was left early.

    Attributes:
        base: The state before the loop, over which those of ``break`` lie.
        before: The state before the round at hand, over which those of ``continue`` lie.
        node: The loop.
        began: The greatest identity that was given before it.
        round_began: The greatest one that was given before the round at hand.
        is_of_items: Whether it goes over a few items that are known.
        breaks: What ``break`` has left with.
        continues: What ``continue`` has left with, in the round at hand.
    """

    base: State
    before: State
    node: tree.For | tree.While
    began: int
    round_began: int = 0
    is_of_items: bool = False
    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)
