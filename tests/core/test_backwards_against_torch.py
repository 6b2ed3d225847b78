"""Of random programs with several backwards, those are found that torch refuses, and no others."""

from __future__ import annotations

import os
from pathlib import Path

from .backward_programs import program, refusals
from .listeners import findings

PROGRAMS = int(os.environ.get("TAPELINT_PROGRAMS", "200"))
FIRST = int(os.environ.get("TAPELINT_FIRST", "0"))
LEAST_FOUND = 0.97
"""Not found are those of a third round, and of two ways that are taken in one run by assumption."""


def test_the_backwards_are_found_that_torch_refuses_and_no_others(tmp_path: Path) -> None:
    wrong, refused, missed = [], 0, 0
    for seed in range(FIRST, FIRST + PROGRAMS):
        path, said = tmp_path / f"program_{seed}.py", refusals(program(seed))
        path.write_text(program(seed))
        found = {line for code, _, line in findings(path)[0] if code == "TAP501"}
        if found & said.never:
            wrong.append(f"{seed}: {sorted(found & said.never)}")
        refused += len(said.first)
        missed += len(said.first - found)
    assert not wrong, wrong
    assert missed <= (1 - LEAST_FOUND) * refused, f"{missed} of {refused}"
