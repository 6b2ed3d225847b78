"""The Python files of a project, found by their names, and whether one of them names torch.

It imports next to nothing, as :mod:`tapelint.source.files`.
"""

from __future__ import annotations

import os
from functools import lru_cache
from itertools import islice

from tapelint.source.files import Signature, entries, exists, is_file, read, signature_in

TYPE_CHECKING = False  # as in `typing`, which takes long to be imported
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapelint.source.files import HeldEntry

MOST_BYTES = 1_000_000
"""Larger files are not looked into: they hold data, or were generated."""
MOST_PROJECT_FILES = 10_000
"""How many files of a project are looked at."""
MOST_FOR_LIBRARY = 2_000
"""How many of them are searched for the name of torch."""
MOST_LEVELS_UP = 4
"""How many folders above a file's package the project's own is looked for."""
_LIBRARY = b"torch"
_MARKS = (".git", "pyproject.toml", "setup.py", "setup.cfg")
_INSTALLED = frozenset({"site-packages", "dist-packages"})
_NOT_ENTERED = frozenset(
    {
        "__pycache__", "build", "dist", "dist-packages", "env", "node_modules", "site-packages",
        "test", "tests", "venv",
    }
)  # fmt: skip
"""Folders whose files are of other projects, or show errors on purpose."""


def python_files(folder: str, *, is_deep: bool, only: str = "") -> Iterator[tuple[str, Signature]]:
    """The Python files that may show how a file is used, folder by folder, with their signatures.

    Args:
        folder: An absolute path.
        is_deep: Whether the folders in it belong to the project, too.
        only: The one folder in it that does; "" for all of them.
    """
    left = MOST_PROJECT_FILES
    folders = [folder]
    for each_folder in folders:
        try:
            inside = sorted(entries(each_folder), key=lambda each: each.name)
        except OSError:
            continue
        for each in inside:
            try:
                if each.name.endswith(".py"):
                    if _shows_errors(each.name) or not each.is_file():
                        continue
                    signature = signature_in(each)
                    if signature[2] <= MOST_BYTES:
                        yield each.path, signature
                        left -= 1
                elif is_deep and is_entered(each) and only in {"", each.name}:
                    folders.append(each.path)
            except OSError:
                continue
            if not left:
                return
        only = ""


def is_entered(entry: os.DirEntry[str] | HeldEntry) -> bool:
    """Whether an entry is a folder whose files belong to the project."""
    return (
        not entry.name.startswith(".")
        and entry.name not in _NOT_ENTERED
        and entry.is_dir(follow_symlinks=False)
    )


def _shows_errors(name: str) -> bool:
    """Whether a file holds tests: they call what they test with what it never gets elsewhere."""
    return name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py"


@lru_cache(maxsize=256)
def project_folder(folder: str) -> tuple[str, bool, str]:
    """The project's folder for one in it, whether folders in it are the project's, and which.

    Without a mark of a project it is the package with the files beside it, or else the folder
    alone: in other folders around may be anything.

    Returns:
        The folder, whether those in it belong to the project, and which one alone does; "" for all.
    """
    top = folder
    package = ""
    while is_file(os.path.join(top, "__init__.py")) and os.path.dirname(top) != top:
        if os.path.basename(os.path.dirname(top)) in _INSTALLED:
            return top, True, ""
        top, package = os.path.split(top)
    above = top
    for _ in range(MOST_LEVELS_UP + 1):
        if any(exists(os.path.join(above, mark)) for mark in _MARKS):
            return above, True, ""
        if os.path.dirname(os.path.dirname(above)) in {above, os.path.dirname(above)}:
            break
        above = os.path.dirname(above)
    return top, top != folder, package


def folder_with_library(folder: str) -> tuple[str, bool, str]:
    """The folder in which files may give tensors to those of one, and whether it is a deep one.

    It is the project's. Around a package without a mark may be anything, so it is the package.
    """
    found, is_deep, only = project_folder(folder)
    is_marked = any(exists(os.path.join(found, mark)) for mark in _MARKS)
    if found == folder or is_marked or is_file(os.path.join(found, "__init__.py")):
        return found, is_deep, only
    while os.path.dirname(folder) != found:
        folder = os.path.dirname(folder)
    return folder, True, ""


def one_names_library(folder: str, *, is_deep: bool, only: str = "") -> bool:
    """Whether a Python file of a project names torch."""
    found = python_files(folder, is_deep=is_deep, only=only)
    return any(_names_library(path) for path, _ in islice(found, MOST_FOR_LIBRARY))


def _names_library(path: str) -> bool:
    try:
        return _LIBRARY in read(path, MOST_BYTES)
    except OSError:
        return False
