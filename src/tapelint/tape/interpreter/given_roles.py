"""What a function is given by nobody in sight: values made of the roles of its parameters.

An entry is executed as if it were called with them: with an object of the one class of the project
that has what the code asks for, or a network of unknown layers; with an optimiser over its
parameters. The same code executes a call that is seen.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.passed import Parameter, called_as
from tapelint.project.roles.role import TRAINING, Kind, Role
from tapelint.project.roles.scopes import roles_of_results, roles_of_unbound, unbound_in
from tapelint.source import tree
from tapelint.source.python_tree import python_tree
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    Class,
    ContainerKind,
    Instance,
    LibraryObject,
    Number,
    Text,
    Value,
)
from tapelint.tape.interpreter.annotations import Annotations
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import module_parameters, optimisers
from tapelint.tape.models.module_parameters import is_network
from tapelint.torch_api.families import families


class GivenRoles:
    """Makes the values of roles on a machine."""

    def __init__(
        self,
        machine: Machine,
        annotations: Annotations,
        interpreter: Interpreter,
    ) -> None:
        self._machine = machine
        self._annotations = annotations
        self._interpreter = interpreter
        self._roles = FunctionRoles()
        self._given_objects: set[FunctionUnit | ClassUnit] = set()
        self._results: dict[FunctionUnit | None, Mapping[str, Role]] = {}
        self.has_unbound = False
        """Whether roles tell what names are that the file does not bind."""
        self.has_results = False
        """Whether roles have told what an unknown call has made, in what is executed now."""

    @property
    def are_met(self) -> bool:
        """Whether roles tell what stands in the scopes of what is executed now."""
        return self.has_unbound or self.has_results

    def are_given(self, unit: FunctionUnit, receiver: Instance | None) -> bool:
        """Whether a function, its object or its constructor, is given networks by roles."""
        if self.are_met or (receiver is not None and receiver.unit in self._given_objects):
            return True
        first = unit.unit_class.method("__init__") if unit.unit_class is not None else None
        units = {unit, first} - {None}
        return not units.isdisjoint(self._given_objects) or any(
            role.kind in TRAINING
            for each in units
            if each is not None
            for role in self._of(each).values()
        )

    def _of(self, unit: FunctionUnit) -> Mapping[str, Role]:
        owner = unit.unit_class
        node = _python_node(unit.node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return {}
        class_node = _python_node(owner.node) if owner is not None else None
        its_class = class_node if isinstance(class_node, ast.ClassDef) else None
        source = unit.node.source if unit.node is not None else None
        return self._roles.of(node, its_class, source.text if source is not None else "")

    def values(self, unit: FunctionUnit, receiver: Value | None) -> dict[str, Value]:
        """A value for each parameter of a function whose role is known, by its name.

        Args:
            unit: The function.
            receiver: The object whose method it is: an optimiser may be one over its networks.
        """
        roles = self._of(unit)
        owner = unit.unit_class
        called = called_as(unit.last_name, owner.name if owner is not None else "")
        made = self._made(roles, owner, called, tuple(roles), receiver, unit.given)
        if any(roles[name].kind is Kind.NOTHING for name in made):
            self._given_objects.add(unit)
        return made

    def attributes(self, unit: ClassUnit) -> dict[str, Value]:
        """A value for each attribute that nothing in sight puts on the objects of a class."""
        derived = [each for each in self._interpreter.classes() if unit in each.lineage[1:]]
        nodes = [_python_node(each.node) for each in (*unit.lineage, *derived)]
        classes = [each for each in nodes if isinstance(each, ast.ClassDef)]
        if len(classes) < len(nodes) or unit.method("__getattr__") is not None:
            return {}
        roles = self._roles.of_attributes(classes, _known(unit))
        used = {*TRAINING, Kind.NOTHING}
        roles = {name: role for name, role in roles.items() if role.kind in used}
        made = self._made(roles, unit)
        if made:
            self._given_objects.add(unit)
        return made

    def of_unbound(self, module: tree.Module, known: Callable[[str], object]) -> dict[str, Value]:
        """A value for each name that nothing in a file binds, as far as its role is known.

        Args:
            module: The file.
            known: Tells what everybody means by a name, if anything.
        """
        if not isinstance(module.origin, ast.Module):
            return {}
        names = unbound_in(module.origin)
        roles = roles_of_unbound(module.origin, names) if names else {}
        # ``optim`` is a module of torch's, unless somebody calls an optimiser so.
        told = {
            name: role
            for name, role in roles.items()
            if known(name) is None or (role.kind in TRAINING and not role.rests_on_name)
        }
        found = self._made(told, None)
        self.has_unbound = any(isinstance(each, LibraryObject) for each in found.values())
        return found

    def result(
        self,
        name: str,
        scope: FunctionUnit | None,
        module: tree.Module,
        look_up: Callable[[str], Value | None],
    ) -> Value | None:
        """What an unknown call has made for a variable; ``None`` where its role is not known.

        Args:
            name: The variable.
            scope: The function that binds it; ``None`` for the file.
            module: The file.
            look_up: Finds what a variable holds by now.
        """
        if scope not in self._results:
            node = module.origin if scope is None else _python_node(scope.node)
            self._results[scope] = (
                roles_of_results(node)
                if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef))
                else {}
            )
        role = self._results[scope].get(name)
        if role is None:
            return None
        if role.kind is Kind.MODULE:
            if role.asked & families().lists_modules:
                return None
            self.has_results = True
            return module_parameters.opaque(self._machine)
        networks = [look_up(each) for each in role.owns]
        owned = [each for each in networks if each is not None and is_network(each)]
        if not owned or len(owned) < len(networks):
            return None
        self.has_results = True
        return self._optimiser(owned)

    def _made(
        self,
        roles: Mapping[str, Role],
        owner: ClassUnit | None,
        called: str = "",
        among: tuple[str, ...] = (),
        receiver: Value | None = None,
        given: Mapping[str, Truth] | None = None,
    ) -> dict[str, Value]:
        """A value for each role, as far as one can be made.

        Args:
            roles: The roles by their names.
            owner: The class that they belong to.
            called: What others call to give them; "" for attributes.
            among: All that they give.
            receiver: The object that they are given to.
            given: Whether the networks train that calls in sight give.
        """
        frozen = {name for name, flows in (given or {}).items() if flows is Truth.NO}
        units = {
            name: self._classes_of(role, owner, Parameter(called, among, name) if called else None)
            for name, role in roles.items()
            if name not in frozen
        }
        meant = [each for found in units.values() for each in found]
        made: dict[str, Value] = {}
        for name, role in roles.items():
            found = units.get(name, ())
            # The example of a class is one object: two networks are two.
            if found and all(meant.count(each) == 1 for each in found):
                examples = tuple(self._annotations.example_of(Class(each)) for each in found)
                made[name] = self._machine.one_chosen(examples)
            elif role.kind is Kind.MODULE and not role.asked & families().lists_modules:
                made[name] = module_parameters.opaque(self._machine)  # else parts may be frozen
        for name, role in roles.items():
            if role.kind in {Kind.NUMBER, Kind.FLAG}:
                made[name] = Number()
            elif role.kind is Kind.TEXT:
                made[name] = Text(None)
            elif role.kind is Kind.OPTIMISER and role.owns:
                owned = [made.get(each) or self._kept(receiver, each) for each in role.owns]
                networks = [each for each in owned if each is not None]
                if len(networks) == len(owned):
                    made[name] = self._optimiser(networks)
        return made

    def _kept(self, receiver: Value | None, name: str) -> Value | None:
        """The network that an object keeps: ``self.net``."""
        record = self._machine.attributes(receiver) if receiver is not None else None
        found = record.get(name.removeprefix("self.")) if record is not None else None
        return found if found is not None and is_network(found) else None

    def _classes_of(
        self, role: Role, owner: ClassUnit | None, parameter: Parameter | None
    ) -> tuple[ClassUnit, ...]:
        """The classes one of which is meant: the only one of the file, or those of the project."""
        if role.kind is Kind.MODULE:
            fitting = [
                each
                for each in self._interpreter.classes()
                if each.is_module and _has(each, role.asked)
            ]
            if fitting:
                is_one = len(fitting) == 1 and fitting[0] is not owner
                return (fitting[0],) if is_one else ()
        elif role.kind is not Kind.NOTHING:
            return ()
        others = self._interpreter.other_files
        if others.classes is None or not others.is_needed:
            return ()
        found: list[ClassUnit] = []
        for each in others.classes.meant(role, parameter):
            value = others.defined(others.scope_of(each.file), each.name)
            made = value.unit if isinstance(value, Class) else None
            if made is None or (made.is_module is not (role.kind is Kind.MODULE)):
                return ()
            found.append(made)
        return tuple(found)

    def _optimiser(self, networks: list[Value]) -> Value:
        """An optimiser over the parameters of networks."""
        owned = [
            each
            for network in networks
            for each in module_parameters.own_parameters(self._machine, network)[0]
        ]
        held = self._machine.new_container(ContainerKind.LIST, tuple(owned))
        return optimisers.given(self._machine, held)


def _python_node(node: tree.Node | None) -> ast.AST | None:
    """A definition as Python's parser has it; where libcst has parsed it, by its place."""
    if node is None:
        return None
    if isinstance(node.origin, ast.AST):
        return node.origin
    source = node.source
    parsed = python_tree(source.text) if source is not None else None
    if source is None or parsed is None or not isinstance(node, (tree.FunctionDef, tree.ClassDef)):
        return None
    line = source.line(node.name)
    return next(
        (
            each
            for each in ast.walk(parsed)
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            and each.lineno == line
        ),
        None,
    )


def _has(unit: ClassUnit, asked: frozenset[str]) -> bool:
    """Whether a class or one of its bases has all of some attributes, or keeps them on ``self``."""
    return asked - families().lists_modules <= _known(unit)


def _known(unit: ClassUnit) -> set[str]:
    """The attributes that a class or one of its bases has, or keeps on ``self``."""
    known: set[str] = set()
    for each in unit.lineage:
        known |= each.methods.keys() | each.attributes.keys()
        for method in each.methods.values():
            known |= {name.removeprefix("self.") for name in method.assigned}
    return known
