"""TAP409 over columns and rows: torch says where they meet."""

from __future__ import annotations

from .shaping import drawn, measured

SEED = 20261130
SHARE_FOUND = 0.85
"""Missed are columns that are made just for a difference: distances of all pairs are, too."""


def test_a_column_that_meets_a_row_is_reported() -> None:
    counts, told = measured(drawn(SEED, 120))
    assert counts["false certain"] == counts["false likely"] == 0, told
    assert counts["found"] >= SHARE_FOUND * (counts["found"] + counts["missed"]), told
    assert counts["silent"] > 30
