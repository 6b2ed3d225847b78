"""TAP705 over steps of optimisers: torch says whether any parameter has a gradient."""

from __future__ import annotations

from .idling import drawn, measured

SEED = 20261130


def test_a_step_is_reported_if_no_parameter_has_a_gradient() -> None:
    counts, told = measured(drawn(SEED, 120))
    assert counts["false certain"] == counts["false"] == 0, told
    assert counts["found certain"] > 15, counts
    assert counts["right"] > 50, counts
