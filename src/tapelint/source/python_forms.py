"""What forms of Python's tree are: constants, plain data, names, what is put together."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator, Sequence

from tapelint.source.index import FILLING
from tapelint.torch_api.families import families
from tapelint.torch_api.names import keeps_best

PLAIN_CALLS = frozenset(
    {
        "len", "int", "float", "str", "bool", "round", "ord", "range", "enumerate", "list", "dict",
        "set", "tuple", "sorted", "zip", "OrderedDict", "defaultdict", "Counter", "deque", "repr",
    }
)  # fmt: skip
"""Functions of Python that give numbers, texts, lists and dicts."""
_PLAIN_METHODS = frozenset({"format", "join", "time", "copy"})
"""Methods that give no tensor; those of tensors stand in the families."""
_DISPLAYS = (
    ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.JoinedStr,
    ast.Compare, ast.Constant,
)  # fmt: skip
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_EMPTY = frozenset({"list", "dict", "set", "OrderedDict", "defaultdict", "deque"})


def top_level(block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when the file does, those under ``if`` and ``try`` included."""
    for each in block:
        yield each
        if not isinstance(each, (*FUNCTIONS, ast.ClassDef)):
            for name in ("body", "orelse", "finalbody"):
                yield from top_level(getattr(each, name, ()))


def statements_of(module: ast.Module) -> Iterator[ast.stmt]:
    """All statements of a file, those of functions and classes included."""
    pending: list[ast.AST] = list(module.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.stmt):
            yield node
        for name in _BLOCKS:
            inner = getattr(node, name, None)
            if type(inner) is list:
                pending += inner


def put_into(node: ast.expr) -> list[tuple[Sequence[ast.expr], ast.expr]]:
    """What ``layers.append(value)`` puts into what."""
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(function, ast.Attribute) or function.attr not in FILLING:
        return []
    assert isinstance(node, ast.Call)
    return [((function.value,), each) for each in node.args]


def puts_together(node: ast.expr) -> bool:
    """Whether an expression makes a list, or an object of a class."""
    return isinstance(node, _DISPLAYS[:1]) or (
        isinstance(node, ast.Call) and last_name(node.func)[:1].isupper()
    )


def defaults_of(node: ast.AST) -> list[ast.AST]:
    """What of a function's definition is evaluated around it."""
    assert isinstance(node, FUNCTIONS)
    return [*node.args.defaults, *(each for each in node.args.kw_defaults if each is not None)]


def names_bound(target: ast.expr) -> Iterator[ast.Name]:
    """The names that a target of an assignment binds."""
    for each in ast.walk(target):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each


def may_keep_weights(target: ast.expr, value: ast.expr) -> bool:
    """Whether an assignment keeps the weights of a network, or the network itself by its name."""
    names = [last_name(each) for each in _parts_of(target)]
    if isinstance(value, (ast.Call, ast.Dict, ast.DictComp, ast.Tuple)) and any(
        isinstance(each, ast.Attribute) and each.attr == "state_dict" for each in ast.walk(value)
    ):
        return True
    return isinstance(value, (ast.Name, ast.Attribute, ast.Tuple)) and any(map(keeps_best, names))


def binds_own_name(node: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop's body ends with another value for the loop's own name."""
    last = node.body[-1]
    while isinstance(last, (ast.If, ast.With)):
        last = last.body[-1]
    target = last.targets[0] if isinstance(last, ast.Assign) else None
    return isinstance(target, ast.Name) and target.id in map(last_name, _parts_of(node.target))


def _parts_of(target: ast.expr) -> Sequence[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else (target,)


def names_in(node: ast.expr) -> set[str]:
    """All names that an expression holds."""
    found: set[str] = set()
    pending: list[ast.AST] = [node]
    while pending:
        each = pending.pop()
        if type(each) is ast.Name:
            found.add(each.id)
        else:
            pending += ast.iter_child_nodes(each)
    return found


def key_of(target: ast.expr) -> str:
    """What is called by the name that is assigned: ``block`` of ``self.block[0] = ...``."""
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else ""


def last_name(node: ast.expr) -> str:
    """The last name of ``a.b.c``, of what is called or subscripted, too."""
    while isinstance(node, (ast.Subscript, ast.Call)):
        node = node.value if isinstance(node, ast.Subscript) else node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def chain_of(node: ast.expr) -> set[str]:
    """The names of ``a.b.c``."""
    found: set[str] = set()
    while isinstance(node, ast.Attribute):
        found.add(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        found.add(node.id)
    return found


def root_of(node: ast.expr) -> str:
    """The name that ``a.b[c]()`` begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_constant(node: ast.expr) -> bool:
    """Whether nothing can be left on what an expression gives."""
    return all(isinstance(each, (ast.Constant, ast.JoinedStr, ast.Lambda)) for each in _terms(node))


def _terms(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression puts together: a sum of thousands takes no deep stack."""
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, ast.BinOp):
            pending += (each.left, each.right)
        elif isinstance(each, ast.UnaryOp):
            pending.append(each.operand)
        elif isinstance(each, ast.IfExp):
            pending += (each.body, each.orelse)
        elif isinstance(each, ast.Tuple) and each.elts:
            pending += each.elts
        else:
            yield each


def is_data(node: ast.expr, plain: Collection[str]) -> bool:
    """Whether an expression can be seen to hold no tensor that was computed."""
    pending = [node]
    while pending:
        for each in _terms(pending.pop()):
            if isinstance(each, ast.List):
                pending += each.elts
            elif isinstance(each, (ast.ListComp, ast.GeneratorExp)):
                pending.append(each.elt)
            elif not _is_one_of_data(each, plain):
                return False
    return True


def _is_one_of_data(node: ast.expr, plain: Collection[str]) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in families().filled:
            return not any(each.arg == "requires_grad" for each in node.keywords)
    if isinstance(node, (ast.Name, ast.Call)):
        return _is_one_plain(node, plain)
    return isinstance(node, (ast.Constant, ast.JoinedStr, ast.Lambda))


def is_plain_value(node: ast.expr, plain: Collection[str]) -> bool:
    """Whether an expression is a number, a text, or a list or dict of Python's."""
    return not isinstance(node, ast.Tuple) and all(
        _is_one_plain(each, plain) for each in _terms(node)
    )


def _is_one_plain(node: ast.expr, plain: Collection[str]) -> bool:
    if isinstance(node, _DISPLAYS):
        return True
    if isinstance(node, ast.Name):
        return node.id in plain
    if isinstance(node, ast.Call):
        name = last_name(node.func)
        if isinstance(node.func, ast.Name):
            return name in PLAIN_CALLS
        of = families()
        return name in _PLAIN_METHODS or name in of.queries or name in of.python_numbers
    return False


def is_empty(node: ast.expr) -> bool:
    """Whether an expression makes a list or dict with nothing in it."""
    if isinstance(node, ast.List):
        return not node.elts or any(map(is_empty, node.elts))
    if isinstance(node, ast.Dict):
        return not node.values or any(map(is_empty, node.values))
    return isinstance(node, ast.Call) and last_name(node.func) in _EMPTY


def gives_empty(node: ast.expr, empty: set[str]) -> bool:
    """Whether what is given back is, or holds, a list or dict that was empty."""
    return any(
        each.id in empty if isinstance(each, ast.Name) else is_empty(each)
        for each in (*_terms(node), node)
    )


def item_of(over: ast.expr) -> ast.expr | None:
    """What a loop's name stands for, as far as that is plain: a number of ``range``."""
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Name):
        if over.func.id == "range":
            return ast.Constant(0)
        if over.func.id == "enumerate":
            return ast.Tuple([ast.Constant(0), ast.Name("_", ast.Load())], ast.Load())
    return None


@functools.cache
def _modes() -> frozenset[str]:
    return frozenset(each.rpartition(".")[2] for each in families().switched_by_with)


def may_be_mode(name: str) -> bool:
    """Whether something may be a mode that only a ``with`` enters, by the end of its name."""
    return name.rpartition(".")[2] in _modes()
