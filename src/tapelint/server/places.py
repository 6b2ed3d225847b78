"""Where findings and their reasons are, in an editor's documents."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from tapelint.findings import Finding, Reason
from tapelint.server.documents import Part, Snapshot
from tapelint.server.positions import Positions
from tapelint.server.runs import Checked


class Places:
    """The places of a snapshot in the editor's units."""

    def __init__(self, checked: Checked, encoding: str) -> None:
        """Prepare for a snapshot.

        Args:
            checked: What is known of the snapshot.
            encoding: The units that the editor counts columns in.
        """
        self.snapshot: Snapshot = checked.snapshot
        self._path = checked.path
        self._encoding = encoding
        self._positions: dict[int | None, Positions] = {}

    def positions(self, part: Part) -> Positions:
        """The places of one of its texts."""
        if part.number not in self._positions:
            self._positions[part.number] = Positions(part.content, self._encoding)
        return self._positions[part.number]

    def range(self, finding: Finding) -> types.Range | None:
        """Where a finding is in its text."""
        part = self.snapshot.part(finding.location.cell)
        return None if part is None else self.positions(part).range_of(finding.location)

    def location(self, reason: Reason) -> types.Location | None:
        """Where a reason is."""
        if reason.path != self._path:
            return _in_file(reason)
        part = self.snapshot.part(reason.location.cell)
        if part is None:
            return None
        return types.Location(part.uri, self.positions(part).range_of(reason.location))


def _in_file(reason: Reason) -> types.Location | None:
    """A place in another file, whose columns are only known in characters."""
    at = reason.location
    try:
        uri = Path(reason.path).absolute().as_uri()
    except ValueError:
        return None
    start = types.Position(at.line - 1, at.column - 1)
    return types.Location(
        uri, types.Range(start, types.Position(at.end_line - 1, at.end_column - 1))
    )


def findings_at(checked: Checked, encoding: str, uri: str, where: types.Range) -> list[Finding]:
    """The findings of a text that touch a range."""
    part = checked.snapshot.part_at(uri)
    if part is None:
        return []
    positions = Places(checked, encoding).positions(part)
    first, last = positions.offsets(where)
    found: list[Finding] = []
    for finding in checked.findings:
        if finding.location.cell == part.number:
            begins, ends = positions.offsets_of(finding.location)
            if begins <= last and first <= ends:
                found.append(finding)
    return found
