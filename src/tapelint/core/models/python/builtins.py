"""Python's functions, and those of its library that pass values on."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import reduce
from typing import Any, Final

from tapelint.core.domain.alternatives import (
    Condition,
    bound,
    joined_values,
    one_of,
    present,
)
from tapelint.core.domain.fields import Items, any_of_these
from tapelint.core.domain.objects import (
    Collection,
    Dictionary,
    Function,
    Generator,
    Instance,
    Numbered,
)
from tapelint.core.domain.predicate import Guard, Predicate
from tapelint.core.domain.predicates import OPEN, apart, weakened
from tapelint.core.domain.values import (
    FALSE,
    NONE,
    TRUE,
    UNBOUND,
    Const,
    Item,
    Unknown,
    Value,
)
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.models import Model
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.kind import registering
from tapelint.core.models.python.classes import found_in, mro_of
from tapelint.core.models.python.collections import (
    AS_LONG_AS,
    collection,
    counted,
    items_of,
    sort,
    whole_items,
)
from tapelint.core.models.python.plain import computed

FUNCTIONS: Final[dict[str, Model]] = {}
model = registering(FUNCTIONS)


def _copied(kind: str) -> Model:
    def copied(world: Machine, given: Arguments, node: ast.AST) -> Value:
        items = items_of(world, given.positional[0], node) if given.positional else Items()
        return _made_of(world, kind, items, given)

    return copied


def _made_of(world: Machine, kind: str, items: Items, given: Arguments) -> Value:
    made = collection(world, kind, items)
    if given.positional and not isinstance(given.positional[0], (Collection, Generator)):
        made.cells[AS_LONG_AS] = given.positional[0]
    return made


FUNCTIONS["builtins.iter"] = _copied("iterator")
FUNCTIONS["collections.deque"] = _copied("deque")
for _word in ("list", "tuple", "set", "frozenset"):
    FUNCTIONS[f"builtins.{_word}"] = _copied(_word)


@model("builtins.reversed")
def _reversed(world: Machine, given: Arguments, node: ast.AST) -> Value:
    items = items_of(world, given.get(0, ""), node)
    known = Items(items.known[::-1]) if items.rest is None else any_of_these(items.all)
    return _made_of(world, "iterator", known, given)


@model("builtins.sorted")
def _sorted(world: Machine, given: Arguments, node: ast.AST) -> Value:
    made = _made_of(world, "list", whole_items(world, given.get(0, ""), node), given)
    assert isinstance(made, Collection)
    return UNBOUND if sort(world, made, given.keywords, node) is UNBOUND else made


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


@model("builtins.dict.fromkeys", "collections.OrderedDict.fromkeys")
def _fromkeys(world: Machine, given: Arguments, node: ast.AST) -> Value:
    made, value = Dictionary(world.state.tick()), given.get(1, "value") or NONE
    keys = items_of(world, given.get(0, "iterable"), node)
    for key in keys.all:
        world.models.set_subscript(made, key, value, "", node)
    return made


@model("builtins.range")
def _range(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if given.is_open or not given.positional:
        return world.derived("range", *given.positional)
    values = [each.v for each in given.positional if isinstance(each, Const)]
    bounds = [each for each in values if isinstance(each, int)]
    if len(bounds) == len(given.positional) and bounds:
        try:
            numbers = range(*bounds)
        except (TypeError, ValueError):
            return world.raised("TypeError")
        known = tuple(map(Const, numbers[:8]))
        rest = world.unknown("number") if numbers[len(known) :] else None
        return collection(world, "range", Items(known, rest))
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
    items = items_of(world, of, node)
    is_open = items.rest is not None and not items.known
    if is_open and of is not None and not isinstance(of, Generator):  # that one is consumed
        if isinstance(start, Const) and isinstance(start.v, int):
            return Numbered(start.v, _length(world, of, node), of, world.state.tick())
    pairs = list[Value]()
    for at, item in enumerate(items.known):
        count = world.models.operate("add", start, Const(at), node)
        pairs.append(collection(world, "tuple", Items((count, item))))
    rest = None
    if items.rest is not None:
        rest = collection(world, "tuple", Items((world.unknown("count"), items.rest)))
    return collection(world, "iterator", Items(tuple(pairs), rest))


@model("builtins.zip")
def _zip(world: Machine, given: Arguments, node: ast.AST) -> Value:
    columns = [items_of(world, each, node) for each in given.positional]
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
        rows.append(collection(world, "tuple", Items(tuple(row))))
    rest = None
    if not ends:
        row = [each.rest or world.unknown("item") for each in columns]
        rest = collection(world, "tuple", Items(tuple(row)))
    return collection(world, "iterator", Items(tuple(rows), rest))


@model("builtins.map")
def _map(world: Machine, given: Arguments, node: ast.AST) -> Value:
    if len(given.positional) != 2:
        return world.unknown("map")
    function, items = given.positional[0], items_of(world, given.positional[1], node)
    known = tuple(world.models.call(function, Arguments([each]), node) for each in items.known)
    rest = items.rest
    if rest is not None:
        rest = world.models.call(function, Arguments([rest]), node)
    return collection(world, "iterator", Items(known, rest))


@model("builtins.filter")
def _filter(world: Machine, given: Arguments, node: ast.AST) -> Value:
    function, items = given.get(0, "") or NONE, items_of(world, given.get(1, ""), node)
    known, behind = list[Value](), list[Value]()
    for each in items.all:
        told = each if function == NONE else world.models.call(function, Arguments([each]), node)
        passes = told != UNBOUND and world.is_true(told)
        if passes is None or behind or each is items.rest:
            behind.append(each)
        elif passes:
            known.append(each)
    return collection(world, "iterator", Items(tuple(known), any_of_these(behind).rest))


@model("itertools.chain")
def _chain(world: Machine, given: Arguments, node: ast.AST) -> Value:
    whole = Items()
    for each in given.positional:
        more = items_of(world, each, node)
        if whole.rest is not None:
            whole = Items(whole.known, one_of(whole.rest, *more.all))
        else:
            whole = Items((*whole.known, *more.known), more.rest)
    return collection(world, "iterator", whole)


@model("builtins.sum")
def _sum(world: Machine, given: Arguments, node: ast.AST) -> Value:
    items = whole_items(world, given.get(0, "iterable"), node)
    whole = given.get(1, "start") or Const(0)
    for each in items.known:
        whole = world.models.operate("add", whole, each, node)
        if whole is UNBOUND:
            return whole
    for each in items.tail:
        there, missing = present(each, world.state.path)
        if there is None:
            continue
        more = world.models.operate("add", whole, bound(each, world.state.path)[0], node)
        whole = more if missing is None else joined_values([(more, there), (whole, missing)])
    if items.rest is not None and not items.tail:
        whole = world.models.operate("add", whole, items.rest, node)
        if any(isinstance(each, (Const, Collection)) for each, _ in world.alternatives(whole)):
            return world.unknown("sum")  # it is another one with each item
    return whole


@model("builtins.next")
def _next(world: Machine, given: Arguments, node: ast.AST) -> Value:
    some, default = given.get(0, "") or NONE, given.get(1, "default")
    if isinstance(some, Generator):
        some = world.begun(some, node)
    if not isinstance(some, Collection):
        items = items_of(world, some, node)
        return one_of(*items.all) if items.all else world.unknown("next")
    items = whole_items(world, some, node)
    if items.known:
        return world.models.call_method(some, "pop", Arguments([Const(0)]), node)
    if items.rest is None:
        return world.raised("StopIteration") if default is None else default
    world.is_risky = True
    return items.rest if default is None else one_of(items.rest, default)


@model("builtins.len")
def _len(world: Machine, given: Arguments, node: ast.AST) -> Value:
    return world.each(given.get(0, "") or NONE, lambda one: _length(world, one, node))


def _length(world: Machine, value: Value, node: ast.AST) -> Value:
    if isinstance(value, Instance):
        found = found_in(world, mro_of(value.cls), "__len__")
        if isinstance(found, Function):
            return world.invoke(found, Arguments(), node, value)
    if isinstance(value, Const):
        return computed(world, len, value) or world.unknown("len")
    items = None if isinstance(value, Unknown) else whole_items(world, value, node)
    if items is None or (items.rest is not None and not isinstance(value, Collection)):
        return (
            world.unknown("len") if isinstance(value, Dictionary) else world.derived("len", value)
        )
    number = counted(world, items)
    return world.derived("len", value, items) if number is None else number


def _some(is_any: bool) -> Model:
    """``any`` and ``all``: the first item that decides."""

    def some(world: Machine, given: Arguments, node: ast.AST) -> Value:
        some = given.get(0, "")
        if isinstance(some, Generator):
            return world.search(some, is_any, node)
        items = whole_items(world, some, node)
        if items.rest is None:
            return _decided(world, items, is_any)
        is_known = is_any in map(world.is_true, items.known)
        return Const(is_any) if is_known else world.unknown("truth")

    return some


def _decided(world: Machine, items: Items, is_any: bool) -> Value:
    """Whether any of some items is true, or all are: each may be the first one that decides."""
    passed, cases = OPEN, list[Guard]()
    for each in items.known:
        decides, goes_on = world.truth(each) if is_any else world.truth(each)[::-1]
        if decides is not None and not apart(passed, decides):
            cases.append(passed | decides)
        if goes_on is None or apart(passed, goes_on):
            break
        passed |= goes_on
    else:
        if not cases:
            return Const(not is_any)
        of = world.derived("any" if is_any else "all", items)
        ends = reduce(weakened, cases) | {Predicate(of, "truth", (), is_any, cases)}
        goes = passed | {Predicate(of, "truth", (), not is_any)}
        return Condition(ends, goes) if is_any else Condition(goes, ends)
    return Const(is_any)


FUNCTIONS.update({"builtins.any": _some(True), "builtins.all": _some(False)})


def _extreme(function: Callable[..., Any], sign: str) -> Model:
    """``min`` and ``max``."""

    def extreme(world: Machine, given: Arguments, node: ast.AST) -> Value:
        items = Items(given.positional)
        if len(given.positional) == 1 and not given.is_open:
            items = whole_items(world, given.positional[0], node)
        default = given.keywords.get("default")
        if items.rest is None and not items.known and default is not None:
            return default
        if items.rest is None and "key" not in given.keywords and not given.is_open:
            whole = Collection("list", items, world.state.tick())
            result = computed(world, function, whole)
            if result is not None:
                return result
        several = [*items.all, *([] if default is None else [default])]
        return one_of(*several) if several and not given.is_open else world.unknown(sign)

    return extreme


FUNCTIONS.update(
    {"builtins.min": _extreme(min, "least"), "builtins.max": _extreme(max, "greatest")}
)


def _pure(function: Callable[..., Any]) -> Model:
    """A function of constants; what it gives of other values, a library may say."""
    path = f"builtins.{function.__name__}"

    def pure(world: Machine, given: Arguments, node: ast.AST) -> Value:
        if len(given.positional) != 1 or given.keywords or given.is_open:
            return plain(world, given, node)
        first = world.spelled(given.positional[0])
        return world.each(first, lambda one: plain(world, Arguments([one]), node))

    def plain(world: Machine, given: Arguments, node: ast.AST) -> Value:
        if not given.keywords and not given.is_open:
            result = computed(world, function, *given.positional)
            if result is not None:
                return result
        other = world.models.library(path)
        return world.unknown(path) if other is None else other(world, given, node)

    return pure


for _each in (int, float, str, abs, round, divmod, repr, ascii, format, ord, chr, pow, bin, hex):
    FUNCTIONS[f"builtins.{_each.__name__}"] = _pure(_each)


@model("builtins.bool")
def _bool(world: Machine, given: Arguments, node: ast.AST) -> Value:
    value = given.get(0, "")
    if value is None:
        return FALSE
    true, false = world.truth(value)
    if true is None or false is None:
        return FALSE if true is None else TRUE
    return Condition(true, false)
