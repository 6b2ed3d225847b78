"""Python's functions, and those of its library that pass values on."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tapelint.core.code.operators import BINARY
from tapelint.core.domain.alternatives import one_of
from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import (
    MANAGES,
    RECORD,
    Class,
    Collection,
    Descriptor,
    Dictionary,
    Function,
    Instance,
    Numbered,
    Partial,
    Super,
)
from tapelint.core.domain.values import (
    FALSE,
    NONE,
    TRUE,
    UNBOUND,
    Const,
    Item,
    Symbol,
    Unknown,
    Value,
)
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import told
from tapelint.core.models.python.classes import found_in, is_complete, mro_of
from tapelint.core.models.python.collections import AS_LONG_AS, limited
from tapelint.core.models.registry import Model

FUNCTIONS: Final[dict[str, Model]] = {}
"""What functions do, by their full names."""


def model(*names: str) -> Callable[[Model], Model]:
    """Register a function under its names."""

    def register(function: Model) -> Model:
        FUNCTIONS.update(dict.fromkeys(names, function))
        return function

    return register


def _collection(world: Machine, kind: str, items: Items) -> Collection:
    return Collection(kind, limited(items), world.state.tick())


def _items(world: Machine, value: Value | None, node: ast.AST) -> Items:
    items = None if value is None else world.models.items(value, node)
    return Items((), world.unknown("item")) if items is None else items


# Collections.


@model("builtins.list", "builtins.tuple", "builtins.iter", "collections.deque")
def _copied(world: Machine, given: Arguments, node: ast.AST) -> Value:
    items = _items(world, given.positional[0], node) if given.positional else Items()
    return _made_of(world, items, given)


def _made_of(world: Machine, items: Items, given: Arguments) -> Value:
    made = _collection(world, "list", items)
    if given.positional and not isinstance(given.positional[0], Collection):
        made.cells[AS_LONG_AS] = given.positional[0]
    return made


@model("builtins.reversed")
def _reversed(world: Machine, given: Arguments, node: ast.AST) -> Value:
    items = _items(world, given.get(0, ""), node)
    if items.rest is None:
        return _made_of(world, Items(items.known[::-1]), given)
    return _made_of(world, Items((), one_of(*items.all)), given)


@model("builtins.set", "builtins.frozenset", "builtins.sorted")
def _reordered(world: Machine, given: Arguments, node: ast.AST) -> Value:
    items = _items(world, given.positional[0], node) if given.positional else Items()
    if len(items.all) > 1:
        items = Items((), one_of(*items.all))
    return _made_of(world, items, given)


@model("builtins.dict", "collections.OrderedDict")
def _dictionary(world: Machine, given: Arguments, node: ast.AST) -> Value:
    made = Dictionary(world.state.tick())
    state = world.state
    for each in given.positional:
        pairs = None if isinstance(each, Dictionary) else world.models.items(each, node)
        if isinstance(each, Dictionary):
            world.models.call_method(made, "update", Arguments([each]), node)
            continue
        if pairs is None or pairs.rest is not None:
            world.models.call_method(made, "update", Arguments([world.unknown()]), node)
        for pair in pairs.known if pairs is not None else ():
            parts = world.models.items(pair, node)
            if parts is not None and len(parts.known) == 2:
                world.models.set_subscript(made, parts.known[0], parts.known[1], "", node)
    for name, value in given.keywords.items():
        state.set_attribute(made, Item(name), value)
    if given.is_open:
        world.models.call_method(made, "update", Arguments([world.unknown()]), node)
    return made


@model("builtins.range")
def _range(world: Machine, given: Arguments, node: ast.AST) -> Value:
    values = [each.v for each in given.positional if isinstance(each, Const)]
    bounds = [each for each in values if isinstance(each, int)]
    if len(bounds) == len(given.positional) and bounds:
        try:
            numbers = range(*bounds)
        except (TypeError, ValueError):
            return UNBOUND
        known = tuple(map(Const, numbers[:8]))
        rest = world.unknown("number") if numbers[len(known) :] else None
        return _collection(world, "iterator", Items(known, rest))
    start, end = given.positional[0], given.positional[-1]
    if len(given.positional) == 1:
        start = Const(0)
    if len(given.positional) > 2 or not (isinstance(start, Const) and isinstance(start.v, int)):
        return world.derived("range", *given.positional)
    length = world.models.operate("sub", end, start, node) if start.v else end
    return Numbered(start.v, length, None, world.state.tick())


@model("builtins.enumerate")
def _enumerate(world: Machine, given: Arguments, node: ast.AST) -> Value:
    of, start = given.get(0, "iterable"), given.get(1, "start") or Const(0)
    items = _items(world, of, node)
    if of is not None and items.rest is not None and not items.known:
        if isinstance(start, Const) and isinstance(start.v, int):
            length = _len(world, Arguments([of]), node)
            return Numbered(start.v, length, of, world.state.tick())
    pairs = []
    for at, item in enumerate(items.known):
        count = world.models.operate("add", start, Const(at), node)
        pairs.append(_collection(world, "tuple", Items((count, item))))
    rest = None
    if items.rest is not None:
        rest = _collection(world, "tuple", Items((world.unknown("count"), items.rest)))
    return _collection(world, "iterator", Items(tuple(pairs), rest))


@model("builtins.zip")
def _zip(world: Machine, given: Arguments, node: ast.AST) -> Value:
    columns = [_items(world, each, node) for each in given.positional]
    if not columns or given.is_open:
        return world.unknown("zip")
    rows = []
    ends = [len(each.known) for each in columns if each.rest is None]
    longest = max(len(each.known) for each in columns)
    for at in range(min(ends, default=longest)):
        row = []
        for each in columns:
            known = each.known[at] if at < len(each.known) else each.rest
            row.append(world.unknown("item") if known is None else known)
        rows.append(_collection(world, "tuple", Items(tuple(row))))
    rest = None
    if not ends:
        row = [each.rest or world.unknown("item") for each in columns]
        rest = _collection(world, "tuple", Items(tuple(row)))
    return _collection(world, "iterator", Items(tuple(rows), rest))


@model("builtins.map")
def _map(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) != 2:
        return world.unknown("map")
    function, items = given.positional[0], _items(world, given.positional[1], node)
    known = tuple(world.models.call(function, Arguments([each]), node) for each in items.known)
    rest = items.rest
    if rest is not None:
        rest = world.models.call(function, Arguments([rest]), node)
    return _collection(world, "iterator", Items(known, rest))


@model("builtins.filter")
def _filter(world: Machine, given: Arguments, node: ast.AST) -> Value:
    items = _items(world, given.get(1, "iterable"), node)
    return _collection(world, "iterator", Items((), one_of(*items.all) if items.all else None))


@model("itertools.chain")
def _chain(world: Machine, given: Arguments, node: ast.AST) -> Value:
    whole = Items()
    for each in given.positional:
        more = _items(world, each, node)
        if whole.rest is not None:
            whole = Items(whole.known, one_of(whole.rest, *more.all))
        else:
            whole = Items((*whole.known, *more.known), more.rest)
    return _collection(world, "iterator", whole)


@model("builtins.sum")
def _sum(world: Machine, given: Arguments, node: ast.AST) -> Value:
    items = _items(world, given.get(0, "iterable"), node)
    whole = given.get(1, "start") or Const(0)
    for each in items.all:
        whole = world.models.operate("add", whole, each, node)
    if items.rest is not None:
        whole = world.models.operate("add", whole, items.rest, node)
    return whole


@model("builtins.next")
def _next(world: Machine, given: Arguments, node: ast.AST) -> Value:
    items = _items(world, given.get(0, ""), node)
    first = given.get(0, "")
    if isinstance(first, Collection) and items.known:
        return world.models.call_method(first, "pop", Arguments([Const(0)]), node)
    return items.all[0] if items.all else given.get(1, "default") or UNBOUND


@model("builtins.len")
def _len(world: Machine, given: Arguments, node: ast.AST) -> Value:
    value = given.get(0, "")
    if isinstance(value, Collection):
        items = world.models.items(value, node)
        if items is not None and items.rest is None and value.kind != "set":
            return Const(len(items.known))
        return world.derived("len", value, items)
    if isinstance(value, Const) and isinstance(value.v, str):
        return Const(len(value.v))
    if isinstance(value, Instance):
        found = found_in(world, mro_of(value.cls), "__len__")
        if isinstance(found, Function):
            return world.invoke(found, Arguments(), node, value)
    return world.unknown("len") if isinstance(value, Dictionary) else world.derived("len", value)


@model("builtins.any", "builtins.all")
def _any(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return world.unknown("truth")


@model("builtins.min", "builtins.max")
def _least(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return world.unknown("least")


@model("builtins.int", "builtins.float", "builtins.str", "builtins.round")
def _number(world: Machine, given: Arguments, node: ast.AST) -> Value:
    value = given.get(0, "")
    return (
        world.derived("number", node, value)
        if isinstance(value, Const)
        else world.unknown("number")
    )


@model("builtins.bool")
def _bool(world: Machine, given: Arguments, node: ast.AST) -> Value:
    value = given.get(0, "")
    if value is None:
        return FALSE
    true, false = world.truth(value)
    if true is None or false is None:
        return FALSE if true is None else TRUE
    return value


# Objects.


@model("builtins.isinstance")
def _isinstance(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) != 2:
        return world.unknown("isinstance")
    value, cls = given.positional
    return world.each(value, lambda one: _is_a(world, one, cls, node))


def _is_a(world: Machine, value: Value, cls: Value, node: ast.AST) -> Value:
    if isinstance(cls, Collection):
        several = [_is_a(world, value, each, node) for each in _items(world, cls, node).all]
        if TRUE in several:
            return TRUE
        return (
            FALSE if all(each == FALSE for each in several) else world.derived("is a", value, cls)
        )
    if isinstance(value, Instance):
        mro = mro_of(value.cls)
        if cls in mro or cls == Symbol("builtins.object"):
            return TRUE
        return FALSE if is_complete(mro) else world.derived("is a", value, cls)
    if isinstance(value, Unknown):
        return told(value, "is a", cls)
    known = world.models.is_a(value, cls.path) if isinstance(cls, Symbol) else None
    if known is not None:
        return TRUE if known else FALSE
    if isinstance(cls, Symbol) and cls.path.startswith("builtins."):
        word = cls.path.rpartition(".")[2]
        if isinstance(value, Const):
            kinds = {each.__name__ for each in type(value.v).__mro__}
            return TRUE if word in kinds else FALSE
        if isinstance(value, Collection) and value.kind != "iterator":
            return TRUE if word in (value.kind, "object") else FALSE
        if isinstance(value, Dictionary):
            return TRUE if word in ("dict", "object") else FALSE
    return FALSE if isinstance(value, Const) else world.derived("is a", value, cls)


@model("builtins.getattr")
def _getattr(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) >= 2:
        obj, name = given.positional[:2]
        if isinstance(name, Const) and isinstance(name.v, str):
            return world.models.attribute(obj, name.v, node)
    return world.unknown("attribute")


@model("builtins.setattr")
def _setattr(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) == 3:
        obj, name, value = given.positional
        if isinstance(name, Const) and isinstance(name.v, str):
            world.models.set_attribute(obj, name.v, value, node)
    return NONE


@model("builtins.type")
def _type(world: Machine, given: Arguments, node: ast.AST) -> Value:
    first = given.get(0, "")
    is_asked = isinstance(first, Instance) and len(given.positional) == 1
    return first.cls if is_asked and isinstance(first, Instance) else world.unknown("type")


@model("builtins.hasattr", "builtins.callable", "builtins.id")
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


@model("builtins.staticmethod")
def _staticmethod(world: Machine, given: Arguments, node: ast.AST) -> Value:
    function = given.get(0, "")
    return world.unknown() if function is None else Descriptor("staticmethod", function)


@model("builtins.classmethod")
def _classmethod(world: Machine, given: Arguments, node: ast.AST) -> Value:
    function = given.get(0, "")
    return world.unknown() if function is None else Descriptor("classmethod", function)


@model("contextlib.contextmanager", "contextlib.asynccontextmanager")
def _contextmanager(world: Machine, given: Arguments, node: ast.AST) -> Value:
    function = given.get(0, "func")
    if not isinstance(function, Function):
        return world.unknown("manager")
    world.state.put(function, MANAGES, True)
    return function


def _operator(name: str) -> tuple[Model, Model]:
    """``operator.add`` and ``operator.iadd``."""

    def operated(world: Machine, given: Arguments, node: ast.AST) -> Value:
        left, right = given.get(0, "a"), given.get(1, "b")
        if left is None or right is None:
            return world.unknown(name)
        return world.models.operate(name, left, right, node)

    def augmented(world: Machine, given: Arguments, node: ast.AST) -> Value:
        left, right = given.get(0, "a"), given.get(1, "b")
        if left is None or right is None:
            return world.unknown(name)
        return world.models.augment(name, left, right, node)

    return operated, augmented


@model("operator.setitem")
def _set_item(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) == 3:
        obj, key, value = given.positional
        world.models.set_subscript(obj, key, value, "", node)
    return NONE


for _word in BINARY.values():
    _plain, _augmented = _operator(_word)
    model(f"operator.{_word}")(_plain)
    model(f"operator.i{_word.strip('_')}")(_augmented)


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


@model("dataclasses.dataclass")
def _dataclass(world: Machine, given: Arguments, node: ast.AST) -> Value:
    cls = given.get(0, "")
    if not isinstance(cls, Class):
        return Symbol("dataclasses.dataclass")
    world.state.put(cls, RECORD, fields_of(cls))
    return cls


def fields_of(cls: Class) -> tuple[str, ...]:
    """The names that a class's body annotates, in order."""
    body = cls.code.node.body
    return tuple(
        each.target.id
        for each in body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    )


@model("copy.copy", "copy.deepcopy")
def _copy(world: Machine, given: Arguments, node: ast.AST) -> Value:
    value = given.get(0, "x")
    if isinstance(value, Collection):
        return _collection(world, value.kind, _items(world, value, node))
    if isinstance(value, Dictionary):
        return world.models.call_method(value, "copy", Arguments(), node)
    return value if isinstance(value, (Const, Symbol, Function)) else world.unknown("copy")


@model("builtins.print", "builtins.delattr", "warnings.warn")
def _nothing(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return NONE
