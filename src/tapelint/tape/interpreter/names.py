"""Names: what they are bound to, where a value is bound, and what is meant by others."""

from __future__ import annotations

import builtins

from tapelint.source import tree
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Either,
    Number,
    Symbol,
    Tensor,
    Value,
)
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.models import (
    spread,
)
from tapelint.tape.models.naming import assigned_power, named_power

_CONSTANTS: dict[str, Value] = {"True": Number(True), "False": Number(False), "None": NONE}


class Names(Interpreter):
    """Looks names up and binds them."""

    def look_up(self, name: str) -> Value | None:
        """The value that a name is bound to, or ``None``."""
        state, frame = self.machine.state, self.machine.frames[-1]
        value: Value | None
        if name in frame.global_names:
            value = state.get((frame.module_scope, name))
        else:
            value = state.get_above(frame.below, (frame.scope, name))
            for scope in frame.enclosing:
                if value is not None:
                    return value
                value = state.get((scope, name))
        if value is None and self.other_files.is_other(frame.module_scope):
            return self.other_files.defined(frame.module_scope, name)
        return value

    def bind(self, name: str, value: Value) -> None:
        """Bind a name in the scope it belongs to.

        A name that promises a power of sigma gives it to a value of which nothing is known.
        """
        machine = self.machine
        frame = machine.frame
        value = assigned_power(value, name)
        self.note_bound(value)
        if name in frame.global_names:
            machine.state.set((frame.module_scope, name), value)
            if self.other_files.is_other(frame.module_scope):
                self.other_files.assigned.add(name)
        elif name in frame.outer_names:
            machine.state.set((frame.outer_names[name], name), value)
        else:
            machine.state.set((frame.scope, name), value)

    def note_bound(self, value: Value) -> None:
        """A variable gets a value; see :mod:`tapelint.tape.machine.held`."""
        record = self.machine.tensor_record(value) if type(value) is Tensor else None
        if record is not None and isinstance(value, Tensor):
            self.machine.held.bound(value, record, self.machine.era)

    def name(self, node: tree.Name) -> Value:
        """The value of a name: a constant, what it is bound to, or what it is known for."""
        name = node.value
        constant = _CONSTANTS.get(name)
        if constant is not None:
            return constant
        value = self.look_up(name)
        if value is not None:
            if type(value) is Tensor:
                self._note_read(name, value)
            return self.as_it_is_now(value)
        if hasattr(builtins, name):
            return Symbol(f"builtins.{name}")
        return self._from_star(name) or self._unbound(name)

    def _note_read(self, name: str, value: Tensor) -> None:
        """A variable of the function at hand is read, which no other function can assign."""
        machine, frame = self.machine, self.machine.frame
        era = machine.era
        if not era or name in self.rebound() or name in frame.global_names:
            return
        if machine.state.get_above(frame.below, (frame.scope, name)) is value:
            record = machine.tensor_record(value)
            if record is not None:
                machine.held.read(value, record, era)

    def as_it_is_now(self, value: Value) -> Value:
        """A value that was kept: what is imported is looked up, a tensor has its latest power."""
        kind = type(value)
        if kind is Tensor:
            return spread.current(self.machine, value)
        if kind is Symbol or kind is Either:
            return self.other_files.value_of(value)
        return value

    def _unbound(self, name: str) -> Value:
        """A name that the text does not bind, as in a snippet or in a later cell of a notebook."""
        meant = self.machine.project.meant_by(name)
        if meant is not None and name not in self.bound():
            return Symbol(meant)
        return named_power(UNKNOWN, name)

    def _from_star(self, name: str) -> Value | None:
        """What a name is that only ``from ... import *`` can have bound."""
        for module in reversed(self.star_imports.get(self.machine.frame.module_scope, ())):
            exported = self.machine.project.exported_by_star(module, name)
            if exported is not None:
                return Symbol(exported)
            found = self.other_files.from_star(module, name)
            if found is not None:
                return found
        return None
