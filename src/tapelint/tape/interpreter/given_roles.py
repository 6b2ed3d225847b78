"""What a function is given by nobody in sight: values made of the roles of its parameters.

An entry is executed as if it were called with them: with a network of unknown layers, with an
optimiser over that network's parameters. The same code executes a call that is seen.
"""

from __future__ import annotations

import ast

from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.role import Kind, Role
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.values import ContainerKind, LibraryObject, Number, Text, Value
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters, optimisers


class GivenRoles:
    """Makes the values of roles on a machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._roles = FunctionRoles()

    def values(self, unit: FunctionUnit) -> dict[str, Value]:
        """A value for each parameter of a function whose role is known, by its name."""
        node, owner = unit.node.origin, unit.unit_class
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return {}
        class_node = owner.node.origin if owner is not None and owner.node is not None else None
        roles = self._roles.of(node, class_node if isinstance(class_node, ast.ClassDef) else None)
        made: dict[str, Value] = {}
        networks = {
            name: module_parameters.opaque(self._machine)
            for name, role in roles.items()
            if role.kind is Kind.MODULE
        }
        for name, role in roles.items():
            value = self._value(role, networks)
            if value is not None:
                made[name] = value
        return {**made, **networks}

    def _value(self, role: Role, networks: dict[str, LibraryObject]) -> Value | None:
        if role.kind is Kind.NUMBER or role.kind is Kind.FLAG:
            return Number()
        if role.kind is Kind.TEXT:
            return Text(None)
        if role.kind is Kind.OPTIMISER and role.owns:
            owned = [networks[each] for each in role.owns]
            held = [each for one in owned for each in module_parameters.own_parameters(self._machine, one)[0]]
            given = self._machine.new_container(ContainerKind.LIST, tuple(held))
            return optimisers.given(self._machine, given)
        return None
