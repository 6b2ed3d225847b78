"""Which names a function, a class or a module binds, and which it declares to be elsewhere."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TypeAlias

Scoped: TypeAlias = (
    ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.Lambda
    | ast.GeneratorExp
    | ast.ClassDef
    | ast.Module
)
FIRST = ".0"
"""The parameter of a generator expression: what its first loop is over."""
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where statements stand in others."""
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass
class Names:
    """The names of one scope.

    Attributes:
        bound: Those that it binds, parameters included.
        outer: Those that it declares ``nonlocal`` or ``global``.
        globals: Those of them that it declares ``global``.
        imported: Those that an import binds.
        has_stars: Whether it imports all names of some file, whatever these are.
        yields: Whether it is a generator.
    """

    bound: set[str] = field(default_factory=set)
    outer: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)
    has_stars: bool = False
    yields: bool = False


def names_of(node: Scoped) -> Names:
    """The names of a scope; what stands in scopes within it is theirs."""
    names = Names()
    if isinstance(node, ast.GeneratorExp):
        return Names({FIRST, *own_names(node)}, yields=True)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        given = node.args
        every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
        names.bound.update(each.arg for each in every if each is not None)
    for each in getattr(node, "type_params", ()):
        names.bound.add(each.name)
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    for part in body:
        _collect(part, names, frozenset())
    if isinstance(node, ast.Module):  # what it declares ``global`` is its own
        names.bound |= {*names.outer, "__name__"}
        names.outer, names.globals = set(), set()
    names.bound -= names.outer
    return names


def star_name(node: ast.ImportFrom) -> str:
    """Under which name a scope keeps what ``from module import *`` has found."""
    return f"*{'.' * node.level}{node.module or ''}"


def _collect(root: ast.AST, names: Names, hidden: frozenset[str]) -> None:
    """Collect what stands below a node; ``hidden`` are a comprehension's own names.

    It keeps its own stack: a text may be nested deeper than calls may be.
    """
    stack: list[tuple[ast.AST, frozenset[str]]] = [(root, hidden)]
    while stack:
        node, inner = stack.pop()
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, (ast.Store, ast.Del)) and node.id not in inner:
                names.bound.add(node.id)
            continue
        if isinstance(node, ast.expr):
            names.yields = names.yields or isinstance(node, (ast.Yield, ast.YieldFrom))
            if isinstance(node, ast.NamedExpr):  # in the function, also within comprehensions
                names.bound.add(node.target.id)
        else:
            names.bound.update(_named_by(node))
            _note_declared(node, names)
        if isinstance(node, _OWN_SCOPE):
            stack += [(each, inner) for each in _outside(node)]
            continue
        if isinstance(node, _COMPREHENSIONS):
            inner |= own_names(node)
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                stack += [(each, inner) for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and part._fields:  # no operator, no context
                stack.append((part, inner))


def _note_declared(node: ast.AST, names: Names) -> None:
    """What a statement says of names: that they stand elsewhere, or come from another file."""
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        names.outer.update(node.names)
        if isinstance(node, ast.Global):
            names.globals.update(node.names)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        names.imported |= _named_by(node)
        names.has_stars = names.has_stars or any(each.name == "*" for each in node.names)


def _named_by(node: ast.AST) -> set[str]:
    """The names that a statement or a pattern binds without a node of their own."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            return {star_name(node)}
        return {each.asname or each.name.split(".")[0] for each in node.names}
    name = None
    if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        name = node.name
    elif isinstance(node, ast.MatchMapping):
        name = node.rest
    elif type(node).__name__ == "TypeAlias":  # since Python 3.12
        name = node.name.id  # type: ignore[attr-defined]
    return {name} if name is not None else set()


def _outside(node: ast.AST) -> list[ast.AST]:
    """What of a definition is evaluated where it stands: decorators, defaults, bases."""
    found: list[ast.AST] = list(getattr(node, "decorator_list", ()))
    if isinstance(node, ast.ClassDef):
        return [*found, *node.bases, *(each.value for each in node.keywords)]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        found += node.args.defaults
        found += [each for each in node.args.kw_defaults if each is not None]
    return found


def own_names(node: ast.AST) -> frozenset[str]:
    """The names that the loops of a comprehension bind: they are its own."""
    targets = [each.target for each in getattr(node, "generators", ())]
    return frozenset(
        each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)
    )


def shared_names(module: ast.Module) -> frozenset[str]:
    """The names that some function of a file rebinds outside itself."""
    names: set[str] = set()
    pending = [module]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            names.update(node.names)
        for block in _BLOCKS:
            pending += getattr(node, block, ())
    return frozenset(names)
