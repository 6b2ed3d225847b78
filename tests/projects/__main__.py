"""``python -m tests.projects``: how many pitfalls are found, and what is false, with the places."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from tests import warm

from .cases import projects
from .judging import judge


def main() -> None:
    """Lint all projects and print two numbers, and a line for each place that is not right."""
    folder = tempfile.gettempdir()
    forker = warm.Forker() if warm.IS_POSSIBLE else None

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        if forker is not None:
            return forker.run("tapelint", arguments, folder, os.environ)
        command = [sys.executable, "-m", "tapelint", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)

    verdicts = [judge(project, run) for project in projects()]
    wrong = sum(bool(each.project.expected) for each in verdicts)
    found = sum(bool(each.project.expected) and not each.missed for each in verdicts)
    print(f"found {found} of {wrong}, false {sum(len(each.false) for each in verdicts)}")
    for verdict in verdicts:
        for line in verdict.lines():
            print(line)


if __name__ == "__main__":
    main()
