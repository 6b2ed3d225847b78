"""What the linter says of the projects, held against what is expected."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .cases import Place, Project

Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""Runs the command with the given arguments."""


@dataclass(frozen=True)
class Verdict:
    """What the linter says of one project.

    Attributes:
        project: The project.
        missed: What is expected and not said.
        false: What is said and not expected.
    """

    project: Project
    missed: Sequence[Place]
    false: Sequence[Place]

    def lines(self) -> list[str]:
        """One line for each place that is missed or false."""
        said = [("missed", place) for place in self.missed]
        said += [("false", place) for place in self.false]
        return [
            f"{kind}: {self.project.name}/{file}:{line} {code}" for kind, (file, line, code) in said
        ]


def judge(project: Project, run: Run) -> Verdict:
    """Lint a project with the real command, as its author would.

    Raises:
        AssertionError: The command says that it could not do something.
    """
    folder = str(project.folder)
    ran = run("check", "--no-cache", "--output-format", "json", folder)
    assert ran.returncode in (0, 1), ran.stderr
    assert not ran.stderr, ran.stderr
    found = {
        (str(Path(each["path"]).resolve().relative_to(folder)), each["line"], each["code"])
        for each in json.loads(ran.stdout)
    }
    return Verdict(project, sorted(project.expected - found), sorted(found - project.expected))
