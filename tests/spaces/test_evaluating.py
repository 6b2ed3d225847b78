"""TAP504 and TAP607 over networks that are evaluated: torch says what a layer does, and records."""

from __future__ import annotations

from .evaluating import CODES, SPOILED, drawn, measured

SEED = 20261130
SHARE_FOUND = 0.9
"""Of what is wrong."""
SHARE_FIXED = 0.6
"""There is no fix where a loop may raise, and for a class whose `forward` is called by name."""


def test_an_evaluation_is_reported_for_what_torch_does_there() -> None:
    counts, told = measured(drawn(SEED, 60))
    for code in CODES:
        found, missed = counts[f"{code} found"], counts[f"{code} missed"]
        assert counts[f"{code} false certain"] == counts[f"{code} false likely"] == 0, told
        assert counts[f"{code} elsewhere"] == 0, told
        assert found > 2, counts
        assert found >= SHARE_FOUND * (found + missed), told
    for word in SPOILED:
        assert counts[f"TAP607 {word}"] == 0, told
    assert counts["TAP607 fixed"] >= SHARE_FIXED * counts["TAP607 found"], told
