"""tapelint: find the pitfalls of PyTorch's autograd in Python source, without running it.

The public interface:

- :func:`lint_source` and :func:`lint_file` return a list of :class:`Finding`;
- :func:`lint_readable` returns :class:`Linted`: the findings, and what could not be linted, such as
  a notebook's broken cell, which makes the two above raise;
- :func:`fix_source` returns a :class:`Fixed`: the mended text, what was mended, what remains;
- :class:`Settings` says which rules run;
- :class:`SourceError` and :class:`SettingsError` are what they raise.
"""

from __future__ import annotations

from pathlib import Path

from tapelint.findings import (
    Applicability,
    Confidence,
    Consequence,
    Edit,
    Finding,
    Fix,
    Location,
    Reason,
)
from tapelint.fixes import Fixed, fix_source
from tapelint.lint import Linted, lint_readable, lint_source
from tapelint.settings import Settings, SettingsError
from tapelint.source.errors import SourceError
from tapelint.version import __version__


def lint_file(path: str | Path, *, settings: Settings | None = None) -> list[Finding]:
    """Find the pitfalls in one file.

    Args:
        path: The file.
        settings: Which rules run; by default those that are on by default.

    Returns:
        The findings in the order of the text.

    Raises:
        SourceError: The file cannot be read, or is not Python.
        SettingsError: The settings name an unknown rule.
    """
    from tapelint.runner import read

    return lint_source(read(str(path)), path=str(path), settings=settings)


__all__ = [
    "Applicability",
    "Confidence",
    "Consequence",
    "Edit",
    "Finding",
    "Fix",
    "Fixed",
    "Linted",
    "Location",
    "Reason",
    "Settings",
    "SettingsError",
    "SourceError",
    "__version__",
    "fix_source",
    "lint_file",
    "lint_readable",
    "lint_source",
]
