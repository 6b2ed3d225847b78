"""Recording the tape of one file: which functions are executed, from where, and how far."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from functools import partial

from tapelint.project.demand import Triggers, relevant
from tapelint.project.roles.callers import Callers, callers
from tapelint.project.roles.modes import ModesOfCallers
from tapelint.source import tree
from tapelint.source.index import NOTHING
from tapelint.source.indexing import index_of, kept_index
from tapelint.source.neighbours import Neighbours
from tapelint.tape.callers_elsewhere import CallersElsewhere
from tapelint.tape.domain.domains import VALIDATION
from tapelint.tape.domain.frozen import dataclass
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.entry_points import EntryPoints, rest_on_roles
from tapelint.tape.events import Event
from tapelint.tape.hindsight import Hindsight
from tapelint.tape.interpreter.interface import Subject
from tapelint.tape.interpreter.interpreter import FileInterpreter
from tapelint.tape.machine.budgets import USUAL, Budgets, Ended
from tapelint.tape.machine.frames import Frame
from tapelint.tape.machine.machine import Machine
from tapelint.tape.machine.observer import Observer
from tapelint.tape.syntax import mentions
from tapelint.torch_api.project import Project

_LASTING = frozenset({"set_grad_enabled", "_set_grad_enabled", "__enter__"})
"""What switches recording for all that follows."""


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
        spent: How many steps each function took, "" for the file's own statements.
        whole: What holds of the file as a whole.
    """

    events: tuple[Event, ...]
    whole: Whole
    calls: Mapping[FunctionUnit, Collection[tree.Node]] = field(default_factory=dict)
    ended: tuple[Ended, ...] = ()
    spent: Mapping[str, int] = field(default_factory=dict)


def record(
    module: tree.Module,
    project: Project | None = None,
    neighbours: Neighbours | None = None,
    budgets: Budgets = USUAL,
    observer: Observer | None = None,
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
        budgets: How many steps it may take.
        observer: Who watches.
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
    modes = ModesOfCallers(None, NOTHING)
    if triggers is not None and isinstance(module.origin, ast.Module):
        text = module.source.text if module.source is not None else None
        index = index_of(module.origin) if text is None else kept_index(module.origin, text)
        needed = None if everything else relevant(index, triggers, neighbours)
        if neighbours is not None:
            find_callers = partial(callers, neighbours, index, triggers)
            modes = ModesOfCallers(neighbours, index)
    machine = Machine(project or Project())
    machine.observer = observer
    interpreter = FileInterpreter(machine, Subject(module, neighbours, budgets, needed is not None))
    recorder = _Recorder(interpreter, EntryPoints(interpreter, budgets, needed), modes, only)
    recording = recorder.record(find_callers)
    if observer is None:  # who watches may look into it later
        recorder.let_go()
    return recording


class _Recorder:
    def __init__(
        self,
        interpreter: FileInterpreter,
        entries: EntryPoints,
        modes: ModesOfCallers,
        only: frozenset[int] | None,
    ) -> None:
        self.interpreter = interpreter
        self.machine = interpreter.machine
        self.entries = entries
        self.modes = modes
        self.only = only
        self.is_told_apart = True
        """Whether each of the file's own statements has left nothing that is told to all others."""
        self.modes_of_functions: set[Truth] = set()
        """Whether autograd recorded after each of the file's own statements that has functions."""

    def record(self, find_callers: Callable[[], Callers]) -> Recording:
        """Execute everything; the callers in other files are looked for when all else is done."""
        machine, entries = self.machine, self.entries
        machine.frames.append(Frame("", self.interpreter.module_scope))
        if machine.observer is not None:
            machine.observer.begin(machine)
        mode = machine.grad_mode
        entries.bounded(None, entries.budgets.module, self._execute_module)
        if machine.ended:  # perhaps within a `with torch.no_grad()`, which ends somewhere
            is_switched = mentions(self.interpreter.module, _LASTING)  # perhaps behind the end
            machine.grad_mode = Truth.UNKNOWN if is_switched else mode
        is_one = self.modes_of_functions <= {machine.grad_mode}
        entries.module_mode = machine.grad_mode if is_one else Truth.UNKNOWN
        if self.interpreter.parameters.roles.are_met:
            rest_on_roles(machine.events, 0)
        entries.fill_module()
        done: set[tree.Node] = set()
        progress = True
        while progress:
            progress = False
            for unit, scope in list(self.interpreter.definitions.classes):
                if unit.node is not None and unit.node not in done:
                    done.add(unit.node)
                    entries.execute_class(unit, scope or machine.state)
                    progress = True
            for function, state in list(self.interpreter.definitions.functions):
                if function.node not in done and function.unit_class is None:
                    done.add(function.node)
                    entries.tell(function, None, state, entries.told.pop(function, None))
                    progress = True
        machine.retracted.update(told.entry for told in entries.told.values())
        refuted = entries.execute_refuted()
        found = find_callers()
        elsewhere = CallersElsewhere(entries)
        for caller in found.executed:
            elsewhere.execute(caller)
        events = Hindsight(entries, self.modes).events(found.unrecorded, refuted)
        whole = Whole(
            entries.needed,
            found.unrecorded,
            self._is_apart() and not found.executed,
            entries.budgets.file - entries.left,
        )
        calls, ended = self.interpreter.other_files.calls, tuple(machine.ended)
        return Recording(events, whole, calls, ended, self.entries.spent)

    def _execute_module(self) -> None:
        """Execute the statements at the top level, or those of them that are asked for."""
        machine, interpreter = self.machine, self.interpreter
        given = interpreter.parameters.roles.of_unbound(
            interpreter.module, machine.project.meant_by
        )
        for name, value in given.items():
            machine.state.set((interpreter.module_scope, name), value)
        for statement in self.interpreter.module.body:
            if not self.machine.alive:
                break
            if self.only is None or not self.only.isdisjoint(_lines_of(statement)):
                self.interpreter.execute(statement)
                self.is_told_apart = self.is_told_apart and self._is_as_at_first()
                if self.interpreter.definitions.functions or self.interpreter.definitions.classes:
                    self.modes_of_functions.add(machine.grad_mode)

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
            and self.entries.module_mode is Truth.YES
            and not machine.ended
            and not machine.is_hooked
            and not machine.has_wrapped
            and not machine.has_own_tensors
            and not self.interpreter.parameters.roles.has_unbound
            and machine.state.fact(VALIDATION) is None
            and not self.interpreter.other_files.is_full
        )

    def let_go(self) -> None:
        """Let go of all states, once the execution is over."""
        self.interpreter.let_go()
        self.entries.let_go()


def _lines_of(statement: tree.Node) -> list[int]:
    """The lines on which Python's parser has a statement begin, or those that share its line."""
    small = statement.body if isinstance(statement, tree.SimpleStatementLine) else (statement,)
    return [getattr(each.origin, "lineno", 0) for each in small]
