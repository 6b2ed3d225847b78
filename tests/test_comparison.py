"""The table of features: every claim of ours names a test that is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

import pytest

from tapelint import Settings, lint_source
from tapelint.reports import FORMATS

from .conftest import ROOT

PAGE = ROOT / "docs/comparison.md"
HEADINGS = (
    ["feature", "tapelint", "ruff", "flake8", "torchfix", "flake8-async"],
    ["mistake", "tapelint", "torch-preflight", "mldoct"],
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
NAME_OF_A_TEST = re.compile(r"`(tests/[\w/]+\.py::\w+)`")


def rows() -> list[list[str]]:
    """The rows of all tables of the page, cell by cell, without headings and rulers."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row not in HEADINGS and set(row) != {"---"}]


def missing(names: Iterable[str]) -> list[str]:
    """Those of some names of tests that no function of their file has."""
    found = []
    for name in names:
        file, _, function = name.partition("::")
        path = ROOT / file
        tree = ast.parse(path.read_bytes() if path.is_file() else b"")
        written = {each.name for each in tree.body if isinstance(each, FUNCTIONS)}
        found += [] if function in written and function.startswith("test_") else [name]
    return found


FOUND_BY_OTHERS = {
    "TAP701": """
def train(model, opt, loader):
    for x, y in loader:
        loss = F.mse_loss(model(x), y)
        loss.backward()
        opt.step()
""",
    "TAP407": """
import torch
import torch.nn.functional as F

def losses(model, x, y, z):
    p = torch.sigmoid(model(x))
    return F.binary_cross_entropy_with_logits(p, y) + F.cross_entropy(model(x).softmax(1), z)
""",
    "TAP502": """
import torch

def train(model, opt, loader, criterion):
    total_loss = 0
    for x, y in loader:
        opt.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        opt.step()
        total_loss += loss
    return total_loss / len(loader)
""",
}
"""By rule: what torch-preflight 0.5.0 or mldoct 1.0.0 find in a function without callers."""


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_claim_names_a_test_or_is_a_no(row: list[str]) -> None:
    assert len(row) in {len(heading) for heading in HEADINGS}
    assert all(row)
    assert row[1] == "no" or NAME_OF_A_TEST.search(row[1])
    without_names = NAME_OF_A_TEST.sub("", row[1])
    assert "test_" not in without_names, "a test that is not named in full"


def test_the_tests_that_are_named_exist() -> None:
    names = sorted({name for row in rows() for name in NAME_OF_A_TEST.findall(row[1])})
    assert len(names) > 20
    assert missing(names) == []


@pytest.mark.parametrize("code", FOUND_BY_OTHERS)
def test_what_others_find_too_is_found(code: str) -> None:
    found = lint_source(FOUND_BY_OTHERS[code], path="a.py", settings=Settings(select=("ALL",)))
    assert {each.code for each in found} == {code}
    assert len(found) == 1 + (code == "TAP407")


@pytest.mark.parametrize(
    "name",
    [
        "tests/test_comparison.py::test_that_nobody_has_written",
        "tests/test_comparison.py::rows",
        "tests/test_that_is_not_there.py::test_it",
    ],
)
def test_a_test_that_is_not_there_is_noticed(name: str) -> None:
    assert missing([name]) == [name]


def test_every_format_is_in_the_table() -> None:
    (cell,) = [row[1] for row in rows() if row[0] == "formats"]
    assert set(re.findall(r"`([\w-]+)`", NAME_OF_A_TEST.sub("", cell))) == set(FORMATS)


def test_the_readme_leads_to_the_table() -> None:
    assert "(docs/comparison.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
