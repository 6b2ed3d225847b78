"""Virtual environments of the benchmark's own, each built once in the cache."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from .errors import BenchmarkError

ROOT = Path(__file__).parents[2]
SHARED = ("flake8", "mccabe", "pycodestyle", "pyflakes")
"""What has the same version in all environments; torchfix brings an older libcst of its own."""
_SOURCES = ("pyproject.toml", "hatch_build.py", "README.md", "src", "rules")
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
    def dask(self) -> Path:
        """The same with Dask, Parquet and pandas."""
        return self._with_tapelint("dask", "[scale]")

    @property
    def flake8(self) -> Path:
        """``bin`` of an environment with flake8 alone."""
        return self._others("flake8", [f"flake8=={self.versions('tapelint')['flake8']}"])

    @property
    def torchfix(self) -> Path:
        """``bin`` of an environment with flake8 and torchfix."""
        has = self.versions("tapelint")
        return self._others("torchfix", ["torchfix==0.7.0", *(f"{n}=={has[n]}" for n in SHARED)])

    @property
    def ruff(self) -> Path:
        """``bin`` of an environment with ruff alone."""
        return self._others("ruff", ["ruff==0.17.6"])

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
        names = [name for name in names if name != "builder"]
        return {name: self.versions(name) for name in names}

    def _with_tapelint(self, name: str, extra: str) -> Path:
        if name in self._ready:
            return self._ready[name]
        # The dependencies come first: with them, new sources are installed without a network.
        wheel = self._wheel()
        key = f"{extra} {hashlib.sha256(requirements_of(wheel).encode()).hexdigest()[:16]}"
        folder = self._made(name, key, [f"{wheel}{extra}"])
        stamp = folder / "sources"
        if not stamp.is_file() or stamp.read_text() != wheel.parent.name:
            _pip(folder, "install", ["--no-deps", "--force-reinstall", str(wheel)])
            stamp.write_text(wheel.parent.name)
        self._ready[name] = folder / "bin"
        return folder / "bin"

    def _wheel(self) -> Path:
        """The wheel of this checkout, built where nothing else is."""
        digest = digest_of_sources()
        target = self._folder / "wheels" / digest[:16]
        if not any(target.glob("*.whl")):
            builder = self._made("builder", "hatchling", ["hatchling"])
            shutil.rmtree(target.parent, ignore_errors=True)
            options = ["--no-deps", "--no-build-isolation", "--wheel-dir", str(target)]
            _pip(builder, "wheel", [*options, str(ROOT)])
        return next(target.glob("*.whl"))

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
        _pip(folder, "install", requirements)
        stamp.write_text(key)
        return folder


def requirements_of(wheel: Path) -> str:
    """What a wheel requires."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode("utf-8").splitlines()
    return "\n".join(line for line in lines if line.startswith("Requires-Dist: "))


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


def _pip(folder: Path, verb: str, arguments: list[str]) -> None:
    pip = [str(folder / "bin/python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    # What PYTHONPATH names would count as installed.
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [*pip, verb, *arguments], capture_output=True, text=True, check=False, env=clean
    )
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        why = said[-1] if said else done.stderr.strip()[-200:]
        raise BenchmarkError(
            f"pip cannot {verb} {' '.join(arguments)}: {why}; without a network, use a "
            "--cache in which the environments were built before"
        )
