"""Functions that a backward calls: autograd does not record there, unless it creates a graph."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.torch_api.families import families


def hooks_of_gradients(module: tree.Module) -> frozenset[str]:
    """The bare names of the functions that a file registers as hooks of gradients."""
    found: set[str] = set()
    for node in walk(module):
        if not isinstance(node, tree.Call):
            continue
        name = node.func.attr if isinstance(node.func, tree.Attribute) else node.func
        if not isinstance(name, tree.Name) or name.value not in families().gradient_hooks:
            continue
        for each in node.args:
            given = each.value
            while isinstance(given, tree.Call) and given.args:  # functools.partial(hook, name)
                given = given.args[0].value
            last = given.attr if isinstance(given, tree.Attribute) else given
            if isinstance(last, tree.Name):
                found.add(last.value)
            elif isinstance(last, tree.Lambda):
                found.add("<lambda>")
    return frozenset(found)
