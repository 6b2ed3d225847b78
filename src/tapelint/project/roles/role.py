"""Roles, and the lattice that they form.

``Kind.NOTHING`` is the least: no evidence. ``Kind.ANYTHING`` is the greatest: what speaks for one
kind speaks against another. A join of different kinds is ``ANYTHING``; of two roles of one kind,
it keeps the evidence of both.
"""

from __future__ import annotations

import enum
from typing import NamedTuple


class Kind(enum.Enum):
    """What something is; ``{}`` in the sentence stands for its name."""

    NOTHING = "nothing", "nothing tells what `{}` is"
    MODULE = "module", "`{}` is a network"
    OPTIMISER = "optimiser", "`{}` is an optimiser"
    SCHEDULER = "scheduler", "`{}` is a scheduler"
    SCALER = "scaler", "`{}` scales losses"
    LOADER = "loader", "`{}` gives batches"
    LOSS = "loss", "`{}` computes a loss"
    TENSOR = "tensor", "`{}` is a tensor"
    ARRAY = "array", "`{}` is an array of numpy's"
    DISTRIBUTION = "distribution", "`{}` is a distribution"
    NUMBER = "number", "`{}` is a number"
    FLAG = "flag", "`{}` is a flag"
    TEXT = "text", "`{}` is a text or a path"
    DEVICE = "device", "`{}` is a device"
    ANYTHING = "anything", "the uses of `{}` contradict each other"

    def __init__(self, name: str, sentence: str) -> None:
        self.id, self.sentence = name, sentence


TRAINING = frozenset({Kind.MODULE, Kind.OPTIMISER})
"""What is trained, and what trains it."""
PROMISING = TRAINING | {Kind.LOSS}
"""What has a contract: what it gives, or does, is known from its role."""


class Basis(enum.Enum):
    """What a piece of evidence rests on, the strongest first."""

    COMMENT = "comment"
    ANNOTATION = "annotation"
    DEFAULT = "default"
    USE = "use"
    FLOW = "flow"
    NAME = "name"


class Evidence(NamedTuple):
    """One thing that speaks for a role.

    Attributes:
        basis: What it rests on.
        line: The line on which it stands.
        text: What stands there, as people are told.
    """

    basis: Basis
    line: int
    text: str


class Role(NamedTuple):
    """What something is, and what tells so.

    Attributes:
        kind: What it is.
        evidence: What speaks for it, in the order of the text.
        owns: Of an optimiser, the names of the networks that it trains, as far as the code tells.
        asked: The attributes that it is asked for and that not all things of its kind have, and
            the methods that give its parts.
        takes: How many arguments its calls give it.
    """

    kind: Kind = Kind.NOTHING
    evidence: tuple[Evidence, ...] = ()
    owns: tuple[str, ...] = ()
    asked: frozenset[str] = frozenset()
    takes: frozenset[int] = frozenset()

    @property
    def is_known(self) -> bool:
        """Whether it is one kind of thing."""
        return self.kind not in {Kind.NOTHING, Kind.ANYTHING}

    @property
    def rests_on_name(self) -> bool:
        """Whether nothing but a name speaks for it."""
        return self.is_known and all(each.basis is Basis.NAME for each in self.evidence)

    def join(self, other: Role) -> Role:
        """The role of what may be either."""
        if Kind.NOTHING in {self.kind, other.kind}:
            kind = self.kind if other.kind is Kind.NOTHING else other.kind
        else:
            kind = self.kind if self.kind is other.kind else Kind.ANYTHING
        evidence = tuple(sorted({*self.evidence, *other.evidence}, key=_place))
        owns = tuple(sorted({*self.owns, *other.owns}))
        return Role(kind, evidence, owns, self.asked | other.asked, self.takes | other.takes)

    def said(self, name: str) -> str:
        """The role in words, with what speaks for it."""
        told = "; ".join(f"line {each.line}: {each.text}" for each in self.evidence)
        sentence = self.kind.sentence.format(name)
        owned = f" over the parameters of {' and '.join(self.owns)}" if self.owns else ""
        return f"{sentence}{owned}" + (f" ({told})" if told else "")


def _place(evidence: Evidence) -> tuple[int, str, str]:
    return evidence.line, evidence.basis.value, evidence.text
