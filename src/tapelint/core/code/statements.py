"""Lowering of statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, Final

from tapelint.core.code import instructions as linear
from tapelint.core.code.expressions import Expressions
from tapelint.core.code.instruction import NONE, Block, Handler, Leave
from tapelint.core.code.operators import BINARY
from tapelint.core.code.patterns import Patterns
from tapelint.core.code.scopes import star_name
from tapelint.source.expected_errors import EXPECT_ERRORS, EXPECTED, SEVERAL


class Statements(Patterns, Expressions):
    """Lowers statements into the block at hand."""

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        """Lower statements in their order; none of a later Python is refused."""
        for node in nodes:
            lower = _STATEMENTS.get(type(node).__name__)
            with self.reaching(node):
                if lower is not None:
                    with self.statement():
                        lower(self, node)

    def _in(self, block: Block, nodes: Sequence[ast.stmt]) -> Block:
        with self.block(block):
            self.statements(nodes)
        return block

    def evaluated(self, node: ast.Expr) -> None:
        """An expression as a statement."""
        if not isinstance(node.value, ast.Constant):
            self.expression(node.value)

    # Assignments.

    def assignment(self, node: ast.Assign) -> None:
        """``a = b = value``."""
        src = self.expression(node.value)
        for target in node.targets:
            self.assign(target, src)

    def annotated(self, node: ast.AnnAssign) -> None:
        """``a: kind = value``; the annotation is not evaluated."""
        if node.value is not None:
            self.assign(node.target, self.expression(node.value))

    def augmented(self, node: ast.AugAssign) -> None:
        """``a += value``: the target is read, changed and bound again."""
        target, name = node.target, BINARY[type(node.op)]
        left, dst = self.temporary(), self.temporary()
        if isinstance(target, ast.Name):
            read = self.load(target, target.id)
            self.emit(linear.Augment(node, dst, name, read, self.expression(node.value)))
            self.store(target, target.id, dst)
        elif isinstance(target, ast.Attribute):
            obj = self.expression(target.value)
            self.emit(linear.Attribute(target, left, obj, target.attr))
            self.emit(linear.Augment(node, dst, name, left, self.expression(node.value)))
            self.emit(linear.SetAttribute(node, obj, target.attr, dst))
        else:
            obj, key = self.expression(target.value), self.expression(target.slice)
            self.emit(linear.Subscript(target, left, obj, key))
            self.emit(linear.Augment(node, dst, name, left, self.expression(node.value)))
            self.emit(linear.SetSubscript(node, obj, key, dst, name))

    def deleted(self, node: ast.Delete) -> None:
        """``del a, b.c, d[e]``."""
        for target in node.targets:
            self._delete(target)

    def _delete(self, target: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.unbind(target, target.id)
        elif isinstance(target, ast.Attribute):
            self.emit(linear.SetAttribute(target, self.expression(target.value), target.attr, NONE))
        elif isinstance(target, ast.Subscript):
            obj = self.expression(target.value)
            self.emit(linear.SetSubscript(target, obj, self.expression(target.slice), NONE))
        elif isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self._delete(each)

    # Control flow.

    def branch(self, node: ast.If) -> None:
        """``if``."""
        test = self.expression(node.test)
        then, bound = self._in([], node.body), self._left
        orelse = self._in([], node.orelse)
        self._surely |= bound & self._left
        self.emit(linear.Branch(node, test, then, orelse))

    def for_loop(self, node: ast.For | ast.AsyncFor) -> None:
        """``for``."""
        iterable, item = self.expression(node.iter), self.temporary()
        with self.block([]) as body:
            self.assign(node.target, item)
            self._repeated(node.body)
        self.emit(linear.For(node, iterable, item, body, self._in([], node.orelse)))

    def while_loop(self, node: ast.While) -> None:
        """``while``."""
        with self.block([]) as head:
            test = self.expression(node.test)
        with self.block([]) as body:
            self._repeated(node.body)
        loop = linear.While(node, head, test, body, self._in([], node.orelse))
        loop.is_endless = isinstance(node.test, ast.Constant)
        self.emit(loop)

    def _repeated(self, nodes: Sequence[ast.stmt]) -> None:
        self._around += 1
        self.statements(nodes)
        self._around -= 1

    def try_(self, node: Any) -> None:
        """``try``, also with ``except*``."""
        handlers = tuple(map(self._handler, node.handlers))
        body, orelse = self._in([], node.body), self._in([], node.orelse)
        shows = not self._around and _shows_error(node)
        final = self._in([], node.finalbody)
        self.emit(linear.Try(node, body, handlers, orelse, final, shows))

    def _handler(self, node: ast.ExceptHandler) -> Handler:
        kinds, item = NONE, NONE if node.name is None else self.temporary()
        with self.block([]) as head:
            if node.type is not None:
                kinds = self.expression(node.type)
        with self.block([]) as body:
            if node.name is not None:
                self.store(node, node.name, item)
            self.statements(node.body)
            if node.name is not None:
                self.unbind(node, node.name)
        return Handler(node, head, kinds, item, body)

    def with_(self, node: ast.With | ast.AsyncWith) -> None:
        """``with a as b, c as d``: the second is entered within the first."""
        self._managed(node, node.items)

    def _managed(self, node: ast.With | ast.AsyncWith, items: Sequence[ast.withitem]) -> None:
        if not items:
            self.statements(node.body)
            return
        first, item = items[0], NONE
        manager = self.expression(first.context_expr)
        if first.optional_vars is not None:
            item = self.temporary()
        with self.block([]) as body:
            if first.optional_vars is not None:
                self.assign(first.optional_vars, item)
            expects = _expects_error(first.context_expr)
            if expects:
                with self.block([]) as tried:
                    self._managed(node, items[1:])
                caught = self._expected(node, first.context_expr)
                self.emit(linear.Try(node, tried, (caught,), [], [], shows=True))
            else:
                self._managed(node, items[1:])
        if not expects:
            self._surely |= self._left
        self.emit(linear.With(first.context_expr, manager, item, body))

    def _expected(self, node: ast.AST, manager: ast.expr) -> Handler:
        """What a manager does as a handler: it takes the errors that it is given, or all."""
        asked = list[ast.expr]()
        if isinstance(manager, ast.Call):
            asked = manager.args if _last_name(manager.func) in SEVERAL else manager.args[:1]
            asked = asked or [each.value for each in manager.keywords if each.arg in EXPECTED]
        kinds = NONE
        with self.block([]) as head:
            if asked:
                kinds = self.expression(ast.copy_location(ast.Tuple(asked, ast.Load()), manager))
        return Handler(node, head, kinds, NONE, [])

    def returned(self, node: ast.Return) -> None:
        """``return``."""
        src = self.constant(None) if node.value is None else self.expression(node.value)
        self.emit(linear.Exit(node, Leave.RETURN, src))

    def raised(self, node: ast.Raise) -> None:
        """``raise a from b``."""
        src = NONE if node.exc is None else self.expression(node.exc)
        if node.cause is not None:
            self.expression(node.cause)
        self.emit(linear.Exit(node, Leave.RAISE, src))

    def broken(self, node: ast.Break) -> None:
        """``break``."""
        self.emit(linear.Exit(node, Leave.BREAK))

    def continued(self, node: ast.Continue) -> None:
        """``continue``."""
        self.emit(linear.Exit(node, Leave.CONTINUE))

    def asserted(self, node: ast.Assert) -> None:
        """``assert``: what follows knows that the test has passed."""
        test = self.expression(node.test)
        with self.block([]) as otherwise:
            if node.msg is not None:
                self.expression(node.msg)
            self.emit(linear.Exit(node, Leave.RAISE, self.load(node, "AssertionError")))
        self.emit(linear.Branch(node, test, [], otherwise))

    # Definitions.

    def defined(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """``def``: decorators are evaluated first, and called last, the innermost first."""
        decorators = self.expressions(node.decorator_list)
        self._decorated(node, node.name, self.function(node, node.name), decorators)

    def class_(self, node: ast.ClassDef) -> None:
        """``class``."""
        decorators = self.expressions(node.decorator_list)
        bases = tuple(map(self._starred, node.bases))
        keywords = tuple((each.arg or "", self.expression(each.value)) for each in node.keywords)
        made = self.temporary()
        self.emit(linear.MakeClass(node, made, self.inner(node, node.name), bases, keywords))
        self._decorated(node, node.name, made, decorators)

    def _decorated(
        self,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef,
        name: str,
        made: int,
        decorators: tuple[int, ...],
    ) -> None:
        pairs = list(zip(node.decorator_list, decorators, strict=True))
        for written, decorator in reversed(pairs):
            result = self.temporary()
            self.emit(linear.Call(written, result, decorator, "", (made,)))
            made = result
        self.store(node, name, made)

    def type_alias(self, node: Any) -> None:
        """``type A = B``: nothing is evaluated before it is asked for."""
        self.store(node, node.name.id, self.something(node, node.name.id))

    def import_(self, node: ast.Import) -> None:
        """``import a.b``, which binds ``a``; ``import a.b as c`` binds ``a.b``."""
        for alias in node.names:
            made = self.temporary()
            module = alias.name if alias.asname else alias.name.split(".")[0]
            self.emit(linear.Import(alias, made, module, ""))
            self.store(alias, alias.asname or module, made)

    def import_from(self, node: ast.ImportFrom) -> None:
        """``from a import b``."""
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            made = self.temporary()
            self.emit(linear.Import(alias, made, module, alias.name))
            if alias.name == "*":
                self.store(alias, star_name(node), made)
                self.code.stars.append(self.slot_of(star_name(node)))
            else:
                self.store(alias, alias.asname or alias.name, made)

    # Pattern matching.

    def match(self, node: ast.Match) -> None:
        """``match``: a chain of tests; a case that binds names does so once its tests passed."""
        self._cases(node.cases, self.expression(node.subject))

    def _cases(self, cases: Sequence[ast.match_case], subject: int) -> None:
        if not cases:
            return
        test = self.case(cases[0], subject)
        then = self._in([], cases[0].body)
        with self.block([]) as orelse:
            self._cases(cases[1:], subject)
        self.emit(linear.Branch(cases[0].pattern, test, then, orelse))


def _expects_error(manager: ast.expr) -> bool:
    """Whether a context manager is there for what raises within: ``pytest.raises(...)``."""
    function = manager.func if isinstance(manager, ast.Call) else manager
    return _last_name(function) in EXPECT_ERRORS


def _last_name(node: ast.expr) -> str:
    """``raises`` of ``pytest.raises``."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _shows_error(node: Any) -> bool:
    """Whether a ``try`` tries one thing, and goes on behind whatever that raises."""
    handled = [each for handler in node.handlers for each in ast.walk(handler)]
    return (
        len(node.body) == 1
        and isinstance(node.body[0], (ast.Expr, ast.AugAssign))
        and bool(handled)
        and not any(isinstance(each, ast.Raise) for each in handled)
    )


_STATEMENTS: Final[dict[str, Callable[[Statements, Any], None]]] = {
    "AnnAssign": Statements.annotated,
    "Assert": Statements.asserted,
    "Assign": Statements.assignment,
    "AsyncFor": Statements.for_loop,
    "AsyncFunctionDef": Statements.defined,
    "AsyncWith": Statements.with_,
    "AugAssign": Statements.augmented,
    "Break": Statements.broken,
    "ClassDef": Statements.class_,
    "Continue": Statements.continued,
    "Delete": Statements.deleted,
    "Expr": Statements.evaluated,
    "For": Statements.for_loop,
    "FunctionDef": Statements.defined,
    "If": Statements.branch,
    "Import": Statements.import_,
    "ImportFrom": Statements.import_from,
    "Match": Statements.match,
    "Raise": Statements.raised,
    "Return": Statements.returned,
    "Try": Statements.try_,
    "TryStar": Statements.try_,
    "TypeAlias": Statements.type_alias,
    "While": Statements.while_loop,
    "With": Statements.with_,
}
