"""What TAP601 advises holds its parts: containers by their keys, ways to fill them, and parts.

A dict of modules takes nothing but strings as keys, and not all strings. Torch runs what is
advised and what the fix makes; ``parameters()`` must give the parts then.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tapelint import Settings, fix_source, lint_source

SETTINGS = Settings(select=("TAP601",))
REFUSED = ("keys", "values", "pop", "type", "get", "copy", "training", "_modules", "_keys", "half")
TAKEN = ("weight", "data", "name", "default", "class", "0", "a b", "None")
KEYS = (
    *((repr(each), "'own'") for each in (*REFUSED, *TAKEN)),
    ("0", "1"), ("5", "2"), ("-1", "1"), ("True", "False"), ("0", "'a'"), ("1", "'1'"),
    ("1.5", "2"), ("'a.b'", "'c'"), ("''", "'c'"), ("'pop'", "'a.b'"), ("'pop'", "3"),
    ("(0, 1)", "(1, 0)"), ("None", "'a'"), ("str", "int"), ("f'{1}'", "f'{2}'"),
)  # fmt: skip
UNSEEN = (*((repr(each), "'own'") for each in TAKEN), ("0", "1"), ("5", "2"), ("None", "'a'"))
"""Where nobody knows the keys, a string that is refused is not told apart."""
PARTS = {
    "layer": "nn.Linear(1, 1, bias=False)",
    "layers": "nn.Sequential(nn.Conv1d(1, 1, 1, bias=False), nn.ReLU())",
    "own": "Block()",
    "parameter": "nn.Parameter(torch.ones(1))",
}
LAYERS = tuple(PARTS.values())[:-1]
BESIDE = ("nn.ReLU()", "None", "torch.relu", "lambda x: x", "'relu'", "3", "torch.ones(1)")
"""What may stand beside a part in a list."""
WAYS = {
    "display": "self.held = {open}{{{pairs}}}{close}",
    "comprehension": "self.held = {open}{{k: {part} for k in ({keys},)}}{close}",
    "argument": "self.held = {open}{{k: {part} for k in keys}}{close}",
    "loop": "self.held = {open}{{}}{close}\n        for k in ({keys},):\n"
    "            self.held[k] = {part}",
    "items": "self.held = {open}{{}}{close}\n        {items}",
    "tuples": "self.held = {open}dict([{tuples}]){close}",
    "list": "self.held = {open}[{keys}]{close}",
    "tuple": "self.held = {open}({keys},){close}",
}
HEAD = """\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))


class Net(nn.Module):
    def __init__(self, keys):
        super().__init__()
        {fill}


net = Net([{keys}])
"""


class Program(NamedTuple):
    """A module that keeps parts in a container.

    Attributes:
        way: How that is filled.
        keys: The keys of a dict, or all that is in a list.
        part: What a dict holds.
    """

    way: str
    keys: Sequence[str]
    part: str

    def text(self, holder: str = "") -> str:
        fill = WAYS[self.way].format(
            open=f"{holder}(" if holder else "",
            close=")" if holder else "",
            pairs=", ".join(f"{each}: {self.part}" for each in self.keys),
            tuples=", ".join(f"({each}, {self.part})" for each in self.keys),
            items="\n        ".join(f"self.held[{each}] = {self.part}" for each in self.keys),
            keys=", ".join(self.keys),
            part=self.part,
        )
        return HEAD.format(fill=fill, keys=", ".join(self.keys))

    def obeyed(self, advice: str) -> str:
        """The program as a message advises."""
        if match := re.fullmatch(r"keep the layers alone in `(.*)`", advice):
            alone = [each for each in self.keys if each in LAYERS]
            return self._replace(keys=alone).text(match[1])
        match = re.fullmatch(r"use `([^`]*)`(?: with (.*))?", advice)
        assert match, advice
        how = match[2] or ""
        if how in {"`str(key)` for each key", "strings as keys"}:
            return self._replace(keys=[f"str({each})" for each in self.keys]).text(match[1])
        if not how:
            return self.text(match[1])
        others = re.fullmatch(r"other strings as keys than (`.*`)", how)
        assert others, advice
        others = {eval(each) for each in re.findall("`(.*?)`", others[1])}
        known = [str(eval(each)) for each in self.keys]
        assert others <= {*known}
        keys = [repr(f"other{at}" if each in others else each) for at, each in enumerate(known)]
        return self._replace(keys=keys).text(match[1])


def programs() -> Iterator[Program]:
    """All of the space."""
    for way, part in itertools.product(WAYS, PARTS.values()):
        if way in {"list", "tuple"}:
            for each in (*BESIDE, *PARTS.values()):
                yield Program(way, (part, each), "")
                yield Program(way, (each, part), "")
        else:
            for keys in KEYS if way != "argument" else UNSEEN:
                yield Program(way, keys, part)


def parameters(text: str) -> int:
    """How many parameters the module has."""
    names: dict[str, object] = {}
    exec(compile(text, "<program>", "exec"), names)
    return sum(1 for _ in names["net"].parameters())  # type: ignore[attr-defined]


def test_what_is_advised_registers_the_parts() -> None:
    drawn = list(programs())
    random.Random(1).shuffle(drawn)
    told = fixed = 0
    for program in drawn[:150]:
        text = program.text()
        for finding in lint_source(text, path="x.py", settings=SETTINGS):
            told += 1
            advised = program.obeyed(finding.message.rpartition("; ")[2])
            try:
                found = parameters(advised)
            except Exception as error:
                raise AssertionError(f"{finding.message}\n{advised}") from error
            assert found > 0, f"{finding.message}\n{advised}"
            assert not lint_source(advised, path="x.py", settings=SETTINGS), advised
        after = fix_source(text, path="x.py", settings=SETTINGS, unsafe_fixes=True)
        if after.fixed:
            fixed += 1
            assert parameters(str(after.source)) > 0, after.source
    assert told > 120
    assert fixed > 20
