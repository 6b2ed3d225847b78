"""What a rule reports: plain data, with no syntax-tree node and no torch object inside."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar


class Consequence(str, enum.Enum):
    """What happens at run time where the finding is: the worst first, as reports count them."""

    RAISES = "raises"
    """torch raises an error, here or at the backward that follows."""
    WRONG_GRADIENT = "wrong-gradient"
    """Silent: a gradient is computed, and it is not the derivative, or goes where none is meant."""
    NO_GRADIENT = "no-gradient"
    """Silent: a parameter that should be trained gets no gradient."""
    WRONG_VALUE = "wrong-value"
    """Silent: a number with another meaning, such as a deviation for a variance."""
    MEMORY = "memory"
    """Silent: more memory is kept with each step, until there is none."""
    LEGACY = "legacy"
    """Works, but autograd cannot see it, and a better way exists."""
    NONE = "none"
    """Nothing happens at run time: a comment, or a line that has no effect."""

    def is_as_bad_as(self, least: Consequence) -> bool:
        """Whether it is that, or worse."""
        return self.rank <= least.rank

    @property
    def rank(self) -> int:
        """Its place among all: 0 is the worst. Reports and exit codes go by it."""
        return list(Consequence).index(self)

    @property
    def harms(self) -> bool:
        """Whether a run is worse for it: it ranks above what is `legacy`."""
        return self.rank < Consequence.LEGACY.rank


class Confidence(str, enum.Enum):
    """How the finding is known."""

    CERTAIN = "certain"
    """The tape proves it on a path through the code."""
    LIKELY = "likely"
    """Something is assumed, and such reports were right on code that was read."""
    POSSIBLE = "possible"
    """Something is assumed, and too little speaks for it, or too few such reports were read."""

    def reaches(self, least: Confidence) -> bool:
        """Whether it is as confident as that, or more."""
        levels = list(Confidence)
        return levels.index(self) <= levels.index(least)


class Applicability(str, enum.Enum):
    """Whether a fix may be applied without a look."""

    SAFE = "safe"
    """The meaning is kept, or an error turns into working code."""
    UNSAFE = "unsafe"
    """Numbers change: the user must look."""


@dataclass(frozen=True, order=True)
class Location:
    """A stretch of source text.

    Lines and columns are one-based and count characters (code points); the end is exclusive,
    so that ``end_column - column`` is the width of a stretch on one line. ``cell`` is the number
    of a notebook's cell, counting all cells from 1, and ``None`` outside notebooks; lines then
    count within the cell.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    cell: int | None = None


@dataclass(frozen=True)
class Reason:
    """One step of the trail that led to a finding."""

    path: str
    location: Location
    message: str

    @property
    def told(self) -> str:
        """What the step says where steps and assumptions stand in one list."""
        return self.message

    @property
    def told_first(self) -> str:
        """The same where each line says first what it is."""
        return f"because: {self.message}"


@dataclass(frozen=True)
class Premise(Reason):
    """Something that a finding rests on and that the code does not show.

    Attributes:
        kind: The kind of the assumption, as the table of weights has it.
        evidence: The kind of what speaks for it, or against it.
    """

    kind: str
    evidence: str

    @property
    def told(self) -> str:
        """What is assumed."""
        return f"assumed: {self.message}"

    @property
    def told_first(self) -> str:
        """The same."""
        return self.told


@dataclass(frozen=True)
class Edit:
    """Replace the text at ``location`` by ``content``."""

    location: Location
    content: str


@dataclass(frozen=True)
class Fix:
    """Edits that fix a finding, to be applied together."""

    applicability: Applicability
    message: str
    edits: tuple[Edit, ...]


_Step = TypeVar("_Step", bound=Reason)


@dataclass(frozen=True)
class Finding:
    """One pitfall at one place."""

    code: str
    name: str
    message: str
    path: str
    location: Location
    consequence: Consequence
    confidence: Confidence
    because: tuple[Reason, ...] = field(default=())
    fix: Fix | None = None
    assumed: tuple[Premise, ...] = field(default=())

    @property
    def line(self) -> int:
        """The one-based line where the finding starts."""
        return self.location.line

    @property
    def column(self) -> int:
        """The one-based column where the finding starts."""
        return self.location.column

    def at_path(self, path: str) -> Finding:
        """The finding in the same file by another name."""
        because, assumed = self.because, self.assumed
        return replace(
            self,
            path=path,
            because=tuple(self._moved(each, path) for each in because),
            assumed=tuple(self._moved(each, path) for each in assumed),
        )

    def _moved(self, step: _Step, path: str) -> _Step:
        return replace(step, path=path) if step.path == self.path else step

    @property
    def trail(self) -> tuple[Reason, ...]:
        """What led to it, and then what it rests on."""
        return (*self.because, *self.assumed)

    def to_dict(self) -> dict[str, Any]:
        """The finding as the JSON report has it: nothing but what JSON can hold."""
        fix = self.fix
        return {
            "code": self.code,
            "name": self.name,
            "message": self.message,
            "path": self.path,
            "cell": self.location.cell,
            **_stretch(self.location),
            "consequence": self.consequence.value,
            "confidence": self.confidence.value,
            "because": [_step(reason) for reason in self.because],
            "assumptions": [
                {"kind": each.kind, "evidence": each.evidence, **_step(each)}
                for each in self.assumed
            ],
            "fix": None
            if fix is None
            else {
                "applicability": fix.applicability.value,
                "message": fix.message,
                "edits": [
                    {
                        "cell": edit.location.cell,
                        **_stretch(edit.location),
                        "content": edit.content,
                    }
                    for edit in fix.edits
                ],
            },
        }

    @property
    def sort_key(self) -> tuple[str, int, int, int, str]:
        """Findings are shown in the order of the text, then of the codes."""
        return (self.path, self.location.cell or 0, self.line, self.column, self.code)


def _step(reason: Reason) -> dict[str, Any]:
    return {
        "path": reason.path,
        "cell": reason.location.cell,
        "line": reason.location.line,
        "column": reason.location.column,
        "message": reason.message,
    }


def _stretch(location: Location) -> dict[str, int]:
    return {
        "line": location.line,
        "column": location.column,
        "end_line": location.end_line,
        "end_column": location.end_column,
    }
