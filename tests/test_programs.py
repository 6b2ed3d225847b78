"""Small programs, each with marks where it must be reported; everything else is silence.

They were written while the findings on public code were read: what was wrong there, or missed,
became a program here. Unlike the rule book's examples they need not run, so that they may say
nothing of where their values come from.

A mark is a comment at the end of a line: ``# expect: TAP101`` or ``# expect: TAP101 likely``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tapelint import Confidence, Settings, lint_source

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
_MARK = re.compile(r"# expect: (?P<codes>.+)$")


def expected(text: str) -> list[tuple[int, str]]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = _MARK.search(line)
        if match:
            found.extend((number, code.strip()) for code in match["codes"].split(","))
    return sorted(found)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_reported_where_it_is_marked(path: Path) -> None:
    text = path.read_text()
    is_hunted = any(code.endswith(" possible") for _, code in expected(text))
    least = Confidence.POSSIBLE if is_hunted else Confidence.LIKELY
    found = lint_source(text, path=path.name, settings=Settings(min_confidence=least))
    reported = [
        (each.line, f"{each.code} {each.confidence.value}".removesuffix(" certain"))
        for each in found
    ]
    assert sorted(reported) == expected(text)


def test_there_are_pitfalls_and_silent_programs() -> None:
    marks = [bool(expected(path.read_text())) for path in PROGRAMS]
    assert sum(marks) > 20
    assert marks.count(False) > 20


def test_a_wrong_mark_fails() -> None:
    assert expected("w.zero_()  # expect: TAP201\nx = 1\n") == [(1, "TAP201")]
    assert expected("x  # expect: TAP101 likely, TAP302\n") == [
        (1, "TAP101 likely"),
        (1, "TAP302"),
    ]
