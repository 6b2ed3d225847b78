"""Holds the reports of users against torch, against tapelint, and against the page about them.

After a change that is meant, ``TAPELINT_UPDATE_GOLDEN=1 python -m pytest`` of this file writes
the page anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tapelint import Settings, lint_source

from .examples import Example, Expectation, MarkError
from .test_rule_book import _differences, _word
from .user_reports import PAGE, UserReport, all_fixed, all_user_reports, page, parse_user_report
from .verdict import torch_verdict

REPORTS = all_user_reports()
FIXED = all_fixed()
UPDATE = bool(os.environ.get("TAPELINT_UPDATE_GOLDEN"))

for_each_report = pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
for_each_fixed = pytest.mark.parametrize("example", FIXED, ids=lambda example: example.path.stem)


@for_each_report
def test_torch_does_what_the_report_says(report: UserReport) -> None:
    assert torch_verdict(report.example).contradicts(report.example.torch_mark) == ""


@for_each_report
def test_tapelint_reports_what_is_marked(report: UserReport) -> None:
    """Also where nothing is caught: a later catch changes the mark and the page."""
    found = lint_source(report.example.text, path=report.example.path)
    findings = [Expectation(each.line, each.code, _word(each.confidence)) for each in found]
    assert _differences(report.example.expectations, findings) == []


@for_each_fixed
def test_torch_is_content_with_the_way_out(example: Example) -> None:
    assert example.torch_mark.outcome in ("right gradient", "runs")
    assert torch_verdict(example).contradicts(example.torch_mark) == ""


@for_each_fixed
def test_tapelint_is_silent_about_the_way_out(example: Example) -> None:
    assert lint_source(example.text, path=example.path, settings=Settings(select=("ALL",))) == []


def test_a_way_out_belongs_to_a_pitfall() -> None:
    pitfalls = {report.name for report in REPORTS if not report.no_pitfall}
    assert {example.path.stem for example in FIXED} - pitfalls == set()


def test_the_page_says_what_the_programs_say() -> None:
    if UPDATE:
        PAGE.write_text(page(REPORTS), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(REPORTS)


def test_there_are_reports_of_every_pitfall() -> None:
    assert len({report.address for report in REPORTS}) >= 60
    codes = {code for report in REPORTS for code in report.codes}
    assert codes >= {
        *("TAP101", "TAP102", "TAP103", "TAP104", "TAP105", "TAP106"),
        *("TAP201", "TAP202", "TAP203", "TAP204", "TAP301", "TAP302"),
        *("TAP401", "TAP402", "TAP403", "TAP405", "TAP406", "TAP501"),
    }


@pytest.mark.parametrize(
    "notes",
    [
        "# report: https://a.b/1",
        "# no pitfall: meant so",
        "# report: https://a.b/1\n# not caught: no rule is named",
        "# report: https://a.b/1\n# not caught: TAP101: hidden\n# no pitfall: meant so",
        "# report: https://a.b/1\n# report: https://a.b/2\n# no pitfall: meant so",
        "# report: https://a.b/1\n# no pitfall: meant so\nx = 1  # expect: TAP101",
    ],
)
def test_a_report_says_exactly_one_thing(notes: str) -> None:
    with pytest.raises(MarkError):
        parse_user_report(f'"""A report."""\n# torch: runs\n{notes}\n', Path("report.py"))


def test_a_report_that_is_not_caught_names_the_rule() -> None:
    text = '"""A."""\n# torch: runs\n# report: https://a.b/1\n# not caught: TAP104: a number\n'
    report = parse_user_report(text, Path("report.py"))
    assert (report.codes, report.missed_reason) == (["TAP104"], "a number")
    assert "| TAP104 | 0 | 1 |" in page([report])
