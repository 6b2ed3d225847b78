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
    """What is assumed; ``{}`` stands for what it is assumed of, ``{what}`` for what that is.

    Attributes:
        id: Its short name, as JSON and the table of weights have it.
        sentence: What people are told.
        anything: What it is assumed of where nothing is named.
        what: What it is assumed to be where nothing says that in more words.
    """

    RECORDING = "recording", "autograd records {}", "here"
    HISTORY = "history", "{} has a history", "what is computed with"
    BACKWARD = "backward", "a backward is run through {}", "the result"
    GRADIENT = "gradient", "the gradient of {} is wanted", "the values"
    MEANING = "meaning", "{} is {what}", "the value", "a variance, a target or the like"
    TYPE = "type", "{} is {what}", "the value", "a tensor, a module or the like"
    COPY = "copy", "{} makes another tensor", "the move"
    OWNER = "owner", "{} is about the parameters that the backward reaches", "the call"
    WAY = "way", "one run can take the ways that lead {}", "here"
    DEFAULT = "default", "{} is given another value than its default", "the argument"
    SHARED = "shared", "other code uses {}, too", "the tensor"
    LEFT = "left", "no backward starts at {}", "what is kept"

    def __init__(self, name: str, sentence: str, anything: str, what: str = "") -> None:
        self.id, self.sentence, self.anything, self.what = name, sentence, anything, what

    def of(self, named: str, what: str = "") -> str:
        """The sentence about something."""
        return self.sentence.format(named, what=what or self.what)


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
    NAME = "name", "its name says so", False
    ROLE = "role", "the function is there for it", False
    PATH = "path", "there is code on each of them", False
    NONE = "none", "nothing in sight says so", False
    CALLERS = "callers", "a caller or a decorator may switch it off", True
    OTHER_USE = "other-use", "other code may speak against it", True

    def __init__(self, name: str, sentence: str, is_against: bool) -> None:
        self.id, self.sentence, self.is_against = name, sentence, is_against

    def of(self, kind: Assumed) -> str:
        """What it says for an assumption of a kind, or against it."""
        return _IN_OTHER_WORDS.get((kind, self), self.sentence)


_IN_OTHER_WORDS = {
    (Assumed.RECORDING, Sign.ROLE): "such a function is there to train",
    (Assumed.HISTORY, Sign.NAME): "a name in it says so",
    (Assumed.COPY, Sign.USE): "a move is written to have an effect",
    (Assumed.OWNER, Sign.BACKWARD): "the two would do nothing without each other",
    (Assumed.OWNER, Sign.USE): "both are used in one step of training",
    (Assumed.OWNER, Sign.NAME): "the names fit each other",
    (Assumed.DEFAULT, Sign.USE): "it would do nothing otherwise",
    (Assumed.SHARED, Sign.ROLE): "autograd hands on what other code made",
    (Assumed.LEFT, Sign.BACKWARD): "another one has passed what was put into it",
}
"""Evidence that is clearer in words of its own beside what it speaks for."""


@dataclass(frozen=True)
class Assumption:
    """One thing that is assumed.

    Attributes:
        kind: What.
        evidence: What speaks for it, or against it.
        at: Where the evidence stands; ``None`` for the place of what rests on it.
        subject: The expression that it is assumed of, where one is named.
        what: What that is assumed to be; "" for what its kind says.
        promise: What it follows from of a thing from outside; "" where nothing is said of one.
    """

    kind: Assumed
    evidence: Sign
    at: tree.Node | None = None
    subject: tree.Node | None = None
    what: str = ""
    promise: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Its row in the table of weights."""
        return self.kind.id, self.evidence.id

    def said(self, text: Callable[[tree.Node], str]) -> str:
        """The assumption in words, with what speaks for it or against it."""
        named = f"`{text(self.subject)}`" if self.subject is not None else self.kind.anything
        if self.promise:
            return f"{self.promise}, so {self.kind.of(named, self.what)}"
        is_against = self.evidence.is_against or self.evidence is Sign.NONE
        joint = "although" if is_against else "since"
        return f"{self.kind.of(named, self.what)}, {joint} {self.evidence.of(self.kind)}"


def returned_to_train(node: tree.Node) -> Assumption:
    """Whoever gets what is returned is assumed to run a backward."""
    return Assumption(Assumed.BACKWARD, Sign.RETURN, node)
