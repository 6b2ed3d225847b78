"""Entry points: a function or a class, executed as if called from anywhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tapelint.project.demand import MODULE
from tapelint.source import tree
from tapelint.tape.autograd import gradient_pages, left_over
from tapelint.tape.distribution_events import DistributionMade
from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Evidence, Truth, Use
from tapelint.tape.domain.values import (
    Class,
    Instance,
)
from tapelint.tape.events import Event
from tapelint.tape.interpreter.effects import has_objects, is_left, of_objects
from tapelint.tape.interpreter.interpreter import FileInterpreter
from tapelint.tape.interpreter.meant_to_record import (
    mode_of,
    switches_for_itself,
)
from tapelint.tape.interpreter.switched_modes import hooks_of_gradients
from tapelint.tape.leaf_events import InlineLeaf, LeafMade, TensorConstructor
from tapelint.tape.machine.budgets import Budgets, Ended, Limit
from tapelint.tape.models import registration
from tapelint.tape.syntax import (
    dotted_name,
    mentions,
)
from tapelint.tape.training_events import OF_TRAINING
from tapelint.torch_api.names import BACKWARD_CALLS


@dataclass(frozen=True)
class _Told:
    """What a function has told before its turn.

    Attributes:
        entry: The number of its execution.
        events: What has happened in it.
        asked: The classes of which it was given an example before there was one to give.
    """

    entry: int
    events: tuple[Event, ...]
    asked: tuple[ClassUnit, ...]

    @property
    def holds(self) -> bool:
        """Whether it would tell the same now."""
        return all(unit.example is None for unit in self.asked)


class EntryPoints:
    """Executes functions and classes as if called from anywhere, each within its budget."""

    def __init__(
        self, interpreter: FileInterpreter, budgets: Budgets, needed: frozenset[int] | None
    ) -> None:
        """Begin with nothing executed.

        Args:
            interpreter: What executes the file.
            budgets: How many steps each may take.
            needed: The lines of the functions that can matter; ``None`` where all do.
        """
        self.module = interpreter.module
        self.hooks = cache(lambda: hooks_of_gradients(interpreter.module))
        self.interpreter = interpreter
        self.machine = interpreter.machine
        self.other_files = interpreter.other_files
        self.budgets = budgets
        self.needed = needed
        self.left = budgets.file
        """How many steps are left for the file."""
        self.is_full = False
        """Whether it holds what it may: then no steps are left."""
        self.spent: dict[str, int] = {}
        """How many steps each function took for its own sake, "" for the file's own statements."""
        self.module_mode = Truth.YES
        """Whether autograd records at the end of the file's own statements."""
        self.executed: list[tuple[FunctionUnit, int, int]] = []
        """The functions that were executed, and the places of the events in each."""
        self.runs: dict[FunctionUnit, tuple[int, Instance | None, State]] = {}
        """The last execution of each function for its own sake: its number, and from where."""
        self.told: dict[FunctionUnit, _Told] = {}

    def let_go(self) -> None:
        """Let go of all states."""
        self.runs.clear()
        self.told.clear()

    def is_needed(self, unit: FunctionUnit | None) -> bool:
        """Whether what a function calls can matter; ``None`` for the file's own statements."""
        if self.needed is None:
            return True
        if unit is None:
            return MODULE in self.needed
        node = unit.node
        if node.source is not self.module.source or not isinstance(node, tree.FunctionDef):
            return True  # what a class inherits from one of another file, and lambdas
        return getattr(node.origin, "lineno", None) in self.needed

    def bounded(self, unit: FunctionUnit | None, budget: int, run: Callable[[], object]) -> None:
        """Run within a budget; where it ends early, what was found so far stands."""
        machine, interpreter = self.machine, self.interpreter
        name = "" if unit is None else unit.name
        is_last = self.left <= budget
        budget = min(budget, self.left)
        if budget <= 0:
            machine.ended[Ended(name, Limit.MEMORY if self.is_full else Limit.FILE)] = None
            return
        interpreter.escapes.is_needed = self.is_needed(unit)
        # Decorators and base classes matter to whatever they make.
        self.other_files.is_needed = interpreter.escapes.is_needed or unit is None
        trains = mentions(self.module if unit is None else unit.node.body, BACKWARD_CALLS)
        interpreter.allow(self.budgets, trains=trains, is_script=unit is None)
        elsewhere, start = self.other_files.spent, len(machine.events)
        with machine.bounded(budget) as bound:
            run()
        spent = bound.spent + self.other_files.spent - elsewhere
        self.left -= spent
        self.spent[name] = self.spent.get(name, 0) + spent
        if bound.limit is None:
            return
        if bound.limit is Limit.MEMORY:
            self.left, self.is_full = 0, True
        is_of_file = bound.limit is Limit.STEPS and is_last
        ended = Ended(name, Limit.FILE) if is_of_file else Ended(name, bound.limit, budget)
        machine.ended[ended] = None
        for at, event in enumerate(machine.events[start:], start):
            if isinstance(event, TensorConstructor | LeafMade):  # what becomes of it was not seen
                event.cut.uses.setdefault(Use.UNSEEN, event.at)
            elif isinstance(event, DistributionMade):
                machine.events[at] = _in_doubt(event)
        # That only a fact is asked of it may stand behind the end.
        machine.events[start:] = [
            each for each in machine.events[start:] if not isinstance(each, InlineLeaf)
        ]

    def execute(self, unit: FunctionUnit, receiver: Instance | None, state: State) -> State:
        """Execute a function as if called from anywhere; returns the state at its end."""
        machine = self.machine
        before = machine.state
        machine.entry += 1
        machine.entry_began = machine.new_identity()
        machine.state = state.fork()
        machine.grad_mode = self.module_mode
        machine.begin_era()  # what the module's own run has left behind may be long gone
        gradient_pages.begin(machine)
        start = len(machine.events)
        self.interpreter.parameters.roles.has_results = False
        own = mode_of(unit)
        unit.is_recorded = unit.is_recorded or own is Truth.YES
        mode = own if own is not None else self.module_mode
        if mode is Truth.YES and switches_for_itself(unit.node.body):
            mode = Truth.UNKNOWN
        if unit.last_name in self.hooks():
            mode = Truth.UNKNOWN
        machine.steps_begun.clear()
        ended = len(machine.ended)
        self.bounded(
            unit,
            self.budgets.function,
            lambda: self.interpreter.run(unit, receiver, None, mode),
        )
        if receiver is not None and len(machine.ended) == ended:
            left_over.tell_of_next_call(machine)
        elif receiver is not None:
            self.interpreter.escapes.forget_assigned(
                receiver
            )  # what it would have left there is not known
        self.runs[unit] = machine.entry, receiver, state
        if self.interpreter.parameters.roles.are_given(unit, receiver):
            rest_on_roles(machine.events, start)
        self._note_entry(unit, start)
        after, machine.state = machine.state, before
        return after

    def _note_entry(self, unit: FunctionUnit, start: int) -> None:
        """Remember what a function has told: its callers may switch recording off."""
        end = len(self.machine.events)
        if unit.grad_mode is None and end > start:
            self.executed.append((unit, start, end))

    def _foretold(
        self, unit: FunctionUnit, receiver: Instance | None, state: State
    ) -> tuple[State, _Told]:
        """Execute a function before its turn; returns the state at its end and what it tells."""
        machine = self.machine
        start, entries = len(machine.events), len(self.executed)
        asked = len(machine.asked_early)
        end = self.execute(unit, receiver, state)
        told = _Told(
            entry=machine.entry,
            events=tuple(machine.events[start:]),
            asked=tuple(machine.asked_early[asked:]),
        )
        del machine.events[start:], self.executed[entries:]
        return end, told

    def tell(
        self, unit: FunctionUnit, receiver: Instance | None, state: State, told: _Told | None
    ) -> None:
        """Execute a function now that its turn has come, unless it would tell the same again."""
        machine = self.machine
        if told is None or not told.holds:
            if told is not None:
                machine.retracted.add(told.entry)
            self.execute(unit, receiver, state)
            return
        start = len(machine.events)
        machine.events += told.events
        self._note_entry(unit, start)

    def fill_module(self) -> None:
        """Let the module's functions act on its objects: what one leaves there meets the others.

        ``policy.saved_log_probs`` is filled in one function and used in another. Where none
        leaves anything, what they have told stands.
        """
        machine = self.machine
        module = machine.state
        functions = [
            (unit, state)
            for unit, state in self.interpreter.definitions.functions
            if unit.enclosing == (self.interpreter.module_scope,) and unit.unit_class is None
        ]
        assigned = {name for unit, _ in functions for name in unit.assigned}
        if not has_objects(module, self.interpreter.module_scope, assigned):
            return
        known = machine.new_identity()
        ends: list[State] = []
        for unit, state in functions:
            end, told = self._foretold(unit, None, module)
            ends.append(end)
            if state is module:
                self.told[unit] = told
            else:
                machine.retracted.add(told.entry)
        if any(is_left(end, module, known, if_met=True) for end in ends):
            self._forget_told()
            layers = [module.fork(), *(of_objects(end.as_layer_over(module)) for end in ends)]
            module.absorb(layers, machine.join_cells)

    def _forget_told(self) -> None:
        """What functions have told before their turn does not stand."""
        self.machine.retracted.update(told.entry for told in self.told.values())
        self.told.clear()

    def _leave_on_classes(self, end: State, *states: State) -> bool:
        """Let what is executed from some states meet what was assigned to classes' attributes.

        Returns:
            Whether any was.
        """
        machine = self.machine
        is_left = False
        for state in dict.fromkeys(states):
            layer = state.fork()
            layer.cells.update(
                (key, value)
                for key, value in end.cells.items()
                if isinstance(key, tuple)
                and key[0] in machine.attribute_scopes
                and state.get(key) != value
            )
            if layer.cells:
                state.absorb([state.fork(), layer], machine.join_cells)
                is_left = True
        if is_left:
            self._forget_told()
        return is_left

    def execute_refuted(self) -> set[int]:
        """Execute functions anew of which calls have shown that they are given something else.

        Returns:
            The places of the events that do not count any more.
        """
        places: set[int] = set()
        refuted = (
            unit for unit, _, _ in self.executed if self.interpreter.parameters.is_refuted(unit)
        )
        anew = dict.fromkeys(refuted)
        for (
            unit,
            at,
        ) in self.interpreter.library.losses_taken.items():  # a framework runs their backward
            if unit in self.runs and self.runs[unit][0] < at:
                anew[unit] = None
        for unit, start, end in list(self.executed):
            if unit in anew:
                places.update(range(start, end))
        for unit in anew:
            number, receiver, state = self.runs[unit]
            self.machine.retracted.add(number)
            self.execute(unit, receiver, state)
        return places

    # --- classes ---

    def execute_class(self, unit: ClassUnit, scope: State) -> None:
        """Execute a class's methods, so that what one leaves on ``self`` meets the others.

        Where none leaves anything, once is enough; otherwise they are executed again.

        Args:
            unit: The class.
            scope: The state in which it was defined, if a function has done so.
        """
        machine = self.machine
        receiver = Instance(unit, machine.new_identity())
        unit.stands_for = receiver.identity
        first = unit.method("__init__")
        others = [method for method in unit.methods.values() if method is not first]
        before = machine.state
        start = self._with_attributes(receiver, scope)
        made, told = start.fork(), None
        if first is not None:
            made, told = self._foretold(first, receiver, start)
        unit.example = receiver
        known = machine.new_identity()
        events, entries = len(machine.events), len(self.executed)
        first_entry = machine.entry + 1
        ends_of = [
            (each, self.execute(each, self._receiver(each, receiver), made)) for each in others
        ]
        # What only helps to make the object leaves nothing that was not there when it was made.
        ends = [end for each, end in ends_of if first is None or not _only_makes(each, first)]
        together = made.as_layer_over(before)
        is_final = not any(is_left(end, made, known) for end in ends)
        if not is_final:
            del machine.events[events:], self.executed[entries:]
            machine.retracted.update(range(first_entry, machine.entry + 1))
            layers = [of_objects(end.as_layer_over(together, made)) for end in ends]
            together.absorb([together.fork(), *layers], machine.join_cells)
        before.adopt(together, receiver.identity)
        if self._leave_on_classes(together, before, scope) and told is not None:
            machine.retracted.add(told.entry)  # the next object meets what the first has left
            told = None
        is_own = first is not None and first in unit.methods.values()
        may_be_filled = unit.method("__new__") is not None  # it may hand out an old object
        if told is not None and (may_be_filled or not is_own):
            machine.retracted.add(told.entry)
            told = None
        if first is not None and is_own:
            self.tell(first, receiver, start, told)
        if not is_final:
            for each in others:
                self.execute(each, self._receiver(each, receiver), together)
        if unit.is_module:
            self._note_parts(unit, receiver, first, scope)

    def _with_attributes(self, receiver: Instance, scope: State) -> State:
        """A state with what is not seen to be put on an object, as the roles of it tell."""
        machine, before = self.machine, self.machine.state
        unit = receiver.unit
        if unit is None or not any(map(self.is_needed, unit.methods.values())):
            return scope
        machine.state = start = scope.fork()
        for name, value in self.interpreter.parameters.roles.attributes(unit).items():
            machine.set_attribute(receiver, name, value)
        machine.state = before
        return start if start.cells else scope

    def _note_parts(
        self, unit: ClassUnit, made: Instance, first: FunctionUnit | None, scope: State
    ) -> None:
        """Tell of the parts of a module that nothing registers.

        Where functions have made them that nobody has followed, the constructor is executed once
        more, and they are.
        """
        machine, before = self.machine, self.machine.state
        needed = self.needed
        is_here = first is not None and first.node.source is self.module.source
        line = getattr(first.node.origin, "lineno", None) if first and is_here else None
        if first is not None and line is not None and needed is not None and line not in needed:
            if registration.may_hold_more(machine, unit, made, first):
                made = Instance(unit, machine.new_identity())
                self.needed = needed | {line}
                machine.state, told = self._foretold(first, made, scope)
                self.needed = needed
                machine.retracted.add(told.entry)
        registration.note_class(machine, self.module, unit, made, self._example_named)
        machine.state = before

    def _example_named(self, called: tree.BaseExpression) -> Instance | None:
        """An object of the module's class of another file that a name stands for."""
        if not dotted_name(called):
            return None
        before = self.interpreter.escapes.is_needed, self.other_files.is_needed
        self.interpreter.escapes.is_needed = self.other_files.is_needed = True
        try:
            value = self.other_files.value_of(self.interpreter.evaluate(called))
            if not isinstance(value, Class) or value.unit is None or not value.unit.is_module:
                return None
            example = value.unit.example or self.other_files.example_of(value.unit)
        finally:
            self.interpreter.escapes.is_needed, self.other_files.is_needed = before
        return example if isinstance(example, Instance) else None

    def _receiver(self, method: FunctionUnit, receiver: Instance) -> Instance | None:
        return None if method.is_static or method.is_class_method else receiver


def rest_on_roles(events: list[Event], start: int) -> None:
    """Whose gradients these are is told by roles: nothing that is said of them is certain."""
    for at in range(start, len(events)):
        event = events[at]
        if isinstance(event, OF_TRAINING):
            events[at] = replace(event, is_certain=False)


def _only_makes(method: FunctionUnit, first: FunctionUnit) -> bool:
    """Whether nothing but ``__init__`` calls a method, itself or over others of that kind.

    So does what unpickles an object, which gets what another one was made with.
    """
    if method.last_name == "__setstate__":
        return True
    pending, seen = [method], {method}
    while pending:
        callers = pending.pop().callers - {first}
        if None in callers:
            return False
        pending += [each for each in callers if each is not None and each not in seen]
        seen.update(each for each in callers if each is not None)
        if any(not each.callers for each in pending):
            return False
    return bool(method.callers)


def _in_doubt(event: DistributionMade) -> DistributionMade:
    """A distribution in a function that has ended early: the rest may use its names otherwise."""
    return replace(
        event,
        arguments=tuple(
            (name, replace(value, power=replace(value.power, evidence=Evidence.HINT)), node)
            if value.power is not None and value.power.by_name
            else (name, value, node)
            for name, value, node in event.arguments
        ),
    )
