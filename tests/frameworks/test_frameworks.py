"""What is declared of training frameworks is what they do.

Lightning, Fabric and Ignite are run. The others are read: they install with more than torch.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import made_once
from tests.ecosystem.fetching import default_cache
from tests.tools import no_network

from tapelint import lint_source
from tapelint.torch_api.frameworks import FRAMEWORKS, Framework, hydra
from tapelint.torch_api.frameworks.lightning import LIGHTNING

_HERE = Path(__file__).parent
RUN, READ = "run.txt", "read.txt"
"""What is run, and what is only read: the first must not find the second, and import it."""


@functools.cache
def _folder(packages: str) -> Path:
    """The folder with the packages of a list, and with no others: torch is that of the tests."""
    listed = _HERE / packages
    mark = hashlib.sha256(listed.read_bytes()).hexdigest()[:12]
    folder = default_cache().parent / "tapelint-frameworks" / mark
    folder.parent.mkdir(parents=True, exist_ok=True)
    with made_once(folder) as is_missing:
        if is_missing:
            command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile"]
            command += ["--only-binary", ":all:", "--target", str(folder), "-r", str(listed)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                no_network(done.stderr)
    return folder


@pytest.fixture(scope="module")
def ran(shared: Path) -> Any:
    """What the frameworks did."""
    if importlib.util.find_spec("torch") is None:
        pytest.skip("needs torch")
    told = shared / "frameworks"
    with made_once(told) as is_missing:
        if is_missing:
            done = subprocess.run(
                [sys.executable, str(_HERE / "running.py")],
                env={**os.environ, "PYTHONPATH": str(_folder(RUN))},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
            told.write_text(done.stdout.splitlines()[-1])
    return json.loads(told.read_text())


def test_lightning_records_where_it_is_said_to(ran: Any) -> None:
    modes = ran["modes"]
    assert {name for name, found in modes.items() if found == [False]} == LIGHTNING.unrecorded
    assert all(modes[name] == [True] for name in LIGHTNING.recorded)


def test_lightning_runs_the_backward_of_what_a_step_returns(ran: Any) -> None:
    ends = ran["steps"]
    assert {name for name, error in ends.items() if not error} == {"tensor", "dict", "nothing"}


@pytest.mark.parametrize(
    ("returned", "is_reported"),
    [
        ("loss", False),
        ("{'loss': loss}", False),
        ("None", False),
        ("loss.item()", True),
        ("loss.detach()", True),
        ("{'loss': loss.detach()}", True),
    ],
)
def test_a_step_is_reported_where_lightning_raises(returned: str, is_reported: bool) -> None:
    text = (
        "import pytorch_lightning\nimport torch\n"
        "class Net(pytorch_lightning.LightningModule):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.layer = torch.nn.Linear(2, 1)\n"
        "    def training_step(self, batch, index):\n"
        "        loss = self.layer(batch).mean()\n"
        f"        return {returned}\n"
    )
    assert [(each.line, each.code) for each in lint_source(text)] == [(9, "TAP104")] * is_reported


def test_lightning_gives_back_the_optimisers_that_were_made(ran: Any) -> None:
    assert ran["manual"] == {
        "one": [False, [0]],
        "a_list": [True, [0, 1]],
        "a_tuple": [True, [0, 1]],
        "with_schedulers": [True, [0, 1]],
        "a_dict": [False, [0]],
        "dicts": [True, [0, 1]],
    }


@pytest.mark.parametrize(
    ("configured", "given"),
    [
        ("first", "a = self.optimizers()"),
        ("{'optimizer': first}", "a = self.optimizers()"),
        ("[first, second]", "a, b = self.optimizers()"),
        ("first, second", "a, b = self.optimizers()"),
        ("[first, second], []", "a, b = self.optimizers()"),
        ("[{'optimizer': first}, {'optimizer': second}]", "a, b = self.optimizers()"),
    ],
)
def test_each_way_to_make_optimisers_is_known(configured: str, given: str) -> None:
    text = (
        "import pytorch_lightning\nimport torch\n"
        "class Net(pytorch_lightning.LightningModule):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self.automatic_optimization = False\n"
        "        self.one = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))\n"
        "        self.two = torch.nn.Linear(2, 2)\n"
        "    def training_step(self, batch, index):\n"
        f"        {given}\n"
        "        late = self.one(batch).mean()\n"
        "        self.manual_backward(self.one(batch).mean())\n"
        "        a.step()\n"
        "        self.manual_backward(late)\n"
        "    def configure_optimizers(self):\n"
        "        first = torch.optim.SGD(self.one.parameters(), 0.1)\n"
        "        second = torch.optim.SGD(self.two.parameters(), 0.1)\n"
        f"        return {configured}\n"
    )
    assert [(each.line, each.code) for each in lint_source(text)] == [(13, "TAP204")]


def test_fabric_runs_the_backward_of_what_it_is_given(ran: Any) -> None:
    assert ran["fabric"] == {"loss": "", "cut": "RuntimeError"}


def test_ignite_runs_the_backward_of_a_loss_function_alone(ran: Any) -> None:
    assert ran["ignite"] == {
        "own function, loss": "",
        "own function, cut": "",
        "loss function, loss": "",
        "loss function, cut": "RuntimeError",
    }


@pytest.mark.parametrize(
    ("file", "function", "in_order"),
    [
        ("transformers/trainer.py", "training_step", [
            "self.compute_loss(", "self.accelerator.backward(loss", "return loss.detach()"]),
        ("accelerate/accelerator.py", "backward", ["loss.backward("]),
        ("skorch/net.py", "train_step_single", ["self.get_loss(", "loss.backward()"]),
        ("skorch/net.py", "validation_step", ["torch.no_grad()", "self.get_loss("]),
        ("fastai/learner.py", "_do_one_batch", ["self.loss_func(", "self._do_grad_opt()"]),
        ("fastai/learner.py", "_do_grad_opt", ["self._backward"]),
        ("fastai/learner.py", "_backward", ["self.loss_grad.backward()"]),
    ],
)  # fmt: skip
def test_the_others_do_so_in_their_source(file: str, function: str, in_order: list[str]) -> None:
    text = (_folder(READ) / file).read_text("utf-8")
    written = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name == function
    ]
    assert any(_stand_in_order(each, in_order) for each in written), written


def test_hydra_s_functions_and_keys_are_those_of_its_source() -> None:
    source = _folder(READ) / "hydra" / "_internal" / "instantiate" / "_instantiate2.py"
    keys = {
        node.value.value
        for owner in ast.parse(source.read_text("utf-8")).body
        if isinstance(owner, ast.ClassDef) and owner.name == "_Keys"
        for node in owner.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    }
    assert keys == hydra.OWN_KEYS
    assert {hydra.TARGET, hydra.PARTIAL} <= keys
    utilities = (_folder(READ) / "hydra" / "utils.py").read_text("utf-8")
    for name in hydra.INSTANTIATING:
        assert f"\n{name.removeprefix('hydra.utils.')} = " in utilities


def _stand_in_order(text: str, parts: list[str]) -> bool:
    at = 0
    for part in parts:
        at = text.find(part, at) + 1
        if not at:
            return False
    return True


@pytest.mark.parametrize(
    "framework", [each for each in FRAMEWORKS if each.losses_given], ids=lambda each: each.name
)
def test_what_takes_a_loss_function_has_that_parameter(framework: Framework) -> None:
    parameters = _parameters(_package(framework))
    for name, (at, keyword, _) in framework.losses_given.items():
        found = parameters[name]
        passes_on = "**" in found
        assert keyword in found or passes_on, name
        assert at is None or found[at] == keyword, name


def _package(framework: Framework) -> Path:
    """The folder of a framework's package."""
    folders = [_folder(listed) / name for listed in (RUN, READ) for name in framework.packages]
    return next(each for each in folders if each.is_dir())


def _parameters(folder: Path) -> dict[str, list[str]]:
    """The parameters of the functions and constructors at the top level of a package's modules."""
    found: dict[str, list[str]] = {}
    for path in folder.rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            functions = [node] if isinstance(node, ast.FunctionDef) else []
            if isinstance(node, ast.ClassDef):
                functions = [
                    each
                    for each in node.body
                    if isinstance(each, ast.FunctionDef) and each.name == "__init__"
                ]
            for each in functions:
                given = each.args
                names = [one.arg for one in (*given.args, *given.kwonlyargs)]
                names = names[1:] if each is not node else names
                found[node.name] = names + ["**"] * (given.kwarg is not None)  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda each: each.name)
def test_the_classes_and_methods_are_those_of_the_package(framework: Framework) -> None:
    """Where a framework has several packages, the one that is here answers for all."""
    folder = _package(framework)
    defined: dict[str, set[str]] = {}
    for path in folder.rglob("*.py"):
        text = path.read_text("utf-8")
        if any(f"class {name}" in text for name in framework.classes):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ClassDef):
                    methods = {e.name for e in node.body if isinstance(e, ast.FunctionDef)}
                    defined.setdefault(node.name, set()).update(methods)
    assert framework.classes <= defined.keys()
    own = set().union(*(defined[name] for name in framework.classes))
    assert framework.losses.keys() <= own
