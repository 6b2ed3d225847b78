"""The Diagnostic Format of reviewdog, which comments on changes in GitHub, GitLab and others.

Its columns count the bytes of UTF-8, and its ends are exclusive.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapelint.findings import Finding, Location
from tapelint.printable import as_json
from tapelint.reports.concise import said_elsewhere, said_of_trail
from tapelint.reports.results import Results
from tapelint.reports.severity import Severity, severity
from tapelint.rule_book import site_address
from tapelint.rules import all_rules

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def render(results: Results) -> list[str]:
    """The lines of the report."""
    report = {
        "source": {"name": "tapelint"},
        "diagnostics": [_diagnostic(finding, results) for finding in results.findings],
    }
    return as_json(report, indent=2)


def _diagnostic(finding: Finding, results: Results) -> dict[str, Any]:
    address = site_address(all_rules()[finding.code])
    diagnostic: dict[str, Any] = {
        "message": "\n".join([said_elsewhere(finding), *said_of_trail(finding)]),
        "location": {
            "path": finding.path.replace("\\", "/"),
            "range": _range(finding.path, finding.location, results),
        },
        "severity": _SEVERITIES[severity(finding)],
        "code": {"value": finding.code, **({"url": address} if address is not None else {})},
    }
    # Each suggestion is taken or left by itself: the parts of a fix in several would be halves.
    if finding.fix is not None and len(finding.fix.edits) == 1 and finding.location.cell is None:
        (edit,) = finding.fix.edits
        span = _range(finding.path, edit.location, results)
        diagnostic["suggestions"] = [{"range": span, "text": edit.content}]
    return diagnostic


def _range(path: str, at: Location, results: Results) -> dict[str, dict[str, int]]:
    if at.cell is not None:  # columns of a cell are not the file's
        first, last = results.lines_in_file(path, at)
        return {"start": {"line": first}, "end": {"line": last}}
    lines = results.lines(path, None)
    return {
        "start": {"line": at.line, "column": _in_bytes(lines, at.line, at.column)},
        "end": {"line": at.end_line, "column": _in_bytes(lines, at.end_line, at.end_column)},
    }


def _in_bytes(lines: Sequence[str], line: int, column: int) -> int:
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    return len(before.encode("utf-8", "surrogatepass")) + column - len(before)
