"""TAP602 over what a network makes in each call: reported where torch finds other weights there."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .making import OF_SELF, WAYS, programs
from .test_training_loops import trained

_SETTINGS = Settings(select=("TAP602",))


def _has_new_weights(name: str, text: str) -> bool:
    """Whether a second call of the network trains parameters that the first did not."""
    names: dict[str, Any] = {}
    exec(compile(text, name, "exec"), names)
    net, x = names["Net"](), torch.ones(2, 4, requires_grad=True)
    net(x)  # what is made when the first input comes
    first, second = trained(net(x)), trained(net(x))
    return any(isinstance(each, torch.nn.Parameter) for each in second - first)


@pytest.mark.parametrize("way", [*WAYS, *OF_SELF])
def test_weights_are_reported_where_each_call_has_others(way: str) -> None:
    for name, text, line in programs(way):
        assert _has_new_weights(name, text) is bool(line), name
        found = [each.line for each in lint_source(text, path="x.py", settings=_SETTINGS)]
        assert found == [line] * bool(line), f"{name}\n{text}"
