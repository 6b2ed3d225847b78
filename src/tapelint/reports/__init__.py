"""Output formats, one module each: ``render`` turns findings into text."""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.printable import Line
from tapelint.reports.results import Results


def render(output_format: str, results: Results) -> Iterator[Line]:
    """The lines of a report.

    Args:
        output_format: One of :data:`tapelint.settings.values.OUTPUT_FORMATS`.
        results: What to report.

    Raises:
        ValueError: There is no such format.
    """
    findings = results.findings
    # Imported one at a time: a run needs one of them.
    if output_format == "full":
        from tapelint.reports import full

        yield from full.render(findings, results.lines)
    elif output_format == "concise":
        from tapelint.reports import concise

        yield from concise.render(findings)
    elif output_format == "json":
        from tapelint.reports import json

        yield from json.render(findings)
    elif output_format == "json-lines":
        from tapelint.reports import json_lines

        yield from json_lines.render(findings)
    elif output_format == "sarif":
        from tapelint.reports import sarif

        yield from sarif.render(results)
    elif output_format == "github":
        from tapelint.reports import github

        yield from github.render(results)
    elif output_format == "gitlab":
        from tapelint.reports import gitlab

        yield from gitlab.render(results)
    elif output_format == "junit":
        from tapelint.reports import junit

        yield from junit.render(results)
    else:
        raise ValueError(f"unknown output format {output_format!r}")


FOR_PEOPLE = frozenset({"full", "concise"})
"""Formats that end with a line that counts; the others are read by machines."""
COUNTED = ("full", "concise", "json")
"""Formats in which the findings can be counted by rule instead."""
