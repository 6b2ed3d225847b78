"""What the linter says of the projects, held against what is expected."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .cases import Place, Project

Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""Runs the command with the given arguments."""
_ELSEWHERE = re.compile(r"in (.+), line (\d+): ")
"""How the message begins where a call is reported for what happens in another file."""


@dataclass(frozen=True)
class Verdict:
    """What the linter says of one project.

    Attributes:
        project: The project.
        missed: What is expected and not said.
        false: What is said and not expected.
        at_calls: Of what is false, the calls that are reported for the pitfall in another file.
    """

    project: Project
    missed: Sequence[Place]
    false: Sequence[Place]
    at_calls: Sequence[Place]

    def lines(self) -> list[str]:
        """One line for each place that is missed or false."""
        said = [("missed", place) for place in self.missed]
        said += [("at a call" if each in self.at_calls else "false", each) for each in self.false]
        return [f"{kind}: {self.project.name}/{f}:{line} {code}" for kind, (f, line, code) in said]


def judge(project: Project, run: Run, *, remedied: bool = False) -> Verdict:
    """Lint a project with the real command, as its author would.

    It is copied to a folder of its own: no other project is beside it, and it is in no folder that
    is called ``tests``, where the linter would not look for callers. Remedied, nothing is expected.

    Raises:
        AssertionError: The command says that it could not do something.
    """
    with tempfile.TemporaryDirectory(prefix="project-") as parent:
        folder = project.copied(Path(parent).resolve(), remedied=remedied)
        ran = run("check", "--no-cache", "--output-format", "json", str(folder))
    assert ran.returncode in (0, 1), ran.stderr
    assert not ran.stderr, ran.stderr
    found: set[Place] = set()
    at_calls: set[Place] = set()
    for each in json.loads(ran.stdout):
        place = (_within(each["path"], folder), each["line"], each["code"])
        found.add(place)
        elsewhere = _ELSEWHERE.match(each["message"])
        if elsewhere is not None:
            path, line = elsewhere.groups()
            if (Path(path).name, int(line), each["code"]) in project.expected:
                at_calls.add(place)
    expected: frozenset[Place] = frozenset() if remedied else project.expected
    false = sorted(found - expected)
    at_calls &= set(false)
    return Verdict(project, sorted(expected - found), false, sorted(at_calls))


def _within(path: str, folder: Path) -> str:
    return Path(path).resolve().relative_to(folder).as_posix()
