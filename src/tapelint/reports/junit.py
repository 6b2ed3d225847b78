"""JUnit's XML: a test suite for each file, a failed test case for each finding.

A file without findings is a suite with one case that passed; what could not be linted is a suite
of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree

from tapelint.findings import Finding
from tapelint.printable import printable
from tapelint.reports.concise import said_of_trail
from tapelint.reports.results import Results

_NOT_XML = re.compile("[\ufffe\uffff]")


def render(results: Results) -> list[str]:
    """The lines of the report."""
    errors = [str(error) for error in results.errors]
    suites = ElementTree.Element(
        "testsuites",
        name="tapelint",
        tests=str(_cases(results)),
        failures=str(len(results.findings) + len(errors)),
    )
    by_path = {
        path: list(found) for path, found in groupby(results.findings, lambda each: each.path)
    }
    for path in sorted({*results.paths, *by_path}):
        _add_suite(suites, path, by_path.get(path, []))
    if errors:
        suite = _suite(suites, "not linted", len(errors), len(errors))
        for error in errors:
            _add_failure(_case(suite, error, "tapelint"), "not linted", error, [error])
    ElementTree.indent(suites)
    text = ElementTree.tostring(suites, encoding="unicode")
    return ['<?xml version="1.0" encoding="UTF-8"?>', *text.split("\n")]


def _cases(results: Results) -> int:
    clean = set(results.paths) - {finding.path for finding in results.findings}
    return len(results.findings) + len(results.errors) + len(clean)


def _add_suite(suites: ElementTree.Element, path: str, findings: Sequence[Finding]) -> None:
    suite = _suite(suites, path, max(1, len(findings)), len(findings))
    class_name = re.sub(r"\.\w+$", "", path).replace("\\", "/")
    if not findings:
        _case(suite, "tapelint", class_name)
    for finding in findings:
        at = finding.location
        cell = f"cell {at.cell}, " if at.cell is not None else ""
        case = _case(suite, f"{finding.code} {finding.name}", class_name)
        trail = [f"  {each}" for each in said_of_trail(finding)]
        place = f"{cell}line {at.line}, column {at.column}"
        lines = [f"{place}: {finding.message}", *trail]
        _add_failure(case, finding.consequence.value, finding.message, lines)


def _suite(
    parent: ElementTree.Element, name: str, tests: int, failures: int
) -> ElementTree.Element:
    return ElementTree.SubElement(
        parent,
        "testsuite",
        name=_clean(name),
        tests=str(tests),
        failures=str(failures),
        errors="0",
    )


def _case(suite: ElementTree.Element, name: str, class_name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", name=_clean(name), classname=_clean(class_name)
    )


def _add_failure(case: ElementTree.Element, kind: str, message: str, lines: Sequence[str]) -> None:
    failure = ElementTree.SubElement(case, "failure", type=kind, message=_clean(message))
    failure.text = "\n".join(map(_clean, lines))


def _clean(text: str) -> str:
    """The text without line breaks and without the characters that XML cannot hold."""
    return _NOT_XML.sub("?", printable(text))
