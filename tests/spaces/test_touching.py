"""What functions of another file do to a tensor, however it reaches them, is seen as in one file.

Each program has a function of another file that changes a tensor which a backward needs, or leaves
it alone. Torch runs it.
"""

from __future__ import annotations

import itertools
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tapelint.analyses.driver import record_by_core
from tapelint.analyses.facts import StaleSaved
from tapelint.source.neighbours import Neighbours
from tapelint.source.parsed import Parsed
from tapelint.torch_api.project import Project

PADDING = """\
    total = 0
    for number in range(3):
        if number > total:
            total = number
        names = [str(number), "a" * number]
        print("".join(names), total)
"""
"""What a function does that has nothing to do with tensors."""
ACTS = {
    "adds": "    {x} += 1\n",
    "calls a method": "    {x}.mul_(2)\n",
    "sets an item": "    {x}[0] = 5.0\n",
    "fills": "    {x}.fill_(number)\n",
    "over another function": "    inner({x})\n",
    "over a third file": "    third.change({x})\n",
    "over an attribute": "    change = {x}.zero_\n    change()\n",
    "over getattr": '    getattr({x}, "zero_")()\n',
    "of the data": "    tt.exp_({x}.detach())\n",
}
"""What it does to the tensor."""
WAYS = {
    "itself": ("work(y)", "x", "x"),
    "by keyword": ("work(x=y)", "x", "x"),
    "in a list": ("work([y])", "xs", "xs[0]"),
    "in a dictionary": ('work({"a": y})', "xs", 'xs["a"]'),
    "deep in lists": ("work([[[[y]]]])", "xs", "xs[0][0][0][0]"),
    "behind a star": ("work(*[1, y])", "*xs", "xs[1]"),
    "in an object": ("work(Box(y))", "box", "box.x"),
    "as a function's result": ("work(lambda: y)", "given", "given()"),
    "as a method": ("work(y.view_as)", "given", "given.__self__"),
    "by a partial function": ("work(functools.partial(same, y))", "given", "given()"),
    "in a generator": ("work(each for each in [y])", "given", "next(iter(given))"),
    "kept by the other file": ("KEPT.append(y); work()", "", "KEPT[-1]"),
    "as a default": ("made(y)()", "", "KEPT[-1]"),
}
"""How the tensor gets there: the call, the parameters, and how the tensor is written."""


class _Case(NamedTuple):
    name: str
    helpers: str
    main: str


_THIRD = "def change(t):\n    for number in range(2):\n        t.add_(number)\n    return t\n"
_HELPERS = """\
import functools
import torch as tt
import third

KEPT = []


class Box:
    def __init__(self, x):
        self.x = x


def same(x):
    return x


def inner(t):
    t -= 1


def made(x):
    KEPT.append(x)
    return work


def work({parameters}):
{padding}{act}    return total
"""
_MAIN = """\
import functools
import torch
from helpers import *

w = torch.ones(3, requires_grad=True)
y = w * 2
loss = (y * y).sum()
{call}
loss.backward()
"""


def cases() -> Iterator[_Case]:
    """All programs: each way with each act, and none."""
    acts = {**ACTS, "does nothing": "    print(len(names))\n"}
    for (way, (call, parameters, written)), (act, line) in itertools.product(
        WAYS.items(), acts.items()
    ):
        text = line.format(x=f"({written})" if not act.startswith("adds") else "t")
        if act.startswith("adds"):
            text = f"    t = {written}\n{text}"
        helpers = _HELPERS.format(parameters=parameters, padding=PADDING, act=text)
        yield _Case(f"{act}, {way}", helpers, _MAIN.format(call=call))


def raises(case: _Case) -> bool:
    """Whether torch refuses the backward."""
    modules = {"third": _THIRD, "helpers": case.helpers}
    kept = {name: sys.modules.get(name) for name in modules}
    try:
        for name, text in modules.items():
            module = types.ModuleType(name)
            exec(compile(text, name, "exec"), module.__dict__)
            sys.modules[name] = module
        exec(compile(case.main, "main", "exec"), {})
    except RuntimeError as error:
        return "modified by an inplace operation" in str(error)
    finally:
        for name, before in kept.items():
            sys.modules.pop(name)
            if before is not None:
                sys.modules[name] = before
    return False


def is_found(folder: Path, texts: dict[str, str]) -> bool:
    """Whether the core tells that a saved tensor was changed, in whichever file that stands."""
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    path = str(folder / "main.py")
    parsed = Parsed(texts["main"], path)
    recorded = record_by_core(parsed, Project(), Neighbours(path), None)
    return any(isinstance(each, StaleSaved) for each in recorded.events)


CASES = list(cases())


@pytest.mark.parametrize("case", CASES, ids=[each.name for each in CASES])
def test_a_function_of_another_file_is_seen_as_one_of_this_file(
    case: _Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is reported that torch runs; what is found in one file is found in three."""
    is_wrong = raises(case)
    apart = is_found(
        tmp_path / "apart", {"third": _THIRD, "helpers": case.helpers, "main": case.main}
    )
    assert is_wrong or not apart
    whole = case.helpers.replace(
        "import third\n",
        f"class third:\n    @staticmethod\n    {_THIRD.replace(chr(10), chr(10) + '    ')}\n",
    )
    text = whole + case.main.replace("from helpers import *\n", "")
    together = is_found(tmp_path / "together", {"main": text})
    assert apart >= together


def test_most_are_found(tmp_path: Path) -> None:
    """The test above says little where nothing is found: of what torch refuses, most is."""
    wrong = [each for each in CASES[::3] if raises(each)]
    found = [
        is_found(tmp_path / str(at), {"third": _THIRD, "helpers": each.helpers, "main": each.main})
        for at, each in enumerate(wrong)
    ]
    assert len(wrong) > 30
    assert sum(found) >= 0.7 * len(wrong)
