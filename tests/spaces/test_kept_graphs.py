"""TAP502 over ways to keep something of each round: it reports where torch's graphs pile up.

The judge is torch: the loop runs, and the operations of autograd that hang from what it holds are
counted at the end of each round.
"""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source

from .kept_graphs import HOLDERS, SPENT, Program, grows, programs, spent

_SETTINGS = Settings(select=("TAP502",))
_ON_OBJECTS = {"sum on an object", "list on an object", "meter", "meter with a list"}


def _is_known_missed(program: Program, holder: str) -> bool:
    """What is silent, since too little is known: nothing else is."""
    keep, _, rest = program.name.partition(": ")
    if "evaluates" in rest:
        # Without a backward, others may run one: of an object's attributes, of what a call gave.
        return (
            keep in _ON_OBJECTS
            or holder == "given back"
            or (holder in {"helper", "closure"} and keep in {"counted key of text", "update"})
        )
    return holder in {"helper", "closure"} and keep in {"counted key of text", "update"}


def _lines(program: Program) -> set[int]:
    text = program.text.replace("note(locals())", "pass")
    return {each.line for each in lint_source(text, path="x.py", settings=_SETTINGS)}


@pytest.mark.parametrize("holder", HOLDERS)
def test_what_is_kept_is_reported_where_graphs_pile_up(holder: str) -> None:
    outcomes = set()
    for program in programs(holder):
        is_pitfall, found = grows(program), _lines(program)
        outcomes.add(is_pitfall)
        if not is_pitfall:
            assert not found, f"{program.name}\n{program.text}"
        elif _is_known_missed(program, holder):
            assert found <= program.lines
        else:
            assert found, f"{program.name}\n{program.text}"
            assert found <= program.lines, f"{program.name}\n{program.text}"
    assert outcomes == {True, False}


@pytest.mark.parametrize("keep", SPENT)
def test_what_a_backward_starts_from_is_silent(keep: str) -> None:
    for program in spent(keep):
        names: dict[str, Any] = {}
        exec(compile(program.text, program.name, "exec"), names)
        names["fit"](torch.randn(3, 3, 4), len)
        assert not _lines(program), f"{program.name}\n{program.text}"
