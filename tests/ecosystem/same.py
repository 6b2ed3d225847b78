"""``python -m tests.ecosystem.same``: are findings the same however they are looked for?

Without the screen, without the cache and in one process is the plain way. The others are with the
screen, with two processes that fill a cache, and with that cache alone. Exits with 1 if any of
them finds anything else.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import click
from tests.caching.running import outcome

from tapelint import Finding, Settings, interest

from .fetching import default_cache, fetch
from .packages import PACKAGES, choose, read_packages

CORPUS = ("stable_baselines3", "botorch", "pyro_ppl", "timm", "transformers")


def ways(folder: Path, cache: Path, settings: Settings) -> Iterator[tuple[str, list[Finding]]]:
    """The findings in a folder by each way, the plain one first."""
    with mock.patch.object(interest, "may_fire", return_value=True):
        yield "plain", outcome(folder, settings=settings).findings
    yield "with the screen", outcome(folder, settings=settings).findings
    place = cache / folder.name
    yield "two processes", outcome(folder, settings=settings, place=place, jobs=2).findings
    yield "from the cache", outcome(folder, settings=settings, place=place).findings


@click.command()
@click.argument("names", metavar="[PACKAGE]...", nargs=-1)
@click.option("--cache", type=click.Path(path_type=Path), help="Folder for wheels and sources.")
def main(names: tuple[str, ...], cache: Path | None) -> None:
    """Compare the findings in packages, by default in those of the benchmark."""
    chosen = choose(read_packages(PACKAGES), names or CORPUS)
    is_same = True
    for package, folder in fetch(chosen, cache or default_cache()).items():
        with tempfile.TemporaryDirectory() as workspace:
            (_, plain), *others = ways(folder, Path(workspace), Settings())
        for way, found in others:
            verdict = "the same" if found == plain else "NOT THE SAME"
            is_same = is_same and found == plain
            click.echo(f"{package}: {len(plain)} findings, {way}: {verdict}")
    raise SystemExit(0 if is_same else 1)


if __name__ == "__main__":
    main()
