"""Holds the rule book against real torch and against tapelint, one example at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tapelint import Confidence, Finding, Settings, lint_source

from .examples import (
    RULE_BOOK,
    Example,
    Expectation,
    all_examples,
    parse_example,
    rule_folders,
)
from .verdict import torch_verdict

EXAMPLES = all_examples()
HEADINGS = [
    "What it does",
    "Why is this bad?",
    "Example",
    "Use instead",
    "When it is silent",
    "Known limits",
    "Fix",
    "Sources",
]

for_each_example = pytest.mark.parametrize(
    "example", EXAMPLES, ids=[example.identity for example in EXAMPLES]
)
for_each_rule = pytest.mark.parametrize(
    "folder", rule_folders(), ids=[folder.name for folder in rule_folders()]
)


@for_each_example
def test_torch_does_what_the_mark_says(example: Example) -> None:
    assert torch_verdict(example).contradicts(example.torch_mark) == ""


@for_each_example
def test_tapelint_reports_exactly_the_marks(
    example: Example, linted: Callable[[Path], list[Finding]]
) -> None:
    found = linted(example.path)
    if any(each.confidence == "possible" for each in example.expectations):
        hunting = Settings(select=("ALL",), min_confidence=Confidence.POSSIBLE)
        found = lint_source(example.text, path=example.path, settings=hunting)
    findings = [
        Expectation(finding.line, finding.code, _word(finding.confidence)) for finding in found
    ]
    assert _differences(example.expectations, findings) == []


@for_each_rule
def test_pitfalls_alone_have_expectations_and_of_the_rule_they_belong_to(folder: Path) -> None:
    code = folder.name.partition("-")[0]
    for example in EXAMPLES:
        if example.rule_folder == folder.name:
            expected = {expectation.code for expectation in example.expectations}
            assert (code in expected) == (example.kind == "pitfall"), example.identity
            assert bool(expected) == (example.kind == "pitfall"), example.identity


@for_each_rule
def test_the_page_has_its_headings_in_order(folder: Path) -> None:
    code, _, name = folder.name.partition("-")
    page = (folder / "rule.md").read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    assert page.startswith(f"# {name} ({code})\n\n")
    assert page.split("\n")[2].endswith(".")
    assert re.findall(r"^## (.+)$", prose, flags=re.MULTILINE) == HEADINGS


@for_each_rule
def test_the_page_names_only_examples_that_exist(folder: Path) -> None:
    page = (folder / "rule.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:pitfall|remedy|silent)_\w+)`", page)
    present = {path.stem for path in folder.glob("examples/*.py")}
    assert named
    assert set(named) - present == set()


@for_each_rule
def test_the_remedies_on_the_page_run_under_torch(folder: Path) -> None:
    remedies = _code_blocks(folder, "Use instead")
    assert remedies
    for remedy in remedies:
        assert torch_verdict(remedy).contradicts(remedy.torch_mark) == ""


@for_each_rule
def test_tapelint_agrees_with_the_page(folder: Path) -> None:
    everything = Settings(select=("ALL",))
    for heading in HEADINGS:
        for block in _code_blocks(folder, heading):
            found = lint_source(block.text, path="page.py", settings=everything)
            expected = {folder.name.partition("-")[0]} if heading == "Example" else set()
            assert {finding.code for finding in found} == expected


@for_each_rule
def test_a_rule_has_a_pitfall_and_a_program_that_is_right(folder: Path) -> None:
    kinds = {example.kind for example in EXAMPLES if example.rule_folder == folder.name}
    assert "pitfall" in kinds
    assert kinds & {"remedy", "silent"}


def test_the_rule_book_is_found() -> None:
    assert RULE_BOOK.is_dir()
    assert len(EXAMPLES) > 0


@pytest.mark.parametrize(
    ("found", "differences"),
    [
        ([Expectation(3, "TAP101", "likely"), Expectation(3, "TAP101", "certain")], []),
        ([Expectation(3, "TAP101", "likely")], ["missed: line 3 TAP101"]),
        (
            [Expectation(3, "TAP101", "certain"), Expectation(3, "TAP101", "certain")],
            ["missed: line 3 TAP101 likely", "false: line 3 TAP101 certain"],
        ),
    ],
)
def test_findings_are_compared_as_a_multiset(
    found: list[Expectation], differences: list[str]
) -> None:
    marks = (Expectation(3, "TAP101"), Expectation(3, "TAP101", "likely"))
    assert _differences(marks, found) == differences


def _code_blocks(folder: Path, heading: str) -> list[Example]:
    """The Python blocks below one heading of a rule's page, as programs that must run."""
    page = (folder / "rule.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```python\n(.*?)^```$", section, flags=re.MULTILINE | re.DOTALL)
    start = '"""A block of a page."""\n# torch: runs\n'
    return [parse_example(start + block, folder / "rule.md") for block in blocks]


def _word(confidence: object) -> str:
    """The confidence as a word, be it a string or a member of an enumeration."""
    return str(getattr(confidence, "value", confidence))


def _differences(marks: Iterable[Expectation], findings: Iterable[Expectation]) -> list[str]:
    """Missed and false alarms; a mark without a confidence takes a finding with any."""
    left = sorted(findings)
    missed = []
    for mark in sorted(marks, key=lambda mark: (mark.confidence == "", mark)):
        fitting = [
            finding
            for finding in left
            if (finding.line, finding.code) == (mark.line, mark.code)
            and mark.confidence in ("", finding.confidence)
        ]
        if fitting:
            left.remove(fitting[0])
        else:
            missed.append(mark)
    return [f"missed: {_place(mark)}" for mark in missed] + [
        f"false: {_place(finding)}" for finding in left
    ]


def _place(expectation: Expectation) -> str:
    return f"line {expectation.line} {expectation.code} {expectation.confidence}".rstrip()
