"""The statements of one method in order, and what its names are bound to at each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tapelint.source import tree
from tapelint.source.spelling import only_name
from tapelint.source.tree import children
from tapelint.torch_api.families import families

_SCOPES = (tree.FunctionDef, tree.ClassDef, tree.Lambda)
_MOST_WAYS = 8
_DEEPEST = 6
_PARTS = (tree.Else, tree.ExceptHandler, tree.ExceptStarHandler, tree.Finally, tree.MatchCase)
_BINDING = (tree.For, tree.NamedExpr, tree.AugAssign, tree.AnnAssign, tree.CompFor)


@dataclass(frozen=True)
class Binding:
    """A name is bound.

    Attributes:
        at: The number of the statement.
        value: What is assigned to it as a whole; ``None`` for another way.
        unpacked: What is unpacked to it and others.
        place: Its place there.
    """

    at: int
    value: tree.BaseExpression | None
    unpacked: tree.BaseExpression | None = None
    place: int = 0


class Body:
    """One method of a class.

    Attributes:
        statements: Its statements in order, those in blocks among them.
        bindings: For each name that it binds, how, in order.
    """

    def __init__(self, node: tree.FunctionDef) -> None:
        self.node = node
        self.statements = tuple(_statements(node.body))
        self.bindings: dict[str, list[Binding]] = {}
        for at, statement in enumerate(self.statements):
            for part in own_parts(statement):
                self._note(at, part)

    def _note(self, at: int, node: tree.Node) -> None:
        if isinstance(node, tree.Assign):
            for each in node.targets:
                self._bind(at, each.target, node.value)
        elif isinstance(node, _BINDING):
            is_whole = isinstance(node, (tree.AnnAssign, tree.NamedExpr))
            self._bind(at, node.target, node.value if is_whole else None)  # type: ignore[union-attr]
        elif isinstance(node, tree.AsName):
            self._bind(at, node.name, None)
        elif isinstance(node, tree.Del):
            self._bind(at, node.target, None)

    def _bind(
        self, at: int, target: tree.BaseExpression, value: tree.BaseExpression | None
    ) -> None:
        if isinstance(target, tree.Name):
            self.bindings.setdefault(target.value, []).append(Binding(at, value))
        elif isinstance(target, (tree.Tuple, tree.List)):
            is_plain = all(isinstance(each, tree.Element) for each in target.elements)
            for place, each in enumerate(target.elements):
                inner = each.value
                if isinstance(inner, tree.Name):
                    made = Binding(at, None, value if is_plain else None, place)
                    self.bindings.setdefault(inner.value, []).append(made)
                else:
                    self._bind(at, inner, None)

    def bound_before(self, name: str, at: int) -> list[Binding]:
        """How a name was bound before a statement, in order."""
        return [each for each in self.bindings.get(name, ()) if each.at < at]

    def returned(self) -> list[tuple[int, tree.BaseExpression | None]]:
        """What it returns, each with the number of its statement."""
        return [
            (at, each.value)
            for at, each in enumerate(self.statements)
            if isinstance(each, tree.Return)
        ]


def _statements(body: tree.BaseSuite) -> Iterator[tree.Node]:
    """The statements of a block in order, each before those in its own blocks."""
    pending: list[tree.Node] = list(reversed(body.body))
    while pending:
        statement = pending.pop()
        if isinstance(statement, tree.SimpleStatementLine):
            yield from statement.body
            continue
        yield statement
        if not isinstance(statement, _SCOPES):
            pending.extend(reversed(list(_inner(statement))))


def _inner(statement: tree.Node) -> Iterator[tree.Node]:
    """The statements right in the blocks of a compound statement."""
    for child in children(statement):
        if isinstance(child, tree.BaseSuite):
            yield from child.body
        elif isinstance(child, tree.BaseStatement):  # an ``elif``
            yield child
        elif isinstance(child, _PARTS):
            yield from _inner(child)


def own_parts(statement: tree.Node) -> Iterator[tree.Node]:
    """A statement and the parts of it that are in no block and in no function of its own."""
    pending = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, _SCOPES):
            continue
        yield node
        pending.extend(
            each
            for each in children(node)
            if not isinstance(each, (tree.BaseSuite, tree.BaseStatement, tree.Else))
        )


Many = tuple["tree.BaseExpression", ...]


class Returned:
    """What a method returns, as values one by one."""

    def __init__(self, body: Body, tensors: Sequence[str], others: Sequence[str] = ()) -> None:
        """``tensors`` are the parameters that hold one tensor each, ``others`` all others."""
        self.body, self.tensors, self.others = body, frozenset(tensors), frozenset(others)

    def ways(self, node: tree.BaseExpression, at: int, depth: int = 0) -> list[Many] | None:
        """The values that an expression gives, in each way that is seen; ``None`` for unknown."""
        found: list[Many] | None = None
        if depth > _DEEPEST:
            return None
        if isinstance(node, tree.Tuple):
            return self._of_elements(node, at, depth)
        if isinstance(node, tree.IfExp):
            sides = [self.ways(each, at, depth + 1) for each in (node.body, node.orelse)]
            found = None if None in sides else [way for side in sides for way in side or ()]
        elif isinstance(node, tree.BinaryOperation) and self._may_be_tuple(node, at, depth):
            found = self._of_operation(node, at, depth)
        elif (
            isinstance(node, tree.Call) and only_name(node.func) == "tuple" and len(node.args) == 1
        ):
            return self._listed(node.args[0].value, at, depth)
        elif isinstance(node, tree.Name) and node.value != "None":
            found = self._of_name(node, at, depth)
        elif self._is_one(node, at, depth):
            return [(node,)]
        return None if found is None or len(found) > _MOST_WAYS else found

    def _of_elements(self, node: tree.Tuple | tree.List, at: int, depth: int) -> list[Many] | None:
        found: list[Many] = [()]
        for each in node.elements:
            more: list[Many] | None
            if isinstance(each, tree.StarredElement):
                more = self._listed(each.value, at, depth + 1)
            else:
                more = [(each.value,)]
            if more is None or len(found) * len(more) > _MOST_WAYS:
                return None
            found = [one + two for one in found for two in more]
        return found

    def _listed(self, node: tree.BaseExpression, at: int, depth: int) -> list[Many] | None:
        """The same of what is gone over, which may be a list."""
        if isinstance(node, tree.List):
            return self._of_elements(node, at, depth)
        if isinstance(node, tree.BinaryOperation) and isinstance(node.left, tree.List):
            return self._of_operation(node, at, depth)
        if isinstance(node, (tree.Tuple, tree.BinaryOperation)):
            return self.ways(node, at, depth + 1)
        return None

    def _of_operation(self, node: tree.BinaryOperation, at: int, depth: int) -> list[Many] | None:
        if isinstance(node.operator, tree.Multiply) and isinstance(node.right, tree.Integer):
            many = self._listed(node.left, at, depth + 1)
            times = int(node.right.value) if node.right.value.isdigit() else None
            if many is None or times is None or times > 100:
                return None
            return [each * times for each in many]
        if not isinstance(node.operator, tree.Add):
            return None
        left, right = (self.ways(each, at, depth + 1) for each in (node.left, node.right))
        if left is None or right is None or len(left) * len(right) > _MOST_WAYS:
            return None
        return [one + two for one in left for two in right]

    def _of_name(self, node: tree.Name, at: int, depth: int) -> list[Many] | None:
        if self._is_one(node, at, depth):
            return [(node,)]
        bound = self.body.bindings.get(node.value, [])
        if not bound or any(each.value is None or each.at >= at for each in bound):
            return None
        found: list[Many] = []
        for each in bound:
            assert each.value is not None
            ways = self.ways(each.value, each.at, depth + 1)
            if ways is None:
                return None
            found += ways
        return found

    def _may_be_tuple(self, node: tree.BinaryOperation, at: int, depth: int) -> bool:
        if not isinstance(node.operator, (tree.Add, tree.Multiply)):
            return False
        sides = (node.left, node.right)
        return not any(self._is_one(each, at, depth + 1) for each in sides)

    def is_tensor(self, node: tree.BaseExpression, at: int) -> bool:
        """Whether an expression is surely one value that is not ``None``."""
        return only_name(node) != "None" and self._is_one(node, at, 0)

    def _is_one(self, node: tree.BaseExpression, at: int, depth: int) -> bool:
        """Whether an expression is surely one value, and no tuple."""
        if depth > _DEEPEST:
            return False
        if isinstance(node, (tree.BaseNumber, tree.UnaryOperation)):
            return True
        if isinstance(node, tree.Name):
            return node.value == "None" or self._is_one_name(node.value, at, depth)
        if isinstance(node, tree.BinaryOperation):
            is_other = not isinstance(node.operator, (tree.Add, tree.Multiply))
            sides = (node.left, node.right)
            return is_other or any(
                not isinstance(each, tree.Integer) and self._is_one(each, at, depth + 1)
                for each in sides
            )
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
            known = families()
            is_method = node.func.attr.value in known.giving_anew - known.several_views
            return is_method and self._is_one(node.func.value, at, depth + 1)
        return False

    def _is_one_name(self, name: str, at: int, depth: int) -> bool:
        bound = self.body.bindings.get(name, [])
        if name in self.others or any(each.at >= at for each in bound):
            return False
        if not bound:
            return name in self.tensors
        return all(
            _is_saved(each.unpacked)
            if each.value is None
            else only_name(each.value) != "None" and self._is_one(each.value, each.at, depth + 1)
            for each in bound
        )

    def may_be_tensor(self, node: tree.BaseExpression, depth: int = 0) -> bool:
        """Whether an expression may be something else than ``None``."""
        if not isinstance(node, tree.Name) or depth > _DEEPEST:
            return True
        if node.value == "None":
            return False
        bound = self.body.bindings.get(node.value, [])
        return not bound or any(
            each.value is None or self.may_be_tensor(each.value, depth + 1) for each in bound
        )


def _is_saved(node: tree.BaseExpression | None) -> bool:
    """``ctx.saved_tensors``."""
    return isinstance(node, tree.Attribute) and node.attr.value in _SAVED


_SAVED = frozenset({"saved_tensors", "saved_variables"})
