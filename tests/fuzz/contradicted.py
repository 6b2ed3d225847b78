"""Training functions without callers, and evidence that one of their arguments is something else.

Each program of the series of uncalled trainings gets one contradiction. A role that the text
contradicts must not decide anything: what is found is what is found where the argument is unknown.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Mapping
from typing import NamedTuple
from unittest.mock import patch

from tapelint import lint_source
from tapelint.project.roles import inference
from tapelint.project.roles.role import Role

from .comparison import settings_of
from .truth import Pitfall
from .uncalled import numbered_uncalled

_HEADER = re.compile(r"^def train\((.*)\):$", re.MULTILINE)
_CALL = re.compile(r"^train\(.*\)$", re.MULTILINE)


class Contradicted(NamedTuple):
    """A program, the argument, and what speaks against its role."""

    source: str
    argument: str
    against: str


AGAINST: Mapping[str, tuple[str, ...]] = {
    "net": ("{} = None", "scale = {} * 2", "{} -= 1", ": torch.Tensor", ": float", ": str", "=0.5"),
    "optimizer": ("{} = None", "scale = {} + 1", ": int", ": nn.Module", "='adam'", "{}(net)"),
}
"""For each argument: a statement of the function, an annotation or a default."""


def numbered_contradicted(seed: int, number: int) -> Contradicted:
    """One program of an endless series; the same numbers give the same program."""
    chance = random.Random(f"contradicted/{seed}/{number}")
    source = numbered_uncalled(seed, number)
    header = _HEADER.search(source)
    call = _CALL.search(source)
    assert header is not None
    assert call is not None
    shown = source[: call.start()]
    names = header[1].split(", ")
    argument = chance.choice([each for each in AGAINST if each in names])
    against = chance.choice(AGAINST[argument])
    if against.startswith((":", "=")):
        is_default = against.startswith("=")
        changed = [
            f"{each}{against}" if each == argument
            else f"{each}=None" if is_default and names.index(each) > names.index(argument)
            else each
            for each in names
        ]  # fmt: skip
        text = f"def train({', '.join(changed)}):"
    else:
        text = f"{header[0]}\n    {against.format(argument)}"
    return Contradicted(shown.replace(header[0], text), argument, against)


def is_known(case: Contradicted) -> bool:
    """Whether the argument has a role in spite of it, as a network or an optimiser."""
    function = next(
        each
        for each in ast.parse(case.source).body
        if isinstance(each, ast.FunctionDef) and each.name == "train"
    )
    role = inference.FunctionRoles().of(function)[case.argument]
    return role.kind.id in {"module", "optimiser"}


def found(case: Contradicted, codes: tuple[str, ...]) -> set[Pitfall]:
    """What is reported."""
    findings = lint_source(case.source, settings=settings_of(codes))
    return {Pitfall(each.line, each.code) for each in findings}


def found_of_the_unknown(case: Contradicted, codes: tuple[str, ...]) -> set[Pitfall]:
    """What is reported where the argument is unknown."""
    infer = inference.FunctionRoles.of

    def unknown(self: object, *given: object) -> Mapping[str, Role]:
        return {**infer(self, *given), case.argument: Role()}  # type: ignore[arg-type]

    with patch.object(inference.FunctionRoles, "of", unknown):
        return found(case, codes)


def under_no_grad(source: str) -> str:
    """A program whose only caller records nothing."""
    return _CALL.sub(lambda call: f"with torch.no_grad():\n    {call[0]}", source)
