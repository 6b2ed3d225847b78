"""Runs the rule book's pitfalls under real torch again, once tapelint has fixed them."""

from __future__ import annotations

import functools
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


@functools.cache
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


@functools.cache
def with_fix(folder: str, *, unsafe_fixes: bool) -> list[Example]:
    """The pitfalls of a rule that fixes leave nothing to report in."""
    found = []
    for example in PITFALLS:
        if example.rule_folder == folder:
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


def without_hiding(folder: str) -> list[Example]:
    """The pitfalls of TAP301 that are fixed; what torch then refuses is TAP202 of ours."""
    of_rule = (each for each in PITFALLS if each.rule_folder == folder)
    return [each for each in of_rule if "TAP301" in with_fixes(each, unsafe_fixes=True)[1]]


def folders(*codes: str) -> list[str]:
    """The folders of some rules that have pitfalls."""
    return sorted({each.rule_folder for each in PITFALLS if each.rule_folder.startswith(codes)})


EVERY = folders("TAP")
HISTORY = folders("TAP101", "TAP102")
SAVED = folders("TAP202", "TAP203")
HIDDEN = folders("TAP301")
COVARIANCES = folders("TAP402")
CHECKS = folders("TAP404")
of_each_rule = pytest.mark.parametrize("folder", EVERY)


@pytest.mark.parametrize(
    ("rules", "unsafe_fixes", "least"),
    [
        (EVERY, False, 55),
        (HISTORY, True, 20),
        (SAVED, True, 27),
        (COVARIANCES, True, 15),
        (CHECKS, True, 6),
    ],
    ids=["safe", "history", "saved", "covariances", "checks"],
)
def test_the_fixes_of_the_design_are_there(
    rules: list[str], unsafe_fixes: bool, least: int
) -> None:
    assert sum(len(with_fix(each, unsafe_fixes=unsafe_fixes)) for each in rules) >= least


@of_each_rule
def test_a_safe_fix_runs_and_its_gradient_is_right(folder: str, subtests: pytest.Subtests) -> None:
    for example in with_fix(folder, unsafe_fixes=False):
        with subtests.test(example.identity):
            assert_fixed_runs_right(example, unsafe_fixes=False)


@of_each_rule
def test_a_safe_fix_leaves_the_values_and_gradients_of_the_remedy(
    folder: str, subtests: pytest.Subtests
) -> None:
    for example in with_fix(folder, unsafe_fixes=False):
        remedy = REMEDIES.get((folder, example.path.stem.removeprefix("pitfall_")))
        if remedy is not None and example.identity not in OTHER_PROGRAMS:
            with subtests.test(example.identity):
                assert_same_as_remedy(example, remedy)


def assert_same_as_remedy(example: Example, remedy: Example) -> None:
    """The fixed program ends with the tensors of the remedy, as far as both have them."""
    program, _, _ = with_fixes(example, unsafe_fixes=False)
    mine, theirs = tensors(execute(program)), tensors(execute(remedy))
    common = mine.keys() & theirs.keys()
    assert common
    for name in common:
        one, two = mine[name], theirs[name]
        assert torch.equal(one.detach(), two.detach()), name
        assert one.requires_grad == two.requires_grad, name
        if one.is_leaf and one.grad is not None and two.grad is not None:
            assert torch.equal(one.grad, two.grad), name


def assert_fixed_runs_right(example: Example, *, unsafe_fixes: bool) -> None:
    """The fixed program runs, and where it trains something, its gradient is right."""
    program, _, _ = with_fixes(example, unsafe_fixes=unsafe_fixes)
    if program.parameter_lines:
        program = replace(program, torch_mark=TorchMark("right gradient"))
        assert torch_verdict(program).outcome == "right gradient"
    else:
        assert torch_verdict(program).contradicts(RUNS) == ""


@pytest.mark.parametrize("folder", [*HISTORY, *SAVED])
def test_history_that_is_kept_and_saved_tensors_left_alone_give_the_right_gradient(
    folder: str, subtests: pytest.Subtests
) -> None:
    for example in with_fix(folder, unsafe_fixes=True):
        with subtests.test(example.identity):
            assert_fixed_runs_right(example, unsafe_fixes=True)


@pytest.mark.parametrize("folder", HIDDEN)
def test_torch_notices_a_change_that_no_longer_hides(
    folder: str, subtests: pytest.Subtests
) -> None:
    assert len(without_hiding(folder)) >= 10
    for example in without_hiding(folder):
        with subtests.test(example.identity):
            program, fixed, _ = with_fixes(example, unsafe_fixes=True)
            assert "TAP202" not in fixed
            text = program.text
            verdict = torch_verdict(replace(program, parameter_lines=frozenset()))
            if ".backward()" not in text:
                text += "loss.backward()\n"
                verdict = torch_verdict(replace(program, text=text, parameter_lines=frozenset()))
            assert verdict.outcome == "raises"
            assert "modified by an inplace operation" in verdict.message


@pytest.mark.parametrize("folder", COVARIANCES)
def test_a_covariance_fix_gives_the_width_that_was_meant(
    folder: str, subtests: pytest.Subtests
) -> None:
    for example in with_fix(folder, unsafe_fixes=True):
        with subtests.test(example.identity):
            assert_widths_are_meant(example)


def assert_widths_are_meant(example: Example) -> None:
    """Each distribution has the variance it had, or one of those that were meant by it."""
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


@pytest.mark.parametrize("folder", CHECKS)
def test_checks_that_are_on_find_something_or_change_nothing(
    folder: str, subtests: pytest.Subtests
) -> None:
    for example in with_fix(folder, unsafe_fixes=True):
        with subtests.test(example.identity):
            program, _, _ = with_fixes(example, unsafe_fixes=True)
            verdict = torch_verdict(program)
            if verdict.outcome == "raises":
                assert verdict.exception == "ValueError"
                is_of_a_check = "to satisfy the constraint" in verdict.message
                assert is_of_a_check or "support" in verdict.message
