"""What training frameworks do for the classes that derive from theirs: optimisers, backwards."""

from __future__ import annotations

import ast

from tapelint.core.domain.fields import Items
from tapelint.core.domain.objects import ITEMS, Class, Collection, Dictionary, Instance
from tapelint.core.domain.values import NONE, UNBOUND, Item, Symbol, Value
from tapelint.core.machine.machine import Machine
from tapelint.core.machine.protocol import Arguments
from tapelint.core.models.python.classes import mro_of
from tapelint.core.models.torch.operations import Operations
from tapelint.core.models.torch.tensors import kept
from tapelint.torch_api.families import families
from tapelint.torch_api.frameworks import FRAMEWORKS, Framework, framework_of
from tapelint.torch_api.names import BACKWARD_CALLS, hands_to_backward

_OF_ONE_GROUP = Item("optimizer")
"""The key of the optimiser in what Lightning takes for one and its scheduler."""
_GIVING = frozenset(each.gives_optimisers for each in FRAMEWORKS)
"""The methods of frameworks' classes that give optimisers back, by their names alone."""


def framework(cls: Value) -> Framework | None:
    """The framework that a class derives from."""
    bases = mro_of(cls) if isinstance(cls, Class) else ()
    return framework_of(each.path for each in bases if isinstance(each, Symbol))


def times_asked(optimiser: Value, closure: Value | None) -> int:
    """How often a step calls a closure, as far as that makes a difference."""
    if closure is None or closure is NONE:
        return 0
    bases = [each for each in mro_of(optimiser) if isinstance(each, Symbol)]
    return 1 + any(each.path.rpartition(".")[2] in families().asking_again for each in bases)


def backward(torch: Operations, given: Arguments, node: ast.AST) -> bool:
    """Run the backward that a framework's method runs; whether it is one."""
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(function, ast.Attribute) or function.attr not in BACKWARD_CALLS:
        return False
    root = given.get(0, "loss")
    if root is None or not hands_to_backward(ast.unparse(function)):
        return False
    frees, creates = kept(torch.world, given, 1)
    torch.autograd.backward(root, node, frees, creates=creates)
    return True


def optimisers(world: Machine, obj: Instance, name: str, node: ast.AST) -> Value | None:
    """What ``self.optimizers()`` gives, one or a list; ``None`` for another method."""
    made_by = framework(obj.cls) if name in _GIVING else None
    if made_by is None or name != made_by.gives_optimisers:
        return None
    made = world.models.call_method(obj, made_by.makes_optimisers, Arguments(), node)
    return world.each(made, lambda one: _configured(world, one))


def _configured(world: Machine, made: Value) -> Value:
    """The optimisers in what a method returns that configures them."""
    if isinstance(made, Dictionary):
        held = world.state.attribute(made, _OF_ONE_GROUP)
        return world.unknown("optimiser") if held is UNBOUND else held
    if not isinstance(made, Collection):
        return made
    known = world.state.get(made, ITEMS).known
    first = known[0] if known else NONE
    if len(known) == 2 and isinstance(first, Collection):  # and the schedulers
        return _configured(world, first)
    found = [_configured(world, each) for each in known]
    if len(found) == 1:
        return found[0]
    return Collection("list", Items(tuple(found)), world.state.tick())
