"""``python -m tests.projects``: how many pitfalls are found, and what is false, with the places."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from tests import warm

from .cases import NAMED, projects
from .judging import judge


def main() -> None:
    """Lint all projects, print the numbers, and a line for each place that is not right."""
    folder = tempfile.gettempdir()
    forker = warm.Forker() if warm.IS_POSSIBLE else None

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        if forker is not None:
            return forker.run("tapelint", arguments, folder, os.environ)
        command = [sys.executable, "-m", "tapelint", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)

    verdicts = [judge(project, run) for project in (*projects(), *projects(NAMED))]
    holding = [each for each in verdicts if each.project.expected]
    found = sum(not each.missed for each in holding)
    at_calls = sum(bool(each.missed and each.at_calls) for each in holding)
    false = sum(len(each.false) - len(each.at_calls) for each in verdicts)
    again = sum(len(each.at_calls) for each in verdicts) - at_calls
    print(f"found {found} of {len(holding)}, false {false}")
    print(
        f"{at_calls} more are reported at a call in another file; {again} are reported again there"
    )
    remedied = [judge(each.project, run, remedied=True) for each in holding]
    left = sum(len(each.false) for each in remedied)
    print(f"with their remedies, {left} false in {len(remedied)} projects")
    for verdict in verdicts:
        for line in verdict.lines():
            print(line)
    for verdict in remedied:
        for line in verdict.lines():
            print(f"with its remedy, {line}")


if __name__ == "__main__":
    main()
