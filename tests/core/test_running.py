"""What is run of a file: entries, their order, their roles, their budgets; and what that costs."""

from __future__ import annotations

import ast
from collections.abc import Iterable

import pytest

from tapelint import lint_source
from tapelint.core.autograd import events
from tapelint.core.autograd.graph import Tensor
from tapelint.core.code.lowering import size
from tapelint.core.domain.objects import Function
from tapelint.core.domain.state import Mark, State, Way
from tapelint.core.domain.values import Obj
from tapelint.core.machine.control import MOST_RAISED
from tapelint.core.machine.events import Called
from tapelint.core.machine.protocol import Arguments
from tapelint.core.machine.world import LEAST_STEPS, TIMES, Budget, Limit
from tapelint.core.running.execution import Execution
from tapelint.core.running.files import code_of
from tapelint.project.demand import Triggers
from tapelint.time_limit import TimeLimitError, limited


def execution(text: str, triggers: Triggers | None = None) -> Execution:
    code = code_of(text, "main.py")
    assert code is not None
    return Execution(code, text, triggers=triggers)


def called(text: str, triggers: Triggers | None = None) -> list[str]:
    """The functions that are run, in their order, each once for each time."""
    names: list[str] = []
    made = execution(text, triggers)
    made.machine.listen(Called, lambda event: names.append(event.function.code.name))
    made.run()
    return names


ORDERS = {
    "a function of its own": ("def f(): pass", ["f"]),
    "one that the body calls": ("def f(): pass\nf()", ["f"]),
    "whoever calls comes first": ("def f(): pass\ndef g(): f()", ["g", "f"]),
    "whatever the order": ("def g(): f()\ndef f(): pass", ["g", "f"]),
    "in a circle": ("def f(): g()\ndef g(): f()", ["g", "f"]),
    "a method": ("class A:\n    def f(self): pass", ["A.f"]),
    "from what the constructor leaves": (
        "class A:\n    def f(self): self.g()\n    def __init__(self): self.g = h\ndef h(): pass",
        ["A.__init__", "A.f", "h"],
    ),
    "what a decorator leaves": (
        "import torch\n@torch.no_grad()\ndef f(): pass\n"
        "class A:\n    @property\n    def g(self): pass",
        ["f", "A.g"],
    ),
    "under an unknown decorator": ("@given\ndef f(): pass", ["f"]),
    "by whoever takes what a generator yields": (
        "def h(): pass\ndef f(): pass\ndef g():\n    f()\n    yield 1\nunknown(h() for _ in [1])",
        ["<genexpr>", "h", "g", "f"],
    ),
    "static and of the class": (
        "class A:\n    @staticmethod\n    def f(x): pass\n"
        "    @classmethod\n    def g(cls): cls.f(1)",
        ["A.g", "A.f"],
    ),
    "within another one": ("def f():\n    def g(): pass\n    return g", ["f", "f.g"]),
    "a class within a function": (
        "def f():\n    class A:\n        def g(self): pass\n    return A",
        ["f", "f.A.g"],
    ),
}


@pytest.mark.parametrize(("text", "names"), ORDERS.values(), ids=ORDERS)
def test_what_is_run(text: str, names: list[str]) -> None:
    assert called(text) == names


def test_what_cannot_matter_is_not_run() -> None:
    text = "def f(x): x.backward()\ndef g(x): x.other()\n"
    assert called(text, Triggers(["backward("])) == ["f"]
    assert called(text, Triggers(["nothing("])) == []


def test_what_an_entry_changes_is_cut_away() -> None:
    made = execution("held = []\ndef f(): held.append(1)\ndef g(): return len(held)\n")
    before = made.run()
    slot = made.frame.code.names["held"]
    items = made.machine.models.items(made.frame.slots[slot], ast.Pass())
    assert items is not None
    assert not items.all
    assert not before.cut_short


def test_a_network_that_is_given_has_a_parameter_that_its_optimiser_changes() -> None:
    text = """
def train(model, optimizer, x):
    model.train()
    loss = model(x).sum()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return list(model.parameters())
"""
    steps: list[events.Step] = []
    backwards: list[events.Backward] = []
    made = execution(text)
    made.machine.listen(events.Step, steps.append)
    made.machine.listen(events.Backward, backwards.append)
    made.run()
    (step,), (backward,) = steps, backwards
    (leaf,) = step.leaves
    assert isinstance(leaf, Tensor)
    (sure,) = [way for node, ways in backward.passed.items() if node.leaf is leaf for way in ways]
    assert sure.certainty.must
    assert sure.certainty.why


def test_the_class_of_the_file_that_has_what_is_asked_is_meant() -> None:
    text = """
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
    def forward(self, x):
        return self.body(x)
def train(model, x):
    for each in model.parameters():
        pass
    return model.body(x), model(x)
"""
    assert "Net.forward" in called(text)


def test_an_annotation_with_a_class_of_the_file_is_an_object_of_it() -> None:
    text = "class A:\n    def f(self): pass\ndef g(a: A, *, b: 'A | None' = None): a.f()\n"
    assert called(text) == ["g", "A.f"]


def test_networks_that_are_given_each_other_are_made_once() -> None:
    text = """
from torch import nn
class A(nn.Module):
    def __init__(self, model):
        self.a = list(model.parameters()), model.b
class B(nn.Module):
    def __init__(self, model):
        self.b = list(model.parameters()), model.a
"""
    assert {"A.__init__", "B.__init__"} <= set(called(text))


def test_what_is_cut_short_is_told() -> None:
    text = "def f():\n    x = 0\n" + "    x = x + given()\n" * 100
    code = code_of(text, "main.py")
    assert code is not None
    made = Execution(code, text)
    machine = made.machine
    machine.run_body(made.frame)
    function = made.frame.slots[code.names["f"]]
    assert isinstance(function, Function)
    own = function.code

    def work() -> None:
        machine.models.call(function, Arguments(), ast.Pass())

    assert machine.bounded(Budget(50, 10_000), own, work) is Limit.STEPS
    assert machine.bounded(Budget(5_000, 50), own, work) is Limit.CELLS
    assert machine.bounded(Budget(5_000, 10_000), own, work) is None


def test_what_may_be_run_grows_with_the_file() -> None:
    """The size of what is called counts once: a short body may call what is long."""
    lines = "    x = x + given()\n" * 400
    looping = "    for a in given():\n        x = [x, a]\n" * 100
    callers = "".join(f"def f{at}(x):\n    g(g(x))\n" for at in range(50))
    for text, is_short in [
        (f"def f(x):\n{lines}\nf(1)\n", False),
        (f"def g(x):\n{looping}{callers}", True),
    ]:
        code = code_of(text, "main.py")
        assert code is not None
        made = Execution(code, text)
        entries = made.run()
        assert bool(entries.cut_short) is is_short
        sizes = sum(size(each.code) for each in made.machine.defined.values()) + size(code)
        most = TIMES * sizes * 2 + LEAST_STEPS * (len(entries.steps) + 1)
        assert sum(entries.steps.values()) <= most


FUNCTION = """
def step_{n}(net, x, flag):
    y = net(x).exp()
    total = 0
    for each in [1, 2, 3]:
        if flag:
            y = y * each
        total = total + y.sum()
    total.backward()
    return other_{n}(y)


def other_{n}(y):
    with torch.no_grad():
        z = y + 1
    return {{"y": y, "z": [z, z]}}
"""


def test_twice_as_many_functions_take_twice_as_many_steps() -> None:
    costs = []
    for count in (20, 40, 80):
        text = "import torch\n" + "".join(FUNCTION.format(n=n) for n in range(count))
        made = execution(text)
        made.run()
        costs.append(made.machine.steps)
    assert costs[1] / costs[0] == pytest.approx(2, rel=0.02)
    assert costs[2] / costs[1] == pytest.approx(2, rel=0.02)


BODY = """
    if flags[{n}]:
        y = y * {n}
    else:
        y = y + {n}
    total = total + y.sum()
"""


def test_twice_as_many_statements_take_twice_as_many_steps() -> None:
    costs = []
    for count in (20, 40, 80):
        head = "def f(x, flags):\n    y, total = x.exp(), 0\n"
        made = execution(head + "".join(BODY.format(n=n) for n in range(count)))
        made.run()
        costs.append(made.machine.steps)
    assert costs[1] / costs[0] == pytest.approx(2, rel=0.05)
    assert costs[2] / costs[1] == pytest.approx(2, rel=0.05)


def test_the_shape_of_what_a_network_gives_has_no_history() -> None:
    text = """
class Loss:
    def __init__(self):
        self.size = 1
    def of(self, out):
        if self.size != out.shape[0]:
            self.size = out.shape[0]
        return out.mean() / self.size
def train(model, optimizer, loader):
    loss = Loss()
    for x in loader:
        loss.of(model(x)).backward()
        loss.of(model(x).logits).backward()
"""
    assert not [each for each in lint_source(text) if each.code == "TAP501"]
    kept = text.replace("out.shape[0]", "out.logits[0]")
    assert [each.line for each in lint_source(kept) if each.code == "TAP501"] == [12, 13]


def test_what_takes_too_long_is_given_up() -> None:
    made = execution("x = 0\n" + "while f(): x = g(x)\n" * 1000)
    with limited(1e-6), pytest.raises(TimeLimitError):
        made.run()


MODES = {
    "asked": ("pass", "torch.is_grad_enabled()", ["YES", "NO"]),
    "asked for the contrary": ("pass", "not torch.is_grad_enabled()", ["NO", "YES"]),
    "asked for something else": ("pass", "flag", ["YES if", "YES if"]),
    "set by a flag": ("torch.set_grad_enabled(flag)", "flag", ["YES", "NO"]),
    "set by another one": ("torch.set_grad_enabled(other)", "flag", ["MAYBE", "MAYBE"]),
}
"""What a function does, what it asks then, and whether torch refuses changes on both ways."""


@pytest.mark.parametrize(("first", "test", "refused"), MODES.values(), ids=MODES)
def test_a_branch_tells_whether_autograd_records(first: str, test: str, refused: list[str]) -> None:
    text = f"""
import torch
w = torch.ones(3, requires_grad=True)
with torch.no_grad():
    print(w)
def change(flag, other):
    {first}
    return w.add_(1) if {test} else w.mul_(2)
"""
    told: list[str] = []
    made = execution(text)
    made.machine.listen(events.Write, lambda event: told.append(repr(event.refused)))
    made.run()
    assert [each.partition(" [")[0] for each in told] == refused


def test_a_function_whose_name_is_bound_further_out_is_run() -> None:
    """``global`` and ``nonlocal`` hold for what ``def`` binds, too."""
    text = """
def outer():
    global f
    def f(): pass
    later = None
    def middle():
        nonlocal later
        def later(): pass
    return middle
"""
    names = [each.rpartition(".")[2] for each in called(text)]
    assert sorted(names) == ["f", "later", "middle", "outer"]


def test_of_many_ways_that_raise_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What more there are may have raised anywhere: nothing that they did is sure, or left out."""
    met: list[int] = []
    meet = State.meet

    def counted(self: State, mark: Mark, ways: Iterable[Way], over: Obj | None = None) -> None:
        arriving = list(ways)
        met.append(len(arriving))
        meet(self, mark, arriving, over)

    monkeypatch.setattr(State, "meet", counted)
    raising = "".join(f"        if x.get({at}): raise ValueError({at})\n" for at in range(200))
    text = f"""
import torch
def check(x, w):
    try:
{raising}        w = w.detach()
        if x.last: raise ValueError
    except ValueError:
        w.add_(1)
check(unknown(), torch.ones(3, requires_grad=True))
"""
    (found,) = (each for each in lint_source(text) if each.code == "TAP201")
    assert found.line == 208
    assert 10 < max(met) <= MOST_RAISED + 2
