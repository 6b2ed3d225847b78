"""``python -m tests.benchmark``: measure what tapelint costs, against its floor and its peers.

Exits with 0 if every row that was asked for is at most what it may be, with 1 if one is more,
and with 2 if one could not be measured.
"""

from __future__ import annotations

import dataclasses
import datetime
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from ..ecosystem.fetching import default_cache as ecosystem_cache
from . import at_scale
from .corpus import USUAL, Corpus
from .environments import Environments
from .errors import BenchmarkError
from .linearity import growth_of
from .linearity import measure as measure_growth
from .machine import description, revision
from .page import PAGE, PICTURE, is_met, line, page_with_results, with_measured
from .plot import plot
from .readme import README, with_speed
from .results import Result, Results
from .rows import ROWS, Bench, Row

GROWTH, SCALE = "growth", "scale"
_FOLDER = click.Path(file_okay=False, path_type=Path)


def default_cache() -> Path:
    """The folder of the user's own cache."""
    return ecosystem_cache().with_name("tapelint-benchmark")


@click.command()
@click.argument("names", metavar="[ROW]...", nargs=-1, type=click.Choice([*ROWS, GROWTH, SCALE]))
@click.option("--packages", default=",".join(USUAL), help="Other packages, with commas.")
@click.option("--sample", default=0, metavar="N", help="Only N files, always the same ones.")
@click.option("--runs", default=3, show_default=True, help="How often what is cheap is run.")
@click.option("--cache", type=_FOLDER, help="Folder for environments and results.")
@click.option("--sources", type=_FOLDER, help="Folder for wheels, as tests.ecosystem has it.")
@click.option(
    "--training",
    type=_FOLDER,
    multiple=True,
    envvar="TAPELINT_BENCHMARK_TRAINING",
    help="A folder of training scripts; may be given several times.",
)
@click.option("--page", is_flag=True, help="Write the page from what was measured; no measuring.")
def main(
    names: tuple[str, ...],
    packages: str,
    sample: int,
    runs: int,
    cache: Path | None,
    sources: Path | None,
    training: tuple[Path, ...],
    page: bool,
) -> None:
    """Measure rows of the table, or all of them, and the growth; then write the page."""
    cache = (cache or default_cache()).absolute()
    corpus = Corpus(
        tuple(each.strip() for each in packages.split(",") if each.strip()),
        (sources or ecosystem_cache()).absolute(),
        sample,
    )
    results = Results(cache, corpus.key)
    environments = Environments(cache)
    code = 0
    if not page:
        bench = Bench(environments, corpus, runs, tuple(folder.absolute() for folder in training))
        code = measure_rows(names or (*ROWS, *OTHERS), bench, results)
    # Whoever tries it on a sample does not want another page.
    if page or not (names or corpus.key != Corpus().key):
        write_pages(results, environments)
    raise SystemExit(code)


def measure_rows(names: Sequence[str], bench: Bench, results: Results) -> int:
    """Measure rows one after the other, print and keep each; the exit code.

    A row that fails is one line, and the others go on.
    """
    code = 0
    for name in names:
        load = os.getloadavg()[0]
        try:
            if name in OTHERS:
                results.keep_raw(name, OTHERS[name](bench, load))
                show_other(name, results)
                continue
            result = measured(ROWS[name], bench)
        except Exception as error:  # whatever goes wrong, the other rows go on
            result = Result(name, error=why(error))
        if name in OTHERS:
            click.echo(f"{name:18} failed: {result.error}")
            code = 2
            continue
        today = datetime.date.today().isoformat()
        result = dataclasses.replace(result, load=load, date=today, revision=revision())
        results.keep(result)
        click.echo(line(ROWS[name], result))
        if result.value is None:
            code = 2
        elif not is_met(ROWS[name], result):
            code = max(code, 1)
    return code


def why(error: Exception) -> str:
    """An error in one line."""
    text = " ".join(str(error).split())
    return text if isinstance(error, BenchmarkError) else f"{type(error).__name__}: {text}"


def measured(row: Row, bench: Bench) -> Result:
    """The result of a row."""
    found = row.measure(bench)
    return Result(row.name, found.value, found.details, "", found.corpus, found.runs)


def show_other(name: str, results: Results) -> None:
    """Print what is no row of the table: functions that cost too much, or the rate."""
    data = results.raw(name)
    assert isinstance(data, dict)
    if name == SCALE:
        click.echo(f"{SCALE:18} {list(at_scale.section(at_scale.Rate(**data)))[-1]}")
        return
    growth = growth_of(data)
    of_all = f"{len(growth.flagged)} of {len(growth.functions)} functions"
    click.echo(f"{GROWTH:18} {of_all} cost more than ten times the median per line")
    for each in growth.flagged:
        click.echo(f"  {each.name}: {each.lines} lines, {1e3 * each.seconds:.3g} ms")


def write_pages(results: Results, environments: Environments) -> None:
    """Write the pages and the picture from what was measured so far."""
    data = results.raw(GROWTH)
    growth = growth_of(data) if isinstance(data, dict) else None
    if growth is not None:
        PICTURE.write_text(plot(growth), encoding="utf-8")
    rows = results.read()
    for row in ROWS.values():
        click.echo(line(row, rows.get(row.name)))
    text = PAGE.read_text("utf-8")
    new = page_with_results(text, rows, growth, description(), environments.built())
    PAGE.write_text(new, encoding="utf-8")
    try:
        readme = with_speed(README.read_text("utf-8"), new)
    except ValueError as error:
        click.echo(f"README.md stays as it is: {error}", err=True)
    else:
        README.write_text(readme, encoding="utf-8")
    rate = results.raw(SCALE)
    if isinstance(rate, dict):
        text = at_scale.PAGE.read_text("utf-8")
        new = with_measured(text, at_scale.section(at_scale.Rate(**rate)))
        at_scale.PAGE.write_text(new, encoding="utf-8")


OTHERS: Mapping[str, Callable[[Bench, float], object]] = {
    GROWTH: lambda bench, load: measure_growth(bench),
    SCALE: at_scale.measure,
}
"""What is measured and is no row of the table."""

if __name__ == "__main__":
    main()
