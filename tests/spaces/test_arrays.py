"""TAP105 where torch refuses an array, at the line where it does; silent elsewhere."""

from __future__ import annotations

import traceback
import warnings
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .arrays import WAYS, programs

_KNOWN_MISSED = (
    "getattr, ",
    "__array__, ",
    "bound, output, class, recorded, function",
    "bound, output, class, enable_grad, function",
)
"""Spellings without a call of ``numpy`` in them; functions that hold no such word are not asked."""
_REFUSED = "that requires grad"


def _raises_at(text: str) -> list[int]:
    """The line of the program at which torch refuses, where it does."""
    names: dict[str, Any] = {}
    was_enabled = torch.is_grad_enabled()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # how numpy 2 wants `__array__`
            exec(compile(text, "<program>", "exec"), names)
    except RuntimeError as error:
        if _REFUSED not in str(error):
            raise
        steps = traceback.extract_tb(error.__traceback__)
        return [each.lineno or 0 for each in steps if each.filename == "<program>"][-1:]
    finally:
        torch.set_grad_enabled(was_enabled)
    return []


def _lines(text: str) -> list[int]:
    found = lint_source(text, path="x.py", settings=Settings(select=("TAP105",)))
    return [each.line for each in found]


@pytest.mark.parametrize("way", WAYS)
def test_an_array_of_what_requires_grad(way: str) -> None:
    for name, text in programs():
        if name.startswith(f"{way}, "):
            raised = _raises_at(text)
            expected = [] if name.startswith(_KNOWN_MISSED) else raised
            assert _lines(text) == expected, f"{name}\n{text}"
