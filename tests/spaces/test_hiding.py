"""TAP301 and TAP302 over changes through ``.data``: torch says which spoil a gradient."""

from __future__ import annotations

from .hiding import drawn, measured

SEED = 20261129
SHARE_FOUND = 0.9
"""Of what spoils a gradient. Missed is a change after which a function returns a result that
nobody in sight trains."""


def test_a_change_is_reported_as_what_it_does_to_the_gradient() -> None:
    counts, told = measured(drawn(SEED, 80))
    for code in ("TAP301", "TAP302"):
        found = counts[f"{code} found"]
        assert counts[f"{code} false"] == counts[f"{code} missed"] == 0, told
        assert found > 15, counts
    missed = counts["TAP301 missed, no backward in sight"]
    assert counts["TAP301 false certain"] == 0, told
    assert counts["TAP302 false certain"] == missed, told  # the same programs
    assert counts["TAP301 found"] >= SHARE_FOUND * (counts["TAP301 found"] + missed), told
