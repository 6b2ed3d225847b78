"""Fixes on files that people wrote: torch's own sources, as they are installed.

They always parse, are idempotent, uncover nothing, and touch nothing but what they are about.
"""

from __future__ import annotations

import ast
import difflib
import functools
import importlib.util
from collections import Counter
from pathlib import Path

import pytest

from tapelint import Finding, Settings, SourceError, fix_source, lint_source

EVERYTHING = Settings(select=("ALL",))
MOST_FILES = 16
_FOLDERS = ("optim", "nn", "ao", "distributed", "testing", "distributions")


@functools.cache
def real_files() -> list[Path]:
    """Some files of torch that speak of ``.data`` or of argument checks, the smallest first."""
    spec = importlib.util.find_spec("torch")
    assert spec is not None
    assert spec.origin is not None
    root = Path(spec.origin).parent
    found = []
    for folder in _FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if len(text) < 60_000 and (".data." in text or "validate_args=False" in text):
                found.append((len(text), path))
    chosen = []
    for _, path in sorted(found):
        if any(
            each.fix is not None for each in lint_source(path.read_bytes(), settings=EVERYTHING)
        ):
            chosen.append(path)
        if len(chosen) == MOST_FILES:
            break
    return chosen


def codes(findings: tuple[Finding, ...] | list[Finding]) -> Counter[str]:
    return Counter(each.code for each in findings)


def test_there_is_something_to_fix() -> None:
    assert len(real_files()) == MOST_FILES


@pytest.mark.parametrize("number", range(MOST_FILES))
def test_a_real_file_is_fixed_without_harm(number: int) -> None:
    path = real_files()[number]
    raw = path.read_bytes()
    before = lint_source(raw, settings=EVERYTHING, respect_noqa=False)
    result = fix_source(raw, settings=EVERYTHING, unsafe_fixes=True)
    assert isinstance(result.source, bytes)
    ast.parse(result.source)
    after = lint_source(result.source, settings=EVERYTHING, respect_noqa=False)
    assert codes(after) + codes(result.fixed) == codes(before)
    again = fix_source(result.source, settings=EVERYTHING, unsafe_fixes=True)
    assert again.source == result.source
    assert changed_lines(raw, result.source) <= lines_of_fixes(before), path


def changed_lines(before: bytes, after: bytes) -> set[int]:
    """The lines of the old text that are not in the new one as they were."""
    old, new = before.decode().split("\n"), after.decode().split("\n")
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return {
        line + 1
        for kind, start, end, _, _ in matcher.get_opcodes()
        if kind in {"replace", "delete"}
        for line in range(start, end)
    }


def lines_of_fixes(findings: list[Finding]) -> set[int]:
    """The lines that the fixes of findings are about."""
    return {
        line
        for each in findings
        if each.fix is not None
        for edit in each.fix.edits
        for line in range(edit.location.line, edit.location.end_line + 1)
    }


def test_a_file_that_is_not_python_is_not_fixed() -> None:
    with pytest.raises(SourceError):
        fix_source("import torch\nw.data.zero_(\n")
