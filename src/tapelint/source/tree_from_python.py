"""Making our tree from Python's own: statements, and with them the whole of a text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tapelint.source import tree

if TYPE_CHECKING:
    pass
from tapelint.source.python_operators import BINARY
from tapelint.source.tree_from_python_patterns import PatternMaker


class TreeMaker(PatternMaker):
    """Makes the nodes of one text."""

    def module(self, node: ast.Module) -> tree.Module:
        """The tree of a text."""
        made = self._at(tree.Module, node)
        made.body = self._statements(node.body)
        return made

    def _expression_statement(self, node: ast.Expr) -> tree.Expr:
        made = self._at(tree.Expr, node)
        made.value = self.expression(node.value)
        return made

    def _assign(self, node: ast.Assign) -> tree.Assign:
        made = self._at(tree.Assign, node)
        made.targets = []
        for each in node.targets:
            target = self._at(tree.AssignTarget, each)
            target.target = self._target(each)
            made.targets.append(target)
        made.value = self.expression(node.value)
        return made

    def _annotated(self, node: ast.AnnAssign) -> tree.AnnAssign:
        made = self._at(tree.AnnAssign, node)
        made.target = self._target(node.target)
        annotation = self._annotation(node.annotation)
        assert annotation is not None
        made.annotation, made.value = annotation, self._maybe(node.value)
        return made

    def _augmented(self, node: ast.AugAssign) -> tree.AugAssign:
        made = self._at(tree.AugAssign, node)
        made.target, made.operator = self._target(node.target), BINARY[type(node.op)][1]
        made.value = self.expression(node.value)
        return made

    def _return(self, node: ast.Return) -> tree.Return:
        made = self._at(tree.Return, node)
        made.value = self._maybe(node.value)
        return made

    def _raise(self, node: ast.Raise) -> tree.Raise:
        made = self._at(tree.Raise, node)
        made.exc = self._maybe(node.exc)
        made.cause = None if node.cause is None else self._from(node.cause)
        return made

    def _assert(self, node: ast.Assert) -> tree.Assert:
        made = self._at(tree.Assert, node)
        made.test, made.msg = self.expression(node.test), self._maybe(node.msg)
        return made

    def _delete(self, node: ast.Delete) -> tree.Del:
        made = self._at(tree.Del, node)
        if len(node.targets) == 1:
            made.target = self.expression(node.targets[0])
        else:
            together = self._at(tree.Tuple, node)
            together.elements = self._elements(node.targets)
            made.target = together
        return made

    def _declared(self, node: Any, kind: type[tree.Global] | type[tree.Nonlocal]) -> Any:
        made = self._at(kind, node)
        made.names = []
        for name in node.names:
            item = self._at(tree.NameItem, node)
            item.name = self._word(name, node)
            made.names.append(item)
        return made

    def _import(self, node: ast.Import) -> tree.Import:
        made = self._at(tree.Import, node)
        made.names = [self._alias(each) for each in node.names]
        return made

    def _import_from(self, node: ast.ImportFrom) -> tree.ImportFrom:
        made = self._at(tree.ImportFrom, node)
        made.module = self._dotted(node.module, node) if node.module else None
        made.relative = node.level
        if node.names[0].name == "*":
            made.names = self._at(tree.ImportStar, node)
        else:
            made.names = [self._alias(each) for each in node.names]
        return made

    def _alias(self, node: ast.alias) -> tree.ImportAlias:
        made = self._at(tree.ImportAlias, node)
        made.name = self._dotted(node.name, node)
        made.asname = self._as_name(node.asname, node)
        return made

    def _dotted(self, name: str, origin: ast.AST) -> tree.Name | tree.Attribute:
        first, *others = name.split(".")
        made: tree.Name | tree.Attribute = self._word(first, origin)
        for each in others:
            attribute = self._at(tree.Attribute, origin)
            attribute.value, attribute.attr = made, self._word(each, origin)
            made = attribute
        return made

    def _as_name(self, name: str | None, origin: ast.AST) -> tree.AsName | None:
        if name is None:
            return None
        made = self._at(tree.AsName, origin)
        made.name = self._word(name, origin)
        return made

    def _type_alias(self, node: Any) -> tree.TypeAlias:
        made = self._at(tree.TypeAlias, node)
        made.name, made.value = self._word(node.name.id, node.name), self.expression(node.value)
        return made

    # --- blocks and compound statements ---

    def _statements(self, block: Sequence[ast.stmt]) -> list[tree.BaseStatement]:
        """The statements of a block: those that share a line are one."""
        found: list[tree.BaseStatement] = []
        line: list[tree.BaseSmallStatement] = []
        last = 0
        for each in block:
            make = _SMALL.get(type(each))
            if make is None:
                found.append(_COMPOUND[type(each)](self, each))
                last = 0
            elif each.lineno == last:
                line.append(make(self, each))
                last = each.end_lineno or 0
            else:
                made = self._at(tree.SimpleStatementLine, each)
                line = [make(self, each)]
                made.body = line
                found.append(made)
                last = each.end_lineno or 0
        return found

    def _suite(self, block: Sequence[ast.stmt]) -> tree.BaseSuite:
        """What stands behind a colon."""
        first = block[0]
        if type(first) in _SMALL and self._shares_its_line(first):
            suite = self._at(tree.SimpleStatementSuite, first)
            suite.body = [_SMALL[type(each)](self, each) for each in block]
            return suite
        made = self._at(tree.IndentedBlock, first)
        made.body = self._statements(block)
        return made

    def _shares_its_line(self, node: ast.stmt) -> bool:
        """Whether something stands before a statement on its line."""
        lines = self._source.lines if self._source is not None else ()
        if node.lineno > len(lines):
            return False
        return not lines[node.lineno - 1][: node.col_offset].isspace()

    def _if(self, node: ast.If) -> tree.If:
        """``if``, with all its ``elif``: those may be hundreds."""
        first = made = self._at(tree.If, node)
        while True:
            made.test, made.body = self.expression(node.test), self._suite(node.body)
            following = node.orelse[0] if len(node.orelse) == 1 else None
            if type(following) is not ast.If or following.col_offset != node.col_offset:
                made.orelse = self._else(node.orelse)
                return first
            node = following
            made.orelse = inner = self._at(tree.If, node)
            made = inner

    def _else(self, block: Sequence[ast.stmt]) -> tree.Else | None:
        if not block:
            return None
        made = self._at(tree.Else, block[0])
        made.body = self._suite(block)
        return made

    def _for(self, node: ast.For | ast.AsyncFor) -> tree.For:
        made = self._at(tree.For, node)
        made.target, made.iter = self._target(node.target), self.expression(node.iter)
        made.body, made.orelse = self._suite(node.body), self._else(node.orelse)
        return made

    def _while(self, node: ast.While) -> tree.While:
        made = self._at(tree.While, node)
        made.test, made.body = self.expression(node.test), self._suite(node.body)
        made.orelse = self._else(node.orelse)
        return made

    def _with(self, node: ast.With | ast.AsyncWith) -> tree.With:
        made = self._at(tree.With, node)
        made.items = []
        for each in node.items:
            item = self._at(tree.WithItem, each.context_expr)
            item.item, item.asname = self.expression(each.context_expr), None
            if each.optional_vars is not None:
                name = self._at(tree.AsName, each.optional_vars)
                name.name = self._target(each.optional_vars)
                item.asname = name
            made.items.append(item)
        made.body = self._suite(node.body)
        return made

    def _try(
        self,
        node: Any,
        kind: type[tree.Try] | type[tree.TryStar],
        handling: type[tree.ExceptHandler] | type[tree.ExceptStarHandler],
    ) -> Any:
        made = self._at(kind, node)
        made.body = self._suite(node.body)
        handlers: list[Any] = []
        for each in node.handlers:
            handler = self._at(handling, each)
            handler.type, handler.name = self._maybe(each.type), self._as_name(each.name, each)
            handler.body = self._suite(each.body)
            handlers.append(handler)
        made.handlers = handlers
        made.orelse, made.finalbody = self._else(node.orelse), None
        if node.finalbody:
            made.finalbody = self._at(tree.Finally, node.finalbody[0])
            made.finalbody.body = self._suite(node.finalbody)
        return made

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> tree.FunctionDef:
        made = self._at(tree.FunctionDef, node)
        made.name, made.params = self._word(node.name, node), self._parameters(node.args)
        later = self._source.body_maker(node) if self._source is not None else None
        made.make_body = later or partial(self._suite, node.body)
        made.decorators = self._decorators(node.decorator_list)
        made.returns = self._annotation(node.returns)
        return made

    def _class(self, node: ast.ClassDef) -> tree.ClassDef:
        made = self._at(tree.ClassDef, node)
        made.name, made.body = self._word(node.name, node), self._suite(node.body)
        arguments = self._arguments(node.bases, node.keywords)
        first = next(
            (at for at, each in enumerate(arguments) if each.keyword or each.star == "**"),
            len(arguments),
        )
        made.bases, made.keywords = arguments[:first], arguments[first:]
        made.decorators = self._decorators(node.decorator_list)
        return made

    def _decorators(self, nodes: Sequence[ast.expr]) -> list[tree.Decorator]:
        found = []
        for each in nodes:
            made = self._at(tree.Decorator, each)
            made.decorator = self.expression(each)
            found.append(made)
        return found

    # --- match ---

    def _match(self, node: ast.Match) -> tree.Match:
        made = self._at(tree.Match, node)
        made.subject = self.expression(node.subject)
        made.cases = []
        for each in node.cases:
            case = self._at(tree.MatchCase, each.pattern)
            case.pattern, case.guard = self._pattern(each.pattern), self._maybe(each.guard)
            case.body = self._suite(each.body)
            made.cases.append(case)
        return made


_SMALL: dict[type[ast.AST], Callable[[TreeMaker, Any], tree.BaseSmallStatement]] = {
    ast.Expr: TreeMaker._expression_statement,
    ast.Assign: TreeMaker._assign,
    ast.AnnAssign: TreeMaker._annotated,
    ast.AugAssign: TreeMaker._augmented,
    ast.Return: TreeMaker._return,
    ast.Raise: TreeMaker._raise,
    ast.Assert: TreeMaker._assert,
    ast.Delete: TreeMaker._delete,
    ast.Global: partial(TreeMaker._declared, kind=tree.Global),
    ast.Nonlocal: partial(TreeMaker._declared, kind=tree.Nonlocal),
    ast.Import: TreeMaker._import,
    ast.ImportFrom: TreeMaker._import_from,
    ast.Pass: lambda maker, node: maker._at(tree.Pass, node),
    ast.Break: lambda maker, node: maker._at(tree.Break, node),
    ast.Continue: lambda maker, node: maker._at(tree.Continue, node),
}
_COMPOUND: dict[type[ast.AST], Callable[[TreeMaker, Any], tree.BaseStatement]] = {
    ast.If: TreeMaker._if,
    ast.For: TreeMaker._for,
    ast.AsyncFor: TreeMaker._for,
    ast.While: TreeMaker._while,
    ast.With: TreeMaker._with,
    ast.AsyncWith: TreeMaker._with,
    ast.Try: partial(TreeMaker._try, kind=tree.Try, handling=tree.ExceptHandler),
    ast.Match: TreeMaker._match,
    ast.FunctionDef: TreeMaker._function,
    ast.AsyncFunctionDef: TreeMaker._function,
    ast.ClassDef: TreeMaker._class,
}
if hasattr(ast, "TryStar"):
    _COMPOUND[ast.TryStar] = partial(
        TreeMaker._try, kind=tree.TryStar, handling=tree.ExceptStarHandler
    )
if hasattr(ast, "TypeAlias"):
    _SMALL[ast.TypeAlias] = TreeMaker._type_alias
