"""tapelint: find the pitfalls of PyTorch's autograd in Python source, without running it.

The public interface:

- :func:`lint_source` and :func:`lint_file` return a list of :class:`Finding`;
- :func:`lint_readable` returns :class:`Linted`: the findings, and what could not be linted, such as
  a notebook's broken cell, which makes the two above raise;
- :func:`lint_project` does so for a project in memory, whose files import each other;
- :func:`fix_source` returns a :class:`Fixed`: the fixed text, what was fixed, what remains;
- :class:`Settings` says which rules run;
- :class:`SourceError` and :class:`SettingsError` are what they raise.
"""

from __future__ import annotations

from tapelint.version import __version__

TYPE_CHECKING = False  # as in `typing`, which takes long to be imported
if TYPE_CHECKING:
    from typing import Any

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
    from tapelint.in_memory import lint_project
    from tapelint.lint import Linted, lint_readable, lint_source
    from tapelint.runner import lint_file
    from tapelint.settings import Settings, SettingsError
    from tapelint.source.errors import SourceError

_HOMES = {
    "Applicability": "findings",
    "Confidence": "findings",
    "Consequence": "findings",
    "Edit": "findings",
    "Finding": "findings",
    "Fix": "findings",
    "Fixed": "fixes",
    "Linted": "lint",
    "Location": "findings",
    "Reason": "findings",
    "Settings": "settings",
    "SettingsError": "settings",
    "SourceError": "source.errors",
    "fix_source": "fixes",
    "lint_file": "runner",
    "lint_project": "in_memory",
    "lint_readable": "lint",
    "lint_source": "lint",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for alone: the command passes here too, and is to start quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, imported or not."""
    return sorted({*globals(), *__all__})


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
    "lint_project",
    "lint_readable",
    "lint_source",
]
