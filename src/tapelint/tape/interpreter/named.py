"""Modules and their members that code finds by a name: ``getattr(models, name)``, ``globals()``.

Where the name is written, it is that member. Where it is not known, it is one of the classes that
the module holds: what is true of all of them is, and what is true of one is of one alternative.
"""

from __future__ import annotations

from tapelint.source import tree
from tapelint.tape.domain.values import Symbol, Text, Value
from tapelint.tape.interpreter.expressions import Expressions
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine

_NAMES = ".__dict__"
"""How the symbol ends of a module's dictionary of names."""
_HERE = f"builtins.globals{_NAMES}"
"""The names of the file that asks for them."""
_IMPORTING = frozenset({"importlib.import_module", "builtins.__import__"})


class Named:
    """Finds modules and members by their names."""

    def __init__(self, machine: Machine, expressions: Expressions) -> None:
        self.machine, self.expressions = machine, expressions

    def call(self, name: str, arguments: Arguments, node: tree.Call) -> Value | None:
        """The result of a call of a symbol; ``None`` where it finds nothing by a name.

        Args:
            name: The symbol's dotted name.
            arguments: What it is given.
            node: The call.
        """
        first = arguments.at(0)
        if name == "builtins.getattr" and first is not None:
            return self._member(first, arguments.at(1))
        if name == "builtins.vars" and isinstance(first, Symbol):
            return Symbol(first.name + _NAMES)
        if name == "builtins.globals":
            return Symbol(_HERE)
        if name in _IMPORTING and isinstance(first, Text) and first.value:
            if name.startswith("builtins") and "." in first.value:
                return None  # the package of all packages
            return Symbol(self._full(first.value))
        owner, _, asked = name.rpartition(".")
        if asked in {"get", "__getitem__"} and owner.endswith(_NAMES):
            return self.item(Symbol(owner), first)
        return None

    def item(self, names: Symbol, index: Value | None) -> Value | None:
        """``module.__dict__[name]``; ``None`` where it is not the dictionary of a module."""
        if names.name == _HERE:
            if isinstance(index, Text) and index.value:
                found = self.expressions.look_up(index.value)
                return self.expressions.other_files.value_of(found) if found is not None else None
            return self._one_of(self.expressions.other_files.members_here())
        if not names.name.endswith(_NAMES):
            return None
        return self._member(Symbol(names.name.removesuffix(_NAMES)), index)

    def _member(self, module: Value, name: Value | None) -> Value | None:
        """``getattr(module, name)``; ``None`` where it is not that of a module."""
        if not isinstance(module, Symbol) or name is None:
            return None
        if isinstance(name, Text) and name.value:
            return self.expressions.other_files.value_of(
                Symbol(self._full(f"{module.name}.{name.value}"))
            )
        return self._one_of(self.expressions.other_files.members(module.name))

    def _one_of(self, found: tuple[Value, ...]) -> Value | None:
        return self.machine.one_chosen(found) if found else None

    def _full(self, name: str) -> str:
        return self.expressions.other_files.absolute(self.machine.project.canonical(name))
