"""The weights of assumptions: what was read, what the engine does, and what the docs say agree."""

from __future__ import annotations

import pytest

from tapelint.findings import Confidence, Finding
from tapelint.lint import lint_readable
from tapelint.rules.weights import LEAST_READ, LEAST_RIGHT, Weight, is_likely, is_supported, weights
from tapelint.settings import Settings
from tapelint.tape.domain.assumptions import Assumed, Assumption, Sign

from . import readings

KINDS = {each.id for each in Assumed}
SIGNS = {each.id for each in Sign}


def test_the_table_is_made_from_what_was_read() -> None:
    assert readings.WEIGHTS.read_text("utf-8") == readings.data(readings.read())


def test_the_page_shows_the_table() -> None:
    text = readings.PAGE.read_text("utf-8")
    assert readings.page(readings.weights(readings.read()), text) == text


def test_what_was_read_is_facts_of_the_vocabulary() -> None:
    for each in readings.read():
        assert each.verdict in {"right", "wrong"}
        assert each.assumptions
        for kind, evidence in each.assumptions:
            assert kind in KINDS
            assert evidence in SIGNS


@pytest.mark.parametrize("kind", Assumed)
@pytest.mark.parametrize("sign", Sign)
def test_what_is_likely_was_right_nine_times_of_ten(kind: Assumed, sign: Sign) -> None:
    found = [each for each in readings.read() if (kind.id, sign.id) in each.assumptions]
    right = sum(each.verdict == "right" for each in found)
    is_right = right >= LEAST_RIGHT * len(found)
    too_few = len(found) < LEAST_READ
    expected = is_supported(Assumption(kind, sign)) if too_few else is_right
    assert is_likely(Assumption(kind, sign)) is expected


def test_the_bounds_are_nine_of_ten_and_twenty() -> None:
    assert Weight(18, 20).is_likely
    assert not Weight(17, 20).is_likely
    assert not Weight(19, 19).is_likely


def test_nothing_against_an_assumption_makes_it_likely() -> None:
    for kind, evidence in weights():
        sign = next(each for each in Sign if each.id == evidence)
        if sign.is_against or sign is Sign.NONE:
            assert not weights()[kind, evidence].is_likely


OPEN = """\
import torch


def train(model, x):
    h = torch.sigmoid(model(x))
    h.mul_(2)
    h.sum().backward()


def scaled(model, x):
    h = torch.sigmoid(model(x))
    h.mul_(2)
    return h
"""


def found(least: Confidence) -> list[Finding]:
    return list(lint_readable(OPEN, settings=Settings(min_confidence=least)).findings)


def table(monkeypatch: pytest.MonkeyPatch, right: int, read: int) -> None:
    every = {(kind.id, sign.id): Weight(right, read) for kind in Assumed for sign in Sign}
    monkeypatch.setattr("tapelint.rules.weights.weights", lambda: every)


def test_the_table_decides_how_confident_a_report_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, 18, 20)
    assert [(each.line, each.confidence) for each in found(Confidence.LIKELY)] == [
        (6, Confidence.LIKELY)
    ]
    table(monkeypatch, 17, 20)
    assert found(Confidence.LIKELY) == []
    assert [each.line for each in found(Confidence.POSSIBLE)] == [6, 12]


def test_what_speaks_for_nothing_is_reported_only_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table(monkeypatch, 20, 20)
    assert [each.line for each in found(Confidence.LIKELY)] == [6]
    assert [each.line for each in found(Confidence.POSSIBLE)] == [6, 12]


def test_a_report_says_what_it_assumes_and_where_what_speaks_for_it_stands() -> None:
    first, second = found(Confidence.POSSIBLE)
    assert [(each.told, each.location.line) for each in first.assumed] == [
        (
            "assumed: `model` is a network (line 4: called so, and used so), "
            "so `torch.sigmoid(model(x))` has a history",
            7,
        )
    ]
    assert {(each.kind, each.evidence) for each in second.assumed} == {
        ("history", "none"),
        ("backward", "return"),
        ("recording", "none"),
    }
