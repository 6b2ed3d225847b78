"""Output formats, one module each, of the format's name: ``render`` turns results into lines."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from tapelint.printable import Line
from tapelint.reports.results import Results

FORMATS = (
    "full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "azure",
    "rdjson", "junit", "pylint",
)  # fmt: skip
"""The formats, those that people read first."""
FOR_PEOPLE = frozenset({"full", "concise", "grouped"})
"""Formats that end with a line that counts; the others are read by machines."""
STREAMED = frozenset({"full", "concise", "json-lines", "github", "azure", "pylint"})
"""Formats in which the report of two files is that of the one and then that of the other."""
COUNTED = ("full", "concise", "grouped", "json")
"""Formats in which the findings can be counted by rule instead."""


def render(output_format: str, results: Results) -> Iterable[Line]:
    """The lines of a report.

    Args:
        output_format: One of :data:`FORMATS`.
        results: What to report.

    Raises:
        ValueError: There is no such format.
    """
    if output_format not in FORMATS:
        raise ValueError(f"unknown output format {output_format!r}")
    # A run needs one of them: the others are not imported.
    module = importlib.import_module(f"{__name__}.{output_format.replace('-', '_')}")
    lines: Iterable[Line] = module.render(results)
    return lines
