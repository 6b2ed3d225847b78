"""Functions of the program, their methods and descriptors, and what is called with more."""

from __future__ import annotations

import ast

from tapelint.core.domain.objects import Bound, Descriptor, Function, Partial
from tapelint.core.domain.values import TRUE, UNBOUND, Const, Unknown, Value
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import Kind, identity
from tapelint.core.models.python.records import FIELD


class Functions(Kind[Function]):
    """Functions of the program."""

    is_method = True

    def is_lasting(self, obj: Function) -> bool:
        """What changes is what it holds."""
        return True

    def call(self, obj: Function, given: Arguments, node: ast.AST) -> Value:
        """Run it."""
        return self.world.invoke(obj, given, node)

    def attribute(self, obj: Function, name: str, node: ast.AST) -> Value:
        """What somebody has set, or its name."""
        found = self.world.state.attribute(obj, name)
        if found is UNBOUND and name == "__name__":
            return Const(obj.code.node.name if hasattr(obj.code.node, "name") else "<lambda>")
        return self.world.derived(name, obj) if found is UNBOUND else found

    def set_attribute(self, obj: Function, name: str, value: Value, node: ast.AST) -> None:
        """It is what was set."""
        self.world.state.set_attribute(obj, name, value)

    def compare(self, operator: str, left: Value, right: Value, node: ast.AST) -> Value | None:
        """It is itself alone, and equal to itself alone."""
        same = {"eq": "is", "ne": "is not"}.get(operator, operator)
        return None if isinstance(left, Unknown) else identity(same, left, right)


class Methods(Kind[Bound]):
    """Methods that were taken from their objects."""

    def call(self, obj: Bound, given: Arguments, node: ast.AST) -> Value:
        """Call it with its object."""
        if isinstance(obj.function, Function):
            return self.world.invoke(obj.function, given, node, obj.obj)
        if obj.function is not None:
            return self.world.models.call(obj.function, given.behind(obj.obj), node)
        return self.world.models.call_method(obj.obj, obj.name, given, node)


class Descriptors(Kind[Descriptor]):
    """Properties and the like, while a class's body is run."""

    def call_method(self, obj: Descriptor, name: str, given: Arguments, node: ast.AST) -> Value:
        """``@part.setter`` gives a property with one more function."""
        function = given.get(0, "")
        if obj.kind != "property" or function is None:
            return self.world.unknown(name)
        if name == "setter":
            return Descriptor(obj.kind, obj.function, function)
        return Descriptor(obj.kind, function, obj.setter) if name == "getter" else obj

    def attribute(self, obj: Descriptor, name: str, node: ast.AST) -> Value:
        """``part.setter``; the function that it was made of."""
        is_own = name in ("fget", "__func__", "__wrapped__")
        return obj.function if is_own else Bound(obj, name)


class Partials(Kind[Partial]):
    """Functions of which some arguments are given."""

    def call(self, obj: Partial, given: Arguments, node: ast.AST) -> Value:
        """Call it with these and those."""
        whole = Arguments(
            (*obj.positional, *given.positional),
            {**obj.keywords, **given.keywords},
            obj.is_open or given.is_open,
        )
        return self.world.models.call(obj.function, whole, node)

    def call_method(self, obj: Partial, name: str, given: Arguments, node: ast.AST) -> Value | None:
        """``@part.default``: what is decorated makes the field of a class of ``attrs``."""
        function = given.get(0, "")
        if obj.function != FIELD or function is None or name not in ("default", "validator"):
            return None
        if name == "default":  # the class's body is still being run: nobody else has the field
            obj.keywords.update(factory=function, takes_self=TRUE)
        return function
