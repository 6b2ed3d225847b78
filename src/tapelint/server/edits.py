"""The difference of two texts, as an editor applies it."""

from __future__ import annotations

from lsprotocol.types import TextEdit

from tapelint.server.differences import differences
from tapelint.server.positions import Positions


def text_edits(before: str, after: str, encoding: str) -> list[TextEdit]:
    """The edits that turn one text into another, line by line, so that cursors and folds stay.

    Args:
        before: The text as the editor has it.
        after: The text as it shall be.
        encoding: The units that the editor counts columns in.
    """
    positions = Positions(before, encoding)
    return [
        TextEdit(positions.range(each.start, each.end), after[each.new_start : each.new_end])
        for each in differences(before, after)
    ]
