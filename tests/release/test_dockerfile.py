"""The Dockerfile, whose instructions are followed in folders: there is no docker here."""

from __future__ import annotations

import fnmatch
import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import ROOT
from .conftest import clean_environment

LINES = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
PITFALL = "import torch\n\nw = torch.zeros(3, requires_grad=True)\nw.normal_()\n"


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage, without its first one."""
    found: list[list[tuple[str, str]]] = []
    for line in LINES:
        instruction, rest = line.split(" ", 1)
        if instruction == "FROM":
            found.append([])
        else:
            found[-1].append((instruction, rest))
    return found


def test_it_is_short_and_starts_from_one_python() -> None:
    assert len(LINES) <= 10
    images = {line.split()[1] for line in LINES if line.startswith("FROM")}
    assert len(images) == 1


@pytest.mark.slow(reason="it builds all wheels again, by a file that seldom changes")
def test_it_builds_from_what_it_copies_and_runs(tmp_path: Path, wheels: Path) -> None:
    build, run = stages()
    sources, user = tmp_path / "sources", tmp_path / "user"
    sources.mkdir()
    for names in (shlex.split(rest) for kind, rest in build if kind == "COPY"):
        *what, where = names
        for name in what:
            assert sent_to_docker(name)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, sources / where)
            else:
                shutil.copy(ROOT / name, sources / where)
    (command,) = [rest for kind, rest in build if kind == "RUN"]
    pip, *arguments = shlex.split(command)
    assert pip == "pip"
    follow([sys.executable, "-m", "pip", *arguments], sources, wheels)

    # The second stage sees the wheels of the first, and has no index.
    (command,) = [rest for kind, rest in run if kind == "RUN"]
    mount, pip, *arguments = shlex.split(command)
    mounted = dict(each.split("=", 1) for each in mount.partition("=")[2].split(","))
    assert (mounted["from"], mounted["source"], pip) == ("build", "/tapelint/wheels", "pip")
    subprocess.run([sys.executable, "-m", "venv", str(user)], check=True)
    assert arguments[-1] == f"{mounted['target']}/*.whl"
    given = [*arguments[:-1], *map(str, sorted((sources / "wheels").glob("*.whl")))]
    assert "--no-index" in given
    follow([str(user / "bin/python"), "-m", "pip", *given], tmp_path, tmp_path / "nothing")

    (entry,) = [json.loads(rest) for kind, rest in run if kind == "ENTRYPOINT"]
    (tmp_path / "code").mkdir()
    (tmp_path / "code/model.py").write_text(PITFALL)
    done = subprocess.run(
        [str(user / "bin" / entry[0]), *entry[1:], "check"],
        cwd=tmp_path / "code",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr
    assert "TAP201" in done.stdout


def follow(command: list[str], folder: Path, wheels: Path) -> None:
    done = subprocess.run(
        command, cwd=folder, env=clean_environment(wheels), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def sent_to_docker(name: str) -> bool:
    """Whether ``.dockerignore`` lets a file through."""
    is_sent = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        if fnmatch.fnmatch(name, line.lstrip("!")):
            is_sent = line.startswith("!")
    return is_sent
