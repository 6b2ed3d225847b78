"""A function of ``torch.nn.functional`` and its class have the same findings, told the same."""

from __future__ import annotations

import inspect
import itertools
import random
from collections.abc import Iterator

import pytest
from torch import nn

from tapelint import Settings, lint_source
from tapelint.torch_api.knowledge import knowledge

_HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(3, 3)
x, t, opt = torch.rand(4, 3), torch.rand(4, 3), torch.optim.SGD(net.parameters(), lr=0.1)
pred = {pred}
t = {target}
out = {call}
"""
_PREDICTIONS = (
    "net(x)", "torch.softmax(net(x), 1)", "torch.log_softmax(net(x), 1)", "torch.sigmoid(net(x))",
    "net(x).detach()", "net.weight",
)  # fmt: skip
_TARGETS = ("t", "torch.softmax(t, 1)", "torch.log_softmax(t, 1)")
_USES = (
    "out.sum().backward()",
    "out.sum().backward()\nout.sum().backward()",
    "torch.tensor([out, out]).sum().backward()",
    "total = pred * 2\nout.sum().backward()\ntotal.sum().backward()",
    "out += 1\nout.sum().backward()",
    "for i in range(2):\n    out.sum().backward()\n    opt.step()",
)
_OPTIONS = {
    "reduction": ("'none'", "'sum'"), "log_target": ("True", "False"), "inplace": ("True",),
    "p": ("0.0", "0.5"), "full": ("True",), "log_input": ("False",), "size_average": ("False",),
    "label_smoothing": ("0.1",), "margin": ("0.5",), "swap": ("True",), "alpha": ("0.5",),
}  # fmt: skip
_GIVEN = {
    "target": "t", "targets": "t", "var": "t.exp()", "input2": "t", "positive": "t",
    "negative": "-t", "input_lengths": "t", "target_lengths": "t",
}  # fmt: skip


def _pairs() -> Iterator[tuple[str, str]]:
    """A function and its class that have no parameters of their own, called the same way."""
    for name, facts in knowledge().modules.items():
        function = facts.operation
        if (
            not function
            or not hasattr(nn.functional, function)
            or facts.parameters
            or not hasattr(nn, name)
        ):
            continue
        if not {"inplace", "reduction"} & set(facts.constructor) and "softmax" not in function:
            continue
        try:
            known = set(inspect.signature(getattr(nn.functional, function)).parameters)
        except ValueError:
            continue  # one that is written in C
        given = ["pred", *(_GIVEN[each] for each in _operands(function))]
        told = [(each, _OPTIONS.get(each, ())) for each in facts.constructor if each in known]
        chosen = [{each: value} for each, values in told for value in values]
        for options in [{}, *chosen, *({**a, **b} for a, b in itertools.combinations(chosen, 2))]:
            keywords = [f"{each}={value}" for each, value in options.items()]
            keywords += ["dim=1"] if "dim" in facts.constructor else []
            switched = ["training=True"] if "p" in facts.constructor and "p" in known else []
            yield (
                f"F.{function}({', '.join([*given, *keywords, *switched])})",
                f"nn.{name}({', '.join(keywords)})({', '.join(given)})",
            )


def _operands(function: str) -> list[str]:
    return [each for each in knowledge().loss_functions.get(function, ()) if each in _GIVEN]


def _findings(text: str) -> list[tuple[str, int]]:
    found = lint_source(text, path="x.py", settings=Settings(select=("ALL",), ignore=("TAP604",)))
    return [(each.code, each.line) for each in found]


@pytest.mark.parametrize("taken", ["kl_div", "any"])
def test_a_function_and_its_class_have_the_same_findings(taken: str) -> None:
    pairs = [each for each in _pairs() if taken == "any" or taken in each[0]]
    programs = list(itertools.product(pairs, _PREDICTIONS, _TARGETS, _USES))
    assert len(programs) > 1000
    for (function, module), pred, target, use in random.Random(1).sample(programs, 80):
        text = _HEAD + use + "\n"
        as_function, as_class = (
            _findings(text.format(pred=pred, target=target, call=call))
            for call in (function, module)
        )
        assert as_function == as_class, f"{function}\n{module}\n{pred}\n{target}\n{use}"
