"""What explain says of a line does not contradict what is reported there, whichever engine does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import ROOT

from tapelint import Finding, Settings, lint_source
from tapelint.explaining.explain import explain
from tapelint.explaining.facts import Answer, Spot, TensorFacts, View
from tapelint.source.documents import read_document

_LEAF = re.compile(r"^`(?P<name>[^`]+)` is a (?P<view>view of a )?leaf that requires grad")
_WITHOUT = re.compile(
    r"^`(?P<name>[^`]+)` (?:has no history|does not require grad|was computed while)"
)
_TOLD = ("TAP104", "TAP201", "TAP501")
EXAMPLES = sorted(
    path for code in _TOLD for path in ROOT.glob(f"rules/{code}-*/examples/pitfall_*.py")
)


def _views(path: Path) -> Iterator[tuple[Finding, View]]:
    text = path.read_text("utf-8")
    document = read_document(text, path.name)
    for finding in lint_source(text, path=path.name):
        told = explain(document, path.name, Spot(finding.line), Settings())
        if finding.code in _TOLD and told is not None and told.view is not None:
            yield finding, told.view


def _named(view: View, name: str) -> list[TensorFacts]:
    return [each for each in view.tensors if each.name == name]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda each: each.stem)
def test_explain_contradicts_no_finding(path: Path) -> None:
    for finding, view in _views(path):
        leaf, without = _LEAF.match(finding.message), _WITHOUT.match(finding.message)
        if leaf is not None:
            for each in _named(view, leaf["name"]):
                assert each.requires_grad.answer is not Answer.NO, finding
                assert leaf["view"] or each.is_leaf.answer is not Answer.NO, finding
        if without is not None:
            for each in _named(view, without["name"]):
                assert each.requires_grad.answer is not Answer.YES, finding
        if finding.code == "TAP501":
            met = [each for each in view.tensors if each.is_on_line]
            assert not met or any(each.freed.answer is not Answer.NO for each in met), finding


def test_findings_are_met() -> None:
    met = [finding.code for path in EXAMPLES for finding, _ in _views(path)]
    assert set(met) == set(_TOLD)
    assert len(met) >= len(EXAMPLES)
