"""Python's functions of objects and classes, and those that make classes and copies."""

from __future__ import annotations

import ast
import builtins
from typing import Final

from tapelint.core.code.operators import BINARY
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    Class,
    Collection,
    Descriptor,
    Instance,
    Partial,
    Super,
)
from tapelint.core.domain.values import (
    ANY_NAME,
    NONE,
    Const,
    Imported,
    Symbol,
    Unknown,
    Value,
)
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import registering
from tapelint.core.models.python.attributes import NAMESPACES, give
from tapelint.core.models.python.copying import Copier
from tapelint.core.models.python.questions import found_or, has_attribute

FUNCTIONS: Final[dict[str, Model]] = {}
model = registering(FUNCTIONS)


def _exception(path: str) -> Model:
    """Python's own exceptions are objects of their classes."""

    def made(world: Machine, given: Arguments, node: ast.AST) -> Value:
        made = Instance(Symbol(path), world.state.tick())
        rest = world.unknown("argument") if given.is_open else None
        items = Items(given.positional, rest)
        args = Collection("tuple", items, world.state.tick())
        world.state.set_attribute(made, "args", args)
        return made

    return made


def _namespace(path: str) -> Model:
    def made(world: Machine, given: Arguments, node: ast.AST) -> Value:
        made = Instance(Symbol(path), world.state.tick())
        give(world, made, given)
        return made

    return made


FUNCTIONS.update((each.path, _namespace(each.path)) for each in NAMESPACES)


for _name, _real in vars(builtins).items():
    if isinstance(_real, type) and issubclass(_real, BaseException):
        FUNCTIONS[f"builtins.{_name}"] = _exception(f"builtins.{_name}")


@model("builtins.getattr")
def _getattr(world: Machine, given: Arguments, node: ast.AST) -> Value:
    obj, default = given.get(0, "") or NONE, given.get(2, "")
    key = world.spelled(given.get(1, "") or NONE)
    return world.each(key, lambda name: _attribute(world, obj, name, default, node))


def _attribute(
    world: Machine, obj: Value, name: Value, default: Value | None, node: ast.AST
) -> Value:
    if isinstance(obj, Symbol) and isinstance(name, Unknown):
        return Symbol(f"{obj.path}.{ANY_NAME}")
    if isinstance(name, Unknown):
        return world.models.subscript(world.models.attribute(obj, "__dict__", node), name, node)
    if not isinstance(name, Const) or not isinstance(name.v, str):
        return world.unknown("attribute")
    word = name.v

    def one(value: Value) -> Value:
        has = None if default is None else has_attribute(world, value, word)
        found = default if has is False else world.models.attribute(value, word, node)
        assert found is not None
        is_sure = has is not None or not isinstance(found, (Unknown, Symbol))
        return found if is_sure or default is None else found_or(value, word, found, default)

    return world.each(obj, one)


@model("builtins.vars")
def _vars(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if not given.positional:
        return world.unknown("locals")
    return world.models.attribute(given.positional[0], "__dict__", node)


@model("builtins.globals")
def _globals(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return world.models.attribute(world.resolved(Imported(world.file, "")), "__dict__", node)


@model("importlib.import_module", "builtins.__import__")
def _import_module(world: Machine, given: Arguments, node: ast.AST) -> Value:
    name = given.get(0, "name")
    if not isinstance(name, Const):
        return world.unknown("module")
    return world.resolved(world.models.imported(str(name.v), "", world.file))


@model("builtins.setattr")
def _setattr(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) == 3:
        obj, name, value = given.positional
        key = world.spelled(name)

        def one(key: Value) -> Value:
            if isinstance(key, Const) and isinstance(key.v, str):
                world.models.set_attribute(obj, key.v, value, node)
            return NONE

        return world.each(key, one)
    return NONE


@model("builtins.super")
def _super(world: Machine, given: Arguments, node: ast.AST) -> Value:
    function = world.frames[-1].function if world.frames else None
    if len(given.positional) == 2 and isinstance(given.positional[0], Class):
        return Super(given.positional[1], given.positional[0])
    if function is None or function.owner is None or not function.code.signature.positional:
        return world.unknown("super()")
    first = function.code.names[function.code.signature.positional[0]]
    return Super(world.frames[-1].slots[first], function.owner)


@model("builtins.property", "functools.cached_property")
def _property(world: Machine, given: Arguments, node: ast.AST) -> Value:
    read = given.get(0, "fget")
    return world.unknown("property") if read is None else Descriptor("property", read)


def _descriptor(kind: str) -> Model:
    def described(world: Machine, given: Arguments, node: ast.AST) -> Value:
        function = given.get(0, "")
        return world.unknown(kind) if function is None else Descriptor(kind, function)

    return described


for _kind in ("staticmethod", "classmethod"):
    FUNCTIONS[f"builtins.{_kind}"] = _descriptor(_kind)


def _operator(name: str, is_in_place: bool) -> Model:
    """``operator.add`` and ``operator.iadd``."""

    def operated(world: Machine, given: Arguments, node: ast.AST) -> Value:
        left, right = given.get(0, "a"), given.get(1, "b")
        if left is None or right is None:
            return world.unknown(name)
        operate = world.models.augment if is_in_place else world.models.operate
        return operate(name, left, right, node)

    return operated


for _word in BINARY.values():
    FUNCTIONS[f"operator.{_word}"] = _operator(_word, False)
    FUNCTIONS[f"operator.i{_word.strip('_')}"] = _operator(_word, True)


@model("operator.setitem")
def _set_item(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) == 3:
        obj, key, value = given.positional
        world.models.set_subscript(obj, key, value, "", node)
    return NONE


@model("functools.partial")
def _partial(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if not given.positional:
        return world.unknown("partial")
    return Partial(given.positional[0], given.positional[1:], given.keywords, given.is_open)


@model("functools.wraps")
def _wraps(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return Symbol("tapelint.same")


@model(
    "tapelint.same",
    "abc.abstractmethod",
    "typing.cast",
    "typing.final",
    "typing.overload",
    "functools.lru_cache",
    "functools.cache",
    "builtins.memoryview",
)
def _same(world: Machine, given: Arguments, node: ast.AST) -> Value:
    """The last argument: what is decorated, or cast."""
    return given.positional[-1] if given.positional else Symbol("tapelint.same")


@model("contextlib.contextmanager", "contextlib.asynccontextmanager")
def _contextmanager(world: Machine, given: Arguments, node: ast.AST) -> Value:
    """The generator function itself: ``with`` runs its body where a generator yields."""
    return given.get(0, "func") or world.unknown("manager")


@model("copy.copy")
def _copy(world: Machine, given: Arguments, node: ast.AST) -> Value:
    value = given.get(0, "x")
    return world.unknown("copy") if value is None else Copier(world, is_deep=False).copied(value)


@model("copy.deepcopy")
def _deepcopy(world: Machine, given: Arguments, node: ast.AST) -> Value:
    value = given.get(0, "x")
    return world.unknown("copy") if value is None else Copier(world, is_deep=True).copied(value)


@model("builtins.print", "builtins.delattr", "warnings.warn")
def _nothing(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return NONE
