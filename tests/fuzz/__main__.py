"""``python -m tests.fuzz --programs 20000 --seed 1``: as many programs as one likes.

A disagreement does not end the run. It is made smaller and written into a folder; those of the
same shape are counted and written once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click

from tapelint import Finding

from .campaign import Tally, run_campaign, write_samples
from .comparison import compare
from .series import SERIES, Series


def _table(tally: Tally, codes: tuple[str, ...]) -> Iterator[str]:
    judged = tally.programs - sum(tally.discarded.values())
    yield f"programs            {tally.programs:>8}"
    yield f"  discarded         {tally.programs - judged:>8}"
    yield f"  clean             {tally.clean:>8}"
    yield f"  with pitfalls     {tally.broken_programs:>8}"
    yield f"    all of them found {tally.broken_programs_reported:>6}"
    yield f"  with disagreement {tally.programs_at_fault:>8}"
    yield ""
    yield "code     programs  pitfalls     found    missed  false alarms"
    for code in codes:
        yield (
            f"{code}  {tally.programs_with[code]:>9} {tally.pitfalls[code]:>9} "
            f"{tally.found[code]:>9} {tally.missed[code]:>9} {tally.false_alarms[code]:>13}"
        )
    if tally.discarded:
        yield ""
        yield "discarded for"
        for reason, count in tally.discarded.most_common():
            yield f"{count:>8}  {reason}"


@click.command()
@click.option("--programs", default=1000, show_default=True, help="How many programs.")
@click.option("--seed", default=1, show_default=True, help="Which series of programs.")
@click.option("--series", type=click.Choice(list(SERIES)), default="tensors", show_default=True)
@click.option("--first", default=0, show_default=True, help="Where in the series to begin.")
@click.option("--processes", default=2, show_default=True, help="How many at a time.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the disagreements, one smaller program for each shape.",
)
@click.option("--show", type=int, help="Print one program of the series and the verdicts on it.")
def main(
    programs: int,
    seed: int,
    series: str,
    first: int,
    processes: int,
    out: Path | None,
    show: int | None,
) -> None:
    """Compare tapelint with torch on random programs."""
    if show is not None:
        _show(SERIES[series], seed, show)
        return
    started = time.monotonic()
    tally = run_campaign(seed, first, programs, processes, series)
    seconds = time.monotonic() - started
    for line in _table(tally, SERIES[series].shown):
        click.echo(line)
    click.echo(f"\n{seconds:.0f} s, {60 * programs / seconds:.0f} programs a minute")
    if out is not None:
        click.echo(f"{write_samples(tally.samples, out)} shapes of disagreement in {out}")
    raise SystemExit(bool(tally.programs_at_fault))


def _show(series: Series, seed: int, number: int) -> None:
    source = series.program(seed, number)
    for line, text in enumerate(source.splitlines(), 1):
        click.echo(f"{line:>3}  {text}")
    findings = series.lint(source, series.shown)
    for finding in findings:
        message = f": {finding.message}" if isinstance(finding, Finding) else ""
        click.echo(f"tapelint: {finding.code} at line {finding.line}{message}")
    truth = series.truth(source)
    for pitfall in sorted(truth.pitfalls):
        click.echo(f"torch: {pitfall.code} at line {pitfall.line}")
    for disagreement in compare(truth, findings, series.codes).disagreements:
        click.echo(str(disagreement))


if __name__ == "__main__":
    main()
