"""Lint sources that lie in Parquet, on all workers of a Dask cluster; the findings are Parquet.

    python lint_parquet.py SOURCES FINDINGS [SCHEDULER]

SOURCES is a Parquet data set with the columns ``repository``, ``path`` and ``source``, FINDINGS the
folder to write. SCHEDULER is the address of a Dask cluster; without one, a cluster of two workers
is made on this machine. The rows of FINDINGS: what was found and, with the code ``error``, what
could not be linted. The files of a repository are linted together, since they import each other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import dask.dataframe
import pandas
from dask.distributed import Client, LocalCluster

from tapelint import lint_project

COLUMNS = ["repository", "path", "code", "line", "column", "confidence", "message"]
TYPES = {"line": "int64", "column": "int64"}
EMPTY = pandas.DataFrame({name: pandas.Series(dtype=TYPES.get(name, "str")) for name in COLUMNS})
Row = tuple[str, str, str, int, int, str, str]


def rows_of(repository: str, sources: pandas.DataFrame) -> Iterator[Row]:
    """The findings in the sources of one repository, and what could not be linted of them."""
    files: dict[str, str | bytes] = {}
    for path, source in zip(sources["path"], sources["source"], strict=True):
        if isinstance(path, str) and isinstance(source, (str, bytes)):
            files[path] = source
        else:
            name, missing = (path, "source") if isinstance(path, str) else ("", "path")
            yield repository, name, "error", 0, 0, "", f"the row has no {missing}"
    try:
        linted = lint_project(files)
    except Exception as error:  # a mistake in tapelint stops no job
        yield repository, "", "error", 0, 0, "", f"{type(error).__name__}: {error}"[:500]
        return
    for found in linted.findings:
        place, confidence = found.location, found.confidence.value
        yield (
            repository, found.path, found.code, place.line, place.column, confidence, found.message
        )  # fmt: skip
    for broken in linted.errors:
        yield repository, broken.path, "error", broken.line or 0, 0, "", broken.reason


def lint_part(sources: pandas.DataFrame) -> pandas.DataFrame:
    """The rows of many sources, with whole repositories. Dask calls it on its workers."""
    groups = sources.groupby("repository", dropna=False, sort=True)
    rows = [row for repository, group in groups for row in rows_of(str(repository), group)]
    return pandas.DataFrame(rows, columns=COLUMNS).astype(EMPTY.dtypes)


def lint_parquet(sources: str, findings: str) -> None:
    """Lint a data set on the cluster that is connected."""
    # Parquet's row groups are the parts: a worker holds a few of them at a time.
    columns = ["repository", "path", "source"]
    read = dask.dataframe.read_parquet(sources, columns=columns, split_row_groups=True)
    # All rows of a repository go to one part.
    together = read.shuffle(on="repository")
    together.map_partitions(lint_part, meta=EMPTY).to_parquet(findings, write_index=False)


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
