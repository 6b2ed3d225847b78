"""Suppressions on every program of the rule book and of ``tests/programs``.

Whatever the shape of a statement, what is written to silence a finding silences it, is Python, and
is itself reported once the finding is gone.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tapelint import Settings, lint_source
from tapelint.adding_noqa import with_noqa

from .conftest import RULE_BOOK

PROGRAMS = [
    path
    for path in sorted(
        [*RULE_BOOK.rglob("*.py"), *(Path(__file__).parent / "programs").glob("*.py")]
    )
    if "unused-suppression" not in str(path)
]
EVERYTHING = Settings(select=("ALL",))
UNUSED = "unused-suppression"


@pytest.mark.parametrize("part", range(4))
def test_noqa_that_is_added_silences_all_there_is(part: int) -> None:
    silenced = 0
    for path in PROGRAMS[part::4]:
        text = path.read_text()
        findings = lint_source(text, settings=EVERYTHING)
        written, count = with_noqa(text, findings, "as meant")
        assert bool(count) == bool(findings), path
        assert lint_source(written, settings=EVERYTHING) == [], path
        assert ast.dump(ast.parse(written)) == ast.dump(ast.parse(text)), path
        assert with_noqa(written, [], "") == (written, 0)
        silenced += len(findings)
    assert silenced > 50


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("part", range(4))
def test_a_comment_before_the_statement_silences_it(part: int, newline: str) -> None:
    """The first and the last finding of each program: each is another run of the linter."""
    silenced = 0
    for path in PROGRAMS[part::4]:
        text = path.read_text()
        findings = lint_source(text, settings=EVERYTHING)
        if not findings:
            continue
        starts = {line for node in ast.walk(ast.parse(text)) if (line := _own_line(node, text))}
        on_starts = [each for each in findings if each.line in starts]  # others: in a statement
        for finding in dict.fromkeys((*on_starts[:1], *on_starts[-1:])):
            lines = text.split("\n")
            line = lines[finding.line - 1]
            indent = line[: len(line) - len(line.lstrip())]
            lines.insert(finding.line - 1, f"{indent}# tapelint: ignore[{finding.name}]")
            left = lint_source(newline.join(lines), settings=EVERYTHING)
            gone = [each for each in findings if each.line == finding.line]
            same = [each for each in gone if each.name == finding.name]
            assert len(left) <= len(findings) - len(same), path
            assert UNUSED not in {each.name for each in left}, path
            silenced += 1
    assert silenced > 50


def _own_line(node: ast.AST, text: str) -> int | None:
    """The line of a statement that begins its line."""
    if not isinstance(node, ast.stmt):
        return None
    line = text.split("\n")[node.lineno - 1]
    return node.lineno if not line[: node.col_offset].strip() else None


def test_comments_outlive_findings_only_with_a_report() -> None:
    """The same comments over a program in which nothing of torch is left."""
    reported = 0
    for path in PROGRAMS:
        text = path.read_text()
        written, count = with_noqa(text, lint_source(text, settings=EVERYTHING))
        harmless = written.replace("torch", "other")
        found = [each for each in lint_source(harmless, settings=EVERYTHING) if each.name == UNUSED]
        if count and not [each for each in found if each.fix is None]:
            assert len(found) == count, path
        reported += len(found)
    assert reported > 200
