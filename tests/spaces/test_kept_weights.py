"""TAP605 over ways to keep the best weights: reported where torch gives back the last ones."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source
from tapelint.findings import Confidence

from .kept_weights import TAKES, alone, meant, programs

_SETTINGS = Settings(select=("TAP605",))
_SCORES = (0.5, 0.7, 0.3, 0.2, 0.1)


def _loses_the_best(name: str, text: str) -> bool:
    """Whether the network ends with other weights than it had when its score was highest."""
    names: dict[str, Any] = {}
    exec(compile(text, name, "exec"), names)
    net, states = torch.nn.Linear(2, 1), []

    def score(network: torch.nn.Module) -> float:
        states.append(copy.deepcopy(network.state_dict()))
        return _SCORES[len(states) - 1]

    data = torch.randn(len(_SCORES), 4, 2)
    names["fit"](net, torch.optim.SGD(net.parameters(), lr=0.1), data, score)
    best, last = states[1], net.state_dict()
    return any(not torch.equal(best[each], last[each]) for each in best)


@pytest.mark.parametrize("way", TAKES)
def test_weights_are_reported_where_the_best_are_the_last(way: str) -> None:
    for name, text, line in programs(way):
        is_pitfall = _loses_the_best(name, text)
        found = lint_source(text, path="x.py", settings=_SETTINGS)
        assert [each.line for each in found] == [line] * is_pitfall, f"{name}\n{text}"
        assert all(each.confidence is Confidence.LIKELY for each in found), name


def test_an_object_that_others_use_is_judged_by_itself() -> None:
    """It is reported where it gives back what it has kept, and silent where it may be meant."""
    text, line = alone()
    assert [each.line for each in lint_source(text, path="x.py", settings=_SETTINGS)] == [line]
    for name, other in meant():
        assert not lint_source(other, path="x.py", settings=_SETTINGS), f"{name}\n{other}"
