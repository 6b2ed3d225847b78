"""The laws of the join, over values and records as the tape makes them.

Joined values have identities of their own, so they are compared by what they say: see ``meaning``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import reduce
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tapelint.source import tree
from tapelint.source.parsed import Parsed
from tapelint.tape.domain import powers
from tapelint.tape.domain.alternatives import MOST_OPTIONS
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.domain.summary_items import MOST_IN_A_BAG, bag
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    Class,
    Container,
    ContainerKind,
    ContainerRecord,
    Distribution,
    Either,
    Function,
    GradModeContext,
    Instance,
    LibraryObject,
    Member,
    Method,
    Number,
    ObjectRecord,
    Symbol,
    Tensor,
    TensorRecord,
    Text,
    Value,
)
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.project import Project

UNITS = (ClassUnit("One", None), ClassUnit("Two", None))
STEP = ClassUnit("Step", None, fields=("a", "b"), is_tuple=True)
Make = Callable[[Machine], Value]


# --- random values: recipes, since a value lives in a machine ---------------------------------

TRUTHS = st.sampled_from(Truth)
FLAGS = st.booleans()


def tensor(truth: Truth, leaf: Truth, parameter: bool, guess: bool, part: bool) -> Make:
    return lambda machine: machine.new_tensor(
        None, truth, leaf, is_parameter=parameter, is_guess=guess, is_part=part
    )


def container(kind: ContainerKind, items: list[Make], rest: list[Make], is_open: bool) -> Make:
    def make(machine: Machine) -> Value:
        keys = tuple(f"key{at}" for at in range(len(items))) if kind is ContainerKind.DICT else ()
        held = tuple(each(machine) for each in items)
        return machine.new_container(
            kind, held, tuple(each(machine) for each in rest), keys, is_open
        )

    return make


def instance(unit: ClassUnit, values: list[Make]) -> Make:
    def make(machine: Machine) -> Value:
        made = Instance(unit, machine.new_identity())
        for name, value in zip("ab", values, strict=False):
            machine.set_attribute(made, name, value(machine))
        return made

    return make


def layer(kind: str, values: list[Make]) -> Make:
    def make(machine: Machine) -> Value:
        made = machine.new_object(kind)
        for name, value in zip("ab", values, strict=False):
            machine.set_attribute(made, name, value(machine))
        return made

    return make


def constant(value: Value) -> Make:
    return lambda machine: value


PLAIN = st.one_of(
    st.sampled_from([UNKNOWN, NONE, Array(), Number(), Text()]),
    st.builds(lambda value: Number(value=value), st.integers(0, 2)),
    st.builds(Text, st.sampled_from(["a", "b"])),
    st.builds(Symbol, name=st.sampled_from(["torch.relu", "torch.nn"])),
    st.builds(GradModeContext, enabled=TRUTHS),
    st.builds(Distribution, kind=st.sampled_from(["Normal", "Beta"])),
).map(constant)
TENSORS = st.builds(tensor, TRUTHS, TRUTHS, FLAGS, FLAGS, FLAGS)
SIMPLE = PLAIN | TENSORS | TENSORS
FUNCTIONS = tuple(
    FunctionUnit(each.name.value, each, ())
    for each in Parsed("".join(f"def {name}(): pass\n" for name in "fgh"), "x.py").module.body
    if isinstance(each, tree.FunctionDef)
)


def distribution(kind: str, loc: Make) -> Make:
    return lambda machine: Distribution(kind, (("loc", loc(machine)),))


def bound(unit: FunctionUnit, receiver: Make) -> Make:
    return lambda machine: Function(unit, receiver(machine))


def containers_of(*kinds: ContainerKind) -> st.SearchStrategy[Make]:
    held = st.lists(SIMPLE, max_size=2)
    return st.builds(container, st.sampled_from(kinds), held, st.lists(SIMPLE, max_size=1), FLAGS)


OBJECTS = st.builds(instance, st.sampled_from(UNITS), st.lists(SIMPLE, max_size=2))
LAYERS = st.builds(
    layer,
    st.sampled_from([f"torch.nn.{kind}" for kind in ("Linear", "ReLU", "Tanh", "Sigmoid", "ELU")]),
    st.lists(SIMPLE, max_size=1),
)
ALTERNATIVES = st.one_of(
    OBJECTS,
    LAYERS,
    st.builds(distribution, st.sampled_from(["Normal", "Beta"]), SIMPLE),
    st.builds(bound, st.sampled_from(FUNCTIONS), OBJECTS),
    st.sampled_from([*map(Function, FUNCTIONS), *map(Class, UNITS)]).map(constant),
    st.just(constant(Symbol(name="torch.relu"))),
)
"""Of more classes and kinds than are told apart."""

FAMILIES: tuple[st.SearchStrategy[Make], ...] = (
    SIMPLE,
    TENSORS,
    containers_of(ContainerKind.TUPLE),
    containers_of(ContainerKind.LIST),
    containers_of(ContainerKind.DICT),
    containers_of(ContainerKind.ARRAY) | st.just(constant(Array())),
    containers_of(*ContainerKind) | SIMPLE,
    st.builds(
        instance, st.sampled_from([UNITS[0], UNITS[0], UNITS[1]]), st.lists(SIMPLE, max_size=2)
    ),
    st.builds(instance, st.just(STEP), st.lists(SIMPLE, max_size=2)),
    st.builds(
        layer, st.sampled_from(["torch.nn.Linear", "torch.nn.ReLU"]), st.lists(SIMPLE, max_size=1)
    ),
    ALTERNATIVES,
    ALTERNATIVES,
    st.builds(
        container,
        st.just(ContainerKind.LIST),
        st.lists(LAYERS, max_size=2),  # three of them are no more than a bag holds
        st.just([]),
        st.just(False),
    ),
)


def of_a_family(count: int) -> st.SearchStrategy[tuple[Make, ...]]:
    """Values that are alike enough for their join to say something."""
    return st.sampled_from(FAMILIES).flatmap(lambda family: st.tuples(*[family] * count))


# --- what a value says ------------------------------------------------------------------------


def meaning(machine: Machine, value: Any) -> Hashable:
    """What a value or a record says, without the identities that the join gave it."""
    if isinstance(value, Tensor):
        record = machine.tensor_record(value)
        assert record is not None
        return said_of_tensor(record, value.identity)
    if isinstance(value, TensorRecord):
        return said_of_tensor(value, 0)
    if isinstance(value, Either):
        return ("either", together(machine, value.options))
    if isinstance(value, Distribution):
        arguments = frozenset((name, meaning(machine, each)) for name, each in value.arguments)
        return ("distribution", value.kind, arguments)
    if isinstance(value, Function):
        return ("function", value.unit, meaning(machine, value.receiver))
    if isinstance(value, Instance):
        return ("instance", value.unit.name if value.unit else "", attributes(machine, value))
    if isinstance(value, LibraryObject):
        return ("layer", value.kind, attributes(machine, value))
    if isinstance(value, ObjectRecord):
        return frozenset((name, meaning(machine, each)) for name, each in value.attributes)
    if isinstance(value, Container):
        held = machine.container_record(value)
        assert held is not None
        return said_of_container(machine, held)
    if isinstance(value, ContainerRecord):
        return said_of_container(machine, value)
    return value


def said_of_tensor(record: TensorRecord, identity: int) -> Hashable:
    members = record.members or (Member(identity),)
    return (
        "tensor",
        record.requires_grad,
        record.is_leaf,
        record.may_train,
        record.is_parameter,
        record.is_guess,
        record.is_part,
        frozenset(each.identity for each in members),
    )


def said_of_container(machine: Machine, held: ContainerRecord) -> Hashable:
    """What it may hold.

    Tuples of different lengths lose their places; what had been joined place by place before is
    one value then, else several. So of tuples it is compared what any item may be.
    """
    if held.kind is ContainerKind.DICT:
        entries = frozenset(
            (key, meaning(machine, each)) for key, each in zip(held.keys, held.items, strict=True)
        )
        return (held.kind, entries, together(machine, held.rest), held.is_open)
    if held.kind is ContainerKind.TUPLE:
        items = reduce(machine.join, held.held) if held.held else None
        return (held.kind, meaning(machine, items), held.is_open)
    orders = frozenset(tuple(meaning(machine, each) for each in order) for order in held.sequences)
    return (held.kind, together(machine, held.held), held.is_open, orders)


def together(machine: Machine, values: tuple[Value, ...]) -> Hashable:
    return frozenset(meaning(machine, each) for each in values)


def attributes(machine: Machine, value: Value) -> Hashable:
    record = machine.attributes(value)
    assert record is not None
    return meaning(machine, record)


def below(machine: Machine, one: Value, two: Value) -> bool:
    """Whether ``two`` says no more than ``one``: their join is ``two``."""
    return meaning(machine, machine.join(one, two)) == meaning(machine, two)


# --- the laws ---------------------------------------------------------------------------------


def made(makes: tuple[Make, ...]) -> tuple[Machine, list[Value]]:
    machine = Machine(Project())
    return machine, [make(machine) for make in makes]


@given(of_a_family(1))
def test_the_join_is_idempotent(makes: tuple[Make, ...]) -> None:
    machine, (value,) = made(makes)
    assert machine.join(value, value) == value


@given(of_a_family(2))
def test_the_join_is_commutative(makes: tuple[Make, ...]) -> None:
    machine, (one, two) = made(makes)
    assert meaning(machine, machine.join(one, two)) == meaning(machine, machine.join(two, one))


@given(of_a_family(3))
def test_the_join_is_associative(makes: tuple[Make, ...]) -> None:
    machine, (one, two, three) = made(makes)
    left = machine.join(machine.join(one, two), three)
    right = machine.join(one, machine.join(two, three))
    assert meaning(machine, left) == meaning(machine, right)


@given(of_a_family(2))
def test_the_join_says_no_more_than_either(makes: tuple[Make, ...]) -> None:
    machine, (one, two) = made(makes)
    joined = machine.join(one, two)
    assert below(machine, one, joined)
    assert below(machine, two, joined)


@given(of_a_family(3))
def test_the_join_is_monotone(makes: tuple[Make, ...]) -> None:
    machine, (one, more, other) = made(makes)
    more = machine.join(one, more)
    assert below(machine, machine.join(one, other), machine.join(more, other))


@given(st.lists(st.tuples(SIMPLE, SIMPLE), min_size=3, max_size=3))
def test_tuples_of_one_length_are_joined_place_by_place(rows: list[tuple[Make, Make]]) -> None:
    machine = Machine(Project())
    columns = [[make(machine) for make in column] for column in zip(*rows, strict=True)]
    tuples = [
        machine.new_container(ContainerKind.TUPLE, pair) for pair in zip(*columns, strict=True)
    ]
    joined = machine.container_record(reduce(machine.join, tuples))
    expected = [reduce(machine.join, column) for column in columns]
    assert joined is not None
    assert not joined.rest
    assert [meaning(machine, each) for each in joined.items] == [
        meaning(machine, each) for each in expected
    ]


def test_what_is_put_into_a_full_bag_is_not_lost_behind_numbers() -> None:
    machine = Machine(Project())
    numbers = tuple(Number(value=each) for each in range(MOST_IN_A_BAG + 1))
    tensor = machine.new_tensor(None, Truth.YES, Truth.NO)
    assert bag((*numbers, tensor)) == (Number(), tensor)


def test_a_number_gives_way_with_its_power() -> None:
    """So the order of three may matter: a deviation that begins as a number stays one."""
    machine = Machine(Project())
    deviation = machine.new_tensor(None, Truth.NO, Truth.YES, power=powers.DEVIATION)
    assert machine.join(deviation, Number(power=powers.VARIANCE)).power == powers.DEVIATION
    assert machine.join(Number(power=powers.VARIANCE), deviation).power == powers.DEVIATION


def test_tuples_of_different_lengths_lose_their_places() -> None:
    """What was joined place by place before is one value in the bag, else several."""
    machine = Machine(Project())
    one, two, three = (
        machine.new_container(ContainerKind.TUPLE, items)
        for items in ((NONE, UNKNOWN), (UNKNOWN, NONE), ())
    )
    early = machine.container_record(machine.join(machine.join(one, two), three))
    late = machine.container_record(machine.join(one, machine.join(two, three)))
    assert early is not None
    assert late is not None
    assert set(early.held) == {UNKNOWN}
    assert set(late.held) == {UNKNOWN, NONE}


def test_alternatives_of_one_choice_stay_together() -> None:
    """A method of either of two objects is bound to the one that was chosen."""
    machine = Machine(Project())
    net = machine.join(*(Instance(unit, machine.new_identity()) for unit in UNITS))
    assert isinstance(net, Either)
    methods = machine.of_each(net, lambda each: Method(each, "forward"))
    assert isinstance(methods, Either)
    assert methods.choice == net.choice
    seen: list[tuple[Value, Value]] = []

    def call(method: Value) -> Value:
        machine.for_each(net, lambda each: seen.append((method, each)))
        return UNKNOWN

    machine.of_each(methods, call)
    assert seen == [(Method(each, "forward"), each) for each in net.options]


def test_too_many_alternatives_are_unknown() -> None:
    machine = Machine(Project())
    symbols = [Symbol(name=f"torch.f{at}") for at in range(MOST_OPTIONS + 1)]
    assert isinstance(reduce(machine.join, symbols[:-1]), Either)
    assert reduce(machine.join, symbols) == UNKNOWN


# --- records and states -----------------------------------------------------------------------

RECORDS = st.one_of(
    st.lists(SIMPLE, max_size=2).map(lambda makes: container(ContainerKind.LIST, makes, [], False)),
    st.lists(SIMPLE, max_size=2).map(lambda makes: instance(UNITS[0], makes)),
    TENSORS,
)


def record_of(machine: Machine, value: Value) -> Any:
    assert isinstance(value, (Tensor, Container, Instance))
    return machine.state.get(value.identity, ObjectRecord())


@given(RECORDS.flatmap(lambda make: st.tuples(st.just(make), RECORDS, RECORDS)))
def test_records_of_one_identity_join_by_the_same_laws(makes: tuple[Make, ...]) -> None:
    machine, values = made(makes)
    one, two, three = (record_of(machine, value) for value in values)
    if not type(one) is type(two) is type(three):
        return

    def say(record: Any) -> Hashable:
        return meaning(machine, record)

    join = machine.join_records
    assert say(join(one, one)) == say(one)
    assert say(join(one, two)) == say(join(two, one))
    assert say(join(join(one, two), three)) == say(join(one, join(two, three)))


@given(st.permutations(range(3)), st.tuples(SIMPLE, SIMPLE, SIMPLE))
def test_paths_meet_in_any_order(order: list[int], makes: tuple[Make, ...]) -> None:
    """What a variable may be does not depend on which branch is looked at first."""

    def after(paths: list[int]) -> Hashable:
        machine = Machine(Project())
        values = [make(machine) for make in makes]
        base = machine.state
        base.set((0, "x"), UNKNOWN)
        ends = [base.fork() for _ in values]
        for end, value in zip(ends, values, strict=True):
            end.set((0, "x"), value)
        base.absorb([ends[at] for at in paths], machine.join_cells)
        return meaning(machine, base.get((0, "x")))

    assert after(order) == after([0, 1, 2])
