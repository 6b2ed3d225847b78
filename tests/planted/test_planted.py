"""The score on a small repository made here, and the cases that are stored."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from .cases import CASES, read_cases
from .checkouts import blob
from .errors import PlantedError
from .kinds import KINDS
from .tables import PAGE, page_with_table, rows_of_page

ROOT = Path(__file__).parents[2]
TRAIN = """\
import torch
from torch import nn

from nets import Net

net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))
for _ in range(10):
    loss = nn.functional.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
NETS = """\
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = nn.Linear(4, 2)

    def forward(self, x):
        return self.last(x)
"""


@pytest.fixture
def repositories(tmp_path: Path) -> Path:
    """A folder with one repository, `tiny/nets`."""
    folder = tmp_path / "repositories" / "tiny+nets"
    folder.mkdir(parents=True)
    (folder / "train.py").write_text(TRAIN, encoding="utf-8")
    (folder / "nets.py").write_text(NETS, encoding="utf-8")
    (folder / "data.csv").write_text("1,2\n", encoding="utf-8")
    return folder.parent


def write_cases(repositories: Path, *cases: dict[str, object], commit: str = "0" * 40) -> Path:
    """A file of cases of the repository; a case needs its rule, path, mistake and lines."""
    path = repositories.parent / "cases.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for case in cases:
            content = (repositories / "tiny+nets" / str(case["path"])).read_bytes()
            facts = {"repository": "tiny/nets", "commit": commit, "blob": blob(content)}
            file.write(json.dumps({**facts, **case}) + "\n")
    return path


def planted(repositories: Path, cases: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the real command."""
    paths = ["--repositories", str(repositories), "--cases", str(cases), "--processes", "1"]
    return subprocess.run(
        [sys.executable, "-m", "tests.planted", *paths, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_is_found_and_what_is_missed(repositories: Path) -> None:
    cases = write_cases(
        repositories,
        {"rule": "TAP701", "path": "train.py", "plant": [["delete", 11]], "expect": [12, 13]},
        {"rule": "TAP701", "path": "train.py", "plant": [["delete", 4]], "expect": [6]},
    )
    result = planted(repositories, cases)
    assert result.returncode == 0, result.stderr
    assert "| TAP701 | 2 | 1 | 1 | 0 |" in result.stdout
    missed = result.stdout.partition("missed\n")[2].partition("\n\n")[0]
    assert missed.strip() == "TAP701 tiny/nets train.py:4 (delete)"


def test_a_mistake_in_one_file_is_found_in_another(repositories: Path) -> None:
    cases = write_cases(
        repositories,
        {
            "rule": "TAP407",
            "path": "nets.py",
            "plant": [["replace-value", 10, "nn.functional.softmax(self.last(x), 1)"]],
            "expect": [10],
            "lint": "train.py",
        },
    )
    result = planted(repositories, cases)
    assert "| TAP407 | 1 | 1 | 1 | 0 |" in result.stdout, result.stdout + result.stderr


def test_a_report_that_stood_there_before_does_not_count(repositories: Path) -> None:
    train = repositories / "tiny+nets" / "train.py"
    train.write_text(TRAIN.replace("    optimizer.zero_grad()\n", ""), encoding="utf-8")
    cases = write_cases(
        repositories,
        {
            "rule": "TAP701",
            "path": "train.py",
            "plant": [["insert", "before", 6, "seed = 0"]],
            "expect": [10, 11, 12],
        },
    )
    result = planted(repositories, cases)
    assert "| TAP701 | 1 | 0 | 0 | 0 |" in result.stdout, result.stdout + result.stderr


def test_a_git_directory_is_read_at_the_commit(repositories: Path) -> None:
    folder = repositories / "tiny+nets"
    git = ("git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.c")
    for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "one")):
        subprocess.run((*git, *command), check=True)
    head = subprocess.run((*git, "rev-parse", "HEAD"), capture_output=True, text=True, check=True)
    case = {"rule": "TAP701", "path": "train.py", "plant": [["delete", 11]], "expect": [12, 13]}
    cases = write_cases(repositories, case, commit=head.stdout.strip())
    (folder / "train.py").write_text("changed = 1\n", encoding="utf-8")
    result = planted(repositories, cases)
    assert "| TAP701 | 1 | 1 | 1 | 0 |" in result.stdout, result.stdout + result.stderr


def test_another_content_than_that_of_the_case_is_refused(repositories: Path) -> None:
    case = {"rule": "TAP701", "path": "train.py", "plant": [["delete", 11]], "expect": [12]}
    cases = write_cases(repositories, case)
    (repositories / "tiny+nets" / "train.py").write_text("import torch\n", encoding="utf-8")
    result = planted(repositories, cases)
    assert result.returncode == 2
    assert result.stderr == "tiny/nets: train.py is not that of 000000000000\n"


def test_a_mistake_that_does_not_fit_is_named(repositories: Path) -> None:
    case = {
        "rule": "TAP701",
        "path": "train.py",
        "plant": [["drop-call", 11, "item"]],
        "expect": [12],
    }
    result = planted(repositories, write_cases(repositories, case))
    assert result.returncode == 2
    assert result.stderr == "TAP701 tiny/nets train.py:11 (drop-call): line 11 does not call item\n"


@pytest.mark.parametrize("line", ["{", "[]", '{"rule": "TAP701"}'])
def test_a_line_that_is_no_case_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(PlantedError, match=r"cases\.jsonl:2: "):
        read_cases(path)


def test_the_stored_cases_are_facts() -> None:
    cases = read_cases(CASES)
    assert len(set(map(str, cases))) == len(cases)
    assert len({case.repository for case in cases}) >= 15
    for case in cases:
        assert len(case.commit) == len(case.blob) == 40
        for kind, *arguments in case.plant:
            assert kind in KINDS
            # What a kind writes is one short line, which holds no line of somebody else's file.
            assert all(len(str(each)) < 80 and "\n" not in str(each) for each in arguments)


def test_the_page_has_as_many_mistakes_as_are_stored() -> None:
    counted = Counter(case.rule for case in read_cases(CASES))
    page = PAGE.read_text(encoding="utf-8")
    assert {row[0]: row[1] for row in rows_of_page(page)}.items() <= counted.items()
    assert page_with_table(page, []) == page, "the sums are those of the rows"
