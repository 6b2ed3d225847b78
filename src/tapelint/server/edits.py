"""The difference of two texts, as an editor applies it."""

from __future__ import annotations

import difflib

from lsprotocol.types import TextEdit

from tapelint.server.positions import Positions
from tapelint.source.edits import Lines


def text_edits(before: str, after: str, encoding: str) -> list[TextEdit]:
    """The edits that turn one text into another; small, so that cursors and folds stay.

    Args:
        before: The text as the editor has it.
        after: The text as it shall be.
        encoding: The units that the editor counts columns in.
    """
    old, new = _lines(before), _lines(after)
    positions = Positions(before, encoding)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    edits: list[TextEdit] = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, first, last, first_new, last_new in matcher.get_opcodes():
        if kind == "equal":
            continue
        content = "".join(new[first_new:last_new])
        edits.append(TextEdit(positions.range(starts[first], starts[last]), content))
    return edits


def _lines(text: str) -> list[str]:
    starts = Lines(text).starts
    return [text[at:end] for at, end in zip(starts, [*starts[1:], len(text)], strict=True)]
