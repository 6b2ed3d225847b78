"""Logging commands of Azure Pipelines, which become warnings and errors of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator

from tapelint.printable import printable
from tapelint.reports.concise import said_elsewhere
from tapelint.reports.results import Results
from tapelint.reports.severity import Severity, severity

_TYPES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "warning"}
"""Azure knows no third one."""


def render(results: Results) -> Iterator[str]:
    """One command a finding."""
    for finding in results.findings:
        at = finding.location
        line, _ = results.lines_in_file(finding.path, at)
        properties = {
            "type": _TYPES[severity(finding)],
            "sourcepath": os.path.abspath(finding.path),  # Azure asks for whole paths
            "linenumber": str(line),
            "code": finding.code,
        }
        if at.cell is None:
            properties["columnnumber"] = str(at.column)  # a cell's are not the file's
        said = "".join(f"{key}={_property(value)};" for key, value in properties.items())
        text = said_elsewhere(finding)
        yield f"##vso[task.logissue {said}]{_data(text)}"


def _data(text: str) -> str:
    """A text in which nothing is read as a code, nor breaks the line."""
    return printable(text).replace("%", "%AZP25")


def _property(text: str) -> str:
    return _data(text).replace("]", "%5D").replace(";", "%3B")
