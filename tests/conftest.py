"""What several tests need."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
ROOT = Path(__file__).parents[1]
RULE_BOOK = ROOT / "rules"


def _run(module: str, arguments: Sequence[str], **options: object) -> object:
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=300,
        check=False,
        **options,  # type: ignore[call-overload]
    )


def _runner(module: str, folder: Path) -> Run:
    def run(*arguments: str, **options: object) -> object:
        options.setdefault("cwd", folder)
        return _run(module, arguments, **options)

    return run  # type: ignore[return-value]


@pytest.fixture
def tapelint(tmp_path: Path) -> Run:
    """Run the real command as a process, in a folder of its own."""
    return _runner("tapelint", tmp_path)


@pytest.fixture
def flake8(tmp_path: Path) -> Run:
    """Run the real flake8 as a process, in a folder of its own."""
    return _runner("flake8", tmp_path)
