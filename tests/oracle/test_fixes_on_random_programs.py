"""Fixes random programs and runs both under torch: a safe fix keeps what the program computes."""

from __future__ import annotations

import ast
import contextlib
import io
from typing import Any

import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapelint import Applicability, Settings, fix_source, lint_source

EVERYTHING = Settings(select=("ALL",))
IMPORTS = {
    "import torch\nfrom torch import nn\n": "torch",
    "import torch as T\nfrom torch import nn\n": "T",
    "from torch import nn\n": "nn.functional.torch",
    "from torch import nn, ones, no_grad\n": "nn.functional.torch",
}
START = """\
w = nn.Parameter({torch}.ones(3))
v = {torch}.full((3,), 2.0, requires_grad=True)
h = w * 3.0
b = {torch}.zeros(3)
"""
CHANGES = [
    "{x}.data.mul_(2)",
    "{x}.data -= 0.5",
    "{x}.data -= (0.5 +\n{margin}    1.5)",
    "{x}.data[0] = 4.0",
    "{x}.data[1] += 1.0",
    "{x}.data.view(-1)[2] = 7.0",
    "{x}.data.mul_(2).add_(1)",
    "{x}.data.copy_({y}.data)",
    "{x}.data.add_(  # one\n{margin}    {y}.detach(),  # two\n{margin})",
    "{x}.data.copy_(twice({y}.data))",
    "r = {x}.data",
    "r = {x}.data.zero_()",
    "r = [t.data.add_(1) for t in ({x}, {y})]",
    "nn.init.constant_({x}.data, 3.0)",
    "{x}.data = {y}.detach() * 2",
    "{x}.zero_()",
    "{x}.mul_(3.0)",
    "{x}[0] = 2.0",
    "{x} += 1.0",
    "s = s + ({x} * {y}).sum()",
    "s = s + {x}.exp().sum()",
    "print({x}.data.sum(), f'{{{y}.data.sum()}}')",
    "pass",
]
HEADS = [
    "if w is not None:",
    "for _ in range(2):",
    "with {torch}.no_grad():",
    "with {torch}.enable_grad():",
    "try:",
    "while s is None:",
]


@st.composite
def statements(draw: st.DrawFn, margin: str, unit: str, torch_name: str, depth: int) -> str:
    lines = []
    for _ in range(draw(st.integers(1, 4))):
        names = st.sampled_from("wvhb")
        values = {"x": draw(names), "y": draw(names), "margin": margin}
        change = draw(st.sampled_from(CHANGES)).format(**values)
        form = draw(st.sampled_from(["plain", "plain", "plain", "line", "pair", "block", "note"]))
        is_short = "\n" not in change
        if form == "block" and depth:
            head = draw(st.sampled_from(HEADS)).format(torch=torch_name)
            inside = draw(statements(margin + unit, unit, torch_name, depth - 1))
            tail = f"{margin}finally:\n{margin}{unit}pass\n" if head == "try:" else ""
            lines.append(f"{margin}{head}\n{inside}{tail}")
        elif form == "line" and is_short:
            lines.append(f"{margin}if s is not None: {change}\n")
        elif form == "pair" and is_short:
            lines.append(f"{margin}{change}; pass\n")
        elif form == "note":
            lines.append(f"{margin}# before\n\n{margin}{change}  # behind\n")
        else:
            lines.append(f"{margin}{change}\n")
    return "".join(lines)


@st.composite
def programs(draw: st.DrawFn) -> str:
    imports = draw(st.sampled_from(list(IMPORTS)))
    name = IMPORTS[imports]
    unit = draw(st.sampled_from(["    ", "\t", "  "]))
    start = START.format(torch=name) + f"def twice(t):\n{unit}return t * 2\ns = b.sum()\n"
    body = draw(statements("", unit, name, 2))
    function = draw(st.booleans())
    if function:
        inside = draw(statements(unit, unit, name, 1))
        body += f"def change(w, v, h, b, s):\n{inside}{unit}return s\ns = change(w, v, h, b, s)\n"
    end = "if s.requires_grad:\n    s.backward()\n" if draw(st.booleans()) else ""
    text = imports + start + body + end
    return text if draw(st.booleans()) else text.removesuffix("\n")


HIDDEN_CHANGE = "modified by an inplace operation"
"""What torch says once it notices a change that spoils a gradient: before, it was silent."""


def run(text: str) -> dict[str, Any] | str:
    """The tensors of a program at its end; torch's words where it raises."""
    variables: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()), torch.enable_grad():
        try:
            exec(compile(text, "program", "exec"), variables)
        except (RuntimeError, TypeError, ValueError) as error:
            return str(error)
    found = {}
    for name, value in variables.items():
        for at, each in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(each, torch.Tensor):
                found[f"{name}{at}"] = each
    return found


def same(one: torch.Tensor | None, two: torch.Tensor | None) -> bool:
    if one is None or two is None:
        return one is two
    return torch.equal(one.detach(), two.detach()) and one.requires_grad == two.requires_grad


many = settings(
    max_examples=80,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@many
@given(programs())
def test_a_safe_fix_keeps_what_a_program_computes(text: str) -> None:
    fixed = fix_source(text, settings=EVERYTHING)
    assert isinstance(fixed.source, str)
    ast.parse(fixed.source)
    assert fix_source(fixed.source, settings=EVERYTHING).source == fixed.source
    before, after = run(text), run(fixed.source)
    if isinstance(before, str) or (isinstance(after, str) and HIDDEN_CHANGE in after):
        return
    assert not isinstance(after, str), (after, fixed.source)
    assert before.keys() == after.keys()
    for name, value in before.items():
        assert same(value, after[name]), (name, fixed.source)
        if value.is_leaf:
            assert same(value.grad, after[name].grad), (name, fixed.source)


@many
@given(programs(), st.booleans())
def test_any_fix_parses_is_idempotent_and_uncovers_nothing(text: str, crlf: bool) -> None:
    text = text.replace("\n", "\r\n") if crlf else text
    before = lint_source(text, settings=EVERYTHING, respect_noqa=False)
    fixed = fix_source(text, settings=EVERYTHING, unsafe_fixes=True)
    assert isinstance(fixed.source, str)
    ast.parse(fixed.source)
    if crlf:
        assert fixed.source.count("\n") == fixed.source.count("\r\n")
    after = lint_source(fixed.source, settings=EVERYTHING, respect_noqa=False)
    # A wrong gradient may turn into an error, which is a finding as well.
    turned = sum(each.code == "TAP301" for each in fixed.fixed)
    assert 0 <= len(after) + len(fixed.fixed) - len(before) <= turned
    assert fix_source(fixed.source, settings=EVERYTHING, unsafe_fixes=True) == (
        type(fixed)(fixed.source, (), fixed.remaining)
    )
    comments = [line.partition("#")[2] for line in text.split("\n") if "#" in line]
    for comment in comments:
        assert fixed.source.count(comment) == text.count(comment)
    if not before:
        assert fixed.source == text


@many
@given(programs())
def test_a_fix_that_is_safe_alone_is_an_edit_of_its_own_statement(text: str) -> None:
    lines = text.split("\n")
    for finding in lint_source(text, settings=EVERYTHING):
        if finding.fix is None or finding.fix.applicability is Applicability.UNSAFE:
            continue
        for edit in finding.fix.edits:
            place = edit.location
            is_import = edit.content == "import torch\n"
            read = any(
                place.line <= each.location.line <= place.end_line for each in finding.because
            )
            assert is_import or read or place.line <= finding.line <= place.end_line
            assert place.end_column - 1 <= len(lines[place.end_line - 1])
