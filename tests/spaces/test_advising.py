"""What messages and fixes of TAP101, TAP107 and TAP302 advise runs under torch."""

from __future__ import annotations

import ast
import itertools
import random
import re
import warnings
from collections.abc import Iterable

import pytest
import torch

from tapelint import Settings, fix_source, lint_source
from tapelint.torch_api.families import families

from .advising import Program, obeyed, programs, swaps


def _error(text: str) -> str:
    """What torch raises; "" for nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(text, "<program>", "exec"), {})
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return ""


def _running(among: Iterable[Program], count: int) -> list[Program]:
    """Some of the programs that run as they stand."""
    drawn = list(among)
    random.Random(1).shuffle(drawn)
    found: list[Program] = []
    for each in drawn:
        if len(found) < count and not _error(each.whole):
            found.append(each)
    return found


@pytest.mark.parametrize("code", ["TAP107", "TAP302"])
def test_what_is_advised_runs(code: str) -> None:
    operations = sorted(families().giving_anew - families().dropouts)
    # The shape of a result is not known, so that one of another shape may be assigned to it.
    known = (each for each in swaps() if "history" not in each.name or "ones(3)" in each.name)
    settings, told, fixed = Settings(select=(code,)), 0, 0
    for program in _running(programs(operations) if code == "TAP107" else known, 150):
        for finding in lint_source(program.whole, path="x.py", settings=settings)[:1]:
            told += 1
            text = program.with_instead(obeyed(program, finding.message))
            assert not _error(text), f"{program.name}\n{finding.message}\n{text}"
        after = fix_source(program.whole, path="x.py", settings=settings, unsafe_fixes=True)
        fixed += len(after.fixed)
        assert not _error(str(after.source)), f"{program.name}\n{after.source}"
    assert told > 100
    assert fixed


def _stacked(node: ast.expr) -> str:
    """A list as ``torch.stack`` takes it: rows first, numbers as tensors."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return f"torch.stack([{', '.join(map(_stacked, node.elts))}])"
    text = ast.unparse(node)
    if isinstance(node, ast.ListComp):
        elt = ast.unparse(node.elt)
        return f"torch.stack({text.replace(elt, _stacked(node.elt), 1)})"
    return text if isinstance(node, ast.Starred) else f"torch.as_tensor({text})"


def test_what_is_advised_for_lists_of_tensors_runs() -> None:
    """Lists and rows of tensors and numbers: the same numbers come out, with their history."""
    parts = ("a", "b * a", "1.0", "2", "n", "a.exp()", "*[a, b]", "w.sum()")
    pairs = list(itertools.product(parts, parts))
    written = [f"[{one}, {two}]" for one, two in pairs] + [f"({one}, {two})" for one, two in pairs]
    flat = [(one, two) for one, two in pairs if "*[" not in one + two]
    written += [f"[[{one}, {two}], [{two}, {one}]]" for one, two in flat]
    written += [f"[({one}, {two})]" for one, two in flat]
    written += [f"[[{one} * c, {two}] for c in w]" for one, two in flat]
    written += [f"[{one} * c for c in w]" for one in parts if "[" not in one]
    head = (
        "import torch\nw = torch.ones(3, requires_grad=True)\na, b = w[0] * 2, w[1] * 3\nn = 4.0\n"
    )
    random.Random(1).shuffle(written)
    told = 0
    for data in written[:80]:
        for constructor in ("torch.tensor({})", "torch.tensor({}, requires_grad=True)"):
            text = f"{head}made = {constructor.format(data)}\n"
            program = text + "(made.sum() + w.sum()).backward()\n"
            for finding in lint_source(program, path="x.py", settings=Settings(select=("TAP101",))):
                told += 1
                advice = finding.message.rpartition("; ")[2]
                match = re.fullmatch(
                    r"use `(torch\.stack\(.*)`(?:, and .*)?", advice.partition(", and")[0]
                )
                instead = match[1] if match else _stacked(ast.parse(data, mode="eval").body)
                names: dict[str, torch.Tensor] = {}
                exec(f"{text}instead = {instead}\n", names)
                assert names["instead"].grad_fn is not None, finding.message
                assert names["instead"].equal(names["made"].detach()), f"{data}: {advice}"
    assert told > 80
