"""What tells that something unknown is a network that is trained, when it is called.

Who asks something for its parameters, empties its gradients or switches it to training takes it
for a network. So it is one wherever the same code calls it, before that line, too.
"""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.machine.frames import Frame

_OF_A_NETWORK = frozenset({"parameters", "named_parameters", "zero_grad", "train"})
"""Methods that a network is asked for by whoever trains it; an optimiser is not called itself."""
_TO_EVALUATE = frozenset({"eval", "requires_grad_"})
"""Methods that tell that it is not trained here, or not in all of this code."""
_TO_KEEP = frozenset({"state_dict", "load_state_dict"})
"""Methods of networks, and of what trains them."""
_Names = tuple[frozenset[str], frozenset[str], frozenset[str]]
_NOTHING: _Names = (frozenset(), frozenset(), frozenset())


class Networks:
    """Finds the networks that functions and classes train, by how they are written."""

    def __init__(self) -> None:
        self._found: dict[tree.Node, _Names] = {}

    def is_trained(self, frame: Frame, function: tree.BaseExpression) -> bool:
        """Whether what is called, a variable or an attribute of ``self``, is such a network."""
        trained, evaluated, _ = self._about(frame, function)
        return code_of(function) in trained - evaluated

    def is_network(self, frame: Frame, node: tree.BaseExpression) -> bool:
        """Whether a variable or an attribute of ``self`` is one, trained or not."""
        trained, evaluated, kept = self._about(frame, node)
        return code_of(node) in trained | evaluated | kept

    def _about(self, frame: Frame, node: tree.BaseExpression) -> _Names:
        """What is trained, evaluated and kept by name in the code around an expression."""
        if not isinstance(node, (tree.Name, tree.Attribute)):
            return _NOTHING
        name = code_of(node)
        unit = frame.unit
        root: tree.Node | None = unit.node if unit is not None else None
        if name.startswith("self.") and frame.unit_class is not None:
            root = frame.unit_class.node
        return self._of(root) if root is not None else _NOTHING

    def _of(self, root: tree.Node) -> _Names:
        found = self._found.get(root)
        if found is None:
            trained, evaluated, kept = set[str](), set[str](), set[str]()
            for node in walk(root):
                if type(node) is tree.Call and isinstance(node.func, tree.Attribute):
                    method = node.func.attr.value
                    if method in _OF_A_NETWORK:
                        trained.add(code_of(node.func.value))
                    elif method in _TO_EVALUATE:
                        evaluated.add(code_of(node.func.value))
                    elif method in _TO_KEEP:
                        kept.add(code_of(node.func.value))
            found = frozenset(trained), frozenset(evaluated), frozenset(kept)
            self._found[root] = found
        return found
