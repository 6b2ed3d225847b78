"""Recording the tape of one file: which functions are executed, from where, and how far."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from functools import cache, partial

from tapelint.source import tree
from tapelint.source.definition import parsed_file
from tapelint.source.index import NOTHING, index_of, kept_index
from tapelint.source.neighbours import Neighbours
from tapelint.tape.autograd import dead_terms, gradient_pages, kept_graphs, left_over, retained
from tapelint.tape.distribution_events import DistributionMade
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.domains import VALIDATION
from tapelint.tape.domain.frozen import dataclass, replace
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Evidence, Truth, Use
from tapelint.tape.domain.values import (
    Class,
    Function,
    Instance,
)
from tapelint.tape.events import Event, TermWithoutGraph
from tapelint.tape.interpreter.callers import Caller, Callers, callers
from tapelint.tape.interpreter.calls import Calls
from tapelint.tape.interpreter.demand import MODULE, Triggers, relevant
from tapelint.tape.interpreter.effects import has_objects, is_left, of_objects
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.interpreter.meant_to_record import (
    Sureness,
    is_called_to_train,
    mode_of,
    records_surely,
    switches_for_itself,
)
from tapelint.tape.interpreter.modes_of_callers import ModesOfCallers
from tapelint.tape.interpreter.other_files import OtherFiles
from tapelint.tape.interpreter.statements import Statements
from tapelint.tape.interpreter.worth import Worth
from tapelint.tape.leaf_events import InlineLeaf, LeafMade, TensorConstructor
from tapelint.tape.machine.budgets import USUAL, Budgets, Ended, Limit
from tapelint.tape.machine.frames import Frame
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import registration
from tapelint.tape.syntax import (
    bound_in,
    creates_graphs,
    dotted_name,
    mentions,
    rebound_in,
    settings_of,
)
from tapelint.tape.write_events import InPlace, StaleSaved
from tapelint.torch_api.names import BACKWARD_CALLS
from tapelint.torch_api.project import Project


@dataclass(frozen=True)
class Whole:
    """What an execution was told by the file as a whole, and what its parts have told each other.

    Attributes:
        needed: The lines of the functions that can matter; ``None`` where all do.
        unrecorded: What other files call where they switch recording off, and nowhere else.
        is_apart: Whether no part has told another anything but by what it names: nothing was
            switched for all, nothing has ended early, and no other file was executed that calls
            this one.
        steps: How many steps it took.
    """

    needed: frozenset[int] | None
    unrecorded: frozenset[str]
    is_apart: bool
    steps: int


@dataclass(frozen=True)
class Recording:
    """The tape of one file.

    Attributes:
        events: What happened, in the order of execution. A place that is executed more than
            once (in a loop, through several callers) has an event for each time.
        calls: For each function of another file that was followed, the calls in this one that
            have led to it.
        ended: What has ended early, since it had cost what it may.
        whole: What holds of the file as a whole.
    """

    events: tuple[Event, ...]
    whole: Whole
    calls: Mapping[FunctionUnit, Collection[tree.Node]] = field(default_factory=dict)
    ended: tuple[Ended, ...] = ()


@dataclass(frozen=True)
class Parts:
    """What a file is executed with; whoever wants to look on gives classes that derive from these.

    Attributes:
        machine: Makes the machine.
        expressions: Makes what evaluates expressions on it.
        calls: Makes what calls values on it.
        statements: Makes what executes statements on it.
    """

    machine: Callable[[Project], Machine] = Machine
    expressions: Callable[[Machine], Expressions] = Expressions
    calls: Callable[[Machine, Expressions], Calls] = Calls
    statements: Callable[[Machine, Expressions, Calls], Statements] = Statements


USUAL_PARTS = Parts()


def record(
    module: tree.Module,
    project: Project | None = None,
    neighbours: Neighbours | None = None,
    parts: Parts = USUAL_PARTS,
    budgets: Budgets = USUAL,
    triggers: Triggers | None = None,
    *,
    everything: bool = False,
    only: frozenset[int] | None = None,
) -> Recording:
    """Execute a file abstractly and return what happened.

    Args:
        module: The file.
        project: What is known of the project that it belongs to.
        neighbours: Finds the project's other files; ``None`` to look at none.
        parts: What it is executed with.
        budgets: How many steps it may take.
        triggers: What the rules look for; ``None`` where everything is to be followed, and no
            caller in another file.
        everything: Whether everything is to be followed, whatever the triggers.
        only: The lines of the statements at the top level that are executed, and with them what
            they define; ``None`` for all.

    Raises:
        TimeLimitError: The time for the file is up.
    """
    needed = None
    find_callers: Callable[[], Callers] = Callers
    modes: ModesOfCallers | None = None
    if triggers is not None and isinstance(module.origin, ast.Module):
        text = module.source.text if module.source is not None else None
        index = index_of(module.origin) if text is None else kept_index(module.origin, text)
        needed = None if everything else relevant(index, triggers, neighbours)
        if neighbours is not None:
            find_callers = partial(callers, neighbours, index, triggers)
            modes = ModesOfCallers(neighbours, index)
    recorder = _Recorder(module, project or Project(), neighbours, parts, budgets, needed, only)
    if needed is not None and neighbours is not None:
        recorder.other_files.worth = Worth(recorder.machine, neighbours)
    if modes is not None:
        recorder.modes = modes
    recording = recorder.record(find_callers)
    if parts is USUAL_PARTS:  # others are looked into once the execution is over
        recorder.let_go()
    return recording


@dataclass(frozen=True)
class _Told:
    """What a function has told before its turn.

    Attributes:
        entry: The number of its execution.
        events: What has happened in it.
        class_changes: How many attributes of classes had been assigned before it.
        asked: The classes of which it was given an example before there was one to give.
    """

    entry: int
    events: tuple[Event, ...]
    class_changes: int
    asked: tuple[ClassUnit, ...]

    def holds(self, class_changes: int) -> bool:
        """Whether it would tell the same now."""
        return class_changes == self.class_changes and all(
            unit.example is None for unit in self.asked
        )


class _Recorder:
    def __init__(
        self,
        module: tree.Module,
        project: Project,
        neighbours: Neighbours | None,
        parts: Parts,
        budgets: Budgets,
        needed: frozenset[int] | None,
        only: frozenset[int] | None = None,
    ) -> None:
        self.module = module
        self.needed = needed
        self.only = only
        self.budgets = budgets
        self.machine = parts.machine(project)
        self.expressions = parts.expressions(self.machine)
        self.calls = parts.calls(self.machine, self.expressions)
        self.statements = parts.statements(self.machine, self.expressions, self.calls)
        self.other_files = OtherFiles(
            self.machine,
            neighbours,
            self.expressions.module_scope,
            self.statements.execute,
            budgets,
        )
        self.expressions.other_files = self.other_files
        self.other_files.run = lambda unit, owner: self.calls.run(unit, owner, None, Truth.YES)
        self.machine.may_create_graphs = cache(lambda: creates_graphs(module))
        self.expressions.module = module
        self.expressions.bound = cache(lambda: bound_in(module))
        self.expressions.settings = cache(lambda: settings_of(module))
        self.expressions.rebound = cache(lambda: rebound_in(module))
        self.modes = ModesOfCallers(None, NOTHING)
        self.left = budgets.file
        self.module_mode = Truth.YES
        self.is_told_apart = True
        """Whether each of the file's own statements has left nothing that is told to all others."""
        self.entries: list[tuple[FunctionUnit, int, int]] = []
        self.runs: dict[FunctionUnit, tuple[int, Instance | None, State]] = {}
        """The last execution of each function for its own sake: its number, and from where."""
        self.told: dict[FunctionUnit, _Told] = {}

    def record(self, find_callers: Callable[[], Callers]) -> Recording:
        """Execute everything; the callers in other files are looked for when all else is done."""
        machine = self.machine
        machine.frames.append(Frame("", self.expressions.module_scope))
        mode = machine.grad_mode
        self._bounded(None, self.budgets.module, self._execute_module)
        if machine.ended:  # perhaps within a `with torch.no_grad()`, which ends somewhere
            machine.grad_mode = machine.frame.switched_to or mode
        self.module_mode = machine.grad_mode
        self._fill_module()
        done: set[tree.Node] = set()
        progress = True
        while progress:
            progress = False
            for unit, scope in list(self.statements.definitions.classes):
                if unit.node is not None and unit.node not in done:
                    done.add(unit.node)
                    self._class(unit, scope or machine.state)
                    progress = True
            for function, state in list(self.statements.definitions.functions):
                if function.node not in done and function.unit_class is None:
                    done.add(function.node)
                    self._tell(function, None, state, self.told.pop(function, None))
                    progress = True
        machine.retracted.update(told.entry for told in self.told.values())
        refuted = self._execute_refuted()
        elsewhere = find_callers()
        for caller in elsewhere.executed:
            self._caller(caller)
        self._note_trained_elsewhere()
        events = self._with_modes_of_callers(elsewhere.unrecorded)
        if refuted:
            events = tuple(each for at, each in enumerate(events) if at not in refuted)
        fates = kept_graphs.Fates(machine)
        events = tuple(map(fates.told, events))
        if machine.retained_by:
            handed_on = fates.all_handed_on()
            events = tuple(retained.told(machine, each, handed_on) for each in events)
        events = tuple(each for each in events if not self._is_trained_elsewhere(each))
        events = self._without_numbers_returned(events)
        whole = Whole(
            self.needed,
            elsewhere.unrecorded,
            self._is_apart() and not elsewhere.executed,
            self.budgets.file - self.left,
        )
        return Recording(events, whole, self.other_files.calls, tuple(machine.ended))

    def _execute_module(self) -> None:
        """Execute the statements at the top level, or those of them that are asked for."""
        for statement in self.module.body:
            if not self.machine.alive:
                break
            if self.only is None or not self.only.isdisjoint(_lines_of(statement)):
                self.statements.execute(statement)
                self.is_told_apart = self.is_told_apart and self._is_as_at_first()

    def _is_as_at_first(self) -> bool:
        """Whether a statement of the file itself has left nothing that is told to all others."""
        machine = self.machine
        return (
            machine.alive
            and not machine.conditions
            and machine.grad_mode is Truth.YES
            and not machine.is_hooked
            and machine.state.fact(VALIDATION) is None
        )

    def _is_apart(self) -> bool:
        """Whether no part of the file has told another anything but by what it names."""
        machine = self.machine
        return (
            self.is_told_apart
            and self.module_mode is Truth.YES
            and not machine.ended
            and not machine.is_hooked
            and not machine.has_wrapped
            and not machine.has_own_tensors
            and machine.state.fact(VALIDATION) is None
            and not self.other_files.is_full
        )

    def let_go(self) -> None:
        """Let go of all states: what is left refers to itself, so that Python would not free it."""
        self.machine.let_go()
        self.other_files.let_go()
        self.statements.definitions.classes.clear()
        self.statements.definitions.functions.clear()
        self.runs.clear()
        self.told.clear()

    def _execute_refuted(self) -> set[int]:
        """Execute functions anew of which calls have shown that they are given something else.

        Returns:
            The places of the events that do not count any more.
        """
        places: set[int] = set()
        refuted = (unit for unit, _, _ in self.entries if self.calls.parameters.is_refuted(unit))
        anew = dict.fromkeys(refuted)
        for unit, at in self.calls.losses_taken.items():  # a framework runs their backward
            if unit in self.runs and self.runs[unit][0] < at:
                anew[unit] = None
        for unit, start, end in list(self.entries):
            if unit in anew:
                places.update(range(start, end))
        for unit in anew:
            number, receiver, state = self.runs[unit]
            self.machine.retracted.add(number)
            self._entry(unit, receiver, state)
        return places

    def _fill_module(self) -> None:
        """Let the module's functions act on its objects: what one leaves there meets the others.

        ``policy.saved_log_probs`` is filled in one function and used in another. Where none
        leaves anything, what they have told stands.
        """
        machine = self.machine
        module = machine.state
        functions = [
            (unit, state)
            for unit, state in self.statements.definitions.functions
            if unit.enclosing == (self.expressions.module_scope,) and unit.unit_class is None
        ]
        if not functions or not has_objects(module, self.expressions.module_scope):
            return
        known, class_changes = machine.new_identity(), machine.class_changes
        ends: list[State] = []
        for unit, state in functions:
            end, told = self._foretold(unit, None, module)
            ends.append(end)
            if state is module:
                self.told[unit] = told
            else:
                machine.retracted.add(told.entry)
        if class_changes != machine.class_changes or any(
            is_left(end, module, known, if_met=True) for end in ends
        ):
            machine.retracted.update(told.entry for told in self.told.values())
            self.told.clear()
            layers = [module.fork(), *(of_objects(end.as_layer_over(module)) for end in ends)]
            module.absorb(layers, machine.join_cells)

    def _foretold(
        self, unit: FunctionUnit, receiver: Instance | None, state: State
    ) -> tuple[State, _Told]:
        """Execute a function before its turn; returns the state at its end and what it tells."""
        machine = self.machine
        start, entries = len(machine.events), len(self.entries)
        asked, class_changes = len(machine.asked_early), machine.class_changes
        end = self._entry(unit, receiver, state)
        told = _Told(
            entry=machine.entry,
            events=tuple(machine.events[start:]),
            class_changes=class_changes,
            asked=tuple(machine.asked_early[asked:]),
        )
        del machine.events[start:], self.entries[entries:]
        return end, told

    def _tell(
        self, unit: FunctionUnit, receiver: Instance | None, state: State, told: _Told | None
    ) -> None:
        """Execute a function now that its turn has come, unless it would tell the same again."""
        machine = self.machine
        if told is None or not told.holds(machine.class_changes):
            if told is not None:
                machine.retracted.add(told.entry)
            self._entry(unit, receiver, state)
            return
        start = len(machine.events)
        machine.events += told.events
        self._note_entry(unit, start)

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

    def _bounded(self, unit: FunctionUnit | None, budget: int, run: Callable[[], object]) -> None:
        """Run within a budget; where it ends early, what was found so far stands."""
        machine, calls = self.machine, self.calls
        name = "" if unit is None else unit.name
        is_last = self.left <= budget
        budget = min(budget, self.left)
        if budget <= 0:
            machine.ended[Ended(name, Limit.FILE)] = None
            return
        calls.is_needed = self.is_needed(unit)
        # Decorators and base classes matter to whatever they make.
        self.other_files.is_needed = calls.is_needed or unit is None
        calls.follow_budget, calls.abroad_budget = self.budgets.followed, self.budgets.abroad
        if mentions(self.module if unit is None else unit.node.body, BACKWARD_CALLS):
            calls.abroad_budget = self.budgets.abroad_to_train
        elsewhere, start = self.other_files.spent, len(machine.events)
        with machine.bounded(budget) as bound:
            run()
        self.left -= bound.spent + self.other_files.spent - elsewhere
        if bound.limit is None:
            return
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

    def _entry(self, unit: FunctionUnit, receiver: Instance | None, state: State) -> State:
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
        own = mode_of(unit)
        unit.is_recorded = unit.is_recorded or own is Truth.YES
        mode = own if own is not None else self.module_mode
        if mode is Truth.YES and switches_for_itself(unit.node.body):
            mode = Truth.UNKNOWN
        machine.steps_begun.clear()
        ended = len(machine.ended)
        self._bounded(
            unit,
            self.budgets.function,
            lambda: self.calls.run(unit, receiver, None, mode),
        )
        if receiver is not None and len(machine.ended) == ended:
            left_over.tell_of_next_call(machine)
        elif receiver is not None:
            self.calls.forget_assigned(receiver)  # what it would have left there is not known
        self.runs[unit] = machine.entry, receiver, state
        self._note_entry(unit, start)
        after, machine.state = machine.state, before
        return after

    def _note_entry(self, unit: FunctionUnit, start: int) -> None:
        """Remember what a function has told: its callers may switch recording off."""
        end = len(self.machine.events)
        if unit.grad_mode is None and end > start:
            self.entries.append((unit, start, end))

    # --- callers in other files ---

    def _caller(self, caller: Caller) -> None:
        """Execute a caller in another file: only what happens in this file's functions counts."""
        machine = self.machine
        is_module = caller.function.line == MODULE
        unit = None if is_module else self._unit_of(caller)
        is_found = is_module or (unit is not None and mode_of(unit) is not Truth.NO)
        budget = min(self.budgets.caller, self.left)
        if not is_found or budget <= 0:
            return
        machine.entry += 1
        machine.entry_began = machine.new_identity()
        self.calls.is_needed = self.other_files.is_needed = True
        self.calls.follow_budget = self.budgets.followed
        self.calls.abroad_budget = self.budgets.abroad
        elsewhere, start = self.other_files.spent, len(machine.events)
        with machine.bounded(budget) as bound:
            machine.state = machine.state.fork()
            machine.frames = [Frame("", self.other_files.scope_of(caller.file))]
            machine.grad_mode = Truth.YES
            machine.is_for_caller, machine.is_recording = True, False
            machine.begin_era()
            self._run_caller(caller, unit)
        self.left -= bound.spent + self.other_files.spent - elsewhere
        is_sure = unit is None or records_surely(unit) or is_called_to_train(caller)
        if is_sure and unit is not None and _is_refused(machine.events[start:]):
            is_sure = self._may_make(caller, unit)
        for at in range(start, len(machine.events)):
            event = machine.events[at]
            if bound.limit is not None and isinstance(event, TensorConstructor | LeafMade):
                event.cut.uses.setdefault(Use.UNSEEN, event.at)
            if not is_sure and event.grad_mode is Truth.YES:
                of_mode = Assumption(Assumed.RECORDING, Sign.NONE)
                machine.events[at] = replace(event, of_mode=of_mode)

    def _may_make(self, caller: Caller, unit: FunctionUnit) -> bool:
        """Whether a caller may run while autograd records; of what is no constructor it is sure."""
        if unit.last_name != "__init__":
            return True
        owner = caller.function.owner
        return self.modes.records(owner, caller) in {None, Truth.YES}

    def _run_caller(self, caller: Caller, unit: FunctionUnit | None) -> None:
        """Execute a function of another file, or that file's own statements."""
        if unit is None:
            module = parsed_file(caller.file.path, caller.outline)
            if module is not None:
                self.statements.execute_body(module.module)
            return
        receiver = None
        if unit.unit_class is not None and not (unit.is_static or unit.is_class_method):
            receiver = Instance(unit.unit_class, self.machine.new_identity())
            first = unit.unit_class.method("__init__")
            if first is not None and first is not unit:
                self.calls.run(first, receiver, None, Truth.YES)
        mode = mode_of(unit)
        self.calls.run(unit, receiver, None, Truth.YES if mode is None else mode)

    def _unit_of(self, caller: Caller) -> FunctionUnit | None:
        """The function that calls; ``None`` where it is not found."""
        written = caller.function
        scope = self.other_files.scope_of(caller.file)
        self.other_files.is_needed = True
        found = self.other_files.defined(scope, written.owner or written.name)
        if isinstance(found, Class) and found.unit is not None and written.owner:
            return found.unit.methods.get(written.name)
        return found.unit if isinstance(found, Function) and not written.owner else None

    # --- classes ---

    def _class(self, unit: ClassUnit, scope: State) -> None:
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
        made, told = scope.fork(), None
        if first is not None:
            made, told = self._foretold(first, receiver, scope)
        unit.example = receiver
        known = machine.new_identity()
        events, entries = len(machine.events), len(self.entries)
        class_changes, first_entry = machine.class_changes, machine.entry + 1
        ends_of = [
            (each, self._entry(each, self._receiver(each, receiver), made)) for each in others
        ]
        # What only helps to make the object leaves nothing that was not there when it was made.
        ends = [end for each, end in ends_of if first is None or not _only_makes(each, first)]
        together = made.as_layer_over(before)
        is_final = class_changes == machine.class_changes and not any(
            is_left(end, made, known) for end in ends
        )
        if not is_final:
            del machine.events[events:], self.entries[entries:]
            machine.retracted.update(range(first_entry, machine.entry + 1))
            layers = [of_objects(end.as_layer_over(together, made)) for end in ends]
            together.absorb([together.fork(), *layers], machine.join_cells)
        before.adopt(together, receiver.identity)
        is_own = first is not None and first in unit.methods.values()
        may_be_filled = unit.method("__new__") is not None  # it may hand out an old object
        if told is not None and (may_be_filled or not is_own):
            machine.retracted.add(told.entry)
            told = None
        if first is not None and is_own:
            self._tell(first, receiver, scope, told)
        if not is_final:
            for each in others:
                self._entry(each, self._receiver(each, receiver), together)
        if unit.is_module:
            self._note_parts(unit, receiver, first if is_own else None, scope)

    def _note_parts(
        self, unit: ClassUnit, made: Instance, first: FunctionUnit | None, scope: State
    ) -> None:
        """Tell of the parts of a module that nothing registers.

        Where functions have made them that nobody has followed, the constructor is executed once
        more, and they are.
        """
        machine, before = self.machine, self.machine.state
        needed = self.needed
        line = getattr(first.node.origin, "lineno", None) if first is not None else None
        if first is not None and line is not None and needed is not None and line not in needed:
            if registration.holds_unknown(machine, unit, made):
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
        before = self.calls.is_needed, self.other_files.is_needed
        self.calls.is_needed = self.other_files.is_needed = True
        try:
            value = self.other_files.value_of(self.expressions.evaluate(called))
            if not isinstance(value, Class) or value.unit is None or not value.unit.is_module:
                return None
            example = value.unit.example or self.other_files.example_of(value.unit)
        finally:
            self.calls.is_needed, self.other_files.is_needed = before
        return example if isinstance(example, Instance) else None

    def _receiver(self, method: FunctionUnit, receiver: Instance) -> Instance | None:
        return None if method.is_static or method.is_class_method else receiver

    def _note_trained_elsewhere(self) -> None:
        """Tell cuts whether a backward reaches what they were made from on another way."""
        trained = self.machine.trained
        for event in self.machine.events:
            if isinstance(event, TensorConstructor):
                for source in event.cut.sources:
                    if source in trained:
                        event.cut.uses.setdefault(Use.TRAINED_ELSEWHERE, trained[source])

    def _is_trained_elsewhere(self, event: Event) -> bool:
        """Whether a term without history is there to be shown, and trained in another way."""
        return isinstance(event, TermWithoutGraph) and dead_terms.is_trained(
            event.origin, self.machine.trained
        )

    def _without_numbers_returned(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events less the changes that a function's `return` alone tells to be needed.

        Those of which the functions that call it ask nothing but numbers, as `multinomial` does.
        Where such a function has ended early, what it asks is not known.
        """
        if not any(isinstance(each, StaleSaved) and each.is_return for each in events):
            return events
        numbers, gradients = self.machine.numbers_asked(), self.machine.gradients_asked()
        needed: set[tree.Node] = set()
        for each in events:
            if isinstance(each, StaleSaved):
                own = {each.function}
                made = each.returned if each.is_return else ()
                if made and self._has_caller_that_ended(each.function):
                    continue
                if not made or not all(
                    numbers.get(one, own) - own and gradients.get(one, own) <= own for one in made
                ):
                    needed.add(each.at)
        return tuple(
            each for each in events if not isinstance(each, StaleSaved) or each.at in needed
        )

    def _has_caller_that_ended(self, function: str) -> bool:
        """Whether a function of the file that names another one was not executed to its end."""
        names = {each.function for each in self.machine.ended}
        called = frozenset({function.rsplit(".", 1)[-1]})
        known = self.statements.definitions
        units = [unit for unit, _ in known.functions]
        units += [method for owner, _ in known.classes for method in owner.methods.values()]
        bodies = [unit.node.body for unit in units if unit.name in names]
        return any(mentions(each, called) for each in (*bodies, *([self.module] * ("" in names))))

    def _with_modes_of_callers(self, unrecorded: frozenset[str]) -> tuple[Event, ...]:
        """Tell how sure the grad mode is of what ran in a function executed on its own.

        A function that this file calls under ``no_grad`` may not record when it runs. One that
        this file calls nowhere is assumed to record, and so is one that only such call.

        Args:
            unrecorded: What other files call where they switch recording off, and nowhere else.
        """
        events = self.machine.events
        sure = Sureness(unrecorded, self.modes)
        for unit, start, end in self.entries:
            if unit.is_recorded:
                continue
            if not unit.called_under <= {Truth.YES}:
                callers = Assumption(Assumed.RECORDING, Sign.CALLERS, unit.node)
                changes: dict[str, object] = {"grad_mode": Truth.UNKNOWN, "of_mode": callers}
            elif not sure.of(unit) or (_is_refused(events[start:end]) and not sure.of_making(unit)):
                changes = {"of_mode": Assumption(Assumed.RECORDING, Sign.NONE, unit.node)}
            else:
                continue
            for at in range(start, end):
                if events[at].grad_mode is Truth.YES:
                    events[at] = replace(events[at], **changes)
        return tuple(events)


def _lines_of(statement: tree.Node) -> list[int]:
    """The lines on which Python's parser has a statement begin, or those that share its line."""
    small = statement.body if isinstance(statement, tree.SimpleStatementLine) else (statement,)
    return [getattr(each.origin, "lineno", 0) for each in small]


def _only_makes(method: FunctionUnit, first: FunctionUnit) -> bool:
    """Whether nothing but ``__init__`` calls a method, itself or over others of that kind."""
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


def _is_refused(events: Sequence[Event]) -> bool:
    """Whether torch refuses something: code that runs may run where autograd does not record."""
    return any(isinstance(each, InPlace) and each.is_refused for each in events)


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
