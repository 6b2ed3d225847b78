"""What linting a file gave, as JSON can hold it.

Decoding believes nothing: whatever has not the form that encoding gives it is an error, so that
no file, however it was damaged, makes a finding.
"""

from __future__ import annotations

from typing import Any

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
    findings, errors, was_read, limits = _list(value, 4)
    if type(was_read) is not bool:
        raise ValueError(was_read)
    return Linted(
        tuple(_as_finding(each, path) for each in _list(findings)),
        tuple(_as_error(each, path) for each in _list(errors)),
        was_read,
        limits=tuple(_text(each) for each in _list(limits)),
    )


def _as_finding(value: object, path: str) -> Finding:
    code, name, message, location, consequence, confidence, because, fix, assumed = _list(value, 9)
    return Finding(
        code=_text(code),
        name=_text(name),
        message=_text(message),
        path=path,
        location=_as_location(location),
        consequence=Consequence(consequence),
        confidence=Confidence(confidence),
        because=tuple(_as_reason(each, path) for each in _list(because)),
        fix=None if fix is None else _as_fix(fix),
        assumed=tuple(_as_premise(each, path) for each in _list(assumed)),
    )


def _as_reason(value: object, path: str) -> Reason:
    where, location, message = _list(value, 3)
    return Reason(path if where is None else _text(where), _as_location(location), _text(message))


def _as_premise(value: object, path: str) -> Premise:
    where, location, message, kind, evidence = _list(value, 5)
    step = _as_reason([where, location, message], path)
    return Premise(step.path, step.location, step.message, _text(kind), _text(evidence))


def _as_fix(value: object) -> Fix:
    applicability, message, edits = _list(value, 3)
    return Fix(
        Applicability(applicability),
        _text(message),
        tuple(_as_edit(each) for each in _list(edits)),
    )


def _as_edit(value: object) -> Edit:
    location, content = _list(value, 2)
    return Edit(_as_location(location), _text(content))


def _as_error(value: object, path: str) -> SourceError:
    reason, line, cell = _list(value, 3)
    return SourceError(
        path,
        _text(reason),
        None if line is None else _number(line),
        None if cell is None else _number(cell),
    )


def _as_location(value: object) -> Location:
    line, column, end_line, end_column, cell = _list(value, 5)
    return Location(
        _number(line),
        _number(column),
        _number(end_line),
        _number(end_column),
        None if cell is None else _number(cell),
    )


def _list(value: object, length: int | None = None) -> list[Any]:
    if type(value) is not list or (length is not None and len(value) != length):
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise ValueError(value)
    return value


def _number(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value
