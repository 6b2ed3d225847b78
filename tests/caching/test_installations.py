"""The cache holds for the same tapelint, wherever it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tapelint
from tapelint.version import __version__

from .running import PITFALL, shards, write

PACKAGE = Path(tapelint.__file__).parent
RUN = """\
import sys
from tapelint import cli, runner
if sys.argv[1] == "warm":
    runner.hear_path = None
sys.exit(cli.main(["check", "-j1", "a.py"]))
"""


def installation(folder: Path, record: str | None) -> Path:
    """A copy of tapelint in a folder; with a record where an installer has made it."""
    skipped = shutil.ignore_patterns("__pycache__", "rule_book")
    shutil.copytree(PACKAGE, folder / "tapelint", ignore=skipped)
    if record is not None:
        write(folder, {f"tapelint-{__version__}.dist-info/RECORD": record})
    return folder


def check(installed: Path, project: Path, how: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, how],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "TAP302" in done.stdout


RECORDS = [
    f"{scripts}/tapelint,sha256={scripts},212\n"
    f"tapelint-{__version__}.dist-info/direct_url.json,sha256={scripts},99\n"
    "tapelint/lint.py,sha256=x,1\n"
    f"tapelint/__pycache__/lint.cpython-3{scripts[-1]}.pyc,,\n"
    for scripts in ("../../../bin1", "../../bin2")
]


@pytest.mark.parametrize("records", [[None, None], RECORDS], ids=["checkouts", "installations"])
def test_two_installations_share_a_cache(records: list[str | None], tmp_path: Path) -> None:
    write(tmp_path / "project", {"a.py": PITFALL})
    first, second = (
        installation(tmp_path / name, record)
        for name, record in zip(("one", "deeper/two"), records, strict=True)
    )
    check(first, tmp_path / "project", "cold")
    for path in second.rglob("*.py"):
        os.utime(path)
    check(second, tmp_path / "project", "warm")
    # Another tapelint has another cache.
    if records[0] is None:
        (second / "tapelint" / "screen.py").open("a").write("# changed\n")
    else:
        write(second, {f"tapelint-{__version__}.dist-info/RECORD": "tapelint/lint.py,sha256=y,1\n"})
    check(second, tmp_path / "project", "cold")
    assert len(shards(tmp_path / "project" / ".tapelint_cache")) == 2
