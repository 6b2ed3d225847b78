"""What a report is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapelint.findings import Consequence

if TYPE_CHECKING:
    from tapelint.findings import Finding
    from tapelint.source.content import Lines, LinesInFile

Folded = tuple["Finding", ...]
"""Findings of one rule in one file, which are shown in one line."""


@dataclass(frozen=True)
class Results:
    """The results of a run.

    Attributes:
        findings: What was found, in the order of paths and lines.
        errors: What could not be done; each is one line as a text.
        paths: The files that were linted.
        lines: Gives the lines of a file.
        lines_in_file: Gives the first and the last line of a place in its file.
        lists: Whether reports for people list a `legacy` finding rather than count it.
        is_fixable: Whether ``--fix`` would fix a finding.
    """

    findings: Sequence[Finding]
    errors: Sequence[Exception] = ()
    paths: Sequence[str] = ()
    lines: Lines = lambda path, cell: ()
    lines_in_file: LinesInFile = lambda path, at: (at.line, at.end_line)
    lists: Callable[[Finding], bool] = lambda finding: True
    is_fixable: Callable[[Finding], bool] = lambda finding: False

    def shown(self) -> Iterator[Finding | Folded]:
        """What people read: all that harms by its place, and then the rest, the worst first."""
        yield from (each for each in self.findings if each.consequence.harms)
        rest = [each for each in self.findings if not each.consequence.harms]
        rest.sort(key=lambda each: each.consequence.rank)
        together: dict[tuple[str, str], list[Finding]] = {}
        for each in rest:
            if self._folds(each):
                together.setdefault((each.path, each.code), []).append(each)
        for each in rest:
            if not self._folds(each):
                yield each
            elif (folded := together.pop((each.path, each.code), None)) is not None:
                yield tuple(folded)

    def _folds(self, finding: Finding) -> bool:
        return finding.consequence is Consequence.LEGACY and not self.lists(finding)
