"""What a function is given by its callers in other files is known where it stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tapelint import Settings, lint_file, lint_source
from tapelint.source import importers, python_files

from .project_files import write

NETS = """
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid())

    def forward(self, x):
        return self.layers(x)
"""
ENGINE = """
import torch

def fit(model, x):
    out = model(x)
    out.mul_(2)
    out.sum().backward()
"""
FIT = [(6, "TAP202")]
MAIN = "from engine import fit\nfrom nets import Net\n\ndef main(x):\n    fit(Net(), x)\n"


def found(path: Path, settings: Settings | None = None) -> list[tuple[int, str]]:
    return [(each.line, each.code) for each in lint_file(path, settings=settings)]


@pytest.mark.parametrize(
    "caller",
    [
        pytest.param(MAIN, id="by name"),
        pytest.param(
            "import engine\nfrom nets import Net\n\ndef main(x):\n    engine.fit(Net(), x)\n",
            id="by module",
        ),
        pytest.param(
            "import engine as e\nfrom nets import Net\n\ndef main(x):\n    e.fit(Net(), x)\n",
            id="by another name of the module",
        ),
        pytest.param(
            "from engine import fit as f\nfrom nets import Net\n\ndef main(x):\n    f(Net(), x)\n",
            id="by another name",
        ),
        pytest.param(MAIN.replace("import fit", "import *"), id="star"),
        pytest.param(
            "def main(x):\n    from engine import fit\n    from nets import Net\n"
            "    fit(Net(), x)\n",
            id="imported in the function",
        ),
        pytest.param(
            "import torch\nfrom engine import fit\nfrom nets import Net\n\n"
            "net = Net()\nfit(net, torch.rand(2, 3))\n",
            id="the file's own statements",
        ),
        pytest.param(
            MAIN.replace("def main(x):\n    ", "if __name__ == '__main__':\n    x = 1\n    "),
            id="run as a program",
        ),
        pytest.param(
            "from engine import fit\nfrom nets import Net\n\nclass Run:\n"
            "    def __init__(self):\n        self.net = Net()\n"
            "    def go(self, x):\n        fit(self.net, x)\n",
            id="a method",
        ),
        pytest.param(
            "from engine import fit\nfrom nets import Net\n\ndef build():\n    return Net()\n\n"
            "def main(x):\n    fit(build(), x)\n",
            id="the network of a helper",
        ),
        pytest.param(
            "from torch import nn\nfrom engine import fit\n\ndef main(x):\n"
            "    fit(nn.Sequential(nn.Linear(3, 3), nn.Sigmoid()), x)\n",
            id="a network of torch's",
        ),
    ],
)
def test_a_mistake_within_a_function_is_reported_there(caller: str, tmp_path: Path) -> None:
    write(tmp_path, {"engine.py": ENGINE, "nets.py": NETS, "main.py": caller})
    assert found(tmp_path / "engine.py") == FIT
    assert found(tmp_path / "main.py") == []
    assert found(tmp_path / "engine.py", Settings(follow_imports=False)) == []


def test_it_is_certain_and_the_trail_names_the_caller(tmp_path: Path) -> None:
    write(tmp_path, {"engine.py": ENGINE, "nets.py": NETS, "main.py": MAIN})
    (finding,) = lint_file(tmp_path / "engine.py")
    assert finding.confidence.value == "certain"
    assert [(Path(each.path).name, each.location.line) for each in finding.because] == [
        ("main.py", 5),
        ("nets.py", 11),
        ("engine.py", 6),
        ("engine.py", 7),
    ]


@pytest.mark.parametrize(
    ("layout", "defined"),
    [
        pytest.param(
            {"lib/__init__.py": "from .engine import fit\n", "lib/engine.py": ENGINE,
             "main.py": MAIN.replace("from engine", "from lib")},
            "lib/engine.py", id="handed on by a package",
        ),
        pytest.param(
            {"lib/__init__.py": ENGINE, "main.py": MAIN.replace("from engine", "from lib")},
            "lib/__init__.py", id="in a package's own file",
        ),
        pytest.param(
            {"lib/__init__.py": "", "lib/engine.py": ENGINE,
             "lib/run/__init__.py": "", "lib/run/main.py": MAIN.replace("engine", "..engine")},
            "lib/engine.py", id="relative, in another folder",
        ),
        pytest.param(
            {"pyproject.toml": "", "src/lib/__init__.py": "", "src/lib/engine.py": ENGINE,
             "scripts/main.py": MAIN.replace("engine", "lib.engine"), "scripts/nets.py": NETS},
            "src/lib/engine.py", id="a script beside the sources",
        ),
    ],
)  # fmt: skip
def test_wherever_the_caller_stands(layout: dict[str, str], defined: str, tmp_path: Path) -> None:
    write(tmp_path, {"nets.py": NETS, **layout})
    assert [code for _, code in found(tmp_path / defined)] == ["TAP202"]


TRAINER = """
import torch

class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr)

    def fit(self, x):
        out = self.model(x)
        self.optimizer.zero_grad()
        out.mean().backward()
        self.optimizer.step()
        out.sum().backward()
"""


def test_a_class_that_is_given_its_network(tmp_path: Path) -> None:
    main = "from trainer import Trainer\nfrom nets import Net\n"
    main += "def main(x):\n    Trainer(model=Net(), lr=0.1).fit(x)\n"
    write(tmp_path, {"trainer.py": TRAINER, "nets.py": NETS, "main.py": main})
    assert (14, "TAP501") in found(tmp_path / "trainer.py")


def test_a_class_of_another_file_that_derives_from_it(tmp_path: Path) -> None:
    main = "from trainer import Trainer\nfrom nets import Net\n"
    main += "class Mine(Trainer):\n    pass\n\ndef main(x):\n    Mine(Net(), 0.1).fit(x)\n"
    write(tmp_path, {"trainer.py": TRAINER, "nets.py": NETS, "main.py": main})
    assert (14, "TAP501") in found(tmp_path / "trainer.py")


@pytest.mark.parametrize(
    "caller",
    [
        pytest.param(
            MAIN.replace("def main", "@torch.no_grad()\ndef main").replace(
                "from engine", "import torch\nfrom engine"
            ),
            id="no_grad",
        ),
        pytest.param(
            "import torch\nfrom engine import fit\nfrom nets import Net\n\ndef main(x):\n"
            "    with torch.no_grad():\n        fit(Net(), x)\n",
            id="under no_grad",
        ),
        pytest.param(MAIN.replace("def main", "def evaluate"), id="evaluates by its name"),
        pytest.param(MAIN.replace("Net()", "lambda x: x"), id="no network"),
        pytest.param(MAIN.replace("import fit", "import other as fit"), id="another function"),
        pytest.param(MAIN.replace("    fit(Net(), x)", "    print(fit, Net)"), id="not called"),
        pytest.param(
            "from engine import fit\n\ndef main(net, x):\n    fit(net, x)\n", id="handed on"
        ),
        pytest.param(
            "import pytest\n" + MAIN.replace(
                "    fit(Net(), x)",
                "    with pytest.raises(RuntimeError):\n        fit(Net(), x)",
            ),
            id="an error is expected",
        ),
        pytest.param("from engine import (\n", id="no Python"),
    ],
)  # fmt: skip
def test_a_caller_that_gives_nothing_says_nothing(caller: str, tmp_path: Path) -> None:
    own = ENGINE.replace("    out.sum().backward()\n", "    return out.sum()\n")
    write(tmp_path, {"engine.py": own, "nets.py": NETS, "main.py": caller})
    assert found(tmp_path / "engine.py") == []


def test_what_needs_both_files_is_reported_where_it_stands(tmp_path: Path) -> None:
    helper = "import torch\n\ndef scale(h):\n    h.mul_(2)\n    return h\n"
    main = "import torch\nfrom helper import scale\nfrom nets import Net\n\ndef main(x):\n"
    main += "    h = Net()(x)\n    scale(h)\n    h.sum().backward()\n"
    write(tmp_path, {"helper.py": helper, "nets.py": NETS, "main.py": main})
    assert found(tmp_path / "helper.py") == [(4, "TAP202")]
    assert found(tmp_path / "main.py") == []


def test_what_the_file_shows_itself_stays_as_it_is(tmp_path: Path) -> None:
    own = "import torch\n\ndef fit(model, x):\n    w = torch.ones(3, requires_grad=True)\n"
    own += "    h = w.exp()\n    h.mul_(2)\n    h.sum().backward()\n"
    write(tmp_path, {"engine.py": own, "nets.py": NETS, "main.py": MAIN})
    alone = lint_source(own, path="engine.py")
    (together,) = lint_file(tmp_path / "engine.py")
    assert [together.because] == [
        tuple(
            type(step)(str(tmp_path / "engine.py"), step.location, step.message)
            for step in each.because
        )
        for each in alone
    ]


def test_a_helper_behind_a_function_is_reached(tmp_path: Path) -> None:
    own = ENGINE + "\ndef run(model, x):\n    fit(model, x)\n"
    main = MAIN.replace("fit", "run")
    write(tmp_path, {"engine.py": own, "nets.py": NETS, "main.py": main})
    assert found(tmp_path / "engine.py") == FIT


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(
            {"main.py": "from engine import fit\nfrom nets import Net\n\n"
             "def run(model, x):\n    fit(model, x)\n\ndef main(x):\n    run(Net(), x)\n"},
            id="in the same file",
        ),
        pytest.param(
            {"run.py": "from engine import fit\n\ndef run(model, x):\n    fit(model, x)\n",
             "main.py": "from run import run\nfrom nets import Net\n\n"
             "def main(x):\n    run(Net(), x)\n"},
            id="in another file",
        ),
    ],
)  # fmt: skip
def test_who_only_hands_on_is_asked_who_calls(files: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path, {"engine.py": ENGINE, "nets.py": NETS, **files})
    assert found(tmp_path / "engine.py") == FIT


def test_a_function_of_the_caller_that_does_it_is_the_caller_s(tmp_path: Path) -> None:
    own = "import torch\n\ndef fit(model, change, x):\n    out = model(x)\n    change(out)\n"
    own += "    out.sum().backward()\n"
    main = "import torch\nfrom engine import fit\nfrom nets import Net\n\ndef double(h):\n"
    main += "    h.mul_(2)\n\ndef main(x):\n    fit(Net(), double, x)\n"
    write(tmp_path, {"engine.py": own, "nets.py": NETS, "main.py": main})
    assert found(tmp_path / "engine.py") == []
    assert found(tmp_path / "main.py") == [(6, "TAP202")]


def test_the_editor_s_text_counts_and_not_that_on_disk(tmp_path: Path) -> None:
    write(tmp_path, {"engine.py": "# nothing yet\n", "nets.py": NETS, "main.py": MAIN})
    edited = [each.line for each in lint_source(ENGINE, path=str(tmp_path / "engine.py"))]
    assert edited == [6]


def run(folder: Path, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "tapelint", "check", "--output-format", "concise", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if ": TAP" in line]


def test_alone_within_the_project_and_in_flake8_it_is_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"engine.py": ENGINE, "nets.py": NETS, "main.py": MAIN})
    alone = run(tmp_path, "--no-cache", "engine.py")
    assert len(alone) == 1
    assert run(tmp_path, "--no-cache", ".") == alone
    done = subprocess.run(
        [sys.executable, "-m", "flake8", "--isolated", "--select", "TAP", "engine.py"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("engine.py:6:5: TAP202"), done.stdout + done.stderr


def test_nothing_of_a_caller_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "run"
    write(
        tmp_path,
        {"engine.py": ENGINE, "nets.py": NETS,
         "main.py": f"open({str(mark)!r}, 'w')\nfrom engine import fit\nfit(1, 2)\n"},
    )  # fmt: skip
    found(tmp_path / "engine.py")
    assert not mark.exists()


# --- which files are looked at ---


@pytest.mark.parametrize(
    "statement",
    [
        "from engine import fit",
        "from .engine import fit",
        "import lib.engine as e",
        "import os, engine",
        "import os; import engine",
        "from lib import (\n    one,\n    engine,  # the engine\n)",
        "from lib import one, \\\n    engine",
        "    from engine import *",
    ],
)
def test_the_words_of_imports_are_found(statement: str, tmp_path: Path) -> None:
    write(tmp_path, {"engine.py": "", "main.py": f"if True:\n    pass\n{statement}\n"})
    assert importers.importers_of(str(tmp_path / "engine.py"), ["engine"]) == [
        str(tmp_path / "main.py")
    ]


def test_the_nearest_files_come_first_and_tests_do_not_come(tmp_path: Path) -> None:
    text = "import engine\n"
    names = ["a/b/one.py", "a/two.py", "c/three.py", "tests/four.py", "test_five.py", "env/six.py"]
    write(tmp_path, {"setup.py": "", "a/b/engine.py": "", **dict.fromkeys(names, text)})
    files = importers.importers_of(str(tmp_path / "a/b/engine.py"), ["engine"])
    assert [str(Path(each).relative_to(tmp_path)) for each in files] == names[:3]


def test_without_a_mark_of_a_project_only_the_folder_is_looked_at(tmp_path: Path) -> None:
    text = "import engine\n"
    write(tmp_path, {"a/engine.py": "", "a/one.py": text, "a/b/two.py": text, "three.py": text})
    files = importers.importers_of(str(tmp_path / "a/engine.py"), ["engine"])
    assert files == [str(tmp_path / "a/one.py")]


def test_there_is_an_end_to_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_files, "MOST_PROJECT_FILES", 5)
    write(tmp_path, {f"f{at}.py": "import engine\n" for at in range(9)})
    assert len(importers.importers_of(str(tmp_path / "engine.py"), ["engine"])) == 5


def test_explain_asks_callers_as_check_does(tmp_path: Path) -> None:
    write(tmp_path, {"nets.py": NETS, "engine.py": ENGINE, "main.py": MAIN})
    done = subprocess.run(
        [sys.executable, "-m", "tapelint", "explain", "engine.py:6", "--rule", "TAP202"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "TAP202 [inplace-on-saved] reports" in done.stdout


HELD = """
import torch
from torch import nn

class Held(nn.Module):
    def __init__(self):
        super().__init__()
        self.place = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        self.place[:] = x
        return x - self.place
"""
SHOWN = """
import torch
from held import Held

with torch.no_grad():
    print(Held()(torch.ones(3)))
"""
TRAINED = "from held import Held\n\ndef fit(x):\n    Held()(x).sum().backward()\n"
MADE = "from held import Held\n\ndef make():\n    return Held()\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({}, [(11, "TAP201")], id="nobody"),
        pytest.param({"show.py": SHOWN}, [], id="without recording alone"),
        pytest.param(
            {"show.py": SHOWN, "fit.py": TRAINED}, [(11, "TAP201")], id="and for training"
        ),
        pytest.param({"show.py": SHOWN, "make.py": MADE}, [(11, "TAP201")], id="and somehow"),
        pytest.param({"fit.py": TRAINED}, [(11, "TAP201")], id="for training"),
    ],
)
def test_what_other_files_run_without_recording_alone_may_not_record(
    tmp_path: Path, files: dict[str, str], expected: list[tuple[int, str]]
) -> None:
    write(tmp_path, {"held.py": HELD, **files})
    assert found(tmp_path / "held.py") == expected


OVER_A_FUNCTION = """
from held import run
import torch

def show():
    with torch.no_grad():
        print(run(torch.ones(3)))
"""
RUNNING = HELD + "\ndef run(x):\n    return Held()(x)\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({}, [(11, "TAP201")], id="nobody"),
        pytest.param({"show.py": OVER_A_FUNCTION}, [], id="without recording alone"),
        pytest.param(
            {"show.py": OVER_A_FUNCTION, "fit.py": TRAINED}, [(11, "TAP201")], id="and for training"
        ),
        pytest.param(
            {"show.py": OVER_A_FUNCTION.replace("with torch.no_grad()", "if True")},
            [(11, "TAP201")],
            id="recorded",
        ),
    ],
)
def test_a_network_is_run_over_a_function_of_its_own_file(
    tmp_path: Path, files: dict[str, str], expected: list[tuple[int, str]]
) -> None:
    write(tmp_path, {"held.py": RUNNING, **files})
    assert found(tmp_path / "held.py") == expected


WEIGHTS = """
import torch
from torch import nn

class Encoder(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.project = nn.Linear(size, size)
        self.project.weight.copy_(torch.eye(size))

class Model(nn.Module):
    def __init__(self, part=Encoder):
        super().__init__()
        self.encoder = part(3)
"""
CHAIN = {
    "weights.py": WEIGHTS,
    "parts.py": "from weights import Model\n\nclass Part:\n    def __init__(self):\n"
    "        self.model = Model()\n",
    "engine.py": "from parts import Part\n\nclass Engine:\n    def load(self):\n"
    "        self.part = Part()\n",
}
SHOWING = """
import torch
from engine import Engine

@torch.no_grad()
def show():
    Engine().load()

if __name__ == "__main__":
    show()
"""


@pytest.mark.parametrize(
    ("main", "reported"),
    [
        pytest.param(SHOWING, [], id="switched off three files away"),
        pytest.param(SHOWING.replace("@torch.no_grad()\n", ""), [(9, "TAP201")], id="recorded"),
        pytest.param(
            SHOWING.replace("    show()\n", "    Engine().load()\n"), [(9, "TAP201")],
            id="recorded by another caller",
        ),
    ],
)  # fmt: skip
def test_a_constructor_records_where_those_who_make_it_do(
    main: str, reported: list[tuple[int, str]], tmp_path: Path
) -> None:
    write(tmp_path, {**CHAIN, "main.py": main})
    assert found(tmp_path / "weights.py") == reported
    ran = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode != 0) == bool(reported), ran.stderr
    assert bool(reported) == ("a leaf Variable that requires grad" in ran.stderr)


BASE = """
import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def changed(self, h):
        return h

    def loss(self, x):
        h = torch.sigmoid(self.layer(x))
        y = self.changed(h)
        y.mul_(2)
        return y.sum()

    def fit(self, x):
        self.loss(x).backward()
"""
OWN = "from base import Base\n\n\nclass {}(Base):\n    def {}(self, h):\n        return h.clone()\n"


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        (("changed",), []),
        (("changed", "changed"), []),
        (("changed", "other"), [(17, "TAP202")]),
        ((), [(17, "TAP202")]),
    ],
)
def test_a_placeholder_that_each_class_fills_says_nothing(
    methods: tuple[str, ...], expected: list[tuple[int, str]], tmp_path: Path
) -> None:
    classes = {f"own{at}.py": OWN.format(f"Own{at}", method) for at, method in enumerate(methods)}
    write(tmp_path, {"base.py": BASE, **classes})
    assert found(tmp_path / "base.py") == expected


def test_around_a_package_without_a_mark_only_the_files_beside_it_are_callers(
    tmp_path: Path,
) -> None:
    package = {"net/__init__.py": "", "net/engine.py": ENGINE, "net/nets.py": NETS}
    main = MAIN.replace("from engine", "from net.engine").replace("from nets", "from net.nets")
    for folder, caller, expected in (
        ("beside", "main.py", FIT),
        ("within", "net/run/main.py", FIT),
        ("elsewhere", "another/main.py", []),
    ):
        write(tmp_path / folder / "project", {**package, caller: main})
        python_files.project_folder.cache_clear()
        assert found(tmp_path / folder / "project" / "net" / "engine.py") == expected, folder
