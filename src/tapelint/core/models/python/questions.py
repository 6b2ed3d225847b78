"""What a program asks of a value that stays the same: its class, what it has, what it can do.

The answer to a question stays the same as long as the value does. So each is told of the value
itself, in the same words in whichever form it was asked: a test says the same in the next round.
"""

from __future__ import annotations

import ast
import builtins
from collections import abc, namedtuple
from collections.abc import Sequence
from typing import Final

from tapelint.core.domain.alternatives import Condition, joined_values
from tapelint.core.domain.objects import (
    OPEN_KEYS,
    Bound,
    Class,
    Collection,
    Dictionary,
    Function,
    Instance,
    Partial,
)
from tapelint.core.domain.predicate import IS_A, Predicate
from tapelint.core.domain.predicates import DOUBTFUL
from tapelint.core.domain.values import (
    FALSE,
    NONE,
    TRUE,
    UNBOUND,
    Const,
    Obj,
    Symbol,
    Unknown,
    Value,
)
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import registering, told
from tapelint.core.models.python.classes import OBJECT, found_in, is_complete, mro_of
from tapelint.core.models.python.collections import items_of
from tapelint.core.models.python.records import TUPLE, is_tuple

FUNCTIONS: Final[dict[str, Model]] = {}
model = registering(FUNCTIONS)
_TYPE: Final = "type"
"""What the unknown class of a value is computed by."""
_OWN = ("builtins.", "collections.abc.", TUPLE.path)


@model("builtins.isinstance")
def _isinstance(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) != 2:
        return world.unknown("isinstance")
    value, asked = given.positional
    classes = _classes(world, asked, node)
    return world.each(value, lambda one: _any_of([_is_a(world, one, each) for each in classes]))


@model("builtins.issubclass")
def _issubclass(world: Machine, given: Arguments, node: ast.AST) -> Value:
    classes = _classes(world, given.get(1, "") or NONE, node)
    return world.each(
        given.get(0, "") or NONE,
        lambda one: _any_of([_is_below(world, one, each) for each in classes]),
    )


def _classes(world: Machine, asked: Value, node: ast.AST) -> list[Value]:
    """The classes of which one is asked for: of a tuple, which may hold others, or of ``A | B``."""
    if isinstance(asked, Collection):
        items = items_of(world, asked, node).all
        return [cls for each in items for cls in _classes(world, each, node)]
    if isinstance(asked, Unknown) and asked.of[:1] == ("or_",):
        sides = [each for each in asked.of[1:] if isinstance(each, Value)]
        return [cls for each in sides for cls in _classes(world, each, node)]
    return [asked]


def _any_of(answers: Sequence[Value]) -> Value:
    """Whether one of several answers is yes."""
    if TRUE in answers:
        return TRUE
    open_ = [each for each in answers if isinstance(each, Condition)]
    if len(open_) < 2:
        return open_[0] if open_ else FALSE
    cases = [each.true for each in open_]
    asked = [p for case in cases for p in case if p.test == IS_A]
    one = Predicate(asked[0].subject, IS_A, [v for p in asked for v in p.values], True, cases)
    return Condition(frozenset([one]), frozenset([~one]).union(*(each.false for each in open_)))


def _is_a(world: Machine, value: Value, cls: Value) -> Value:
    known = world.models.kind(value).is_a(value, cls.path) if isinstance(cls, Symbol) else None
    if known is not None:
        return TRUE if known else FALSE
    if isinstance(value, Unknown):
        return _told_class(value, cls)
    line = lineage(class_of(value))
    if line is not None and isinstance(cls, (Class, Symbol)):
        if cls in line:
            return TRUE
        if all(isinstance(each, Class) or each.path.startswith(_OWN) for each in line):
            return FALSE
    return _told_class(value, cls)


def _is_below(world: Machine, one: Value, cls: Value) -> Value:
    """Whether a class is a subclass of another one: its objects are objects of that."""
    if isinstance(one, Unknown):
        of = one.of[1] if one.of[:1] == (_TYPE,) else None
        return _is_a(world, of, cls) if isinstance(of, Value) else _told_class(one, cls)
    line = lineage(one)
    if line is not None and isinstance(cls, (Class, Symbol)) and cls in line:
        return TRUE
    return _told_class(one, cls)


def _told_class(value: Value, cls: Value) -> Condition:
    """What is of a class is of all its bases, too."""
    answer = told(value, IS_A, cls)
    bases = [Predicate(value, IS_A, [each]) for each in mro_of(cls)[1:]]
    return Condition(answer.true.union(bases), answer.false)


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


@model("builtins.type")
def _type(world: Machine, given: Arguments, node: ast.AST) -> Value:
    """An object of a class from elsewhere may be one of a class that derives from it."""
    if len(given.positional) != 1:
        return world.unknown(_TYPE)

    def one(value: Value) -> Value:
        cls = class_of(value)
        is_known = isinstance(cls, Class) or (
            isinstance(cls, Symbol) and cls.path.startswith("builtins.")
        )
        return cls if cls is not None and is_known else world.derived(_TYPE, value)

    return world.each(given.positional[0], one)


def has_attribute(world: Machine, obj: Value, name: str) -> bool | None:
    """Whether an object has an attribute, if that is known."""
    if isinstance(obj, (Instance, Class)):
        mro = mro_of(obj.cls if isinstance(obj, Instance) else obj)
        own = world.state.attribute(obj, name) if isinstance(obj, Instance) else UNBOUND
        if (own is not UNBOUND and not _is_found(own)) or found_in(world, mro, name) is not UNBOUND:
            return True
        unsure = found_in(world, mro, "__getattr__") is not UNBOUND or name.startswith("__")
        unsure |= world.state.get(obj, OPEN_KEYS) or (is_tuple(mro[0]) and name in _OF_TUPLES)
        return False if is_complete(mro) and not unsure else None
    if isinstance(obj, Unknown):
        own = world.state.attribute(obj, name)
        return None if own is UNBOUND or _is_found(own) else True
    return hasattr(obj.v, name) if isinstance(obj, Const) else None


_OF_TUPLES: Final = frozenset(dir(namedtuple("_", "")))


def _is_found(value: Value) -> bool:
    """Whether somebody has only asked for it: then nobody knows if it is there."""
    return isinstance(value, Unknown) and not value.birth and not value.of


def found_or(value: Value, name: str, found: Value, default: Value) -> Value:
    """An attribute, or a default where a value has none; nobody knows if it may have, or may not.

    A later ``hasattr`` says which of them it was. An unknown attribute may be ``None`` itself.
    """
    if default == NONE and isinstance(found, Unknown):
        return found
    has = told(value, _HAS, name)
    return joined_values([(found, has.true | DOUBTFUL), (default, has.false | DOUBTFUL)])


_HAS: Final = "has"


@model("builtins.hasattr")
def _hasattr(world: Machine, given: Arguments, node: ast.AST) -> Value:
    name = given.get(1, "")

    def one(value: Value) -> Value:
        if not (isinstance(name, Const) and isinstance(name.v, str)):
            return world.derived("hasattr", value, name)
        has = has_attribute(world, value, name.v)
        return told(value, _HAS, name.v) if has is None else Const(has)

    return world.each(given.get(0, "") or NONE, one)


@model("builtins.callable")
def _callable(world: Machine, given: Arguments, node: ast.AST) -> Value:
    def one(value: Value) -> Value:
        if isinstance(value, Obj) and not isinstance(value, (Function, Class, Bound, Partial)):
            return told(value, "can be called")
        return FALSE if isinstance(value, Const) else TRUE

    return world.each(given.get(0, "") or NONE, one)


@model("builtins.id")
def _id(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return world.each(given.get(0, "") or NONE, lambda one: world.derived("id", one))
