"""Virtual environments of the benchmark's own, each built once in the cache."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from .errors import BenchmarkError

ROOT = Path(__file__).parents[2]
SHARED = ("flake8", "libcst", "mccabe", "pycodestyle", "pyflakes")
"""What has the same version in all environments."""
_SOURCES = ("pyproject.toml", "README.md", "src", "rules")
_VERSIONS = """
import importlib.metadata, json, sys
print(json.dumps({each.metadata["Name"].lower(): each.version
                  for each in importlib.metadata.distributions(path=[sys.argv[1]])}))
"""


class Environments:
    """The environments; what is missing is built when it is asked for."""

    def __init__(self, cache: Path) -> None:
        self._folder = cache / "environments"
        self._ready: dict[str, Path] = {}

    @property
    def tapelint(self) -> Path:
        """``bin`` of an environment with tapelint as it is in this checkout, without torch."""
        return self._with_tapelint("tapelint", "")

    @property
    def server(self) -> Path:
        """The same with the language server."""
        return self._with_tapelint("server", "[lsp]")

    @property
    def flake8(self) -> Path:
        """``bin`` of an environment with flake8 alone."""
        return self._others("flake8", [f"flake8=={self.versions('tapelint')['flake8']}"])

    @property
    def torchfix(self) -> Path:
        """``bin`` of an environment with flake8 and torchfix."""
        has = self.versions("tapelint")
        return self._others("torchfix", ["torchfix==0.7.0", *(f"{n}=={has[n]}" for n in SHARED)])

    def versions(self, name: str) -> dict[str, str]:
        """What an environment that was built holds."""
        if name == "tapelint":
            _ = self.tapelint
        python = self._folder / name / "bin" / "python"
        libraries = next((self._folder / name / "lib").glob("python*/site-packages"))
        said = subprocess.run(
            [python, "-c", _VERSIONS, libraries], capture_output=True, text=True, check=True
        )
        found: dict[str, str] = json.loads(said.stdout)
        return found

    def built(self) -> dict[str, dict[str, str]]:
        """The versions in each environment that is there."""
        names = sorted(path.parent.name for path in self._folder.glob("*/complete"))
        return {name: self.versions(name) for name in names}

    def _with_tapelint(self, name: str, extra: str) -> Path:
        if name in self._ready:
            return self._ready[name]
        # The dependencies come first: with them, new sources are installed without a network.
        declared = (ROOT / "pyproject.toml").read_text("utf-8").partition("[project.optional")[0]
        key = hashlib.sha256(f"{declared}{extra}".encode()).hexdigest()[:16]
        folder = self._made(name, key, ["hatchling", f"{ROOT}{extra}"])
        stamp = folder / "sources"
        digest = digest_of_sources()
        if not stamp.is_file() or stamp.read_text() != digest:
            install = ["--no-deps", "--force-reinstall", "--no-build-isolation", str(ROOT)]
            _pip(folder, install)
            stamp.write_text(digest)
        self._ready[name] = folder / "bin"
        return folder / "bin"

    def _others(self, name: str, requirements: list[str]) -> Path:
        if name not in self._ready:
            self._ready[name] = self._made(name, " ".join(requirements), requirements) / "bin"
        return self._ready[name]

    def _made(self, name: str, key: str, requirements: list[str]) -> Path:
        folder = self._folder / name
        stamp = folder / "complete"
        key = f"{key} {sys.version}"
        if stamp.is_file() and stamp.read_text() == key:
            return folder
        try:
            shutil.rmtree(folder, ignore_errors=True)
            venv.create(folder, with_pip=True, symlinks=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise BenchmarkError(f"{folder}: no virtual environment: {error}") from None
        _pip(folder, requirements)
        stamp.write_text(key)
        return folder


def digest_of_sources() -> str:
    """A digest of all that is installed of tapelint."""
    digest = hashlib.sha256()
    for name in _SOURCES:
        path = ROOT / name
        for each in [path] if path.is_file() else sorted(path.rglob("*")):
            if each.is_file() and "__pycache__" not in each.parts:
                digest.update(f"{each.relative_to(ROOT)}\0".encode())
                digest.update(each.read_bytes())
    return digest.hexdigest()


def _pip(folder: Path, arguments: list[str]) -> None:
    pip = [str(folder / "bin/python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    # What PYTHONPATH names would count as installed.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [*pip, "install", *arguments], capture_output=True, text=True, check=False, env=clean
    )
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        why = said[-1] if said else done.stderr.strip()[-200:]
        raise BenchmarkError(
            f"pip cannot install {' '.join(arguments)}: {why}; without a network, use a "
            "--cache in which the environments were built before"
        )
