"""The interpreter as its parts see it: what each may ask of the whole, written below all of them.

The layers above implement it, each with the ones below: names, expressions, calls, loops and
statements. Whatever else needs the interpreter is given it by this class.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from tapelint.source import tree
from tapelint.source.neighbours import Neighbours
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.path_conditions import Condition
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Symbol, Value
from tapelint.tape.interpreter.networks import Networks
from tapelint.tape.interpreter.other_files import OtherFiles
from tapelint.tape.interpreter.shown_values import ShownValues
from tapelint.tape.interpreter.variable_uses import VariableUses
from tapelint.tape.interpreter.worth import Worth
from tapelint.tape.machine.budgets import USUAL, Budgets
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import bound_in, creates_graphs, rebound_in, settings_of

_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Subject:
    """What is executed.

    Attributes:
        module: The file.
        neighbours: Finds the project's other files; ``None`` to look at none.
        budgets: How many steps it may take.
        is_selective: Whether functions of other files are followed only where it is worth it.
    """

    module: tree.Module
    neighbours: Neighbours | None = None
    budgets: Budgets = USUAL
    is_selective: bool = False


class Interpreter:
    """Evaluates expressions, calls values and executes statements on a machine."""

    def __init__(self, machine: Machine, subject: Subject) -> None:
        module, neighbours = subject.module, subject.neighbours
        self.machine = machine
        self.module = module
        """The file that is linted."""
        self.module_scope = machine.new_identity()
        """Its scope."""
        self.star_imports: dict[int, list[str]] = {}
        """The modules of which all names are imported, by scope."""
        self.settings: Callable[[], frozenset[str]] = cache(lambda: settings_of(module))
        """The constants of the file."""
        self.bound: Callable[[], frozenset[str]] = cache(lambda: bound_in(module))
        """The names that the file binds anywhere."""
        self.rebound: Callable[[], frozenset[str]] = cache(lambda: rebound_in(module))
        """The names that a function of the file binds outside of itself."""
        self.shown = ShownValues(machine)
        self.uses = VariableUses(machine, module)
        self.networks = Networks()
        is_selective = subject.is_selective and neighbours is not None
        self.other_files = OtherFiles(
            machine,
            neighbours,
            self.module_scope,
            self.execute,
            lambda unit, owner: self.run(unit, owner, None, Truth.YES),
            subject.budgets,
            Worth(machine, neighbours) if is_selective and neighbours is not None else None,
        )
        machine.call = self.call
        machine.may_create_graphs = cache(lambda: creates_graphs(module))

    # --- evaluate ---

    def evaluate(self, node: tree.Node) -> Value:
        """The value of an expression."""
        raise NotImplementedError

    def arguments(self, node: tree.Call) -> Arguments:
        """The evaluated arguments of a call."""
        raise NotImplementedError

    def look_up(self, name: str) -> Value | None:
        """The value that a name is bound to, or ``None``."""
        raise NotImplementedError

    def bind(self, name: str, value: Value) -> None:
        """Bind a name in the scope it belongs to."""
        raise NotImplementedError

    def note_bound(self, value: Value) -> None:
        """A variable gets a value; see :mod:`tapelint.tape.machine.held`."""
        raise NotImplementedError

    def assign(
        self, target: tree.BaseExpression, value: Value, expression: tree.BaseExpression | None
    ) -> None:
        """Bind a target of an assignment, a loop or a ``with`` to a value."""
        raise NotImplementedError

    def member(self, names: Symbol, index: Value | None) -> Value | None:
        """``module.__dict__[name]``; ``None`` where it is not the dictionary of a module."""
        raise NotImplementedError

    def truth(self, test: tree.BaseExpression) -> Truth:
        """Whether a test holds."""
        raise NotImplementedError

    def told(self, test: tree.BaseExpression, holds: bool) -> frozenset[Condition]:
        """What a test says where it holds, and where not."""
        raise NotImplementedError

    def perhaps(
        self, node: tree.BaseExpression, evaluate: Callable[[tree.BaseExpression], _Found]
    ) -> _Found:
        """An expression that may not be evaluated: what it leaves behind is joined with before."""
        raise NotImplementedError

    def note_inline_leaves(
        self,
        operands: tuple[tuple[Value, tree.BaseExpression], ...],
        node: tree.Node,
        use_name: str,
    ) -> None:
        """Note which operands are leaves that are made in their place."""
        raise NotImplementedError

    def classes(self) -> list[ClassUnit]:
        """The classes of the file that are known by now."""
        raise NotImplementedError

    # --- call ---

    def call(self, function: Value, arguments: Arguments, node: tree.Node) -> Value:
        """``function(...)``; ``node`` is the call, or what stands for it."""
        raise NotImplementedError

    def run(
        self,
        unit: FunctionUnit,
        receiver: Value | None,
        arguments: Arguments | None,
        grad_mode: Truth,
    ) -> Value:
        """Execute a function's body."""
        raise NotImplementedError

    # --- execute ---

    def execute(self, node: tree.Node) -> None:
        """Execute one statement."""
        raise NotImplementedError

    def execute_body(self, body: tree.Node) -> None:
        """Execute a block, as far as it can be reached."""
        raise NotImplementedError
