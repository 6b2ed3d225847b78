"""A baseline: the findings of one day, so that later runs report new ones only.

Findings are remembered by what they are about (:func:`tapelint.source.content.content`), so that
a baseline survives edits elsewhere in a file. What is alike is counted.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tapelint.findings import Confidence, Finding
from tapelint.settings.values import Settings
from tapelint.source.content import Lines, content
from tapelint.source.errors import SourceError
from tapelint.source.replacing import replace_file, write_file

DEFAULT_FILE = "tapelint-baseline.json"
_VERSION = 1
_HALF = re.compile("[\ud800-\udfff]")


class BaselineError(ValueError):
    """A baseline cannot be read or written; the message is one line that says how to fix it."""


@dataclass(frozen=True, order=True)
class Entry:
    """Findings that are alike.

    Attributes:
        path: The file, relative to the baseline's folder, with ``/`` between its parts.
        code: The rule's code.
        content: The source text that the finding is about.
    """

    path: str
    code: str
    content: str


class Baseline:
    """The entries of a baseline file, with how many findings each stands for.

    Attributes:
        file: The file.
        counts: The entries.
        certain: Those that stand for certain findings alone: runs that report no others judge
            them, too.
    """

    def __init__(
        self,
        file: str,
        counts: Mapping[Entry, int] | None = None,
        certain: Iterable[Entry] = (),
    ) -> None:
        self.file = file
        self.counts: Counter[Entry] = Counter(counts or {})
        self.certain = frozenset(certain)

    @classmethod
    def read(cls, file: str) -> Baseline:
        """Read a baseline file.

        Raises:
            BaselineError: It cannot be read, or is none.
        """
        try:
            raw = json.loads(Path(file).read_text("utf-8"))
        except FileNotFoundError:
            raise BaselineError(
                f"{file}: no such file; `tapelint baseline --output {file}` makes it"
            ) from None
        except OSError as error:
            raise BaselineError(f"{file}: cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise BaselineError(f"{file}: not a baseline: not valid JSON; make it anew") from None
        try:
            if raw["version"] != _VERSION:
                raise BaselineError(f"{file}: a baseline of another version; make it anew")
            counts: Counter[Entry] = Counter()
            certain = set()
            for each in raw["findings"]:
                entry = Entry(str(each["path"]), str(each["code"]), str(each["content"]))
                counts[entry] += int(each["count"])
                if each.get("confidence") == Confidence.CERTAIN.value:
                    certain.add(entry)
        except BaselineError:
            raise
        except (AttributeError, KeyError, TypeError, ValueError):
            raise BaselineError(f"{file}: not a baseline; make it anew") from None
        return cls(file, counts, certain)

    def write(self) -> None:
        """Write the baseline's file, one entry a line.

        Raises:
            BaselineError: It cannot be written.
        """
        lines = [
            json.dumps(
                {
                    "path": entry.path,
                    "code": entry.code,
                    "content": entry.content,
                    "confidence": self._confidence(entry).value,
                    "count": self.counts[entry],
                },
                ensure_ascii=False,
            )
            for entry in sorted(+self.counts)
        ]
        body = ",\n    ".join(lines)
        found = f"[\n    {body}\n  ]" if lines else "[]"
        text = f'{{\n  "version": {_VERSION},\n  "findings": {found}\n}}\n'
        # Names of files and notebooks may hold halves of characters, which UTF-8 does not.
        content = _HALF.sub(lambda match: f"\\u{ord(match.group()):04x}", text).encode()
        try:
            if os.path.isfile(self.file):
                replace_file(self.file, content)
            else:
                write_file(self.file, content)
        except SourceError as error:
            raise BaselineError(str(error)) from None

    def new(self, findings: Sequence[Finding], lines: Lines) -> list[Finding]:
        """The findings that the baseline does not hold.

        Where more findings are alike than it holds, the later ones are new.
        """
        left = Counter(self.counts)
        found = []
        for finding in findings:
            entry = self.entry(finding, lines)
            if left[entry] > 0:
                left[entry] -= 1
            else:
                found.append(finding)
        return found

    def stale(
        self, findings: Sequence[Finding], linted: Mapping[str, Settings], lines: Lines
    ) -> Counter[Entry]:
        """What the baseline holds and the run did not find.

        Entries are judged only if their rule has run on their file, or their file is gone.

        Args:
            findings: All findings of the run.
            linted: The files that were linted, with the settings that governed them.
            lines: Gives the lines of a file.
        """
        left = self.counts - Counter(self.entry(finding, lines) for finding in findings)
        judged = {self._path(path): (path, settings) for path, settings in linted.items()}
        return Counter(
            {entry: count for entry, count in left.items() if self._is_judged(entry, judged)}
        )

    def updated(
        self, findings: Sequence[Finding], linted: Mapping[str, Settings], lines: Lines
    ) -> Baseline:
        """The baseline of today: what was found, and what this run could not judge."""
        entries = [self.entry(finding, lines) for finding in findings]
        found = Counter(entries)
        left = self.counts - found
        kept = left - self.stale(findings, linted, lines)
        likely = {
            entry
            for entry, finding in zip(entries, findings, strict=True)
            if finding.confidence is not Confidence.CERTAIN
        }
        certain = (found.keys() - likely - kept.keys()) | (kept.keys() & self.certain - likely)
        return Baseline(self.file, found + kept, certain)

    def _confidence(self, entry: Entry) -> Confidence:
        return Confidence.CERTAIN if entry in self.certain else Confidence.LIKELY

    def entry(self, finding: Finding, lines: Lines) -> Entry:
        """The entry that a finding falls under."""
        return Entry(self._path(finding.path), finding.code, content(finding, lines))

    def _is_judged(self, entry: Entry, linted: Mapping[str, tuple[str, Settings]]) -> bool:
        if entry.path not in linted:
            return not os.path.exists(os.path.join(self._folder, entry.path))
        path, settings = linted[entry.path]
        known = Confidence.CERTAIN if entry in self.certain else Confidence.LIKELY
        if not known.reaches(settings.min_confidence):
            return False
        return any(rule.code == entry.code for rule in settings.enabled_rules(path))

    @property
    def _folder(self) -> str:
        return os.path.dirname(os.path.abspath(self.file))

    def _path(self, path: str) -> str:
        try:
            return os.path.relpath(path, self._folder).replace(os.sep, "/")
        except ValueError:
            return path.replace(os.sep, "/")  # on another drive
