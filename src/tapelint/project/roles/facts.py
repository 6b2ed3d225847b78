"""The facts of a piece of code: how it uses each variable, and each attribute of ``self``.

A subject is written as in the code: ``model``, ``self.model``, and their items ``nets['g']``. What
an object holds under a name that promises a network is one as well: ``args.model``. A variable that
is bound to another subject is another name for that one. One walk collects all of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tapelint.project.roles.words import promises
from tapelint.torch_api.names import gives_output
from tapelint.torch_api.network_wrappers import WRAPPED

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_ENUMERATING = frozenset({"enumerate", "tqdm", "trange", "zip", "iter", "track", "cycle"})
"""Functions whose loops go over what they are given."""


@dataclass
class Facts:
    """How one subject is used.

    Attributes:
        methods: Its methods that are called, with the first call of each.
        attributes: Its attributes that are read, with the first place of each.
        calls: Where it is called itself.
        loops: Where a loop goes over it.
        passed: Where it is given to a call: the call, and its place there or its keyword.
        compared: Where it is compared with a constant.
        tested: Where it is a whole test.
        operands: Where it is an operand of arithmetic.
        stored: The attributes of ``self`` that keep it.
        rebound: Where it gets a value that is not made of it.
    """

    methods: dict[str, ast.Call] = field(default_factory=dict)
    attributes: dict[str, ast.Attribute] = field(default_factory=dict)
    calls: list[ast.Call] = field(default_factory=list)
    loops: list[ast.expr] = field(default_factory=list)
    passed: list[tuple[ast.Call, int | str]] = field(default_factory=list)
    compared: list[ast.Compare] = field(default_factory=list)
    tested: list[ast.expr] = field(default_factory=list)
    operands: list[ast.expr] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)
    rebound: list[ast.AST] = field(default_factory=list)

    def add(self, other: Facts) -> None:
        """Take in what is known of the same subject under another name."""
        self.methods = {**other.methods, **self.methods}
        self.attributes = {**other.attributes, **self.attributes}
        for mine, others in (
            (self.calls, other.calls),
            (self.loops, other.loops),
            (self.passed, other.passed),
            (self.compared, other.compared),
            (self.tested, other.tested),
            (self.operands, other.operands),
            (self.rebound, other.rebound),
        ):
            mine.extend(others)  # type: ignore[arg-type]

    def places(self) -> Iterator[ast.expr]:
        """Where it is used by its attributes, methods and calls, and in loops."""
        yield from (*self.methods.values(), *self.attributes.values(), *self.calls, *self.loops)


def subject(node: ast.expr) -> str:
    """How a subject is written; "" for anything else.

    A network and what wraps it are one: ``model.module`` is ``model``.
    """
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        if node.attr == WRAPPED:
            return subject(node.value)
        if isinstance(node.value, ast.Name) and (node.value.id == "self" or promises(node.attr)):
            return f"{node.value.id}.{node.attr}"
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        held = "" if isinstance(node.value, ast.Subscript) else subject(node.value)
        return f"{held}[{node.slice.value!r}]" if held else ""
    return ""


def holder(name: str) -> str:
    """The subject that holds another one; "" for none.

    >>> holder("self.nets['g']"), holder("args.model"), holder("self.net")
    ('self.nets', 'args', '')
    """
    if name.endswith("]"):
        return name.partition("[")[0]
    return name.rpartition(".")[0].removeprefix("self")


class Names:
    """Variables that are other names for a subject: ``net = self.net``."""

    def __init__(self) -> None:
        self._meant: dict[str, str] = {}

    def of(self, node: ast.expr) -> str:
        """The subject that an expression is, by the name that it had first; "" for none."""
        name = subject(node)
        return self._meant.get(name, name)

    def part_of(self, function: ast.expr) -> str:
        """What ``args.net.encode(x)`` runs: the part of another thing; "" for none."""
        if isinstance(function, ast.Attribute) and gives_output(function.attr):
            part = function.value
            if isinstance(part, ast.Attribute) and (held := self.of(part.value)):
                return f"{held}.{part.attr}"
        return ""

    def bind(self, name: str, meant: str) -> bool:
        """Bind a name; whether it is another one for a subject.

        One that is bound to several things means none of them.
        """
        if not meant or "." in name or "[" in name or self._meant.get(name, meant) != meant:
            self._meant.pop(name, None)
            return False
        self._meant[name] = meant
        return True


def facts_of(*roots: ast.AST) -> dict[str, Facts]:
    """The facts of all subjects in some pieces of code; none of what nests too deep to be read."""
    return facts_of_bodies([roots])


def facts_of_bodies(bodies: Iterable[Iterable[ast.AST]]) -> dict[str, Facts]:
    """The same for the bodies of several functions, of which each has variables of its own."""
    collector = _Collector()
    try:
        for body in bodies:
            collector.names = Names()
            for root in body:
                collector.visit(root)
    except RecursionError:
        return {}
    return collector.facts


class _Collector(ast.NodeVisitor):
    def __init__(self) -> None:
        self.facts: dict[str, Facts] = {}
        self.names = Names()

    def of(self, node: ast.expr) -> Facts | None:
        """The facts of what an expression is, if it is a subject."""
        name = self.names.of(node)
        return self.facts.setdefault(name, Facts()) if name else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._visit_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._visit_function(node)

    def _visit_function(self, node: Definition) -> None:
        """A function has variables of its own."""
        outside, self.names = self.names, Names()
        self.generic_visit(node)
        self.names = outside

    def visit_Call(self, node: ast.Call) -> None:
        asked = self.of(node.func.value) if isinstance(node.func, ast.Attribute) else None
        if asked is None and (name := self.names.part_of(node.func)):
            self.facts.setdefault(name, Facts()).methods.setdefault(node.func.attr, node)  # type: ignore[attr-defined]
        if asked is not None and isinstance(node.func, ast.Attribute):
            asked.methods.setdefault(node.func.attr, node)
        called = self.of(node.func)
        if called is not None:
            called.calls.append(node)
        if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Subscript):
            self.visit(node.func.value)
        elif asked is None and (called is None or isinstance(node.func, ast.Subscript)):
            self.visit(node.func)
        self._note_passed(node)
        for argument in (*node.args, *(each.value for each in node.keywords)):
            self.visit(argument)

    def _note_passed(self, node: ast.Call) -> None:
        callee = node.func
        last = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")
        for at, argument in enumerate(node.args):
            given = self.of(argument)
            if given is not None:
                given.passed.append((node, at))
                if last in _ENUMERATING:
                    given.loops.append(node)
        for keyword in node.keywords:
            given = self.of(keyword.value)
            if given is not None and keyword.arg is not None:
                given.passed.append((node, keyword.arg))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = self.of(node.value)
        if owner is not None:
            owner.attributes.setdefault(node.attr, node)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._note_syntax(node.value, "__getitem__", node)
        self.generic_visit(node)

    def _note_syntax(self, of: ast.expr, name: str, at: ast.expr) -> None:
        """Syntax asks for a method as well: ``x[0]`` for ``__getitem__``."""
        owner = self.of(of)
        if owner is not None:
            read = ast.Attribute(of, name, ast.Load())
            owner.attributes.setdefault(name, ast.copy_location(read, at))

    def visit_For(self, node: ast.For) -> None:
        self._note_loop(node.iter)
        self.generic_visit(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> None:
        self._note_loop(node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._note_loop(node.iter)
        self.generic_visit(node)

    def _note_loop(self, over: ast.expr) -> None:
        given = self.of(over)
        if given is not None:
            given.loops.append(over)
            self._note_syntax(over, "__iter__", over)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        for each in (node.left, node.right):
            given = self.of(each)
            if given is not None:
                given.operands.append(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        given = self.of(node.target)
        if given is not None:
            given.operands.append(node.value)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        given = self.of(node.left)
        if given is not None and all(isinstance(each, ast.Constant) for each in node.comparators):
            given.compared.append(node)
        self.generic_visit(node)

    def _note_test(self, node: ast.If | ast.IfExp | ast.While) -> None:
        test = node.test
        inner = test.operand if isinstance(test, ast.UnaryOp) else test
        given = self.of(inner)
        if given is not None:
            given.tested.append(inner)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._note_test(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._note_test(node)

    def visit_While(self, node: ast.While) -> None:
        self._note_test(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._note_assigned(target, node.value, node)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._note_assigned(node.target, node.value, node)
        self.generic_visit(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self._note_assigned(node.target, node.value, node)
        self.generic_visit(node)

    def _note_assigned(self, target: ast.expr, value: ast.expr, at: ast.AST) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            values: Iterable[ast.expr] = [value] * len(target.elts)
            if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts):
                values = value.elts
            for each, its in zip(target.elts, values, strict=True):
                self._note_assigned(each, its, at)
            return
        name, given = subject(target), self.names.of(value)
        if not name:
            return
        if given and name.startswith("self."):
            self.facts.setdefault(given, Facts()).stored.append(name)
        elif given != name and not is_made_of(value, name):
            if not self.names.bind(name, given):
                self.facts.setdefault(name, Facts()).rebound.append(at)


def is_made_of(value: ast.expr, name: str) -> bool:
    """Whether a value is the same thing in another form: ``model.to(device)``, ``DDP(model)``."""
    if not isinstance(value, ast.Call):
        return False
    if isinstance(value.func, ast.Attribute) and subject(value.func.value) == name:
        return True
    return bool(value.args) and subject(value.args[0]) == name
