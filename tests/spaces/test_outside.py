"""What comes from outside is found as if it stood in the file, and no remedy is reported."""

from __future__ import annotations

import pytest

from tapelint import Settings, lint_source

from .outside import MISTAKES, RULES, SOURCES, drawn, likely, program, raises

SEED = 20261129
SHARE = 0.95
"""How much is found at least of what is found with everything in one file."""


def test_what_is_given_from_outside_is_found() -> None:
    known, missed = 0, []
    for mistake, remedy in drawn(SEED, 60):
        assert raises(mistake), mistake.text
        assert not raises(remedy), remedy.text
        found = likely(mistake.text)
        assert all(each[2] != "certain" for each in found), mistake.text
        assert likely(remedy.text) == [], remedy.text
        if likely(mistake.whole):
            known += 1
            if not found:
                missed.append(mistake.name)
    assert known > 50
    assert len(missed) <= (1 - SHARE) * known, missed


def test_a_report_names_what_it_rests_on() -> None:
    for mistake, _ in drawn(SEED + 1, 18):
        settings = Settings(select=RULES)
        found = lint_source(mistake.text, path="train.py", settings=settings)
        assert found, mistake.text
        told = [premise.message for each in found for premise in each.assumed]
        assert all("is a network" in each or "computes a loss" in each for each in told), told


@pytest.mark.parametrize("source", [each for each in SOURCES if each != "config"])
def test_each_mistake_is_found_from_each_source(source: str) -> None:
    names = ("net", "net_d", "optim", "optim_d", "loss_fn")
    for kind in MISTAKES:
        one = program(kind, names, "", source, "nothing", is_mistake=True)
        other = program(kind, names, "", source, "nothing", is_mistake=False)
        assert likely(one.text), one.text
        assert likely(other.text) == [], other.text
