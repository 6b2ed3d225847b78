"""The line that ends a report: what was found, and what ``--fix`` could do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapelint.commands.running import count

if TYPE_CHECKING:
    from tapelint.runner import Outcome


def closing_line(outcome: Outcome, *, was_mended: bool) -> str:
    """The line.

    Args:
        outcome: What came out of the run.
        was_mended: Whether fixes were applied; what they could not mend is not offered again.
    """
    checked = count(outcome.files, "file") + " checked"
    if outcome.fixed:
        checked = f"{outcome.fixed} fixed, {checked}"
    findings = outcome.findings
    if not findings:
        return f"No findings, {checked}."
    where = count(len(outcome.by_path()), "file")
    said = f"{count(len(findings), 'finding')} in {where}, {checked}"
    return f"{said}{_fixable(outcome, was_mended=was_mended)}."


def _fixable(outcome: Outcome, *, was_mended: bool) -> str:
    from tapelint.fixes import can_apply

    with_fix = [finding for finding in outcome.findings if finding.fix is not None]
    at_once = sum(can_apply(each, outcome.linted[each.path]) for each in with_fix)
    unsafe = len(with_fix) - at_once
    if was_mended:
        return f"; {unsafe} fixable with `--unsafe-fixes`" if unsafe else ""
    if at_once and unsafe:
        return f"; {at_once} fixable with `--fix`, {unsafe} more with `--unsafe-fixes`"
    if unsafe:
        return f"; {unsafe} fixable with `--fix --unsafe-fixes`"
    return f"; {at_once} fixable with `--fix`" if at_once else ""
