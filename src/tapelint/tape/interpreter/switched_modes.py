"""Functions for which others switch the grad mode, and generators that switch it for others."""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.domain.program import FunctionUnit
from tapelint.tape.domain.terms import Truth
from tapelint.tape.domain.values import Function
from tapelint.tape.interpreter.interface import Interpreter
from tapelint.tape.syntax import SWITCHES, last_part, mentions
from tapelint.torch_api.families import families


def hooks_of_gradients(module: tree.Module) -> frozenset[str]:
    """The bare names of the functions that a file registers as hooks of gradients.

    A backward calls them, with autograd switched off unless it creates a graph.
    """
    found: set[str] = set()
    if module.source is not None:
        if not any(each in module.source.text for each in families().gradient_hooks):
            return frozenset()
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


def is_under_inference(unit: FunctionUnit) -> Truth:
    """Whether a function is decorated with ``inference_mode``, and not with that of ``False``."""
    decorators = unit.node.decorators if isinstance(unit.node, tree.FunctionDef) else ()
    if not any(last_part(each.decorator) == "inference_mode" for each in decorators):
        return Truth.NO
    mode = unit.grad_mode if unit.grad_mode is not None else Truth.NO
    return {Truth.YES: Truth.NO, Truth.NO: Truth.YES}.get(mode, Truth.UNKNOWN)


def may_switch_for_caller(interpreter: Interpreter, node: tree.BaseExpression) -> bool:
    """Whether a loop goes over a generator that yields within a ``with torch.no_grad()``."""
    name = node.func if isinstance(node, tree.Call) else None
    made = interpreter.look_up(name.value) if isinstance(name, tree.Name) else None
    unit = made.unit if isinstance(made, Function) else None
    return (
        unit is not None
        and mentions(unit.node, SWITCHES)
        and any(isinstance(each, tree.Yield) for each in walk(unit.node))
    )
