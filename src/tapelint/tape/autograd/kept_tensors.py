"""Whether what a constructor keeps is a weight, as its class uses it.

Points at which a network is differentiated, targets, and what was passed in are data.
"""

from __future__ import annotations

from collections.abc import Iterator

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.domain.program import ClassUnit, FunctionUnit
from tapelint.tape.syntax import assigned_pairs, dotted_name, last_part, names_bound, variables_in
from tapelint.torch_api.families import families
from tapelint.torch_api.gradient_flag import FLAG
from tapelint.torch_api.knowledge import knowledge

_DIFFERENTIATING = "grad"
_ONLY_SHOWN = frozenset({"print", "len", "isinstance", "type"})
_PLACES = frozenset({"dtype", "device", FLAG})


def is_given(made: tree.Node | None, unit: FunctionUnit) -> bool:
    """Whether a constructor makes numbers out of what it was given: only their size is no data."""
    own = {*unit.parameter_names, *unit.assigned}
    for node in walk(made) if made is not None else ():
        if not isinstance(node, tree.Call) or last_part(node.func) in families().sized:
            continue
        taken: list[tree.Node] = [
            each for each in node.args if each.keyword is None or each.keyword.value not in _PLACES
        ]
        if isinstance(node.func, tree.Attribute):
            taken.append(node.func.value)  # ``points.clone()``
        if any(own & variables_in(each) for each in taken):
            return True
    return False


def is_weight(owner: ClassUnit, name: str) -> bool:
    """Whether the methods of a class use an attribute beside an input, and never as data.

    Args:
        owner: The class.
        name: The attribute, as ``self.weight``.
    """
    uses = [
        use
        for each in owner.lineage
        for method in each.functions
        if method.last_name != "__init__"
        for use in _uses(method, name)
    ]
    return bool(uses) and all(uses)


def _uses(method: FunctionUnit, name: str) -> Iterator[bool]:
    """For each use that tells: whether it is one as a weight, and not as data."""
    names, variables = {name}, set(method.parameter_names[1:])
    for node in walk(method.node.body):
        if isinstance(node, tree.Assign):
            for target in node.targets:
                for bound, value in assigned_pairs(target.target, node.value):
                    is_same = dotted_name(value) in names
                    (names if is_same else variables).update(names_bound(bound))
    variables -= names

    def is_kept(node: tree.Node) -> bool:
        while isinstance(node, (tree.Attribute, tree.Call)) and dotted_name(node) not in names:
            node = node.func if isinstance(node, tree.Call) else node.value  # ``weight.t()``
        return dotted_name(node) in names

    def is_input(node: tree.Node) -> bool:
        return not is_kept(node) and bool(variables & variables_in(node))

    for node in walk(method.node.body):
        if isinstance(node, tree.BinaryOperation):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if is_kept(one) and is_input(other):
                    yield True
        elif isinstance(node, tree.Call):
            given = [each.value for each in node.args]
            if any(map(is_kept, given)):
                yield from _use_in_call(node, any(map(is_input, [*given, node.func])), variables)


def _use_in_call(call: tree.Call, is_beside_input: bool, variables: set[str]) -> Iterator[bool]:
    """What it tells that a call is given the tensor."""
    called, last = dotted_name(call.func), last_part(call.func)
    if last in _ONLY_SHOWN:
        return
    is_of_torch = last in knowledge().operations and last not in knowledge().loss_functions
    if last == _DIFFERENTIATING or not is_of_torch or called.startswith("self."):
        yield False
    elif is_beside_input:
        yield True
