"""Whatever calls and operators are given, no model fails: what Python refuses is its matter."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterator

import pytest
from torch.nn import Module

from tapelint.core.models.python import builtins, objects
from tapelint.core.running.execution import Execution
from tapelint.core.running.files import code_of
from tapelint.torch_api.knowledge import knowledge

SHAPES = ("", "$", "$, $", "$, $, $", "$, $, $, $", "*$", "$, *$", "*$, $", "**$", "$, **$", "z=$")
VALUES = ("x", "t", "1", "'a'", "[]", "(x, t)", "{}", "None", "m", "int", "f", "A()", "g()")
RECEIVERS = {
    "[]": list,
    "[1, t]": list,
    "{}": dict,
    "{'a': t, x: 1}": dict,
    "set()": set,
    "(1, x)": tuple,
    "'a'": str,
    "1": int,
    "1.0": float,
    "range(3)": range,
    "g()": Generator,
}
HEAD = """import builtins, collections, contextlib, copy, dataclasses, enum, functools, itertools
import operator, types, torch
from torch import nn
class A(dict): pass
def g(): yield 1
def f(x, *y, **z): return x
def run(x, t: torch.Tensor, m: nn.Module):
"""


def _python() -> list[str]:
    return sorted({*builtins.FUNCTIONS, *objects.FUNCTIONS})


def _methods() -> list[str]:
    return [
        f"({receiver}).{name}"
        for receiver, cls in RECEIVERS.items()
        for name in dir(cls)
        if callable(getattr(cls, name))
    ]


def _torch() -> list[str]:
    known = knowledge()
    paths = {
        "torch": known.torch_functions | known.factories,
        "torch.nn.functional": known.functional,
        "torch.nn.init": known.init_functions,
        "torch.nn": known.modules,
        "torch.distributions": known.distributions,
        "t": known.tensor_methods | known.inplace_methods,
        "m": dir(Module),
    }
    own = {"torch.optim.SGD", "torch.autograd.grad", "torch.utils.checkpoint.checkpoint"}
    return sorted({f"{path}.{name}" for path, names in paths.items() for name in names} | own)


def _calls(function: str, part: int) -> Iterator[str]:
    """Each shape of a call with a quarter of the values, another one for each function."""
    for at, shape in enumerate(SHAPES):
        for value in VALUES[(at + part) % 4 :: 4]:
            yield f"{function}({shape.replace('$', value)})"


def _run(calls: list[str]) -> None:
    """Each call in a branch of its own: what one shows of its values is not known to the next."""
    lines = itertools.chain.from_iterable(("    if x:", f"        {each}") for each in calls)
    text = HEAD + "\n".join(lines)
    code = code_of(text, "main.py")
    assert code is not None
    Execution(code, text).run()


@pytest.mark.parametrize("functions", [_python, _methods, _torch])
def test_no_shape_of_a_call_breaks_a_model(functions: Callable[[], list[str]]) -> None:
    for part, function in enumerate(functions()):
        _run(list(_calls(function, part)))


OPERATORS = ("+", "-", "*", "/", "//", "%", "@", "**", "<<", ">>", "&", "|", "^")
COMPARISONS = ("==", "<", "is", "in", "not in")
USES = (
    "for y in $: y",
    "y, *z = $",
    "y, z = $",
    "(-$, ~$, +$, not $)",
    "with $ as y: y",
    "f(*$, **$)",
    "[*$, *$]",
    "{**$}",
    "y = [z for z in $ if z]",
    "($).a.b = $",
)


def _uses(left: str, right: str) -> Iterator[str]:
    """Whatever is written of two values but a call."""
    yield from (f"y = {left} {each} {right}" for each in OPERATORS + COMPARISONS)
    yield from (f"y = {left}; y {each}= {right}" for each in OPERATORS)
    yield from (f"y = {left}; y[{key}] = {right}" for key in (right, "0", "1:", f"::{right}"))
    yield from (f"y = {left}; y[{right}]; del y[{right}]", f"y = {left}; y[0]; del y[0]")


@pytest.mark.parametrize("is_caught", [False, True])
def test_no_operand_breaks_an_operator(is_caught: bool) -> None:
    values = [*VALUES, *RECEIVERS, "{1, 2}", "{x: 1}.keys()", "{'a': 1}.keys()"]
    for left in values:
        uses = [each for right in values for each in _uses(left, right)]
        uses += [each.replace("$", left) for each in USES]
        _run(list(map(_caught, uses)) if is_caught else uses)


def _caught(statement: str) -> str:
    """The same where what Python raises is caught."""
    return f"try:\n            {statement}\n        except Exception: pass"
