"""A test whose tool is missing is skipped and counted, and in CI it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import tools
from .test_lanes import small_suite

SUITE = """
import pytest
from .tools import no_network

@pytest.fixture
def made():
    raise RuntimeError("made without its tool")

@pytest.mark.tool("python3", "no-such-program")
def test_that_needs_a_program(made):
    pass

@pytest.mark.tool("no/such/folder")
def test_that_needs_a_folder(made):
    pass

@pytest.mark.tool("python3", "tests/")
def test_that_has_what_it_needs():
    pass

def test_that_needs_the_network():
    no_network("pip says that there is none")
"""


@pytest.mark.parametrize("processes", ["0", "1"])
def test_what_is_missing_is_skipped_and_counted(
    processes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TAPELINT_CI", raising=False)
    done = small_suite(tmp_path, SUITE)("-q", "-p", "no:cacheprovider", "-n", processes)
    assert done.returncode == 0, done.stdout
    assert "1 passed, 3 skipped" in done.stdout
    assert (
        "skipped: 2 for a tool (no-such-program 1, no/such/folder 1), "
        "1 for the network, 0 for another reason\n"
    ) in done.stdout


def test_in_ci_nothing_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPELINT_CI", "1")
    run = small_suite(tmp_path, SUITE)
    done = run("-q", "-p", "no:cacheprovider", "-m", "tool")
    assert "1 passed, 1 deselected, 2 errors" in done.stdout, done.stdout
    assert "needs the tool no-such-program" in done.stdout


def test_other_reasons_are_counted_too() -> None:
    said = tools.counted(["Skipped: root reads everything", "Skipped: needs the tool nvim"])
    assert said == "skipped: 1 for a tool (nvim 1), 0 for the network, 1 for another reason"
