"""A run that finds its imports done is a run: it ends, and says, as one that Python starts."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from . import warm
from .conftest import started

PITFALL = "import torch\nw = torch.ones(3, requires_grad=True)\nw.data.zero_()\nw.normal_()\n"
COMMANDS = [
    ("tapelint", "check", "a.py", "b.py"),
    ("tapelint", "check", "-j2", "--no-cache", "--output-format", "sarif"),
    ("tapelint", "check", "--diff", "--unsafe-fixes"),
    ("tapelint", "check", "--statistics", "--verbose"),
    ("tapelint", "check", "-"),
    ("tapelint", "check", "broken.py"),
    ("tapelint", "check", "--no-such-option"),
    ("tapelint", "explain", "a.py:3"),
    ("tapelint", "explain", "a.py:3", "--output-format", "svg"),
    ("tapelint", "explain", "a.py:4", "--rule", "TAP201"),
    ("tapelint", "rule", "TAP101"),
    ("tapelint", "schema"),
    ("tapelint", "--help"),
    ("tapelint",),
    ("flake8", "--select", "TAP", "."),
    ("flake8", "--version"),
    ("flake8", "--no-such-option"),
]
pytestmark = pytest.mark.skipif(not warm.IS_POSSIBLE, reason="file descriptors as Linux sends them")


@pytest.fixture(scope="module")
def forker() -> Iterator[warm.Forker]:
    found = warm.Forker()
    yield found
    found.close()


@pytest.fixture
def environment() -> dict[str, str]:
    return {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_it_says_what_a_run_says_that_python_starts(
    command: Sequence[str], forker: warm.Forker, environment: dict[str, str], tmp_path: Path
) -> None:
    for name, text in (("a.py", PITFALL), ("b.py", "x = 1\n"), ("broken.py", "import torch\n(\n")):
        (tmp_path / name).write_text(text)
    module, *arguments = command
    ours = forker.run(module, arguments, str(tmp_path), environment, PITFALL)
    theirs = started(module, arguments, environment, cwd=tmp_path, input=PITFALL)
    assert isinstance(theirs, subprocess.CompletedProcess)
    assert (ours.returncode, ours.stdout, ours.stderr) == (
        theirs.returncode,
        theirs.stdout,
        theirs.stderr,
    )
    assert ours.stdout or ours.stderr


LOOKING = """\
import os, sys
print(os.getcwd(), sys.argv[1:], sys.path[0], sys.stdin.read(), sorted(os.environ), __name__)
print(sys.modules.get("leak"), os.environ.get("LEAK"))
sys.modules["leak"] = os.environ["LEAK"] = "from another run"
sys.path.insert(0, "elsewhere")
os.chdir("/")
print("said", file=sys.stderr)
{end}
"""


@pytest.mark.parametrize(
    ("end", "code"),
    [("", 0), ("sys.exit(3)", 3), ("1 / 0", 1), ("os.kill(os.getpid(), 9)", -9)],
    ids=["falls off", "exits", "raises", "is killed"],
)
def test_no_run_sees_another(end: str, code: int, forker: warm.Forker, tmp_path: Path) -> None:
    (tmp_path / "looking.py").write_text(LOOKING.format(end=f"sys.stdout.flush()\n{end}"))
    for _ in range(2):
        done = forker.run("looking", ["one"], str(tmp_path), {"HOME": "/h"}, "given")
        assert done.returncode == code
        assert done.stdout.splitlines() == [
            f"{tmp_path} ['one'] {tmp_path} given ['HOME'] __main__",
            "None None",
        ]
        assert done.stderr.startswith("said\n")
        assert ("ZeroDivisionError" in done.stderr) == (end == "1 / 0")


def test_a_run_that_does_not_end_is_killed_and_the_next_one_runs(
    forker: warm.Forker, tmp_path: Path
) -> None:
    (tmp_path / "endless.py").write_text("while True:\n    pass\n")
    (tmp_path / "short.py").write_text("print('said')\n")
    with pytest.raises(subprocess.TimeoutExpired):
        forker.run("endless", [], str(tmp_path), {}, seconds=0.5)
    done = forker.run("short", [], str(tmp_path), {})
    assert (done.returncode, done.stdout) == (0, "said\n")
