"""What is drawn of an explanation: boxes with lines of text, and the edges of autograd's graph."""

from __future__ import annotations

from dataclasses import dataclass

from tapelint.explaining.as_text import MODES, place_of
from tapelint.explaining.facts import (
    Answer,
    Explanation,
    Fate,
    Keeping,
    Node,
    Role,
    Spot,
)


@dataclass(frozen=True)
class Line:
    """A line of text in a box; ``kind`` says how it is drawn.

    Attributes:
        text: The text.
        kind: ``title``, ``plain``, ``saved``, ``error``, ``wrong`` or ``faint``.
    """

    text: str
    kind: str = "plain"


@dataclass(frozen=True)
class Box:
    """A box.

    Attributes:
        role: What it stands for.
        lines: Its text.
        is_dashed: Whether it is not certain that it exists.
    """

    role: Role
    lines: tuple[Line, ...]
    is_dashed: bool = False


@dataclass(frozen=True)
class Drawing:
    """A drawing.

    Attributes:
        title: The line that is explained.
        caption: What else holds there.
        boxes: The boxes.
        edges: From a box to one of its inputs, by their numbers.
    """

    title: str
    caption: str
    boxes: tuple[Box, ...]
    edges: tuple[tuple[int, int], ...]


def drawing_of(explanation: Explanation) -> Drawing:
    """What is drawn of an explanation."""
    view = explanation.view
    title = f"{place_of(explanation)}  {explanation.source}".rstrip()
    if view is None:
        return Drawing(title, f"nothing is known here: {explanation.why_not}", (), ())
    boxes = tuple(_box(node) for node in view.nodes)
    edges = tuple((at, to) for at, node in enumerate(view.nodes) for to in node.inputs if to != at)
    caption = f"grad mode {MODES[view.mode]}"
    if not boxes:
        caption = f"no tensor is known here; {caption}"
    return Drawing(title, caption, boxes, edges)


def _box(node: Node) -> Box:
    lines = [Line(_short(node.title), "title")]
    if node.at is not None:
        lines.append(Line(_where(node), "faint"))
    if node.version is not None:
        lines.append(Line(f"version {node.version}"))
    if node.shares:
        lines.append(Line(_short(f"memory of {', '.join(node.shares)}"), "faint"))
    if node.role is Role.OPERATION:
        lines += [_kept(each) for each in node.keeps]
        if node.freed.answer is Answer.YES:
            lines.append(Line(f"freed by the backward of {_spot(node.freed.at)}", "faint"))
    return Box(node.role, tuple(lines), not node.is_certain)


def _where(node: Node) -> str:
    return f"leaf, {node.at}" if node.role is Role.LEAF else str(node.at)


def _spot(spot: Spot | None) -> str:
    return str(spot) if spot is not None else "another file"


def _kept(keeping: Keeping) -> Line:
    what = "result" if keeping.is_result else _short(keeping.tensor, 18)
    if keeping.saved_version is None:
        return Line(f"saved {what}, version unknown", "saved")
    text = f"saved {what} at version {keeping.saved_version}"
    if keeping.fate is Fate.CHANGED:
        return Line(f"{text}, now {keeping.present_version}: raises", "error")
    if keeping.fate is Fate.UNSEEN:
        return Line(f"{text}, changed unseen", "wrong")
    return Line(text, "saved")


def _short(text: str, longest: int = 32) -> str:
    return text if len(text) <= longest else text[: longest - 3] + "..."
