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
        changed = (*(name for name, _ in self.operands), *self.results)
        return (*changed, *(f"layer.{name}" for name in self.weights), "twice")

    def as_data(self) -> list[object]:
        """The case as it is kept."""
        return [dict(self.operands), self.layer, self.call, self.results, self.weights]


def statements(case: Case, experiment: str, results: tuple[str, ...]) -> list[str]:
    """The statements of one program."""
    lines = [f"{name} = {text}" for name, text in case.operands]
    if case.layer:
        lines.append(f"layer = {case.layer}")
    lines.append(f"z = {case.call}")
    if experiment == "nothing":
        return lines
    lines.append("loss = " + " + ".join(f"{each}.sum().real" for each in results))
    if experiment == "twice":
        return [*lines, "loss.backward()", "loss.backward()"]
    if experiment.startswith("layer."):
        lines += ["with torch.no_grad():", f"    {experiment}.zero_()"]
    else:
        lines.append(f"{experiment}.zero_()")
    return [*lines, "loss.backward()"]


def written(case: Case, experiment: str, results: tuple[str, ...]) -> str:
    """The program of one experiment."""
    return HEADER + "\n".join(statements(case, experiment, results)) + "\n"
