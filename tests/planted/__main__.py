"""``python -m tests.planted --repositories DIR``: the recall on planted mistakes.

Exits with 0 if the score was taken, whatever it is, and with 2 if it could not be taken.
"""

from __future__ import annotations

import os
from pathlib import Path

import click

from .cases import CASES, read_cases
from .errors import PlantedError
from .scoring import Result, score
from .tables import PAGE, beside, missed, page_with_table, rows, table

_FILE = click.Path(dir_okay=False, exists=True, path_type=Path)


@click.command()
@click.option(
    "--repositories",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of git directories or checkouts `owner+name`; what is missing is fetched there.",
)
@click.option("--rule", "rules", multiple=True, help="Cases of this rule alone; more than one can.")
@click.option("--cases", type=_FILE, default=CASES, help="Another file of cases.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, help="How many.")
@click.option("--progress", is_flag=True, help="Say what became of each case as it is done.")
@click.option("--page", is_flag=True, help="Write the rows of these rules into the page, too.")
def main(
    repositories: Path,
    rules: tuple[str, ...],
    cases: Path,
    processes: int,
    progress: bool,
    page: bool,
) -> None:
    """Plant mistakes in public training code, and print how many tapelint finds."""
    try:
        chosen = [case for case in read_cases(cases) if not rules or case.rule in rules]
        if not chosen:
            raise PlantedError(f"{cases} has no case of {', '.join(rules) or 'any rule'}")
        results = score(chosen, repositories, processes, _say if progress else lambda result: None)
    except PlantedError as problem:
        click.echo(str(problem), err=True)
        raise SystemExit(2) from None
    for line in table(rows(results)):
        click.echo(line)
    for heading, lines in (("missed", missed(results)), ("found, with others", beside(results))):
        click.echo(f"\n{heading}")
        for line in lines:
            click.echo(f"  {line}")
    if page:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(page_with_table(text, results), encoding="utf-8")


def _say(result: Result) -> None:
    click.echo(f"{'found ' if result.found else 'missed'} {result.case}", err=True)


if __name__ == "__main__":
    main(prog_name="python -m tests.planted")
