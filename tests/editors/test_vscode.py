"""The extension for VS Code: in step with tapelint, right by its own tests, small when packed."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docs.site.symptoms import tomllib

from tapelint.settings.schema import schema
from tapelint.version import __version__

from ..conftest import ROOT

FOLDER = ROOT / "editors" / "vscode"
PAGE = ROOT / "docs" / "editors" / "vscode.md"
MOST_BYTES = 300_000
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="editors/vscode is not here")


def manifest() -> Any:
    return json.loads((FOLDER / "package.json").read_text("utf-8"))


# --- in step with tapelint ---


def test_the_version_is_tapelints() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))
    versions = {manifest()["version"], lock["version"], lock["packages"][""]["version"]}
    assert versions == {__version__}, "write it into package.json, then run `npm install`"


def test_the_page_has_all_settings_with_their_defaults() -> None:
    rows = dict(re.findall(r"^\| `(tapelint\.[\w.]+)` \| (.+?) \|", PAGE.read_text("utf-8"), re.M))
    settings = manifest()["contributes"]["configuration"]["properties"]
    assert rows == {name: shown(each["default"]) for name, each in settings.items()}


def shown(default: object) -> str:
    """A default as a page writes it."""
    return "empty" if default == "" else f"`{default}`"


def test_each_confidence_can_be_chosen() -> None:
    """In the order of the command, and as both pages say it."""
    settings = manifest()["contributes"]["configuration"]["properties"]
    choice = settings["tapelint.minConfidence"]
    said = schema()["properties"]["min-confidence"]["enum"]
    assert choice["enum"] == ["default", *said]
    assert len(choice["enumDescriptions"]) == len(choice["enum"])
    for page in (PAGE, FOLDER / "README.md"):
        (row,) = re.findall(
            r"^\| `tapelint.minConfidence` \| .*$", page.read_text("utf-8"), re.MULTILINE
        )
        assert [level for level in choice["enum"] if f"`{level}`" not in row] == []


def test_the_page_has_all_commands() -> None:
    text = PAGE.read_text("utf-8")
    commands = manifest()["contributes"]["commands"]
    titles = [f"*{each['category']}: {each['title']}*" for each in commands]
    assert [title for title in titles if title not in text] == []


def test_the_sdist_takes_no_folder_of_a_like_name_from_the_extension() -> None:
    """Without a slash at its beginning, ``src`` would also be ``editors/vscode/src``."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert included
    assert [each for each in included if not each.startswith("/")] == []


# --- by its own tests ---

needs_npm = pytest.mark.tool("npm", "editors/vscode/node_modules")
"""The folder is made by ``npm install --no-save`` there."""


@pytest.fixture
def npm() -> Iterator[str]:
    """The program ``npm``, for one test at a time: they all build into the same folder."""
    found = shutil.which("npm")
    assert found
    with (FOLDER / "node_modules" / ".tapelint-tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield found


def run(npm: str, *arguments: str) -> str:
    """The output of a script of the package, which must succeed."""
    environment = {**os.environ, "TAPELINT_TEST_PYTHON": sys.executable}
    environment["PYTHONPATH"] = str(ROOT / "src")
    done = subprocess.run(
        [npm, "run", *arguments],
        cwd=FOLDER,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@needs_npm
def test_its_types_and_its_form_are_right(npm: str) -> None:
    run(npm, "check")


@needs_npm
def test_it_is_right_by_its_own_tests(npm: str) -> None:
    """Its own code, and the protocol with the server of this checkout."""
    passed = re.search(r"^. pass (\d+)$", run(npm, "test"), re.MULTILINE)
    assert passed
    assert int(passed[1]) >= 30


@needs_npm
def test_it_is_packed_small_and_without_sources(npm: str, tmp_path: Path) -> None:
    path = tmp_path / "tapelint.vsix"
    run(npm, "package", "--", "--out", str(path))
    assert path.stat().st_size <= MOST_BYTES
    with zipfile.ZipFile(path) as package:
        names = {each for each in package.namelist() if each.startswith("extension/")}
    files = "package.json readme.md changelog.md LICENSE.txt icon.png"
    built = "dist/extension.js dist/licenses.txt"
    assert names == {f"extension/{each}" for each in f"{files} {built}".split()}


@pytest.mark.skipif(
    "TAPELINT_CODE_SERVER" not in os.environ,
    reason="TAPELINT_CODE_SERVER names no code-server: see CONTRIBUTING.md",
)
def test_it_works_in_a_real_workbench(npm: str) -> None:
    run(npm, "package")
    passed = re.search(r"^. pass (\d+)$", run(npm, "test:workbench"), re.MULTILINE)
    assert passed
    assert int(passed[1]) >= 16
