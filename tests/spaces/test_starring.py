"""What stands behind a star of unknown length may have a history: nothing certain is said of it.

Torch has answered already: `spelled.json` says what becomes of the call without the star.
"""

from __future__ import annotations

import functools

import pytest

from tapelint import Settings
from tapelint.findings import Confidence
from tapelint.lint import read
from tapelint.locating import Describer
from tapelint.rules import all_rules
from tapelint.rules.visiting import visit
from tapelint.source.documents import read_document

from . import starring
from .starring import WAYS, starred
from .test_spellings import CHANGED, FREED, KNOWN, cases
from .writing import HEADER, Case, originals, statements

_SETTINGS = Settings(select=("TAP104", *CHANGED, FREED))
_STEP = 83
"""One case in so many is taken, another one for each way."""
_TOGETHER = 8
"""How many cases make one program."""


def _certain(text: str) -> list[tuple[int, str]]:
    """The line and the code of all that is certain."""
    (document,) = read_document(text.encode(), "case.py").parts()
    reading = read(document, "case.py", _SETTINGS)
    checkers = [all_rules()[code](Describer(reading)) for code in _SETTINGS.select]
    here = functools.partial(reading.here, level=_SETTINGS.min_confidence)
    found = visit(checkers, reading.events, here) if reading.events else []
    sure = [each for each in found if each.confidence is Confidence.CERTAIN]
    return [(each.node.origin.lineno, each.rule.code) for each in sure]


def _drawn(way: str) -> list[tuple[Case, Case, set[str], set[str]]]:
    kinds = ("operations", "changes", "classes")
    every = [each for kind in kinds for row in KNOWN[kind] for each in cases(kind, row)]
    drawn = every[list(WAYS).index(way) :: _STEP]
    made = [(case, starred(case, WAYS[way]), *told) for case, *told in drawn]
    return [(case, star, *told) for case, star, *told in made if star is not None]


@pytest.mark.parametrize("way", WAYS)
def test_a_call_with_a_star_is_taken_as_torch_takes_it(way: str) -> None:
    drawn = _drawn(way)
    assert drawn
    wrong = [
        each
        for at in range(0, len(drawn), _TOGETHER)
        for each in _wrong(drawn[at : at + _TOGETHER], WAYS[way].is_exact)
    ]
    assert not wrong, "\n".join(wrong)


def _wrong(drawn: list[tuple[Case, Case, set[str], set[str]]], is_exact: bool) -> list[str]:
    """What is said of the calls with a star, and not of the same ones without."""
    lines = [*HEADER.splitlines(), *starring.HEADER.splitlines()]
    made: list[tuple[int, Case, str, bool]] = []
    for case, star, raising, impossible in drawn:
        lines += originals(case)
        for experiment in case.experiments():
            if experiment in impossible:
                continue
            for each in (case, star):
                lines += statements(each, experiment, case.results, made=True)
                made.append((len(lines), each, experiment, experiment in raising))
    found = _certain("\n".join(lines) + "\n")
    start, plain, wrong = 0, set[str](), []
    for number, (end, case, experiment, raises) in enumerate(made):
        codes = {code for line, code in found if start < line <= end}
        start = end
        if not number % 2:
            plain = codes
            continue
        told = codes & {*CHANGED, FREED}
        is_lost = is_exact and not told >= plain & {*CHANGED, FREED}
        if not codes <= plain or (told and not raises) or is_lost:
            wrong.append(f"{case.layer} {case.call}, {experiment}: {codes}, without: {plain}")
    return wrong
