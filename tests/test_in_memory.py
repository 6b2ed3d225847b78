"""A project in memory has the findings that it has on disk, and nothing else is read."""

from __future__ import annotations

import posixpath
import subprocess
import sys
from pathlib import Path

import pytest

from tapelint import Finding, Linted, Settings, SettingsError, lint_file, lint_project

from .project_files import NETS, write
from .projects.cases import Project, projects

ENGINE = """
import torch

def fit(model, x):
    out = model(x)
    out.mul_(2)
    out.sum().backward()
"""
NET = NETS.replace("return self.layer(x)", "return self.layer(x).sigmoid()")
MAIN = "from engine import fit\nfrom nets import Critic\n\ndef main(x):\n    fit(Critic(3), x)\n"


def shown(findings: list[Finding], folder: Path | None = None) -> list[object]:
    """All that a finding says, with paths as seen from the project's folder."""
    prefix = "" if folder is None else f"{folder}/"
    return [
        {
            **each.to_dict(),
            "path": each.path.removeprefix(prefix),
            "message": each.message.replace(prefix, "") if prefix else each.message,
            "because": [
                (step.path.removeprefix(prefix), step.location, step.message)
                for step in each.because
            ],
            "assumptions": [
                (one.told, one.path.removeprefix(prefix), one.location) for one in each.assumed
            ],
        }
        for each in findings
    ]


@pytest.mark.parametrize("project", projects(), ids=lambda each: each.name)
def test_in_memory_and_on_disk_the_findings_are_the_same(project: Project, tmp_path: Path) -> None:
    folder = project.copied(tmp_path)
    paths = sorted(folder.rglob("*.py"))
    on_disk = [finding for path in paths for finding in lint_file(path)]
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in paths}
    linted = lint_project(texts)
    assert not linted.errors
    assert shown(list(linted.findings)) == shown(on_disk, folder)


def found(linted: Linted) -> list[tuple[str, int, str]]:
    return [(each.path, each.line, each.code) for each in linted.findings]


@pytest.mark.parametrize("where", ["", "lib/", "./", "/", "/home/me/lib/", "a/b/c/d/"])
def test_paths_are_those_that_were_given(where: str) -> None:
    files = {"engine.py": ENGINE, "nets.py": NET, "main.py": MAIN}
    linted = lint_project({f"{where}{name}": text for name, text in files.items()})
    assert found(linted) == [(f"{where}engine.py", 6, "TAP202")]
    given = {posixpath.normpath(f"{where}{name}") for name in files}
    assert {posixpath.normpath(each.path) for each in linted.findings[0].because} <= given


def test_sources_below_src_and_packages_are_found() -> None:
    files = {
        "src/lib/__init__.py": "from .engine import fit\n",
        "src/lib/engine.py": ENGINE.encode(),
        "src/lib/nets.py": NET,
        "scripts/main.py": "from lib import fit\nfrom lib.nets import Critic\n\n"
        "def main(x):\n    fit(Critic(3), x)\n",
    }
    assert found(lint_project(files)) == [("src/lib/engine.py", 6, "TAP202")]


def test_two_projects_know_nothing_of_each_other() -> None:
    files = {"engine.py": ENGINE, "nets.py": NET, "main.py": MAIN}
    assert len(found(lint_project(files))) == 1
    harmless = NET.replace(".sigmoid()", "")
    assert not found(lint_project({**files, "nets.py": harmless}))
    assert not found(lint_project({"engine.py": ENGINE, "main.py": MAIN}))
    assert len(found(lint_project(files))) == 1


def test_nothing_of_the_machine_is_read(tmp_path: Path) -> None:
    """Beside the project, on disk, stands what would change its findings; Python tells of reads."""
    write(tmp_path, {"nets.py": NET, "main.py": MAIN, "engine.py": ENGINE, ".git/x": ""})
    program = f"""
import sys
from tapelint import lint_project
files = {{"engine.py": {ENGINE!r}, "main.py": {MAIN!r}, "nets.py": {NET!r}}}
assert len(lint_project(files).findings) == 1  # everything is imported now
seen = []
sys.addaudithook(lambda event, given: seen.append((event, given[0])) if event in {{
    "open", "os.listdir", "os.scandir"
}} else None)
del files["nets.py"]
assert not lint_project(files).findings
assert not lint_project({{"engine.py": {ENGINE!r}}}).findings
print(seen)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == "[]\n", done.stderr


def test_what_cannot_be_linted_stops_nothing() -> None:
    files = {
        "engine.py": ENGINE,
        "nets.py": NET,
        "main.py": MAIN,
        "broken.py": "import torch\nx.backward(\n",
        "../outside.py": ENGINE,
        "notes.txt": "import torch\nx.backward(\n",
    }
    linted = lint_project(files)
    assert found(linted) == [("engine.py", 6, "TAP202")]
    assert sorted(each.path for each in linted.errors) == ["../outside.py", "broken.py"]
    assert linted.was_read
    assert not lint_project({"broken.py": "import torch\nx.backward(\n"}).was_read
    assert lint_project({}) == Linted()


def test_settings_and_comments_count() -> None:
    files = {"engine.py": ENGINE, "nets.py": NET, "main.py": MAIN}
    assert not found(lint_project(files, settings=Settings(ignore=("TAP202",))))
    assert not found(lint_project(files, settings=Settings(follow_imports=False)))
    files["engine.py"] = ENGINE.replace("mul_(2)", "mul_(2)  # noqa: TAP202")
    assert not found(lint_project(files))
    assert len(found(lint_project(files, respect_noqa=False))) == 1
    with pytest.raises(SettingsError):
        lint_project({}, settings=Settings(select=("TAP999",)))
