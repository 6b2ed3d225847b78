"""How often functions are executed: once, unless something that they have met was changed."""

from __future__ import annotations

import pytest

from tapelint import lint_source
from tapelint.source.parsed import Parsed
from tapelint.tape.domain.records import Records
from tapelint.tape.driver import record
from tapelint.tape.machine.machine import Machine
from tapelint.tape.machine.observer import Observer

READS = """import torch
sizes = [1, 2]

def scaled(x):
    return x * len(sizes)
"""
FILLS = (
    READS
    + """
def note(x):
    sizes.append(x)
"""
)
KEEPS = """import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.layer(x)
"""
LEAVES = (
    KEEPS
    + """
    def remember(self, x):
        self.state = x
"""
)
SINGLE = (
    KEEPS
    + """
    def __new__(cls):
        return only()
"""
)
SHARES = """import torch
class Net(torch.nn.Module):
    made = None

    def __init__(self):
        super().__init__()
        Net.made = torch.ones(3)
"""
ANNOTATED = """import torch
sizes = [1, 2]

def train(net: "Net"):
    torch.tensor([net.weight.sum()]).backward()

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))
"""


class Watching(Observer):
    """Remembers the machine."""

    machine: Machine

    def begin(self, machine: Records) -> None:
        assert isinstance(machine, Machine)
        self.machine = machine


def executions(source: str) -> tuple[int, int]:
    """How many functions were executed for their own sake, and how many of these in vain."""
    watching = Watching()
    record(Parsed(source, "x.py").module, observer=watching)
    return watching.machine.entry, len(watching.machine.retracted)


@pytest.mark.parametrize(
    ("source", "executed", "in_vain"),
    [
        pytest.param(READS, 1, 0, id="a function that only reads the module's objects"),
        pytest.param(FILLS, 4, 2, id="one of two fills a list that both know"),
        pytest.param(KEEPS, 2, 0, id="methods that leave nothing on the object"),
        pytest.param(LEAVES, 5, 2, id="a method that leaves something on the object"),
        pytest.param(SINGLE, 4, 1, id="a class that may make one object alone"),
        pytest.param(SHARES, 2, 1, id="an __init__ that leaves something on the class"),
        pytest.param(ANNOTATED, 3, 1, id="a function that is given an object of a later class"),
    ],
)
def test_how_often(source: str, executed: int, in_vain: int) -> None:
    assert executions(source) == (executed, in_vain)


def test_an_object_of_a_later_class_is_what_its_init_makes() -> None:
    assert [(each.line, each.code) for each in lint_source(ANNOTATED)] == [(5, "TAP101")]


def test_what_is_told_twice_is_found_once() -> None:
    source = FILLS.replace(
        "    sizes.append(x)", "    w = torch.ones(3, requires_grad=True)\n    w.add_(len(sizes))"
    )
    assert executions(source) == (2, 0)
    assert [(each.line, each.code) for each in lint_source(source)] == [(9, "TAP201")]
