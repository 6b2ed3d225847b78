"""Walking over our tree: what is kept of a function's body changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import tapelint
from tapelint.source import tree
from tapelint.source.parsed import Parsed
from tapelint.source.tree import Node, children, walk


def plainly(root: Node) -> Iterator[Node]:
    """The nodes, with nothing kept."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(children(node))


def test_the_order_is_the_same_first_and_again() -> None:
    for path in sorted(Path(tapelint.__file__).parent.rglob("*.py"))[::7]:
        module = Parsed(path.read_text("utf-8"), str(path)).module
        expected = list(map(id, plainly(module)))
        roots = [each for each in plainly(module) if isinstance(each, tree.BaseSuite)][::3]
        roots += [each for each in plainly(module) if isinstance(each, tree.ClassDef)]
        for root in roots:  # whatever was walked over before
            assert list(map(id, walk(root))) == list(map(id, plainly(root)))
        assert list(map(id, walk(module))) == expected
        assert list(map(id, walk(module))) == expected


def test_a_walk_may_end_early() -> None:
    module = Parsed("def f():\n    a = 1\n    def g():\n        b = 2\n", "f.py").module
    function = module.body[0]
    assert next(iter(walk(function))) is function
    names = [each.value for each in walk(function) if isinstance(each, tree.Name)]
    assert sorted(names) == ["a", "b", "f", "g"]
