"""What code that nobody sees may do: the core says no only where torch says no."""

from __future__ import annotations

from .escaping import by_core, by_torch, drawn

SEED = 20261129


def test_the_core_says_no_only_where_torch_does() -> None:
    judged = {"YES": 0, "MAYBE": 0, "NO": 0}
    for each in drawn(SEED, 300):
        truth = by_torch(each)
        if truth is not None:
            told = by_core(each)
            judged[told] += 1
            assert told == "MAYBE" or (told == "YES") is truth, each.text
    assert judged["NO"] > 10  # where nothing is given away
    assert judged["MAYBE"] > 200
