"""TAP106 over leaves that a branch turns into something else: what torch refuses is reported."""

from __future__ import annotations

import warnings

from tapelint import Settings, lint_source

from .leaving import is_lost, programs


def test_a_leaf_is_reported_where_torch_refuses_what_was_made_of_it() -> None:
    outcomes = set()
    for program in programs():
        found = lint_source(program.text, path="x.py", settings=Settings(select=("TAP106",)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            is_pitfall = is_lost(program)
        outcomes.add(is_pitfall)
        assert bool(found) is is_pitfall, f"{program.name}\n{program.text}"
    assert outcomes == {True, False}
