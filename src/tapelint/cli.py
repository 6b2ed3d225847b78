"""The command ``tapelint``."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from tapelint.version import __version__

if TYPE_CHECKING:
    from tapelint.findings import Finding
    from tapelint.runner import Outcome
    from tapelint.settings import Settings

CLEAN, FINDINGS, FAILED = 0, 1, 2
_STYLES: dict[str, tuple[str | None, bool]] = {
    "code": ("red", True),
    "place": (None, True),
    "frame": ("blue", False),
    "mark": ("red", False),
    "because": ("cyan", False),
}
"""Colour and boldness of each part of a report."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="tapelint")
def main() -> None:
    """Find the pitfalls of PyTorch's autograd in Python source, without running it."""


@main.command()
@click.argument("paths", nargs=-1)
@click.option("--select", multiple=True, metavar="RULES", help="Run these rules and no others.")
@click.option("--extend-select", multiple=True, metavar="RULES", help="Run these rules besides.")
@click.option("--ignore", multiple=True, metavar="RULES", help="Do not run these rules.")
@click.option(
    "--output-format",
    type=click.Choice(["full", "concise", "json"]),
    default="full",
    show_default=True,
    help="How findings are shown.",
)
@click.option("--stdin-filename", metavar="PATH", help="The name of standard input's text.")
@click.option("--fix", is_flag=True, help="Apply safe fixes.")
@click.option("--unsafe-fixes", is_flag=True, help="Count fixes that need a look as fixes too.")
@click.option("--fix-only", is_flag=True, help="Apply fixes; say nothing of what remains.")
@click.option("--diff", is_flag=True, help="Show what fixes would change; write nothing.")
@click.option("--isolated", is_flag=True, help="Read no settings file.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write a cache.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes; default: all cores."
)
def check(
    paths: Sequence[str],
    select: Sequence[str],
    extend_select: Sequence[str],
    ignore: Sequence[str],
    output_format: str,
    stdin_filename: str | None,
    fix: bool,
    unsafe_fixes: bool,
    fix_only: bool,
    diff: bool,
    isolated: bool,
    no_cache: bool,
    exit_zero: bool,
    jobs: int | None,
) -> None:
    """Lint files and folders (default: the current folder; "-": standard input).

    RULES are codes (TAP101), beginnings of codes (TAP1), names (tensor-from-tensors) or ALL,
    separated by commas.

    Exits with 0 if clean, 1 if there are findings, 2 if something could not be done.

    \b
    Examples:
      tapelint check
      tapelint check train.py --output-format concise
      tapelint check src --extend-select data-read --ignore TAP302
      tapelint check src --fix
      tapelint check src --unsafe-fixes --diff
      cat train.py | tapelint check - --stdin-filename train.py
    """  # noqa: D301
    from tapelint.settings import Settings, SettingsError, split_selectors

    settings = Settings(
        split_selectors(select), split_selectors(extend_select), split_selectors(ignore)
    )
    try:
        settings.enabled_rules()
    except SettingsError as error:
        _complain(str(error))
        sys.exit(FAILED)
    outcome, stdin_text = _run(paths or (".",), settings, stdin_filename, jobs)
    if fix or fix_only or diff:
        stdin_name = stdin_filename or "<stdin>"
        stdin = {} if stdin_text is None else {stdin_name: stdin_text}
        changes = _fix(outcome, settings, stdin, unsafe_fixes, show=diff)
        stdin_text = stdin.get(stdin_name, stdin_text)
        if diff or fix_only:
            outcome.findings.clear()
    else:
        changes = 0
    if not diff and not fix_only:
        to_stderr = stdin_text is not None and fix
        with _standard_output_aside() if to_stderr else contextlib.nullcontext():
            _show(outcome, output_format, stdin_text, stdin_filename or "<stdin>")
    for failure in outcome.errors:
        _complain(str(failure))
    if outcome.errors:
        sys.exit(FAILED)
    has_findings = bool(changes) if diff else bool(outcome.findings)
    sys.exit(FINDINGS if has_findings and not exit_zero else CLEAN)


def _fix(
    outcome: Outcome, settings: Settings, stdin: dict[str, bytes], unsafe_fixes: bool, show: bool
) -> int:
    """Apply fixes, or show them; returns how many files they change."""
    from tapelint.fix_files import fix_outcome, unified_diff

    changes = fix_outcome(outcome, settings, stdin, unsafe_fixes=unsafe_fixes, write=not show)
    for change in changes:
        if show:
            for line in unified_diff(change):
                _print(line)
        else:
            outcome.fixed += len(change.fixed)
            if change.path in stdin:
                stdin[change.path] = change.after
    if not show:
        for text in stdin.values():
            sys.stdout.flush()
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()
    return len(changes)


@contextlib.contextmanager
def _standard_output_aside() -> Iterator[None]:
    """Print to standard error: standard output holds the mended text."""
    before, sys.stdout = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout = before


def _run(
    paths: Sequence[str], settings: Settings, stdin_filename: str | None, jobs: int | None
) -> tuple[Outcome, bytes | None]:
    from tapelint.runner import Outcome, run

    if "-" not in paths:
        return run(paths, settings, jobs or os.cpu_count() or 1), None
    outcome = Outcome()
    text: bytes | None = None
    others = [path for path in paths if path != "-"]
    if others:
        outcome = run(others, settings, jobs or os.cpu_count() or 1)
    text = sys.stdin.buffer.read()
    _lint_text(text, stdin_filename or "<stdin>", settings, outcome)
    return outcome, text


def _lint_text(text: bytes, name: str, settings: Settings, outcome: Outcome) -> None:
    from tapelint.lint import lint_guarded
    from tapelint.source.errors import SourceError

    result = lint_guarded(text, path=name, settings=settings)
    if isinstance(result, SourceError):
        outcome.errors.append(result)
    else:
        outcome.findings.extend(result)
        outcome.files += 1


def _show(outcome: Outcome, output_format: str, stdin_text: bytes | None, stdin_name: str) -> None:
    from tapelint.reports import concise, full

    findings = outcome.findings
    if output_format == "json":
        from tapelint.reports import json

        _print(json.render(findings))
        return
    if output_format == "concise":
        for line in concise.render(findings):
            _print(line)
    else:
        read = functools.lru_cache(maxsize=4)(functools.partial(_lines, stdin_text, stdin_name))
        for line in full.render(findings, read, _style):
            _print(line)
    if outcome.files or not outcome.errors:
        _print(_closing_line(findings, outcome))


def _closing_line(findings: Sequence[Finding], outcome: Outcome) -> str:
    checked = _count(outcome.files, "file") + " checked"
    if outcome.fixed:
        checked = f"{outcome.fixed} fixed, {checked}"
    if not findings:
        return f"No findings, {checked}."
    where = _count(len({finding.path for finding in findings}), "file")
    return f"{_count(len(findings), 'finding')} in {where}, {checked}."


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _lines(
    stdin_text: bytes | None, stdin_name: str, path: str, cell: int | None = None
) -> list[str]:
    from tapelint.runner import read
    from tapelint.source.decoding import split_lines
    from tapelint.source.documents import read_document
    from tapelint.source.errors import SourceError

    try:
        is_stdin = stdin_text is not None and path == stdin_name
        text = stdin_text if stdin_text is not None and is_stdin else read(path)
        return split_lines(read_document(text, path).text_of(cell))
    except SourceError:
        return []


def _style(text: str, role: str) -> str:
    if not _wants_colour():
        return text
    colour, bold = _STYLES[role]
    return click.style(text, fg=colour, bold=bold)


@functools.cache
def _wants_colour() -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _print(text: str) -> None:
    """Print a line, whatever letters the terminal knows."""
    try:
        click.echo(text, color=_wants_colour())
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), color=True)


def _complain(text: str) -> None:
    line = f"tapelint: {text}".encode("utf-8", "backslashreplace").decode("utf-8")
    click.echo(line, err=True)


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
    from tapelint.settings import SettingsError, nearest_rule

    if show_all or rule is None:
        for each in all_rules().values():
            off = "" if each.on_by_default else " (off by default)"
            _print(f"{each.code}  {each.name:<24} {each.summary}{off}")
        return
    found = find_rule(rule)
    if found is None:
        _complain(str(SettingsError(nearest_rule(rule))))
        sys.exit(FAILED)
    _print(page(found).rstrip())


if __name__ == "__main__":
    main()
