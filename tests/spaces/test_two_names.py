"""What a function does by two names to one network is what it does by one, as its caller shows."""

from __future__ import annotations

import pytest

from tapelint import lint_source

from .two_names import BODIES, MISTAKES, programs


@pytest.mark.parametrize("done", [*MISTAKES, *BODIES])
def test_one_network_by_two_names(done: str) -> None:
    for name, text in programs(done):
        exec(compile(text, name, "exec", dont_inherit=True), {"__name__": "program"})
        found = {each.code for each in lint_source(text, path="x.py")}
        assert found == ({MISTAKES[done][0]} if done in MISTAKES else set()), f"{name}\n{text}"
