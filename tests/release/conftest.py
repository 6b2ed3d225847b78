"""What a release is made of, and an environment that has nothing but that."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from docs.site.symptoms import tomllib

from ..conftest import ROOT, made_once
from ..tools import no_network

LEFTOVERS = ("node_modules", "build", "dist", ".venv", ".mypy_cache", "__pycache__")
"""Folders that a checkout has after some work, and that no release may have."""


@dataclass(frozen=True)
class Distributions:
    """What ``python -m build`` has made."""

    sdist: Path
    wheel: Path


def clean_environment(wheels: Path) -> dict[str, str]:
    """The variables of a process whose pip knows no index, only a folder of wheels."""
    kept = {name: value for name, value in os.environ.items() if name[:4] not in ("PIP_", "GIT_")}
    kept.pop("PYTHONPATH", None)
    return kept | {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_NO_CACHE_DIR": "1",
        "PIP_NO_COMPILE": "1",
        "PIP_NO_INDEX": "1",
    }


@pytest.fixture(scope="session")
def wheels(shared: Path) -> Path:
    """The wheels of what tapelint needs, and of what builds it; the one thing from the network."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    folder = shared / "wheels"
    with made_once(folder) as is_missing:
        if is_missing:
            command = [sys.executable, "-m", "pip", "download", "-q", "--only-binary", ":all:"]
            done = subprocess.run(
                [*command, "--dest", str(folder), *needed], capture_output=True, text=True
            )
            if done.returncode:
                no_network(done.stderr)
    return folder


@pytest.fixture(scope="session")
def distributions(shared: Path, wheels: Path) -> Distributions:
    """The sdist of this checkout, and the wheel that is built from that sdist, without network.

    The sdist is made in a copy, with folders in it that a used checkout has.
    """
    folder = shared / "dist"
    with made_once(folder) as is_missing:
        if is_missing:
            checkout = shared / "checkout"
            shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".git", *LEFTOVERS))
            for name in LEFTOVERS:
                for place in (checkout / name, checkout / "editors/vscode" / name):
                    (place / "src").mkdir(parents=True)
                    (place / "src/forgotten.py").write_text("left over\n")
            done = subprocess.run(
                [sys.executable, "-m", "build", "--outdir", str(folder), str(checkout)],
                cwd=shared,
                env=clean_environment(wheels),
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stdout + done.stderr
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Distributions(sdist, wheel)


@pytest.fixture(scope="session")
def new_environment(
    tmp_path_factory: pytest.TempPathFactory, wheels: Path
) -> Callable[[str | Path], Path]:
    """Makes virtual environments with one thing installed; gives the folder of their programs."""

    def make(what: str | Path) -> Path:
        folder = tmp_path_factory.mktemp("environment")
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        done = subprocess.run(
            [str(folder / "bin/python"), "-m", "pip", "install", "-q", str(what)],
            env=clean_environment(wheels),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return folder / "bin"

    return make
