"""Programs of random spellings: the power that the tape tells against the numbers of torch.

Each program is run by torch with two deviations. How the result grows from the one to the other
is its power, and the tape has to tell that or nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tapelint.source.parsed import Parsed
from tapelint.tape.distribution_events import DistributionMade
from tapelint.tape.domain.powers import SigmaPower
from tapelint.tape.domain.terms import Kind
from tapelint.tape.driver import record
from tapelint.tape.models import spread

HEAD = """
import math
import torch
from torch.distributions import Normal

def both(value):
    return value.mean(), value

class Box:
    def __init__(self, value):
        self.value = value

def spell(std, var, logvar, log_std, flag):
"""
LEAVES = {"std": False, "var": False, "logvar": True, "log_std": True}
PLAIN = (
    "{x} ** 2", "{x}.pow(2)", "torch.pow({x}, 2)", "torch.square({x})", "{x}.square()",
    "{x} ** 0.5", "{x}.sqrt()", "torch.sqrt({x})", "{x}.rsqrt()", "torch.rsqrt({x})", "1 / {x}",
    "{x}.reciprocal()", "{x} * {x}", "{x} * {y}", "{x} / {y}", "torch.mul({x}, {y})",
    "torch.div({x}, {y})", "2.0 * {x}", "{x} / 3", "torch.diag({x}).diagonal()",
    "torch.diag_embed({x}).diagonal()", "({x} * torch.eye(3)).diagonal()",
    "(torch.diag({x}) @ torch.diag({x}).T).diagonal()", "{x}.clamp(1e-12, 1e12)",
    "torch.clamp({x}, min=1e-12)", "{x}.expand(3)", "{x}.unsqueeze(0)[0]", "{x}[:]",
    "torch.stack([{x}, {x}])[0]", "torch.cat([{x}])", "{x}.chunk(1)[0]",
    "torch.where(flag, {x}, {x})", "both({x})[1]", "Box({x}).value", "dict(one={x})['one']",
    "torch.linalg.cholesky(torch.diag({x})).diagonal()",
    "torch.inverse(torch.diag({x})).diagonal()",
    "{x}.to(torch.float64)", "{x}.clone()", "{x}.detach()", "torch.maximum({x}, {x})",
    "torch.ones(3) * {x}", "{x} * {x}.reciprocal() * {x}",
)  # fmt: skip
LOGARITHMIC = (
    "0.5 * {x}", "{x} * 2", "{x}.mul(0.5)", "{x} / 2", "torch.mul(0.5, {x})", "{x}.div(2)", "-{x}",
    "{x}.clamp(-50.0, 50.0)", "{x}[:]", "both({x})[1]", "{x} * 1.0",
)  # fmt: skip
TO_LOGARITHM = ("{x}.log()", "torch.log({x})")
FROM_LOGARITHM = ("{x}.exp()", "torch.exp({x})", "torch.exp(0.5 * {x})", "{x}.mul(0.5).exp_()")
IN_PLACE = ("{x}.sqrt_()", "{x}.pow_(2)", "{x} **= 2", "{x}.mul_({x})", "{x} *= 2", "{x}.square_()")
IN_PLACE_LOGARITHMIC = ("{x} *= 0.5", "{x}.mul_(2)", "{x} /= 2")


@dataclass
class Program:
    """A function's body and the name of its result."""

    lines: list[str]
    result: str

    def text(self) -> str:
        """The whole file."""
        lines = "".join(f"    {line}\n" for line in self.lines)
        return f"{HEAD}{lines}    Normal(0.0, {self.result})\n    return {self.result}\n"


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Straight-line programs over the four leaves; what is a logarithm is kept apart."""
    kinds = dict(LEAVES)
    lines: list[str] = []
    for number in range(draw(st.integers(1, 6))):
        name = f"v{number}"
        x = draw(st.sampled_from(sorted(kinds)))
        y = draw(st.sampled_from(sorted(each for each in kinds if not kinds[each])))
        options = LOGARITHMIC + FROM_LOGARITHM if kinds[x] else PLAIN + TO_LOGARITHM
        spelling = draw(st.sampled_from(options))
        was, becomes = kinds[x], kinds[x]
        if spelling in TO_LOGARITHM + FROM_LOGARITHM:
            becomes = not was
        lines.append(f"{name} = {spelling.format(x=x, y=y)}")
        kinds[name] = becomes
        if draw(st.booleans()):
            lines.append(f"{name} = {name}.clone()")
            inside = IN_PLACE_LOGARITHMIC if becomes else IN_PLACE
            lines.append(draw(st.sampled_from(inside)).format(x=name))
    return Program(lines, name)


def told(program: Program) -> SigmaPower | None:
    """What the tape says of the result."""
    for event in record(Parsed(program.text(), "x.py").module).events:
        if isinstance(event, DistributionMade) and event.function == "spell":
            return event.arguments[1][1].power
    raise AssertionError(program.text())


def run(program: Program, sigma: float) -> float:
    """The result's first number, for a deviation."""
    scope: dict[str, object] = {"__name__": "program"}
    exec(program.text().replace("Normal(0.0", "(0.0"), scope)
    std = torch.full((3,), sigma, dtype=torch.float64)
    var = std * std
    result = scope["spell"](std, var, var.log(), std.log(), torch.tensor(True))  # type: ignore[operator]
    return float(result.flatten()[0])


def disagreement(program: Program) -> str | None:
    """How numbers and tape differ, or ``None`` where they agree or the tape is silent."""
    power = told(program)
    if power is None or power.kind is Kind.SOMETHING:
        return None
    low, high = run(program, 1.1), run(program, 1.3)
    grown = math.log(1.3 / 1.1)
    # a factor that does not depend on sigma falls out of the ratio, and out of the difference
    measured = (high - low if power.is_logarithm else math.log(high / low)) / grown
    if math.isclose(measured, float(power.exponent), rel_tol=1e-6, abs_tol=1e-6):
        return None
    return f"measured {measured}, told {power}:\n{program.text()}"


@settings(max_examples=60, deadline=None)
@given(programs())
def test_told_powers_are_measured(program: Program) -> None:
    assert disagreement(program) is None


@pytest.mark.parametrize("spelling", [*PLAIN, *TO_LOGARITHM])
def test_every_spelling_is_told(spelling: str) -> None:
    program = Program([f"value = {spelling.format(x='std', y='var')}"], "value")
    assert told(program) is not None
    assert disagreement(program) is None


@pytest.mark.parametrize("spelling", [*LOGARITHMIC, *FROM_LOGARITHM])
def test_every_spelling_of_logarithms_is_told(spelling: str) -> None:
    program = Program([f"value = {spelling.format(x='logvar')}"], "value")
    assert told(program) is not None
    assert disagreement(program) is None


@pytest.mark.parametrize("spelling", IN_PLACE)
def test_every_change_in_place_is_told(spelling: str) -> None:
    program = Program(["value = std.clone()", spelling.format(x="value")], "value")
    assert told(program) is not None
    assert disagreement(program) is None


def test_a_wrong_algebra_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(["value = torch.sqrt(var)"], "value")
    assert disagreement(program) is None
    monkeypatch.setitem(spread._UNARY, "sqrt", lambda power: power)
    assert disagreement(program) is not None
