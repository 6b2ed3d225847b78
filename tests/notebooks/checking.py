"""What must hold of every notebook, whoever wrote it: it is linted and fixed without harm.

The JSON is read by Python's own module here, so that nothing of tapelint's reading is believed.
"""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tapelint import Finding, Settings
from tapelint.fixes import fix_guarded
from tapelint.lint import lint_guarded

EVERYTHING = Settings(select=("ALL",))
UNSAFE = Settings(select=("ALL",), unsafe_fixes=True)
_LINE_OF_SOURCE = re.compile(
    r'\s*(?:"(?:source|input)"\s*:\s*\[?)?\s*(?P<text>"(?:[^"\\]|\\.)*")?\s*\]?\s*,?\s*'
)


@dataclass
class Checked:
    """What came out of checking a notebook.

    Attributes:
        problems: What does not hold; empty where all is well.
        findings: How many findings it has, by code.
        fixed: How many findings were fixed.
        broken_cells: How many cells were left out.
        is_broken: Whether it is no notebook, or nothing of it can be read.
    """

    problems: list[str] = field(default_factory=list)
    findings: Counter[str] = field(default_factory=Counter)
    fixed: int = 0
    broken_cells: int = 0
    is_broken: bool = False


def check(raw: bytes) -> Checked:
    """Lint a notebook, fix it with and without unsafe fixes, and look at what happened."""
    checked = Checked()
    linted = lint_guarded(raw, path="nb.ipynb", settings=EVERYTHING)
    checked.problems += [str(each) for each in linted.errors if "internal error" in each.reason]
    checked.broken_cells = sum(each.cell is not None for each in linted.errors)
    checked.is_broken = not linted.was_read
    checked.findings.update(each.code for each in linted.findings)
    if not linted.was_read:
        return checked
    if linted.findings:
        checked.problems += _misplaced(raw, linted.findings)
    for settings in (EVERYTHING, UNSAFE):
        result = fix_guarded(raw, linted.findings, path="nb.ipynb", settings=settings)
        assert isinstance(result.source, bytes)
        if not result.fixed:
            if result.source != raw:
                checked.problems.append("changed, though nothing was fixed")
            continue
        checked.fixed = len(result.fixed)
        checked.problems += _harm(raw, result.source, result.fixed)
        again = lint_guarded(result.source, path="nb.ipynb", settings=settings)
        # Where no rule can fire any more, nothing is read and nothing is said of broken cells.
        if not {str(each) for each in again.errors} <= {str(each) for each in linted.errors}:
            checked.problems.append("other cells are broken after fixing")
        twice = fix_guarded(result.source, again.findings, path="nb.ipynb", settings=settings)
        if twice.source != result.source:
            checked.problems.append("fixing twice changes more")
    return checked


def _cells(raw: bytes) -> list[dict[str, Any]]:
    content = json.loads(raw.decode("utf-8-sig"))
    sheets = [content] if "cells" in content else content["worksheets"]
    return [cell for sheet in sheets for cell in sheet["cells"]]


def _text(cell: dict[str, Any]) -> str:
    source = cell["source"] if "source" in cell else cell.get("input", "")
    return source if isinstance(source, str) else "".join(source)


def _misplaced(raw: bytes, findings: tuple[Finding, ...]) -> Iterator[str]:
    """Findings that are not where a code cell has text."""
    cells = _cells(raw)
    for finding in findings:
        places = [finding.location, *(reason.location for reason in finding.because)]
        for at in places:
            cell = cells[(at.cell or 0) - 1]
            lines = _text(cell).split("\n")
            if cell["cell_type"] != "code" or not 1 <= at.line <= at.end_line <= len(lines):
                yield f"{finding.code} is placed outside its cell: {at}"
            elif not (at.column <= len(lines[at.line - 1]) >= 1):
                yield f"{finding.code} is placed outside its line: {at}"


def _harm(before: bytes, after: bytes, fixed: tuple[Finding, ...]) -> Iterator[str]:
    """What has changed in a notebook but should not have."""
    old, new = _cells(before), _cells(after)
    changed = {at for at, (one, other) in enumerate(zip(old, new, strict=True), 1) if one != other}
    touched = {
        edit.location.cell
        for finding in fixed
        if finding.fix is not None
        for edit in finding.fix.edits
    }
    if not changed <= touched:
        yield f"cells {sorted(changed - touched)} changed without a fix"
    for at in changed:
        for cells in (old, new):
            cells[at - 1].pop("source", None)
            cells[at - 1].pop("input", None)
    if old != new:
        yield "something besides the source of a cell has changed"
    yield from _changed_bytes(before, after, changed)


def _changed_bytes(before: bytes, after: bytes, changed: set[int]) -> Iterator[str]:
    """Lines of the file that have changed and are no lines of the cells that have."""
    known = {""}
    for raw in (before, after):
        for at, cell in enumerate(_cells(raw), 1):
            if at in changed:
                source = cell.get("source", cell.get("input"))
                if isinstance(source, list) and not _are_lines(source):
                    return  # cut at odd places: the list is written anew
                known |= {_text(cell), *(line for cut in _cuts(_text(cell)) for line in cut)}
    old, new = before.split(b"\n"), after.split(b"\n")
    if len(old) < 5:
        return  # all on one line: the comparison of what is said there has to do
    for line in _different(old, new):
        match = _LINE_OF_SOURCE.fullmatch(line.decode("utf-8-sig"))
        if match is None or json.loads(match["text"] or '""') not in known:
            yield f"a line of the file has changed that is none of the cells': {line[:60]!r}"


def _are_lines(source: list[str]) -> bool:
    """Whether a source is cut at the ends of lines, in one of the ways that there are."""
    return any(source == lines for lines in _cuts("".join(source)))


def _cuts(text: str) -> tuple[list[str], list[str]]:
    """The lines of a text, cut at line feeds alone or wherever Python sees an end of a line."""
    return re.findall(r"[^\n]*\n|[^\n]+", text), text.splitlines(keepends=True)


def _different(old: list[bytes], new: list[bytes]) -> Iterator[bytes]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, first, last, start, end in matcher.get_opcodes():
        if tag != "equal":
            yield from old[first:last]
            yield from new[start:end]
