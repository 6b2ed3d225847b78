"""TAP104 and TAP201, one rule of each engine, over ways to write a grad mode. The judge is torch.

A bare ``torch.no_grad()`` switches nothing, and ``torch.set_grad_enabled(False)`` does.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .moding import FORMS, SURE, Program, programs

_SETTINGS = Settings(select=("TAP104", "TAP201"))
_STEP = 29
"""One program in so many is run."""


def _raises(program: Program) -> bool:
    torch.set_grad_enabled(True)
    names: dict[str, Any] = {}
    try:
        exec(compile(program.text, program.name, "exec"), names)
    except RuntimeError:
        return True
    finally:
        names.clear()  # an inference mode that was entered by hand ends with its object
        torch.set_grad_enabled(True)
    return False


@pytest.mark.parametrize("form", [*FORMS, "decorator", "decorator without call"])
def test_both_engines_know_the_mode_that_torch_is_in(form: str) -> None:
    every = [each for each in programs() if each.form == form]
    judged = [(each, _raises(each)) for each in itertools.islice(every, 0, None, _STEP)]
    assert judged
    for program, raises in judged:
        is_reported = bool(lint_source(program.text, path="x.py", settings=_SETTINGS))
        assert is_reported <= raises, f"{program.name}\n{program.text}"
        if form in SURE:
            assert is_reported is raises, f"{program.name}\n{program.text}"
