"""Ways to keep layers in plain containers, and ways to register them: what torch finds decides."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

INDENT = "    "
HEAD = """\
import collections
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)


"""
MADE = "nn.Linear(4, 4)"
EACH = "for a in self.parts:\n    x = a(x)"
PAIRS = "for a, b in self.parts:\n    x = b(a(x))"
FIRST = "for a, b in self.parts:\n    x = a(x)"
ROWS = "for row in self.parts:\n    for a in row:\n        x = a(x)"
KEYS = "for k in self.parts:\n    x = self.parts[k](x)"
ROWS_OF_KEYS = "for k in self.parts:\n    for a in self.parts[k]:\n        x = a(x)"
WAYS = {
    "list": ("self.parts = [$, $]", EACH),
    "tuple": ("self.parts = ($, $)", EACH),
    "list and function": ("self.parts = [$, torch.relu, $]", EACH),
    "pairs": ("self.parts = [($, nn.LayerNorm(4)), ($, nn.LayerNorm(4))]", PAIRS),
    "pairs of a comprehension": ("self.parts = [($, nn.LayerNorm(4)) for _ in range(3)]", PAIRS),
    "pair and number": ("self.parts = [($, 0.5), ($, 0.1)]", FIRST),
    "pair and name": ("self.parts = [('a', $), ('b', $)]", "for n, a in self.parts:\n    x = a(x)"),
    "pair and None": ("self.parts = [($, None), ($, nn.ReLU())]", FIRST),
    "pair and function": ("self.parts = [($, torch.relu), ($, torch.tanh)]", PAIRS),
    "own pairs": ("self.parts = [(Block(), $) for _ in range(2)]", PAIRS),
    "zip": ("self.parts = list(zip([$, $], [$, $]))", PAIRS),
    "appended pairs": (
        "self.parts = []\nfor _ in range(3):\n    self.parts.append(($, nn.LayerNorm(4)))",
        PAIRS,
    ),
    "nested": ("self.parts = [[$, $], [$]]", ROWS),
    "nested comprehension": ("self.parts = [[$ for _ in range(2)] for _ in range(3)]", ROWS),
    "nested loop": (
        "self.parts = []\nfor _ in range(3):\n    row = []\n    for _ in range(2):\n"
        "        row.append($)\n    self.parts.append(row)",
        ROWS,
    ),
    "lists of modules": ("self.parts = [nn.ModuleList([$]), nn.ModuleList([$])]", ROWS),
    "dict": ("self.parts = {'a': $, 'b': $}", KEYS),
    "filled dict": ("self.parts = {}\nfor k in ['a', 'b']:\n    self.parts[k] = $", KEYS),
    "dict of lists": ("self.parts = {'a': [$], 'b': [$, $]}", ROWS_OF_KEYS),
    "dict of filled lists": (
        "self.parts = {}\nfor k in 'ab':\n    self.parts[k] = []\n    self.parts[k].append($)",
        ROWS_OF_KEYS,
    ),
    "defaultdict": (
        "self.parts = collections.defaultdict(list)\nfor k in 'ab':\n    self.parts[k].append($)",
        ROWS_OF_KEYS,
    ),
    "dict of pairs": (
        "self.parts = {'a': ($, nn.ReLU()), 'b': ($, nn.ReLU())}",
        "for k, (a, b) in self.parts.items():\n    x = b(a(x))",
    ),
    "list of dicts": (
        "self.parts = [{'q': $, 'k': $}, {'q': $, 'k': $}]",
        "for d in self.parts:\n    x = d['q'](x) + d['k'](x)",
    ),
    "times": ("self.parts = 2 * [$]", EACH),
    "extended": (
        "self.parts = []\nfor _ in range(3):\n    self.parts.extend([$, nn.ReLU()])",
        EACH,
    ),
    "parameters in pairs": (
        "self.parts = [(nn.Parameter(torch.ones(4)), nn.Parameter(torch.ones(4)))]",
        "for a, b in self.parts:\n    x = x * a + b",
    ),
    # registered, or nothing to train
    "ModuleList": ("self.parts = nn.ModuleList([$, $])", EACH),
    "ModuleLists": ("self.parts = nn.ModuleList([nn.ModuleList([$]), nn.ModuleList([$])])", ROWS),
    "ModuleDict of lists": (
        "parts = {'a': [$], 'b': [$]}\n"
        "self.parts = nn.ModuleDict({k: nn.ModuleList(v) for k, v in parts.items()})",
        ROWS_OF_KEYS,
    ),
    "nothing to train": ("self.parts = [(nn.ReLU(), nn.Tanh()), (nn.ReLU(), nn.Tanh())]", PAIRS),
    "sizes": (
        "self.parts = [(4, 4), (4, 4)]\n"
        "self.all = nn.ModuleList([nn.Linear(a, b) for a, b in self.parts])",
        "for a in self.all:\n    x = a(x)",
    ),
    "added": (
        "self.parts = []\nfor i in range(2):\n    a, b = $, $\n    self.add_module(f'a{i}', a)\n"
        "    self.add_module(f'b{i}', b)\n    self.parts.append((a, b))",
        PAIRS,
    ),
    "attributes": ("self.a = $\nself.b = $\nself.parts = [(self.a, self.b)] * 2", PAIRS),
    "registered beside": (
        "self.parts = [($, $), ($, $)]\n"
        "self.all = nn.ModuleList([m for pair in self.parts for m in pair])",
        PAIRS,
    ),
    "registered one by one": (
        "self.parts = [($, $), ($, $)]\nself.all = nn.ModuleList()\n"
        "for a, b in self.parts:\n    self.all.append(a)\n    self.all.append(b)",
        PAIRS,
    ),
}
INIT = "    def __init__(self):\n        super().__init__()\n"


def classes() -> Iterator[tuple[str, str, int]]:
    """For each way and place: the class, and the line that assigns `self.parts`."""
    for way, (made, use) in WAYS.items():
        statements = made.replace("$", MADE)
        forward = f"    def forward(self, x):\n{indent(f'{use}{chr(10)}return x', 2 * INDENT)}\n"
        body = indent(statements, 2 * INDENT)
        first, _, others = statements.partition("\n")
        places = {
            "constructor": f"class Net(nn.Module):\n{INIT}{body}\n\n",
            "method": (
                f"class Net(nn.Module):\n{INIT}        self.build()\n\n"
                f"    def build(self):\n{body}\n\n"
            ),
            "method of a base": (
                f"class Base(nn.Module):\n{INIT}        self.build()\n\n\n"
                f"class Net(Base):\n    def build(self):\n{body}\n\n"
            ),
        }
        if others and first.startswith("self.parts"):
            places["filled by a method"] = (
                f"class Net(nn.Module):\n{INIT}        {first}\n        self.fill()\n\n"
                f"    def fill(self):\n{indent(others, 2 * INDENT)}\n\n"
            )
        for place, text in places.items():
            whole = HEAD + text + forward
            yield f"{way}, {place}", whole, whole[: whole.index("self.parts =")].count("\n") + 1
