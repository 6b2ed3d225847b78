"""Training code whose surroundings nobody sees: networks and optimisers come from elsewhere.

A program of the series of trainings runs under torch as a whole. tapelint is shown a part of it,
with the lines where they are: the function that trains, without its call; the loop, without what
has made its networks, optimisers and batches; the same without an import; or with calls of unknown
functions in the place of what has made them.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import itertools

from tapelint import Finding, lint_source

from .comparison import settings_of
from .training_truth import truth_of_training
from .trainings import numbered_training
from .truth import Discarded, Truth

FUNCTION = "train"
_MADE_BY = ("nn.", "Net", "torch.optim.", "torch.amp.", "DataLoader(", "torch.randn(", "[torch.ra")
"""How the expressions begin that make networks, optimisers, scalers and batches."""


class Shown(enum.Enum):
    """What is shown of a program."""

    FUNCTION = "the function that trains, and what stands before its call"
    LOOP = "all but what makes networks, optimisers and batches"
    SNIPPET = "the same, without imports and definitions"
    BUILT = "calls of unknown functions make networks, optimisers and batches"


def numbered_uncalled(seed: int, number: int, shown: Shown = Shown.FUNCTION) -> str:
    """One program of an endless series; the same numbers give the same program."""
    for attempt in itertools.count():
        source = numbered_training(seed, 1000 * number + attempt)
        if bool(_last_line(source)) is (shown is Shown.FUNCTION) and "class Tr" not in source:
            return source
    raise AssertionError


def part_shown(source: str, shown: Shown) -> str:
    """The part of a program, each line in its place."""
    lines = source.splitlines(keepends=True)
    if shown is Shown.FUNCTION:
        return "".join(lines[: _last_line(source)])
    for each in ast.parse(source).body:
        hidden = ""
        if isinstance(each, ast.Assign) and ast.unparse(each.value).startswith(_MADE_BY):
            target = each.targets[0]
            assert isinstance(target, ast.Name)
            given = _given(each.value) if shown is Shown.BUILT else ""
            hidden = f"{target.id} = make_{target.id}({given})\n" if shown is Shown.BUILT else "\n"
        elif shown is Shown.SNIPPET and isinstance(
            each, (ast.Import, ast.ImportFrom, ast.ClassDef)
        ):
            hidden = "\n"
        if hidden:
            at, end = each.lineno - 1, each.end_lineno or each.lineno
            lines[at:end] = [hidden, *["\n"] * (end - at - 1)]
    if shown is Shown.BUILT:
        at = next(at for at, line in enumerate(lines) if line.startswith("torch.manual_seed"))
        lines[at] = "from project.building import *\n"
    return "".join(lines)


def _given(made: ast.expr) -> str:
    """The network whose parameters an optimiser is made of."""
    given = made.args[0] if isinstance(made, ast.Call) and made.args else None
    names = [each.id for each in ast.walk(given) if isinstance(each, ast.Name)] if given else []
    return names[0] if names and ".parameters()" in ast.unparse(made) else ""


def truth_of_uncalled(source: str, shown: Shown = Shown.FUNCTION) -> Truth:
    """What torch makes of the part that is shown.

    Raises:
        Discarded: The program says nothing, or something is wrong with what is hidden, or special:
            an optimiser that has more than its network tells, a scaler that is off.
    """
    truth = truth_of_training(source)
    before, after = source.splitlines(), part_shown(source, shown).splitlines()
    after += [""] * (len(before) - len(after))
    hidden = {line for line, each in enumerate(after, 1) if each != before[line - 1]}
    seen = [each for each in truth.pitfalls if each.line not in hidden]
    if any(each.line in hidden and each.code == "TAP703" for each in truth.pitfalls):
        raise Discarded("its optimiser")
    if any("([*" in before[line - 1] or "enabled=False" in before[line - 1] for line in hidden):
        raise Discarded("its optimiser, or its scaler")
    return dataclasses.replace(truth, pitfalls=type(truth.pitfalls)(seen))


def lint_uncalled(
    source: str, codes: tuple[str, ...], shown: Shown = Shown.FUNCTION
) -> list[Finding]:
    """What is reported of the part that is shown."""
    return lint_source(part_shown(source, shown), settings=settings_of(codes))


def _last_line(source: str) -> int:
    """The last line of the function that trains; 0 where none does."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == FUNCTION:
            return node.end_lineno or node.lineno
    return 0
