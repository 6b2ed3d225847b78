"""How the code at hand uses a variable of which nothing else is known."""

from __future__ import annotations

from functools import cache

from tapelint.source import tree
from tapelint.tape.machine.machine import Machine
from tapelint.tape.syntax import attributes_of
from tapelint.torch_api.knowledge import knowledge


class VariableUses:
    """Tells what is read of the variables of a function, or of the file outside of functions."""

    def __init__(self, machine: Machine, module: tree.Module) -> None:
        self._machine = machine
        self._of_module = cache(lambda: attributes_of(module))

    def reads(self, name: str) -> frozenset[str]:
        """The attributes that the code at hand reads of a variable, methods included."""
        unit = self._machine.frame.unit
        read = self._of_module() if unit is None else unit.attributes_read
        return read.get(name, frozenset())

    def may_be_tensor(self, name: str) -> bool:
        """Whether a tensor has all that is read of a variable."""
        known = knowledge()
        return self.reads(name) <= known.tensor_methods | known.tensor_attributes
