"""The two commands of the README that set tapelint up, run as they stand there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ..conftest import ROOT
from .conftest import IN_CI, LEFTOVERS

README = (ROOT / "README.md").read_text("utf-8")
USING, TESTING = re.findall(r"^```bash\n(python3 -m venv .*)\n```$", README, re.MULTILINE)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout, without what a used one has."""
    folder = tmp_path / "tapelint"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", *LEFTOVERS))
    return folder


def run(command: str, checkout: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a user would, who has nothing set up; skip the test without network."""
    ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTEST_", "TAPELINT_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        ["bash", "-c", command], cwd=checkout, env=environment, capture_output=True, text=True
    )
    if "No matching distribution found" in done.stderr and not IN_CI:
        pytest.skip(f"pip has not what the command wants: {done.stderr[-300:]}")
    return done


def test_the_first_command_lints_a_published_package(checkout: Path) -> None:
    done = run(USING, checkout)
    assert done.returncode == 1, done.stdout + done.stderr
    promised = re.search(r"^It finds (\d+) changes through `.data` in (\d+) files", README, re.M)
    assert promised
    *lines, closing = done.stdout.splitlines()
    assert len([line for line in lines if " TAP302 " in line]) == len(lines) == int(promised[1])
    assert re.match(rf"{promised[1]} findings in \d+ of {promised[2]} files: ", closing)


def test_the_second_command_sets_the_tests_up(checkout: Path) -> None:
    """All tests would take too long here: those of one rule, under the torch that it installs."""
    done = run(f"{TESTING} tests/oracle/test_rule_book.py -k TAP203", checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^=+ \d+ passed(?:, \d+ deselected)? in ", done.stdout, re.MULTILINE)
