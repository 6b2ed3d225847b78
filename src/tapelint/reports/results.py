"""What a report is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapelint.findings import Consequence

if TYPE_CHECKING:
    from tapelint.findings import Finding
    from tapelint.source.content import Lines, LinesInFile


@dataclass(frozen=True)
class Results:
    """The results of a run.

    Attributes:
        findings: What was found, in the order of paths and lines.
        errors: What could not be done, one line each.
        paths: The files that were linted.
        lines: Gives the lines of a file.
        lines_in_file: Gives the first and the last line of a place in its file.
        lists: Whether reports for people list a `legacy` finding rather than count it.
        is_fixable: Whether ``--fix`` would fix a finding.
    """

    findings: Sequence[Finding]
    errors: Sequence[str] = ()
    paths: Sequence[str] = ()
    lines: Lines = lambda path, cell: ()
    lines_in_file: LinesInFile = lambda path, at: (at.line, at.end_line)
    lists: Callable[[Finding], bool] = lambda finding: True
    is_fixable: Callable[[Finding], bool] = lambda finding: False

    def listed(self) -> list[Finding]:
        """The findings that people read one by one: what harms, then what is legacy."""
        harm = [each for each in self.findings if each.consequence is not Consequence.LEGACY]
        return harm + [each for each in self._legacy() if self.lists(each)]

    def folded(self) -> list[list[Finding]]:
        """The others: those of one rule in one file together, which are shown in one line."""
        together: dict[tuple[str, str], list[Finding]] = {}
        for each in self._legacy():
            if not self.lists(each):
                together.setdefault((each.path, each.code), []).append(each)
        return list(together.values())

    def _legacy(self) -> list[Finding]:
        return [each for each in self.findings if each.consequence is Consequence.LEGACY]
