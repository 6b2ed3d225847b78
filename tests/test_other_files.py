"""What a file imports from the other files of its project is known, and nothing of them is run."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tapelint import Settings, lint_file, lint_source
from tapelint.source import neighbours
from tapelint.source.neighbours import Neighbours

from .project_files import NETS, write
from .test_notebooks import cell, notebook

USE = """
def train(batch):
    critic = Critic(3)
    values = [critic(each) for each in batch]
    torch.tensor(values).sum().backward()
"""


def found(path: Path, settings: Settings | None = None) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in lint_file(path, settings=settings)]


@pytest.mark.parametrize(
    ("statement", "layout"),
    [
        pytest.param("from nets import Critic", {"nets.py": NETS}, id="beside the script"),
        pytest.param("from .nets import Critic", {"nets.py": NETS}, id="relative"),
        pytest.param(
            "from .models import Critic",
            {
                "__init__.py": "",
                "models/__init__.py": "from .nets import *",
                "models/nets.py": NETS,
            },
            id="through a package by star",
        ),
        pytest.param(
            "from models import Critic",
            {"models/__init__.py": "from .nets import Critic as Critic", "models/nets.py": NETS},
            id="through a package by name",
        ),
        pytest.param("from nets import *", {"nets.py": NETS}, id="star"),
        pytest.param("import nets\nCritic = nets.Critic", {"nets.py": NETS}, id="module"),
        pytest.param(
            "import models.nets as n\nCritic = n.Critic", {"models/nets.py": NETS}, id="alias"
        ),
        pytest.param(
            "import models.nets\nCritic = models.nets.Critic",
            {"models/nets.py": NETS},
            id="dotted, in a folder without __init__",
        ),
        pytest.param(
            "from . import nets\nCritic = nets.Critic", {"nets.py": NETS}, id="from the package"
        ),
        pytest.param(
            "from thing.nets import Critic",
            {"pyproject.toml": "", "src/thing/__init__.py": "", "src/thing/nets.py": NETS},
            id="src",
        ),
        pytest.param(
            "try:\n    from nets import Critic\nexcept ImportError:\n    Critic = None",
            {"nets.py": NETS},
            id="guarded",
        ),
        pytest.param(
            "from lazy import Critic",
            {"lazy.py": "try:\n    from nets import Critic\nexcept ImportError:\n    pass\n",
             "nets.py": NETS},
            id="guarded over there",
        ),
    ],
)  # fmt: skip
def test_an_imported_network_is_known(
    statement: str, layout: dict[str, str], tmp_path: Path
) -> None:
    text = f"import torch\n{statement}\n{USE}"
    write(tmp_path, {**layout, "train.py": text})
    line = text.splitlines().index("    torch.tensor(values).sum().backward()") + 1
    certain = [each for each in lint_file(tmp_path / "train.py") if each.line == line]
    assert [each.code for each in certain] == ["TAP101"]
    assert certain[0].confidence.value == "certain"
    off = Settings(follow_imports=False)
    assert (line, "TAP101") not in found(tmp_path / "train.py", off)


def test_a_base_class_of_another_file_makes_a_module(tmp_path: Path) -> None:
    text = (
        "import torch\nfrom base import Base\n"
        "class Net(Base):\n"
        "    def loss(self, batch):\n"
        "        return torch.tensor([self(each) for each in batch]).mean()\n"
    )
    base = NETS.replace("Critic", "Base")
    write(tmp_path, {"base.py": base, "net.py": text})
    assert found(tmp_path / "net.py") == [(5, "TAP101")]


def test_a_named_tuple_of_another_file_hands_its_fields_on(tmp_path: Path) -> None:
    text = (
        "import torch\nfrom buffer import Step\nfrom nets import Critic\n"
        "def train(batch):\n"
        "    critic = Critic(3)\n"
        "    steps = [Step(each, critic(each)) for each in batch]\n"
        "    torch.tensor([step.value for step in steps]).mean().backward()\n"
        "    torch.tensor([step.state for step in steps]).mean()\n"
    )
    buffer = "from collections import namedtuple\nStep = namedtuple('Step', 'state value')\n"
    write(tmp_path, {"buffer.py": buffer, "nets.py": NETS, "train.py": text})
    assert found(tmp_path / "train.py") == [(7, "TAP101")]


def test_a_helper_that_returns_a_cut_loss_is_seen_through(tmp_path: Path) -> None:
    helper = "def loss_of(y, t):\n    return ((y - t) ** 2).mean().item()\n"
    text = (
        "import torch\nfrom helper import loss_of\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "loss_of(w, 1.0).backward()\n"
    )
    write(tmp_path, {"helper.py": helper, "train.py": text})
    (finding,) = lint_file(tmp_path / "train.py")
    assert (finding.line, finding.code) == (4, "TAP104")
    assert [Path(each.path).name for each in finding.because] == ["helper.py", "train.py"]
    assert finding.because[0].location.line == 2


def test_a_file_by_another_name_keeps_the_trail_in_other_files(tmp_path: Path) -> None:
    helper = "def loss_of(y, t):\n    return ((y - t) ** 2).mean().item()\n"
    text = (
        "import torch\nfrom helper import loss_of\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "loss_of(w, 1.0).backward()\n"
    )
    write(tmp_path, {"helper.py": helper, "train.py": text})
    (finding,) = lint_file(tmp_path / "train.py")
    renamed = finding.at_path("link.py")
    assert [Path(each.path).name for each in renamed.because] == ["helper.py", "link.py"]


def test_a_change_in_another_file_is_reported_there(tmp_path: Path) -> None:
    helper = "def scale(h):\n    h.mul_(2)\n    return h\n"
    text = (
        "import torch\nfrom helper import scale\n"
        "def right(w):\n    x = torch.ones(3)\n    return scale(x)\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "h = w.exp()\n"
        "scale(h)\n"
        "h.sum().backward()\n"
    )
    write(tmp_path, {"helper.py": helper, "train.py": text})
    assert found(tmp_path / "train.py") == []
    (finding,) = lint_file(tmp_path / "helper.py")
    assert (finding.line, finding.code) == (2, "TAP202")
    assert (tmp_path / "train.py", 8, "called here, with what it needs") in [
        (Path(each.path), each.location.line, each.message) for each in finding.because
    ]


@pytest.mark.parametrize("name", ["test_train.py", "tests/train.py", "train.ipynb"])
def test_where_a_file_does_not_know_of_a_call_the_call_is_reported(
    name: str, tmp_path: Path
) -> None:
    """Nobody looks for callers in tests and notebooks when the other file is linted."""
    helper = "def scale(h):\n    h.mul_(2)\n    return h\n"
    text = (
        "import torch\nfrom helper import scale\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "h = w.exp()\n"
        "scale(h)\n"
        "h.sum().backward()\n"
    )
    text = notebook(cell(text)) if name.endswith(".ipynb") else text
    write(tmp_path, {"helper.py": helper, name: text, ".git/x": ""})
    assert found(tmp_path / "helper.py") == []
    (finding,) = lint_file(tmp_path / name)
    assert (finding.line, finding.code) == (5, "TAP202")
    assert "helper.py, line 2" in finding.message


def test_a_comment_over_there_silences_it(tmp_path: Path) -> None:
    helper = "def scale(h):\n    h.mul_(2)  # noqa: TAP202\n    return h\n"
    text = (
        "import torch\nfrom helper import scale\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "h = w.exp()\n"
        "scale(h)\n"
        "h.sum().backward()\n"
    )
    write(tmp_path, {"helper.py": helper, "train.py": text})
    assert found(tmp_path / "train.py") == found(tmp_path / "helper.py") == []


@pytest.mark.parametrize(
    "statement",
    ["from helpers import scale", "from . import helpers\n\nscale = helpers.scale",
     "import os, helpers  # both\n\nscale = helpers.scale"],
)  # fmt: skip
def test_one_rule_alone_finds_what_all_rules_find(tmp_path: Path, statement: str) -> None:
    """Its trigger word stands in the other file."""
    helpers = "import torch\n\n\ndef scale(weight):\n    weight.data.mul_(2)\n"
    use = f"""
import torch
{statement}

w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
y = w * v
scale(w)
y.sum().backward()
"""
    package = tmp_path / "package"  # the project is the folder above, which no other test shares
    write(package, {"helpers.py": helpers, "use.py": use, "__init__.py": ""})
    assert found(package / "helpers.py") == [(5, "TAP301")]
    assert found(package / "helpers.py", Settings(select=("TAP301",))) == [(5, "TAP301")]
    assert not found(package / "helpers.py", Settings(select=("TAP301",), follow_imports=False))
    assert not found(package / "use.py")


SWITCH = """
import torch


class Mode:
    @property
    def switch(self):
        \"\"\"What it enters.\"\"\"
        made = torch.no_grad()
        return made

    @switch.setter
    def switch(self, value):
        \"\"\"What it enters.\"\"\"
        kept = value
        self._switch = kept

    def __enter__(self):
        self._switch = self.switch
        self._switch.__enter__()
        return self

    def __exit__(self, *reason):
        self._switch.__exit__(*reason)
"""


def test_what_a_class_says_of_grad_modes_is_read_in_all_its_functions(tmp_path: Path) -> None:
    use = """
import torch
from modes import Mode

w = torch.ones(3, requires_grad=True)
with Mode():
    w.add_(1)
"""
    write(tmp_path, {"modes.py": SWITCH, "use.py": use})
    assert not found(tmp_path / "use.py")
    write(tmp_path, {"modes.py": SWITCH.replace("no_grad", "ones")})
    assert found(tmp_path / "use.py") == [(7, "TAP201")]


BUMP = """import torch

class Net:
    def bump(self, y):
        \"\"\"It changes what it is given.\"\"\"
        y.add_(1)
        return y

    def other(self, y):
        return y

def bump(y):
    y.add_(1)
    return y
"""


@pytest.mark.parametrize(
    "net",
    [
        pytest.param(BUMP, id="plain"),
        pytest.param(BUMP.replace("class", "\fclass").replace("\ndef", "\n\fdef"), id="form feeds"),
        pytest.param(BUMP.replace("return y\n\n", "return y; \\\n\n"), id="backslashes"),
        pytest.param(BUMP.replace("\n", "\r\n"), id="Windows"),
        pytest.param("if True:" + f"\n{BUMP}".replace("\n", "\n    "), id="indented"),
    ],
)
@pytest.mark.parametrize("call", ["Net().bump(y)", "bump(y)"])
def test_however_a_definition_is_written_it_is_followed(
    tmp_path: Path, net: str, call: str
) -> None:
    use = f"""
import torch
from nets import Net, bump

x = torch.ones(3, requires_grad=True)
y = x.exp()
{call}
y.sum().backward()
"""
    write(tmp_path, {"use.py": use})
    (tmp_path / "nets.py").write_bytes(net.encode())
    compile(net, "nets.py", "exec")
    assert found(tmp_path / "use.py") == []
    line = 6 if call.startswith("Net") else 13
    assert found(tmp_path / "nets.py") == [(line + net.startswith("if"), "TAP202")]


def test_a_name_that_is_dropped_meanwhile_takes_no_method_with_it(tmp_path: Path) -> None:
    other = "def helper(x):\n    return x\n\na = b = helper.cache\n"
    use = """
import torch
from torch import nn
from other import a, b
print(a)

class Net(nn.Module):
    def forward(self, x):
        y = self.w.exp()
        y.add_(1)
        y.sum().backward()

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))

    kept = b
"""
    write(tmp_path, {"other.py": other, "use.py": use})
    assert found(tmp_path / "use.py") == [(10, "TAP202")]


def test_where_two_calls_may_be_meant_none_is_reported(tmp_path: Path) -> None:
    helper = "def scale(h, much):\n    if much:\n        h.mul_(2)\n"
    text = (
        "import torch\nfrom helper import scale\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "h = w.exp()\n"
        "scale(h, True)\n"
        "scale(h, False)\n"
        "h.sum().backward()\n"
    )
    write(tmp_path, {"helper.py": helper, "train.py": text})
    assert found(tmp_path / "train.py") == []


def test_what_another_file_does_wrong_by_itself_is_its_own(tmp_path: Path) -> None:
    helper = (
        "import torch\ndef start():\n"
        "    w = torch.ones(3, requires_grad=True)\n    w.add_(1)\n    return w\n"
    )
    text = "import torch\nfrom helper import start\nstart().sum().backward()\n"
    write(tmp_path, {"helper.py": helper, "train.py": text})
    assert found(tmp_path / "train.py") == []
    assert found(tmp_path / "helper.py") == [(4, "TAP201")]


def test_alone_and_within_the_project_the_findings_are_the_same(tmp_path: Path) -> None:
    text = f"import torch\nfrom nets import Critic\n{USE}"
    write(tmp_path, {"nets.py": NETS, "train.py": text, "other.py": text})
    alone = run(tmp_path, "train.py")
    together = [line for line in run(tmp_path, ".") if line.startswith("train.py")]
    assert alone == together
    assert len(alone) == 1


def run(folder: Path, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "tapelint", "check", "--output-format", "concise", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if ": TAP" in line]


def test_flake8_gets_it_too(tmp_path: Path) -> None:
    write(tmp_path, {"nets.py": NETS, "train.py": f"import torch\nfrom nets import Critic\n{USE}"})
    done = subprocess.run(
        [sys.executable, "-m", "flake8", "--isolated", "--select", "TAP", "train.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("train.py:7:5: TAP101"), done.stdout + done.stderr


def test_nothing_of_another_file_is_run(tmp_path: Path) -> None:
    trace = tmp_path / "was_run"
    nets = f"open({str(trace)!r}, 'w')\n{NETS}"
    write(tmp_path, {"nets.py": nets, "train.py": f"import torch\nfrom nets import Critic\n{USE}"})
    assert [code for _, code in found(tmp_path / "train.py")] == ["TAP101"]
    assert not trace.exists()


@pytest.mark.parametrize(
    "nets",
    [
        pytest.param("class Critic(:\n", id="syntax error"),
        pytest.param("\x00", id="null byte"),
        pytest.param("# -*- coding: no-such -*-\n" + NETS, id="unknown encoding"),
        pytest.param("from nets import Critic\n", id="imports itself"),
        pytest.param("from train import Critic\n", id="imports the file at hand"),
        pytest.param("Critic = Critic\n", id="stands for itself"),
        pytest.param("Critic = build()\n", id="made by a call"),
        pytest.param("if x:\n" + NETS.replace("\n", "\n    ") + "\nelse:\n    Critic = int\n",
                     id="two definitions"),
        pytest.param("def __getattr__(name):\n    return 1\n", id="made on demand"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_stays_unknown(nets: str, tmp_path: Path) -> None:
    write(tmp_path, {"nets.py": nets, "train.py": f"import torch\nfrom nets import Critic\n{USE}"})
    assert "TAP101" not in [code for _, code in found(tmp_path / "train.py")]


def test_a_variable_that_a_function_rebinds_is_no_constant(tmp_path: Path) -> None:
    helper = "TRAINS = False\ndef start():\n    global TRAINS\n    TRAINS = True\n"
    text = (
        "import torch\nfrom helper import TRAINS\n"
        "w = torch.ones(3, requires_grad=TRAINS)\n(w * 2).sum().backward()\n"
    )
    write(tmp_path, {"helper.py": helper, "train.py": text})
    assert found(tmp_path / "train.py") == []
    write(tmp_path, {"helper.py": "TRAINS = False\n"})
    assert found(tmp_path / "train.py") == [(4, "TAP104")]


def test_a_changed_neighbour_is_read_anew(tmp_path: Path) -> None:
    text = (
        "import torch\nfrom helper import half\nw = torch.ones(3, requires_grad=True)\n"
        "half(w).sum().backward()\n"
    )
    write(tmp_path, {"helper.py": "def half(x):\n    return x / 2\n", "train.py": text})
    assert found(tmp_path / "train.py") == []
    write(tmp_path, {"helper.py": "def half(x):\n    return x.detach() / 2\n"})
    assert found(tmp_path / "train.py") == [(4, "TAP104")]


def test_a_text_that_is_no_file_has_no_neighbours(tmp_path: Path) -> None:
    write(tmp_path, {"nets.py": NETS})
    text = f"import torch\nfrom nets import Critic\n{USE}"
    findings = lint_source(text, path=str(tmp_path / "not_saved.py"))
    assert "TAP101" not in [each.code for each in findings]


def test_python_s_own_modules_are_not_looked_for(tmp_path: Path) -> None:
    write(tmp_path, {"random.py": "x = 1\n", "train.py": ""})
    here = Neighbours(str(tmp_path / "train.py"))
    assert here.find("random", here.here) is None


def test_an_installed_package_knows_itself_alone(tmp_path: Path) -> None:
    site = tmp_path / "site-packages"
    write(site, {"one/__init__.py": "", "one/a.py": "", "one/b.py": "", "two/__init__.py": ""})
    here = Neighbours(str(site / "one" / "a.py"))
    assert here.find("one.b", here.here) is not None
    assert here.find("two", here.here) is None


def test_there_is_an_end_to_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "MOST_FILES", 3)
    chain = {f"m{n}.py": f"from m{n + 1} import Critic\n" for n in range(6)}
    text = f"import torch\nfrom m0 import Critic\n{USE}"
    write(tmp_path, {**chain, "m6.py": NETS, "train.py": text})
    assert "TAP101" not in [code for _, code in found(tmp_path / "train.py")]


@pytest.mark.parametrize(
    ("name", "path", "expected"),
    [
        (".b", "pkg/a.py", "pkg.b"),
        (".b", "pkg/__init__.py", "pkg.b"),
        ("..b", "pkg/sub/a.py", "pkg.b"),
        ("...b", "pkg/sub/a.py", "b"),
        ("b", "pkg/a.py", "b"),
    ],
)
def test_relative_names(name: str, path: str, expected: str, tmp_path: Path) -> None:
    write(tmp_path, {"pkg/__init__.py": "", "pkg/sub/__init__.py": ""})
    here = Neighbours(str(tmp_path / path))
    assert here.absolute(name, here.here) == expected


_DEEP_NETWORK = {
    "net.py": (
        "from torch import nn\nfrom block import Block\n"
        "class Net(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.block = Block()\n"
        "    def forward(self, x):\n        return self.block(x)\n"
    ),
    "block.py": (
        "from torch import nn\nfrom attention import Attention\n"
        "class Block(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.inner = Attention()\n"
        "    def forward(self, x):\n        return self.inner(x)\n"
    ),
    "attention.py": (
        "from torch import nn\nfrom mlp import Mlp\n"
        "class Attention(nn.Module):\n"
        "    def __init__(self):\n        super().__init__()\n        self.inner = Mlp()\n"
        "    def forward(self, x):\n        return self.inner(x)\n"
    ),
    "mlp.py": (
        "from torch import nn\n"
        "class Mlp(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n        self.layer = nn.Linear(3, 3)\n"
        "    def forward(self, x):\n        return self.layer(x)\n"
    ),
}
_DEEP_HELPERS = {
    "ops.py": "from more import inner\ndef log(h, box=None):\n    return inner(h, box)\n",
    "more.py": "from most import innermost\ndef inner(h, box):\n    return innermost(h, box)\n",
    "most.py": "from end import at_last\ndef innermost(h, box):\n    return at_last(h, box)\n",
    "end.py": "def at_last(h, box):\n    print(h.detach().mean(), box)\n",
}
_PROJECTS = {
    "a network of four files between a change and its backward": (
        _DEEP_NETWORK,
        "import torch\nfrom net import Net\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "net = Net()\n"
        "h = w.exp()\n"
        "h.mul_(2)\n"
        "out = net(h)\n"
        "(out.sum() + h.sum()).backward()\n",
        {(6, "TAP202")},
    ),
    "a network of four files between two backwards": (
        _DEEP_NETWORK,
        "import torch\nfrom net import Net\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "loss = (w * w).sum()\n"
        "loss.backward()\n"
        "net = Net()\n"
        "net(torch.ones(3))\n"
        "loss.backward()\n",
        {(8, "TAP501")},
    ),
    "helpers of four files between a step and its backward": (
        _DEEP_HELPERS,
        "import torch\nfrom ops import log\n"
        "w = torch.ones(3, requires_grad=True)\n"
        "optimizer = torch.optim.SGD([w], 0.1)\n"
        "(w * w).sum().backward()\n"
        "loss = (w * w).sum()\n"
        "optimizer.step()\n"
        "log(loss)\n"
        "loss.backward()\n",
        {(7, "TAP204")},
    ),
    "helpers that are given an object of this file": (
        _DEEP_HELPERS,
        "import torch\nfrom ops import log\n"
        "class Box:\n"
        "    def __init__(self):\n"
        "        self.w = torch.ones(3, requires_grad=True)\n"
        "        self.h = self.w.exp()\n"
        "    def run(self):\n"
        "        self.h.mul_(2)\n"
        "        log(self.h, self)\n"
        "        self.h.sum().backward()\n",
        {(8, "TAP202")},
    ),
    "a change, a network and a loss, each of a file of its own": (
        {
            "net.py": (
                "import torch\nfrom torch import nn\n"
                "class Gate(nn.Module):\n"
                "    def __init__(self):\n"
                "        super().__init__()\n        self.layer = nn.Linear(3, 3)\n"
                "    def forward(self, x):\n        return torch.sigmoid(self.layer(x))\n"
            ),
            "ops.py": "def double(h):\n    h.mul_(2)\n    return h\n",
            "losses.py": "def loss_of(y, t):\n    return (y - t).pow(2).mean()\n",
        },
        "import torch\nfrom losses import loss_of\nfrom net import Gate\nfrom ops import double\n"
        "out = Gate()(torch.ones(3))\n"
        "double(out)\n"
        "loss_of(out, torch.zeros(3)).backward()\n",
        {(2, "TAP202")},
    ),
}
_PLACES = {"a change, a network and a loss, each of a file of its own": "ops.py"}
"""Where it is reported, if not in the file that is run."""


@pytest.mark.parametrize("name", _PROJECTS)
def test_of_an_import_that_is_known_more_is_found_and_never_less(name: str, tmp_path: Path) -> None:
    neighbours, text, expected = _PROJECTS[name]
    place = _PLACES.get(name, "train.py")
    write(tmp_path, {**neighbours, "train.py": text})
    for path in (*neighbours, "train.py"):
        assert set(found(tmp_path / path)) == (expected if path == place else set())
    for deleted in neighbours.keys() - {place}:
        folder = tmp_path / f"without_{deleted.removesuffix('.py')}"
        kept = {other: source for other, source in neighbours.items() if other != deleted}
        write(folder, {"pyproject.toml": "", **kept, "train.py": text})
        assert set(found(folder / place)) <= expected


@pytest.mark.parametrize(
    ("body", "pending"),
    [
        ("    print(box)\n", True),
        ("    mean = box.h.mean()\n    return mean\n", True),
        ("    box.h = box.h.detach()\n", False),
        ("    first, box.h = 1, None\n", False),
        ("    box.parts[0] = None\n", True),
        ("    box.parts.clear()\n", True),
        ("    setattr(box, 'h', None)\n", False),
    ],
)
def test_what_a_helper_of_four_files_does_to_an_object_is_seen(
    body: str, pending: bool, tmp_path: Path
) -> None:
    text = (
        "import torch\nfrom ops import log\n"
        "class Box:\n"
        "    def __init__(self):\n"
        "        self.w = torch.ones(3, requires_grad=True)\n"
        "        self.h = self.w.exp()\n"
        "        self.parts = [1]\n"
        "    def run(self):\n"
        "        self.h.sum().backward()\n"
        "        log(None, self)\n"
        "        self.h.sum().backward()\n"
    )
    end = {"end.py": f"def at_last(h, box):\n{body}"}
    write(tmp_path, {**_DEEP_HELPERS, **end, "train.py": text})
    assert set(found(tmp_path / "train.py")) == ({(11, "TAP501")} if pending else set())


@pytest.mark.parametrize("inside", ["", "part"])
def test_a_folder_that_is_a_package_is_linted_from_within(
    inside: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a relative path, above which there is no other folder, as by an absolute one."""
    folder = tmp_path / inside
    files = {"__init__.py": "", "helper.py": "def made(w):\n    return w.exp().sum()\n"}
    text = "import torch\nfrom .helper import made\n"
    text += "loss = made(torch.ones(3, requires_grad=True))\nloss.backward()\nloss.backward()\n"
    folder.mkdir(exist_ok=True)
    write(tmp_path, {"__init__.py": ""})
    write(folder, {**files, "train.py": text})
    expected = found(folder / "train.py")
    monkeypatch.chdir(folder)
    assert [code for _, code in expected] == ["TAP501"]
    assert found(Path("train.py")) == expected


def test_what_a_class_inherits_from_another_file_is_followed(tmp_path: Path) -> None:
    """Its ``__init__`` stands on a line of that file, whatever stands on the same line here."""
    base = """
    import torch


    def fresh():
        return torch.ones(3, requires_grad=True)


    class Base:
        def __init__(self):
            self.weight = fresh()
    """
    use = """
    import torch
    from base import Base


    class Net(Base):
        def halve(self):
            self.weight.mul_(0.5)
    """
    write(tmp_path, {"base.py": textwrap.dedent(base)})
    for blank in range(12):
        (tmp_path / "use.py").write_text("\n" * blank + textwrap.dedent(use))
        assert [code for _, code in found(tmp_path / "use.py")] == ["TAP201"], blank
