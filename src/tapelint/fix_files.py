"""Fixing files: after a run, those with a finding that can be fixed."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tapelint.findings import Finding
from tapelint.fixes import can_apply, fix_guarded
from tapelint.runner import Outcome, read
from tapelint.source.decoding import by_newline
from tapelint.source.documents import read_document
from tapelint.source.errors import SourceError
from tapelint.source.replacing import replace_file


@dataclass(frozen=True)
class Change:
    """A file that fixes change.

    Attributes:
        path: The file.
        before: Its bytes.
        after: Its bytes with the fixes applied.
        fixed: The findings that are fixed.
    """

    path: str
    before: bytes
    after: bytes
    fixed: tuple[Finding, ...]


def fix_outcome(outcome: Outcome, texts: Mapping[str, bytes], *, write: bool) -> list[Change]:
    """Fix the findings of a run that have a fix, each file as its settings have it.

    The findings of a file that was fixed are replaced by those that remain.

    Args:
        outcome: What the run found; what cannot be read or written is added to its errors.
        texts: Texts that are no files, by the name that their findings carry.
        write: Whether the files are written.

    Returns:
        The changes, in the order of the findings.
    """
    by_path = outcome.by_path()
    changes: list[Change] = []
    written: dict[str, Sequence[Finding]] = {}
    for path, found in by_path.items():
        settings = outcome.linted[path]
        if not any(can_apply(each, settings) for each in found):
            continue
        rest = written.get(os.path.realpath(path))
        if rest is not None and path not in texts:  # the same file by another name
            by_path[path] = [each.at_path(path) for each in rest]
            continue
        try:
            before = texts[path] if path in texts else read(path)
            result = fix_guarded(before, found, path=path, settings=settings)
            if not result.fixed or not isinstance(result.source, bytes):
                continue
            if write and path not in texts:
                replace_file(path, result.source, before)
                written[os.path.realpath(path)] = result.remaining
        except SourceError as error:
            outcome.errors.append(error)
            continue
        outcome.fixed += len(result.fixed) if write else 0
        changes.append(Change(path, before, result.source, result.fixed))
        by_path[path] = list(result.remaining)
    outcome.findings[:] = sorted(
        (each for found in by_path.values() for each in found), key=lambda each: each.sort_key
    )
    return changes


def unified_diff(change: Change) -> Iterator[str]:
    """The lines of a diff of a file; of a notebook, of each cell that changes."""
    before = read_document(change.before, change.path).shown(change.path)
    after = read_document(change.after, change.path).shown(change.path)
    for (name, old), (_, new) in zip(before, after, strict=True):
        lines = difflib.unified_diff(by_newline(old), by_newline(new), name, name)
        for line in lines:
            yield line.removesuffix("\n")
            if not line.endswith("\n"):
                yield "\\ No newline at end of file"
