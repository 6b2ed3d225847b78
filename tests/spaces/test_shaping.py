"""TAP409 over columns and rows: torch says where they meet."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import torch

from tapelint.torch_api.shape_arguments import Argument, Given, Index, Unseen
from tapelint.torch_api.shape_effects import EFFECTS, MORE, counted, indexed
from tapelint.torch_api.shapes import Lead, Place, Shape, Size, broadcast

from .shaping import drawn, measured

SEED = 20261130
SHARE_FOUND = 0.85
"""Missed are columns that are made just for a difference: distances of all pairs are, too."""


def test_a_column_that_meets_a_row_is_reported() -> None:
    counts, told = measured(drawn(SEED, 120))
    assert counts["false certain"] == counts["false likely"] == 0, told
    assert counts["found"] >= SHARE_FOUND * (counts["found"] + counts["missed"]), told
    assert counts["silent"] > 30


def _size(dice: random.Random) -> Size:
    return dice.choice([0, 1, 2, 3, -1, 10**40, Place("unknown", -1), Unseen("size")])


def _shape(dice: random.Random) -> Shape:
    sizes = tuple(_size(dice) for _ in range(dice.randrange(4)))
    return Shape(sizes, dice.choice([None, None, Lead("batch", 0)]))


def _argument(dice: random.Random, depth: int = 0) -> Argument:
    kinds: list[Callable[[], Argument]] = [
        lambda: _shape(dice),
        lambda: dice.choice([0, 1, 2, -1, -2, 5, -9, 10**40]),
        lambda: dice.choice([True, None, "text", 1.5, b"", ...]),
        lambda: Unseen("argument"),
        lambda: Index(tuple(dice.choice([None, 0, 1, -1, 1.5, "text"]) for _ in range(3))),
        lambda: tuple(_argument(dice, depth + 1) for _ in range(dice.randrange(4 - depth))),
        lambda: (_argument(dice, depth + 1), MORE) if depth < 3 else 1,
    ]
    return dice.choice(kinds)()


@pytest.mark.parametrize("seed", range(4))
def test_whatever_it_is_given_an_effect_is_a_shape_or_nothing(seed: int) -> None:
    """Code that torch refuses is linted as well; no effect raises, or tells millions of sizes."""
    dice = random.Random(seed)
    for _ in range(3000):
        several = [_argument(dice) for _ in range(dice.randrange(5))]
        word = dice.choice(["dim", "keepdim", "other", "size", "index", "chunks", "dim0"])
        given = Given("place", several, {word: _argument(dice)})
        made = dice.choice(list(EFFECTS.values()))(given)
        assert made is None or len(made) < 100
        indexed(_shape(dice), _argument(dice), "place")
        counted(_argument(dice))


@pytest.mark.parametrize("seed", range(4))
def test_the_last_sizes_of_a_broadcast_are_those_that_torch_gives(seed: int) -> None:
    """Whatever the first dimensions are that nobody sees."""
    dice, compared = random.Random(seed), 0
    leads = {"a": Lead("a", 0), "b": Lead("b", 0), "": None}
    for _ in range(2000):
        unseen = {name: tuple(dice.choices([1, 2, 3], k=dice.randrange(3))) for name in "ab"}
        given = [
            (dice.choice(["a", "b", ""]), tuple(dice.choices([1, 2, 3], k=dice.randrange(3))))
            for _ in range(dice.randint(2, 3))
        ]
        try:
            whole = torch.broadcast_shapes(*(unseen.get(lead, ()) + own for lead, own in given))
        except RuntimeError:
            continue
        told = broadcast([Shape(own, leads[lead]) for lead, own in given])
        if told is not None:
            compared += 1
            assert tuple(whole[len(whole) - len(told.sizes) :]) == told.sizes, given
            assert told.lead is not None or len(whole) == len(told.sizes), given
    assert compared > 200
