"""Leaves that one branch turns into the result of an operation: how, where, and what follows.

Torch judges: :func:`is_lost`.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator
from typing import Any, NamedTuple

LEAVES = {
    "flag": "torch.zeros(4, requires_grad=True)",
    "method": "torch.zeros(4).requires_grad_()",
    "no leaf": "torch.zeros(4)",
}
TURNS = {
    "converted": "x.double()",
    "cloned": "x.clone()",
    "computed": "x * 2",
    "as it was": "x",
    "made anew": "x.detach().clone().requires_grad_()",
}
PLACES = {
    "always": "x = {t}\n",
    "if": "if flag:\n    x = {t}\n",
    "if not": "if not flag:\n    x = {t}\n",
    "if and else": "if flag:\n    x = {t}\nelse:\n    y = 3\n",
    "one of two": "if flag:\n    pass\nelif not flag:\n    x = {t}\n",
    "two ifs": "if flag:\n    if flag:\n        x = {t}\n",
    "expression": "x = {t} if flag else x\n",
    "loop": "for _ in range(flag):\n    x = {t}\n",
}
USES = {
    "optimised": "optimizer = torch.optim.SGD([x], lr=0.1)\n",
    "optimised in a group": "optimizer = torch.optim.SGD([{'params': [x]}], lr=0.1)\n",
    "gradient": "x.sum().backward()\nx.grad.zero_()\n",
}


class Program(NamedTuple):
    """A function that makes a leaf, may turn it into something else, and uses it as a leaf.

    Attributes:
        name: How it is made.
        text: The program, which defines ``use(flag)``.
    """

    name: str
    text: str


def programs() -> Iterator[Program]:
    """Each leaf, turned in each way and place, and used."""
    for leaf, turn, place, use in itertools.product(LEAVES, TURNS, PLACES, USES):
        if leaf == "no leaf" and (turn == "made anew" or place != "if" or use == "gradient"):
            continue  # nothing wants a gradient of it
        body = f"x = {LEAVES[leaf]}\n" + PLACES[place].replace("{t}", TURNS[turn]) + USES[use]
        text = "import torch\n\n\ndef use(flag):\n" + textwrap.indent(body, "    ")
        yield Program(f"{leaf}, {turn}, {place}, {use}", text)


def is_lost(program: Program) -> bool:
    """Whether torch refuses the tensor on one of the two ways, or gives it no gradient."""
    names: dict[str, Any] = {}
    exec(compile(program.text, program.name, "exec"), names)
    for flag in (True, False):
        try:
            names["use"](flag)
        except (ValueError, AttributeError):
            return True
    return False
