"""What Python reads is linted, though libcst's own parser refuses it or loses lines of it."""

from __future__ import annotations

import ast
import itertools
import json
from pathlib import Path

import libcst as cst
import pytest

from tapelint import SourceError, lint_source
from tapelint.source.parsing import parse
from tapelint.source.pieces import PieceParser
from tapelint.source.positions import Places
from tapelint.source.python_tree import python_tree
from tapelint.source.walking import walk

from .conftest import Run

HEAD = "import torch\nw = torch.ones(3, requires_grad=True)\n"
PITFALL = "w.zero_()\n"

TARGETS = [
    "(step): int = 1\n",
    "(step): int\n",
    "((step)): int = 1\n",
    "( step ) : (int) = (1)\n",
    "(a.b): int = 1\n",
    "(a[0]): int\n",
    "(a.b[0].c): 'list[int]' = [1]\n",
    "(\nstep): int = 1\n",
    "(step # (here) :\n): int = 1\n",
    "((\n  step  )\n): int = 1\n",
    "(step)\\\n: int = 1\n",
    "x = 1; (y): int = 2; (z): int\n",
    "x = 1;\\\n(y): int = 2\n",
    "class A:\n    (x): int = 1\n    def f(self):\n        (self.x): int = 2\n",
    "if 1: (x): int\n",
    "é = 'é'; (ü): int = é\n",
    "target = 1\n(target0): int = target\n",
    "(x): int = (y := 1)\n(z): (lambda: 1) = x\n",
]
BACKSLASHES = [
    "\\\nx\n",
    "\\\n\\\nx\n",
    "# a\n\\\nx\n",
    "if 1:\n    y\n\\\n    x\n",
    "if 1:\n    y\n\\\nx\n",
    "if 1:\n    y\n    \\\n    x\n",
    "if 1:\n    y\n\\\nelse:\n    x\n",
    "@a\n\\\n@b\n\\\ndef f(): pass\n",
    "x = '''\n\\\n'''\n\\\ny\n",
    "x = (1,\n\\\n2)\n\\\ny\n",
    "\\\r\nx\r\n\\\r\ny\r\n",
    "\\\rx\r\\\ry\r",
]
MISPLACED = ["if 1:\n    y\n    \\\nx\n", "if 1:\n    y\n  \n    \\\n      x\n"]


def names(text: str) -> set[tuple[str, int, int]]:
    """Where Python sees the names of a text."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {
        (node.id, node.lineno, len(lines[node.lineno - 1].encode()[: node.col_offset].decode()) + 1)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Name)
    }


def names_of(module: cst.Module, text: str) -> set[tuple[str, int, int]]:
    places = Places(module, text)
    return {
        (node.value, place.line, place.column)
        for node in walk(module)
        if isinstance(node, cst.Name) and (place := places.of(node))
    }


@pytest.mark.parametrize("text", [*TARGETS, *BACKSLASHES])
def test_names_stand_where_python_sees_them(text: str) -> None:
    module = parse(text, "text")
    assert names(text) <= names_of(module, text)
    if text in TARGETS:
        assert module.code == text
    assert names(text) <= names_of(parse(text, "text", PieceParser().parse), text)


@pytest.mark.parametrize("text", TARGETS)
def test_libcst_refuses_them_still(text: str) -> None:
    """A libcst that reads them makes our way around needless."""
    with pytest.raises(cst.ParserSyntaxError):
        cst.parse_module(text)


PARTS = ["x", "(x)", "[x]", "'x'", "1", "...", "(lambda: x)", "lambda: x", "await(x)", "*x", "-x"]
KEYWORDS = [
    "{a}if{b}else{c}", "{a}and{b}", "not{a}", "{a}is not{b}", "{a}not in{b}", "return{a}",
    "yield{a}", "(yield from{a})", "await{a}", "for x in{a}:pass", "[{a}for x in{b}if{c}]",
    "if{a}:pass",
    "while{a}:pass", "with{a}as{b}:pass", "raise{a}from{b}", "assert{a},{b}", "del{a}",
    "try:pass\nexcept{a}as x:pass", "match{a}:\n case{b}:pass", "lambda:{a}if{b}else{c}",
    "from x import(y\nas z)", "f({a}for x in{b})", "async def f():\n async for(x)in{a}:pass",
]  # fmt: skip


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_keywords_need_no_space(keyword: str) -> None:
    read = 0
    for a, b, c in itertools.product(PARTS, repeat=3):
        text = keyword.format(a=a, b=b, c=c) + "\n"
        if python_tree(text) is None:
            continue
        module = parse(text, "text")
        assert module.code == text
        read += 1
    assert read


@pytest.mark.parametrize(
    "odd",
    [
        "(step): int = 1\n",
        "f = lambda: 0 if w else(lambda: 1)\n",
        "(w.tag): int = 1\n",
    ],
)
def test_the_file_is_linted_and_fixed(tapelint: Run, tmp_path: Path, odd: str) -> None:
    source = HEAD + odd + PITFALL
    (tmp_path / "a.py").write_text(source)
    result = tapelint("check", "--output-format", "json")
    assert result.stderr == ""
    (found,) = json.loads(result.stdout)
    assert (found["code"], found["line"], found["column"]) == ("TAP201", source.count("\n"), 1)
    assert tapelint("check", "--fix", "--unsafe-fixes").returncode == 0
    after = (tmp_path / "a.py").read_text()
    assert after == HEAD + odd + "with torch.no_grad():\n    w.zero_()\n"


def test_behind_a_lone_backslash_the_line_is_right_and_nothing_is_fixed() -> None:
    """Without its text given back by libcst, a statement is never changed; the others are."""
    (found,) = lint_source(HEAD + "step = 1\n\\\n" + PITFALL)
    assert (found.line, found.column, found.fix) == (5, 1, None)
    (beside,) = lint_source(HEAD + "\\\nstep = 1\n" + PITFALL)
    assert (beside.line, beside.column) == (5, 1)
    assert beside.fix is not None
    assert [each.location.line for each in beside.fix.edits] == [5]


def test_the_target_is_what_it_is_without_parentheses() -> None:
    plain = "import torch\nw: torch.Tensor = torch.ones(3, requires_grad=True)\nw.zero_()\n"
    (found,) = lint_source(plain)
    (odd,) = lint_source(plain.replace("w:", "(w):"))
    assert (odd.code, odd.location, odd.message) == (found.code, found.location, found.message)


@pytest.mark.parametrize("text", MISPLACED)
def test_what_libcst_would_read_elsewhere_is_placed_by_python(text: str) -> None:
    """It is linted, with the line and the column; there is nothing to make a fix of."""
    ast.parse(text)
    with pytest.raises(SourceError, match="a backslash alone before a line indented otherwise"):
        parse(text, "text")
    (found,) = lint_source(HEAD + text + "é = 1; " + PITFALL)
    line = (HEAD + text).count("\n") + 1
    assert (found.code, found.line, found.column, found.fix) == ("TAP201", line, 8, None)
    assert found.message.startswith("`w` is a leaf")


def test_what_is_no_python_is_told_as_before() -> None:
    with pytest.raises(SourceError, match=r"^text:1:1: syntax error: ") as error:
        parse("(x, y): int = 1\n", "text")
    assert "tuple" in error.value.reason


@pytest.mark.parametrize("odd", ["(y): torch.Tensor = w * 2\n", "f = w * 2 if w else(lambda: 1)\n"])
def test_the_line_is_explained(tapelint: Run, tmp_path: Path, odd: str) -> None:
    (tmp_path / "a.py").write_text(HEAD + odd)
    result = tapelint("explain", "a.py:3")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"a.py:3  {odd}after this line")
