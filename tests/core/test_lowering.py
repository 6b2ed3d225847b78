"""Lowering takes all of Python, and its code is well formed."""

from __future__ import annotations

import ast
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapelint.core.code.code_object import Code
from tapelint.core.code.instruction import Block, Instruction, blocks_of, slots_read, slots_written
from tapelint.core.code.instructions import MakeClass, MakeFunction
from tapelint.core.code.lowering import lowered, module_code
from tapelint.core.domain.values import Value

STATEMENTS = {
    "AnnAssign": "a: int = f()\nb.c: int = f()\nd: int",
    "Assert": "assert f(), g()",
    "Assign": "a = b.c = d[e] = (f, *g) = [h] = i()",
    "AsyncFor": "async def f():\n async for a in g(): h()\n else: i()",
    "AsyncFunctionDef": "@d()\nasync def f(a, /, b=c(), *e, g=h(), **i): j()",
    "AsyncWith": "async def f():\n async with a() as b, c(): d()",
    "AugAssign": "a += f()\na.b -= f()\na[b()] @= f()",
    "Break": "while a():\n if b(): break",
    "ClassDef": "@d()\nclass A(B(), *c(), metaclass=d(), **e):\n f: int = g()\n def h(self): i()",
    "Continue": "for a in b():\n if c(): continue\n d()",
    "Delete": "del a, b.c, d[e()], (f, [g])",
    "Expr": "f()\n1",
    "For": "for a, (b.c, *d) in e():\n f()\nelse: g()",
    "FunctionDef": "@d()\ndef f(a, /, b=c(), *e, g=h(), **i):\n j()\n return k()",
    "Global": "def f():\n global a, b\n a = b = g()\n del b",
    "If": "if a(): b()\nelif c(): d()\nelse: e()",
    "Import": "import a, b.c, d.e as f",
    "ImportFrom": "from . import a\nfrom b.c import d as e\nfrom f import *",
    "Match": "match a():\n case [b, *_] if c(): d()\n case {'e': f, **g}: h()\n case _: i()",
    "Nonlocal": "def f():\n a = g()\n def h():\n  nonlocal a\n  a = i()\n return h",
    "Pass": "pass",
    "Raise": "try: raise a() from b()\nexcept: raise",
    "Return": "def f():\n if a(): return\n return b()",
    "Try": "try: a()\nexcept b() as c: d()\nexcept: e()\nelse: f()\nfinally: g()",
    "TryStar": "try: a()\nexcept* b() as c: d()",
    "TypeAlias": "type A[T] = f(T)",
    "While": "while a():\n b()\nelse: c()",
    "With": "with a() as b, c() as (d, e.f): g()",
}
EXPRESSIONS = {
    "Attribute": "a().b",
    "Await": "await a()",
    "BinOp": "a() + b() - c() * d() / e() // f() % g() ** h() @ i() & j() | k() ^ l() << m()",
    "BoolOp": "a() and b() or c()",
    "Call": "a()(b(), *c(), d=e(), **f()) + g().h(i())",
    "Compare": "a() < b() <= c() == d() != e() >= f() > g() is h() is not i() in j() not in k()",
    "Constant": "(1, 2.0, 3j, 'a', b'b', None, True, False, ...)",
    "Dict": "{a(): b(), **c(), 'd': e()}",
    "DictComp": "{a(b): c() for b in d() if e()}",
    "FormattedValue": "f'{a()!r:{b()}}'",
    "GeneratorExp": "(a(b) for b in c() for d in b if e())",
    "IfExp": "a() if b() else c()",
    "Interpolation": "t'{a()!r:{b()}}'",
    "JoinedStr": "f'{a()}' 'b' f'{c()}'",
    "Lambda": "lambda a, /, b=c(), *d, e=f(), **g: h()",
    "List": "[a(), *b()]",
    "ListComp": "[a(b, d) for b, *c in e() if f() if g() for d in b]",
    "Name": "a",
    "NamedExpr": "[(a := b()) for c in d()]",
    "Set": "{a(), *b()}",
    "SetComp": "{a(b) for b in c()}",
    "Slice": "a()[b():c():d(), e():]",
    "Starred": "a()[*b()]",
    "Subscript": "a()[b()]",
    "TemplateStr": "t'{a()}' 'b' t'{c()}'",
    "Tuple": "(a(), *b())",
    "UnaryOp": "(not a(), -b(), +c(), ~d())",
    "Yield": "(yield a(), (yield))",
    "YieldFrom": "yield from a()",
}
PATTERNS = {
    "MatchAs": "[1 as a, b, _]",
    "MatchClass": "A(1, B(b), c=3, d=d)",
    "MatchMapping": "{'a': 1, B.c: b, **d}",
    "MatchOr": "[1, a] | (a, 2) | {'a': a}",
    "MatchSequence": "[1, [a, b], (c,), *d, 2]",
    "MatchSingleton": "None",
    "MatchStar": "[*_, [*a]]",
    "MatchValue": "-1 | 'a' | A.b | 1 + 2j",
}
NEWER = {"TryStar": (3, 11), "TypeAlias": (3, 12), "TemplateStr": (3, 14), "Interpolation": (3, 14)}
"""The first Python that knows a node."""
IN_COROUTINES = ("Await", "Yield", "YieldFrom")
LIBRARY = sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py"))


def programs() -> Iterator[tuple[str, str]]:
    """A program for each kind of statement, expression and pattern that this Python knows."""
    for name, text in STATEMENTS.items():
        yield name, text
    for name, text in EXPRESSIONS.items():
        coroutine = "async def f(): return" if name == "Await" else "def f(): return"
        yield name, f"{coroutine} ({text})" if name in IN_COROUTINES else f"x = ({text})"
    for name, text in PATTERNS.items():
        yield name, f"match subject():\n case {text}: found()\n case _: other()"


PROGRAMS = {n: t for n, t in programs() if NEWER.get(n, (3, 10)) <= sys.version_info[:2]}


def codes(code: Code) -> Iterator[Code]:
    """A code and all codes within it, lowered."""
    stack = [lowered(code)]
    while stack:
        yield (found := stack.pop())
        for ins in instructions(found.body):
            if isinstance(ins, (MakeFunction, MakeClass)):
                stack.append(lowered(ins.code))


def instructions(block: Block) -> Iterator[Instruction]:
    """All instructions of a block, and of the blocks within them."""
    stack = [block]
    while stack:
        for ins in stack.pop():
            yield ins
            stack.extend(blocks_of(ins))


def faults(code: Code) -> list[str]:
    """What is not well formed in a code."""
    found = []
    count = len(code.template)
    seen: set[int] = set()
    for ins in instructions(code.body):
        if id(ins) in seen:
            found.append(f"{ins} stands in two places")
        seen.add(id(ins))
        found += [
            f"{ins} has no slot {slot}"
            for slot in (*slots_read(ins), *slots_written(ins))
            if not 0 <= slot < count
        ]
        if not isinstance(ins.node, ast.AST):
            found.append(f"{ins} stands nowhere")
    every = [*code.names.values(), *(slot for slot, _ in code.free)]
    found += [f"no slot {slot} for a name" for slot in every if not 0 <= slot < count]
    found += [f"{each} is no value" for each in code.template if not isinstance(each, Value)]
    return found


def calls_of(tree: ast.AST) -> set[ast.AST]:
    """The calls that are evaluated, also in scopes within; not those of annotations and types."""
    found: set[ast.AST] = set()
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Call):
            found.add(node)
        hidden = {"annotation", "returns", "type_params"}
        if type(node).__name__ == "TypeAlias":
            hidden.add("value")  # evaluated when somebody asks for it
        for name, held in ast.iter_fields(node):
            if name not in hidden:
                every = held if isinstance(held, list) else [held]
                stack += [each for each in every if isinstance(each, ast.AST)]
    return found


@pytest.mark.parametrize("base", [ast.stmt, ast.expr, ast.pattern])
def test_each_kind_of_node_has_a_program(base: type[ast.AST]) -> None:
    for kind in base.__subclasses__():
        name = kind.__name__
        if kind.__module__ == __name__:  # made by a test
            continue
        assert name in PROGRAMS, f"no program for {name}"
        tree = ast.parse(PROGRAMS[name])
        assert any(type(each) is kind for each in ast.walk(tree)), f"that of {name} has none"


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_kind_of_node_is_lowered(name: str) -> None:
    tree = ast.parse(PROGRAMS[name])
    made: set[ast.AST] = set()
    for code in codes(module_code(tree)):
        assert not faults(code)
        made.update(ins.node for ins in instructions(code.body))
    missing = calls_of(tree) - made
    assert not missing, [ast.unparse(each) for each in missing]


def test_expressions_of_a_later_python_are_evaluated() -> None:
    later = type("LaterExpr", (ast.expr,), {"_fields": ("parts",), "__module__": __name__})
    tree = ast.parse("x = f()")
    assigned = tree.body[0]
    assert isinstance(assigned, ast.Assign)
    call = assigned.value
    assigned.value = later(parts=[call])
    found = [ins for code in codes(module_code(tree)) for ins in instructions(code.body)]
    assert call in [ins.node for ins in found]


@pytest.mark.parametrize("part", range(6))
def test_the_library_of_python_is_lowered(part: int) -> None:
    apart = {"test", "tests", "lib2to3", "site-packages"}
    chosen = [each for each in LIBRARY if apart.isdisjoint(each.parts)]
    step = max(len(chosen) // 300, 1)
    for path in chosen[::step][part::6]:
        try:
            tree = ast.parse(path.read_bytes())
        except SyntaxError:
            continue
        for code in codes(module_code(tree)):
            assert not faults(code), path
