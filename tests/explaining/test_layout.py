"""The layout of graphs: nothing lies on anything else, and it is always the same."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tapelint.explaining.layout import Size, place

_SIZES = st.builds(Size, st.sampled_from([40.0, 110.0, 260.0]), st.sampled_from([20.0, 70.0]))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Size], list[tuple[int, int]]]:
    """Boxes and edges without a circle."""
    sizes = draw(st.lists(_SIZES, min_size=1, max_size=12))
    pairs = st.tuples(st.integers(0, len(sizes) - 1), st.integers(0, len(sizes) - 1))
    edges = draw(st.lists(pairs.filter(lambda pair: pair[0] < pair[1]), max_size=18, unique=True))
    return sizes, edges


@given(graphs())
def test_boxes_lie_apart_and_edges_go_down(graph: tuple[list[Size], list[tuple[int, int]]]) -> None:
    sizes, edges = graph
    placed = place(sizes, edges)
    boxes = [
        (x, y, x + size.width, y + size.height)
        for (x, y), size in zip(placed.corners, sizes, strict=True)
    ]
    for at, one in enumerate(boxes):
        assert one[0] >= -0.01
        assert one[2] <= placed.width + 0.01
        assert one[3] <= placed.height + 0.01
        for other in boxes[at + 1 :]:
            is_apart = one[2] <= other[0] or other[2] <= one[0]
            assert is_apart or one[3] <= other[1] or other[3] <= one[1]
    for way in placed.ways:
        for (_, upper), (_, lower) in itertools.pairwise(way):
            assert upper <= lower
    for way in placed.ways:
        for x, y in way[1:-1]:
            assert not any(box[0] < x < box[2] and box[1] < y < box[3] for box in boxes)
    assert place(sizes, edges) == placed
