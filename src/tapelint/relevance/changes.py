"""In-place changes of what may be saved for backward, by names alone.

The question is a coarse one: is there a change of memory that an operation may have saved before?
Names that stand for each other are taken together, the order is that of the text, and what is not
known may save everything. So a change that the tape would report is always seen here; most of the
others are not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from tapelint.relevance.names import Birth, Change, FunctionNames, Parameters
from tapelint.relevance.operations import (
    ABOUT_TENSORS,
    MODULES_THAT_SAVE_NO_RESULT,
    PLAIN_FUNCTIONS,
    QUESTIONS,
    SAVE_NOTHING,
    SAVE_OPERANDS,
    savers,
)
from tapelint.relevance.roots import SELF, called, may_be_leaf, root_of
from tapelint.relevance.walking import walk
from tapelint.torch_api.knowledge import knowledge

_PRODUCTS = (ast.Mult, ast.Div, ast.MatMult, ast.Pow, ast.Mod, ast.FloorDiv)
_DISPLAYS = (
    ast.Constant, ast.JoinedStr, ast.Dict, ast.Set, ast.Compare, ast.Lambda, ast.DictComp,
    ast.SetComp,
)  # fmt: skip
_PUTS = frozenset({"append", "extend", "insert", "add", "appendleft", "update", "setdefault"})
_TRY_STARS = (getattr(ast, "TryStar", ast.Try),)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_CLOSURES = (*_FUNCTIONS, ast.ClassDef, ast.Global, ast.Nonlocal, ast.Delete)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NO_TENSORS = frozenset({"int", "float", "bool", "str", "bytes"})


class Reader:
    """Reads what functions do to names."""

    def __init__(
        self,
        layers: Mapping[str, str],
        changers: Mapping[str, Parameters],
        own: Collection[str] = (),
    ) -> None:
        """Read the functions of one class or module.

        Args:
            layers: What the attributes of ``self`` are made of: ``self.proj`` is a ``Linear``.
            changers: Functions and attributes whose call changes some arguments in place.
            own: The functions and classes of the file.
        """
        self._own = own
        self._layers = layers
        self._changers = changers
        self._nothing, self._no_result, self._aliases = savers()
        self._in_place = knowledge().inplace_methods

    def read(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> FunctionNames:
        """What a function does to names, inner functions included."""
        arguments = function.args
        ordered = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        if ordered[:1] in (["self"], ["cls"]):
            del ordered[0]
        may_be_tensors = {
            each.arg
            for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            if not _is_number(each.annotation)
        } - {"self", "cls"}
        if arguments.vararg is not None:
            may_be_tensors.add(arguments.vararg.arg)
        self._facts = FunctionNames(frozenset(may_be_tensors), tuple(ordered))
        self._now: dict[str, str] = {}
        self._count = 0
        # What an inner function reads may be bound after it: then a name is one name throughout.
        self._tells_apart = not any(
            isinstance(inner, _CLOSURES) for statement in function.body for inner in walk(statement)
        )
        self._block(function.body, ())
        return self._facts

    # --- names ---

    def _name(self, expression: ast.expr) -> str | None:
        name = root_of(expression)
        if name is None or name.startswith(SELF):
            return name
        first, dot, rest = name.partition(".")
        return self._now.get(first, first) + dot + rest

    def _bind_name(self, name: str, birth: Birth, others: tuple[str, ...]) -> str:
        if self._tells_apart and "." not in name:
            self._count += 1
            self._now[name] = f"{name}:{self._count}"
            name = self._now[name]
        elif name in self._facts.parameters:
            self._facts.bound[name].append((Birth.FRESH, ()))
        self._facts.bound[name].append((birth, others))
        return name

    def _join(self, *ends: dict[str, str]) -> None:
        """Where branches meet, a name may stand for what it stood for at the end of any."""
        names = {name for end in ends for name in end}
        joined: dict[str, str] = {}
        for name in names:
            found = tuple(dict.fromkeys(end.get(name, name) for end in ends))
            if len(found) == 1:
                joined[name] = found[0]
                continue
            self._count += 1
            joined[name] = f"{name}:{self._count}"
            self._facts.bound[joined[name]].append((Birth.ALIAS, found))
        self._now = joined

    def _in_rounds(self, statements: Sequence[ast.stmt], run: Callable[[], None]) -> None:
        """What may run any number of times: names bound in it stand for all of that, too."""
        if not self._tells_apart:
            run()
            return
        entered: dict[str, str] = {}
        for statement in statements:
            for node in walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    if node.id not in entered:
                        self._count += 1
                        entered[node.id] = f"{node.id}:{self._count}"
        for name, each in entered.items():
            before = self._now.get(name, name)
            self._facts.bound[each].append((Birth.ALIAS, (before,)))
        self._now = {**self._now, **entered}
        run()
        for name, each in entered.items():
            after = self._now.get(name, name)
            if after != each:
                self._facts.bound[each].append((Birth.ALIAS, (after,)))
        self._now = {**self._now, **entered}

    # --- statements ---

    def _block(self, body: Iterable[ast.stmt], loops: tuple[int, ...]) -> None:
        for statement in body:
            self._statement(statement, loops)

    def _statement(self, statement: ast.stmt, loops: tuple[int, ...]) -> None:
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            # Called who knows when: as if in a loop over the whole function.
            self._block(statement.body, (*loops, 0))
        elif isinstance(statement, _LOOPS):
            self._in_rounds([statement], lambda: self._round(statement, loops))
            self._block(statement.orelse, loops)
        elif isinstance(statement, ast.If):
            self._expression(statement.test, loops)
            before = dict(self._now)
            self._block(statement.body, loops)
            first, self._now = self._now, before
            self._block(statement.orelse, loops)
            ends = [
                end
                for end, body in ((first, statement.body), (self._now, statement.orelse))
                if not (body and isinstance(body[-1], (ast.Return, ast.Raise)))
            ]
            self._join(*(ends or [first, self._now]))
        elif isinstance(statement, (ast.Try, ast.Match, *_TRY_STARS)):
            self._in_rounds([statement], lambda: self._other(statement, loops))
        elif isinstance(statement, ast.Assign):
            self._expression(statement.value, loops)
            for target in statement.targets:
                self._assign(target, statement.value, loops)
        elif isinstance(statement, ast.AnnAssign):
            if statement.value is not None:
                self._expression(statement.value, loops)
                self._assign(statement.target, statement.value, loops)
        elif isinstance(statement, ast.AugAssign):
            self._augmented(statement, loops)
        else:
            self._other(statement, loops)

    def _round(self, statement: ast.For | ast.AsyncFor | ast.While, loops: tuple[int, ...]) -> None:
        inside = (*loops, statement.lineno)
        if isinstance(statement, ast.While):
            self._expression(statement.test, inside)
        else:
            self._expression(statement.iter, inside)
            self._bind(statement.target, statement.iter, is_part=True)
        self._block(statement.body, inside)

    def _other(self, statement: ast.stmt, loops: tuple[int, ...]) -> None:
        for child in ast.iter_child_nodes(statement):
            if isinstance(child, ast.stmt):
                self._statement(child, loops)
            elif isinstance(child, ast.expr):
                self._expression(child, loops)
            elif isinstance(child, ast.withitem):
                self._expression(child.context_expr, loops)
                if child.optional_vars is not None:
                    self._bind(child.optional_vars, child.context_expr)
            elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
                self._block(child.body, loops)

    def _augmented(self, statement: ast.AugAssign, loops: tuple[int, ...]) -> None:
        self._expression(statement.value, loops)
        target = self._name(statement.target)
        if target is None and isinstance(statement.target, ast.Name):
            return
        if isinstance(statement.op, _PRODUCTS):
            self._use(statement.target, statement.lineno + 1, loops)
            self._use(statement.value, statement.lineno, loops)
        self._change(statement.target, statement.lineno, loops)
        if isinstance(statement.op, ast.Add) and target is not None:
            self._put(target, statement.value)  # two lists, too, are added

    def _assign(self, target: ast.expr, value: ast.expr, loops: tuple[int, ...]) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            whole = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            matched = len(whole) == len(target.elts) and not any(
                isinstance(each, ast.Starred) for each in (*whole, *target.elts)
            )
            born = [self._born(whole[at] if matched else value) for at in range(len(target.elts))]
            for position, each in enumerate(target.elts):
                self._assign_born(
                    each, whole[position] if matched else value, born[position], loops
                )
        else:
            self._assign_born(target, value, self._born(value), loops)

    def _assign_born(
        self,
        target: ast.expr,
        value: ast.expr,
        born: tuple[Birth, tuple[str, ...]],
        loops: tuple[int, ...],
    ) -> None:
        if isinstance(target, ast.Starred):
            target = target.value
        if isinstance(target, (ast.Tuple, ast.List)):
            for each in target.elts:
                self._assign_born(each, value, born, loops)
        elif isinstance(target, ast.Subscript):
            self._expression(target.slice, loops)
            name = self._name(target.value)
            if not _is_text(target.slice) and not _is_text(value) and not _is_flag(value):
                self._change(target.value, target.lineno, loops)
            if name is not None:
                self._put(name, value)
        else:
            name = root_of(target)
            if name is not None:
                name = self._bind_name(name, *born)
                if may_be_leaf(value):
                    self._facts.leaves.add(name)

    def _change(self, target: ast.expr, line: int, loops: tuple[int, ...]) -> None:
        """Note a change of what an expression gives."""
        is_attribute = may_be_leaf(target)
        while isinstance(target, ast.Subscript):
            target = target.value
        birth, others = self._born(target)
        if isinstance(target, (ast.Name, ast.Attribute)):
            names: tuple[str | None, ...] = (self._name(target),)
        elif birth is Birth.SAVED:
            names = (None,)
        else:
            names = others
        for name in names:
            self._facts.changes.append(Change(line, loops, name, is_attribute))

    def _put(self, container: str, value: ast.expr) -> None:
        """What is put into a container is taken out of it again."""
        birth, others = self._born(value)
        if birth is Birth.ALIAS:
            self._facts.bound[container].append((birth, others))
        elif birth is Birth.SAVED:
            self._count += 1
            inner = f":{self._count}"
            self._facts.bound[inner].append((Birth.SAVED, ()))
            self._facts.bound[container].append((Birth.ALIAS, (inner,)))

    def _bind(self, target: ast.expr, value: ast.expr, *, is_part: bool = False) -> None:
        born = self._born(value)
        if is_part and born[0] is Birth.PLAIN and not _counts(value):
            born = (Birth.SAVED, ())
        for each in walk(target):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                name = self._bind_name(each.id, *born)
                if may_be_leaf(value):
                    self._facts.leaves.add(name)

    # --- expressions ---

    def _born(self, value: ast.expr) -> tuple[Birth, tuple[str, ...]]:
        if isinstance(value, _DISPLAYS):
            return Birth.PLAIN, ()
        if isinstance(value, (ast.List, ast.Tuple)):
            return self._born_of_all(value.elts, is_held=True)
        if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
            return self._born_of_all([value.elt], is_held=True)
        if isinstance(value, ast.BinOp):
            if isinstance(value.op, ast.Pow):
                return Birth.SAVED, ()
            # Two lists, too, are added: what they hold is in the sum.
            return (
                self._mixed([value.left, value.right])
                if isinstance(value.op, ast.Add)
                else (Birth.FRESH, ())
            )
        if isinstance(value, ast.UnaryOp):
            return (Birth.PLAIN, ()) if isinstance(value.op, ast.Not) else (Birth.FRESH, ())
        if isinstance(value, ast.BoolOp):
            return self._born_of_all(value.values)
        if isinstance(value, ast.IfExp):
            return self._born_of_all([value.body, value.orelse])
        if isinstance(value, ast.NamedExpr):
            return self._born(value.value)
        if isinstance(value, ast.Await):
            return self._born(value.value)
        if isinstance(value, ast.Call):
            return self._born_of_call(value)
        if isinstance(value, ast.Attribute) and value.attr in ABOUT_TENSORS:
            return Birth.PLAIN, ()
        name = self._name(value)
        return (Birth.ALIAS, (name,)) if name is not None else (Birth.SAVED, ())

    def _mixed(self, values: Iterable[ast.expr]) -> tuple[Birth, tuple[str, ...]]:
        held = [each for each in values if isinstance(each, (ast.List, ast.ListComp, ast.Tuple))]
        return self._born_of_all(held, is_held=True) if held else (Birth.FRESH, ())

    def _born_of_all(
        self, values: Iterable[ast.expr], *, is_held: bool = False
    ) -> tuple[Birth, tuple[str, ...]]:
        found = [self._born(each) for each in values]
        births = {birth for birth, _ in found}
        others = tuple(name for _, names in found for name in names)
        for birth in (Birth.SAVED, Birth.ALIAS):
            if birth in births:
                return birth, others
        if is_held:
            return (Birth.PLAIN, ()) if births <= {Birth.PLAIN} else (Birth.FRESH, ())
        return (Birth.FRESH, ()) if Birth.FRESH in births else (Birth.PLAIN, ())

    def _born_of_call(self, call: ast.Call) -> tuple[Birth, tuple[str, ...]]:
        name = called(call)
        given = [call.func.value, *call.args] if isinstance(call.func, ast.Attribute) else call.args
        aliases = tuple(
            found
            for each in (*given, *(keyword.value for keyword in call.keywords))
            if (found := self._name(each)) is not None
        )
        if name in (QUESTIONS if isinstance(call.func, ast.Attribute) else PLAIN_FUNCTIONS):
            return Birth.PLAIN, ()
        if name in self._aliases or name in self._in_place:
            return Birth.ALIAS, aliases
        if name in self._no_result:
            return Birth.FRESH, ()
        if "loss" in name.lower() and name not in self._own:
            return Birth.FRESH, ()
        layer = self._layers.get(name) if _is_of_self(call.func) else None
        if layer in MODULES_THAT_SAVE_NO_RESULT:
            return (Birth.ALIAS, aliases) if layer in {"Identity", "Dropout"} else (Birth.FRESH, ())
        return Birth.SAVED, ()

    def _expression(self, expression: ast.expr, loops: tuple[int, ...]) -> None:
        for node in walk(expression):
            if isinstance(node, ast.Call):
                self._call(node, loops)
            elif isinstance(node, ast.BinOp) and isinstance(node.op, _PRODUCTS):
                self._use(node.left, node.lineno, loops)
                self._use(node.right, node.lineno, loops)
            elif isinstance(node, ast.NamedExpr):
                self._bind(node.target, node.value)
            elif isinstance(node, _COMPREHENSIONS):
                for generator in node.generators:
                    self._bind(generator.target, generator.iter, is_part=True)

    def _call(self, call: ast.Call, loops: tuple[int, ...]) -> None:
        name, line = called(call), call.lineno
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if isinstance(call.func, ast.Attribute) and name in self._in_place:
            if not _is_initialiser(call.func):
                self._change(call.func.value, line, loops)
            if name in SAVE_NOTHING:
                return
            if name not in SAVE_OPERANDS:
                # Saved as it is after the change, so for what comes behind it.
                self._use(call.func.value, line + 1, loops)
            for each in given:
                self._use(each, line, loops)
            return
        if name.endswith("_") and not name.endswith("__") and call.args:
            if not _is_initialiser(call.func) and name not in knowledge().init_functions:
                self._change(call.args[0], line, loops)
        for keyword in call.keywords:
            if keyword.arg == "out":
                self._change(keyword.value, line, loops)
            elif keyword.arg == "inplace" and call.args and not _is_false(keyword.value):
                self._change(call.args[0], line, loops)
        if name in _PUTS and isinstance(call.func, ast.Attribute):
            owner = self._name(call.func.value)
            for each in given:
                if owner is not None:
                    self._put(owner, each)
        if name in self._changers:
            for each in self._changers[name].given(call):
                self._change(each, line, loops)
        if name in self._nothing:
            return
        if name in (QUESTIONS if isinstance(call.func, ast.Attribute) else PLAIN_FUNCTIONS):
            return
        if isinstance(call.func, ast.Attribute):
            self._use(call.func.value, line, loops)
        for each in given:
            self._use(each, line, loops)

    def _use(self, expression: ast.expr, line: int, loops: tuple[int, ...]) -> None:
        if isinstance(expression, (ast.List, ast.Tuple)):
            for each in expression.elts:
                self._use(each, line, loops)
            return
        if isinstance(expression, ast.Attribute) and expression.attr in ABOUT_TENSORS:
            return
        name = self._name(expression)
        if name is not None:
            self._facts.used[name].append((line, loops))


def _is_of_self(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "self"
    )


def _is_text(index: ast.expr) -> bool:
    """Whether an index is a text: then what is changed is a dictionary."""
    return isinstance(index, ast.JoinedStr) or (
        isinstance(index, ast.Constant) and isinstance(index.value, str)
    )


def _is_number(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in _NO_TENSORS


def _is_flag(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and (
        value.value is None or value.value is True or value.value is False
    )


def _is_initialiser(function: ast.expr) -> bool:
    """``init.normal_``, ``nn.init.normal_``: it runs under ``no_grad`` itself."""
    owner = function.value if isinstance(function, ast.Attribute) else None
    name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    return name == "init"


def _is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is False


def _counts(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and called(value) in {"range", "len"}
