"""Every yes, no and number that ``explain`` claims is what torch says."""

from __future__ import annotations

import copy
import re

import pytest

pytest.importorskip("torch")

import torch
from tests.fuzz.programs import numbered_program
from tests.oracle.examples import all_examples

from tapelint.torch_api.distribution_results import COMPUTED_FROM
from tapelint.torch_api.knowledge import knowledge

from .claims import claims_of
from .hard_programs import HARD_PROGRAMS
from .perhaps_programs import PERHAPS_PROGRAMS
from .programs import PROGRAMS
from .torch_truth import Witness, all_flags
from .usual_programs import USUAL_PROGRAMS

EXAMPLES = all_examples()[::16]
RANDOM_PROGRAMS = range(16)


def judged(source: str) -> Witness:
    """The claims about a program, held against torch on all its paths."""
    witness = Witness(claims_of(source))
    for flags in all_flags(len(set(re.findall(r"\bflag\d\b", source)))):
        witness.run(source, flags)
    witness.judge_names()
    return witness


@pytest.mark.parametrize("name", PROGRAMS)
def test_claims_about_a_program_are_true(name: str) -> None:
    witness = judged(PROGRAMS[name])
    assert list(witness.mistakes) == []
    assert sum(witness.confirmed.values()) > 15


@pytest.mark.parametrize("name", HARD_PROGRAMS)
def test_claims_about_a_hard_program_are_true(name: str) -> None:
    witness = judged(HARD_PROGRAMS[name])
    assert list(witness.mistakes) == []
    assert sum(witness.confirmed.values()) > 60


@pytest.mark.parametrize("name", USUAL_PROGRAMS)
def test_claims_about_a_usual_program_are_true(name: str) -> None:
    witness = judged(USUAL_PROGRAMS[name])
    assert list(witness.mistakes) == []
    assert sum(witness.confirmed.values()) > 15


@pytest.mark.parametrize("name", PERHAPS_PROGRAMS)
def test_claims_about_what_may_be_otherwise_are_true(name: str) -> None:
    witness = judged(PERHAPS_PROGRAMS[name])
    assert list(witness.mistakes) == []
    assert sum(witness.confirmed.values()) > 60


@pytest.mark.parametrize(("kind", "name"), COMPUTED_FROM)
def test_what_a_distribution_tells_is_computed_from(kind: str, name: str) -> None:
    """Each parameter that the table names is enough for a history, and no other one is."""
    used = COMPUTED_FROM[kind, name]
    parameters = knowledge().distributions[kind].parameters
    alternatives = [each for each in parameters if each in _ALTERNATIVES]
    others = [each for each in parameters if each not in _ALTERNATIVES]
    for form in alternatives or [""]:
        names = [*others, form] if form else others
        for trained in names:
            given = {each: _valid(kind, each).requires_grad_(each == trained) for each in names}
            made = getattr(torch.distributions, kind)(**given)
            told = getattr(made, name)
            told = told() if callable(told) else told
            assert told.requires_grad is (trained in used)
            assert told.is_leaf is (trained not in used)
            assert all(told.data_ptr() != each.data_ptr() for each in given.values())


WITHOUT_DERIVATIVE = {
    "detach_copy": torch.detach_copy,
    "floor_divide": lambda x: torch.floor_divide(x, torch.ones(2)),
    "floor_divide_scalar": lambda x: x // 2,
    "heaviside": lambda x: torch.heaviside(x, torch.ones(2)),
    "rremainder_scalar": lambda x: 2 % x,
    "zeta": lambda x: torch.special.zeta(x + 2, x),
}


def test_a_result_without_a_derivative_requires_grad() -> None:
    x = torch.ones(2, requires_grad=True)
    known = knowledge().operations
    assert {name for name, facts in known.items() if facts.refuses_backward} == {
        *WITHOUT_DERIVATIVE
    }
    assert not any(known[name].differentiable for name in WITHOUT_DERIVATIVE)
    assert all(function(x).requires_grad for function in WITHOUT_DERIVATIVE.values())


_ALTERNATIVES = ("probs", "logits", "covariance_matrix", "precision_matrix", "scale_tril")
"""Of these, a distribution is given one."""


def _valid(kind: str, parameter: str) -> torch.Tensor:
    if parameter in {"covariance_matrix", "precision_matrix", "scale_tril"}:
        return torch.eye(2)
    return torch.tensor([1.0, 2.0]) if parameter == "high" else torch.tensor([0.25, 0.5])


@pytest.mark.parametrize("number", RANDOM_PROGRAMS)
def test_claims_about_random_programs_are_true(number: int) -> None:
    witness = judged(numbered_program(20, number))
    assert list(witness.mistakes) == []
    assert witness.confirmed["requires_grad"] > 0


@pytest.mark.parametrize("example", EXAMPLES, ids=[each.identity for each in EXAMPLES])
def test_claims_about_the_rule_book_are_true(example: object) -> None:
    assert list(judged(example.text).mistakes) == []  # type: ignore[attr-defined]


def test_enough_is_known() -> None:
    """Who says nothing is never wrong: of plain programs nearly everything must be known."""
    claims = claims_of(PROGRAMS["graph"])
    tensors = [each for line in claims.values() for each in line["tensors"]]
    for kind in ("requires_grad", "is_leaf"):
        known = [each for each in tensors if each[kind]["value"] != "unknown"]
        assert len(known) == len(tensors)
    versions = [each for each in tensors if each["version"]["value"] is not None]
    assert len(versions) == len(tensors)
    assert any(each["freed"]["value"] == "yes" for each in tensors)


@pytest.mark.parametrize(
    ("kind", "lie"),
    [("requires_grad", "no"), ("is_leaf", "yes"), ("version", 7), ("freed", "yes")],
)
def test_a_lie_is_noticed(kind: str, lie: object) -> None:
    source = PROGRAMS["graph"]
    claims = copy.deepcopy(claims_of(source))
    line = next(at for at, each in claims.items() if each["source"].startswith("y ="))
    found = next(each for each in claims[line]["tensors"] if each["name"] == "y")
    assert found[kind]["value"] != lie
    found[kind]["value"] = lie
    witness = Witness(claims)
    witness.run(source)
    assert len(witness.mistakes) == 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_lie_about_what_a_line_changes_is_noticed(when: str) -> None:
    source = "import torch\nx = torch.zeros(3)\nx.add_(1)\n"
    claims = copy.deepcopy(claims_of(source))
    (change,) = claims[3]["changes"]
    assert change == {"tensor": "x", "what": "version", "before": "0", "after": "1"}
    for lie, mistakes in ((change[when], 0), ("7", 1)):
        change[when] = lie
        witness = Witness(claims)
        witness.run(source)
        assert len(witness.mistakes) == mistakes


def test_a_lie_about_what_is_saved_is_noticed() -> None:
    source = PROGRAMS["graph"]
    claims = copy.deepcopy(claims_of(source))
    line = next(at for at, each in claims.items() if each["source"].startswith("y ="))
    found = next(each for each in claims[line]["tensors"] if each["name"] == "y")
    found["saved_by"][0]["saved_version"] = 5
    found["grad_fn"]["line"] = 1
    witness = Witness(claims)
    witness.run(source)
    assert len(witness.mistakes) == 2
