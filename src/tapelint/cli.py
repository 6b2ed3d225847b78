"""The command ``tapelint``."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click

from tapelint.options import SectionedCommand, option, resolver, selection_options
from tapelint.settings import SettingsError
from tapelint.settings.values import OUTPUT_FORMATS
from tapelint.terminal import complain, progress, show, style
from tapelint.version import __version__

if TYPE_CHECKING:
    from tapelint.changed_lines import ChangedLines
    from tapelint.findings import Finding
    from tapelint.reports.results import Results
    from tapelint.runner import Outcome
    from tapelint.settings import Settings
    from tapelint.settings.files import SettingsResolver

CLEAN, FINDINGS, FAILED = 0, 1, 2
_STDIN = "<stdin>"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="tapelint")
def main() -> None:
    """Find the pitfalls of PyTorch's autograd in Python source, without running it.

    \b
    Examples:
      tapelint check
      tapelint check src --output-format concise
      tapelint rule inplace-on-leaf
    """  # noqa: D301


jobs_option = option(
    "Running", "-j", "--jobs", type=click.IntRange(min=1), metavar="N",
    help="Processes; default: all cores.",
)  # fmt: skip


@main.command(cls=SectionedCommand, short_help="Lint files and folders.")
@click.argument("paths", nargs=-1)
@selection_options
@option("Findings", "--baseline", metavar="FILE", help="Leave out what a baseline file holds.")
@option(
    "Findings", "--diff-base", metavar="REV", help="Leave out lines unchanged since a git revision."
)
@option("Findings", "--add-noqa", is_flag=True, help="Silence them: write `# noqa` comments.")
@option("Findings", "--reason", metavar="TEXT", default="", help="What to write after the codes.")
@option(
    "Output", "--output-format", type=click.Choice(OUTPUT_FORMATS), metavar="FORMAT",
    help=f"{', '.join(OUTPUT_FORMATS[:-1])} or {OUTPUT_FORMATS[-1]}.",
)  # fmt: skip
@option("Output", "--output-file", metavar="FILE", help="Write the report there.")
@option("Output", "--statistics", is_flag=True, help="Count findings by rule instead.")
@option("Output", "--show-files", is_flag=True, help="List the files, and lint none.")
@option("Output", "--show-settings", is_flag=True, help="Print the settings, and lint nothing.")
@option("Output", "--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@option("Running", "--stdin-filename", metavar="PATH", help="The name of standard input's text.")
@option("Running", "--no-cache", is_flag=True, help="Neither read nor write a cache.")
@jobs_option
def check(paths: Sequence[str], **options: Any) -> None:
    """Lint files and folders (default: the current folder; "-": standard input).

    RULES are codes (TAP101), beginnings of codes (TAP1), names (tensor-from-tensors) or ALL,
    separated by commas. Settings come from the nearest tapelint.toml or pyproject.toml.
    Exits with 0 if clean, 1 if there are findings, 2 if something could not be done.

    \b
    Examples:
      tapelint check train.py --output-format concise
      tapelint check src --extend-select data-read --ignore TAP302
      tapelint check --diff-base main --output-format sarif --output-file tapelint.sarif
      cat train.py | tapelint check - --stdin-filename train.py
    """  # noqa: D301
    settings_of = _resolver(options)
    settings = _governing(settings_of)
    paths = paths or (".",)
    if options["show_settings"]:
        _show_settings(paths, settings_of, force_exclude=options["force_exclude"])
    if options["show_files"]:
        _show_files(paths, settings_of, force_exclude=options["force_exclude"])
    changed = _changed_lines(options["diff_base"])
    source = _Source(paths, options["stdin_filename"])
    outcome = _run(source, settings_of, changed, options)
    _leave_out(outcome, source, changed, options["baseline"])
    if options["add_noqa"]:
        _add_noqa(outcome, source, options["reason"])
    output_format = options["output_format"] or settings.output_format
    _report(outcome, source, output_format, options)
    _finish(outcome, exit_zero=options["exit_zero"])


class _Source:
    """What is linted: files and folders, and the text of standard input, read once."""

    def __init__(self, paths: Sequence[str], stdin_filename: str | None = None) -> None:
        self.paths = [path for path in paths if path != "-"]
        self.stdin = sys.stdin.buffer.read() if "-" in paths else None
        self.stdin_name = stdin_filename or _STDIN
        self.stdin_path = stdin_filename or ""
        self.lines = functools.lru_cache(maxsize=8)(self._lines)

    def _lines(self, path: str, cell: int | None = None) -> list[str]:
        """The lines of a file, for reports; none where it cannot be read."""
        from tapelint.runner import read
        from tapelint.source.decoding import decode, split_lines
        from tapelint.source.errors import SourceError

        try:
            is_stdin = self.stdin is not None and path == self.stdin_name
            text = self.stdin if self.stdin is not None and is_stdin else read(path)
            return split_lines(decode(text, path))
        except SourceError:
            return []


def _resolver(options: dict[str, Any]) -> SettingsResolver:
    try:
        return resolver(options)
    except SettingsError as error:
        _fail(error)


def _governing(settings_of: SettingsResolver) -> Settings:
    """The settings of the current folder, which also say how findings are shown."""
    try:
        settings = settings_of.of_folder("")
        settings.enabled_rules()
    except SettingsError as error:
        _fail(error)
    return settings


def _fail(error: Exception) -> NoReturn:
    complain(str(error))
    sys.exit(FAILED)


def _changed_lines(revision: str | None) -> ChangedLines | None:
    if revision is None:
        return None
    from tapelint.changed_lines import ChangedLines, RevisionError

    try:
        return ChangedLines(revision)
    except RevisionError as error:
        _fail(error)


def _run(
    source: _Source,
    settings_of: SettingsResolver,
    changed: ChangedLines | None,
    options: dict[str, Any],
) -> Outcome:
    from tapelint.runner import Outcome, run

    outcome = Outcome()
    if source.paths:
        outcome = run(
            source.paths,
            settings_of,
            options["jobs"] or os.cpu_count() or 1,
            force_exclude=options["force_exclude"],
            only=changed,
            on_progress=progress(),
        )
    if source.stdin is not None:
        _lint_stdin(source, source.stdin, settings_of, outcome)
    return outcome


def _lint_stdin(
    source: _Source, text: bytes, settings_of: SettingsResolver, outcome: Outcome
) -> None:
    from tapelint.lint import lint_guarded
    from tapelint.source.errors import SourceError

    try:
        settings = settings_of.of_file(source.stdin_path)
    except SettingsError as error:
        outcome.errors.append(error)
        return
    result = lint_guarded(text, path=source.stdin_name, settings=settings)
    if isinstance(result, SourceError):
        outcome.errors.append(result)
    else:
        outcome.findings.extend(result)
        outcome.files += 1
        outcome.linted[source.stdin_name] = settings


def _leave_out(
    outcome: Outcome, source: _Source, changed: ChangedLines | None, baseline: str | None
) -> None:
    """Leave out what the baseline holds, and what stands on unchanged lines."""
    if baseline is not None:
        from tapelint.baseline import Baseline, BaselineError

        try:
            known = Baseline.read(baseline)
        except BaselineError as error:
            _fail(error)
        stale = known.stale(outcome.findings, outcome.linted, source.lines)
        outcome.findings[:] = known.new(outcome.findings, source.lines)
        if stale:
            _tell_stale(baseline, stale)
    if changed is not None:
        outcome.findings[:] = [each for each in outcome.findings if changed.touches(each)]


def _tell_stale(baseline: str, stale: dict[Any, int]) -> None:
    number = sum(stale.values())
    first = min(stale)
    example = f"{first.path}: {first.code} `{first.content}`"
    more = f" and {number - 1} more" if number > 1 else ""
    complain(f"{baseline}: no longer found: {example}{more}; `tapelint baseline` takes them out")


def _add_noqa(outcome: Outcome, source: _Source, reason: str) -> NoReturn:
    from tapelint.adding_noqa import add_noqa, by_path
    from tapelint.runner import read
    from tapelint.source.errors import SourceError

    written, files = 0, 0
    for path, findings in by_path(outcome.findings).items():
        if source.stdin is not None and path == source.stdin_name:
            outcome.errors.append(
                SourceError(path, "standard input cannot be changed; name a file")
            )
            continue
        try:
            count = add_noqa(path, read(path), findings, reason)
        except SourceError as error:
            outcome.errors.append(error)
            continue
        written, files = written + count, files + bool(count)
    show(f"{_count(written, 'comment')} written into {_count(files, 'file')}.")
    for failure in outcome.errors:
        complain(str(failure))
    sys.exit(FAILED if outcome.errors else CLEAN)


def _report(outcome: Outcome, source: _Source, output_format: str, options: dict[str, Any]) -> None:
    from tapelint.reports import FOR_PEOPLE, render
    from tapelint.reports.results import Results, plain

    output_file = options["output_file"]
    results = Results(
        outcome.findings,
        [str(error) for error in outcome.errors],
        list(outcome.linted),
        source.lines,
        plain if output_file else style,
    )
    lines = (
        _statistics(results, output_format)
        if options["statistics"]
        else render(output_format, results)
    )
    if output_file:
        _write(output_file, lines)
    else:
        for line in lines:
            show(line)
    is_read_by_people = output_format in FOR_PEOPLE or output_file
    if is_read_by_people and (outcome.files or not outcome.errors):
        show(_closing_line(outcome.findings, outcome))


def _statistics(results: Results, output_format: str) -> Any:
    from tapelint.reports import statistics

    if output_format == "json":
        return [statistics.render_json(results.findings)]
    return statistics.render(results.findings)


def _write(path: str, lines: Any) -> None:
    try:
        with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        _fail(OSError(f"{path}: cannot be written: {error.strerror}"))


def _closing_line(findings: Sequence[Finding], outcome: Outcome) -> str:
    checked = _count(outcome.files, "file") + " checked"
    if not findings:
        return f"No findings, {checked}."
    where = _count(len({finding.path for finding in findings}), "file")
    said = f"{_count(len(findings), 'finding')} in {where}, {checked}"
    return f"{said}{_fixable(findings)}."


def _fixable(findings: Sequence[Finding]) -> str:
    from tapelint.findings import Applicability

    fixes = [finding.fix.applicability for finding in findings if finding.fix is not None]
    safe = fixes.count(Applicability.SAFE)
    unsafe = len(fixes) - safe
    if safe and unsafe:
        return f"; {safe} fixable with `--fix`, {unsafe} more with `--unsafe-fixes`"
    if not fixes:
        return ""
    return f"; {len(fixes)} fixable with `{'--fix' if safe else '--fix --unsafe-fixes'}`"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _finish(outcome: Outcome, *, exit_zero: bool) -> NoReturn:
    for failure in outcome.errors:
        complain(str(failure))
    if outcome.errors:
        sys.exit(FAILED)
    sys.exit(FINDINGS if outcome.findings and not exit_zero else CLEAN)


def _show_files(
    paths: Sequence[str], settings_of: SettingsResolver, *, force_exclude: bool
) -> NoReturn:
    from tapelint.runner import Outcome, find_tasks

    outcome = Outcome()
    found = [path for path in paths if path != "-"]
    for path, _ in find_tasks(found, settings_of, outcome.errors, force_exclude=force_exclude):
        show(path)
    _finish(outcome, exit_zero=True)


def _show_settings(
    paths: Sequence[str], settings_of: SettingsResolver, *, force_exclude: bool
) -> NoReturn:
    from tapelint.runner import Outcome, find_tasks
    from tapelint.settings.showing import as_toml

    outcome = Outcome()
    found = [path for path in paths if path != "-"]
    tasks = find_tasks(found, settings_of, outcome.errors, force_exclude=force_exclude)
    groups: dict[str, tuple[Settings, str, int]] = {}
    for path, settings in tasks:
        _, first, number = groups.get(settings.file, (settings, path, 0))
        groups[settings.file] = settings, first, number + 1
    if not groups and not outcome.errors:
        groups[""] = _governing(settings_of), "", 0
    for file, (settings, first, number) in groups.items():
        more = f" and {number - 1} more" if number > 1 else ""
        show(f"# {file or 'no settings file'}" + (f", for {first}{more}" if first else ""))
        for line in as_toml(settings):
            show(line)
        rules = settings.enabled_rules()
        show(f"# rules that run: {', '.join(rule.code for rule in rules) or 'none'}")
    _finish(outcome, exit_zero=True)


@main.command(cls=SectionedCommand, short_help="Record today's findings.")
@click.argument("paths", nargs=-1)
@selection_options
@option("Output", "--output", metavar="FILE", help="The baseline; default: tapelint-baseline.json.")
@jobs_option
def baseline(paths: Sequence[str], **options: Any) -> None:
    """Record today's findings, so that `check --baseline` reports new ones only.

    An existing baseline is brought up to date: what is no longer found is taken out, what is new
    is added. Files that are not among PATHS keep their entries while they exist.

    \b
    Examples:
      tapelint baseline
      tapelint baseline src --output tapelint-baseline.json
      tapelint check src --baseline tapelint-baseline.json
    """  # noqa: D301
    from tapelint.baseline import DEFAULT_FILE, Baseline, BaselineError

    settings_of = _resolver(options)
    _governing(settings_of)
    source = _Source([path for path in paths or (".",) if path != "-"])
    file = options["output"] or DEFAULT_FILE
    try:
        before = Baseline.read(file) if os.path.lexists(file) else Baseline(file)
    except BaselineError as error:
        _fail(error)
    outcome = _run(source, settings_of, None, options)
    after = before.updated(outcome.findings, outcome.linted, source.lines)
    try:
        after.write()
    except BaselineError as error:
        _fail(error)
    added = sum((after.counts - before.counts).values())
    removed = sum((before.counts - after.counts).values())
    total = _count(sum(after.counts.values()), "finding")
    show(f"{total} in {file}: {added} added, {removed} taken out.")
    _finish(outcome, exit_zero=True)


@main.command()
@click.argument("rule", required=False)
@click.option("--all", "show_all", is_flag=True, help="List all rules.")
def rule(rule: str | None, show_all: bool) -> None:
    """Print a rule's page, by code or by name.

    \b
    Examples:
      tapelint rule TAP101
      tapelint rule inplace-on-leaf
      tapelint rule --all
    """  # noqa: D301
    from tapelint.rule_book import page
    from tapelint.rules import all_rules, find_rule
    from tapelint.rules.selectors import nearest_rule

    if show_all or rule is None:
        for each in all_rules().values():
            off = "" if each.on_by_default else " (off by default)"
            show(f"{each.code}  {each.name:<24} {each.summary}{off}")
        return
    found = find_rule(rule)
    if found is None:
        _fail(SettingsError(nearest_rule(rule)))
    show(page(found).rstrip())


@main.command()
def schema() -> None:
    """Print the JSON schema of the settings, for editors."""
    from tapelint.settings.schema import shipped

    show(shipped().rstrip())


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes the command's words in a shell.

    \b
    Examples:
      eval "$(tapelint completion bash)"
      tapelint completion fish > ~/.config/fish/completions/tapelint.fish
    """  # noqa: D301
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None, shell
    show(found(main, {}, "tapelint", "_TAPELINT_COMPLETE").source())


if __name__ == "__main__":
    main()
