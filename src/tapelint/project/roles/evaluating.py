"""Whether code that switches a module to evaluation evaluates it, or is meant for training."""

from __future__ import annotations

from collections.abc import Sequence

from tapelint.source import tree
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk
from tapelint.torch_api.families import families
from tapelint.torch_api.names import BACKWARD_CALLS

_SWITCHES = families().switches
_ASKING = frozenset({"isinstance", "issubclass", "hasattr", "getattr", "type", "print", "len"})
"""What may be asked of a module that is not used for that."""


def evaluates(function: tree.FunctionDef | tree.Lambda, switch: tree.Node) -> bool:
    """Whether a function that switches a module uses it, and trains nothing: it does not freeze."""
    if _mentions(function.body, BACKWARD_CALLS):
        return False
    target = switch.func if isinstance(switch, tree.Call) else None
    owner = code_of(target.value) if isinstance(target, tree.Attribute) else ""
    return _mentions(function, _SWITCHES) or any(
        code_of(each.func) in {owner, f"{owner}.forward"}
        or any(code_of(given.value) == owner for given in each.args)
        for each in walk(function.body)
        if isinstance(each, tree.Call) and code_of(each.func).rpartition(".")[2] not in _ASKING
    )


def evaluates_behind(within: tree.Node, switch: tree.Node, backward: tree.Node) -> bool:
    """Whether the statements behind a switch, up to a backward, switch recording off."""
    suite = _suite_of(within, switch)
    at = next((at for at, each in enumerate(suite) if _holds(each, switch)), len(suite))
    for each in suite[at + 1 :]:
        if _holds(each, backward):
            return False
        if _mentions(each, _SWITCHES):
            return True
    return False


def _suite_of(within: tree.Node, node: tree.Node) -> Sequence[tree.Node]:
    """The statements of the innermost block that holds a node."""
    blocks = [
        each
        for each in walk(within)
        if isinstance(each, tree.IndentedBlock | tree.Module) and _holds(each, node)
    ]
    return blocks[-1].body if blocks else ()


def _holds(within: tree.Node, node: tree.Node) -> bool:
    return any(each is node for each in walk(within))


def _mentions(root: tree.Node, names: frozenset[str]) -> bool:
    return root.may_hold(*names) and any(
        type(node) is tree.Name and node.value in names for node in walk(root)
    )
