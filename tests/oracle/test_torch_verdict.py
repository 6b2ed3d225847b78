"""The oracle has to be able to fail: wrong marks and unreadable ones must be found out."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from .examples import Example, Expectation, MarkError, parse_example
from .torch_verdict import torch_verdict

SQUARE = """loss = (weight * weight).sum()"""
CUT = """loss = torch.tensor([x for x in weight * weight], requires_grad=True).sum()"""
HALVED = """square = weight * weight
loss = square.sum()
weight.data.mul_(0.5)"""
RIGHT, NONE, WRONG = "right gradient", "no gradient", "wrong gradient"


@pytest.mark.parametrize("claim", [RIGHT, NONE, WRONG])
@pytest.mark.parametrize(("body", "truth"), [(SQUARE, RIGHT), (CUT, NONE), (HALVED, WRONG)])
def test_the_oracle_contradicts_every_wrong_claim(body: str, truth: str, claim: str) -> None:
    example = _program(claim, f"{body}\nloss.backward()")
    contradiction = torch_verdict(example).contradicts(example.torch_mark)
    if claim == truth:
        assert contradiction == ""
    else:
        assert f"the mark says {claim!r}, but: torch gives {truth!r}" in contradiction


def test_the_oracle_calls_backward_on_a_loss_left_to_the_caller() -> None:
    example = _program(NONE, SQUARE)
    assert "torch gives 'right gradient'" in torch_verdict(example).contradicts(example.torch_mark)


def test_the_oracle_sees_a_parameter_that_only_one_term_reaches() -> None:
    body = "loss = (weight * weight).sum() + torch.tensor([w * 3 for w in weight]).sum()"
    example = _program(RIGHT, f"{body}\nloss.backward()")
    assert "torch gives 'wrong gradient'" in torch_verdict(example).contradicts(example.torch_mark)


def test_the_oracle_contradicts_a_claimed_error_that_does_not_come() -> None:
    example = _program("raises RuntimeError: a leaf Variable", SQUARE)
    assert "that torch raises RuntimeError" in torch_verdict(example).contradicts(
        example.torch_mark
    )


@pytest.mark.parametrize(
    "claim",
    [
        "raises ValueError: a leaf Variable that requires grad",
        "raises RuntimeError: a view of a leaf",
        "right gradient",
        "runs",
    ],
)
def test_the_oracle_contradicts_a_wrong_claim_about_an_error(claim: str) -> None:
    example = _program(claim, "weight.zero_()\nloss = weight.sum()")
    assert "a leaf Variable that requires grad is being used" in torch_verdict(example).contradicts(
        example.torch_mark
    )


def test_the_oracle_contradicts_a_right_gradient_that_is_vacuous() -> None:
    example = _program(RIGHT, "loss = (weight * 0).sum()\nloss.backward()")
    assert "no slope" in torch_verdict(example).contradicts(example.torch_mark)


def test_the_oracle_contradicts_a_failed_assertion() -> None:
    example = _program("runs", "assert weight.sum() == 12345")
    assert "AssertionError" in torch_verdict(example).contradicts(example.torch_mark)


def test_a_gradient_claim_needs_a_parameter() -> None:
    text = '"""No parameter."""\n# torch: right gradient\nloss = 1.0\n'
    example = parse_example(text, Path("no_parameter.py"))
    assert "no statement is marked" in torch_verdict(example).contradicts(example.torch_mark)


def test_an_example_leaves_no_trace_in_torch() -> None:
    switches = (
        "torch.set_grad_enabled(False)\n"
        "torch.distributions.Distribution.set_default_validate_args(False)"
    )
    torch_verdict(_program("runs", switches))
    assert torch.is_grad_enabled()
    assert torch.get_default_dtype() is torch.float32
    with pytest.raises(ValueError, match="scale"):
        torch.distributions.Normal(0.0, -1.0)


@pytest.mark.parametrize(
    "text",
    [
        "import torch\n",
        '"""Two\nlines."""\n# torch: runs\n',
        '"""No verdict."""\nimport torch\n',
        '"""Too low."""\nimport torch\n\n# torch: runs\n',
        '"""Unknown verdict."""\n# torch: explodes\n',
        '"""No exception."""\n# torch: raises\n',
        '"""Unknown expectation."""\n# torch: runs\nx = 1  # expect: TAP1\n',
        '"""Unknown confidence."""\n# torch: runs\nx = 1  # expect: TAP101 perhaps\n',
    ],
)
def test_a_mark_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(MarkError):
        parse_example(text, Path("unreadable.py"))


def test_a_parameter_mark_belongs_to_a_module_level_assignment() -> None:
    with pytest.raises(MarkError):
        torch_verdict(_program("runs", "print(weight)  # parameter"))


def test_several_notes_share_a_comment() -> None:
    line = "x = torch.ones(2)  # parameter  # expect: TAP101, TAP302 likely, TAP101"
    example = _program("runs", line)
    assert 5 in example.parameter_lines
    assert example.expectations == (
        Expectation(5, "TAP101"),
        Expectation(5, "TAP101"),
        Expectation(5, "TAP302", "likely"),
    )


def _program(claim: str, body: str) -> Example:
    text = (
        f'"""Made by a test."""\n# torch: {claim}\nimport torch\n'
        f"weight = torch.arange(1.0, 4.0, requires_grad=True)  # parameter\n{body}\n"
    )
    return parse_example(text, Path("made_by_a_test.py"))
