"""Workflow commands of GitHub Actions, which become annotations of a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.printable import printable
from tapelint.reports.concise import headline, place
from tapelint.reports.results import Results
from tapelint.reports.severity import Severity, severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(results: Results) -> Iterator[str]:
    """One command a finding."""
    for finding in results.findings:
        at = finding.location
        first, last = results.lines_in_file(finding.path, at)
        properties = {
            "title": f"tapelint {finding.code} [{finding.name}]",
            "file": finding.path.replace("\\", "/"),
            "line": str(first),
            "endLine": str(last),
        }
        if at.line == at.end_line and at.cell is None:
            # GitHub takes columns of annotations of one line only; a cell's are not the file's.
            properties |= {"col": str(at.column), "endColumn": str(at.end_column)}
        said = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        command = _COMMANDS[severity(finding)]
        text = printable(f"{place(finding)}: {headline(finding)}")
        yield f"::{command} {said}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
