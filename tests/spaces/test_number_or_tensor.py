"""An operand that is a number or a tensor: of each, torch saves something else. It is the judge.

Nothing certain is said of a call that one of them makes harmless.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from tapelint import Settings, lint_source
from tapelint.findings import Confidence
from tapelint.torch_api.knowledge import knowledge

_CODES = ("TAP201", "TAP202", "TAP203", "TAP204", "TAP501")
_SETTINGS = Settings(select=_CODES)
UNKNOWN = {
    "a call": ("def run(given):\n    k = given()\n", "k"),
    "an argument": ("def run(given, k=None):\n", "k"),
    "an attribute": ("def run(given):\n    config = given\n", "config.k"),
    "a choice of numbers": ("def run(given):\n    k = 2.0 if given.flag else 3.0\n", "k"),
    "a choice": ("def run(given):\n    k = 2.0 if given.flag else given()\n", "k"),
}
AFTER = {
    "twice": "loss.backward()\nloss.backward()\n",
    "operand": "c.zero_()\nloss.backward()\n",
    "other": "d.zero_()\nloss.backward()\n",
    "result": "z.zero_()\nloss.backward()\n",
}
_BEFORE = """\
a = torch.rand(3, requires_grad=True)
c, d = a + 0.5, a + 0.7
z = {call}
loss = z.sum()
"""


class Given:
    """What stands outside: a number, or a tensor."""

    def __init__(self, k: object, flag: bool) -> None:
        self.k = k
        self.flag = flag

    def __call__(self) -> object:
        return self.k


def calls() -> Iterator[tuple[str, str]]:
    """The calls of each operation that is recorded in other ways for a number and for a tensor."""
    known = knowledge()
    for name, row in known.operations.items():
        ways = [known.operations[each].when for each in row.ways]
        told = {key for when in ways for key, kind in when.items() if kind in ("number", "tensor")}
        for key in sorted(told):
            given = dict(zip(row.arguments, ["c", "d", "d"], strict=False)) | {key: "{k}"}
            given = {each: given[each] for each in row.arguments[: row.arguments.index(key) + 1]}
            if "condition" in given:
                given = {"condition": "c > 0", **{each: given[each] for each in [*given][1:]}}
            yield name, f"torch.{name}({', '.join(given.values())})"
    for name in known.inplace_operations:
        plain = name.removesuffix("_scalar_")
        if plain != name:
            others = known.inplace_operations[name].parameters[1:]
            yield name, f"c.{plain}_({', '.join([*['d' for _ in others], '{k}'])})"


def programs(kind: str) -> Iterator[tuple[str, str]]:
    """Each call with one kind of operand, and what is done after it."""
    head, word = UNKNOWN[kind]
    for (name, call), (after, rest) in itertools.product(calls(), AFTER.items()):
        body = (_BEFORE.format(call=call.format(k=word)) + rest).splitlines()
        yield f"{name}, {after}", "import torch\n\n\n" + head + "".join(f"    {x}\n" for x in body)


def _verdicts(text: str) -> list[bool]:
    """Whether torch raises over a backward, with each operand with which the program runs."""
    names: dict[str, Any] = {}
    exec(compile(text, "program.py", "exec"), names)
    found = []
    for flag, history in itertools.product((True, False), (None, False, True)):
        k = 0.5 if history is None else torch.tensor(0.5, requires_grad=history)
        try:
            names["run"](Given(k, flag), *([k] if "k=None" in text else []))
        except (RuntimeError, TypeError, AttributeError) as error:
            told = ("modified by an inplace", "a second time")
            if any(each in str(error) for each in told):
                found.append(True)
        else:
            found.append(False)
    return found


@pytest.mark.parametrize("kind", UNKNOWN)
def test_what_only_one_of_both_makes_wrong_is_not_certain(kind: str) -> None:
    wrong, certain = [], 0
    for name, text in programs(kind):
        verdicts = _verdicts(text)
        found = lint_source(text, path="x.py", settings=_SETTINGS)
        is_certain = any(each.confidence is Confidence.CERTAIN for each in found)
        certain += is_certain
        raises = any(verdicts) if kind.startswith("a choice") else all(verdicts)
        if is_certain and verdicts and not raises:
            wrong.append(f"{name}\n{text}")
    assert certain > 10, certain
    assert not wrong, "\n".join(wrong)
