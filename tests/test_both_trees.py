"""Our tree is made from Python's and, where Python cannot parse a text, from libcst's: the same."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import pytest

from tapelint import lint_source
from tapelint.settings import Settings
from tapelint.source import tree
from tapelint.source.parsed import Parsed
from tapelint.source.positions import Places
from tapelint.source.spelling import code_of
from tapelint.source.tree import walk

from .both_trees import differences, through_libcst
from .conftest import ROOT
from .shapes import of_all_forms, written_forms

MARKED = sorted(
    [
        *(ROOT / "tests/programs").glob("*.py"),
        *(ROOT / "tests/user_reports").rglob("*.py"),
        *(ROOT / "rules").rglob("*.py"),
    ]
)
GROUPS = 4
ODD = {
    "tabs": "if a:\n\tb.c()\n\tif d:\n\t\te = f\n",
    "form feeds": "\x0ca = 1\n\x0c\nb = a.c\n",
    "not ascii": "é = 'ü🔥'; ñ = é.à(ö, 'ß')  # ä\nf(é)[ñ] = é\n",
    "crlf": "a = (1,\r\n  b)\r\nif a:\r\n  c = d.e\r\n",
    "cr": "a = b\rif a:\r  c = d.e\r",
    "async": "async def f():\n    async with a as b, c: pass\n    async for d in e: await d\n"
    "    return [x async for x in y]\n",
    "decorators": "@a.b(1)\n@c\ndef f(): pass\n@d\nclass C(A, *b, k=1, **c): x = 1\n",
    "parenthesised": "a = (((b + c)) * (d))\n(e.f)(g)\n(h)[(i, j)] = (k)\n(l).m += (n)\n",
    "several lines": "a = b(\n    c,\n    d=[\n        e,\n    ],\n).f(\n)\n",
    "one line": "if a: b; c = d; e()\nelse: f\nfor g in h: i; j\nwhile k: l\nx = 1; y = 2; z\n",
    "elif": "if a:\n  b\nelif c:\n  d\nelse:\n  if e:\n    f\n  else:\n    g\n",
    "strings": "a = 'b' \"c\" f'{d}e{f!r:>{g}}' '''h\ni'''\nj = f'{k.l(m)}' 'n'\n"
    "q = rb'o' b'p'\nf'''\n{p}'''\n",
    "numbers": "a = 1_000 + 0x_ff + 1e3 + 2j + 0b1 - 0o7 + 1.\nb = " + "9" * 400 + "\n",
    "long list": f"a = [{', '.join(map(str, range(3000)))}]\nb = (c, d)\n",
    "slices": "a"
    "[b], a[b:c], a[::2], a[b, c:], a[...], a[(b, c)], a[None, :], a[-1:][b]\na[(b), c]\n",
    "starred": "a, *b = *c, d\nf(*a, b, *c, k=1, **d)\nf(k=1, *a)\n{**a, 'b': c}\n[*a]\n{*a}\n",
    "lambdas": "lambda: 0\nlambda a, /, b, *c, d=1, **e: (a, b)\nlambda *, a: a\n",
    "parameters": "def f(a: int, b=1, /, c: 'x' = 2, *d: e, g, h=3, **i) -> j: pass\n"
    "def k(*, l): pass\n",
    "operators": "a and b and c or not d\na < b <= c != d is not e not in f\n-a ** +b // ~c @ d\n"
    "a if b else c\n(a := b)\na << b >> c & d | e ^ f % g\n",
    "assignments": "a = b = c\na: int = 1\na.b: str\n"
    "a += 1; b @= c; d //= e; f >>= g\n(a.b, c[d]) = e\n",
    "deletions": "del a\ndel a.b, c[d]\ndel (e, f)\ndel g,\n",
    "comprehensions": "[a for b in c if d if e for f in g]\n{a: b for c in d}\n"
    "(x for y in z)\nf(x for y in z)\n",
    "imports": "import a.b as c, d\nfrom . import e\n"
    "from ..f.g import (h as i, j,)\nfrom k import *\n",
    "try": "try: a\nexcept (b, c) as d: e\nexcept: f\nelse: g\nfinally: h\n",
    "raising": "def f():\n  global a, b\n  raise c from d\n  raise\n  assert e, f\n"
    "  return *g, h\n",
    "generators": "def f():\n  a = yield\n  yield b\n  yield from c\n  yield d, e\n",
    "match": "match a:\n  case 1 | 'b' if c: d\n  case [e, *f] | (g, _): h\n"
    "  case {'i': j, **k}: l\n"
    "  case M(n, o=p) as q: r\n  case -1 | None | s.t: u\n  case _: v\n",
    "loops": "for a, (b, c) in d:\n  continue\nelse:\n  e\nwhile f:\n  break\nelse: g\n",
    "with": "with a as b, c.d() as (e, f): g\nwith (h as i, j): k\n",
    "continued": "a = b + \\\n  c\nif a and \\\n   b: c\nassert a, \\\n  b\n",
    "chain": "a = b" + ".c(1)" * 200 + "\nd = " + " + ".join("ef" * 150) + "\n",
}


@functools.cache
def of_each_form() -> list[Path]:
    """Programs in which everything stands that stands in any, next to and within the same."""
    return of_all_forms(MARKED, lambda path: written_forms(path.read_text(encoding="utf-8")))


def texts() -> Iterator[tuple[str, str]]:
    yield from ODD.items()
    yield from ((path.name, path.read_text(encoding="utf-8")) for path in of_each_form())


@pytest.mark.parametrize("group", range(GROUPS))
def test_findings_fixes_and_trails_are_the_same(group: int) -> None:
    settings = Settings(select=("ALL",))
    for path in of_each_form()[group::GROUPS]:
        assert differences(path, settings) == [], path


@pytest.mark.slow(reason="more programs, written in no other way: the trees hardly differ there")
@pytest.mark.parametrize("group", range(GROUPS))
def test_in_all_programs_findings_fixes_and_trails_are_the_same(group: int) -> None:
    settings = Settings(select=("ALL",))
    for path in sorted({*MARKED} - {*of_each_form()})[group::GROUPS]:
        assert differences(path, settings) == [], path


@pytest.mark.parametrize("name", ODD)
def test_the_trees_say_the_same(name: str) -> None:
    by_python = Parsed(ODD[name], name)
    assert isinstance(by_python.module.origin, ast.Module)
    with through_libcst():
        by_libcst = Parsed(ODD[name], name)
    assert isinstance(by_libcst.module.origin, cst.Module)
    ours, theirs = list(walk(by_python.module)), list(walk(by_libcst.module))
    assert [type(each) for each in ours if not _is_grouping(each)] == [
        type(each) for each in theirs if not _is_grouping(each)
    ]


def _is_grouping(node: tree.Node) -> bool:
    """What may be grouped otherwise: ``a[(b, c)]``, ``del a,``, long lists."""
    kinds = (tree.Tuple, tree.Index, tree.SubscriptElement, tree.Element, tree.Integer)
    return isinstance(node, (*kinds, tree.MatchList, tree.MatchTuple))


_SAME_EXTENT = (tree.Call, tree.Attribute, tree.Subscript, tree.BinaryOperation, tree.Lambda)
_SAME_EXTENT += (tree.Assign, tree.AugAssign, tree.Return, tree.Expr, tree.Comparison)


def test_every_node_has_its_libcst_node_where_python_sees_it() -> None:
    """To the column: with tabs, form feeds, other alphabets, any end of line."""
    seen = 0
    for name, text in texts():
        parsed = Parsed(text, name)
        assert parsed.places is not None
        assert parsed.lossless_module is not None
        everywhere = Places(parsed.lossless_module, parsed.text)
        for node in walk(parsed.module):
            theirs = parsed.lossless(node)
            if name == "long list" and theirs is None:
                continue  # some elements of each kind are kept, not the same ones
            assert theirs is not None, (name, node, node.origin)
            assert parsed.ours(theirs) is node or not isinstance(node, tree.BaseExpression)
            assert parsed.places.of(theirs) == everywhere.of(theirs), (name, node.origin)
            is_string = isinstance(node, (tree.SimpleString, tree.FormattedString))
            if not is_string and not _is_grouping(node):
                assert type(theirs).__name__ == type(node).__name__, (name, node.origin)
            origin = node.origin
            is_whole = not isinstance(origin, (ast.Import, ast.ImportFrom, ast.alias))
            if isinstance(node, _SAME_EXTENT) and is_whole:
                place = parsed.place(node)
                assert place == parsed._place_by_python(node), (name, node.origin)
                seen += 1
    assert seen > 10_000


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_what_is_asked_for_is_placed_and_nothing_else(newline: str) -> None:
    """By the line at the top level that holds it: comments and decorators stand above some."""
    text = "# ä\n\x0c\n\n@f(\n  a)\n# b\n@g\ndef h(i): return (i\n  + 1)\n\n# j\nk = 'ö'; l = [\n"
    text += "  m]; n = m\n\x0cif o:\n\tp = q  # r\n"
    text = text.replace("\n", newline)
    lines: dict[str, tuple[int, int]] = {}
    for kind in (tree.Call, tree.BinaryOperation, tree.List, tree.If):
        parsed = Parsed(text, "text")
        (node,) = (each for each in walk(parsed.module) if isinstance(each, kind))
        place = parsed.place(node)
        assert place == parsed._place_by_python(node)
        assert place is not None
        lines[kind.__name__] = place.line, place.column
        assert len(parsed.walked) == 1
    assert lines == {"Call": (4, 2), "BinaryOperation": (8, 19), "List": (12, 14), "If": (14, 2)}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_what_an_expression_looks_like_is_told_without_libcst(
    newline: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With brackets of its own, over several lines, beside comments, on a line with another."""
    monkeypatch.setattr(Parsed, "_parse", lambda self: pytest.fail("parsed by libcst"))
    text = "# é\n@f\ndef g(h):\n    return ((h  +\n      é), 'ä' , (-h))  # i\n"
    text += "\x0cj = (k)and(l); m = (n+o)\nclass P:\n\tq = [(t if u else v)]\n"
    parsed = Parsed(text.replace("\n", newline), "text")
    asked = 0
    for each in walk(parsed.module):
        if isinstance(each.origin, ast.expr) and not isinstance(each, tree.Name):
            written = parsed.code(each, exactly=False)
            read = ast.parse(f"({written})", mode="eval").body
            assert ast.unparse(read) == ast.unparse(each.origin)
            asked += 1
    assert asked > 9


def test_a_text_is_asked_for_words_before_it_is_walked() -> None:
    text = "é = 1\ndef f():\n    return no_grad\ndef g():\n    return 'no'\nclass C: x = no_grad\n"
    text += "@no_grad\ndef h(): pass\n"
    for newline in ("\n", "\r\n", "\r"):
        parsed = Parsed(text.replace("\n", newline), "text")
        told = [each.may_hold("no_grad", "yield") for each in parsed.module.body]
        assert told == [True, True, False, True, True], "a line of small statements is not known"
        assert parsed.module.may_hold("é")
        assert not parsed.module.may_hold("torch")


def test_code_that_says_the_same_is_written_the_same() -> None:
    by_python = Parsed("if a.b('c') and (d  >  1): x = f\"{e}\"\n", "text").module.body[0]
    again = Parsed('if (a.b("c") and\n    d > 1): pass\n', "text").module.body[0]
    assert isinstance(by_python, tree.If)
    assert isinstance(again, tree.If)
    assert code_of(by_python.test) == code_of(again.test) == "a.b('c') and d > 1"
    assert by_python.test.deep_equals(again.test)
    assert isinstance(by_python.test, tree.BooleanOperation)
    assert not by_python.test.deep_equals(by_python.test.left)


def test_nothing_to_report_means_that_libcst_parses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the programs without a mark; where one is marked, the text is parsed once."""
    parsed: list[str] = []
    parse = Parsed._parse
    monkeypatch.setattr(Parsed, "_parse", lambda self: parsed.append(self.text) or parse(self))
    clean = 0
    for path in of_each_form():
        if path.parent.name != "programs":
            continue
        parsed.clear()
        text = path.read_text(encoding="utf-8")
        found = lint_source(text, path=path.name)
        # Single statements may be parsed, too; and the text for a message, left out in the end.
        assert parsed.count(text) == bool(found) or (not found and parsed.count(text) <= 1), path
        clean += not found and not parsed
    assert clean > 20


def test_what_is_in_place_where_libcst_is_not(tmp_path: Path) -> None:
    """The other way round: a text that Python can parse and libcst cannot is linted, too."""
    text = "import torch\nw = torch.ones(3, requires_grad=True)\nw.zero_()\n"
    path = tmp_path / "a.py"
    path.write_text(text)
    (usual,) = lint_source(text, path=str(path))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Parsed, "lossless_module", None)
        (found,) = lint_source(text, path=str(path))
    assert (found.location, found.message) == (usual.location, usual.message)
    assert usual.fix is not None
    assert found.fix is None
