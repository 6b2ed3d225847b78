"""A small layered layout: boxes in rows, edges pointing down, nothing on top of each other.

The rows follow the longest way from the top. An edge over several rows gets a place of its own in
each row between, so that it goes round the boxes there. Within a row, places are ordered by where
their neighbours stand. The same graph always gets the same layout.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

GAP_BESIDE = 28.0
GAP_BELOW = 44.0
_LANE = 12.0
_SWEEPS = 8


@dataclass(frozen=True)
class Size:
    """The size of a box."""

    width: float
    height: float


@dataclass(frozen=True)
class Placed:
    """Where the boxes and edges are.

    Attributes:
        corners: The upper left corner of each box.
        ways: For each edge, the points that it goes through, from the bottom of a box to the top
            of another one.
        width: The width of all.
        height: The height of all.
    """

    corners: tuple[tuple[float, float], ...]
    ways: tuple[tuple[tuple[float, float], ...], ...]
    width: float
    height: float


def place(sizes: Sequence[Size], edges: Sequence[tuple[int, int]]) -> Placed:
    """Place boxes and the edges between them."""
    ranks = _ranks(len(sizes), edges)
    chains, all_ranks = _with_lanes(ranks, edges)
    rows = _ordered(all_ranks, chains)
    widths = [size.width for size in sizes] + [_LANE] * (len(all_ranks) - len(sizes))
    centres = _centres(rows, widths, chains)
    tops, heights = _tops(rows, sizes)
    corners = tuple(
        (centres[at] - size.width / 2, tops[ranks[at]]) for at, size in enumerate(sizes)
    )
    ways = tuple(
        _way(chain, len(sizes), centres, all_ranks, tops, heights, sizes) for chain in chains
    )
    right = max((centres[at] + width / 2 for at, width in enumerate(widths)), default=0.0)
    bottom = tops[-1] + heights[-1] if tops else 0.0
    return Placed(corners, ways, right, bottom)


def _ranks(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """The row of each box: below all boxes that point to it, as near as that leaves room for."""
    inputs: list[list[int]] = [[] for _ in range(count)]
    pending = [0] * count
    for start, end in edges:
        inputs[start].append(end)
        pending[end] += 1
    ranks = [0] * count
    ready = [at for at in range(count) if not pending[at]]
    order: list[int] = []
    while ready:
        at = ready.pop(0)
        order.append(at)
        for end in inputs[at]:
            ranks[end] = max(ranks[end], ranks[at] + 1)
            pending[end] -= 1
            if not pending[end]:
                ready.append(end)
    pointed_at = {end for _, end in edges}
    for at in reversed(order):
        if inputs[at] and at not in pointed_at:
            ranks[at] = min(ranks[end] for end in inputs[at]) - 1
    return ranks


def _with_lanes(
    ranks: list[int], edges: Sequence[tuple[int, int]]
) -> tuple[list[list[int]], list[int]]:
    """Each edge as a chain of places, one in each row; new places have the highest numbers."""
    all_ranks = list(ranks)
    chains: list[list[int]] = []
    for start, end in edges:
        chain = [start]
        for rank in range(ranks[start] + 1, ranks[end]):
            all_ranks.append(rank)
            chain.append(len(all_ranks) - 1)
        chains.append([*chain, end])
    return chains, all_ranks


def _ordered(ranks: list[int], chains: list[list[int]]) -> list[list[int]]:
    """The rows, with the places in each ordered so that few edges cross."""
    rows: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for at, rank in enumerate(ranks):
        rows[rank].append(at)
    above: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for chain in chains:
        for start, end in itertools.pairwise(chain):
            below.setdefault(start, []).append(end)
            above.setdefault(end, []).append(start)
    for sweep in range(_SWEEPS):
        is_down = sweep % 2 == 0
        neighbours = above if is_down else below
        for row in rows if is_down else reversed(rows):
            position = {at: index for each in rows for index, at in enumerate(each)}
            key = {at: _mean([position[n] for n in neighbours.get(at, [])], position[at])
                   for at in row}  # fmt: skip
            row.sort(key=lambda at, key=key: (key[at], at))  # type: ignore[misc]
    return rows


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _centres(
    rows: list[list[int]], widths: list[float], chains: list[list[int]]
) -> dict[int, float]:
    """The middle of each place: near its neighbours, apart from what stands beside it."""
    centres: dict[int, float] = {}
    for row in rows:
        left = 0.0
        for at in row:
            centres[at] = left + widths[at] / 2
            left += widths[at] + GAP_BESIDE
    neighbours: dict[int, list[int]] = {}
    for chain in chains:
        for start, end in itertools.pairwise(chain):
            neighbours.setdefault(start, []).append(end)
            neighbours.setdefault(end, []).append(start)
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = [
                _mean([centres[n] for n in neighbours.get(at, [])], centres[at]) for at in row
            ]
            for at, centre in zip(row, _apart(row, wanted, widths), strict=True):
                centres[at] = centre
    least = min((centres[at] - widths[at] / 2 for at in centres), default=0.0)
    return {at: centre - least for at, centre in centres.items()}


def _apart(row: list[int], wanted: list[float], widths: list[float]) -> list[float]:
    """Places in their order, none on top of another, as near as may be to where they want to be.

    Neighbours that want the same room are put side by side, around the middle of their wishes.
    """
    blocks: list[tuple[list[float], list[float]]] = []  # wishes for the first, offsets to it
    for index, at in enumerate(row):
        offset = 0.0
        wishes, offsets = [wanted[index]], [offset]
        gap = (widths[row[index - 1]] + widths[at]) / 2 + GAP_BESIDE if index else 0.0
        while blocks and _middle(wishes) < _middle(blocks[-1][0]) + blocks[-1][1][-1] + gap:
            before_wishes, before_offsets = blocks.pop()
            shift = before_offsets[-1] + gap
            wishes = before_wishes + [wish - shift for wish in wishes]
            offsets = before_offsets + [each + shift for each in offsets]
            first = index + 1 - len(offsets)
            gap = (widths[row[first - 1]] + widths[row[first]]) / 2 + GAP_BESIDE if first else 0.0
        blocks.append((wishes, offsets))
    return [_middle(wishes) + offset for wishes, offsets in blocks for offset in offsets]


def _middle(wishes: Sequence[float]) -> float:
    return sum(wishes) / len(wishes)


def _tops(rows: list[list[int]], sizes: Sequence[Size]) -> tuple[list[float], list[float]]:
    """The top and the height of each row."""
    tops: list[float] = []
    heights: list[float] = []
    top = 0.0
    for row in rows:
        height = max((sizes[at].height for at in row if at < len(sizes)), default=0.0)
        tops.append(top)
        heights.append(height)
        top += height + GAP_BELOW
    return tops, heights


def _way(
    chain: list[int],
    boxes: int,
    centres: dict[int, float],
    ranks: list[int],
    tops: list[float],
    heights: list[float],
    sizes: Sequence[Size],
) -> tuple[tuple[float, float], ...]:
    start, end = chain[0], chain[-1]
    points = [(centres[start], tops[ranks[start]] + sizes[start].height)]
    for at in chain[1:-1]:
        assert at >= boxes
        points.append((centres[at], tops[ranks[at]]))
        points.append((centres[at], tops[ranks[at]] + heights[ranks[at]]))
    points.append((centres[end], tops[ranks[end]]))
    return tuple(points)
