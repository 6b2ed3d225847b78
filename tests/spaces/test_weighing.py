"""TAP408 finds each signal that trains the critic it comes from, whatever carries it there."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .weighing import Program, programs


def gradients(text: str) -> list[torch.Tensor | None]:
    space: dict[str, Any] = {}
    exec(compile(text, "x.py", "exec"), space)
    return [each.grad for name in ("critic", "q") for each in space[name].parameters()]


def trains_the_critic(program: Program) -> bool:
    return not all(
        one is other
        or (one is not None and other is not None and torch.allclose(one, other, atol=1e-5))
        for one, other in zip(gradients(program.text), gradients(program.detached), strict=True)
    )


@pytest.mark.parametrize("program", list(programs()), ids=lambda each: str(each.name))
def test_a_signal_that_trains_its_critic_is_found(program: Program) -> None:
    settings = Settings(select=("TAP408",))
    found = bool(lint_source(program.text, path="x.py", settings=settings))
    assert found is trains_the_critic(program), program.text
