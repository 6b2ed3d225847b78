"""A program with names that tell nothing: what stays certain rests on what the code does."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection

_PROTOCOL = frozenset({"forward", "backward", "setup_context", "vjp", "jvp", "step"})
"""What torch itself calls by its name."""
_OF_TORCH = frozenset({"Module", "Function", "Optimizer", "Dataset", "object"})
"""Classes that call nothing else by its name."""


class _Bound(ast.NodeVisitor):
    """The names that a program binds itself."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}
        self.attributes: dict[str, None] = {}
        self.imported: set[str] = set()
        self.own_callables: set[str] = set()
        self._owners: list[ast.ClassDef] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names[node.name] = None
        self.own_callables.add(node.name)
        self._owners.append(node)
        self.generic_visit(node)
        self._owners.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.own_callables.add(node.name)
        owner = self._owners[-1] if self._owners else None
        # A method of a class of some framework may be called by code that is not seen.
        if owner is None:
            self.names[node.name] = None
        elif all(_last_name(each) in _OF_TORCH for each in owner.bases):
            self.attributes[node.name] = None
        owners, self._owners = self._owners, []
        self.generic_visit(node)
        self._owners = owners

    def visit_arg(self, node: ast.arg) -> None:
        self.names[node.arg] = None
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store) and not self._owners:
            self.names[node.id] = None
        elif isinstance(node.ctx, ast.Store):
            self.imported.add(node.id)  # a field of a class: named by keywords and texts

    def visit_Attribute(self, node: ast.Attribute) -> None:
        is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
        if is_own and isinstance(node.ctx, ast.Store):
            self.attributes[node.attr] = None
        self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> None:
        self.imported.add(node.asname or node.name.partition(".")[0])


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


class _Renaming(ast.NodeTransformer):
    def __init__(self, bound: _Bound, kept: Collection[str]) -> None:
        free = [each for each in bound.names if not self._is_kept(each, bound, kept)]
        self._names = {name: f"v{number}" for number, name in enumerate(free)}
        own = [each for each in bound.attributes if not self._is_kept(each, bound, kept)]
        self._attributes = {name: f"a{number}" for number, name in enumerate(own)}
        self._own = bound.own_callables

    @staticmethod
    def _is_kept(name: str, bound: _Bound, kept: Collection[str]) -> bool:
        return (
            name in kept
            or name in _PROTOCOL
            or name in bound.imported
            or name in {"self", "cls", "ctx"}
            or name.startswith("__")
            or hasattr(builtins, name)
        )

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        node.name = self._names.get(node.name, node.name)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.name = self._names.get(node.name, self._attributes.get(node.name, node.name))
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        self.generic_visit(node)
        node.arg = self._names.get(node.arg, node.arg)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._names.get(node.id, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        node.attr = self._attributes.get(node.attr, node.attr)
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self._names.get(each, each) for each in node.names]
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.AST:
        node.names = [self._names.get(each, each) for each in node.names]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func
        name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        is_own = name in self._own or name.startswith("__")
        self.generic_visit(node)
        for each in node.keywords:
            if is_own and each.arg is not None:
                each.arg = self._names.get(each.arg, each.arg)
        return node


def neutral(source: str, kept: Collection[str]) -> str:
    """The program with other names for what it binds itself, but for what is ``kept``.

    Lines that are code stay in order; comments go.
    """
    tree = ast.parse(source)
    bound = _Bound()
    bound.visit(tree)
    return ast.unparse(ast.fix_missing_locations(_Renaming(bound, kept).visit(tree)))
