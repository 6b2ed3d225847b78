"""Functions that a backward calls: autograd does not record there, unless it creates a graph."""

from __future__ import annotations

import libcst as cst

from tapelint.source.walking import walk

_REGISTERING = frozenset(
    {
        "register_hook", "register_post_accumulate_grad_hook", "register_full_backward_hook",
        "register_full_backward_pre_hook", "register_backward_hook", "register_prehook",
        "register_multi_grad_hook", "register_module_full_backward_hook",
        "register_module_full_backward_pre_hook",
    }
)  # fmt: skip


def hooks_of_gradients(module: cst.Module) -> frozenset[str]:
    """The bare names of the functions that a file registers as hooks of gradients."""
    found: set[str] = set()
    for node in walk(module):
        if not isinstance(node, cst.Call):
            continue
        name = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
        if not isinstance(name, cst.Name) or name.value not in _REGISTERING:
            continue
        for each in node.args:
            given = each.value
            while isinstance(given, cst.Call) and given.args:  # functools.partial(hook, name)
                given = given.args[0].value
            last = given.attr if isinstance(given, cst.Attribute) else given
            if isinstance(last, cst.Name):
                found.add(last.value)
            elif isinstance(last, cst.Lambda):
                found.add("<lambda>")
    return frozenset(found)
