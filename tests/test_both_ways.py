"""The command and the flake8 plugin find the same, and a rule finds the same beside any others."""

from __future__ import annotations

import ast
import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from tapelint import Settings, lint_source
from tapelint.cli import main
from tapelint.findings import Finding
from tapelint.flake8_plugin import TapelintChecker
from tapelint.lint import finding_with
from tapelint.rules import all_rules
from tapelint.rules.checker import Checker
from tapelint.source.documents import Document

from .conftest import ROOT

FILES = sorted(
    str(path)
    for folder in ("rules", "tests/programs", "tests/user_reports")
    for path in (ROOT / folder).rglob("*.py")
)
REALLY_RUN = FILES[::29]
EVERY_FAMILY = sorted({code[:4] for code in all_rules()})
_Place = tuple[str, int, int, str]


def by_command(files: Sequence[str]) -> list[_Place]:
    options = ("--isolated", "--no-cache", "-j1", "--exit-zero", "--select", "ALL")
    done = CliRunner().invoke(main, ["check", *options, "--output-format", "json", *files])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    return sorted((each["path"], each["line"], each["column"], each["code"]) for each in found)


def by_flake8(files: Sequence[str]) -> Iterator[_Place]:
    TapelintChecker.parse_options(
        Namespace(select=EVERY_FAMILY, extend_select=(), tapelint_isolated=True)
    )
    for path in files:
        lines = Path(path).read_text("utf-8").splitlines(keepends=True)
        for line, column, text, _ in TapelintChecker(ast.Module([], []), path, lines).run():
            yield path, line, column + 1, text.partition(" ")[0]


@contextmanager
def asked() -> Iterator[list[tuple[object, ...]]]:
    """What the tape and the rules are asked, instead of what they find: that takes long."""
    said: list[tuple[object, ...]] = []

    def remember(
        document: Document, path: str, rules: Sequence[type[Checker]], settings: Settings
    ) -> list[Finding]:
        of_text = settings.project, settings.follow_imports, settings.min_confidence
        said.append((path, document.text, tuple(rules), of_text))
        return []

    with finding_with(remember):
        yield said


def test_command_and_flake8_ask_the_same_of_every_program() -> None:
    with asked() as of_command:
        by_command(FILES)
    with asked() as of_flake8:
        list(by_flake8(FILES))
    assert len(of_command) > 1000
    assert sorted(map(repr, of_flake8)) == sorted(map(repr, of_command))


def test_command_and_flake8_find_the_same() -> None:
    found = by_command(REALLY_RUN)
    assert len(found) > 20
    assert sorted(by_flake8(REALLY_RUN)) == found


CODE_OF_TWO = {
    "library.py": """\
import torch


def keep(values):
    return torch.tensor(values, requires_grad=True)


def total(losses):
    kept = []
    for each in losses:
        kept.append(each)
    return torch.stack(kept)
""",
    "train.py": """\
import torch
from library import keep, total

w = torch.zeros(3, requires_grad=True)
for step in range(100):
    losses = [w.sum(), (w * 2).sum()]
    torch.tensor(losses).mean().backward()
    total(losses).sum().backward()
    keep(losses).mean().backward()
    optimizer = torch.optim.Adam([w])
    optimizer.step()
    w.detach().zero_()
    w.exp()
""",
}


@pytest.fixture
def of_two(tmp_path: Path) -> Path:
    for name, text in CODE_OF_TWO.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "train.py"


@pytest.mark.parametrize(
    "path",
    [
        "of_two",
        "tests/programs/unread_graphs_of_their_own.py",
        "tests/programs/frameworks_run_the_backward.py",
        "tests/user_reports/weighted_losses_in_numpy.py",
        "tests/user_reports/parameters_in_a_list.py",
        "rules/TAP102-gradient-to-nowhere/examples/pitfall_operand.py",
    ],
)
def test_a_rule_finds_the_same_beside_any_others(path: str, of_two: Path) -> None:
    """What is executed, and what one rule leaves to another, depends on no selection."""
    file = of_two if path == "of_two" else ROOT / path
    text = file.read_text("utf-8")

    def found(*select: str) -> list[Finding]:
        return lint_source(text, path=str(file), settings=Settings(select=select))

    everything = found("ALL")
    assert everything
    for code in {each.code for each in everything} | {"TAP104", "TAP302", "TAP703"}:
        assert found(code) == [each for each in everything if each.code == code], code
