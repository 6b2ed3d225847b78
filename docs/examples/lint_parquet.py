"""Lint sources that lie in Parquet, on all workers of a Dask cluster; the findings are Parquet.

    python lint_parquet.py SOURCES FINDINGS [SCHEDULER]

SOURCES is a Parquet data set with the columns ``path`` and ``source``, FINDINGS the folder to
write. SCHEDULER is the address of a Dask cluster; without one, a cluster of two workers is made on
this machine. The rows of FINDINGS: what was found and, with the code ``error``, what could not be
linted.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import dask.dataframe
import pandas
from dask.distributed import Client, LocalCluster

from tapelint import Settings, lint_readable

# What a source imports is another row, and no file on the worker.
SETTINGS = Settings(follow_imports=False)
COLUMNS = ["path", "code", "line", "column", "confidence", "message"]
TYPES = {"line": "int64", "column": "int64"}
EMPTY = pandas.DataFrame({name: pandas.Series(dtype=TYPES.get(name, "str")) for name in COLUMNS})


def rows_of(path: Any, source: Any) -> Iterator[tuple[str, str, int, int, str, str]]:
    """The findings in one source, and what could not be linted of it."""
    if not isinstance(source, (str, bytes)):
        yield str(path), "error", 0, 0, "", "the row has no source"
        return
    try:
        linted = lint_readable(source, path=str(path), settings=SETTINGS)
    except Exception as error:  # a mistake in tapelint stops no job
        yield str(path), "error", 0, 0, "", f"{type(error).__name__}: {error}"[:500]
        return
    for found in linted.findings:
        place, confidence = found.location, found.confidence.value
        yield found.path, found.code, place.line, place.column, confidence, found.message
    for broken in linted.errors:
        yield broken.path, "error", broken.line or 0, 0, "", broken.reason


def lint_part(sources: pandas.DataFrame) -> pandas.DataFrame:
    """The rows of many sources. Dask calls it on its workers."""
    pairs = zip(sources["path"], sources["source"], strict=True)
    rows = [row for pair in pairs for row in rows_of(*pair)]
    return pandas.DataFrame(rows, columns=COLUMNS).astype(EMPTY.dtypes)


def lint_parquet(sources: str, findings: str) -> None:
    """Lint a data set on the cluster that is connected."""
    # Parquet's row groups are the parts: a worker holds a few of them at a time.
    read = dask.dataframe.read_parquet(sources, columns=["path", "source"], split_row_groups=True)
    read.map_partitions(lint_part, meta=EMPTY).to_parquet(findings, write_index=False)


def main() -> None:
    """Read the command line, and lint."""
    sources, findings, *scheduler = sys.argv[1:]
    if scheduler:
        with Client(scheduler[0]):
            lint_parquet(sources, findings)
        return
    with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster):
        lint_parquet(sources, findings)


if __name__ == "__main__":
    main()
