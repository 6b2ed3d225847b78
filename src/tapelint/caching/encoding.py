"""What was heard of a file, as JSON can hold it.

Decoding believes nothing: whatever has not the form that encoding gives it is an error, so that
no file, however it was damaged, makes a finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapelint.caching.checked import checked_flag, checked_list, checked_number, checked_text
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
from tapelint.hearing import Heard, Part, Said
from tapelint.source.errors import SourceError

if TYPE_CHECKING:
    from tapelint.source.suppressions import Comments, Directive

CLEAN: list[Any] = []
"""What was heard of a file of which nothing is said, without errors and reached limits."""
_ALIEN = Heard(mentions_torch=False, matters=False)
ALIEN: list[Any] = [False]
"""The same of one that does not mention torch, and in which nothing was looked for."""


def encoded(heard: Heard, path: str) -> list[Any]:
    """What was heard of the file at ``path``; its own path is left out."""
    if heard == Heard():
        return CLEAN
    if heard == _ALIEN:
        return ALIEN
    return [
        [_part(each, path) for each in heard.parts],
        [[each.reason, each.line, each.cell, each.column] for each in heard.errors],
        heard.was_read,
        list(heard.limits),
        heard.mentions_torch,
        heard.matters,
    ]


def _part(part: Part, path: str) -> list[Any]:
    comments = part.comments
    return [
        [
            [_finding(each.finding, path), [at.value for at in each.levels], list(each.covering)]
            for each in part.said
        ],
        None
        if comments is None
        else [
            comments.skips_file,
            [_directive(each) for each in comments.directives],
            [_directive(each) for each in comments.unknown],
            comments.whole_file,
            comments.file_codes,
        ],
        [[_location(at), _location_or_none(place)] for at, place in part.places.items()],
        part.is_excerpt,
    ]


def _directive(each: Directive) -> list[Any]:
    return [
        each.text,
        _location(each.location),
        list(each.lines),
        list(each.selectors),
        each.is_noqa,
        each.in_string,
        _location_or_none(each.removal),
        _location_or_none(each.list_at),
    ]


def _location_or_none(location: Location | None) -> list[int | None] | None:
    return None if location is None else _location(location)


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


def decoded(value: object, path: str) -> Heard:
    """What was heard of the file at ``path``.

    Raises:
        ValueError: The value has not the form that encoding gives it.
    """
    if value == CLEAN:
        return Heard()
    if value == ALIEN:
        return _ALIEN
    parts, errors, was_read, limits, mentions_torch, matters = checked_list(value, 6)
    return Heard(
        tuple(_as_part(each, path) for each in checked_list(parts)),
        tuple(_as_error(each, path) for each in checked_list(errors)),
        checked_flag(was_read),
        limits=tuple(_texts(limits)),
        mentions_torch=checked_flag(mentions_torch),
        matters=checked_flag(matters),
    )


def _as_part(value: object, path: str) -> Part:
    said, comments, places, is_excerpt = checked_list(value, 4)
    read = None if comments is None else _as_comments(comments)
    known = len(read.directives) if read is not None else 0
    return Part(
        tuple(_as_said(each, path, known) for each in checked_list(said)),
        read,
        {
            _as_location(at): _as_location_or_none(place)
            for at, place in (checked_list(each, 2) for each in checked_list(places))
        },
        checked_flag(is_excerpt),
    )


def _as_said(value: object, path: str, known: int) -> Said:
    finding, levels, covering = checked_list(value, 3)
    numbers = tuple(map(checked_number, checked_list(covering)))
    if any(each >= known for each in numbers):
        raise ValueError(numbers)
    return Said(_as_finding(finding, path), tuple(map(Confidence, checked_list(levels))), numbers)


def _as_comments(value: object) -> Comments:
    from tapelint.source.suppressions import Comments  # most files have none that matter

    skips_file, directives, unknown, whole_file, file_codes = checked_list(value, 5)
    return Comments(
        checked_flag(skips_file),
        [_as_directive(each) for each in checked_list(directives)],
        [_as_directive(each) for each in checked_list(unknown)],
        checked_flag(whole_file),
        _texts(file_codes),
    )


def _as_directive(value: object) -> Directive:
    from tapelint.source.suppressions import Directive

    text, location, lines, selectors, is_noqa, in_string, removal, list_at = checked_list(value, 8)
    first, last = checked_list(lines, 2)
    return Directive(
        checked_text(text),
        _as_location(location),
        (checked_number(first), checked_number(last)),
        tuple(_texts(selectors)),
        is_noqa=checked_flag(is_noqa),
        in_string=checked_flag(in_string),
        removal=_as_location_or_none(removal),
        list_at=_as_location_or_none(list_at),
    )


def _texts(value: object) -> list[str]:
    return [checked_text(each) for each in checked_list(value)]


def _as_location_or_none(value: object) -> Location | None:
    return None if value is None else _as_location(value)


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
    reason, *places = checked_list(value, 4)
    line, cell, column = (None if each is None else checked_number(each) for each in places)
    return SourceError(path, checked_text(reason), line, cell, column)


def _as_location(value: object) -> Location:
    line, column, end_line, end_column, cell = checked_list(value, 5)
    return Location(
        checked_number(line),
        checked_number(column),
        checked_number(end_line),
        checked_number(end_column),
        None if cell is None else checked_number(cell),
    )
