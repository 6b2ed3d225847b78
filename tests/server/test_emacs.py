"""A real editor: Emacs without a screen, with eglot set up as the page says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ROOT
from .editor import PITFALL

pytestmark = pytest.mark.tool("emacs", "eglot")
HERE = Path(__file__).parent
PAGE = ROOT / "docs" / "editors" / "emacs.md"
FIXED = PITFALL.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()")


@pytest.fixture(scope="module")
def emacs() -> list[str]:
    """The command of an Emacs that has eglot."""
    return ["emacs", "--batch", "--eval", "(package-initialize)"]


def test_emacs_shows_a_finding_and_applies_its_fix(emacs: list[str], tmp_path: Path) -> None:
    (settings,) = re.findall(r"^```elisp\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    (tmp_path / "settings.el").write_text(settings)
    (tmp_path / "train.py").write_text(PITFALL)
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "tapelint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tapelint "$@"\n')
    (programs / "tapelint").chmod(0o755)
    done = subprocess.run(
        [*emacs, "--load", str(HERE / "emacs.el")],
        cwd=tmp_path,
        env={
            **os.environ,
            "HOME": str(tmp_path),
            "PATH": f"{programs}:{os.environ['PATH']}",
            "TAPELINT_SETTINGS": str(tmp_path / "settings.el"),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads((tmp_path / "found.json").read_text("utf-8"))
    ((line, first, last, kind, text),) = found["before"]
    assert (line, first, last) == (4, 0, 11)
    assert kind.endswith("error")
    assert "TAP201" in text
    assert found["offered"] == [
        "tapelint: put the change under `no_grad` [TAP201]",
        "tapelint: ignore TAP201 on this line",
        "tapelint: apply all safe fixes in this file",
    ]
    assert found["buffer"] == FIXED
