"""Time against lines as SVG, readable on light and dark ground; nothing else is needed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from .linearity import TOO_MUCH, Growth, Point, per_line

_WIDTH, _HEIGHT = 760, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 28, 40, 48
_LEAST = 1e-5
"""Seconds; what takes less is drawn as if it took this."""
_STYLE = """
  .ground { fill: #ffffff }
  text { font: 12px system-ui, 'DejaVu Sans', Helvetica, Arial, sans-serif; fill: #1f2328 }
  .heading { font-size: 14px; font-weight: bold }
  .faint { fill: #59636e }
  .grid { stroke: #e3e6ea; stroke-width: 1 }
  .points { fill: none; stroke: #2563a8; stroke-width: 3; stroke-linecap: round; opacity: 0.55 }
  .flagged { fill: none; stroke: #b3131d; stroke-width: 4; stroke-linecap: round }
  .median { fill: none; stroke: #1f2328; stroke-width: 1.3 }
  .limit { fill: none; stroke: #b3131d; stroke-width: 1.3; stroke-dasharray: 6 4 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #15191f }
    text { fill: #e6e9ee }
    .faint { fill: #a3acb8 }
    .grid { stroke: #2b323b }
    .points { stroke: #6aa6e6 }
    .flagged { stroke: #ff9b9b }
    .median { stroke: #e6e9ee }
    .limit { stroke: #ff9b9b }
  }
"""


def plot(growth: Growth) -> str:
    """Two pictures in one: the files above, the functions below."""
    flagged = set(growth.flagged)
    usual = [each for each in growth.functions if each not in flagged]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {2 * _HEIGHT}" '
        'role="img" aria-label="CPU time against lines">',
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" width="{_WIDTH}" height="{2 * _HEIGHT}"/>',
        *_panel("Files: CPU time against lines", growth.files, (), 0),
        *_panel("Functions: CPU time against lines", usual, growth.flagged, _HEIGHT),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Scale:
    """Logarithmic axes that hold all points."""

    def __init__(self, points: Sequence[Point]) -> None:
        lines = [max(1, point.lines) for point in points] or [1]
        times = [max(_LEAST, point.seconds) for point in points] or [_LEAST]
        self.left = math.floor(math.log10(min(lines)))
        self.right = max(self.left + 1, math.ceil(math.log10(max(lines))))
        self.low = math.floor(math.log10(min(times)))
        self.high = max(self.low + 1, math.ceil(math.log10(max(times))))

    def x(self, lines: float) -> float:
        share = (math.log10(max(1, lines)) - self.left) / (self.right - self.left)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(self, seconds: float) -> float:
        share = (math.log10(max(_LEAST, seconds)) - self.low) / (self.high - self.low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)


def _panel(title: str, usual: Sequence[Point], flagged: Sequence[Point], top: int) -> list[str]:
    points = [*usual, *flagged]
    scale = _Scale(points)
    middle = per_line(points)
    parts = [f'<g transform="translate(0 {top})">']
    parts.append(f'<text class="heading" x="{_LEFT}" y="22">{escape(title)}</text>')
    parts.extend(_grid(scale))
    parts.append(f'<path class="points" d="{_dots(scale, usual)}"/>')
    if middle > 0:
        parts.append(_line(scale, "median", middle))
        key = f"line: the median, {1e6 * middle:.3g} µs per line; dashed: {TOO_MUCH:.0f} times that"
        if flagged:
            parts.append(f'<path class="flagged" d="{_dots(scale, flagged)}"/>')
        parts.append(_line(scale, "limit", TOO_MUCH * middle))
        parts.append(
            f'<text class="faint" x="{_WIDTH - _RIGHT}" y="22" text-anchor="end">{key}</text>'
        )
    parts.append("</g>")
    return parts


def _grid(scale: _Scale) -> Iterable[str]:
    bottom = _HEIGHT - _BOTTOM
    for power in range(scale.left, scale.right + 1):
        x = scale.x(10.0**power)
        yield f'<path class="grid" d="M{x:.1f} {_TOP}V{bottom}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{10**power}</text>'
    for power in range(scale.low, scale.high + 1):
        y = scale.y(10.0**power)
        yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{_time(power)}</text>'
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    yield f'<text class="faint" x="{middle}" y="{bottom + 36}" text-anchor="middle">lines</text>'


def _time(power: int) -> str:
    if power >= 0:
        return f"{10**power} s"
    return f"{10 ** (power + 3)} ms" if power >= -3 else f"{10 ** (power + 6)} µs"


def _dots(scale: _Scale, points: Iterable[Point]) -> str:
    """Dots, each place once: thousands lie on each other."""
    places = {(round(scale.x(each.lines)), round(scale.y(each.seconds))) for each in points}
    return "".join(f"M{x} {y}h0" for x, y in sorted(places))


def _line(scale: _Scale, name: str, slope: float) -> str:
    """The line of what costs ``slope`` seconds for each line, as far as it is in the picture."""
    first = max(10.0**scale.left, 10.0**scale.low / slope)
    last = min(10.0**scale.right, 10.0**scale.high / slope)
    if first >= last:
        return ""
    start = f"M{scale.x(first):.1f} {scale.y(first * slope):.1f}"
    return f'<path class="{name}" d="{start}L{scale.x(last):.1f} {scale.y(last * slope):.1f}"/>'
