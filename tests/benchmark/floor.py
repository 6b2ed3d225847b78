"""A process of its own: what libcst's parser costs on each of a list of files.

``python floor.py LIST RESULT``: LIST has a path on each line; RESULT gets the seconds of CPU
time, as JSON, one number for each file, and ``null`` for what libcst cannot parse. The collector
of garbage is on, as for anyone who calls the parser.
"""

from __future__ import annotations

import json
import sys
import time

import libcst


def seconds_of(source: bytes) -> float | None:
    """What parsing a text costs."""
    started = time.process_time()
    try:
        libcst.parse_module(source)
    except (libcst.ParserSyntaxError, UnicodeDecodeError):
        return None
    return time.process_time() - started


def main() -> None:
    """Parse all files of the list."""
    found: list[float | None] = []
    with open(sys.argv[1], encoding="utf-8") as listed:
        for line in listed:
            with open(line.rstrip("\n"), "rb") as file:
                source = file.read()
            found.append(seconds_of(source))
    with open(sys.argv[2], "w", encoding="utf-8") as result:
        json.dump(found, result)


if __name__ == "__main__":
    main()
