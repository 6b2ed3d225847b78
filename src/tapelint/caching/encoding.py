"""What linting a file gave, as JSON can hold it.

Decoding believes nothing: whatever has not the form that encoding gives it is an error, so that
no file, however it was damaged, makes a finding.
"""

from __future__ import annotations

from typing import Any

from tapelint.caching.checked import checked_list, checked_number, checked_text
from tapelint.findings import (
    Applicability,
    Confidence,
    Consequence,
    Edit,
    Finding,
    Fix,
    Location,
    Premise,
    Reason,
)
from tapelint.lint import Linted
from tapelint.source.errors import SourceError

CLEAN: list[Any] = []
"""What a file gave that has no findings, no errors, and has reached no limit."""


def encoded(linted: Linted, path: str) -> list[Any]:
    """What linting the file at ``path`` gave; its own path is left out."""
    if linted == Linted():
        return CLEAN
    return [
        [_finding(each, path) for each in linted.findings],
        [[each.reason, each.line, each.cell] for each in linted.errors],
        linted.was_read,
        list(linted.limits),
    ]


def _finding(finding: Finding, path: str) -> list[Any]:
    fix = finding.fix
    return [
        finding.code,
        finding.name,
        finding.message,
        _location(finding.location),
        finding.consequence.value,
        finding.confidence.value,
        [_step(each, path) for each in finding.because],
        None
        if fix is None
        else [
            fix.applicability.value,
            fix.message,
            [[_location(edit.location), edit.content] for edit in fix.edits],
        ],
        [[*_step(each, path), each.kind, each.evidence] for each in finding.assumed],
    ]


def _step(step: Reason, path: str) -> list[Any]:
    return [None if step.path == path else step.path, _location(step.location), step.message]


def _location(location: Location) -> list[int | None]:
    return [
        location.line,
        location.column,
        location.end_line,
        location.end_column,
        location.cell,
    ]


def decoded(value: object, path: str) -> Linted:
    """What linting the file at ``path`` gave.

    Raises:
        ValueError: The value has not the form that encoding gives it.
    """
    if value == CLEAN:
        return Linted()
    findings, errors, was_read, limits = checked_list(value, 4)
    if type(was_read) is not bool:
        raise ValueError(was_read)
    return Linted(
        tuple(_as_finding(each, path) for each in checked_list(findings)),
        tuple(_as_error(each, path) for each in checked_list(errors)),
        was_read,
        limits=tuple(checked_text(each) for each in checked_list(limits)),
    )


def _as_finding(value: object, path: str) -> Finding:
    code, name, message, location, consequence, confidence, because, fix, assumed = checked_list(
        value, 9
    )
    return Finding(
        code=checked_text(code),
        name=checked_text(name),
        message=checked_text(message),
        path=path,
        location=_as_location(location),
        consequence=Consequence(consequence),
        confidence=Confidence(confidence),
        because=tuple(_as_reason(each, path) for each in checked_list(because)),
        fix=None if fix is None else _as_fix(fix),
        assumed=tuple(_as_premise(each, path) for each in checked_list(assumed)),
    )


def _as_reason(value: object, path: str) -> Reason:
    where, location, message = checked_list(value, 3)
    return Reason(
        path if where is None else checked_text(where),
        _as_location(location),
        checked_text(message),
    )


def _as_premise(value: object, path: str) -> Premise:
    where, location, message, kind, evidence = checked_list(value, 5)
    step = _as_reason([where, location, message], path)
    return Premise(
        step.path, step.location, step.message, checked_text(kind), checked_text(evidence)
    )


def _as_fix(value: object) -> Fix:
    applicability, message, edits = checked_list(value, 3)
    return Fix(
        Applicability(applicability),
        checked_text(message),
        tuple(_as_edit(each) for each in checked_list(edits)),
    )


def _as_edit(value: object) -> Edit:
    location, content = checked_list(value, 2)
    return Edit(_as_location(location), checked_text(content))


def _as_error(value: object, path: str) -> SourceError:
    reason, line, cell = checked_list(value, 3)
    return SourceError(
        path,
        checked_text(reason),
        None if line is None else checked_number(line),
        None if cell is None else checked_number(cell),
    )


def _as_location(value: object) -> Location:
    line, column, end_line, end_column, cell = checked_list(value, 5)
    return Location(
        checked_number(line),
        checked_number(column),
        checked_number(end_line),
        checked_number(end_column),
        None if cell is None else checked_number(cell),
    )
