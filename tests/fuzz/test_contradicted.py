"""What the text contradicts decides nothing: neither a kind of argument, nor that it records."""

from __future__ import annotations

from collections import Counter

from .contradicted import (
    AGAINST,
    Contradicted,
    found,
    found_of_the_unknown,
    is_known,
    numbered_contradicted,
    under_no_grad,
)
from .training_truth import TRAINING_CODES
from .uncalled import numbered_uncalled

PROGRAMS = 60


def test_no_finding_rests_on_a_role_that_is_contradicted() -> None:
    cases = [numbered_contradicted(5, number) for number in range(PROGRAMS)]
    assert [each for each in cases if is_known(each)] == []
    rested = [
        each
        for each in cases
        if found(each, TRAINING_CODES) - found_of_the_unknown(each, TRAINING_CODES)
    ]
    assert rested == []
    met = Counter((each.argument, each.against) for each in cases)
    assert len(met) == sum(map(len, AGAINST.values()))


def test_no_finding_rests_on_a_role_where_the_only_caller_records_nothing() -> None:
    # The backward raises; what is said besides is what is said of arguments that nobody knows.
    sources = [under_no_grad(numbered_uncalled(5, number)) for number in range(PROGRAMS // 4)]
    assert all("with torch.no_grad():\n    train(" in each for each in sources)
    cases = [Contradicted(each, argument, "") for each in sources for argument in AGAINST]
    rested = [
        each
        for each in cases
        if found(each, TRAINING_CODES) - found_of_the_unknown(each, TRAINING_CODES)
    ]
    assert rested == []
