"""What has changed since a revision of git, and which findings have to do with it.

Files that git does not know count as changed.
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tapelint.findings import Finding
from tapelint.lint import lint_guarded
from tapelint.settings import Settings
from tapelint.source.content import Lines, LinesInFile, content
from tapelint.source.decoding import split_lines
from tapelint.source.documents import read_document
from tapelint.source.errors import SourceError
from tapelint.source.importers import linked_with

_HUNK = re.compile(rb"^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_About = tuple[str, str]
"""The rule of a finding, and the text that it is about."""
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


@dataclass
class _Change:
    """What has changed in a file.

    Attributes:
        before: Its name at the revision, from the top of the repository.
        lines: The lines that were added.
        gaps: Behind which lines others were deleted.
    """

    before: bytes
    lines: set[int] = field(default_factory=set)
    gaps: set[int] = field(default_factory=set)

    def touches(self, stretches: Sequence[tuple[int, int]], *, is_elsewhere: bool) -> bool:
        """Whether one of some stretches has changed, or, elsewhere, what lies between them."""
        if any(line in self.lines for first, last in stretches for line in range(first, last + 1)):
            return True
        start, end = min(first for first, _ in stretches), max(last for _, last in stretches)
        return is_elsewhere and any(start <= gap < end for gap in self.gaps)


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
        self._files: dict[str, _Change | None] = {}
        self._base = os.fsdecode(base)
        diff = self._git(
            "-c", "core.quotePath=true", "diff", "--unified=0", "--no-color", "--no-ext-diff",
            "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", self._base, "--",
        )  # fmt: skip
        self._read(diff)
        untracked = self._git(
            "-C", top, "ls-files", "--others", "--exclude-standard", "-z"
        )  # fmt: skip
        for name in untracked.split(b"\0"):
            if name:
                self._files[os.path.join(self._top, os.fsdecode(name))] = None

    def __contains__(self, path: object) -> bool:
        """Whether a file has changed, or may have to do with one that has."""
        if not isinstance(path, str):
            return False
        real = os.path.realpath(path)
        return real in self._files or real in self._linked

    @functools.cached_property
    def _linked(self) -> frozenset[str]:
        return frozenset().union(*map(linked_with, self._files))

    def may_hold(self, path: str) -> bool:
        """Whether a file or folder is in the repository."""
        real = os.path.realpath(path)
        return real == self._top or real.startswith(os.path.join(self._top, ""))

    def chosen(
        self,
        findings: Sequence[Finding],
        linted: Mapping[str, Settings],
        lines: Lines,
        lines_in_file: LinesInFile,
    ) -> list[Finding]:
        """The findings that changes touch, and those that the file did not have before.

        A line that was deleted stands nowhere: only the text before tells what it did.

        Args:
            findings: All findings.
            linted: The settings that govern each file.
            lines: Gives the lines of a file.
            lines_in_file: Gives the first and the last line of a place in its file.

        Raises:
            RevisionError: Git cannot give a text.
        """
        before: dict[str, Counter[_About]] = {}
        found = []
        for finding in findings:
            path = finding.path
            if self._touches(finding, lines_in_file):
                found.append(finding)
                continue
            change = self._files.get(os.path.realpath(path))
            if change is None:
                continue
            if path not in before:
                before[path] = self._found_before(change, path, linted[path])
            about = finding.code, content(finding, lines)
            if before[path][about] > 0:
                before[path][about] -= 1
            else:
                found.append(finding)
        return found

    def _touches(self, finding: Finding, lines_in_file: LinesInFile) -> bool:
        """Whether a line of a finding or of its trail has changed.

        In another file that the trail leads through, lines deleted between its steps count, too.
        """
        stretches: dict[str, list[tuple[int, int]]] = {}
        places = [(each.path, each.location) for each in finding.trail]
        for path, at in ((finding.path, finding.location), *places):
            stretches.setdefault(path, []).append(lines_in_file(path, at))
        for path, on in stretches.items():
            real = os.path.realpath(path)
            if real in self._files:
                change = self._files[real]
                if change is None or change.touches(on, is_elsewhere=path != finding.path):
                    return True
        return False

    def _found_before(self, change: _Change, path: str, settings: Settings) -> Counter[_About]:
        """What the text before gives in the file's place; nothing where it cannot be read."""
        name = f"{self._base}:{os.fsdecode(change.before)}"
        otherwise = f"{name}: git cannot give it; fetch the revision whole"
        source = self._git("cat-file", "blob", name, otherwise=otherwise)
        try:
            document = read_document(source, path)
        except SourceError:
            return Counter()

        def lines(path: str, cell: int | None) -> list[str]:
            return split_lines(document.text_of(cell))

        linted = lint_guarded(source, path=path, settings=settings)
        return Counter((each.code, content(each, lines)) for each in linted.findings)

    def _read(self, diff: bytes) -> None:
        before, current = b"", _Change(b"")
        is_header = True
        for line in diff.split(b"\n"):
            if line.startswith(b"diff --git "):
                is_header = True
            elif is_header and line.startswith(b"--- "):
                before = _unquoted(line[4:].rstrip(b"\t")).removeprefix(b"a/")
            elif is_header and line.startswith(b"+++ "):
                current = _Change(before)
                name = _unquoted(line[4:].rstrip(b"\t"))
                if name.startswith(b"b/"):
                    self._files[os.path.join(self._top, os.fsdecode(name[2:]))] = current
            elif match := _HUNK.match(line):
                is_header = False
                deleted, start, added = int(match[1] or 1), int(match[2]), int(match[3] or 1)
                current.lines.update(range(start, start + added))
                if deleted:
                    current.gaps.update(range(start, start + max(added, 1)))

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
