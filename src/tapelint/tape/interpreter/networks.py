"""What tells that something unknown is a network that is trained, when it is called.

Who asks something for its parameters, empties its gradients or switches it to training takes it
for a network. So it is one wherever the same code calls it, before that line, too.
"""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.tape.machine.frames import Frame
from tapelint.torch_api.families import families

_OF_A_NETWORK = families().lists_parameters | {"zero_grad", "train"}
"""Methods that a network is asked for by whoever trains it; an optimiser is not called itself."""
_TO_EVALUATE = frozenset({"eval", "requires_grad_"})
"""Methods that tell that it is not trained here, or not in all of this code."""
_OF_A_MODULE = families().lists_modules | families().lists_parameters | {"bias", "weight"}
"""Attributes that a module has and a tensor has not."""
_TO_KEEP = frozenset({"state_dict", "load_state_dict"})
"""Methods of networks, and of what trains them."""
_Names = tuple[frozenset[str], frozenset[str], frozenset[str]]
_NOTHING: _Names = (frozenset(), frozenset(), frozenset())


class Networks:
    """Finds the networks that functions and classes train, by how they are written."""

    def __init__(self) -> None:
        self._found: dict[tree.Node, _Names] = {}
        self._modules: dict[tree.Node, frozenset[str]] = {}

    def is_trained(self, frame: Frame, function: tree.BaseExpression) -> bool:
        """Whether what is called, a variable or an attribute of ``self``, is such a network."""
        root, name = _searched(frame, function)
        trained, evaluated, _ = self._of(root)
        return name in trained - evaluated

    def is_network(self, frame: Frame, node: tree.BaseExpression) -> bool:
        """Whether a variable or an attribute of ``self`` is one, trained or not."""
        root, name = _searched(frame, node)
        return any(name in each for each in self._of(root))

    def is_no_tensor(self, frame: Frame, expression: tree.BaseExpression) -> bool:
        """Whether what may be a tensor or a module is used as no tensor is: called, say."""
        root, name = _searched(frame, expression)
        if root is None:
            return False
        found = self._modules.get(root)
        if found is None:
            nodes = list(walk(root))
            called = [each.func for each in nodes if type(each) is tree.Call]
            owners = [
                each.value
                for each in nodes
                if type(each) is tree.Attribute and each.attr.value in _OF_A_MODULE
            ]
            found = self._modules[root] = frozenset(map(code_of, (*called, *owners)))
        return name in found

    def _of(self, root: tree.Node | None) -> _Names:
        """What is trained, evaluated and kept by name in a piece of code."""
        if root is None:
            return _NOTHING
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


def _searched(frame: Frame, expression: tree.BaseExpression) -> tuple[tree.Node | None, str]:
    """The code that tells of a variable or an attribute of ``self``, and how it is called there."""
    if not isinstance(expression, (tree.Name, tree.Attribute)):
        return None, ""
    name, unit = code_of(expression), frame.unit
    if name.startswith("self.") and frame.unit_class is not None:
        return frame.unit_class.node, name
    return unit.node if unit is not None else None, name
