"""What ``-v`` says of the files that took the time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tapelint.cli import main
from tapelint.took import Took, said_of_imports

from .conftest import Run

LONG = "    x = torch.relu(x) * 2 + torch.exp(x).sum()\n" * 2000
SLOW = f"""import torch


def short(x):
    return x


def long():
    x = torch.ones(3, requires_grad=True)
{LONG}    x.sum().backward()
"""


def told(text: str) -> list[str]:
    """The lines about time; others say which limits were reached."""
    return [each for each in text.splitlines() if re.search(r": took \d", each)]


@pytest.mark.parametrize("jobs", ["-j1", "-j2"])
def test_the_slowest_files_are_named(tapelint: Run, tmp_path: Path, jobs: str) -> None:
    for at in range(30):
        (tmp_path / f"quick{at}.py").write_text("import torch\nx = torch.ones(3)\n")
    (tmp_path / "slow.py").write_text(SLOW)
    result = tapelint("check", jobs, "-v")
    assert len(told(result.stderr)) == 1
    form = r"tapelint: slow\.py: took (\d+\.\d) s, (\d+)% of its steps in `long`"
    found = re.fullmatch(form, told(result.stderr)[0])
    assert found is not None
    assert float(found[1]) >= 1
    assert int(found[2]) > 90
    again = tapelint("check", jobs, "-v")  # all of it is known
    assert (again.returncode, again.stdout) == (result.returncode, result.stdout)
    assert told(again.stderr) == []


def test_without_v_nothing_is_said(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    assert told(tapelint("check", "--no-cache").stderr) == []


def test_no_more_than_three(tapelint: Run, tmp_path: Path) -> None:
    for at in range(4):
        (tmp_path / f"slow{at}.py").write_text(SLOW.replace("long()", f"long{at}()"))
    assert len(told(tapelint("check", "--no-cache", "-v").stderr)) == 3


CALLS = """import torch
import parts


def main():
    x = torch.ones(3, requires_grad=True)
    y = parts.grown(x).exp()
    y.add_(1)
    y.sum().backward()
"""
GROWN = "import torch\n\n\ndef grown(x):\n" + "    x = x.exp() * 2\n" * 100 + "    return x\n"
NO_IMPORTS = ("--config", "follow-imports=false")


def test_v_says_what_imports_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapelint.took._SLOW", 0.0)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts.py").write_text(GROWN)
    (tmp_path / "train.py").write_text(CALLS)
    for options, says in (((), True), (NO_IMPORTS, False)):
        command = ["check", "--isolated", "--no-cache", "-v", *options, "train.py"]
        told = CliRunner().invoke(main, command).stderr
        share = re.search(r"about (\d+)% of \d+ s went into following imports; ", told)
        assert bool(share) == says, told
        assert share is None or int(share[1]) > 80


def test_only_of_a_slow_run_is_said_what_imports_cost() -> None:
    said = said_of_imports([Took(9.0, away=0.8), Took(3.0, away=0.1)])
    assert said == (
        "about 62% of 12 s went into following imports; "
        "`follow-imports = false` reads each file alone"
    )
    assert said_of_imports([Took(0.1, away=1.0)]) is None
    assert said_of_imports([Took(9.0, away=0.1)]) is None
    assert said_of_imports([]) is None
