"""Contracts: what things from outside are taken for where the program meets them.

A function that is called in sight is given something unknown, an object has what a base class puts
there that nobody sees, an unknown call makes something. Each turns out to be what its role says, as
if the code that uses it were run alone: more in sight never finds less.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterator, Mapping, Set
from functools import partial
from typing import Final

from tapelint.core.domain.objects import Class, Frame, Function, Instance
from tapelint.core.domain.values import Const, Item, Unknown, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Outside
from tapelint.core.models.torch.given import MEANT
from tapelint.core.running.given import GivenRoles, place
from tapelint.project.roles.facts import holder
from tapelint.project.roles.role import PROMISING, Role
from tapelint.project.roles.scopes import assigned_calls, roles_of_results
from tapelint.source.index import MODULE

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_NOWHERE: Final = ast.Pass()
_Roles = Mapping[str, Role]
_Made = tuple[str, _Roles]
_Held = Callable[[str], Value | None]


class Contracts(Outside):
    """What the roles of one file say of what it meets."""

    def __init__(
        self, machine: Machine, roles: GivenRoles, tree: ast.Module, training: Set[int]
    ) -> None:
        """Look for what unknown calls make in a file.

        Args:
            machine: The machine.
            roles: Makes the values of roles.
            tree: The file.
            training: The lines of its functions in which a backward is written; where there are
                none, nothing is assumed.
        """
        self._machine: Final = machine
        self._given: Final = roles
        self._of_functions: Final[dict[ast.AST, _Roles]] = {}
        self._of_classes: Final[dict[Class, _Roles]] = {}
        self._trains: Final = bool(training)
        self._made: Final = dict(_results(tree, training)) if training else {}
        self.results = self._made
        self._imported: Mapping[tuple[str, str], Value] | None = None

    def given(self, function: Function, frame: Frame) -> None:
        """What a function is given that is not known is what its role says."""
        node = function.code.node
        roles = self._of_functions.get(node)
        if roles is None:
            found = self._given.roles_of(function) if self._trains else {}
            roles = self._of_functions[node] = _used(found)
        if not roles:
            return

        held = partial(self._in_frame, frame)
        for name in roles:
            self._tell(self._found(name, held), name, roles, function.owner, held)

    def kept(self, obj: Instance, name: str) -> Value | None:
        """What a base class that nobody sees has put on an object."""
        roles = self._roles_of(obj.cls)
        several = [each for each in roles if name in (each, holder(each))]
        if not several:
            return None
        value = Unknown(name)
        self._machine.state.discover(obj, name, value)

        held = partial(self._held, obj)
        for each in several:
            self._tell(self._found(each, held), each, roles, obj.cls, held)
        return value

    def imported(self, module: str, name: str) -> Value | None:
        """A network, an optimiser or a loss that the file imports is what its role says."""
        if self._imported is None:
            self._imported = self._given.imported() if self._trains else {}
        return self._imported.get((module, name))

    def made(self, result: Unknown, node: ast.AST) -> None:
        """What an unknown call has given is what its role says."""
        name, roles = self._made[node]
        frame = self._machine.frames[-1]
        obj, attribute = _receiver(frame), name.removeprefix("self.")
        if attribute != name:
            name, roles = attribute, self._roles_of(obj.cls) if obj is not None else {}

        if name in roles:
            self._tell(result, name, roles, None, partial(self._in_frame, frame))

    def defines(self, method: str) -> bool:
        """Whether a class in sight has a method of a name."""
        several = self._machine.defined.values()
        return any(isinstance(each, Class) and method in each.cells for each in several)

    def _roles_of(self, cls: object) -> _Roles:
        """The roles of what the methods of a class find on their object, and none puts there."""
        if not self._trains or not isinstance(cls, Class):
            return {}
        roles = self._of_classes.get(cls)
        if roles is None:
            roles = self._of_classes[cls] = _used(self._given.roles_of_attributes(cls))
        return roles

    def _held(self, obj: Instance | None, name: str) -> Value | None:
        """What an object has."""
        key = name.removeprefix("self.")
        return None if obj is None else self._machine.models.attribute(obj, key, _NOWHERE)

    def _in_frame(self, frame: Frame, name: str) -> Value | None:
        """What a name is bound to, or what the object has whose method is run."""
        slot = frame.code.names.get(name)
        return self._held(_receiver(frame), name) if slot is None else frame.slots[slot]

    def _found(self, name: str, held: _Held) -> Value | None:
        """What a subject is: what is held, or a part of that."""
        root, key = place(name)
        value = held(root or name)
        if not root or value is None:
            return value
        models = self._machine.models
        if isinstance(key, Item):
            return models.subscript(value, Const(key.key), _NOWHERE)
        return models.attribute(value, str(key), _NOWHERE)

    def _tell(
        self, value: Value | None, name: str, roles: _Roles, owner: object, held: _Held
    ) -> None:
        """Of what is not known, what it turns out to be."""
        if type(value) is not Unknown or MEANT in value.cells:
            return

        def network(one: str) -> Value | None:
            found = self._found(one, held)
            is_one = isinstance(found, Instance) or (found is not None and MEANT in _cells(found))
            if not is_one and one in roles and one != name:
                self._tell(found, one, roles, owner, held)
                is_one = found is not None and MEANT in _cells(found)
            return found if is_one else None

        with self._machine.state.before():
            cls = owner if isinstance(owner, Class) else None
            made = self._given.make(name, roles, cls, network)
        if made is not None:
            value.cells[MEANT] = made


def _cells(value: Value) -> Mapping[object, object]:
    return value.cells if isinstance(value, Unknown) else {}


def _receiver(frame: Frame) -> Instance | None:
    """The object whose method is run."""
    slot = frame.code.names.get("self")
    value = frame.slots[slot] if slot is not None else None
    return value if isinstance(value, Instance) else None


def _used(roles: _Roles) -> _Roles:
    return {name: role for name, role in roles.items() if role.kind in PROMISING}


def _results(tree: ast.Module, lines: Container[int]) -> Iterator[tuple[ast.AST, _Made]]:
    """The calls that make what a file or a function trains with, each with its name and roles."""
    for scope in ast.walk(tree):
        if isinstance(scope, (ast.Module, *_FUNCTIONS)):
            trains = getattr(scope, "lineno", MODULE) in lines
            roles = roles_of_results(scope) if trains else {}
            for name, call in assigned_calls(scope):
                if name in roles or (name.startswith("self.") and not holder(name)):
                    yield call, (name, roles)
