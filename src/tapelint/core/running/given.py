"""What nobody in sight gives: values made of the roles that parameters and unbound names have.

An entry is run as if it were called with them. A network whose layers nobody knows has one
parameter, and an optimiser is one over the networks that the code has it train. That such a network
is trained, and gives what has a history, is an assumption: its role, with the evidence for it,
stands in the certainty of what rests on it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from tapelint.core.autograd.graph import Tensor
from tapelint.core.code.code_object import Code
from tapelint.core.domain.objects import Class, Function, Instance
from tapelint.core.domain.values import UNBOUND, Obj, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.python.classes import found_in
from tapelint.core.models.torch.given import Makers
from tapelint.core.running.duties import OF_A_LAYER
from tapelint.project.roles.facts import Definition, Facts, facts_of
from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.role import Kind, Role
from tapelint.project.roles.scopes import roles_of_unbound, unbound_in
from tapelint.source.index import Index, methods_of
from tapelint.torch_api.families import families
from tapelint.torch_api.kinds import kinds_with
from tapelint.torch_api.names import HANDED_ON, encodes_positions
from tapelint.torch_api.project import Project

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_TENSOR, _LENGTH = "tensor", "len"


class GivenRoles:
    """Makes the values of roles."""

    def __init__(
        self,
        machine: Machine,
        makers: Makers,
        code: Code,
        text: str,
        index: Index,
        project: Project,
    ) -> None:
        """Make nothing yet.

        Args:
            machine: The machine.
            makers: Makes networks, optimisers, tensors.
            code: The code of the file at hand.
            text: Its text: comments there may tell roles.
            index: What its functions hold.
            project: Knows what everybody means by a name.
        """
        self._machine: Final = machine
        self._makers: Final = makers
        self._code: Final = code
        self._text: Final = text
        self._methods: Final = methods_of(index)
        self._project: Final = project
        self._roles: Final = FunctionRoles()
        self._unbound: dict[str, Value] | None = None
        self._making: Final[set[Class]] = set()

    def of(self, function: Function, receiver: Value | None = None) -> Arguments:
        """What a function is given by a caller that nobody sees."""
        node = function.code.node
        if not isinstance(node, _FUNCTIONS):
            return Arguments((), {}, True)
        owner = function.owner.code.node if function.owner is not None else None
        its_class = owner if isinstance(owner, ast.ClassDef) else None
        roles = self._roles.of(node, its_class, self._text)
        made = self._made(roles, function.owner, receiver)
        for each in (*node.args.args, *node.args.kwonlyargs):
            cls = self._annotated(each)
            example = self._example(cls) if cls is not None and each.arg not in made else None
            if example is not None:
                made[each.arg] = example
        first = self._handed_on(node, function.owner)
        if (first and made.get(first) is None) or isinstance(made.get(first), Tensor):
            made[first] = self._makers.handed_on(OF_A_LAYER)
        return Arguments((), made, True)

    def is_layer(self, owner: Class, name: str) -> bool:
        """Whether a method is what runs a module of a class."""
        return name == "forward" and self._makers.is_module(owner)

    def _handed_on(self, node: Definition, owner: Class | None) -> str:
        """The parameter by which a layer takes what another one gives; "" for none."""
        if owner is None or not self.is_layer(owner, node.name) or encodes_positions(owner.name):
            return ""
        parameters = [*node.args.posonlyargs, *node.args.args][1:2]
        for each in parameters:
            note = each.annotation
            is_tensor = note is None or ast.unparse(note).rpartition(".")[2] == "Tensor"
            if is_tensor and each.arg in HANDED_ON and not _is_sequence(node, each.arg):
                return each.arg
        return ""

    def of_constructor(self, cls: Class) -> Arguments:
        """What a class is given where nobody sees that an object is made."""
        init = found_in(self._machine, cls.mro, "__init__")
        return self.of(init) if isinstance(init, Function) else Arguments((), {}, True)

    # Names that nobody binds.

    def unbound(self, name: str) -> Value | None:
        """What stands for a name that nobody binds: by its role, or as everybody means it."""
        if self._unbound is None:
            self._unbound = {}
            with self._machine.state.before():
                self._unbound = self._made_of_unbound()
        made = self._unbound.get(name)
        meant = self._project.meant_by(name) if made is None else None
        return made if meant is None else Symbol(meant)

    def _made_of_unbound(self) -> dict[str, Value]:
        tree = self._code.node
        assert isinstance(tree, ast.Module)
        names = unbound_in(tree)
        roles = roles_of_unbound(tree, names) if names else {}
        # ``optim`` is a module of torch's, unless somebody calls an optimiser so.
        told = {
            name: role
            for name, role in roles.items()
            if self._project.meant_by(name) is None or not role.rests_on_name
        }
        return self._made(told, None, None)

    # Values.

    def _made(
        self, roles: Mapping[str, Role], owner: Class | None, receiver: Value | None
    ) -> dict[str, Value]:
        made: dict[str, Value] = {}
        chosen = {
            name: self._class_of(role, owner)
            for name, role in roles.items()
            if role.kind is Kind.MODULE
        }
        classes = [each for each in chosen.values() if each is not None]
        for name, role in roles.items():
            cls = chosen.get(name)
            example = None
            if cls is not None and classes.count(cls) == 1:  # one object of it: two are two
                example = self._example(cls)
            if example is not None:
                made[name] = example
            elif role.kind is Kind.MODULE:
                made[name] = self._makers.network(role.said(name))
            elif role.kind is Kind.LOSS:
                made[name] = self._makers.loss(role.said(name))
            elif role.kind is Kind.TENSOR:
                made[name] = self._makers.tensor()
        networks: list[Value | None] = [
            made.get(name) for name, role in roles.items() if role.kind is Kind.MODULE
        ]
        for name, role in roles.items():
            if role.kind is Kind.OPTIMISER:
                owned = [made.get(each) or self._kept(receiver, each) for each in role.owns]
                if not owned and len(networks) == 1:  # it steps with somebody's parameters
                    owned = networks
                if owned and None not in owned:
                    made[name] = self._makers.optimiser([each for each in owned if each])
        return made

    def _example(self, cls: Class) -> Value | None:
        """An object of a class; ``None`` where its constructor is to be given such a one itself."""
        if cls in self._making:
            return None
        self._making.add(cls)
        try:
            made = self._machine.models.call(cls, self.of_constructor(cls), cls.code.node)
        finally:
            self._making.discard(cls)
        return None if made is UNBOUND else made

    def _kept(self, receiver: Value | None, name: str) -> Value | None:
        """A network that an object keeps: ``self.net``."""
        if not isinstance(receiver, Obj):
            return None
        held = self._machine.state.attribute(receiver, name.removeprefix("self."))
        return held if isinstance(held, Instance) else None

    def _annotated(self, parameter: ast.arg) -> Class | None:
        """The class of the file that a parameter is annotated with."""
        note = parameter.annotation
        name = note.value if isinstance(note, ast.Constant) else getattr(note, "id", None)
        for each in self._classes() if name is not None else ():
            if each.name == name:
                return each
        return None

    def _classes(self) -> Iterator[Class]:
        """The classes of the file."""
        for code, each in self._machine.defined.items():
            if isinstance(each, Class) and code.file == self._code.file:
                yield each

    def _class_of(self, role: Role, owner: Class | None) -> Class | None:
        """The one class of the file that has what the code asks for."""
        asked = role.asked - families().lists_modules
        fitting = [
            each
            for each in self._classes()
            if self._makers.is_module(each) and asked <= self._attributes(each)
        ]
        return fitting[0] if len(fitting) == 1 and fitting[0] is not owner else None

    def _attributes(self, cls: Class) -> set[str]:
        """The attributes that a class or a base has, or that its methods keep on ``self``."""
        known: set[str] = set()
        for each in cls.mro:
            if isinstance(each, Class):
                name = each.name.rpartition(".")[2]
                known |= {key for key in each.cells if isinstance(key, str)}
                for function in self._methods.get(name, ()):
                    known |= {word[1:] for word in function.changes if word[:1] == "."}
        return known


def _is_sequence(function: Definition, name: str) -> bool:
    """Whether a function uses a parameter as a list or a dictionary, and not as a tensor."""
    facts = facts_of(*function.body).get(name, Facts())
    asked = (*facts.methods, *facts.attributes)
    joins = families().joins | {_LENGTH}
    callees = (ast.unparse(call.func).rpartition(".")[2] for call, at in facts.passed if at == 0)
    no_tensor = (kinds_with(each) for each in asked)
    return (
        bool(facts.loops)
        or not joins.isdisjoint(callees)
        or any(kinds and _TENSOR not in kinds for kinds in no_tensor)
    )
