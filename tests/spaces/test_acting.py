"""TAP410 over policies: torch says where the parts of an action meet one number a sample."""

from __future__ import annotations

from .acting import drawn, measured

SEED = 20261130
SHARE_FOUND = 0.9


def test_parts_of_an_action_that_meet_one_number_are_reported() -> None:
    counts, told = measured(drawn(SEED, 150))
    assert counts["false certain"] == counts["false likely"] == 0, told
    assert counts["found"] >= SHARE_FOUND * (counts["found"] + counts["missed"]), told
    assert min(counts["found"], counts["silent"]) > 30, counts
