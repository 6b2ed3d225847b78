"""States: forking, joining, and the laws of the join."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tapelint.tape.domain.state import State
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import (
    NONE,
    UNKNOWN,
    Array,
    Distribution,
    Either,
    GradModeContext,
    Number,
    Symbol,
    Text,
    Value,
    join_truth,
)
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.project import Project

TRUTHS = st.sampled_from(Truth)
VALUES: st.SearchStrategy[Value] = st.one_of(
    st.just(UNKNOWN),
    st.just(NONE),
    st.just(Array()),
    st.builds(lambda value: Number(value=value), st.integers(0, 2) | st.none()),
    st.builds(lambda value: Text(value), st.sampled_from(["a", "b"]) | st.none()),
    st.builds(Symbol, st.sampled_from(["torch.relu", "torch.nn"])),
    st.builds(GradModeContext, TRUTHS),
    st.builds(Distribution, st.sampled_from(["Normal", "Beta"])),
)


def said(value: Value) -> object:
    """What a value says, in whatever order its alternatives stand."""
    return frozenset(value.options) if isinstance(value, Either) else value


@given(TRUTHS, TRUTHS, TRUTHS)
def test_truths_form_a_semilattice(one: Truth, two: Truth, three: Truth) -> None:
    assert join_truth(one, one) is one
    assert join_truth(one, two) is join_truth(two, one)
    assert join_truth(join_truth(one, two), three) is join_truth(one, join_truth(two, three))


@given(VALUES, VALUES)
def test_the_join_of_values_is_commutative_and_idempotent(one: Value, two: Value) -> None:
    machine = Machine(Project())
    assert machine.join(one, one) == one
    assert said(machine.join(one, two)) == said(machine.join(two, one))


@given(VALUES, VALUES)
def test_nothing_is_certain_of_two_different_things(one: Value, two: Value) -> None:
    joined = Machine(Project()).join(one, two)
    if type(one) is not type(two) and NONE not in (one, two):
        either = Either((one, two), joined.choice) if isinstance(joined, Either) else UNKNOWN
        assert joined in (either, GradModeContext(Truth.UNKNOWN))


def choose(state: State, key: object, left: object, right: object, sides: object) -> object:
    return frozenset((left, right))


def test_a_fork_does_not_touch_its_parent() -> None:
    base = State()
    base.set((1, "x"), "old")
    branch = base.fork()
    branch.set((1, "x"), "new")
    assert (base.get((1, "x")), branch.get((1, "x"))) == ("old", "new")


def test_what_one_branch_changes_joins_with_what_was_before() -> None:
    base = State()
    base.set((0, "x"), "before")
    one, two = base.fork(), base.fork()
    one.set((0, "x"), "changed")
    base.absorb([one, two], choose)
    assert base.get((0, "x")) == {"before", "changed"}


def test_what_one_branch_makes_is_kept_as_it_is() -> None:
    base = State()
    one, two = base.fork(), base.fork()
    identity = one.new_identity()
    one.set(identity, "record")
    one.set((0, "name"), "made on one path")
    base.absorb([one, two], choose)
    assert base.get(identity) == "record"
    assert base.get((0, "name")) == "made on one path"


def test_layers_between_count_as_one() -> None:
    base = State()
    base.set((0, "x"), "before")
    middle = base.fork()
    middle.set((0, "x"), "middle")
    top = middle.fork()
    top.set((0, "y"), "top")
    base.absorb([top], choose)
    assert (base.get((0, "x")), base.get((0, "y"))) == ("middle", "top")
