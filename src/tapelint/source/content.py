"""Findings told apart by what they are about, not by where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tapelint.findings import Finding, Location

Lines = Callable[[str, int | None], Sequence[str]]
"""Gives the lines of a file by its path, or of a cell of it; none where it cannot be read."""
LinesInFile = Callable[[str, Location], tuple[int, int]]
"""Gives the first and the last line of a place in its file, also where the place is in a cell."""

_LONGEST = 300


def content(finding: Finding, lines: Lines) -> str:
    """The source text that a finding is about, with each stretch of space made one.

    It stays the same when lines move, when the code is indented or wrapped otherwise, and when
    something else on the line changes.
    """
    words = " ".join(_text(lines(finding.path, finding.location.cell), finding.location).split())
    if len(words) <= _LONGEST:
        return words
    return f"{words[:_LONGEST]}... {_digest(words)}"


def _text(lines: Sequence[str], at: Location) -> str:
    if not 1 <= at.line <= at.end_line <= len(lines):
        return ""
    chosen = list(lines[at.line - 1 : at.end_line])
    chosen[-1] = chosen[-1][: at.end_column - 1]
    chosen[0] = chosen[0][at.column - 1 :]
    return "\n".join(chosen)


def fingerprints(findings: Sequence[Finding], lines: Lines) -> list[str]:
    """One fingerprint for each finding, unlike all others.

    Findings that are alike (one rule, one file, one text) are told apart by their number.
    """
    seen: Counter[str] = Counter()
    found = []
    for finding in findings:
        alike = "\0".join((finding.code, finding.path.replace("\\", "/"), content(finding, lines)))
        seen[alike] += 1
        found.append(_digest(f"{alike}\0{seen[alike]}"))
    return found


def _digest(text: str) -> str:
    import hashlib  # it loads OpenSSL, which most reports do not need

    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
