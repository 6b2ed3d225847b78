"""The command ``check``."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from tapelint.commands import option_conflicts
from tapelint.commands.closing_line import closing_line
from tapelint.commands.counting import count
from tapelint.commands.running import (
    Inputs,
    fail,
    finish,
    governing,
    lint,
    settings_resolver,
)
from tapelint.printable import Line, as_text
from tapelint.rules import all_rules
from tapelint.rules.selectors import strongest
from tapelint.settings import split_selectors
from tapelint.settings.values import LEGACY
from tapelint.terminal import choose_colours, complain, show
from tapelint.took import said_of_imports

if TYPE_CHECKING:
    from tapelint.changed_lines import ChangedLines
    from tapelint.findings import Finding
    from tapelint.lint import Linted
    from tapelint.reports.results import Results
    from tapelint.runner import Outcome
    from tapelint.settings import Settings
    from tapelint.settings.files import SettingsResolver


def check(paths: Sequence[str], options: Mapping[str, Any]) -> NoReturn:
    """Lint, leave out what is not asked for, fix what is to be fixed, and report the rest."""
    choose_colours(options["color"])
    if options["watch"]:
        _watch(paths, options)
    settings_of = settings_resolver(options)
    settings = governing(settings_of)
    output_format = settings.output_format
    problem = option_conflicts.conflict(options, output_format, paths)
    if problem is not None:
        fail(problem)
    for name in ("show_settings", "show_files"):
        if options[name]:
            from tapelint.commands import listing

            list_them = listing.list_settings if name == "show_settings" else listing.list_files
            list_them(paths, settings_of, force_exclude=options["force_exclude"])
    option_conflicts.note(options)
    _spare_inputs(options, paths, settings_of)
    fixes = options["fix"] or options["fix_only"] or options["diff"]
    changed = _changed_lines(options["diff_base"], paths)
    inputs = Inputs(paths, options["stdin_filename"])
    stream = _Stream(inputs, settings, options)
    outcome = lint(inputs, settings_of, changed, options, stream.show_file)
    if options["verbose"]:
        _tell_more(outcome)
    _leave_out(outcome, inputs, changed, options)
    is_empty = not (outcome.files or outcome.errors or outcome.unread or inputs.texts())
    if is_empty and changed is None and not (options["quiet"] or options["force_exclude"]):
        complain("no Python files found under the given paths; check them, and what is excluded")
    if options["add_noqa"]:
        _add_noqa(outcome, inputs, options)
    fails_on_findings = not options["exit_zero"]
    if fixes:
        from tapelint.commands.fixing import (
            apply_fixes,
            show_diff,
            show_fixes,
            standard_output_aside,
        )
        from tapelint.reports import FOR_PEOPLE

        if options["diff"]:
            finish(outcome, has_findings=show_diff(outcome, inputs) and fails_on_findings)
        changes = apply_fixes(outcome, inputs)
        if options["show_fixes"]:
            is_aside = inputs.stdin is not None or output_format not in FOR_PEOPLE
            with standard_output_aside() if is_aside else contextlib.nullcontext():
                show_fixes(changes)
    counts = options["exit_non_zero_on_fix"] and outcome.fixed > 0
    if not options["fix_only"]:
        to_stderr = fixes and inputs.stdin is not None
        with standard_output_aside() if to_stderr else contextlib.nullcontext():
            _report(outcome, inputs, settings, options, stream)
        counts = counts or any(
            outcome.linted[each.path].fails_on(each) for each in outcome.findings
        )
    lines = inputs.lines if output_format == "full" else None
    finish(outcome, has_findings=counts and fails_on_findings, lines=lines)


def _watch(paths: Sequence[str], options: Mapping[str, Any]) -> NoReturn:
    from tapelint.commands.watching import watch

    once = {**options, "watch": False}
    problem = option_conflicts.conflict(options, options["output_format"] or "full", paths)
    if problem is not None:
        fail(problem)
    watch(paths, options, lambda: check(paths, once))


def _spare_inputs(
    options: Mapping[str, Any], paths: Sequence[str], settings_of: SettingsResolver
) -> None:
    """End the command where the report would overwrite what is linted."""
    from tapelint.runner import would_find

    report = options["output_file"]
    if report and would_find(report, [*paths, options["stdin_filename"] or "-"], settings_of):
        fail(f"{report}: is linted, the report would overwrite it; name another file")


def _changed_lines(revision: str | None, paths: Sequence[str]) -> ChangedLines | None:
    if revision is None:
        return None
    from tapelint.changed_lines import ChangedLines, RevisionError

    try:
        changed = ChangedLines(revision)
    except RevisionError as error:
        fail(error)
    for path in paths:
        if path != "-" and os.path.exists(path) and not changed.may_hold(path):
            fail(f"{path}: not in the current folder's repository; run --diff-base in its own")
    return changed


def _leave_out(
    outcome: Outcome, inputs: Inputs, changed: ChangedLines | None, options: Mapping[str, Any]
) -> None:
    """Leave out what the baseline holds, and what stands on unchanged lines."""
    baseline = options["baseline"]
    if baseline is not None:
        from tapelint.baseline import Baseline, BaselineError

        try:
            known = Baseline.read(baseline)
        except BaselineError as error:
            fail(error)
        stale = known.stale(outcome.findings, outcome.linted_whole, inputs.lines)
        _keep(outcome, known.new(outcome.findings, inputs.lines), "of the baseline")
        if stale and not options["quiet"]:
            _tell_stale(baseline, stale)
    if changed is not None:
        from tapelint.changed_lines import RevisionError

        given = outcome.findings, outcome.linted, inputs.lines, inputs.lines_in_file
        try:
            found = changed.chosen(*given)
        except RevisionError as error:
            fail(error)
        _keep(outcome, found, "on unchanged lines")


def _keep(outcome: Outcome, findings: Sequence[Finding], which: str) -> None:
    """Keep some findings, and count the others."""
    number = len(outcome.findings) - len(findings)
    if number:
        outcome.left_out.append(f"{count(number, 'finding')} {which} left out")
    outcome.findings[:] = findings


_SLOWEST, _SLOW = 3, 1.0
"""How many files are said to have taken the time, and how many seconds that is at least."""


def _tell_more(outcome: Outcome) -> None:
    """What ``-v`` says: what could not be read or in part, and which files took the time."""
    for error in outcome.unread:
        complain(str(error))
    for path, limits in outcome.limits.items():
        for each in limits:
            complain(f"{path}: {each}")
    if not outcome.limits:
        complain("no file has reached a limit of the analysis")
    slowest = sorted(outcome.took.items(), key=lambda each: -each[1].seconds)[:_SLOWEST]
    for path, took in slowest:
        if took.seconds >= _SLOW:
            complain(f"{path}: {took}")
    if told := said_of_imports(outcome.took.values()):
        complain(told)


def _tell_stale(baseline: str, stale: dict[Any, int]) -> None:
    number = sum(stale.values())
    first = min(stale)
    example = f"{first.path}: {first.code} `{first.content}`"
    more = f" and {number - 1} more" if number > 1 else ""
    them = "them" if number > 1 else "it"
    complain(f"{baseline}: no longer found: {example}{more}; `tapelint baseline` takes {them} out")


def _add_noqa(outcome: Outcome, inputs: Inputs, options: Mapping[str, Any]) -> NoReturn:
    from tapelint.adding_noqa import add_noqa, can_silence
    from tapelint.runner import read
    from tapelint.source.errors import SourceError

    written, files = 0, 0
    for path, findings in outcome.by_path().items():
        if path in inputs.texts():
            outcome.errors.append(
                SourceError(path, "standard input cannot be changed; name a file")
            )
            continue
        try:
            comments = add_noqa(path, read(path), findings, outcome.linted[path], options["reason"])
        except SourceError as error:
            outcome.errors.append(error)
            continue
        written, files = written + comments, files + bool(comments)
    if not options["quiet"]:
        useless = sum(not can_silence(each) for each in outcome.findings)
        left = f"; {count(useless, 'comment')} left that `--fix` removes" if useless else ""
        show(f"{count(written, 'comment')} written into {count(files, 'file')}{left}.")
    finish(outcome, has_findings=False)


class _Stream:
    """Shows what files gave while others are linted, where nobody's terminal shows progress.

    What is shown is the beginning of what would be shown at the end.
    """

    def __init__(self, inputs: Inputs, settings: Settings, options: Mapping[str, Any]) -> None:
        from tapelint.reports import FOR_PEOPLE, STREAMED

        self._given = inputs, settings, options
        self._is_for_people = settings.output_format in FOR_PEOPLE
        self._is_on = (
            settings.output_format in STREAMED
            and sys.stdout is not None
            and not sys.stdout.isatty()
            and inputs.stdin is None
            and not any(options[name] for name in _NEEDS_ALL)
        )

    def holds(self, finding: Finding) -> bool:
        """Whether a finding is shown as soon as its file is done."""
        is_last = self._is_for_people and not finding.consequence.harms
        return self._is_on and not is_last

    def show_file(self, outcome: Outcome, linted: Linted) -> None:
        """Show what the last file gave."""
        from tapelint.reports import render

        findings = list(filter(self.holds, linted.findings))
        if findings:
            inputs, settings, options = self._given
            findings.sort(key=lambda finding: finding.sort_key)
            results = _results(outcome, findings, inputs, settings, options)
            for line in render(settings.output_format, results):
                show(line)


_NEEDS_ALL = (
    "fix", "fix_only", "diff", "add_noqa", "statistics", "output_file", "baseline", "diff_base",
)  # fmt: skip
"""Options that change what is shown once all is known."""


def _results(
    outcome: Outcome,
    findings: Sequence[Finding],
    inputs: Inputs,
    settings: Settings,
    options: Mapping[str, Any],
) -> Results:
    from tapelint.reports.results import Results

    named = _rules_named(options)
    return Results(
        findings,
        outcome.errors,
        list(outcome.linted),
        inputs.lines,
        inputs.lines_in_file,
        lists=lambda each: settings.show == LEGACY or each.code in named,
        is_fixable=lambda each: not options["fix"] and _is_fixable(each, outcome),
    )


def _report(
    outcome: Outcome,
    inputs: Inputs,
    settings: Settings,
    options: Mapping[str, Any],
    stream: _Stream,
) -> None:
    from tapelint.reports import FOR_PEOPLE, render

    output_file, output_format = options["output_file"], settings.output_format
    left = [each for each in outcome.findings if not stream.holds(each)]
    results = _results(outcome, left, inputs, settings, options)
    lines = (
        _statistics(results, output_format)
        if options["statistics"]
        else render(output_format, results)
    )
    if output_file:
        lines = _unwritten(output_file, list(lines), outcome)
    for line in lines:
        show(line)
    outcome.is_summed_up = options["quiet"] or options["verbose"]
    is_read_by_people = output_format in FOR_PEOPLE or output_file
    if is_read_by_people and not options["quiet"] and (outcome.files or not outcome.errors):
        is_list = output_format in FOR_PEOPLE and not options["statistics"]
        is_folded = is_list and any(
            isinstance(each, tuple) and len(each) > 1 for each in results.shown()
        )
        may_fail = not (options["exit_zero"] or outcome.errors)
        was_fixed = options["fix"]
        show(closing_line(outcome, was_fixed=was_fixed, is_folded=is_folded, may_fail=may_fail))
        outcome.is_summed_up = True


def _is_fixable(finding: Finding, outcome: Outcome) -> bool:
    from tapelint.fixes import can_apply

    return can_apply(finding, outcome.linted[finding.path])


def _rules_named(options: Mapping[str, Any]) -> frozenset[str]:
    """The codes of the rules that the command line names by themselves, and wants to see."""
    named = split_selectors([*options["select"], *options["extend_select"]])
    rules = all_rules().values()
    return frozenset(each.code for each in rules if strongest(each, named) == len(each.code))


def _statistics(results: Results, output_format: str) -> Iterable[Line]:
    from tapelint.reports import statistics

    if output_format == "json":
        return statistics.render_json(results.findings)
    return statistics.render(results.findings)


def _unwritten(path: str, lines: Sequence[Line], outcome: Outcome) -> Sequence[Line]:
    """Write a report into a file; what is left to print is all of it where that fails."""
    from tapelint.source.errors import SourceError
    from tapelint.source.replacing import write_file

    try:
        write_file(path, "".join(f"{as_text(line)}\n" for line in lines).encode())
    except SourceError as error:
        outcome.errors.append(error)
        return lines
    return ()
