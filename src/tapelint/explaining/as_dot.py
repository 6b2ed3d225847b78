"""A drawing in Graphviz's language."""

from __future__ import annotations

from tapelint.explaining.drawing import Box, drawing_of
from tapelint.explaining.facts import Explanation, Role

_FILLS = {
    Role.LEAF: "#dbeafe",
    Role.OPERATION: "#f3f4f6",
    Role.RESULT: "#dcf5e3",
    Role.EITHER: "#fdf3d4",
}


def render(explanation: Explanation) -> list[str]:
    """The lines of the text."""
    drawing = drawing_of(explanation)
    heading = _quoted(f"{drawing.title}\n{drawing.caption}")
    lines = [
        "digraph tape {",
        f"  label={heading}; labelloc=t; labeljust=l;",
        '  node [shape=box, style="filled", fontname="monospace", fontsize=11];',
    ]
    lines += [f"  n{at} [{_attributes(box)}];" for at, box in enumerate(drawing.boxes)]
    lines += [f"  n{start} -> n{end};" for start, end in drawing.edges]
    return [*lines, "}"]


def _attributes(box: Box) -> str:
    kinds = {line.kind for line in box.lines}
    style = ["filled"]
    if box.role is not Role.OPERATION:
        style.append("rounded")
    if box.is_dashed:
        style.append("dashed")
    found = {
        "label": _quoted("\n".join(line.text for line in box.lines)),
        "style": _quoted(",".join(style)),
        "fillcolor": _quoted(_FILLS[box.role]),
    }
    if kinds & {"error", "wrong"}:
        found |= {"color": _quoted("#b3131d"), "penwidth": "2"}
    return ", ".join(f"{name}={value}" for name, value in found.items())


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
