"""Callers in other files, executed for what happens in the functions of the file at hand."""

from __future__ import annotations

from tapelint.project.demand import MODULE
from tapelint.project.roles.callers import Caller
from tapelint.project.roles.recording import is_used_to_train
from tapelint.source.definition import parsed_file
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth, Use
from tapelint.tape.domain.values import (
    Class,
    Function,
    Instance,
)
from tapelint.tape.entry_points import EntryPoints
from tapelint.tape.interpreter.meant_to_record import (
    mode_of,
    records_surely,
)
from tapelint.tape.leaf_events import LeafMade, TensorConstructor
from tapelint.tape.machine.budgets import Ended, Limit
from tapelint.tape.machine.frames import Frame


class CallersElsewhere:
    """Executes callers in other files."""

    def __init__(self, entries: EntryPoints) -> None:
        self.entries = entries
        self.machine = entries.machine
        self.interpreter = entries.interpreter
        self.other_files = entries.other_files
        self.budgets = entries.budgets

    def execute(self, caller: Caller) -> None:
        """Execute a caller in another file: only what happens in this file's functions counts."""
        machine = self.machine
        is_module = caller.function.line == MODULE
        unit = None if is_module else self._unit_of(caller)
        is_found = is_module or (unit is not None and mode_of(unit) is not Truth.NO)
        budget = min(self.budgets.caller, self.entries.left)
        if not is_found or budget <= 0:
            return
        machine.entry += 1
        machine.entry_began = machine.new_identity()
        self.interpreter.escapes.is_needed = self.other_files.is_needed = True
        self.interpreter.allow(self.budgets, trains=False)
        elsewhere, start = self.other_files.spent, len(machine.events)
        with machine.bounded(budget) as bound:
            machine.state = machine.state.fork()
            machine.frames = [Frame("", self.other_files.scope_of(caller.file))]
            machine.grad_mode = Truth.YES
            machine.is_for_caller, machine.is_recording = True, False
            machine.begin_era()
            self._run_caller(caller, unit)
        self.entries.left -= bound.spent + self.other_files.spent - elsewhere
        if bound.limit is Limit.MEMORY:
            machine.ended[Ended("" if unit is None else unit.name, Limit.MEMORY)] = None
            self.entries.left, self.entries.is_full = 0, True
        is_sure = (
            unit is None
            or records_surely(unit)
            or is_used_to_train(caller.outline.index, caller.function)
        )
        for at in range(start, len(machine.events)):
            event = machine.events[at]
            if bound.limit is not None and isinstance(event, TensorConstructor | LeafMade):
                event.cut.uses.setdefault(Use.UNSEEN, event.at)
            if not is_sure and event.grad_mode is Truth.YES:
                of_mode = Assumption(Assumed.RECORDING, Sign.NONE)
                machine.events[at] = replace(event, of_mode=of_mode)

    def _run_caller(self, caller: Caller, unit: FunctionUnit | None) -> None:
        """Execute a function of another file, or that file's own statements."""
        if unit is None:
            module = parsed_file(caller.file.path, caller.outline)
            if module is not None:
                self.interpreter.execute_body(module.module)
            return
        receiver = None
        if unit.unit_class is not None and not (unit.is_static or unit.is_class_method):
            receiver = Instance(unit.unit_class, self.machine.new_identity())
            first = unit.unit_class.method("__init__")
            if first is not None and first is not unit:
                self.interpreter.run(first, receiver, None, Truth.YES)
        mode = mode_of(unit)
        self.interpreter.run(unit, receiver, None, Truth.YES if mode is None else mode)

    def _unit_of(self, caller: Caller) -> FunctionUnit | None:
        """The function that calls; ``None`` where it is not found."""
        written = caller.function
        scope = self.other_files.scope_of(caller.file)
        self.other_files.is_needed = True
        found = self.other_files.defined(scope, written.owner or written.name)
        if isinstance(found, Class) and found.unit is not None and written.owner:
            return found.unit.methods.get(written.name)
        return found.unit if isinstance(found, Function) and not written.owner else None
