"""The machine admits whatever Python does, for random programs of plain Python."""

from __future__ import annotations

import itertools
import os

import pytest

from .admitting import admits, executed
from .python_programs import GIVEN, NAMES, program

PROGRAMS = int(os.environ.get("TAPELINT_PROGRAMS", "400"))
FIRST = int(os.environ.get("TAPELINT_FIRST", "0"))
SHOWN = (*NAMES, "some", "table", "box", "other", "held", "count")


def differences(text: str) -> list[str]:
    """What Python does in some run, and the machine rules out."""
    machine, frame = executed(text)
    found: dict[str, None] = {}
    for numbers in itertools.product(range(GIVEN), repeat=3):
        given = itertools.cycle(numbers)
        real: dict[str, object] = {"given": lambda given=given: next(given)}
        try:
            exec(compile(text, "<program>", "exec"), real)
        except Exception:
            continue
        for name in SHOWN:
            slot = frame.code.names.get(name)
            if slot is not None and name in real:
                value = frame.slots[slot]
                if not admits(machine, value, real[name]):
                    found[f"{name} was {_shown(real[name])} for {numbers}, not {value!r}"] = None
    return list(found)


def _shown(real: object) -> str:
    return str(vars(real)) if hasattr(real, "part") else repr(real)


@pytest.mark.parametrize("first", range(FIRST, FIRST + PROGRAMS, 50))
def test_whatever_python_does_is_admitted(first: int) -> None:
    for seed in range(first, first + 50):
        text = program(seed)
        found = differences(text)
        assert not found, f"seed {seed}:\n{text}\n" + "\n".join(found)
