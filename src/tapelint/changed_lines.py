"""The lines that have changed since a revision of git, files that git does not know included."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator

from tapelint.findings import Finding
from tapelint.source.content import LinesInFile

_HUNK = re.compile(rb"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_ESCAPES = {
    b"n": b"\n",
    b"t": b"\t",
    b"r": b"\r",
    b"a": b"\a",
    b"b": b"\b",
    b"f": b"\f",
    b"v": b"\v",
}


class RevisionError(ValueError):
    """Changes cannot be told; the message is one line that says how to fix it."""


class ChangedLines:
    """The changed lines of the repository that a folder belongs to.

    Changes are counted from the point where the revision and the current commit parted, so that
    what others have changed on the revision's branch since then does not count.
    """

    def __init__(self, revision: str, folder: str = ".") -> None:
        """Ask git.

        Raises:
            RevisionError: There is no git, no repository or no such revision.
        """
        self._folder = folder
        top = os.fsdecode(self._git("rev-parse", "--show-toplevel").rstrip(b"\n"))
        self._top = os.path.realpath(top)
        found = self._git(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}",
            otherwise=f"unknown revision {revision!r}; `git log` and `git branch` list them",
        )  # fmt: skip
        commit = os.fsdecode(found.strip())
        base = self._git("merge-base", commit, "HEAD", otherwise="").strip() or found.strip()
        self._lines: dict[str, set[int] | None] = {}
        diff = self._git(
            "-c", "core.quotePath=true", "diff", "--unified=0", "--no-color", "--no-ext-diff",
            "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", os.fsdecode(base), "--",
        )  # fmt: skip
        self._read(diff)
        untracked = self._git(
            "-C", top, "ls-files", "--others", "--exclude-standard", "-z"
        )  # fmt: skip
        for name in untracked.split(b"\0"):
            if name:
                self._lines[os.path.join(self._top, os.fsdecode(name))] = None

    def __contains__(self, path: object) -> bool:
        """Whether a file has changed lines."""
        return isinstance(path, str) and os.path.realpath(path) in self._lines

    def may_hold(self, path: str) -> bool:
        """Whether a file or folder is in the repository."""
        real = os.path.realpath(path)
        return real == self._top or real.startswith(os.path.join(self._top, ""))

    def touches(self, finding: Finding, lines_in_file: LinesInFile) -> bool:
        """Whether a finding stands on a changed line, with one of its lines."""
        path = os.path.realpath(finding.path)
        if path not in self._lines:
            return False
        changed = self._lines[path]
        if changed is None:
            return True
        first, last = lines_in_file(finding.path, finding.location)
        return any(line in changed for line in range(first, last + 1))

    def _read(self, diff: bytes) -> None:
        current: set[int] = set()
        is_header = True
        for line in diff.split(b"\n"):
            if line.startswith(b"diff --git "):
                is_header = True
            elif is_header and line.startswith(b"+++ "):
                current = set()
                name = _unquoted(line[4:].rstrip(b"\t"))
                if name.startswith(b"b/"):
                    self._lines[os.path.join(self._top, os.fsdecode(name[2:]))] = current
            elif match := _HUNK.match(line):
                is_header = False
                start, count = int(match[1]), int(match[2] or 1)
                current.update(range(start, start + count))

    def _git(self, *arguments: str, otherwise: str | None = None) -> bytes:
        """What git prints.

        Args:
            arguments: Its arguments.
            otherwise: What to say if it fails; "" to go on with nothing.
        """
        try:
            result = subprocess.run(
                ["git", "-C", self._folder, *arguments], capture_output=True, check=False
            )
        except OSError as error:
            raise RevisionError(f"git cannot be run: {error.strerror}; install it") from None
        if result.returncode == 0:
            return result.stdout
        if otherwise == "":
            return b""
        said = result.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise RevisionError(otherwise or said.removeprefix("fatal: ") or "git failed")


def _unquoted(name: bytes) -> bytes:
    """A name as git prints it: quoted as in C where it holds unusual letters."""
    if not (name.startswith(b'"') and name.endswith(b'"')):
        return name
    return b"".join(_pieces(name[1:-1]))


def _pieces(quoted: bytes) -> Iterator[bytes]:
    at = 0
    for match in _ESCAPE.finditer(quoted):
        yield quoted[at : match.start()]
        said = match[1]
        yield bytes([int(said, 8)]) if len(said) == 3 else _ESCAPES.get(said, said)
        at = match.end()
    yield quoted[at:]
