"""The machine admits whatever Python does, for random programs of plain Python."""

from __future__ import annotations

import itertools
import os

import pytest

from .admitting import admits, executed, is_exactly
from .python_programs import GIVEN, Program, program

PROGRAMS = int(os.environ.get("TAPELINT_PROGRAMS", "400"))
MOST_INEXACT = 0.02
"""Of constant programs no more may be known in part only: keys that are tuples, and the like."""
FIRST = int(os.environ.get("TAPELINT_FIRST", "0"))


def run(text: str, numbers: tuple[int, ...]) -> dict[str, object] | None:
    """What the names of a program hold in the end; ``None`` if it fails."""
    given = itertools.cycle(numbers)
    real: dict[str, object] = {"given": lambda: next(given), "__name__": "program"}
    try:
        exec(compile(text, "<program>", "exec", dont_inherit=True), real)
    except Exception:
        return None
    return real


def differences(program: Program) -> list[str]:
    """What Python does in some run, and the machine rules out."""
    machine, frame = executed(program.text)
    found: dict[str, None] = {}
    for numbers in itertools.product(range(GIVEN), repeat=3):
        real = run(program.text, numbers)
        for name in program.shown:
            slot = frame.code.names.get(name)
            if real is not None and slot is not None and name in real:
                value = frame.slots[slot]
                if not admits(machine, value, real[name]):
                    found[f"{name} was {_shown(real[name])} for {numbers}, not {value!r}"] = None
    return list(found)


def _shown(real: object) -> str:
    return str(vars(real)) if hasattr(real, "__dict__") else repr(real)


def inexact(program: Program) -> list[str]:
    """What the machine does not know exactly of a program that is given nothing."""
    machine, frame = executed(program.text)
    real = run(program.text, ())
    if real is None:
        return []
    return [
        f"{name} is {_shown(real[name])}, not {frame.slots[slot]!r}"
        for name in program.shown
        if name in real
        and (slot := frame.code.names.get(name)) is not None
        and not is_exactly(machine, frame.slots[slot], real[name])
    ]


@pytest.mark.parametrize("first", range(FIRST, FIRST + PROGRAMS, 50))
def test_whatever_python_does_is_admitted(first: int) -> None:
    for seed in range(first, first + 50):
        one = program(seed)
        found = differences(one)
        assert not found, f"seed {seed}:\n{one.text}\n" + "\n".join(found)


def test_what_depends_on_nothing_given_is_exact() -> None:
    found = {seed: inexact(program(seed, is_constant=True)) for seed in range(FIRST, FIRST + 200)}
    wrong = {seed: each for seed, each in found.items() if each}
    assert len(wrong) <= MOST_INEXACT * len(found), wrong
