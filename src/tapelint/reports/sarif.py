"""SARIF 2.1.0, for code scanning: rules with their help, the trail, fixes, fingerprints."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tapelint.findings import Confidence, Finding, Fix, Location
from tapelint.printable import as_json
from tapelint.reports.results import Results
from tapelint.reports.severity import severity
from tapelint.rule_book import as_text, page, site_address
from tapelint.rules import all_rules
from tapelint.rules.checker import Checker
from tapelint.source.content import LinesInFile, fingerprints
from tapelint.source.errors import SourceError
from tapelint.version import __version__

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "SRCROOT"
_RANKS = {Confidence.CERTAIN: 90.0, Confidence.LIKELY: 50.0, Confidence.POSSIBLE: 10.0}


def render(results: Results) -> list[str]:
    """The lines of the report."""
    rules = list(all_rules().values())
    indices = {rule.code: index for index, rule in enumerate(rules)}
    prints = fingerprints(results.findings, results.lines)
    run = {
        "tool": {
            "driver": {
                "name": "tapelint",
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"uri": f"{Path.cwd().as_uri()}/"}},
        "invocations": [_invocation(results)],
        "results": [
            _result(finding, indices[finding.code], fingerprint, results.lines_in_file)
            for finding, fingerprint in zip(results.findings, prints, strict=True)
        ],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return as_json(log, indent=2)


def _rule(rule: type[Checker]) -> dict[str, Any]:
    text = page(rule)
    address = site_address(rule)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": _sentence(rule.summary)},
        "fullDescription": {"text": text.split("\n")[2]},
        **({"helpUri": address} if address is not None else {}),
        "help": {"text": as_text(text), "markdown": text},
        "defaultConfiguration": {"enabled": rule.on_by_default, "level": "warning"},
        "properties": {"tags": ["pytorch", "autograd"]},
    }


def _sentence(summary: str) -> str:
    return f"{summary[0].upper()}{summary[1:]}."


def _invocation(results: Results) -> dict[str, Any]:
    invocation: dict[str, Any] = {"executionSuccessful": not results.errors}
    if results.errors:
        invocation["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": str(error)}, **_place(error, results)}
            for error in results.errors
        ]
    return invocation


def _place(error: Exception, results: Results) -> dict[str, Any]:
    """Where an error is, if it has a column there."""
    if not isinstance(error, SourceError) or error.line is None or error.column is None:
        return {}
    at = Location(error.line, error.column, error.line, error.column, error.cell)
    return {"locations": [_location(error.path, at, results.lines_in_file)]}


def _result(
    finding: Finding, index: int, fingerprint: str, lines_in_file: LinesInFile
) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": severity(finding).value,
        "message": {"text": finding.message},
        "locations": [_location(finding.path, finding.location, lines_in_file)],
        "partialFingerprints": {"tapelint/v1": fingerprint},
        "rank": _RANKS[finding.confidence],
        "properties": {
            "consequence": finding.consequence.value,
            "confidence": finding.confidence.value,
        },
    }
    if finding.trail:
        result["relatedLocations"] = [
            {
                "id": number,
                **_location(reason.path, reason.location, lines_in_file),
                "message": {"text": reason.told},
            }
            for number, reason in enumerate(finding.trail, 1)
        ]
    # Places within a cell are no places of the file, which is what SARIF edits.
    if finding.fix is not None and finding.location.cell is None:
        result["fixes"] = [_fix(finding.path, finding.fix)]
    return result


def _location(path: str, at: Location, lines_in_file: LinesInFile) -> dict[str, Any]:
    region = _region(at)
    if at.cell is not None:
        first, last = lines_in_file(path, at)
        region = {"startLine": first, "endLine": last}  # columns of a cell are not the file's
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": _artifact(path), "region": region}
    }
    if at.cell is not None:
        location["logicalLocations"] = [{"name": f"cell {at.cell}", "kind": "module"}]
    return location


def _region(at: Location) -> dict[str, int]:
    return {
        "startLine": at.line,
        "startColumn": at.column,
        "endLine": at.end_line,
        "endColumn": at.end_column,
    }


def _artifact(path: str) -> dict[str, str]:
    if os.path.isabs(path):
        return {"uri": Path(path).as_uri()}
    way = os.path.normpath(path).replace(os.sep, "/")
    if way.startswith("../"):
        return {"uri": Path(path).resolve().as_uri()}
    return {"uri": quote(os.fsencode(way)), "uriBaseId": _ROOT}


def _fix(path: str, fix: Fix) -> dict[str, Any]:
    return {
        "description": {"text": f"{fix.message} ({fix.applicability.value})"},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(path),
                "replacements": [
                    {
                        "deletedRegion": _region(edit.location),
                        "insertedContent": {"text": edit.content},
                    }
                    for edit in fix.edits
                ],
            }
        ],
    }
