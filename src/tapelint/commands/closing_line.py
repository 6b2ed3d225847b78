"""The line that ends a report: what was found, and what ``--fix`` could do about it."""

from __future__ import annotations

from tapelint.commands.counting import count

TYPE_CHECKING = False  # as in `typing`, which takes long to be imported
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tapelint.findings import Finding
    from tapelint.runner import Outcome


def closing_line(outcome: Outcome, *, was_fixed: bool, is_folded: bool = False) -> str:
    """The line.

    Args:
        outcome: What came out of the run.
        was_fixed: Whether fixes were applied; what they could not fix is not offered again.
        is_folded: Whether the report has counted what is `legacy`, and not listed it.
    """
    findings = outcome.findings
    if not findings:
        return nothing_found(outcome.files, outcome.fixed)
    notes = [f"{outcome.fixed} fixed"] if outcome.fixed else []
    notes += _fixable(outcome, was_fixed=was_fixed)
    counted = _consequences(findings, is_folded=is_folded)
    said = f"{count(len(findings), 'finding')} in {_where(outcome)}: {counted}"
    return "; ".join([said, *([", ".join(notes)] if notes else [])]) + "."


def nothing_found(files: int, fixed: int = 0) -> str:
    """The line of a run that has found nothing, or left nothing of it."""
    return f"No findings, {_checked(files, fixed)}."


def _checked(files: int, fixed: int) -> str:
    checked = count(files, "file") + " checked"
    return f"{fixed} fixed, {checked}" if fixed else checked


def _where(outcome: Outcome) -> str:
    """``2 files``, or ``2 of 3 files`` where others were checked as well."""
    found, checked = len(outcome.by_path()), count(outcome.files, "file")
    return checked if found == outcome.files else f"{found} of {checked}"


def _consequences(findings: Sequence[Finding], *, is_folded: bool) -> str:
    """How many findings have each consequence, the worst first."""
    from tapelint.findings import Consequence

    numbers = dict.fromkeys(Consequence, 0)
    for finding in findings:
        numbers[finding.consequence] += 1
    ways = {Consequence.LEGACY: " (`--show legacy` lists them)"} if is_folded else {}
    said = [
        f"{number} {each.value}{ways.get(each, '')}" for each, number in numbers.items() if number
    ]
    return ", ".join(said)


def _fixable(outcome: Outcome, *, was_fixed: bool) -> list[str]:
    from tapelint.fixes import can_apply

    with_fix = [finding for finding in outcome.findings if finding.fix is not None]
    at_once = sum(can_apply(each, outcome.linted[each.path]) for each in with_fix)
    unsafe = len(with_fix) - at_once
    if was_fixed:
        return [f"{unsafe} fixable with `--unsafe-fixes`"] if unsafe else []
    if at_once and unsafe:
        return [f"[*] {at_once} fixable with `--fix`, {unsafe} more with `--unsafe-fixes`"]
    if unsafe:
        return [f"{unsafe} fixable with `--fix --unsafe-fixes`"]
    return [f"[*] {at_once} fixable with `--fix`"] if at_once else []
