"""The Python files of a repository at a commit, in a folder that may be changed."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tarfile
from pathlib import Path

from .errors import PlantedError


def check_out(repository: str, commit: str, repositories: Path, to: Path) -> None:
    """Put a repository's Python files into a new folder.

    They come from `repositories/owner+name`: a git directory, with or without a work tree, or a
    folder of files. What is not there is fetched from GitHub, once.

    Raises:
        PlantedError: The repository or the commit cannot be had.
    """
    source = repositories / repository.replace("/", "+")
    if not source.exists():
        _fetch(repository, commit, source)
    if not (source / ".git").exists() and not (source / "HEAD").exists():
        shutil.copytree(source, to, ignore=_all_but_python)
        return
    # By a pattern, since a partial copy of a repository may lack large files of other kinds.
    archive = _git(source, "archive", "--format=tar", commit, "--", ":(glob)**/*.py")
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        # Symbolic links are left out: they may lead out of the folder.
        members = [member for member in files if not member.issym()]
        if hasattr(tarfile, "data_filter"):  # Python 3.11.4 and newer, and 3.10.12
            files.extractall(to, members, filter="data")
        else:
            files.extractall(to, members)  # git has made it from a commit


def blob(content: bytes) -> str:
    """Git's name of a file's content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _fetch(repository: str, commit: str, to: Path) -> None:
    address = f"https://github.com/{repository}"
    part = to.with_name(f"{to.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(parents=True)
        _git(part, "init", "--quiet", "--bare")
        _git(part, "fetch", "--quiet", "--depth=1", address, commit)
        part.rename(to)
    except PlantedError as error:
        raise PlantedError(
            f"{repository} could not be fetched ({error}); put its commit {commit} into {to}"
        ) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _git(folder: Path, *arguments: str) -> bytes:
    try:
        result = subprocess.run(
            ("git", "-C", str(folder), *arguments), capture_output=True, check=False
        )
    except OSError as error:
        raise PlantedError(f"git does not run: {error.strerror}") from None
    if result.returncode:
        lines = result.stderr.decode(errors="replace").strip().splitlines()
        raise PlantedError(lines[-1] if lines else f"git ends with {result.returncode}")
    return result.stdout


def _all_but_python(folder: str, names: list[str]) -> list[str]:
    return [n for n in names if not n.endswith(".py") and not Path(folder, n).is_dir()]
