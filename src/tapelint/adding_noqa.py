"""Writing ``# noqa`` comments that silence today's findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tapelint.findings import Finding
from tapelint.rules.unused_suppression import UnusedSuppression
from tapelint.source.decoding import decode
from tapelint.source.replacing import encode_as, replace_file
from tapelint.source.suppressions import Suppressions

_NEWLINE = re.compile(r"\r\n|\r|\n")


def with_noqa(text: str, findings: Iterable[Finding], reason: str = "") -> tuple[str, int]:
    """The text with a comment for each line that has findings, and how many were written.

    A line that has a ``# noqa`` with codes gets ours added to it.

    Args:
        text: A Python text.
        findings: Its findings.
        reason: What to write after the codes.
    """
    comments = Suppressions(text)
    wanted: dict[int, list[str]] = {}
    for finding in findings:
        if finding.code != UnusedSuppression.code:
            codes = wanted.setdefault(comments.line_for_comment(finding.line), [])
            if finding.code not in codes:
                codes.append(finding.code)
    pieces = _lines_with_ends(text)
    for line, codes in wanted.items():
        body, end = pieces[line - 1]
        pieces[line - 1] = (_silenced(body, line, codes, comments, reason), end)
    return "".join(body + end for body, end in pieces), len(wanted)


def _silenced(body: str, line: int, codes: list[str], comments: Suppressions, reason: str) -> str:
    for directive in comments.directives:
        at = directive.location
        if directive.is_noqa and directive.selectors and at.line == line:
            end = at.column - 1 + len(directive.text)
            return f"{body[:end]}, {', '.join(codes)}{body[end:]}"
    said = f" - {' '.join(reason.split())}" if reason.strip() else ""
    return f"{body.rstrip()}  # noqa: {', '.join(codes)}{said}"


def _lines_with_ends(text: str) -> list[tuple[str, str]]:
    """Each line with the ending that it has."""
    found, at = [], 0
    for match in _NEWLINE.finditer(text):
        found.append((text[at : match.start()], match.group()))
        at = match.end()
    found.append((text[at:], ""))
    return found


def add_noqa(path: str, raw: bytes, findings: Iterable[Finding], reason: str = "") -> int:
    """Write the comments into a file, and return how many.

    Encoding, byte-order mark, line endings and mode of the file are kept.

    Args:
        path: The file.
        raw: What it holds.
        findings: Its findings.
        reason: What to write after the codes.

    Raises:
        SourceError: It cannot be written.
    """
    text, count = with_noqa(decode(raw, path), findings, reason)
    if not count:
        return 0
    replace_file(path, encode_as(text, raw, path))
    return count


def by_path(findings: Iterable[Finding]) -> Mapping[str, list[Finding]]:
    """Findings by their files."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.path, []).append(finding)
    return found
