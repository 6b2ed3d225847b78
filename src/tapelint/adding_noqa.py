"""Writing ``# noqa`` comments that silence today's findings."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tapelint.findings import Finding
from tapelint.lint import lint_part, placed
from tapelint.rules.unused_suppression import UnusedSuppression
from tapelint.settings import Settings
from tapelint.source.decoding import encoding_of
from tapelint.source.documents import Document, read_document
from tapelint.source.edits import Lines, Splice, apply
from tapelint.source.errors import SourceError
from tapelint.source.replacing import replace_file
from tapelint.source.suppressions import Suppressions


def can_silence(finding: Finding) -> bool:
    """Whether a comment is the answer to a finding: of a useless comment it is none."""
    return finding.code != UnusedSuppression.code


def with_noqa(text: str, findings: Iterable[Finding], reason: str = "") -> tuple[str, int]:
    """The text with a comment for each line that has findings, and how many were written.

    A line that has a ``# noqa`` with codes gets ours added to it. Where a text in a string looks
    like one, flake8 looks at no other: a comment of our own silences there.

    Args:
        text: A Python text.
        findings: Its findings.
        reason: What to write after the codes.
    """
    splices = _comments(text, findings, reason)
    return apply(text, splices), len(splices)


def _comments(text: str, findings: Iterable[Finding], reason: str) -> list[Splice]:
    known = Suppressions(text)
    wanted: dict[int, list[str]] = {}
    for finding in filter(can_silence, findings):
        codes = wanted.setdefault(known.line_for_comment(finding.line), [])
        if finding.code not in codes:
            codes.append(finding.code)
    lines = Lines(text)
    return [_comment(lines, line, codes, known, reason) for line, codes in wanted.items()]


def _comment(lines: Lines, line: int, codes: list[str], known: Suppressions, reason: str) -> Splice:
    said = f" - {' '.join(reason.split())}" if reason.strip() else ""
    noqa = known.noqa_for(line)
    if noqa is not None and not noqa.in_string and noqa.selectors:
        end = lines.offset(noqa.location.line, noqa.location.column) + len(noqa.text)
        is_last = not lines.text[end : lines.end_of_line(end)].strip()
        return Splice(end, end, f", {', '.join(codes)}{said if is_last else ''}")
    named = ", ".join(codes)
    comment = f"# noqa: {named}" if noqa is None else f"# tapelint: ignore[{named}]"
    start = lines.offset(line, 1)
    end = lines.end_of_line(start)
    body = lines.text[start:end].rstrip()
    return Splice(start + len(body), end, f"  {comment}{said}")


def silenced(
    document: Document,
    path: str,
    findings: Collection[Finding],
    settings: Settings,
    reason: str = "",
) -> tuple[Document, int]:
    """The document with comments that silence findings, and how many were written.

    Args:
        document: What is linted.
        path: Its name.
        findings: Its findings that are to be silenced.
        settings: Those that they were found with.
        reason: What to write after the codes.

    Raises:
        SourceError: A comment cannot be written.
    """
    wanted = set(findings)
    written = 0
    for at in range(len(document.parts())):
        try:
            part, found = lint_part(document.parts()[at], path, settings)
        except SourceError:
            continue  # the run has told of it
        found = [each for each in found if placed(each, part) in wanted]
        splices = _comments(part.text, found, reason)
        if not splices:
            continue
        edited = part.edited(splices)
        if edited is None:
            raise SourceError(path, "a finding stands on a magic's line; write its comment by hand")
        document = edited
        written += len(splices)
    return document, written


def add_noqa(
    path: str, raw: bytes, findings: Collection[Finding], settings: Settings, reason: str = ""
) -> int:
    """Write the comments into a file, and return how many.

    All else in the file is kept: encoding, byte-order mark, line endings and mode, and of a
    notebook every byte outside the lines that change.

    Args:
        path: The file.
        raw: What it holds.
        findings: Its findings that are to be silenced.
        settings: Those that they were found with.
        reason: What to write after the codes.

    Raises:
        SourceError: It cannot be written.
    """
    edited, written = silenced(read_document(raw, path), path, findings, settings, reason)
    if not written:
        return 0
    try:
        content = edited.source
    except UnicodeEncodeError:
        declared = f"the change cannot be written in {encoding_of(raw)}; declare utf-8"
        raise SourceError(path, declared) from None
    replace_file(path, content if isinstance(content, bytes) else content.encode(), raw)
    return written
