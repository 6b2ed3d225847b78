"""A real editor: Neovim, without a screen, with its own client and nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import ROOT
from .editor import PITFALL

pytestmark = pytest.mark.tool("nvim")
FIXED = PITFALL.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()")
HERE = Path(__file__).parent
PAGE = ROOT / "docs" / "editors" / "neovim.md"


def neovim(folder: Path, script: str, text: str, **variables: str) -> dict[str, object]:
    """What a Lua script finds out in Neovim, with a file open and the server attached."""
    (folder / "train.py").write_text(text, encoding="utf-8")
    environment = {
        **os.environ,
        **variables,
        "TAPELINT": json.dumps([sys.executable, "-m", "tapelint", "server", "--delay", "20"]),
        "XDG_STATE_HOME": str(folder / "state"),
        "XDG_CONFIG_HOME": str(folder / "config"),
    }
    result = subprocess.run(
        ["nvim", "--headless", "--clean", "-n", "train.py", "-S", str(HERE / script)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    found: dict[str, object] = json.loads((folder / "found.json").read_text("utf-8"))
    return found


def test_neovim_shows_a_finding_and_applies_its_fix(tmp_path: Path) -> None:
    found = neovim(tmp_path, "neovim.lua", PITFALL)
    assert found["before"] == [["TAP201", 3, 0, 3, 11, 1, "tapelint"]]
    assert found["actions"] == [
        "tapelint: put the change under `no_grad` [TAP201]",
        "tapelint: ignore TAP201 on this line",
        "tapelint: apply all safe fixes in this file",
    ]
    assert found["buffer"] == FIXED.splitlines()
    assert found["after"] == []
    assert str(found["hover"]).startswith("**TAP201** inplace-on-leaf")


def test_neovim_applies_all_fixes(tmp_path: Path) -> None:
    """It drops null members of what it sends back."""
    found = neovim(
        tmp_path,
        "neovim.lua",
        PITFALL + "print(w)\nw.zero_()\n",
        TAPELINT_ONLY="source.fixAll",
    )
    assert found["actions"] == ["tapelint: apply all safe fixes in this file"]
    second = "with torch.no_grad():\n    w.zero_()"
    assert found["buffer"] == [*FIXED.splitlines(), "print(w)", *second.splitlines()]
    assert found["after"] == []


def test_neovim_counts_columns_as_the_server_does(tmp_path: Path) -> None:
    """Neovim's own columns are bytes: the fire takes four, and two units on the way."""
    text = PITFALL.replace("w.normal_()", 'print("\U0001f525"); w.normal_()')
    found = neovim(tmp_path, "neovim.lua", text)
    before = found["before"]
    assert isinstance(before, list)
    assert before[0][:5] == ["TAP201", 3, 15, 3, 26]


def settings_for_the_installed_version() -> str:
    """The Lua of the page's section about the Neovim that runs the tests."""
    told = subprocess.run(["nvim", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.match(r"NVIM v0\.(\d+)", told)
    assert version
    minor = int(version[1])
    heading = "0.11 and newer" if minor >= 11 else "0.8 to 0.10" if minor >= 8 else "0.7"
    section = PAGE.read_text("utf-8").split(f"## {heading}\n")[1]
    return section.split("```lua\n")[1].split("```")[0]


def test_the_settings_of_the_page_attach_the_server(tmp_path: Path) -> None:
    """By the file's type, with the command that is on the path."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "tapelint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tapelint "$@"\n')
    (programs / "tapelint").chmod(0o755)
    (tmp_path / "settings.lua").write_text(settings_for_the_installed_version(), encoding="utf-8")
    (tmp_path / "train.py").write_text(PITFALL, encoding="utf-8")
    command = ["nvim", "--headless", "--clean", "-n", "--cmd", "luafile settings.lua"]
    result = subprocess.run(
        [*command, "train.py", "-S", str(HERE / "neovim_page.lua")],
        cwd=tmp_path,
        env={
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert found == {"clients": ["tapelint"], "lines": [3]}
