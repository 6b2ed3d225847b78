"""What a report is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
    """

    findings: Sequence[Finding]
    errors: Sequence[str] = ()
    paths: Sequence[str] = ()
    lines: Lines = lambda path, cell: ()
    lines_in_file: LinesInFile = lambda path, at: (at.line, at.end_line)
