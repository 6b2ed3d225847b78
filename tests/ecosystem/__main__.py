"""``python -m tests.ecosystem``: lint published packages and compare with the record.

Exits with 0 if the findings are those of the record, with 1 if they differ, and with 2 if the
check could not be made.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import click

from ..benchmark.machine import revision
from .again import GONE, STILL, Again, look_again, read_again, table_of_again, write_again
from .errors import EcosystemError
from .fetching import default_cache, fetch
from .first_readings import read_first_readings, read_readings
from .linting import lint_packages
from .packages import PACKAGES, choose, read_packages
from .record import RECORD, Comparison, Entry, compare, read_record, write_record
from .tables import (
    PAGE,
    PAGE_OF_CONFIDENCES,
    page_of_confidences,
    page_with_tables,
    table_by_rule,
)
from .verdicts import VERDICTS_OF_RULES, verdicts_of_rules

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--update", is_flag=True, help="Write what was found into the record.")
@click.option("--page", is_flag=True, help="Write the record's tables into the page; no linting.")
@click.option(
    "--again",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    multiple=True,
    help="Lint the places of the first readings anew; their sources lie in this folder.",
)
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, help="How many.")
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for wheels and sources; by default in the user's own cache.",
)
@click.option("--list", "packages", type=_FILE, default=PACKAGES, help="Another list of packages.")
@click.option("--record", type=_FILE, default=RECORD, help="Another record.")
def main(
    names: tuple[str, ...],
    update: bool,
    page: bool,
    again: tuple[Path, ...],
    processes: int,
    cache: Path | None,
    packages: Path,
    record: Path,
) -> None:
    """Lint published packages, all or some of them, and compare with the record.

    With --again, names are rules and sources of the first readings.
    """
    try:
        if page:
            write_pages(read_record(record))
            return
        if again:
            readings = [
                each
                for each in read_first_readings()
                if not names or {each.source, each.code} & set(names)
            ]
            outcomes = look_again(readings, again, cache or default_cache(), processes)
            _show_again(outcomes)
            if update:
                write_again(outcomes, read_first_readings(), revision())
            return
        same = _check(names, update, processes, cache or default_cache(), packages, record)
    except EcosystemError as problem:
        click.echo(str(problem), err=True)
        raise SystemExit(2) from None
    raise SystemExit(0 if same else 1)


def write_pages(entries: list[Entry]) -> None:
    """Write what is made of the record and the readings: two pages, and what ships with rules."""
    readings, found = read_readings(), read_again(read_first_readings())
    text = page_with_tables(PAGE.read_text(encoding="utf-8"), entries, readings, found)
    PAGE.write_text(text, encoding="utf-8")
    text = page_of_confidences(PAGE_OF_CONFIDENCES.read_text(encoding="utf-8"), readings, found)
    PAGE_OF_CONFIDENCES.write_text(text, encoding="utf-8")
    VERDICTS_OF_RULES.write_text(verdicts_of_rules(entries, found), encoding="utf-8")


def _check(
    names: tuple[str, ...],
    update: bool,
    processes: int,
    cache: Path,
    packages: Path,
    record: Path,
) -> bool:
    """Whether what was found is what the record says."""
    listed = read_packages(packages)
    chosen = choose(listed, names)
    entries = read_record(record)
    folders = fetch(chosen, cache)
    started = time.monotonic()
    found, errors = lint_packages(folders, processes, _show_progress)
    # What the record has of packages that are no longer on the list has vanished as well.
    others = {package.name for package in listed} - {package.name for package in chosen}
    kept = [entry for entry in entries if entry.place.package in others]
    comparison = compare([entry for entry in entries if entry not in set(kept)], found)
    _show(comparison, errors)
    seconds = time.monotonic() - started
    click.echo(f"{len(chosen)} packages, {len(found)} findings, {seconds:.0f} s")
    if update:
        write_record([*kept, *comparison.entries], record)
    return not (comparison.appeared or comparison.vanished or errors)


def _show_again(found: Iterable[Again]) -> None:
    """The verdicts that the engine of today would not deserve or keep, and the table."""
    found = list(found)
    for one in sorted(found, key=lambda one: (one.judged.code, one.judged)):
        if (one.judged.verdict, one.outcome) in {("wrong", STILL), ("right", GONE)}:
            click.echo(f"{one.judged.verdict}, {one.outcome}  {one} ({one.judged.reason})")
    for line in table_of_again(found):
        click.echo(line)


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{done}/{total} files", nl=done == total, err=True)


def _show(comparison: Comparison, errors: Iterable[str]) -> None:
    for place in comparison.appeared:
        click.echo(f"appeared  {place}")
    for entry in comparison.vanished:
        click.echo(f"vanished  {_described(entry)}")
    for error in errors:
        click.echo(f"not linted  {error}")
    for line in table_by_rule(comparison.entries):
        click.echo(line)


def _described(entry: Entry) -> str:
    reason = f", {entry.reason}" if entry.reason else ""
    return f"{entry.place} ({entry.verdict}{reason})"


if __name__ == "__main__":
    main()
