"""TAP405 finds each sample whose lost gradient the loss wants, and none that weighs a score."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .drawing import KNOWN_MISSED, Program, programs


def gradients(text: str) -> list[torch.Tensor | None]:
    space: dict[str, Any] = {}
    exec(compile(text, "x.py", "exec"), space)
    return [leaf.grad for leaf in space["leaves"]]


def loses_gradients(program: Program) -> bool:
    return not all(
        one is other or (one is not None and other is not None and torch.allclose(one, other))
        for one, other in zip(gradients(program.text), gradients(program.pathwise), strict=True)
    )


@pytest.mark.parametrize("program", list(programs()), ids=lambda each: str(each.name))
def test_a_gradient_that_is_lost_and_wanted_is_found(program: Program) -> None:
    settings = Settings(select=("TAP405",))
    found = bool(lint_source(program.text, path="x.py", settings=settings))
    is_wrong = not program.is_score and loses_gradients(program)
    assert found is (is_wrong and program.name not in KNOWN_MISSED), program.text
