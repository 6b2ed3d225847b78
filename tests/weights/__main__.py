"""``python -m tests.weights``: make the tables; with verdicts, read off what was read, too."""

from __future__ import annotations

import argparse
from pathlib import Path

from .collecting import collect
from .readings import PAGE, READINGS, WEIGHTS, data, page, read, weights, write


def main() -> None:
    """Make the tables anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verdicts", nargs="*", type=Path, help="tables of verdicts")
    parser.add_argument("--sources", action="append", default=[], type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.verdicts:
        known = {each[:4]: each for each in read()} if READINGS.exists() else {}
        known.update({each[:4]: each for each in collect(options.verdicts, options.sources)})
        write(known.values())
    readings = read()
    WEIGHTS.write_text(data(readings), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page(weights(readings), text), encoding="utf-8")


if __name__ == "__main__":
    main()
