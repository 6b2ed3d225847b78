"""What is made of a project's settings: ``instantiate(cfg.model)`` of Hydra."""

from __future__ import annotations

import ast
from typing import Final

from tapelint.core.domain.alternatives import chosen
from tapelint.core.domain.objects import Class, Function, Partial
from tapelint.core.domain.values import NONE, Const, Symbol, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.source.neighbours import Neighbours
from tapelint.source.targets import Setting, Settings, targets
from tapelint.torch_api.frameworks.hydra import INSTANTIATING, OWN_KEYS, PARTIAL, TARGET

MOST_NESTED: Final = 4
"""How deep what is made of settings is made of others."""
MOST_TARGETS: Final = 8
"""Of so many that settings may mean, one is looked for."""
_CONSTANTS: Final = {"true": "True", "false": "False", "null": "None", "~": "None"}
"""How YAML spells Python's constants."""


class Configured:
    """Makes what settings name."""

    def __init__(self, machine: Machine, neighbours: Neighbours) -> None:
        """Be the model of the functions that do so."""
        self._machine: Final = machine
        self._path: Final = neighbours.here.path
        machine.models.functions.update(dict.fromkeys(INSTANTIATING, self._instantiated))

    def _instantiated(self, world: Machine, given: Arguments, node: ast.AST) -> Value:
        """One of those that the project's settings name under the keys that a call is given."""
        first = node.args[0] if isinstance(node, ast.Call) and node.args else None
        asked = _keys_of(first)
        found = targets(self._path, TARGET, asked) if asked else []
        several = {repr(each.settings): each.settings for each in found[:MOST_TARGETS]}
        made = [self._made(each, node, given.rest(), 0) for each in several.values()]
        if not made or any(isinstance(each, Unknown) for each in made):
            return world.unknown("result")
        return chosen(given.get(0, "config") or NONE, list(zip(several, made, strict=True)))

    def _made(self, settings: Settings, node: ast.AST, given: Arguments, depth: int) -> Value:
        name, machine = settings.get(TARGET), self._machine
        if not isinstance(name, str) or depth > MOST_NESTED:
            return machine.unknown("setting")
        module, _, last = name.strip("\"'").rpartition(".")
        maker = machine.resolved(machine.models.imported(module, last, self._path))
        is_known = isinstance(maker, (Class, Function))
        if not is_known and not (isinstance(maker, Symbol) and maker.path.startswith("torch.")):
            return machine.unknown("setting")
        words = {
            key: self._value(each, node, depth)
            for key, each in settings.items()
            if key not in OWN_KEYS
        }
        if settings.get(PARTIAL) == "true":
            return Partial(maker, given.positional, {**words, **given.keywords}, given.is_open)
        whole = Arguments(given.positional, {**words, **given.keywords}, given.is_open)
        return machine.models.call(maker, whole, node)

    def _value(self, setting: Setting, node: ast.AST, depth: int) -> Value:
        """The value of one of the arguments that settings give."""
        if isinstance(setting, dict):
            return self._made(setting, node, Arguments(), depth + 1)
        if setting is None:
            return self._machine.unknown("setting")
        try:
            return Const(ast.literal_eval(_CONSTANTS.get(setting, setting)))
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return Const(setting)


def _keys_of(expression: ast.AST | None) -> tuple[str, ...]:
    """The keys of settings in ``self.cfg.model["net"]``, less the variable that holds them."""
    keys: list[str] = []
    while True:
        if isinstance(expression, ast.Attribute):
            keys.append(expression.attr)
        elif isinstance(expression, ast.Subscript) and isinstance(expression.slice, ast.Constant):
            keys.append(str(expression.slice.value))
        else:
            return tuple(reversed(keys))
        expression = expression.value
