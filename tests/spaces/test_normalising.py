"""TAP407 knows what a loss is given, however it was made, whatever carries it, by any path."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .normalising import KNOWN_MISSED, Program, programs


def is_right(program: Program) -> bool:
    space: dict[str, Any] = {}
    exec(compile(program.text, program.name, "exec"), space)
    return bool(torch.allclose(space["d"], eval(program.right, space), atol=1e-4))


@pytest.mark.parametrize("program", list(programs()), ids=lambda each: str(each.name))
def test_what_is_no_loss_of_these_logits_is_found(program: Program) -> None:
    settings = Settings(select=("TAP407",))
    found = bool(lint_source(program.text, path="x.py", settings=settings))
    is_wrong = not is_right(program) and program.name not in KNOWN_MISSED
    assert found is is_wrong, program.text
