"""A JSON array of findings. Its form is a contract: keys are added, never changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tapelint.findings import Finding, Location


def render(findings: Sequence[Finding]) -> str:
    """The whole report."""
    return json.dumps([as_dict(finding) for finding in findings], indent=2, ensure_ascii=False)


def as_dict(finding: Finding) -> dict[str, Any]:
    """One finding as JSON-able data; lines and columns are one-based."""
    fix = finding.fix
    return {
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        "path": finding.path,
        "cell": finding.location.cell,
        **_stretch(finding.location),
        "consequence": finding.consequence.value,
        "confidence": finding.confidence.value,
        "because": [
            {
                "path": reason.path,
                "cell": reason.location.cell,
                "line": reason.location.line,
                "column": reason.location.column,
                "message": reason.message,
            }
            for reason in finding.because
        ],
        "fix": None
        if fix is None
        else {
            "applicability": fix.applicability.value,
            "message": fix.message,
            "edits": [
                {
                    "cell": edit.location.cell,
                    **_stretch(edit.location),
                    "content": edit.content,
                }
                for edit in fix.edits
            ],
        },
    }


def _stretch(location: Location) -> dict[str, int]:
    return {
        "line": location.line,
        "column": location.column,
        "end_line": location.end_line,
        "end_column": location.end_column,
    }
