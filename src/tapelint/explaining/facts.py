"""What can be said of a line: plain data, with no syntax-tree node and no torch object inside."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from tapelint.findings import Finding


@dataclass(frozen=True, order=True)
class Spot:
    """A line; in a notebook, a line of a cell."""

    line: int
    cell: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}" if self.cell is None else f"cell {self.cell}, line {self.line}"


class Answer(str, enum.Enum):
    """What is known."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Claim:
    """Whether something is the case.

    Attributes:
        answer: Yes, no or unknown.
        why: Why it is so, or why it is not known; "" where nothing is to be said.
        at: Where that stands.
    """

    answer: Answer
    why: str = ""
    at: Spot | None = None

    def __str__(self) -> str:
        return self.answer.value


@dataclass(frozen=True)
class Version:
    """What a version counter stands at; ``number`` is ``None`` where it is not known, and why."""

    number: int | None
    why: str = ""
    at: Spot | None = None

    def __str__(self) -> str:
        return "unknown" if self.number is None else str(self.number)


class Fate(str, enum.Enum):
    """What a backward would find of a saved tensor."""

    INTACT = "intact"
    """Its version is the one that was saved."""
    CHANGED = "changed"
    """Its version is another: the backward raises."""
    UNSEEN = "changed unseen"
    """It was changed, and its version counter has not noticed: the gradient is wrong."""
    FREED = "freed"
    """An earlier backward has freed it."""
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Keeping:
    """A tensor that an operation keeps for the backward.

    Attributes:
        operation: The operation.
        at: Where it stands.
        tensor: The name or expression of what is kept.
        is_result: Whether it is the operation's own result.
        saved_version: The version at which it was saved.
        present_version: The version now.
        fate: What a backward would find.
        changed_at: Where it was changed since.
        change: What has changed it.
        is_certain: Whether the operation is recorded for sure.
    """

    operation: str
    at: Spot | None
    tensor: str
    is_result: bool
    saved_version: int | None
    present_version: int | None
    fate: Fate
    changed_at: Spot | None = None
    change: str = ""
    is_certain: bool = True


@dataclass(frozen=True)
class TensorFacts:
    """What is known of one tensor.

    Attributes:
        name: The name, attribute or expression that leads to it.
        is_on_line: Whether it is met in the line.
        is_temporary: Whether no name holds it.
        identity: The same for two names of one tensor.
        requires_grad: Whether it requires grad.
        is_leaf: Whether it is a leaf.
        made_by: The operation that made it as autograd has recorded it; "" for none or unknown.
        made_at: Where it was made.
        made_as: The expression that made it.
        version: Its version counter.
        shares: Other names of tensors in the same memory.
        kept_by: What keeps it for the backward.
        freed: Whether its graph was freed.
        cut_by: The operation that ended its history; "" for none.
        cut_at: Where.
    """

    name: str
    is_on_line: bool
    is_temporary: bool
    identity: int
    requires_grad: Claim
    is_leaf: Claim
    made_by: str = ""
    made_at: Spot | None = None
    made_as: str = ""
    version: Version = Version(None)
    shares: tuple[str, ...] = ()
    kept_by: tuple[Keeping, ...] = ()
    freed: Claim = Claim(Answer.UNKNOWN)
    cut_by: str = ""
    cut_at: Spot | None = None


class Role(str, enum.Enum):
    """What a node of the picture is."""

    RESULT = "result"
    """A tensor that a name or the line holds."""
    OPERATION = "operation"
    LEAF = "leaf"
    EITHER = "either"
    """Paths have met: one of several operations."""


@dataclass(frozen=True)
class Node:
    """A node of autograd's graph.

    Attributes:
        role: What it is.
        title: The operation or the tensor's name.
        at: Where it stands.
        inputs: The numbers of the nodes that a backward goes on to.
        keeps: What it keeps for the backward.
        version: For a tensor, its version counter.
        is_certain: Whether autograd records it for sure.
        freed: Whether a backward has freed what it kept.
        shares: For a tensor, other names of the same memory.
    """

    role: Role
    title: str
    at: Spot | None
    inputs: tuple[int, ...]
    keeps: tuple[Keeping, ...] = ()
    version: Version | None = None
    is_certain: bool = True
    freed: Claim = Claim(Answer.UNKNOWN)
    shares: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """What is known at one visit of the line.

    Attributes:
        tensors: The tensors, those of the line first.
        nodes: The graph behind the line's tensors.
        mode: The grad mode: ``enabled``, ``no_grad``, ``inference`` or ``unknown``.
        is_alone: Whether the function is executed on its own, as if called from anywhere.
        is_mode_assumed: Whether the mode is that of a function's callers, who are not known.
        function: The function, "" for the module.
        in_loop: Whether the line stands in a loop.
        more: How many tensors are left out.
    """

    tensors: tuple[TensorFacts, ...]
    nodes: tuple[Node, ...]
    mode: str
    is_mode_assumed: bool = False
    is_alone: bool = False
    function: str = ""
    in_loop: bool = False
    more: int = 0


Change = tuple[str, str, str, str]
"""Of which tensor, what, and how it is before a line and after it, in words."""


@dataclass(frozen=True)
class Explanation:
    """All that is said of a line.

    Attributes:
        path: The file.
        spot: The line that was asked for.
        source: Its text.
        shown: The line whose state is shown.
        is_after: Whether it is the state after that line; else before its block begins.
        visits: How often the execution came by.
        visits_alone: How many of these were in the function executed on its own, as if called from
            anywhere.
        view: What is known, over all visits; ``None`` where the line was not reached.
        findings: The findings that touch the line.
        why_not: Why nothing is known.
        limits: The limits of the analysis that were reached, each in words.
        roles: What the parameters in sight are taken for, and why, each in words.
        changes: What the line changes.
    """

    path: str
    spot: Spot
    source: str
    shown: Spot
    is_after: bool
    visits: int
    view: View | None
    findings: tuple[Finding, ...] = field(default=())
    why_not: str = ""
    visits_alone: int = 0
    limits: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
