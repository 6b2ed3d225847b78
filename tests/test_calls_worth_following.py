"""Calls of functions of other files are followed where something can come of them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tapelint import Settings, lint_file
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Value
from tapelint.tape.interpreter.calls import Calls
from tapelint.tape.machine.frames import Arguments

from . import project_files
from .project_files import NETS

TRAIN = """
import torch
from helpers import make


def train(batch):
    critic = make(3)
    values = [critic(each) for each in batch]
    torch.tensor(values).sum().backward()
"""


def write(folder: Path, **files: str) -> None:
    project_files.write(
        folder, {f"{name}.py": textwrap.dedent(text) for name, text in files.items()}
    )


def found(path: Path) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in lint_file(path, settings=Settings())]


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the functions whose calls were followed."""
    names: set[str] = set()
    run = Calls.run

    def noted(
        self: Calls,
        unit: FunctionUnit,
        receiver: Value | None,
        arguments: Arguments | None,
        grad_mode: Truth,
    ) -> Value:
        if arguments is not None:
            names.add(unit.name)
        return run(self, unit, receiver, arguments, grad_mode)

    monkeypatch.setattr(Calls, "run", noted)
    return names


@pytest.mark.parametrize(
    "helpers",
    [
        pytest.param(f"{NETS}\ndef make(size):\n    return Critic(size)\n", id="class of the file"),
        pytest.param(
            "import nets\ndef make(size):\n    return nets.Critic(size)\n", id="of a module"
        ),
        pytest.param(
            "from nets import Critic as _critic\ndef make(size):\n    return _critic(size)\n",
            id="by another name",
        ),
        pytest.param(
            "from torch import nn\ndef _of(size):\n    return nn.Linear(size, 1)\n"
            "def make(size):\n    return _of(size)\n",
            id="by another function",
        ),
        pytest.param(
            "from nets import Critic\ndef make(size, kind=Critic):\n    return kind(size)\n",
            id="by default",
        ),
        pytest.param(
            "from nets import Critic\ndef make(size):\n    kind = Critic\n    return kind(size)\n",
            id="kept in a variable",
        ),
        pytest.param(
            "from torch import nn\ndef make(size):\n    return nn.Linear(size, 1)\n", id="layer"
        ),
        pytest.param("from builders import build as make\n", id="only handed on"),
        pytest.param(
            "from builders import build\ndef make(size):\n    return build(size)\n",
            id="by a function of a third file",
        ),
        pytest.param(
            "import builders\ndef make(size):\n    return builders.build(size)\n",
            id="by a function of a third module",
        ),
        pytest.param(
            "from many import *\ndef make(size):\n    return build(size)\n", id="by a star"
        ),
        pytest.param(
            "from many import build\ndef make(size):\n    return build(size)\n",
            id="by a name that a star gives",
        ),
        pytest.param(
            "from nets import Critic\ndef make(size):\n"
            "    def inner(x):\n        return Critic(size)(x)\n    return inner\n",
            id="within a function that it gives",
        ),
        pytest.param(
            "from torch.nn import functional as F\nimport torch\n"
            "weight = 1\n"
            "def make(size):\n"
            "    weight = torch.nn.Parameter(torch.ones(size))\n"
            "    return lambda x: weight * x\n",
            id="lambda",
        ),
    ],
)
def test_a_builder_elsewhere_is_followed(tmp_path: Path, helpers: str) -> None:
    builders = "from torch import nn\n\n\ndef build(size):\n    return nn.Linear(size, 1)\n"
    write(
        tmp_path, nets=NETS, builders=builders, many="from builders import *\n", helpers=helpers,
        train=TRAIN,
    )  # fmt: skip
    assert found(tmp_path / "train.py") == [(9, "TAP101")]


@pytest.mark.parametrize(
    "made",
    [
        "torch.randn(3, requires_grad=True)",
        "torch.nn.Parameter(torch.ones(3))",
        "Parameter(randn(3))",
        "randn(3).requires_grad_()",
        "randn(3, requires_grad=True).exp()",
    ],
)
def test_what_makes_a_tensor_elsewhere_is_followed(tmp_path: Path, made: str) -> None:
    helpers = f"""
        import torch
        from torch import randn
        from torch.nn import Parameter


        def make():
            return {made}
    """
    train = """
        import torch
        from helpers import make


        def train():
            w = make() * 2
            torch.tensor(w).sum().backward()
    """
    write(tmp_path, helpers=helpers, train=train)
    assert found(tmp_path / "train.py") == [(8, "TAP101")]


@pytest.mark.parametrize("body", ["return []", "kept = []\n    return kept"])
def test_a_list_that_is_made_elsewhere_and_filled_here_is_followed(
    tmp_path: Path, followed: set[str], body: str
) -> None:
    train = """
        import torch
        from helpers import memory


        def train(w):
            kept = memory()
            kept.append(w.log_softmax(0))
            torch.tensor(kept).sum().backward()
    """
    write(tmp_path, helpers=f"def memory():\n    {body}\n", train=train)
    lint_file(tmp_path / "train.py")
    assert followed == {"memory"}


@pytest.mark.parametrize(
    "body",
    [
        "return double", "return torch.exp", "return F.softplus", "return exp",
        "return lambda x: x * 2", "return partial(double)",
    ],
)  # fmt: skip
def test_a_function_that_is_made_or_chosen_elsewhere_is_followed(tmp_path: Path, body: str) -> None:
    helpers = f"""
        import torch
        import torch.nn.functional as F
        from functools import partial
        from torch import exp


        def double(x):
            return x * 2


        def act():
            {body}
    """
    train = """
        import torch
        from helpers import act


        def train():
            w = torch.ones(3, requires_grad=True)
            torch.tensor(act()(w)).sum().backward()
    """
    write(tmp_path, helpers=helpers, train=train)
    assert found(tmp_path / "train.py") == [(8, "TAP101")]


def test_what_switches_recording_off_elsewhere_is_followed(tmp_path: Path) -> None:
    helpers = "import torch\n\n\ndef off():\n    torch.set_grad_enabled(False)\n"
    train = """
        import torch
        from helpers import off


        def train():
            off()
            w = torch.ones(3, requires_grad=True)
            w += 1
    """
    write(tmp_path, helpers=helpers, train=train)
    assert not found(tmp_path / "train.py")
    write(tmp_path, helpers="def off():\n    pass\n")
    assert found(tmp_path / "train.py") == [(9, "TAP201")]


PLAIN = """
_KNOWN = dict(a=3, b=4)


def lookup(name, size=None):
    if name is None:
        return None
    if not isinstance(name, (str, int)):
        raise ValueError(f"no {name}")
    return _KNOWN[name.replace("_", "").lower()] if size is None else size


def sizes(count, step=2):
    total = 0
    for each in range(count):
        total += step * each
    return total


def outer(name):
    return lookup(name) or sizes(3)


def scale(x, by=2):
    return x * by
"""


def of_train(body: str) -> str:
    """A file whose function is worth executing with its calls."""
    return f"""
import torch
from helpers import lookup, outer, scale, sizes


def train(batch, name):
    w = torch.ones(3, requires_grad=True)
    {body}
    (w * 2).sum().backward()
"""


@pytest.mark.parametrize(
    "call",
    [
        "lookup('a')", "lookup(name)", "lookup('a', 3)", "sizes(3)", "outer('a')", "scale(3)",
        "scale([1, 2])", "scale(name, by=None)", "scale({'a': [name]})", "scale(torch.float32)",
    ],
)  # fmt: skip
def test_what_gives_and_is_given_nothing_that_matters_is_not_followed(
    tmp_path: Path, followed: set[str], call: str
) -> None:
    write(tmp_path, helpers=PLAIN, train=of_train(f"n = {call}"))
    assert not found(tmp_path / "train.py")
    assert not followed


@pytest.mark.parametrize(
    "given",
    [
        "w", "w.detach()", "(1, [w])", "{'w': w}", "torch.nn.Linear(3, 3)", "torch.nn.GELU",
        "train", "torch.distributions.Normal(w, 1)", "w if name else 3", "w.sum().item()",
        "lambda: w", "w.exp", "torch.nn.Linear if name else torch.nn.Bilinear",
    ],
)  # fmt: skip
def test_what_is_given_something_that_matters_is_followed(
    tmp_path: Path, followed: set[str], given: str
) -> None:
    write(tmp_path, helpers=PLAIN, train=of_train(f"n = scale({given})"))
    lint_file(tmp_path / "train.py")
    assert followed == {"scale"}


def test_a_method_that_is_inherited_from_elsewhere_is_followed(
    tmp_path: Path, followed: set[str]
) -> None:
    base = """
        class Base:
            def change(self):
                self.weight += 1
    """
    train = """
        import torch
        from base import Base


        class Net(Base):
            def __init__(self):
                self.weight = torch.ones(3, requires_grad=True)

            def train(self):
                self.change()
                self.weight.sum().backward()
    """
    write(tmp_path, base=base, train=train)
    assert found(tmp_path / "train.py") == [(11, "TAP201")]
    assert followed == {"Base.change"}


def test_what_hands_a_class_back_is_followed(tmp_path: Path, followed: set[str]) -> None:
    helpers = "def register(kind):\n    print(kind)\n    return kind\n"
    train = TRAIN.replace("make(3)", "register(Critic)(3)").replace(
        "import make", "import register\nfrom nets import Critic"
    )
    write(tmp_path, helpers=helpers, nets=NETS, train=train)
    assert found(tmp_path / "train.py") == [(10, "TAP101")]
    assert "register" in followed
