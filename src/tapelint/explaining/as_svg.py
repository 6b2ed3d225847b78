"""A drawing as SVG, readable on light and dark ground; nothing but this module is needed."""

from __future__ import annotations

from xml.sax.saxutils import escape

from tapelint.explaining.drawing import Box, Line, drawing_of
from tapelint.explaining.facts import Explanation, Role
from tapelint.explaining.layout import Size, place

_CHARACTER = 7.3
_LINE = 18.0
_PADDING = 12.0
_MARGIN = 16.0
_HEAD = 52.0
_LEGEND = 34.0
_STYLE = """
  .ground { fill: #ffffff }
  text { font: 12px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1f2328 }
  .heading { font-size: 13px; font-weight: bold }
  .title { font-weight: bold }
  .faint { fill: #59636e }
  .error { fill: #b3131d; font-weight: bold }
  .wrong { fill: #8a4600; font-weight: bold }
  rect.box { stroke-width: 1.3 }
  .leaf rect.box { fill: #dbeafe; stroke: #2563a8 }
  .operation rect.box { fill: #f3f4f6; stroke: #6b7280 }
  .result rect.box { fill: #dcf5e3; stroke: #23803d }
  .either rect.box { fill: #fdf3d4; stroke: #9a6b00 }
  .perhaps rect.box { stroke-dasharray: 5 3 }
  rect.cell { fill: #ffffff; stroke: #9ca3af; stroke-width: 0.8 }
  rect.cell-error { fill: #ffe3e3; stroke: #b3131d }
  rect.cell-wrong { fill: #ffedd5; stroke: #8a4600 }
  .edge { fill: none; stroke: #6b7280; stroke-width: 1.3 }
  .tip { fill: #6b7280 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #15191f }
    text { fill: #e6e9ee }
    .faint { fill: #a3acb8 }
    .error { fill: #ff9b9b }
    .wrong { fill: #ffbf80 }
    .leaf rect.box { fill: #14304f; stroke: #6aa6e6 }
    .operation rect.box { fill: #262c35; stroke: #97a1ae }
    .result rect.box { fill: #133320; stroke: #5cc27a }
    .either rect.box { fill: #3a2f0d; stroke: #d9ac3d }
    rect.cell { fill: #15191f; stroke: #6b7683 }
    rect.cell-error { fill: #4b1519; stroke: #ff9b9b }
    rect.cell-wrong { fill: #46290c; stroke: #ffbf80 }
    .edge { stroke: #97a1ae }
    .tip { fill: #97a1ae }
  }
"""
_LEGEND_TEXTS = {
    Role.RESULT: "tensor",
    Role.OPERATION: "operation (grad_fn)",
    Role.LEAF: "leaf",
    Role.EITHER: "one of several",
}
_CELLS = frozenset({"saved", "error", "wrong"})


def render(explanation: Explanation) -> list[str]:
    """The lines of the SVG."""
    drawing = drawing_of(explanation)
    placed = place([_size(box) for box in drawing.boxes], drawing.edges)
    roles = [role for role in Role if any(box.role is role for box in drawing.boxes)]
    legend_width = sum(_legend_width(role) for role in roles)
    texts = max(len(drawing.title) * 8.0, len(drawing.caption) * _CHARACTER)
    width = max(placed.width, texts, legend_width) + 2 * _MARGIN
    height = _HEAD + placed.height + (_LEGEND if roles else 0.0) + 2 * _MARGIN
    left = _MARGIN + (width - 2 * _MARGIN - placed.width) / 2
    top = _MARGIN + _HEAD
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img">',
        f"<title>{escape(drawing.title)}</title>",
        *f"<style>{_STYLE}</style>".split("\n"),
        f'<rect class="ground" width="{width:.0f}" height="{height:.0f}" rx="6"/>',
        _text(_MARGIN, _MARGIN + 14, drawing.title, "heading"),
        _text(_MARGIN, _MARGIN + 34, drawing.caption, "faint"),
    ]
    for way in placed.ways:
        lines += _edge([(x + left, y + top) for x, y in way])
    for box, (x, y) in zip(drawing.boxes, placed.corners, strict=True):
        lines += _box(box, x + left, y + top)
    lines += _legend(roles, _MARGIN, height - _MARGIN - 18)
    return [*lines, "</svg>"]


def _size(box: Box) -> Size:
    longest = max(len(line.text) for line in box.lines)
    return Size(longest * _CHARACTER + 2 * _PADDING + 8, len(box.lines) * _LINE + 12)


def _box(box: Box, x: float, y: float) -> list[str]:
    size = _size(box)
    kind = f"{box.role.value} perhaps" if box.is_dashed else box.role.value
    radius = 16 if box.role is Role.LEAF else 9 if box.role is Role.RESULT else 3
    lines = [
        f'<g class="{kind}">',
        f'<rect class="box" x="{x:.1f}" y="{y:.1f}" width="{size.width:.1f}" '
        f'height="{size.height:.1f}" rx="{radius}"/>',
    ]
    for number, line in enumerate(box.lines):
        lines += _line(line, x, y + 6 + number * _LINE, size.width)
    return [*lines, "</g>"]


def _line(line: Line, x: float, y: float, width: float) -> list[str]:
    text = _text(x + width / 2, y + 13, line.text, line.kind, is_middle=True)
    if line.kind not in _CELLS:
        return [text]
    kind = "cell" if line.kind == "saved" else f"cell cell-{line.kind}"
    cell = (
        f'<rect class="{kind}" x="{x + 6:.1f}" y="{y + 0.5:.1f}" width="{width - 12:.1f}" '
        f'height="{_LINE - 2:.1f}" rx="2"/>'
    )
    return [cell, text]


def _text(x: float, y: float, text: str, kind: str, *, is_middle: bool = False) -> str:
    anchor = ' text-anchor="middle"' if is_middle else ""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{anchor}>{escape(text)}</text>'


def _edge(points: list[tuple[float, float]]) -> list[str]:
    """A curve from the bottom of a box to the top of another, straight where it passes a row."""
    (x, y), *rest = points
    end_x, end_y = rest[-1]
    rest[-1] = (end_x, end_y - 6)
    path = [f"M{x:.1f} {y:.1f}"]
    for next_x, next_y in rest:
        bend = (next_y - y) / 2
        path.append(
            f"C{x:.1f} {y + bend:.1f} {next_x:.1f} {next_y - bend:.1f} {next_x:.1f} {next_y:.1f}"
        )
        x, y = next_x, next_y
    tip = f"M{end_x:.1f} {end_y:.1f}l-4 -7h8z"
    return [f'<path class="edge" d="{" ".join(path)}"/>', f'<path class="tip" d="{tip}"/>']


def _legend_width(role: Role) -> float:
    return len(_LEGEND_TEXTS[role]) * _CHARACTER + 44


def _legend(roles: list[Role], x: float, y: float) -> list[str]:
    lines = []
    for role in roles:
        lines += [
            f'<g class="{role.value}"><rect class="box" x="{x:.1f}" y="{y:.1f}" width="18" '
            f'height="12" rx="3"/></g>',
            _text(x + 24, y + 10, _LEGEND_TEXTS[role], "faint"),
        ]
        x += _legend_width(role)
    return lines
