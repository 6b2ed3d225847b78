"""What a namespace or a record holds is found in it: mistakes are reported, remedies are not.

The judge is torch. The space is large; a share of it is run, or all with ``TAPELINT_PROGRAMS=0``.
"""

from __future__ import annotations

import os
import random

import pytest

from tapelint import Settings, lint_source

from .holding import SCENES, programs

PROGRAMS = int(os.environ.get("TAPELINT_PROGRAMS", "40"))
SEED = int(os.environ.get("TAPELINT_FIRST", "0"))
_REFUSED = ("a leaf Variable", "modified by an inplace operation", "second time")
pytest.importorskip("attrs")
_SETTINGS = Settings(select=tuple(SCENES))


def _raises(text: str) -> bool | None:
    """Whether torch refuses a program; ``None`` if it is none: Python refuses it."""
    try:
        exec(compile(text, "<program>", "exec", dont_inherit=True), {"__name__": "program"})
    except RuntimeError as error:
        return True if any(each in str(error) for each in _REFUSED) else None
    except (AttributeError, NameError, TypeError, ValueError):
        return None
    return False


@pytest.mark.parametrize("code", SCENES)
def test_what_is_held_is_found(code: str) -> None:
    several = list(programs(code))
    if PROGRAMS:
        several = random.Random(SEED).sample(several, PROGRAMS)
    judged = 0
    for name, *texts in several:
        for text in texts:
            is_mistake = _raises(text)
            if is_mistake is None:
                continue
            judged += 1
            found = {each.code for each in lint_source(text, path="x.py", settings=_SETTINGS)}
            assert found == ({code} if is_mistake else set()), f"{name}\n{text}"
    assert judged > 1.7 * len(several)
