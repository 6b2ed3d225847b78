"""Where the command starts: what can be answered at once is, the rest is :mod:`tapelint.cli`'s.

Editors, hooks and make run the command file by file, and most files have nothing to do with torch.
Their bytes tell so. Reading them takes less than a millisecond, while the parser of the command
line, the settings and the rules take many times as long to be imported as Python to start. So this
module imports as little as it can, looks at the bytes, and answers only where the answer is the
same whatever those would say. In any doubt it leaves the command to them.
"""

from __future__ import annotations

import os
import stat
import sys

TYPE_CHECKING = False  # as in `typing`, which takes long to be imported
if TYPE_CHECKING:
    from collections.abc import Sequence

FLAGS = frozenset(
    {
        "--exit-zero", "--ignore-noqa", "--isolated", "--no-cache", "--no-respect-gitignore",
        "--quiet", "-q",
    }
)  # fmt: skip
"""Options that change nothing about files that hold nothing, or that are followed here."""
_QUIET = frozenset({"--quiet", "-q"})
_PERHAPS_EXPANDED = frozenset("*?[~$%")
"""What a path holds that click replaces on Windows."""
_MOST_FILES = 500
"""More may take so long that progress must be shown."""
_MOST_BYTES = 1_000_000
_ONLY_PARSED = 0x400
"""``ast.PyCF_ONLY_AST``, without the import."""


def main() -> None:
    """Run the command ``tapelint``."""
    files = files_without_interest(sys.argv[1:])
    if files is None or not _told(files, sys.argv[1:]):
        from tapelint.cli import main as command

        command()


def files_without_interest(arguments: Sequence[str]) -> int | None:
    """How many files a command checks that need no more than a look at their bytes.

    Args:
        arguments: Those of the command, without its own name.

    Returns:
        The number; ``None`` for another command, or where any of the files must be looked into.
    """
    if arguments[:1] != ["check"] or any(name.endswith("_COMPLETE") for name in os.environ):
        return None
    options = [each for each in arguments[1:] if each.startswith("-")]
    paths = [each for each in arguments[1:] if not each.startswith("-")]
    if not paths or len(paths) > _MOST_FILES or not FLAGS.issuperset(options):
        return None
    try:
        os.getcwd()  # where that is gone, the command ends
        if "--isolated" not in options and _may_be_governed(paths):
            return None
        if not all(map(_is_without_interest, paths)) or _may_meet_tensors(paths):
            return None
    except (OSError, ValueError):
        return None  # whoever reads it next tells what is wrong
    return len({os.path.normpath(path) for path in paths})


def _may_be_governed(paths: Sequence[str]) -> bool:
    """Whether settings of ours may govern a file, or the current folder."""
    from tapelint.governing_files import may_be_governed

    folders = {"", *map(os.path.dirname, paths)}
    return any(may_be_governed(os.path.abspath(folder or ".")) for folder in folders)


def _is_without_interest(path: str) -> bool:
    from tapelint.screen import may_matter

    # A notebook must be one, though nothing in it matters.
    if path.endswith(".ipynb") or not _PERHAPS_EXPANDED.isdisjoint(path):
        return False
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
        return False
    with open(path, "rb") as file:
        source = file.read()
    return not may_matter(source) and _can_be_read(source, path)


def _can_be_read(source: bytes, path: str) -> bool:
    """Whether a file can be read; of any other the command tells why."""
    import warnings

    try:
        if path.endswith((".md", ".markdown")):
            source.decode()
            return True
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "<text>", "exec", _ONLY_PARSED, dont_inherit=True)
    except Exception:
        return False
    return True


def _may_meet_tensors(paths: Sequence[str]) -> bool:
    """Whether a file of the projects that some files belong to names torch.

    They may get tensors from there: whoever knows who imports what tells.
    """
    from tapelint.source.python_files import folder_with_library, one_names_library

    folders = {os.path.dirname(os.path.abspath(path)) for path in paths if path.endswith(".py")}
    projects = {folder_with_library(each) for each in folders}
    return any(
        one_names_library(folder, is_deep=is_deep, only=only) for folder, is_deep, only in projects
    )


def _told(files: int, arguments: Sequence[str]) -> bool:
    """Whether it could be said that so many files hold nothing."""
    if not _QUIET.isdisjoint(arguments):
        return True
    if sys.stdout is None:
        return False
    from tapelint.commands.closing_line import nothing_found

    try:
        print(nothing_found(files, 0), flush=True)
    except (OSError, ValueError):
        return False  # the command fails as well, and knows how to end
    return True
