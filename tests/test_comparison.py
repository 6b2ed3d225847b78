"""The table of features: every claim of ours names a test that is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tapelint.reports import FORMATS

from .conftest import ROOT

PAGE = ROOT / "docs/comparison.md"
HEADING = ["feature", "tapelint", "ruff", "flake8", "torchfix", "flake8-async"]
NAME_OF_A_TEST = re.compile(r"`(tests/[\w/]+\.py::\w+)`")


def rows() -> list[list[str]]:
    """The rows of all tables of the page, cell by cell, without headings and rulers."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row != HEADING and set(row) != {"---"}]


def collected(names: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Let a pytest of its own collect tests by name; it fails if one of them is not there."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *names],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_claim_names_a_test_or_is_a_no(row: list[str]) -> None:
    assert len(row) == len(HEADING)
    assert all(row)
    assert row[1] == "no" or NAME_OF_A_TEST.search(row[1])
    without_names = NAME_OF_A_TEST.sub("", row[1])
    assert "test_" not in without_names, "a test that is not named in full"


def test_the_tests_that_are_named_exist() -> None:
    names = sorted({name for row in rows() for name in NAME_OF_A_TEST.findall(row[1])})
    assert len(names) > 20
    result = collected(names, ROOT)
    assert result.returncode == 0, result.stdout + result.stderr
    found = {line.partition("[")[0] for line in result.stdout.splitlines() if "::" in line}
    assert found == set(names)


def test_a_test_that_is_not_there_is_noticed() -> None:
    result = collected(["tests/test_comparison.py::test_that_nobody_has_written"], ROOT)
    assert result.returncode != 0
    assert "test_that_nobody_has_written" in result.stdout + result.stderr


def test_every_format_is_in_the_table() -> None:
    (cell,) = [row[1] for row in rows() if row[0] == "formats"]
    assert set(re.findall(r"`([\w-]+)`", NAME_OF_A_TEST.sub("", cell))) == set(FORMATS)


def test_the_readme_leads_to_the_table() -> None:
    assert "(docs/comparison.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
