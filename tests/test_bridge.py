"""What the core tells beside its events: where it has looked at a part only, or at nothing."""

from __future__ import annotations

import pytest

from tapelint.core.machine.world import Budget
from tapelint.core.running import entries
from tapelint.lint import lint_readable

from .both_trees import through_libcst

PITFALL = """
import torch
def twice():
    h = torch.ones(3, requires_grad=True).exp()
    h.sum().backward()
    h.sum().backward()
"""


def test_a_function_that_makes_too_many_objects_is_told_and_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not lint_readable(PITFALL).limits
    monkeypatch.setattr(entries, "OF_A_FUNCTION", Budget(60_000, 2))
    linted = lint_readable(PITFALL)
    assert linted.was_read
    assert not linted.errors
    (limit,) = linted.limits
    assert limit == "`twice` makes too many objects: the rest of it was not looked at"


def test_a_text_that_python_cannot_parse_is_told() -> None:
    with through_libcst():
        linted = lint_readable(PITFALL)
    assert linted.findings == linted.errors == ()
    (limit,) = linted.limits
    assert limit == "this version of Python cannot parse the file: some rules did not look at it"
