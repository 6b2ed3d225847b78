"""Python's functions of objects and classes, and those that make classes and copies."""

from __future__ import annotations

import ast
import builtins
from collections import abc, namedtuple
from typing import Final

from tapelint.core.code.operators import BINARY
from tapelint.core.domain.alternatives import Condition, one_of
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    OPEN_KEYS,
    Class,
    Collection,
    Descriptor,
    Dictionary,
    Function,
    Instance,
    Partial,
    Super,
)
from tapelint.core.domain.values import (
    ANY_NAME,
    FALSE,
    NONE,
    TRUE,
    UNBOUND,
    Const,
    Imported,
    Symbol,
    Unknown,
    Value,
)
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import registering, told
from tapelint.core.models.python.attributes import NAMESPACES, give
from tapelint.core.models.python.classes import OBJECT, found_in, is_complete, mro_of
from tapelint.core.models.python.collections import items_of
from tapelint.core.models.python.copying import Copier
from tapelint.core.models.python.records import TUPLE, is_tuple

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


@model("builtins.isinstance")
def _isinstance(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) != 2:
        return world.unknown("isinstance")
    value, cls = given.positional
    return world.each(value, lambda one: _is_a(world, one, cls, node))


def _is_a(world: Machine, value: Value, cls: Value, node: ast.AST) -> Value:
    if isinstance(cls, Collection):
        several = [_is_a(world, value, each, node) for each in items_of(world, cls, node).all]
        if TRUE in several:
            return TRUE
        return (
            FALSE if all(each == FALSE for each in several) else world.derived("is a", value, cls)
        )
    known = world.models.kind(value).is_a(value, cls.path) if isinstance(cls, Symbol) else None
    if known is not None:
        return TRUE if known else FALSE
    if isinstance(value, Unknown):
        return told(value, "is a", cls)
    line = lineage(class_of(value))
    if line is None or not isinstance(cls, (Class, Symbol)):
        return world.derived("is a", value, cls)
    if cls in line:
        return TRUE
    is_whole = all(isinstance(each, Class) or each.path.startswith(_OWN) for each in line)
    return FALSE if is_whole else world.derived("is a", value, cls)


_OWN = ("builtins.", "collections.abc.", TUPLE.path)


def class_of(value: Value) -> Value | None:
    """The class of a value, if it is known."""
    if isinstance(value, Instance):
        return value.cls
    if isinstance(value, (Function, Class, Condition)):
        word = {Function: "function", Class: "type", Condition: "bool"}[type(value)]
        return Symbol(f"builtins.{word}")
    if isinstance(value, Const):
        return Symbol(f"builtins.{type(value.v).__name__}")
    if isinstance(value, Collection) and value.kind != "iterator":
        return Symbol(f"builtins.{value.kind}")
    return Symbol("builtins.dict") if isinstance(value, Dictionary) else None


def lineage(cls: Value | None) -> list[Class | Symbol] | None:
    """A class and all its bases, Python's own as well; ``None`` if one is not known."""
    found: list[Class | Symbol] = []
    for each in () if cls is None else mro_of(cls):
        if isinstance(each, Class):
            found.append(each)
        elif isinstance(each, Symbol):
            found.append(each)
            word = "tuple" if each == TUPLE else each.path.removeprefix("builtins.")
            real = getattr(builtins, word, None)
            found += _bases(real) if isinstance(real, type) else []
        else:
            return None
    return [*found, OBJECT] if found else None


def _bases(real: type) -> list[Symbol]:
    """The classes of which one of Python's own is a subclass: concrete ones, and abstract ones."""
    abstract = [getattr(abc, name) for name in abc.__all__]
    found = [
        Symbol(f"collections.abc.{each.__name__}") for each in abstract if issubclass(real, each)
    ]
    return [Symbol(f"builtins.{each.__name__}") for each in real.__mro__] + found


@model("builtins.issubclass")
def _issubclass(world: Machine, given: Arguments, node: ast.AST) -> Value:
    one, other = given.get(0, "") or NONE, given.get(1, "") or NONE
    line = lineage(one)
    if line is None or not isinstance(other, (Class, Symbol)):
        return world.unknown("issubclass")
    return TRUE if other in line else world.unknown("issubclass")


def has_attribute(world: Machine, obj: Value, name: str) -> bool | None:
    """Whether an object has an attribute, if that is known."""
    if isinstance(obj, (Instance, Class)):
        mro = mro_of(obj.cls if isinstance(obj, Instance) else obj)
        own = world.state.attribute(obj, name) if isinstance(obj, Instance) else UNBOUND
        if own is not UNBOUND or found_in(world, mro, name) is not UNBOUND:
            return True
        unsure = found_in(world, mro, "__getattr__") is not UNBOUND or name.startswith("__")
        unsure |= world.state.get(obj, OPEN_KEYS) or (is_tuple(mro[0]) and name in _OF_TUPLES)
        return False if is_complete(mro) and not unsure else None
    return hasattr(obj.v, name) if isinstance(obj, Const) else None


_OF_TUPLES: Final = frozenset(dir(namedtuple("_", "")))


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
        return found if is_sure or default is None else one_of(found, default)

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


@model("builtins.hasattr")
def _hasattr(world: Machine, given: Arguments, node: ast.AST) -> Value:
    name = given.get(1, "")

    def one(value: Value) -> Value:
        if not (isinstance(name, Const) and isinstance(name.v, str)):
            return world.unknown("hasattr")
        has = has_attribute(world, value, name.v)
        return world.unknown("hasattr") if has is None else Const(has)

    return world.each(given.get(0, "") or NONE, one)


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


@model("builtins.type")
def _type(world: Machine, given: Arguments, node: ast.AST) -> Value:
    cls = class_of(given.positional[0]) if len(given.positional) == 1 else None
    return world.unknown("type") if cls is None else cls


@model("builtins.callable", "builtins.id")
def _told(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return world.unknown("told")


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
