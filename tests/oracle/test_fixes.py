"""Runs the rule book's pitfalls under real torch again, once tapelint has fixed them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import torch

from tapelint import Settings, fix_source

from .examples import Example, TorchMark, all_examples
from .torch_verdict import execute, torch_verdict

EVERYTHING = Settings(select=("ALL",))
PITFALLS = [example for example in all_examples() if example.kind == "pitfall"]
REMEDIES = {
    (example.rule_folder, example.path.stem.removeprefix("remedy_")): example
    for example in all_examples()
    if example.kind == "remedy"
}
OTHER_PROGRAMS = {
    "TAP201/pitfall_normal",
    "TAP201/pitfall_rows_of_loop",
    "TAP401/pitfall_array_actions",
    "TAP401/pitfall_item",
    "TAP401/pitfall_list",
    "TAP302/pitfall_function_of_model",
    "TAP302/pitfall_initialise_by_type",
    "TAP502/pitfall_evaluation",
}
"""Pitfalls whose remedy starts from other numbers, records nothing, or keeps none to compare."""
RUNS = TorchMark("runs")
_ASSERTION = re.compile(r"^(\s*)assert .*$", re.MULTILINE)


def with_fixes(example: Example, *, unsafe_fixes: bool) -> tuple[Example, set[str], bool]:
    """The example with its fixes applied and its assertions (of the mistake) taken out.

    Returns:
        The example, the codes that were fixed, and whether nothing is left to report.
    """
    result = fix_source(
        example.text, path=str(example.path), settings=EVERYTHING, unsafe_fixes=unsafe_fixes
    )
    assert isinstance(result.source, str)
    text = _ASSERTION.sub(r"\1pass", result.source)
    lines = [line for line, text in enumerate(text.split("\n"), 1) if "# parameter" in text]
    program = replace(example, text=text, parameter_lines=frozenset(lines), torch_mark=RUNS)
    return program, {each.code for each in result.fixed}, not result.remaining


def named(examples: list[Example]) -> dict[str, object]:
    return {"argvalues": examples, "ids": [example.identity for example in examples]}


def with_fix(*, unsafe_fixes: bool, codes: tuple[str, ...]) -> list[Example]:
    found = []
    for example in PITFALLS:
        if example.rule_folder.startswith(codes):
            _, fixed, is_clean = with_fixes(example, unsafe_fixes=unsafe_fixes)
            if fixed and is_clean:
                found.append(example)
    return found


def tensors(variables: dict[str, object]) -> dict[str, torch.Tensor]:
    """The tensors among a program's variables, and those of its modules."""
    found: dict[str, torch.Tensor] = {}
    for name, value in variables.items():
        if isinstance(value, torch.Tensor):
            found[name] = value
        elif isinstance(value, torch.nn.Module):
            found.update({f"{name}.{key}": each for key, each in value.named_parameters()})
    return found


SAFE = with_fix(unsafe_fixes=False, codes=("TAP",))
HISTORY = with_fix(unsafe_fixes=True, codes=("TAP101", "TAP102"))
SAVED = with_fix(unsafe_fixes=True, codes=("TAP202", "TAP203"))
HIDDEN = [
    example
    for example in PITFALLS
    if example.rule_folder.startswith("TAP301")
    and "TAP301" in with_fixes(example, unsafe_fixes=True)[1]
]
"""What torch then refuses is TAP202 of ours, and not always fixed."""
COVARIANCES = with_fix(unsafe_fixes=True, codes=("TAP402",))
CHECKS = with_fix(unsafe_fixes=True, codes=("TAP404",))


def test_the_fixes_of_the_design_are_there() -> None:
    counts = {
        "safe": len(SAFE),
        "history": len(HISTORY),
        "saved": len(SAVED),
        "hidden": len(HIDDEN),
        "covariances": len(COVARIANCES),
        "checks": len(CHECKS),
    }
    least = {"safe": 55, "history": 20, "saved": 27, "hidden": 10, "covariances": 15, "checks": 6}
    assert {key: counts[key] for key in counts if counts[key] < least[key]} == {}


@pytest.mark.parametrize("example", **named(SAFE))
def test_a_safe_fix_runs_and_its_gradient_is_right(example: Example) -> None:
    program, _, _ = with_fixes(example, unsafe_fixes=False)
    if program.parameter_lines:
        program = replace(program, torch_mark=TorchMark("right gradient"))
        assert torch_verdict(program).outcome == "right gradient"
    else:
        assert torch_verdict(program).contradicts(RUNS) == ""


@pytest.mark.parametrize(
    "example",
    **named(
        [
            example
            for example in SAFE
            if (example.rule_folder, example.path.stem.removeprefix("pitfall_")) in REMEDIES
            and example.identity not in OTHER_PROGRAMS
        ]
    ),
)
def test_a_safe_fix_leaves_the_values_and_gradients_of_the_remedy(example: Example) -> None:
    program, _, _ = with_fixes(example, unsafe_fixes=False)
    remedy = REMEDIES[example.rule_folder, example.path.stem.removeprefix("pitfall_")]
    mine, theirs = tensors(execute(program)), tensors(execute(remedy))
    common = mine.keys() & theirs.keys()
    assert common
    for name in common:
        one, two = mine[name], theirs[name]
        assert torch.equal(one.detach(), two.detach()), name
        assert one.requires_grad == two.requires_grad, name
        if one.is_leaf and one.grad is not None and two.grad is not None:
            assert torch.equal(one.grad, two.grad), name


def assert_fixed_runs_right(example: Example) -> None:
    """The fixed program runs, and where it trains something, its gradient is right."""
    program, _, _ = with_fixes(example, unsafe_fixes=True)
    if program.parameter_lines:
        program = replace(program, torch_mark=TorchMark("right gradient"))
        assert torch_verdict(program).outcome == "right gradient"
    else:
        assert torch_verdict(program).contradicts(RUNS) == ""


@pytest.mark.parametrize("example", **named(HISTORY))
def test_a_history_that_is_kept_gives_the_right_gradient(example: Example) -> None:
    assert_fixed_runs_right(example)


@pytest.mark.parametrize("example", **named(SAVED))
def test_a_saved_tensor_that_is_left_alone_gives_the_right_gradient(example: Example) -> None:
    assert_fixed_runs_right(example)


@pytest.mark.parametrize("example", **named(HIDDEN))
def test_torch_notices_a_change_that_no_longer_hides(example: Example) -> None:
    program, fixed, _ = with_fixes(example, unsafe_fixes=True)
    assert "TAP202" not in fixed
    verdict = torch_verdict(replace(program, parameter_lines=frozenset()))
    if "loss.backward()" not in program.text and ".backward()" not in program.text:
        verdict = torch_verdict(
            replace(program, text=program.text + "loss.backward()\n", parameter_lines=frozenset())
        )
    assert verdict.outcome == "raises"
    assert "modified by an inplace operation" in verdict.message


@pytest.mark.parametrize("example", **named(COVARIANCES))
def test_a_covariance_fix_gives_the_width_that_was_meant(example: Example) -> None:
    program, _, _ = with_fixes(example, unsafe_fixes=True)
    after = execute(program)
    is_refused = example.torch_mark.outcome == "raises"
    before = None if is_refused else execute(example)
    for name, value in after.items():
        if not isinstance(value, torch.distributions.Distribution) or before is None:
            continue
        old, new = before[name].variance.detach(), value.variance.detach()
        if torch.equal(old, new):
            continue  # another distribution of the example
        meant = (old**2, old.sqrt(), 1 / old)
        assert any(torch.allclose(new, each) for each in meant), name


@pytest.mark.parametrize("example", **named(CHECKS))
def test_checks_that_are_on_find_something_or_change_nothing(example: Example) -> None:
    program, _, _ = with_fixes(example, unsafe_fixes=True)
    verdict = torch_verdict(program)
    if verdict.outcome == "raises":
        assert verdict.exception == "ValueError"
        assert "to satisfy the constraint" in verdict.message or "support" in verdict.message
