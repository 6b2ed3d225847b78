"""Random notebooks are linted and fixed without harm; and the check can tell if they are not.

Real ones: ``python -m tests.notebooks FOLDER``.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings

from . import checking
from .checking import check
from .strategies import notebooks


@settings(
    max_examples=80,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(notebooks())
def test_a_notebook_is_linted_and_fixed_without_harm(raw: bytes) -> None:
    assert check(raw).problems == []


def test_the_notebooks_have_what_is_looked_for() -> None:
    """Random notebooks have findings, fixes and broken cells: else the test above tests nothing."""
    seen = {"findings": 0, "fixed": 0, "broken": 0}

    @settings(max_examples=40, derandomize=True, database=None, deadline=None)
    @given(notebooks())
    def look(raw: bytes) -> None:
        checked = check(raw)
        seen["findings"] += bool(checked.findings)
        seen["fixed"] += bool(checked.fixed)
        seen["broken"] += bool(checked.broken_cells)

    look()
    assert min(seen.values()) >= 5, seen


LEAF = {"cell_type": "code", "source": ["import torch\n", "w = torch.nn.Parameter(torch.ones(3))"]}
CHANGE = {"cell_type": "code", "source": ["w.data.zero_()"], "metadata": {"a": 1.50}}
NOTEBOOK = json.dumps({"cells": [LEAF, CHANGE], "metadata": {}}, indent=1).encode()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b'"a": 1.5', b'"a": 1.50', "a line of the file has changed that is none of the cells'"),
        (b'"metadata": {}', b'"metadata": {"x": 1}', "a line of the file has changed"),
        (b"torch.ones(3)", b"torch.ones(4)", "cells [1] changed without a fix"),
    ],
)
def test_harm_is_seen(
    monkeypatch: pytest.MonkeyPatch, old: bytes, new: bytes, problem: str
) -> None:
    assert old in NOTEBOOK
    real = checking.fix_guarded

    def harmful(source: bytes, *arguments: object, **more: object) -> object:
        result = real(source, *arguments, **more)  # type: ignore[arg-type]
        assert isinstance(result.source, bytes)
        return type(result)(result.source.replace(old, new), result.fixed, result.remaining)

    monkeypatch.setattr(checking, "fix_guarded", harmful)
    assert any(each.startswith(problem) for each in check(NOTEBOOK).problems)
