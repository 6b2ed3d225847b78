"""Random programs as code is written in the open: a library of functions, and its caller.

The leaves are arguments, and the loss is returned. Half of the callers train what they get back,
the others only look at it, without recording. Each program is one text that torch can run; what it
defines is the library, the rest is the caller.
"""

from __future__ import annotations

import random
import re

from tests.splitting import LIBRARY, split

from tapelint import lint_project, lint_source

from .comparison import settings_of
from .programs import IMPORTS, Written, written
from .truth import Pitfall

_FUNCTION = "compute"


def numbered_library(seed: int, number: int) -> str:
    """One program of an endless series; the same numbers give the same program."""
    chance = random.Random(f"library/{seed}/{number}")
    is_trained = bool(chance.randrange(2))
    parts = written(chance.randrange)
    # Nobody runs a backward, or a step, where nothing is recorded.
    runs_backward = any(
        "backward" in each or "step" in each for each in (*parts.definitions, *parts.body)
    )
    return _assembled(parts, is_trained=is_trained or runs_backward)


def _assembled(parts: Written, *, is_trained: bool) -> str:
    names = [*parts.arguments, *parts.flags]
    # The caller has names of its own: what two files share would tie them together.
    given = ", ".join(f"own_{name}" for name in names)
    flags = [f'{flag} = "--{flag}" in sys.argv' for flag in parts.flags]
    caller = [
        re.sub(r"^\w+", lambda name: f"own_{name[0]}", each) for each in (*flags, *parts.leaves)
    ]
    call = f"result = {_FUNCTION}({given})"
    use = [call, "result.backward()"]
    if not is_trained:
        use = ["with torch.no_grad():", f"    {call}", "number = result.item()"]
    function = [
        f"def {_FUNCTION}({', '.join(names)}):",
        *parts.body,
        f"    return {parts.loss}",
    ]
    lines = ["import sys", *IMPORTS, "", "", *parts.definitions, *function, "", "", *caller, *use]
    return "\n".join(lines) + "\n"


def lint_both(source: str, codes: tuple[str, ...]) -> list[Pitfall]:
    """What is reported of a library and its caller in two files, by the lines of the whole."""
    parts = split(source)
    found = lint_project(parts.texts, settings=settings_of(codes)).findings
    return [Pitfall(parts.line(each.path, each.line, each.message), each.code) for each in found]


def lint_alone(source: str, codes: tuple[str, ...]) -> list[Pitfall]:
    """What is reported of a library whose caller nobody sees."""
    parts = split(source)
    found = lint_source(parts.texts[LIBRARY], settings=settings_of(codes))
    return [Pitfall(parts.lines[LIBRARY][each.line - 1], each.code) for each in found]
