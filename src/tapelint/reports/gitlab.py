"""A Code Quality report of GitLab: the part of the Code Climate format that GitLab reads."""

from __future__ import annotations

from tapelint.findings import Finding
from tapelint.printable import as_json
from tapelint.reports.results import Results
from tapelint.reports.severity import Severity, severity
from tapelint.source.content import fingerprints

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(results: Results) -> list[str]:
    """The lines of the report."""
    prints = fingerprints(results.findings, results.lines)
    issues = [
        {
            "type": "issue",
            "check_name": finding.code,
            "description": f"{finding.code} [{finding.name}] {finding.message}",
            "categories": ["Bug Risk"],
            "severity": _SEVERITIES[severity(finding)],
            "fingerprint": fingerprint,
            "location": {
                "path": finding.path.replace("\\", "/"),
                "lines": _lines(results, finding),
            },
        }
        for finding, fingerprint in zip(results.findings, prints, strict=True)
    ]
    return as_json(issues, indent=2)


def _lines(results: Results, finding: Finding) -> dict[str, int]:
    begin, end = results.lines_in_file(finding.path, finding.location)
    return {"begin": begin, "end": end}
