"""What autograd records, saves and refuses, held against torch.

``tests/spaces/spelled.json`` holds torch's answers for each operation, class and change in place,
in each spelling: which operand must not be changed before the backward, and whether a second one
raises. The programs below add how a tensor is changed, what it is, who holds it, and in which mode;
there torch is asked while the test runs.
"""

from __future__ import annotations

import ast
import itertools
import random
import re
import warnings
from collections.abc import Iterator
from textwrap import indent
from typing import Any

import pytest
from tests.spaces import changing
from tests.spaces.test_spellings import FREED, KNOWN, cases
from tests.spaces.writing import HEADER, originals, statements

from tapelint.core.code.lowering import module_code
from tapelint.core.running.execution import Execution

from .listeners import RULES, Found

PARTS = 4
"""How many tests share the operations out."""


def reported(text: str) -> set[str]:
    """The codes of what is found in a program."""
    execution, found = Execution(module_code(ast.parse(text)), text), Found()
    for rule in RULES.values():
        rule(execution.machine, execution.autograd, found)
    execution.run()
    return {code for code, _, _ in found}


def disagreements(kind: str, row: str) -> Iterator[str]:
    """The experiments of a row of which the core says something else than torch."""
    for case, raising, impossible in cases(kind, row):
        for experiment in case.experiments():
            if experiment in impossible:
                continue
            lines = originals(case) + statements(case, experiment, case.results, made=True)
            codes = reported(HEADER + "\n".join(lines) + "\n")
            meant = FREED if experiment == "twice" else "TAP202"
            if codes != ({meant} if experiment in raising else set()):
                yield f"{row}: {case.layer} {case.call}, {experiment}: {sorted(codes)}"


@pytest.mark.parametrize("part", range(PARTS))
def test_each_operation_in_each_spelling_is_recorded_as_by_torch(part: int) -> None:
    rows = list(KNOWN["operations"])[part::PARTS]
    wrong = [each for row in rows for each in disagreements("operations", row)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("kind", ["changes", "classes"])
def test_each_class_and_each_change_in_place_is_recorded_as_by_torch(kind: str) -> None:
    wrong = [each for row in KNOWN[kind] for each in disagreements(kind, row)]
    assert not wrong, "\n".join(wrong)


CHANGES = (
    "T.add_(1)", "T += 1", "T[0] = 0", "T[T > 0] = 0", "T[0].mul_(2)", "T.view(-1).add_(1)",
    "torch.relu_(T)", "F.relu(T, inplace=True)", "nn.Hardtanh(inplace=True)(T)",
    "nn.init.zeros_(T)", "operator.imul(T, 2)", "torch._foreach_add_([T], 1)",
    "T.detach().add_(1)", "T.data.add_(1)", "[p.add_(1) for p in [T]]", "T = T + 1", "T.add(1)",
    "T.clone().add_(1)", "nn.ReLU()(T)",
)  # fmt: skip
TENSORS = {
    "leaf": ("t = torch.ones(3, 4, requires_grad=True)", "(t * t).sum()"),
    "parameter": ("t = nn.Parameter(w.exp())", "t.sum()"),
    "frozen": ("t = nn.Parameter(torch.ones(3, 4), requires_grad=False)", "(w * t).sum()"),
    "weight": ("net = nn.Linear(4, 3)\nt = net.weight", "net(w).sum()"),
    "view of a leaf": ("t = w[0]", "(w * 2).sum()"),
    "saved result": ("t = w.sigmoid()", "t.sum()"),
    "result": ("t = w * 2", "t.sum()"),
    "operand": ("t = w * 2", "t.pow(2).sum()"),
    "factor": ("t = torch.ones(3, 4)", "(t * w).sum()"),
    "view of a saved result": ("s = w.exp()\nt = s[0]", "s.sum()"),
    "copy": ("s = w.exp()\nt = s.clone()", "s.sum()"),
}
HOLDERS = {
    "name": ("", "t"),
    "list": ("box = [t]", "box[0]"),
    "dictionary": ("box = {'all': [t]}", "box['all'][0]"),
    "attribute": ("class Box: pass\nbox = Box()\nbox.t = t", "box.t"),
    "parameters": ("box = nn.ParameterList([t])", "box[0]"),
}
MODES = (
    "", "with torch.no_grad():", "with torch.set_grad_enabled(False):",
    "with torch.no_grad(), torch.enable_grad():", "if torch.is_grad_enabled():",
    "if not torch.is_grad_enabled():", "for _ in range(2):", "try:",
)  # fmt: skip
ANSWERS = {
    "has been modified by an inplace operation": {"TAP202"},
    "a leaf Variable that requires grad": {"TAP201"},
    "a view of a leaf Variable": {"TAP201"},
}
"""What torch says, and the rule that speaks of it."""


def program(change: str, tensor: str, holder: str, mode: str) -> str:
    """A program that changes a tensor before a backward."""
    make, use = TENSORS[tensor]
    hold, name = HOLDERS[holder]
    act = re.sub(r"\bT\b", name, change)
    if mode:
        act = f"{mode}\n{indent(act, '    ')}" + ("\nfinally:\n    pass" if mode == "try:" else "")
    start = "w = torch.ones(3, 4, requires_grad=True)"
    return HEADER + "\n".join((start, make, f"out = {use}", hold, act, "out.backward()")) + "\n"


def truth(text: str) -> set[str] | None:
    """What torch says of a program; ``None`` if it fails otherwise."""
    names: dict[str, Any] = {}
    try:
        with warnings.catch_warnings(action="ignore"):
            exec(text, names)
    except RuntimeError as error:
        return next((codes for words, codes in ANSWERS.items() if words in str(error)), None)
    except (TypeError, IndexError, AttributeError):
        return None
    return set()


@pytest.mark.parametrize("tensor", TENSORS)
def test_what_is_changed_in_place_is_refused_and_missed_as_by_torch(tensor: str) -> None:
    space = list(itertools.product(CHANGES, [tensor], HOLDERS, MODES))
    wrong = []
    for chosen in random.Random(tensor).sample(space, 150):
        text = program(*chosen)
        real = truth(text)
        if real is not None and reported(text) != real:
            wrong.append(f"{chosen}: {reported(text)}, and it is {real}")
    assert not wrong, "\n".join(wrong)


COPIES_WHERE_NEEDED = {"already flat", "already float"}
"""Nobody follows how memory lies and of which type numbers are: these may be copies, or not."""
SAID: dict[str | None, set[str]] = {"leaf": {"TAP201"}, "saved": {"TAP202"}, "": set()}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_changed_anywhere_is_refused_and_missed_as_by_torch(seed: int) -> None:
    wrong = []
    for each in random.Random(seed).sample(list(changing.programs()), 200):
        real = SAID.get(changing.truth(each))
        if real is None or COPIES_WHERE_NEEDED & {*each.chosen}:
            continue
        codes = reported(each.text) - {FREED}
        if codes != real:
            wrong.append(f"{each.chosen}: {codes}, and it is {real}")
    assert not wrong, "\n".join(wrong)
