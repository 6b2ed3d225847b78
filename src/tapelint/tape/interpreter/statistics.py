"""Layers that keep statistics of what they are given, told by their text."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.spelling import last_name
from tapelint.source.tree import walk
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.syntax import SWITCHES, mentions
from tapelint.torch_api.families import families

_CUTS = SWITCHES | families().without_history
_SIZES = families().queries | families().descriptions


def keeps_statistics(unit: FunctionUnit, parameter: str) -> bool:
    """Whether a method puts what it computes of a parameter into a buffer, history and all.

    In the next round a backward would go back through the round before: so there is no history.
    """
    buffers = _buffers(unit)
    if not buffers or mentions(unit.node.body, _CUTS):
        return False
    found = {parameter}
    changes = [each for each in walk(unit.node.body) if type(each) in _CHANGES]
    is_growing = True
    while is_growing:
        known = len(found)
        for each in changes:
            target, value = _change(each)
            if value is None or not _depends(value, found):
                continue
            if _attribute(target) in buffers:
                return True
            found.update(part.value for part in walk(target) if type(part) is tree.Name)
        is_growing = len(found) > known
    return False


_CHANGES = frozenset({tree.Assign, tree.AnnAssign, tree.AugAssign, tree.Call})


def _buffers(unit: FunctionUnit) -> frozenset[str]:
    """The names under which a class registers buffers."""
    owner = unit.unit_class
    found: set[str] = set()
    for each in owner.lineage if owner is not None else ():
        if each.node is None or not each.node.may_hold("register_buffer"):
            continue
        for node in walk(each.node.body):
            if type(node) is tree.Call and node.args and last_name(node.func) == "register_buffer":
                name = node.args[0].value
                if isinstance(name, tree.SimpleString):
                    found.add(name.value.strip("\"'"))
    return frozenset(found)


def _change(node: tree.Node) -> tuple[tree.Node, tree.Node | None]:
    """What a statement or a call changes, and what it is given."""
    if type(node) is tree.Assign:
        return node.targets[0].target, node.value
    if type(node) is tree.AugAssign or type(node) is tree.AnnAssign:
        return node.target, node.value
    assert isinstance(node, tree.Call)
    function = node.func
    if isinstance(function, tree.Attribute) and function.attr.value[-1:] == "_":
        return function.value, node
    return node, None


def _attribute(target: tree.Node) -> str:
    """``mean`` of ``self.mean``, ``self.mean[0]`` and ``self.mean.mul_(0.9)``."""
    while True:
        if isinstance(target, tree.Subscript):
            target = target.value
        elif isinstance(target, tree.Call) and isinstance(target.func, tree.Attribute):
            target = target.func.value
        else:
            break
    is_own = isinstance(target, tree.Attribute) and isinstance(target.value, tree.Name)
    return target.attr.value if is_own and isinstance(target, tree.Attribute) else ""


def _depends(value: tree.Node, names: set[str]) -> bool:
    """Whether an expression takes the numbers of one of these variables, not just its size."""
    pending = [value]
    while pending:
        node = pending.pop()
        if type(node) is tree.Attribute:
            if node.attr.value not in _SIZES:
                pending.append(node.value)
        elif type(node) is tree.Name:
            if node.value in names:
                return True
        elif type(node) is tree.Call and last_name(node.func) in _SIZES:
            continue
        else:
            pending += tree.children(node)
    return False
