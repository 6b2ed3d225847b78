"""Which operations all histories go through: held against a search that leaves one out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tapelint.tape.autograd.necessity import Necessity
from tapelint.tape.domain.graph_nodes import GraphNode

Recipe = list[tuple[list[int], bool]]
GRAPHS: st.SearchStrategy[Recipe] = st.lists(
    st.tuples(st.lists(st.integers(0, 6), max_size=3), st.booleans()),
    min_size=1,
    max_size=8,
)


def built(recipe: Recipe) -> list[GraphNode]:
    """Nodes, each computed from earlier ones; the last is what the backward starts at."""
    nodes: list[GraphNode] = []
    for behind, unknown in recipe:
        inputs = tuple(dict.fromkeys(nodes[each] for each in behind if each < len(nodes)))
        nodes.append(GraphNode("op", inputs, (), None, beside_unknown=unknown))
    return nodes


def reached(root: GraphNode, without: GraphNode | None = None) -> list[GraphNode]:
    """What a backward passes; ``without`` one that is taken out of the graph."""
    found: list[GraphNode] = []
    pending = [root]
    while pending:
        each = pending.pop()
        if each is not without and each not in found:
            found.append(each)
            pending += each.inputs
    return found


def has_an_end(nodes: list[GraphNode]) -> bool:
    return any(not each.inputs or each.beside_unknown for each in nodes)


@given(GRAPHS)
def test_an_operation_is_needed_if_no_history_is_left_without_it(recipe: Recipe) -> None:
    nodes = built(recipe)
    root = nodes[-1]
    passed = [each for each in reversed(nodes) if each in reached(root)]
    needed = Necessity([root], passed)
    for each in passed:
        assert (each in needed) is not has_an_end(reached(root, without=each))


def test_thousands_of_ways_are_counted() -> None:
    node = GraphNode("leaf", (), (), None)
    nodes = [node]
    for _ in range(400):  # two ways each: more than 10 ** 120
        left, right = (GraphNode("op", (node,), (), None) for _ in range(2))
        node = GraphNode("add", (left, right), (), None)
        nodes += [left, right, node]
    needed = Necessity([node], nodes[::-1])
    assert nodes[0] in needed
    assert nodes[1] not in needed
    assert nodes[3] in needed
