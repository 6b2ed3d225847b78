"""An execution that has cost what it may keeps what it has found, wherever it ends."""

from __future__ import annotations

import functools
import threading
from pathlib import Path

import pytest

from tapelint import time_limit
from tapelint.rules import all_rules
from tapelint.rules.visiting import visit
from tapelint.source.parsed import Parsed
from tapelint.tape.driver import Recording, record
from tapelint.tape.machine.budgets import Budgets, Limit
from tapelint.tape.machine.machine import Machine
from tapelint.torch_api.project import Project

from ..conftest import ROOT
from ..shapes import of_all_forms, written_forms

PROGRAMS = sorted(
    path
    for pattern in ("rules/*/examples/*.py", "tests/programs/*.py", "tests/user_reports/*.py")
    for path in ROOT.glob(pattern)
)
GROUPS = 4
SIZES = (*range(1, 60, 2), *range(60, 600, 30), 1_000, 2_000)


def budgets(at: int) -> tuple[Budgets, ...]:
    """A budget of each kind for a program: over all programs, every size is met."""
    one, two, three, four = (SIZES[(at + step * 13) % len(SIZES)] for step in range(4))
    return (
        Budgets(module=one),
        Budgets(function=two),
        Budgets(file=3 * three),
        Budgets(followed=four, elsewhere=four),
    )


Found = set[tuple[str, int]]


def found(parsed: Parsed, recording: Recording) -> tuple[Found, set[int]]:
    """The findings of a recording, and all lines that they speak of."""
    rules = [rule(lambda node: "x") for rule in all_rules().values() if rule.on_by_default]
    reports = visit(rules, recording.events)
    nodes = [node for each in reports for node in (each.node, *(n for n, _ in each.because))]
    lines = {parsed.line(node) for node in nodes if node}
    return {(each.rule.code, parsed.line(each.node)) for each in reports}, lines


@functools.cache
def of_each_form() -> list[Path]:
    """Programs in which everything stands that stands in any, next to and within the same."""
    return of_all_forms(PROGRAMS, lambda path: written_forms(path.read_text(encoding="utf-8")))


def test_wherever_a_budget_ends_what_was_found_stays() -> None:
    """No error comes out, and every line that is reported is one that the whole finds, too.

    Not every finding is: what is behind the end may give a line to another rule.
    """
    assert with_budgets(of_each_form()) > 100


@pytest.mark.slow(reason="more programs, which hold nothing that the others do not")
@pytest.mark.parametrize("group", range(GROUPS))
def test_wherever_a_budget_ends_what_was_found_stays_in_all_programs(group: int) -> None:
    others = sorted({*PROGRAMS} - {*of_each_form()})
    assert with_budgets(others[group::GROUPS]) > 100


def with_budgets(programs: list[Path]) -> int:
    """Execute programs with budgets of each kind; how often something was found."""
    found_something = 0
    for path in programs:
        parsed = Parsed(path.read_text(), "x.py")
        _, whole = found(parsed, record(parsed.module))
        for each in budgets(PROGRAMS.index(path) // GROUPS):
            part, _ = found(parsed, record(parsed.module, budgets=each))
            assert {line for _, line in part} <= whole, (path, each)
            found_something += bool(part)
    return found_something


LOOP = "    for each in data:\n        loss = net(each).sum()\n"
SCRIPT = (
    "import torch\n\nnet = torch.nn.Linear(2, 2)\nhistory = []\n"
    "w = torch.zeros(3, requires_grad=True)\nt = torch.tensor([w.sum()])\n"
    + "".join(f"\n\ndef train_{i}(data):\n{LOOP}    history.append(loss)\n" for i in range(20))
)


@pytest.mark.parametrize("steps", range(0, 400, 7))
def test_what_functions_leave_is_joined_after_the_budget_has_ended(steps: int) -> None:
    """``_fill_module`` joins what the functions leave on the module's objects: that is free."""
    parsed = Parsed(SCRIPT, "x.py")
    recording = record(parsed.module, budgets=Budgets(function=max(steps, 1)))
    ((code, line),) = found(parsed, recording)[0]
    assert (code, line) == ("TAP101", 6)


def test_what_has_ended_is_told_with_the_function_and_the_limit() -> None:
    parsed = Parsed(SCRIPT, "x.py")
    assert record(parsed.module).ended == ()
    ended = record(parsed.module, budgets=Budgets(function=20)).ended
    assert [(each.function, each.limit) for each in ended] == [
        (f"train_{i}", Limit.STEPS) for i in range(20)
    ]
    assert str(ended[0]) == "`train_0` took more than 20 steps: the rest of it was not looked at"
    whole = record(parsed.module, budgets=Budgets(file=60)).ended
    assert {each.limit for each in whole} == {Limit.FILE}
    assert record(parsed.module, budgets=Budgets(module=3)).ended[0].function == ""


CUT_OFF = """
import torch

w = torch.zeros(3, requires_grad=True)
with torch.no_grad():
    a = 1
    b = 2
    c = 3


def loss(x):
    return (w * x).sum()


def train(x):
    loss(x).backward()
"""


def test_a_module_that_ends_under_no_grad_leaves_the_functions_recording() -> None:
    parsed = Parsed(CUT_OFF, "x.py")
    for steps in range(1, 40):
        recording = record(parsed.module, budgets=Budgets(module=steps))
        assert found(parsed, recording)[0] == set(), steps


def test_a_bound_puts_the_machine_back_where_it_was() -> None:
    machine = Machine(Project())
    state = machine.state
    with machine.bounded(100) as outer:
        with machine.bounded(10) as inner:
            machine.state, machine.is_recording, machine.alive = state.fork(), False, False
            machine.spend(11)
        assert (machine.state, machine.is_recording, machine.alive) == (state, True, True)
        assert machine.budget == 100
        machine.spend(60)
    assert (inner.limit, inner.spent) == (Limit.STEPS, 10)
    assert (outer.limit, outer.spent) == (None, 60)
    machine.spend(10**9)  # outside of any bound it is free
    with pytest.raises(ZeroDivisionError), machine.bounded(10):
        raise ZeroDivisionError


@pytest.mark.parametrize("is_main", [True, False])
def test_the_clock_ends_a_recording_in_any_thread(is_main: bool) -> None:
    parsed = Parsed(SCRIPT, "x.py")
    raised: list[time_limit.TimeLimitError] = []

    def run() -> None:
        try:
            with time_limit.limited(1e-9):
                record(parsed.module)
        except time_limit.TimeLimitError as error:
            raised.append(error)

    if is_main:
        run()
    else:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert len(raised) == 1
    record(parsed.module)  # outside, nothing of it holds any more


def test_there_is_no_limit_where_none_is_asked_for() -> None:
    with time_limit.limited(0):
        time_limit.check()
    with time_limit.limited(1e-9), pytest.raises(time_limit.TimeLimitError):
        time_limit.check()
