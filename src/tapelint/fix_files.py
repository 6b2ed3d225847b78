"""Mending files: after a run, those with a finding that can be fixed."""

from __future__ import annotations

import contextlib
import difflib
import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tapelint.findings import Finding
from tapelint.fixes import can_apply, fix_guarded
from tapelint.runner import Outcome, read
from tapelint.settings import Settings
from tapelint.source.documents import read_document
from tapelint.source.errors import SourceError


@dataclass(frozen=True)
class Change:
    """A file that fixes change.

    Attributes:
        path: The file.
        before: Its bytes.
        after: Its bytes with the fixes applied.
        fixed: The findings that are mended.
    """

    path: str
    before: bytes
    after: bytes
    fixed: tuple[Finding, ...]


def fix_outcome(
    outcome: Outcome,
    settings: Settings,
    texts: Mapping[str, bytes],
    *,
    unsafe_fixes: bool,
    write: bool,
) -> list[Change]:
    """Mend the files of a run that have a finding with a fix.

    The findings of a file that was mended are replaced by those that remain.

    Args:
        outcome: What the run found; what cannot be read or written is added to its errors.
        settings: Which rules run.
        texts: Texts that are no files, by the name that their findings carry.
        unsafe_fixes: Whether fixes are applied that change numbers or need a look.
        write: Whether the files are written.

    Returns:
        The changes, in the order of the findings.
    """
    fixable = {each.path: None for each in outcome.findings if can_apply(each, unsafe_fixes)}
    changes: list[Change] = []
    for path in fixable:
        try:
            before = texts[path] if path in texts else read(path)
            result = fix_guarded(before, path=path, settings=settings, unsafe_fixes=unsafe_fixes)
            if not result.fixed or not isinstance(result.source, bytes):
                continue
            if write and path not in texts:
                replace_file(path, result.source)
        except SourceError as error:
            outcome.errors.append(error)
            continue
        changes.append(Change(path, before, result.source, result.fixed))
        others = [each for each in outcome.findings if each.path != path]
        outcome.findings[:] = sorted(
            [*others, *result.remaining], key=lambda finding: finding.sort_key
        )
    return changes


def replace_file(path: str, content: bytes) -> None:
    """Put other bytes in the place of a file, all at once; its mode stays.

    Of a symbolic link the file that it leads to is replaced, not the link.

    Raises:
        SourceError: It cannot be written.
    """
    target = os.path.realpath(path)
    temporary = ""
    try:
        before = os.stat(target)
        with open(target, "r+b"):
            pass  # a file that may not be written is not replaced either
        handle, temporary = tempfile.mkstemp(prefix=".tapelint-", dir=os.path.dirname(target))
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, stat.S_IMODE(before.st_mode))
        if hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(temporary, before.st_uid, before.st_gid)
        os.replace(temporary, target)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        reason = error.strerror or type(error).__name__
        raise SourceError(path, f"cannot be written: {reason}; change its mode") from None


def unified_diff(change: Change) -> Iterator[str]:
    """The lines of a diff of a file; of a notebook, of each cell that changes."""
    before = read_document(change.before, change.path).shown(change.path)
    after = read_document(change.after, change.path).shown(change.path)
    for (name, old), (_, new) in zip(before, after, strict=True):
        lines = difflib.unified_diff(_lines(old), _lines(new), name, name)
        for line in lines:
            yield line.removesuffix("\n")
            if not line.endswith("\n"):
                yield "\\ No newline at end of file"


def _lines(text: str) -> list[str]:
    """The lines of a text with their endings, as a patch counts them."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop().removesuffix("\n")
    return [*lines, last] if last else lines
