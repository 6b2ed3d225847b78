"""Laws of what the core knows: of joins, of guards, and of the one trail.

The trail is tried with random programs of forks, writes and ways out, against copies of the whole
memory: a way that is cut back leaves no trace, and where ways meet all of them have arrived.
"""

from __future__ import annotations

import itertools
import random

import pytest

import tapelint.core.models.python
import tapelint.explaining.recorder  # noqa: F401
from tapelint.core.domain.alternatives import Either, joined_values
from tapelint.core.domain.certainty import (
    MAYBE,
    NO,
    YES,
    Certainty,
    all_of,
    any_of,
    joined,
    meeting,
)
from tapelint.core.domain.fields import DECLARED, Field, Items, join_log
from tapelint.core.domain.predicate import IS_A, Guard, Predicate
from tapelint.core.domain.predicates import (
    DOUBT,
    OPEN,
    apart,
    is_doubtful,
    is_impossible,
    one_of_both,
    weakened,
)
from tapelint.core.domain.state import Mark, State, Way
from tapelint.core.domain.values import UNBOUND, Const, Obj, Symbol, Unknown, Value

CERTAINTIES = [YES, NO, MAYBE, Certainty(True, True, frozenset("a")), MAYBE.assuming("b")]
X, Y = Unknown("x"), Unknown("y")
PREDICATES = [
    Predicate(X, "in", {0}),
    Predicate(X, "in", {0, 1}),
    Predicate(X, "truth"),
    Predicate(X, "lt", {1}),
    Predicate(X, "ge", {2}),
    Predicate(Y, "in", {None}),
]
PREDICATES += [~each for each in PREDICATES]
GUARDS = [OPEN, *(frozenset([each]) for each in PREDICATES)]
GUARDS += [frozenset(each) for each in itertools.combinations(PREDICATES[:6], 2)]
VALUES: list[Value] = [Const(0), Const(None), X, Y, Const("text")]
MAYBE_X = Either([(X, OPEN), (UNBOUND, OPEN)])
TAILED = [Items((), None, (MAYBE_X,)), Items((X,), None, (MAYBE_X,)), Items((Y,), None, (X, Y))]
CONTENTS: dict[type, list[object]] = {
    Items: [Items(), Items((X,)), Items((X, Y)), Items((X,), Y), Items((), Const(0)), *TAILED],
    bool: [False, True],
    int: [0, 1, 2],
    frozenset: [frozenset(), frozenset([1]), frozenset([1, 2])],
    Certainty: list(CERTAINTIES),
    Const: [Const(None), Const(True), Const(1), X],
    type(None): [None, ("a",), ("b", "c")],
}


@pytest.mark.parametrize("one", CERTAINTIES)
@pytest.mark.parametrize("other", CERTAINTIES)
def test_certainties_join_in_any_order(one: Certainty, other: Certainty) -> None:
    assert joined(one, other) == joined(other, one)
    assert joined(one, one) == one
    assert any_of([one, other]) == any_of([other, one])
    assert all_of([one, other]) == all_of([other, one])
    for third in CERTAINTIES:
        assert joined(joined(one, other), third) == joined(one, joined(other, third))
    assert joined(one, other).may is (one.may or other.may)
    assert joined(one, other).must is (one.must and other.must)


@pytest.mark.parametrize("declared", DECLARED, ids=repr)
def test_fields_join_in_any_order(declared: Field[object]) -> None:
    contents = CONTENTS[type(declared.default)]
    assert declared.default in contents
    for one, other in itertools.product(contents, repeat=2):
        assert declared.join([(one, OPEN), (one, OPEN)]) == one
        whole = declared.join([(one, OPEN), (other, OPEN)])
        assert declared.join([(other, OPEN), (one, OPEN)]) == whole
        for third in contents:
            behind = declared.join([(other, OPEN), (third, OPEN)])
            left = declared.join([(whole, OPEN), (third, OPEN)])
            assert left == declared.join([(one, OPEN), (behind, OPEN)])


def test_values_join_in_any_order() -> None:
    for one, other, third in itertools.product(VALUES, repeat=3):
        for g, h in itertools.product(GUARDS[:4], repeat=2):
            contents = [(one, g), (other, h), (third, OPEN)]
            whole = joined_values(contents)
            assert whole == joined_values(contents[::-1])
            if isinstance(whole, Either):
                assert len(whole.alternatives) == len({one, other, third})


def _holds(guard: Guard, world: dict[Value, object]) -> bool:
    return all(
        any(_holds(case, world) for case in each.cases)
        if each.cases
        else each.allows(world[each.subject])  # type: ignore[arg-type]
        for each in guard
    )


WORLDS: list[dict[Value, object]] = [{X: x, Y: y} for x in (0, 1, 2, 3) for y in (None, 0, 1)]


def test_guards_say_what_holds_of_real_values() -> None:
    possible = [each for each in GUARDS if not is_impossible(each)]
    for one, other in itertools.product(possible, repeat=2):
        both = [w for w in WORLDS if _holds(one, w) and _holds(other, w)]
        if apart(one, other):
            assert not both, (one, other)
        assert apart(one, other) is apart(other, one)
        weaker = weakened(one, other)
        assert weaker == weakened(other, one)
        for world in WORLDS:
            if _holds(one, world) or _holds(other, world):
                assert _holds(weaker, world), (one, other, weaker)


@pytest.mark.parametrize("seed", range(8))
def test_guards_with_cases_say_what_holds_of_real_values(seed: int) -> None:
    chance = random.Random(seed)
    possible = [each for each in GUARDS if not is_impossible(each)]
    were_apart = 0
    for _ in range(2000):
        one, other, third, fourth, *more = chance.choices(possible, k=6)
        first, second = one_of_both(one, other), one_of_both(third, fourth)
        for world in WORLDS:
            if _holds(one, world) or _holds(other, world):
                assert _holds(first, world), (one, other, first)
        if chance.random() < 0.5:
            first = one_of_both(first, more[0])
        if chance.random() < 0.5:
            second |= more[1]
        both = [world for world in WORLDS if _holds(first, world) and _holds(second, world)]
        if apart(first, second):
            were_apart += 1
            assert not both, (first, second)
        if not (is_impossible(first) or is_impossible(second)):
            assert apart(first, second) is apart(second, first), (first, second)
    assert were_apart > 50


# The trail.


LOG = Field("log of the test", frozenset[object](), join_log)
Snapshot = list[frozenset[object]]
Ways = list[tuple[Way, Snapshot]]


class Program:
    """A random program of forks, writes and ways out, run by the trail and by copies."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.state = State()
        self.objects = [Obj(self.state.tick()) for _ in range(3)]
        self.numbers = itertools.count()

    def content(self, obj: Obj) -> frozenset[object]:
        return self.state.get(obj, LOG)

    def snapshot(self) -> Snapshot:
        return [self.content(each) for each in self.objects]

    def run(
        self, depth: int, exits: list[list[tuple[Way, list[frozenset[object]]]]], marks
    ) -> bool:
        """Run a block; whether its end is reached. The reference is carried by snapshots."""
        chance = self.chance
        for _ in range(chance.randrange(1, 4)):
            kind = chance.choice(("write", "write", "make", "fork", "leave"))
            if kind == "write" or depth == 0:
                obj = chance.choice(self.objects)
                new = frozenset([next(self.numbers)])
                self.state.put(obj, LOG, new if chance.random() < 0.5 else self.content(obj) | new)
            elif kind == "make":
                self.objects.append(Obj(self.state.tick()))
            elif kind == "fork":
                if not self.fork(depth, exits, marks):
                    return False
            elif len(marks) > 1:
                at = chance.randrange(len(marks) - 1)
                exits[at].append((self.state.leave(marks[at]), self.snapshot()))
                return False
        return True

    def fork(self, depth: int, exits: list[Ways], marks: list[Mark]) -> bool:
        before = self.snapshot()
        mark = self.state.fork()
        mine: Ways = []
        ends: Ways = []
        for _ in range(2):
            if self.run(depth - 1, [*exits, mine], [*marks, mark]):
                after = self.snapshot()
                ends.append((self.state.cut(mark), after))
            else:
                self.state.cut(mark)
            assert self.snapshot()[: len(before)] == before, "a way that is cut leaves no trace"
        ways = [*mine, *ends]
        if not ways:
            self.state.close(mark)
            return False
        self.state.meet(mark, [way for way, _ in ways])
        for at, obj in enumerate(self.objects):
            known = [shot[at] for _, shot in ways if at < len(shot)]
            if at < len(before):
                assert self.content(obj) == frozenset().union(*known), "all ways have met"
        return True


@pytest.mark.parametrize("first", range(0, 2000, 200))
def test_the_trail_is_as_good_as_copies(first: int) -> None:
    for seed in range(first, first + 200):
        program = Program(seed)
        program.fork(4, [], [])
        behind = program.state.here()
        program.state.put(program.objects[0], LOG, frozenset())
        assert not program.state.changed(behind), "where no fork is open, nothing is kept"


@pytest.mark.parametrize("one", GUARDS)
def test_one_of_two_ways_is_apart_from_what_both_are_apart_from(one: Guard) -> None:
    for other, third in itertools.product(GUARDS, GUARDS):
        either = one_of_both(one, other)
        assert either == one_of_both(other, one)
        if not any(map(is_impossible, (one, other, third))):
            assert apart(either, third) is (apart(one, third) and apart(other, third))


@pytest.mark.parametrize("one", CERTAINTIES)
def test_where_ways_meet_each_stays_as_sure_as_it_was(one: Certainty) -> None:
    here, there = frozenset([Predicate(X, "truth")]), frozenset([~Predicate(X, "truth")])
    for other in CERTAINTIES:
        whole = meeting([(one, here), (other, there)])
        assert whole == meeting([(other, there), (one, here)])
        assert whole.plain == joined(one, other)
        if whole.ways:
            assert whole.on_ways(here) == [(one, here)]
            assert whole.on_ways(there) == [(other, there)]
            assert ~whole == meeting([(~one, here), (~other, there)])


def test_classes_of_python_exclude_each_other_where_no_object_is_of_both() -> None:
    classes = [int, bool, str, float, list, dict, type(None), object]
    objects = [1, True, "a", 1.5, [1], {}, None, object()]
    for one, other in itertools.product(classes, classes):
        is_one, is_other = (
            Predicate(X, IS_A, [Symbol(f"builtins.{each.__name__}")]) for each in (one, other)
        )
        shared = [each for each in objects if isinstance(each, one) and isinstance(each, other)]
        assert apart(frozenset([is_one]), frozenset([is_other])) is not bool(shared)
        left = [each for each in objects if isinstance(each, one) and not isinstance(each, other)]
        assert apart(frozenset([is_one]), frozenset([~is_other])) is not bool(left)
        for each in (1, True, "a", 1.5, None):
            assert is_one.allows(each) is isinstance(each, one)


def test_of_several_values_each_is_excluded_by_some_test() -> None:
    several = frozenset([Predicate(X, "in", [0, 1])])
    tests = frozenset([Predicate(X, "in", [0], False), Predicate(X, "in", [1], False)])
    assert apart(several, tests)
    assert not apart(several, frozenset(list(tests)[:1]))


def test_cases_exclude_each_other_in_every_choice() -> None:
    x, y = Predicate(X, "truth"), Predicate(Y, "truth")
    same = one_of_both(frozenset([x, y]), frozenset([~x, ~y]))
    different = one_of_both(frozenset([x, ~y]), frozenset([~x, y]))
    assert apart(same, different)
    assert not apart(same, one_of_both(frozenset([x, y]), frozenset([~x, y])))
    doubtful = one_of_both(frozenset([x, DOUBT]), frozenset([~x, y]))
    assert not is_doubtful(doubtful)
    assert is_doubtful(doubtful | {~y})
