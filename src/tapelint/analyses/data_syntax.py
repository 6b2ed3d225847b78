"""How a change through ``.data`` is written: what it takes, and what it is meant for."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from tapelint.source.python_forms import last_name
from tapelint.torch_api.conversions import CONVERSIONS, MOVES
from tapelint.torch_api.families import families
from tapelint.torch_api.names import is_mask

_KEEPING = CONVERSIONS.union(
    families().reshaping, families().unchanging, families().zeros_and_ones, {"new"}
)
"""Methods after which a tensor holds the numbers that it held, or none of anybody's."""
_COPIES = families().fresh | {"clone", "new", "deepcopy"}
_WRAPPERS = frozenset({"Parameter", "Buffer", "Variable"})
"""Calls that make a tensor over the memory of another one."""
MOST_DEEP = 4
"""So many variables are followed, each set from another one."""
Shape = tuple[int, ...]


def same(one: ast.AST, other: ast.AST) -> bool:
    """Whether two nodes say the same, wherever they stand, be it read or written."""
    return ast.dump(one).replace("Store()", "Load()") == ast.dump(other).replace(
        "Store()", "Load()"
    )


def makes_fresh(expression: ast.expr) -> bool:
    """Whether an expression makes a tensor that nothing else holds: ``x.clone()``."""
    if not isinstance(expression, ast.Call):
        return False
    function = expression.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in _COPIES or name.startswith("new_") or name.endswith("_like")


def is_whole(node: ast.AST) -> bool:
    """Whether a subscript is ``[:]`` or ``[...]``: all of the tensor."""
    if not isinstance(node, ast.Subscript):
        return False
    part = node.slice
    if isinstance(part, ast.Slice):
        return part.lower is None and part.upper is None and part.step is None
    return isinstance(part, ast.Constant) and part.value is ...


def is_conversion(owner: ast.expr, expression: ast.expr, torch: Container[str]) -> bool:
    """Whether ``owner.data = expression`` only converts, moves or frees the tensor's own memory.

    Such an assignment changes the type, the place or the size of the memory: ``no_grad`` and
    ``copy_`` cannot do that, so there is no better way to offer. A value that is moved to a
    device last, or looked up under the tensor itself, is such a move wherever it comes from.

    Args:
        owner: The tensor's expression.
        expression: What is assigned.
        torch: The names that mean torch, or something of it.
    """
    inner = expression
    if _method(expression) in MOVES or _is_looked_up_by(owner, expression):
        return True
    while True:
        if same(inner, owner):
            return True
        if isinstance(inner, (ast.Attribute, ast.Subscript)):
            inner = inner.value
        elif isinstance(inner, ast.Call):
            function = inner.func
            last = _method(inner)
            if last in families().uninitialised:
                return True
            if isinstance(function, ast.Attribute) and _root(function) in torch:
                return last in families().reshaping and _takes(owner, inner)
            if last not in _KEEPING or not isinstance(function, ast.Attribute):
                return _takes(owner, inner)
            inner = function.value
        else:
            return False


def is_sum(expression: ast.expr | None) -> bool:
    """Whether something is added, so that the gradient may stay right: ``h.data = h.data + 1``."""
    return isinstance(expression, ast.BinOp) and isinstance(expression.op, (ast.Add, ast.Sub))


def multiplies_by_masks(node: ast.AST) -> bool:
    """Whether a change is given nothing but masks, as their names say."""
    given = given_to(node)
    return bool(given) and all(is_mask(last_name(each)) for each in given)


def given_to(node: ast.AST) -> list[ast.expr]:
    """The expressions that a change is given."""
    if isinstance(node, ast.Call):
        return node.args
    return [node.value] if isinstance(node, ast.AugAssign) else []


def indices_of(target: ast.AST) -> Iterator[ast.expr]:
    """What stands in the brackets, and in the calls, of what is changed."""
    while isinstance(target, (ast.Subscript, ast.Attribute, ast.Call)):
        if isinstance(target, ast.Subscript):
            yield target.slice
        if isinstance(target, ast.Call):
            yield from target.args
            target = target.func
        else:
            target = target.value


def lasts(expression: ast.AST, function: ast.AST | None, depth: int = 0) -> bool:
    """Whether an expression says the same whenever it is evaluated on the same object.

    It is made of literals, attributes, and variables that the function sets once from such.
    """
    if depth > MOST_DEEP or isinstance(expression, ast.Call):
        return False
    if not isinstance(expression, ast.Name):
        inner = ast.iter_child_nodes(expression)
        return all(lasts(each, function, depth) for each in inner)
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    given = function.args
    parameters = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    if expression.id in parameters:
        return parameters[0] == expression.id == "self"
    bound = [
        each
        for each in ast.walk(function)
        if isinstance(each, ast.Name)
        and each.id == expression.id
        and not isinstance(each.ctx, ast.Load)
    ]
    sets = [
        each
        for each in ast.walk(function)
        if isinstance(each, ast.Assign) and len(bound) == 1 and bound[0] in each.targets
    ]
    return len(sets) == 1 and lasts(sets[0].value, function, depth + 1)


def takes_part(made: ast.AST | None) -> bool:
    """Whether a view may be of a part of the tensor that it is made of."""
    if isinstance(made, ast.Subscript):
        return not is_whole(made)
    if isinstance(made, ast.Call):
        return _method(made) not in families().same_numbers
    return not isinstance(made, ast.Attribute)


def differ(one: ast.AST | None, other: ast.AST | None) -> bool:
    """Whether two calls are known to make tensors of different shapes."""
    first, second = _shape(one), _shape(other)
    return first is not None and second is not None and first != second


def _shape(made: ast.AST | None) -> Shape | None:
    """The shape of the tensor that a call makes, where numbers in the code tell."""
    while isinstance(made, ast.Call):
        given = made.args
        name = _method(made)
        if any(isinstance(each, ast.Starred) for each in given):
            return None
        if name in families().shaped:
            is_one = len(given) == 1 and isinstance(given[0], (ast.List, ast.Tuple))
            return _numbers(_items(given[0]) if is_one else given)
        if name in families().from_data and given:
            return _nested(given[0])
        if name not in _WRAPPERS or not given:
            return None
        made = given[0]
    return None


def _items(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, (ast.List, ast.Tuple)) else []


def _numbers(nodes: list[ast.expr]) -> Shape | None:
    numbers = [
        each.value
        for each in nodes
        if isinstance(each, ast.Constant) and isinstance(each.value, int)
    ]
    return tuple(numbers) if len(numbers) == len(nodes) else None


def _nested(data: ast.expr) -> Shape | None:
    """The shape of numbers in lists; ``None`` where anything else stands there."""
    shape: list[int] = []
    level = [data]
    while level and all(isinstance(each, (ast.List, ast.Tuple)) for each in level):
        shape.append(len(_items(level[0])))
        level = [item for each in level for item in _items(each)]
    return tuple(shape) if level and all(map(_is_number, level)) else None


def _is_number(node: ast.expr) -> bool:
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(inner, ast.Constant) and isinstance(inner.value, (int, float))


def _method(expression: ast.expr) -> str:
    function = expression.func if isinstance(expression, ast.Call) else None
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def _root(expression: ast.expr) -> str:
    while isinstance(expression, ast.Attribute):
        expression = expression.value
    return expression.id if isinstance(expression, ast.Name) else ""


def _is_looked_up_by(owner: ast.expr, expression: ast.expr) -> bool:
    """``places[p]`` for a tensor ``p``: its identity matters, so it cannot be replaced."""
    return isinstance(expression, ast.Subscript) and same(expression.slice, owner)


def _takes(owner: ast.expr, call: ast.Call) -> bool:
    """Whether a function of which nothing is known is given the tensor itself."""
    function = call.func
    if isinstance(function, ast.Attribute) and _is_chain_of(owner, function.value):
        return False
    return any(_is_chain_of(owner, each) for each in call.args)


def _is_chain_of(owner: ast.expr, expression: ast.expr) -> bool:
    inner = expression
    while isinstance(inner, (ast.Attribute, ast.Call, ast.Subscript, ast.Starred)):
        if same(inner, owner):
            return True
        inner = inner.func if isinstance(inner, ast.Call) else inner.value
    return same(inner, owner)


def writes_item(node: ast.AST) -> bool:
    """Whether what is changed is written with an index: ``x[i].zero_()``, ``x[i] = 0``."""
    called = node.func if isinstance(node, ast.Call) else node
    target = called.target if isinstance(called, ast.AugAssign) else called
    inner = target.value if isinstance(target, ast.Attribute) else target
    return isinstance(inner, ast.Subscript)


def writes_part(node: ast.AST) -> bool:
    """Whether an item is assigned: ``x[i] = 0``, ``x[i] += 1``."""
    target = node.target if isinstance(node, ast.AugAssign) else node
    return isinstance(target, ast.Subscript) and not is_whole(target)


def pairs_of(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target of an assignment with what it is taken from."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        yield target, value
        return
    several = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
    is_told = len(several) == len(target.elts)
    for at, each in enumerate(target.elts):
        yield from pairs_of(each, several[at] if is_told else value)
