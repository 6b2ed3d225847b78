"""Each operation and each class of torch's is known in each spelling, as torch answers.

`spelled.json` holds the calls and what torch says of them; write it anew with
``python -m tests.oracle.spelled_programs``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapelint import Settings
from tapelint.lint import read
from tapelint.locating import Describer
from tapelint.rules import all_rules
from tapelint.rules.visiting import visit
from tapelint.source.documents import read_document

from .writing import HEADER, Case, originals, statements

KNOWN: dict[str, Any] = json.loads(
    Path(__file__).with_name("spelled.json").read_text(encoding="utf-8")
)
CHANGED = ("TAP202", "TAP203", "TAP204")
FREED = "TAP501"
SETTINGS = Settings(select=(*CHANGED, FREED))
PARTS = 4
"""How many tests share the operations out."""


def cases(kind: str, row: str) -> Iterator[tuple[Case, set[str], set[str]]]:
    """The cases of a row, each with the experiments that raise, and those that cannot be made."""
    for operands, layer, call, results, weights, raising, impossible in KNOWN[kind][row]:
        case = Case(tuple(operands.items()), layer, call, tuple(results), tuple(weights))
        yield case, set(raising), set(impossible)


def reported(text: str) -> list[tuple[int, str]]:
    """The line and the code of all that is reported.

    The places of findings take longer than the findings; lines are enough here.
    """
    rules = [all_rules()[code] for code in SETTINGS.select]
    (document,) = read_document(text.encode(), "case.py").parts()
    reading = read(document, "case.py", SETTINGS)
    checkers = [rule(Describer(reading)) for rule in rules]
    here = functools.partial(reading.here, level=SETTINGS.min_confidence)
    found = visit(checkers, reading.events, here) if reading.events else []
    return [(each.node.origin.lineno, each.rule.code) for each in found]


def disagreements(kind: str, row: str) -> list[str]:
    """The experiments of a row of which the linter says something else than torch."""
    lines = HEADER.splitlines()
    made: list[tuple[int, Case, str, bool]] = []
    before: list[str] = []
    for case, raising, impossible in cases(kind, row):
        if originals(case) != before:
            before = originals(case)
            lines += before
        for experiment in case.experiments():
            if experiment not in impossible:
                lines += statements(case, experiment, case.results, made=True)
                made.append((len(lines), case, experiment, experiment in raising))
    found = reported("\n".join(lines) + "\n")
    wrong = []
    start = len(HEADER.splitlines())
    for end, case, experiment, raises in made:
        codes = {code for line, code in found if start < line <= end}
        start = end
        meant = {FREED} if experiment == "twice" else set(CHANGED)
        if bool(codes & meant) != raises or codes - meant:
            says = "missed" if raises and not codes else f"false: {sorted(codes)}"
            wrong.append(f"{says}: {case.layer} {case.call}, {experiment}")
    return wrong


@pytest.mark.parametrize("part", range(PARTS))
def test_every_spelling_of_an_operation_is_known_as_torch_answers(part: int) -> None:
    rows = list(KNOWN["operations"])[part::PARTS]
    wrong = [f"{row}: {each}" for row in rows for each in disagreements("operations", row)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", ["changes", "classes"])
def test_every_class_and_change_in_place_is_known_as_torch_answers(kind: str) -> None:
    wrong = [f"{row}: {each}" for row in KNOWN[kind] for each in disagreements(kind, row)]
    assert not wrong, "\n".join(wrong)
