"""Each operation and each class of torch's is known in each spelling, as torch answers.

`spelled.json` holds the programs and what torch says of them; write it anew with
``python -m tests.oracle.spelled_programs``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapelint import Settings, lint_source

from .writing import HEADER, Case, statements

KNOWN: dict[str, Any] = json.loads(
    Path(__file__).with_name("spelled.json").read_text(encoding="utf-8")
)
CHANGED = ("TAP202", "TAP203", "TAP204")
FREED = "TAP501"
SETTINGS = Settings(select=(*CHANGED, FREED))


def cases(kind: str, row: str) -> Iterator[tuple[Case, set[str], set[str]]]:
    """The cases of a row, each with the experiments that raise, and those that cannot be made."""
    for operands, layer, call, results, weights, raising, impossible in KNOWN[kind][row]:
        case = Case(tuple(operands.items()), layer, call, tuple(results), tuple(weights))
        yield case, set(raising), set(impossible)


def disagreements(kind: str, row: str) -> list[str]:
    """The experiments of a row of which the linter says something else than torch."""
    lines = HEADER.splitlines()
    spans: list[tuple[int, Case, str, bool]] = []
    for case, raising, impossible in cases(kind, row):
        for experiment in case.experiments():
            if experiment in impossible:
                continue
            lines.append(f"def case_{len(spans)}():")
            lines += [f"    {each}" for each in statements(case, experiment, case.results)]
            spans.append((len(lines), case, experiment, experiment in raising))
    found = lint_source("\n".join(lines) + "\n", settings=SETTINGS)
    wrong = []
    for at, (end, case, experiment, raises) in enumerate(spans):
        start = spans[at - 1][0] if at else 0
        codes = {each.code for each in found if start < each.line <= end}
        meant = {FREED} if experiment == "twice" else set(CHANGED)
        if bool(codes & meant) != raises or codes - meant:
            says = "missed" if raises and not codes else f"false {sorted(codes)}"
            wrong.append(f"{says}: {case.layer} {case.call}, {experiment}")
    return wrong


@pytest.mark.parametrize("kind", ["operations", "classes"])
def test_every_spelling_is_known_as_torch_answers(kind: str) -> None:
    wrong = [f"{row}: {each}" for row in KNOWN[kind] for each in disagreements(kind, row)]
    assert not wrong, "\n".join(wrong)
