"""Options of ``check`` that would be passed over in silence beside others, or without them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tapelint.reports import COUNTED
from tapelint.terminal import complain

_NEED = {
    "reason": (("add_noqa",), "it is what the comments say"),
    "show_fixes": (("fix", "fix_only"), "it lists what these fix"),
    "exit_non_zero_on_fix": (("fix", "fix_only", "diff"), "it is about what these fix"),
}
"""Options that mean nothing without one of others."""
_REPORT = ("statistics", "output_file", "output_format")
_CHANGES = ("fix", "fix_only", "diff", "add_noqa")
_EXCLUDE: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("add_noqa", ("fix", "fix_only", "diff"), "run it by itself"),
    ("add_noqa", _REPORT, "it writes comments and no report"),
    ("add_noqa", ("ignore_noqa",), "it adds to the comments that are there"),
    ("diff", _REPORT, "it shows a diff and no report"),
    ("fix_only", _REPORT, "it writes no report"),
    ("exit_zero", ("fail_on",), "it fails on nothing"),
    ("quiet", ("verbose",), "the one says less, the other more"),
    ("show_files", (*_CHANGES, *_REPORT, "show_settings"), "it lints nothing"),
    ("watch", ("diff", "add_noqa", "show_files", "show_settings"), "it lints again and again"),
    ("show_settings", (*_CHANGES, "statistics", "output_file"), "it lints nothing"),
)
"""Options that others would have no effect beside, and why."""


def conflict(options: Mapping[str, Any], output_format: str, paths: Sequence[str]) -> str | None:
    """What keeps the options from being followed together, with the way out; ``None`` for nothing.

    Args:
        options: The options by their names.
        output_format: The format that they and the settings ask for.
        paths: What is to be linted.
    """
    for name, (needed, why) in _NEED.items():
        if options[name] and not any(options[each] for each in needed):
            return f"{_shown(name)} goes with {_shown(*needed)}: {why}"
    for name, others, why in _EXCLUDE:
        beside = [each for each in others if options[name] and options[each]]
        if beside:
            return f"{_shown(name)} goes without {_shown(*beside)}: {why}"
    if options["watch"] and "-" in paths:
        return "--watch goes without standard input: it changes once; name a file or folder"
    if options["statistics"] and output_format not in COUNTED:
        known = f"{', '.join(COUNTED[:-1])} or {COUNTED[-1]}"
        return f"--statistics has no form in {output_format}; add --output-format with {known}"
    if options["stdin_filename"] and "-" not in paths:
        return '--stdin-filename names the text of standard input; add the path "-"'
    return None


def note(options: Mapping[str, Any]) -> None:
    """Say what the options alone do not do, though one might think so."""
    if options["quiet"]:
        return
    if options["unsafe_fixes"] and not any(options[name] for name in _CHANGES):
        complain("--unsafe-fixes applies nothing by itself; add --fix, --fix-only or --diff")


def _shown(*names: str) -> str:
    return ", ".join("--" + name.replace("_", "-") for name in names)
