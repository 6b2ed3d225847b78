"""The laws of every declared domain: what its cells become where paths meet."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapelint.source.spelling import parse_expression
from tapelint.source.tree import Call, Node
from tapelint.tape.domain import deeds, domains
from tapelint.tape.domain.chances import Chances
from tapelint.tape.domain.deeds import Deed, Page
from tapelint.tape.domain.domains import Domain, Lifetime
from tapelint.tape.domain.graph_nodes import (
    Freed,
    GraphNode,
    NodeKind,
    Saved,
    Taken,
    Write,
)
from tapelint.tape.domain.paths import NO_SIDE
from tapelint.tape.domain.powers import Kind, SigmaPower
from tapelint.tape.domain.terms import Chance, DeedKind, Evidence, Truth, WriteForm
from tapelint.tape.domain.values import Number

SOURCES = Path(__file__).parents[2] / "src" / "tapelint"
ALL: tuple[Domain[Any], ...] = (
    *domains.DOMAINS,
    *deeds.DOMAINS,
)
NOWHERE = parse_expression("x")
assert NOWHERE is not None
CALL = parse_expression("x.step()")
assert isinstance(CALL, Call)

_EVENTS = (
    *(Saved, Taken, Write, Freed, Page, Node),
    *(deeds.Evaluated, deeds.FilledInEvaluation, deeds.IdleUse, type(None)),
)
SAVED = [Saved(at, at, NOWHERE, is_result=False) for at in range(3)]
WRITES = [Write(at, NOWHERE, WriteForm.AUGMENTED) for at in range(3)]
EVALUATIONS = [deeds.Evaluated(NOWHERE, (), None, frozenset(), at, acts=True) for at in range(2)]
FILLED = [
    deeds.FilledInEvaluation(NOWHERE, NOWHERE, is_certain=bool(at), moment=at) for at in range(2)
]
FREED = [Freed(NOWHERE, frozenset(), is_certain=True, era=at) for at in range(3)]
NODES = [GraphNode(name, (), (), NOWHERE) for name in ("one", "two")]
TAKEN = [Taken(NOWHERE, name, is_network=False, is_sure=False) for name in ("one", "two")]
DONE = [Deed(kind, NOWHERE, at) for at, kind in enumerate(DeedKind)]
PAGES = [deeds.ANYTHING, *(deeds.ANYTHING.then(one).then(two) for one in DONE for two in DONE)]
IDLE = [deeds.IdleUse(CALL, CALL, at, None, frozenset(), None) for at in range(3)]
POWERS = [
    None,
    *(SigmaPower(at, kind, evidence=each) for at in (1, 2) for kind in Kind for each in Evidence),
]


def some(of: list[Any]) -> st.SearchStrategy[Any]:
    return st.lists(st.sampled_from(of), unique=True).map(tuple)


VALUES: dict[Domain[Any], st.SearchStrategy[Any]] = {
    domains.GRAD_MODE: st.sampled_from(Truth),
    domains.ERA: st.integers(0, 9),
    domains.HOOKED: st.booleans(),
    domains.VALIDATION: st.sampled_from(Truth),
    domains.SAVED: some(SAVED),
    domains.STALE: some(WRITES),
    domains.FREED: some(FREED),
    domains.PASSED: st.booleans(),
    domains.HAS_GRADIENT: st.booleans(),
    domains.TAKEN: st.integers(0, 9),
    domains.RETAINED: st.booleans(),
    domains.UNHELD: st.booleans(),
    domains.REBASED: st.sampled_from([None, *NODES]),
    domains.POWER: st.sampled_from([None, *((power,) for power in POWERS)]),
    domains.CHANCES: st.sampled_from(
        [None, *(Chances(each, NOWHERE, "softmax", NOWHERE) for each in Chance)]
    ),
    domains.SCALED: st.sampled_from([None, *((Number(at), NOWHERE, NOWHERE) for at in range(2))]),
    domains.WEIGHTS: some(TAKEN),
    deeds.DEEDS: some(PAGES),
    deeds.UNSEEN: st.integers(0, 9),
    deeds.TOUCHED: st.integers(0, 9),
    deeds.SWITCHED: st.integers(0, 9),
    deeds.IDLE: some(IDLE),
    deeds.UNKNOWN_STEP: st.integers(0, 9),
    deeds.EXHAUSTED: some([None, NOWHERE]),
    deeds.FROZEN: st.booleans(),
    deeds.OWNED: st.booleans(),
    deeds.HANDED: st.booleans(),
    deeds.BROUGHT: st.frozensets(st.integers(0, 3)),
    deeds.TRAINED: some([NOWHERE]),
    deeds.FILLED: some(FILLED),
    deeds.EVALUATED: some([None, *EVALUATIONS]),
    deeds.UNDONE: st.frozensets(st.integers(0, 4)),
    deeds.SCALES: st.sampled_from([None, *Truth]),
}
OF_VALUES = {domains.GRADIENT}
"""Their cells hold values of the tape, whose laws `test_joins.py` holds."""


def meaning(value: object) -> object:
    """What a value says: for a join of nodes, which nodes; for a tuple, what is in it."""
    if isinstance(value, GraphNode):
        found, pending = set(), [value]
        while pending:
            each = pending.pop()
            if each.kind is NodeKind.JOIN:
                pending += each.inputs
            else:
                found.add(each)
        return frozenset(found)
    if isinstance(value, tuple) and all(isinstance(each, _EVENTS) for each in value):
        return frozenset(value)
    return value


def joined(domain: Domain[Any], left: Any, right: Any) -> Any:
    assert domain.join is not None
    return domain.join(left, right, (NO_SIDE, NO_SIDE))


def test_every_domain_is_held_against_the_laws() -> None:
    assert set(VALUES) | OF_VALUES == set(ALL)
    assert {each for each in ALL if each.join is None} == OF_VALUES
    assert len({each.name for each in ALL}) == len(ALL)


@pytest.mark.parametrize("domain", VALUES, ids=lambda domain: domain.name)
def test_the_join_is_a_semilattice_and_an_upper_bound(domain: Domain[Any]) -> None:
    values = VALUES[domain]

    @given(values, values, values)
    def holds(one: Any, two: Any, three: Any) -> None:
        both = joined(domain, one, two)
        assert meaning(joined(domain, one, one)) == meaning(one)
        assert meaning(both) == meaning(joined(domain, two, one))
        in_turn = joined(domain, both, three)
        assert meaning(in_turn) == meaning(joined(domain, one, joined(domain, two, three)))
        assert domain.leq(one, both)
        assert domain.leq(two, both)
        assert domain.leq(one, one)
        if domain.leq(one, two):  # it is monotone
            assert domain.leq(joined(domain, one, three), joined(domain, two, three))

    holds()


def test_what_happens_on_a_path_holds_for_one_run_alone() -> None:
    """Where paths meet, each remembers what has happened on the others: in this run."""
    assert all(each.lifetime is Lifetime.RUN for each in ALL if each.is_pathwise)


def test_no_cell_is_named_by_a_text() -> None:
    """A cell whose key begins with a text would have no domain, and so no join."""
    found = [
        f"{path.relative_to(SOURCES)}:{node.lineno}"
        for folder in ("tape", "explaining")
        for path in sorted((SOURCES / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"get", "set", "setdefault"}
        and node.args
        and isinstance(node.args[0], ast.Tuple)
        and isinstance(node.args[0].elts[0], ast.Constant)
    ]
    assert found == []


def test_a_clearing_that_is_sure_begins_a_page_anew() -> None:
    """It keeps the backward alone whose gradient no step has used."""
    filled, cleared, stepped = (
        Deed(kind, NOWHERE, 1) for kind in (DeedKind.FILLED, DeedKind.CLEARED, DeedKind.STEPPED)
    )
    thrown_away = deeds.ANYTHING.then(filled).then(cleared)
    assert thrown_away == Page((cleared,), filled, is_open=False)
    assert thrown_away.is_empty
    used = deeds.ANYTHING.then(filled).then(stepped)
    assert used.is_used
    assert used.then(cleared).discarded is None


def test_a_page_that_is_cut_short_is_open() -> None:
    """What was done first is forgotten, and then nobody knows whether it was a clearing."""
    page = deeds.ANYTHING.then(Deed(DeedKind.CLEARED, NOWHERE, 0))
    for at in range(deeds.MOST_DEEDS):
        assert not page.is_open
        page = page.then(Deed(DeedKind.CLIPPED, NOWHERE, at))
    assert page.is_open
    assert len(page.deeds) == deeds.MOST_DEEDS
