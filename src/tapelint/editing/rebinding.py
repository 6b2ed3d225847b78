"""Names that can be given another tensor instead of a change of the one that they have."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

import libcst as cst

from tapelint.editing.tree import Tree
from tapelint.torch_api.families import families

OPERATORS = {
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.PowerAssign: "**",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
}
"""The operator that each augmented assignment is built on."""
_LOOPS = (cst.For, cst.While)
_SCOPES = (cst.FunctionDef, cst.ClassDef, cst.Lambda)
_TELLING = frozenset(
    {
        cst.Global, cst.Nonlocal, cst.For, cst.CompFor, cst.NamedExpr, cst.AsName, cst.Assign,
        cst.AnnAssign, cst.Return, cst.Param,
    }
)  # fmt: skip
"""What a scope notes: to ask what each node is would take longer than all the rest."""


def statement_of(tree: Tree, node: cst.CSTNode) -> cst.BaseSmallStatement | None:
    """The statement that a node lies in, where it has a line of its own."""
    line = tree.line(node)
    return line.body[0] if line is not None and len(line.body) == 1 else None


class Rebinding:
    """Tells which names may be given another tensor; looks at each node once for all of them."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._scopes: dict[cst.CSTNode, cst.CSTNode] = {}
        self._facts: dict[cst.CSTNode, _Scope] = {}
        self._index: dict[cst.CSTNode, int] = {}
        self._places: dict[str, list[int]] = {}
        for at, node in enumerate(tree.nodes):
            parent = tree.parents.get(node, tree.module)
            scope = parent if type(parent) in _SCOPES else self._scopes.get(parent, parent)
            self._scopes[node] = scope
            self._index[node] = at
            if isinstance(node, cst.Name):
                self._places.setdefault(node.value, []).append(at)
            facts = self._facts.setdefault(scope, _Scope())
            if type(node) in _TELLING:
                facts.note(tree, node)

    def is_possible(self, name: cst.Name) -> bool:
        """Whether a name may be given another tensor where it stands.

        Not where somebody else may hold the tensor and look for the change: a part of a container,
        an attribute, an alias, or the argument of a function that does not hand it back.
        """
        scope = self._scopes[name]
        if isinstance(scope, (cst.ClassDef, cst.Lambda)):
            return False
        facts = self._facts[scope]
        if facts.redeclares or name.value in facts.bound:
            return False
        values = facts.values.get(name.value, [])
        if any(value is not None and _is_held_elsewhere(value) for value in values):
            return False
        if not isinstance(scope, cst.FunctionDef):
            return True
        if name.value in facts.arguments:
            return scope.name.value == "forward" or name.value in facts.returned
        return bool(values)

    def is_own(self, name: cst.Name) -> bool:
        """Whether a name is a variable of the scope where it stands, and no loop's."""
        scope = self._scopes[name]
        facts = self._facts[scope]
        if facts.redeclares or name.value in facts.bound or isinstance(scope, cst.Lambda):
            return False
        return name.value in facts.values or name.value in facts.arguments

    def is_last_use(self, name: cst.Name, statement: cst.CSTNode) -> bool:
        """Whether nothing asks for a name after a statement."""
        for each in self._tree.above(statement):
            if isinstance(each, _SCOPES):
                break
            if isinstance(each, _LOOPS):
                return False
        places = self._places[name.value]
        behind = bisect_left(places, self._end(statement))
        return behind == len(places) or places[behind] >= self._end(self._scopes[name])

    def _end(self, node: cst.CSTNode) -> int:
        """The index of the first node behind one, in the order of the text."""
        return self._index[node] + sum(1 for _ in self._tree.below(node))


@dataclass
class _Scope:
    """What a function, or the module, does with its names.

    Attributes:
        redeclares: Whether it makes names those of an outer scope.
        bound: Names that loops, imports, ``with`` and ``:=`` bind.
        values: What is assigned to each name.
        returned: Names that stand in what it returns.
        arguments: The names of its parameters.
    """

    redeclares: bool = False
    bound: set[str] = field(default_factory=set)
    values: dict[str, list[cst.BaseExpression | None]] = field(default_factory=dict)
    returned: set[str] = field(default_factory=set)
    arguments: set[str] = field(default_factory=set)

    def note(self, tree: Tree, node: cst.CSTNode) -> None:
        """Note what one node of the scope does."""
        if isinstance(node, (cst.Global, cst.Nonlocal)):
            self.redeclares = True
        elif isinstance(node, (cst.For, cst.CompFor, cst.NamedExpr)):
            self.bound |= _names(tree, node.target)
        elif isinstance(node, cst.AsName):
            self.bound |= _names(tree, node.name)
        elif isinstance(node, (cst.Assign, cst.AnnAssign)):
            for name in set().union(*(_names(tree, target) for target in _targets(node))):
                self.values.setdefault(name, []).append(node.value)
        elif isinstance(node, cst.Return) and node.value is not None:
            self.returned |= _names(tree, node.value)
        elif isinstance(node, cst.Param):
            self.arguments.add(node.name.value)


def _targets(node: cst.Assign | cst.AnnAssign) -> list[cst.BaseExpression]:
    if isinstance(node, cst.AnnAssign):
        return [node.target]
    return [each.target for each in node.targets]


def _names(tree: Tree, expression: cst.CSTNode) -> set[str]:
    """The names that stand in an expression, or in a target as what is bound."""
    return {
        each.value
        for each in tree.below(expression)
        if isinstance(each, cst.Name)
        and not isinstance(tree.parents.get(each), (cst.Attribute, cst.Subscript))
    }


def _is_held_elsewhere(value: cst.BaseExpression) -> bool:
    if isinstance(value, (cst.Attribute, cst.Subscript)):
        return True
    function = value.func if isinstance(value, cst.Call) else None
    return isinstance(function, cst.Attribute) and _gives_alias(function.attr.value)


def _gives_alias(name: str) -> bool:
    """Whether a method or an attribute gives a tensor over the same memory."""
    return name == "view_as" or name in families().without_history
