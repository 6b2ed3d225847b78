"""Functions that go over values: ``zip``, ``map``, ``sum``, ``itertools`` and their like."""

from __future__ import annotations

from collections.abc import Callable

from tapelint.source import tree
from tapelint.tape.autograd import dead_terms, gradient_pages, graph, views
from tapelint.tape.domain.summary_items import bag
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    ContainerKind,
    ContainerRecord,
    Either,
    Function,
    Instance,
    LibraryObject,
    Number,
    Tensor,
    Text,
    Value,
)
from tapelint.tape.machine.frames import Arguments
from tapelint.tape.machine.machine import Machine
from tapelint.tape.models import containers, layers, objects
from tapelint.tape.models.gone_over import GoneOver
from tapelint.torch_api.gradient_flag import FLAG

MOST_NUMBERS = 4
"""How many numbers a ``range`` gives one by one."""
MOST_IN_ROWS = 8
"""How many known rows a ``zip`` gives one by one."""


def asks_for_flag(test: tree.Node) -> bool:
    """Whether a test is of ``requires_grad``: what fails it is not trained anyway."""
    return isinstance(test, tree.Attribute) and test.attr.value == FLAG


def pick(machine: Machine, value: Value) -> None:
    """Of the tensors that a value may be, some are meant, and nobody knows which."""
    record = machine.tensor_record(value)
    members = [each.identity for each in record.members] if record is not None else []
    if isinstance(value, Tensor) and (members[1:] or not machine.many.isdisjoint(members)):
        machine.picked.add(value.identity)


def some_of(machine: Machine, record: ContainerRecord) -> tuple[Value, ...]:
    """What stands for some of the values in a list; of parameters it is not known for which."""
    held = [machine.tensor_record(each) for each in record.held]
    if not all(each is not None and each.is_parameter for each in held):
        return bag(record.held)
    some = machine.any_of(record.held)
    pick(machine, some)
    return (some,)


def _unzip(machine: Machine, rows: Value) -> Value:
    """``zip(*rows)``: the columns."""
    row = containers.element(machine, rows)
    record = machine.container_record(row)
    fields = record.items if record is not None and not record.rest else ()
    columns = tuple(machine.new_container(ContainerKind.TUPLE, rest=(each,)) for each in fields)
    return machine.new_container(ContainerKind.ITERATOR, columns, is_open=not columns)


def _zip(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    if len(arguments.spread) == 1 and not arguments.positional:
        return _unzip(machine, arguments.spread[0])
    records = [machine.container_record(value) for value, _ in arguments.positional]
    columns = [iterated(machine, value, argument) for value, argument in arguments.positional]
    counts = {len(record.items) for record in records if record and not record.rest}
    same_length = len(counts) == 1 and all(
        record is not None
        and not (record.rest or record.is_open)
        and record.kind is not ContainerKind.DICT  # which gives its keys
        for record in records
    )
    if same_length and 0 < next(iter(counts)) <= 8:
        rows = tuple(
            machine.new_container(ContainerKind.TUPLE, row)
            for row in zip(*(record.items for record in records if record), strict=True)
        )
        return machine.new_container(ContainerKind.ITERATOR, rows)
    row = machine.new_container(ContainerKind.TUPLE, tuple(columns))
    is_of_modules = any(isinstance(value, LibraryObject) for value, _ in arguments.positional)
    first = (row,) if is_of_modules else ()  # a list of layers is not empty
    return machine.new_container(ContainerKind.ITERATOR, first, (row,))


def _enumerate(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    given = arguments.pair(0)
    begin = arguments.at(1, "start") or Number(value=0)
    first_number = begin.value if isinstance(begin, Number) else None
    items = in_turn(machine, *given, MOST_IN_ROWS) if given is not None else None
    if items is not None and isinstance(first_number, int):
        rows = tuple(
            machine.new_container(ContainerKind.TUPLE, (Number(value=number), item))
            for number, item in enumerate(items, first_number)
        )
        return machine.new_container(ContainerKind.ITERATOR, rows)
    value = iterated(machine, *given) if given else UNKNOWN
    row = machine.new_container(ContainerKind.TUPLE, (Number(), value))
    record = machine.container_record(given[0]) if given is not None else None
    is_filled = record is not None and bool(record.items)
    is_filled = is_filled or (given is not None and isinstance(given[0], LibraryObject))
    first = (row,) if is_filled else ()
    return machine.new_container(ContainerKind.ITERATOR, first, (row,))


def _range(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """Few numbers one by one; more of them as any number."""
    bounds = [each.value if isinstance(each, Number) else None for each in arguments.values]
    if not arguments.spread and 1 <= len(bounds) <= 3:
        known = [each for each in bounds if isinstance(each, int)]
        if len(known) == len(bounds) and 0 not in known[2:]:
            numbers = range(*known)
            first = tuple(Number(value=each) for each in numbers[:MOST_NUMBERS])
            rest = (Number(),) if numbers[MOST_NUMBERS:] else ()
            return machine.new_container(ContainerKind.ITERATOR, first[: 1 if rest else None], rest)
    return machine.new_container(ContainerKind.ITERATOR, rest=(Number(),))


def _chain(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.chain(...)``: one after the other."""
    joined = machine.new_container(ContainerKind.ITERATOR)
    for value in arguments.values:
        containers.extend(machine, joined, value)
    return joined


def _map(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    if len(arguments.positional) < 2:
        return UNKNOWN
    function = arguments.positional[0][0]
    given = arguments.positional[1:]
    items = in_turn(machine, *given[0], MOST_IN_ROWS) if len(given) == 1 else None
    if items:
        each = given[0][1]
        rows = [machine.call(function, Arguments(((item, each),)), node) for item in items]
        return machine.new_container(ContainerKind.ITERATOR, tuple(rows))
    elements = tuple((iterated(machine, value, each), each) for value, each in given)
    gone_over = GoneOver(machine, given[0][0])
    if len(given) == 1:
        gone_over.begin_round(elements[0][0])
    made = machine.call(function, Arguments(elements), node)
    gone_over.end_rounds()
    return machine.new_container(ContainerKind.ITERATOR, rest=(made,))


def _filter(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    given = arguments.pair(1)
    if given is None:
        return UNKNOWN
    record = machine.container_record(given[0])
    if record is None:
        return UNKNOWN
    function = arguments.at(0)
    unit = function.unit if isinstance(function, Function) else None
    is_of_flag = unit is not None and asks_for_flag(getattr(unit.node, "body", unit.node))
    rest = bag(record.held) if is_of_flag else some_of(machine, record)
    made = machine.new_container(ContainerKind.ITERATOR, rest=rest, is_open=record.is_open)
    if gradient_pages.exhausted_by(machine, given[0]):
        gradient_pages.note_iterator(machine, made)
    return made


def _sum(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``sum(values)``: of tensors and numbers a tensor, of lists one list."""
    given = arguments.pair(0)
    if given is None:
        return UNKNOWN
    record = machine.container_record(given[0])
    start = machine.container_record(arguments.at(1, "start") or UNKNOWN)
    if start is not None and record is not None:
        joined = machine.new_container(start.kind, start.items, start.rest, (), start.is_open)
        for value in record.held:
            containers.extend(machine, joined, value)
        return joined
    each = iterated(machine, *given)
    if record is not None and any(isinstance(value, Number) for value in record.held):
        tensors = tuple(value for value in record.held if isinstance(value, Tensor))
        if tensors and all(isinstance(value, (Tensor, Number)) for value in record.held):
            each = machine.one_of(machine.any_of(tensors))  # whatever the numbers add
    if isinstance(each, Tensor):
        result = graph.result(
            machine, "add", [(each, given[1]), (each, given[1])], node, each.power
        )
        summed = machine.tensor_record(result)
        if summed is not None and summed.graph is not None:
            dead_terms.note(machine, "add", [given], summed.graph)
        return result
    return each if isinstance(each, Number) else UNKNOWN


def _largest(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    if len(arguments.positional) == 1:
        return iterated(machine, *arguments.positional[0])
    return machine.any_of(tuple(value for value, _ in arguments.positional))


def _next(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    given = arguments.pair(0)
    if given is None:
        return UNKNOWN
    gone = gradient_pages.exhausted_by(machine, given[0])
    value = iterated(machine, *given)
    pick(machine, value)
    if gone == (None,):  # one of its values, and others are left
        gradient_pages.note_iterator(machine, given[0])
    return value


def _chain_of_one(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.chain.from_iterable(lists)``."""
    joined = machine.new_container(ContainerKind.ITERATOR)
    record = machine.container_record(arguments.at(0) or UNKNOWN)
    for value in record.held if record is not None else (UNKNOWN,):
        containers.extend(machine, joined, value)
    return joined


def _zip_longest(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.zip_longest(...)``: what is short ends with a filler."""
    filler = arguments.at(None, "fillvalue") or NONE
    return _rows(
        machine,
        [
            machine.any_of((iterated(machine, value, each), filler))
            for value, each in arguments.positional
        ],
    )


def _product(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.product(...)``: rows with any value of each."""
    return _rows(machine, [iterated(machine, *each) for each in arguments.positional])


def _combinations(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.combinations(values, 2)`` and its like: rows of values."""
    given, count = arguments.pair(0), arguments.at(1, "r")
    if given is None:
        return UNKNOWN
    width = count.value if isinstance(count, Number) else None
    columns = width if isinstance(width, int) and 0 < width <= MOST_IN_ROWS else 2
    return _rows(machine, [iterated(machine, *given)] * columns)


def _rows(machine: Machine, columns: list[Value]) -> Value:
    row = machine.new_container(ContainerKind.TUPLE, tuple(columns))
    return machine.new_container(ContainerKind.ITERATOR, rest=(row,))


def _some(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.islice(values, n)`` and its like: some of the values."""
    return _those_of(machine, arguments.at(0))


def _all_of(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.cycle(values)``: the values, once or more."""
    record = machine.container_record(arguments.at(0) or UNKNOWN)
    if record is None:
        return UNKNOWN
    return machine.new_container(
        ContainerKind.ITERATOR, rest=bag(record.held), is_open=record.is_open
    )


def _some_of_second(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.takewhile(test, values)`` and its like: some of the values."""
    return _those_of(machine, arguments.at(1))


def _those_of(machine: Machine, given: Value | None) -> Value:
    record = machine.container_record(given or UNKNOWN)
    if record is None:
        return UNKNOWN
    rest = some_of(machine, record)
    return machine.new_container(ContainerKind.ITERATOR, rest=rest, is_open=record.is_open)


def _repeat(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.repeat(value)``: the same value again and again."""
    return machine.new_container(ContainerKind.ITERATOR, rest=(arguments.at(0) or UNKNOWN,))


def _tee(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.tee(values)``: several iterators over the same values."""
    same = _all_of(machine, arguments, node)
    return machine.new_container(ContainerKind.TUPLE, (same, same))


def _starmap(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.starmap(function, rows)``: called with the values of each row."""
    function, given = arguments.at(0), arguments.pair(1)
    if function is None or given is None:
        return UNKNOWN
    row = machine.container_record(iterated(machine, *given))
    if row is None or row.rest or row.is_open:
        return UNKNOWN
    values = tuple((value, given[1]) for value in row.items)
    made = machine.call(function, Arguments(values), node)
    return machine.new_container(ContainerKind.ITERATOR, rest=(made,))


def _reduce(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``functools.reduce(function, values, start)``: two rounds show what is carried on."""
    function, given, start = arguments.at(0), arguments.pair(1), arguments.at(2)
    if function is None or given is None:
        return UNKNOWN
    total = start if start is not None else iterated(machine, *given)
    for _ in range(2):
        total = _combined(machine, function, total, given, node)
    return total


def _combined(
    machine: Machine,
    function: Value,
    total: Value,
    given: tuple[Value, tree.BaseExpression],
    node: tree.Call,
) -> Value:
    each = iterated(machine, *given)
    return machine.call(function, Arguments(((total, given[1]), (each, given[1]))), node)


def _accumulate(machine: Machine, arguments: Arguments, node: tree.Call) -> Value:
    """``itertools.accumulate(values, function)``: sums, or what a function makes of them."""
    given, function = arguments.pair(0), arguments.at(1, "func")
    if given is None:
        return UNKNOWN
    first = iterated(machine, *given)
    made = [first]
    for _ in range(2):
        if function is not None:
            made.append(_combined(machine, function, made[-1], given, node))
        elif isinstance(first, Tensor):
            operands = [(made[-1], given[1]), (first, given[1])]
            made.append(graph.result(machine, "add", operands, node, first.power))
    return machine.new_container(ContainerKind.ITERATOR, rest=bag(tuple(made)))


FUNCTIONS: dict[str, Callable[[Machine, Arguments, tree.Call], Value]] = {
    "builtins.zip": _zip,
    "builtins.enumerate": _enumerate,
    "builtins.range": _range,
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.sum": _sum,
    "builtins.max": _largest,
    "builtins.min": _largest,
    "builtins.next": _next,
    "functools.reduce": _reduce,
    "itertools.accumulate": _accumulate,
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _chain_of_one,
    "itertools.combinations": _combinations,
    "itertools.combinations_with_replacement": _combinations,
    "itertools.cycle": _all_of,
    "itertools.dropwhile": _some_of_second,
    "itertools.filterfalse": _some_of_second,
    "itertools.islice": _some,
    "itertools.pairwise": _combinations,
    "itertools.permutations": _combinations,
    "itertools.product": _product,
    "itertools.repeat": _repeat,
    "itertools.starmap": _starmap,
    "itertools.takewhile": _some_of_second,
    "itertools.tee": _tee,
    "itertools.zip_longest": _zip_longest,
}
"""What goes over values, by canonical name."""


def in_turn(
    machine: Machine, value: Value, node: tree.BaseExpression, most: int
) -> tuple[Value, ...] | None:
    """The few items that a ``for`` over a value gives; ``None`` if not all are known, or many."""
    record = machine.container_record(value)
    if record is None or record.rest or record.is_open or record.kind is ContainerKind.DICT:
        return None
    if len(record.items) > most:
        return None
    gradient_pages.note_exhausted(machine, value, node)
    return record.items


def iterated(machine: Machine, value: Value, node: tree.BaseExpression) -> Value:
    """What a ``for`` over a value gives, as one value."""
    if isinstance(value, Either):
        return machine.of_each(value, lambda each: iterated(machine, each, node))
    if isinstance(value, Tensor):
        return views.view(machine, value, node)
    if machine.container_record(value) is not None:
        gradient_pages.note_exhausted(machine, value, node)
        return containers.element(machine, value)
    if isinstance(value, Instance):
        return objects.each(machine, value, node)
    if layers.dict_of(machine, value) is not None:
        return Text()
    if isinstance(value, LibraryObject):
        return machine.any_of(layers.children(machine, value))
    if isinstance(value, Array):
        return Array(is_guess=value.is_guess)
    return UNKNOWN
