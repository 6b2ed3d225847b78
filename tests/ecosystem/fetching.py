"""Wheels from the index, and their sources on disk.

Only wheels are taken: to look into a source distribution, pip would run its ``setup.py``.
Nothing of a package is ever run or imported here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .errors import EcosystemError
from .linting import ENDINGS
from .packages import Package

# One platform for everybody, so that everybody gets the same wheel of a package.
_PLATFORM = [
    *("--python-version", "3.11", "--implementation", "cp", "--abi", "cp311", "--abi", "none"),
    *("--platform", "manylinux_2_28_x86_64", "--platform", "any", "--only-binary", ":all:"),
]


def default_cache() -> Path:
    """The folder of the user's own cache."""
    fallback = os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or fallback) / "tapelint-ecosystem"


def fetch(packages: Sequence[Package], cache: Path) -> dict[Package, Path]:
    """The folder with the sources of each package; what the cache lacks is downloaded.

    Raises:
        EcosystemError: A package cannot be downloaded, or is not the one of the list.
    """
    wheels = cache / "wheels"
    sources = cache / "src"
    try:
        wheels.mkdir(parents=True, exist_ok=True)
        sources.mkdir(exist_ok=True)
        folders = {package: sources / f"{package}-{package.sha256[:8]}" for package in packages}
        missing = [package for package, folder in folders.items() if not folder.is_dir()]
        _download([package for package in missing if _wheel(package, wheels) is None], wheels)
        for package in missing:
            wheel = _wheel(package, wheels)
            if wheel is None:
                raise EcosystemError(f"{wheels}: pip has left no wheel of {package}")
            write_sources(in_wheel(wheel), folders[package])
    except OSError as error:
        raise EcosystemError(f"{error.filename}: {error.strerror}") from None
    return folders


def _wheel(package: Package, wheels: Path) -> Path | None:
    for path in wheels.glob(f"{package}-*.whl"):
        if hashlib.sha256(path.read_bytes()).hexdigest() == package.sha256:
            return path
    return None


def _download(packages: Sequence[Package], wheels: Path) -> None:
    if not packages:
        return
    with tempfile.TemporaryDirectory() as folder:
        requirements = Path(folder) / "requirements.txt"
        requirements.write_text("".join(f"{each.requirement}\n" for each in packages))
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download"]
        pip += ["--no-deps", "--require-hashes", "--dest", str(wheels), "-r", str(requirements)]
        result = subprocess.run([*pip, *_PLATFORM], capture_output=True, text=True, check=False)
    if result.returncode:
        raise EcosystemError(f"pip download has failed:\n{result.stderr.strip()}")


def write_sources(contents: Iterable[tuple[str, bytes]], folder: Path) -> None:
    """Write sources beside ``folder``, then move them: what is there is complete."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        new = Path(beside) / "sources"
        new.mkdir()
        for name, content in contents:
            file = new / name
            if name.endswith(ENDINGS) and file.resolve().is_relative_to(new.resolve()):
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        shutil.move(new, folder)


def in_wheel(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """The sources in a wheel, by their paths."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(ENDINGS):
                yield name, archive.read(name)
