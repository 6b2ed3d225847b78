"""Losses kept in a list, one for each round: does the one whose backward runs have a history?

Torch runs each program, and says whether that backward raises: TAP104.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

_PROGRAM = """\
import torch
from torch import nn


def fit(count, x):
    nets = [nn.Linear(2, 1) for _ in range(count)]
    losses = {begin}
    for {loop}:
        loss = nets[i](x).mean()
        {fill}
"""
_LOOPS = ("i in range(len(nets))", "i, net in enumerate(nets)")
_FILLS = {
    "append": ("[]", "losses.append(loss)"),
    "insert": ("[]", "losses.insert(i, loss)"),
    "sum": ("[]", "losses += [loss]"),
    "place": ("[None] * count", "losses[i] = loss"),
    "zeros": ("[torch.zeros(1) for _ in range(count)]", "losses[i] = loss"),
}
_INDEXES = ("i", "-1", "len(losses) - 1")
_CUTS = ("losses[{i}].detach()", "losses[{i}].item()", "losses[{i}].data", "loss.detach()")
_BEHIND = {
    "after": "losses[{i}].backward()\nlosses[{i}] = {cut}\n",
    "before": "losses[{i}] = {cut}\nlosses[{i}].backward()\n",
    "after a sum": "(losses[{i}] * 2).backward()\nlosses[{i}] = {cut}\n",
}

_FOLLOWED = set(itertools.product(("append", "sum"), ("i", "-1")))
"""Where the item is known to be this round's, while rounds are told apart; else it is missed."""


def _programs(fill: str) -> list[tuple[str, str, bool]]:
    """The programs, their indexes, and whether this round's loss is cut before its backward."""
    found = []
    begin, act = _FILLS[fill]
    for loop, index, cut, behind in itertools.product(_LOOPS, _INDEXES, _CUTS, _BEHIND):
        if fill in {"place", "zeros"} and index != "i":
            continue
        lines = _BEHIND[behind].format(i=index, cut=cut.format(i=index))
        text = _PROGRAM.format(begin=begin, loop=loop, fill=act)
        text += "".join(f"        {line}\n" for line in lines.splitlines())
        found.append((text, index, behind == "before"))
    return found


def _raises(text: str) -> bool:
    names: dict[str, Callable[..., Any]] = {}
    exec(compile(text, "<program>", "exec"), names)
    try:
        names["fit"](4, torch.ones(3, 2))
    except (RuntimeError, AttributeError):  # a number has no backward
        return True
    return False


@pytest.mark.parametrize("fill", _FILLS)
def test_the_loss_of_this_round_has_the_history_that_this_round_gave_it(fill: str) -> None:
    for text, index, is_cut in _programs(fill):
        raises = _raises(text)
        assert raises is is_cut
        found = lint_source(text, path="x.py", settings=Settings(select=("TAP104",)))
        assert bool(found) is (raises and (fill, index) in _FOLLOWED), text
