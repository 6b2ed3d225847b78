"""Statements that a message advises about: what they are done to, with what, and the advice run.

:func:`programs` yields them, :func:`obeyed` writes down what a message advises. Torch runs that.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

HEAD = "import torch\nfrom torch import nn\n\n"
TENSORS = {
    "leaf": "torch.rand(3, requires_grad=True)",
    "parameter": "nn.Parameter(torch.rand(3))",
    "frozen": "nn.Parameter(torch.rand(3), requires_grad=False)",
    "constant": "torch.rand(3)",
    "whole numbers": "torch.tensor([1, 4, 9])",
    "truths": "torch.tensor([True, False, True])",
    "history": "(torch.rand(3, requires_grad=True) * 1.0)",
    "expanded": "torch.rand(1).expand(3)",
    "part": "torch.rand(2, 3)[0]",
}
GIVEN = {
    "": "", "2": "", "0.5": "", "0": "", "0, 1": "", "1": "",
    "same": "same = torch.ones(3)\n", "wide": "wide = torch.ones(2, 3)\n",
}  # fmt: skip
"""What an operation is given; a name stands for a tensor that is made before."""
PLACES = {
    "name": "x = {make}\n{given}{mode}$",
    "function": "def work(x):\n    {given}    {mode}$\nx = {make}\n%",
    "loop": "xs = [{make}, {make}]\n{given}for x in xs:\n    {mode}$\n",
    "attribute": (
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.x = {make}\n        {given}        {mode}$\n\nNet()\n"
    ),
    "gradient": ("w = nn.Parameter({make})\n{given}(w * w).sum().backward()\nx = w\n{mode}$"),
    "data": "x = {make}\n{given}{mode}$",
}
TARGETS = {"attribute": "self.x", "gradient": "x.grad", "data": "x.data"}
MODES = {"recorded": "", "not recorded": "with torch.no_grad(): "}


class Program(NamedTuple):
    """A program, the statement in it, and what that is done to.

    Attributes:
        name: What it is made of.
        text: The program, with ``$`` where the statement stands.
        target: The tensor's expression.
        statement: The statement.
    """

    name: str
    text: str
    target: str
    statement: str

    @property
    def whole(self) -> str:
        return self.text.replace("$", self.statement)

    def with_instead(self, lines: list[str]) -> str:
        """The program with other lines in place of the statement."""
        for line in self.text.splitlines():
            if "$" in line:
                margin = line[: len(line) - len(line.lstrip())]
                opening = line.strip().removesuffix("$").strip()
                moved = margin + "    " * bool(opening)
                found = [margin + opening] * bool(opening) + [moved + each for each in lines]
                return self.text.replace(line, "\n".join(found))
        raise AssertionError(self.text)


def programs(operations: list[str]) -> Iterator[Program]:
    """Results that are thrown away, and memory that is swapped."""
    for kind, place, mode in itertools.product(TENSORS, PLACES, MODES):
        if place == "function":
            continue
        for given, before in GIVEN.items():
            frame = PLACES[place].format(make=TENSORS[kind], given=before, mode=MODES[mode])
            target = TARGETS.get(place, "x")
            for operation in operations:
                name = f"{operation}({given}) of {kind}, {place}, {mode}"
                yield Program(name, HEAD + frame, target, f"{target}.{operation}({given})")


def swaps() -> Iterator[Program]:
    """Memory that is swapped: ``x.data = value``."""
    values = ("torch.ones(3)", "torch.ones(4)", "torch.ones(1)", "torch.ones(2, 3)", "wide")
    for kind, place, mode in itertools.product(TENSORS, ("name", "loop", "attribute"), MODES):
        for value in values:
            given = GIVEN["wide"] if value == "wide" else ""
            frame = PLACES[place].format(make=TENSORS[kind], given=given, mode=MODES[mode])
            target = TARGETS.get(place, "x")
            name = f"{value} into {kind}, {place}, {mode}"
            yield Program(name, HEAD + frame, target, f"{target}.data = {value}")


def obeyed(program: Program, message: str) -> list[str]:
    """The lines that a message advises instead of the statement."""
    advice = message.rpartition("; ")[2]
    target, statement = program.target, program.statement
    value = statement.partition(" = ")[2]
    if advice.startswith("keep it in a new list"):
        return ["kept = []", f"kept.append({statement})"]
    if advice.startswith("assign it to a name of its own"):
        return [f"own = {statement}"]
    if match := re.fullmatch(r"(?:copy it into|assign it to) `(.*)`", advice):
        return [f"{match[1]} = {statement}"]
    if match := re.fullmatch(r"call `([^`]*)`(?: under `(.*)`)?", advice):
        called = match[1] if "." in match[1] else f"{target}.{match[1]}"
        line = f"{called}({statement.partition('(')[2]}"
        return [f"with {match[2]}:", f"    {line}"] if match[2] else [line]
    if match := re.fullmatch(r"use `(.*)\.\.\.\)`(?:, or .*)?", advice):
        return [f"{match[1]}{value})"]
    if match := re.fullmatch(
        r"assign (a new `nn.Parameter`|the .*) to `(.*?)`(?: itself)?: .*", advice
    ):
        return [f"{match[2]} = {f'nn.Parameter({value})' if 'Parameter' in match[1] else value}"]
    if match := re.fullmatch(r"assign `(.*)` to `(.*)`", advice):
        return [f"{match[2]} = {match[1].replace('...', value)}"]
    raise AssertionError(f"no advice that is known: {message}")
