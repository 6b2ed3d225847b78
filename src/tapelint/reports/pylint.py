"""One line a finding as flake8 writes it with ``--format pylint``: ``path:line: [CODE] message``.

CI systems that collect warnings know this form. It has no columns, and lines are those of the file,
also in a notebook.
"""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.reports.concise import said_elsewhere
from tapelint.reports.results import Results


def render(results: Results) -> Iterator[str]:
    """The lines of the report."""
    for finding in results.findings:
        line, _ = results.lines_in_file(finding.path, finding.location)
        said = said_elsewhere(finding)
        yield f"{finding.path}:{line}: [{finding.code}] {said}"
