"""The line that ends a report: what was found, and what ``--fix`` could do about it."""

from __future__ import annotations

from tapelint.commands.counting import count

TYPE_CHECKING = False  # as in `typing`, which takes long to be imported
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tapelint.findings import Finding
    from tapelint.runner import Outcome


def closing_line(
    outcome: Outcome, *, was_fixed: bool, is_folded: bool = False, may_fail: bool = False
) -> str:
    """The line.

    Args:
        outcome: What came out of the run.
        was_fixed: Whether fixes were applied; what they could not fix is not offered again.
        is_folded: Whether the report has counted what is `legacy`, and not listed it.
        may_fail: Whether findings alone decide how the command exits.
    """
    findings = outcome.findings
    ends = [*outcome.left_out, *([] if outcome.is_summed_up else _unread(outcome))]
    if not findings:
        return nothing_found(outcome.files, outcome.mentioning, outcome.fixed, ends)
    notes = [f"{outcome.fixed} fixed"] if outcome.fixed else []
    notes += _fixable(outcome, was_fixed=was_fixed)
    counted = _consequences(findings, is_folded=is_folded)
    said = f"{count(len(findings), 'finding')} in {_where(outcome)}: {counted}"
    if may_fail and _fails_for_no_harm(outcome):
        ends.insert(0, "`--fail-on wrong-value` exits with 0")
    return "; ".join(filter(None, [said, ", ".join(notes), *ends])) + "."


def nothing_found(files: int, mentioning: int, fixed: int = 0, ends: Sequence[str] = ()) -> str:
    """The line of a run that has found nothing, or left nothing of it.

    Args:
        files: How many files were checked.
        mentioning: How many of them mention torch; it is said where not all do.
        fixed: How many findings were fixed.
        ends: What else is said.
    """
    notes = [
        "No findings",
        f"{fixed} fixed" if fixed else "",
        f"{count(files, 'file')} checked",
        _mention(mentioning) if mentioning < files else "",
        *ends,
    ]
    return ", ".join(filter(None, notes)) + "."


def _mention(files: int) -> str:
    if not files:
        return "none mentions torch"
    return f"{files} {'mentions' if files == 1 else 'mention'} torch"


def _unread(outcome: Outcome) -> list[str]:
    """How many files could not be read, beside those that are told one by one."""
    number = outcome.unread_files
    more = " more" if outcome.errors else ""
    return [f"{number}{more} {unreadable(number)}"] if number else []


def unreadable(files: int, option: str = "-v") -> str:
    """What is said of so many files that were found in folders, and what lists them."""
    return f"could not be read: {option} lists {'it' if files == 1 else 'them'}"


def _fails_for_no_harm(outcome: Outcome) -> bool:
    """Whether the command fails, and would not if it failed on harm alone."""
    if any(each.consequence.harms for each in outcome.findings):
        return False
    return any(outcome.linted[each.path].fails_on(each) for each in outcome.findings)


def _where(outcome: Outcome) -> str:
    """``2 files``, or ``2 of 3 files`` where others were checked as well."""
    found, checked = len(outcome.by_path()), count(outcome.files, "file")
    if outcome.mentioning < outcome.files:
        checked += f" ({_mention(outcome.mentioning)})"
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
