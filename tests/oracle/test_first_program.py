"""The program of the page "Getting started", under torch, before and after it is fixed."""

from __future__ import annotations

import contextlib
import io
import warnings

import pytest
from docs.site.terminal_picture import first_program

from tapelint import fix_source


@pytest.mark.torch
def test_the_first_program_trains_nothing_until_it_is_fixed() -> None:
    assert _printed(first_program()).endswith(" None")
    fixed = fix_source(first_program(), unsafe_fixes=True)
    assert not fixed.remaining
    assert " tensor([[" in _printed(str(fixed.source))


def _printed(program: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(program, "train.py", "exec"), {"__name__": "__main__"})
    return printed.getvalue().strip()
