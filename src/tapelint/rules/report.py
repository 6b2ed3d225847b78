"""What a rule reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tapelint.editing.changes import NodeFix, NodeFixes
from tapelint.findings import Confidence, Consequence
from tapelint.rules.weights import is_likely, is_supported
from tapelint.source.errors import NotLosslessError

if TYPE_CHECKING:
    from tapelint.rules.checker import Checker
    from tapelint.source import tree
    from tapelint.tape.domain.assumptions import Assumption

Step = tuple["tree.Node | None", str]
"""One step of the trail: where (``None``: nowhere that can be shown), and what happens there."""


@dataclass(frozen=True)
class Report:
    """A finding before its places are known as lines and columns."""

    rule: type[Checker]
    node: tree.Node
    message: str
    consequence: Consequence
    assumed: tuple[Assumption, ...]
    because: tuple[Step, ...]
    unless: tuple[tree.Node, ...] = ()
    fix: NodeFixes | None = None
    caller: tree.Node | None = None
    """The call in another file that gives what it needs; the file itself does not show it."""
    via: tuple[tree.Node, ...] = ()
    """The calls in the file at hand that lead to a place in another one, where these are known."""

    @property
    def confidence(self) -> Confidence:
        """How it is known: the one place where a verdict becomes a confidence.

        What rests on nothing is certain. What rests on assumptions is likely if reports that
        rested on each of them were right where code was read (:mod:`.weights`).
        """
        if not self.assumed:
            return Confidence.CERTAIN
        return Confidence.LIKELY if all(map(is_likely, self.assumed)) else Confidence.POSSIBLE

    @property
    def rank(self) -> tuple[int, int]:
        """What comes first where there are several reports of a place: the least."""
        unsupported = sum(not is_supported(each) for each in self.assumed)
        return list(Confidence).index(self.confidence), unsupported

    def fixes(self) -> Sequence[NodeFix]:
        """What could be written instead, the best first; nothing where libcst cannot read it."""
        try:
            return self.fix() if self.fix is not None else ()
        except NotLosslessError:
            return ()


class SourceText(Protocol):
    """The text of a node, for messages."""

    def __call__(self, node: tree.Node) -> str:
        """The node's source on one line, shortened where it is long."""
