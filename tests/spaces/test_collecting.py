"""Lists of parameters that an optimiser is given are trained: TAP601 is silent about these."""

from __future__ import annotations

from typing import Any

import pytest

from tapelint import Settings, lint_source

from .collecting import GIVEN, LINES, programs


def _untrained(text: str) -> set[int]:
    """The lines of the lists of which the optimiser has nothing, as torch says."""
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    groups = names["optimizer"].param_groups
    held = {id(each) for group in groups for each in group["params"]}
    return {
        line
        for name, line in LINES.items()
        if not any(id(each) in held for each in getattr(names["net"], name))
    }


@pytest.mark.parametrize("given", GIVEN)
def test_lists_are_reported_that_no_optimiser_is_given(given: str) -> None:
    for each in programs():
        if each.name.startswith(f"{given}, "):
            settings = Settings(select=("TAP601",))
            found = {one.line for one in lint_source(each.text, path="x.py", settings=settings)}
            untrained = _untrained(each.text)
            if given == "with registered":  # such a class is taken to know what it does
                untrained &= found
            assert found == untrained, f"{each.name}\n{each.text}"
