"""A process of its own: sources on disk become a data set of Parquet.

``python parquet.py LIST TARGET``: LIST has a path on each line.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet

ROWS = 50
"""How many sources a row group holds: a part of the work."""


def main() -> None:
    """Write all files of the list."""
    paths = Path(sys.argv[1]).read_text("utf-8").splitlines()
    sources = [Path(path).read_bytes().decode("utf-8", "replace") for path in paths]
    top = os.path.commonpath([os.path.dirname(path) for path in paths])
    # The folders below the one of all files are the repositories.
    repositories = [os.path.relpath(path, top).split(os.sep)[0] for path in paths]
    table = pyarrow.table({"repository": repositories, "path": paths, "source": sources})
    pyarrow.parquet.write_table(table, sys.argv[2], row_group_size=ROWS)


if __name__ == "__main__":
    main()
