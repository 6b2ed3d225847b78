"""Modules and their members that code finds by a name: ``getattr(models, name)``, ``globals()``.

Where the name is written, it is that member. Where it is not known, it is one of the classes that
the module holds: what is true of all of them is, and what is true of one is of one alternative.
"""

from __future__ import annotations

import ast

from tapelint.source import tree
from tapelint.source.targets import Setting, Settings
from tapelint.tape.domain.frozen import replace
from tapelint.tape.domain.values import NONE, UNKNOWN, Number, Partial, Symbol, Text, Value
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.frameworks.hydra import INSTANTIATING, OWN_KEYS, PARTIAL, TARGET

MOST_NESTED = 4
"""How deep what is made of settings is made of others."""
_CONSTANTS = {"true": "True", "false": "False", "null": "None", "~": "None"}
"""How YAML spells Python's constants."""

_NAMES = ".__dict__"
"""How the symbol ends of a module's dictionary of names."""
_HERE = f"builtins.globals{_NAMES}"
"""The names of the file that asks for them."""
_IMPORTING = frozenset({"importlib.import_module", "builtins.__import__"})


class Named:
    """Finds modules and members by their names."""

    def __init__(self, machine: Machine, interpreter: Interpreter) -> None:
        self.machine, self.interpreter = machine, interpreter

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
            return Symbol(self.interpreter.other_files.full_name(first.value))
        if name in INSTANTIATING and arguments.positional:
            return self._configured(arguments, node)
        owner, _, asked = name.rpartition(".")
        if asked in {"get", "__getitem__"} and owner.endswith(_NAMES):
            return self.item(Symbol(owner), first)
        return None

    def item(self, names: Symbol, index: Value | None) -> Value | None:
        """``module.__dict__[name]``; ``None`` where it is not the dictionary of a module."""
        if names.name == _HERE:
            if isinstance(index, Text) and index.value:
                return self.interpreter.evaluate(tree.name(index.value))
            return self._one_of(self.interpreter.other_files.members_here())
        if not names.name.endswith(_NAMES):
            return None
        return self._member(Symbol(names.name.removesuffix(_NAMES)), index)

    def _member(self, module: Value, name: Value | None) -> Value | None:
        """``getattr(module, name)``; ``None`` where it is not that of a module."""
        if not isinstance(module, Symbol) or name is None:
            return None
        if isinstance(name, Text) and name.value:
            return self.interpreter.other_files.value_of(
                Symbol(self.interpreter.other_files.full_name(f"{module.name}.{name.value}"))
            )
        return self._one_of(self.interpreter.other_files.members(module.name))

    def _one_of(self, found: tuple[Value, ...]) -> Value | None:
        return self.machine.one_chosen(found) if found else None

    # --- settings that name what is to be made ---

    def _configured(self, arguments: Arguments, node: tree.Call) -> Value | None:
        """``instantiate(cfg.model)``: one of those that the project's settings name there."""
        asked = _keys_of(arguments.positional[0][1])
        found = self.interpreter.other_files.targets(TARGET, asked)
        makers = tuple(self._maker(each, node, 0) for each in found)
        if not makers or None in makers:
            return None
        maker = self.machine.one_chosen(tuple(each for each in makers if each is not None))
        rest = replace(arguments, positional=arguments.positional[1:])
        if all(each.get(PARTIAL) == "true" for each in found):
            return maker
        return self.machine.call(maker, rest, node)

    def _maker(self, settings: Settings, node: tree.Call, depth: int) -> Value | None:
        """What makes an object of settings; ``None`` where it is not known."""
        name = settings.get(TARGET)
        if not isinstance(name, str) or depth > MOST_NESTED:
            return None
        made_by = self.interpreter.other_files.value_of(
            Symbol(self.interpreter.other_files.full_name(name.strip("\"'")))
        )
        if isinstance(made_by, Symbol) and not made_by.name.startswith("torch."):
            return None
        given = tuple(
            (key, self._argument(each, node, depth))
            for key, each in settings.items()
            if key not in OWN_KEYS
        )
        return Partial(made_by, (), given)

    def _argument(self, setting: Setting, node: tree.Call, depth: int) -> Value:
        """The value of one of the arguments that settings give."""
        if isinstance(setting, dict):
            maker = self._maker(setting, node, depth + 1)
            if maker is None or setting.get(PARTIAL) == "true":
                return maker or UNKNOWN
            return self.machine.call(maker, Arguments(), node)
        if setting is None:
            return UNKNOWN
        try:
            value = ast.literal_eval(_CONSTANTS.get(setting, setting))
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return Text(setting)
        if isinstance(value, str):
            return Text(value)
        if isinstance(value, (bool, int, float)):
            return Number(value=value)
        return NONE if value is None else UNKNOWN


def _keys_of(expression: tree.BaseExpression) -> tuple[str, ...]:
    """The keys of settings in ``self.cfg.model["net"]``, less the variable that holds them."""
    keys: list[str] = []
    while True:
        if isinstance(expression, tree.Attribute):
            keys.append(expression.attr.value)
        elif isinstance(expression, tree.Subscript) and len(expression.slice) == 1:
            part = expression.slice[0].slice
            index = part.value if isinstance(part, tree.Index) else None
            if not isinstance(index, tree.SimpleString) or not isinstance(index.said, str):
                return ()
            keys.append(index.said)
        else:
            return tuple(reversed(keys))
        expression = expression.value
