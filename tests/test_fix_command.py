"""``--fix`` and its like, run as a process."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest

from .conftest import Run

START = "import torch\n\nw = torch.nn.Parameter(torch.ones(3))\n"
SAFE = START + "w.data.zero_()\n"
FIXED = START + "with torch.no_grad():\n    w.zero_()\n"
UNSAFE = START + "w.data = torch.zeros(3)\n"
UNSAFE_FIXED = START + "with torch.no_grad():\n    w.copy_(torch.zeros(3))\n"
STUBBORN = START + "y = w.zero_()\n"


def test_fix_writes_and_exits_with_what_remains(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "safe.py").write_text(SAFE)
    result = tapelint("check", "--fix")
    assert (result.returncode, result.stdout) == (0, "No findings, 1 fixed, 1 file checked.\n")
    assert (tmp_path / "safe.py").read_text() == FIXED
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    assert tapelint("check", "--fix").returncode == 1
    assert tapelint("check", "--fix", "--exit-zero").returncode == 0
    assert (tmp_path / "stubborn.py").read_text() == STUBBORN


def test_unsafe_fixes_are_applied_where_they_are_asked_for(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "unsafe.py").write_text(UNSAFE)
    assert tapelint("check", "--fix").returncode == 1
    assert (tmp_path / "unsafe.py").read_text() == UNSAFE
    assert tapelint("check", "--unsafe-fixes").returncode == 1
    assert (tmp_path / "unsafe.py").read_text() == UNSAFE
    assert tapelint("check", "--fix", "--unsafe-fixes").returncode == 0
    assert (tmp_path / "unsafe.py").read_text() == UNSAFE_FIXED


def test_a_diff_is_shown_and_nothing_written(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "safe.py").write_bytes(SAFE.removesuffix("\n").encode())
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    result = tapelint("check", "--diff")
    assert result.returncode == 1
    assert (tmp_path / "safe.py").read_bytes() == SAFE.removesuffix("\n").encode()
    assert "TAP201" not in result.stdout
    applied = subprocess.run(
        ["git", "apply", "-p0", "-"], input=result.stdout, text=True, cwd=tmp_path, check=False
    )
    assert applied.returncode == 0
    assert (tmp_path / "safe.py").read_bytes() == FIXED.removesuffix("\n").encode()
    clean = tapelint("check", "--diff")
    assert (clean.returncode, clean.stdout) == (0, "")


def test_fix_only_says_nothing_of_the_rest(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "both.py").write_text(SAFE + "y = w.zero_()\n")
    result = tapelint("check", "--fix-only")
    assert (result.returncode, result.stdout) == (0, "")
    assert (tmp_path / "both.py").read_text() == FIXED + "y = w.zero_()\n"


def test_what_was_fixed_is_listed_where_it_is_asked_for(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"{SAFE}w.normal_()\nw.data.fill_(1)\n")
    (tmp_path / "b.py").write_text(f"{SAFE}y = w.zero_()\n")
    (tmp_path / "c.py").write_text(STUBBORN)
    result = tapelint("check", "--fix", "--show-fixes", "--output-format", "concise")
    listed = (
        "Fixed 4 findings:\n  a.py:\n    1 x TAP201 [inplace-on-leaf]\n"
        "    2 x TAP302 [data-mutation]\n  b.py:\n    1 x TAP302 [data-mutation]\n\n"
    )
    assert result.stdout.startswith(f"{listed}b.py:6:5: TAP201 ")
    assert result.stdout.endswith("\n2 findings in 2 of 3 files: 2 raises; 4 fixed.\n")
    again = tapelint("check", "--fix", "--show-fixes", "--output-format", "concise")
    assert again.stdout.startswith("b.py:6:5: TAP201 ")


def test_the_list_of_fixes_is_no_part_of_what_machines_read(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SAFE)
    result = tapelint("check", "--fix", "--show-fixes", "--output-format", "json")
    assert json.loads(result.stdout) == []
    assert result.stderr.startswith("Fixed 1 finding:\n  a.py:\n")
    stdin = tapelint("check", "-", "--fix-only", "--show-fixes", input=SAFE)
    assert stdin.stdout == FIXED
    assert stdin.stderr.startswith("Fixed 1 finding:\n  <stdin>:\n")


def test_a_fix_can_be_made_to_count_as_a_finding(tapelint: Run, tmp_path: Path) -> None:
    for option in ("--fix", "--fix-only"):
        (tmp_path / "a.py").write_text(SAFE)
        assert tapelint("check", option, "--exit-non-zero-on-fix").returncode == 1
        assert (tmp_path / "a.py").read_text() == FIXED
        assert tapelint("check", option, "--exit-non-zero-on-fix").returncode == 0
    (tmp_path / "a.py").write_text(SAFE)
    both = ("--exit-non-zero-on-fix", "--exit-zero")
    assert tapelint("check", "--fix", *both).returncode == 0


def test_standard_input_is_fixed_to_standard_output(tapelint: Run) -> None:
    result = tapelint("check", "-", "--fix", input=SAFE + "y = w.zero_()\n")
    assert result.stdout == FIXED + "y = w.zero_()\n"
    assert "<stdin>:6:5: TAP201" in result.stderr
    assert result.returncode == 1
    assert tapelint("check", "-", "--fix", input="x = 1\n").stdout == "x = 1\n"
    diff = tapelint("check", "-", "--diff", "--stdin-filename", "a.py", input=SAFE)
    assert diff.stdout.startswith("--- a.py\n+++ a.py\n@@")
    assert diff.returncode == 1


def test_json_tells_what_remains_after_fixes(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "both.py").write_text(SAFE + "y = w.zero_()\n")
    findings = json.loads(tapelint("check", "--fix", "--output-format", "json").stdout)
    assert [(each["code"], each["line"], each["fix"]) for each in findings] == [("TAP201", 6, None)]


@pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")
def test_the_mode_stays_and_a_link_is_followed(tapelint: Run, tmp_path: Path) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    file = folder / "train.py"
    file.write_text(SAFE)
    file.chmod(0o750)
    (tmp_path / "link.py").symlink_to(file)
    assert tapelint("check", "link.py", "--fix").returncode == 0
    assert (tmp_path / "link.py").is_symlink()
    assert file.read_text() == FIXED
    assert stat.S_IMODE(file.stat().st_mode) == 0o750
    assert sorted(path.name for path in folder.iterdir()) == ["train.py"]


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() == 0, reason="root may write anything")
def test_a_file_that_may_not_be_written_is_one_line(tapelint: Run, tmp_path: Path) -> None:
    (tmp_path / "safe.py").write_text(SAFE)
    (tmp_path / "safe.py").chmod(0o444)
    result = tapelint("check", "--fix")
    assert result.returncode == 2
    assert result.stderr == (
        "tapelint: safe.py: cannot be written: Permission denied; change its mode\n"
    )
    assert (tmp_path / "safe.py").read_text() == SAFE
