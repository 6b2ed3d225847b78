"""The lanes: tests are marked by what they reach, and a mark that is missing is noticed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from . import lanes
from .conftest import ROOT, Run, _runner
from .oracle.verdict import torch_verdict


def uses_torch() -> None:
    import torch

    torch.zeros(1)


def calls_what_uses_torch() -> None:
    def inner() -> None:
        uses_torch()

    inner()


def starts() -> None:
    subprocess.run([sys.executable, "-c", "pass"], check=True)


class Starter:
    def start(self) -> None:
        starts()


def makes_what_starts() -> None:
    Starter().start()


def neither() -> None:
    assert Path("torch").name == "subprocess"


@pytest.mark.parametrize(
    ("function", "marks"),
    [
        (uses_torch, {"torch"}),
        (calls_what_uses_torch, {"torch"}),
        (torch_verdict, {"torch"}),
        (starts, {"process"}),
        (makes_what_starts, {"process"}),
        (_runner, {"process"}),
        (neither, set()),
    ],
)
def test_a_function_has_the_marks_of_what_it_reaches(
    function: Callable[..., object], marks: set[str]
) -> None:
    assert lanes.reached(function) == marks


def test_a_module_that_imports_torch_is_known_without_importing_it() -> None:
    oracle = ROOT / "tests" / "oracle"
    assert lanes.imports_torch(oracle / "test_conversions.py")
    assert lanes.imports_torch(oracle / "test_fixes.py")
    assert not lanes.imports_torch(oracle / "test_rule_book.py")
    assert not lanes.imports_torch(Path(__file__))


TESTS = """
import importlib
import os
import pytest
import subprocess

def test_that_is_told_apart():
    subprocess.run(["true"], check=True)

def test_that_hides_a_process():
    importlib.import_module("subpro" + "cess").run(["true"], check=True)

def test_that_hides_a_fork():
    if getattr(os, "fo" + "rk")() == 0:
        os._exit(0)

def test_that_hides_torch():
    importlib.import_module("tor" + "ch")

@pytest.mark.process
def test_that_is_marked():
    importlib.import_module("subpro" + "cess").run(["true"], check=True)

def test_that_is_fast():
    pass
"""


def small_suite(folder: Path, text: str) -> Run:
    """Begin a suite of one file that is run as ours is; gives what runs it."""
    tests = folder / "tests"
    tests.mkdir()
    for name in ("conftest.py", "lanes.py", "tools.py", "warm.py"):
        (tests / name).write_text((ROOT / "tests" / name).read_text())
    (tests / "test_some.py").write_text(text)
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    return _runner("pytest", folder)


@pytest.mark.parametrize("lane", [lanes.FAST, ""])
def test_a_test_without_its_mark_fails(tmp_path: Path, lane: str) -> None:
    """In the fast lane; and one that starts a process in every run."""
    (tmp_path / "torch.py").write_text("")
    run = small_suite(tmp_path, TESTS)
    said = run("-q", "-rf", "--tb=line", "-p", "no:cacheprovider", "-m", lane, "tests").stdout
    failed = {
        line.split("::test_that_")[1].split()[0] for line in said.splitlines() if "::" in line
    }
    if lane:
        assert failed == {"hides_a_process", "hides_a_fork", "hides_torch"}, said
        assert "1 passed, 2 deselected" in said.replace("3 failed, ", "")
    else:
        assert failed == {"hides_a_process", "hides_a_fork"}, said


SLOW = """
import pytest

@pytest.mark.slow(reason="it counts sheep")
@pytest.mark.parametrize("number", range({count}))
def test_that_is_slow(number):
    pass

def test_that_is_quick():
    pass
"""


@pytest.mark.parametrize(
    ("count", "arguments", "passed"),
    [
        (3, [], 1),
        (3, ["-m", "not torch", "-n", "1"], 1),
        (60, ["-m", "slow"], 60),
        (3, ["tests/test_some.py", "-n", "1"], 4),
        (61, [], 0),
    ],
)
def test_slow_tests_are_few_and_left_out_of_the_whole(
    tmp_path: Path, count: int, arguments: list[str], passed: int
) -> None:
    run = small_suite(tmp_path, SLOW.format(count=count))
    done = run("-q", "-p", "no:cacheprovider", *arguments)
    if passed:
        assert f"{passed} passed" in done.stdout, done.stdout + done.stderr
        assert done.returncode == 0
    else:
        assert "61 tests are slow, and 60 may be" in done.stdout + done.stderr
        assert done.returncode


def test_a_slow_test_says_why(tmp_path: Path) -> None:
    text = SLOW.format(count=1).replace('reason="it counts sheep"', "")
    done = small_suite(tmp_path, text)("-q", "-p", "no:cacheprovider")
    assert "test_that_is_slow[0] is slow without a reason" in done.stdout + done.stderr


@pytest.mark.slow(reason="it collects all tests a second time")
def test_the_fast_lane_is_collected_without_torch() -> None:
    script = (
        "import sys, pytest\n"
        f"code = pytest.main(['--collect-only', '-q', '-m', {lanes.FAST!r}])\n"
        "print([int(code), 'torch' in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1] == "[0, False]", done.stdout[-2000:]
