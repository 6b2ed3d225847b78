"""What a finding rests on that the code does not show: kinds of assumptions, and their evidence.

A reviewer assumes what everybody would: this is trained, this is recorded. Each assumption has a
kind, and what speaks for it or against it. How often reports that rest on it were right is
measured (:mod:`tapelint.rules.weights`); it decides how confident they are.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING

from tapelint.tape.domain.frozen import dataclass

if TYPE_CHECKING:
    from tapelint.source import tree


class Assumed(enum.Enum):
    """What is assumed; ``{}`` stands for what it is assumed of.

    Attributes:
        id: Its short name, as JSON and the table of weights have it.
        sentence: What people are told.
        anything: What it is assumed of where nothing is named.
    """

    RECORDING = "recording", "autograd records {}", "here"
    HISTORY = "history", "{} has a history", "what is computed with"
    BACKWARD = "backward", "a backward is run through {}", "the result"
    GRADIENT = "gradient", "the gradient of {} is wanted", "the values"
    MEANING = "meaning", "{} holds what its name says", "the value"
    TYPE = "type", "{} is of the kind that a pitfall needs", "the value"
    COPY = "copy", "{} makes another tensor", "the move"
    OWNER = "owner", "{} is about these gradients", "the call"
    WAY = "way", "the ways to {} can be one", "here"
    DEFAULT = "default", "{} is given another value than its default", "the argument"
    SHARED = "shared", "other code uses {}, too", "the tensor"
    LEFT = "left", "no backward starts at {}", "what is kept"

    def __init__(self, name: str, sentence: str, anything: str) -> None:
        self.id, self.sentence, self.anything = name, sentence, anything


class Sign(enum.Enum):
    """What speaks for an assumption, or against it.

    Attributes:
        id: Its short name.
        sentence: What people are told.
        is_against: Whether it speaks against the assumption.
    """

    BACKWARD = "backward", "a backward needs it", False
    RETURN = "return", "it is returned", False
    LOSS = "loss", "a loss takes it", False
    USE = "use", "it is used so", False
    NAME = "name", "a name says so", False
    ROLE = "role", "the function is there for it", False
    PATH = "path", "there is code on each of them", False
    NONE = "none", "nothing in sight speaks for it", False
    CALLERS = "callers", "a caller or a decorator may switch it off", True
    OTHER_USE = "other-use", "other code may speak against it", True

    def __init__(self, name: str, sentence: str, is_against: bool) -> None:
        self.id, self.sentence, self.is_against = name, sentence, is_against


@dataclass(frozen=True)
class Assumption:
    """One thing that is assumed.

    Attributes:
        kind: What.
        evidence: What speaks for it, or against it.
        at: Where the evidence stands; ``None`` for the place of what rests on it.
        subject: The expression that it is assumed of, where one is named.
    """

    kind: Assumed
    evidence: Sign
    at: tree.Node | None = None
    subject: tree.Node | None = None

    @property
    def key(self) -> tuple[str, str]:
        """Its row in the table of weights."""
        return self.kind.id, self.evidence.id

    def said(self, text: Callable[[tree.Node], str]) -> str:
        """The assumption in words, with what speaks for it or against it."""
        named = f"`{text(self.subject)}`" if self.subject is not None else self.kind.anything
        joint = "although" if self.evidence.is_against else "since"
        if self.evidence is Sign.NONE:
            joint = "and"
        return f"{self.kind.sentence.format(named)}, {joint} {self.evidence.sentence}"


def returned_to_train(node: tree.Node) -> Assumption:
    """Whoever gets what is returned is assumed to run a backward."""
    return Assumption(Assumed.BACKWARD, Sign.RETURN, node)
