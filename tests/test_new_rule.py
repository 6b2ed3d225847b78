"""Adding a rule as CONTRIBUTING.md says, word by word, in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import ROOT
from .new_rule import with_line

pytest.importorskip("torch")

COPIED = ("src", "rules", "tests", "docs", "pyproject.toml")
_BLOCK = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"`((?:src|rules)/[^`]+)`")
_FAILS = "  # fails"


def section() -> str:
    """The part of CONTRIBUTING.md about adding a rule."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text[text.index("\n## Adding a rule\n") : text.index("\n## What a review looks at\n")]


def steps() -> Iterator[tuple[str, str]]:
    """What the section tells to do: a command for the shell, or a path and its text."""
    text, end = section(), 0
    for block in _BLOCK.finditer(text):
        language, content = block[2], block[3]
        if language == "bash":
            yield from (("", line) for line in content.splitlines())
        else:
            yield _PATH.findall(text[end : block.start()])[-1], content
        end = block.end()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what the section works on; of the examples, those of the family of its rule."""
    ignored = shutil.ignore_patterns(
        "__pycache__", "*.egg-info", "ecosystem", "user_reports", "node_modules"
    )

    def left_out(folder: str, names: list[str]) -> set[str]:
        is_of_others = not Path(folder).name.startswith("TAP2")
        examples = {"examples"} if Path(folder).parent.name == "rules" and is_of_others else set()
        return ignored(folder, names) | examples

    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=left_out)
        else:
            shutil.copy(ROOT / name, tmp_path)
    for page in ROOT.glob("*.md"):
        shutil.copy(page, tmp_path)
    return tmp_path


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as in an environment that has the copy installed."""
    scripts = folder / "scripts"
    if not scripts.exists():
        scripts.mkdir()
        for name, call in (("python", ""), ("tapelint", "-m tapelint")):
            script = scripts / name
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {call} "$@"\n')
            script.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "NO_COLOR": "1",
    }
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.slow(reason="it runs the tests of a rule twice, to prove a section of CONTRIBUTING")
@pytest.mark.skipif(os.name == "nt", reason="the section is written for a shell")
def test_the_section_adds_a_rule_as_it_stands(copy: Path) -> None:
    outputs = []
    for path, text in steps():
        if path:
            assert (copy / path).exists(), f"the command has not made {path}"
            (copy / path).write_text(text, encoding="utf-8")
            continue
        result = shell(text, copy)
        outputs.append(result.stdout)
        is_meant_to_fail = text.endswith(_FAILS)
        assert bool(result.returncode) == is_meant_to_fail, f"{text}\n{result.stdout[-2000:]}"
    assert len(outputs) == 5
    assert outputs[0].splitlines()[0] == "src/tapelint/rules/fill_diagonal.py"
    assert re.search(r"\d+ failed", outputs[1])
    assert " passed" in outputs[3]
    assert "failed" not in outputs[3]
    assert re.search(r"pitfall_example\.py:8:1: TAP299 \[fill-diagonal\]", outputs[4])
    assert "remedy_example" not in outputs[4]
    row = r"^\| TAP299 \| .* \| the diagonal of a tensor .* \| off \| `no-gradient` \|$"
    assert re.search(row, (copy / "rules" / "README.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("", "usage: "),
        ("TAP29 fill-diagonal", "usage: "),
        ("TAP299 Fill_Diagonal", "a name is words in lower case"),
        ("TAP202 fill-diagonal", "taken: TAP202-inplace-on-saved"),
        ("TAP299 data-read", "taken: data_read.py"),
    ],
)
def test_what_cannot_begin_is_refused_and_nothing_is_written(
    arguments: str, complaint: str
) -> None:
    result = shell_here(f"{sys.executable} -m tests.new_rule {arguments}")
    assert result.returncode == 1
    assert complaint in result.stderr
    assert not (ROOT / "rules" / "TAP299-fill-diagonal").exists()


def shell_here(command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the repository itself."""
    return subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_line_stands_where_it_belongs() -> None:
    line = "- Rule that is off by default: TAP202 x.\n"
    older = "## [0.1.0]\n\n### New rules\n\n- c\n"
    listed = f"# C\n\n## [0.2.0]\n\nb\n\n### New rules\n\n- a\n\n{older}"
    assert with_line(listed, "TAP202", "x") == listed.replace("- a\n", f"{line}- a\n")
    first = f"# C\n\n## [0.2.0]\n\n### Fixed\n\n- a\n\n{older}"
    assert with_line(first, "TAP202", "x") == first.replace(
        "### Fixed", f"### New rules\n\n{line}\n### Fixed"
    )
