"""What messages and fixes of TAP107 and TAP302 advise runs under torch."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterable

import pytest

from tapelint import Settings, fix_source, lint_source
from tapelint.torch_api.families import families

from .advising import Program, obeyed, programs, swaps


def _error(text: str) -> str:
    """What torch raises; "" for nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(text, "<program>", "exec"), {})
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return ""


def _running(among: Iterable[Program], count: int) -> list[Program]:
    """Some of the programs that run as they stand."""
    drawn = list(among)
    random.Random(1).shuffle(drawn)
    found: list[Program] = []
    for each in drawn:
        if len(found) < count and not _error(each.whole):
            found.append(each)
    return found


@pytest.mark.parametrize("code", ["TAP107", "TAP302"])
def test_what_is_advised_runs(code: str) -> None:
    operations = sorted(families().giving_anew - families().dropouts)
    # The shape of a result is not known, so that one of another shape may be assigned to it.
    known = (each for each in swaps() if "history" not in each.name or "ones(3)" in each.name)
    settings, told, fixed = Settings(select=(code,)), 0, 0
    for program in _running(programs(operations) if code == "TAP107" else known, 150):
        for finding in lint_source(program.whole, path="x.py", settings=settings)[:1]:
            told += 1
            text = program.with_instead(obeyed(program, finding.message))
            assert not _error(text), f"{program.name}\n{finding.message}\n{text}"
        after = fix_source(program.whole, path="x.py", settings=settings, unsafe_fixes=True)
        fixed += len(after.fixed)
        assert not _error(str(after.source)), f"{program.name}\n{after.source}"
    assert told > 100
    assert fixed
