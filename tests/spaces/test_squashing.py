"""TAP405 knows the correction of a squashed sample's log-probability, in each way to write it."""

from __future__ import annotations

import pytest

from tapelint import Settings, lint_source

from .squashing import Program, programs


@pytest.mark.parametrize("program", list(programs()), ids=lambda each: str(each.name))
def test_a_correction_wants_no_gradient_through_the_sample(program: Program) -> None:
    exec(compile(program.text, program.name, "exec"), {})
    settings = Settings(select=("TAP405",))
    found = lint_source(program.text, path="x.py", settings=settings)
    assert bool(found) is program.is_of_sample, program.text
