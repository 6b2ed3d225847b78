"""What tells that something unknown is a network that is trained, when it is called.

Who asks something for its parameters, empties its gradients or switches it to training takes it
for a network. So it is one wherever the same code calls it, before that line, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.source.spelling import code_of, last_name
from tapelint.source.tree import walk
from tapelint.tape.machine.frames import Frame
from tapelint.tape.syntax import assigned_pairs, receiver
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_flag import FLAG, is_flag
from tapelint.torch_api.knowledge import knowledge
from tapelint.torch_api.names import names_whole_network

_OF_A_NETWORK = families().lists_parameters | {"zero_grad", "train"}
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
        self._modules: dict[tree.Node, frozenset[str]] = {}
        self._optimised: dict[tree.Node, frozenset[str]] = {}

    def is_trained(self, frame: Frame, function: tree.BaseExpression) -> bool:
        """Whether what is called, a variable or an attribute of ``self``, is such a network."""
        root, name = _searched(frame, function)
        trained, evaluated, _ = self._of(root)
        return name in trained - evaluated

    def is_network(self, frame: Frame, node: tree.BaseExpression) -> bool:
        """Whether a variable or an attribute of ``self`` is one, trained or not."""
        root, name = _searched(frame, node)
        return any(name in each for each in self._of(root))

    def is_optimised(self, frame: Frame, node: tree.BaseExpression) -> bool:
        """Whether an optimiser is made of a network's parameters, and nothing is frozen there."""
        root, name = _searched(frame, node)
        if root is None:
            return False
        found = self._optimised.get(root)
        if found is None:
            found = frozenset(map(_optimised_by, walk(root))) - {""}
            if any(type(each) is tree.Name and FLAG in each.value for each in walk(root)):
                found = frozenset()
            self._optimised[root] = found
        return name in found

    def is_no_tensor(self, frame: Frame, expression: tree.BaseExpression) -> bool:
        """Whether what may be a tensor or a module is used, or named, as no tensor is."""
        root, name = _searched(frame, expression)
        if root is None:
            return False
        found = self._modules.get(root)
        if found is None:
            found = self._modules[root] = _no_tensors(list(walk(root)))
        return name in found

    def _of(self, root: tree.Node | None) -> _Names:
        """What is trained, evaluated and kept by name in a piece of code."""
        if root is None:
            return _NOTHING
        found = self._found.get(root)
        if found is None:
            trained, evaluated, kept = set[str](), set[str](), set[str]()
            other_names: list[tuple[str, str]] = []
            for node in walk(root):
                other_names += _other_names(node)
                if type(node) is tree.Call and isinstance(node.func, tree.Attribute):
                    method = node.func.attr.value
                    if method in _OF_A_NETWORK:
                        trained.add(code_of(node.func.value))
                    elif method in _TO_EVALUATE:
                        evaluated.add(code_of(node.func.value))
                    elif method in _TO_KEEP:
                        kept.add(code_of(node.func.value))
            for names in (trained, evaluated, kept):
                names |= {new for new, old in other_names if old in names}
            found = frozenset(trained), frozenset(evaluated), frozenset(kept)
            self._found[root] = found
        return found


def _optimised_by(node: tree.Node) -> str:
    """What ``Adam(net.parameters())`` optimises, as it is written; else nothing."""
    if type(node) is not tree.Call or last_name(node.func) not in knowledge().optimisers:
        return ""
    given = node.args[0].value if node.args else None
    is_all = isinstance(given, tree.Call) and last_name(given.func) == "parameters"
    return code_of(receiver(given)) if is_all and isinstance(given, tree.Call) else ""


def _other_names(node: tree.Node) -> list[tuple[str, str]]:
    """``self.net = net``, ``self.actor, self.critic = actor, critic``: new names, and old ones."""
    if type(node) is not tree.Assign:
        return []
    return [
        (code_of(new), old.value)
        for new, old in assigned_pairs(node.targets[0].target, node.value)
        if isinstance(new, tree.Attribute) and isinstance(old, tree.Name)
    ]


def _no_tensors(nodes: Sequence[tree.Node]) -> frozenset[str]:
    """What is called, asked for what modules have, or is a network by its name."""
    of_modules = families().module_attributes
    attributes = [each for each in nodes if type(each) is tree.Attribute]
    called = [each.func for each in nodes if type(each) is tree.Call]
    owners = [each.value for each in attributes if each.attr.value in of_modules]
    # Who reads the flag again has a class with such an attribute.
    targets = {each.target for each in nodes if type(each) is tree.AssignTarget}
    flags = [each for each in attributes if is_flag(each.attr.value)]
    read = {code_of(each.value) for each in flags if each not in targets}
    named = {code_of(each.value) for each in flags if names_whole_network(code_of(each.value))}
    return frozenset(map(code_of, (*called, *owners))) | (named - read)


def _searched(frame: Frame, expression: tree.BaseExpression) -> tuple[tree.Node | None, str]:
    """The code that tells of a variable or an attribute of ``self``, and how it is called there."""
    if not isinstance(expression, (tree.Name, tree.Attribute)):
        return None, ""
    name, unit = code_of(expression), frame.unit
    if name.startswith("self.") and frame.unit_class is not None:
        return frame.unit_class.node, name
    return unit.node if unit is not None else None, name
