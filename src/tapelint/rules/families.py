"""Families of rules: those whose codes begin alike are about one part of autograd."""

from __future__ import annotations

from typing import NamedTuple

from tapelint.rules.checker import Checker


class Family(NamedTuple):
    """Rules that belong together.

    Attributes:
        prefix: How their codes begin; a selector takes it for all of them.
        name: What they are about, in a word or two.
        summary: The same in a line.
    """

    prefix: str
    name: str
    summary: str


FAMILIES = (
    Family("TAP0", "comments", "comments that silence rules"),
    Family("TAP1", "history", "the history of a tensor is lost, and with it the gradient"),
    Family("TAP2", "in place", "a change in place of what autograd still needs"),
    Family("TAP3", ".data", "changes and reads that go around autograd"),
    Family(
        "TAP4",
        "meaning",
        "distributions and losses are given the wrong kind of number",
    ),
    Family(
        "TAP5",
        "backward",
        "a backward needs what an earlier one has freed, or a graph is kept for nothing",
    ),
    Family("TAP6", "modules", "a module is not trained, switched or kept as its code says"),
    Family(
        "TAP7", "training loop", "gradients are filled, cleared, clipped or used at the wrong time"
    ),
    Family("TAP8", "custom functions", "autograd functions of one's own, and checkpoints"),
)


def family_of(rule: type[Checker]) -> Family:
    """The family of a rule."""
    (family,) = (each for each in FAMILIES if rule.code.startswith(each.prefix))
    return family
