"""The functions and classes of one file, as the execution meets them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from tapelint.source import tree
from tapelint.source.index import CALLED
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.value import Symbol, Value
from tapelint.tape.syntax import assigned_in, attributes_of, last_part, mentions, returns_only
from tapelint.torch_api.frameworks import LOSS_METHODS, Framework, Loss, framework_of
from tapelint.torch_api.knowledge import knowledge

_LAYERS = "torch.nn."
_OBJECT = Symbol("builtins.object")
_OF_ANY = frozenset({"builtins.object", "abc.ABC", "typing.Generic", "typing.Protocol"})
"""Bases that give a class nothing."""
_FUNCTIONS = frozenset({"Function", "InplaceFunction"})
_PLACEHOLDERS = (tree.Ellipsis, tree.SimpleString)


@dataclass(eq=False)
class FunctionUnit:
    """A function, method or lambda.

    Attributes:
        name: Its qualified name: ``Policy.forward``, ``train``; ``<lambda>`` for a lambda.
        node: Its definition.
        enclosing: The scopes that its free names are looked up in, innermost first.
        unit_class: The class whose method it is.
        defaults: The values of parameters' defaults, by name.
        grad_mode: What its decorators make of the grad mode.
        is_static: Whether it is a static method.
        is_class_method: Whether it gets the class instead of the object.
        is_property: Whether it is read as an attribute.
        is_opaque: Whether a decorator that is not known may change what a call does.
        is_of_other_library: Whether a decorator compiles it for another library.
        is_exported: Whether it is compiled with its class, to be run by another program.
        called_under: The grad modes of the calls seen in this file.
        callers: The functions that these calls stand in; ``None`` for the module.
        given: Whether what these calls give for a parameter may carry a history, by its name.
        wrapper: What decorators of this file have made of it: a call of it is a call of that.
        loss_taken: How a framework that was given it runs the backward of what it returns.
        is_recorded: Whether a framework runs it, or what calls it, while autograd records.
        scope: Where the state keeps what is assigned to its attributes.
    """

    name: str
    node: tree.FunctionDef | tree.Lambda
    enclosing: tuple[int, ...]
    unit_class: ClassUnit | None = None
    defaults: dict[str, Value] = field(default_factory=dict)
    grad_mode: Truth | None = None
    is_static: bool = False
    is_class_method: bool = False
    is_property: bool = False
    is_opaque: bool = False
    is_of_other_library: bool = False
    is_exported: bool = False
    called_under: set[Truth] = field(default_factory=set)
    callers: set[FunctionUnit | None] = field(default_factory=set)
    given: dict[str, Truth] = field(default_factory=dict)
    wrapper: Value | None = None
    loss_taken: Loss | None = None
    is_recorded: bool = False
    scope: int = 0

    @cached_property
    def attributes_read(self) -> dict[str, frozenset[str]]:
        """For each variable, the attributes of it that the function reads."""
        return attributes_of(self.node)

    @cached_property
    def assigned(self) -> dict[str, list[tree.Node]]:
        """The targets of its assignments, by what is written there without subscripts."""
        return assigned_in(self.node.body)

    @cached_property
    def gives_back_first(self) -> bool:
        """Whether it can only give back what it was given first, as decorators that register do."""
        return returns_only(self.node, self.first_parameter(is_bound=False))

    def first_parameter(self, is_bound: bool) -> str:
        """The name of the first parameter that a caller gives a value; "" for none."""
        names = self.parameter_names[1 if is_bound and not self.is_static else 0 :]
        return names[0] if names else ""

    @cached_property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of the parameters that have a place, in order."""
        parameters = self.node.params
        return tuple(each.name.value for each in (*parameters.posonly_params, *parameters.params))

    @cached_property
    def is_abstract(self) -> bool:
        """Whether it is a method that others are meant to fill: it only raises, or does nothing."""
        return self.unit_class is not None and all(
            isinstance(each, tree.Raise) or _is_placeholder(each) for each in self._statements
        )

    @cached_property
    def is_declared_abstract(self) -> bool:
        """Whether each object has another method in its place, which may call it by ``super``."""
        decorators = self.node.decorators if isinstance(self.node, tree.FunctionDef) else ()
        return any(last_part(each.decorator) == "abstractmethod" for each in decorators)

    @cached_property
    def does_nothing(self) -> bool:
        """Whether its body is `pass`, or a text; `...` is a blank that somebody is to fill."""
        return all(_is_placeholder(each) and not _is_blank(each) for each in self._statements)

    @cached_property
    def _statements(self) -> tuple[tree.Node, ...]:
        """The statements of its body; of a lambda, its expression."""
        if isinstance(self.node, tree.Lambda):
            return (self.node.body,)
        return tuple(
            small
            for line in self.node.body.body
            for small in (line.body if isinstance(line, tree.SimpleStatementLine) else (line,))
        )

    @property
    def last_name(self) -> str:
        """The name less the class's."""
        return self.name.rsplit(".", 1)[-1]

    @property
    def framework(self) -> Framework | None:
        """The framework that calls it, if it is a method of a class made for one."""
        return self.unit_class.framework if self.unit_class is not None else None

    @cached_property
    def is_step(self) -> bool:
        """Whether it is a method whose result a framework runs the backward of."""
        name, framework = self.last_name, self.framework
        if framework is not None and name in framework.recorded:
            return name in framework.losses
        return name in LOSS_METHODS

    @property
    def mode_of_framework(self) -> Truth | None:
        """Whether autograd records where its framework calls it; ``None`` where that is unknown."""
        framework = self.framework
        if framework is None:
            return None
        if self.last_name in framework.unrecorded:
            return Truth.NO
        return Truth.YES if self.last_name in framework.recorded else None

    @property
    def handed_over(self) -> Loss | None:
        """How a framework runs the backward of what it returns; ``None`` where none is known to."""
        return self.loss_taken or self._loss_of_framework

    @cached_property
    def _loss_of_framework(self) -> Loss | None:
        owner, framework = self.unit_class, self.framework
        loss = framework.losses.get(self.last_name) if framework is not None else None
        if owner is None or framework is None or loss is None:
            return None
        is_left = any(each.mentions(framework.left_to_user) for each in owner.lineage)
        return None if is_left else loss


def _is_placeholder(statement: tree.Node) -> bool:
    return isinstance(statement, tree.Pass) or (
        isinstance(statement, tree.Expr) and isinstance(statement.value, _PLACEHOLDERS)
    )


def _is_blank(statement: tree.Node) -> bool:
    return isinstance(statement, tree.Expr) and isinstance(statement.value, tree.Ellipsis)


@dataclass(eq=False)
class ClassUnit:
    """A class.

    Attributes:
        name: Its name.
        node: Its definition; ``None`` for ``namedtuple(...)``.
        bases: Its base classes that stand in files of the project.
        other_bases: What else it derives from.
        functions: All functions that its body defines, also where others take their names.
        methods: Its own methods by name.
        attributes: Its own class attributes by name, as its body leaves them.
        fields: The fields of a named tuple or dataclass, in order.
        is_tuple: Whether instances unpack to their fields.
        example: An instance with what its methods leave on it, once they were executed.
        overridden: The methods that a class of this file which derives from it has, too.
        stands_for: The identity of the object that stands for those of all derived classes.
        scope: Where the state keeps its attributes: that of its body.
    """

    name: str
    node: tree.ClassDef | None
    bases: tuple[ClassUnit, ...] = ()
    other_bases: tuple[Value, ...] = ()
    functions: list[FunctionUnit] = field(default_factory=list)
    methods: dict[str, FunctionUnit] = field(default_factory=dict)
    attributes: dict[str, Value] = field(default_factory=dict)
    fields: tuple[str, ...] = ()
    is_tuple: bool = False
    example: Value | None = None
    overridden: set[str] = field(default_factory=set)
    stands_for: int | None = None
    scope: int = 0

    @cached_property
    def lineage(self) -> tuple[ClassUnit, ...]:
        """This class and its bases of the project's files, nearest first."""
        found: list[ClassUnit] = []
        pending = [self]
        while pending:
            unit = pending.pop(0)
            if unit in found:
                continue
            found.append(unit)
            pending.extend(unit.bases)
        return tuple(found)

    def method(self, name: str, *, skip_own: bool = False) -> FunctionUnit | None:
        """The method of that name, inherited ones included."""
        for unit in self.lineage[1 if skip_own else 0 :]:
            if name in unit.methods:
                return unit.methods[name]
        return None

    @cached_property
    def library_bases(self) -> tuple[str, ...]:
        """The canonical names of the bases of other files, less those that give a class nothing."""
        return tuple(
            base.name
            for unit in self.lineage
            for base in unit.other_bases
            if isinstance(base, Symbol) and base.name not in _OF_ANY
        )

    @cached_property
    def is_plain(self) -> bool:
        """Whether it derives from classes of the project alone, so that it is none of torch's."""
        return not any(
            unit.node is None
            or unit.node.decorators
            or any(base != _OBJECT for base in unit.other_bases)
            for unit in self.lineage
        )

    @cached_property
    def framework(self) -> Framework | None:
        """The training framework from a class of which it derives."""
        return framework_of(self.library_bases)

    @cached_property
    def layer(self) -> str:
        """The canonical name of the class of torch's layers that it derives from, or ""."""
        layers = knowledge().modules.keys() | knowledge().loss_modules
        return next(
            (
                name
                for name in self.library_bases
                if name.startswith(_LAYERS) and name.removeprefix(_LAYERS) in layers
            ),
            "",
        )

    @cached_property
    def methods_of_forward(self) -> frozenset[str]:
        """The methods that run in each call: ``forward``, and what it asks of its object.

        Less those that the constructor runs, too.
        """
        return self._asked_by(CALLED) - self._asked_by(frozenset({"__init__"}))

    def _asked_by(self, names: frozenset[str]) -> frozenset[str]:
        """Methods, and those that they ask of their object, over others if need be."""
        found: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            method = self.method(name)
            if method is not None and name not in found:
                found.add(name)
                pending += method.attributes_read.get("self", ())
        return frozenset(found)

    def mentions(self, names: frozenset[str]) -> bool:
        """Whether any of these names stands in its definition."""
        return self.node is not None and mentions(self.node, names)

    @cached_property
    def is_autograd_function(self) -> bool:
        """Whether it derives from the class of torch's that custom functions derive from."""
        return any(
            name.startswith("torch.autograd.") and name.rsplit(".", 1)[-1] in _FUNCTIONS
            for name in self.library_bases
        )

    @cached_property
    def is_module(self) -> bool:
        """Whether it derives from a class of ``torch.nn``."""
        return any(
            name.startswith("torch.nn.")
            or name.rsplit(".", 1)[-1] in {"LightningModule", "PyroModule", "PreTrainedModel"}
            for name in self.library_bases
        )
