"""Reads the reports of users that were rewritten as small programs, and writes the page about them.

A program carries the marks of the rule book's examples and the address of its report. It has
expectations, or says why tapelint does not catch it, or why it is no pitfall at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .examples import Example, MarkError, parse_example

FOLDER = Path(__file__).resolve().parents[1] / "user_reports"
PAGE = FOLDER.parents[1] / "docs" / "user-reports.md"

_NOTE = re.compile(r"^# (?P<kind>report|not caught|no pitfall): (?P<text>.+)$", re.MULTILINE)
_MISSED = re.compile(r"(?P<code>TAP\d{3}): (?P<reason>.+)")

_INTRODUCTION = """\
# Reports of users

For users who ask which real mistakes tapelint catches, and which it misses. Each report from an \
issue, a pull request or a forum was rewritten as a small program in \
`tests/user_reports`. `tests/oracle/test_user_reports.py` runs the programs under torch and \
compares the findings of the default rules. `tests/user_reports/fixed` has remedies.

This page is written by `TAPELINT_UPDATE_GOLDEN=1 python -m pytest \
tests/oracle/test_user_reports.py`.
"""


@dataclass(frozen=True)
class UserReport:
    """One program, the address of the report behind it, and why tapelint is silent if it is."""

    example: Example
    address: str
    missed_code: str
    missed_reason: str
    no_pitfall: str

    @property
    def name(self) -> str:
        """The name of the program's file, without its suffix."""
        return self.example.path.stem

    @property
    def codes(self) -> list[str]:
        """The rules that report the program, or the rule that should."""
        if self.missed_code:
            return [self.missed_code]
        return sorted({expectation.code for expectation in self.example.expectations})


def parse_user_report(text: str, path: Path) -> UserReport:
    """Read the marks of the program ``text``, which must say exactly one of the three things."""
    example = parse_example(text, path)
    notes: dict[str, str] = {}
    for match in _NOTE.finditer(text):
        if match["kind"] in notes:
            raise MarkError(f"{path}: '# {match['kind']}:' stands twice")
        notes[match["kind"]] = match["text"]
    if not re.fullmatch(r"https://\S+", notes.get("report", "")):
        raise MarkError(f"{path}: '# report:' with an address is missing")
    said = [bool(example.expectations), "not caught" in notes, "no pitfall" in notes]
    if said.count(True) != 1:
        raise MarkError(f"{path}: a program is caught, or not caught, or no pitfall")
    missed = _MISSED.fullmatch(notes.get("not caught", ""))
    if "not caught" in notes and missed is None:
        raise MarkError(f"{path}: '# not caught:' names a rule and a reason")
    return UserReport(
        example,
        notes["report"],
        missed["code"] if missed else "",
        missed["reason"] if missed else "",
        notes.get("no pitfall", ""),
    )


def all_user_reports() -> list[UserReport]:
    """Every program of the folder, by the rule that it belongs to."""
    paths = sorted(FOLDER.glob("*.py"))
    reports = [parse_user_report(path.read_text(encoding="utf-8"), path) for path in paths]
    return sorted(reports, key=lambda report: (report.codes, report.name))


def all_fixed() -> list[Example]:
    """The ways out, each named after its report."""
    paths = sorted((FOLDER / "fixed").glob("*.py"))
    return [parse_example(path.read_text(encoding="utf-8"), path) for path in paths]


def page(reports: Iterable[UserReport]) -> str:
    """The text of the page about the reports."""
    return "\n".join(_lines(list(reports)))


def _lines(reports: list[UserReport]) -> Iterator[str]:
    right = [report for report in reports if report.no_pitfall]
    missed = [report for report in reports if report.missed_code]
    caught = [report for report in reports if report.example.expectations]
    pitfalls = len(caught) + len(missed)
    addresses = len({report.address for report in reports})
    yield _INTRODUCTION
    yield (
        f"{len(reports)} programs after {addresses} reports. "
        f"{pitfalls} of them are pitfalls: {len(caught)} are caught, {len(missed)} are not. "
        f"{len(right)} are asked about by users and are right; tapelint is silent there.\n"
    )
    found = Counter(code for report in caught for code in report.codes)
    not_found = Counter(report.missed_code for report in missed)
    yield "| rule | caught | not caught |\n|---|---|---|"
    for code in sorted({*found, *not_found}):
        yield f"| {code} | {found[code]} | {not_found[code]} |"
    yield "\n## Caught\n\n| report | what happened | rule | program |\n|---|---|---|---|"
    for report in caught:
        yield _row(report, ", ".join(report.codes))
    yield "\n## Not caught\n\n| report | what happened | rule | why not | program |"
    yield "|---|---|---|---|---|"
    for report in missed:
        yield _row(report, report.missed_code, report.missed_reason)
    yield "\n## Right after all\n\n| report | what happened | why it is right | program |"
    yield "|---|---|---|---|"
    for report in right:
        yield _row(report, report.no_pitfall)
    yield ""


def _row(report: UserReport, *cells: str) -> str:
    address = f"[{_short(report.address)}]({report.address})"
    return "| " + " | ".join([address, report.example.docstring, *cells, f"`{report.name}`"]) + " |"


def _short(address: str) -> str:
    """Where a report was made: a repository with a number, or the place of a thread."""
    if match := re.fullmatch(r"https://github\.com/([^/]+/[^/]+)/(?:issues|pull)/(\d+)", address):
        return f"{match[1]}#{match[2]}"
    return address.removeprefix("https://").partition("/")[0]
