"""The hooks, run by the real pre-commit, from repositories that are made on the fly."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import ROOT, made_once

PITFALL = "import torch\n\nw = torch.zeros(10, requires_grad=True)\nw.normal_()\n"
REMEDY = PITFALL.replace("w.normal_()", "with torch.no_grad():\n    w.normal_()")
UNSAFE = PITFALL.replace("w.normal_()", "loss = torch.tensor([w.sum(), w.prod()]).sum()")
UNSAFE += "loss.backward()\n"
PACKAGED = (
    "src",
    "rules",
    "pyproject.toml",
    "hatch_build.py",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
)
PACKAGED += ("LICENSE", ".pre-commit-hooks.yaml")
Done = subprocess.CompletedProcess[str]
Shell = Callable[..., Done]


def notebook(source: str) -> str:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    cells = [{**cell, "source": source.splitlines(keepends=True)}]
    return json.dumps(
        {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1
    )


@pytest.fixture(scope="module")
def home(shared: Path) -> Path:
    """Where pre-commit installs hooks, once for all tests; it has its own lock."""
    return shared / "pre-commit"


def shell(folder: Path, home: Path) -> Shell:
    """Runs commands in a folder, with no settings but ours."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "PRE_COMMIT_HOME": str(home),
        "PRE_COMMIT_COLOR": "never",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_COMPILE": "1",
        "PYTHONPATH": "",
    }
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "Tester", f"GIT_{who}_EMAIL": "tester@example.org"}

    def run(*command: str, code: int | None = 0) -> Done:
        result = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600
        )
        if code is not None:
            assert result.returncode == code, result.stdout + result.stderr
        return result

    return run


PRE_COMMIT = (sys.executable, "-m", "pre_commit")


@pytest.fixture(scope="module")
def hooks(shared: Path, home: Path) -> Path:
    """A repository with tapelint as it is now, to be cloned by pre-commit."""
    folder = shared / "hooks"
    with made_once(folder) as is_missing:
        if is_missing:
            make_hooks(folder, home)
    return folder


def make_hooks(folder: Path, home: Path) -> None:
    folder.mkdir()
    for name in PACKAGED:
        if (ROOT / name).is_dir():
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=ignore)
        else:
            shutil.copy(ROOT / name, folder / name)
    run = shell(folder, home)
    run("git", "init", "-q")
    run("git", "add", "-A")
    run("git", "commit", "-q", "-m", "tapelint")


@pytest.fixture
def project(tmp_path: Path, home: Path) -> Shell:
    """A user's repository."""
    run = shell(tmp_path, home)
    run("git", "init", "-q")
    return run


def configured(run: Shell, folder: Path, hooks: Path, *identifiers: str) -> None:
    """Have pre-commit run hooks at each commit, from now on."""
    revision = run("git", "-C", str(hooks), "rev-parse", "HEAD").stdout.strip()
    entries = "".join(f"      - id: {each}\n" for each in identifiers)
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {hooks}\n    rev: {revision}\n    hooks:\n{entries}"
    )
    run(*PRE_COMMIT, "install")
    run("git", "add", ".pre-commit-config.yaml")


@pytest.mark.slow(reason="pre-commit installs the hook anew, which the other tests run once")
def test_the_hooks_can_be_tried_without_installing_anything(
    project: Shell, tmp_path: Path, hooks: Path
) -> None:
    (tmp_path / "train.py").write_text(PITFALL)
    (tmp_path / "remedy.py").write_text(REMEDY)
    project("git", "add", "-A")
    tried = project(*PRE_COMMIT, "try-repo", str(hooks), "tapelint", "--all-files", code=1)
    assert "train.py:4:1: TAP201 [inplace-on-leaf]" in tried.stdout
    assert "1 finding in 1 of 2 files" in tried.stdout


def test_a_commit_with_a_pitfall_is_refused_and_with_the_remedy_accepted(
    project: Shell, tmp_path: Path, hooks: Path
) -> None:
    configured(project, tmp_path, hooks, "tapelint")
    (tmp_path / "notes.txt").write_text("no Python\n")
    project("git", "add", "notes.txt")
    first = project("git", "commit", "-m", "No file for the hook")
    assert "(no files to check)Skipped" in first.stdout + first.stderr

    files = {"train.py": PITFALL, "train.ipynb": notebook(PITFALL), "train.pyi": PITFALL}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    project("git", "add", "-A")
    refused = project("git", "commit", "-m", "Pitfalls", code=1)
    assert "train.py:4:1: TAP201 [inplace-on-leaf]" in refused.stderr
    assert "train.ipynb:cell 1:4:1: TAP201 [inplace-on-leaf]" in refused.stderr
    assert "train.pyi:4:1: TAP201 [inplace-on-leaf]" in refused.stderr
    for name in files:
        is_notebook = name.endswith(".ipynb")
        (tmp_path / name).write_text(notebook(REMEDY) if is_notebook else REMEDY)
    project("git", "add", "-A")
    accepted = project("git", "commit", "-m", "Remedies")
    assert "Passed" in accepted.stdout + accepted.stderr


def test_the_fixing_hook_fixes_and_fails_until_the_fixed_file_is_added(
    project: Shell, tmp_path: Path, hooks: Path
) -> None:
    configured(project, tmp_path, hooks, "tapelint-fix")
    (tmp_path / "train.py").write_text(PITFALL)
    (tmp_path / "train.ipynb").write_text(notebook(PITFALL))
    project("git", "add", "-A")
    refused = project("git", "commit", "-m", "Pitfalls", code=1)
    assert "files were modified by this hook" in refused.stderr
    assert "No findings, 2 fixed, 2 files checked." in refused.stderr
    assert (tmp_path / "train.py").read_text() == REMEDY
    assert (tmp_path / "train.ipynb").read_text() == notebook(REMEDY)
    project("git", "add", "-A")
    project("git", "commit", "-m", "Remedies")

    (tmp_path / "train.py").write_text(UNSAFE)
    project("git", "add", "-A")
    refused = project("git", "commit", "-m", "What no safe fix fixes", code=1)
    assert "files were modified" not in refused.stderr
    assert "TAP101 [tensor-from-tensors]" in refused.stderr
    assert (tmp_path / "train.py").read_text() == UNSAFE


def test_many_files_make_one_report_and_settings_hold(
    project: Shell, tmp_path: Path, hooks: Path
) -> None:
    configured(project, tmp_path, hooks, "tapelint")
    (tmp_path / "legacy").mkdir()
    for number in range(60):
        (tmp_path / f"train_{number:02}.py").write_text(PITFALL)
        (tmp_path / "legacy" / f"train_{number:02}.py").write_text(PITFALL)
    (tmp_path / "pyproject.toml").write_text('[tool.tapelint]\nextend-exclude = ["legacy"]\n')
    project("git", "add", "-A")
    refused = project("git", "commit", "-m", "Pitfalls", code=1)
    assert refused.stderr.count(" TAP201 ") == 60
    assert refused.stderr.count("60 findings in 60 files") == 1
