"""TAP604 over ways to drop numbers: reported where torch still drops them in evaluation."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .dropping import OF_SELF, WAYS, left_to_others, programs

_SETTINGS = Settings(select=("TAP604",))
_ON_PURPOSE = {"told to train"}


def _drops_in_evaluation(name: str, text: str) -> bool:
    """Whether a network in evaluation mode gives other numbers than it was given."""
    names: dict[str, Any] = {}
    exec(compile(text, name, "exec"), names)
    x = torch.ones(4, 64)
    with torch.no_grad():
        return not torch.equal(names["Net"]().eval()(x), x)


@pytest.mark.parametrize("way", [*WAYS, *OF_SELF])
def test_dropout_is_reported_where_evaluation_does_not_end_it(way: str) -> None:
    for name, text, line in programs(way):
        drops = _drops_in_evaluation(name, text)
        assert drops is (bool(line) or way in _ON_PURPOSE), name
        found = [each.line for each in lint_source(text, path="x.py", settings=_SETTINGS)]
        assert found == [line] * bool(line), f"{name}\n{text}"


def test_a_function_that_leaves_it_to_others_is_silent() -> None:
    for name, text in left_to_others():
        assert not lint_source(text, path="x.py", settings=_SETTINGS), f"{name}\n{text}"
