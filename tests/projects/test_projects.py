"""The linter says of a hundred small projects what their writer expects, and nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ..conftest import ROOT, Run
from .cases import NAMED, Project, known, projects
from .judging import judge

HUNDRED = projects()
PROJECTS = [*HUNDRED, *projects(NAMED)]
PITFALLS = [each for each in PROJECTS if each.expected]
KNOWN = known()


def test_there_are_a_hundred_and_half_of_them_are_right() -> None:
    assert len(HUNDRED) == 100
    assert sum(not each.expected for each in HUNDRED) == 50
    assert all(len(each.expected) <= 1 and each.why for each in PROJECTS)


def test_what_is_expected_stands_in_the_project() -> None:
    for each in PROJECTS:
        for file, line, _ in each.expected:
            assert (each.folder / file).read_text(encoding="utf-8").splitlines()[line - 1].strip()


def test_each_pitfall_has_one_proof_and_a_remedy() -> None:
    for each in PROJECTS:
        proofs = (each.raises is not None) + each.proof.exists()
        assert proofs == len(each.expected) == bool(each.remedy), each.name


def test_torch_agrees() -> None:
    """See `proving.py`."""
    command = [sys.executable, "-m", "tests.projects.proving"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_what_is_known_is_in_the_list_of_projects() -> None:
    assert {name for names in KNOWN.values() for name in names} <= {each.name for each in PROJECTS}


@pytest.mark.parametrize("project", PROJECTS, ids=lambda each: each.name)
def test_the_linter_says_what_is_expected(project: Project, tapelint: Run) -> None:
    """``known.toml`` lists what it does not get right, and nothing that it does."""
    verdict = judge(project, tapelint)
    said = "\n".join([*verdict.lines(), project.why])
    assert bool(verdict.missed) == (project.name in KNOWN["missed"]), said
    assert bool(verdict.false) == (project.name in KNOWN["false"]), said


@pytest.mark.parametrize("project", PITFALLS, ids=lambda each: each.name)
def test_the_linter_says_nothing_of_a_remedied_project(project: Project, tapelint: Run) -> None:
    said = judge(project, tapelint, remedied=True).lines()
    assert bool(said) == (project.name in KNOWN["remedied"]), "\n".join(said)
