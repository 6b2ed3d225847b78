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


class Networks:
    """Finds the networks that functions and classes train, by how they are written."""

    def __init__(self) -> None:
        self._found: dict[tree.Node, frozenset[str]] = {}

    def is_trained(self, frame: Frame, function: tree.BaseExpression) -> bool:
        """Whether what is called, a variable or an attribute of ``self``, is such a network."""
        if not isinstance(function, (tree.Name, tree.Attribute)):
            return False
        name = code_of(function)
        unit = frame.unit
        root: tree.Node | None = unit.node if unit is not None else None
        if name.startswith("self.") and frame.unit_class is not None:
            root = frame.unit_class.node
        return root is not None and name in self._of(root)

    def _of(self, root: tree.Node) -> frozenset[str]:
        found = self._found.get(root)
        if found is None:
            trained, evaluated = set(), set()
            for node in walk(root):
                if type(node) is tree.Call and isinstance(node.func, tree.Attribute):
                    method = node.func.attr.value
                    if method in _OF_A_NETWORK:
                        trained.add(code_of(node.func.value))
                    elif method in _TO_EVALUATE:
                        evaluated.add(code_of(node.func.value))
            found = self._found[root] = frozenset(trained - evaluated)
        return found
