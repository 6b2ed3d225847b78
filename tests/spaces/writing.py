"""How a case of the space of spellings is written as a program."""

from __future__ import annotations

from typing import NamedTuple

HEADER = """\
import builtins
import operator
import torch
from torch import nn
from torch.nn import functional as F
"""


class Case(NamedTuple):
    """One call in one spelling.

    Attributes:
        operands: How the operands are made, by name.
        layer: How the layer is made that is called, if any.
        call: The call.
        results: The results that have a history.
        weights: The names of the layer's own parameters.
    """

    operands: tuple[tuple[str, str], ...]
    layer: str
    call: str
    results: tuple[str, ...] = ()
    weights: tuple[str, ...] = ()

    def experiments(self) -> tuple[str, ...]:
        """What is done with it: each operand or result is changed, or there are two backwards."""
        results = (each.removesuffix(".real") for each in self.results)
        changed = (*(name for name, _ in self.operands), *results)
        return (*changed, *(f"layer.{name}" for name in self.weights), "twice")

    def as_data(self) -> list[object]:
        """The case as it is kept."""
        return [dict(self.operands), self.layer, self.call, self.results, self.weights]


def statements(
    case: Case, experiment: str, results: tuple[str, ...], made: bool = False
) -> list[str]:
    """The statements of one program.

    Args:
        case: The case.
        experiment: What is done with it.
        results: The results that are summed up to a loss.
        made: Whether what the operands are copies of is made before.
    """
    lines = [
        f"{name} = {original(name)}.clone()" if made else f"{name} = {text}"
        for name, text in case.operands
    ]
    if case.layer:
        lines.append(f"layer = {case.layer}")
    lines.append(f"z = {case.call}")
    if experiment == "nothing":
        return lines
    lines.append("loss = " + " + ".join(f"{each}.sum()" for each in results))
    if experiment == "twice":
        return [*lines, "loss.backward()", "loss.backward()"]
    if experiment.startswith("layer."):
        lines += ["with torch.no_grad():", f"    {experiment}.zero_()"]
    else:
        lines.append(f"{experiment}.zero_()")
    return [*lines, "loss.backward()"]


def original(name: str) -> str:
    """The name of what an operand is a copy of."""
    return f"{name}_original"


def originals(case: Case) -> list[str]:
    """The statements that make what the operands are copies of."""
    return [f"{original(name)} = {text.removesuffix('.clone()')}" for name, text in case.operands]


def written(case: Case, experiment: str, results: tuple[str, ...]) -> str:
    """The program of one experiment."""
    return HEADER + "\n".join(statements(case, experiment, results)) + "\n"
