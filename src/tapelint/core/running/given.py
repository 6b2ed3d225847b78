"""What nobody in sight gives: values made of the roles that parameters and unbound names have.

An entry is run as if it were called with them. A network whose layers nobody knows has one
parameter, and an optimiser is one over the networks that the code has it train. That such a network
is trained, and gives what has a history, is an assumption: its role, with the evidence for it,
stands in the certainty of what rests on it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Final

from tapelint.core.autograd.graph import Tensor
from tapelint.core.code.code_object import Code
from tapelint.core.domain.certainty import Promise
from tapelint.core.domain.objects import Class, Function, Instance
from tapelint.core.domain.values import UNBOUND, Item, Obj, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.python.classes import found_in
from tapelint.core.models.torch.given import Makers
from tapelint.core.running.duties import OF_A_LAYER
from tapelint.project.roles.facts import Definition, Facts, facts_of, holder
from tapelint.project.roles.inference import FunctionRoles
from tapelint.project.roles.role import PROMISING, Kind, Role
from tapelint.project.roles.scopes import imported_in, made_by_calls, roles_of_unbound, unbound_in
from tapelint.source.index import Index, methods_of
from tapelint.torch_api.families import families
from tapelint.torch_api.kinds import kinds_with
from tapelint.torch_api.names import HANDED_ON, encodes_positions
from tapelint.torch_api.project import Project

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_WITH_TENSORS = frozenset({"torch", "typing", "jaxtyping", "torchtyping"})
"""Libraries whose ``Tensor`` is torch's."""
_TENSOR, _LENGTH = "tensor", "len"
MANY: Final = sys.maxsize
"""How many arguments a function takes at most that has ``*args``."""


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
        made = self._made(self.roles_of(function), function.owner, receiver)
        for each in (*node.args.args, *node.args.kwonlyargs):
            cls = self._annotated(each)
            is_open = each.arg not in made or isinstance(made[each.arg], Tensor)
            example = self._example(cls) if cls is not None and is_open else None
            if example is not None:
                made[each.arg] = example
            if cls is not None and isinstance(example, Instance):
                self._leave_open(example, cls)
            if isinstance(made.get(each.arg), Tensor) and self._is_of_another_file(each):
                del made[each.arg]
        first = self._handed_on(node, function.owner)
        if (first and made.get(first) is None) or isinstance(made.get(first), Tensor):
            made[first] = self._makers.handed_on(OF_A_LAYER)
        return Arguments((), made, True)

    def roles_of(self, function: Function) -> Mapping[str, Role]:
        """The roles of what a function is given."""
        node = function.code.node
        if not isinstance(node, _FUNCTIONS):
            return {}
        owner = function.owner.code.node if function.owner is not None else None
        its_class = owner if isinstance(owner, ast.ClassDef) else None
        return self._roles.of(node, its_class, self._text)

    def roles_of_attributes(self, cls: Class) -> Mapping[str, Role]:
        """The roles of what the methods of a class find on their object, and none puts there."""
        derived = [each for each in self._classes() if cls in each.mro]
        several = dict.fromkeys(each for each in (*cls.mro, *derived) if isinstance(each, Class))
        own = [e.code for e in several if e.code is not None and e.code.file == self._code.file]
        nodes = [each.node for each in own]
        if found_in(self._machine, cls.mro, "__getattr__") is not UNBOUND:
            return {}
        classes = [each for each in nodes if isinstance(each, ast.ClassDef)]
        known = set[str]().union(*map(self._attributes, several)) - made_by_calls(classes)
        return self._roles.of_attributes(classes, known)

    def is_layer(self, owner: Class, name: str) -> bool:
        """Whether a method is what runs a module of a class."""
        runs = name == "forward" or (name == "__call__" and "forward" not in owner.cells)
        return runs and self._makers.is_module(owner)

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

    def imported(self) -> Mapping[tuple[str, str], Value]:
        """What stands for what the file imports, by the module and the name there."""
        tree = self._code.node
        assert isinstance(tree, ast.Module)
        imports = imported_in(tree)
        told = roles_of_unbound(tree, {name: each.lineno for name, each in imports.items()})
        with self._machine.state.before():
            made = self._made({n: r for n, r in told.items() if r.kind in PROMISING}, None, None)
        return {
            ("." * each.level + (each.module or ""), one.name): made[one.asname or one.name]
            for each in set(imports.values())
            for one in each.names
            if (one.asname or one.name) in made
        }

    # Values.

    def _made(
        self, roles: Mapping[str, Role], owner: Class | None, receiver: Value | None
    ) -> dict[str, Value]:
        """A value for each role that tells enough; what one holds is put into it."""
        made: dict[str, Value] = {}

        def look_up(name: str) -> Value | None:
            if name in roles and name not in made:
                value = self.make(name, roles, owner, look_up)
                if value is not None:
                    made[name] = value
            return made.get(name) or self._kept(receiver, name)

        for name in roles:
            look_up(name)
        for name in list(made):
            root, key = place(name)
            holds = made.setdefault(root, self._machine.unknown(root)) if root else None
            if isinstance(holds, Obj):
                self._machine.state.discover(holds, key, made.pop(name))
        return made

    def make(
        self,
        name: str,
        roles: Mapping[str, Role],
        owner: Class | None,
        look_up: Callable[[str], Value | None],
    ) -> Value | None:
        """The value of one of several roles; ``None`` where it does not tell enough.

        Args:
            name: Whose role it is.
            roles: Those that stand beside it.
            owner: The class whose method is given it.
            look_up: Finds the network of a name.
        """
        role, makers = roles[name], self._makers
        promise = Promise(role.said(name))
        networks = [each for each, one in roles.items() if one.kind is Kind.MODULE]
        if role.kind is Kind.MODULE:
            cls = self._class_of(role, owner)
            others = [roles[each] for each in networks if each != name] if cls else []
            # One object stands for a class: two are two.
            is_alone = all(self._class_of(each, owner) is not cls for each in others)
            example = self._example(cls, promise) if cls and is_alone else None
            return example or makers.network(promise)
        if role.kind is Kind.LOSS:
            return makers.loss(promise)
        if role.kind is Kind.TENSOR:
            return makers.tensor()
        if role.kind is not Kind.OPTIMISER:
            return None
        several = [each for each in roles.values() if each.kind is Kind.OPTIMISER]
        is_clear = len(networks) == len(several) == 1  # it steps with somebody's parameters
        alone = networks if is_clear else ()
        owned = [look_up(each) for each in role.owns or alone]
        return makers.optimiser([each for each in owned if each]) if all(owned) and owned else None

    def _example(self, cls: Class, assumed: Hashable = None) -> Value | None:
        """An object of a class; ``None`` where its constructor is to be given such a one itself.

        Args:
            cls: The class.
            assumed: Why it is meant; its parameters train, if it is.
        """
        if cls in self._making:
            return None
        self._making.add(cls)
        try:
            made = self._machine.models.call(cls, self.of_constructor(cls), cls.code.node)
        finally:
            self._making.discard(cls)
        if assumed is not None and isinstance(made, Instance):
            if not self._makers.assume(made, assumed):
                return None
        return None if made is UNBOUND else made

    def _leave_open(self, made: Instance, cls: Class) -> None:
        """What a class says of its settings is a default: who gives an object may have others."""
        body = cls.code.node.body if isinstance(cls.code.node, ast.ClassDef) else ()
        for each in body:
            target = each.target if isinstance(each, ast.AnnAssign) else None
            value = each.value if isinstance(each, ast.AnnAssign) else None
            if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
                unknown = self._machine.unknown(target.id)
                self._machine.state.discover(made, target.id, unknown)

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

    def _is_of_another_file(self, parameter: ast.arg) -> bool:
        """Whether its annotation is a name that is imported, and not from torch."""
        note = parameter.annotation
        name = note.value if isinstance(note, ast.Constant) else getattr(note, "id", None)
        tree = self._code.node
        if not isinstance(name, str) or not isinstance(tree, ast.Module):
            return False
        imports = (each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom))
        return any(
            name == (one.asname or one.name)
            and (each.module or "").partition(".")[0] not in _WITH_TENSORS
            for each in imports
            for one in each.names
        )

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
            if self._makers.is_module(each)
            and asked <= self._attributes(each)
            and self._takes(each, role.takes)
        ]
        return fitting[0] if len(fitting) == 1 and fitting[0] is not owner else None

    def _takes(self, cls: Class, counts: frozenset[int]) -> bool:
        """Whether the objects of a class can be called with so many arguments."""
        forward = found_in(self._machine, cls.mro, "forward")
        if not isinstance(forward, Function) or not counts:
            return True
        given = forward.code.node.args
        several = [*given.posonlyargs, *given.args][1:]
        most = MANY if given.vararg or given.kwarg else len(several) + len(given.kwonlyargs)
        return max(counts) <= most and min(counts) >= len(several) - len(given.defaults)

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


def place(name: str) -> tuple[str, object]:
    """The subject that holds another one, "" for none, and the key under which it does.

    >>> place("nets['g']"), place("args.model"), place("net")
    (('nets', Item(key='g')), ('args', 'model'), ('', ''))
    """
    root = holder(name)
    key = name.removeprefix(root)
    return root, Item(ast.literal_eval(key[1:-1])) if key[:1] == "[" else key[1:] if root else ""


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
