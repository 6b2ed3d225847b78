"""Roles that the text tells are those that arguments have when the code runs.

All programs, and scripts from elsewhere: ``python -m tests.roles.at_run_time``.
"""

from __future__ import annotations

import pytest

from .at_run_time import Judged, of_the_rule_book, of_trainings

RIGHT = 0.98


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    """The roles of a part of the rule book, and of random trainings."""
    return of_the_rule_book(every=4) + of_trainings(30)


@pytest.mark.parametrize("by_name", [False, True], ids=["shown", "named"])
def test_roles_are_true(judged: list[Judged], by_name: bool) -> None:
    roles = [each for each in judged if each.role.rests_on_name is by_name]
    wrong = [str(each) for each in roles if not each.is_right]
    assert len(roles) > (10 if by_name else 40)
    assert len(wrong) <= (1 - RIGHT) * len(roles), wrong


def test_an_optimiser_has_the_networks_that_it_is_said_to_train(judged: list[Judged]) -> None:
    owners = [each for each in judged if each.role.owns and each.is_right]
    wrong = [str(each) for each in owners if not each.owns_rightly]
    assert len(owners) > 10
    # Some of the random trainings give an optimiser of another network, to show what comes of it.
    assert len(wrong) <= 0.1 * len(owners), wrong
