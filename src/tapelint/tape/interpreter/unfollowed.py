"""What a function may do to the objects that it is given, told by its text alone.

It is asked of functions that are called and not followed: of one that can neither replace what
objects hold nor run a backward or a step, what was pending before the call is pending after it.
"""

from __future__ import annotations

from tapelint.source import tree
from tapelint.source.tree import walk
from tapelint.tape.domain.terms import Truth
from tapelint.tape.syntax import dotted_name, last_part, mentions
from tapelint.torch_api.families import families
from tapelint.torch_api.knowledge import knowledge

_ENDS = frozenset(
    {
        "backward", "step", "setattr", "delattr", "exec", "eval", "clear", "pop", "popleft",
        "popitem", "remove", "update", "load_state_dict", "__setattr__",
    }
)  # fmt: skip
_HARMLESS = frozenset({"print", "len", "isinstance", "type", "str", "repr", "id", "hasattr"})
_TARGETS = frozenset({tree.AssignTarget, tree.AugAssign, tree.AnnAssign, tree.For, tree.CompFor})
_OUTSIDE = frozenset({tree.Global, tree.Nonlocal, tree.Del})
"""Statements that change what others know by the same name."""


def may_replace(function: tree.FunctionDef | tree.Lambda) -> bool:
    """Whether a function itself replaces what an object holds, or frees or changes what is saved.

    It assigns an attribute or an item, or runs a backward or a step. The object that ``__init__``
    makes has held nothing before.
    """
    is_init = isinstance(function, tree.FunctionDef) and function.name.value == "__init__"
    made = _parameters(function)[0] if is_init and _parameters(function) else ""
    return any(_replaces(node, made) for node in walk(function.body))


_TOUCHING = families().words_of_gradients | {"train"}


def touches_gradients(function: tree.FunctionDef | tree.Lambda) -> Truth:
    """Whether a function, or what it gives things to, may change gradients or a module's mode."""
    if mentions(function.body, _TOUCHING):
        return Truth.YES
    return Truth.UNKNOWN if hands_on(function) else Truth.NO


def assigned_by(method: tree.FunctionDef | tree.Lambda) -> frozenset[str]:
    """The attributes of its own object that a method assigns."""
    own = _parameters(method)[:1]
    return frozenset(
        each.attr.value
        for node in walk(method.body)
        if type(node) in _TARGETS
        for each in _names(node.target)  # type: ignore[attr-defined]
        if isinstance(each, tree.Attribute) and [_root(each.value)] == own
    )


def hands_on(function: tree.FunctionDef | tree.Lambda) -> bool:
    """Whether a function gives an object that it was given to another one, which may do so."""
    given = frozenset(_parameters(function))
    return any(_gives(node, given) for node in walk(function.body))


def _parameters(function: tree.FunctionDef | tree.Lambda) -> list[str]:
    parameters = function.params
    plain = (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params)
    stars = (parameters.star_arg, parameters.star_kwarg)
    return [each.name.value for each in (*plain, *stars) if isinstance(each, tree.Param)]


def _replaces(node: tree.Node, made: str) -> bool:
    if type(node) in _OUTSIDE:
        return True
    if type(node) in _TARGETS:
        return any(
            isinstance(each, (tree.Attribute, tree.Subscript)) and _root(each) != made
            for each in _names(node.target)  # type: ignore[attr-defined]
        )
    return type(node) is tree.Call and last_part(node.func) in _ENDS


def _gives(node: tree.Node, given: frozenset[str]) -> bool:
    if type(node) is not tree.Call:
        return False
    owner, _, name = dotted_name(node.func).rpartition(".")
    if owner.partition(".")[0] in given and name not in knowledge().tensor_methods:
        return True
    return any(_root(each.value) in given for each in node.args) and name not in _HARMLESS


def _names(target: tree.Node) -> list[tree.Node]:
    """The single targets of an assignment."""
    if isinstance(target, (tree.Tuple, tree.List)):
        return [inner for each in target.elements for inner in _names(each.value)]
    return [target]


def _root(expression: tree.Node) -> str:
    """The name that an expression is, or is a part of; "?" for what is computed."""
    while isinstance(expression, (tree.Attribute, tree.Subscript)):
        expression = expression.value
    return expression.value if isinstance(expression, tree.Name) else "?"
